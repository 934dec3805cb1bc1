"""The root of a word: what its forms share. Rougher than a dictionary, kinder than cutting endings alone.

Not here: roots for searching (`terms.py`) and for duplicates (`meaning.py`), which must not change with these.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_IRREGULAR: Final = """
setting=setting settings=setting embed=embed embeds=embed embedded=embed embedding=embed string=string strings=string heading=heading headings=heading building=build naming=name
using=use used=use uses=use ran=run running=run runs=run wrote=write written=write writing=write made=make making=make built=build kept=keep
put=put putting=put set=set sent=send said=say told=tell spoke=speak spoken=speak chose=choose chosen=choose began=begin begun=begin broke=break broken=break
held=hold left=leave lost=lose meant=mean read=read shown=show thrown=throw threw=throw took=take taken=take went=go gone=go goes=go given=give gave=give
did=do done=do does=do has=have had=have was=be were=be are=be is=be been=be hidden=hide frozen=freeze indices=index indexes=index matrices=matrix
children=child people=person data=data media=media criteria=criterion lives=live living=live lived=live species=species always=always towards=toward
bound=bind found=find kept=keep laid=lay lain=lie lying=lie lies=lie split=split splitting=split splits=split caches=cache cached=cache caching=cache
less=less has=have this=this its=its alias=alias aliases=alias status=status statuses=status canvas=canvas bias=bias series=series pass=pass nested=nest
processes=process process=process access=access address=address addresses=address class=class classes=class kubernetes=kubernetes redis=redis sass=sass css=css
"""
_KNOWN: Final = dict(pair.split("=", 1) for pair in _IRREGULAR.split())
_VOWELS: Final = frozenset("aeiouy")


@lru_cache(maxsize=1 << 14)
def root(word: str) -> str:
    """The root of a word in lower case; what is no plain word comes back as it is."""
    known = _KNOWN.get(word)
    if known is not None:
        return known
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is", "as")):
        word = word[:-1]
    for ending in ("ing", "ied", "ed", "ly"):
        if word.endswith(ending):
            rest = word[: -len(ending)]
            if word.endswith("eed"):
                break
            if ending == "ied":
                word = rest + "y"
            elif len(rest) >= 3 and any(letter in _VOWELS for letter in rest):
                word = rest
                if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                    word = word[:-1]
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word
