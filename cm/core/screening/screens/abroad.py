"""The same in French, Italian, Portuguese and Korean, and what else is told alike in every language.

Refusals, moments, the memory itself and private facts. German, Spanish, Chinese and Japanese stand with the English in the
file of each reason.
"""

from __future__ import annotations

from typing import Final

from cm.core.screening.screens.check import Check

_IF: Final = r"\b(?:si|se|quand|quando|lorsque|avant|prima|antes|après|dopo|depois|jamais|toujours|mai|sempre|nunca|doit|deve|dev(?:ono|em))\b|면 |경우|때|반드시|항상|말 것|않는다|마세요"
_NAME: Final = r"\b[A-ZÀ-Ý][a-zà-ÿ]{2,15}"

CHECKS: Final[tuple[Check, ...]] = (
    # --- refusals
    Check(
        "refusal-text",
        "je peux désolé désolée regrette posso dispiace scusa scusi spiacente riesco desculpe desculpa infelizmente consigo posso lamento permission 죄 할 없 저 제",
        r"^\W*(?:je suis )?désolée?\b|^\W*je (?:ne |n['’])(?:peux|suis pas|puis|ai pas|parviens|saurais)\b|^\W*(?:malheureusement|je regrette)\b|\bje n['’]ai pas (?:accès|la permission|le droit)\b"
        r"|^\W*(?:mi dispiace|spiacente|purtroppo|scusa)\b|^\W*(?:io )?non (?:posso|riesco|sono in grado|mi è (?:possibile|permesso)|ho accesso)\b|\bnon ho (?:accesso|il permesso)\b"
        r"|^\W*(?:desculpe|desculpa|infelizmente|lamento)\b|^\W*(?:eu )?não (?:posso|consigo|me é (?:possível|permitido)|tenho (?:acesso|permissão)|sou capaz)\b"
        r"|^\W*(?:죄송|미안)|(?:저는|제가)[^.\n]{0,30}(?:없습니다|못합니다|불가능)|(?:처리|수행|실행|제공|도와|접근|답변)[^.\n]{0,8}(?:할 수 없|드릴 수 없|수 없습니다)",
    ),
    Check(
        "refusal-text",
        "possible able finish impossible denied unable",
        r"\b(?:is|was|isn['’]t|wasn['’]t|not|im)\s?(?:not )?(?:im)?possible for me\b|^\W*i (?:was|am|were) (?:not |un)able\b|\bi (?:was|am|have been|got) denied\b",
    ),
    # --- moments
    Check(
        "not-lasting",
        "aujourd hier demain maintenant actuellement encore oggi ieri domani adesso attualmente ancora hoje ontem amanhã agora atualmente ainda falta manca reste moment momento cours corso prêt pronta pronto lista cette questa esta semana settimana semaine 지 오 내 어 아 현 이 배",
        r"\b(?:aujourd['’]hui|hier|demain|en ce moment|pour l['’]instant|actuellement|ce (?:matin|soir)|cette (?:semaine|après-midi)|en cours (?:de|d['’])|il reste (?:encore )?(?:à|\d)|(?:est|sont) (?:encore |toujours )?en (?:cours|panne|attente))\b"
        r"|\b(?:oggi|ieri|domani|adesso|al momento|per ora|attualmente|stamattina|stasera|questa (?:settimana|mattina|sera)|in corso|manca(?:no)? (?:solo|ancora)|resta da)\b"
        r"|\b(?:hoje|ontem|amanhã|agora (?:mesmo)?|no momento|por enquanto|atualmente|esta (?:semana|manhã|tarde|noite)|em andamento|falta(?:m)? (?:só|ainda|corrigir|fazer|\d))\b"
        r"|(?:지금|오늘|내일|어제|현재|이번 주|방금|아직)(?!의 (?:버전|시간))|(?:배포|작업|진행|검토|점검|수정) 중",
        _IF,
        prose=True,
    ),
    Check(
        "not-lasting",
        "rama branche branch ramo lista prête pronta pronto listo -9",
        r"\b(?:la |el |le |il |o |a |der |the )?(?:rama|branche|branch|ramo|pr|mr|ticket|tarea|tâche|tarefa)\s+[`#]?[\w/.-]*\d[\w/.-]*`?\s+(?:est[áa]|est|è|é|is|ist|has|have|hat|tiene|a|ha|tem)\b",
        r"\b(?:if|when|before|until|must|should|wenn|si|cuando|quand|quando|se)\b",
    ),
    Check(
        "not-lasting",
        "still restarted rebooted deployed started stopped crashed lock next waiting downloading loading uploading compiling running usage unresolved progress installing building",
        r"\b(?:tests?|jobs?|builds?|steps?|checks?|tasks?|cases?|issues?|points?) (?:no\.? ?|nr\.? ?|#)?\d+(?:(?:,| and|–|-) ?\d+)* (?:is|are|still|keeps?|now|was|were|remains?)\b"
        r"|\b(?:was|were|got|has been) (?:re)?(?:started|booted|stopped|deployed|launched|killed) (?:at|on|around|by) \d|\bfor the next (?:\w+ )?(?:minutes?|hours?|days?|half hour)\b"
        r"|^\W*(?:still )?(?:waiting|downloading|loading|uploading|compiling|installing|building|running|processing|fetching|indexing|restoring|copying)\b[^.\n]{0,60}(?:\(?\d+ ?%|\.\.\.|…|\d+ of \d+|\d+/\d+)"
        r"|^\W*(?:still )?waiting for (?:the |a |an )|\b(?:has|have) (?:\w+ )?(?:unresolved|open|pending|outstanding) (?:comments?|threads?|issues?|conversations?|reviews?|questions?)\b",
        r"\b(?:if|when|whenever|before|until|unless|must|should|never|always|don't|do not)\b",
    ),
    Check(
        "not-lasting",
        "% user ticket",
        r"\b(?:disk|memory|cpu|ram|swap|quota|battery|coverage)?\s?(?:usage|use|load)\b[^.\n]{0,25}? (?:is|was|are)(?: now| at)* \d+(?:[.,]\d+)? ?%"
        r"|^\W*the user (?:wants|needs|likes|asks|is|was|has|prefers|expects) [^.\n]{0,80}\b(?:in|for|on|with) (?:this|that|the current) (?:ticket|task|pr|branch|issue|story|page|session|change|request)\b",
        r"\b(?:if|when|above|over|below|under|alert|until)\b",
    ),
    # --- the memory itself
    Check(
        "self-reference",
        "règle regola regra mémoire memoria memória entrée entrada voce regla 규 메 本 条 こ ル 记 規",
        r"\b(?:cette|la présente) règle\b|\b(?:questa|la presente) regola\b|\b(?:esta|a presente) regra\b|\b(?:esta|la presente) regla\b|\b(?:entrée|entrada|voce)s? (?:de |da |della |de la )(?:la )?(?:mémoire|memória|memoria)\b|\bdans la mémoire\b|\b(?:nella|na) mem[oó]ria (?:del|do|dell)"
        r"|이 규칙(?:은|이|을)|메모리에 (?:저장|기록)|(?:本|这|该|此)(?:条)?(?:规则|记忆|条目)(?:的)?|(?:この|以前の|他の|既存の|既存)(?:ルール|記憶|メモリ)|(?:规则|记忆|条目)(?:的)?(?:得分|评分|优先级|置信度)",
        r"eslint|lint|防火墙|ファイアウォール|방화벽",
    ),
    Check(
        "self-reference",
        "hook bullets bullet deltas delta reflecting reflection entries entry immutable tag curator",
        r"\b(?:context|memory|session|reflection|recall) hooks?\b[^.\n]{0,40}\b(?:bullets?|rules?|lessons?|lines?|memories|added|injected|showed)\b|\bwhen (?:reflecting|curating|distilling|extracting)\b|\b(?:at most|no more than|up to|only) (?:\w+ ){0,2}(?:deltas?|bullets|lessons|memories|insights)\b"
        r"|\b(?:all|any|every|each|treat) (?:\w+ )?(?:entries|entry|bullets?) (?:with|in|of|that|tagged|from|older|below|above)\b[^.\n]{0,40}\b(?:tags?|immutable|pinned|protected|stale|removed|retired|pruned|merged|score|harmful|helpful)\b",
        r"\b(?:log|cache|changelog|database|table|dns|hosts|config|registry|ldap|ledger|journal|directory|list) entr|\blint",
    ),
    # --- places
    Check(
        "path-noise",
        "tmp var home users private",
        r"^\W*(?:core|the file|file|output|report|log|result|dump|archive|artifact|le fichier|el (?:fichero|archivo)|il file|o (?:arquivo|ficheiro)|die datei|datei)?\s*(?:was |has been |is )?(?:dumped|written|saved|created|stored|wrote|moved|copied|extracted|generated|downloaded)?(?: to| in| at| as)?\s*[`'\"]?/(?:tmp|var/(?:tmp|crash|folders)|home|users|private)/\S+"
        r"(?:\s+(?:was |has been |is |a été |fue |ha sido |è stato |foi |wurde )?(?:created|written|saved|deleted|removed|generated|found|missing|créée?|écrit|enregistrée?|cread[oa]|guardad[oa]|creat[oa]|salvat[oa]|criad[oa]|salv[oa]|erstellt|gespeichert|geschrieben|angelegt))?\W*$",
    ),
    # --- private facts
    Check(
        "personal",
        "enceinte maladie dépression divorce habite ans âge handicap salaire incinta malata malato divorzio figlia figlio moglie marito abita anni stipendio grávida doente divórcio filha filho esposa mora idade salário 집 주 임 병 나 급 월 딸 아",
        r"\b(?:est enceinte|en arrêt (?:maladie|de travail)|congé (?:maladie|maternité)|en dépression|pour dépression|divorce|habite (?:au|à|chez|rue|dans)|a \d\d ans|son salaire|handicapée?)\b"
        r"|\b(?:è incinta|in malattia|(?:la |sua |il |suo )(?:figli[ao]|moglie|marito) di|divorzi\w+|abita (?:in|a|con)|ha \d\d anni|stipendio di|depressione)\b"
        r"|\b(?:está grávida|de licença médica|(?:a |o |sua |seu )(?:filh[ao]|esposa|marido) d[aeo]|divorciad[ao]|mora (?:com|na|no|em)|tem \d\d anos|salário d[aeo]|depressão)\b"
        r"|집 주소|자택|임신|병가|우울증|이혼|(?:씨|님|대리|과장|부장)[^.\n]{0,12}(?:나이|급여|연봉|월급|딸|아들|아내|남편|주소|생일)|\d\d세",
        r"\bpatients?\b|\bfield|\bcolonne|\bcampo|\bcampo|컬럼|필드",
    ),
    Check(
        "personal",
        "pregnant prays pray religious mosque church synagogue ramadan shoe locker birth born diabetic debts debt garnishment lohnpfändung pfändung schulden insolvent maternity affair gambling criminal convicted prison jail arrested custody",
        r"\b(?:is|was|are|gets|got|be) pregnant\b|\b(?:prays|praying)\b|\b(?:goes|went) to (?:church|mosque|the mosque|synagogue)\b|\b(?:his|her|their) (?:\w+ )?(?:locker|shoe size|weight|blood type|debts?|affair|ex)\b|\bdate of birth\b|\bdiabetic\b"
        r"|\b(?:lohn)?pfändung\b|\bprivatinsolvenz\b|\b(?:wage|salary) garnishment\b|\b(?:has|had|with) (?:gambling |private |credit )?debts\b|\b(?:was|got|is|been) (?:arrested|convicted|in (?:jail|prison))\b|\bcustody of\b",
        r"\b(?:fields?|columns?|format\w*|stored|validat\w+|patients?|form)\b|\btest data|\bfixtures?\b",
    ),
    Check(
        "personal",
        "customer client account born age",
        r"\b(?:customer|client|user|patient|employee) (?:no\.? ?|number )?\d{2,} is " + _NAME + r" " + _NAME,
        r"\b(?:fixture|example|test|sample|fake)\b",
        cased=True,
    ),
)
