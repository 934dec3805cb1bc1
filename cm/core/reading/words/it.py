"""Italian cues: the common ones."""

from __future__ import annotations

from typing import Final

_SMALL_WORDS: Final = (
    "lo dei degli alla dal dalla ci ne o come più deve ogni essere tutti fare solo "
    "il lo gli le un una e è sono non che di del della dei in nel per con si su ma mai sempre questo "
    "questa nostro nostra quando senza al anche"
)
MARKS: Final = frozenset(_SMALL_WORDS.split())

CUES: Final[dict[str, tuple[str, ...]]] = {
    "standing": (r"d'ora in (?:poi|avanti)", r"in futuro", r"ogni volta", r"di default", r"senza eccezioni", r"mai più", r"in nessun caso", r"di norma", r"in tutti i (?:progetti|repo)"),
    "always": (r"sempre", r"mai"),
    "memory": (r"ricorda(?:ti)?(?: che)?", r"tieni (?:presente|a mente)", r"non dimenticare", r"per tua informazione", r"promemoria", r"la prossima volta", r"nota(?: bene|:)", r"attenzione"),
    "breadth": (r"in (?:questo|tutto il) (?:repo|progetto|codice)", r"nel (?:nostro )?(?:repo|progetto)", r"tutt[ei] (?:i|le|gli)", r"ogni", r"qualsiasi"),
    "we": (r"(?:non )?(?:usiamo|abbiamo|facciamo|scriviamo|preferiamo|teniamo|mettiamo)",),
    "ours": (r"nostr[oaie]", r"da noi", r"qui"),
    "custom": (r"convenzion[ei]", r"regol[ae]", r"apposta", r"(?:ci|linter|hook|server) (?:fallisce|rifiuta|blocca|rompe)"),
    "again": (r"di nuovo", r"un'altra volta", r"te l'ho (?:già )?detto", r"quante volte", r"smetti di|smettila di", r"continui a", r"(?:seconda|terza|ennesima) volta"),
    "ban": (r"non (?:usare|toccare|fare|modificare|cancellare|mettere|aggiungere|committare|scrivere|si (?:usa|tocca|deve|può)|deve|devono|può)", r"vietat[oaie]", r"evita(?:re)?", r"niente", r"nessuno"),
    "no_thing": (r"(?:^|[,;:] ?|\be )(?:niente|senza|zero) [^,.;]+",),
    "must": (r"dev(?:e|ono|i)", r"bisogna", r"obbligatori[oa]", r"serve", r"assicurati"),
    "only": (r"solo|soltanto|esclusivamente", r"al massimo", r"almeno"),
    "contrast": (r"invece (?:di|che)", r"al posto di", r"tranne", r"a meno che", r", non\b", r"anziché"),
    "reason": (r"perché", r"altrimenti", r"sennò", r"dato che", r"quindi"),
    "when_you": (r"prima di", r"dopo (?:ogni|aver)", r"quando (?:tocchi|modifichi|scrivi)", r"se (?:devi|tocchi|modifichi|serve)", r"chiedi(?:mi)?(?: prima)?"),
    "prefer": (r"preferisco", r"mi piace", r"non mi piace", r"voglio che", r"rispondi(?:mi)?", r"spiega(?:mi)?", r"in (?:italiano|inglese)"),
    "manner": (r"emoji", r"risposte?", r"commenti", r"messaggi di commit", r"italiano|inglese"),
    "fact": (r"(?:è|sono|sta|gira|ascolta|si chiama|si trova|appartiene|usa|ha|viene|costa|richiede)",),
    "soon": (r"oggi", r"per (?:ora|adesso)", r"per il momento", r"stavolta|questa volta", r"fino a", r"finché", r"domani", r"per la demo", r"in quest[ao] (?:pr|branch|sessione|caso)", r"temporanea?mente", r"non ancora"),
    "hypothetical": (r"e se\b", r"immagina", r"supponiamo", r"forse", r"potremmo", r"in teoria"),
    "sarcasm": (r"bravo", r"ma che bello", r"ahah+", r"scherzo"),
    "retract": (r"lascia (?:perdere|stare)", r"dimentica (?:quello|ciò)", r"anzi no", r"no,? aspetta", r"come non detto"),
    "hearsay": (r"(?:il|la|un|una) (?:cliente|revisore|capo|documentazione|collega|articolo) (?:dice|vuole|chiede|consiglia)", r"secondo"),
    "product": (r"(?:il|la|l'|ogni) ?(?:utente|pulsante|pagina|modulo|server|api|client|lista|campo|servizio) (?:deve|non deve|può|dovrebbe|mostra)", r"quando l'utente"),
    "bug": (r"errore", r"rotto", r"non funziona", r"bug", r"crasha"),
    "allow": (r"puoi", r"va bene", r"vai pure"),
    "past": (r"ieri", r"hai (?:fatto|cambiato|cancellato)"),
    "thanks": (r"grazie",),
    "^task": (r"(?:aggiungi|correggi|rimuovi|rinomina|cambia|scrivi|crea|fai|mostra|guarda|controlla|verifica|genera|sposta|metti|sostituisci|lancia|esegui|cerca|dimmi|dammi|confronta|riassumi|traduci|implementa|testa|installa|leggi|continua|fermati|togli|usa)(?= |$|[.,!])",),
    "^always": (r"(?:sempre|mai) \w+", r"non \w+ mai"),
    "^request": (r"(?:puoi|potresti|ho bisogno|vorrei)(?= )",),
    "^ask": (r"(?:perché|come|dove|chi|quale|quali|quando|cosa|che cosa)(?= )",),
    "^soft": (r"(?:sempre|mai|non|niente|tutti|tutte|ogni|usa|evita|rispondi)(?= )",),
}  # fmt: skip
