"""Secrets: a memory is shown to many, so no tier ever holds one."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusion import Exclusion, ExclusionReason

_SECRET_WHY: Final = "this looks like a secret, and a memory is shown to many"
_ROTATE: Final = "Rotate it if it is real, then say where it is kept instead of what it is"


def _secret(rule: str, *patterns: str, harmless: tuple[str, ...] = ()) -> Exclusion:
    return Exclusion(
        rule=rule, reason=ExclusionReason.SECRET, why=_SECRET_WHY, instead=_ROTATE, patterns=patterns, harmless=harmless
    )


SECRETS: Final = (
    _secret("secret.private_key", r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY"),
    _secret(
        "secret.cloud_key",
        r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
        r"AIza[0-9A-Za-z_\-]{35}",
        r"(?i)aws_secret_access_key\s*[=:]\s*[A-Za-z0-9/+]{40}",
    ),
    _secret(
        "secret.forge_token",
        r"gh[pousr]_[A-Za-z0-9]{36,}",
        r"github_pat_[A-Za-z0-9_]{22,}",
        r"gl(?:pat|ptt|dt|rt|cbt|soat)-[A-Za-z0-9_\-]{20,}",
        r"npm_[A-Za-z0-9]{36}",
        r"pypi-AgE[A-Za-z0-9_\-]{30,}",
        harmless=(r"(?i)[a-z_]+[_\-][x0*.\-]+",),
    ),
    _secret(
        "secret.service_token",
        r"xox[abeoprs]-[A-Za-z0-9\-]{10,}",
        r"xapp-[0-9]-[A-Za-z0-9\-]{10,}",
        r"https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/]{20,}",
        r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}",
        r"sk-(?:proj-|ant-[a-z0-9]+-)?[A-Za-z0-9_\-]{32,}",
        r"SG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{16,}",
        r"hf_[A-Za-z]{34}",
    ),
    _secret("secret.jwt", r"eyJ[A-Za-z0-9_\-]{8,}\.eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}"),
    _secret(
        "secret.connection_string",
        r"[a-zA-Z][a-zA-Z0-9+.\-]*://[^\s/:@<>{}$*]*:[^\s/@<>{}$*]{3,}@[A-Za-z0-9.\-\[\]]+",
        harmless=(r"(?i)[a-z0-9+.\-]+://[^:]*:(?:pass|passwd|password|pwd|secret|changeme|example|x+|\.+)@\S+",),
    ),
    _secret(
        "secret.assignment",
        r"(?i)(?:password|passwd|pwd|api[_\-]?key|secret[_\-]?key|access[_\-]?token|auth[_\-]?token)"
        r"\s*(?:=|:=|:)\s*[\"']?(?:[^\s\"'<>{}$*,;]*[0-9][^\s\"'<>{}$*,;]*){1}",
    ),
)
