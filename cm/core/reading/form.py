"""Whether a text has the form of a rule: guidance, or a fact that holds; and not of a status line, a remark or a refusal.

What comes of its own accord needs this beside a clean content screen (`core/screening/screen.py`): a screen knows what it has seen, a
form is asked for. The same signs as in talk (`core/reading/signs.py`, `core/reading/shapes.py`), with weights of their own, since a rule
stands alone. Fitted by `tests/bench/fit_form.py`. What a person writes by hand is not asked for its form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cm.core.reading.cues import find_cues, languages_of
from cm.core.reading.holding import holds
from cm.core.reading.prose import sentences
from cm.core.reading.shapes import shapes_of
from cm.core.reading.words.learned import words_of
from cm.core.screening.screen import screen
from cm.model.decision import Reason

LEAST: Final = -1.0
"""A text that scores less has not the form of a rule."""
_KNOWN: Final = 0.34
BIAS: Final = -1.84
WORD: Final = "w:"


def lasts(text: str) -> bool:
    """Whether a proposed rule reads like guidance or like a fact that holds."""
    return score(text) >= LEAST


def screen_proposal(text: str) -> Reason | None:
    """Returns why a text that nobody wrote as a rule may not become one: its content, or that it has not the form of one."""
    return screen(text) or (None if lasts(text) else "not-lasting")


def score(text: str) -> float:
    """How much a text looks like a rule."""
    return BIAS + sum(FORM.get(name, 0.0) for name in form_of(text))


def knows(text: str) -> bool:
    """Whether enough of a text's words are known for its form to tell; of a language that was seen little they are not."""
    named = [name for name in form_of(text) if name.startswith(WORD)]
    return not named or sum(name in FORM for name in named) > _KNOWN * len(named)


def form_of(text: str) -> set[str]:
    """The names of what the text shows: cues, shapes and words of all its sentences."""
    typed = sentences(text)
    if not typed:
        return {"nothing-typed"}
    plains = [item.plain for item in typed]
    languages = languages_of(" ".join(plains))
    found: set[str] = set().union(*find_cues(plains, languages))
    for plain in plains:
        found |= shapes_of(plain)
        if holds(plain, languages):
            found.add("holds")
        found.update(WORD + word for word in words_of(plain))
    return found


def _read(table: str) -> Mapping[str, float]:
    cells = table.split()
    return {name: float(weight) for name, weight in zip(cells[::2], cells[1::2], strict=True)}


_TABLE: Final = """
^case 0.90  ^soft 1.25  ^task 0.53  about-time 0.90  again 0.60  allow 0.44  always 1.01  asked 0.22
ban 0.27  breadth 1.47  bug 0.38  can 0.17  colon 0.35  contrast 1.11  decreed 0.71  fact 0.34
gets 1.41  habitual 1.88  holds 1.00  is 1.52  manner 0.53  much-code 0.69  must 0.50  no_thing 0.24  not 0.73
one-job 0.28  only 1.38  opens-a 0.22  opens-all 0.89  opens-ban 1.01  opens-code 0.90  opens-in 0.29
opens-order 1.18  opens-you 0.88  our 0.22  ours 1.40  prefer 2.21  product 0.87  reason 0.58
recurs 1.35  semicolon 1.36  standing 0.68  surroundings 0.82  than 0.69  told 0.28  use 0.95  we 0.93
words-24 0.63  words-4 1.63  words-40 0.47  words-8 0.75  works 1.87  you 0.88  ^always -0.49
^reply -0.38  chat -0.99  custom -0.67  extends -0.55  file -1.21  future -1.11  hearsay -1.14
i -0.85  identifier -0.80  no-latin -0.42  nothing-typed -0.30  opens-i -0.85  opens-the -0.35
opens-this -0.57  opens-we -0.20  opens-when -0.38  past -0.18  perfect -0.83  progressive -1.91
should -0.68  soon -1.75  the-the -1.03  they -1.21  this -1.25  was -0.28  w:`x` 1.84  w:above 0.49
w:access 0.53  w:action 0.15  w:after 1.06  w:again 0.50  w:against 0.33  w:airflow 0.57
w:allowed 0.24  w:also 0.33  w:amounts 0.41  w:android 0.80  w:another 0.23  w:antes 0.16
w:antworte 0.33  w:anything 0.49  w:api 0.76  w:applies 0.27  w:approve 0.18  w:arm 0.21  w:ask 0.30
w:así 0.22  w:auch 0.26  w:auf 0.20  w:auth 0.23  w:axis 0.39  w:back 0.47  w:backend 0.24
w:background 0.58  w:bank 0.44  w:base 0.48  w:based 0.31  w:bash 0.18  w:before 0.57  w:being 0.37
w:belongs 0.27  w:below 0.50  w:between 0.38  w:big 0.33  w:bigdecimal 0.83  w:billing 0.49
w:bitte 0.26  w:blind 0.31  w:block 0.35  w:board 0.30  w:boards 0.24  w:bodies 0.28  w:body 0.71
w:bookworm 0.32  w:boot 0.20  w:box 0.28  w:brackets 0.25  w:break 0.18  w:breaks 0.18  w:british 0.31
w:broker 0.29  w:bug 0.33  w:built 0.32  w:bumps 0.17  w:bundle 0.35  w:cache 0.33  w:cada 0.24
w:camelcase 0.21  w:camera 0.63  w:carrier 0.31  w:carry 0.74  w:case 0.62  w:cet 0.21  w:change 0.70
w:changelog 0.37  w:changes 0.39  w:changing 0.35  w:characters 0.16  w:chart 0.31  w:charts 0.54
w:class 0.18  w:classes 0.22  w:cli 0.26  w:cloud 0.29  w:cluster 0.21  w:code 0.94  w:colour 0.42
w:column 0.41  w:columns 0.46  w:come 0.69  w:coming 0.22  w:comma 0.25  w:command 0.19  w:commit 0.70
w:company 0.22  w:compiler 0.26  w:component 0.22  w:compose 0.29  w:config 0.63  w:configuration 0.24
w:console 0.42  w:contain 0.37  w:container 0.17  w:control 0.54  w:coordinates 0.39  w:copy 0.21
w:counts 0.75  w:coverage 0.54  w:crates 0.16  w:created 0.42  w:cron 0.70  w:css 0.19  w:cuda 0.18
w:currency 0.37  w:data 1.05  w:database 0.38  w:dateien 0.26  w:day 0.16  w:days 0.64  w:dba 0.31
w:dbt 0.41  w:dead 0.33  w:decimal 0.44  w:default 0.88  w:delete 0.16  w:dependency 0.19
w:deutsch 0.43  w:device 0.23  w:diff 0.21  w:digest 0.16  w:digits 0.17  w:docker 0.71  w:docs 0.51
w:docstrings 0.15  w:does 0.43  w:doesn't 0.40  w:done 1.36  w:drops 0.26  w:du 0.22  w:edge 0.33
w:editing 0.24  w:else 0.31  w:emojis 0.17  w:end 0.78  w:endian 0.32  w:endpoint 0.42
w:endpoints 0.17  w:english 0.35  w:env 0.22  w:environment 0.23  w:equals 0.30  w:erlang 0.21
w:error 0.26  w:errors 0.51  w:es 0.20  w:escape 0.41  w:español 0.36  w:etc 0.30  w:europe 0.15
w:even 0.32  w:events 0.27  w:everything 0.49  w:expiry 0.42  w:explain 0.49  w:exported 0.27
w:external 0.20  w:fail 0.55  w:failed 0.33  w:feature 0.75  w:features 0.35  w:ficheros 0.16
w:field 0.57  w:fields 0.46  w:file 0.41  w:files 1.10  w:firmware 0.31  w:first 1.22  w:fish 0.28
w:fixed 0.61  w:flags 0.50  w:float 0.19  w:folder 0.21  w:follow 0.47  w:fonts 0.18  w:format 0.61
w:found 0.30  w:four 0.29  w:frontend 0.47  w:full 0.41  w:functions 0.94  w:für 0.46  w:g 0.24
w:gateway 0.22  w:gb 0.46  w:generated 0.38  w:german 0.56  w:get 0.18  w:gilt 0.23  w:git 0.47
w:given 0.18  w:go 0.33  w:goes 0.22  w:got 0.15  w:gpl 0.24  w:gpu 0.19  w:graphql 0.38  w:green 0.48
w:group 0.18  w:grpc 0.44  w:guard 0.52  w:half 0.19  w:hand 0.47  w:handler 0.20  w:handlers 0.42
w:hard 0.37  w:hardware 0.21  w:hash 0.42  w:hashed 0.21  w:haskell 0.69  w:have 0.15  w:health 0.32
w:helm 0.33  w:here 0.51  w:hints 0.67  w:historical 0.28  w:hours 0.25  w:how 0.48  w:http 0.57
w:https 0.33  w:i'm 0.38  w:i've 0.18  w:id 0.88  w:identifiers 0.40  w:ids 0.44  w:im 0.42
w:image 0.54  w:init 0.23  w:inline 0.19  w:input 0.47  w:inside 0.27  w:install 0.34  w:instead 0.32
w:internet 0.43  w:ios 1.08  w:iso 0.75  w:it's 0.30  w:jdk 1.17  w:jobs 0.62  w:json 0.52
w:junit 0.36  w:just 0.21  w:keep 0.66  w:keine 0.66  w:keys 0.22  w:kit 0.24  w:label 0.52
w:labels 0.28  w:lambda 0.47  w:las 0.44  w:lat 0.45  w:late 0.44  w:later 0.77  w:layer 0.26
w:least 0.18  w:ledger 0.51  w:legacy 0.46  w:level 0.52  w:library 0.28  w:like 0.47  w:limits 0.37
w:lines 0.16  w:link 0.30  w:linter 0.34  w:listens 0.44  w:loading 0.27  w:local 0.57  w:locally 0.19
w:lock 0.22  w:lockfile 0.20  w:logical 0.15  w:lon 0.45  w:long 0.21  w:longer 0.20  w:loop 0.31
w:lower 0.19  w:machine 0.48  w:macos 0.16  w:made 0.17  w:main 0.61  w:make 0.59  w:managed 0.17
w:manifests 0.18  w:maps 0.25  w:markdown 0.38  w:mask 0.46  w:masked 0.21  w:may 0.49  w:mb 0.76
w:merge 0.42  w:messages 0.71  w:metric 0.19  w:migration 0.24  w:mit 0.71  w:mobile 0.28  w:mock 0.31
w:mode 0.35  w:model 0.26  w:models 0.31  w:module 0.50  w:money 0.37  w:month 0.52  w:more 0.16
w:ms 0.32  w:murmur 0.39  w:n 0.28  w:name 0.33  w:named 0.54  w:names 0.19  w:namespace 0.66
w:need 0.85  w:nested 0.30  w:new 0.64  w:newer 0.29  w:newest 0.16  w:nullable 0.38  w:numbers 0.30
w:nur 0.32  w:offline 0.17  w:ohne 0.38  w:old 0.67  w:one 0.72  w:ones 0.29  w:open 0.56
w:openapi 0.19  w:ops 0.25  w:order 0.49  w:orders 0.15  w:org 0.23  w:otherwise 0.38  w:ours 0.20
w:overlays 0.41  w:own 0.27  w:owns 0.80  w:package 0.69  w:packages 0.19  w:pages 0.16  w:parser 0.34
w:part 0.15  w:partition 0.34  w:pass 0.27  w:passed 0.16  w:past 0.30  w:payloads 0.31  w:pdf 0.28
w:people 0.29  w:per 0.63  w:physical 0.15  w:physically 0.29  w:pin 0.25  w:pinned 0.22
w:please 0.29  w:plots 0.40  w:pls 0.24  w:pnpm 0.41  w:point 0.29  w:points 0.27  w:por 0.56
w:port 1.17  w:post 0.30  w:prefers 0.34  w:prefixed 0.23  w:preview 0.78  w:previews 0.49
w:print 0.17  w:problem 0.55  w:prod 0.16  w:production 0.38  w:project 0.43  w:proto 0.21  w:pt 0.35
w:public 0.34  w:pull 0.40  w:purpose 0.22  w:push 0.61  w:put 0.74  w:px 0.31  w:python 0.80
w:queries 0.20  w:query 0.67  w:queue 0.17  w:random 0.43  w:rate 0.51  w:rather 0.22  w:raw 0.24
w:reach 0.52  w:react 0.28  w:read 0.17  w:real 0.55  w:really 0.17  w:reason 0.27  w:rebase 0.18
w:record 0.61  w:redis 0.38  w:refuse 0.15  w:register 0.21  w:registered 0.20  w:reject 0.24
w:rejects 0.22  w:release 0.54  w:removed 0.78  w:reply 0.20  w:repo 1.17  w:report 0.46
w:reports 0.43  w:repository 0.17  w:resources 0.20  w:responses 0.31  w:retries 0.23  w:return 0.25
w:reviewers 0.19  w:rows 0.76  w:runners 0.42  w:running 0.47  w:runs 0.39  w:s 0.55  w:same 0.39
w:scanners 0.45  w:scheduled 0.40  w:schema 0.17  w:screen 0.27  w:screenshots 0.29  w:scripts 0.30
w:sdk 0.68  w:se 0.53  w:seconds 0.61  w:see 0.21  w:sempre 0.38  w:sends 0.24  w:sessions 0.23
w:shader 0.24  w:ship 0.36  w:show 0.63  w:si 0.41  w:silently 0.24  w:sin 0.28  w:sind 0.44
w:skip 0.29  w:small 0.16  w:snake 0.33  w:solutions 0.93  w:something 0.36  w:sonst 0.24
w:spaces 0.32  w:spanish 0.23  w:specs 0.34  w:spelling 0.29  w:split 0.52  w:stack 0.30
w:staging 0.16  w:start 0.82  w:state 0.30  w:statements 0.22  w:status 0.30  w:stay 0.89
w:stays 0.57  w:steps 0.26  w:stop 0.20  w:storage 0.26  w:store 0.17  w:stored 0.27  w:strict 0.40
w:strings 0.43  w:struct 0.17  w:structlog 0.30  w:style 0.16  w:subagents 0.17  w:subject 0.19
w:such 0.40  w:summaries 0.54  w:support 0.39  w:switch 0.90  w:syntax 0.30  w:system 0.17
w:table 0.72  w:tables 0.74  w:tabs 0.55  w:tailwind 0.28  w:talk 0.37  w:telemetry 0.24
w:templates 0.44  w:tenant 0.21  w:tenants 0.20  w:tense 0.30  w:terraform 0.22  w:text 0.88
w:than 0.41  w:their 0.52  w:them 1.22  w:theme 0.37  w:there's 0.47  w:they 0.40  w:thing 0.39
w:think 0.28  w:thread 0.29  w:ticket 0.56  w:tiles 0.28  w:time 1.32  w:timeouts 0.40  w:tokens 0.27
w:toml 0.49  w:topic 0.27  w:topics 0.30  w:touch 0.22  w:touches 0.52  w:traffic 0.71  w:ttl 0.48
w:ui 1.33  w:uncommitted 0.21  w:under 0.61  w:unique 0.46  w:units 0.21  w:unity 0.77  w:unknown 0.30
w:unless 0.24  w:uns 0.20  w:update 0.35  w:updated 0.39  w:url 0.29  w:usa 0.29  w:use 0.45
w:user 0.44  w:uses 0.39  w:utc 0.50  w:uv 0.36  w:validate 0.46  w:values 0.22  w:van 0.38
w:vendor's 0.27  w:version 0.44  w:via 0.20  w:viridis 0.19  w:wait 1.00  w:want 0.37  w:wants 0.20
w:warehouse 1.19  w:warnings 0.37  w:watchdog 0.16  w:way 0.23  w:we're 0.26  w:webhook 0.51
w:weeks 0.16  w:well 0.32  w:werden 0.78  w:what 0.40  w:where 0.18  w:while 0.26  w:width 0.33
w:windows 0.39  w:wird 0.28  w:wire 0.40  w:without 0.87  w:works 0.25  w:workspace 0.22  w:wrap 0.42
w:write 0.35  w:writes 0.26  w:written 0.73  w:wrong 0.19  w:yaml 0.44  w:yarn 0.19  w:yml 0.27
w:you've 0.35  w:z 0.39  w:zod 0.59  w:zone 0.29  w:くこ 0.65  w:くだ 0.31  w:さい 0.31  w:しま 0.17
w:する 0.65  w:ださ 0.31  w:てく 0.19  w:では 0.59  w:ない 0.55  w:には 0.36  w:は必 0.37  w:るこ 0.44  w:スト 0.73
w:ット 0.33  w:テス 0.99  w:リリ 0.39  w:リー 0.39  w:ーク 0.63  w:ース 0.31  w:ータ 0.44  w:一律 0.37  w:不要 0.35
w:中文 0.29  w:代码 1.08  w:以后 0.44  w:回复 0.31  w:回答 0.33  w:律用 0.23  w:必ず 0.78  w:接口 0.21  w:文回 0.16
w:日本 0.18  w:时候 0.43  w:書く 0.65  w:本番 0.65  w:本語 0.18  w:测试 0.44  w:用中 0.28  w:用英 0.16  w:的时 0.43
w:英文 0.18  w:要在 0.46  w:请用 0.18  w:金额 0.45  w:커밋 0.45  w:about -1.09  w:account -0.40  w:adding -0.87
w:address -1.64  w:admin -1.08  w:agent -0.39  w:agents -1.00  w:alert -0.16  w:als -0.99
w:ansible -0.34  w:answer -1.51  w:approval -0.58  w:audit -0.21  w:aus -0.55  w:b -0.90  w:bei -0.51
w:better -0.82  w:bot -0.26  w:build -0.16  w:bullets -0.90  w:c -0.95  w:call -0.64  w:calls -0.70
w:can't -1.37  w:card -0.22  w:ci -0.52  w:codes -0.49  w:comment -0.97  w:comments -0.56  w:con -0.22
w:continue -0.62  w:csv -0.24  w:customer -0.65  w:d -0.31  w:date -0.48  w:db -0.57  w:debug -0.19
w:del -0.61  w:demo -0.42  w:den -0.32  w:denied -0.15  w:deploy -1.04  w:deshalb -0.46  w:dev -0.52
w:di -0.39  w:disable -0.48  w:disk -1.32  w:down -0.50  w:e -1.12  w:edit -0.28  w:enough -0.33
w:entrada -0.34  w:entries -1.36  w:environments -0.69  w:est -1.17  w:esta -0.54  w:está -0.26
w:etl -0.80  w:example -1.83  w:exists -0.44  w:export -0.41  w:f -1.70  w:failing -0.34
w:fails -0.69  w:fake -1.63  w:finish -0.40  w:fix -0.37  w:form -0.49  w:framework -0.70
w:gate -0.68  w:generate -0.71  w:geo -0.61  w:gh -0.73  w:give -0.17  w:has -0.29  w:header -0.72
w:her -1.79  w:home -1.27  w:hook -0.68  w:host -0.44  w:html -0.52  w:ich -0.70  w:idea -0.58
w:ignore -0.32  w:immutable -0.95  w:imperative -0.17  w:index -0.25  w:into -0.24  w:isn't -0.59
w:issue -0.46  w:ist -0.44  w:job -0.69  w:js -0.23  w:kel -0.25  w:key -0.20  w:lab -0.97
w:lan -1.21  w:leider -0.58  w:lib -0.22  w:lives -0.86  w:lo -1.60  w:log -0.53  w:m -0.18
w:mail -0.42  w:mart -1.19  w:message -1.25  w:mirror -0.64  w:modified -0.18  w:modules -0.20
w:moment -0.29  w:most -0.51  w:needed -0.44  w:needs -0.31  w:network -0.29  w:next -0.65
w:nightly -0.16  w:non -0.82  w:notes -0.79  w:now -0.47  w:number -0.56  w:o -0.48  w:off -0.55
w:opinion -0.81  w:other -0.34  w:output -0.36  w:p -0.32  w:page -0.68  w:para -1.11  w:party -0.38
w:password -0.78  w:passwort -1.19  w:payroll -0.27  w:permission -0.49  w:personal -0.98
w:phone -0.66  w:playbook -1.01  w:possible -0.64  w:postgres -0.30  w:pr -0.62  w:private -0.56
w:product -0.59  w:proxy -0.42  w:prueba -0.28  w:pushing -0.63  w:q -0.70  w:quota -0.93
w:readme -0.93  w:request -0.26  w:requests -0.24  w:require -0.38  w:revisión -0.24  w:right -0.79
w:root -0.67  w:row -0.43  w:rule -0.70  w:rules -0.48  w:run -0.78  w:says -0.39  w:scratch -0.16
w:script -0.29  w:secret -1.80  w:seed -0.75  w:server -0.22  w:service -0.23  w:servidor -0.47
w:set -0.59  w:settings -0.17  w:shared -0.55  w:shell -0.20  w:short -0.91  w:sie -0.45  w:size -0.40
w:snapshot -0.30  w:sorry -0.47  w:src -0.60  w:ssh -1.14  w:step -0.21  w:still -0.85  w:tag -0.37
w:tasks -0.84  w:tells -0.59  w:test -0.29  w:tests -0.81  w:there -0.15  w:third -0.41  w:times -0.21
w:tmp -0.94  w:token -0.56  w:tool -0.44  w:tools -0.27  w:treat -0.93  w:turn -0.27  w:until -0.57
w:users -0.40  w:var -0.56  w:vault -0.34  w:verify -0.29  w:view -0.63  w:waiting -0.33  w:web -0.40
w:whenever -1.99  w:which -0.77  w:work -0.25  w:writing -0.26  w:year -0.74  w:yourself -1.00
w:この -0.41  w:され -0.20  w:てい -0.24  w:です -0.57  w:ので -0.33  w:りま -0.35  w:るの -0.27  w:ビュ -0.41
w:プロ -0.34  w:ュー -0.41  w:レビ -0.41  w:ワー -0.25  w:使う -0.68  w:外部 -0.36  w:提交 -0.54  w:每次 -0.50
w:注释 -0.69  w:目录 -0.71  w:这个 -1.02  w:니다 -1.04
"""
FORM: Final[Mapping[str, float]] = _read(_TABLE)
"""What each cue, shape and word (`w:`) is worth."""
