"""Sentences that give a secret away in plain words ("the vault PIN is 4471"), whatever the secret looks like.

Not here: tokens known by their shape (`core/secrets/scrub.py`). Names of variables, placeholders and sentences about
passwords in general ("passwords are hashed") are no secrets.
"""

from __future__ import annotations

import re
from typing import Final

_PREFILTER: Final = (
    "pass", "pwd", "pin", "token", "secret", "key", "credential", "login", "log in", "sign in", "bearer", "auth", "otp", "kennw",
    "zugang", "geheim", "contrase", "clave", "密", "登", "账号", "ログイン", "口令", "令牌", "验证", "暗", "パス", "トークン", "鍵", "キー", "シークレット", "://", "whsec",
    "account", "konto", "cuenta", "usuario", "benutzer", "user",
    "pw", "psk", "seed", "senha", "mdp", "비밀", "code", "combination", "basic auth", "schlüssel", "anmelde", "einlog", "sesión", "basic",
)  # fmt: skip
_NAME: Final = (
    r"(?:pass ?words?|pass(?! (?:the|a|an|it|them|through|on|as|to|in|by|rate|if|when)\b)|passwd|pass ?phrases?|passcode|pwd|pins?(?: code)?|(?:access |auth |api |bearer |bot |signing |webhook |client |refresh |deploy |personal |github |gitlab |slack )*(?:tokens?|secrets?)|"
    r"(?:api|access|secret|private|encryption|license|licence|master|signing|service|account|ssh|deploy|recovery|activation|shared|storage)[ -_]?keys?|api-?key|credentials?|login|otp|(?:2fa|door|alarm|unlock|backup|recovery|verification|security|gate|access|entry|safe) codes?|code (?:for|to|of|für|zu|zur|zum|de|del) (?:the |die |den |das |der |dem |la |el )?[\w-]*(?:door|gate|safe|vault|alarm|lock|lift|garage|room|tür|tresor|schloss|raum|puerta|alarma)[\w-]*|code to the \w+|combination|"
    r"(?:\w*-)?pass(?:wort|wörter)|\w*passwort|kennwort|kennung|geheimzahl|zugangsdaten|zugangscode|api-?schlüssel|schlüssel|geheimnis|contraseñas?|clave(?: secreta| de acceso| de api)?|mot de passe)"
)
_JOIN: Final = r"(?:\s+(?:of|for|to|on|in|für|von|vom|zum|zur|de|del|para|la|el|the|our|my|a|an|der|die|das|den|dem|[\w.-]+)){0,6}?\s*(?:\bis\b|\bare\b|\bwas\b|\blautet\b|\bist\b|\bes\b|\bson\b|\bremains\b|\bstays\b|=|:|→|->)\s*(?:always |still |now |simply |just |immer noch |noch immer |noch |immer |siempre |todavía |aún |set to |)?"
_VALUE: Final = r"(?:[\"'`“‘«„「『]([^\"'`”’»“」』\s]{3,80})[\"'`”’»“」』]|([^\s,;、。，)\]}]{4,80}))"
_SAID: Final = re.compile(r"\b" + _NAME + r"\b" + _JOIN + _VALUE)
_STILL: Final = re.compile(
    r"(?:pass ?words?|passcode|pass ?phrase|passwort|kennwort|contraseña|clave|\bpin|密码|口令|パスワード|暗証)[^.\n\"“「『]{0,60}[\"“「『]([^\"”」』\n]{3,60})[\"”」』]"
)
_SO: Final = re.compile(
    r"(?i:pass ?word|pass ?phrase|passwort|kennwort|contraseña)\b[^.\n]{0,50}\b(?i:is|ist|es|lautet)\b[^.\n]{0,80}?\b([A-Za-z]{3,12}\d{3,6})\b"
)
_OWN_SHAPE: Final = re.compile(
    r"(?<![\w./-])[a-z]{2,8}_(?=[a-z0-9]*\d[a-z]*\d)(?=[a-z0-9]*[a-f])[0-9a-f]{8,64}(?![\w/(-]|\.\w)"
)
_APPOSED: Final = re.compile(r"\b" + _NAME + r"\b,?\s+" + _VALUE)
_CJK_PAIR: Final = re.compile(
    r"(?:登录|登陆|账号|帐号|ログイン|アカウント)[^。\n]{0,10}?[：:は]?\s*([A-Za-z][\w.@-]{1,30})\s*[/／]\s*([^\s,，。、]{4,40})"
)
_CJK: Final = re.compile(
    r"(?:密码|口令|密钥|令牌|访问令牌|暗号|暗証|验证码|パスワード|パスフレーズ|暗証番号|トークン|秘密鍵|シークレット|(?:api|アクセス|暗号)?(?:キー|鍵)|(?:api|access)?\s?key|token|pin|password|secret)(?:码|番号|コード)?\s*(?:是|为|：|:|=|は|が|设为|设置为|用|使用|に|、)?\s*[「『“\"'`]?"
    r"([A-Za-z0-9][\w!@#$%^&*.+?~-]{3,80})",
    re.IGNORECASE,
)
_PAIR: Final = re.compile(
    r"\b(?:log ?in|login|sign in|basic auth|credentials?|zugangsdaten|credenciales|connect|authenticate|anmelden|einloggen|melde dich|inicia sesión|entra)\b[^.\n]{0,50}?\b(?:with|as|using|mit|con|como|is|are|sind|ist|son|es)\b[^.\n]{0,20}?[`\"']?(\w[\w.@-]{1,30})\s?[/:|]\s?([^\s`\"',;]{4,40})",
    re.IGNORECASE,
)
_ACCOUNT: Final = re.compile(
    r"\b(?:accounts?|user(?: ?name)?|konto|benutzer|cuenta|usuario)\b[^.\n]{0,50}?\b(?:is|are|ist|sind|es|son)\b[^.\n]{0,20}?"
    r"(?:[`\"'](\w[\w.@-]{1,30})[`\"']\s?[/:|]\s?[`\"']([^\s`\"',;]{4,40})[`\"']|(\w[\w.@-]{1,30}) [/|] ([^\s`\"',;]{4,40}))",
    re.IGNORECASE,
)
_URL: Final = re.compile(r"\b[a-z][a-z0-9+.-]{1,15}://[^\s/:@]{1,60}:([^\s/@]{3,80})@", re.IGNORECASE)
_HEADER: Final = re.compile(r"\b(?:bearer|basic|token)\s+[`'\"]?([A-Za-z0-9][\w.+/=-]{11,})", re.IGNORECASE)
_SHAPED: Final = re.compile(
    r"(?<![\w/.-])((?:sk|pk|rk|gk|ak|ek|xk|key|api|tok|whsec|ghp|gho|ghs|github_pat|glpat|npm|pypi|xox[abprs]|hf|dop|shpat|shpss|rzp|sq0\w{3}|lin|ntn|secret|live|pat|svc|sess|AKIA|ASIA|AIza|eyJ)"
    r"(?:[_-](?:live|test|prod|dev|api|not|ant|proj|svcacct))*[_-]?(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{8,120})(?![\w/(-]|\.\w)"
)
_PLACEHOLDER: Final = re.compile(
    r"^(?:\$|<|\{|%|\[|\.\.\.|\*+$|x{3,}|…)|^(?:process\.env|import\.meta|os\.environ|env[.:]|secrets\.|vars?\.|vault:|op://|ssm:|arn:|file:|https?:)|(?:\.\.\.|…|\*\*\*|xxxx)|^(?:your|my|the|changeme|change-me|example|placeholder|dummy|redacted|todo|tbd|none|null|"
    r"true|false|required|optional|undefined|empty|string|secret|password|token)(?:[-_.]?\w*)?$|\(.*\)?$|^--?[a-z]|^[~./]|/",
    re.IGNORECASE,
)
_SIGN: Final = re.compile(r"[0-9!@#$%^&*`\"'“‘「『=]")
_ENV_NAME: Final = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$")
_DIGITS_TELL: Final = re.compile(
    r"pin|passcode|pass ?word|passwort|kennwort|geheimzahl|code|combination|otp|contraseña|clave|密码|口令|暗証|パスワード|验证码",
    re.IGNORECASE,
)
_PASSWORD: Final = re.compile(r"pass|pwd|kennw|contrase|clave|密码|口令|パス", re.IGNORECASE)
_EXAMPLE: Final = re.compile(
    r"\b(?:e\.g\.|for example|such as|example|placeholder|fixtures?|dummy|fake(?! [A-Z])(?<![-_]fake)(?![-_])|z\. ?b\.|beispiel|por ejemplo|ejemplo)\b|例如|例えば",
    re.IGNORECASE,
)
_UNIT: Final = re.compile(
    r"^\d+(?:[.,]\d+)?(?:s|ms|m|h|d|min|px|kb|mb|gb|%|x|bit|bits|bytes?|chars?|characters|days?|hours?|minutes?)?$",
    re.IGNORECASE,
)


_QUOTED_AFTER: Final = re.compile(
    r"(?:\b(?:pass ?words?|pass ?phrase|passcode|pw|psk|wi-?fi key|kennwort|\w*passwort|mot de passe|phrase secrète|senha|contraseña|parola d'ordine)\b|비밀번호|密码|口令|パスワード)"
    r"(?:[^.\n\"“«‘'`]|\w['’]\w){0,60}(?<!\w)[\"“«‘'`]\s?([^\"”»’'`\n]{4,60}?)\s?[\"”»’'`](?!\w)",
    re.IGNORECASE,
)
_ABBREVIATED: Final = re.compile(
    r"\b(?:pw|pwd|psk|passwd|mdp|pass)\b\s?[:= ]\s?[\"'`]?([^\s\"'`,;]{6,40})", re.IGNORECASE
)
_SEED: Final = re.compile(
    r"(?i:\b(?:totp|otp|2fa|mfa|hotp|authenticator)\b[^.\n]{0,12}\b(?:seed|secret|key)\b[^.\n]{0,15}?(?:\bis\b|=|:|\best\b|\bes\b|\bist\b))\s*[`'\"]?[A-Z2-7]{12,}",
)
_SPACED_DIGITS: Final = re.compile(
    r"\b(?:code|pin|combination|combo|zahlenkombination|código|codice)\b(?: is| ist| es|:)? (?:\d[ -]){3,}\d\b",
    re.IGNORECASE,
)
_KEYED_HEADER: Final = re.compile(
    r"(?<![\w-])(?:x-[\w-]*|[\w-]*-)(?:key|token|secret|auth|signature)[\w-]*:\s*([A-Za-z0-9][\w.-]{9,})",
    re.IGNORECASE,
)
_KEY_BLOCK: Final = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.{0,24}?(?:MII|b3B|MC4|MH)", re.DOTALL)
_SPOKEN: Final = re.compile(r"phrase|psk|wi-?fi", re.IGNORECASE)


def _is_told_otherwise(text: str) -> bool:
    """A quoted or abbreviated password, a spaced code, a header with a key."""
    if _SPACED_DIGITS.search(text):
        return True
    for found in _QUOTED_AFTER.finditer(text):
        value = found[1].strip()
        phrase = value.count(" ") >= 2 and _SPOKEN.search(found[0]) is not None
        joined = (
            "_" in value and " " not in value and not value.isupper() and _SPOKEN.search(found[0]) is not None
        )
        if not _PLACEHOLDER.search(value) and (phrase or joined or (" " not in value and _mixed(value))):
            return True
    values = [found[1] for pattern in (_ABBREVIATED, _KEYED_HEADER) for found in pattern.finditer(text)]
    return any(_mixed(value.rstrip(".")) and not _PLACEHOLDER.search(value) for value in values)


def tells_secret(text: str) -> bool:
    """Whether a sentence hands over a password, PIN, key or token."""
    low = text.lower()
    signs = _SIGN.search(text) is not None
    if "://" in text and any(
        not _PLACEHOLDER.search(m[1]) and not _EXAMPLE.search(text) for m in _URL.finditer(text)
    ):
        return True
    if signs and any(_mixed(m[1][4:]) and not _ENV_NAME.match(m[1]) for m in _SHAPED.finditer(text)):
        return True
    if signs and "_" in low and _OWN_SHAPE.search(low) and not _EXAMPLE.search(text):
        return True
    if ("-----begin" in low and _KEY_BLOCK.search(text)) or ("seed" in low and _SEED.search(text)):
        return True
    if not any(word in low for word in _PREFILTER) or not (signs or "lautet" in low or "«" in low):
        return False
    if _is_told_otherwise(text):
        return not _EXAMPLE.search(text)
    if any(_mixed(m[1]) and not _PLACEHOLDER.search(m[1]) for m in _HEADER.finditer(text)):
        return True
    if any(_is_word_with_digits(m[1]) for m in _SO.finditer(text)):
        return not _EXAMPLE.search(text)
    if any(_spells_out(m[1]) for m in _STILL.finditer(text.replace("Pass", "pass").replace("PIN", "pin"))):
        return not _EXAMPLE.search(text)
    for pattern, joined in ((_SAID, True), (_APPOSED, False)):
        for found in pattern.finditer(low):
            quoted = found[1] is not None
            start, end = found.span(1 if quoted else 2)
            value = text[start:end] if len(low) == len(text) else found[1 if quoted else 2]
            name = low[found.start() : start]
            if _is_value(value if quoted else value.rstrip(".!?:"), name, quoted=quoted, joined=joined):
                return not _EXAMPLE.search(text)
    if not text.isascii():
        if any(_mixed(m[2]) for m in _CJK_PAIR.finditer(text)):
            return True
        for found in _CJK.finditer(text):
            if _is_value(found[1], found[0], quoted=False, joined=True):
                return True
    if any(_mixed(m[2] or m[4]) for m in _ACCOUNT.finditer(text)):
        return True
    return any(
        (_mixed(m[2]) or m[1] == m[2]) and m[1].lower() not in {"and", "or"} and not _PLACEHOLDER.search(m[2])
        for m in _PAIR.finditer(text)
    )


def _is_value(value: str, name: str, *, quoted: bool, joined: bool) -> bool:
    if len(value) < 4 or _PLACEHOLDER.search(value) or _ENV_NAME.match(value):
        return False
    if re.fullmatch(r"\d{3,5}(?:-\d{3,5})+", value):
        return joined and "code" in name
    if value.isdigit():
        return joined and len(value) <= 12 and _DIGITS_TELL.search(name) is not None
    if _UNIT.match(value):
        return False
    if _mixed(value):
        return True
    # a plain word is a secret only where the sentence can mean nothing else
    if quoted:
        return joined and _PASSWORD.search(name) is not None and value.isascii()
    return joined and "lautet" in name.lower()


def _is_word_with_digits(value: str) -> bool:
    return sum(c.isdigit() for c in value) >= 3 and not _PLACEHOLDER.search(value) and _mixed(value)


def _spells_out(value: str) -> bool:
    """A quoted password: of several parts or with signs; a single plain word may be a label or a column."""
    return not _PLACEHOLDER.search(value) and (
        _mixed(value) or value.count("-") > 1 or (" " in value and any(c.isdigit() for c in value))
    )


def _mixed(value: str) -> bool:
    """Letters with digits, or a sign that words do not have: what a secret looks like and a word does not."""
    letters = any(c.isalpha() for c in value)
    digits = sum(c.isdigit() for c in value)
    signs = any(c in "!@#$%^&*?~+=" for c in value)
    if not letters:
        return False
    if signs and len(value) >= 5:
        return True
    return (
        digits > 0
        and len(value) >= 6
        and not value.lower().startswith(
            (
                "v1",
                "v2",
                "sha",
                "rs2",
                "es2",
                "hs2",
                "ed25",
                "oauth2",
                "base64",
                "utf",
                "md5",
                "aes",
                "x509",
                "pkcs",
                "s3",
                "k8s",
            )
        )
    )
