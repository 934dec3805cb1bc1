"""An assistant's refusals, apologies and pleasantries, which say what one agent could not do once."""

from __future__ import annotations

from typing import Final

from cm.core.screening.screens.check import Check

_DO: Final = (
    r"(?:help|assist|run|execute|access|do|provide|comply|continue|complete|fulfil\w*|generate|create|browse|open|view|verify|share|write|"
    r"make|reach|connect|perform|discuss|process|support|answer|proceed|modify|install|test|produce|offer|give|change|edit|read|find|"
    r"recall|remember|assist|directly|actually|reproduce|push|commit|delete|confirm|determine|see (?:the|your|any)|install|send|fetch)"
)
_START: Final = r"(?:^|[.!?:\n]\s*|[—–-]\s+)"

CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "refusal-text",
        "sorry apologies apologize apologise apology afraid unfortunately regret",
        _START
        + r"[\"“*_ ]*(?:(?:oh|so),? )?(?:i['’]?m|i am|we['’]?re|we are)\s+(?:\w+\s+)?(?:sorry|afraid)\b"
        r"|"
        + _START
        + r"[\"“*_ ]*(?:sorry(?! (?:pages?|screens?|messages?|text|banner|image|response|server|template)s?\b)|apologies|my apologies|i apologi[sz]e|i do apologi[sz]e|my mistake)\b"
        r"|\bunfortunately,?\s+(?:i|as an|we)\b|\bi regret\b",
    ),
    Check(
        "refusal-text",
        "can cannot could couldn won unable able don wouldn not have lack permitted allowed only",
        r"\bi (?:can['’]?t|cannot|can not|could not|couldn['’]?t|won['’]?t|will not|would not|wouldn['’]?t|am not able to|"
        r"['’]?m not able to|am unable to|was unable to|was not able to|wasn['’]?t able to|won['’]?t be able to|will not be able to|must decline to|have to decline to|refuse to)\s+"
        + _DO
        + r"\b|\bi['’]m (?:not able|unable) to\b"
        r"|\bi (?:do not|don['’]?t|no longer|currently don['’]?t) have (?:\w+ )?(?:access|the ability|permissions?|the tools?|the means|"
        r"enough (?:information|context)|network|internet)\b|\bi (?:lack|am not (?:allowed|permitted))\b"
        r"|\b(?:my|the agent['’]s|the assistant['’]s) (?:sandbox|environment|training|knowledge cut-?off|guidelines|capabilities)\b"
        r"[^.\n]{0,40}\b(?:not|cannot|can['’]?t|no|prevents?|only|block\w*|limit\w*|forbid\w*)\b",
        r"\buser stor|\bthe user\b[^.\n]{0,30}$",
    ),
    Check(
        "refusal-text",
        "my policy policies decline refuse comfortable allowed permitted authorized authorised beyond against just only no stop inappropriate unable cannot can could couldn won wasn were",
        r"\bi(?:['’]m| am) (?:not|un)\s?(?:comfortable|allowed|permitted|authori[sz]ed|in a position|capable|designed|supposed|willing|going) |\bi(?:['’]m| am) (?:just|only|merely) (?:an? )?(?:ai|language|text|assistant|coding|model|program)\b"
        r"|\bi (?:must|have to|need to|will have to|['’]ll have to) (?:decline|refuse|stop here|give up|pass on)\b|\b(?:against|beyond|outside(?: of)?|within|violates?) my (?:guidelines|capabilities|abilit(?:y|ies)|scope|polic(?:y|ies)|permissions|training|knowledge)\b"
        r"|\b(?:content|usage|safety) polic(?:y|ies) (?:does not|doesn['’]t|do not|forbids?|prevents?|prohibits?)|\bmy (?:knowledge|training(?: data)?) (?:ends?|stops?|cut|goes|only|is|was)\b|\bit would be (?:inappropriate|unethical|wrong) for me\b"
        r"|\bi have no (?:access|way|means|ability|permission|internet|network|tool|information|memory|idea)\b|"
        + _START
        + r"(?:i|we) (?:cannot|can['’]?t|could not|couldn['’]?t|won['’]?t|was not able|wasn['’]?t able|were unable|was unable|am unable)\b(?! (?:see|read|hear|stand|distinguish|tell|use|have|afford)\b)",
    ),
    Check(
        "refusal-text",
        "ai language assistant agent model",
        r"\bas an? (?:\w+ )?(?:ai|language model|llm|assistant|coding (?:agent|assistant))\b[^.\n]{0,40}\b(?:i|my|we)\b"
        r"|\b(?:the )?(?:assistant|agent|model|ai) (?:can['’]?t|cannot|could not|couldn['’]?t|is unable to|was unable to|refused to|"
        r"declined to|apologi[sz]e[sd]?|is not able to|has no access|does not have access|was not able to)\b|\b(?:declined|refused|rejected|blocked) by (?:the |an )?(?:assistant|ai|language model|safety (?:filter|system))\b",
    ),
    Check(
        "refusal-text",
        "happy glad hope let help helpful right certainly absolutely great question understood sure",
        r"\bi(?:['’]d| would| will|['’]ll)? be (?:happy|glad) to\b|\bi hope (?:this|that) helps\b|\blet me know (?:if|how|what)\b"
        r"|" + _START + r"(?:you['’]?re|you are) (?:absolutely |completely |quite )?right\b"
        r"|\bis there anything else\b|^\W*great question\b|^\W*(?:certainly|absolutely|of course|sure|understood)[!.,:]\s+(?:i|here|let)\b",
        r"(?:^|\s)[\"'“‘«`][^\"”»`]{0,30}$",
    ),
    Check(
        "refusal-text",
        "tengo ia meine meiner meinen ich wir mir uns puedo podré pude debo autorizado permitido permite tut leid leider entschuldigung entschuldige kann lamento temo siento puedo lamentablemente disculpa disculpe perdón perdona",
        _START
        + r"(?:es )?tut mir (?:\w+ )?leid\b|\bleider (?:kann|darf|konnte|habe|ist es mir|bin) (?:ich|nicht)\b"
        r"|\b(?:das )?(?:kann|darf|konnte|könnte) ich (?:\w+ ){0,5}?nicht (?:\w+ )?(?:helfen|ausführen|tun|machen|zugreifen|öffnen|lesen|beantworten|"
        r"durchführen|ändern|sehen|prüfen|verarbeiten)|\bich (?:kann|darf|konnte) (?:\w+ ){0,6}?(?:nicht|keine\w*) (?:\w+ )?(?:helfen|ausführen|tun|"
        r"machen|zugreifen|öffnen|lesen|beantworten|durchführen|ändern|prüfen)|"
        + _START
        + r"(?:leider )?(?:(?:ich|wir) (?:kann|darf|konnte|könnte|werde|möchte|können|dürfen)|(?:kann|darf|konnte|werde) ich) (?:[\wäöüß'’-]+ ){0,9}?(?:nicht|kein\w*|leider)\b|\b(?:mir|uns) (?:ist|war|wurde) (?:\w+ ){0,9}?(?:nicht (?:erlaubt|möglich|gestattet|gelungen)|untersagt|verboten)|\bich habe kein\w* (?:zugriff|zugang|rechte?|berechtigung\w*|netz\w*|internet\w*)"
        r"|\bich habe keinen zugriff\b|\bals (?:ki|sprachmodell)\b|\b(?:übersteigt|außerhalb|gegen|jenseits)\b[^.\n]{0,12}\bmeine[rn]? (?:möglichkeiten|fähigkeiten|richtlinien|rechte)\b|\bmeine (?:richtlinien|möglichkeiten|fähigkeiten) (?:erlauben|lassen|verbieten)"
        r"|"
        + _START
        + r"(?:yo )?no (?:puedo|podré|pude|podría|debo|tengo permitido|estoy autorizad[oa]|me está permitido|se me permite|me es posible|soy capaz)\b|"
        + _START
        + r"(?:lo siento|me temo|(?:lo )?lamento|disculp[ae]|perdon[ae]|perdón|lamentablemente)\b"
        r"|\b(?:yo )?no (?:puedo|podré|pude|me es posible)\s+(?:ayudar|acceder|ejecutar|hacer|realizar|continuar|completar|abrir|leer|"
        r"proporcionar|responder|ver|modificar)\w*|\bno tengo (?:acceso|permiso|la capacidad)\b|\bcomo (?:ia|modelo de lenguaje|asistente)\b",
        r"(?:^|\s)[\"'“‘«„`][^\"”»`]{0,40}$",
    ),
    Check(
        "refusal-text",
        "抱 对 無 无 我 作 很 申 恐 私 で す ご désolé",
        r"^\W*(?:非常|很|十分|真)?(?:抱歉|对不起|遗憾)|我(?:暂时|目前|现在|实在|并)?(?:无法|不能|没有(?:权限|能力|办法|访问|网络)|没办法|无权|不可以|没法|做不到|不被允许|只是一个)|作为(?:一个|一名|一款)?(?:ai|人工智能|语言模型|助手)"
        r"|(?:大変|誠に)?申し訳(?:ありません|ございません|ない)|^\W*(?:すみません|ごめんなさい|恐れ入りますが|残念ながら)"
        r"|私(?:は|に|には)[^。\n]{0,30}(?:できません|出来ません|かねます|ありません)|お(?:手伝い|答え|応え)(?:することは|は)?でき(?:ません|かね)"
        r"|(?:アクセス|実行|確認|対応)(?:することが|することは|は|が)?(?:できません|出来ません|できかねます)でした?"
        r"|^\W*désolé",
    ),
)
