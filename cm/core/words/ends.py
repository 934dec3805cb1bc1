"""What each mark of a session's end is worth for each status and each mood: fitted by `tests/bench/fit_outcomes.py`.

Each entry is a mark of `core/ends.py` with its weights in hundredths: for failure, mixed, success, unknown, and for
negative, neutral, positive. The entry without a name is what counts before anything is seen. `u:`, `a:` and `o:` start
single words of the user, the agent, and of output. Not here: how the weights decide (`core/outcome.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

Table: TypeAlias = Mapping[str, tuple[float, ...]]
"""Weights by mark, one for each class."""

STATUSES: Final = ("failure", "mixed", "success", "unknown")
MOODS: Final = ("negative", "neutral", "positive")


@cache
def status_table() -> Table:
    """What marks are worth for each of `STATUSES`."""
    return _read(_STATUS)


@cache
def mood_table() -> Table:
    """What marks are worth for each of `MOODS`."""
    return _read(_MOOD)


def _read(table: str) -> Table:
    found: dict[str, tuple[float, ...]] = {}
    for line in table.strip("\n").split("\n"):
        for entry in line.split("; "):
            mark, _, numbers = entry.rpartition("=")
            found[mark] = tuple(int(number) / 100 for number in numbers.split(","))
    return found


_STATUS: Final = r"""
=49,-95,42,4; a:!=-12,-13,27,-2; a:! what=-7,-3,-5,14; a:0=-31,27,26,-22; a:0 0=12,1,10,-23
a:0 are=-5,16,-2,-9; a:0 d=-4,-7,11,0; a:0 days=-7,-11,19,-1; a:0 files=-6,3,14,-10; a:0 is=9,-5,-9,5
a:0 ms=9,-8,4,-4; a:0 of=-10,9,-13,13; a:0 px=-9,-7,-12,28; a:0 s=-10,14,-3,-1; a:0 tests=9,-8,-1,0
a:0 the=5,9,-12,-2; a:0 to=-8,17,3,-12; a:?=-10,-28,-29,67; a:a=-28,23,-19,24; a:ab=9,-5,-3,-1
a:aborted=7,4,-8,-4; a:about=-9,-8,12,4; a:access=0,-5,0,5; a:add=9,-8,-1,0; a:add a=9,-8,-1,0
a:added=-29,-22,-29,79; a:added a=-20,-5,-5,31; a:again=29,-18,7,-18; a:all=8,-1,-6,-1; a:all 0=8,-11,4,0
a:already=38,-11,-20,-6; a:an=-6,-5,0,12; a:and=-43,12,36,-5; a:another=17,8,-16,-9; a:anything=4,-8,35,-31
a:anything else=4,-8,35,-31; a:api=9,-2,-2,-5; a:app=-10,-10,22,-3; a:archive=6,-5,0,-1
a:are=-34,104,-34,-36; a:are done=-3,32,-4,-26; a:are in=6,-4,-2,-1; a:aren't=-20,33,-4,-9
a:as=-13,19,14,-20; a:at=-6,5,-1,2; a:at 0=20,-30,4,5; a:at the=0,11,-17,5; a:b=-9,0,-14,23
a:back=1,8,-6,-3; a:background=-2,-1,-4,6; a:backup=12,-9,-13,10; a:be=21,6,-24,-3; a:because=-3,22,-15,-4
a:because of=-3,22,-15,-4; a:before=1,-6,-5,10; a:behoben=-3,0,7,-4; a:both=17,-1,-11,-5
a:branch=26,-7,-11,-7; a:branch ?=19,-2,-9,-8; a:bring=8,2,-12,2; a:build=-5,0,-8,13; a:but=16,1,-7,-10
a:by=0,-9,0,9; a:cache=6,-6,2,-2; a:can=-15,48,-20,-13; a:can't=10,-14,-9,13; a:cause=6,-6,2,-2
a:change=4,-11,7,0; a:changed=4,-39,-19,53; a:changed the=-10,-23,7,26; a:chart=-8,12,-4,0
a:check=8,-1,-2,-4; a:check the=8,-3,-2,-3; a:ci=-9,4,1,4; a:client=7,-6,7,-7; a:code=1,-16,14,1
a:comes=-9,14,-5,0; a:comes from=-9,14,-5,0; a:config=-23,-14,6,31; a:converted=-9,12,-4,1
a:could=-15,23,-19,11; a:could not=-4,11,-5,-2; a:couldn't=-10,13,-1,-2; a:couldn't reproduce=-8,10,-1,-2
a:csv=-6,-4,10,0; a:d=-7,-7,7,7; a:das=18,3,-17,-3; a:date=-11,17,2,-8; a:days=-10,-12,24,-2
a:de=-4,13,4,-13; a:deleted=17,-3,-11,-3; a:den=-5,-9,-5,19; a:depends=-4,29,-18,-8
a:depends on=-4,29,-18,-8; a:der=-23,34,13,-24; a:detour=-28,-2,36,-6; a:did=13,-4,-4,-6; a:die=12,16,-26,-2
a:do=16,-7,-4,-5; a:do you=14,-2,-1,-11; a:docker=-5,-4,2,7; a:docs=-6,8,-2,0; a:doesn't=10,-5,-4,-1
a:don't=17,2,-12,-7; a:don't have=-6,10,-2,-1; a:don't know=11,-3,-4,-4; a:done=-7,24,12,-29
a:dos=-32,54,-13,-9; a:dropped=-6,6,1,-1; a:ein=-11,23,-16,3; a:el=-20,10,15,-6; a:else=4,-8,35,-31
a:else ?=-6,-4,39,-29; a:en=8,-6,4,-6; a:era=-4,-5,12,-3; a:es=-10,2,1,7; a:etc=-11,-2,4,9
a:fails=-9,13,-2,-3; a:falta=17,-17,0,0; a:far=-8,-8,-3,19; a:file=-2,-8,12,-3; a:files=-21,10,-14,26
a:filter=-6,28,-40,18; a:find=7,-4,-2,-1; a:first=-15,5,-1,11; a:five=-11,-2,15,-2; a:fixed=28,-12,10,-25
a:fixed i=-4,7,-1,-2; a:fonts=-6,5,1,0; a:for=-34,14,22,-2; a:for the=-31,13,30,-12; a:form=0,0,-6,6
a:found=26,9,-25,-11; a:found no=-4,17,-11,-2; a:four=-8,17,8,-17; a:from=-33,31,10,-8; a:from 0=-7,15,-4,-4
a:from the=-27,18,15,-6; a:generated=12,-2,-9,-1; a:gern=-12,23,-8,-3; a:glad=0,-10,11,0; a:go=-10,-2,4,9
a:goes=5,-6,-2,4; a:gone=-18,32,-6,-8; a:gone the=-12,17,-5,0; a:good=-18,-14,-1,33; a:good to=-4,-2,10,-3
a:great=-10,6,14,-10; a:grid=-8,-2,7,3; a:gut=0,0,-7,8; a:habe=-15,11,-13,17; a:has=2,10,-1,-11
a:has a=-11,3,10,-1; a:has no=12,1,-5,-8; a:have=-17,45,-29,0; a:have no=12,-4,-9,1; a:header=-6,4,3,0
a:hear=-3,-11,22,-8; a:hecho=6,-6,-6,6; a:here=16,-3,-19,7; a:here it=9,-5,-4,0; a:i=78,-28,-81,31
a:i can=-18,49,-18,-12; a:i can't=3,-11,-6,13; a:i couldn't=-10,13,-1,-2; a:i don't=17,-2,-8,-7
a:i found=10,12,-20,-2; a:i have=10,-15,-13,18; a:i left=-5,15,-4,-5; a:i see=12,-8,-4,0
a:i will=1,-14,14,-1; a:i'll=27,8,-12,-23; a:i'll look=3,12,-8,-7; a:i'm=28,-17,-7,-5
a:i'm sorry=30,-10,-7,-14; a:i've=-6,-22,-20,47; a:i've written=-1,-15,-2,18; a:ich=3,13,-40,23
a:ich habe=-7,-5,-6,18; a:image=-7,6,3,-2; a:in=-5,2,-8,11; a:in 0=-3,10,0,-7; a:in the=3,5,-3,-6
a:index=-27,-24,78,-26; a:instead=-19,-5,36,-13; a:into=-6,-4,3,7; a:into the=-3,-4,10,-2; a:is=-2,6,-10,5
a:is at=-16,-10,20,7; a:is done=-4,-6,11,-1; a:is fixed=-4,7,-1,-2; a:is gone=-17,21,-4,0
a:is in=-10,8,-1,4; a:is running=-5,-2,-11,17; a:is still=9,-15,-1,8; a:is the=4,12,-14,-2
a:isn't=-6,14,-2,-6; a:ist=5,8,-9,-4; a:it=37,-13,-38,14; a:it ?=15,-1,-1,-12; a:it is=4,4,8,-16
a:it's=-1,5,-44,40; a:it's 0=12,-1,-12,0; a:je=6,13,-10,-9; a:join=11,7,-13,-5; a:know=7,-5,-8,6
a:la=-27,15,20,-8; a:last=-16,-13,24,4; a:left=0,20,-7,-12; a:let=10,-10,-1,1; a:let me=10,-10,-1,1
a:library=-8,12,-2,-2; a:list=-19,-3,34,-11; a:lo=17,-5,-10,-2; a:lo siento=12,-6,-5,-2
a:local=-13,-7,29,-9; a:locally=-7,7,0,0; a:lock=18,-11,-4,-3; a:log=13,-12,0,-1; a:logs=15,-1,-8,-6
a:look=-10,33,-9,-14; a:look at=-17,39,-9,-14; a:map=-5,-3,5,4; a:may=37,-14,-16,-6; a:md=-5,2,0,3
a:me=13,-19,11,-5; a:memory=8,1,-8,-1; a:migrated=-13,26,-5,-8; a:mir=23,-9,-11,-3; a:missing=-3,-2,9,-4
a:module=-10,-6,7,10; a:modules=-5,-1,10,-3; a:more=5,17,-35,12; a:moved=-4,-8,12,-1; a:moved the=0,-13,13,0
a:ms=9,-8,4,-4; a:need=-6,14,-16,8; a:need a=8,-1,-3,-5; a:needs=-3,27,-13,-11; a:needs a=-5,16,-9,-2
a:new=-28,12,22,-5; a:next=-5,-2,-10,17; a:nicht=-32,29,5,-3; a:nine=-3,32,-4,-25; a:no=36,-6,-9,-20
a:no such=10,-6,-1,-3; a:not=15,4,-17,-2; a:not yet=-1,-7,0,8; a:noted=-14,34,-25,6; a:notes=-5,-7,3,9
a:nothing=11,-11,-14,13; a:now=-13,-10,-13,37; a:of=-6,32,-21,-6; a:of 0=-19,17,-12,13; a:of the=5,8,-22,9
a:ok=-38,18,15,5; a:old=-13,25,-8,-4; a:on=-29,7,17,5; a:on the=-7,10,-14,11; a:one=-26,-1,23,5
a:only=21,-29,4,3; a:open=-4,1,-16,19; a:opened=-2,-7,-1,11; a:opened pr=-2,-7,-1,11; a:or=-16,-3,-4,23
a:other=-12,35,-11,-11; a:others=-20,26,-3,-2; a:out=10,-4,-3,-3; a:out of=10,-9,-1,0; a:parser=-9,-4,4,9
a:pass=10,-1,-6,-3; a:path=-3,-3,8,-2; a:polling=-6,-8,-5,19; a:port=3,-4,7,-6; a:pr=-5,-7,-4,16
a:pr 0=-3,-9,-4,16; a:pushed=4,-3,-13,12; a:px=-9,-7,-12,28; a:py=-17,6,12,-1; a:read=-8,7,-5,6
a:rebuild=-15,8,10,-3; a:release=-2,-1,-3,6; a:removed=33,8,-22,-19; a:removed 0=-7,17,-8,-1
a:removed the=-9,13,-3,0; a:renamed=-8,12,4,-8; a:replaced=-1,6,3,-7; a:report=-22,10,-9,21
a:reproduce=-7,10,-2,-2; a:reproduce the=-4,7,-1,-2; a:rest=-19,28,-6,-3; a:rest is=-15,31,-16,-1
a:restore=4,9,-9,-3; a:restore it=11,1,-9,-2; a:reverted=-5,-5,11,-2; a:right=-3,-1,6,-3
a:rolled=-12,4,9,-1; a:rolled back=-12,4,9,-1; a:rounding=-3,-9,14,-2; a:run=-11,-5,-2,17
a:run it=-8,-1,-8,17; a:running=-14,-8,-12,34; a:s=-10,14,-3,-1; a:s the=-3,14,-11,0; a:second=-12,-2,4,10
a:secret=13,-8,0,-5; a:see=12,-17,-1,6; a:session=-9,-6,5,10; a:set=-4,-12,18,-2; a:set the=-11,-4,6,9
a:shall=6,-6,-11,10; a:shall i=8,-3,-9,4; a:should=5,-6,-15,16; a:should i=10,-5,-14,9; a:siento=12,-6,-5,-2
a:signature=2,2,4,-8; a:six=-28,35,-5,-2; a:slower=-11,-1,12,0; a:so=1,-23,-14,36; a:so far=-10,-7,-2,19
a:so i=22,-11,-7,-4; a:so the=-10,-3,-4,17; a:sorry=2,-22,37,-17; a:sorry about=-7,-7,14,0
a:sorry to=5,0,-5,0; a:split=-8,0,-2,10; a:split it=-8,-1,-1,10; a:staging=-2,0,6,-3; a:start=5,-21,-1,17
a:still=41,-8,-41,7; a:still running=-7,-3,-3,13; a:stopped=26,-7,-1,-18; a:stopped the=-3,6,-1,-2
a:such=10,-6,-1,-3; a:summarised=-4,-2,-5,10; a:sure=-7,-3,-4,14; a:taken=10,-1,3,-11; a:tax=-9,3,-3,9
a:tell=-6,-7,-3,16; a:tests=16,-6,-10,-1; a:tests pass=18,-4,-11,-3; a:thanks=-5,11,-8,2; a:that=0,11,4,-15
a:the=-2,-5,-36,43; a:the background=-2,-1,-4,6; a:the branch=22,-2,-8,-13; a:the build=-4,-2,-7,13
a:the chart=-8,12,-4,0; a:the code=-6,-19,19,6; a:the detour=-28,-2,36,-6; a:the file=-2,-5,9,-2
a:the grid=-7,-6,8,5; a:the header=-6,4,3,0; a:the index=-8,-8,16,-1; a:the join=11,7,-13,-5
a:the last=-16,-13,24,4; a:the logs=8,7,-11,-3; a:the missing=-9,4,6,-2; a:the new=-18,-1,23,-4
a:the old=-9,18,-5,-4; a:the other=-12,35,-11,-11; a:the others=-20,26,-3,-2; a:the rest=-19,28,-6,-3
a:the rounding=-3,-9,14,-2; a:the second=-11,-2,-1,14; a:the session=-9,-6,5,10; a:them=7,-5,0,-2
a:them back=2,11,-12,-2; a:then=13,-13,5,-6; a:there=36,-36,2,-2; a:there is=13,-11,0,-2
a:this=23,-8,-11,-4; a:those=25,4,-25,-3; a:three=-16,3,-6,18; a:time=-3,3,9,-9; a:to=-11,-13,17,6
a:to 0=-15,8,7,0; a:to hear=-3,-11,22,-8; a:to the=4,-6,4,-2; a:try=12,-9,-2,-1; a:try again=15,-5,-2,-8
a:two=-18,7,-12,23; a:two are=-6,7,-1,0; a:two need=-2,-1,5,-3; a:understood=34,-17,7,-23
a:undone=6,-8,3,-1; a:unit=-5,6,-3,2; a:up=5,7,-21,9; a:updated=8,-3,0,-5; a:upgraded=-7,7,0,0
a:uploaded=14,-3,-13,1; a:use=-9,9,0,-1; a:used=12,-2,7,-17; a:user=-9,-2,4,7; a:using=-3,-3,13,-7
a:version=17,-3,-1,-13; a:verstanden=11,-17,9,-2; a:was=-24,-36,72,-11; a:was missing=6,-6,2,-2
a:was the=-6,-12,19,-2; a:we=22,-8,-18,4; a:went=-3,8,-1,-3; a:went from=-3,8,-1,-3; a:were=-14,45,-25,-5
a:what=-16,-7,-8,31; a:what's=27,-5,-44,22; a:which=-15,6,-5,13; a:will=1,-15,13,1; a:windows=9,-2,-5,-1
a:with=28,-7,-18,-3; a:with a=-4,-3,-3,10; a:with the=-8,-5,-1,14; a:without=9,22,-20,-10
a:work=-5,19,-13,-1; a:works=-3,9,-3,-3; a:would=0,14,-15,1; a:written=-6,-18,-2,26; a:wrong=-5,-8,26,-13
a:yes=4,-5,24,-23; a:yes it=-4,-2,17,-12; a:yet=-7,4,-3,6; a:you=-6,-25,9,22; a:z=-18,9,22,-13
a:z index=-3,-9,18,-6; a:zone=5,-4,1,-3; a:いま=-11,11,-32,32; a:きま=8,-8,2,-2; a:した=-18,16,-3,5
a:しま=-17,22,-7,1; a:し訳=12,-3,-5,-4; a:せん=14,-8,1,-7; a:つは=-2,21,-10,-9; a:てい=-4,15,-2,-9; a:でき=9,-7,0,-2
a:です=0,-9,13,-4; a:まし=-21,15,4,2; a:ます=-21,24,-41,38; a:ませ=14,-8,1,-7; a:一=-2,19,-8,-9; a:三=-5,11,-10,4
a:不=27,-8,-19,-1; a:两=0,10,-4,-6; a:个=-5,15,-4,-6; a:了=-11,40,-20,-10; a:优=0,15,-7,-8; a:优化=0,15,-7,-8
a:修=-8,8,1,-1; a:修正=-13,13,1,-1; a:再=7,11,-14,-4; a:写=-4,-12,8,7; a:写好=2,-10,1,8; a:分=-2,4,-10,7
a:化=0,15,-7,-8; a:在=-1,-6,11,-3; a:変=-4,-8,0,12; a:复=12,-6,-5,-1; a:好=2,34,-31,-5; a:好了=-5,13,-1,-7
a:好的=11,29,-26,-14; a:完=-6,2,-2,6; a:对=-1,-11,12,0; a:已=10,-19,-3,12; a:已改=-4,-5,4,5; a:成=-7,2,8,-3
a:我=-7,17,-9,0; a:戻=7,-2,-3,-1; a:戻し=7,-2,-3,-1; a:抱=19,-3,-13,-2; a:抱歉=19,-3,-13,-2; a:改=-8,-12,16,4
a:是=-5,-11,17,-1; a:更=-4,-9,-3,16; a:有=3,11,-8,-6; a:歉=19,-3,-13,-2; a:正=1,6,-1,-6; a:正在=14,-6,-2,-5
a:没=6,-1,-4,0; a:没有=5,-1,-4,0; a:申=12,-3,-5,-4; a:申し=12,-3,-5,-4; a:的=9,19,-14,-14; a:直=-1,-4,-1,5
a:直し=0,-4,-1,5; a:要=-2,32,-26,-4; a:訳=14,-4,-5,-6; a:認=8,-5,-3,-1; a:通=-1,-6,9,-2; a:重=-4,-4,9,-1
after agent asks=-22,-23,-17,63; after agent asks first=-22,-23,-17,62
after agent claims over green=-3,-13,19,-3; after agent claims over none=-29,4,-23,48
after agent claims over red=9,11,-8,-13; after agent done=-33,12,-23,44; after agent glad=-52,-24,88,-13
after agent glad first=-52,-24,88,-13; after agent halves=4,30,-21,-14; after agent needs=-13,70,-35,-22
after agent needs first=-13,70,-35,-22; after agent nods=20,1,10,-31; after agent nods first=9,4,13,-26
after agent not=28,32,-52,-8; after agent not first=19,34,-49,-5; after agent not run=-33,-16,13,36
after agent not run first=-33,-16,13,36; after agent numbers of=2,20,-15,-7
after agent numbers of first=-9,24,-12,-2; after agent offers=18,61,-53,-26
after agent offers first=18,61,-53,-26; after agent partial=-12,63,-32,-19
after agent pending=35,-30,-56,50; after agent plans=-16,-20,-32,69; after agent plans first=-16,-20,-32,69
after agent regrets=64,-45,23,-43; after agent regrets first=63,-45,24,-43; after agent rest=7,41,-33,-15
after agent rest first=7,41,-33,-15; after agent stopped=16,9,0,-25; after agent stopped first=16,9,0,-25
after agent unable=41,-22,20,-39; after agent undid=65,-21,-17,-27; after agent undid first=52,-19,-6,-27
after agent undid reply=13,-2,-11,0; after all green=-36,7,14,15; after all green often=3,-19,23,-7
after all red=101,-21,-31,-49; after all red often=34,-21,-7,-5; after counts pass=38,2,-18,-22
after green then green=0,-24,37,-13; after green then red=-36,72,-22,-14
after red and green, last green=-55,-37,145,-52; after red and green, last red=-36,72,-22,-14
after spoke earlier=-30,9,-6,27; after spoke last=2,7,22,-31; after verdict green=-2,11,43,-53
after verdict red=32,12,4,-47; before agent asks=12,-5,-12,5; before agent asks reply=12,-5,-12,5
before agent claims over green=31,-9,-8,-15; before agent claims over none=-13,4,-1,11
before agent claims over red=-20,23,0,-3; before agent done=-6,32,-17,-8; before agent glad=-6,-2,-4,12
before agent glad reply=-6,-2,-4,12; before agent halves=-5,13,-7,-2; before agent needs=-3,59,-55,-1
before agent needs reply=-3,59,-55,-1; before agent not=44,43,-56,-31; before agent not reply=44,43,-56,-31
before agent numbers of=-7,-17,9,16; before agent numbers of reply=-7,-17,9,16
before agent offers=-1,16,-8,-7; before agent offers reply=-1,16,-8,-7; before agent partial=15,33,-49,0
before agent pending=-8,-8,-2,18; before agent rest=-29,80,-28,-23; before agent rest reply=-29,80,-28,-23
before agent stopped=14,-9,-3,-2; before agent stopped reply=14,-9,-3,-2; before agent unable=38,-4,-26,-8
before agent undid=11,5,-11,-5; before agent undid reply=11,5,-11,-5; before agent worse=28,-16,-14,3
before agent worse reply=28,-16,-14,3; before all green=-30,7,64,-40; before all green often=13,0,-13,0
before all red=90,-40,-42,-8; before all red often=20,-13,-4,-2; before counts both=-7,10,-3,0
before counts pass=-21,19,8,-6; before green then green=13,0,-13,0; before green then red=-65,76,-6,-5
before red and green, last green=0,-10,11,-1; before red and green, last red=-65,76,-6,-5
before spoke earlier=40,-1,-20,-20; before spoke last=6,4,1,-12; before verdict green=-33,8,38,-13
before verdict red=3,8,-5,-7; first after last green=-58,-22,123,-42; first after last none=-25,28,-80,77
first after last red=68,24,-14,-79; first asked=-33,-10,9,35; first confirm=-24,-12,80,-43
first contrast=-28,30,9,-11; first damage=4,7,0,-11; first dislikes=-3,16,-5,-8; first effort=-1,-7,9,0
first likes=-10,48,-25,-14; first middling=27,58,-9,-76; first mild=-35,31,8,-4; first negated=-7,17,-12,2
first no pro contra=7,6,17,-30; first no pro no contra=-12,-30,-25,67; first onward=18,3,-24,4
first partial=-14,-10,20,4; first polite=13,-8,-4,-2; first praise=-12,12,-27,27
first pro contra=0,23,-16,-6; first pro no contra=-36,17,24,-5; first quit=8,-8,16,-16
first reject=-13,4,-1,9; first sarcasm=37,14,-27,-24; first short=-2,-39,15,26; first shout=30,-9,-10,-11
first tiny=-57,-15,-6,78; first unresolved=24,-24,-2,2; first weak=-26,-33,28,31; first wordy=-9,11,-1,-1
o:0=-10,40,37,-66; o:a=-16,-3,38,-19; o:all=-15,-7,31,-8; o:app=-8,-7,18,-3; o:at=26,-7,-18,-1
o:b=-3,-8,18,-8; o:back=-1,-6,8,-1; o:bad=23,-10,0,-14; o:be=-2,-2,-4,9; o:branch=14,-10,12,-16
o:build=12,-1,-30,20; o:built=-5,0,14,-9; o:c=17,-17,4,-4; o:checks=-3,-9,10,2; o:commit=12,-5,2,-8
o:complete=15,-5,-12,2; o:conflict=8,-6,-1,-1; o:content=3,-8,27,-22; o:could=18,-19,1,-1
o:coverage=12,-13,3,-2; o:create=-6,-10,34,-18; o:d=-2,-4,8,-2; o:deleted=22,-4,-23,4
o:denied=-23,-5,41,-13; o:deploy=7,8,-13,-2; o:deployed=-5,2,9,-6; o:device=9,-4,-5,-1; o:diff=-3,-9,13,-2
o:done=-4,-11,-27,42; o:duplicate=-5,11,-3,-3; o:e=3,-1,-8,6; o:error=65,-30,-16,-20; o:errors=-2,-1,7,-4
o:exceeded=20,-3,-1,-15; o:f=-7,-4,13,-2; o:failed=-9,34,-14,-11; o:file=16,-1,-9,-5; o:files=-19,31,0,-12
o:finished=-9,11,-6,4; o:first=-3,-3,6,0; o:flash=3,-6,11,-8; o:format=6,-6,1,-2; o:formatted=-1,-1,-12,13
o:found=4,-8,4,-1; o:gb=-6,-1,9,-2; o:git=-4,-3,-19,26; o:head=26,-6,-18,-1; o:health=-22,11,12,0
o:in=-33,-16,27,23; o:index=-3,-9,28,-15; o:invalid=7,-9,8,-5; o:is=39,-15,-16,-7; o:job=-9,-17,-11,36
o:kb=-5,7,-2,0; o:key=-5,7,-1,0; o:m=-7,5,-1,3; o:main=-22,-6,10,18; o:mb=31,-7,-12,-12; o:merge=-7,-5,13,-1
o:merged=-7,25,-1,-16; o:module=-19,9,11,-1; o:ms=-11,-4,16,-2; o:new=-12,-2,28,-14; o:no=25,-8,4,-21
o:not=34,-25,-5,-4; o:now=26,-6,-18,-1; o:of=-5,18,-8,-5; o:ok=-16,48,-14,-18; o:old=-12,-1,14,0
o:on=7,-10,9,-6; o:out=3,-4,-10,10; o:p=20,-4,-15,-1; o:pages=-3,-1,-27,30; o:passed=31,-11,16,-36
o:permission=-17,-12,41,-12; o:pods=-17,-4,24,-3; o:pr=-2,-8,-14,25; o:problems=-1,-3,16,-12
o:py=-17,6,12,-1; o:readme=-17,-5,-14,36; o:ready=-18,-6,24,-1; o:removed=34,-9,-19,-6
o:required=1,-2,-20,21; o:restore=6,2,-8,-1; o:restored=-27,38,-8,-2; o:rolled=-1,-6,8,-1
o:rows=-29,30,-10,8; o:run=-8,-2,-11,21; o:runs=5,8,-12,-1; o:s=-31,-28,31,27; o:shop=1,-7,6,-1
o:skipped=-4,18,-12,-2; o:snapshots=-4,-7,11,0; o:success=-2,7,4,-9; o:successful=-9,-2,11,0
o:successfully=-2,8,6,-12; o:tests=-9,-8,10,8; o:the=-3,-3,6,0; o:timeout=22,-11,-6,-5; o:to=-5,-8,16,-3
o:up=-5,9,2,-5; o:v=-8,-3,16,-5; o:vite=-3,-2,-32,37; o:warning=-1,1,7,-7; o:warnings=-12,15,11,-14
o:was=-8,24,-16,-1; o:x=4,7,-1,-10; opened by question first=-40,-17,24,32
opened by question reply=-18,-54,31,42; output build=1,14,-28,13; output build after=-6,27,-40,18
output build before=7,-13,11,-5; output files only=-23,-6,-15,44; output files only after=-18,-4,-25,46
output measure=24,-34,14,-3; output measure after=29,-24,-8,3; output measure before=-6,-10,22,-7
output pending=-18,9,-44,53; output pending after=-18,9,-44,53; output tests=11,32,-2,-41
output tests after=-1,24,4,-26; output tests before=10,6,0,-15; output trouble=26,54,-31,-49
output trouble after=20,49,-26,-43; output trouble before=6,5,-5,-6; output undone=29,8,-32,-5
output undone after=15,15,-25,-5; output undone before=14,-7,-7,0; output zero=-17,-28,78,-33
output zero after=17,-19,34,-31; output zero before=-35,-10,48,-3; place first closed=-25,-14,-30,70
place first worked=-15,30,29,-43; place reply closed=30,19,9,-59; place reply worked=13,-23,-11,21
place silent worked=-3,-12,3,11; reply after last green=4,-9,9,-3; reply after last none=9,-14,-20,24
reply asked=32,-17,-23,7; reply before last green=-17,6,52,-41; reply before last none=17,-24,-12,19
reply before last red=43,14,-42,-16; reply confirm=-21,47,-15,-11; reply contrast=-33,44,-7,-4
reply damage=9,0,-5,-4; reply dislikes=53,-21,-24,-8; reply likes=12,-21,32,-23; reply middling=58,26,-83,-2
reply mild=-6,5,5,-5; reply negated=9,-9,2,-1; reply no pro contra=74,-19,-29,-26
reply no pro no contra=4,-4,-24,24; reply onward=3,-7,6,-1; reply partial=-22,54,-40,8
reply praise=-12,-43,82,-27; reply pro contra=3,25,-24,-4; reply pro no contra=-37,-6,75,-32
reply quit=43,4,-43,-5; reply reject=37,-13,-12,-12; reply sarcasm=23,-12,-9,-2; reply short=26,8,-26,-8
reply shout=-9,13,-4,0; reply tiny=-42,-38,107,-28; reply unresolved=-18,38,-11,-10; reply weak=6,26,17,-49
said asked=-1,-27,-14,42; said confirm=-46,35,65,-54; said contrast=-62,74,2,-14; said damage=13,7,-5,-15
said dislikes=50,-5,-29,-16; said effort=-11,-4,17,-2; said likes=1,28,8,-37; said mild=-41,37,13,-9
said negated=1,8,-10,1; said onward=21,-5,-19,3; said partial=-36,44,-20,12; said polite=13,-8,-4,-2
said praise=-24,-31,56,-1; said praise quit=28,-9,-18,-2; said pro but=-3,-2,8,-3; said quit=51,-4,-27,-21
said reject=24,-9,-13,-3; said sarcasm=60,2,-37,-26; said shout=21,4,-15,-11; said unresolved=6,14,-13,-8
said weak=-20,-7,45,-18; silent after last green=-15,-6,8,13; u:!=-63,49,31,-17; u:!!=-9,11,9,-10
u:!!!=23,-6,-10,-8; u:0=43,36,-40,-40; u:0 0=4,-22,27,-9; u:0 minutes=-16,-3,13,6; u:0 s=-3,10,-7,0
u::)=-6,-5,13,-3; u:?=-6,-36,3,39; u:??=-11,-5,-7,23; u:a=-25,-29,45,9; u:a test=10,-15,-1,5
u:about=8,-7,-12,11; u:about the=9,-3,-5,0; u:add=21,-35,1,12; u:add a=10,-15,3,2; u:add up=12,-11,7,-8
u:again=-29,-7,8,29; u:ah=-21,-8,34,-6; u:ahora=41,1,-37,-5; u:all=-22,64,-20,-22; u:alles=3,-8,14,-8
u:already=1,-6,-2,8; u:an=12,-17,6,-1; u:an hour=-4,-2,7,0; u:and=5,-2,15,-18; u:and the=-5,14,-9,-1
u:android=-4,6,-1,0; u:another=20,0,-14,-6; u:any=14,-16,5,-3; u:any more=-15,-5,20,-1
u:anything=-14,-9,24,-2; u:anyway=-2,-21,24,0; u:api=-9,-6,27,-12; u:archive=-9,-2,3,8
u:archive the=-9,-2,3,8; u:are=9,31,-53,13; u:are gone=-21,30,-8,0; u:are you=-2,-3,-2,7; u:as=11,-11,6,-7
u:ask=-8,1,0,7; u:asked=-17,21,-1,-3; u:at=18,6,-5,-19; u:auf=20,-26,31,-25; u:awesome=-3,24,-14,-7
u:back=-18,3,16,-1; u:back to=-20,5,-1,16; u:backup=-4,-4,7,2; u:bad=-5,21,-8,-8; u:be=27,-10,-10,-7
u:because=30,-27,-1,-2; u:because of=-1,-8,11,-2; u:before=-14,8,-4,10; u:before you=-7,-4,3,8
u:beim=6,-13,10,-3; u:better=8,-9,1,-1; u:bitte=-6,-12,14,3; u:boss=6,-5,1,-2; u:both=-21,26,-11,6
u:branch=27,-8,-9,-11; u:bravo=19,-15,-1,-3; u:brilliant=2,-6,6,-2; u:bring=11,-13,-17,20
u:bring coverage=12,-13,3,-2; u:broke=-3,26,-5,-18; u:build=-11,-7,33,-16; u:bump=-4,1,11,-7
u:but=-34,44,-1,-10; u:but it=5,-6,0,0; u:but not=-9,20,-11,0; u:but the=-14,20,-6,-1; u:button=8,-4,-3,-1
u:by=-12,14,-27,24; u:by the=0,-11,6,4; u:by user=-13,-7,-3,24; u:cache=2,-8,6,0; u:came=-9,9,-1,0
u:can=15,10,-20,-5; u:can you=-1,-1,-4,6; u:can't=-4,-7,-4,15; u:change=-26,-9,26,9; u:chart=-14,19,-4,-1
u:check=-27,19,-12,19; u:checkout=4,2,-5,-1; u:cheers=-6,-5,21,-10; u:ci=-2,-3,-13,19; u:clean=20,-5,-8,-8
u:client=-4,8,2,-5; u:client this=-3,-3,10,-5; u:close=26,-6,-6,-14; u:closing=4,-10,7,-1
u:code=18,-8,-20,10; u:commit=10,-8,7,-9; u:compile=11,-10,9,-10; u:config=11,-3,-12,5; u:cool=-10,11,-21,20
u:correct=-26,1,28,-3; u:course=-20,-5,27,-2; u:coverage=12,-13,3,-2; u:crash=21,-8,-11,-3
u:customer=14,-5,-2,-7; u:danke=43,-8,-24,-11; u:dann=-7,25,-13,-5; u:dark=7,8,-12,-4; u:das=30,4,-22,-12
u:data=28,-7,-21,-1; u:day=-17,11,7,-1; u:days=27,-18,-5,-4; u:db=-8,-2,14,-4; u:de=4,-5,2,-1
u:del=-8,26,-9,-9; u:delete=-13,-1,10,5; u:delete the=6,1,-13,6; u:demo=-1,-5,15,-10; u:den=-10,-5,-2,18
u:deploy=3,6,5,-14; u:der=3,23,-15,-11; u:design=7,-6,-5,3; u:did=-13,-7,12,8; u:did the=-13,-2,0,15
u:did you=8,-2,-3,-3; u:die=-30,71,-34,-7; u:diff=2,-5,1,2; u:do=-9,25,-31,15; u:do it=23,-11,-4,-8
u:do that=-7,10,0,-3; u:do you=-8,-2,-2,13; u:docs=-10,8,-18,20; u:does=-18,13,14,-10; u:doesn't=14,-6,-4,-4
u:doesn't even=7,-1,-3,-3; u:don't=-61,-6,73,-5; u:don't touch=-15,-9,25,-1; u:done=27,-3,-8,-15
u:dos=-1,12,-10,-2; u:down=21,-7,-5,-9; u:du=6,-4,-3,2; u:earlier=-8,13,-1,-4; u:ein=-7,17,-7,-3
u:eine=12,-13,2,-1; u:el=2,-1,-14,13; u:en=41,-36,-3,-3; u:endlich=-1,-7,8,0; u:enough=-11,-13,51,-26
u:errors=-5,-5,11,-1; u:es=15,-9,-4,-2; u:eso=8,-2,-4,-2; u:esto=18,-7,-5,-6; u:even=18,-6,-6,-6
u:every=10,-3,-2,-5; u:everything=22,-8,2,-16; u:everywhere=-1,20,-14,-6; u:export=-19,15,-19,24
u:falls=1,6,-4,-3; u:faster=0,11,-12,0; u:feels=-12,8,7,-2; u:fehlt=0,8,-4,-3; u:field=6,-11,2,3
u:files=-33,38,-11,6; u:fine=-18,21,0,-3; u:first=-5,8,-15,12; u:fit=-5,-1,15,-10; u:fix=15,-9,-28,21
u:fix the=9,-4,-31,26; u:fixed=-10,21,-2,-9; u:flicker=-13,14,0,-1; u:for=-2,20,-7,-11; u:for a=-1,-6,7,0
u:for that=-17,17,-5,5; u:for the=-2,7,11,-17; u:forget=9,-6,0,-3; u:forget it=9,-6,0,-3; u:four=0,18,-13,-4
u:from=19,-8,-9,-2; u:from the=13,-10,-2,-2; u:geht=2,-10,8,0; u:get=19,-6,-13,0; u:get rid=0,5,3,-8
u:get the=7,-3,5,-9; u:go=-7,-7,8,6; u:go on=-2,-3,-3,7; u:gone=11,15,-23,-3; u:good=-39,17,26,-4
u:good to=-9,-16,25,-1; u:got=7,-3,9,-13; u:got the=-4,1,15,-12; u:gracias=-7,-3,13,-3; u:great=27,-10,-21,3
u:green=35,-21,-11,-3; u:gut=12,-4,-6,-2; u:had=7,-5,1,-2; u:half=-9,2,12,-5; u:half of=-8,10,2,-3
u:hand=3,15,-14,-4; u:hard=12,-3,-3,-7; u:hat=-6,-7,20,-7; u:have=-15,8,27,-21; u:header=-8,2,12,-6
u:here=-18,16,8,-7; u:hi=-1,-10,10,2; u:hm=12,-2,-22,13; u:hours=-1,8,-6,0; u:how=19,-23,12,-8
u:i=-8,-19,48,-21; u:i asked=-16,22,-4,-2; u:i don't=-12,5,7,0; u:i have=-7,-9,24,-8
u:i needed=-1,-16,17,-1; u:i said=-4,9,-4,0; u:i was=7,-4,-3,0; u:i'd=-2,-3,8,-3; u:i'll=-11,15,-36,33
u:i'll ask=-4,5,0,-1; u:i'll do=10,11,-14,-7; u:i'll look=-3,6,-1,-2; u:i'll talk=5,-4,-1,-1
u:i'm=9,-17,-5,13; u:i've=18,-14,1,-5; u:ich=32,4,-35,-2; u:idea=-4,-4,-25,32; u:import=-11,25,-12,-2
u:importer=-15,14,-16,17; u:in=-29,-22,3,48; u:in a=3,3,-12,6; u:in the=-9,-13,-3,26
u:install=-20,-12,42,-11; u:interrupted=-13,-7,-3,24; u:interrupted by=-13,-7,-3,24; u:into=5,-2,0,-3
u:into the=9,-2,-7,0; u:invoices=10,-2,-8,-1; u:is=2,33,-23,-12; u:is a=4,19,-19,-4
u:is awesome=-3,24,-14,-7; u:is fine=-9,23,-12,-2; u:is gone=7,1,-8,0; u:is not=-3,-3,-6,12
u:is off=-5,5,-14,14; u:is right=-4,17,-10,-4; u:is still=-5,10,-4,-1; u:is the=3,-7,9,-5
u:is this=-9,-2,-5,16; u:isn't=-25,32,-6,-1; u:ist=13,21,-22,-12; u:it=56,-56,-8,8; u:it does=-14,17,-1,-1
u:it doesn't=9,-6,-2,-1; u:it is=8,-3,-4,-1; u:it out=22,-7,-14,-1; u:it then=6,-7,4,-2; u:it to=7,-10,7,-3
u:it was=10,-5,-4,-1; u:it with=-11,-1,-3,15; u:it works=5,-8,2,0; u:it's=16,-18,5,-2; u:je=17,4,-13,-8
u:jetzt=-2,-16,21,-3; u:job=10,-15,-11,15; u:just=25,-15,-3,-7; u:k=22,-20,8,-11; u:keep=-6,1,7,-2
u:keep it=-3,7,-3,-1; u:know=-8,-10,11,6; u:kommt=-8,13,-2,-3; u:la=-53,33,23,-3; u:laisse=5,16,-15,-6
u:last=-24,2,19,3; u:later=4,-12,-1,9; u:layout=6,0,0,-6; u:le=-12,30,-21,3; u:leak=52,-9,-40,-4
u:leave=4,7,-10,-2; u:leave it=6,5,-9,-1; u:let=-9,-16,-11,36; u:let me=-16,-12,-14,43; u:let's=5,-7,-10,12
u:like=-37,-9,63,-17; u:like a=-17,-4,28,-7; u:lint=-4,0,5,-1; u:live=19,-6,-11,-2; u:lo=25,14,-22,-17
u:log=11,-15,15,-11; u:logging=-2,-7,-1,11; u:logo=-13,20,-15,8; u:look=3,0,-11,8; u:look at=6,-2,-3,-2
u:looks=2,7,-41,32; u:lost=-6,7,-1,0; u:love=-8,-15,15,8; u:love it=-4,-1,6,0; u:love the=-4,-13,9,8
u:mach=-21,20,-8,9; u:mail=4,-9,3,2; u:make=9,-24,-6,22; u:make it=11,-21,-6,17; u:mal=3,-16,14,-1
u:marche=-5,11,-4,-2; u:me=-34,6,-3,30; u:meeting=-5,-6,-22,33; u:mehr=3,5,-7,-1; u:memory=29,-10,-14,-5
u:merci=-4,-3,19,-12; u:merge=-24,7,24,-7; u:merge it=-3,1,5,-3; u:merged=-2,-4,7,-1; u:merging=20,-15,1,-6
u:migration=-20,5,21,-6; u:minutes=-14,-4,12,6; u:model=8,-7,-2,2; u:module=0,-16,16,0
u:monday=-1,-14,-1,15; u:more=5,4,-18,8; u:morning=0,-5,1,4; u:much=-2,8,4,-10; u:my=20,-15,9,-14
u:nada=12,-10,-2,0; u:need=7,-4,5,-7; u:needed=-1,-16,17,-1; u:never=9,-11,14,-12; u:new=-22,28,-13,7
u:next=-4,-23,14,13; u:next time=-2,-15,18,-1; u:nice=-5,9,-21,17; u:nicht=12,29,-37,-4; u:night=12,-6,-6,0
u:nine=-4,15,-6,-6; u:no=29,5,-17,-17; u:nobody=-1,9,-8,0; u:noch=53,-3,-46,-4; u:not=-40,-3,30,14
u:not the=-8,20,-11,-1; u:notes=10,-4,-5,-1; u:nothing=10,-6,0,-4; u:now=33,-46,5,9; u:now the=-2,-16,-2,20
u:numbers=-9,-5,24,-10; u:nur=39,-34,-4,-2; u:of=1,8,-5,-4; u:of 0=-10,-2,3,8; u:of course=-20,-5,27,-2
u:of the=-14,1,-3,16; u:off=25,-7,-34,15; u:off by=-4,7,2,-5; u:oh=10,-9,-1,0; u:ok=-23,12,26,-15
u:ok i'll=18,-11,-2,-5; u:ok so=-11,-14,26,-2; u:okay=12,-2,-9,-1; u:old=-5,-10,14,2; u:old one=-14,-5,20,0
u:omg=-12,7,7,-2; u:on=-56,8,16,32; u:on a=-13,-4,8,9; u:on it=-10,-9,4,15; u:on monday=-1,-14,-1,15
u:on my=6,-10,3,1; u:on the=-10,-26,23,13; u:one=-5,26,-5,-16; u:one is=-16,19,-2,-1; u:ones=-27,16,15,-4
u:open=-34,-5,25,14; u:orders=-10,1,1,8; u:orders of=-10,-2,3,8; u:other=-14,14,2,-1; u:out=37,-2,-26,-8
u:over=-11,9,8,-6; u:own=5,-3,-1,-2; u:page=-6,35,-22,-8; u:pages=-25,5,25,-6; u:pass=22,-16,-6,0
u:passt=-11,22,-9,-2; u:patch=5,23,-25,-3; u:pdf=-3,11,-4,-3; u:perfect=-19,-8,28,-1; u:phone=-12,10,-6,9
u:plan=9,-5,-23,19; u:please=28,-23,-10,4; u:pr=20,-7,-22,9; u:process=-4,25,-20,0; u:push=-5,-3,-12,19
u:que=19,-9,-5,-5; u:ran=-9,8,4,-3; u:read=19,-25,-2,9; u:read the=-5,-4,-1,9; u:real=-7,-4,-3,14
u:records=-5,1,-5,9; u:release=-1,1,-5,5; u:remove=1,2,12,-16; u:remove the=6,8,-1,-13; u:rename=-8,16,-1,-7
u:request=-13,-7,-3,24; u:request interrupted=-13,-7,-3,24; u:rest=-2,9,-7,-1; u:revert=-13,-3,17,-1
u:rid=0,5,3,-8; u:rid of=0,5,3,-8; u:right=-50,11,30,8; u:right now=-1,-7,-7,15; u:roll=-6,-2,9,-1
u:rows=-8,11,-1,-2; u:run=18,-11,-20,12; u:run the=20,-12,-5,-3; u:runs=-7,17,-10,0; u:s=-3,10,-7,0
u:said=-15,22,-4,-2; u:same=13,-18,10,-5; u:say=6,-2,-7,3; u:says=-1,-12,5,8; u:se=-8,-5,15,-2
u:see=-10,1,1,8; u:seen=8,-6,4,-7; u:session=0,9,-10,1; u:set=0,4,-7,3; u:ship=15,35,-40,-10
u:should=13,11,-12,-13; u:sich=1,-6,6,-1; u:signed=-6,-4,14,-4; u:since=-4,-2,8,-2; u:sind=-11,19,-8,0
u:sleep=-10,-2,-2,15; u:so=23,-10,-9,-5; u:so much=-8,9,5,-6; u:so the=25,0,-24,0; u:something=-5,-5,-4,15
u:sorry=-3,-6,10,-1; u:sound=-7,-4,34,-23; u:speed=-9,36,-20,-7; u:speed is=-7,27,-13,-7
u:split=-14,19,-7,2; u:staging=-3,-2,9,-3; u:start=0,-9,-25,35; u:stay=-17,-4,23,-3; u:still=12,-3,-7,-3
u:still 0=9,-8,-1,0; u:stop=25,3,-8,-19; u:suche=-15,47,-28,-4; u:suite=20,-17,-3,0; u:super=-4,-7,4,6
u:sync=7,-9,6,-3; u:take=5,21,-19,-6; u:take it=8,-8,3,-2; u:talk to=5,-4,-1,-1; u:test=16,-16,-8,8
u:test for=10,-15,-1,5; u:teste=-4,-9,10,2; u:tests=49,-18,-28,-3; u:text=5,3,-5,-3; u:thank=-13,-7,25,-5
u:thank you=-13,-7,25,-5; u:thanks=-3,-20,21,2; u:thanks !=-1,-18,19,0; u:thanks a=12,-5,-7,0
u:thanks for=-13,15,-19,17; u:that=-6,-9,28,-13; u:that was=-5,-2,-8,15; u:that's=22,3,-4,-22
u:the=23,-18,-29,24; u:the 0=-3,37,-26,-8; u:the api=-4,-2,21,-15; u:the branch=19,-8,-7,-4
u:the client=-2,10,-4,-4; u:the code=5,-3,-11,8; u:the docs=-5,3,-23,24; u:the field=6,-11,7,-2
u:the importer=-15,14,-16,17; u:the last=-27,6,27,-6; u:the log=2,-3,11,-10; u:the model=8,-7,-2,2
u:the new=-15,21,4,-10; u:the numbers=-5,3,12,-10; u:the old=-9,-7,14,3; u:the orders=-10,-2,3,8
u:the other=-13,12,3,-2; u:the third=-9,-8,7,9; u:the ticket=-13,16,-2,-1; u:the whole=13,-19,10,-4
u:them=27,-14,-6,-6; u:then=3,-26,43,-19; u:then we=35,-11,-20,-5; u:there=0,24,-24,1; u:they=-1,-6,12,-5
u:thing=-25,-7,34,-2; u:think=0,-7,-3,10; u:think about=1,-7,-3,8; u:third=11,-16,-1,6
u:third time=1,-5,-2,6; u:this=14,-29,-15,30; u:this is=15,-15,-8,8; u:this morning=-3,-3,10,-5
u:those=8,-7,-1,0; u:though=-6,8,-1,0; u:thought=-3,-3,9,-3; u:three=-8,15,1,-8; u:through=-29,29,13,-13
u:through the=-14,23,-4,-4; u:ticket=4,9,-11,-2; u:time=-5,-34,38,2; u:times=-1,-4,6,-1; u:to=-14,-4,25,-7
u:to 0=6,-4,2,-4; u:to go=2,-5,8,-5; u:to the=-9,5,6,-2; u:to you=-8,-9,-17,34; u:told=-1,7,-3,-3
u:tomorrow=-2,0,-5,7; u:tonight=3,-11,-6,13; u:too=6,-11,12,-7; u:took=-23,6,20,-3; u:touch=-15,-11,19,7
u:touch anything=-15,-9,25,-1; u:train=-6,-5,5,6; u:train the=-6,-4,7,3; u:try=-9,-12,4,17
u:try it=-1,-3,-1,5; u:twice=3,-3,-5,5; u:two=28,-7,-17,-5; u:typo=-9,36,-29,2; u:ugh=-11,2,-2,11
u:und=6,-13,15,-9; u:under=50,-15,-27,-9; u:undo=-2,-12,15,-1; u:unit=-2,1,8,-8; u:up=7,-19,-16,28
u:up the=-5,-3,-1,9; u:upgrade=18,-15,1,-3; u:upload=19,-5,-14,0; u:usable=5,-1,-10,7; u:use=-25,4,-8,29
u:useless=12,-5,-5,-2; u:user=9,-15,-18,24; u:va=-5,10,-1,-4; u:vale=-18,22,3,-7; u:version=11,-16,3,2
u:wait=-6,2,-2,6; u:wants=14,-12,-2,0; u:was=19,-18,-17,16; u:way=-14,17,-6,3; u:we=35,5,-60,20
u:we stay=-17,-4,23,-3; u:we'll=21,-9,-12,0; u:we're=-19,-7,31,-4; u:week=0,-3,-24,27; u:were=-9,11,1,-3
u:what=12,-18,-3,10; u:what i=-16,-8,22,3; u:where=-5,3,-8,10; u:which=-10,-3,-4,17; u:whole=6,-19,17,-4
u:why=-2,2,-8,8; u:wie=6,-3,-1,-2; u:wieder=16,-6,-6,-4; u:will=-3,-10,-10,23; u:will do=-1,-9,0,11
u:windows=6,-9,2,0; u:wir=20,12,-33,2; u:with=-30,7,17,6; u:with the=-40,-6,32,14; u:without=-2,-5,8,0
u:work=31,-17,-10,-4; u:works=-6,2,12,-8; u:works now=-7,9,-2,0; u:would=-6,-2,0,9; u:wow=27,7,-33,-1
u:writing=10,-2,-4,-4; u:wrong=-5,2,11,-8; u:y=-4,0,11,-6; u:ya=-2,-12,16,-2; u:ya se=-8,-5,15,-2
u:years=22,-15,-6,-1; u:yes=6,18,-22,-1; u:yesterday=6,-7,-18,18; u:yo=-5,13,-6,-2; u:you=-18,-15,9,24
u:you know=-5,-1,-1,6; u:your=-2,-8,11,-1; u:ça=6,-4,0,-2; u:あり=-3,-4,11,-4; u:いで=-1,13,-4,-7
u:いま=3,-7,10,-5; u:うご=-3,-4,11,-4; u:かり=0,-9,11,-2; u:がと=-3,-4,11,-4; u:ござ=-3,-4,11,-4; u:され=-2,-5,9,-2
u:ざい=-3,-4,11,-4; u:した=-9,3,12,-5; u:して=7,-11,-4,7; u:しま=8,-11,-1,4; u:すが=-4,9,-1,-4; u:すご=-2,7,0,-5
u:たが=-12,11,2,0; u:だけ=3,-5,3,-1; u:です=10,4,6,-20; u:とう=-3,-4,11,-4; u:なり=-14,11,4,-2; u:にな=-13,9,6,-2
u:に戻=6,-2,-2,-2; u:まし=-10,3,12,-5; u:ます=-3,-18,-21,42; u:りが=-3,-4,11,-4; u:りま=-8,9,4,-5; u:わか=11,-1,-6,-4
u:一=-35,29,4,3; u:一下=-14,19,-19,14; u:一个=-15,26,-20,9; u:三=-6,15,-5,-5; u:上=26,-8,-6,-12; u:上了=9,-3,-5,-1
u:下=0,15,-11,-4; u:不=9,-3,-20,15; u:不要=5,-4,-1,0; u:个=13,11,-13,-12; u:么=-2,10,-6,-2; u:了=15,32,5,-51
u:但=-5,-9,15,0; u:但是=-5,-9,15,0; u:你=36,-7,-22,-7; u:元=6,-2,-2,-2; u:元に=6,-2,-2,-2; u:先=-3,8,-5,0
u:全=13,8,-14,-7; u:別=9,-5,-2,-2; u:助=-2,-5,9,-2; u:助か=-2,-5,9,-2; u:動=-8,1,9,-2; u:吧=14,2,-15,-1
u:変=-2,-6,-4,12; u:天=-4,-11,-4,19; u:太=-20,13,31,-25; u:好=4,1,3,-8; u:好了=-8,2,7,0; u:存=-7,16,-7,-1
u:对=-7,-2,10,-1; u:就=6,-12,25,-20; u:崩=-1,-5,7,-1; u:强=-4,5,18,-20; u:後=-6,27,-12,-10; u:快=-11,20,-5,-4
u:快了=-11,20,-5,-4; u:感=-8,-7,16,-1; u:我=-6,5,-11,12; u:戻=11,-4,-5,-2; u:戻し=11,-4,-5,-2; u:掉=9,-4,-4,0
u:改=7,-4,-8,5; u:日=-3,5,-5,3; u:明=-9,-13,4,18; u:是=-13,14,5,-5; u:本=13,-5,-13,5; u:来=-10,4,-10,16
u:次=-7,-15,45,-24; u:没=9,-3,-4,-2; u:测=13,-13,5,-6; u:用=-2,7,1,-5; u:画=-8,24,-9,-7; u:白=4,-9,5,1
u:的=-1,-16,21,-4; u:直=1,-3,-6,9; u:直し=0,-5,-4,9; u:看=-7,12,-6,1; u:確=-3,-7,8,2; u:確認=-3,-7,8,2
u:示=-2,-3,7,-2; u:示さ=-2,-5,9,-2; u:行=-9,15,0,-6; u:表=-10,10,2,-2; u:表示=-2,-3,7,-2; u:要=5,-4,-1,0
u:認=-3,-7,8,2; u:试=-1,-19,3,17; u:说=-3,17,-7,-6; u:谢=-7,-3,11,-1; u:还=-10,14,-3,-1; u:这=8,14,-8,-14
u:这个=19,-8,-3,-9; u:那=13,-3,-10,0; u:错=-3,-7,-5,16; u:页=3,8,-7,-4; user a part=-15,41,-10,-16
user a part first=-25,31,-5,-1; user a part reply=11,9,-5,-15; user blames=27,-1,-15,-12
user blames first=4,4,-7,-2; user blames reply=23,-5,-8,-10; user but=-45,66,-2,-19
user but first=-37,44,6,-13; user but reply=-8,22,-8,-6; user closes=43,-16,-7,-20
user closes first=6,13,-4,-15; user closes reply=37,-29,-4,-5; user denies=35,-13,5,-27
user denies first=35,-4,-8,-24; user denies reply=0,-9,12,-3; user drops=103,-45,-22,-36
user drops first=66,-16,-31,-20; user drops reply=37,-29,9,-16; user groans=23,-1,-23,0
user groans first=2,-10,-1,9; user groans reply=21,10,-22,-9; user hands over=-11,29,-38,20
user hands over first=6,17,-18,-4; user hands over reply=-17,13,-21,24; user later=-66,45,-44,65
user later first=-23,-24,-8,55; user later reply=-43,69,-36,10; user marvels=-6,-5,30,-19
user marvels first=0,-33,46,-13; user marvels reply=-6,28,-16,-5; user others say=29,-6,-24,1
user others say first=52,2,-20,-34; user others say reply=-23,-8,-4,35; user plea=3,0,-7,4
user plea first=5,-14,2,6; user plea reply=-2,14,-9,-2; user praise last=12,-10,3,-5
user praise last first=-9,5,6,-3; user praise last reply=21,-15,-3,-2; user praise then stop=46,1,-31,-16
user praise then stop first=46,4,-35,-14; user proof=20,-4,41,-56; user proof first=15,-29,64,-49
user proof reply=5,25,-23,-7; user stays same=77,-20,-32,-25; user stays same first=49,-13,-7,-30
user stays same reply=28,-7,-26,5; user undoes=98,-51,-8,-40; user undoes first=68,-34,-1,-32
user undoes reply=31,-16,-7,-7; user will try=-34,-23,-18,75; user will try first=-8,-14,-6,29
user will try reply=-25,-9,-12,46
"""

_MOOD: Final = r"""
=-21,91,-70; after agent asks=24,6,-30; after agent asks first=25,5,-30
after agent claims over green=8,28,-36; after agent claims over none=-20,21,-1; after agent done=-22,66,-45
after agent glad=-63,-17,80; after agent glad first=-63,-17,80; after agent halves=-6,10,-4
after agent needs=21,-8,-13; after agent needs first=21,-8,-13; after agent nods=-32,40,-8
after agent nods first=-21,28,-7; after agent not=-10,22,-12; after agent not first=-1,11,-10
after agent not run=-19,24,-5; after agent not run first=-19,24,-5; after agent numbers of=-16,18,-2
after agent numbers of first=-5,6,-1; after agent offers=64,-47,-17; after agent offers first=64,-47,-17
after agent partial=-4,18,-15; after agent pending=47,-20,-27; after agent plans=-19,34,-15
after agent plans first=-19,34,-15; after agent regrets=87,-48,-39; after agent regrets first=86,-47,-38
after agent rest=8,4,-12; after agent rest first=8,4,-12; after agent stopped=-7,39,-31
after agent stopped first=-7,39,-31; after agent unable=36,5,-41; after agent undid=27,-9,-17
after agent undid first=41,-25,-16; after agent undid reply=-14,16,-2; after all green often=-26,31,-5
after all red often=-28,36,-7; after counts pass=-26,-16,42; after green then green=-29,35,-6
after green then red=-5,7,-3; after red and green, last green=-27,44,-17
after red and green, last red=-5,7,-3; after spoke earlier=14,-32,18; after spoke last=-39,56,-16
after verdict green=1,16,-17; after verdict red=-28,39,-11; before agent asks=2,-30,28
before agent asks reply=2,-30,28; before agent claims over green=30,21,-51
before agent claims over none=5,-40,35; before agent claims over red=19,-28,8; before agent done=19,-18,-1
before agent glad=-42,5,38; before agent glad reply=-42,5,38; before agent halves=-35,28,7
before agent needs=-23,29,-5; before agent needs reply=-23,29,-5; before agent not=-10,39,-28
before agent not reply=-10,39,-28; before agent numbers of=1,-13,12; before agent numbers of reply=1,-13,12
before agent offers=21,-9,-13; before agent offers reply=21,-9,-13; before agent partial=13,6,-20
before agent pending=-13,16,-3; before agent rest=3,13,-16; before agent rest reply=3,13,-16
before agent stopped=0,5,-6; before agent stopped reply=0,5,-6; before agent unable=1,8,-9
before agent undid=54,-42,-12; before agent undid reply=54,-42,-12; before agent worse=6,12,-19
before agent worse reply=6,12,-19; before all green=-55,46,10; before all green often=36,-30,-5
before all red=21,5,-26; before counts pass=24,-35,10; before green then green=36,-30,-5
before red and green, last green=-20,-2,22; before spoke earlier=50,-41,-9; before spoke last=-15,37,-22
before verdict green=-10,-59,69; before verdict red=40,-43,3; first after last green=-38,53,-15
first after last none=64,-95,31; first after last red=-29,36,-7; first asked=-35,64,-29
first confirm=-4,17,-13; first contrast=-14,2,13; first damage=16,4,-20; first dislikes=14,-24,10
first effort=10,-7,-3; first likes=16,-17,1; first middling=42,-62,20; first mild=15,-36,21
first negated=3,-13,10; first no pro contra=46,-41,-5; first no pro no contra=-23,54,-31
first onward=4,12,-16; first partial=35,-47,12; first praise=0,-48,49; first pro no contra=-36,2,34
first quit=-8,4,4; first reject=12,11,-23; first sarcasm=37,-22,-15; first short=17,-14,-3
first shout=11,-12,1; first tiny=-60,80,-19; first unresolved=0,-20,21; first weak=46,-36,-11
first wordy=-12,9,2; opened by question first=-19,27,-8; opened by question reply=11,5,-16
output build=7,-12,5; output build after=-15,25,-10; output build before=21,-36,15
output files only=-8,16,-8; output files only after=-6,10,-4; output measure=-19,0,19
output measure after=-10,18,-8; output measure before=-10,-18,28; output pending=-6,9,-3
output pending after=-6,9,-3; output tests=14,-5,-9; output tests before=12,0,-12; output trouble=11,5,-15
output trouble after=-22,37,-15; output trouble before=33,-33,-1; output undone=43,-37,-6
output undone after=20,-15,-5; output undone before=24,-23,-1; output zero=-45,36,9
output zero after=-12,8,4; output zero before=-33,28,4; place first closed=-9,18,-9
place first worked=-3,-6,9; place reply closed=14,-37,23; place reply worked=10,2,-12
place silent worked=-12,22,-11; reply after last green=-8,12,-4; reply after last none=17,-10,-8
reply asked=22,-12,-10; reply before last green=-20,9,11; reply before last none=49,-55,6
reply before last red=-5,11,-7; reply confirm=-6,-1,7; reply contrast=40,-11,-29; reply damage=13,2,-15
reply dislikes=36,-5,-30; reply likes=-33,10,23; reply middling=52,-41,-11; reply mild=-12,27,-15
reply negated=8,12,-20; reply no pro contra=29,-7,-23; reply no pro no contra=-4,17,-12; reply onward=4,2,-6
reply partial=-1,11,-10; reply praise=-22,-67,88; reply pro contra=54,-39,-15; reply pro no contra=-55,-6,61
reply quit=42,-13,-29; reply reject=44,-45,0; reply sarcasm=13,-10,-3; reply short=53,-34,-20
reply shout=6,-5,0; reply tiny=-81,39,42; reply unresolved=-19,26,-7; reply weak=-74,116,-42
said asked=-13,52,-39; said confirm=-11,16,-5; said contrast=26,-9,-17; said damage=29,6,-35
said dislikes=49,-29,-20; said effort=30,-25,-5; said likes=-17,-7,24; said mild=2,-9,6
said negated=11,-1,-11; said onward=7,14,-22; said partial=34,-36,2; said praise=-22,-115,137
said praise quit=35,-33,-2; said pro but=-1,7,-6; said quit=34,-9,-25; said reject=56,-33,-23
said sarcasm=50,-32,-18; said shout=17,-17,0; said unresolved=-19,6,14; said weak=-28,81,-53
silent after last green=-6,11,-6; u:!=-89,-93,183; u:!!=6,-22,16; u:!!!=11,-11,1; u:0=38,13,-51
u:0 0=-23,30,-7; u:0 minutes=5,-4,-1; u:0 s=-3,5,-2; u::)=-5,-1,7; u:?=-6,27,-21; u:??=35,-31,-4
u:a=3,-34,31; u:aber=15,-8,-7; u:about=-23,26,-4; u:about the=3,-6,2; u:add=7,-2,-4; u:add a=-5,8,-3
u:add up=14,-13,0; u:again=-18,17,1; u:ah=-10,-11,21; u:ahora=28,-11,-17; u:all=-16,-8,25; u:alles=-6,-3,9
u:already=7,-4,-3; u:alright=-23,23,-1; u:an=2,15,-17; u:an hour=11,-7,-5; u:and=14,-29,15
u:another=-40,46,-5; u:any=6,-20,13; u:any more=-7,-10,17; u:anything=-19,-7,26; u:anyway=-4,-8,11
u:api=-5,6,-1; u:app=6,-2,-5; u:are=59,-30,-28; u:are gone=17,-14,-2; u:as=6,2,-8; u:ask=-23,9,13
u:asked=12,-7,-6; u:at=16,3,-19; u:auf=-32,-22,54; u:aus=5,-11,6; u:back=-9,-20,29; u:back to=-37,41,-3
u:backup=-8,12,-4; u:bad=-7,18,-12; u:be=44,-37,-7; u:because=8,-4,-4; u:been=10,-7,-3; u:before=31,-17,-14
u:before you=-2,6,-5; u:beim=15,-10,-4; u:better=20,-13,-7; u:bitte=2,6,-7; u:branch=15,-12,-3
u:bravo=8,0,-7; u:brilliant=0,-5,6; u:but=-3,32,-30; u:but it=-5,11,-5; u:but not=-6,10,-4
u:but the=20,-23,3; u:button=13,-7,-6; u:by=-36,63,-27; u:by the=-3,8,-5; u:by user=-18,22,-4
u:cache=22,-21,-1; u:can=-6,-7,13; u:can you=-15,15,0; u:can't=-46,32,14; u:change=-18,-20,38
u:chart=6,-5,-1; u:check=-22,22,0; u:checkout=12,-10,-3; u:cheers=-5,-7,12; u:ci=-16,20,-4; u:client=-5,5,0
u:close=-2,11,-9; u:closing=8,4,-12; u:code=4,2,-6; u:column=5,-1,-5; u:commit=-8,8,0; u:compile=-23,25,-2
u:compiles=-6,8,-2; u:config=52,-44,-7; u:cool=9,-22,12; u:correct=5,-5,-1; u:course=-21,-12,32
u:crash=10,-5,-6; u:customers=10,-10,0; u:damn=9,-7,-2; u:danke=37,13,-49; u:dann=-2,6,-4; u:dark=16,-12,-5
u:das=7,4,-12; u:data=28,-24,-3; u:day=4,-6,3; u:days=30,7,-38; u:db=-13,17,-4; u:de=1,8,-9; u:del=-42,2,40
u:demo=-17,0,17; u:den=-18,25,-7; u:der=-29,22,6; u:design=-19,22,-3; u:device=-11,22,-11; u:did=-9,-18,27
u:did the=8,-3,-4; u:did you=9,-6,-4; u:die=-21,44,-23; u:do=28,0,-28; u:do it=13,-11,-2
u:do that=35,-19,-16; u:do you=-17,20,-3; u:does=6,-2,-4; u:doesn't=-4,6,-2; u:don't=-39,5,34
u:don't touch=-21,-5,27; u:done=49,-42,-7; u:down=29,-19,-10; u:drop=-16,19,-3; u:earlier=18,-20,2
u:ein=-4,8,-4; u:eine=1,-36,35; u:el=-39,26,13; u:en=13,-38,24; u:endlich=-13,-17,31; u:enough=9,-4,-5
u:era=9,-7,-2; u:errors=-7,8,-1; u:es=-11,16,-6; u:eso=11,-9,-2; u:esto=-10,5,4; u:even=9,-6,-4
u:every=34,-28,-6; u:everything=24,-20,-5; u:everywhere=41,-36,-4; u:export=-5,6,-2; u:falls=-14,-11,25
u:faster=58,-40,-18; u:feels=-26,-11,36; u:fehlt=2,-14,12; u:field=2,13,-15; u:files=-5,7,-2
u:finally=-6,-7,13; u:fine=-1,20,-19; u:first=-19,12,8; u:fix=3,-7,4; u:fixed=11,-4,-7; u:flicker=-6,-10,16
u:footer=-15,2,13; u:for=20,6,-25; u:for a=43,-6,-37; u:for now=-29,36,-7; u:for the=19,-30,11
u:forget=15,-14,-1; u:forget it=15,-14,-1; u:four=18,-17,-1; u:from=-9,21,-12; u:from the=11,0,-10
u:geht=9,-5,-4; u:get rid=16,-15,0; u:give=8,-8,-1; u:go=-36,52,-15; u:go on=-5,8,-3; u:gone=11,22,-33
u:good=-10,-6,16; u:good to=-3,7,-3; u:got=16,-20,4; u:got the=7,-17,10; u:gracias=-8,0,8
u:great=65,-45,-19; u:green=5,-5,0; u:gut=-10,4,6; u:had=18,-14,-4; u:half=-14,29,-15; u:half of=-18,23,-5
u:hand=-5,4,1; u:hard=35,-26,-9; u:hat=-6,-2,9; u:have=9,15,-24; u:have to=-9,12,-2; u:header=-13,13,-1
u:here=-27,33,-5; u:hm=-9,18,-9; u:hour=25,-15,-9; u:hours=7,-5,-3; u:how=27,-16,-10; u:i=-11,15,-4
u:i asked=12,-7,-5; u:i don't=-19,43,-24; u:i have=-17,27,-10; u:i needed=-17,22,-5; u:i was=-29,42,-13
u:i'd=-5,-1,6; u:i'll=-43,38,5; u:i'll ask=-29,9,20; u:i'll do=17,-17,1; u:i'll look=29,-28,-2
u:i'll talk=-11,23,-13; u:i'm=20,3,-22; u:i've=-17,11,7; u:ich=16,1,-18; u:idea=-7,3,4; u:importer=-7,9,-2
u:in=-28,38,-10; u:in a=11,-8,-3; u:in the=-27,27,0; u:interrupted=-18,22,-4; u:interrupted by=-18,22,-4
u:into=15,-14,-1; u:into the=17,-15,-1; u:invoices=16,-14,-3; u:is=8,-13,5; u:is a=10,-5,-5
u:is gone=-5,-2,7; u:is not=28,-26,-2; u:is off=-44,29,15; u:is right=31,-24,-8; u:is still=-10,16,-6
u:is the=14,3,-17; u:is this=24,-21,-3; u:isn't=-6,7,-2; u:ist=-2,-4,6; u:it=-28,23,5; u:it does=10,-7,-3
u:it doesn't=-9,10,-1; u:it is=13,-12,-1; u:it on=1,-12,10; u:it out=3,7,-10; u:it to=-10,-12,22
u:it was=13,-10,-3; u:it with=-24,25,-1; u:it works=-8,13,-5; u:it's=53,4,-57; u:je=25,-19,-6
u:jetzt=16,-22,6; u:just=-3,-3,6; u:k=-6,15,-9; u:keep=-23,37,-13; u:keep it=-18,31,-13; u:know=-7,10,-3
u:la=-26,-1,27; u:laisse=47,-43,-3; u:last=-7,-3,10; u:later=-16,4,12; u:le=11,-5,-6; u:leak=-7,0,7
u:leave=-38,45,-6; u:leave it=-26,32,-6; u:let=-3,19,-16; u:let me=-19,28,-10; u:let's=-25,-1,27
u:like=-34,-38,72; u:like a=-11,-21,32; u:lint=-6,2,4; u:live=-12,32,-21; u:lo=0,-17,17; u:loads=-5,-6,11
u:log=16,0,-16; u:logging=-4,7,-3; u:logo=-11,8,3; u:look=18,-13,-5; u:look at=-9,5,4; u:looks=16,-24,8
u:lost=17,-10,-7; u:love=-31,32,0; u:love the=-23,38,-15; u:mach=-26,30,-5; u:mail=10,-7,-3; u:make=-8,12,-4
u:make it=-5,9,-3; u:mal=15,-9,-6; u:me=3,-19,16; u:meeting=-5,-17,22; u:mehr=-28,31,-3; u:merci=-3,-7,10
u:merged=-16,43,-27; u:migration=-2,17,-14; u:minutes=10,-8,-2; u:module=-29,45,-16; u:monday=-6,-11,17
u:more=-32,5,27; u:morning=-7,4,3; u:much=-16,7,10; u:my=6,17,-23; u:myself=10,-16,6; u:nada=38,-36,-2
u:need=-11,14,-3; u:needed=-17,22,-5; u:never=21,-22,2; u:new=-20,24,-4; u:next=-22,30,-8
u:next time=19,-14,-4; u:nice=11,-23,12; u:nicht=25,-15,-10; u:night=26,-24,-2; u:nine=-7,-10,17
u:no=-26,64,-38; u:nobody=-6,8,-2; u:noch=34,-3,-30; u:not=2,32,-34; u:not the=-5,9,-4; u:nothing=12,-8,-4
u:now=12,-33,21; u:now the=-24,33,-9; u:numbers=7,5,-12; u:nur=2,-10,9; u:of=10,22,-32
u:of course=-21,-12,32; u:of it=11,-10,-1; u:of the=10,8,-18; u:off=33,-24,-9; u:off by=-15,34,-19
u:oh=7,-14,6; u:ok=6,59,-65; u:okay=6,1,-7; u:old=-4,6,-2; u:omg=-31,-17,49; u:on=-36,37,-1
u:on it=-5,10,-5; u:on monday=-6,-11,17; u:on my=-19,30,-11; u:on the=1,34,-34; u:one=43,-44,0
u:one is=7,-15,8; u:ones=12,-9,-3; u:only=16,-10,-6; u:open=-43,5,38; u:orders=11,-6,-5
u:out again=-29,32,-3; u:over=-23,23,-1; u:own=-17,22,-5; u:page=12,-15,2; u:pages=-12,-15,28
u:pass=17,-3,-14; u:patch=1,-12,11; u:pdf=18,-10,-8; u:perfect=-31,-7,37; u:pero=27,-11,-16
u:plan=-13,14,-1; u:please=56,-16,-40; u:pr=21,-19,-1; u:process=-6,8,-2; u:promising=-10,-41,51
u:que=-10,13,-3; u:qué=1,-58,57; u:ran=16,5,-21; u:read=15,-8,-7; u:read the=6,-2,-4; u:records=-11,-7,18
u:release=0,-8,7; u:request=-18,22,-4; u:request interrupted=-18,22,-4; u:revert=-28,30,-1; u:rid=16,-15,0
u:rid of=16,-15,0; u:right=3,27,-31; u:roll=-32,38,-6; u:run=1,-27,26; u:runs=11,-5,-6; u:s=-3,5,-2
u:said=21,-18,-3; u:same=-4,20,-16; u:say=3,4,-7; u:se=-10,-1,11; u:see=4,-9,4; u:seen=-4,17,-12
u:server=14,-10,-3; u:session=-7,13,-6; u:set=7,-6,-1; u:settings=14,-11,-3; u:ship=-1,6,-4
u:should=49,-39,-10; u:sich=-27,26,1; u:signed=-10,12,-2; u:since=-14,9,5; u:sleep=-17,3,14; u:so=-35,8,27
u:so much=-5,-9,14; u:so the=-1,7,-6; u:so we=-35,38,-2; u:something=-16,18,-2; u:sorry=-4,-4,8
u:sound=-43,24,18; u:speed is=-16,11,5; u:split=-6,8,-1; u:staging=-1,8,-7; u:start=-43,45,-3; u:stay=-7,8,0
u:still=-35,35,0; u:still 0=-14,16,-2; u:stop=24,10,-34; u:suche=21,-17,-4; u:suite=-13,-37,51
u:super=-17,-11,28; u:sync=7,4,-11; u:take=-2,7,-5; u:take it=-8,4,4; u:talk=-11,24,-13
u:talk to=-11,23,-13; u:test=-7,-10,17; u:teste=-7,15,-8; u:tests=12,0,-12; u:text=16,-10,-7
u:thank=-17,-16,34; u:thank you=-17,-3,21; u:thanks=9,5,-14; u:thanks !=-5,-18,22; u:thanks a=9,-11,2
u:thanks for=1,-5,4; u:that=-10,-4,14; u:that was=-19,-14,33; u:that's=-10,6,4; u:the=-47,88,-41
u:the app=6,-2,-5; u:the branch=-18,21,-3; u:the client=-5,5,0; u:the code=-4,6,-2; u:the field=3,12,-15
u:the importer=-7,9,-2; u:the last=-23,15,8; u:the log=8,1,-9; u:the new=-11,7,4; u:the numbers=9,-1,-8
u:the old=-6,8,-1; u:the tests=6,-4,-1; u:the third=-9,10,-1; u:the ticket=-3,7,-4; u:the whole=10,-12,2
u:them=17,-7,-10; u:then=-17,38,-21; u:then we=-6,8,-2; u:there=24,-14,-10; u:they=3,-31,28
u:thing=-53,17,36; u:think=-14,18,-4; u:think about=-8,12,-4; u:third=20,-12,-8; u:third time=19,-13,-6
u:this=47,-31,-17; u:this is=18,-12,-6; u:though=1,-24,23; u:thought=1,-6,5; u:three=12,-4,-7
u:through=-5,-7,11; u:through the=-8,-16,24; u:ticket=-10,15,-6; u:time=21,-18,-3; u:times=7,2,-8
u:to=-9,10,0; u:to 0=-10,14,-4; u:to be=18,-18,-1; u:to go=-9,13,-4; u:to the=-29,3,26; u:to you=-5,6,-1
u:told=13,-10,-3; u:tomorrow=35,-51,16; u:tonight=-6,10,-3; u:took=19,-4,-15; u:touch=-26,2,24
u:touch anything=-21,-5,27; u:try=-25,4,21; u:try it=-2,-16,19; u:twice=22,-11,-11; u:two=39,-2,-37
u:ugh=9,-7,-2; u:und=42,-48,7; u:under=8,-7,-1; u:up=13,-25,11; u:up the=-5,6,-1; u:upgrade=-7,14,-7
u:use=-20,25,-5; u:useless=22,-21,-1; u:user=-11,18,-7; u:va=-10,3,7; u:vale=-4,7,-3; u:very=-13,-20,33
u:was=1,-37,36; u:way=-4,-12,15; u:we=-52,80,-29; u:we stay=-7,8,0; u:we'll=-65,51,13; u:we're=9,7,-17
u:weekend=-13,14,-1; u:went=4,-9,5; u:were=11,-34,23; u:what=66,-43,-23; u:what i=3,9,-12; u:where=-11,11,0
u:which=-11,13,-2; u:whole=10,-12,1; u:why=27,-16,-11; u:wie=9,-7,-2; u:wieder=20,-14,-6; u:will=-37,48,-11
u:windows=-6,0,6; u:wir=-76,84,-8; u:with=-18,27,-9; u:with the=-9,-1,10; u:without=-26,25,1
u:work=28,-8,-20; u:works=18,1,-19; u:would=-6,8,-2; u:wow=29,-4,-25; u:write=5,-5,0; u:write a=-5,8,-3
u:writing=21,-18,-4; u:y=3,6,-9; u:ya=-4,-21,25; u:ya se=-10,-1,11; u:years=-1,6,-5; u:yes=-1,10,-9
u:yesterday=-9,-2,10; u:yo=7,-5,-2; u:you=37,-53,16; u:you know=-14,15,-1; u:your=1,-6,5; u:あり=-4,7,-3
u:いで=-2,-8,11; u:うご=-4,7,-3; u:かり=-10,10,1; u:がと=-4,7,-3; u:きま=10,-8,-2; u:ござ=-4,7,-3; u:ざい=-4,7,-3
u:した=-5,12,-7; u:しま=-7,24,-16; u:すが=11,-7,-4; u:すご=-9,-11,20; u:たが=6,-3,-3; u:です=15,-11,-5; u:とう=-4,7,-3
u:なり=0,-5,5; u:に戻=5,-4,-1; u:まし=-7,13,-7; u:ます=-24,43,-19; u:もう=19,-18,-1; u:りが=-4,7,-3; u:りま=-24,20,4
u:一=-29,-11,40; u:一下=-7,15,-8; u:三=16,-9,-7; u:上=28,-39,11; u:上了=-7,-5,12; u:下=29,-19,-10; u:不=-23,-5,27
u:个=19,-27,9; u:么=10,-3,-7; u:了=21,-22,1; u:了解=-5,18,-13; u:但=8,-3,-5; u:但是=8,-3,-5; u:你=22,-7,-15
u:元=5,-4,-1; u:元に=5,-4,-1; u:全=10,-5,-5; u:別=6,-4,-2; u:動=-3,-2,5; u:動き=6,-6,-1; u:回=-23,23,-1
u:変=-13,17,-4; u:天=11,-13,2; u:太=-25,-32,57; u:好=-12,-4,16; u:好了=-12,-5,17; u:存=10,-3,-8; u:对=-3,-12,15
u:就=-27,-8,35; u:强=-15,-30,45; u:後=-7,13,-6; u:快=14,-9,-5; u:快了=14,-9,-5; u:感=-7,-7,14; u:我=4,14,-19
u:戻=9,-7,-1; u:戻し=9,-7,-1; u:明=-6,12,-6; u:是=19,-14,-5; u:本=17,-9,-8; u:来=-2,-7,9; u:次=1,-32,31; u:没=7,-8,2
u:测=10,-7,-4; u:画=-15,2,13; u:白=18,-4,-14; u:的=4,2,-7; u:直=5,-1,-4; u:看=-11,9,2; u:確=-5,28,-23
u:確認=-5,28,-23; u:算=-11,15,-4; u:算了=-16,19,-4; u:自=10,-9,-1; u:行=9,-3,-6; u:解=-5,18,-13; u:認=-5,28,-23
u:認し=-4,15,-12; u:谢=-4,-3,7; u:这=51,-45,-5; u:那=-24,28,-4; u:错=-5,-5,9; u:页=10,-7,-3; user a part=3,-18,15
user a part first=21,-39,18; user a part reply=-18,21,-3; user blames=41,-25,-16
user blames first=16,-6,-10; user blames reply=26,-19,-6; user but=31,-30,-1; user but first=28,-36,8
user but reply=3,6,-9; user closes=29,-3,-25; user closes first=2,9,-11; user closes reply=26,-12,-14
user denies=23,0,-24; user denies first=23,-14,-9; user denies reply=0,14,-15; user drops=34,5,-39
user drops first=5,7,-13; user drops reply=28,-3,-26; user groans=97,-75,-22; user groans first=25,-19,-6
user groans reply=72,-56,-16; user hands over=-18,16,2; user hands over reply=-19,18,1; user later=-21,16,6
user later first=14,-54,39; user later reply=-36,69,-33; user marvels=-20,-76,96
user marvels first=-14,-46,60; user marvels reply=-6,-31,37; user others say=14,25,-39
user others say first=17,19,-37; user others say reply=-4,6,-2; user plea=52,-64,13
user plea first=58,-58,1; user plea reply=-6,-6,12; user praise last=60,-14,-46
user praise last first=43,-5,-38; user praise last reply=17,-9,-8; user praise then stop=14,-26,12
user praise then stop first=14,-4,-9; user praise then stop reply=1,-22,21; user proof=18,-23,5
user proof first=18,-20,2; user stays same=55,-27,-27; user stays same first=62,-72,10
user stays same reply=-7,45,-38; user undoes=78,-43,-35; user undoes first=51,-35,-16
user undoes reply=27,-8,-19; user will try=-31,18,13; user will try first=-21,-13,34
user will try reply=-10,30,-21
"""
