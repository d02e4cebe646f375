"""Secrets inside addresses: user information, query parameters, and addresses that are a secret as a whole."""

from __future__ import annotations

import re
from typing import Final

from firm_memory.domain.exclusions.secret.placeholders import is_placeholder
from firm_memory.domain.exclusions.secret.plausible import Strength, strength
from firm_memory.domain.exclusions.secret.rule import secret

_ORACLE: Final = re.compile(r":@?(\w+)/(.+)@", re.DOTALL)
_PARAMETER_MOST: Final = 300
# Whoever may reach these may already do anything: what development settings say of them is no secret.
_LOCAL: Final = re.compile(
    r"localhost|127\.0\.0\.1|\[::1\]|host|hostname|db|database|postgres|mysql|redis|rabbitmq|mongo"
)


def _is_password(address: str) -> bool:
    """Whether the password of an address is one; `user:user@localhost` and documentation's words are not."""
    login, _, host = address.partition("://")[2].rpartition("@")
    user, _, password = login.partition(":")
    if is_placeholder(password):
        return False
    return password != user or not _LOCAL.fullmatch(host.split(":")[0])


def _is_oracle(address: str) -> bool:
    found = _ORACLE.search(address)
    return found is not None and not is_placeholder(found[2])


def _is_service_login(login: str) -> bool:
    return strength(login.partition("/")[2].partition("@")[0]) >= Strength.MIXED


def _is_token_user(address: str) -> bool:
    """Whether what stands for the user of an address is a token. A monitoring address holds a public key there."""
    user, _, host = address.partition("://")[2].rpartition("@")
    return strength(user) >= Strength.MIXED and "ingest" not in host and "sentry" not in host


def _parameter(following: str) -> int:
    """How long the secret is that a query parameter carries."""
    end = next((at for at, each in enumerate(following) if each in "&#\"'<>`) ,;|" or each.isspace()), len(following))
    value = following[:end].rstrip(".")
    return len(value) if strength(value) >= Strength.MIXED else 0


def _entry(entry: str) -> bool:
    """Whether the last field of `host:port:database:user:password` is one."""
    return strength(entry.rpartition(":")[2].rstrip(".,;")) >= Strength.WEAK


ADDRESSES: Final = (
    secret(
        "connection_string",
        r"[a-zA-Z][a-zA-Z0-9+.\-]*://[^\s/:@<>{}$*\"']*:[^\s/@<>{}$*\"']{3,}@[A-Za-z0-9.\-\[\]:]+",
        judged=_is_password,
    ),
    secret("oracle_address", r"(?i:jdbc:oracle:[a-z]+:@?|sqlplus )\w+/[^\s@/]{4,}@", judged=_is_oracle),
    secret("service_login", r"\b\w{2,30}/[^\s@/]{6,40}@(?:[A-Z][A-Z0-9_]{2,}|//)", judged=_is_service_login),
    secret(
        "token_address", r"https?://[A-Za-z0-9_\-.~]{16,}(?::x-oauth-basic)?@[A-Za-z0-9.\-]+", judged=_is_token_user
    ),
    secret(
        "address_parameter",
        r"(?i)[?&;](?:[a-z_\-]*(?:token|apikey|api_key|api-key|secret|passw(?:or)?d|pwd|auth|password|credential)|key|sig|"
        r"signature|x-amz-signature|x-amz-security-token|x-goog-signature|hmac|hash_key|sas|code|jwt|sessionid|session)=",
        completed=_parameter,
    ),
    secret(
        "webhook",
        r"https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9/]{20,}",
        r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/[0-9]{10,}/[A-Za-z0-9_\-]{40,}",
        r"https://[a-z0-9\-]+\.webhook\.office\.com/webhookb2/[A-Za-z0-9@\-]{30,}/\S{20,}",
        r"https://open\.(?:feishu|larksuite)\.(?:cn|com)/open-apis/bot/v2/hook/[a-f0-9\-]{20,}",
        r"https://hooks\.zapier\.com/hooks/catch/[0-9]+/[a-z0-9]+",
        r"https://maker\.ifttt\.com/trigger/\w+/with/key/[A-Za-z0-9_\-]{15,}",
        r"https://events\.pagerduty\.com/integration/[a-f0-9]{32}",
        r"https://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[a-f0-9\-]{30,}",
        r"https://api\.telegram\.org/bot[0-9]+:[A-Za-z0-9_\-]{30,}",
        harmless=(r"(?i).*(?:x{6}|0{8}|\.\.\.|your).*", r".*/T0+/B0+/\S*"),
    ),
    secret(
        "password_file",
        r"[\w.\-*]+:(?:[0-9]{2,5}|\*):[\w\-*]+:[\w\-]+:[^\s:]{5,}",
        judged=_entry,
    ),
)
