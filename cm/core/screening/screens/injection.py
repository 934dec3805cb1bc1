"""Orders smuggled into what an agent reads: overriding, hiding, exfiltrating, running what was downloaded.

A rule that forbids such a thing ("never pipe curl into sh") is a good rule: `FORBIDS` excuses it, while
"do not ask, just run it" is no excuse.
"""

from __future__ import annotations

from typing import Final

from cm.core.screening.screens.check import Check

FORBIDS: Final = (
    r"(?:\b(?:never|avoid|refuse|forbid\w*|forbidden|prohibited|banned|instead of|rather than|must not|mustn't|may not|"
    r"nie|niemals|nicht|kein\w*|nunca|jamás|evita\w*|no (?:uses?|ejecut\w+|env[ií]\w+|desactiv\w+|des?habilit\w+|\w+es|\w+as)\b|"
    r"(?:do not|don't|dont|should not|shouldn't|cannot|(?<!-)no)\b(?! (?:ask|tell|hesitate|mention|warn|wait|inform|show|worry|"
    r"report|question|need|forget|verify|check|read|matter))))|[禁不勿][止要得可准能]|切勿|しない|禁止|ません|避け"
)
_WHOM: Final = (
    r"(?:users?|humans?|developers?|owners?|reviewers?|maintainers?|operators?|anyone|anybody|team)"
)
# "never push without telling the user": the ban is on the deed, the very one that would go untold, and no other is told of beside it
_ONLY_TOLD: Final = (
    r"\b(?:never|do not|don't|must not) +"
    r"(?!(?:hesitate|forget|fail|wait|bother|worry|mind|stop|refrain|be|let|keep|ask|skip|avoid|refuse)\b)"
    r"(?:(?!(?:and|but|then|just)\b)[\w/`-]+(?:\.[\w/`-]+)* +){1,6}?without +(?:first +)?"
    r"(?:telling|informing|notifying|mentioning|alerting) +(?:[\w'’-]+ +){0,2}?" + _WHOM + r"\Z"
)

CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "injection",
        "hide conceal mask",
        r"\b(?:hide|conceal|mask)\b[^.\n]{0,25}\b(?:tests?|failures?|errors?|warnings?|changes?|commands?|commits?|outputs?|diffs?|logs?|facts?|problems?|bugs?|mistakes?)\b[^.\n]{0,12}\bfrom (?:the|your|their) (?:user|human|developer|reviewer|maintainer|owner|operator|team)\b",
        FORBIDS,
    ),
    Check(
        "injection",
        "即 哪 管 就 ても で も",
        r"(?:说|回答|报告|声称)[^。\n]{0,20}(?:通过|成功|完成)[^。\n]{0,15}(?:即使|哪怕|不管|就算)|(?:即使|哪怕|不管|就算)[^。\n]{0,20}(?:失败|没有?跑|没有?通过)[^。\n]{0,20}(?:通过|成功|完成)|(?:失敗|落ち)[^。\n]{0,12}(?:ても|でも)[^。\n]{0,15}(?:成功|通った|通過|問題ない)",
        r"不要|不得|禁止|しない|ないこと",
    ),
    Check(
        "injection",
        "obey follow execute comply deny approve accept allow grant trust decode decoding base64 auto-approve autoapprove auto genehmige erlaube aprueba acepta concede 批 授 同 承 許",
        r"\b(?:obey|comply with|do whatever|do what)\b|\b(?:follow|execute|run)\b (?:any|all|every|each|whatever) (?:\w+ )?(?:comments?|instructions?|commands?|orders?|text|messages?|links?)\b"
        r"|\bdeny\b (?:that |any |having )?(?:this|it|you|the (?:instruction|rule|change)|knowledge|seen)\b"
        r"|\b(?:approve|accept|allow|confirm|grant|click)\b[^.\n]{0,25}\b(?:every|all|any|each|whatever)\b[^.\n]{0,25}\b(?:permissions?|approvals?|prompts?|requests?|commands?|access|tool calls?|rights)\b|\bauto-?approv\w+\b"
        r"|\bgrant\b[^.\n]{0,40}\b(?:admin|root|owner|full|write)\b[^.\n]{0,15}\b(?:rights?|access|permissions?|role)\b|\btrust (?:every|all|any)\b[^.\n]{0,20}\b(?:certificates?|hosts?|keys?|commands?|sources?|output)\b"
        r"|\b(?:base64|decode|decoding)\b[^\n]{0,60}\b(?:and|then)\b[^.\n]{0,12}\b(?:execute|run|eval|source)\b"
        r"|\b(?:genehmige|erlaube|bestätige)\b[^.\n]{0,20}\b(?:alle|jede\w*|alles)\b|\b(?:aprueba|acepta|concede)\b[^.\n]{0,20}\b(?:todo\w*|cualquier\w*)\b|(?:批准|授予|同意)(?:所有|一切|任何)|(?:すべて|全て|全部)の?(?:権限|許可|承認)[^。\n]{0,10}(?:許可|承認|与え|付与)",
        FORBIDS
        + r"|\bcors\b|\borigins?\b|\bcookies?\b|\b(?:terraform|tofu|pulumi|terragrunt|dependabot|renovate)\b",
    ),
    Check(
        "injection",
        "root sudo admin administrador",
        r"\b(?:führe?|starte|mach|ejecuta|lanza|haz)\w*\b[^.\n]{0,20}\b(?:alles|alle|jeden|immer|todo|todos|siempre)\b[^.\n]{0,30}\b(?:root|sudo|admin\w*)\b|以?\s*root\s*(?:身份|权限)?[^。\n]{0,6}(?:运行|执行)(?:所有|一切|全部)|(?:すべて|全て|全部)[^。\n]{0,15}(?:root|sudo)",
        FORBIDS,
    ),
    Check(
        "injection",
        "指 無 黙 こ 内 擅 偷 暗 悄",
        r"指示に(?:かかわらず|関わらず|反して|関係なく)|無断で|黙って|こっそり|内緒で|擅自|偷偷|暗中|悄悄",
        r"禁止|しない|不要|不得|严禁|ないこと",
    ),
    Check(
        "injection",
        "ignore ignores ignoring disregard forget override overrides bypass discard skip violate",
        r"\b(?:ignor(?:e|es|ing)|disregard|forget|overrid(?:e|es)|bypass|discard|violate)\b[^.;\n]{0,30}?"
        r"\b(?:(?:previous|prior|earlier|above|preceding|system|developer|safety|security|existing|other|user's|all)\s+)+"
        r"(?:\w+\s+)?(?:instructions?|rules?|guidelines?|prompts?|restrictions?|polic(?:y|ies)|directions?|orders?|guardrails?|"
        r"constraints?|messages?|wishes|checks?|guidance|context|conventions|agreements|requests?|advice|training)\b",
        r"eslint|lint|\bcss\b|\.gitignore|firewall|" + FORBIDS,
    ),
    Check(
        "injection",
        "ignore disregard forget override bypass",
        r"\b(?:ignore|disregard|forget|override|bypass)\b[^.;\n]{0,15}?\b(?:everything|anything|all|what)\b[^.;\n]{0,25}?"
        r"\b(?:above|before|told|said|instructed|earlier|so far|rules|instructions)\b",
        FORBIDS,
    ),
    Check(
        "injection",
        "igno* vergiss vergessen missachte umgehe olvida omite desobedece",
        r"\b(?:ignorier(?:e|en|t)?|vergiss|missachte|umgehe)\b[^.;\n]{0,30}?\b(?:anweisung(?:en)?|regeln?|vorgaben|befehle|"
        r"instruktionen|sicherheits\w+|schutz\w+)\b"
        r"|\b(?:ignor(?:a|e|ar|en)|olvida|omite|desobedece)\b[^.;\n]{0,30}?\b(?:instruccion(?:es)?|reglas?|indicaciones|órdenes|"
        r"restricciones|normas)\b",
        r"\b(?:nie|niemals|nicht|nunca|jamás)\b|eslint|lint",
    ),
    Check(
        "injection",
        "忽 无 無 略 忘",
        r"(?:忽略|无视|忘记|忘掉|不要理会|绕过)[^。；\n]{0,15}(?:指令|指示|规则|提示|要求|限制|设定)"
        r"|(?:指示|命令|ルール|規則|制限|プロンプト|設定)(?:を|は)?[^。\n]{0,8}(?:無視|忘れ|破棄|回避)",
        r"不要忽略|不得|禁止|しない|ないで",
    ),
    Check(
        "injection",
        "pipe piping curl wget iwr irm fetch invoke base64 certutil downloadstring",
        r"\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n]{0,160}?\|\s*(?:sudo\s+(?:-\w+\s+)*)?"
        r"(?:env\s+\S+\s+)?(?:/\S*/)?(?:ba|z|da|k|fi)?(?:sh|python\d?|perl|ruby|node|php|iex|bash)\b"
        r"|\b(?:ba|z)?sh\b\s*(?:-c\s*)?[\"']?\s*(?:<\(|\$\()\s*(?:curl|wget)"
        r"|\b(?:eval|source|iex|python\d? -c)\b[\s\"'(]*(?:<\(|\$\(|`)?\s*\(?(?:curl|wget|iwr|irm|new-object)"
        r"|\bbase64\s+(?:-d|--decode|-D)\b[^\n]{0,60}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b"
        r"|\b(?:curl|wget)\b[^\n]{0,120}?(?:&&|;|\band (?:then )?)\s*(?:sudo\s+)?(?:run|execute|chmod \+x|(?:ba|z)?sh\s)"
        r"|\bpip(?:e|ing)\b[^\n]{0,100}\b(?:in)?to\s+`?(?:bash|sh|zsh|python\d?|a shell|the shell)\b|\b(?:pipe|piping)\b[^.\n]{0,60}\b(?:curl|wget)\b[^.\n]{0,60}\b(?:sh|bash|zsh|shell|python)\b"
        r"|\b(?:curl|wget)\b[^.\n]{0,60}\b(?:into|to)\s+`?(?:sh|bash|zsh|a shell|the shell)\b",
        FORBIDS,
    ),
    Check(
        "injection",
        "download downloads descarga descárgalo ejecuta lade herunter 下载 下 ダ visit fetch follow open http https",
        r"\b(?:download|fetch|visit|get|open)\b[^.\n]{0,80}?\b(?:and|then)\b\s+(?:immediately\s+|then\s+|blindly\s+)?"
        r"(?:run|execute|eval|source|follow|obey|do what|apply)\b[^.\n]{0,30}\b(?:it|them|script|binary|installer|instructions|says?|that)\b"
        r"|\bfollow\b[^.\n]{0,20}\binstructions\b[^.\n]{0,30}\b(?:https?://|at the (?:url|link|page)|on the (?:page|site|website))"
        r"|descarga\w*[^.\n]{0,60}\by\s+ejec[uú]ta\w*|(?:lade|herunterladen)\b[^.\n]{0,60}\b(?:führe|ausführen)\b"
        r"|下载[^。\n]{0,40}(?:并|然后)[^。\n]{0,8}(?:运行|执行)|ダウンロード[^。\n]{0,30}実行",
        FORBIDS + r"|\b(?:sha\d*|checksums?|signatures?|hash|prüfsumme|verif\w+)\b|校验|検証",
        anywhere=True,
    ),
    Check(
        "injection",
        "send post upload copy forward mail email paste submit leak exfiltrate exfil push transmit publish share attach append "
        "include report sende schicke envía envia sube",
        r"\b(?:send|post|upload|copy|forward|e-?mail|mail|paste|submit|leak|exfil\w*|push|transmit|publish|share|report|sende|schicke|"
        r"env[ií]a|sube|copia)\b[^.\n]{0,70}?"
        r"(?:\.env\b|\benv(?:ironment)?(?: variables?| file)?\b|\bsecrets?\b|\btokens?\b|\bcredentials?\b|\bssh\b|\bid_(?:rsa|ed25519)|"
        r"\bapi[- ]?keys?\b|\bprivate keys?\b|\bpasswords?\b|~/\.(?:aws|ssh|netrc|kube|config)|\bcookies\b|\bsource code\b|"
        r"\bwhole (?:repo|repository|codebase)\b|\btranscripts?\b|\bconversation\b|\bschlüssel\b|\bzugangsdaten\b|\bcredenciales\b|"
        r"\bclaves\b)[^\n]{0,60}?"
        r"(?:\b(?:to|into|in|at|on|nach|an|a|al|en)\b[^\n]{0,25}?(?:https?:|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|dev|sh|xyz|ru|cn|test|example|site|me|co|"
        r"info|invalid|app)\b|\bwebhook|\bpastebin|\bgist\b|\bexternal\b|\bremote (?:server|host)|@|\battacker))",
        FORBIDS,
    ),
    Check(
        "injection",
        "tell mention inform notify reveal disclose hide secretly silently quietly covertly knowledge knowing noticing telling "
        "informing mentioning notifying conceal secret awareness sage erzähle verrate verheimliche wissen merkt heimlich "
        "erwähne erwähnen unauffällig discreetly unnoticed disimuladamente digas menciones ocultes oculta sepa ocúltalo escondas secreto nothing quiet silent ohne nobody one",
        r"\b(?:do not|don't|dont|never|without)\s+(?:\w+\s+)?(?:tell|mention|inform|notify|reveal|disclos\w*|telling|mentioning|informing|"
        r"notifying|alert|alerting)\b[^.\n]{0,30}?\b(?:(?:the|to|your|any)\s+)" + _WHOM + r"\b(?!['’]s)"
        r"|\b(?:do not|don't|never)\s+(?:mention|reveal|disclose|tell (?:anyone|anybody|them) about|talk about)\s+(?:this|it|that you)\b"
        r"|\b(?:hide|conceal|keep)\b\s+(?:this|it|that|these|them|the (?:change|command|fact|output|result|error|failure|step|commit|file|"
        r"instruction|rule)s?)\b[^.\n]{0,30}?\b(?:from|secret|hidden)\b"
        r"|\bwithout\s+(?:the\s+)?"
        + _WHOM
        + r"(?:['’]s)?\s+(?:knowledge|knowing|noticing|awareness|seeing)\b"
        r"|\bso (?:that )?(?:no ?body|no one|nobody)\b[^.\n]{0,10}\b(?:notices?|sees?|knows?|finds?)\b|\b(?:so that|so)\s+(?:the\s+)?"
        + _WHOM
        + r"\s+(?:does not|doesn't|won't|will not|never|can't|cannot)\s+(?:notice|see|know|find out)"
        r"|\b(?:secretly|covertly|discreetly|unauffällig|disimuladamente)\b\s+\w+|\berwähne?n?\s+(?:es|das|dies|davon)?\s*(?:nichts?|nirgends|nie(?:mals)?)\b|\bno lo (?:menciones|digas|comentes)\b"
        r"|\b(?:sage?|erzähle|verrate)\b[^.\n]{0,20}\b(?:nutzer|benutzer|anwender|niemand\w*)\b[^.\n]{0,20}\b(?:nicht|nichts|davon)?"
        r"|\b(?:ohne dass|damit)\b[^.\n]{0,15}\b(?:nutzer|benutzer|anwender)\b[^.\n]{0,20}\b(?:merkt|erfährt|weiß|sieht)\b|\bheimlich\b"
        r"|\bsay nothing\b|\bkeep (?:quiet|silent)\b|\bohne (?:nachzufragen|es zu sagen|zu fragen)\b[^.\n]{0,20}\b(?:root|push|lösch|instal)|\bno (?:le )?(?:digas|menciones|informes|avises)\b[^.\n]{0,30}\b(?:usuario|nadie|esto)\b"
        r"|\bsin que (?:el|la|los)\s+\w+\s+(?:lo\s+)?(?:sepa|note|vea)\w*",
        _ONLY_TOLD
        + r"|\b(?:password|passcode|secret)\b|\bwhether (?:an?|the) (?:account|e-?mail|address|user) exists\b",
    ),
    Check(
        "injection",
        "告 诉 让 瞒 知 秘 伝 言 隠",
        r"(?:不要|别|勿|不能|不得)(?:告诉|告知|让|向|通知|提醒)[^。\n]{0,4}(?:用户|使用者|任何人|开发者)|瞒着(?:用户|开发者)|(?:用户|使用者)不知情"
        r"|(?:ユーザー?|利用者|開発者)[^。\n]{0,6}(?:には|に|へ)[^。\n]{0,10}(?:言わない|伝えない|知らせない|知らせず|隠し|隠す|秘密|内緒|報告しない)",
    ),
    Check(
        "injection",
        "disable disabling turn switch bypass skip deactivate circumvent evade remove off dangerously yolo sandbox disabled deaktiviere "
        "schalte umgehe abschalten desactiva deshabilita desactivar omite 关 禁 绕 無 サ",
        r"\b(?:disabl(?:e|es|ing)|turn(?:ing)? off|switch(?:ing)? off|bypass(?:ing)?|skip(?:ping)?|deactivat\w+|circumvent\w*|evad\w+|"
        r"remove|get around|work around)\b[^.\n]{0,40}?"
        r"\b(?:sandbox(?:ing)?|guards?|guardrails?|approvals?|permission (?:checks?|prompts?|system)|safety(?: checks?| rules?| settings?)?|"
        r"security (?:checks?|rules?|scan\w*|polic\w+)|confirmation(?: prompts?)?|seatbelt|pre-?command hooks?|2fa|mfa|antivirus|firewall|"
        r"selinux|audit (?:log|logging|trail)|review requirement)\b"
        r"|\bwith(?:out)? (?:the )?sandbox (?:disabled|off)\b|\boutside (?:of )?(?:the )?sandbox\b|\bsandbox=(?:off|none|false|danger\S*)"
        r"|--dangerously[\w-]+|--yolo\b|--full-auto\b|danger-full-access"
        r"|\b(?:deaktiviere?|schalte|umgehe)\b[^.\n]{0,30}\b(?:sandbox|schutz\w*|sicherheits\w*|freigabe\w*|bestätigung\w*)"
        r"|\b(?:desactiva|deshabilita|omite|salta)\w*\b[^.\n]{0,30}\b(?:sandbox|protecci\w+|seguridad|aprobaci\w+|confirmaci\w+)"
        r"|(?:关闭|禁用|绕过|停用)[^。\n]{0,12}(?:沙箱|沙盒|安全|防护|审批|确认|权限检查)"
        r"|(?:サンドボックス|安全|保護|承認|確認)[^。\n]{0,10}(?:無効|オフ|切っ|回避|スキップ)",
        FORBIDS,
    ),
    Check(
        "injection",
        "root sudo administrator chmod sudoers authorized_keys rm mkfs dd",
        r"\b(?:run|execute|do|start|launch|use)\b\s+(?:everything|anything|all|every command|each command|commands|it|this|that|them|"
        r"yourself|the agent|the script|the following|any command)\b[^.\n]{0,40}?\b(?:as root|with sudo|as administrator|with root|root rights)"
        r"|\bchmod\s+(?:-r\s+)?0?777\b|\bnopasswd\b"
        r"|\b(?:add|append|write|put|copy|echo)\b[^\n]{0,80}?(?:authorized_keys|sudoers)\b"
        r"|\brm\s+-(?:rf|fr|r -f|f -r)\s+(?:--no-preserve-root\s+)?(?:/|~|\$home|\*)(?=[\s`'\"*;.]|/\s|$)"
        r"|\bdd\s+if=\S+\s+of=/dev/|\bmkfs\.\w+\s+/dev/",
        FORBIDS + r"|\bask\b|guard|\bblock",
    ),
    Check(
        "injection",
        "printed printing prints output says tells told instructs instructed hidden stated emitted suggested according error asked whatever tells demands suggests wants as",
        r"\b(?:printed|emitted|output|echoed|returned|shown|suggested|demanded|requested|told|instructed|stated|asked|ordered)\s+(?:\w+\s+)?"
        r"(?:by|in|from)\s+(?:the|a|an|this|that)\s+(?:\w+\s+){0,3}?(?:script|command|tool|output|test|tests|log|logs|build|installer|"
        r"error|error message|page|web ?page|website|site|readme|file|comment|issue|email|e-mail|package|server|response|document)\b"
        r"|\b(?:script|command|tool|output|log|error|page|webpage|website|readme|comment|issue|message|package|server)\s+"
        r"(?:says|said|tells|told|instructs|instructed|asks|asked|orders|ordered|wants)\s+(?:you|us|me|the agent|agents|the ai|ai|"
        r"the assistant|assistants|the model)\b"
        r"|\b(?:says|said|tells us|demands?) (?:the|this|that) (?:log|logs|readme|output|error|page|tool|script|comment|website|site|issue|message|test|build|installer|package|document)\b|\bas the (?:log|logs|readme|output|error|page|tool|script|comment|website|site|issue|message|test|build|installer) (?:says|tells|told|instructs|demands?|asks|wants|suggests)\b|\bwhatever the (?:user|human|developer|owner)\b|\bhidden (?:comment|text|instruction|message|command|prompt)s?\b",
        r"\b(?:values?|numbers?|ids?|names?|formats?|keys?|paths?|urls?|hash\w*|tests?|dates?) (?:that (?:is|are) )?(?:printed|returned|"
        r"shown|output)\b|" + FORBIDS + r"|\b(?:mistrust|distrust|untrusted|treat)\b",
    ),
    Check(
        "injection",
        "system assistant assistants ai llm you prompt inst jailbreak im_start developer important attention 系 プ eres du",
        r"<\|?(?:im_start|im_end|system|endoftext|end_of_turn|start_of_turn)\|?>|\[/?inst\]|</?(?:system|system-reminder|instructions?)>"
        r"|^\s*(?:system|assistant|developer)\s*(?:message|prompt|override|note)?\s*:"
        r"|\byou are now\b|\bfrom now on,? you are\b|\b(?:developer|god|dan|jailbreak|admin) mode\b|\bjailbreak\b"
        r"|\b(?:reveal|print|repeat|show|output|leak)\b[^.\n]{0,20}\b(?:system|hidden|initial) (?:prompt|instructions)\b"
        r"|\b(?:ai|llm) (?:agents?|assistants?|models?|tools?) (?:must|should|have to|are required|need to|reading this)\b"
        r"|\b(?:note|attention|important|message|instructions?)\b[^.\n]{0,10}\b(?:to|for)\b (?:all )?(?:ai|llm|language models?|assistants?|coding agents?)\b"
        r"|\bnew (?:system )?instructions?\s*:|\bdu bist (?:jetzt|nun|ab jetzt)\b|\bahora eres\b|系统提示词|你现在是|システムプロンプト|あなたは今から",
        r"\b(?:eval\w*|benchmark)\b|operating system:|" + FORBIDS,
    ),
    Check(
        "injection",
        "pass passed passing passes success successful succeeded fine green claim pretend lie done approve approved bestanden grün erfolgreich fertig pasan pasaron verde éxito",
        r"\b(?:claim|pretend|lie|say|state|report|answer|respond|tell|assert|mark|write)\b[^.\n]{0,50}?\b(?:pass(?:ed|es|ing)?|success\w*|"
        r"succeeded|fine|green|done|approved|works|fixed)\b[^.\n]{0,40}?\b(?:even (?:if|when|though)|regardless|no matter|although|"
        r"without (?:running|checking|looking|reading|testing|review\w*)|whatever)\b"
        r"|\b(?:sag|sage|antworte|melde|behaupte|berichte)\b[^.\n]{0,60}\b(?:grün|bestanden|erfolgreich|fertig|erledigt)\b[^.\n]{0,40}\b(?:auch wenn|obwohl|egal)\b|\b(?:di|responde|informa|afirma|diga)\b[^.\n]{0,60}\b(?:pasan|pasaron|verde|éxito|correcto|listo)\b[^.\n]{0,40}\b(?:aunque|aun si|incluso si)\b|\bpretend\b[^.\n]{0,20}\b(?:that|to be|the|you|tests?)\b|\b(?:always )?approve\b[^.\n]{0,40}\b(?:without (?:reading|looking|review\w*|"
        r"checking)|regardless|no matter)",
        FORBIDS,
    ),
    Check(
        "injection",
        "force push history drop delete erase wipe backups backup logs traces history bash_history audit trail trails evidence",
        r"\b(?:delete|erase|wipe|clear|remove|cover)\b[^.\n]{0,30}?\b(?:your traces|your tracks|bash history|bash_history|shell history|"
        r"all (?:the )?backups|evidence|audit (?:logs?|trails?)|access logs?|reflog)\b",
        FORBIDS,
    ),
    Check(
        "injection",
        "/ +",
        r"(?<![\w/+])(?=[a-z0-9/+]{0,100}[g-z])(?=[a-z/+]{0,60}[0-9])[a-z0-9/+]{100,}={0,2}(?![\w/+])",
    ),
)
