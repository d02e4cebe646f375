"""One slug for one repository, whatever form its remote is written in.

From a remote: scheme, host, port and user info are dropped (credentials never survive into a slug),
as is a trailing `.git`; the whole group path is kept, lower-cased (spec: domain, repo identity).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*", re.IGNORECASE)
_TRANSPORT: Final = re.compile(r"^[a-z0-9+.-]+::", re.IGNORECASE)  # git's remote helpers: `transport::address`
_SCP: Final = re.compile(r"^(?:\[[^\]]*\]|[^\[\]/\\:]{2,}(?::[0-9]+\])?):(?P<path>[^\\]*)$")
_DRIVE: Final = re.compile(r"^[\\/]*[a-z]:", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"://|:.*@|@.*[:/\\]", re.DOTALL)


def normalise_slug(name: str) -> str:
    """A slug as it is compared: trimmed, no `.git`, no outer or doubled slashes, case-folded NFC.

    Idempotent. The dotted İ folds to i with a dot above, in every locale, and so is not the plain i.
    """
    slug = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold()).replace("\\", "/")
    while True:
        parts = [part for each in slug.split("/") if (part := each.strip()) not in {"", ".", ".."}]
        shorter = "/".join(parts).removesuffix(".git")
        if shorter == slug:
            return slug
        slug = shorter


def slug_of(name: str) -> str:
    """The slug of a repository as somebody names it: by slug, or by pasting its remote. Empty when it names nothing."""
    return (slug_from_remote(name) or "") if _ADDRESS.search(name) else normalise_slug(name)


def slug_from_remote(remote: str) -> str | None:
    """The slug of a remote URL, scp-like address or local path; None where it names nothing.

    All before the last `@` is user info, also where a password holds unescaped `/`, `?` or `#`. A local
    path yields only its last part, so that no home directory or user name enters a slug.
    """
    text = _TRANSPORT.sub("", remote.strip())
    scheme, mark, rest = text.partition("://")
    if mark and _SCHEME.fullmatch(scheme):
        if scheme.lower() == "file":
            return _last_part(rest)
        address = re.split("[?#]", rest.rpartition("@")[2], maxsplit=1)[0]
        return normalise_slug(address.partition("/")[2]) or None
    if text.startswith("//") and "@" in text:  # a URL that lost its scheme
        return None
    if _DRIVE.match(text) or text.startswith(("/", ".", "~", "\\")):
        return _last_part(text)
    address = text.rpartition("@")[2]
    if scp := _SCP.match(address):
        return normalise_slug(scp["path"]) or None
    return _last_part(text) if address == text else None


def _last_part(path: str) -> str | None:
    name = normalise_slug(_DRIVE.sub("", path)).rpartition("/")[2]
    return None if _ADDRESS.search(name) else name or None
