"""German cues."""

from __future__ import annotations

from typing import Final

_SMALL_WORDS: Final = (
    "deshalb ohne unsere unser unserer dann aber oder wie was hat haben werden alle jede jeder jedes diese dieser dieses beim vom zum zur über nach vor sich noch nutzen damit weil denn als er sie "
    "der die das und nicht ist ein eine einen für auf mit wir uns bei bitte kein keine den dem zu im "
    "ich du mir auch nur nie immer sonst wenn bis es sind wird soll muss"
)
MARKS: Final = frozenset(_SMALL_WORDS.split())

CUES: Final[dict[str, tuple[str, ...]]] = {
    "standing": (r"ab (?:sofort|jetzt|nun|heute)", r"künftig", r"zukünftig", r"in zukunft", r"von (?:jetzt|nun) an", r"jedes ?mal", r"grundsätzlich", r"generell", r"prinzipiell", r"ausnahmslos", r"ohne ausnahme", r"nie(?:mals)? wieder", r"auf keinen fall", r"unter keinen umständen", r"kein\w* .{1,60}? mehr", r"nicht .{1,60}? mehr(?! als)", r"dauerhaft", r"standardmäßig", r"im ganzen (?:projekt|repo|code)", r"in allen (?:projekten|repos|sessions|sitzungen)", r"in jedem (?:projekt|repo|commit|pr)", r"egal (?:was|wie|welche)", r"immer wenn", r"sobald", r"gilt (?:im|für|immer|überall|auch|bei)", r"ein für alle ?mal", r"in der regel", r"überall"),
    "extends": (r"(?:das|dies|gleiches|dasselbe) gilt", r"gilt (?:für|überall|immer|auch|in)", r"merk(?:e)? (?:dir|es)", r"denk(?:e)? (?:dran|daran)", r"(?:immer|jedes ?mal|grundsätzlich|überall|ab (?:jetzt|sofort))[.!]*$", r"schreib dir (?:das )?auf", r"nicht nur (?:hier|jetzt|heute|dieses mal)"),
    "always": (r"immer", r"nie", r"niemals", r"stets", r"jemals"),
    "memory": (r"merk(?:e)? (?:dir|es dir)", r"denk(?:e)? (?:dran|daran)", r"vergiss (?:nicht|bitte nicht|das nicht)", r"zur info", r"(?:kurzer |kleiner |noch ein )?hinweis", r"zur erinnerung", r"erinnerung:", r"wichtig:", r"zum merken", r"nur damit du(?:'s| es)? (?:weißt|weisst)", r"damit du(?:'s| es)? weißt", r"für (?:später|die zukunft|kommende|künftige|spätere)", r"notier(?:e)?", r"behalt(?:e)? (?:das|im)", r"beachte", r"(?:nächstes|beim nächsten) mal", r"zu deiner info", r"gut zu wissen", r"schreib dir (?:das )?auf"),
    "breadth": (r"in diesem (?:repo|projekt|repository|code)", r"im (?:repo|projekt|backend|frontend|monorepo)", r"(?:alle|jede[rsnm]?|sämtliche) (?:\w+)", r"bei allen", r"für alle", r"alles (?:unter|in|was)"),
    "we": (r"wir (?:benutzen|verwenden|nutzen|haben|deployen|schreiben|bauen|testen|nehmen|machen|arbeiten|fahren|setzen|committen|mergen|lassen|halten|sind|betreiben|speichern|rechnen|loggen|releasen|hosten|liefern)", r"(?:benutzen|verwenden|nutzen|haben|schreiben|nehmen|machen|setzen|arbeiten) wir"),
    "ours": (r"unser(?:e|er|en|em|es)?", r"bei uns", r"hier", r"im team", r"im haus"),
    "custom": (r"konvention\w*", r"regel(?:n)?", r"richtlinie\w*", r"vorgabe\w*", r"vereinbart", r"abgemacht", r"policy", r"hausregel", r"stil", r"absichtlich", r"mit absicht", r"bewusst so", r"gilt", r"lehnt .{1,40} ab", r"schlägt (?:fehl|die ci)", r"(?:ci|hook|linter|server|pipeline|prüfung|revision|datenschutz) (?:bricht|lehnt|verlangt|meckert|prüft|blockiert)"),
    "again": (r"du (?:hast|machst|vergisst) .{0,30}?(?:wieder|schon wieder|immer|dauernd|ständig)", r"schon wieder", r"zum (?:zweiten|dritten|vierten|x-ten|hundertsten) mal", r"wie oft", r"hab(?:e)? ich (?:dir )?(?:schon|doch|bereits)", r"ich hab(?:e)? (?:dir )?(?:schon|doch|bereits)", r"(?:satt|leid)", r"letztes mal", r"letzte woche", r"hör auf", r"(?:einen|den halben|zwei) (?:tag|tage|stunden) (?:gekostet|verloren)"),
    "ban": (r"(?:bitte )?nicht (?:anfassen|verwenden|benutzen|nutzen|ändern|editieren|löschen|direkt|committen|pushen|von hand|manuell|einfach)", r"nie (?:direkt|ohne|von hand|manuell|in|auf|mit|etwas)", r"dar?f (?:nie|nicht|man nicht|kein\w*|nur)", r"dürfen (?:nie|nicht|kein\w*|nur)", r"verboten", r"untersagt", r"tabu", r"finger weg", r"vermeide", r"lass(?:t)? die finger", r"ist eingefroren", r"soll(?:en)? nicht", r"niemand"),
    "decreed": (r"verboten", r"untersagt", r"tabu", r"pflicht", r"zwingend"),
    "no_thing": (r"(?:^|[,;:(–—] ?|\bund |\bbitte |\bdeshalb |\bdaher |\balso )kein(?:e|en|er|em)? [^,.;]+",),
    "must": (r"muss", r"müssen", r"soll(?:en|te|ten)?", r"braucht", r"brauchen", r"pflicht", r"zwingend", r"unbedingt", r"erforderlich", r"nötig", r"gehört", r"gehören"),
    "only": (r"nur", r"ausschließlich", r"höchstens", r"mindestens", r"maximal"),
    "contrast": (r"statt(?:dessen)?", r"anstelle", r"sondern", r"außer", r"es sei denn", r"nicht (?:mit|in|über|per|via|als|auf|bei)", r"weiterhin", r"lieber"),
    "reason": (r"weil", r"denn", r"sonst", r"ansonsten", r"andernfalls", r"damit", r"da (?:der|die|das|sonst|wir|es)", r"deshalb", r"deswegen", r"wegen"),
    "when_you": (r"bevor du", r"vor (?:jedem|dem) (?:commit|push|merge|deploy|pr|release)", r"nach (?:jeder|jedem|dem)", r"wenn du", r"falls du", r"frag(?:e)? (?:mich|vorher|erst|zuerst)", r"im zweifel", r"beim (?:\w+en)"),
    "prefer": (r"ich (?:bevorzuge|mag|will|möchte|hasse|hätte gern|lese|arbeite|bin|benutze|nutze|brauche|schreibe)", r"mir (?:ist|sind|wäre) .{0,20}lieber", r"antworte(?:t)?(?: mir)?", r"duze? mich", r"halte? dich (?:kurz|knapp)", r"schreib(?:e)? (?:mir )?(?:auf|kurz|knapp)", r"erklär(?:e)? (?:mir|es)", r"kurz (?:und|halten)", r"duz(?:e|en)?", r"siez(?:e|en)?", r"auf (?:deutsch|englisch)", r"halte? (?:dich|antworten|es|commits) (?:kurz|knapp|klein)"),
    "manner": (r"emojis?", r"antworten", r"kommentare?", r"code-kommentare", r"commit-?(?:messages?|nachrichten?|texte?)", r"erklärungen", r"zusammenfassung(?:en)?", r"diffs?", r"ton", r"floskeln", r"deutsch", r"englisch"),
    "fact": (r"(?:heißt|heissen|heißen|liegt|liegen|läuft|laufen|lauscht|gehört|steht|kommt|kommen|zeigt|wird|werden|bekommt|hat|ist|sind|braucht|dauert|kostet|bedeutet|verwendet|nutzt)",),
    "soon": (r"heute", r"erst ?mal", r"vorerst", r"vorläufig", r"diesmal", r"dieses mal", r"momentan", r"im moment", r"gerade", r"derzeit", r"zurzeit", r"für die (?:demo|präsentation|vorführung)", r"bis (?:morgen|montag|dienstag|mittwoch|donnerstag|freitag|nächste|der|die|das|wir|ich|er|sie|dahin|zur|zum)", r"in diesem (?:pr|mr|branch|thread|chat|commit|fall|ticket|prototyp)", r"für diesen (?:pr|mr|branch|fall|commit|einen)", r"für dieses (?:ticket|mal|eine)", r"ausnahmsweise", r"noch nicht", r"morgen", r"vorübergehend", r"temporär", r"provisorisch", r"nur (?:dieses|das eine|diesen|für)", r"solange", r"später$", r"warte", r"jetzt"),
    "hypothetical": (r"was wäre wenn", r"was, wenn", r"angenommen", r"stell dir vor", r"vielleicht", r"könnten wir", r"sollten wir", r"sollen wir", r"irgendwann", r"ob wir", r"theoretisch", r"mal angenommen", r"wir könnten", r"würde es"),
    "sarcasm": (r"na (?:toll|super|klasse|bravo|prima|klar)", r"ganz (?:toll|großes kino)", r"ach (?:ja|wie)", r"super gemacht", r"klar,? (?:lösch|warum|wer)", r"wer braucht (?:schon)?", r"haha+", r"lol", r"ironie", r"scherz"),
    "retract": (r"vergiss (?:es|das|was ich)", r"ach nein", r"doch nicht", r"quatsch", r"moment,? nein", r"streich das", r"nehme? (?:das|ich) (?:zurück|alles zurück)", r"egal,? (?:lass|vergiss)", r"war falsch", r"hat sich erledigt"),
    "hearsay": (r"(?:der|die|das|unser|ein) (?:\w+ )?(?:kunde|kundin|reviewer|chef|chefin|doku|dokumentation|handbuch|readme|kollege|kollegin|artikel|ticket|spec|spezifikation|meldung|warnung) (?:sagt|meint|schreibt|will|behauptet|verlangt|möchte|steht|hat)", r"laut", r"angeblich", r"zitat", r"steht (?:in der|im)"),
    "product": (r"(?:der|die|das|ein|eine|jeder|jede|jedes) (?:\w+ )?(?:nutzer|benutzer|kunde|knopf|button|seite|formular|dialog|feld|liste|tabelle|parser|scheduler|worker|server|client|api|endpunkt|app|anzeige|maske|filter|export|import|suche|warenkorb|job|service|dienst|rechnung|mail|icon|menü) (?:soll|muss|darf|kann|wird|zeigt|sollte|müsste|bleibt)", r"wenn (?:der|die|ein|eine) (?:nutzer|benutzer|kunde|anwender|server|token|anfrage)", r"klickt|tippt"),
    "recurs": (r"täglich|wöchentlich|monatlich|stündlich|nachts|nächtlich", r"jede[nrs]? (?:nacht|tag|woche|monat|morgen|abend|stunde|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)", r"(?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|werktags)"),
    "copyedit": (r"übersetze?", r"korrektur ?les\w*", r"formulier\w* .{0,30}um", r"(?:schreib|verfass)\w* (?:mir )?(?:eine?n?) (?:e-?mail|mail|antwort|ankündigung|text)"),
    "bug": (r"fehler(?:meldung)?", r"absturz|stürzt ab", r"kaputt", r"geht nicht", r"funktioniert nicht", r"bug", r"was bedeutet", r"schlägt fehl", r"hängt"),
    "allow": (r"du (?:kannst|darfst)", r"passt", r"in ordnung", r"mach (?:ruhig|weiter)", r"kein problem"),
    "past": (r"gestern", r"letzte nacht", r"hast du", r"habe ich", r"wurde"),
    "thanks": (r"danke(?: dir| schön)?", r"besten dank", r"merci"),
    "^task": (r"(?:lass|füge?|mach|schreib|änder|ändere|lösch|lösche|entfern|entferne|benenn|benenne|fix|fixe|prüf|prüfe|schau|zeig|zeige|erstell|erstelle|bau|baue|teste|test|nimm|geh|gib|such|suche|find|finde|behebe|behebt|repariere|korrigiere|verschiebe|ersetz|ersetze|setz|setze|starte|stell|stelle|lies|erklär|erkläre|vergleich|vergleiche|übersetze|fass|ergänze|implementiere|migriere|aktualisiere|installiere|öffne|schließ|hol|merge|push|deploye|committe|räum|leg|pack|führ|führe|warte|stopp|weiter|sag|hilf|kannst du|könntest du|bitte (?:\w+ )?(?:ein|aus|um|hinzufügen|ändern|löschen|fixen|prüfen))(?= |$|[.,!])",),
    "^always": (r"(?:immer|nie|niemals|stets) \w+", r"\w+ (?:bitte )?(?:immer|nie|niemals|stets) "),
    "^request": (r"(?:kannst|könntest|würdest) du", r"ich (?:brauche|hätte gern|will|möchte) (?:ein|eine|einen|das|die|den)"),
    "^ask": (r"(?:was|warum|wieso|weshalb|wie|wo|wer|welche[rsn]?|wann|ist|sind|gibt es|hat|haben|kann|soll|sollen|darf|muss)(?= )",),
    "^soft": (r"(?:nutze|nutz|benutze|verwende|immer|nie|niemals|nicht|kein|keine|keinen|alle|jede[rsn]?|nur|antworte|schreib|schreibe|halte|frag)(?= )",),
    "^reply": (r"(?:ja|nein|ok|okay|genau|gut|passt|klar|super|danke|stimmt|richtig|weiter|stopp)(?:[,.! ]|$)",),
}  # fmt: skip
