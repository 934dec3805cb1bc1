"""Private facts of people: health, age, family, address, pay, belief. A role ("Amal owns the billing service") is no private fact.

A health or age word alone says nothing (products deal with both): a person must stand near it.
"""

from __future__ import annotations

from typing import Final

from cm.core.screening.screens.check import Check

_PERSON: Final = (
    r"(?:\b(?:he|she|his|her|him|they|my|i|i'm|the user|user's|colleague|coworker|co-worker|boss|manager|intern|lead|designer|"
    r"developer|teammate|reviewer|tester|architect|admin|cto|ceo|accountant|contractor|student|trainee|wife|husband|er|sie|sein\w*|ihr\w*|kolleg\w+|chef\w*|él|ella|su|compañer\w+|jef[ea])\b|他|她|同事|老板|经理|主管|小[赵钱孙李周吴郑王冯陈杨朱张]|老[赵钱孙李周吴郑王冯陈杨朱张]|彼|彼女|さん|先生)"
)
_HEALTH: Final = (
    r"(?:\b(?:surgery|chemo\w*|cancer|tumou?r|pregnan\w+|miscarriage|diabet\w+|depress(?:ed|ion)|burn-?out|adhd|autis\w+|epilep\w+|migraines?|hiv|"
    r"covid|flu|pneumonia|therap(?:y|ist)|psychiatr\w+|hospital(?:i[sz]ed)?|sick leave|sick note|medical leave|parental leave|maternity leave|"
    r"paternity leave|medication|antidepressants?|insulin|bipolar|anxiety|panic attacks?|heart (?:attack|condition|problems?)|stroke|"
    r"back (?:pain|problems?|injury)|broken (?:arm|leg|wrist)|bad (?:back|knee|heart|eyes)|weak heart|disab(?:led|ility)|deaf|blind|wheelchair|alcoholi\w+|addict\w*|rehab|allerg(?:y|ic|ies)|"
    r"doctor's|illness|disease|diagnos(?:is|ed)|recover(?:ing|y)|operation on|wounded|injured|rsi|carpal tunnel|"
    r"schwanger\w*|krebs\w*|herzinfarkt|krankenhaus|krank\w*|rücken-?op|operiert\w*|op am|mutterschutz|elternzeit|depression\w*|"
    r"diabetes|reha|behindert\w*|allergi\w+|therapie|arzttermin|bandscheibe\w*|"
    r"died|passed away|deceased|funeral|verstorben|gestorben|beerdigung|murió|fallecid[ao]|falleció|embarazad[ao]|cáncer|cirug[ií]a|operad[ao]|operación de|enferm[ao]|enfermedad|baja médica|baja por|depresión|diabétic[ao]|alergi\w+|hospitalizad[ao])\b|"
    r"手术|怀孕|癌|糖尿病|抑郁|住院|心理医生|看病|吃药|治疗|生病|病假|产假|过敏|残疾|手術|妊娠|入院|糖尿病|うつ|産休|育休|病気|持病|アレルギー|がん|通院|精神科|カウンセリング|薬を飲)"
)
_NAMED: Final = r"\b[A-ZÀ-Ý][a-zà-ÿ]{2,15}"
_NOT_NAMES: Final = (
    r"\b(?:The|This|That|These|Those|Each|Every|Users?|Accounts?|Customers?|Patients?|Records?|Data|If|When|All|Any|Rows?|Tokens?|Sessions?|Keys?|"
    r"Version|Build|Cache|Files?|Tests?|Cookies?|Entries|Backups?|Logs?|Node|Python|Rust|Ruby|Java|Django|Rails|Postgres\w*|Messages?|Events?|Each)\s+(?:is|are|was|has|turned)"
)

CHECKS: Final[tuple[Check, ...]] = (
    Check(
        "personal",
        "surg* chem* canc* tumo* preg* misc* diab* depr* burn* adhd auti* epil* migr* hiv covid flu pneu* ther* psyc* hosp* sick medi* pare* mate* "
        "pate* anti* insu* bipo* anxi* pani* heart stroke back bad weak broken disa* deaf blind whee* alco* addi* rehab alle* doctor illn* dise* diag* "
        "reco* operation wounded injured rsi carpal schw* kreb* herz* kran* rück* oper* op mutt* elte* behi* reha arzt* band* "
        "died passed dece* deceased funeral vers* gest* beer* murió fall* fall* emba* cánc* ciru* enfe* baja 手 心 治 薬 精 看 吃 怀 癌 糖 抑 住 生 病 产 过 残 妊 入 う 産 育 持 ア が 通",
        _PERSON
        + r"[^.;。\n]{0,60}"
        + _HEALTH
        + r"|"
        + _HEALTH
        + r"[^.;。\n]{0,30}\b(?:of|by|from|von|de)\b[^.;\n]{0,10}"
        + _PERSON,
        r"\bpatients?\b|\bscreen (?:reader|magnifier)|\b(?:contrast|captions|font size|large print|colou?rs?|tables)\b|\bhealth ?check|\bfeature\b|\bmodules?\b|\bapp\b|\b(?:is|are) disabled\b|\bdisabled (?:by|in|for|when|until|on)\b|"
        r"\bcolou?r[- ]?blind|\brecovery (?:key|code|mode|point|plan|phrase)|\bdata recovery|\bcrash recovery|\bdisability\b[^.]{0,20}\bapi|"
        r"back problems? with the|\baccessib|\bdiagnos(?:is|ed) (?:of )?(?:the|a|each|every|this) (?:bug|failure|error|problem|issue|root)|blind (?:retry|copy|to)",
        anywhere=True,
        prose=True,
    ),
    Check(
        "personal",
        "krebs diabetes asthma grippe died passed murió falleció starb verstarb is was has had ist hat está tiene takes suffers because due war",
        _NAMED
        + r"(?: [A-ZÀ-Ý][a-zà-ÿ]+)?\s+(?:is|was|has|had|takes|suffers|went|got|gets|needs|ist|hat|war|está|tiene|takes)\b[^.;\n]{0,50}(?i:"
        + _HEALTH
        + r")|"
        + _NAMED
        + r" (?i:(?:krebs|depression\w*|diabetes|asthma|grippe|covid) hat)\b|"
        + _NAMED
        + r" (?:died|passed away|murió|falleció|starb|verstarb|ist (?:verstorben|gestorben))\b",
        r"\bpatients?\b|\bhealth ?check|\bfeature\b|\bmodules?\b|\b(?:is|are|was|were) (?:\w+ )?disabled\b|\bdisabled (?:by|in|for|when|until|on)\b|"
        r"\bcolou?r[- ]?blind|\brecovery (?:key|code|mode|point|plan|phrase)|\bcrash recovery|\baccessib|\b(?:has|is) (?:no|not)? ?diagnos",
        cased=True,
        prose=False,
    ),
    Check(
        "personal",
        "is was turned turns aged age old years year ist alt jahre wird tiene cumple años 岁 歳 才 ans",
        _NAMED
        + r"(?: [A-ZÀ-Ý][a-zà-ÿ]+)?\s+(?:is|turned|turns|will be|wird|ist|tiene|cumple)\s+(?:(?:now|already|just|only|about|soon|schon|jetzt|bald|ya)\s+)?[1-9]\d(?![.\d]\d)"
        r"(?:\s+(?:years?(?: old)?|jahre(?: alt)?|Jahre(?: alt)?|años)\b|\s+(?:and|und|y|today|this|next|on|in (?:January|February|March|April|May|June|July|August|"
        r"September|October|November|December))\b|\s*[,.;!]|\s*$)",
        _NOT_NAMES + r"|[%°$€]|\b(?:level|port|version|limit|max|min|timeout|width|count)\b",
        cased=True,
    ),
    Check(
        "personal",
        "is ist tiene age aged old alt jahre jahren ausweis años edad 岁 歳 才 born geboren nació birthday geburtstag cumpleaños birthdate birth 生 誕 出",
        _PERSON
        + r"[^.;。\n]{0,50}(?:\b\d{2}\s*(?:years? old|year-old|jahre alt|jahre|años)\b|\b(?:aged|age|turned|turns|edad)\s+(?:\w+\s+){0,2}?[1-9]\d\b(?!\s*(?:%|"
        r"characters?|chars|lines?|seconds?|minutes?|ms|zeichen|zeilen))|\d{2}\s*[岁歳才]|\b(?:born|birthday|birth ?date|geboren|geburtstag|cumpleaños|"
        r"nació|date of birth)\b|生日|出生|誕生日|生まれ)"
        r"|"
        + _PERSON
        + r" (?:is|ist|es|tiene) (?:now |already |just |only |schon |jetzt |ya )?[1-9]\d(?=\s*(?:[,.;]|$|and\b|und\b|y\b))|\b(?:birthday|geburtstag|cumpleaños) (?:of|is on|ist am|es el|von)\b|[的の](?:生日|誕生日)(?:是|は|在)\s*\d"
        r"|\b\d{2}-year-old (?:colleague|developer|manager|woman|man|intern|designer|boss)\b",
        r"\b(?:fields?|columns?|format\w*|stored|validat\w+|must be at least|at least|minimum|minors?|under 1[368])\b|字段|カラム|格式|\btests?\b|\bfixtures?\b",
    ),
    Check(
        "personal",
        "wife husband son daughter kids kid child children mother father girlfriend boyfriend divorce divorced wedding married baby partner fiancée fiance "
        "mum mom dad frau mann sohn tochter kinder kind mutter vater freundin freund scheidung hochzeit baby esposa mujer marido hijo hija hijos hijas "
        "madre padre novia novio divorcio boda family familie familia",
        r"\b(?:his|her|my|user's|whose|[a-zà-ÿ]{3,15}['’]s)\s+(?:\w+\s+)?(?:wife|husband|son|daughter|kids?|child|children|mother|father|mum|mom|dad|"
        r"girlfriend|boyfriend|divorce|wedding|baby|fianc[ée]e?|marriage|family|ex-wife|ex-husband)\b"
        r"|\b(?:seine?[rnm]?|ihre?[rnm]?|meine?[rnm]?)\s+(?:\w+\s+)?(?:frau|mann|sohn|tochter|kinder|kind|mutter|vater|freundin|freund|scheidung|hochzeit|baby|"
        r"familie)\b|\b(?:la|el) (?:hij[oa]|mujer|esposa|marido|herman[oa]|padre|madre|novi[oa]) de\b|\b(?:die|der) (?:frau|mann|tochter|sohn|mutter|vater) von\b|\b(?:the )?(?:wife|husband|son|daughter|mother|father) of [a-z]+\b|\b(?:su|sus|mi|mis)\s+(?:\w+\s+)?(?:esposa|mujer|marido|hij[oa]s?|madre|padre|novi[oa]|divorcio|boda|familia)\b"
        r"|\b(?:is|are|was|got|gets|getting|recently) (?:divorced|married|engaged|widowed|single)\b|\bgoing through a divorce\b",
        r"\b(?:node|process|element|component|class|row|table|record|container|widget|parent)['’]s\b|\bmother ?board|\bfamily (?:font|of)|font[- ]family|"
        r"\bsingle\b(?!\s*(?:mother|father|parent|again|and))|\bmachine['’]s",
        prose=True,
    ),
    Check(
        "personal",
        "怀 产 流 抑 糖 癌 去 妊 産 育 う 亡 妻 老 丈 儿 女 孩 离 奥 夫 息 娘 子 離 家 彼 嫁",
        r"怀孕|产假|流产|离婚|抑郁症|糖尿病|癌症|去世|妊娠|産休|育休|離婚|うつ病|亡くなり|(?:他|她|我|同事|老板|用户)的?(?:妻子|老婆|太太|丈夫|老公|儿子|女儿|孩子|离婚|母亲|父亲|家人|男朋友|女朋友)|(?:正在|刚|已经)?离婚|家庭住址"
        r"|(?:さん|彼|彼女|私|上司|同僚)の(?:奥さん|奥様|ご主人|お子さん|娘さん|息子さん|妻|夫|旦那|息子|娘|子供|子ども|両親|母|父|家族|住所|自宅|年齢|給料|病気)|離婚",
        r"节点|ノード|要素|元素|字段|模块|功能|患者|カラム|機能",
    ),
    Check(
        "personal",
        "lives home address street straße strasse road avenue apartment flat wohnt wohnhaft privatadresse vive calle avenida domicilio dirección 住 地 自 家",
        r"\b(?:home|private|postal) address (?:is|of|:)|\b(?:his|her|my|[a-zà-ÿ]{3,15}['’]s) (?:home |private )?(?:address|house|flat|apartment) (?:is|at|in)\b"
        r"|\blives? (?:at|alone|with (?:his|her|my)|next (?:to|door)|on \w+ (?:street|road|avenue))\b|\b\d{1,4} (?:[a-z]+ ){1,3}(?:street|st\.|road|rd\.|avenue|ave\.|"
        r"lane|drive|boulevard)(?:\W|$)|\b[a-zäöü]{3,}(?:straße|strasse|str\.|gasse|allee) \d{1,3}\b|\bwohnt\b|\bwohnhaft\b|\bprivatadresse\b"
        r"|\bvive en (?:la |el )?(?:calle|avenida|plaza|casa)|\bcalle [a-zà-ÿ ]{3,25},? \d{1,4}\b|\bsu (?:domicilio|dirección particular)\b"
        r"|家庭住址|住在[^。\n]{1,20}(?:路|街|区|号|市|楼)|(?:自宅|住所)は[^。\n]{2,}",
        r"\b(?:fixture|example|test data|placeholder|fake|dummy|sample|format|field|column)s?\b|例|テスト",
    ),
    Check(
        "personal",
        "phone mobile cell call whatsapp telefon handy handynummer telefonnummer rufnummer móvil teléfono telefono número number text ring reach 电 手 電 携 + privately private",
        r"\b(?:phone|mobile|cell|call|ring|text|whatsapp|telefon\w*|handy\w*|rufnummer|móvil|teléfono|telefono|reach|number)\b[^.\n]{0,40}?"
        r"(?<![\w.])\+?\(?\d[\d ()/-]{6,16}\d(?![\w.])|(?<![\w.])\+[1-9]\d{0,2}[ -]?(?:\(?\d{1,4}\)?[ -]?){2,5}\d{2,}(?![\w.])"
        r"|(?:电话|手机|電話|携帯)(?:号码|番号|号)?[^。\n]{0,10}\d[\d-]{6,}",
        r"\b(?:fixtures?|example|test|placeholder|fake|dummy|sample|format|hotline|regex|e\.?164|column|validat\w+|bytes?|rows?|ids?)\b|\b555\b|例|テスト",
    ),
    Check(
        "personal",
        "private personal privat private privaten particular privada privado 私 个 個 home",
        r"\b(?:his|her|my|their|seine?\w?|ihre?\w?|meine?\w?|su|mi|[a-zà-ÿ]{3,15}['’]s)\s+(?:\w+ )?(?:private|personal|home|privat\w*)\s?(?:e-?mails?|mail|phone|number|address|mobile|account|adresse|nummer|handy\w*|telefon\w*|mailadresse|calendar|laptop|apartment)\b"
        r"|\b(?:private|personal|privat\w*)[ .-]?(?:e-?mail|mail|phone|mobile|number|adresse|nummer|handynummer)\b[^\n]{0,40}(?:@|\d{5,})|[\w.+-]*(?:private|personal|privat)[\w.+-]*@|@[^\n]{0,60}\b(?:private|personal|privat\w*|particular) (?:e-?mail|mail|address|adresse|account|inbox|correo)\b"
        r"|\bsu (?:correo|número|teléfono|dirección) (?:personal|particular|privad[oa])\b|(?:私人|个人)(?:电话|手机|邮箱|住址|地址|号码)|(?:個人|私用|プライベート)の?(?:電話|携帯|メール|住所|番号)",
        r"\b(?:columns?|fields?|never log|validat\w+|encrypt\w*|stored|rfc ?1918|gdpr|pii|masked?|redact\w*)\b|加密|脱敏",
    ),
    Check(
        "personal",
        "@",
        r"\b[\w.+-]+@(?:gmail|googlemail|gmx|web|hotmail|outlook|live|yahoo|icloud|me|proton|protonmail|pm|t-online|aol|qq|163|126|foxmail|docomo|"
        r"softbank|ezweb|naver|mail|yandex)\.[a-z.]{2,6}\b",
        r"\b(?:fixtures?|example|test|placeholder|fake|dummy|sample|noreply|no-reply|regex|validat\w+)\b",
    ),
    Check(
        "personal",
        "salary earns earn paid wage bonus gehalt verdient lohn sueldo salario gana 工 年 薪 給 年 fired gay lesbian trans muslim jewish christian catholic "
        "religion religious votes voted union party ethnic race passport ssn iban nationality visa scheiden geschieden rente 身 performance drinks drunk ausweis probation dating "
        "gekündigt schwul jüdisch muslimisch gewerkschaft despedido despedida musulmán judío 解 宗 信 クビ",
        r"(?:"
        + _PERSON
        + r"|\b[a-zà-ÿ]{3,15}['’]s\b)[^.;。\n]{0,40}?(?:\b(?:salary|wage|bonus|gehalt|lohn|sueldo|salario|paycheck|passport|ssn|iban|nationality|"
        r"visa status|religion|sexual\w*|ethnicity|performance review|probation)\b|工资|年薪|薪水|給料|年収|宗教)"
        r"|\bearns (?!(?:points?|interest|badges?|credits?)\b)|\b(?:verdient|gana)\b[^.\n]{0,20}(?:\d|\bmehr\b|\bmás\b|doppelt|doble)|\b(?:is|was|will be|gets|got|being|going to be|to be) fired\b|\b(?:wurde|wird) gekündigt\b|\bfue despedid[oa]\b"
        r"|\b(?:is|ist|es) (?:an? |ein |un )?(?:gay|lesbian|trans(?:gender)?|bisexual|muslim|jewish|jew|christian|catholic|atheist|schwul|lesbisch|jüdisch|"
        r"muslimisch|musulm[aá]n|jud[ií]o|alcoholic|drunk|moron|idiot)\b|\b(?:votes?|voted) for\b|\b(?:laut|per) (?:seinem |ihrem )?(?:personal)?ausweis\b"
        r"|\b(?:lässt|lassen) sich (?:\w+ )?scheiden\b|\b(?:ist|war) geschieden\b|身份证|\b(?:ssn|social security number|passport number|iban) (?:is|of|:)",
        r"\b(?:columns?|fields?|events?|handlers?|hooks?|callbacks?|triggers?|signals?|tables?|stored|values?|listeners?|leader|quorum|poll)\b",
        prose=True,
    ),
)
