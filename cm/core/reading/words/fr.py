"""French cues: the common ones."""

from __future__ import annotations

from typing import Final

_SMALL_WORDS: Final = (
    "ce ces sa son ses leur être fait plus tout tous mais donc si ou où par chaque doit "
    "le la les des du un une et est sont pas ne que qui pour dans avec sur nous vous tu je ce cette "
    "toujours jamais chez notre nos il au aux"
)
MARKS: Final = frozenset(_SMALL_WORDS.split())

CUES: Final[dict[str, tuple[str, ...]]] = {
    "standing": (r"à partir de maintenant", r"désormais", r"dorénavant", r"à l'avenir", r"à chaque fois", r"chaque fois que", r"par défaut", r"sans exception", r"plus jamais", r"en aucun cas", r"en règle générale", r"systématiquement", r"dans tous (?:les|mes) (?:projets|dépôts)"),
    "always": (r"toujours", r"jamais"),
    "memory": (r"retiens", r"souviens-toi", r"n'oublie pas", r"pour info", r"pour information", r"note(?: bien)?(?: que|:| :)", r"rappel", r"garde en tête", r"à noter", r"la prochaine fois"),
    "breadth": (r"dans (?:ce|le|notre) (?:dépôt|repo|projet|code)", r"tous les", r"toutes les", r"chaque", r"tout (?:le|ce)"),
    "we": (r"(?:on|nous) (?:n')?(?:utilise|utilisons|travaille|déploie|garde|préfère|écrit|fait|a|met|évite)(?:ns)?",),
    "ours": (r"notre|nos", r"chez nous", r"ici"),
    "custom": (r"convention", r"règle", r"politique", r"c'est voulu", r"exprès", r"(?:ci|linter|hook|serveur) (?:refuse|rejette|échoue|bloque|casse)"),
    "again": (r"encore une fois", r"je t'ai déjà", r"combien de fois", r"arrête de", r"tu (?:continues|oublies)", r"(?:deuxième|troisième|énième) fois"),
    "ban": (r"ne .{1,25}? (?:pas|jamais|plus)", r"n'\w+ (?:pas|jamais|plus)", r"interdit", r"évite(?:r|z)?", r"pas touche", r"défense de", r"personne ne"),
    "no_thing": (r"(?:^|[,;:] ?|\bet )(?:pas d(?:e |'|u )|aucun(?:e)? |zéro )[^,.;]+",),
    "must": (r"doi(?:t|vent|s)", r"il faut", r"obligatoire", r"nécessaire", r"assure-toi", r"veille à"),
    "only": (r"seulement|uniquement", r"que (?:le|la|des|sur|avec)", r"au (?:moins|plus)"),
    "contrast": (r"au lieu d(?:e|')", r"plutôt que", r"sauf", r"à moins que", r"pas (?:avec|en|le|la|via|par|sur)"),
    "reason": (r"parce qu(?:e|')", r"car", r"sinon", r"pour que", r"puisque", r"donc"),
    "when_you": (r"avant (?:de|d'|chaque)", r"après (?:chaque|avoir)", r"quand tu", r"si tu", r"demande(?:-moi)?(?: avant| d'abord)?"),
    "prefer": (r"je préfère", r"j'aime", r"je n'aime pas", r"je (?:veux|voudrais) que", r"réponds(?:-moi)?", r"explique(?:-moi)?", r"tutoie(?:-moi)?", r"en (?:français|anglais)"),
    "manner": (r"emojis?|émojis?", r"réponses?", r"commentaires?", r"messages? de commit", r"explications?", r"français|anglais"),
    "fact": (r"(?:est|sont|vit|tourne|écoute|s'appelle|appartient|se trouve|contient|utilise|vient|prend|coûte)",),
    "soon": (r"aujourd'hui", r"pour l'instant", r"pour le moment", r"cette fois", r"jusqu'à", r"demain", r"pour la démo", r"dans (?:cette|ce) (?:pr|branche|session|fil|cas|ticket)", r"temporaire(?:ment)?", r"pas encore", r"provisoire(?:ment)?", r"en attendant", r"tant que"),
    "hypothetical": (r"et si", r"imagine", r"supposons", r"peut-être", r"on pourrait", r"en théorie"),
    "sarcasm": (r"bravo", r"génial,? encore", r"mdr", r"ben voyons", r"bien sûr,? (?:supprime|pourquoi)"),
    "retract": (r"oublie (?:ça|ce que)", r"laisse tomber", r"en fait,? non", r"non,? attends", r"je retire"),
    "hearsay": (r"(?:le|la|un|une) (?:client|cliente|relecteur|chef|doc|documentation|collègue|article) (?:dit|veut|demande|recommande|insiste)", r"selon", r"d'après", r"paraît-il"),
    "product": (r"(?:le|la|l'|un|une|chaque) ?(?:utilisateur|bouton|page|formulaire|serveur|api|client|liste|écran|champ|service) (?:doit|ne doit|peut|devrait|affiche)", r"quand (?:l'|un )utilisateur"),
    "bug": (r"erreur", r"plante", r"ne marche pas", r"ne fonctionne pas", r"bug", r"cassé"),
    "allow": (r"tu peux", r"vas-y", r"d'accord", r"c'est bon"),
    "past": (r"hier", r"tu as"),
    "thanks": (r"merci",),
    "^task": (r"(?:ajoute|corrige|supprime|renomme|change|écris|crée|fais|montre|regarde|vérifie|génère|déplace|mets|remplace|lance|exécute|cherche|dis|donne|compare|résume|traduis|implémente|refactorise|teste|installe|déploie|lis|explique|continue|arrête|enlève|utilise)(?= |-|$|[.,!])",),
    "^always": (r"(?:toujours|jamais) \w+", r"(?:ne |n')\w+ jamais", r"\w+ toujours "),
    "^request": (r"(?:peux-tu|pourrais-tu|tu peux|j'ai besoin|je voudrais)(?= )",),
    "^ask": (r"(?:pourquoi|comment|où|qui|quel(?:le)?s?|quand|est-ce que|qu'est-ce)(?= )",),
    "^soft": (r"(?:toujours|jamais|ne|n'|pas|tous|toutes|chaque|utilise|évite|réponds)(?= |-)",),
}  # fmt: skip
