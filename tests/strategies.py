"""Hypothesis strategies for the domain's values: everything they draw satisfies the invariants.

Texts are awkward on purpose: any code point that may be stored, with joiners, combining marks and
line separators drawn more often than chance would have it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from typing import Final

from hypothesis import settings
from hypothesis import strategies as st

from firm_memory.domain.candidate import Candidacy, Decision, Notice, Record, Ruling, Verdict
from firm_memory.domain.errors import InvalidScope
from firm_memory.domain.ledger import Change, EventKind
from firm_memory.domain.memory import Flag, FlagKind, Memory
from firm_memory.domain.principal import Caller, Role, TrustMode
from firm_memory.domain.provenance import Anchor, Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope, normalise_domain, normalise_repo
from firm_memory.domain.status import Disposition, MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import comparison_key, is_blank, is_one_line

# The same examples in every run, so that a suite is green or red for everybody; HYPOTHESIS_PROFILE=explore hunts
# for new ones. Deadlines are wall clocks, which no test asserts.
settings.register_profile("laws", max_examples=32, deadline=None, derandomize=True)
settings.register_profile("explore", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "laws"))
FEW: Final = settings(max_examples=settings().max_examples // 4)  # for laws over whole memories, which are dear to draw

FORBIDDEN: Final = (0, *range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xE0000, 0xE01F0))
_NOT_STORED: Final = "".join(map(chr, FORBIDDEN))
_AWKWARD: Final = "\u200d\u200c\ufe0f\u200b\u0301\u0345\u0307İßſﬁ①\u2028\x85\t \u00a0\U0001f468\U0001f3fd한ا'\"\\{}$"

characters: Final = st.one_of(
    st.characters(exclude_categories=["Cs"], exclude_characters=_NOT_STORED), st.sampled_from(_AWKWARD)
)


@cache
def texts(max_size: int = 60) -> st.SearchStrategy[str]:
    """Storable texts that show something."""
    return st.text(characters, min_size=1, max_size=max_size).filter(lambda text: not is_blank(text))


@cache
def lines(max_size: int = 40) -> st.SearchStrategy[str]:
    """Storable texts on one line, such as titles and names."""
    return texts(max_size).filter(is_one_line)


@cache
def moments() -> st.SearchStrategy[datetime]:
    """Aware moments of any zone and of nearly any year."""
    zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
    first, last = datetime(1, 1, 2), datetime(9999, 12, 30)  # noqa: DTZ001 -- hypothesis adds the zone itself
    return st.datetimes(first, last, timezones=st.one_of(st.just(UTC), zones))


@cache
def domains() -> st.SearchStrategy[str]:
    """Names of domains as people type them."""
    return st.one_of(st.sampled_from(["execution", "MCX", " Risk ", "ге\u0301нève"]), lines(20)).filter(
        lambda name: _accepted(normalise_domain, name)
    )


@cache
def repos() -> st.SearchStrategy[str]:
    """Names of repositories as people type them."""
    return st.one_of(st.sampled_from(["oms", "Quant/OMS.git", "/gateway/"]), lines(20)).filter(
        lambda name: _accepted(normalise_repo, name)
    )


@cache
def scopes() -> st.SearchStrategy[MemoryScope]:
    """Scopes of every shape."""
    parts = st.tuples(st.booleans(), st.lists(domains(), max_size=3), st.lists(repos(), max_size=3))
    return parts.filter(any).map(
        lambda part: MemoryScope(firm=part[0], domains=tuple(part[1]), repos=tuple(part[2])),
    )


@cache
def tags() -> st.SearchStrategy[tuple[str, ...]]:
    """A few tags as people type them."""
    short = lines(20).filter(lambda tag: len(comparison_key(tag)) <= 60)
    return st.lists(short, max_size=3).map(tuple)


@cache
def anchors() -> st.SearchStrategy[Anchor]:
    """Places in code."""
    return st.builds(Anchor, repo=repos(), path=lines(), symbol=st.none() | lines())


@cache
def provenances() -> st.SearchStrategy[Provenance]:
    """Sources of every kind, with and without their optional parts."""
    references = st.one_of(st.sampled_from(["mr-4821", "docs/адр/7.md", "https://wiki.example.test/x?y=1"]), lines())
    usable = references.filter(lambda text: "://" not in text or "example.test" in text)
    versions = st.none() | st.from_regex(r"[0-9a-f]{7,64}", fullmatch=True)
    return st.builds(
        Provenance,
        kind=st.sampled_from(SourceKind),
        reference=usable,
        also_seen=st.lists(usable, max_size=2).map(tuple),
        evidence=st.none() | texts(),
        commit=versions,
        doc_sha=versions,
        anchors=st.lists(anchors(), max_size=2).map(tuple),
        proposed_by=lines(),
        on_behalf_of=st.none() | lines(),
        approved_by=st.none() | lines(),
        proposed_at=st.none() | moments(),
        approved_at=st.none() | moments(),
    )


@cache
def flags() -> st.SearchStrategy[Flag]:
    """Open objections."""
    return st.builds(
        Flag,
        kind=st.sampled_from(FlagKind),
        by=lines(),
        reason=texts(),
        at=moments(),
        replacement=st.none() | st.uuids(),
    )


_TIERS: Final = st.sampled_from(MemoryTier)
_STATUSES: Final = st.sampled_from(MemoryStatus)
_TYPES: Final = st.sampled_from(MemoryType)
_DISPOSITIONS: Final = st.none() | st.sampled_from(Disposition)
_IDS: Final = st.lists(st.uuids(), min_size=3, max_size=3, unique=True)
_PRESENT: Final = st.booleans()
_SOME_FLAGS: Final = st.lists(flags(), max_size=2).map(tuple)
_REVISIONS: Final = st.integers(1, 2**31)
_CONFIDENCES: Final = st.floats(0, 1)
_MAYBE_LINE: Final = st.none() | lines()
_MAYBE_MOMENT: Final = st.none() | moments()


@st.composite
def memories(
    draw: st.DrawFn,
    *,
    tier: MemoryTier | None = None,
    status: MemoryStatus | None = None,
) -> Memory:
    """Memories that satisfy every invariant; `tier` and `status` are drawn where not given."""
    drawn_tier = tier or draw(_TIERS)
    episodic = drawn_tier is MemoryTier.EPISODIC
    own, older, newer = draw(_IDS)
    return Memory(
        id=own,
        content=draw(texts(200)),
        title=draw(_MAYBE_LINE),
        summary=draw(_MAYBE_LINE),
        type=draw(_TYPES),
        scope=draw(scopes()),
        tier=drawn_tier,
        status=status or draw(_STATUSES),
        confidence=draw(_CONFIDENCES),
        provenance=draw(provenances()),
        task=draw(lines()) if episodic else None,
        disposition=draw(_DISPOSITIONS) if episodic else None,
        tags=draw(tags()),
        steward=draw(_MAYBE_LINE),
        supersedes=older if draw(_PRESENT) else None,
        superseded_by=newer if draw(_PRESENT) else None,
        created_at=draw(moments()),
        updated_at=draw(moments()),
        verified_at=draw(_MAYBE_MOMENT),
        revision=draw(_REVISIONS),
        flags=draw(_SOME_FLAGS),
    )


@cache
def decisions() -> st.SearchStrategy[Decision]:
    """Verdicts with their words."""
    revisions = st.integers(1, 2**31)
    return st.one_of(
        st.builds(Decision, verdict=st.just(Verdict.APPROVED), by=lines(), at=moments(), revision=revisions),
        st.builds(
            Decision, verdict=st.just(Verdict.REJECTED), by=lines(), at=moments(), reason=texts(), revision=revisions
        ),
    )


@cache
def candidacies() -> st.SearchStrategy[Candidacy]:
    """The gate's side of a record."""
    notices = st.lists(st.builds(Notice, rule=lines(), why=lines()), max_size=2).map(tuple)
    rulings = st.builds(Ruling, automatic=st.booleans(), reason=lines())
    return st.builds(Candidacy, ruling=rulings, notices=notices, decision=st.none() | decisions())


def records(memory: st.SearchStrategy[Memory] | None = None) -> st.SearchStrategy[Record]:
    """Records as the queue holds them."""
    return st.builds(Record, memory=memory or memories(), candidacy=st.none() | candidacies(), stored=st.booleans())


@cache
def callers() -> st.SearchStrategy[Caller]:
    """Principals of every kind, on every surface."""
    return st.builds(
        Caller,
        name=st.one_of(st.sampled_from(["agent:opencode", "lead@example"]), lines()),
        via=st.sampled_from(["cli", "mcp", "api", "http", "web"]),
        on_behalf_of=st.none() | lines(),
        roles=st.frozensets(st.sampled_from(Role)),
        trust=st.sampled_from(TrustMode),
    )


@cache
def salts() -> st.SearchStrategy[str]:
    """Salts of events: 32 hex characters."""
    return st.binary(min_size=16, max_size=16).map(bytes.hex)


@cache
def changes() -> st.SearchStrategy[Change]:
    """Changes ready to be sealed."""
    return st.builds(
        Change,
        kind=st.sampled_from(EventKind),
        caller=callers(),
        occurred_at=moments(),
        records=st.lists(records(), min_size=1, max_size=2).map(tuple),
        salt=salts(),
    )


def _accepted(normalise: Callable[[str], str], name: str) -> bool:
    try:
        normalise(name)
    except InvalidScope:
        return False
    return True
