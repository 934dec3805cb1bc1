"""Nouns and units by what a number beside them is: the name of a thing, the value of something, or an amount.

What people of the trades know, English first. Not here: how they are used (`numbers.py`).
"""

from __future__ import annotations

from typing import Final

from cm.core.language.roots import root

_NAMED: Final = """
gate valve step phase stage team squad crew group room hall ticket issue bug story epic task todo chapter section paragraph clause article
appendix figure table exhibit page slide sheet line row cell column item rule law principle guideline tip lesson exercise unit module part
act scene season episode volume book track lane channel slot rack shelf bin box crate bay dock aisle floor door building block house ward bed
patient subject participant sample specimen site plot field zone region district sector station platform terminal pump motor engine turbine
sensor camera light lamp switch relay pin register bank core disk drive partition shard replica node worker server machine press robot tank
boiler reactor vessel pipe conveyor belt oven kiln silo greenhouse barn pen cage truck van ship route flight train car carriage seat
customer tenant account client user order invoice form rfc pep adr pr mr sprint milestone iteration round quarter batch lot series tool device
case scenario test example option question answer variant plan proposal draft requirement experiment trial study course class lecture
migration job release build ring hook agent fixture schema dataset layer cluster pod stack environment campaign game player match map world
quest hero boss puzzle card deck die piece square cycle instance number no nr id key entry record line street house apartment
schritt schritte phase tor ventil raum stufe gruppe kapitel abschnitt seite aufgabe regel nummer halle pumpe linie zimmer anlage
paso etapa fase puerta sala capítulo tarea regla número página étape chapitre règle numéro salle tâche vanne équipe équipo
"""
NAMED: Final = frozenset(root(word) for word in _NAMED.split())
"""Nouns that a number tells apart: the second is another thing than the first."""

_COUNTED: Final = """
port version edition length limit size width height depth timeout delay interval count level maximum max minimum min weight budget rate ratio
threshold priority status code age ttl expiry offset margin padding radius temperature pressure speed voltage current frequency distance
quota cap ceiling target score percentage share opacity scale zoom precision accuracy tolerance capacity concurrency parallelism
retention duration period deadline cost price fee tax dose quality compression verbosity indent indentation indentations
coverage complexity dpi fps resolution seed
"""
COUNTED: Final = frozenset(root(word) for word in _COUNTED.split())
"""Nouns of which a number is the value."""

_PRODUCTS: Final = """
python py node nodejs java jdk ruby rails go golang rust php perl kotlin swift scala dart flutter typescript javascript ecmascript es angular react vue
svelte next nuxt django flask laravel spring postgres postgresql mysql mariadb mongodb redis sqlite elasticsearch kafka kubernetes docker ubuntu debian
fedora alpine windows macos ios android chrome firefox safari gcc clang cmake gradle maven webpack vite eslint prettier tailwind bootstrap unity
unreal godot http tls ssl ipv html css wcag c net dotnet terraform ansible helm nginx npm pnpm yarn bun deno pip poetry ruff mypy pytest jest
"""
PRODUCTS: Final = frozenset(_PRODUCTS.split())
"""Things that come in versions."""

_UNITS: Final = """
s sec second ms millisecond min minute h hour d day week month year time tim times attempt retry try byte b kb kib mb mib gb gib tb kilobyte megabyte gigabyte
% percent px pixel em rem pt point column col char character letter word line space tab dpi fps hz khz mhz ghz v volt amp ampere watt kw w
m cm mm km meter metre inch foot mile g kg gram kilogram ton l ml litre liter degree c f k celsius fahrenheit bar psi dollar euro cent
approval reviewer review person people worker thread process core entry item row digit place decimal commit file connection replica
"""
UNITS: Final = frozenset(root(word) for word in _UNITS.split())
DEEDS: Final = frozenset(
    map(root, ("review", "commit", "place", "space", "thread", "process", "work", "file", "run"))
)
"""Units that may be what a thing does: "team 2 reviews the schema"."""

_SCALES: Final = """
time ms=.001 millisecond=.001 s=1 sec=1 second=1 minut=60 min=60 h=3600 hour=3600 d=86400 dai=86400 day=86400 week=604800 month=2592000 year=31536000
size byte=1 kb=1e3 kib=1024 kilobyt=1e3 mb=1e6 mib=1048576 megabyt=1e6 gb=1e9 gib=1073741824 gigabyt=1e9 tb=1e12
width character=1 char=1 column=1 col=1
approval approval=1 reviewer=1 review=1
times time=1 tim=1 times=1 attempt=1 retri=1 tri=1
share %=1 percent=1
"""
FACTORS: Final[dict[str, float]] = {}
DIMENSIONS: Final[dict[str, str]] = {}
"""Units, as roots, of one dimension: thirty minutes and eight hours are two values of one thing."""
for _line in _SCALES.strip().splitlines():
    _dimension, *_pairs = _line.split()
    for _pair in _pairs:
        _unit_name, _, _factor = _pair.rpartition("=")
        DIMENSIONS.setdefault(_unit_name, _dimension)
        FACTORS.setdefault(_unit_name, float(_factor))

_SHORT: Final = "a b d e f g i k l m n p q r s t u w ch sec fig eq req ep uc us tc adr pr gh ph"
SHORT: Final = frozenset(_SHORT.split())
"""Letters that stand before the number of a thing: M1, Q3, REQ-7."""

_LIMITS: Final = (
    "limit cap ceiling quota maximum max wrap truncate length budget timeout deadline expire expiry"
)
LIMITS: Final = frozenset(root(word) for word in _LIMITS.split())
"""Words that make the number after them the most that is allowed."""
