"""What belongs together in the trade: one line per topic, its words as people write them.

Two texts that share no word may still share a topic ("the page got sluggish" and "profile before optimising"). The table is
deliberately coarse, holds common trade knowledge only, and is searched as one text so that importing it costs nothing.
Not here: other languages (`glossary.py`), how much a shared topic counts (`relevance.py`).
"""

from __future__ import annotations

TOPICS = """
#test test tests testing spec specs unit suite pytest junit jest vitest rspec mocha assertion assert coverage tdd green red fails passing failing asserts check checks verify untested
#mock mock stub fake spy monkeypatch cassette vcr msw wiremock factory fixture double real network offline external third-party sandbox recorded recording
#flaky flaky intermittent sporadic nondeterministic unstable sometimes occasionally rerun one-in random again passes rarely
#snapshot snapshot golden baseline approval screenshot diff render differs image-diff rendering pixel pixels visual update
#e2e e2e playwright cypress selenium browser puppeteer smoke headless
#fuzz fuzz fuzzing hypothesis quickcheck
#slow slow slower slowed fast faster speed performance latency throughput optimise optimize profile sluggish lag laggy millisecond p99 p95 bottleneck stutter jank hotspot slowness slowly crawl crawls takes snappy responsive freeze freezes frozen choppy fps frame seconds forever
#bench benchmark benchmarks measure measurement compare speedup
#memory memory heap alloc allocate allocation leak oom malloc garbage ram footprint buffer killed 137 swap exhausted grows growing bloat space
#cache cache cached caching memoise memoize redis memcached ttl invalidate stale
#concurrent thread threads race lock mutex deadlock concurrent concurrency parallel async await goroutine isolate actor semaphore atomic blocking simultaneously both same-time simultaneous instance instances ordering interleaved overlapping collide collision hang hangs
#cron cron schedule scheduled scheduler nightly timer periodic hourly daily airflow recurring night every-day morning weekly evening noon at-night once-a-day early six runs
#queue queue worker background job celery sidekiq kafka rabbitmq sqs broker consumer producer message topic event enqueue stuck backlog lag processed processing messages events retries poison dead-letter order sequence ordering
#twice twice idempotent idempotency duplicate duplicated duplicates retry retries replay again dedupe repeated double doubled hitting pressed clicked two-times second-time resend resent repeat repeats delivered redelivered
#payment payment pay paid payed charge charged refund checkout card billing invoice idempotency purchase money cost wallet debit debited bought buy customer
#money money price prices amount currency cents decimal rounding bigdecimal tax vat fee fees invoice total cost euro dollar sum round rounded half discount discounts coupon subtotal wrong-total
#sql sql query queries select join postgres mysql mariadb sqlite database table rows lookup slow count wrong-results where group columns index
#schema schema migration migrate alembic flyway ddl column alter new-field column-type rename-column add-column nullable not-null field structure
#explain explain index indexes slow query plan tuning scan speed database lookup seq slow-query faster
#orm orm lazy eager loading relation relations association hibernate jpa sqlalchemy activerecord entity prefetch n+1 queries loops repeated relationship related objects
#seed seed fixture fixtures sample dataset dump testdata
#delete delete deleted deletes deletion remove removed removal drop purge erase wipe destroy truncate prune discard trash cleanup gone disappear disappeared forget forgotten unsubscribe close closed account closing leave wiped
#transaction transaction transactions rollback atomic outbox isolation
#commit commit commits message trailer amend squash author push save history credit co-author authored generated-with trailers
#branch branch branches checkout fork worktree start new fresh work-on ticket
#merge merge merging rebase conflict conflicts upstream force-push master main diverged behind out-of-date update pulled resolve resolving both
#regression regression regressions bisect broke worked yesterday culprit offending since slower regressed stopped suddenly used-to previously worse got breaking newly introduced
#release release deploy deployed deployment ship publish tag rollout production launch upload go-live hotfix semver beta rel version-number out-the-door customers candidate live tonight users-get rc
#rollout rollout canary bluegreen gradual traffic percent users small-share customers real staged
#ci ci pipeline workflow actions runner runners jenkins gitlab
#review review reviewer reviewers pullrequest feedback critique approve diff description look reviewing colleague teammate opinion teammates changes
#lint lint linter format formatter formatting eslint prettier ruff black flake8 clippy clang-format gofmt warning warnings indent indentation
#types type types typing typescript annotation annotations any optional undefined mypy hint
#naming name names named rename naming identifier abbreviation abbreviated variable called call short long prefix suffix style convention abbreviations cust
#comment comment comments docstring todo annotate explaining remark remarks explain line
#docs docs doc documentation readme wiki guide manual handbook tutorial howto explain page describe write-up spelling publish
#diagram diagram diagrams sketch draw drawing picture mermaid flowchart uml architecture talk communicate connections boxes arrows overview flow processes illustrate wiki
#chart chart charts plot plots figure visualise visualize palette matplotlib axis bar scatter histogram graph trend curve lines red green visual compare
#colour colour colours color colors palette theme hex contrast shade dark light tint
#screenshot screenshot screenshots visual theme ui
#dependency dependency dependencies package packages library libraries module gem crate npm pip cargo yarn pnpm install uninstall requirement vendored third-party add-library pull-in import third vendor external fuzzy helper
#upgrade upgrade upgrades bump update major outdated migrate
#licence licence license gpl agpl mit copyright legal
#lockfile lockfile lock frozen frozen-lockfile uv.lock yarn.lock resolved pinned pin integrity out-of-date outdated
#config config configuration setting settings environment variable dotenv yaml toml properties option default parameter value values env-var hardcoded constant switch knob
#secret secret secrets token password passwords credential credentials vault apikey passphrase keystore certificate signing env pass leak leaked rotate api-key print value
#auth auth login signin sign-in session token jwt oauth sso password logout permission role cookie expired unauthorized signed skew logged kicked forbidden access refused denied impersonate sign
#attack security vulnerability xss csrf cors origin origins attack exploit wildcard sanitise sanitize
#privacy privacy gdpr personal pii phone mask redact anonymise anonymize hash hashed health consent telemetry patient addresses names emails birthday diagnosis person people birth birthdate surname customers leak leaked identity anonymous
#log log logs logging logger print structlog slog stdout stderr loki console prints output trace tracing verbose noise noisy
#alert metric metrics monitor monitoring alert alerts dashboard grafana prometheus observability pager runbook oncall label woke wake paged notify threshold warn
#incident incident outage postmortem blameless downtime retrospective write-up broke happened timeline went-down blame report fire severity sev
#error error errors exception exceptions fail fails failure crash crashes traceback stacktrace panic throw raise catch unwrap handling problem broken broke wrong fault swallow swallowed handle rescue message 500 failed
#debug debug investigate diagnose reproduce cause bug trace stacktrace fix why wrong reason odd explain figure
#api api endpoint endpoints route rest request response handler controller openapi swagger graphql post client server json call service integration interface resource verb backend
#page pagination paginate paginated page pages cursor offset scroll many thousands results next items load-more big lists
#limit ratelimit throttle throttled 429 quota backoff banned requests burst too-many overload overloaded flood hammer bulk calls parallel
#timeout timeout timeouts timed hang hangs stuck deadline connect unresponsive waits waiting hanging never-returns slow responds stalls stalled stall
#webhook webhook webhooks callback signature hmac incoming notify received verify sender
#proto protobuf proto grpc buf field
#kubernetes kubernetes pod pods deployment helm manifest kubectl cluster namespace probe probes replica replicas chart container liveness readiness evicted oomkilled crashloop scale autoscale sidecar restart restarts restarting rolled memory cpu request
#docker docker container containers image images compose dockerfile volume volumes registry alpine
#cloud terraform infrastructure cloud provision aws gcp azure bucket instance vm resource resources ansible
#network network networkpolicy firewall ingress egress caller callers dns domain vpn tls reach reachable connect traffic block blocked talks called route open
#dns dns record ttl nameserver domain cname
#port port ports listen listens bind localhost socket server servers serve
#region region regions residency datacentre datacenter eu europe
#cost cost costs budget bill bills expensive spend finance warehouse price charge money chargeback savings pay bytes scanned owner
#ui ui button buttons screen component components widget frontend react vue svelte view tap click menu list table row card header footer tab sidebar toolbar tooltip toast banner spinner
#css css style layout margin padding flexbox grid z-index stacking responsive scss tailwind sticky behind overlap hidden layer layers hides hide covered covers overlaps overlapping beneath underneath above clipped cut align aligned alignment centre spacing width height gap left right dropdown header footer sidebar navbar popover
#modal modal dialog popup popover overlay drawer tooltip sheet escape focus
#form form forms input field fields validate validation submit signup sign-up register checkbox required zod textbox dropdown select age error-message placeholder registration age minimum
#a11y accessibility accessible a11y aria aria-label screenreader keyboard contrast focus magnifier blind tap tappable readable voiceover talkback deaf vision eyesight sight tiny small larger zoom tab
#icon icon icons svg glyph pictogram logo
#i18n i18n translation translations translate locale localisation localization string strings wording copy caption language multilingual label german spanish french english labels speak word sentence button-text title titles
#rtl rtl hebrew arabic right-to-left direction mirrored
#date date dates time timezone utc clock timestamp timestamps calendar week weeks moment dayjs dst midnight day days hour hours summer winter shifted tuesday monday sunday sundays monday weekly month year noon off-by-one birthday expiry
#csv csv excel spreadsheet export semicolon
#encoding encoding utf-8 utf8 unicode charset umlaut umlauts windows-1252 latin1 mojibake garbled question-mark boxes accents accented weird characters character strange gibberish question-marks squares special ascii
#endian endian endianness byte bytes wire binary protocol hex dump swapped order reversed little big
#pdf pdf font fonts printing document
#camera camera photo photos barcode scan scans scanner autofocus scanning lens flashlight focus viewfinder qr label reader
#mobile mobile android ios app phone device simulator emulator xcode swift kotlin flutter tablet handset handheld iphone ipad courier store beta testflight
#offline offline sync reception wifi disconnected connectivity signal cellar basement tunnel airplane plane underground connection internet reconnect flight outage spotty bad
#notify notification notifications push sms lock-screen inbox popup remind reminder
#email email emails mail mails letter mailer newsletter draft customer reply invitation write customers complaint answer respond polite subject
#writing write-up wording tone sentence sentences announcement text copy spelling draft
#build build builds compile compiling bundle gradle maven webpack vite toolchain artifact rebuild artifacts compiled compiler linker cold clean incremental fails
#size size bundle gzip megabyte download kilobyte bigger heavy smaller shrink grew growth weight load megabytes kb mb kilobytes trim
#generated generate generated generates codegen rendered template overwritten scaffold lost edited by-hand hand regenerated vanish vanished disappears
#shell shell bash zsh fish script scripts command commands terminal snippet sed grep
#flagcli cli flag flags option argument arguments help
#process process processes kill killed pid daemon port-in-use occupied hanging zombie stop running terminate free
#longrun background long running minutes hours nohup takes takes hour overnight wait slow entire complete full whole
#file file files directory folder temporary temp scratch trash move copy throw wipe clear old leftovers junk away
#search search find grep rg fd lookup locate occurrences where occurrence everywhere usages usage mentions look
#plan plan planning estimate estimation feature risk riskiest epic proposal start begin idea scope breakdown tackle roadmap rough weeks effort
#agent agent agents subagent subagents spawn delegate helpers fan-out delegating parallelise
#board hardware board boards firmware flash flashes sensor mcu microcontroller gpio serial bricked device physical jtag usb prototype bench-unit burn
#realtime interrupt interrupts isr rtos polling poll battery power sleep watchdog timing callback irq microseconds tick latency idle consumption drains drain current
#number float floats floating fixed-point fixed integer fpu q15 overflow precision sum sums rounded cents decimals precise division fraction half percent
#pipeline warehouse etl dbt spark mart marts staging parquet snowflake incremental dag airflow nightly load loads rows sources facts analyst analysts report reports table
#backfill backfill backfills reload reprocess history year missing rerun old past months refill
#ml training train split evaluation leak leaks model predict prediction accuracy overfit validate validation holdout features score scores
#game game player level scene physics savegame savegames unity shader shaders sprite dialogue asset assets jump movement walk walking fall falls falling character enemy input controller stutter spawn quest npc graphics material
#save save saved saves savegame progress persist load old-version players compatible restore
#geo coordinate coordinates latitude longitude lat lon map gps geo location marker place swapped route sea ocean africa pin pins distance address
#tenant tenant tenants org organisation organization shard client clients merchant company companies partner partners customer
#regex regex regexp pattern patterns expression validator match matches matching postcode plate plates iban
#parser parser parsers parse parsing lexer grammar decode reader
#unsafe unsafe pointer ffi miri undefined-behaviour
#compat compatibility breaking semver deprecate deprecated public exported legacy signature callers breaking-change rename renamed removing downstream consumers users old clients
#refactor refactor refactoring refactorings restructure cleanup extract simplify behaviour tidy reorganise reorganize move moving messy nicer cleaner split duplicated duplicate
#toggle feature-flag flag flags toggle experiment rollout gradually behind switch enable disable percent dark-launch
#layers import imports module modules barrel circular service repository repositories boundary depend cycle cyclic structure architecture where-to-put belongs logic
#inject inject injection constructor autowired bean singleton static wiring dependencies new
#dto dto mapping mapper mapstruct convert
#shutdown shutdown graceful drain sigterm terminate restart stop restarts killed signal exit stopping stopped drains lose lost rolling kill pod termination
#analytics analytics tracking tracked funnel click clicks event measure usage users-do behaviour count dashboard button
#verify verify verified verification proof evidence confirm fixed done reproduction really works solved reproduced finished sure
#teach explain explanation teach analogies beginner understand learn new concept how-does confused walk-through
#browserstate fetch fetching useeffect query state server
#late late arriving delayed missing rows delay hours-later yesterday older out-of-order trailing
#boot startup boot launch white blank screen starts starting opens open crash crashes launching splash empty
#prod production prod live console customers real server fix-directly inspect
#staging staging preview preproduction preprod environment test-environment demo qa acceptance try
#cleanup cleanup clean prune disk space reclaim full gigabytes free old unused
#image picture photo upload avatar thumbnail
#audit audit compliance history trail who-changed trace accountability log changed
"""

PHRASES = {
    "pull request": "pullrequest",
    "pull requests": "pullrequest",
    "merge request": "pullrequest",
    "stack trace": "stacktrace",
    "screen reader": "screenreader",
    "rate limit": "ratelimit",
    "feature flag": "feature-flag",
    "time zone": "timezone",
    "dead letter": "dead-letter",
    "white screen": "blank",
    "end to end": "e2e",
    "end-to-end": "e2e",
    "on call": "oncall",
    "on-call": "oncall",
    "sub agent": "subagent",
    "sub-agent": "subagent",
    "code review": "review",
    "set up": "setup",
    "log in": "login",
    "sign in": "signin",
    "sign up": "signup",
    "roll out": "rollout",
    "release notes": "release-notes",
    "n+1": "eager",
    "load test": "benchmark",
    "unit test": "test",
    "github action": "github-actions",
    "machine learning": "machine-learning",
    "language model": "language-model",
    "garbage collection": "garbage-collection",
    "single sign on": "single-sign-on",
    "single sign-on": "single-sign-on",
    "multi factor": "multi-factor",
    "two factor": "multi-factor",
    "two-factor": "multi-factor",
    "cross site scripting": "cross-site-scripting",
    "regular expression": "regex",
    "continuous integration": "ci",
    "command line": "cli",
    "user interface": "ui",
    "virtual environment": "venv",
    "file system": "filesystem",
    "back end": "backend",
    "back-end": "backend",
    "front end": "frontend",
    "front-end": "frontend",
    "time out": "timeout",
    "web socket": "websocket",
    "web hook": "webhook",
    "clean up": "cleanup",
    "roll back": "rollback",
    "back up": "backup",
    "shut down": "shutdown",
    "log out": "logout",
    "sign out": "logout",
}
"""Several words for one; they count as whole words, with an `s` behind them too."""

ALIASES = {
    "k8s": "kubernetes",
    "k8": "kubernetes",
    "kube": "kubernetes",
    "pkg": "package",
    "pkgs": "package",
    "dep": "dependency",
    "deps": "dependency",
    "db": "database",
    "dbs": "database",
    "pg": "postgres",
    "psql": "postgres",
    "postgresql": "postgres",
    "authn": "auth",
    "authz": "auth",
    "authentication": "auth",
    "authorization": "auth",
    "authorisation": "auth",
    "authenticate": "auth",
    "signin": "login",
    "cfg": "config",
    "conf": "config",
    "configuration": "config",
    "env": "environment",
    "envs": "environment",
    "envvar": "environment",
    "repo": "repository",
    "repos": "repository",
    "pr": "pullrequest",
    "prs": "pullrequest",
    "mr": "pullrequest",
    "mrs": "pullrequest",
    "doc": "documentation",
    "docs": "documentation",
    "prod": "production",
    "dev": "development",
    "js": "javascript",
    "ts": "typescript",
    "py": "python",
    "rb": "ruby",
    "rs": "rust",
    "golang": "go",
    "tf": "terraform",
    "gha": "github-actions",
    "ci/cd": "ci",
    "tmp": "temporary",
    "temp": "temporary",
    "dir": "directory",
    "dirs": "directory",
    "folder": "directory",
    "fn": "function",
    "func": "function",
    "impl": "implementation",
    "perf": "performance",
    "mem": "memory",
    "msg": "message",
    "msgs": "message",
    "param": "parameter",
    "params": "parameter",
    "arg": "argument",
    "args": "argument",
    "ver": "version",
    "pwd": "password",
    "passwd": "password",
    "passphrase": "password",
    "creds": "credential",
    "a11y": "accessibility",
    "l10n": "i18n",
    "internationalization": "i18n",
    "internationalisation": "i18n",
    "localization": "i18n",
    "localisation": "i18n",
    "color": "colour",
    "colors": "colour",
    "license": "licence",
    "licenses": "licence",
    "lib": "library",
    "libs": "library",
    "bg": "background",
    "img": "image",
    "btn": "button",
    "req": "request",
    "resp": "response",
    "ws": "websocket",
    "tz": "timezone",
    "ts-node": "typescript",
    "stacktraces": "stacktrace",
    "backtrace": "stacktrace",
    "traceback": "stacktrace",
    "mig": "migration",
    "cmd": "command",
    "cmds": "command",
    "exe": "executable",
    "bin": "binary",
    "err": "error",
    "errs": "error",
    "regexp": "regex",
    "regexes": "regex",
    "spec": "test",
    "specs": "test",
    "linter": "lint",
    "linting": "lint",
    "formatter": "format",
    "formatting": "format",
    "deployment": "deploy",
    "deployments": "deploy",
    "behavior": "behaviour",
    "behaviors": "behaviour",
    "optimize": "optimise",
    "analyze": "analyse",
    "serialize": "serialise",
    "initialize": "initialise",
    "organization": "organisation",
    "initialization": "initialise",
    "center": "centre",
    "gray": "grey",
    "mail": "email",
    "mails": "email",
    "e-mail": "email",
    "e-mails": "email",
    "sms": "notification",
    "photo": "image",
    "picture": "image",
    "ctx": "context",
    "str": "string",
    "bool": "boolean",
    "int": "integer",
    "len": "length",
    "idx": "index",
    "arr": "array",
    "obj": "object",
    "attr": "attribute",
    "attrs": "attribute",
    "prop": "property",
    "props": "property",
    "elem": "element",
    "elems": "element",
    "char": "character",
    "chars": "character",
    "ptr": "pointer",
    "buf": "buffer",
    "alloc": "allocate",
    "ack": "acknowledge",
    "cert": "certificate",
    "certs": "certificate",
    "conn": "connection",
    "conns": "connection",
    "dupe": "duplicate",
    "dupes": "duplicate",
    "dedup": "dedupe",
    "deduplicate": "dedupe",
    "deduplication": "dedupe",
    "exec": "execute",
    "ext": "extension",
    "gql": "graphql",
    "gh": "github",
    "hw": "hardware",
    "fw": "firmware",
    "sw": "software",
    "init": "initialise",
    "iface": "interface",
    "ifaces": "interface",
    "mgmt": "management",
    "mgr": "manager",
    "mw": "middleware",
    "nav": "navigation",
    "notif": "notification",
    "notifs": "notification",
    "org": "organisation",
    "orgs": "organisation",
    "orig": "original",
    "perm": "permission",
    "perms": "permission",
    "pic": "image",
    "pics": "image",
    "pref": "preference",
    "prefs": "preference",
    "prev": "previous",
    "proc": "process",
    "procs": "process",
    "qty": "quantity",
    "rand": "random",
    "recv": "receive",
    "seq": "sequence",
    "src": "source",
    "dest": "destination",
    "std": "standard",
    "stmt": "statement",
    "stmts": "statement",
    "stg": "staging",
    "svc": "service",
    "svcs": "service",
    "sys": "system",
    "tbl": "table",
    "tgt": "target",
    "tpl": "template",
    "tmpl": "template",
    "tx": "transaction",
    "txn": "transaction",
    "txns": "transaction",
    "util": "utility",
    "utils": "utility",
    "var": "variable",
    "vars": "variable",
    "vuln": "vulnerability",
    "vulns": "vulnerability",
    "yml": "yaml",
    "md": "markdown",
    "sh": "shell",
    "ps1": "powershell",
    "pwsh": "powershell",
    "kt": "kotlin",
    "ipynb": "notebook",
    "np": "numpy",
    "sklearn": "scikit-learn",
    "torch": "pytorch",
    "pgsql": "postgres",
    "mongo": "mongodb",
    "rmq": "rabbitmq",
    "rabbit": "rabbitmq",
    "memcache": "memcached",
    "sqlite3": "sqlite",
    "nodejs": "node",
    "node.js": "node",
    "reactjs": "react",
    "react.js": "react",
    "vuejs": "vue",
    "vue.js": "vue",
    "nextjs": "next.js",
    "python3": "python",
    "pip3": "pip",
    "osx": "macos",
    "virtualenv": "venv",
    "o11y": "observability",
    "infra": "infrastructure",
    "admin": "administrator",
    "admins": "administrator",
    "max": "maximum",
    "sso": "single-sign-on",
    "fs": "filesystem",
    "xss": "cross-site-scripting",
    "llm": "language-model",
    "llms": "language-model",
    "gc": "garbage-collection",
    "mfa": "multi-factor",
    "2fa": "multi-factor",
    "oauth2": "oauth",
    "ml": "machine-learning",
    "favorite": "favourite",
    "normalize": "normalise",
    "synchronize": "synchronise",
    "customize": "customise",
    "canceled": "cancelled",
}
"""One word for what people write in several ways; read so in rules and in tasks, hence both ways. An entry has one meaning in the trade:
`min`, `ref`, `dst`, `sec`, `res` and `es` are not in it. A plural of five letters or more goes with its singular."""

STOP = frozenset(
    """
a about above after again against all also am an and any are as at be because been before being below between both but by can cannot
could did do does doing done down during each either else ever every few for from further get gets getting go goes going got had has have
having he her here hers him his how however i if in into is isn it its itself just kindly least less let like ll lot lots maybe me might more
most much must my myself need needs neither never no nor not now of off ok okay on once one only onto or other our ours out over own per
please pls plz quite rather re really s same shall she should since so some someone something soon still such t than that the their theirs them
then there these they thing things this those though through till to today tomorrow too under until up upon us use used uses using ve very via want wants was we well were
what when where whether which while who whom whose why will with within without would yes yet you your yours
always instead anyone anything everything everywhere first last next another around away back
hi hello hey thanks thank sure already don doesn didn won isn aren wasn shouldn couldn
der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war wird werden mit von zu zum zur im in auf fur für aus bei nach vor uber über es er sie wir ihr ich du
man sich auch nur noch schon wie was wer wo wann warum dass als wenn bitte kann muss soll sollen hat haben mir mich uns alle
el la los las un una unos unas y o pero no es son fue con de del al en por para que se su sus lo le les como mas más este esta esto ese esa si sí ya muy hay donde cuando porque quien
""".split()  # noqa: SIM905 - words are read as a text
)

GENERIC = frozenset(
    """
add new make write create change update fix do implement set put give show tell check look work try start keep take come call want turn bring handle
ensure include apply introduce provide support help say ask think see simple quick small big whole current existing code project app application thing part
issue problem way case bit sort kind line number value user people team day week minute time hour morning user name
""".split()  # noqa: SIM905 - words are read as a text
)
