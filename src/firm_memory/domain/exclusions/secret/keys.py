"""Private keys and signed tokens, in the forms in which programs keep them."""

from __future__ import annotations

import re
from typing import Final

from firm_memory.domain.exclusion import Certainty
from firm_memory.domain.exclusions.secret.plausible import is_credible
from firm_memory.domain.exclusions.secret.rule import secret

_HEADER: Final = r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----"
# Between header and body: line ends, also as written in JSON and code, quotes, and headers such as `Proc-Type: …`.
_BODY: Final = re.compile(
    r"(?:\\+[nr]|[\s\"'+,|>])*+(?:[A-Za-z-]+: [^\n]*\n\s*)*+"
    r"(?:[A-Za-z0-9+/]{16}|(?:b3BlbnNz|MII|MC4|MHc)[A-Za-z0-9+/=]*)"
)


def _body(following: str) -> int:
    """How far the first line of a key's body reaches."""
    found = _BODY.match(following)
    return found.end() if found else 0


KEYS: Final = (
    secret("private_key", _HEADER, completed=_body),
    secret("private_key_header", _HEADER, certainty=Certainty.SUSPICIOUS),
    secret(
        "encoded_key",
        # The first bytes of PKCS#1, PKCS#8, EC and OpenSSH keys in Base64, and of a PEM header in Base64 once more.
        r"MII[A-Za-z0-9+/]{2,4}IBAAKC[A-Za-z0-9+/]{20,}",
        r"MII[A-Za-z0-9+/]{2,4}IBADANBgkqhkiG9w0BAQ[A-Za-z0-9+/]{20,}",
        r"M(?:HcCAQEEI|IGHAgEAMB|C4CAQAwBQYDK2VwBCIEI|IGkAgEBBD|G8CAQEE)[A-Za-z0-9+/]{20,}",
        r"b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]{20,}",
        r"LS0tLS1CRUdJTiB(?:SU0EgUF|QUklWQVRF|FQyBQUk|PUEVOU1NI|EU0EgUF|FTkNSWVBURUQgUF)[A-Za-z0-9+/]{10,}",
        r"PuTTY-User-Key-File-[0-9]: ",
        r"AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,}",
        closed_up=True,
    ),
    secret(
        "jwt",
        r"eyJ[A-Za-z0-9_\-]{8,}\.eyJ[A-Za-z0-9_\-]{8,}(?:\.[A-Za-z0-9_\-]{8,})?",
        r"eyJ[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]*\.[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}(?:\.[A-Za-z0-9_\-]{8,})?",
        r"eyJhbGciOi[A-Za-z0-9_\-]{16,}",
        judged=is_credible,
        closed_up=True,
    ),
    secret("password_hash", r"\$(?:1|5|6|apr1|2[abxy]|y|argon2(?:id?|d))\$[A-Za-z0-9./,=$+]{20,}"),
)
