"""Secrets that are told by the name before them: settings, headers, commands, and prose in several languages."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusion import Certainty
from firm_memory.domain.exclusions.secret import values
from firm_memory.domain.exclusions.secret.rule import secret

# A `key` is a secret only with the right word before it; a primary key, a cache key or a topic's key is not.
_KEY: Final = (
    r"(?:api|access|secret|private|signing|sign|encryption|encrypt|decrypt(?:ion)?|master|auth"
    r"|licen[sc]e|shared|account|"
    r"app|application|service|deploy|ssh|hmac|client|webhook|admin|storage|server|consumer|subscription|integration|"
    r"write|read|ingest(?:ion)?|bot|jwt|cookie|session|root|team|project|function|host|wep|wifi|psk|gpg|pgp|aes|rsa|"
    r"wpa[23]?|wlan|pre[_\- ]?shared|"
    r"fernet|django|flask|stripe|openai|datadog|dd|sendgrid|maps|registration|join|enrol(?:l)?ment|recovery|backup)"
    r"[_\-. ]?key(?:[_\-]?data|s)?"
)
_PASS: Final = r"pass(?:word|wort|wd|phrase|code|wrd)"
PASSWORD: Final = rf"(?:{_PASS}|pwd|kennwort|mot de passe|contraseña|senha|hasło|wachtwoord)"
_SHORT: Final = rf"(?:(?:^|[^a-z])(?:{_PASS}|pass|pw|psw)|{PASSWORD})"
_TOKEN: Final = (
    r"(?:(?:^|[^a-z]|[a-z_\-])token|snmp[ -]?communit(?:y|ies)"
    r"|community[ -]string|secret(?:[_\-]?id)?|credentials?|(?:totp|otp|mfa|2fa)[_\- ]?seed|"
    r"(?:recovery|backup|activation|unlock)[_\- ]codes?|(?:^|[^a-z])(?:auth|creds?|otp|sas|_auth))"
)
_NAME: Final = rf"(?:{PASSWORD}|{_TOKEN}|{_KEY})"
_SHORT_NAME: Final = rf"(?:{_SHORT}|{_TOKEN}|{_KEY})"
_SUFFIX: Final = r"(?:[_\-](?:value|b64|base64|hex|prod|dev|test|staging|stage|live|old|new|v?[0-9]{1,2}))?"
_SIGN: Final = r"[\"'\])\\]{0,3}[ \t]{0,8}(?:=>|:=|={1,2}|:)[ \t]{0,8}"
_HARMLESS: Final = (
    r"(?i).*(?:sha-?(?:1|256|384|512)|fingerprint|digest|checksum|_hash|thumbprint).*",
    (
        r"(?i).*(?:page|next|continuation|cursor|sync|fencing|public|csrf.?form|idempotency|cancel(?:lation)?|stop|end|"
        r"eos|pad|mask|unk|bos|sep|cls|max|min|num|count|input|output|prompt|completion)[_\- ]?token.*"
    ),
)
_VERB: Final = (
    r"(?:\b(?:is|are|was|to|ist|es|est|lautet|of)\b|=|:|—|–|->|→)\s{0,3}"
    r"(?:(?:still|now|always|currently|just|simply|again|also|set to|the)\s{1,2}){0,2}"
)
_RU: Final = (
    r"(?:парол[а-яё]{0,4}|токен[а-яё]{0,3}|ключ[а-яё]{0,3}|секрет[а-яё]{0,3}|пин-?код[а-яё]{0,3}"
    r"|кодов[а-яё]+ фраз[а-яё]+)"
)
_ZH: Final = r"(?:密码|密碼|口令|密钥|密鑰|金鑰|令牌|私钥|凭证|凭据|秘钥|token|パスワード|トークン|비밀번호|암호|토큰)"

NAMES: Final = (
    secret("assignment", rf"(?i){_SHORT_NAME}{_SUFFIX}{_SIGN}", harmless=_HARMLESS, completed=values.assigned),
    secret(
        "named_value",
        r"[A-Za-z0-9_]*_(?:KEY|SALT|SEED|CERT_KEY|DSN|HASH_KEY)\s{0,2}=\s{0,2}",
        r"(?i)[\"'](?:private_)?key[\"']\s?:\s?",
        r"(?i)\b[\w-]{0,40}(?:secret|token|passwo?r?d|api_?key)[_-]\w{1,24}[\"']?\s{0,2}[:=]\s{0,2}",
        harmless=(
            *_HARMLESS,
            (
                r"(?i).*(?:public|primary|foreign|partition|sort|routing|cache|idempotency|dedup\w*"
                r"|message|shard|group|hash|"
                r"unique|natural|surrogate|index|row|lookup|i18n|translation|hot|registry)_?key.*"
            ),
        ),
        completed=values.set_to,
    ),
    secret("encoded_login", r"(?i)[\"']?_?auth[\"']?\s{0,2}[:=]\s{0,2}", r"(?i)\bBasic\s{1,3}", completed=values.login),
    secret(
        "authorization",
        (
            r"(?i)\b(?:bearer|authorization:?\s{1,3}(?:token|apikey|api-key|key|digest|hmac|negotiate"
            r"|bearer|aws|\w{2,10}))[\s:=]{1,4}"
        ),
        r"(?i)\bx-(?:[a-z]+-){0,3}(?:key|token|auth|secret|password|signature)\s{0,2}[:=]\s{0,2}",
        r"(?i)\b(?:set-)?cookie\s{0,2}:\s{0,2}[\w.\-]+=",
        completed=values.beside,
    ),
    secret("told", rf"(?i){_NAME}s?\b[^.\n;=:@/]{{0,60}}?{_VERB}", harmless=_HARMLESS, completed=values.told),
    secret("beside_name", rf"(?i){_SHORT_NAME}[ \t]{{1,4}}", harmless=_HARMLESS, completed=values.beside),
    secret(
        "told_elsewhere",
        rf"(?i){_RU}[^.\n;=:@/]{{0,60}}?(?:[:=—–]|\bэто|\bравен|\s-\s)\s{{0,3}}",
        rf"{_ZH}[^。\n；=:：]{{0,20}}?(?:是|为|為|:|：|=|＝|は|는|은)\s{{0,3}}",
        completed=values.told,
    ),
    secret("beside_name_elsewhere", rf"(?i){_RU}\s{{1,3}}", rf"{_ZH}\s{{0,3}}", completed=values.beside),
    secret(
        "pin",
        (
            r"(?:\bPIN|\bpin|(?i:pin[ -]?code|passcode|door code|unlock code"
            r"|пин-?код[а-яё]{0,3}))\b[^.\n]{0,40}?(?:\bis|:|=|—)\s{0,3}"
        ),
        rf"(?i)(?:{PASSWORD}s?\b|парол[а-яё]{{0,4}})[^.\n;=:]{{0,40}}?(?:\bis|:|=|—)\s{{0,3}}",
        r"(?:(?i:пин-?код[а-яё]{0,3})|\bPIN(?: code)?)(?:\s[а-яё]{2,15}){0,2}\s{1,3}",
        r"(?:密码|口令|PIN)[^。\n；=:：]{0,12}?(?:是|为|:|：)\s{0,3}",
        completed=values.digits,
    ),
    secret(
        "passphrase",
        rf"(?i)(?:{PASSWORD}|парол[а-яё]{{0,4}}|фраз[а-яё])(?:[^.\n;=:\"']{{0,40}}?(?:\bis|[:=—])|)\s{{0,3}}",
        completed=values.words,
    ),
    secret(
        "spoken_password",
        rf"(?i)(?:{PASSWORD}|парол[а-яё]{{0,4}})(?:\s?(?:is|[:=—]))\s{{0,3}}",
        certainty=Certainty.SUSPICIOUS,
        completed=values.spoken,
    ),
    secret(
        "command",
        r"(?:\bcurl|\bwget|\bhttpie?|\bhttp)\b[^\n]{0,200}?\s(?:-u|--user|-a|--auth|--proxy-user)[ =]?[\"']?[\w.\-@]+:",
        r"\bsshpass\s+-p\s*",
        r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,120}?\s-p",
        r"\bredis-cli\b[^\n]{0,120}?\s-a\s+",
        r"\b(?:docker|podman|helm|az|oc|skopeo)\b[^\n]{0,120}?\s-p\s+",
        r"\bldap\w+\b[^\n]{0,120}?\s-w\s+",
        r"\bopenssl\b[^\n]{0,120}?\s-k\s+|\b(?:un)?zip\b[^\n]{0,120}?\s-P\s+|\b7za?\b[^\n]{0,120}?\s-p",
        r"--(?:[a-z]+-)*(?:password|passwd|pass|token|secret|api-?key|passphrase|auth-?token)[ =]",
        r"-pass(?:in|out)?\s+pass:",
        r"\s-(?:store|key|srcstore|deststore|srckey|destkey)pass\s+",
        r"(?i)\bnet use\b[^\n]{0,80}?/user:\S+\s+",
        completed=values.assigned,
    ),
    secret(
        "login_pair",
        (
            r"(?i)\b(?:admin(?:istrator)?|root|svc[_\-]\w{1,30}|sa|ops|deploy|jenkins|oracle|postgres"
            r"|user)\s{0,2}[:/]\s{0,2}"
        ),
        completed=values.mixed,
    ),
    secret("netrc", r"(?i)machine\s+\S+\s+login\s+\S+\s+password\s+", completed=values.netrc),
)
