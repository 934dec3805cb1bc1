"""Talk about the memory itself: rules about rules, the reflector, session bookkeeping, a rule's own standing."""

from __future__ import annotations

from typing import Final

from cm.core.screening.screens.check import Check

_NOT_OURS: Final = (
    r"eslint|\blint|\bfirewall|\bcss\b|\biptables|\bansible|--check\b|--limit\b|\brun(?:ning)? a playbook\b|\bplaybooks\b|\bhosts?\b|\broles?\b|\binventory|\bincident|\bon-?call|\brunbook|\bbusiness rule|\bbazel|\bmakefile|"
    r"\bsecurity (?:group|rule)|\brouting|\bvalidation rule|\bprometheus|\balert|\bsemgrep|\bsonar|\brubocop|\bclippy|\bruff\b|\bstylelint|\bproguard|\bsnort"
)

CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "self-reference",
        "rule bullet instruction memory entry lesson guideline playbook insight directive",
        r"\b(?:rule|bullet|lesson|instruction) (?:above|below|before this|after this) (?:is|was|has|must|should|may|can|will)\b|\b(?:this|the present|the above|the following) (?:rule|bullet|instruction|memory|entry|lesson|guideline|insight|playbook|directive|"
        r"playbook entry|memory entry)\b\s*(?:itself\s+|above\s+|below\s+)?(?:\w+ly\s+)?(?:has|is|was|must|may|should|shall|can|cannot|can't|will|won't|never|always|"
        r"supersedes?|overrides?|takes?|outranks?|outweighs?|applies|stays?|remains?|wins?|beats|replaces?|needs?|counts?|deserves?|expires?|"
        r"came|comes|cancels?|works?|worked|helps?|helped|fails?|failed|shows?|proves?|matters?|exists?|saved|and)\b",
        r"eslint|lint",
    ),
    Check(
        "self-reference",
        "rule rules bullet bullets lesson lessons playbook entry entries instruction ids id memories agent agents",
        r"\b(?:never|do not|don't|must not|always|please)\b[^.\n]{0,20}\b(?:retire|delete|remove|forget|demote|downvote|promote|pin|rank|prefer|show|"
        r"inject|mark|keep|upvote|boost)\b[^.\n]{0,12}\b(?:this|these|my) (?:rules?|bullets?|lessons?|entr(?:y|ies)|instructions?|memor(?:y|ies)|notes?)\b"
        r"|\b(?:mark|rate|score|vote|pin|rank|promote|retire)\b[^.\n]{0,12}\b(?:this|the|these|all|every|that) (?:rules?|bullets?|lessons?)\b"
        r"|\b(?:supersedes?|overrides?|outranks?|takes? (?:precedence|priority) over|has priority over|more important than)\b[^.\n]{0,12}"
        r"\b(?:all|every|any|each)\b[^.\n]{0,8}\b(?:other|previous|earlier|existing) (?:rules?|instructions?|guidelines?|bullets?|entr(?:y|ies))\b"
        r"|\b(?:rules?|bullets?|lessons?) (?:were|was|is|are|has been|have been|should be|to be|must be)?\s*(?:\w+ly )?(?:extracted|learned|distilled|"
        r"stored|proposed|retired|reinforced|injected|promoted|demoted|deduplicated|merged into the playbook)\b"
        r"|\b(?:extract|propose|learn|store|distil|distill|save|remember|derive|generate|add|create|produce|write)s?\b[^.\n]{0,12}"
        r"\b(?:fewer|more|less|no|new|better|shorter|these|at most \w+|only \w+)\s+(?:\w+ )?(?:rules|lessons|bullets|learnings|memories|insights)\b"
        r"|\b(?:agents?|assistants?|models?|extractor|learner) (?:should|must|needs? to|has to|ought to|may|can) (?:\w+ )?(?:write|extract|propose|learn|store|save|remember|keep|produce|derive) (?:\w+ ){0,2}(?:rules|lessons|memories|bullets|learnings|insights)\b|\b(?:store|save|remember|memori[sz]e|write down|note down|repeat|forget|learn|extract|inject|reinforce)\b[^.\n]{0,15}\b(?:each|every|all|this|these|those|new|the|any)\s+(?:new |learned |same |other |single )?(?:rules?|lessons?|memories|memory|learnings?|bullets?)\b|\brules?\b[^.\n]{0,30}\b(?:forgotten|remembered|memori[sz]ed)\b|\bno (?:new )?(?:rules|lessons|learnings|insights) (?:can|could|were|to|from|in|here)\b"
        r"|\b(?:inject\w*|retriev\w+|deliver\w*|show\w*|quot\w+|cit\w+|nam\w+|list\w*) (?:the |its |their |these |those |your |each |any |all |which )?(?:injected |delivered |retrieved |shown |used )?(?:rules?|bullets?|lessons?|memories)\b(?: ids?)?[^.\n]{0,30}\b(?:agents?|ids?|sessions?|task|prompt|context|playbook|memory)\b"
        r"|\b(?:quote|cite|name|mention|report|log) (?:their|the|its|rule|bullet) (?:rule |bullet )?ids?\b|\bids? of (?:the|these|all|its|used|injected) (?:rules|bullets|lessons|memories)\b|\b(?:helpful|harmful) (?:count|counter|score|marks?|votes?)\b|\bconfidence (?:score )?of this\b",
        _NOT_OURS,
    ),
    Check(
        "self-reference",
        "reflector curator reflection playbook memory memories mem cass cm ace",
        r"\b(?:the )?(?:reflector|curator|memory (?:tool|system|plugin|server|agent|layer|extractor|hook|observer)|playbook (?:tool|system|curator|file|entr\w+|"
        r"rules?|bullets?|delta\w*|updates?)|(?:claude-mem|cass-memory|cass memory)\b)[^.\n]{0,80}?"
        r"\b(?:should|must|will|can|could|needs?|may|has|is|was|extract\w*|propos\w*|run\w*|store\w*|keep\w*|record\w*|rules?|sessions?|lessons?)\b"
        r"|\b(?:add|save|store|record|write|put|persist|append|remember|note|log|update)\b[^.\n]{0,50}?\b(?:in|to|into)\b\s+(?:the |your |its |my |this |"
        r"our |cm |agent )?(?:playbook|rulebook|long-term memory|agent memory|project memory|memory bank|memory file|memory tool|memory store|"
        r"memory system|memories|memory for (?:later|next)|cm)\b"
        r"|\b(?:update|read|consult|check|query|search|load|clean up|tidy)\b\s+(?:the |your |my )?(?:playbook|memory bank|memory tool|memory (?:file|store)|memories|long-term memory)\b"
        r"|\b(?:the|your|this|our|my|current) playbook\b[^.\n]{0,40}?\b(?:rules?|bullets?|entr(?:y|ies)|lessons?|full|empty|long|learned|has|contains|already|is)\b"
        r"|\b(?:save|store|keep|commit|write|record) (?:this|that|it)\b[^.\n]{0,15}\bto memory\b|\bremember this (?:rule|lesson|for)\b",
        _NOT_OURS,
    ),
    Check(
        "self-reference",
        "model agent assistant summaries notes recap digest session sessions conversation chat transcript context compaction compacted summary handoff reflection",
        r"\bsession (?:summar(?:y|ies)|notes?|log|recap|diary|id|digest|transcripts?|handoff|memory|record|journal) (?:is|was|were|should|must|has|of|"
        r"for|says|shows|contains|will|at|in|to|needs?|ends?|starts?|went)\b|^\W*session (?:summary|notes?|recap|log|diary|digest)\b"
        r"|\b(?:summari[sz]e|recap|log|record|document|describe|close|end)\b[^.\n]{0,15}\b(?:this|the|each|every|past|previous|last|current) (?:session|conversation|chat)\b"
        r"|\b(?:summar(?:y|ies)|notes?|recaps?|digests?) of (?:the|this|each|every|past|our) (?:chat|session|conversation|transcript)s?\b|\b(?:chat|conversation|transcript) (?:summar(?:y|ies)|recaps?|digests?)\b|\b(?:model|agent|assistant|ai) (?:has|have|had|will|may|might) (?:\w+ )?(?:forgotten|forget|lost|remember\w*|no memory)\b|\b(?:part|beginning|start|end|rest|half) of (?:the|this|our) (?:conversation|chat|session|transcript)\b|\bin (?:this|the (?:current|present|last|previous)|our) (?:session|conversation|chat|transcript)\b(?!['’]s)"
        r"|\b(?:this|the (?:current|previous|last|above)) (?:session|conversation|chat|transcript)\b[^.\n]{0,30}?\b(?:was|is|has|had|contains?|shows?|ended|"
        r"started|covered|went|dealt|focus\w*|yield\w*|should|taught)\b"
        r"|\b(?:previous|past|earlier|recent|many|several|most|other|two|three|\d+) sessions (?:show|prove|suggest|indicate|confirm|support|agree|taught|ended|failed|used)\w*|\bfrom (?:this|these|the current|past|previous) (?:kinds? of )?(?:sessions?|conversations?|transcripts?)\b|\bthis kind of session\b"
        r"|\b(?:conversation|context|transcript|history) (?:was|has been|got|is being|will be) (?:compacted|summari[sz]ed|truncated|compressed|cleared)\b"
        r"|\b(?:session|conversation|chat) (?:was|is|has been|had been|got|will be|gets) (?:\w+ )?(?:summari[sz]ed|compacted|compressed|resumed|continued|interrupted|restarted|cleared|truncated|ended|closed|saved|archived|recorded|long|short)"
        r"|\bcontext (?:was|is|has been|got|gets|ran|runs) (?:\w+ )?(?:full|exhausted|compacted|compressed|summari[sz]ed|trimmed|out|lost|cleared|too long)|\bran out of context\b|\bcontext window\b[^.\n]{0,30}\b(?:full|left|used|remaining|limit)\b|\b(?:pre-?)?compact(?:ion)? (?:summary|notes?|happened)\b|"
        r"\btokens? (?:used|left|remaining) (?:in|so far|this)\b",
        r"\b(?:web|http|login|db|database|user) session|\bsession (?:cookie|token|store|factory|scope)|sqlalchemy",
    ),
    Check(
        "self-reference",
        "lesson learning insight reflection reflections playbook rulebook memories observations lessons learnings insights",
        r"\b(?:playbook|rulebook)\b|\b(?:this|these|that) (?:lesson|learning|insight|reflection|recollection)s?\b|\breflections? (?:must|should|are|is|was|were|needs?)\b|\b(?:your|agent|stored|saved|old|new|more|fewer|these|long-term|past|relevant|its) memories\b|\bmemories (?:are|were|should|must|of|from|about)\b"
        r"|\b(?:lessons?|learnings|insights?|observations?) (?:learn(?:ed|t)|from (?:the|this|past|previous|earlier|each|every|all)|should (?:be|have)|must (?:be|have)|are (?:stored|kept|saved|ranked|scored)|(?:was|were) (?:learn|stored|saved|kept|extracted|written|recorded|added))\w*",
        _NOT_OURS,
        anywhere=True,
    ),
    Check(
        "self-reference",
        "rule rules lesson lessons insight confidence learned learnt extracted derived distilled session sessions transcript observations",
        r"(?:^|[\s(])rules? (?:no\.? ?|number |#)?\d+\b|\b(?:number|amount|list|set|count|quality|ranking|order) of (?:the )?(?:rules|lessons|bullets|memories|learnings|insights)\b"
        r"|\b(?:all|any|other|earlier|later|older|newer|previous|conflicting|low-scoring|harmful|helpful|stale|learned|weak|good|bad|short|long|useless|existing|such) (?:\w+ )?rules (?:from|in|of|about|that|which|with|must|should|are|were|have|can|may|will)\b"
        r"|\brules (?:from|in|of) (?:the|this|that|your|each|past|previous|these) (?:playbook|memory|memories|file|list|session|sessions|store|transcript|conversation)\b"
        r"|\b(?:learn(?:ed|t)|extracted|derived|distilled|taken|recorded|written|noted|observed|inferred|generated|collected) (?:in|from|during|by|at) (?:the |this |that |a |an |each |every |last |previous |earlier )?(?:\w+ )?"
        r"(?:sessions?|transcripts?|conversations?|chats?|reflections?|reflector|memory tool|agent)\b|\b(?:confidence|score|weight|standing|rank) (?:of|for) (?:this|the|that|a|each|every) (?:rule|lesson|insight|bullet|entry|memory)\b"
        r"|\b(?:confidence|score)\s*[:=]\s*[01]?\.\d|\bsession (?:no\.? ?|number |#)?\d+\b|\bsession [0-9a-f]{6,}\b|\b(?:last|next|previous|later|future|first|each new|every new) session (?:must|should|has|had|was|is|will|needs?|can|did|starts?|ended|begins?)\b"
        r"|\bobservations?\b[^.\n]{0,30}\b(?:sessions?|recorded|stored|compress\w*)\b|\brules? (?:extraction|extractor|mining|learning|proposals?|store|memory|engine for agents)\b",
        _NOT_OURS + r"|\b(?:web|http|login|db|database|user|checkout|shopping|tls|ssh) sessions?\b",
    ),
    Check(
        "self-reference",
        "cm cass memory instructions prompt notes",
        r"(?<![\d ] )(?<!\d)\b(?:cm|cass) (?:context|mark|reflect|remember|sweep|diary|init|project|forget|must|should|is|has|will|can|memory|tool|injects?|injected|shows?|serves?|stores?|stored|reads?|learns?|writes?|returns?|saves?|keeps?|says?|asks?|needs?|gives?|offers?|proposes?|extracts?|playbook|rules?|hooks?|command)\b"
        r"|\b(?:agents?|assistants?|models?|you|claude|codex|gemini)(?:['’]s)? (?:\w+ )?(?:memory|long-term memory) (?:is|was|should|must|of|has|contains|needs?|will|can|tool|file)\b"
        r"|\b(?:these|this|the (?:above|following)) (?:notes?|instructions|summary|text|file) (?:was|were|has been|have been) (?:written|generated|created|produced|left|saved|injected|added|extracted) (?:by|from|for|in|automatically)\b"
        r"|\b(?:remember|know|note) that you (?:have|are|were)\b|\bmemory (?:entries|entry|notes?|items?|records?|files?) (?:should|must|are|were|is|was|have|has|need|can)\b|\b(?:the|this|your) (?:agent )?memory (?:tool|system|plugin|hook|server|layer|feature)\b",
        r"\bshared memory|\bmemory (?:map|limit|leak|usage)|\bcache",
    ),
    Check(
        "self-reference",
        "cm cass r b",
        r"\[(?:cm|cass):\s*(?:helpful|harmful)|(?<![\w-])[rb]-[a-z2-7]{8,13}(?![\w-])",
    ),
    Check(
        "self-reference",
        "regeln erinnerung erinnerungen wurde sitzung speicher rege* eint* anwe* spie* sitz* gedä* regel diese dieser reflektor gesp* chat",
        r"\bdiese[rsn]?\s+(?:regel|eintrag|anweisung|notiz|lektion|richtlinie)\b\s*(?:\w+ )?(?:hat|ist|darf|muss|soll|sollte|gilt|überschreibt|ersetzt|"
        r"wurde|wird|bleibt|geht|steht|kann|niemals|nie)\b|\b(?:hat|haben) vorrang vor (?:allen|jeder|sämtlichen)\b"
        r"|\b(?:der|die|das) (?:reflektor|kurator|gedächtnis(?:werkzeug|tool|system)?|regelwerk)\b[^.\n]{0,40}\b(?:soll|sollte|muss|darf|hat|ist|regeln?)\b"
        r"|\b(?:in|aus) (?:dieser|der letzten|der aktuellen|solchen) sitzung(?:en)?\b|\bsitzungs(?:zusammenfassung|protokoll|notiz\w*)\b|\bdiese sitzung\b"
        r"|\b(?:ins|im|in das) (?:playbook|gedächtnis|regelwerk)\b[^.\n]{0,30}\b(?:aufnehmen|eintragen|speichern|schreiben|ablegen)|\b(?:lösche|entferne) diese\w* (?:regel|eintrag)"
        r"|\b(?:die|diese|letzte) sitzung (?:wurde|ist|war)\b|\b(?:der |das )?kontext (?:war|ist|wurde) (?:\w+ )?(?:voll|gekürzt|zusammengefasst)|\b(?:schon|bereits|nicht nochmal|erneut) (?:gemerkt|gespeichert|notiert)\b|\bgedächtnis(?:werkzeug|tool|system|eintrag|datei|speicher)\w*"
        r"|\bregeln\b[^.\n]{0,40}\b(?:gelöscht|gelernt|entfernt|bewertet|extrahiert|vorgeschlagen|gespeichert|punkten?|sitzung\w*|verworfen|gemerkt)\b|\b(?:diese|die|alle|alte) erinnerung(?:en)?\b|\baus diesem (?:chat|gespräch|verlauf)\b",
        r"eslint|lint|ansible",
    ),
    Check(
        "self-reference",
        "regla regla reglas sesión sesion memoria entrada instrucción reflector playbook conversación recuerdo recuerdos guardado guardada guar*",
        r"\best[ae]s? (?:regla|entrada|instrucción|lección|nota|norma)s?\b\s*(?:\w+ )?(?:tiene|es|debe|no|nunca|siempre|prevalece|anula|sustituye|fue|puede|está)\b"
        r"|\b(?:el|la) (?:reflector|curador|sistema de memoria|herramienta de memoria|memoria del agente|playbook)\b[^.\n]{0,40}\b(?:debe|debería|tiene|no|es|reglas?)\b"
        r"|\b(?:en|de) esta (?:sesión|conversación|charla)\b|\bresumen de (?:la|esta) (?:sesión|conversación)\b|\besta sesión\b"
        r"|\b(?:guarda|añade|agrega|apunta|escribe|anota)\w*\b[^.\n]{0,30}\ben (?:el playbook|la memoria|tu memoria)\b|\bprevalece sobre (?:todas|cualquier)\b|\b(?:la|esta) (?:sesión|conversación) (?:fue|se|ha sido|está|terminó|quedó)\b|\b(?:ya está|ya quedó) (?:guardad|anotad|memorizad)[oa]\b|\bherramienta de memoria\b|\b(?:el|este|los|estos) recuerdos?\b|\breglas\b[^.\n]{0,40}\b(?:aprendidas|extraídas|guardadas|puntuación|puntos|sesi[óo]n\w*|borran|propuestas)\b",
        r"eslint|lint|ansible",
    ),
    Check(
        "self-reference",
        "规 則 则 条 会 本 对 记 存 ル メ セ こ 反 記",
        r"记忆(?:工具|系统|库|文件|插件)?(?:里|中|内)|(?:已经?|不用再?|不必再?|无需再?|别再?|重复)(?:存|记住|记录)(?:了|过|到|这条|下来)?|这条(?:规则|记忆|经验|教训)|(?:存|写|记)(?:到|进|入)(?:了)?记忆|(?:本|这条|此|该条)(?:规则|条目|指令|记忆|规定)(?:优先|不得|不能|不可|必须|应|高于|覆盖|取代|是|已|的)|优先于(?:所有|其他|一切)[^。\n]{0,4}规则"
        r"|(?:反思器|策展器|记忆(?:工具|系统|插件)|剧本|规则库)[^。\n]{0,12}(?:应|要|需|可|会|少|多|提取|规则)|(?:保存|写入|记录|添加|存)(?:到|进|入)(?:记忆|规则库|playbook)"
        r"|(?:本次|这次|此次|上次|当前)(?:会话|对话|聊天)|会话(?:总结|摘要|小结|记录)|(?:提取|提炼)[^。\n]{0,8}(?:规则|经验)"
        r"|(?:この|本)(?:メモ|ノート|記録|要約|記憶|ルール|規則|指示|エントリ|項目)(?:は|を|が)[^。\n]{0,20}(?:優先|削除|上書き|重要|消さ|無効|変更し|必ず|最|自動|生成|作成|前回|セッション)"
        r"|(?:リフレクター?|キュレーター|メモリ(?:ツール|システム)|プレイブック)[^。\n]{0,15}(?:べき|ルール|抽出|追加|保存|必要)"
        r"|(?:メモリ|記憶|プレイブック)(?:の中)?(?:の|にある)(?:ルール|項目|エントリ)|ルール(?:は|が)[一二三四五六七八九十百\d]+(?:件|個)|(?:この|今回の|前回の|本)(?:セッション|会話|チャット)|セッション(?:の)?(?:要約|まとめ|サマリー|記録)|(?:メモリ|記憶|メモリー)(?:ツール|ファイル)?(?:に|には|へ)(?:は)?(?:すでに|既に|もう)?(?:保存|記録|追加|登録|入って)|(?:記憶|メモリ)ツール|セッションは[^。\n]{0,15}(?:要約|圧縮|再開|中断)",
        r"eslint|lint",
    ),
)
