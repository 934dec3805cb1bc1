"""What single words are worth beside the cues: learned from labelled messages by `tests/bench/fit_weights.py`.

Each word of the table, with its weight, speaks for a sentence that should hold in later sessions (or against it). No cue
hangs on one of them, and a sentence that shows none loses nothing. Scripts without spaces are read two characters at a time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_WORD: Final = re.compile(r"[a-zà-ÿ]+(?:'[a-z]+)?|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|`x`")


_SMALL_WORDS: Final = (
    "a an the this that these those it its to of in on at for from with by as and or but so not no never always don't do "
    "must should only all every any each if when is are was be been i you we my your our me us can will would x "
    "immer nie nicht kein der die das und siempre nunca no el la los un una de en y le les et ne pas il un da che"
)
_SMALL: Final = frozenset(_SMALL_WORDS.split())
"""Words that say how a sentence is built: its signs tell that better."""


def words_of(plain: str) -> set[str]:
    """The words of a sentence as `core/reading/prose.py` gives it, as the table spells them, without the small ones."""
    found: set[str] = set()
    for word in _WORD.findall(plain):
        if word[0] > "\u3000":
            found.update(word[at : at + 2] for at in range(len(word) - 1))
        elif word not in _SMALL:
            found.add(word)
    return found


_TABLE: Final = """
`x` 0.17  above 0.13  across 0.10  adding 0.11  address 0.20  adr 0.08  after 1.00  agents 0.20
alone 0.08  analyze 0.11  android 0.19  anything 0.16  app 0.09  apply 0.46  arm 0.09  ask 0.18
asked 0.11  assert 0.10  assertion 0.16  así 0.21  auf 0.13  back 0.09  bare 0.22  barrel 0.10
based 0.20  before 0.26  behind 0.08  bei 0.12  between 0.23  blind 0.23  block 0.29  blue 0.12
board 0.10  bot 0.09  break 0.11  british 0.12  bug 0.75  camelcase 0.10  can't 0.26  cdn 0.11
cet 0.08  change 0.30  changelog 0.14  changes 0.12  changing 0.15  ci 0.31  classes 0.15  clean 0.13
code 0.55  codes 0.18  colour 0.11  coming 0.31  comments 0.39  commit 0.40  con 0.31  concrete 0.10
covers 0.24  css 0.12  customers 0.23  dates 0.16  day 0.12  debug 0.32  del 0.09  dependencies 0.10
dependency 0.24  description 0.10  design 0.18  did 0.19  diff 0.11  directly 0.12  docker 0.09
docs 0.12  does 0.19  doesn't 0.20  domain 0.14  done 0.29  dont 0.20  drops 0.19  du 0.26  early 0.37
edit 0.12  editing 0.09  else 0.15  error 0.20  es 0.22  etl 0.45  ever 0.09  everyone 0.17
everything 0.44  exit 0.20  expiry 0.10  explain 0.27  failed 0.11  failing 0.29  feature 0.16
files 0.58  five 0.10  fixed 0.22  float 0.13  folder 0.11  form 0.21  four 0.20  free 0.21
friday 0.10  full 0.12  functions 0.16  gb 0.13  generated 0.50  german 0.25  gets 0.17  give 0.18
go 0.39  goes 0.17  got 0.16  gradle 0.17  green 0.21  grep 0.12  hand 0.14  handler 0.19  has 0.42
headers 0.11  here 0.26  here's 0.97  historical 0.08  hook 0.10  human 0.26  identifiers 0.22
ids 0.10  im 0.09  images 0.11  integers 0.10  internal 0.25  java 0.20  job 0.34  kannst 0.24
keep 0.18  keyboard 0.08  know 0.09  label 0.21  labels 0.21  laptop 0.26  left 0.11  legacy 0.09
level 0.38  lib 0.08  like 0.11  limits 0.18  linter 0.18  live 0.12  lo 0.46  lodash 0.15  log 0.17
looks 0.19  m 0.20  mac 0.21  main 0.31  makes 0.08  malloc 0.08  match 0.15  max 0.13  merge 0.26
messages 0.16  module 0.22  monday 0.22  money 0.11  month 0.24  more 0.09  morning 0.19  nada 0.21
named 0.33  needs 0.12  new 0.21  nobody 0.35  nothing 0.17  now 0.41  npm 0.22  null 0.10
numbers 0.28  nur 0.11  off 0.10  one 0.09  ones 0.30  order 0.08  osc 0.08  out 0.35  outside 0.08
over 0.42  owner 0.10  owns 0.08  package 0.44  packages 0.34  past 0.16  pdf 0.10  people 0.27
picks 0.15  pinned 0.22  pip 0.11  pipeline 0.32  plain 0.12  pnpm 0.12  pods 0.20  point 0.22
points 0.19  port 0.24  pricing 0.13  problems 0.34  prod 0.12  pt 0.17  public 0.13  push 0.37
pushed 0.14  pytest 0.09  que 0.47  query 0.24  r 0.09  raise 0.13  read 0.28  red 0.09  reject 0.08
remember 0.16  repo 0.69  report 0.20  resource 0.09  rest 0.22  result 0.36  review 0.11
reviewers 0.09  root 0.13  s 0.13  saw 0.23  say 0.14  scan 0.49  screen 0.17  seconds 0.14
sempre 0.25  sends 0.21  sentence 0.10  service 0.28  severity 0.32  si 0.17  simple 0.08  single 0.11
small 0.12  something 0.46  spec 0.15  spelling 0.12  sql 0.14  squash 0.35  stable 0.23  start 0.19
state 0.20  stays 0.18  story 0.17  strict 0.25  style 0.31  such 0.28  summaries 0.10  system 0.32
tables 0.23  tabs 0.50  takes 0.45  talk 0.11  tell 0.20  ten 0.23  terraform 0.25  test 0.25
that's 0.20  them 0.31  there's 0.27  they 0.09  they're 0.21  thing 0.26  ticket 0.53  time 0.51
touch 0.15  touched 0.28  touching 0.10  two 0.15  types 0.12  ui 0.24  under 0.37  unless 0.10
up 0.17  usa 0.10  use 0.33  van 0.15  ver 0.21  versions 0.08  wait 0.11  want 0.20  warehouse 0.34
were 0.19  what 0.75  without 0.24  works 0.36  written 0.23  wrong 0.39  yaml 0.22  yarn 0.08
year 0.13  you'd 0.15  yourself 0.16  ット 0.09  代码 0.10  会被 0.14  必ず 0.08  据库 0.14  提交 0.20  数据 0.14
测试 0.44  环境 0.42  英文 0.25  要在 0.14  accept -0.11  actions -0.14  actually -0.10  add -0.30
affect -0.09  agent -0.25  ahead -0.18  aider -0.15  also -0.28  am -0.08  another -0.14  answer -0.27
aus -0.14  auto -0.12  autocompletes -0.09  b -0.15  background -0.09  bad -0.12  base -0.22
because -0.24  being -0.14  best -0.17  bit -0.22  blank -0.10  blocks -0.26  bool -0.10  boot -0.16
branch -0.43  bugs -0.12  build -0.45  calculate -0.08  call -0.51  called -0.18  chat -0.18
check -0.34  chunk -0.45  claude -0.13  clients -0.12  coder -0.28  column -0.16  columns -0.09
com -0.10  command -0.30  commands -0.22  commits -0.21  config -0.15  confirm -0.08  consider -0.18
content -0.38  continue -0.26  contributing -0.10  cost -0.14  costs -0.30  counts -0.25  create -0.08
cursor -0.22  customer -0.15  date -0.17  datos -0.15  deepseek -0.22  den -0.19  deps -0.19
difference -0.13  different -0.15  directory -0.09  disabled -0.11  divider -0.13  droid -0.08
duplicate -0.09  emit -0.22  emojis -0.39  empty -0.19  enabled -0.13  end -0.24  endpoint -0.15
english -0.42  ensure -0.16  entry -0.18  errors -0.18  even -0.21  everywhere -0.26  example -0.22
exceptions -0.23  fail -0.16  fails -0.48  fallback -0.50  false -0.09  fence -0.14  file -0.79
filenames -0.41  find -0.19  finding -0.22  fine -0.21  force -0.08  forget -0.23  format -0.27
framework -0.11  function -0.14  gemini -0.11  get -0.41  github -0.22  going -0.14  good -0.10
great -0.23  handle -0.20  handling -0.15  happens -0.09  hate -0.20  have -0.33  head -0.12
hier -0.18  history -0.23  hm -0.17  hooks -0.10  hour -0.22  http -0.12  https -0.18  httpx -0.14
i'd -0.18  idea -0.17  ideas -0.09  ignore -0.10  importer -0.24  info -0.51  input -0.23
inside -0.11  instead -0.43  inthe -0.10  into -0.45  io -0.23  ip -0.21  issue -0.31  jdx -0.09
just -0.69  language -0.55  lass -0.20  last -0.22  let's -0.31  library -0.12  line -0.61
lines -0.46  link -0.12  lint -0.31  list -0.26  loadentiresettings -0.10  loader -0.10
loadsettingsfromfile -0.10  locally -0.09  long -0.10  look -0.13  looking -0.37  lose -0.13
lost -0.21  make -0.19  malformed -0.12  manual -0.25  map -0.20  markdown -0.24  means -0.11
mention -0.24  message -0.24  might -0.21  min -0.10  minute -0.20  minutes -0.22  mise -0.33
missing -0.30  mock -0.67  model -0.34  modify -0.23  mp -0.43  much -0.35  multi -0.17
multiple -0.20  need -0.17  network -0.10  nice -0.09  night -0.16  non -0.12  none -0.09
number -0.13  o -0.10  oh -0.17  omit -0.52  os -0.14  other -0.40  others -0.14  page -0.20
parent -0.14  part -0.12  pass -0.10  path -0.30  per -0.19  platform -0.10  please -0.13
prefer -0.12  prefill -0.18  present -0.10  print -0.37  production -0.23  prompt -0.16  provide -0.11
provider -0.11  pull -0.13  queue -0.16  raises -0.08  rate -0.15  rather -0.11  ready -0.30
real -0.17  reason -0.23  rebase -0.18  rejected -0.09  releases -0.36  rename -0.25  render -0.09
repomap -0.19  request -0.15  results -0.11  retrying -0.15  return -0.28  right -0.33  rows -0.15
rule -0.32  run -0.20  running -0.15  script -0.21  se -0.14  search -0.17  section -0.35  see -0.09
self -0.45  send -0.09  separate -0.09  server -0.25  session -0.20  set -0.13  settings -0.16
shell -0.57  short -0.17  show -0.20  showing -0.09  shows -0.71  sign -0.23  skip -0.26  sleep -0.25
some -0.10  spaces -0.13  staging -0.31  stay -0.14  stop -0.09  stopping -0.10  strategy -0.32
string -0.17  sure -0.18  table -0.25  tag -0.10  take -0.22  testing -0.44  tests -0.31  text -0.23
then -0.42  thinking -0.14  through -0.16  today -0.09  tokens -0.12  toml -0.21  too -0.08
tool -0.15  tooltip -0.28  total -0.35  track -0.37  transcript -0.11  tree -0.11  true -0.11
twice -0.27  typo -0.09  until -0.16  update -0.36  usage -0.08  user -0.14  users -0.17  uses -0.35
v -0.10  vars -0.08  version -0.50  way -0.12  we've -0.15  week -0.27  whatever -0.15  which -0.24
who -0.18  why -0.32  wir -0.17  work -0.24  working -0.08  wow -0.36  wrap -0.35  wrote -0.45
yes -0.18  yesterday -0.11  yet -0.13  you're -0.22  zero -0.13  あり -0.18  いま -0.14  です -0.08
のま -0.09  ます -0.13  まで -0.09  まま -0.09  一下 -0.24  不要 -0.28  中文 -0.18  以后 -0.14  幫我 -0.10  必须 -0.36
永远 -0.50  세요 -0.10  주세 -0.10
"""


def _read(table: str) -> Mapping[str, float]:
    cells = table.split()
    return {word: float(weight) for word, weight in zip(cells[::2], cells[1::2], strict=True)}


LEARNED: Final[Mapping[str, float]] = _read(_TABLE)
