"""What one message of the user says about the work: accepted, rejected, in part, given up, and how it was said.

Cheap cue words in several languages, no model. Not here: how a session ended (`core/reading/outcome.py`), which reads this
beside tool results; standing instructions (`core/reading/directives.py`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

# Words of praise, thanks and delight: they please, but do not say that the goal was reached.
_PRAISE: Final = (
    r"\b(?:i take (?:it|that|everything|all)(?: of)?(?: that| it)? back|(?:i was|was i) (?:wrong|mistaken) about|thanks?|thank you|thx|ty|tysm|cheers|great|awesome|amazing|excellent|perfect|perfectly|brilliant|fantastic|wonderful|lovely|nice|neat|sweet|cool|superb|beautiful|beautifully|gorgeous|lov(?:e|es|ed|ing) (?:it|this|how|that|the)|"
    r"well done|good (?:job|work|stuff|catch|one|call|bot)|nice (?:one|work|job)|great (?:job|work|stuff)|impressive|impressed|wow|wizard|genius|hero|legend|lifesaver|saved (?:my|me|us|the)|you(?:'re| are) (?:the best|a (?:star|wizard|genius|hero|legend|gem))|kudos|bravo|"
    r"chef's kiss|(?:ur|you're|u r|you are) the best|the (?:best|cleanest|nicest|fastest|clearest) [^.\n]{0,30}(?:yet|so far|ever|seen)|bliss\w*|thank god|nailed it|spot on|on point|slick|crisp|hats off|top notch|bingo|yess+|whoa+|woah+|ooh+|a beauty|10/10|impeccable|flawless|stellar|happy|glad|relieved|relief|pleased|delighted|yay+|woo+(?:hoo+|t)|hooray|hurray|phew|exactly what i (?:wanted|needed|was looking for)|just what i|much better|so much (?:better|faster|nicer)|way (?:better|faster|nicer)|like a charm|"
    r"danke\w*|vielen dank|super|klasse|toll|prima|spitze|(?<!on )(?<!the )(?<!at )(?<!auf )top(?=[.,!]|$)|saugut|stark(?=[.,!]|$)|ein traum|bestens|sauber|hut ab|jawoll?|juhu+|hurra|perfekt|großartig|genial|wunderbar|sehr gut|sehr schön|freut mich|geil|hammer|mega|cool|läuft wie|ich nehm\w* (?:alles|das) zurück|respekt|"
    r"gracias|genial|perfecto|excelente|estupendo|fantástico|maravilloso|muy bien|buen trabajo|increíble|qué bien|me encanta|guay|chévere|de lujo|chapó|eres un crack|de 10|bravo|"
    r"merci|parfait|obrigad[oa]|grazie|perfetto)\b"
    r"|谢谢|多谢|感谢|太好了|太棒|很棒|真棒|棒|完美|厉害|牛[逼啊]?|不错|漂亮|给力|绝了|爽|可以啊|神了|辛苦|好极了|赞|优秀"
    r"|ありがとう|ありがとござ|感謝|助かり|助かる|素晴らしい|すばらしい|最高|完璧|すごい|凄い|さすが|嬉しい|うれしい|バッチリ|ばっちり|いい感じ|お見事|いいですね|いいね|お疲れ|やった[!！ー。]|👍|🎉|❤|🙏|😍|🥳|💯|😀|😊|🙌|\^\^|:\)|:-\)|<3|🚀|✨|🔥|😎|👏"
)
# Statements that it works, is right, is accepted.
_CONFIRM: Final = (
    r"\b(?:finally(?! (?:give|gave|stop|delete|remove))|(?<!not )(?<!n't )(?:is|it's|are|now|much|way|bit|lot|runs|loads|feels) (?:\w+ )?(?:faster|quicker|smaller|cleaner|nicer|clearer|smoother|snappier)|(?:ist|läuft|lädt) (?:\w+ )?(?:schneller|besser|kleiner|sauberer)|va (?:\w+ )?(?:más rápido|mejor)|(?!(?:not|isn|hm+|well|yes|yeah|oh|ah|uh+|um+|and|so|but|it|is|are|its|if|would|sounds|fine|all) )\w{3,} (?:is |are |looks? |seems? )?(?:ok|okay)(?=[.,;!]|$| now)|(?:you )?can (?:be )?close[d]?(?: it| this| the \w+)?|(?:it|that|this|everything|all|now it|login|build|the \w+|[a-z]+ing)?\s*(?:now )?works?(?: now| again| fine| great| perfectly| well| for me| on my| on the first| first| out of| right away| immediately| here| as expected| like|(?=[!.,;]|$))|(?:it|that|this|all|everything) work(?:s|ed)\b|working (?:now|again|fine|great|as expected|perfectly)|"
    r"(?:is|are|it's|that's|looks?|seems?|all|now) (?:\w+ )?(?:fixed|solved|resolved|correct|right|good|green|fine|gone|complete|clean|done|working|perfect|great|better|readable|usable|sorted|as (?:expected|it should|wanted))|fixed it|that (?:fixed|did|solved|helped|was it|does it|explains)|did the trick|"
    r"(?:was|were) (?:right|correct|good|fine)|looks? (?:good|right|great|correct|fine|perfect|nice|much better|better|clean)|lgtm|ship it|approved?|accepted|merged(?: it)?|merging|received|(?:all|everything|suite|ci|build|tests?) (?:is |are )?(?:now )?(?:green|passing|passes|passed)|"
    r"no (?:more )?(?:errors?|crash(?:es)?|warnings?|flicker|leaks?|problems?) (?:any ?more|now|left|since)|can(?:'t| ?not)? reproduce (?:it )?any ?more|confirmed|verified|checked,? (?:and )?(?:it|all|looks)|deployed (?:it|and)|(?:went|goes) through|customer is happy|numbers? (?:match|agree|add up)|matches|makes sense|"
    r"sounds (?:good|right|great)|that's (?:it|all|what i (?:wanted|needed|meant))|that is (?:it|all|what i (?:wanted|needed))|exactly(?: what| right| that)?|problem (?:is )?(?:solved|gone)|bug is gone|closing(?= (?:it|this|that|the (?:ticket|issue|session|pr|bug))|[.!,]|$)|case closed|closed|fair enough|good to go|(?<=[,.;] )(?:fine|good|nice|all good|okay?)(?=\W*$)|i'?ll take it|i can (?:now )?\w+ (?:again|now)|"
    r"(?:es |das |jetzt |alles |der \w+ |die \w+ )?(?:geht|läuft|funktioniert|klappt|passt|stimmt)(?: jetzt| wieder| nun| so| endlich| alles|(?=[!.,;]|$))|(?:geht|läuft|funktioniert|klappt|passt|stimmt) (?:jetzt|wieder|nun|endlich|alles|so)|sieht (?:\w+ )?(?:gut|richtig|besser|super|schön|sauber)(?: aus)?|ist (?:jetzt |wieder |nun )?(?:gut|richtig|gelöst|behoben|weg|grün|fertig|da|korrekt|in ordnung)|"
    r"(?:richtig|korrekt|erledigt|abgenommen|freigegeben|gemergt|gemerged)|genau(?: so| das| richtig)?|alles (?:gut|klar|grün|da)|kann(?:st)? (?:\w+ )?(?:zu|zumachen|schließen|geschlossen werden)|endlich|"
    r"(?:ya )?funciona(?: bien| ya| ahora| perfecto| perfectamente|(?=[!.,;]|$))|(?:ya|ahora) (?:va|funciona|sale|compila|anda|está|puedo|pasa)\b|está (?:bien|correcto|listo|arreglado|resuelto|perfecto)|correcto|solucionado|arreglado|resuelto|eso es|justo lo que|todo (?:bien|ok|verde|correcto)|con esto (?:ya )?puedo|queda (?:perfecto|bien)|aprobado|listo|por fin|puedes cerrar\w*|se puede cerrar)\b"
    r"|绿了|可以了|好了[。！!，,]?|能用了|没问题|正常了|解决了|搞定|修好了|对了|正确|通过了|就是这个|没错|成功了|确认(?:过)?了|验收|合并了|终于|可以关(?:了|闭)|跑通了|跑起来了|已(?:经)?(?:解决|修复)"
    r"|動(?:きました|いた|いています|作しました|きます)|直(?:りました|った|っています|りましたね)|できました|できてい(?:ます|る)|大丈夫(?:です|そう)|問題(?:ない|ありません|なさそう|なし)|解決(?:しました|した|です)|正しい|合ってい|合ってます|okです|確認しました|確認できました|通りました|通った|成功しました|成功です|マージしました|これで(?:いい|大丈夫|行け|進め|ok|完了)|了解|承知|その通り|やっと|ついに|閉じて(?:いい|OK|ok|大丈夫)|クローズして"
)
_WEAK: Final = (
    r"^\W*(?:ok(?:ay)?|k|ta|cheers|good to know|will do|so be it|if you say so|right|got it|i see|alright|all right|sure|yes|yep|yeah|fine|good|cool|understood|makes sense|aha+|ah+|oh+|true|correct|noted|great|nice|perfect|thanks?|ty|thx|done|agreed|fair|gut|okay|ja|jo|alles klar|verstanden|aha|stimmt|passt|genau|ach so|klar|danke|"
    r"vale|sí|si|bien|entendido|claro|de acuerdo|ya veo|listo|bueno|ok gracias|bon|d'accord|好(?:的|吧|哒)?|行|嗯+|明白(?:了)?|知道了|懂了|收到|对|是的|可以|了解(?:です|しました)?|なるほど|はい|わかりました|分かりました|うん|ok(?:です)?|承知(?:しました)?)(?=\W|$)"
)
# It is not there yet, or again.
_UNRESOLVED: Final = (
    r"\b(?:still\b(?! (?:works?|working|good|fine|green|pass\w*|ok|okay|great|want|think|open to|to do|on (?:the )?list|need to|have to|needs to|has to|haven't tried))|same (?:\w+ )?as (?:before|earlier|yesterday|always|last time)|(?:is|are|was|were|stays?|remains?|comes? (?:up|out)|shows?|see|get|getting|gets|gives?|now|it's|they're) (?:\w+ ){0,2}(?:broken|blank|empty|missing|duplicated?|doubled?|off|garbled|misaligned|cut off|frozen|stuck|invisible|unreadable|upside down|red|null|nan|undefined|errors?|exceptions?|40[0-9]|50[0-9]|timeouts?|nothing|overlapping|swapped|mixed up|lost|garbage)(?! (?:any ?more|now gone))|(?:is|are|does|do|was|were|did|has|have)n't[.!]*$|(?:is|are|does|do) not[.!]*$|"
    r"(?:it |this |that )?(?:still|again) (?:fails|crashes|breaks|hangs|wrong|broken|the same)|"
    r"(?:\w+ed|ran|got|came|happens?|sent|went|did|broke|fires?|shows?|comes?) (?:\w+ ){0,2}(?:twice|again)\b|(?:the )?same (?:error|problem|issue|crash|result|bug|thing|null|exception|message|failure|as before)|unchanged|(?:basically|pretty much|practically|exactly|essentially|more or less|roughly) (?:the same|identical)|no (?:\w+ )?(?:change|difference|effect|luck|improvement)|(?:hardly|barely) (?:any|changed|better|faster|different)|unverändert|kaum (?:besser|schneller|anders)|sin cambios|igual que antes|nothing (?:changed|changes|happens|happened|works)|(?:does|do|did|is|are|was|were|has|have|can|could|will|would)n['’]?t (?:\w+ )?(?:work\w*|help|fix\w*|solve\w*|compile|build|start|load|run|"
    r"change|match|open|do (?:it|anything|that)|pass|there|right|correct|enough|good|true|show|appear)|(?:does|do|did|is|are) not (?:\w+ )?(?:work\w*|help|fix\w*|compile|build|start|load|run|change|match|right|correct|enough|fixed|solved|done|there|good|what)|not (?:fixed|solved|working|there|right|good enough|done|quite|even close|it|true|at all|yet)|"
    r"(?:fails?|failing|failed|crash(?:es|ed|ing)?|breaks?|hangs?|broken)(?: again| now| too| on| in| for| with| every| at| since| as| there|(?=[!.,;]|$))|not what i (?:meant|asked|wanted|said)|(?:back|back again) to (?:square one|the start|broken)|came back|is back\b|reopen\w*|regress\w*|third time|second time|fourth time|for the (?:\w+)th time|"
    r"how many times|yet again|keeps? (?:failing|crashing|coming|happening|breaking)|"
    r"immer noch|noch immer|nach wie vor|schon wieder|geht (?:\w+ )?nicht|läuft (?:\w+ )?nicht|funktioniert (?:\w+ ){0,2}nicht|klappt (?:\w+ )?nicht|stimmt (?:\w+ ){0,2}nicht|hilft nicht|(?:der|die|das)selbe\w* (?:fehler|problem)|gleiche[rn]? (?:fehler|problem)|nicht (?:das|was) (?:ich )?(?:wollte|gemeint|gesagt|gefragt)|nichts (?:passiert|geändert)|weiterhin|kaputt|fehlerhaft|(?:ist|sind|bleibt|bleiben|kommt|kommen) (?:\w+ )?(?:leer|doppelt|verrutscht|abgeschnitten|weg|falsch|rot|null)|hängt|stürzt ab|"
    r"siguen? (?:\w+(?:ando|iendo|yendo)|sin|igual)|siguen? (?:\w+ )?(?:fallando|igual|sin|saliendo|dando|roto|mal|apareciendo|el mismo|en|rojo|lento)|todavía (?:no|falla|sale)|aún (?:no|falla|sale)|no (?:funciona|va|compila|arranca|sirve|cambia|sale|carga|anda|aparece|es lo que|era lo que|está)|el mismo (?:error|fallo|problema)|(?:está|están|sale|salen|queda|quedan) (?:\w+ )?(?:rot\w+|vací\w+|duplicad\w+|mal|cortad\w+|en blanco|vacio)|se (?:cuelga|cae|congela|queda colgad\w)|otra vez (?:el|lo|la|falla|mal|igual)|de nuevo (?:el|lo|falla)|falla (?:otra|de nuevo|igual|en|con))\b"
    r"|还是(?!谢|很好|不错|你)|乱码|坏了|挂了|卡(?:住|死)|超时|闪退|白屏|出错|仍然|依然|又(?:报错|坏|挂|出现|失败|崩|错|来|不)|没(?:用|变化|效果|解决|修好|反应|改)|不(?:行|对|工作|能用|起作用|是我(?:要|想|说))|一样的(?:错误|报错|问题)|同样的(?:错误|报错|问题)|不是这个意思|失败了|报错了?|崩溃了?|打不开|跑不(?:起来|通)|起不来"
    r"|まだ(?:[^。\n]{0,15}(?:ない|ません|エラー|同じ|出|落ち|失敗|ダメ|だめ|赤|壊れ|遅い))|同じ(?:エラー|問題|結果|ところ|症状|まま)|変わ(?:らない|りません|っていない|ってない|っていません)|動(?:かない|きません|作しない|作しません|いていない|いてない)|直(?:っていない|ってない|らない|りません|っていません)|違い?(?:ます|う|います)|失敗(?:しました|した|します|する)|エラーが(?:出|発生)|落ち(?:ます|る|ました|た)|ダメ|だめ|駄目|できない|できません|開けない|おかしい|文字化け|ずれて|ズレ|消えて|固ま|反応しない|崩れ|抜けて|重複し|また(?:エラー|同じ|落ち|失敗|壊れ)"
)
# Worse than before; harm done.
_DAMAGE: Final = (
    r"\b(?:worse|(?:you|it|that|this|has|have|also|now|just|got|was|were|all)\s+(?:\w+\s+)?(?:broke|deleted|removed|destroyed|wiped|overwrote|overwritten|killed|ruined|dropped|lost|corrupted|messed up|screwed up|nuked|trashed|erased|reset)|broke (?:the|my|our|everything|all|it|prod\w*|\w+ing|something|other|two|three|four|five|\d+)|data loss|lost (?:my|our|all|the|data|two|three|an|a)|(?:we|i) lost|(?:took|brought|taken) (?:\w+ ){0,3}down|"
    r"(?:production|prod|site|server|checkout|service|shop) (?:was|were|went|is|are) down(?! to\b| from\b)|post-?mortem|outage|incident|reset (?:it|this|that|everything)? ?to (?:what|how|where)|back to (?:how|what|the way) it was|restor(?:e|ing) (?:from )?(?:the )?backup|rolled? ?back|rolling (?:it )?back|roll (?:it |this |everything )?back|revert(?:ed|ing|s)?\b|undo (?:it|that|this|everything|all|your)|undone|(?:i|we|i've|we've|i'm|had to|have)\s+(?:\w+ )?(?:dropp|remov|undid|undo|took|taking|threw|throw|back|discard|delet|reset|restor)\w* (?:(?:out|away|back) )?(?:it|this|that|your|the (?:change|commit|branch|index|patch)|all|everything)|(?:dropped|removed|disabled|took out) (?:it|(?:your|the) \w+) again|put (?:it|that|everything) back|git reset|git checkout|phone is ringing|customers? (?:are |is )?(?:complain\w*|calling|angry|affected)|"
    r"support (?:is|phone|tickets)|on fire|downtime|paged|got paged|alarm\w*|side effects?|"
    r"(?:ich )?verw(?:erfe|orfen)|weg damit|kaputt ?gemacht|zerstört|gelöscht|überschrieben|schlimmer|schlechter|verschlimmbessert|zurück(?:rollen|setzen|drehen|nehmen|gedreht|gerollt|gesetzt|genommen)|rückgängig|mach das weg|ausfall|backup (?:ein|zurück)\w*|datenverlust|"
    r"peor|rompiste|has roto|se rompió|rompió|borraste|has borrado|se perdi(?:ó|eron)|quita (?:todo|eso|esto)|quítalo|bórralo|revierte|reviértelo|revertir|deshaz|deshacer|vuelve atrás|he revertido|estropea\w*|caíd[oa])\b"
    r"|更(?:糟|差|慢|坏)|弄坏|搞坏|删(?:了|掉)了?我|丢了|回滚|撤销|还原|恢复备份|线上(?:挂|炸|出)|改坏|越改越|数据没了"
    r"|悪化|ひどく|酷く|壊れ(?:ました|た|てしま|て)|消え(?:ました|た|てしま)|削除され|戻して(?!く)|戻してください|元に戻|戻します|リバート|ロールバック|取り消|障害|巻き戻"
)
# The user ends it without the goal.
_QUIT: Final = (
    r"\b(?:(?:i |i'll |let's |we |just )?(?:give|giving|gave) up|forget (?:it|about it|that|this)|never ?mind(?! the)|(?:i'll|i will|i'd rather|let me|gonna|going to|i|i'm)\s+(?:just |better |now |rather )?(?:do|doing|fix|fixing|write|writing|finish|finishing|handle|handling|take|taking) (?:it|this|that|over|the rest)?\s*(?:by hand|on my own|myself|manually|from here|alone|over)?(?:\s+(?:myself|on my own|by hand|manually|alone))|"
    r"did it (?:myself|by hand|manually|on my own)|(?:do|did|done|fixed|fix|wrote|write) (?:it|this|that) (?:myself|by hand|manually|on my own|alone)|stopping here|(?:we|i) stop here|(?:i'll|i will|gonna|i'd rather|let's) (?:use|try|ask|buy|hire|go back to|switch to|wait for) (?!that|this|it\b|your|the (?:new|fix))\w+|i'm asking \w+|waste of (?:time|tokens|money)|wasted|pointless|useless|hopeless|whatever(?=[.!]|$)|(?<!good )enough(?: of this|!|\.|$| is enough)|stop(?: it| now| here| this| that|(?=[!.,;]|$))|leave it(?: alone| be| for now| as| there)?|drop (?:it|this|that|the idea)|abort|cancel (?:it|this|that|everything)|scrap (?:it|this|that)|bye+\b|"
    r"(?:ask|asking|take it to|try|trying|use|switch\w* to) (?:someone|somebody|another|a different|a human|a colleague|my colleague)|someone else|not worth (?:it|the)|won't work|call it a day|another day|no point|we (?:live|will live|'ll live) with|not going to happen|i'm (?:out|done)(?! with the)|don't (?:touch|bother|do) (?:any|it|this|that)\w*|don't bother|no,? thanks|throw(?:ing)? (?:it|this|that|everything|all) away|start(?:ing)? over|"
    r"close (?:the )?(?:session|ticket|issue) (?:then|without|unsolved|as wontfix)|wontfix|won't fix|"
    r"(?:ich )?geb\w* (?:es |das |'s )?auf|vergiss (?:es|das)|egal|lass (?:es|gut sein|das|mal|stecken)|hör auf|schluss|reicht(?: mir| jetzt| für heute|!|\.|$)|(?:ich )?mach\w* (?:es|das|'s)? ?(?:lieber |dann |jetzt |doch )?(?:selbst|selber|von hand|allein\w*)|zeitverschwendung|sinnlos|bringt nichts|abbrechen|brich ab|tschüss|frag\w* (?:jemand|einen|lieber|mal )?[\wäöü]+(?=[.!]|$)|ich nehm\w* (?:dann |lieber )?(?!es|das|alles)\w+|hier (?:hören wir auf|ist schluss)|hat keinen (?:sinn|zweck)|"
    r"(?:me )?rindo|olvídalo|olvidalo|déjalo|dejalo|deja (?:eso|esto|de)|da igual|basta|lo (?:hago|haré) yo|lo hago (?:a mano|yo mismo)|pérdida de tiempo|no vale la pena|para(?: ya|!|\.|$)|cancela(?:lo)?|adiós|abandono|paso de|lo dejo|(?:ya )?me cansé|estoy hart[oa]|no puedo más|hasta aquí)\b"
    r"|算了|放弃|不用了|别(?:弄|改|做|搞|动)了|我自己(?:来|做|改|弄|写|搞)|停[！!下止]?(?:$|[。！!，])|停下|浪费时间|没救|到此为止|换(?:个)?人|不搞了|不做了|不弄了|先这样|我去问|我用别的"
    r"|もう(?:いい|結構|けっこう|やめ|無理|十分)|諦め|あきらめ|やめて|やめます|中止|止めて|ストップ|自分で(?:やり|直し|書き|やる|対応|やっ)|別の人|他の人に|結構です|時間の無駄|手で直し|キャンセル|このままで|聞いてみます|別の方法"
)
# Wrong way: the user did not want that.
_REJECT: Final = (
    r"\b(?:wrong(?! (?:password|input|type))|incorrect|not what i|that's not (?:what|it|how|right|the|true)|this is not|that is not (?:what|how|right)|no[,.!]? (?:no|not|wait|that|this|don't|stop|you|the|it|i said|i meant|why)|why (?:did|would|do|are|is|does|on earth|the hell) (?:you|it|this|that|there)|i (?:didn't|did not|never) (?:ask|want|say|tell|mean|request)|"
    r"(?:i|we) (?:said|told you|asked (?:you )?(?:for|to)|wanted|explicitly|specifically)|not acceptable|unacceptable|can't (?:merge|accept|use|ship)|won't (?:merge|accept|ship)|reject(?:ed|ing)?|declin(?:ed|ing)|should(?:n't| not) have|shouldn't|(?:who|nobody|no one) (?:asked|told|said)|you(?:'ve| have)? (?:also |just |even |again )?(?:changed|broke|broken|ignored|forgot|forgotten|missed|skipped|invented|threw|thrown|deleted|removed|lost|renamed|reformatted|rewrote|rewritten|replaced|overwrote|moved|touched|dropped|reordered|duplicated|commented|made (?:that|this|it) up|hallucinated|"
    r"didn't|did not|haven't|never|adapted|edited|disabled|weakened|faked|cheated|lied|only|just (?:deleted|disabled|commented|skipped|removed))|cheat\w*|hallucinat\w*|made[- ]up|doesn't exist|does not exist|nonsense|garbage|rubbish|crap|bullshit|terrible|awful|horrible|hideous|dreadful|pathetic|yuck|ew+|gross|a mess|disaster|unusable|unreadable|nope|nah|no way|not ok(?:ay)?|thought so|as feared|of course not|, i (?:wrote|said|asked)\b|to undo\b|so no\b|then no\b|what did i (?:say|ask|tell|write)|did i (?:not |ever )?(?:say|ask)|stupid|ridiculous|(?:is|what|such) a joke|an essay|angry|"
    r"careless|sloppy|wtf|ffs|fuck\w*|shit\w*|argh+|seriously\?|really\?|come on|for god'?s sake|jesus|facepalm|"
    r"falsch|nicht (?:richtig|gewollt|gewünscht|so|gut|gefragt|brauchbar|akzeptabel)|quatsch|unsinn|blödsinn|mist|müll|scheiß\w*|schrott|schlecht|nervt|ärgerlich|enttäusch\w*|warum (?:hast|machst|ist|änderst|löschst|steht|hat)|ich sagte\b|ich hatte (?:\w+ )?gesagt|ich (?:wollte|sagte|hatte|habe) (?:\w+ ){0,3}(?:doch|nicht|kein\w*|gesagt|nie)|das war nicht|so nicht|nein|nö|nee|du (?:hast|solltest) (?:\w+ ){0,5}(?:nicht|vergessen|ignoriert|gelöscht|geändert|erfunden)|viel zu|"
    r"mal(?!e)|incorrecto|no (?:es|era|quería|quiero|pedí|te pedí|dije) (?:lo|eso|esto|así|que|un|una)?|eso no|así no|qué (?:desastre|mierda|horror|asco)|mierda|joder|basura|horrible|decepcion\w*|fatal|por qué (?:has|borras|cambias|cambiaste|hiciste|sigue)|te (?:dije|pedí|había dicho)|demasiado|inaceptable|molest\w*)\b"
    r"|错了|不对|不是我(?:要|想)的|谁让你|为什么(?:你)?(?:又|改|删|还|总|动)|我(?:说的|要的|说过|让你|没让)|垃圾|糟糕|烂|无语|失望|白(?:等|费|忙|搞|干|跑)|气死|烦|太(?:慢|差|烂|糟|乱|复杂)|胡说|乱(?:改|来|写|搞)|别乱|什么鬼|搞什么|服了"
    r"|違う|違います|ちがう|間違|そうじゃない|そうではな|なぜ(?:勝手|まだ|変え|消し|また)|なんで|勝手に|頼んでい?ない|頼んでいません|言ったはず|ひどい|酷い|最悪|がっかり|残念|困り(?:ます|ました)|困る|イライラ|ふざけ|遅すぎ|使えない|😡|🤦|😠|🙄|👎|😤|🤬|:\(|:-\("
)
# Displeased with how, how late, how dear it was; the goal itself may be reached.
_MILD: Final = (
    r"\b(?:disappoint\w*|annoy\w*|frustrat\w*|unhappy|not (?:too |very |so |really |exactly )?(?:happy|thrilled|pleased|great|ideal|elegant|pretty|nice|impressed|convinced|sure about)|confus\w*|lazy|damn|ugh+|sigh|hell|omg|meh|bad|ugly|hacky|messy|clumsy|awkward|too (?:slow|late|long|much|complicated|expensive|big|many|verbose|clever)|"
    r"(?:took|takes|cost|costs|needed) (?:\w+ ){0,2}(?:\d+|hours?|days?|ages|forever|too|all|the whole|half|longer|way|so|twice|an? (?:hour|day|whole))|supposed to|(?:i|we) (?:had |would have |'d have )?(?:expected|hoped|wished|thought)|would have (?:been|liked|preferred)|could have been|should have been|you (?:could|should|might) have \w+|why didn't you (?:say|tell|ask|mention|warn)|slow(?:er)?\b|late\b|expensive|pity|too bad|shame|unfortunately|sadly|tired|exhausting|"
    r"painful|tedious|grumpy|complain\w*|not again|again\?|i (?:don't|do not) (?:like|love|get|understand|trust)|hate|boring|weird|strange|worried|risky|"
    r"schade|leider|enttäusch\w*|nervt|nervig|ärgerlich|hässlich|langsam(?:er)?|zu (?:lang\w*|spät|teuer|viel|kompliziert)|hat (?:\w+ )?(?:gedauert|gekostet)|naja|na ja|mühsam|umständlich|hätte (?:ich )?(?:mir )?(?!nicht )(?:\w+ )?(?:erwartet|gewünscht|gedacht)|nicht (?:schön|ideal|optimal|glücklich|begeistert|zufrieden)|"
    r"lástima|una pena|decepcion\w*|lent[oa]|feo|fea|tardó|tarda|costó|molest\w*|demasiad[oa]|esperaba|no me (?:gusta|convence)|qué pena|cansad[oa]|pesad[oa])\b"
    r"|可惜|遗憾|失望|太(?:慢|久|贵|长|晚|复杂)|不(?:满意|太满意|喜欢|好看|理想)|有点(?:慢|丑|乱|失望|麻烦)|麻烦|无奈|唉|难看|残念|がっかり|遅い|遅く|重い|時間がかか|かかりすぎ|面倒|いまいち|イマイチ|微妙|不満|見にくい|醜い|困り|惜しい|疲れ|はぁ"
)
# Displeased with how long it took or how it went, not with what came out.
_EFFORT: Final = (
    r"\b(?:took you|you (?:took|needed)|cost (?:me|us)|(?:took|needed|after) (?:a while|ages|forever|so long|(?:\w+ )?(?:hours?|days|attempts|tries|rounds|iterations))|\w+ (?:attempts|tries|rounds|hours|days) (?:later|for)|could have (?:said|told|asked)|hat (?:\w+ )?(?:lange )?gedauert|nach (?:\w+ )?(?:stunden|versuchen|anläufen)|schwere geburt|"
    r"te (?:costó|tomó|llevó)|después de (?:\w+ )?(?:horas|intentos)|ha costado|tardaste)\b|花了(?:你)?[^。]{0,8}(?:小时|时间|天)|绕了|折腾|試行錯誤|何度も|時間がかか(?:り|っ)|長かった"
)
# A turn from one half to the other.
_CONTRAST: Final = r"(?<=[\w,;:)!.'] )\b(?:but|however|although|though|only that|aber|allerdings|jedoch|nur dass|pero|aunque|sin embargo|solo que)\b|但(?:是)?|不过|只是|可是|(?:です|ます|した|た|だ|る|い)(?:が|けど|けれど)[、,]|ただ(?:し)?[、,]|しかし|でも"
_PARTIAL: Final = (
    r"\b(?:except|apart from|other than|half|partly|partially|mostly|almost|nearly|good enough|close enough|will do for now|only (?:\w+ )?(?:works?|part|half|one|two|the first|on|for|in|\d+)|(?:the )?rest\b|what works|some of|(?:one|two|three|\d+) (?:of|out of) (?:the |them|\d+)|remaining|at least|i'll give you that|the other (?:half|part|one|two)|"
    r"not (?:all|everything|every|perfect|complete\w*)|good start|halfway|for now|tomorrow|next time|later|still missing|is missing|missing|will do\b|(?:gets?|in|for|as) (?:its own|their own|a separate|another|a follow-?up|a new) (?:ticket|issue|pr|task|story)|next sprint|follow-?up|"
    r"fürs erste|vorerst|erst ?mal|teilweise|zum teil|halb|fast|bis auf|außer|nur (?:\w+ )?(?:die hälfte|ein teil|der erste|halb)|immerhin|der rest|fehlt noch|fehlen noch|größtenteils|wenigstens|"
    r"por ahora|de momento|a medias|casi|excepto|menos|en parte|parcialmente|la mitad|solo (?:una|la|funciona)|al menos|falta[n]?|el resto)\b"
    r"|一半|部分|大部分|除了|差不多|剩下|至少|还(?:差|缺|少|剩)|剩一"
    r"|一部|半分|ほとんど|だいたい|残り|以外|せめて|あと(?:は|少し)"
)
_SARCASM: Final = (
    r"\b(?:thanks? (?:a lot )?for nothing|thanks? for (?:breaking|deleting|ruining|wasting|the (?:outage|mess|essay))|(?:oh |well,? )?(?:just )?(?:great|wonderful|fantastic|perfect|lovely|brilliant|nice|super|awesome|amazing)[,.!…]+\s*(?:now|so now|another|again|you|and now|except|it|that|yet|more|still|the|and)\b[^.!?\n]{0,80}|(?:great|nice|good|well|fine|excellent) (?:job|work|done|going)[,.!]* "
    r"(?:breaking|deleting|ignoring|ruining|wasting|making|on breaking|now|you|except)|wow,? ok\b|wow[.,…]*$|yeah,? right|sure,? (?:that|because|it)|as if\b|how (?:nice|lovely|wonderful|helpful|useful)|what a (?:surprise|joke|mess|shame)|bravo\b[^\n]{0,60}|congrat\w*[^\n]{0,60}|slow clap|\*slow clap|very (?:funny|helpful|useful)|so (?:helpful|useful)\b|big help|"
    r"na (?:super|toll|klasse|prima|bravo|danke)|(?:super|toll|klasse|prima|großartig|wunderbar|herzlichen glückwunsch|danke|bravo)[,.!…]+\s*(?:jetzt|nun|und jetzt|wieder|schon wieder|nur|dass|du|noch|der|die|das)\b[^.!?\n]{0,80}|danke für (?:nichts|gar nichts)|"
    r"(?:genial|perfecto|estupendo|fantástico|muy bien|gracias|bravo|qué bien)[,.!…]+\s*(?:ahora|y ahora|otra vez|otro|lo|el|la|me|has|sigue)\b[^.!?\n]{0,80}|gracias por nada|vaya (?:ayuda|desastre|mierda))"
    r"|[\"“'«„](?:fixed|done|works|finished|ready|complete[d]?|success|solved|fertig|erledigt|behoben|listo|hecho|arreglado|already works)[!.]?[\"”'»“]"
    r"|(?:太好了|太棒了|真棒|很好|厉害|谢谢|不错)[，,。！!]+\s*(?:现在|又|结果|这下|然后|连|居然|可|把)[^。\n]{0,40}|真是谢谢你了|(?:素晴らしい|すごい|最高|ありがとう|さすが|お見事)(?:です(?:ね)?)?[、。！!]+\s*(?:今度は|今|また|おかげで|全部|まだ|でも)[^。\n]{0,40}|おかげで[^。\n]{0,20}(?:壊|消|動か|ダメ)"
)
# Calm words that carry the work on: what was there before is taken as done.
_ONWARD: Final = (
    r"^\W*(?:(?:ok(?:ay)?|good|great|fine|nice|alright|gut|vale|好的?|はい|yes|and|now|then|so|also|und|y|ahora|dann|jetzt)[,.!:\s]+)*(?:please |bitte |por favor |now |just |then )?(?:commit|push|merge|ship|deploy|release|publish|open (?:a|the) (?:pr|pull request|mr)|create (?:a|the) (?:pr|pull request|mr)|tag (?:it|the)|next\b|now (?:do|the|let|we|add|also)|also\b|and (?:now|also|the)|"
    r"(?:bitte )?(?:committen|commite|pushen|mergen|deployen|veröffentlichen)|als nächstes|jetzt (?:noch|bitte|die|der|das)|haz (?:commit|push)|sube|publica|despliega|ahora (?:haz|añade|el|la)|提交|推送|合并(?!冲突)|部署|发布|接下来|下一步|コミットして|プッシュして|マージして|デプロイして|次は|次に)"
)
# General words of liking and disliking: tell only where nothing else does.
_LIKES: Final = (
    r"\b(?:lov\w+|(?:i|we|they|everyone) (?:really )?like[sd]?|happ(?:y|ier)|good|better|best|faster|quicker|easier|clean\w*|clear\w*|smooth\w*|solid|sharp|useful|helpful|readable|accurate|agree[sd]?|pleased|proud|enjoy\w*|impress\w*|elegant|yes|yep|yeah|yay|usable|live|applied|shipped|released|merged|saved|gut|besser|schneller|schön\w*|sauber\w*|klar\w*|freu\w*|gern|stolz|ja|brauchbar|angenommen|"
    r"buen\w*|mejor|rápid\w*|clar[oa]|limpi[oa]|útil|content[oa]|encanta\w*|gusta|sí|aceptad[oa])\b|好|快|清楚|喜欢|满意|清爽|顺|稳|良い|よく|いい|早い|速い|見やすい|嬉|安心|きれい|便利"
)
_DISLIKES: Final = (
    r"\b(?:twice|wrong\w*|bad\w*|worse|worst|slow\w*|lost|los[et]|fail\w*|errors?|bugs?|broke\w*|crash\w*|complain\w*|angry|upset|useless|weird|strange|odd|ugly|mess\w*|noise|noisy|confus\w*|missing|mistake\w*|problem\w*|duplicate\w*|garbage|spam|nonsense|stuck|dead|less|fewer|lower|nobody|nothing|un(?!it|til|der|ion|iq)\w+(?:ed|able)|never|no|not|\w+n't|instead|hate\w*|blind\w*|falsch\w*|schlecht\w*|fehler\w*|doppelt\w*|leer\w*|"
    r"langsam\w*|seltsam|komisch|hässlich|nicht|kein\w*|nie|wieder|mal|peor|lent[oa]|err[oó]r\w*|fall[oa]\w*|roto|raro|feo|nunca|nada|ni)\b|错|坏|慢|差|乱|没|不|难|丑|怪|丢|重复|悪|遅|違|変|失敗|ない|ません|壊|消え|重複|見づら|おかし"
)
# Any "no" or "not": tells only where nothing else does.
_NEGATED: Final = r"\b(?:no|not|none|nothing|never|without|\w+n't|cannot|nicht\w*|kein\w*|nie|ohne|nada|nunca|ningun\w*|sin)\b|不|没|無|ない|ません|なし|なく"
# Thanks that console: the work did not help.
_POLITE: Final = (
    r"\b(?:(?:thanks?|thank you|thx)(?: you)?(?: so much| a lot)?,? (?:anyway|anyways|regardless|all the same|though|but|for (?:trying|the (?:effort|try|attempt|help anyway)|your (?:effort|time|patience)))|nice try|good try|at least (?:we|you) tried|worth a (?:try|shot)|trotzdem danke|danke (?:trotzdem|dennoch|für (?:den versuch|die mühe)|für's probieren)|"
    r"gracias (?:igualmente|de todos modos|de todas formas|por (?:intentarlo|el intento|el esfuerzo)|igual))\b|谢谢你的(?:努力|尝试)|(?:还是|仍然|总之)(?:谢谢|感谢)|辛苦了[，,]?但|(?:とりあえず|それでも|一応)ありがとう|ありがとう(?:ございました)?[、,。]?(?:でも|ですが)"
)
# Words of trouble that say there is none.
_NO_TROUBLE: Final = re.compile(
    r"\b(?:not (?:too |so |that )?bad|no (?:problems?|worries|issues?|complaints?|regressions?|(?:more )?(?:errors?|crash(?:es)?|failures?|warnings?|flicker(?:ing)?|leaks?)(?: any ?more| now| left| since)?)|nothing (?:wrong|broken|broke|else|more|further)|nothing \w+ (?:it|this|that|them) any ?more|no (?:more|further|other) (?:questions?|changes|wishes)|no longer (?:\w+)|"
    r"(?:doesn't|does not|don't|hasn't|isn't|didn't) (?:crash|fail|flicker|hang|break|leak|freeze|crashed|failed|broken|crashing|failing|hanging)(?:ing|ed)? ?(?:any ?more|anymore|again|since|now|once)?|without (?:any )?(?:errors?|problems?|issues?|crash\w*|fail\w*)|(?:0|zero) (?:errors?|failures?|failed|warnings?|problems?)|"
    r"(?:didn't|did not|never|wouldn't have|would never have) (?:expect|expected|think|thought|believe|believed)\b|hätte (?:ich )?nicht (?:gedacht|erwartet|geglaubt)|no (?:me lo )?(?:esperaba|creía)|stopped (?:crashing|failing|flickering|hanging|leaking|breaking)|never (?:failed|crashed) (?:again|since)|can(?:'t|not) (?:complain|break it|reproduce it any ?more)|couldn't be (?:happier|better)|(?:i was|was i|my (?:fault|mistake|bad|error)|i'm the one who was) ?(?:wrong|mistaken)?|"
    r"nicht schlecht|kein(?:e|en)? (?:problem\w*|fehler|warnung\w*|absturz|abstürze)(?: mehr)?|ohne (?:fehler|probleme|absturz)|nicht mehr (?:\w+)|mein fehler|no está (?:nada )?mal|sin (?:errores|problemas|fallos)|ya no (?:falla|sale|da|se|hay|me)|ningún (?:error|problema)|ningun[oa]? (?:error|fallo))\b"
    r"|没(?:有)?(?:问题|错误|报错)了?|不(?:再)?(?:报错|崩溃|出错)了|再也没|问题(?:没|不见)了|是我(?:错|搞错|看错)|問題(?:ない|ありません|なし|なさそう)|エラー(?:は|が|も)?(?:出なく|なくな|消え|ありません|なし)|落ちなく|私の(?:ミス|勘違い|間違い)"
)
_SHOUT: Final = re.compile(
    r"\b[A-Z]{3,}\b(?:[^a-z]{0,3}\b[A-Z]{2,}\b)+|\b(?:NOT|NEVER|AGAIN|STOP|NO|WRONG|WHY|STILL|DON'T|NICHT|WIEDER|OTRA VEZ)\b|[!?]{3,}|\bNO\b"
)
_QUOTED: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]{0,200}`|^\s*>[^\n]*$", re.DOTALL | re.MULTILINE)
_SENTENCE: Final = re.compile(
    r"[^.!?\n;。！？；]+(?:[.!?;。！？；]+(?=\s|$|[^\x00-\x7f])|[.](?=\S)[^\n!?;。！？；]*?(?=[!?;。！？；\n]|\. |$)[.!?;。！？；]*)*|[.!?;。！？；]+"
)
_QUESTION: Final = re.compile(r"[?？]\s*$|[吗呢]\s*[?？。]?\s*$")
_REPROACH: Final = re.compile(
    r"\W*(?:so |and |but |no,? )?(?:why|who|how many|how often|how can|how could|really|seriously|are you|did you|what the|warum|wieso|wer|wie oft|por qué|quién|cuántas|为什么|怎么|谁|なぜ|なんで|どうして)|\W*[?？]+\s*$"
)
_UNDO: Final = re.compile(
    r"\b(?:revert|undo|roll(?:ed)? ?back|put (?:it|that|everything) back|reset (?:it|this|that|everything)|rückgängig|zurück(?:nehmen|setzen|rollen|drehen)|revierte|revertir|deshaz|deshacer|quita (?:todo|eso|esto)|quítalo)\b|还原|撤销|回滚|恢复|戻し|取り消|削除しただけ"
)
_LONE_PRAISE: Final = re.compile(
    r"\W*(?:just |how |absolutely |simply )?(?:great|brilliant|wonderful|perfect|lovely|nice|super|awesome|amazing|fantastic|bravo|excellent|toll|klasse|prima|genial|perfecto|estupendo|fantástico|congrats|well done|good job|nice job|太棒了|真棒|厉害|最高|素晴らしい|お見事)\W*$"
)
# A sentence that asks for work: its "broken", "wrong" or "works" describes the task and judges nothing.
_REQUEST: Final = re.compile(
    r"\s*(?:(?:ok(?:ay)?|hi|hey|hello|and|now|then|also|next|so|please|pls|great|good|und|jetzt|dann|bitte|y|ahora|por favor|请|然后|次に|では)[,:!]?\s*)*"
    r"(?:(?:can|could|would|will) (?:you|we)\b|we (?:need|have|want|should)\b|i (?:need|want you|would like|'d like)\b|i'd like|let's\b|make (?:sure|it|the|this|a|an)\b|ensure\b|help\b|"
    r"(?:add|fix|check|write|implement|create|update|change|rename|remove|move|refactor|find|explain|show|tell|run|test|debug|investigate|look|try|use|build|install|set|configure|convert|migrate|upgrade|clean|review|reproduce|document|draft|deploy|replace|generate|speed|optimi[sz]e|port|bump|"
    r"get|give|figure|sort|split|squash|rebase|describe|list|translate|handle|support)(?! (?:is|are|was|were|looks?|works?|seems?|ok|okay|still|does|fails?|passes|now)\b)\b|(?:see (?:if|why|what)|why (?:is|are|do|does) the|what\b(?! did i)|how (?:do|does|can|to|would|is)\b|where\b|which\b|when (?:i|the|we|you)\b|"
    r"kannst du|könntest du|wir (?:brauchen|müssen)|füge?|behebe?|prüfe?|schreib|erstelle?|ändere?|benenne?|entferne?|mach(?:e)? (?:bitte|die|das|den|ein)|baue?|finde|erklär|"
    r"puedes|podrías|necesito|necesitamos|añade|arregla|corrige|revisa|escribe|crea|cambia|actualiza|quita|elimina|mueve|busca|explica|comprueba|haz que)\b"
    r"|(?:帮我|请你?|麻烦|把|给|写|修复|检查|添加|实现|为什么(?!你|又|还)))"
    r"|[^。\n]{0,60}(?:してください|して下さい|してほしい|をお願いします|を教えて)[。]?\s*$"
)
_MAX: Final = 8000
_LONG: Final = 900
_OPENING: Final = 240


@dataclass(frozen=True, slots=True)
class Said:
    """What one message of the user tells about the work so far; each field is the cue's words, or ''."""

    praise: str = ""
    confirm: str = ""
    weak: str = ""
    unresolved: str = ""
    damage: str = ""
    quit: str = ""
    reject: str = ""
    mild: str = ""
    negated: str = ""
    likes: str = ""
    dislikes: str = ""
    polite: str = ""
    contrast: str = ""
    effort: str = ""
    asked: bool = False  # the message, or its last sentence, asks for work
    partial: str = ""
    sarcasm: str = ""
    onward: str = ""
    shout: str = ""

    @property
    def against(self) -> str:
        """The words that speak against the work, or ''."""
        return self.sarcasm or self.damage or self.quit or self.unresolved or self.reject


def read_mood(text: str) -> Said:
    """Reads a user's message for what it says of the work; quoted and pasted parts do not count."""
    own = _QUOTED.sub(" ` ", unicodedata.normalize("NFKC", text[:_MAX])).replace("’", "'")
    if len(own) > _LONG:  # a long message is a task; what it says of earlier work stands in its first words
        first = own[:_OPENING]
        own = first[: max(first.rfind(end) for end in (". ", "! ", "? ", "\n", "。")) + 1]
    low = _NO_TROUBLE.sub(" works now. ", own.lower())
    sentences = _SENTENCE.findall(low)
    asking = [bool(_REQUEST.match(one)) and not _UNDO.search(one) for one in sentences]
    own_words = [one for one, asks in zip(sentences, asking, strict=True) if not asks]
    told = "\n".join(one for one in own_words if _REPROACH.match(one) or not _QUESTION.search(one))
    stated = "\n".join(one for one in own_words if not _QUESTION.search(one))
    where = dict.fromkeys(("partial", "onward", "weak", "polite", "quit", "sarcasm"), low)
    where |= dict.fromkeys(("contrast", "negated", "likes", "confirm", "praise"), stated)
    found = {name: _first(name, where.get(name, told)) for name in _CUES}
    if not found["sarcasm"] and len(sentences) > 1 and _LONE_PRAISE.match(sentences[-1].strip()):
        before = "\n".join(sentences[:-1])
        if any(_first(name, before) for name in ("damage", "unresolved", "reject")):
            found["sarcasm"] = sentences[-1].strip()  # "so we lost the index. brilliant"
    shout = _SHOUT.search(own)
    asked = any(asking) or bool(sentences and _QUESTION.search(sentences[-1]))
    return Said(**found, shout=shout[0] if shout else "", asked=asked)


_CUES: Final = {
    "praise": _PRAISE,
    "confirm": _CONFIRM,
    "weak": _WEAK,
    "unresolved": _UNRESOLVED,
    "damage": _DAMAGE,
    "quit": _QUIT,
    "reject": _REJECT,
    "mild": _MILD,
    "negated": _NEGATED,
    "likes": _LIKES,
    "dislikes": _DISLIKES,
    "polite": _POLITE,
    "contrast": _CONTRAST,
    "effort": _EFFORT,
    "partial": _PARTIAL,
    "sarcasm": _SARCASM,
    "onward": _ONWARD,
}


@cache
def _cue(name: str) -> re.Pattern[str]:
    return re.compile(_CUES[name], re.MULTILINE)


def _first(name: str, low: str) -> str:
    found = _cue(name).search(low)
    return found[0].strip() if found else ""
