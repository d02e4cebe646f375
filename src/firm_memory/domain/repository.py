"""One slug for one repository, whatever form its remote is written in.

From a remote: scheme, host, port and user info are dropped (credentials never survive into a slug),
as is a trailing `.git`; the whole group path is kept, lower-cased (spec: domain, repo identity).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_URL: Final = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_SCP: Final = re.compile(r"^(?:[^/\\@]+@)?(?:\[[0-9a-f:]+\]|[^/\\:@]{2,}):(?P<path>[^\\]*)$", re.IGNORECASE)
_DRIVE: Final = re.compile(r"^[a-z]:[\\/]", re.IGNORECASE)


def normalise_slug(name: str) -> str:
    """A slug as it is compared: trimmed, no `.git`, no outer or doubled slashes, case-folded NFC."""
    path = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip()).casefold())
    parts = [part for part in path.replace("\\", "/").split("/") if part not in {"", ".", ".."}]
    slug = "/".join(parts)
    return slug[:-4] if slug.endswith(".git") else slug


def slug_from_remote(remote: str) -> str | None:
    """The slug of a remote URL, scp-like address or local path; None where it names nothing.

    A local path yields only its last part, so that no home directory or user name enters a slug.
    """
    text = remote.strip().split("?", 1)[0].split("#", 1)[0]
    if _URL.match(text):
        scheme, _, rest = text.partition("://")
        if scheme.lower() == "file":
            return _last_part(rest)
        _, _, path = rest.partition("/")
        return normalise_slug(path) or None
    if _DRIVE.match(text) or text.startswith(("/", ".", "~", "\\")):
        return _last_part(text)
    scp = _SCP.match(text)
    if scp:
        return normalise_slug(scp["path"]) or None
    return _last_part(text) if "@" not in text else None


def _last_part(path: str) -> str | None:
    return normalise_slug(path).rpartition("/")[2] or None
