"""Compare: what says the same as a candidate, or the opposite. One answer for proposers, the desk and the policy."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import attrs

from firm_memory.application.bounded_reads import BoundedReads
from firm_memory.application.lookup import memory_lookup
from firm_memory.application.ports.deadline import Deadline
from firm_memory.application.ports.memory_store import MemoryStore
from firm_memory.application.ports.records import Records
from firm_memory.application.ports.text_analyzer import TextAnalyzer
from firm_memory.application.search import shortened
from firm_memory.application.understanding import Understanding, Understood
from firm_memory.domain.label import Reason
from firm_memory.domain.memory import Memory
from firm_memory.domain.ranking import Match
from firm_memory.domain.resemblance.likeness import Likeness, Resemblance, order, resemblance
from firm_memory.domain.resemblance.wording import Wording
from firm_memory.domain.scope import FIRM_ATOM
from firm_memory.domain.status import STORED, MemoryStatus, MemoryTier
from firm_memory.domain.text import encodable
from firm_memory.domain.visibility import RECALLED, Visibility

NEAREST_MOST: Final = 40
SHOWN_MOST: Final = 10
# Of the candidates that wait, the newest of an overlapping scope are compared word by word.
WAITING_MOST: Final = 1_000
_DURABLE: Final = frozenset({MemoryTier.DURABLE})
_SAME_WORDS: Final = frozenset({Likeness.EXACT, Likeness.WIDENING})


@attrs.frozen(kw_only=True)
class Comparison:
    """What an approver sees beside a candidate: what it would replace, and what resembles it, plainest first.

    `reason` tells why less was compared than could be (the store or the model did not answer); then what was
    found is true, and there may be more.
    """

    similar: tuple[Resemblance, ...] = ()
    replaced: Memory | None = None
    reason: Reason | None = None

    @property
    def rivals(self) -> int:
        """How many of them say the opposite, or something else of the same thing."""
        return sum(each.kind is Likeness.RIVAL for each in self.similar)


def _cache(self: Compare) -> Callable[[str], Wording]:
    def worded(content: str) -> Wording:
        return Wording(content=content, terms=self.analyzer.terms(content))

    return functools.lru_cache(maxsize=WAITING_MOST)(worded)


@attrs.frozen(kw_only=True)
class Compare:
    """Looks beside a candidate: memories whose scope overlaps its own, candidates that wait, the same words anywhere.

    What holds for the firm overlaps with everything. Working notes and cards are not compared: they are no
    statements of the firm. The cost is two bounded searches and one pass over what waits.
    """

    records: Records
    store: MemoryStore
    understanding: Understanding
    reads: BoundedReads
    analyzer: TextAnalyzer
    _worded: Callable[[str], Wording] = attrs.field(default=attrs.Factory(_cache, takes_self=True), init=False)

    def __call__(self, candidate: Memory) -> Comparison:
        """Compare. A store that does not answer is a `reason`; records that cannot be read raise."""
        replaced = memory_lookup(self.records.queue)(candidate.supersedes) if candidate.supersedes else None
        found = {each.id: each for each in self._waiting(candidate)}
        atoms = self.records.queue.atoms() | candidate.scope.atoms | {FIRM_ATOM}
        outcome = self.reads("compare", lambda deadline: self._stored(candidate, atoms, deadline))
        stored, reason = outcome.value or ((), outcome.reason or Reason.UNAVAILABLE)
        found |= {each.id: each for each in stored}
        return Comparison(
            similar=tuple(sorted(found.values(), key=order)[:SHOWN_MOST]), replaced=replaced, reason=reason
        )

    def _waiting(self, candidate: Memory) -> Iterator[Resemblance]:
        waiting = [record.memory for record in self.records.queue.waiting()]
        overlapping = [each for each in waiting if _overlap(each, candidate)][-WAITING_MOST:]
        words = self._worded(candidate.content)
        yield from self._beside(candidate, ((each, 0.0) for each in overlapping))
        near = {each.id for each in overlapping}
        for each in waiting:
            if each.id not in near and self._worded(each.content).key == words.key:
                yield from self._beside(candidate, [(each, 0.0)])

    def _stored(
        self, candidate: Memory, atoms: frozenset[str], deadline: Deadline
    ) -> tuple[tuple[Resemblance, ...], Reason | None]:
        understood = self.understanding(shortened(encodable(candidate.embedded_text))[0], deadline)
        overlapping = atoms if candidate.scope.firm else candidate.scope.atoms | {FIRM_ATOM}
        near = self._found(understood, understood.terms, overlapping, RECALLED, deadline)
        terms = self._worded(candidate.content).terms
        anywhere = self._found(Understood(terms=terms), terms, atoms, STORED, deadline)
        same = [each for each in self._beside(candidate, _scored(anywhere, understood)) if each.kind in _SAME_WORDS]
        return (*same, *self._beside(candidate, _scored(near, understood))), understood.reason

    def _found(
        self,
        understood: Understood,
        terms: frozenset[str],
        atoms: frozenset[str],
        statuses: frozenset[MemoryStatus],
        deadline: Deadline,
    ) -> list[Match]:
        visibility = Visibility(atoms=atoms, tiers=_DURABLE, statuses=statuses)
        found = self.store.search(understood.vector, terms, visibility, NEAREST_MOST, deadline)
        return [match for match in found.matches if visibility.admits(match.memory)]

    def _beside(self, candidate: Memory, known: Iterable[tuple[Memory, float]]) -> Iterator[Resemblance]:
        words = self._worded(candidate.content)
        for memory, meaning in known:
            if memory.id in (candidate.id, candidate.supersedes) or memory.redaction is not None:
                continue
            found = resemblance(candidate, words, memory, self._worded(memory.content), meaning)
            if found is not None:
                yield found


def _scored(matches: Iterable[Match], understood: Understood) -> Iterator[tuple[Memory, float]]:
    for match in matches:
        yield match.memory, understood.calibration.relevance(match.cosine or 0.0)


def _overlap(one: Memory, other: Memory) -> bool:
    return one.scope.firm or other.scope.firm or one.scope.sees(other.scope)
