"""Where a memory comes from: every answer has a source."""

from __future__ import annotations

import enum
import re
from datetime import datetime
from typing import Final

import attrs

from firm_memory.domain.errors import InvalidProvenance
from firm_memory.domain.moment import optional_utc
from firm_memory.domain.scope import normalise_repo
from firm_memory.domain.text import is_blank, require_clean, require_name

REFERENCE_LIMIT: Final = 500
ALSO_SEEN_MOST: Final = 100
EVIDENCE_LIMIT: Final = 2_000
ANCHORS_MOST: Final = 64
_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z._:/+-]{0,127}")
# User info before the host; or `user:` followed by an @ further on, as when a password holds an unescaped slash.
_URL_CREDENTIALS: Final = re.compile(
    r"[a-z][a-z0-9+.-]*://(?:[^\s/?#]*@|[^\s/?#@:\[]*:(?![0-9]*(?:[/?#\s]|$))\S*@)", re.IGNORECASE
)


class SourceKind(enum.Enum):
    """What kind of source a reference points to."""

    MR = "mr"
    ISSUE = "issue"
    ADR = "adr"
    DOCUMENT = "document"
    INCIDENT = "incident"
    INTERVIEW = "interview"
    IMPORT = "import"
    OBSERVATION = "observation"
    MANUAL = "manual"


# The documented table by which a kind is read off a reference when none is given; first match wins.
REFERENCE_PREFIXES: Final = (
    ("mr-", SourceKind.MR),
    ("pr-", SourceKind.MR),
    ("!", SourceKind.MR),
    ("issue-", SourceKind.ISSUE),
    ("#", SourceKind.ISSUE),
    ("adr-", SourceKind.ADR),
    ("docs/adr/", SourceKind.ADR),
    ("rfc-", SourceKind.DOCUMENT),
    ("doc-", SourceKind.DOCUMENT),
    ("docs/", SourceKind.DOCUMENT),
    ("wiki-", SourceKind.DOCUMENT),
    ("http://", SourceKind.DOCUMENT),
    ("https://", SourceKind.DOCUMENT),
    ("inc-", SourceKind.INCIDENT),
    ("incident-", SourceKind.INCIDENT),
    ("postmortem-", SourceKind.INCIDENT),
    ("interview-", SourceKind.INTERVIEW),
    ("import:", SourceKind.IMPORT),
)


def kind_of(reference: str) -> SourceKind:
    """The kind that `reference` suggests by its prefix; a single observation when it suggests none."""
    wanted = reference.strip().casefold()
    return next((kind for prefix, kind in REFERENCE_PREFIXES if wanted.startswith(prefix)), SourceKind.OBSERVATION)


def _anchored_repo(name: str) -> str:
    return normalise_repo(name, "anchors.repo")


@attrs.frozen(kw_only=True)
class Anchor:
    """A place in code that a memory speaks of. `repo` is a slug, normalised as in a scope."""

    repo: str = attrs.field(converter=_anchored_repo)
    path: str = attrs.field(metadata={"free_text": True})
    symbol: str | None = attrs.field(default=None, metadata={"free_text": True})

    def __attrs_post_init__(self) -> None:
        for field, value in (("path", self.path), ("symbol", self.symbol)):
            if value is not None and (
                len(value) > REFERENCE_LIMIT or is_blank(require_clean(f"anchors.{field}", value))
            ):
                raise InvalidProvenance(f"anchors.{field}", "is blank or too long", "Name a place in the repository")


def _reference(field: str, text: str) -> str:
    if len(text) > REFERENCE_LIMIT:
        raise InvalidProvenance(field, f"is over {REFERENCE_LIMIT} characters", "Name the source, do not quote it")
    if is_blank(require_clean(field, text)):
        raise InvalidProvenance(field, "is missing", "Name the source: mr-4821, a path, or a URL")
    if _URL_CREDENTIALS.search(text):
        raise InvalidProvenance(field, "carries user info in a URL", "Give the URL without user, password or token")
    return text


@attrs.frozen(kw_only=True)
class Provenance:
    """The source of a memory and the people who put it there. `reference` is required."""

    kind: SourceKind
    reference: str = attrs.field(metadata={"free_text": True})
    also_seen: tuple[str, ...] = attrs.field(default=(), metadata={"free_text": True})
    evidence: str | None = attrs.field(default=None, metadata={"free_text": True})
    commit: str | None = None
    doc_sha: str | None = None
    anchors: tuple[Anchor, ...] = ()
    proposed_by: str
    on_behalf_of: str | None = None
    approved_by: str | None = None
    proposed_at: datetime | None = attrs.field(default=None, converter=optional_utc)
    approved_at: datetime | None = attrs.field(default=None, converter=optional_utc)

    def __attrs_post_init__(self) -> None:
        _reference("reference", self.reference)
        for each in self.also_seen:
            _reference("also_seen", each)
        if self.evidence is not None:
            if len(self.evidence) > EVIDENCE_LIMIT:
                raise InvalidProvenance("evidence", f"is over {EVIDENCE_LIMIT} characters", "Point to it instead")
            require_clean("evidence", self.evidence)
        for field, version in (("commit", self.commit), ("doc_sha", self.doc_sha)):
            if version is not None and not _VERSION.fullmatch(version):
                raise InvalidProvenance(field, "is no commit, version or hash", "Give it as the forge writes it")
        if len(self.anchors) > ANCHORS_MOST:
            raise InvalidProvenance("anchors", f"{len(self.anchors)} anchors", f"Give at most {ANCHORS_MOST}")
        people = {"proposed_by": self.proposed_by, "on_behalf_of": self.on_behalf_of, "approved_by": self.approved_by}
        for field, name in people.items():
            if name is not None:
                require_name(field, name)

    def seen_at(self, reference: str) -> Provenance:
        """This provenance with one more reference; itself when that is known already, or when there are enough.

        A job that runs for ever proposes for ever; after `ALSO_SEEN_MOST` sources one more says nothing new.
        """
        known = {self.reference, *self.also_seen}
        enough = len(self.also_seen) >= ALSO_SEEN_MOST
        return self if enough or reference in known else attrs.evolve(self, also_seen=(*self.also_seen, reference))
