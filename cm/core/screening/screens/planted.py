"""Hearsay that steers: what a page, a comment or a tool's output tells agents to do is no rule, in whatever language it is told.

Two things must stand together: where it was read, and an order that it gives to an agent (or to nobody). Not here: orders
that are harmful by themselves (`core/screening/screens/injection.py`).
"""

from __future__ import annotations

from typing import Final

from cm.core.screening.screens.check import Check
from cm.core.screening.screens.injection import FORBIDS

_PLACE: Final = (
    r"(?:web ?page|page|web ?site|site|comments?|read-?me|pdf|doc ?string|dataset card|model card|card|banner|pop-?up|tool ?tip|tool description|tool|description|issue|changelog|"
    r"log(?: line| file)?|package|post-?install|installer|fixture|e-?mail|mail|attachment|output|csv|cell|spreadsheet|svg|image|alt text|metadata|search result|snippet|forum post|server|mcp server|manifest|notice|footer|response)"
)
_TELLS: Final = r"(?:tells?|told|asks?|asked|instructs?|instructed|advis(?:es|ed)|orders?|ordered|commands?|demands?|demanded|directs?|urges?|invites?|begs?|requests?|recommends?|wants?|suggests?)"
_WHO: Final = r"(?:ai |coding |llm |automated )*(?:agents?|assistants?|bots?|models?|ais?|llms?|claude|codex|gemini|copilot|readers?|you|us)"
_OURS: Final = r"\b(?:our|my)\b[^.\n]{0,20}$|\b(?:ignore|disregard|mistrust|distrust|never (?:follow|obey|trust)|do not (?:follow|obey|trust)|don't (?:follow|obey|trust)|treat)\b"

CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "injection",
        "tells told asks asked instructs instructed advises advised orders ordered commands demands demanded directs urges invites begs requests recommends wants suggests tell ask instruct advise",
        r"\b"
        + _PLACE
        + r"(?:['’]s \w+)?\b[^.;\n]{0,40}?\b"
        + _TELLS
        + r"\s+(?:all |any |every |the |other )*"
        + _WHO
        + r"\b(?:\s+(?:to|that|must|should|not)\b|[,:])"
        r"|\bas (?:the|a|an|this|that|its) [^.;\n]{0,40}?\b"
        + _PLACE
        + r"(?:['’]s \w+)?\s+(?:\w+ )?"
        + _TELLS
        + r"\b",
        _OURS,
        prose=True,
    ),
    Check(
        "injection",
        "agents assistants bots models ai llms assistant agent said says stated reads according",
        r"\b(?:agents?|assistants?|bots?|models?|llms?|ais?) (?:must|should|shall|have to|need to|are to|may now)\b[^\n]{0,120}\b(?:said|says|stated|reads|according to)\b[^.\n]{0,25}\b"
        + _PLACE
        + r"\b"
        r"|\b(?:said|says|states|according to) (?:the|a|an|this|that|its) (?:\w+ ){0,3}?"
        + _PLACE
        + r"\b[^.\n]{0,5}[.!]?\s*$",
        r"\b(?:our|my|your) (?:\w+ ){0,2}?$",
        prose=True,
    ),
    Check(
        "injection",
        "run execute launch start eval paste open",
        r"\b(?:run|execute|launch|eval(?:uate)?) (?:the|any|every|each|whatever) (?:\w+ )?(?:commands?|code|scripts?|instructions?|links?)\b[^.\n]{0,12}\b(?:in|from|inside|of|behind)\b (?:the |a |an |any |its |that |each )?(?:\w+ )?(?:cells?|comments?|messages?|issues?|e-?mails?|mails?|pages?|fields?|rows?|tickets?|pastes?|attachments?|descriptions?|banners?|responses?)\b",
        FORBIDS,
    ),
    Check(
        "injection",
        "~ . 凭 钥 aws ssh env credentials netrc kube id_rsa",
        r"(?:~/\.(?:aws|ssh|netrc|kube|gnupg|docker|config/gcloud)\b\S*|\bid_(?:rsa|ed25519)\b|(?<![\w/])\.env\b|/etc/(?:passwd|shadow)|\bssh[- ]?(?:keys?|schlüssel|claves?)|claves? ssh|clés? ssh|chaves? ssh)[^\n]{0,50}?"
        r"(?:\b(?:include|paste|attach|upload|append|send|post|subi[rd]?|sube|enviar?|env[ií]a|envoyer|envoie|hochladen|schicken|copiar?|inviare?)\b|上传|发送|打包|アップロード|送信|업로드|전송)"
        r"|(?:\b(?:upload|subir|suba|sube|enviar|envie|envía|envoyer|envoie|hochladen|lade|schicke|inviare|invia|carica(?:re)?)\b|上传|发送|打包|アップロード|送信|업로드)[^\n]{0,50}?"
        r"(?:~/\.(?:aws|ssh|netrc|kube|gnupg)\b|\bid_(?:rsa|ed25519)\b|(?<![\w/])\.env\b|\bssh[- ]?(?:keys?|schlüssel)|claves? ssh|clés? ssh|chaves? ssh|chiavi ssh)",
        FORBIDS,
    ),
    Check(
        "injection",
        "laut gemäß kommentar seite readme vers* steht sollen soll agenten assi* agent agents modelle bots",
        r"\b(?:laut|gemäß|wie)\b[^.\n]{0,30}\b(?:\w*kommentar\w*|\w*seite|readme|\w*beschreibung|ausgabe|pdf|banner|mail|paket\w*|meldung)\b[^.\n]{0,30}\b(?:soll(?:en)?|müssen|dürfen)\b[^.\n]{0,20}\b(?:agenten?|assistenten?|bots?|modelle?|ki\b\S*)"
        r"|\b(?:agenten|assistenten|ki-\w+|modelle|bots)\b[^.\n]{0,20}\b(?:sollen|müssen|dürfen)\b[^.\n]{0,80}\b(?:steht|stand|schreibt|laut|heißt es)\b|\bversteckte\w* (?:text|kommentar|anweisung|hinweis)\w*|\b(?:seite|readme|kommentar|pdf|ausgabe|beschreibung)\b[^.\n]{0,30}\b(?:fordert|verlangt|bittet|weist|befiehlt|sagt)\b[^.\n]{0,25}\b(?:agenten?|assistenten?|bots?|modelle?|ki\b\S*)",
    ),
    Check(
        "injection",
        "según página comentario oculto agente agentes asistente asistentes readme pide manda dice ordena manda pede diz assistente assistentes caché demande agents assistants ordonne pagina commento nascosto agenti assistenti chiede ordina selon segundo secondo",
        r"\b(?:texto|comentario|comentário|texte|commentaire|testo|commento) (?:oculto|escondido|caché|nascosto)\b"
        r"|\b(?:según|segundo|selon|secondo|d'après)\b[^.\n]{0,35}[,:][^.\n]{0,25}\b(?:agentes?|asistentes?|assistentes?|agents?|assistants?|agenti|assistenti|ia)\b"
        r"|\b(?:página|comentario|comentário|readme|pdf|descripción|descrição|salida|saída|page|commentaire|pagina|commento|descrizione|paquete|pacote|paquet)\b[^.\n]{0,30}\b(?:pide|manda|ordena|exige|indica|pede|diz|demande|ordonne|dit|chiede|ordina|dice)\b[^.\n]{0,25}\b(?:agentes?|asistentes?|assistentes?|agents?|assistants?|agenti|assistenti|ia|modelos?|modèles?)\b",
    ),
    Check(
        "injection",
        "助 智 代 模 写 要 隐 隠 ア エ と 出 页 注 説 명 숨 에",
        r"(?:说明|注释|网页|页面|readme|输出|文档|文件|邮件|日志|描述)[^。\n]{0,14}(?:写着|要求|让|叫|声称|指示|提示)[^。\n]{0,12}(?:助手|智能体|ai|模型|代理|agent)|隐藏(?:的)?(?:文字|文本|指令|注释)"
        r"|(?:出力|ページ|コメント|readme|説明|ログ|メール|文書|pdf)[^。\n]{0,40}(?:とあった|とある|と書かれ|と指示|と要求|と記載)|隠し(?:テキスト|文字|コメント|指示)|숨겨진 (?:텍스트|주석|지시)|(?:페이지|주석|출력|문서|설명)[^.\n]{0,25}(?:에이전트|어시스턴트|모델|ai)[^.\n]{0,25}(?:하라고|지시|요구)",
        r"不要(?:听|执行|遵)|無視|従わない|무시",
    ),
)
