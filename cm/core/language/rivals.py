"""Tools that do one job, so that a rule for one speaks against the others: the table of the trade.

One line per job: its name, then its members; `=` joins names of one member. A job marked `!` explains itself ("use npm" and
"use pnpm" collide without another word); of the others two rules must also share what they are about. A member may stand
in several jobs. Not here: how a rule is read for them (`claims.py`), what follows from it (`relation.py`).
"""

from __future__ import annotations

from typing import Final

RIVALS: Final = """
node packages!: npm=npx=npm install=npm ci=package-lock.json, pnpm=pnpm-lock.yaml, yarn=yarn.lock, bun=bunx=bun install
python packages!: pip=pip install=pip-tools=requirements.txt, poetry=poetry.lock, uv=uv add=uv.lock=uv pip=uv run=uvx, pipenv=pipfile, conda=mamba=micromamba, pdm, hatch, rye
python builds: setuptools=setup.py, hatchling, flit, poetry-core, maturin, scikit-build
python tests!: pytest, unittest, nose=nose2, doctest
python format!: black, ruff format, yapf, autopep8
python lint!: flake8, pylint, ruff=ruff check, pyflakes
python types!: mypy, pyright=basedpyright, pyre, pytype
python web: django, flask, fastapi, starlette, bottle, tornado, sanic, litestar, aiohttp server
python http!: requests, httpx, urllib3, urllib, aiohttp
python paths!: pathlib, os.path
python data!: pandas, polars, dask, vaex
python models: pydantic, attrs, dataclasses=dataclass, marshmallow, msgspec, typeddict
python orm: sqlalchemy, django orm, peewee, tortoise, sqlmodel
python tasks: celery, rq, dramatiq, huey, arq
python cli: argparse, click, typer, docopt, fire
string format: f-strings=f-string=fstring, str.format=.format, percent formatting=%-formatting=% formatting
mocks: mock=unittest.mock=mocker=monkeypatch, fakes=fake, stubs=stub
http mocks: responses, vcr=vcrpy=cassettes, respx, httpretty, wiremock, nock, msw, requests-mock, mountebank, polly
js tests!: jest, vitest, mocha, jasmine, ava, node:test=node test runner=node --test, karma, tape
browser tests!: cypress, playwright, selenium=webdriver, puppeteer, testcafe, webdriverio, nightwatch
component tests!: enzyme, testing library=react testing library=rtl, react-test-renderer
js bundler!: webpack, vite, rollup, esbuild, parcel, turbopack, rspack, rolldown
js lint!: eslint, biome, tslint, oxlint, standardjs, xo
js format!: prettier, biome format, dprint
js framework!: react, vue, angular, svelte, solid=solidjs, preact, lit, ember, alpine.js, htmx, jquery, qwik
js meta framework!: next.js=nextjs, remix, nuxt, gatsby, astro, sveltekit
js http!: axios, fetch, got, superagent, ky, xmlhttprequest=xhr, node-fetch, undici
js state!: redux=redux toolkit, mobx, zustand, jotai, recoil, pinia, vuex, context api=react context, xstate, effector
js dates!: moment=moment.js, date-fns, dayjs=day.js, luxon, temporal
js query!: react query=tanstack query, swr, rtk query, apollo client, urql
js schema: zod, yup, joi, ajv, valibot, io-ts, superstruct, class-validator, arktype
js server: express, fastify, koa, nestjs=nest, hapi, hono
js orm!: prisma, typeorm, sequelize, drizzle, knex, mikro-orm, objection
js modules!: commonjs=cjs=require, esm=es modules=ecmascript modules=import
js monorepo: turborepo=turbo, nx, lerna, rush
js runtime: node=node.js=nodejs, deno, bun runtime
js util: lodash=underscore, ramda, native methods=built-in methods=plain array methods
js quotes: single quotes=single-quoted=single quote, double quotes=double-quoted=double quote, backticks
js functions: arrow functions=arrow function, function declarations=function declaration=function keyword
js declarations: const, let, var
js exports: default export=default exports, named export=named exports
js async: async/await=async=await, callbacks=callback, promises=promise chains=.then
js components: functional components=function components=hooks, class components=class component
js types: interface=interfaces, type alias=type aliases
js enums: enum=enums, union types=string unions=union of literals=literal types=const objects, string constants
styles!: tailwind=tailwindcss, css modules=css-modules, styled-components=styled components, emotion, sass=scss, less css, vanilla-extract, bootstrap, bulma, inline styles=inline style, plain css
layout: flexbox=flex, css grid, floats, tables for layout
ui kit!: material ui=mui, chakra=chakra ui, ant design=antd, shadcn=shadcn/ui, radix, headless ui, mantine
charts: d3, chart.js, recharts, plotly, highcharts, echarts, matplotlib, seaborn, bokeh, altair, vega
diagrams: mermaid, plantuml, graphviz=dot, drawio=draw.io, ascii art=ascii diagrams, excalidraw, d2, lucidchart
version control!: git, mercurial=hg, svn=subversion, jujutsu=jj, perforce
merging!: merge commit=merge commits=no-ff=--no-ff, rebase=rebasing=linear history=fast-forward=ff-only, squash=squash merge=squash-merge=squash and merge
syncing: git pull --rebase=pull --rebase=rebase, git merge=merge main=merge
branching!: trunk-based development=trunk-based=trunk based, git flow=gitflow=git-flow, feature branches=feature branch, long-lived branches
commit style: conventional commits, free-form commit messages, gitmoji
commit mood: imperative=imperative mood, past tense, present tense=third person
commit shape: one commit=single commit=squashed commit=one big commit, small commits=several commits=many commits=atomic commits
forge: github, gitlab, bitbucket, gitea, azure devops=azure repos
ci!: github actions, gitlab ci, jenkins, circleci, travis=travis ci, buildkite, drone, teamcity, azure pipelines, bamboo
tickets: jira, linear, trello, github issues, asana, youtrack, redmine
chat: slack, teams=microsoft teams, discord, mattermost, email=mail, zulip
task runner!: make=makefile, just=justfile, task=taskfile, rake, invoke, nox, tox, npm scripts=package.json scripts, mage, doit
containers!: docker=docker engine=docker compose=docker-compose, podman=podman compose, containerd=nerdctl, buildah, lxc
base image!: alpine, debian=debian slim=slim, ubuntu, distroless, scratch, ubi, wolfi, fedora
orchestration!: kubernetes=k8s, nomad, docker swarm=swarm, ecs, mesos
kubernetes packaging!: helm, kustomize, raw manifests=plain manifests, jsonnet, cdk8s, ksonnet
gitops: argo cd=argocd, flux=fluxcd
local kubernetes: minikube, kind, k3d, k3s, microk8s
infrastructure as code!: terraform, opentofu=tofu, pulumi, cloudformation, cdk=aws cdk, bicep, crossplane
machine config!: ansible, puppet, chef, saltstack=salt
cloud: aws, gcp=google cloud, azure, digitalocean, hetzner, heroku, fly.io, on-premises=on-prem
iac layout: terraform workspaces=workspaces, directory per environment=directories per environment=separate directories
rollout: blue-green=blue/green, canary=canaries, rolling update=rolling updates=rolling deploy, big bang, recreate
secrets store!: vault=hashicorp vault, secrets manager=aws secrets manager, sops, 1password, doppler, .env files=dotenv=.env file=.env, sealed secrets, bitwarden, keychain, parameter store=ssm
relational database!: postgres=postgresql, mysql, mariadb, sqlite, oracle, sql server=mssql, cockroachdb=cockroach
document database: mongodb=mongo, dynamodb, couchdb, firestore, cassandra, redis as database
cache!: redis, memcached, valkey, in-memory cache=in-process cache=lru cache, hazelcast, caffeine, ehcache
queue!: kafka, rabbitmq, sqs, nats, redis streams, pulsar, pub/sub=pubsub, activemq, zeromq, kinesis
search engine: elasticsearch, opensearch, solr, meilisearch, typesense, algolia
warehouse: snowflake, bigquery, redshift, clickhouse, databricks, duckdb
scheduler!: airflow, dagster, prefect, luigi, cron=crontab, systemd timers=systemd timer, argo workflows
dataflow: spark=pyspark, flink, beam, hadoop, dbt, storm
data file!: parquet, csv, avro, orc, feather=arrow, jsonl=json lines, excel=xlsx
migrations!: alembic, flyway, liquibase, sqitch, django migrations, golang-migrate=goose, prisma migrate, dbmate, hand-written sql=handwritten sql
sql access: raw sql=plain sql=hand-written queries, orm=query builder, stored procedures=stored procedure
keys: uuid=uuids=uuidv4=uuid4, ulid=ulids=uuidv7, auto-increment=autoincrement=serial=bigserial=integer ids=bigint=identity columns, natural keys=natural key, snowflake ids, nanoid
timestamps: timestamptz=timestamp with time zone, timestamp without time zone=naive timestamp, unix timestamps=epoch=unix time=epoch seconds, iso 8601=iso-8601=iso8601=rfc 3339=rfc3339
deletion: soft delete=soft-delete=soft deletes=soft deletion=deleted_at=tombstone, hard delete=hard-delete=hard deletes=physical delete=delete physically=physically
locking: optimistic=optimistic locking=version column=optimistically, pessimistic=pessimistic locking=select for update=for update=pessimistically
pagination: cursor=cursor-based=keyset=cursor pagination, offset=limit/offset=offset-based=page number=page numbers
api style!: rest=restful, graphql, grpc, soap, trpc, json-rpc, xml-rpc, odata
wire format: json, xml, protobuf=protocol buffers=proto, msgpack=messagepack, avro, yaml, cbor, thrift, flatbuffers
live updates: websockets=websocket=web socket, sse=server-sent events, polling=long polling=poll, webhooks=webhook
api versions: url version=version in the url=path version=/v1/, header version=version header=accept header
auth!: jwt=jwts=json web tokens, server-side sessions=session cookies=session cookie=sessions, api keys=api key, basic auth, oauth=oauth2=oidc, saml, mtls=mutual tls
token place: localstorage=local storage=sessionstorage, httponly cookies=httponly cookie=http-only cookie=cookie=cookies, memory only
password hash!: bcrypt, argon2=argon2id, scrypt, pbkdf2, md5, sha-1=sha1, sha-256=sha256
digest: md5, sha-1=sha1, sha-256=sha256, sha-512=sha512, blake3=blake2, crc32
cipher: aes=aes-gcm=aes-256, chacha20, des=3des, rc4, rsa, ed25519=ecdsa
key kind: rsa keys=rsa, ed25519, ecdsa
config file!: yaml=yml, toml, json=json5, ini, hcl, xml, properties file=.properties, jsonnet, cue, environment variables=env vars=environment variable=env var, command-line flags
documents!: markdown, asciidoc=adoc, restructuredtext=rst, latex, html, word=docx, confluence, notion, google docs, wiki
docs site: mkdocs, sphinx, docusaurus, hugo, jekyll, vitepress, mdbook, gitbook
docstrings: google style=google-style=google docstrings, numpy style=numpydoc=numpy-style, sphinx style=restructuredtext docstrings=rest docstrings
architecture records: adr=adrs, rfc=rfcs, design doc=design docs
log library!: structlog, loguru, logging module=stdlib logging, print=print statements, winston, pino, bunyan, console.log, log4j=log4j2, logback, slf4j, java.util.logging, zap, zerolog, slog, logrus, tracing crate, env_logger, serilog, nlog
log format: json logs=structured logs=structured logging=json lines, plain text logs=plain-text logs=free text logs=human-readable logs
log level: trace level=trace, debug level=debug, info level=info, warn=warning=warn level=warning level, error level=error, fatal=critical
log stream: stdout=standard output, stderr=standard error, log files=log file=a file, syslog=journald
telemetry!: prometheus, datadog, new relic, statsd, opentelemetry=otel, cloudwatch, graphite, influxdb
error tracker: sentry, rollbar, bugsnag, honeybadger, airbrake
log store: loki, elk=elasticsearch stack=kibana, splunk, graylog, cloudwatch logs
error style!: exceptions=raise=throw=throwing, result=result type=result types=result objects=either, error codes=error code=return codes=sentinel values, panic=panics, none on failure=null on failure
null style: optional=optionals=option, null=nulls=nil=none, null object=empty object=sentinel
java build!: maven=mvn=pom.xml, gradle=gradlew=build.gradle, ant, bazel, sbt
build system!: cmake, meson, bazel, scons, autotools=autoconf, ninja, buck, premake, xmake
gradle dialect: kotlin dsl=build.gradle.kts, groovy dsl=groovy
java tests!: junit=junit 5=jupiter=junit 4, testng, spock, kotest
java asserts!: assertj, hamcrest, truth, junit assertions
java mocks!: mockito, easymock, powermock, mockk, jmockit, wiremock
java injection: constructor injection, field injection=@autowired fields=autowired fields, setter injection
java web: spring=spring boot, quarkus, micronaut, jakarta ee, dropwizard, ktor, vert.x
java orm: hibernate=jpa, jooq, mybatis, jdbc=jdbctemplate=jdbc template, jdbi, exposed
java json: jackson, gson, moshi, kotlinx.serialization
java code: lombok, records=java records=record classes, hand-written getters
go tests: testify, standard testing=testing package=stdlib testing, ginkgo=gomega, gocheck
go errors: errors.is=fmt.errorf=%w, pkg/errors
go web: gin, echo, chi, fiber, net/http=stdlib router=gorilla
go data: gorm, sqlx, sqlc, ent, database/sql, pgx
go cli: cobra, urfave/cli=urfave, kong, flag package=stdlib flag
go injection: wire=google wire, fx=uber fx, manual wiring=by hand=manual constructors
go lint: golangci-lint, staticcheck, go vet, golint
rust errors!: anyhow, thiserror, eyre=color-eyre, unwrap=expect
rust runtime!: tokio, async-std, smol
rust web: axum, actix=actix-web, rocket, warp
rust tests: nextest=cargo nextest, cargo test
ruby tests!: rspec, minitest, test::unit
ruby style: rubocop, standardrb=standard
ruby data: factory bot=factorybot=factory_bot=factories, fixtures=fixture
ruby jobs: sidekiq, resque, delayed job=delayed_job, good_job, solid_queue
ruby templates: erb, haml, slim
php packages: composer, pear
php tests!: phpunit, pest, codeception
php web: laravel, symfony, codeigniter, slim framework
php lint: phpstan, psalm
dotnet tests!: xunit, nunit, mstest
dotnet mocks!: moq, nsubstitute, fakeiteasy
dotnet data!: entity framework=ef core, dapper, nhibernate, ado.net
dotnet json!: newtonsoft=newtonsoft.json=json.net, system.text.json
cpp tests!: googletest=gtest=google test, catch2, doctest, boost.test
cpp packages: conan, vcpkg, fetchcontent, git submodules=submodules=submodule
cpp format: clang-format, astyle, uncrustify
cpp compilers: gcc=g++, clang=clang++, msvc
cpp pointers: smart pointers=unique_ptr=shared_ptr=std::unique_ptr=std::shared_ptr, raw pointers=raw pointer=new/delete
cpp headers: #pragma once=pragma once, include guards=include guard=#ifndef guards
debuggers: gdb, lldb, printf debugging, pdb, ipdb, breakpoint
ios ui!: swiftui, uikit, storyboards=storyboard=xib
ios packages!: swift package manager=spm=swiftpm, cocoapods=podfile, carthage
ios tests: xctest, swift testing, quick=nimble
ios async: combine, rxswift, async sequences=async/await, completion handlers=delegates
ios state: core data, swiftdata, realm, grdb
android ui!: jetpack compose=compose ui, xml layouts=xml layout=xml views=data binding=view binding, fragments
android injection!: hilt, dagger, koin
android http!: retrofit, volley, okhttp, ktor client
android images: coil, glide, picasso, fresco
android async: coroutines=flow, rxjava, livedata, asynctask
cross mobile!: flutter, react native, xamarin=maui, ionic=capacitor, kotlin multiplatform, native apps
flutter state: bloc, riverpod, provider, getx
game engine!: unity, unreal, godot, bevy
shell!: bash, zsh, fish, posix sh=sh=dash, powershell=pwsh, cmd.exe=batch
editor: vim=neovim, emacs, vscode=vs code, intellij, pycharm, sublime
terminal multiplexer: tmux, screen
file search!: ripgrep=rg, grep=grep -r, ag=silver searcher, ack, git grep
file find!: fd, find
json tool: jq, yq, python -m json.tool
download: curl, wget, httpie
python version manager!: pyenv, asdf, mise, conda env
node version manager!: nvm, fnm, volta, asdf, mise, n, corepack
python env: venv=virtualenv, conda, docker, global interpreter=system python
hooks: husky, lefthook, pre-commit
package source: homebrew=brew, apt=apt-get, nix, snap, macports, winget, chocolatey
os for dev: linux, macos=mac, windows, wsl
line ends: lf=unix line endings, crlf=windows line endings
indent: tabs=tab=hard tabs, spaces=space=soft tabs=two spaces=four spaces=2 spaces=4 spaces
encoding: utf-8=utf8, latin-1=latin1=iso-8859-1, windows-1252=cp1252, utf-16, ascii=ascii-only
case of names: snake_case=snake case=snake-case, camelcase=camel case=lowercamelcase, pascalcase=pascal case=uppercamelcase, kebab-case=kebab case, screaming_snake_case=upper snake case=upper_case, lowercase=lower-case=lower case, uppercase=upper-case=upper case=all caps
number of nouns: plural=plurals=plural names=plural nouns, singular=singular names=singular nouns
spelling: british english=british spelling=en-gb, american english=american spelling=us english=us spelling=en-us
form of address: sie=formal=formally=formal tone, du=informal=informally=casual=casual tone
talk: german=deutsch, english=englisch, spanish=español=spanisch, french=français=französisch, chinese=mandarin, japanese, portuguese, italian, dutch, polish, russian, korean, swedish, turkish
code language: python, javascript, typescript, java, kotlin, go=golang, rust, c++, c#=csharp, ruby, php, scala, swift, objective-c=objc, elixir, haskell, perl, lua, bash=shell script=shell scripts, sql, groovy, zig, clojure, f#, coffeescript, c
versioning!: semver=semantic versioning, calver=calendar versioning, zerover, date-based versions, git sha=commit sha=commit hash
pinning: pinned=exact versions=exact version=pin exact=pin=pinned versions=fixed versions, ranges=range=version ranges=caret ranges=caret=tilde=floating=unpinned=latest
image tag: latest=:latest=latest tag, digest=digests=sha digest, version tag=version tags=semver tag
money: decimal=bigdecimal=decimals, float=floats=floating point=double=doubles, integer cents=cents=minor units=integers
time zone: utc, local time=local timezone=local time zone=cet=europe/berlin=server time
date shape: iso dates=iso format=iso 8601=yyyy-mm-dd, dd.mm.yyyy=german dates, mm/dd/yyyy=us dates, unix timestamp
decimal mark: decimal point=point, decimal comma=comma
measures: metric=metric units=si units, imperial=imperial units
units of time: nanoseconds=nanosecond=ns, microseconds=microsecond, milliseconds=millisecond=ms, seconds=second, minutes=minute, hours=hour, days=day
units of size: bytes=byte, kilobytes=kilobyte=kb=kib, megabytes=megabyte=mb=mib, gigabytes=gigabyte=gb=gib
units of heat: celsius, fahrenheit, kelvin
units of money: euros=euro=eur, dollars=dollar=usd, pounds=gbp, yen, francs=chf
cadence: hourly=every hour, daily=every day=nightly=every night=once a day=each day, weekly=every week=once a week=each week, monthly=every month=once a month, quarterly=every quarter, yearly=annually=every year, fortnightly=every two weeks=biweekly
weekday: monday=mondays, tuesday=tuesdays, wednesday=wednesdays, thursday=thursdays, friday=fridays, saturday=saturdays, sunday=sundays
endianness: big-endian=big endian=network byte order, little-endian=little endian
indexing: zero-based=0-based=zero based=start at 0, one-based=1-based=one based=start at 1
rounding: half even=half_even=banker's rounding=bankers rounding, half up=half_up=round up, truncate=truncation=round down
coverage of tests: unit tests=unit test, integration tests=integration test, end-to-end tests=e2e tests
test place: beside the code=next to the code=colocated=co-located=alongside the code=beside the source=next to the source=same directory=same folder=next to the file, tests/=test directory=tests directory=tests folder=tests/ directory=separate directory=separate folder=top-level tests=__tests__=test/=src/test
test data: fixtures=fixture files, factories=factory=builders, production data=real data=production dumps, synthetic data=generated data=fake data
test database: sqlite in memory=in-memory database=in-memory sqlite=h2, real database=real postgres=testcontainers, mocked database=mock database
test style: table-driven=table-driven tests=parametrize=parametrised=parameterized, one test per case=separate test functions
config place: environment variables=env vars=environment, config file=config files=configuration file, hard-coded=hardcoded=hardcode
repo shape: monorepo=mono repo=single repository, polyrepo=multi-repo=separate repositories=one repo per service
service shape: monolith=modular monolith, microservices=microservice, serverless=lambda functions
code shape: functional style=functional programming=pure functions, object-oriented=classes=oop
reuse: inheritance=subclassing=subclass=base classes, composition=composing
import style: absolute imports=absolute import, relative imports=relative import, wildcard imports=star imports=import *
wrap: hard wrap=hard-wrap=hard-wrapped=hard line breaks=hard line wraps=wrap at, soft wrap=soft-wrap=one sentence per line=one paragraph per line=no hard wraps=semantic line breaks
braces: same line=k&r, new line=allman=own line=next line
comments: line comments=//, block comments=/* */
todo place: todo comments=todo in code=todos in the code, tickets=issues=ticket=issue tracker
answer shape: bullets=bullet points=bulleted list=lists, prose=paragraphs=full sentences=running text, tables=table
answer diff: diff=diffs=patch=patches, full files=full file=whole file=whole files=complete file=entire file
theme: dark mode=dark theme, light mode=light theme
units of layout: px=pixels, rem=rems, em, percent
svg place: svg=svgs, png=pngs, icon font=icon fonts, webp, jpeg=jpg, gif
main branch: main, master, trunk, develop, development
output format: json=json output, plain text=text output=human-readable=human readable, yaml output, csv output, html output
image store: database=db=postgres, s3=object storage=bucket=blob storage=minio, filesystem=file system=disk=local disk
bullets: dashes=dash=hyphens=hyphen, asterisks=asterisk=stars, plus signs, numbers=numbered list=numbered
build type: debug build, release build
identity: email=email address, user id=numeric id=id, username=user name, phone number
secret place: environment variables=env vars=environment, files=/run/secrets=mounted files=secret files, command line=command-line arguments
log place: stdout=standard output=console, stderr=standard error, files=log file=log files=/var/log, syslog, database
ordering: alphabetical=alphabetically, chronological=by date, call order=by call order, by size, by importance=importance
runner of deploys: ci=pipeline=ci job, laptop=locally=by hand=manually=own machine
place of types: types file=types.ts=central types, next to the code=beside the code=colocated
place of styles: global stylesheet=global styles, scoped styles=component styles
place of state: url=query string, store=global store, component state=local state, local storage=localstorage
place of constants: constants file=constants module, beside their use=next to their use
place of docs: wiki=confluence=notion, repository=repo=docs/=readme=in the code
place of config: environment=environment variables, file=config file=yaml file, database
sort direction: ascending, descending
http method: get, post, put, patch
null in json: omit=left out=leave out, null=explicit null
boolean names: is prefix, no prefix
interface names: i prefix=begin with i=start with i, no prefix=without prefix
private names: leading underscore=underscore prefix, trailing underscore, hash prefix
quotes: single quotes, double quotes
commit subject: past tense, imperative=imperative mood, present tense
merge of prs: squash=squash merge, merge commit, rebase=rebase merge
test names: should=should_, test_=test prefix, given when then=given-when-then, plain sentences=sentences
assertions: assert=plain assert=bare assert, expect, should, assertequal=self.assertequal
review place: github=in the pull request, meeting=in person=call, email=mailing list
"""
