"""Whether a text has the form of a rule: guidance, or a fact that holds; and not of a status line, a remark or a refusal.

What comes of its own accord needs this beside a clean content screen (`core/screen.py`): a screen knows what it has seen, a
form is asked for. The same signs as in talk (`core/signs.py`, `core/shapes.py`), with weights of their own, since a rule
stands alone. Fitted by `tests/bench/fit_form.py`. What a person writes by hand is not asked for its form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cm.core.cues import find_cues, languages_of
from cm.core.prose import sentences
from cm.core.screen import screen
from cm.core.shapes import shapes_of
from cm.core.words.learned import words_of
from cm.model.decision import Reason

LEAST: Final = -1.0
"""A text that scores less has not the form of a rule."""
BIAS: Final = -1.70
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


def form_of(text: str) -> set[str]:
    """The names of what the text shows: cues, shapes and words of all its sentences."""
    typed = sentences(text)
    if not typed:
        return {"nothing-typed"}
    plains = [item.plain for item in typed]
    found: set[str] = set().union(*find_cues(plains, languages_of(" ".join(plains))))
    for plain in plains:
        found |= shapes_of(plain)
        found.update(WORD + word for word in words_of(plain))
    return found


def _read(table: str) -> Mapping[str, float]:
    cells = table.split()
    return {name: float(weight) for name, weight in zip(cells[::2], cells[1::2], strict=True)}


_TABLE: Final = """
^case 0.89  ^pronoun 0.17  ^soft 1.25  ^task 0.53  about-time 0.87  again 0.59  allow 0.40
always 1.00  asked 0.23  ban 0.28  breadth 1.54  bug 0.42  colon 0.38  contrast 1.08  decreed 0.71
fact 0.36  gets 1.37  habitual 1.86  is 1.50  manner 0.52  memory 0.56  much-code 0.67  must 0.48
no_thing 0.20  not 0.73  one-job 0.22  only 1.35  opens-a 0.18  opens-all 0.87  opens-ban 0.99
opens-code 0.89  opens-if 0.26  opens-in 0.31  opens-order 1.17  opens-you 0.86  our 0.20  ours 1.48
prefer 2.19  product 0.89  reason 0.57  recurs 1.33  semicolon 1.37  standing 0.65  surroundings 0.81
than 0.67  told 0.29  use 0.95  we 0.89  words-24 0.53  words-4 1.48  words-40 0.46  words-8 0.67
works 1.84  you 1.01  ^always -0.47  ^reply -0.37  chat -0.93  custom -0.69  extends -0.51  file -1.16
future -1.15  hearsay -1.16  i -0.88  identifier -0.88  no-latin -0.54  nothing-typed -0.40
opens-i -0.84  opens-the -0.34  opens-this -0.40  opens-we -0.22  opens-when -0.39  past -0.17
perfect -0.86  progressive -1.94  should -0.70  soon -1.81  the-the -1.04  they -1.20  this -1.21
was -0.32  w:`x` 1.81  w:above 0.49  w:access 0.51  w:action 0.16  w:after 1.02  w:again 0.49
w:against 0.33  w:airflow 0.57  w:allowed 0.24  w:also 0.63  w:amounts 0.55  w:android 0.80
w:another 0.19  w:antes 0.15  w:antworte 0.34  w:anything 0.46  w:api 0.71  w:applies 0.28
w:approve 0.17  w:arm 0.21  w:ask 0.37  w:así 0.23  w:auch 0.26  w:auf 0.16  w:auth 0.22  w:avoid 0.16
w:axis 0.39  w:back 0.42  w:backend 0.20  w:background 0.58  w:bank 0.43  w:base 0.47  w:based 0.30
w:bash 0.17  w:before 0.57  w:being 0.37  w:belongs 0.27  w:below 0.48  w:between 0.37  w:big 0.33
w:bigdecimal 0.81  w:billing 0.48  w:bitte 0.26  w:blind 0.35  w:block 0.34  w:board 0.29
w:boards 0.23  w:bodies 0.29  w:body 0.69  w:bookworm 0.31  w:boot 0.17  w:box 0.27  w:brackets 0.25
w:break 0.18  w:breaks 0.18  w:british 0.23  w:broker 0.29  w:bug 0.37  w:built 0.32  w:bumps 0.16
w:bundle 0.37  w:cache 0.32  w:cada 0.22  w:camelcase 0.35  w:camera 0.64  w:carrier 0.31
w:carry 0.73  w:case 0.61  w:cet 0.20  w:change 0.67  w:changelog 0.36  w:changes 0.39
w:changing 0.34  w:characters 0.16  w:chart 0.33  w:charts 0.57  w:class 0.19  w:classes 0.21
w:cli 0.26  w:cloud 0.29  w:cluster 0.21  w:code 0.94  w:colour 0.35  w:column 0.41  w:columns 0.45
w:come 0.70  w:coming 0.20  w:comma 0.25  w:command 0.19  w:commit 0.68  w:company 0.20
w:compiler 0.26  w:component 0.21  w:compose 0.28  w:config 0.60  w:configuration 0.24  w:console 0.40
w:contain 0.35  w:container 0.18  w:control 0.53  w:coordinates 0.41  w:copy 0.24  w:counts 0.77
w:coverage 0.53  w:crates 0.16  w:created 0.25  w:cron 0.66  w:css 0.19  w:cuda 0.19  w:currency 0.34
w:data 1.02  w:database 0.38  w:dateien 0.26  w:day 0.15  w:days 0.65  w:dba 0.31  w:dbt 0.41
w:dead 0.32  w:decimal 0.43  w:default 0.86  w:delete 0.15  w:dependency 0.28  w:deutsch 0.44
w:device 0.22  w:diff 0.22  w:digest 0.16  w:digits 0.16  w:dir 0.16  w:docker 0.69  w:docs 0.50
w:docstrings 0.15  w:does 0.40  w:doesn't 0.38  w:done 1.32  w:drops 0.26  w:du 0.21  w:edge 0.32
w:editing 0.25  w:else 0.30  w:emojis 0.17  w:end 0.78  w:endian 0.32  w:endpoint 0.40
w:endpoints 0.17  w:english 0.35  w:env 0.22  w:environment 0.22  w:equals 0.30  w:erlang 0.20
w:error 0.23  w:errors 0.51  w:es 0.20  w:escape 0.42  w:español 0.38  w:etc 0.28  w:even 0.53
w:events 0.27  w:everything 0.48  w:expiry 0.42  w:explain 0.47  w:exported 0.27  w:external 0.20
w:fail 0.53  w:failed 0.33  w:feature 0.75  w:features 0.34  w:ficheros 0.17  w:field 0.57
w:fields 0.44  w:file 0.37  w:files 1.09  w:firmware 0.31  w:first 1.20  w:fish 0.28  w:fixed 0.59
w:flags 0.50  w:float 0.18  w:folder 0.21  w:follow 0.44  w:fonts 0.17  w:format 0.61  w:found 0.31
w:four 0.28  w:frontend 0.46  w:full 0.40  w:function 0.39  w:functions 0.93  w:für 0.45  w:g 0.24
w:gateway 0.22  w:gb 0.47  w:generated 0.37  w:german 0.57  w:get 0.19  w:gilt 0.23  w:git 0.46
w:given 0.17  w:go 0.45  w:goes 0.22  w:gpl 0.23  w:gpu 0.20  w:graphql 0.38  w:green 0.48
w:group 0.19  w:grpc 0.44  w:guard 0.51  w:half 0.16  w:hand 0.46  w:handler 0.20  w:handlers 0.42
w:hard 0.36  w:hardware 0.18  w:hash 0.42  w:hashed 0.20  w:haskell 0.68  w:have 0.16  w:health 0.30
w:helm 0.34  w:here 0.51  w:hints 0.66  w:hours 0.25  w:how 0.47  w:http 0.57  w:https 0.34
w:i'm 0.35  w:i've 0.18  w:id 0.91  w:identifiers 0.37  w:ids 0.33  w:im 0.42  w:image 0.54
w:init 0.23  w:inline 0.20  w:input 0.46  w:inside 0.27  w:install 0.33  w:instead 0.33
w:internet 0.43  w:ios 1.08  w:iso 0.74  w:it's 0.32  w:jdk 1.17  w:jobs 0.64  w:json 0.59
w:junit 0.33  w:just 0.21  w:keep 0.65  w:keine 0.67  w:keys 0.23  w:kit 0.22  w:label 0.53
w:labels 0.31  w:lambda 0.46  w:las 0.44  w:lat 0.37  w:late 0.44  w:later 0.77  w:layer 0.27
w:least 0.18  w:leave 0.15  w:ledger 0.61  w:legacy 0.43  w:level 0.52  w:library 0.27  w:like 0.46
w:limits 0.33  w:lines 0.17  w:link 0.30  w:linter 0.33  w:listens 0.42  w:loading 0.27  w:local 0.58
w:locally 0.19  w:lock 0.37  w:lockfile 0.19  w:lon 0.37  w:long 0.21  w:longer 0.20  w:loop 0.31
w:lower 0.19  w:machine 0.52  w:macos 0.16  w:made 0.17  w:main 0.58  w:make 0.53  w:managed 0.17
w:manifests 0.17  w:maps 0.24  w:markdown 0.37  w:mask 0.45  w:masked 0.22  w:may 0.50  w:mb 0.76
w:merge 0.42  w:messages 0.69  w:metric 0.19  w:migration 0.23  w:mit 0.69  w:mobile 0.27  w:mock 0.28
w:mode 0.33  w:model 0.25  w:models 0.31  w:module 0.47  w:money 0.36  w:month 0.52  w:ms 0.32
w:murmur 0.39  w:n 0.26  w:name 0.33  w:named 0.54  w:names 0.19  w:namespace 0.65  w:need 0.87
w:nested 0.32  w:new 0.64  w:newer 0.29  w:newest 0.16  w:nullable 0.38  w:numbers 0.33  w:nur 0.29
w:offline 0.16  w:ohne 0.38  w:old 0.45  w:one 0.79  w:ones 0.29  w:open 0.55  w:openapi 0.19
w:ops 0.23  w:order 0.72  w:orders 0.16  w:org 0.22  w:otherwise 0.41  w:ours 0.21  w:overlays 0.40
w:own 0.26  w:owns 0.78  w:package 0.80  w:packages 0.16  w:pages 0.17  w:parser 0.34
w:partition 0.35  w:pass 0.29  w:passed 0.17  w:past 0.31  w:payloads 0.30  w:pdf 0.29  w:people 0.29
w:per 0.60  w:physical 0.16  w:physically 0.29  w:pin 0.22  w:pinned 0.24  w:please 0.25  w:plots 0.38
w:pls 0.24  w:pnpm 0.38  w:point 0.28  w:points 0.24  w:por 0.56  w:port 1.15  w:post 0.30
w:prefers 0.34  w:prefixed 0.24  w:preview 0.77  w:previews 0.49  w:print 0.18  w:problem 0.57
w:production 0.37  w:project 0.43  w:proto 0.21  w:pt 0.36  w:public 0.33  w:pull 0.39  w:purpose 0.22
w:push 0.60  w:put 0.73  w:px 0.31  w:python 0.79  w:queries 0.21  w:query 0.68  w:queue 0.17
w:random 0.43  w:rate 0.51  w:rather 0.23  w:raw 0.23  w:reach 0.52  w:react 0.26  w:reading 0.26
w:real 0.54  w:really 0.17  w:reason 0.26  w:rebase 0.17  w:record 0.66  w:redis 0.38  w:register 0.21
w:registered 0.20  w:reject 0.24  w:rejects 0.22  w:release 0.53  w:removed 0.79  w:reply 0.21
w:repo 1.30  w:report 0.48  w:reports 0.42  w:repository 0.16  w:resources 0.20  w:responses 0.30
w:retries 0.23  w:return 0.24  w:reviewers 0.34  w:rows 0.77  w:runners 0.42  w:running 0.46
w:runs 0.39  w:s 0.54  w:same 0.39  w:scanners 0.48  w:scheduled 0.40  w:schema 0.17  w:screen 0.27
w:screenshots 0.28  w:scripts 0.31  w:sdk 0.66  w:se 0.52  w:seconds 0.60  w:see 0.35  w:sempre 0.37
w:sends 0.23  w:sessions 0.23  w:shader 0.24  w:ship 0.37  w:show 0.63  w:si 0.39  w:silently 0.24
w:sin 0.29  w:sind 0.42  w:skip 0.29  w:small 0.15  w:snake 0.30  w:solutions 0.91  w:something 0.51
w:sonst 0.24  w:spaces 0.33  w:spanish 0.23  w:specs 0.31  w:spelling 0.21  w:split 0.54  w:stack 0.30
w:start 0.81  w:state 0.29  w:statements 0.21  w:status 0.30  w:stay 0.88  w:stays 0.56  w:steps 0.25
w:stop 0.19  w:storage 0.29  w:store 0.17  w:stored 0.24  w:strict 0.38  w:strings 0.42  w:struct 0.17
w:structlog 0.31  w:style 0.15  w:subagents 0.16  w:subject 0.19  w:such 0.57  w:summaries 0.52
w:support 0.39  w:switch 0.90  w:syntax 0.29  w:system 0.16  w:table 0.73  w:tables 0.74  w:tabs 0.46
w:tailwind 0.27  w:talk 0.37  w:telemetry 0.24  w:templates 0.44  w:tenant 0.20  w:tenants 0.20
w:tense 0.31  w:terraform 0.21  w:text 0.88  w:than 0.40  w:their 0.53  w:them 1.35  w:theme 0.36
w:there's 0.64  w:they 0.38  w:thing 0.55  w:think 0.44  w:thread 0.29  w:ticket 0.55  w:tiles 0.27
w:time 1.30  w:timeouts 0.39  w:tokens 0.27  w:toml 0.46  w:topic 0.24  w:topics 0.30  w:touch 0.20
w:touches 0.54  w:traffic 0.70  w:ttl 0.46  w:twice 0.16  w:ui 1.23  w:uncommitted 0.21  w:under 0.60
w:unique 0.47  w:unit 0.15  w:units 0.19  w:unity 0.76  w:unknown 0.30  w:unless 0.23  w:uns 0.40
w:update 0.35  w:url 0.30  w:usa 0.28  w:use 0.44  w:user 0.38  w:uses 0.40  w:utc 0.51  w:uv 0.34
w:validate 0.46  w:values 0.21  w:van 0.40  w:vendor's 0.27  w:version 0.43  w:via 0.19
w:viridis 0.15  w:vom 0.17  w:wait 0.98  w:want 0.35  w:wants 0.20  w:warehouse 1.21  w:warnings 0.37
w:watchdog 0.15  w:way 0.19  w:we're 0.25  w:webhook 0.50  w:weeks 0.16  w:well 0.33  w:werden 0.76
w:what 0.42  w:where 0.19  w:while 0.25  w:width 0.31  w:windows 0.38  w:wird 0.27  w:wire 0.40
w:without 0.97  w:works 0.24  w:workspace 0.23  w:wrap 0.41  w:write 0.32  w:writes 0.24
w:written 0.73  w:wrong 0.35  w:yaml 0.43  w:yarn 0.19  w:yml 0.27  w:you've 0.34  w:z 0.37
w:zod 0.59  w:zone 0.27  w:くこ 0.65  w:くだ 0.32  w:さい 0.32  w:しま 0.16  w:する 0.64  w:ださ 0.32  w:てく 0.20
w:では 0.58  w:ない 0.55  w:には 0.36  w:は必 0.38  w:るこ 0.44  w:スト 0.71  w:ット 0.33  w:テス 0.99  w:リリ 0.39
w:リー 0.39  w:ーク 0.63  w:ース 0.31  w:ータ 0.43  w:一律 0.36  w:不要 0.36  w:中文 0.30  w:代码 1.08  w:以后 0.43
w:回复 0.30  w:回答 0.33  w:律用 0.22  w:必ず 0.79  w:接口 0.20  w:文回 0.16  w:日本 0.19  w:时候 0.45  w:書く 0.65
w:本番 0.66  w:本語 0.19  w:测试 0.40  w:用中 0.28  w:用英 0.16  w:的时 0.45  w:英文 0.18  w:要在 0.46  w:请用 0.19
w:金额 0.45  w:커밋 0.46  w:about -1.11  w:account -0.42  w:adding -0.78  w:address -1.65  w:admin -1.06
w:agent -0.37  w:agents -0.99  w:alert -0.20  w:als -1.02  w:ansible -0.35  w:answer -1.51
w:approval -0.61  w:audit -0.20  w:aus -0.58  w:b -0.91  w:bei -0.42  w:better -0.81  w:bot -0.26
w:build -0.19  w:bullets -0.91  w:c -0.95  w:call -0.64  w:calls -0.69  w:can't -1.40  w:card -0.23
w:ci -0.48  w:codes -0.51  w:comment -0.95  w:comments -0.56  w:con -0.21  w:continue -0.60
w:csv -0.22  w:customer -0.65  w:d -0.34  w:date -0.49  w:db -0.55  w:debug -0.19  w:del -0.61
w:demo -0.42  w:den -0.31  w:denied -0.17  w:deploy -1.04  w:deshalb -0.47  w:dev -0.56  w:di -0.40
w:disable -0.48  w:disk -1.36  w:down -0.50  w:e -1.10  w:edit -0.29  w:enough -0.34  w:entrada -0.35
w:entries -1.37  w:environments -0.70  w:est -1.21  w:esta -0.55  w:está -0.27  w:etl -0.82
w:example -1.82  w:exists -0.43  w:export -0.41  w:f -1.70  w:failing -0.35  w:fails -0.69
w:fake -1.64  w:finish -0.41  w:fix -0.37  w:form -0.39  w:framework -0.69  w:gate -0.65
w:generate -0.73  w:geo -0.60  w:gh -0.73  w:give -0.21  w:has -0.31  w:header -0.71  w:her -1.80
w:home -1.28  w:hook -0.69  w:host -0.44  w:html -0.52  w:ich -0.70  w:idea -0.57  w:ignore -0.32
w:immutable -0.95  w:imperative -0.17  w:index -0.40  w:into -0.26  w:isn't -0.65  w:issue -0.47
w:ist -0.27  w:job -0.71  w:js -0.25  w:kel -0.25  w:key -0.17  w:lab -0.98  w:lan -1.20
w:leider -0.60  w:lives -0.85  w:lo -1.60  w:log -0.52  w:m -0.19  w:mail -0.43  w:mart -1.19
w:message -1.26  w:mirror -0.64  w:modified -0.18  w:modules -0.21  w:moment -0.31  w:most -0.52
w:needed -0.80  w:needs -0.29  w:network -0.32  w:next -0.65  w:nightly -0.17  w:non -0.83
w:notes -0.81  w:now -0.43  w:number -0.50  w:o -0.50  w:off -0.48  w:opinion -0.81  w:other -0.34
w:output -0.38  w:p -0.33  w:page -0.67  w:para -1.13  w:party -0.36  w:password -0.79
w:passwort -1.24  w:payroll -0.30  w:permission -0.50  w:personal -0.99  w:phone -0.66
w:playbook -1.04  w:possible -0.69  w:postgres -0.29  w:pr -0.64  w:private -0.59  w:product -0.58
w:proxy -0.42  w:prueba -0.28  w:pushing -0.64  w:q -0.70  w:quota -0.94  w:readme -0.90
w:request -0.27  w:requests -0.22  w:require -0.39  w:review -0.15  w:revisión -0.25  w:right -0.76
w:root -0.70  w:row -0.43  w:rule -0.78  w:rules -0.46  w:run -0.77  w:says -0.39  w:scratch -0.17
w:script -0.29  w:secret -1.82  w:seed -0.77  w:server -0.25  w:service -0.22  w:servidor -0.48
w:set -0.57  w:settings -0.18  w:shared -0.55  w:shell -0.18  w:short -0.93  w:sie -0.43  w:size -0.43
w:snapshot -0.33  w:sorry -0.49  w:src -0.61  w:ssh -1.19  w:step -0.22  w:still -0.85  w:tag -0.35
w:tasks -0.82  w:tells -0.60  w:test -0.28  w:tests -0.80  w:there -0.17  w:third -0.41  w:times -0.25
w:tmp -1.02  w:token -0.57  w:tool -0.46  w:tools -0.28  w:treat -0.93  w:turn -0.28  w:until -0.59
w:users -0.40  w:var -0.61  w:vault -0.36  w:verify -0.28  w:view -0.67  w:waiting -0.34  w:web -0.39
w:whenever -2.00  w:which -0.75  w:work -0.24  w:writing -0.26  w:year -0.74  w:yourself -1.01
w:この -0.42  w:され -0.20  w:てい -0.24  w:です -0.55  w:ので -0.33  w:りま -0.35  w:るの -0.28  w:ビュ -0.41
w:プロ -0.35  w:ュー -0.41  w:レビ -0.41  w:ワー -0.23  w:使う -0.66  w:外部 -0.38  w:提交 -0.53  w:每次 -0.50
w:注释 -0.67  w:目录 -0.71  w:这个 -1.03  w:니다 -1.06
"""
FORM: Final[Mapping[str, float]] = _read(_TABLE)
"""What each cue, shape and word (`w:`) is worth."""
