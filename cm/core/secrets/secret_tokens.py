"""Secrets that are known by their own shape: a provider's prefix, a JWT, a bot token.

Not here: secrets known by the name before them (`secret_names.py`) or by the place they stand in
(`secret_places.py`). A new provider is one line of `PREFIXES`.

Every secret of this family holds a long run of token characters; the runs are found first, which is quick,
and only then asked for their prefix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from cm.core.language.later import later

Found: TypeAlias = tuple[int, int, str]
"""Where a secret begins and ends, and its kind."""

_TOKEN_CHARACTERS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_FLAT: Final = bytes(ord("x") if code in _TOKEN_CHARACTERS else ord(" ") for code in range(256))
_SHORTEST: Final = b"x" * 16  # a run of token characters that is shorter holds no secret of this family
MOST: Final = 600  # a match is asked for at most so many characters, then taken on to the end of its run
TAIL: Final = later(r"[A-Za-z0-9_\-+/=]*")

_ANY = r"[A-Za-z0-9_\-]"
_WORD = r"[A-Za-z0-9_]"
_ALNUM = r"[A-Za-z0-9]"
_HEX = r"[0-9a-fA-F]"
_DOTS = r"[A-Za-z0-9_\-.=]"

PREFIXES: Final[tuple[tuple[str, str, str], ...]] = (
    # (prefix, kind, what must follow)
    *((p, "github-token", _WORD + "{10,}" + rf"(?:\.{_ANY}+)*") for p in ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    ("github_pat_", "github-token", _WORD + "{20,}"),
    *((p, "gitlab-token", _DOTS + "{16,}") for p in (
        "glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glsoat-", "glagent-", "glimt-", "glffct-", "gloas-")),
    ("GR1348941", "gitlab-token", _ANY + "{16,}"),
    *((p, "aws-access-key-id", rf"[A-Z0-9]{{16}}(?!{_ALNUM})") for p in ("AKIA", "ASIA", "ABIA", "ACCA")),
    ("ABSK", "aws-secret-key", r"[A-Za-z0-9+/]{60,}={0,2}"),
    ("bedrock-api-key-", "aws-secret-key", r"[A-Za-z0-9+/=\-]{20,}"),
    ("AIza", "google-api-key", _ANY + "{30,}"),
    ("GOCSPX-", "google-oauth-secret", _ANY + "{20,}"),
    *((f"xox{c}-", "slack-token", r"[A-Za-z0-9\-%]{10,}") for c in "abdeoprsc"),
    ("xapp-", "slack-token", r"\d-[A-Za-z0-9\-]{10,}"),
    ("xwfp-", "slack-token", r"[A-Za-z0-9\-]{10,}"),
    *((p, "stripe-key", _ALNUM + "{10,}") for p in ("sk_live_", "rk_live_", "sk_test_", "rk_test_", "sk_org_")),
    ("whsec_", "webhook-secret", r"[A-Za-z0-9+/=_]{12,}"),
    *((p, "anthropic-key", _ANY + "{10,}") for p in ("sk-ant-",)),
    *((p, "openai-key", _ANY + "{16,}") for p in ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-")),
    ("sk-or-", "openrouter-key", _ANY + "{16,}"),
    ("sk-lf-", "api-key", _ANY + "{16,}"),
    ("sk-", "openai-key", rf"(?=[A-Za-z_\-]*\d)(?={_ANY}*[A-Z0-9]{_ANY}*[A-Z0-9])[A-Za-z0-9_\-]{{20,}}"),
    ("gsk_", "groq-key", _ALNUM + "{20,}"),
    ("xai-", "xai-key", _ALNUM + "{30,}"),
    ("pplx-", "perplexity-key", _ALNUM + "{20,}"),
    ("hf_", "huggingface-token", _ALNUM + "{30,}"),
    ("api_org_", "huggingface-token", _ALNUM + "{30,}"),
    ("r8_", "replicate-token", _ALNUM + "{30,}"),
    ("nvapi-", "nvidia-key", _ANY + "{30,}"),
    ("csk-", "api-key", r"[a-z0-9]{40,}"),
    ("tgp_v1_", "api-key", _ANY + "{20,}"),
    ("fw_", "api-key", r"(?=[A-Za-z]*\d)[A-Za-z0-9]{22,}"),
    ("tvly-", "api-key", _ANY + "{20,}"),
    ("fc-", "api-key", _HEX + "{32}" + rf"(?!{_ANY})"),
    ("pcsk_", "pinecone-key", _WORD + "{30,}"),
    ("e2b_", "api-key", _HEX + "{30,}"),
    ("jina_", "api-key", _ANY + "{30,}"),
    *((p, "langsmith-key", _WORD + "{30,}") for p in ("lsv2_pt_", "lsv2_sk_")),
    ("npm_", "npm-token", _ALNUM + "{30,}"),
    ("pypi-", "pypi-token", r"(?:AgEI|AgEN)" + _ANY + "{30,}"),
    ("rubygems_", "rubygems-key", _HEX + "{40,}"),
    ("cio", "crates-token", r"(?=[A-Za-z]*\d)[A-Za-z0-9]{32}" + rf"(?!{_ANY})"),
    *((p, "docker-token", _ANY + "{20,}") for p in ("dckr_pat_", "dckr_oat_")),
    ("oy2", "nuget-key", r"[a-z0-9]{43}" + rf"(?!{_ANY})"),
    ("CLOJARS_", "clojars-token", _HEX + "{40,}"),
    ("packagist_", "packagist-token", _WORD + "{30,}"),
    ("AKCp", "artifactory-key", _ALNUM + "{50,}"),
    ("dop_v1_", "digitalocean-token", _HEX + "{40,}"),
    ("doo_v1_", "digitalocean-token", _HEX + "{40,}"),
    ("dor_v1_", "digitalocean-token", _HEX + "{40,}"),
    ("HRKU-", "heroku-key", _ANY + "{30,}"),
    ("fo1_", "fly-token", _ANY + "{30,}"),
    ("fm1r_", "fly-token", r"[A-Za-z0-9+/=_\-]{40,}"),
    ("fm2_", "fly-token", r"[A-Za-z0-9+/=_\-]{40,}"),
    ("nfp_", "netlify-token", _ALNUM + "{30,}"),
    ("vercel_blob_rw_", "vercel-token", _WORD + "{20,}"),
    *((p, "vercel-token", _ALNUM + "{40,}") for p in ("vcp_", "vci_", "vca_", "vck_")),
    ("rnd_", "render-key", r"(?=[A-Za-z]*\d)[A-Za-z0-9]{28,}"),
    ("sbp_", "supabase-key", _HEX + "{30,}"),
    ("sb_secret_", "supabase-key", _ANY + "{20,}"),
    *((p, "planetscale-token", _DOTS + "{30,}") for p in ("pscale_tkn_", "pscale_pw_", "pscale_oauth_")),
    ("napi_", "neon-key", r"(?=[a-z]*\d)[a-z0-9]{50,}"),
    ("dapi", "databricks-token", _HEX + "{32}" + rf"(?:-\d)?(?!{_ANY})"),
    ("pul-", "pulumi-token", _HEX + "{40}"),
    ("glc_", "grafana-token", r"[A-Za-z0-9+/=]{30,}"),
    ("glsa_", "grafana-token", _WORD + "{30,}"),
    ("NRAK-", "newrelic-key", r"[A-Z0-9]{20,}"),
    ("NRII-", "newrelic-key", _ANY + "{20,}"),
    ("sntrys_", "sentry-token", r"[A-Za-z0-9+/=_\-]{40,}"),
    ("sntryu_", "sentry-token", _HEX + "{40,}"),
    ("hcaik_", "honeycomb-key", _ALNUM + "{30,}"),
    ("phx_", "posthog-key", _ALNUM + "{30,}"),
    *((p, "shopify-token", _HEX + "{32}") for p in ("shpat_", "shpca_", "shppa_", "shpss_")),
    *((p, "square-token", _ANY + "{20,}") for p in ("sq0atp-", "sq0csp-", "sq0idp-")),
    ("FLWSECK", "flutterwave-key", r"[_\-]" + _ANY + "{20,}"),
    ("rzp_live_", "razorpay-key", _ALNUM + "{10,}"),
    ("xkeysib-", "brevo-key", _ANY + "{30,}"),
    ("xsmtpsib-", "brevo-key", _ANY + "{30,}"),
    ("re_", "resend-key", r"(?=[A-Za-z_]*\d)(?=\w*[A-Z])[A-Za-z0-9]{6,}_[A-Za-z0-9]{16,}"),
    ("key-", "mailgun-key", _HEX + "{32}" + rf"(?!{_ANY})"),
    ("ATATT3", "atlassian-token", r"[A-Za-z0-9_\-=]{40,}"),
    ("ATCTT3", "atlassian-token", r"[A-Za-z0-9_\-=]{40,}"),
    ("ATBB", "bitbucket-token", _ALNUM + "{20,}"),
    *((p, "linear-key", _ALNUM + "{30,}") for p in ("lin_api_", "lin_oauth_")),
    ("secret_", "notion-token", r"(?=[A-Za-z]*\d)(?=\w*[A-Z])[A-Za-z0-9]{40,}"),
    ("ntn_", "notion-token", _ALNUM + "{30,}"),
    ("figd_", "figma-token", _ANY + "{30,}"),
    ("tfp_", "typeform-token", _ANY + "{30,}"),
    ("pat", "airtable-token", _ALNUM + r"{14}\." + _HEX + "{50,}"),
    ("EAA", "facebook-token", r"(?=[A-Za-z]*\d)[A-Za-z0-9]{80,}"),
    ("AAAAAAAAAAAAAAAAAAAA", "twitter-token", r"[A-Za-z0-9%]{40,}"),
    ("tskey-", "tailscale-key", _ANY + "{16,}"),
    ("CCIPAT_", "circleci-token", _WORD + "{20,}"),
    ("bkua_", "buildkite-token", _HEX + "{30,}"),
    *((p, "sonar-token", _HEX + "{40}") for p in ("sqp_", "squ_", "sqa_")),
    ("CFPAT-", "contentful-token", _ANY + "{30,}"),
    ("PMAK-", "postman-key", _ANY + "{30,}"),
    ("rdme_", "readme-key", r"[a-z0-9]{40,}"),
    ("pnu_", "prefect-key", _ALNUM + "{30,}"),
    ("sgp_", "sourcegraph-token", _WORD + "{30,}"),
    ("EZAK", "easypost-key", _ALNUM + "{50,}"),
    ("EZTK", "easypost-key", _ALNUM + "{50,}"),
    ("LTAI", "alibaba-key-id", _ALNUM + r"{12,26}" + rf"(?!{_ANY})"),
    ("AKID", "tencent-key-id", r"(?=[A-Za-z]*\d)[A-Za-z0-9]{28,36}" + rf"(?!{_ANY})"),
    ("AQVN", "yandex-key", _ANY + "{30,}"),
    ("y0_", "yandex-token", _ANY + "{50,}"),
    ("ops_", "onepassword-token", r"eyJ[A-Za-z0-9+/=_\-]{80,}"),
    ("SK", "twilio-key", _HEX + "{32}" + rf"(?!{_ANY})"),
    ("AGE-SECRET-KEY-", "age-key", r"[0-9A-Z]{40,}"),
    ("AGE-PLUGIN-", "age-key", r"[0-9A-Z\-]{40,}"),
    ("access-sandbox-", "plaid-token", _HEX + r"{8}-[0-9a-f\-]{27}"),
    ("access-production-", "plaid-token", _HEX + r"{8}-[0-9a-f\-]{27}"),
    ("access-development-", "plaid-token", _HEX + r"{8}-[0-9a-f\-]{27}"),
    ("LS0tLS1CRUdJTi", "private-key", r"[A-Za-z0-9+/=]{0,60}(?:UFJJVkFURSBLRVk|QUklWQVRFIEtFW|BSSVZBVEUgS0VZ)[A-Za-z0-9+/=]+"),
    ("sess-", "openai-key", _ALNUM + "{36,}"),
    ("crsr_", "cursor-key", _ALNUM + "{40,}"),
    ("key_", "api-key", _HEX + "{64}" + rf"(?!{_ANY})"),
    ("eyJ", "jwt", _ANY + r"{8,}\." + _ANY + r"{8,}(?:\." + _ANY + r"+){0,3}"),
)  # fmt: skip

DOTTED: Final[tuple[tuple[str, str, str], ...]] = (
    # (what ends right before a run, kind, what the run and what follows it must be)
    ("SG.", "sendgrid-key", _ANY + r"{16,}\." + _ANY + "{16,}"),
    ("hvs.", "vault-token", _ANY + "{20,}"),
    ("hvb.", "vault-token", _ANY + "{20,}"),
    ("hvr.", "vault-token", _ANY + "{20,}"),
    ("ya29.", "google-oauth-token", _DOTS + "{20,}"),
    (".atlasv1.", "terraform-token", r"[A-Za-z0-9_\-=]{40,}"),
    *((f"dp.{p}.", "doppler-token", _ALNUM + "{30,}") for p in ("pt", "ct", "sa", "scim", "audit")),
    ("sl.", "dropbox-token", r"(?=[A-Za-z_\-]*\d)[A-Za-z0-9_\-]{60,}"),
    ("dt0c01.", "dynatrace-token", r"[A-Z0-9]{20,}\.[A-Z0-9]{40,}"),
    ("sk.", "mapbox-token", r"eyJ" + _ANY + r"{20,}\." + _ANY + "{16,}"),
    ("AQ.", "google-api-key", r"Ab8" + _ANY + "{30,}"),
    ("mfa.", "discord-token", _ANY + "{60,}"),
    ("vk1.a.", "vk-token", _ANY + "{60,}"),
    ("t1.", "yandex-token", r"(?=[A-Za-z_\-]*\d)[A-Za-z0-9_\-]{60,}"),
    ("amzn.mws.", "aws-secret-key", _HEX + r"{8}-[0-9a-f\-]{27}"),
    ("xoxe.", "slack-token", r"xox[bp]-[A-Za-z0-9\-]{10,}"),
)  # fmt: skip

_BY_START: Final[dict[str, list[int]]] = {}
for _number, (_prefix, _, _) in enumerate(PREFIXES):
    _BY_START.setdefault(_prefix[:2], []).append(_number)
_DOT_ENDS: Final = tuple(end for end, _, _ in DOTTED)

# Prefixes that nothing else begins with are also taken in the midst of a run ("token_ghp_…", "xsk-ant-…").
_INNER: Final = later(r"gh[pousr]_|github_pat_|glpat-|xox[bpars]-|sk-ant-|sk-proj-|sk_live_|AKIA|AIza")
_MOST_INNER: Final = 8  # a run with more false beginnings than this is no place for a token
_TWITCH: Final = later(r"(?=[a-z]*\d)[a-z0-9]{30}")
_TELEGRAM: Final = later(r"(?<![\w])\d{8,10}:AA[A-Za-z0-9_\-]{32,34}(?![\w\-])")
_DISCORD: Final = later(r"[MNO][A-Za-z0-9_\-]{22,28}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,45}(?![\w\-])")
_DISCORD_FIRST: Final = frozenset("MNO")
_AZURE: Final = later(r"[A-Za-z0-9_~.\-]{3}\dQ~[A-Za-z0-9_~.\-]{31,34}(?![\w~.\-])")
_GOOGLE_REFRESH: Final = later(r"1//0[A-Za-z0-9_\-]{30,}")
_LIVE: Final = later(r"(?!pk_)[a-z]{1,10}_live_[A-Za-z0-9_]{8,}")
_LIVE_PIECE: Final = later(r"(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{8,}")
_MAILCHIMP: Final = later(r"[0-9a-f]{32}-us\d{1,2}(?![\w\-])")
_AWS_SECRET: Final = later(r"(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_COLOUR: Final = later(r"\d{1,3}m")
_STAND_IN: Final = later(
    r"example|placeholder|redacted|your[_\-]?|xxxx|0000000000|1234567890abcdef|abcdefghij|\.\.\.",
    re.IGNORECASE,
)


def each_place(text: str, word: str) -> Iterator[int]:
    """Yields where a word stands in a text; far quicker than a pattern that begins with a choice."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def is_stand_in(body: str) -> bool:
    """Whether a token's body is a documentation's filler and no secret."""
    return len(set(body)) <= 3 or _STAND_IN.search(body) is not None


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Yields where long runs of token characters begin and end."""
    # Mapped to two letters, a run is found by searching for its shortest form: ten times as quick as a pattern.
    flat = text.encode("latin-1", "replace").translate(_FLAT)
    start = flat.find(_SHORTEST)
    while start >= 0:
        end = flat.find(b" ", start + len(_SHORTEST))
        end = len(flat) if end < 0 else end
        yield start, end
        start = flat.find(_SHORTEST, end)


def find_tokens(text: str) -> Iterator[Found]:
    """Yields what is a secret by its own shape, in no particular order; spans may overlap."""
    for start, end in _runs(text):
        before = text[start - 1] if start else ""
        if before == "\\" and text[start] in "nrtbfu":  # an escape of JSON or a shell is no part of the token
            start += 5 if text[start] == "u" else 1
        elif before == "[" and (colour := _COLOUR.match(text, start)):  # a terminal's colour code
            start = colour.end()
        done = start
        if text[start : start + 2] in _BY_START and (found := _prefixed(text, start)):
            yield found
            done = found[1]
        if before and before in ".:~/":
            yield from _after(text, before, start, end)
        length = end - start
        if length >= 24:
            left = _MOST_INNER
            for inner in _INNER.finditer(text, start + 1, end):
                if inner.start() < done:
                    continue
                if found := _prefixed(text, inner.start()):
                    yield found
                    done = found[1]
                elif not (left := left - 1):
                    break
        # what cannot be such a token is the rule, and costs no call
        if length <= 40:
            if (
                text[end : end + 1] == "."
                or 36 <= length <= 39
                or length == 20
                or "_live_" in text[start:end]
            ):
                yield from _by_ending(text, start, end)
        elif text.find("_live_", start, end) > 0:
            yield from _by_ending(text, start, end)


def _prefixed(text: str, start: int) -> Found | None:
    """The token that begins here with a known prefix."""
    for number in _BY_START.get(text[start : start + 2], ()):
        prefix, kind, pattern = PREFIXES[number]
        if text.startswith(prefix, start):
            body = start + len(prefix)
            hit = _compiled(pattern).match(text, body, body + MOST)
            if hit is not None and not is_stand_in(hit[0]):
                return start, _to_the_end(text, hit.end(), body), kind
    return None


def kind_of_prefix(text: str, start: int) -> str | None:
    """The kind that a known prefix gives to what other signs show to be a secret, a documentation's filler or not."""
    for number in _BY_START.get(text[start : start + 2], ()):
        prefix, kind, pattern = PREFIXES[number]
        body = start + len(prefix)
        if text.startswith(prefix, start) and _compiled(pattern).match(text, body, body + MOST):
            return kind
    return None


def _to_the_end(text: str, end: int, body: int) -> int:
    if end - body < MOST:
        return end
    tail = TAIL.match(text, end)
    return tail.end() if tail else end


def _after(text: str, before: str, start: int, end: int) -> Iterator[Found]:
    """Tokens that are known by what stands before the run."""
    if before == ".":
        lead = text[max(0, start - 10) : start]
        if lead.endswith(_DOT_ENDS):
            for ending, kind, pattern in DOTTED:
                if lead.endswith(ending) and (hit := _compiled(pattern).match(text, start, start + MOST)):
                    first = start - len(ending)
                    while (
                        ending == ".atlasv1." and first and text[first - 1].isalnum() and start - first < 40
                    ):
                        first -= 1
                    if not is_stand_in(hit[0]):
                        yield first, _to_the_end(text, hit.end(), start), kind
                    break
    elif before == ":":
        if text[max(0, start - 6) : start] == "oauth:" and _TWITCH.fullmatch(text, start, end):
            yield start, end, "twitch-token"
        if end - start >= 120 and start >= 12 and text.startswith("AAAA", start - 12):
            yield start - 12, end, "google-api-key"
        if text.startswith("AA", start) and (hit := _TELEGRAM.search(text, max(0, start - 12), start + 40)):
            yield hit.start(), hit.end(), "telegram-token"
    elif before == "~":
        if (hit := _AZURE.search(text, max(0, start - 8), start + 40)) is not None:
            yield hit.start(), hit.end(), "azure-secret"
    elif before == "/" and text[max(0, start - 3) : start] == "1//":
        hit = _GOOGLE_REFRESH.match(text, start - 3, start + MOST)
        if hit is not None:
            yield hit.start(), hit.end(), "google-oauth-token"


def _by_ending(text: str, start: int, end: int) -> Iterator[Found]:
    """Tokens that are known by what the run holds or what follows it."""
    length = end - start
    hit: re.Match[str] | None
    if length <= 30 and text[start : start + 1] in _DISCORD_FIRST and text.startswith(".", end):
        if (hit := _DISCORD.match(text, start, start + 90)) is not None:
            yield hit.start(), hit.end(), "discord-token"
    elif 36 <= length <= 39 and (hit := _MAILCHIMP.match(text, start, end + 1)) is not None:
        yield hit.start(), hit.end(), "mailchimp-key"
    elif text.find("_live_", start, end) > 0:
        hit = _LIVE.match(text, start, start + MOST)
        if hit is not None and _LIVE_PIECE.search(hit[0].partition("_live_")[2]):
            yield hit.start(), hit.end(), "api-key"
    elif length == 20 and text.startswith(("AKIA", "ASIA"), start):
        # The secret half stands close to its id: credentials files, CSV, printed pairs.
        for hit in _AWS_SECRET.finditer(text, end, end + 160):
            if _is_mixed(hit[0]) and "EXAMPLE" not in hit[0]:
                yield hit.start(), hit.end(), "aws-secret-key"


def _is_mixed(text: str) -> bool:
    return (
        any(c.isdigit() for c in text) and any(c.islower() for c in text) and any(c.isupper() for c in text)
    )
