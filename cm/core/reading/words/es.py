"""Spanish cues."""

from __future__ import annotations

from typing import Final

_SMALL_WORDS: Final = (
    "esta estos estas ser está están también si ya o pero muy sobre desde hasta usa usar debe deben tiene nada tu mi "
    "el la los las que de del en un una no por para con es son se al lo su y como más pero cuando "
    "sin nunca siempre este esta nuestra nuestro hay todo todos cada"
)
MARKS: Final = frozenset(_SMALL_WORDS.split())

CUES: Final[dict[str, tuple[str, ...]]] = {
    "standing": (r"a partir de (?:ahora|hoy)", r"de ahora en adelante", r"desde ahora", r"en adelante", r"en el futuro", r"cada vez que", r"cada vez", r"siempre que", r"por defecto", r"por norma", r"como regla", r"en general", r"sin excepci(?:ón|ones)", r"nunca más", r"jamás", r"bajo ning(?:ún concepto|una circunstancia)", r"en ning(?:ún|una) (?:caso|proyecto|sesión)", r"ya no", r"en todos (?:los|mis) (?:proyectos|repos|archivos|casos)", r"en cualquier (?:proyecto|repo|caso)", r"todo el proyecto", r"permanente(?:mente)?", r"punto\.?$", r"no .{1,50}? más\b", r"en futuras? sesiones", r"de una vez por todas"),
    "extends": (r"(?:esto|eso|lo mismo) (?:vale|aplica|va|se aplica)", r"(?:recuérdalo|apúntalo|anótalo|acuérdate)", r"(?:siempre|cada vez|en todos los proyectos|sin excepciones)[.!]*$", r"no (?:solo|sólo) (?:aquí|ahora|hoy|esta vez)"),
    "always": (r"siempre", r"nunca"),
    "memory": (r"recuerda(?: que)?", r"ten en cuenta", r"tened en cuenta", r"ten presente", r"no (?:te )?olvides", r"para (?:que lo sepas|tu información|futuras?|la próxima|que conste)", r"ojo", r"nota:?", r"anota", r"apunta", r"aviso", r"recordatorio", r"la próxima vez", r"importante:", r"acuérdate", r"guárda(?:lo|te)", r"que (?:te )?quede claro", r"por si acaso", r"dato:"),
    "breadth": (r"en (?:este|el|nuestro|todo el) (?:repo|repositorio|proyecto|código|equipo|monorepo)", r"tod[oa]s? (?:los|las|el|la|lo)", r"cualquier", r"ning(?:ún|una)", r"cada (?:\w+)"),
    "we": (r"(?:no )?(?:usamos|utilizamos|tenemos|hacemos|desplegamos|escribimos|trabajamos|guardamos|llamamos|seguimos|preferimos|ponemos|publicamos|corremos|ejecutamos|empleamos|mantenemos|compilamos|versionamos|nombramos|vamos)",),
    "ours": (r"nuestr[oa]s?", r"aquí", r"en el equipo", r"nosotros", r"acá"),
    "custom": (r"convenci(?:ón|ones)", r"norma(?:s)?", r"regla(?:s)?", r"política(?:s)?", r"acordado|acordamos", r"a propósito", r"guía de estilo", r"(?:ci|linter|hook|servidor|pipeline|build|auditor[ií]a|script|despliegue) (?:falla|rechaza|no acepta|bloquea|se rompe|rompe|revienta|se queja|exige)"),
    "again": (r"otra vez", r"de nuevo", r"(?:ya )?te (?:lo )?(?:dije|he dicho|había dicho|expliqué)", r"cuántas veces", r"por (?:segunda|tercera|enésima|última) vez", r"sigues", r"siempre (?:haces|olvidas)", r"has vuelto a", r"deja de", r"har[to]a de", r"la (?:última|semana) (?:vez|pasada)", r"(?:perdí|perdimos) (?:un|medio|dos|una)"),
    "ban": (r"no (?:uses|utilices|toques|hagas|pongas|metas|edites|borres|modifiques|cambies|subas|añadas|agregues|ejecutes|corras|escribas|instales|crees|mezcles|commitees|commitear|llames|generes|cometas|pases|mandes|envíes|traduzcas|quiero|se (?:toca|usa|puede|debe|permite|edita|hace|modifica|sube|borra))", r"nada de", r"prohibid[oa]s?", r"evita(?:r)?", r"no (?:debe|deben|puede|pueden|tiene que)", r"está congelad[oa]", r"intocable", r"nadie", r"jamás", r"ni se te ocurra"),
    "decreed": (r"prohibid[oa]s?", r"obligatori[oa]s?", r"está congelad[oa]"),
    "no_thing": (r"(?:^|[,;:] ?|\by )(?:sin|nada de|cero|ni) [^,.;]+",),
    "must": (r"debe(?:n|s|mos|ría)?", r"tien(?:e|es|en) que", r"hay que", r"obligatori[oa]s?", r"necesita(?:n|s)?", r"hace falta", r"asegúrate", r"imprescindible", r"va(?:n)? (?:en|con|a)"),
    "only": (r"sólo|solo|solamente|únicamente", r"como máximo", r"al menos", r"como mínimo"),
    "contrast": (r"en vez de", r"en lugar de", r"salvo", r"excepto", r"a menos que", r", no\b", r"sino", r"no (?:con|en|por|a|el|la|`x`)", r"ni "),
    "reason": (r"porque", r"si no", r"de lo contrario", r"así que", r"ya que", r"para que", r"que luego", r"por eso", r"pues", r"o (?:si no|se)", r"puesto que"),
    "when_you": (r"antes de", r"después de", r"cuando (?:toques|cambies|hagas|añadas|edites|escribas|crees|termines|modifiques|generes|me)", r"si (?:tocas|cambias|necesitas|tienes|dudas|vas|añades|hace falta|no estás)", r"pregúntame|pregunta (?:antes|primero)", r"en caso de duda", r"al (?:\w+r) "),
    "prefer": (r"prefiero", r"me gusta(?:n)?", r"no me gusta(?:n)?", r"odio", r"quiero que", r"respóndeme|responde|contéstame|contesta", r"explíca(?:me|lo)", r"háblame", r"tuté[aá]me", r"en (?:español|inglés|castellano)", r"soy ", r"me (?:cuesta|molesta|va mejor)"),
    "manner": (r"emojis?", r"respuestas?", r"comentarios?", r"mensajes? de commit", r"explicaciones", r"resúmenes|resumen", r"diffs?", r"tono", r"español|inglés|castellano"),
    "fact": (r"(?:es|son|está|están|vive|viven|corre|corren|escucha|se llama|se llaman|pertenece|apunta|usa|tiene|tienen|viene|cuesta|tarda|significa|se (?:guarda|guardan|despliega|ejecuta|borra|resetea|genera|reinicia|sirve|expone))",),
    "soon": (r"hoy", r"por ahora", r"esta vez", r"de momento", r"por el momento", r"hasta (?:que|mañana|el|la|entonces|nuevo|el lunes)", r"mañana", r"para la demo", r"en (?:este|esta) (?:pr|rama|hilo|sesión|caso|commit|prototipo|conversación|ticket)", r"temporal(?:mente)?", r"todavía no", r"aún no", r"provisional(?:mente)?", r"esta semana", r"ahora mismo", r"mientras", r"sólo esta|solo esta|por esta vez", r"luego", r"para est[ea] (?:pr|rama|tarea|caso|demo)", r"espera"),
    "hypothetical": (r"y si\b", r"imagina", r"supongamos", r"quizás?", r"tal vez", r"podríamos", r"en teoría", r"a lo mejor", r"algún día", r"digamos"),
    "sarcasm": (r"qué (?:bien|bonito|genial|maravilla)", r"genial,? (?:otra|ahora)", r"claro,? (?:borra|por qué|cómo no)", r"bravo", r"jaja+", r"es broma", r"muy bonito", r"estupendo,? (?:otra|ahora)"),
    "retract": (r"olvída(?:lo|te)", r"olvida (?:eso|lo que|lo de)", r"mejor no", r"espera,? no", r"no,? espera", r"ignora (?:eso|lo)", r"retiro lo dicho", r"me equivoqué", r"déjalo"),
    "hearsay": (r"(?:el|la|un|una|los) (?:\w+ )?(?:cliente|revisor|revisora|jefe|jefa|documentación|docs|compañero|compañera|artículo|ticket|manual|readme|mensaje|error) (?:dice|dicen|quiere|pide|insiste|recomienda|afirma|pone)", r"según", r"cita", r"supuestamente"),
    "product": (r"(?:el|la|los|las|un|una|cada) (?:\w+ )?(?:usuario|usuarios|cliente|botón|página|pantalla|formulario|diálogo|campo|lista|tabla|parser|servidor|api|endpoint|app|aplicación|cola|job|worker|log|filtro|menú|modal|icono|informe|factura|correo|carrito|servicio|notificación) (?:debe|deben|tiene que|nunca|siempre|debería|puede|no puede|muestra|se)", r"cuando (?:el|la|un) (?:usuario|cliente|servidor|token|petición)", r"^que (?:el|la|los|las)", r"pulsa|hace clic"),
    "recurs": (r"diariamente|semanalmente|mensualmente", r"(?:cada|todos los|todas las|los) (?:noches?|días?|semanas?|mes(?:es)?|mañanas|horas?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)", r"por las noches"),
    "copyedit": (r"traduce|tradúceme", r"corrige (?:el|la|mi) (?:texto|ortografía|gramática|redacción)", r"redacta", r"reescribe"),
    "bug": (r"error(?:es)?", r"falla", r"no funciona", r"se cuelga", r"bug", r"roto", r"da (?:un )?(?:error|404|500)", r"peta", r"nunca funciona", r"no va\b", r"qué significa"),
    "allow": (r"puedes", r"adelante", r"vale", r"está bien", r"no pasa nada", r"sin problema"),
    "past": (r"ayer", r"anoche", r"hiciste", r"cambiaste", r"borraste"),
    "thanks": (r"gracias", r"mil gracias"),
    "^task": (r"(?:añade|agrega|arregla|corrige|borra|elimina|cambia|escribe|crea|haz|hazme|revisa|muestra|muéstrame|renombra|actualiza|mueve|genera|pon|ponle|quita|quítale|sube|baja|instala|ejecuta|corre|busca|mira|dime|dame|compara|resume|traduce|migra|implementa|refactoriza|prueba|prepara|configura|despliega|lee|explica|extrae|convierte|divide|separa|abre|cierra|continúa|sigue|para|espera|vuelve|deshaz|reinicia|optimiza|valida|comprueba|verifica|lista|saca|mete|junta|une|reemplaza|sustituye|añádele|usa|utiliza|deja|que (?:el|la|los|las))(?= |$|[.,!])",),
    "^always": (r"\w+ (?:siempre|nunca) ", r"(?:siempre|nunca|jamás) (?!se\b|me\b|he\b|ha\b)\w+",),
    "^request": (r"(?:puedes|podrías|quiero|necesito|necesitamos|me gustaría)(?= )",),
    "^ask": (r"¿", r"(?:qué|por qué|cómo|dónde|quién|cuál|cuáles|cuándo|cuánto)(?= )"),
    "^soft": (r"(?:usa|utiliza|siempre|nunca|no|nada|todo|todos|todas|cada|evita|sólo|solo|responde|respóndeme|escribe|pregunta)(?= )",),
    "^reply": (r"(?:sí|si|no|vale|ok|perfecto|bien|claro|exacto|genial|gracias|dale|listo|sigue|continúa)(?:[,.! ]|$)",),
}  # fmt: skip
