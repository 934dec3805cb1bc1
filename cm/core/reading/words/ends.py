"""What each mark of a session's end is worth for each status and each mood: fitted by `tests/bench/fit_outcomes.py`.

Each entry is a mark of `core/reading/ends.py` with its weights in hundredths: for failure, mixed, success, unknown, and for
negative, neutral, positive. The entry without a name is what counts before anything is seen. `u:`, `a:` and `o:` start
single words of the user, the agent, and of output. Not here: how the weights decide (`core/reading/outcome.py`).
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
=50,-101,32,19; a:!=-16,-16,40,-8; a:! what=-7,-2,-4,14; a:0=-27,17,33,-23; a:0 0=10,-9,15,-17
a:0 are=-4,12,-1,-6; a:0 d=-4,-6,11,0; a:0 days=-12,-10,23,-1; a:0 files=-7,6,14,-13; a:0 is=10,-10,-4,4
a:0 ms=15,-7,-1,-6; a:0 of=-9,7,-13,15; a:0 px=-11,-11,-18,41; a:0 s=-7,8,-1,-1; a:0 tests=8,-7,-1,0
a:0 the=3,13,-13,-3; a:0 to=-7,12,5,-10; a:?=-14,-25,-30,68; a:a=-38,28,-17,27; a:ab=5,-4,-1,0
a:aborted=8,0,-5,-3; a:about=-8,-8,12,4; a:access=-2,-4,0,6; a:add=12,-10,-1,0; a:add a=12,-10,-1,0
a:added=-36,-6,-25,67; a:added a=-16,-5,-4,26; a:added to=-1,21,-10,-10; a:again=23,-17,6,-12
a:all=8,-1,-9,2; a:all 0=7,-10,3,0; a:alle=-6,-10,18,-2; a:already=34,-12,-17,-6; a:an=-10,5,-2,7
a:and=-50,17,39,-6; a:another=17,7,-14,-10; a:answered=-3,-4,7,0; a:anything=4,-6,36,-34
a:anything else=4,-6,36,-34; a:api=9,-4,-1,-4; a:app=-9,-11,23,-3; a:are=-34,89,-38,-18
a:are converted=-8,15,-1,-7; a:are done=-2,21,-1,-18; a:aren't=-21,37,-5,-11; a:as=-11,20,15,-25
a:at=-4,6,-5,3; a:at 0=17,-26,2,7; a:at the=2,12,-16,2; a:b=-7,-1,-12,20; a:back=-10,22,-10,-2
a:background=-1,-1,-4,6; a:backup=9,-7,-9,6; a:be=25,11,-29,-7; a:because=3,12,-11,-3
a:because of=3,12,-11,-3; a:before=5,-5,-4,5; a:behoben=-5,2,6,-3; a:both=18,-9,-1,-8; a:branch=25,-8,-13,-4
a:branch ?=18,-2,-11,-5; a:bring=4,6,-11,2; a:build=-6,-1,-9,16; a:built=-9,-6,16,-1; a:but=17,4,-10,-11
a:by=0,-6,1,6; a:c=-7,6,2,-1; a:can=1,51,-20,-32; a:can restore=-14,16,-2,-1; a:can't=9,-14,-8,13
a:cause=5,-5,2,-2; a:change=1,-7,7,0; a:changed=-3,-35,-18,56; a:changed the=-10,-20,8,22
a:chart=-7,10,-3,0; a:check=6,-14,-11,19; a:check the=13,-6,-3,-5; a:ci=-6,0,3,3; a:client=7,-5,6,-8
a:code=5,-15,10,0; a:comes=-7,11,-3,0; a:comes from=-7,11,-3,0; a:config=-16,-12,5,22
a:converted=-13,21,-4,-5; a:could=-13,26,-22,9; a:could not=-4,14,-6,-3; a:couldn't=-18,5,-9,21
a:couldn't reproduce=-8,12,-1,-3; a:crashes=5,3,-5,-3; a:csv=-5,1,5,0; a:d=-6,-7,5,8; a:das=13,5,-15,-3
a:date=-10,17,1,-8; a:days=-14,-11,29,-3; a:de=-15,25,3,-13; a:deleted=12,-3,-13,4; a:den=-5,-10,-3,18
a:depends=-3,25,-14,-8; a:depends on=-3,25,-14,-8; a:der=6,19,-3,-22; a:detour=-27,-2,34,-5
a:did=14,-4,-6,-4; a:die=12,8,-21,0; a:disk=20,0,-14,-7; a:do=16,-6,-3,-6; a:do you=12,-1,-1,-10
a:docker=-6,-3,3,6; a:docs=-6,8,-2,0; a:doesn't=11,-6,-4,-1; a:don't=23,0,-12,-10; a:don't have=-6,11,-3,-1
a:don't know=12,-3,-3,-6; a:done=-2,15,10,-23; a:done the=-9,14,-5,0; a:dos=-31,53,-11,-11; a:down=5,0,-2,-4
a:drei=-8,4,-6,10; a:ein=-9,19,-13,3; a:el=-17,8,13,-5; a:else=4,-6,36,-34; a:else ?=-6,-3,40,-31
a:en=7,-6,5,-6; a:era=-4,-5,12,-3; a:es=-13,17,-7,2; a:etc=-9,-1,1,9; a:expired=-5,-2,8,-1
a:fails=-6,11,-2,-3; a:falta=14,-14,0,0; a:far=-8,-9,-3,20; a:file=-6,-9,18,-3; a:files=-22,14,-20,29
a:filter=-3,14,-32,21; a:find=7,-5,-1,-1; a:first=-14,6,0,8; a:five=-11,-2,12,1; a:fix=-24,28,-1,-4
a:fixed=35,-8,5,-33; a:fixed i=-6,10,-1,-3; a:for=-31,9,27,-5; a:for the=-29,11,33,-14; a:form=0,-1,-7,8
a:found=27,6,-21,-12; a:found no=-4,14,-8,-2; a:four=-9,4,11,-6; a:from=-29,46,-4,-13; a:from 0=-1,15,-7,-7
a:from the=-26,16,17,-7; a:generated=11,-1,-10,-1; a:gern=-9,21,-9,-3; a:glad=-1,-7,8,-1; a:go=-10,-3,4,9
a:goes=5,-6,-2,3; a:gone=-26,31,-5,0; a:gone the=-11,14,-3,0; a:good=-18,-16,8,26; a:good to=-4,-2,10,-3
a:great=-13,9,12,-8; a:grid=-7,-3,7,3; a:gut=0,-2,-8,10; a:gut ich=5,-8,-3,6; a:habe=-17,5,-12,24
a:has=4,7,2,-14; a:has a=-14,1,14,-1; a:has no=14,0,-5,-9; a:have=-16,42,-28,1; a:have no=10,-3,-9,2
a:hear=-1,-8,17,-8; a:hecho=7,-5,-8,6; a:help=-8,-2,3,7; a:here=11,-2,-17,8; a:i=94,-41,-90,36
a:i can=-1,51,-19,-31; a:i can't=1,-11,-6,15; a:i couldn't=-18,5,-9,21; a:i don't=16,0,-7,-9
a:i found=11,8,-17,-2; a:i have=9,-13,-12,15; a:i left=-5,15,-4,-5; a:i see=19,-11,-7,0
a:i will=1,-18,17,-1; a:i'll=23,10,-12,-21; a:i'll look=4,11,-8,-7; a:i'm=25,2,-18,-8
a:i'm sorry=26,8,-17,-17; a:i've=-4,-21,-18,44; a:i've written=-1,-15,-1,17; a:ich=4,19,-45,23
a:ich habe=-9,-7,-9,26; a:ich sehe=10,5,-9,-6; a:image=-7,5,5,-2; a:in=-6,12,-12,6; a:in 0=4,7,1,-13
a:in a=-9,21,-9,-2; a:in the=-5,1,8,-4; a:index=-24,-23,71,-24; a:instead=-18,-5,36,-13; a:into=-5,-5,2,8
a:into the=-3,-5,10,-2; a:is=0,12,-14,1; a:is at=-19,-8,19,8; a:is done=-3,-4,10,-3; a:is fixed=14,5,-8,-11
a:is gone=-24,20,-4,8; a:is in=-11,11,-4,4; a:is running=-4,-2,-12,18; a:is still=9,-18,1,7
a:is the=25,0,-19,-6; a:isn't=-8,15,-2,-6; a:it=53,-27,-31,5; a:it ?=12,-1,-2,-9; a:it crashes=5,3,-5,-3
a:it is=-2,7,11,-16; a:it was=-3,-5,24,-16; a:it's=4,4,-50,42; a:it's 0=11,-1,-10,0; a:je=6,12,-12,-6
a:jetzt=-4,-3,-1,8; a:join=11,8,-16,-3; a:kernel=29,-3,-25,-2; a:know=9,-5,-9,6; a:la=-31,23,17,-9
a:lacks=-5,7,-1,-1; a:last=-18,-14,28,5; a:left=1,20,-7,-14; a:let=9,-10,-1,2; a:let me=9,-10,-1,2
a:library=-5,7,-1,-2; a:lint=-3,6,-1,-1; a:list=-15,-3,26,-8; a:lo=9,14,-16,-7; a:lo miro=-14,23,-2,-7
a:lo siento=14,-7,-5,-2; a:local=-15,-6,30,-10; a:lock=16,-9,0,-6; a:log=11,-11,2,-2; a:logs=11,1,-6,-6
a:look=-8,30,-9,-12; a:look at=-14,35,-9,-12; a:lost=1,5,-6,0; a:map=-3,-7,9,1; a:may=39,-12,-20,-7
a:me=14,-18,7,-3; a:memory=7,-2,-5,-1; a:merged=18,-6,-9,-3; a:migrated=-15,29,-4,-10; a:mir=17,1,-11,-7
a:miro=-14,23,-2,-7; a:missing=2,-6,7,-4; a:module=-9,-9,8,9; a:modules=-6,-2,6,2; a:more=5,16,-34,12
a:moved=-4,-4,8,0; a:moved the=-1,-13,14,1; a:ms=15,-7,-1,-6; a:need=-10,23,-21,9; a:need a=8,-7,3,-4
a:needs=-4,35,-19,-13; a:needs a=-4,20,-15,-1; a:new=-30,12,22,-3; a:next=-6,-1,-8,16; a:nicht=-20,17,8,-4
a:nine=-1,20,-1,-18; a:no=36,-4,-8,-24; a:no such=10,-6,-1,-3; a:not=15,7,-17,-6; a:not yet=0,-8,0,8
a:noted=-11,31,-24,4; a:notes=-5,13,-10,1; a:nothing=14,-12,-14,13; a:now=-12,-7,-19,38; a:of=-8,28,-17,-3
a:of 0=-17,14,-12,15; a:of the=4,11,-18,2; a:ok=-49,35,3,11; a:old=-11,22,-9,-3; a:on=-20,1,17,3
a:on the=-6,7,-12,11; a:one=-26,0,20,7; a:only=16,-24,3,4; a:open=-4,-18,-18,40; a:opened=-2,-5,-3,10
a:opened pr=-2,-5,-3,10; a:or=-13,-3,-4,20; a:other=-10,30,-11,-10; a:others=-19,21,-1,-1; a:out=17,0,-11,-6
a:out of=6,-2,-3,-1; a:pages=-7,18,-3,-9; a:parser=-7,-3,2,8; a:pass=11,-3,-5,-4; a:path=-2,-1,6,-2
a:permission=12,-11,0,-1; a:pleasure=-4,-5,23,-14; a:polling=-4,-8,-5,16; a:port=1,-5,7,-4; a:pr=-5,-5,-4,14
a:pr 0=-4,-7,-4,14; a:probe=-2,-2,8,-4; a:profile=-27,38,-4,-7; a:pushed=8,-2,-15,9; a:px=-11,-11,-18,41
a:py=-18,6,13,-1; a:read=-9,9,-6,5; a:rebuild=-18,10,9,-1; a:release=-3,19,-13,-4; a:removed=33,10,-25,-19
a:removed 0=-4,13,-9,-1; a:removed the=-15,18,-3,0; a:renamed=-9,12,2,-5; a:replaced=-1,5,2,-6
a:report=-24,12,-12,24; a:reproduce=-9,14,-2,-3; a:reproduce the=-6,10,-1,-3; a:rest=-16,25,-5,-3
a:rest is=-13,29,-15,0; a:restore=-3,12,-6,-3; a:restore it=11,-4,-4,-2; a:reverted=-7,-3,13,-2
a:rolled=-10,2,9,-1; a:rolled back=-10,2,9,-1; a:rounding=-9,-10,21,-2; a:run=-22,-3,-15,41
a:run it=-8,-1,-7,16; a:running=-11,-10,-10,31; a:s=-7,8,-1,-1; a:s the=-2,10,-8,0; a:second=-12,-2,3,12
a:secret=10,-2,-2,-7; a:see=15,-20,-10,16; a:see you=-2,-3,-3,8; a:sehe=10,5,-9,-6; a:session=-9,-5,4,11
a:set=-1,-16,17,1; a:set the=-12,-3,5,10; a:shall=5,-5,-10,10; a:shall i=7,-3,-9,5; a:should=4,-5,-16,17
a:should i=10,-4,-15,10; a:siento=14,-7,-5,-2; a:signature=3,0,6,-8; a:sind=-23,17,8,-2; a:six=-17,20,-2,-1
a:slower=-12,-1,13,0; a:so=-4,-22,-14,39; a:so far=-10,-8,-2,20; a:so i=21,-10,-5,-6; a:so the=-12,-3,-5,19
a:sorry=-8,-8,37,-20; a:sorry about=-7,-7,14,0; a:sorry for=-10,-1,12,-2; a:sorry to=7,-1,-6,0
a:split=-8,-1,-2,11; a:split it=-9,-1,-1,11; a:staging=-2,0,5,-3; a:start=4,-19,0,16; a:still=47,-13,-40,6
a:still running=-5,-6,-1,12; a:stopped=26,-4,-2,-20; a:such=10,-6,-1,-3; a:summarised=-2,-1,-4,8
a:sure=-7,-3,-6,16; a:taken=9,-1,3,-11; a:tax=-10,5,-4,10; a:tell=-5,-7,-4,15; a:ten=-2,10,-1,-7
a:test=-12,3,1,9; a:tests=16,-4,-11,-2; a:tests pass=15,-1,-11,-3; a:thanks=-3,12,-9,0; a:that=2,9,3,-14
a:the=0,10,-43,33; a:the background=-1,-1,-4,6; a:the branch=21,-2,-9,-11; a:the build=-6,-2,-8,16
a:the chart=-7,10,-3,0; a:the code=-6,-17,17,6; a:the detour=-27,-2,34,-5; a:the file=-6,-6,14,-2
a:the first=-4,10,-1,-6; a:the grid=-7,-5,8,4; a:the index=-4,-7,11,0; a:the join=11,8,-16,-3
a:the last=-18,-14,28,5; a:the lock=13,-8,0,-5; a:the logs=6,6,-11,-2; a:the missing=-5,0,7,-2
a:the new=-18,-1,22,-2; a:the old=-8,16,-5,-2; a:the other=-10,30,-11,-10; a:the others=-19,21,-1,-1
a:the release=-4,20,-12,-4; a:the rest=-16,25,-5,-3; a:the rounding=-2,-10,13,-2; a:the second=-11,-2,-2,15
a:the session=-9,-5,4,11; a:the threshold=-3,-7,-2,12; a:them=5,-6,0,1; a:them back=2,10,-12,-1
a:then=14,-15,4,-3; a:there=35,-33,1,-4; a:there are=-4,-18,15,7; a:there is=12,-10,0,-2; a:third=-5,8,-2,-2
a:this=23,-11,-8,-4; a:those=24,3,-24,-3; a:three=-14,-9,-17,40; a:threshold=-3,-7,-2,12; a:time=1,4,6,-11
a:to=-18,4,10,5; a:to 0=-20,1,12,7; a:to hear=-1,-8,17,-8; a:to the=3,13,-4,-12; a:too=-6,-2,4,4
a:try=10,-8,-3,1; a:try again=14,-6,-3,-5; a:two=-15,6,-18,27; a:two need=-1,-4,7,-2; a:type=-1,-2,6,-2
a:types=19,-12,2,-9; a:um=-5,21,-7,-9; a:understood=42,-24,2,-21; a:undone=8,-9,2,-1; a:unit=-7,9,-3,1
a:up=5,9,-23,9; a:upgraded=-6,6,0,0; a:uploaded=14,-3,-14,3; a:use=-15,6,9,0; a:used=9,-3,-6,0
a:user=-10,-2,4,8; a:using=-3,-3,12,-7; a:version=15,-2,0,-12; a:verstanden=11,-20,12,-3; a:video=-3,9,-7,1
a:want=12,-2,-1,-9; a:was=-37,-25,79,-17; a:was missing=7,-6,0,-2; a:was the=-6,-11,19,-1; a:we=23,-9,-17,3
a:were=-6,28,-18,-4; a:what=-16,-6,-7,29; a:what's=25,-4,-39,18; a:which=-14,7,-6,13; a:will=-4,-19,-2,24
a:windows=7,-2,-5,-1; a:with=19,-9,-27,17; a:with a=-18,-5,-13,36; a:with the=-5,-5,-2,12
a:without=8,20,-18,-11; a:work=-2,14,-10,-2; a:works=-2,5,-2,-2; a:would=0,12,-13,1; a:written=-7,-16,-6,29
a:wrong=-8,-8,27,-10; a:yes=-12,-13,26,-2; a:yes it=-3,-1,15,-10; a:yet=-7,2,-2,7; a:you=-7,-26,5,28
a:your=6,-5,-1,-1; a:z=-17,12,21,-16; a:z index=-1,-10,17,-6; a:zone=8,-5,0,-3; a:あり=-10,1,24,-15
a:いま=-6,-5,-8,19; a:きま=8,-8,2,-2; a:した=-18,12,-5,11; a:して=6,-3,3,-5; a:しま=-15,21,-14,8; a:し訳=15,-4,-7,-4
a:せん=11,-3,-1,-7; a:つは=0,14,-9,-5; a:てい=3,7,-2,-8; a:でき=9,-7,0,-2; a:です=-7,-13,29,-9; a:まし=-20,12,0,8
a:ます=-16,11,-21,25; a:ませ=11,-3,-1,-7; a:りま=-8,8,-2,2; a:一=-23,26,10,-13; a:三=-5,18,-15,2; a:三个=-3,9,-5,-1
a:上=5,-4,-1,0; a:下=-1,9,3,-11; a:不=29,-16,-8,-5; a:两=-1,15,-8,-6; a:个=-4,17,-7,-6; a:了=-5,42,-30,-7
a:二=-7,6,3,-1; a:优=3,13,-9,-7; a:优化=3,13,-9,-7; a:修=-8,13,-4,-2; a:修正=-13,12,2,-1; a:再=9,11,-16,-4
a:写=-5,-9,8,7; a:写好=0,-7,0,7; a:分=-2,6,-10,6; a:化=7,10,-9,-7; a:在=1,-7,8,-2; a:変=-4,-7,-1,12
a:复=11,-6,-4,-1; a:好=-1,39,-31,-6; a:好了=-2,15,-5,-8; a:好的=14,16,-20,-10; a:完=-3,-1,-1,6; a:对=0,-6,7,-1
a:已=6,-17,1,10; a:已改=-4,-5,5,4; a:成=-5,-3,8,0; a:我=-14,32,-16,-2; a:戻=6,-2,-3,-1; a:戻し=6,-2,-3,-1
a:抱=22,-5,-14,-3; a:抱歉=22,-5,-14,-3; a:改=-9,-10,12,7; a:是=-4,-7,13,-2; a:更=-10,-1,-5,15; a:有=6,6,-7,-5
a:歉=22,-5,-14,-3; a:正在=14,-9,-2,-3; a:没=7,-2,-5,0; a:没有=7,-2,-5,0; a:申=15,-4,-7,-4; a:申し=15,-4,-7,-4
a:的=12,11,-13,-10; a:第=-3,9,-5,-1; a:要=-1,31,-28,-2; a:訳=16,-4,-7,-5; a:認=8,-3,-4,-1; a:调=-12,14,-6,4
a:通=-1,-5,7,-1; a:部=-2,7,-2,-3; a:重=-3,-4,9,-2; a:限=7,-1,-2,-4; after agent asks=-24,-21,-18,63
after agent asks first=-24,-21,-18,63; after agent claims over green=2,-3,21,-20
after agent claims over none=-33,-10,-28,72; after agent claims over red=5,20,-10,-15
after agent counts=13,32,-36,-9; after agent counts first=13,32,-36,-9; after agent done=-33,18,-30,46
after agent glad=-46,-20,87,-20; after agent glad first=-46,-20,87,-20; after agent halves=6,32,-22,-16
after agent needs=-4,57,-28,-25; after agent needs first=-4,57,-28,-25; after agent nods=27,4,-2,-29
after agent nods first=19,8,9,-36; after agent not=27,27,-52,-2; after agent not first=16,30,-50,4
after agent not run=-32,-15,13,34; after agent not run first=-32,-15,13,34
after agent numbers of=2,39,-13,-28; after agent numbers of first=-13,42,-12,-17
after agent offers=29,66,-51,-44; after agent offers first=29,66,-51,-44; after agent partial=-20,54,-36,3
after agent pending=30,-27,-70,67; after agent plans=-13,-26,-29,68; after agent plans first=-13,-26,-29,68
after agent regrets=61,-38,23,-45; after agent regrets first=60,-38,23,-45; after agent rest=2,47,-32,-17
after agent rest first=2,47,-32,-17; after agent stopped=15,10,-1,-24
after agent stopped first=15,10,-1,-24; after agent unable=34,-25,15,-25; after agent undid=67,-23,-19,-26
after agent undid first=53,-21,-8,-25; after agent undid reply=14,-2,-11,-1; after all green=-40,6,19,14
after all green often=5,-17,18,-6; after all red=106,-32,-26,-48; after all red often=42,-21,-12,-9
after counts both=-31,34,-2,-1; after counts pass=44,1,-22,-23; after green then green=2,-24,34,-12
after green then red=-40,83,-25,-18; after red and green, last green=-57,-38,149,-55
after red and green, last red=-40,83,-25,-18; after spoke earlier=-28,4,-9,33; after spoke last=-7,2,20,-15
after verdict green=-1,8,51,-58; after verdict red=36,4,8,-49; before agent asks=10,-4,-12,5
before agent asks reply=10,-4,-12,5; before agent claims over green=36,-11,-8,-18
before agent claims over none=-26,-3,25,4; before agent claims over red=-13,23,-4,-7
before agent counts=-23,57,-23,-11; before agent counts reply=-23,57,-23,-11; before agent done=-8,22,6,-21
before agent glad=-7,-2,-3,11; before agent glad reply=-7,-2,-3,11; before agent halves=-5,13,-7,-1
before agent needs=-7,67,-61,1; before agent needs reply=-7,67,-61,1; before agent nods=-13,-3,-12,28
before agent nods reply=-13,-3,-12,28; before agent not=45,47,-58,-33; before agent not reply=45,47,-58,-33
before agent numbers of=-6,-8,-2,16; before agent numbers of reply=-6,-8,-2,16
before agent offers=-2,15,-8,-6; before agent offers reply=-2,15,-8,-6; before agent partial=14,28,-44,3
before agent pending=-8,-7,-2,16; before agent rest=-28,78,-27,-23; before agent rest reply=-28,78,-27,-23
before agent stopped=15,-11,-2,-2; before agent stopped reply=15,-11,-2,-2; before agent unable=38,-2,-29,-7
before agent undid=9,4,-8,-5; before agent undid reply=9,4,-8,-5; before agent worse=30,-19,-14,3
before agent worse reply=30,-19,-14,3; before all green=-32,17,61,-46; before all green often=11,-2,-8,0
before all red=93,-41,-42,-10; before all red often=19,-13,-4,-2; before counts pass=-17,8,17,-8
before green then green=11,-2,-8,0; before green then red=-63,73,-6,-4
before red and green, last green=-1,-8,10,-1; before red and green, last red=-63,73,-6,-4
before spoke earlier=41,4,-24,-21; before spoke last=8,3,-11,-1; before verdict green=-23,-4,43,-16
before verdict red=6,5,-5,-6; clauses content=-31,8,41,-19; clauses content first=-47,20,8,19
clauses content reply=16,-12,33,-38; clauses content then cross=-25,81,-36,-20
clauses content then cross first=-13,53,-20,-20; clauses content then cross reply=-11,28,-16,-1
clauses cross=47,-14,-6,-27; clauses cross first=0,8,10,-18; clauses cross reply=47,-22,-16,-9
clauses cross then content=3,4,5,-12; clauses cross then content first=-4,10,2,-7
clauses cross then content reply=7,-6,3,-5; first after last green=-58,-26,125,-41
first after last none=-31,24,-67,73; first after last red=77,26,-16,-87; first asked=-26,-24,7,43
first confirm=-14,-27,74,-34; first contrast=-23,21,14,-12; first damage=1,9,0,-9
first dislikes=-11,17,-3,-3; first effort=-1,-9,10,0; first likes=-2,26,-7,-17; first middling=22,64,6,-92
first mild=-33,23,11,-1; first negated=-12,18,-8,2; first no pro contra=1,8,14,-23
first no pro no contra=-18,-4,-20,42; first onward=19,2,-22,1; first partial=-21,1,13,7
first polite=18,-10,-7,-1; first praise=-4,7,-29,27; first pro no contra=-18,3,10,5; first quit=6,-11,22,-18
first reject=-10,-2,1,11; first sarcasm=28,17,-28,-18; first short=-3,-39,18,23; first shout=33,-11,-11,-11
first tiny=-50,-25,-15,89; first unresolved=22,-15,-9,1; first weak=-11,-30,15,26; first wordy=-6,10,-3,-1
o:0=-8,31,34,-58; o:a=-21,-4,39,-14; o:all=-14,-6,28,-8; o:app=-8,-7,18,-3; o:at=27,-9,-17,-2
o:b=-6,-9,19,-3; o:back=-3,-5,9,-1; o:bad=21,-8,1,-14; o:be=-2,-2,-5,8; o:branch=16,-9,8,-15
o:build=3,5,-30,22; o:built=-5,0,13,-8; o:c=12,-10,3,-5; o:checks=-2,-8,8,2; o:commit=12,-5,2,-9
o:complete=11,-3,-12,4; o:conflict=7,-5,-1,-1; o:content=3,-7,34,-30; o:could=14,-14,1,-1
o:coverage=8,-13,7,-2; o:create=-6,-10,32,-17; o:d=-2,-3,7,-2; o:deleted=26,-2,-27,3; o:denied=-25,-3,41,-13
o:deploy=6,9,-13,-2; o:deployed=-7,-1,16,-7; o:device=8,0,-7,-1; o:diff=-2,-11,15,-2; o:done=-2,-12,-25,39
o:duplicate=-5,10,-3,-2; o:e=3,0,-10,7; o:error=65,-31,-14,-20; o:errors=0,-1,8,-7; o:exceeded=18,-3,-1,-14
o:f=-6,-4,12,-2; o:failed=-13,40,-16,-11; o:file=13,-3,-20,10; o:files=-9,16,4,-11; o:finished=-8,14,-10,5
o:first=-3,-3,6,0; o:flash=4,-11,17,-11; o:for=6,-11,-20,24; o:format=6,-4,0,-2; o:formatted=-1,0,-12,13
o:found=6,-10,5,-1; o:gb=-5,-1,11,-4; o:git=-3,-3,-18,24; o:head=25,-7,-17,-2; o:health=-22,11,11,-1
o:in=-37,-14,30,20; o:index=-4,-10,31,-18; o:invalid=8,-9,7,-6; o:is=37,-15,-15,-6; o:job=-10,-16,-13,38
o:kb=-3,-1,5,-1; o:key=-7,7,1,0; o:m=-7,5,-3,5; o:main=-21,-5,11,15; o:matches=0,-6,10,-5; o:mb=27,-8,-5,-13
o:merge=-10,-5,15,-1; o:merged=2,19,-6,-15; o:module=-20,11,10,0; o:ms=-12,-7,21,-2; o:new=-12,-3,29,-14
o:no=23,-6,4,-22; o:not=34,-25,-5,-4; o:now=25,-7,-17,-2; o:of=10,-3,-2,-4; o:ok=-11,40,-13,-16
o:old=-12,-1,14,0; o:on=7,-8,8,-7; o:out=2,-3,-9,10; o:p=22,-6,-14,-1; o:package=9,-1,-6,-2
o:pages=-2,-2,-25,30; o:passed=20,-3,21,-37; o:permission=-19,-10,41,-13; o:pods=-17,-3,23,-4
o:pr=-3,-6,-14,22; o:problems=-1,-4,17,-11; o:py=-19,5,9,4; o:readme=-16,-5,-15,36; o:ready=-19,-5,23,0
o:released=-3,46,-26,-16; o:removed=36,-5,-23,-7; o:required=1,-1,-19,20; o:restore=3,3,-6,0
o:restored=-27,41,-12,-1; o:rolled=-3,-5,9,-1; o:rows=-33,33,-8,8; o:run=-7,-1,-10,18; o:runs=5,13,-17,-1
o:s=-14,-30,23,22; o:shop=1,-5,5,-1; o:skipped=-1,13,-8,-4; o:snapshots=-3,-4,7,0; o:success=-2,6,5,-9
o:successful=-7,-1,9,0; o:successfully=-1,9,6,-13; o:table=15,-15,11,-12; o:tests=-9,-8,7,10
o:the=-2,-3,5,0; o:timeout=20,-9,-6,-5; o:to=-8,-8,19,-3; o:up=-5,9,1,-5; o:v=-8,-4,18,-6
o:vite=-4,-1,-31,36; o:warning=0,1,5,-5; o:warnings=-14,17,11,-14; o:was=-10,22,-11,-1; o:written=-5,-7,4,8
o:x=7,0,2,-9; opened by question first=-21,-19,19,21; opened by question reply=-20,-57,22,56
output build=-6,22,-30,14; output build after=-6,30,-42,18; output build before=1,-8,11,-4
output files only=-24,-7,-15,46; output files only after=-16,-5,-27,47; output measure=18,-39,28,-7
output measure after=27,-22,-3,-1; output measure before=-8,-17,31,-6; output parts=-30,82,-44,-8
output parts after=-14,38,-19,-5; output parts before=-17,44,-25,-2; output pending=-15,0,-41,56
output pending after=-15,0,-41,56; output tests=5,31,4,-40; output tests after=-5,29,-1,-23
output tests before=8,1,9,-18; output trouble=25,54,-26,-52; output trouble after=16,56,-24,-47
output trouble before=9,-2,-2,-5; output undone=24,12,-31,-5; output undone after=21,1,-18,-4
output undone before=3,11,-13,-1; output zero=-22,-26,83,-35; output zero after=16,-18,35,-33
output zero before=-40,-10,53,-4; place first closed=-25,-14,-36,74; place first worked=-12,24,42,-54
place reply closed=39,27,18,-84; place reply worked=2,-26,-30,54; place silent worked=-4,-10,5,10
reply after last green=3,-8,10,-5; reply after last none=-1,-19,-40,59; reply asked=35,-16,-22,3
reply before last green=-22,14,54,-46; reply before last none=14,-25,-23,34
reply before last red=48,11,-42,-18; reply confirm=-18,45,-19,-8; reply contrast=-34,44,-7,-4
reply dislikes=38,-16,-15,-6; reply likes=21,-21,19,-19; reply middling=75,19,-85,-9; reply mild=-8,6,7,-5
reply negated=4,-6,0,1; reply no pro contra=51,-9,-21,-22; reply no pro no contra=11,-9,-25,24
reply onward=-3,-9,2,10; reply partial=-21,51,-35,5; reply praise=-6,-38,69,-25
reply pro contra=8,14,-18,-5; reply pro no contra=-29,4,52,-27; reply quit=33,5,-35,-3
reply reject=35,-12,-13,-10; reply sarcasm=30,-11,-17,-2; reply short=28,11,-35,-4; reply shout=-3,8,-5,0
reply tiny=-64,-29,111,-17; reply unresolved=-15,23,-1,-8; reply weak=-3,25,26,-48; said asked=9,-39,-15,46
said confirm=-31,18,55,-42; said contrast=-56,65,7,-16; said damage=4,7,2,-13; said dislikes=27,0,-18,-9
said effort=-13,-6,20,-1; said likes=19,5,12,-37; said mild=-41,29,18,-6; said negated=-8,12,-7,3
said onward=16,-7,-21,11; said partial=-42,53,-23,13; said polite=18,-10,-7,-1; said praise=-10,-31,39,1
said praise quit=17,-15,0,-2; said pro but=5,-15,16,-7; said quit=39,-6,-12,-21; said reject=24,-14,-11,1
said sarcasm=58,7,-45,-20; said shout=29,-3,-16,-11; said unresolved=7,9,-9,-7; said weak=-15,-4,42,-22
silent after last green=-15,-5,9,12; u:!=-61,52,14,-4; u:!!=-13,18,8,-12; u:!!!=24,-5,-11,-7
u:0=48,33,-44,-37; u:0 0=6,-15,16,-7; u:0 minutes=-14,-5,12,7; u:0 s=-5,16,-10,0; u::)=-7,-4,15,-4
u:?=7,-33,-2,28; u:??=-12,-7,-5,24; u:a=-20,-28,41,7; u:a test=10,-15,-1,5; u:aber=-3,8,1,-6
u:about=6,-7,-12,12; u:about the=8,-4,-6,2; u:accept=-3,16,-14,1; u:accepted=-6,5,5,-4; u:add=21,-35,0,14
u:add a=10,-16,2,3; u:add up=12,-12,5,-5; u:again=-25,-4,9,20; u:ah=-23,-7,37,-7; u:ahora=41,6,-42,-5
u:all=-29,66,-5,-31; u:alles=3,7,2,-12; u:already=-1,-5,-2,9; u:an=15,-21,7,-1; u:an hour=-5,-4,9,0
u:and=-1,-4,11,-6; u:and the=-10,10,-7,8; u:android=-5,6,-1,0; u:another=22,-6,-12,-5; u:any=17,-17,3,-3
u:any more=-12,-5,18,-1; u:anything=-10,-9,21,-2; u:anyway=-1,-19,20,0; u:api=-8,-5,30,-17
u:app=10,-13,-1,4; u:archive=-9,-3,5,7; u:archive the=-9,-3,5,7; u:are=-16,60,-55,10; u:are gone=-25,33,-8,0
u:are you=-2,-5,-1,8; u:as=5,-8,8,-5; u:ask=-11,1,2,9; u:asked=-9,20,-9,-1; u:asked for=6,4,-9,0
u:at=19,5,-13,-12; u:auf=36,-42,24,-18; u:auf 0=22,-13,-5,-4; u:awesome=-2,20,-12,-6; u:back=-4,0,10,-7
u:back to=-18,3,2,13; u:backup=-4,-3,6,1; u:bad=4,9,-8,-6; u:be=32,-11,-13,-9; u:because=33,-30,0,-2
u:because of=10,-18,10,-2; u:before=-13,2,-5,16; u:before you=-10,-4,3,10; u:beim=6,-16,15,-4
u:better=6,-7,2,-1; u:bitte=-5,-16,19,2; u:boss=6,-5,0,-1; u:both=-16,20,-10,6; u:branch=31,-7,-10,-13
u:bravo=15,-9,-3,-3; u:brilliant=7,-6,1,-2; u:bring=15,-15,-21,21; u:bring coverage=11,-12,3,-2
u:broke=-3,23,-4,-16; u:build=-14,-4,36,-18; u:bump=-4,-1,10,-5; u:but=-32,37,4,-9; u:but not=-7,19,-12,0
u:but the=-15,20,-5,-1; u:button=5,-3,-2,-1; u:by=-3,8,-27,22; u:by the=13,-17,5,0; u:by user=-14,-6,-2,23
u:cache=5,-7,3,0; u:call=34,-5,-3,-26; u:came=-5,5,-1,0; u:can=22,5,-22,-4; u:can you=-1,-1,-5,7
u:can't=-11,-2,-5,19; u:change=-17,-9,17,9; u:chart=-12,15,-2,0; u:check=-28,15,-9,22; u:cheers=-4,-9,23,-11
u:ci=-3,-1,-12,17; u:clean=20,-4,-11,-5; u:clear=-15,-7,-6,28; u:client=0,7,-3,-4; u:client this=-1,-1,6,-4
u:close=13,-4,0,-10; u:close the=12,-3,0,-9; u:closing=12,-8,-2,-1; u:code=20,-10,-21,11
u:colours=-10,13,-2,-1; u:commit=10,-9,8,-9; u:compile=3,-17,35,-22; u:compiler=11,-1,3,-12
u:config=16,-3,-10,-2; u:convert=-1,7,4,-10; u:cool=-13,19,-28,22; u:correct=-22,1,24,-2
u:course=-22,-4,28,-2; u:coverage=11,-12,3,-2; u:crash=21,-8,-10,-2; u:customer=13,-4,-2,-7
u:cut=-7,24,-6,-11; u:danke=63,-7,-43,-13; u:dann=25,24,-40,-8; u:dark=10,7,-11,-6; u:das=22,1,-20,-4
u:data=31,-6,-23,-2; u:day=-16,10,7,-2; u:days=30,-17,-8,-5; u:db=-11,-5,22,-6; u:de=7,-7,2,-1
u:del=-5,29,-12,-11; u:delete=-12,-1,10,4; u:delete the=7,1,-13,4; u:demo=1,-4,14,-11; u:den=-10,-3,-3,16
u:deploy=2,6,6,-14; u:der=28,17,-25,-20; u:design=6,-5,-6,5; u:did=-20,-3,10,13; u:did the=-16,-2,0,19
u:die=-22,58,-32,-4; u:diff=-2,-4,0,7; u:do=-5,23,-33,15; u:do it=20,-10,-4,-6; u:do that=-8,8,2,-2
u:do you=-10,-2,-3,14; u:docs=-10,8,-16,18; u:does=-31,11,26,-5; u:doesn't=14,-7,-3,-5
u:doesn't even=9,-4,-2,-3; u:don't=-55,-13,70,-2; u:don't touch=-11,-9,21,-1; u:done=32,-5,-15,-12
u:dos=-3,13,-8,-2; u:down=18,-6,-4,-8; u:drei=-5,-9,23,-9; u:du=-2,-13,27,-12; u:earlier=-7,11,-1,-3
u:ein=-5,17,-9,-2; u:eine=13,-13,1,-1; u:el=13,16,-32,3; u:empty=5,3,-8,0; u:en=37,-29,-6,-2
u:endlich=0,-7,8,0; u:enough=-14,-10,48,-24; u:errors=-4,-5,11,-2; u:es=13,-10,-3,-1; u:eso=8,-3,-3,-2
u:esto=19,-10,-6,-3; u:even=20,-9,-5,-6; u:every=12,-3,-4,-5; u:everything=14,-5,4,-13
u:everywhere=2,18,-15,-5; u:export=-18,12,-21,27; u:falls=1,8,-5,-4; u:faster=3,5,-8,0; u:feels=-12,11,4,-3
u:fehlt=-1,8,-5,-2; u:field=9,-11,-2,4; u:files=-24,19,-6,10; u:finally=0,-6,6,0; u:fine=-16,20,0,-4
u:finish=-11,-7,20,-2; u:first=-17,3,1,13; u:fit=-6,-1,17,-10; u:fix=12,-7,-35,30; u:fix the=8,-5,-39,35
u:fixed=-16,9,-11,17; u:flicker=-14,14,1,0; u:for=-1,22,-15,-6; u:for a=9,-9,1,-1; u:for now=-4,7,0,-2
u:for that=-17,17,-6,6; u:for the=-3,9,13,-19; u:forget=6,-4,0,-2; u:forget it=6,-4,0,-2
u:form=-21,31,-6,-3; u:four=-1,15,-11,-3; u:from=10,-14,7,-3; u:from the=20,-12,-7,-2; u:geht=2,-13,11,0
u:get=13,-2,-10,-1; u:get rid=1,4,3,-8; u:get the=6,-3,4,-7; u:go=-2,-10,8,4; u:go on=-1,-2,-2,6
u:goes=-8,35,-19,-9; u:gone=8,21,-27,-2; u:good=-32,-1,14,19; u:good to=-7,-13,21,-1; u:got=18,-4,0,-14
u:got the=-2,4,11,-13; u:gracias=-6,-3,12,-2; u:great=33,-17,-16,1; u:green=29,-16,-11,-3; u:gut=9,-3,-5,-1
u:hab=15,-6,-8,0; u:had=7,-8,3,-2; u:half=-6,0,10,-4; u:half of=-5,7,2,-3; u:hand=2,17,-15,-3
u:hard=16,-6,-3,-7; u:hat=-4,-6,17,-7; u:have=-15,6,25,-16; u:have to=5,1,-2,-4; u:header=-7,1,13,-7
u:here=-11,16,5,-10; u:hi=-1,-7,6,2; u:hm=18,-2,-20,4; u:hour=-5,-2,6,0; u:hours=-1,8,-6,0
u:how=15,-18,10,-7; u:i=13,-16,31,-28; u:i asked=-7,20,-12,-1; u:i don't=-9,0,9,0; u:i have=-12,-8,26,-6
u:i needed=-4,-2,7,-1; u:i said=6,4,-10,0; u:i'd=-2,-3,9,-3; u:i'll=-10,16,-34,28; u:i'll ask=-6,8,0,-1
u:i'll do=8,13,-14,-6; u:i'll look=-5,7,0,-1; u:i'm=10,-18,-2,11; u:i've=17,-13,-4,0; u:ich=23,8,-30,-1
u:idea=-5,-1,-26,32; u:import=-8,22,-12,-2; u:importer=-8,5,-12,15; u:in=-27,-11,-6,45; u:in a=4,3,-15,8
u:in the=-9,-10,-5,24; u:index=-2,-1,9,-6; u:install=-22,-9,43,-11; u:interrupted=-14,-6,-2,23
u:interrupted by=-14,-6,-2,23; u:into=11,18,-17,-13; u:into the=6,20,-18,-9; u:invoices=11,-3,-6,-1
u:is=-9,43,-31,-3; u:is a=8,21,-23,-5; u:is awesome=-2,20,-12,-6; u:is fine=-8,23,-13,-2; u:is gone=8,1,-9,0
u:is not=-3,-2,-5,10; u:is off=-5,4,-14,15; u:is right=-3,20,-12,-5; u:is still=-5,8,-2,-1
u:is the=4,-9,6,-1; u:is this=-10,-2,-4,16; u:isn't=-20,23,-3,-1; u:ist=13,17,-16,-14; u:it=49,-58,-12,21
u:it does=-28,13,16,-1; u:it doesn't=10,-7,-2,-2; u:it is=8,-3,-3,-1; u:it off=5,-2,0,-4; u:it on=-8,4,-4,8
u:it out=32,-9,-20,-3; u:it to=4,-9,8,-4; u:it was=10,-5,-5,-1; u:it with=-8,-1,-2,12; u:it works=4,-5,2,0
u:it's=20,-28,15,-8; u:je=15,4,-12,-7; u:jetzt=-12,-22,26,7; u:job=10,-14,-9,13; u:just=30,-19,-6,-6
u:k=20,-21,13,-12; u:kannst=-3,-2,-1,5; u:keep=-17,20,5,-8; u:keep it=-13,27,-6,-8; u:know=-9,-8,9,7
u:kommt=-8,13,-2,-3; u:la=-46,28,29,-10; u:laisse=5,18,-15,-8; u:last=-22,2,18,2; u:later=3,-7,-1,5
u:layout=6,0,0,-6; u:le=-13,31,-19,1; u:leak=54,-9,-41,-4; u:leave=6,3,-8,-2; u:leave it=6,3,-8,-1
u:left=9,3,-10,-1; u:let=-13,-23,-10,46; u:let me=-15,-14,-11,41; u:let's=11,-5,-9,4; u:like=-50,-6,70,-13
u:like a=-18,-3,29,-7; u:line=-3,-7,24,-13; u:lint=-6,4,6,-3; u:linter=4,-6,10,-8; u:live=19,-7,-10,-2
u:lo=26,18,-27,-17; u:loads=-3,-1,5,-1; u:log=15,-16,12,-11; u:logging=-2,-5,-3,10; u:login=-18,32,-7,-7
u:logo=-10,22,-16,4; u:logs=8,-2,-10,4; u:look=3,1,-16,12; u:look at=6,-1,-3,-1; u:looks=0,6,-38,32
u:lost=-5,5,0,0; u:love=-7,-14,13,7; u:love the=-3,-13,9,8; u:mach=-19,16,-11,15; u:mail=-2,-9,-1,12
u:make=17,-30,-8,21; u:make it=11,-23,-7,19; u:make the=6,-8,-1,2; u:mal=6,-23,18,-1; u:marche=-3,9,-5,-1
u:me=-34,12,-3,25; u:meeting=-3,-10,-25,38; u:mehr=2,4,-6,-1; u:memory=28,-8,-15,-5; u:merci=-3,-3,17,-11
u:merge=-28,12,22,-5; u:merging=16,-10,2,-8; u:migration=-23,3,25,-5; u:mine=-15,19,3,-7
u:minutes=6,-10,5,-1; u:model=8,-7,-2,2; u:module=-1,-19,19,0; u:monday=-1,-13,0,14; u:more=6,-1,-22,17
u:much=-5,7,5,-8; u:my=20,-21,20,-19; u:nada=9,-4,-5,0; u:need=-13,-2,-6,20; u:needed=-4,-2,7,-1
u:never=11,-10,12,-12; u:new=-19,29,-16,6; u:next=-4,-23,14,13; u:next time=-2,-17,21,-1; u:nice=-4,4,-18,18
u:nicht=11,20,-26,-4; u:night=13,-6,-7,0; u:nine=-5,13,-3,-5; u:no=36,-7,-15,-15; u:nobody=-7,5,3,-1
u:noch=42,6,-39,-9; u:not=-35,-5,25,15; u:not the=-7,19,-12,-1; u:notes=7,19,-16,-10; u:nothing=9,-6,-1,-3
u:now=21,-29,-3,12; u:now the=-11,-11,-4,26; u:numbers=-11,-8,27,-8; u:nur=31,-15,-9,-6
u:nächste=-9,4,-7,12; u:nächste woche=-9,4,-7,12; u:of=3,13,-12,-4; u:of 0=-9,-2,5,6
u:of course=-22,-4,28,-2; u:of it=5,-1,-3,-1; u:of the=-12,5,-9,15; u:off=25,-13,-33,20; u:off by=-7,8,3,-3
u:oh=9,-15,-3,9; u:ok=-32,11,32,-11; u:ok i'll=18,-12,-1,-5; u:ok so=-11,-16,28,-1; u:old=-6,-9,14,1
u:old one=-15,-5,20,0; u:omg=-12,10,5,-3; u:on=-58,-9,8,60; u:on a=-17,-2,9,10; u:on it=-4,-7,5,6
u:on monday=-1,-13,0,14; u:on the=-12,-36,18,30; u:one=-2,8,-11,5; u:one is=-12,18,-4,-1
u:ones=-22,10,16,-4; u:open=-33,-4,26,11; u:orders=-9,0,3,7; u:orders of=-9,-2,5,7; u:other=-7,7,1,-2
u:otra=32,-8,-24,-1; u:out=36,11,-37,-9; u:over=-12,14,7,-9; u:page=-9,38,-23,-6; u:pages=-22,6,22,-6
u:pass=29,-18,-8,-3; u:passt=-7,14,-4,-2; u:patch=3,24,-25,-3; u:pdf=-4,10,-4,-2; u:perfect=-18,-6,24,-1
u:phone=-7,8,-5,5; u:plan=13,-4,-21,13; u:please=30,-31,-11,12; u:pr=22,-8,-28,13; u:process=-4,27,-22,0
u:prod=10,-15,8,-3; u:publish=11,1,0,-12; u:push=-3,-2,-12,17; u:python=-9,4,3,2; u:que=19,-11,-5,-3
u:qué=6,-5,3,-4; u:ran=-11,11,2,-2; u:read=21,-29,-2,10; u:read the=-4,-3,-3,10; u:real=-9,-1,-3,12
u:rebuild=3,-3,7,-6; u:records=-5,1,-5,8; u:rejected=20,-16,-3,-1; u:release=0,22,-18,-4
u:remove=-4,4,15,-15; u:remove the=8,9,-3,-14; u:rename=-9,18,-2,-7; u:request=-14,-6,-2,23
u:request interrupted=-14,-6,-2,23; u:rest=-1,8,-7,0; u:revert=-17,-2,20,-1; u:rid=1,4,3,-8
u:rid of=1,4,3,-8; u:right=-40,2,28,10; u:right now=-3,-6,-7,16; u:roll=-7,-1,9,-1; u:rows=-4,6,0,-2
u:run=20,-15,-17,12; u:run the=22,-15,-4,-3; u:runs=-8,22,-14,0; u:s=-5,16,-10,0; u:said=-13,10,8,-5
u:same=16,-20,9,-4; u:say=4,-3,-10,9; u:says=0,-9,0,9; u:schon=-1,10,-4,-5; u:se=-6,-5,12,-2
u:see=-9,0,-3,11; u:seen=-1,-12,20,-7; u:server=8,-2,-3,-3; u:session=0,8,-9,1; u:set=-3,10,-8,1
u:set up=-8,11,-4,1; u:ship=16,25,-32,-10; u:should=-4,8,8,-12; u:sich=1,-5,5,0; u:signed=-5,-2,10,-3
u:since=-5,-2,9,-1; u:sind=-2,6,-4,0; u:sleep=-6,-4,-1,11; u:sleep on=-5,-4,-2,11; u:smooth=-15,-2,20,-3
u:so=17,-1,-12,-4; u:so much=-8,8,6,-6; u:so the=23,0,-23,-1; u:something=-4,-6,-4,14; u:sorry=-1,-4,7,-1
u:sound=-7,-7,36,-22; u:speed=-5,25,-15,-6; u:speed is=-4,22,-12,-6; u:split=-5,7,-4,2; u:staging=-3,-1,7,-3
u:stale=2,-9,10,-4; u:start=-1,-12,-25,37; u:stay=-16,-4,23,-3; u:still=-1,16,-13,-2; u:still 0=8,-7,-1,0
u:stimmt=-11,16,-4,-1; u:stop=28,7,-14,-21; u:suche=-12,38,-20,-6; u:suite=15,-12,-4,0; u:super=-7,-8,11,3
u:support=-17,6,1,9; u:sync=9,-9,3,-3; u:take=15,18,-23,-9; u:take it=18,-7,-7,-4; u:talk=2,-4,-3,5
u:ten=15,7,-10,-12; u:test=12,-9,-7,5; u:test for=10,-15,-1,5; u:teste=-3,-9,9,3; u:tests=38,-17,-16,-4
u:text=6,4,-7,-4; u:thank=-26,-13,49,-10; u:thank you=-26,-13,49,-10; u:thanks=-10,-16,24,2
u:thanks !=-1,-17,18,0; u:thanks a=13,-4,-9,0; u:thanks for=-13,15,-20,18; u:that=-8,-15,30,-8
u:that was=-4,-3,-8,14; u:that's=17,2,-1,-18; u:the=17,-19,-29,32; u:the 0=0,27,-19,-8
u:the api=-6,0,24,-18; u:the branch=20,-7,-8,-4; u:the client=2,9,-8,-3; u:the code=7,-3,-13,9
u:the docs=-5,3,-21,23; u:the field=9,-11,4,-2; u:the importer=-8,5,-12,15; u:the last=-27,6,25,-4
u:the linter=4,-6,10,-8; u:the log=3,-3,9,-9; u:the model=8,-7,-2,2; u:the new=-15,25,0,-10
u:the numbers=-8,-2,17,-7; u:the old=-8,-8,14,1; u:the orders=-9,-2,5,7; u:the other=-8,7,3,-2
u:the pr=26,-3,-15,-8; u:the same=6,-4,-1,-1; u:the tests=-1,-4,7,-2; u:the third=-10,-8,8,10
u:the ticket=-6,6,1,-1; u:the whole=12,-19,11,-4; u:the wrong=-10,19,-9,-1; u:them=21,-12,-8,0
u:then=-5,-30,57,-22; u:then we=35,-13,-17,-5; u:there=-2,24,-21,-1; u:they=-2,-4,11,-4
u:thing=-29,-4,34,-1; u:think=1,-7,-2,7; u:think about=2,-6,-2,6; u:third=12,-17,-1,7
u:third time=2,-6,-3,7; u:this=24,-32,-26,34; u:this is=17,-18,-12,12; u:this morning=-1,-1,6,-4
u:those=2,25,-26,-2; u:though=-7,4,2,0; u:thought=-3,-3,9,-3; u:three=-35,42,-5,-3; u:through=-26,30,7,-11
u:through the=-11,20,-4,-5; u:ticket=7,2,-7,-2; u:time=-5,-34,37,2; u:times=-1,-5,7,0; u:to=-27,3,15,9
u:to 0=5,1,-1,-5; u:to go=6,-7,5,-4; u:to you=-7,-9,-20,35; u:today=-1,-17,-6,24; u:told=-7,14,-4,-3
u:toll=-1,32,-24,-7; u:tomorrow=-3,1,-6,9; u:tonight=0,-8,-4,12; u:too=6,-10,11,-7; u:took=-25,6,21,-2
u:tooltip=-5,8,-3,0; u:touch=-15,-12,17,10; u:touch anything=-11,-9,21,-1; u:train=-5,-4,4,6
u:train the=-5,-4,5,4; u:try=-5,-11,3,14; u:twice=3,-4,-6,7; u:two=14,-14,-7,7; u:typo=-8,33,-26,1
u:ugh=-11,3,-2,10; u:und=-1,-9,9,1; u:under=44,-11,-23,-10; u:undo=-3,-11,15,-2; u:unit=-2,1,8,-8
u:up=17,-19,-22,24; u:up the=-8,-2,4,6; u:upgrade=16,-12,-1,-2; u:upload=19,-6,-13,1; u:usable=7,-1,-14,8
u:use=-27,-1,8,20; u:useless=13,-4,-5,-3; u:user=11,-16,-17,23; u:va=-14,28,-4,-10; u:vale=-16,20,7,-10
u:vaya=20,7,-19,-8; u:version=13,-15,-1,2; u:wait=-5,1,-1,6; u:wants=12,-10,-2,0; u:was=17,-4,-26,14
u:way=-15,18,-3,0; u:we=37,22,-65,7; u:we need=15,-7,-7,-2; u:we stay=-16,-4,23,-3; u:we'll=18,-13,1,-5
u:we're=-20,-9,31,-3; u:week=2,-2,-25,25; u:weekend=-4,8,0,-3; u:well=3,-5,5,-2; u:went=-12,24,-11,-1
u:were=-7,1,9,-4; u:what=-29,-2,36,-5; u:what a=7,-5,13,-15; u:what i=-16,0,14,3; u:what's=-11,5,-20,27
u:where=-6,2,-8,12; u:which=-10,-3,-3,16; u:whole=6,-20,18,-4; u:why=-5,5,-9,10; u:wieder=14,-5,-5,-4
u:will=13,-16,-20,24; u:will do=-1,-9,0,11; u:windows=6,-7,1,0; u:wir=17,14,-30,0; u:with=-38,13,27,-2
u:with the=-48,14,22,12; u:without=-6,4,3,0; u:woche=-9,4,-7,12; u:work=36,-19,-12,-5; u:works=-3,4,8,-9
u:works now=-4,5,-1,0; u:would=-9,-3,0,12; u:wow=21,8,-27,-2; u:write=-3,-8,5,7; u:write a=-4,-1,-2,8
u:writing=8,-1,-3,-4; u:wrong=-16,17,8,-9; u:wrote=8,-9,11,-10; u:y=-3,-1,9,-5; u:ya=-3,-9,14,-2
u:ya se=-6,-5,12,-2; u:years=18,-16,0,-2; u:yes=7,18,-24,-1; u:yesterday=5,-6,-17,18; u:yo=-5,12,-6,-1
u:you=-6,-22,20,9; u:you know=-5,-1,-1,7; u:your=-15,-10,26,-1; u:ça=1,-13,28,-16; u:あり=-3,-4,10,-3
u:いで=0,10,-5,-5; u:いま=4,-7,9,-5; u:うご=-3,-4,10,-3; u:かり=-2,-10,14,-2; u:がと=-3,-4,10,-3; u:ござ=-3,-4,10,-3
u:され=-3,-5,10,-2; u:ざい=-3,-4,10,-3; u:した=-12,7,10,-5; u:して=0,-3,-6,9; u:しま=16,-13,-2,-1; u:すが=-5,11,-3,-3
u:すご=-1,6,-1,-4; u:せん=-8,11,-1,-1; u:たが=-12,11,1,0; u:だけ=4,-5,2,-1; u:でき=1,9,-8,-2; u:です=9,-8,28,-29
u:とう=-3,-4,10,-3; u:なり=-14,13,3,-2; u:にな=-13,9,6,-2; u:まし=-13,7,11,-5; u:ます=2,-16,-23,38; u:ませ=-8,11,-1,-1
u:りが=-3,-4,10,-3; u:りま=-11,13,3,-5; u:わか=11,-1,-6,-4; u:一=-37,15,33,-11; u:一下=-11,24,-25,12
u:一个=-15,22,-15,7; u:三=-9,22,-8,-5; u:上=26,-11,-5,-9; u:上了=9,-3,-5,-1; u:下=5,14,-17,-1; u:不=-1,11,-21,12
u:个=16,4,-9,-10; u:么=1,9,-8,-2; u:了=8,46,-5,-49; u:什=5,-5,-1,2; u:什么=5,-5,-1,2; u:今=-3,-3,23,-17
u:但=-2,-13,15,0; u:但是=-2,-13,15,0; u:你=37,-7,-23,-8; u:先=-14,25,-10,-2; u:全=12,11,-17,-7; u:全然=6,-3,-2,-1
u:再=2,13,-9,-6; u:分=5,-3,0,-2; u:分で=5,-3,0,-2; u:別=9,-6,-1,-2; u:功=-1,23,-9,-13; u:功能=-1,22,-9,-12
u:助=-3,-5,10,-2; u:助か=-3,-5,10,-2; u:動=-9,4,6,-1; u:去=7,-4,-1,-2; u:吧=14,6,-19,-1; u:嗯=9,-2,-7,0
u:回=5,-3,-1,-1; u:変=-1,-6,-4,12; u:天=-13,6,-7,14; u:太=-25,25,22,-22; u:好=11,-4,-1,-7; u:好了=-6,-3,10,0
u:字=0,-2,-4,5; u:存=-5,17,-11,-1; u:对=-7,-4,12,-1; u:就=5,-20,35,-21; u:强=-3,1,18,-16; u:後=-5,23,-12,-6
u:快=-6,17,-7,-4; u:快了=-6,17,-7,-4; u:感=-9,-5,14,0; u:我=-1,6,-15,11; u:戻=9,-3,-4,-2; u:戻し=9,-3,-4,-2
u:掉=10,-4,-5,0; u:改=5,-5,-8,8; u:数=27,-5,-19,-4; u:明=-8,-13,7,14; u:是=-8,6,7,-5; u:有=-12,19,-4,-3
u:本=16,-6,-14,4; u:来=-3,3,-8,8; u:次=-4,-15,38,-20; u:没=5,8,-9,-5; u:测=14,-13,4,-5; u:测试=5,-9,6,-2
u:清=20,-1,-7,-12; u:然=6,-3,-2,-1; u:用=0,5,0,-6; u:画=-7,23,-11,-6; u:白=2,-8,7,-1; u:的=0,-18,20,-2
u:直=8,-2,-8,2; u:直し=7,-6,-3,2; u:看=-16,21,1,-7; u:確=-3,-6,8,1; u:確認=-3,-6,8,1; u:示=-3,-1,6,-2
u:示さ=-3,-5,10,-2; u:算=0,-5,6,-1; u:能=-1,22,-9,-12; u:自=7,-3,-1,-2; u:自分=5,-3,0,-2; u:行=-5,13,-3,-5
u:表=-8,6,4,-2; u:表示=-3,-1,6,-2; u:認=-3,-6,8,1; u:试=2,-18,2,14; u:说=-1,13,-8,-5; u:谢=-7,-3,11,0
u:还=-8,11,-2,-1; u:这=6,14,-10,-10; u:这个=18,-10,-2,-6; u:那=12,-3,-9,0; u:部=1,15,-13,-3; u:都=5,9,-12,-1
u:错=-1,-7,-4,12; u:面=-4,21,-8,-9; user a part=-30,50,4,-24; user a part first=-38,38,10,-10
user a part reply=8,12,-6,-14; user blames=28,0,-20,-8; user blames first=1,7,-9,2
user blames reply=27,-7,-11,-10; user but=-48,79,-8,-22; user but first=-30,46,-1,-15
user but reply=-18,33,-7,-7; user closes=42,-19,-8,-15; user closes first=14,2,-4,-12
user closes reply=29,-20,-4,-4; user denies=32,-10,2,-24; user denies first=37,-4,-8,-24
user denies reply=-5,-6,11,0; user drops=102,-42,-20,-40; user drops first=71,-18,-35,-18
user drops reply=31,-24,15,-22; user groans=15,3,-21,3; user groans first=-5,-5,-2,12
user groans reply=20,7,-19,-8; user hands over=-10,30,-39,19; user hands over first=7,16,-20,-4
user hands over reply=-17,14,-19,23; user later=-73,44,-45,73; user later first=-22,-25,-9,56
user later reply=-50,69,-36,17; user marvels=-13,4,32,-23; user marvels first=2,-26,40,-16
user marvels reply=-15,30,-9,-7; user others say=27,-9,-15,-3; user others say first=53,-2,-16,-34
user others say reply=-26,-7,2,31; user plea=-2,6,-9,4; user plea first=4,-11,1,6
user plea reply=-6,17,-9,-1; user praise last=24,-4,-9,-11; user praise last first=-5,15,-4,-7
user praise last reply=28,-19,-5,-4; user praise then stop=56,-5,-34,-17
user praise then stop first=57,-2,-38,-16; user proof=28,-10,36,-54; user proof first=24,-37,62,-49
user proof reply=4,26,-26,-4; user stays same=75,-8,-36,-32; user stays same first=44,-1,-13,-31
user stays same reply=31,-7,-22,-1; user undoes=101,-49,-9,-43; user undoes first=72,-35,-4,-33
user undoes reply=29,-14,-5,-10; user will try=-31,-20,-14,66; user will try first=-8,-15,-6,28
user will try reply=-24,-6,-8,38
"""

_MOOD: Final = r"""
=-23,107,-84; after agent asks=27,6,-33; after agent asks first=28,5,-33
after agent claims over green=11,27,-37; after agent claims over none=-37,41,-5; after agent counts=5,9,-14
after agent counts first=5,9,-14; after agent done=-29,81,-52; after agent glad=-65,-10,75
after agent glad first=-65,-10,75; after agent halves=-7,11,-4; after agent needs=23,-11,-12
after agent needs first=23,-11,-12; after agent nods=-30,39,-9; after agent nods first=-23,31,-8
after agent not=-11,23,-12; after agent not first=-5,16,-11; after agent not run=-16,23,-7
after agent not run first=-16,23,-7; after agent numbers of=-13,16,-3; after agent numbers of first=-7,9,-2
after agent offers=74,-50,-24; after agent offers first=74,-50,-24; after agent partial=-6,29,-23
after agent pending=45,-20,-25; after agent plans=-14,34,-20; after agent plans first=-14,34,-20
after agent regrets=89,-45,-44; after agent regrets first=89,-45,-44; after agent rest=6,11,-17
after agent rest first=6,11,-17; after agent stopped=-4,35,-31; after agent stopped first=-4,35,-31
after agent unable=45,8,-53; after agent undid=32,-10,-21; after agent undid first=49,-29,-20
after agent undid reply=-17,19,-1; after all green=7,-2,-5; after all green often=-22,28,-6
after all red=-8,7,1; after all red often=-28,36,-8; after counts pass=-24,-10,35
after green then green=-26,32,-6; after green then red=-4,8,-4; after red and green, last green=-27,44,-17
after red and green, last red=-4,8,-4; after spoke earlier=12,-28,15; after spoke last=-46,61,-15
after verdict green=10,8,-19; after verdict red=-31,40,-9; before agent asks=6,-37,31
before agent asks reply=6,-37,31; before agent claims over green=38,31,-69
before agent claims over none=-2,-48,50; before agent claims over red=20,-29,9; before agent counts=5,17,-22
before agent counts reply=5,17,-22; before agent done=21,-14,-6; before agent glad=-46,1,44
before agent glad reply=-46,1,44; before agent halves=-35,31,4; before agent needs=-22,30,-8
before agent needs reply=-22,30,-8; before agent nods=-8,19,-11; before agent nods reply=-8,19,-11
before agent not=-6,35,-29; before agent not reply=-6,35,-29; before agent numbers of=1,8,-9
before agent numbers of reply=1,8,-9; before agent offers=19,-7,-12; before agent offers reply=19,-7,-12
before agent partial=9,5,-14; before agent pending=-9,10,-1; before agent rest=0,18,-18
before agent rest reply=0,18,-18; before agent unable=9,-1,-8; before agent undid=58,-50,-9
before agent undid reply=58,-50,-9; before agent worse=4,11,-15; before agent worse reply=4,11,-15
before all green=-54,33,21; before all green often=30,-21,-9; before all red=9,21,-29
before all red often=-6,6,0; before counts pass=21,-32,11; before green then green=30,-21,-9
before green then red=4,-8,4; before red and green, last green=-16,-8,25
before red and green, last red=4,-8,4; before spoke earlier=52,-29,-22; before spoke last=-18,54,-36
before verdict green=-10,-45,55; before verdict red=39,-37,-1; clauses content=-39,-8,46
clauses content first=-6,-4,10; clauses content reply=-33,-3,36; clauses content then cross=29,-35,7
clauses content then cross first=-1,-25,26; clauses content then cross reply=30,-10,-19
clauses cross=37,3,-40; clauses cross first=-3,16,-13; clauses cross reply=41,-13,-28
clauses cross then content=-26,27,-1; clauses cross then content first=-15,21,-7
clauses cross then content reply=-12,5,6; first after last green=-29,50,-21
first after last none=62,-104,42; first after last red=-34,42,-8; first asked=-33,54,-21
first confirm=2,25,-27; first damage=3,17,-20; first dislikes=5,-19,15; first effort=10,-7,-2
first likes=13,-27,14; first middling=27,-58,31; first mild=15,-33,18; first negated=6,-13,8
first no pro contra=39,-36,-4; first no pro no contra=-28,42,-14; first onward=3,14,-17
first partial=39,-52,13; first praise=0,-52,51; first pro contra=-7,5,2; first pro no contra=-15,-2,16
first reject=10,10,-20; first sarcasm=27,-14,-13; first short=19,-18,-2; first shout=10,-8,-2
first tiny=-49,79,-30; first unresolved=1,-27,25; first weak=49,-31,-18; first wordy=-8,7,1
opened by question first=-4,21,-17; opened by question reply=1,27,-28; output build=5,-13,8
output build after=-18,23,-5; output build before=23,-36,13; output files only=-6,18,-12
output files only after=-5,9,-4; output measure=-31,-6,37; output measure after=-12,29,-16
output measure before=-19,-35,54; output parts=-12,26,-14; output parts after=-7,15,-8
output parts before=-4,10,-6; output pending=-8,12,-4; output pending after=-8,12,-4; output tests=10,-4,-5
output tests after=-8,4,4; output tests before=18,-7,-10; output trouble=11,3,-14
output trouble after=-19,33,-14; output trouble before=30,-30,0; output undone=67,-62,-5
output undone after=25,-21,-4; output undone before=42,-41,-1; output zero=-45,34,11
output zero after=-13,10,3; output zero before=-33,24,8; place first closed=-10,23,-12
place first worked=0,-12,13; place reply closed=18,-43,25; place reply worked=3,14,-17
place silent worked=-10,19,-8; reply after last green=-9,12,-3; reply after last none=11,3,-14
reply asked=21,-13,-9; reply before last green=-25,4,20; reply before last none=55,-51,-4
reply before last red=-9,18,-9; reply confirm=4,-9,5; reply contrast=31,-8,-23; reply damage=9,0,-9
reply dislikes=27,-10,-17; reply likes=-17,17,0; reply middling=60,-31,-28; reply mild=-19,24,-6
reply negated=5,12,-17; reply no pro contra=10,-9,0; reply no pro no contra=-1,11,-11; reply onward=-5,12,-6
reply partial=0,10,-11; reply praise=-15,-56,72; reply pro contra=51,-37,-13; reply pro no contra=-39,7,32
reply quit=27,-7,-20; reply reject=40,-46,6; reply sarcasm=23,-14,-8; reply short=56,-29,-27
reply shout=5,-5,0; reply tiny=-95,31,63; reply unresolved=-27,28,-1; reply weak=-73,109,-36
said asked=-12,42,-30; said confirm=5,16,-21; said contrast=29,-10,-20; said damage=12,17,-29
said dislikes=31,-29,-2; said effort=22,-19,-3; said likes=-5,-9,14; said mild=-4,-9,12
said negated=11,-2,-9; said onward=-2,26,-24; said partial=39,-42,2; said praise=-15,-108,123
said praise quit=33,-31,-2; said pro but=8,-3,-5; said quit=26,-7,-18; said reject=50,-36,-14
said sarcasm=50,-28,-21; said shout=15,-13,-2; said unresolved=-25,1,24; said weak=-24,78,-54
silent after last green=-5,9,-4; u:!=-54,-123,178; u:!!=0,-27,27; u:!!!=9,-8,-1; u:0=37,13,-50
u:0 0=-22,29,-8; u:0 s=-5,6,-1; u::)=-5,-2,7; u:?=-5,30,-25; u:??=50,-43,-7; u:a=-14,-27,41
u:aber=28,-10,-17; u:about=-23,27,-4; u:accepted=20,-10,-11; u:add=9,-1,-7; u:add a=-3,8,-5
u:add up=16,-15,-1; u:again=-9,9,0; u:ah=-8,-22,30; u:ahora=29,-14,-15; u:all=-28,-13,41; u:alles=5,-7,2
u:already=8,-5,-3; u:alright=-23,24,0; u:an=-1,18,-17; u:an hour=9,-4,-6; u:and=10,-19,9; u:and the=-3,8,-5
u:another=-39,42,-3; u:any=5,-17,13; u:any more=-5,-10,15; u:anything=-15,-8,23; u:anyway=-2,-9,11
u:api=-5,5,-1; u:app=10,-5,-5; u:are=39,-14,-25; u:are gone=20,-18,-2; u:as=12,-16,5; u:as it=-7,8,-1
u:ask=-26,13,13; u:asked=17,-11,-6; u:asked for=7,-7,-1; u:at=22,2,-24; u:auf=4,-12,7; u:auf 0=-7,11,-4
u:aus=4,-11,7; u:back=-8,-15,23; u:back to=-29,32,-3; u:backup=-4,6,-2; u:bad=-13,25,-12; u:be=53,-42,-10
u:because=10,-8,-2; u:because of=7,-6,-1; u:been=10,-8,-2; u:before=32,-13,-18; u:before you=-3,8,-5
u:beim=14,-10,-4; u:better=22,-14,-8; u:bitte=3,6,-9; u:branch=15,-12,-3; u:bravo=7,0,-7
u:brilliant=9,-12,3; u:bump=-7,9,-1; u:but=7,21,-28; u:but it=-6,14,-8; u:but not=-3,6,-3
u:but the=14,-22,8; u:button=9,-6,-3; u:by=-31,60,-29; u:by the=-2,7,-6; u:by user=-17,19,-2
u:cache=20,-19,-1; u:call=14,-9,-5; u:can=6,-13,7; u:can you=-3,7,-4; u:can't=-48,33,15; u:change=-11,-26,36
u:check=-26,24,1; u:checkout=9,-8,-1; u:cheers=-4,-6,10; u:ci=-18,21,-3; u:clean=-2,5,-3; u:clear=-4,12,-9
u:client this=-2,5,-3; u:close=-16,24,-8; u:close the=12,-10,-2; u:closing=16,-2,-14; u:code=5,1,-6
u:colours=-6,7,-1; u:commit=-11,12,0; u:compile=-38,12,26; u:compiles=-7,4,3; u:config=61,-54,-7
u:cool=9,-20,11; u:course=-20,-15,35; u:crash=15,-8,-7; u:customer=5,-1,-4; u:customers=11,-12,0
u:cut=4,-31,28; u:damn=11,-11,0; u:danke=26,45,-71; u:dann=-3,46,-43; u:dark=22,-16,-6; u:das=4,8,-12
u:das nicht=14,-12,-2; u:data=33,-30,-3; u:day=5,-8,3; u:days=33,5,-38; u:db=-14,17,-3; u:de=2,7,-9
u:del=-43,3,40; u:demo=-17,2,15; u:den=-19,27,-8; u:deploy=-36,39,-3; u:der=16,19,-35; u:design=-14,16,-2
u:device=-11,22,-12; u:did=-8,-16,24; u:did the=7,-1,-6; u:did you=9,-6,-3; u:die=-37,42,-5; u:do=28,7,-35
u:do it=11,-10,-1; u:do that=37,-18,-19; u:do you=-24,27,-3; u:does=11,-3,-8; u:doesn't=-4,5,-1
u:don't=-36,9,28; u:don't touch=-16,-7,24; u:done=56,-46,-11; u:down=33,-22,-10; u:drei=-28,-23,51
u:drop=-15,16,-1; u:du=17,-44,27; u:earlier=19,-22,3; u:ein=-3,6,-2; u:eine=7,-40,34; u:el=-9,3,6
u:empty=10,-3,-7; u:en=11,-37,26; u:endlich=-16,-23,39; u:enough=-6,14,-9; u:era=7,-6,-1; u:errors=-5,5,0
u:es=-15,15,0; u:eso=10,-9,-1; u:esto=-13,9,5; u:even=9,-6,-3; u:every=41,-33,-8; u:everything=24,-21,-3
u:everywhere=41,-35,-6; u:expected=-7,9,-3; u:export=-7,8,-1; u:falls=-12,-14,26; u:faster=41,-25,-16
u:feels=-29,-11,40; u:fehlt=5,-13,8; u:field=6,9,-15; u:files=-7,9,-2; u:finally=6,-11,5; u:fine=0,23,-23
u:finish=-12,-24,36; u:first=-35,33,2; u:five=1,8,-9; u:fixed=6,3,-9; u:flicker=-6,-12,19; u:footer=-11,1,10
u:for=18,6,-24; u:for a=49,-15,-34; u:for now=-38,45,-6; u:for the=26,-32,6; u:forget=13,-12,-1
u:forget it=13,-12,-1; u:form=-7,8,-1; u:four=13,-12,-1; u:from=-21,39,-18; u:from the=16,-5,-11
u:get rid=20,-20,0; u:give=5,-5,0; u:go=-31,46,-15; u:goes=-15,17,-2; u:going=1,-11,10; u:gone=14,19,-33
u:good=-12,1,11; u:good to=-3,8,-5; u:got=20,-24,4; u:got the=8,-15,8; u:gracias=-7,-1,8; u:great=60,-47,-14
u:green=5,-5,0; u:gut=-9,0,9; u:hab=16,-8,-7; u:had=18,-13,-5; u:half=-11,32,-22; u:half of=-14,23,-9
u:hard=37,-27,-10; u:has=4,-5,1; u:hat=-6,-2,8; u:have=6,18,-25; u:have to=-9,12,-3; u:header=-12,13,-1
u:here=-33,39,-6; u:hm=-6,15,-10; u:hour=24,-14,-9; u:hours=9,-6,-2; u:how=25,-17,-8; u:how do=-5,5,0
u:i=8,-10,2; u:i asked=17,-11,-5; u:i don't=-28,53,-25; u:i have=-17,28,-11; u:i needed=5,1,-7
u:i said=9,-7,-2; u:i was=-26,37,-11; u:i'd=-4,-2,6; u:i'll=-36,30,6; u:i'll ask=-29,10,19
u:i'll do=14,-14,0; u:i'll look=27,-26,-1; u:i'll talk=-9,23,-14; u:i'm=52,-29,-23; u:i've=-16,12,4
u:ich=7,-8,0; u:idea=-9,6,3; u:importer=-10,14,-4; u:in=-16,34,-17; u:in a=13,-9,-4; u:in the=-27,29,-1
u:interrupted=-17,19,-2; u:interrupted by=-17,19,-2; u:into=18,-15,-3; u:into the=13,-12,-1
u:invoices=15,-14,-2; u:is=1,-11,10; u:is a=11,-6,-5; u:is fine=5,0,-5; u:is gone=-4,-3,6
u:is not=31,-29,-2; u:is off=-35,28,6; u:is right=31,-24,-8; u:is still=-11,14,-3; u:is the=15,6,-21
u:is this=24,-20,-4; u:isn't=-9,12,-3; u:ist=-1,-8,9; u:it=-36,19,17; u:it does=14,-10,-5
u:it doesn't=-8,9,-1; u:it is=18,-15,-3; u:it off=-8,10,-3; u:it on=1,-7,6; u:it out=6,2,-9
u:it to=-7,-13,19; u:it was=17,-11,-6; u:it with=-25,23,1; u:it works=-7,14,-7; u:it's=50,3,-52
u:je=26,-22,-4; u:jetzt=2,-15,13; u:just=15,-18,3; u:k=-5,14,-9; u:keep=-29,16,12; u:keep it=-19,6,13
u:know=-11,13,-2; u:la=-31,0,31; u:laisse=43,-40,-3; u:last=-4,-7,10; u:later=-13,-3,15; u:le=14,-8,-6
u:leak=-6,0,6; u:leave=-37,43,-6; u:leave it=-25,31,-6; u:left=29,-18,-11; u:let=-6,23,-17
u:let me=-20,29,-9; u:let's=-35,12,24; u:like=-40,-41,81; u:like a=-15,-20,35; u:line=-6,-27,33
u:lint=-5,1,4; u:live=2,21,-23; u:lo=-3,-18,21; u:loads=-7,-5,12; u:log=19,-3,-16; u:logging=-5,8,-3
u:login=16,-8,-9; u:logo=-9,9,0; u:look=15,-9,-6; u:look at=-10,4,5; u:looks=17,-24,7; u:lost=19,-12,-7
u:love=-29,34,-5; u:love the=-25,38,-13; u:läuft=-6,-8,13; u:mach=-23,29,-6; u:mail=13,-6,-7
u:make=-7,14,-6; u:make it=-4,10,-5; u:mal=6,0,-7; u:me=1,-22,21; u:meeting=-11,-7,17; u:mehr=-32,36,-4
u:memory=-4,-3,6; u:merci=-2,-8,10; u:merged=-15,44,-28; u:migration=-5,18,-13; u:mine=-2,12,-11
u:minutes=25,-17,-8; u:module=-33,47,-14; u:monday=-5,-14,18; u:more=-42,10,32; u:morning=-5,5,1
u:much=-12,-1,13; u:my=1,11,-12; u:myself=7,-14,7; u:nada=39,-38,-1; u:need=-36,41,-6; u:needed=5,1,-7
u:never=22,-24,2; u:new=-16,25,-9; u:next=-13,19,-6; u:next time=18,-14,-3; u:nice=8,-24,17
u:nicht=10,-1,-9; u:night=27,-27,-1; u:nine=-8,-12,20; u:no=-21,62,-41; u:nobody=-16,10,6; u:noch=30,-12,-18
u:not=3,30,-32; u:nothing=13,-9,-3; u:now=19,-35,15; u:now the=-29,38,-9; u:numbers=5,7,-12; u:nur=-13,-7,20
u:nächste=-7,10,-2; u:nächste woche=-7,10,-2; u:of=17,13,-30; u:of course=-20,-15,35; u:of it=15,-14,-1
u:of the=11,8,-20; u:off=28,-11,-17; u:off by=-13,34,-21; u:oh=3,-5,2; u:ok=-1,64,-63; u:ok then=-6,6,0
u:okay=4,6,-11; u:old=-6,9,-3; u:omg=-37,-20,56; u:on=-48,47,1; u:on it=-3,5,-3; u:on monday=-5,-14,18
u:on my=-16,27,-11; u:on the=2,34,-36; u:one=44,-47,2; u:one is=9,-16,7; u:ones=18,-16,-2; u:only=16,-9,-6
u:open=-44,5,39; u:orders=11,-7,-4; u:out=5,-9,4; u:out again=-29,33,-4; u:over=-23,22,1; u:own=-19,21,-3
u:page=13,-14,1; u:pages=-10,-17,28; u:pass=19,-6,-13; u:passt=5,-6,1; u:patch=10,-14,5; u:pdf=11,-9,-2
u:perfect=-26,-8,35; u:pero=17,-8,-8; u:plan=-8,10,-2; u:please=52,-5,-48; u:pr=18,-16,-2; u:process=-6,9,-2
u:prod=-44,47,-3; u:promising=-7,-42,49; u:put=3,-6,3; u:python=-8,11,-3; u:que=-13,16,-3; u:qué=-6,-54,59
u:ran=15,8,-23; u:read=13,-7,-6; u:read the=5,-2,-4; u:rebuild=-3,8,-5; u:records=-13,-5,17
u:rejected=-33,33,-1; u:release=5,-6,1; u:request=-17,19,-2; u:request interrupted=-17,19,-2
u:revert=-22,23,0; u:rid=20,-20,0; u:rid of=20,-20,0; u:right=1,35,-36; u:roll=-31,34,-3; u:run=-3,-28,31
u:runs=10,-4,-5; u:s=-5,6,-1; u:said=14,-23,9; u:same=-7,20,-12; u:say=-4,8,-4; u:schon=-15,0,15
u:se=-8,-1,9; u:see=5,-11,6; u:seen=-11,11,0; u:server=12,-10,-3; u:session=-6,15,-9; u:set=6,-5,-1
u:settings=13,-10,-3; u:ship=-5,11,-6; u:should=50,-43,-8; u:sich=-31,28,3; u:signed=-9,11,-2
u:since=-15,10,5; u:sleep=-21,7,14; u:sleep on=-8,12,-4; u:smooth=-29,-46,75; u:so=-25,1,24
u:so much=-5,-10,15; u:so we=-30,34,-3; u:something=-15,16,-1; u:sorry=-3,-4,7; u:sound=-40,18,22
u:speed is=-13,11,2; u:split=-9,12,-3; u:staging=-1,6,-5; u:stale=30,-29,-1; u:start=-23,29,-6
u:stay=-9,10,0; u:still=-55,48,7; u:still 0=-16,17,-1; u:stimmt=28,-23,-5; u:stop=44,-7,-37
u:suche=19,-12,-7; u:suite=-13,-37,50; u:super=-13,-12,25; u:sync=9,2,-11; u:take=2,10,-13
u:take it=-9,10,-2; u:talk=-9,24,-14; u:talk to=-9,23,-14; u:ten=7,-21,14; u:test=-7,-10,17
u:teste=-6,15,-9; u:tests=3,12,-16; u:text=17,-10,-7; u:thank=-27,-12,39; u:thank you=-27,-4,31
u:thanks=18,-2,-17; u:thanks !=-3,-17,21; u:thanks a=15,-15,0; u:thanks for=1,-5,4; u:that=-4,-4,9
u:that was=-8,-17,25; u:that's=-10,1,9; u:the=-53,81,-28; u:the app=9,-4,-5; u:the branch=-15,18,-3
u:the code=-3,6,-3; u:the field=7,8,-15; u:the importer=-10,14,-4; u:the last=-22,14,8; u:the log=8,1,-9
u:the new=-9,7,2; u:the numbers=8,0,-7; u:the old=-9,11,-2; u:the pr=21,-19,-2; u:the tests=-1,9,-9
u:the third=-11,12,-1; u:the ticket=-6,11,-5; u:the whole=4,-7,3; u:the wrong=5,-5,0; u:them=14,-5,-10
u:then=-18,44,-27; u:then we=-7,9,-2; u:there=3,8,-12; u:these=24,-21,-2; u:they=1,-26,25; u:thing=-53,16,38
u:think=-12,15,-3; u:think about=-6,8,-2; u:third=19,-11,-8; u:third time=17,-11,-6; u:this=33,-17,-16
u:this is=11,-15,4; u:this morning=-2,5,-3; u:those=-1,15,-14; u:though=-1,-16,17; u:thought=2,-8,6
u:three=6,17,-23; u:through=0,-10,10; u:through the=-4,-19,23; u:ticket=-11,17,-6; u:time=16,-13,-3
u:times=4,5,-9; u:to=-15,24,-9; u:to 0=-5,7,-2; u:to be=17,-16,-1; u:to go=-7,12,-5; u:to the=-21,-3,24
u:to you=-5,8,-3; u:today=-6,-1,6; u:told=16,-13,-3; u:toll=12,-1,-10; u:tomorrow=28,-54,26
u:tonight=-3,6,-2; u:took=19,-5,-15; u:tooltip=-8,10,-2; u:touch=-23,2,21; u:touch anything=-16,-7,24
u:try=-25,-1,26; u:try it=-1,-16,18; u:twice=29,-17,-13; u:two=27,23,-49; u:ugh=8,-7,-1; u:und=22,-27,4
u:under=5,-4,-1; u:undo=6,1,-7; u:up=29,-34,5; u:up the=-5,6,-1; u:upgrade=-6,12,-5; u:use=-20,39,-19
u:useless=24,-23,-1; u:user=-10,15,-4; u:vale=-4,6,-2; u:vaya=34,-17,-17; u:version=4,2,-5
u:very=-11,-23,34; u:war=8,-4,-4; u:was=5,-33,28; u:way=-10,-9,18; u:we=-50,61,-11; u:we stay=-9,10,0
u:we'll=-62,58,4; u:we're=13,3,-16; u:week=-37,38,0; u:weekend=-12,13,-1; u:went=8,-12,4; u:were=7,-19,12
u:what=75,-67,-8; u:what a=5,-39,35; u:what i=20,-6,-14; u:where=-20,10,10; u:which=-15,18,-2
u:whole=4,-7,3; u:why=22,-15,-7; u:wie=7,-7,-1; u:wieder=16,-12,-4; u:will=-42,57,-15; u:wir=-76,84,-8
u:with=8,17,-25; u:with the=-9,1,8; u:without=-19,20,-1; u:woche=-7,10,-2; u:work=30,-9,-21
u:works=21,-4,-17; u:would=-7,10,-2; u:wow=27,-6,-21; u:write=8,-6,-1; u:write a=-5,11,-5
u:writing=14,-12,-2; u:wrote=14,-14,0; u:y=2,7,-9; u:ya=-4,-26,30; u:ya se=-8,-1,9; u:years=-7,6,1
u:yes=-3,15,-12; u:yesterday=-8,-2,10; u:yo=6,-4,-1; u:you=45,-65,20; u:you know=-15,17,-1; u:your=5,-9,4
u:ça=-16,-15,31; u:あり=-3,7,-5; u:いま=7,-2,-6; u:うご=-3,7,-5; u:かり=-14,12,2; u:がと=-3,7,-5; u:きま=9,-9,0
u:ござ=-3,7,-5; u:ざい=-3,7,-5; u:した=-6,11,-5; u:しま=-12,30,-18; u:すが=8,-7,-1; u:すご=-3,-8,11; u:せん=8,-7,-1
u:でき=13,-9,-4; u:です=11,-21,11; u:とう=-3,7,-5; u:ない=7,-6,-1; u:なり=-2,-5,7; u:まし=-7,11,-5; u:ます=-25,41,-17
u:ませ=8,-7,-1; u:もう=15,-15,0; u:りが=-3,7,-5; u:りま=-21,14,6; u:一=-33,-26,59; u:一下=-5,13,-9; u:三=21,-9,-12
u:上=18,-29,11; u:上了=-7,-7,13; u:下=20,-9,-11; u:不=-32,-5,37; u:个=13,-17,4; u:么=14,-2,-12; u:了=18,-19,2
u:了解=-4,16,-13; u:什=-5,7,-2; u:什么=-5,7,-2; u:今=-26,-1,26; u:你=23,-11,-12; u:先=-18,5,13; u:全=11,-6,-5
u:分=11,-10,-1; u:分で=11,-10,-1; u:別=6,-5,-1; u:功=20,-28,8; u:功能=20,-28,8; u:去=8,-8,0; u:吧=7,-6,-2
u:嗯=-1,18,-17; u:回=-14,15,-1; u:変=-8,11,-3; u:天=-1,-15,16; u:太=-32,-29,60; u:好=-8,11,-3; u:好了=-12,-3,15
u:存=13,0,-12; u:对=-5,-11,16; u:就=-30,-10,40; u:强=-12,-24,36; u:後=-5,11,-6; u:快=19,-9,-10; u:快了=19,-9,-10
u:感=-6,-4,9; u:我=5,15,-20; u:戻=9,-9,-1; u:戻し=9,-9,-1; u:掉=6,-5,-1; u:数=16,-5,-11; u:日=0,5,-5; u:明=-4,10,-6
u:是=18,-13,-5; u:本=25,-16,-9; u:来=-12,4,8; u:次=0,-25,25; u:没=17,-18,1; u:测=9,-6,-3; u:清=10,-7,-4; u:用=5,-5,1
u:画=-8,2,7; u:白=18,-6,-12; u:直=-5,10,-5; u:直し=-9,12,-3; u:確=-4,28,-24; u:確認=-4,28,-24; u:算=-9,12,-3
u:算了=-16,18,-2; u:能=20,-28,8; u:自=12,-11,-1; u:自分=11,-10,-1; u:行=16,-5,-11; u:解=-4,16,-13; u:認=-4,28,-24
u:認し=-2,15,-13; u:谢=-4,-4,8; u:还=-4,-4,7; u:这=45,-35,-10; u:那=-24,27,-3; u:都=-8,-3,11; u:错=-3,-6,9
u:面=11,-11,0; u:页=8,-6,-2; user a part=-2,-26,29; user a part first=20,-52,32; user a part reply=-22,26,-3
user blames=37,-18,-19; user blames first=15,-2,-13; user blames reply=22,-16,-6; user but=31,-30,-1
user but first=30,-34,4; user closes=28,-1,-27; user closes first=-2,17,-14; user closes reply=30,-17,-13
user denies=22,-3,-19; user denies first=24,-15,-9; user denies reply=-3,12,-9; user drops=29,4,-33
user drops first=4,8,-13; user drops reply=25,-5,-20; user groans=95,-79,-16; user groans first=21,-17,-5
user groans reply=74,-63,-11; user hands over=-15,10,6; user hands over reply=-17,11,5; user later=-26,21,6
user later first=13,-44,30; user later reply=-40,64,-25; user marvels=-21,-80,102
user marvels first=-11,-45,56; user marvels reply=-10,-35,45; user others say=8,23,-32
user others say first=14,23,-37; user others say reply=-5,0,6; user plea=59,-78,19; user plea first=65,-70,5
user plea reply=-6,-8,14; user praise last=78,-23,-55; user praise last first=54,-7,-47
user praise last reply=24,-16,-8; user praise then stop=13,-24,11; user praise then stop first=15,-4,-11
user praise then stop reply=-2,-20,22; user proof=24,-18,-6; user proof first=20,-24,5
user proof reply=5,6,-11; user stays same=51,-27,-24; user stays same first=63,-68,5
user stays same reply=-12,41,-29; user undoes=78,-43,-35; user undoes first=43,-22,-21
user undoes reply=35,-21,-14; user will try=-28,12,16; user will try first=-17,-14,32
user will try reply=-10,26,-16
"""
