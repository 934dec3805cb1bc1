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
    """The words of a sentence as `core/prose.py` gives it, as the table spells them, without the small ones."""
    found: set[str] = set()
    for word in _WORD.findall(plain):
        if word[0] > "\u3000":
            found.update(word[at : at + 2] for at in range(len(word) - 1))
        elif word not in _SMALL:
            found.add(word)
    return found


_TABLE: Final = """
`x` 0.19  above 0.11  across 0.10  adding 0.11  address 0.19  adr 0.09  after 1.03  again 0.09
against 0.08  agents 0.21  analyze 0.10  android 0.20  anything 0.18  app 0.10  apply 0.49  arm 0.11
ask 0.12  asked 0.12  assert 0.11  assertion 0.16  así 0.20  auf 0.14  back 0.09  bare 0.23
barrel 0.12  based 0.21  before 0.37  bei 0.12  belongs 0.09  between 0.25  blind 0.25  block 0.28
blue 0.13  board 0.13  bot 0.09  break 0.12  british 0.12  bug 0.73  camelcase 0.09  can't 0.28
cdn 0.12  cet 0.11  change 0.30  changelog 0.13  changes 0.17  changing 0.16  ci 0.34  classes 0.15
clean 0.13  closed 0.09  code 0.55  codes 0.19  colour 0.12  coming 0.31  comments 0.38  commit 0.44
con 0.30  concrete 0.11  covers 0.24  css 0.13  customers 0.23  data 0.11  dates 0.17  day 0.11
debug 0.32  del 0.09  dependencies 0.10  dependency 0.25  description 0.10  design 0.16  did 0.20
diff 0.12  directly 0.13  docker 0.09  docs 0.13  does 0.20  doesn't 0.20  domain 0.14  done 0.38
dont 0.20  drops 0.18  du 0.27  early 0.37  edit 0.13  editing 0.10  edits 0.09  else 0.15  error 0.20
es 0.22  etl 0.46  everyone 0.18  everything 0.40  exit 0.21  expiry 0.10  explain 0.29  failed 0.12
failing 0.31  feature 0.16  files 0.57  five 0.11  fixed 0.22  float 0.10  folder 0.11  form 0.22
four 0.19  free 0.22  friday 0.09  full 0.13  functions 0.16  gb 0.13  generated 0.52  german 0.25
gets 0.15  give 0.19  go 0.38  goes 0.17  got 0.20  gradle 0.19  green 0.23  grep 0.14  hand 0.14
handler 0.21  has 0.41  header 0.08  headers 0.11  here 0.29  here's 0.97  hook 0.11  human 0.27
identifiers 0.22  ids 0.11  im 0.10  images 0.12  integers 0.13  internal 0.25  java 0.22  job 0.37
kannst 0.23  keep 0.20  keywords 0.09  know 0.09  label 0.22  labels 0.21  laptop 0.31  left 0.11
legacy 0.12  level 0.37  like 0.11  limits 0.21  linter 0.19  live 0.12  lo 0.41  lock 0.10
lockfile 0.08  lodash 0.16  log 0.18  looks 0.22  m 0.20  mac 0.22  main 0.38  makes 0.10  malloc 0.09
match 0.17  max 0.16  merge 0.19  messages 0.17  models 0.08  module 0.23  monday 0.23  month 0.29
more 0.15  morning 0.20  nada 0.22  named 0.35  needs 0.14  new 0.21  nobody 0.37  nothing 0.19
now 0.45  npm 0.21  null 0.10  numbers 0.15  nur 0.12  off 0.13  one 0.17  ones 0.30  order 0.09
osc 0.11  out 0.36  outside 0.10  over 0.48  owner 0.10  owns 0.11  package 0.46  packages 0.35
past 0.16  pdf 0.10  people 0.29  picks 0.15  pinned 0.22  pip 0.11  pipeline 0.36  plain 0.14
pnpm 0.12  pods 0.21  point 0.22  points 0.20  port 0.21  pricing 0.12  problems 0.35  prod 0.15
prs 0.08  pt 0.20  public 0.15  push 0.24  pushed 0.14  pytest 0.09  python 0.09  que 0.44  query 0.24
r 0.10  raise 0.12  read 0.28  red 0.11  reject 0.08  repo 0.66  report 0.17  resource 0.08  rest 0.24
result 0.36  review 0.12  reviewers 0.12  root 0.14  s 0.15  saw 0.24  say 0.18  scan 0.49
screen 0.17  second 0.10  seconds 0.14  sempre 0.24  sends 0.21  sentence 0.11  service 0.30
severity 0.32  si 0.16  simple 0.08  single 0.11  small 0.14  something 0.50  spec 0.14  spelling 0.12
sql 0.16  squash 0.35  stable 0.25  start 0.22  state 0.21  stays 0.18  story 0.15  strict 0.25
strings 0.09  style 0.33  such 0.30  summaries 0.12  system 0.34  tables 0.23  tabs 0.47  takes 0.46
talk 0.12  tax 0.10  tell 0.24  ten 0.24  tenant 0.09  terraform 0.24  test 0.27  them 0.22
there's 0.29  they 0.15  they're 0.22  thing 0.26  third 0.09  ticket 0.54  time 0.56  touch 0.17
touched 0.30  touching 0.11  two 0.19  types 0.12  u 0.10  ui 0.28  under 0.37  unless 0.12  up 0.17
usa 0.10  use 0.35  van 0.16  ver 0.19  versions 0.10  wait 0.14  want 0.20  warehouse 0.36  were 0.21
what 0.81  without 0.28  works 0.41  written 0.25  wrong 0.43  yaml 0.23  year 0.15  you'd 0.16
you'll 0.08  yours 0.09  yourself 0.17  ット 0.10  代码 0.10  会被 0.14  必ず 0.09  据库 0.14  提交 0.20  数据 0.14
测试 0.45  环境 0.42  英文 0.25  要在 0.13  accept -0.10  actions -0.14  actually -0.11  add -0.30
affect -0.08  agent -0.25  ahead -0.15  aider -0.15  also -0.21  am -0.30  another -0.11  answer -0.27
auditors -0.18  aus -0.13  auto -0.12  autocompletes -0.09  b -0.15  background -0.31  bad -0.12
base -0.22  because -0.22  being -0.14  best -0.17  bit -0.20  blank -0.10  blocks -0.27  bool -0.10
boot -0.18  branch -0.42  bugs -0.12  build -0.38  calculate -0.08  call -0.51  called -0.19
cert -0.29  changed -0.13  chat -0.21  check -0.32  chunk -0.44  claude -0.13  cli -0.09
clients -0.12  coder -0.30  column -0.12  com -0.10  command -0.30  commands -0.20  commits -0.27
compare -0.18  config -0.15  confirm -0.09  consider -0.18  content -0.37  continue -0.23
contributing -0.20  cost -0.15  costs -0.30  counts -0.25  create -0.09  cursor -0.22  customer -0.14
date -0.14  datos -0.15  db -0.35  deepseek -0.22  den -0.19  deps -0.18  difference -0.13
different -0.16  directory -0.09  disabled -0.12  divider -0.13  doubt -0.15  droid -0.09  emit -0.22
emojis -0.35  empty -0.18  enabled -0.14  end -0.25  endpoint -0.14  english -0.41  ensure -0.18
entry -0.18  env -0.08  errors -0.19  even -0.19  everywhere -0.26  example -0.21  exceptions -0.20
fail -0.37  fails -0.48  fallback -0.49  false -0.09  fence -0.16  file -0.77  filenames -0.40
find -0.22  finding -0.23  fine -0.20  first -0.17  force -0.23  forget -0.25  format -0.28
framework -0.12  function -0.12  gemini -0.11  get -0.41  github -0.21  going -0.11  good -0.10
great -0.22  half -0.22  handle -0.20  handling -0.16  happens -0.09  hate -0.21  have -0.32
head -0.11  hier -0.18  history -0.22  hm -0.16  hooks -0.09  hour -0.21  http -0.13  https -0.19
httpx -0.15  i'd -0.20  idea -0.17  ideas -0.08  ignore -0.10  importer -0.21  info -0.49  input -0.22
inside -0.09  instead -0.47  inthe -0.11  into -0.44  io -0.23  ip -0.18  issue -0.31  it's -0.20
jdx -0.08  just -0.68  language -0.54  lass -0.19  last -0.40  leave -0.21  let's -0.31  library -0.13
line -0.60  lines -0.45  link -0.11  lint -0.31  list -0.26  loadentiresettings -0.10  loader -0.10
loadsettingsfromfile -0.10  locally -0.09  long -0.15  look -0.15  looking -0.34  lose -0.14
lost -0.20  ls -0.08  make -0.16  malformed -0.11  manual -0.23  map -0.20  markdown -0.24  md -0.13
means -0.11  mention -0.21  message -0.26  might -0.21  min -0.09  minute -0.33  minutes -0.19
mise -0.33  missing -0.56  mock -0.65  model -0.33  modify -0.23  mp -0.42  much -0.36  multi -0.18
multiple -0.20  name -0.09  need -0.15  network -0.10  nice -0.13  night -0.31  non -0.13  none -0.09
number -0.11  o -0.09  oh -0.17  omit -0.51  orders -0.24  os -0.13  other -0.38  others -0.13
page -0.22  parent -0.14  part -0.11  pass -0.09  path -0.29  per -0.11  plan -0.10  platform -0.10
please -0.10  prefer -0.13  prefill -0.19  present -0.11  print -0.35  production -0.22  prompt -0.16
provide -0.11  provider -0.32  pull -0.24  queue -0.14  raises -0.08  rate -0.11  rather -0.13
ready -0.30  real -0.17  reason -0.19  rebase -0.28  rejected -0.09  release -0.16  releases -0.37
rename -0.22  repomap -0.20  request -0.15  required -0.14  results -0.10  retrying -0.16
return -0.27  right -0.32  rows -0.14  rule -0.27  run -0.26  running -0.18  script -0.21  se -0.15
search -0.16  section -0.32  see -0.34  self -0.46  send -0.09  server -0.21  session -0.21  set -0.12
settings -0.13  shell -0.58  short -0.15  show -0.21  showing -0.08  shows -0.71  sign -0.31
since -0.11  skip -0.22  sleep -0.27  spaces -0.15  staging -0.51  stay -0.13  stopping -0.11
strategy -0.29  string -0.17  sure -0.18  table -0.23  tag -0.10  take -0.18  testing -0.40
tests -0.36  text -0.17  their -0.21  then -0.35  thinking -0.13  through -0.16  thursday -0.27
till -0.27  today -0.10  tokens -0.11  toml -0.20  too -0.09  tool -0.15  tooltip -0.28  total -0.37
track -0.36  transcript -0.10  tree -0.13  true -0.11  twice -0.29  typo -0.08  until -0.17
update -0.35  user -0.11  users -0.17  uses -0.36  v -0.08  vars -0.09  version -0.50  way -0.12
we'll -0.18  we've -0.18  week -0.26  whatever -0.15  which -0.25  who -0.17  why -0.46  wir -0.17
work -0.24  wow -0.37  wrap -0.34  write -0.25  wrote -0.45  yes -0.19  yesterday -0.08  yet -0.14
you're -0.21  zero -0.13  あり -0.18  いま -0.14  です -0.08  のま -0.08  ます -0.13  まで -0.09  まま -0.08
一下 -0.23  不要 -0.29  中文 -0.14  以后 -0.12  幫我 -0.10  必须 -0.36  永远 -0.50  세요 -0.10  주세 -0.10
"""


def _read(table: str) -> Mapping[str, float]:
    cells = table.split()
    return {word: float(weight) for word, weight in zip(cells[::2], cells[1::2], strict=True)}


LEARNED: Final[Mapping[str, float]] = _read(_TABLE)
