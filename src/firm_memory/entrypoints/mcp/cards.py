"""Memories as readers see them: quoted, sourced, and never to be mistaken for the words around them."""

from __future__ import annotations

from typing import Final

import attrs

from firm_memory.domain.answer import Hit
from firm_memory.domain.memory import Flag
from firm_memory.domain.moment import write_moment
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.text import shorten
from firm_memory.entrypoints.mcp.answers import Structure

ATOMS_MOST: Final = 8
FLAGS_MOST: Final = 3
REASON_MOST: Final = 160
REFERENCE_MOST: Final = 200
REFERENCE_LEAN: Final = 80


@attrs.frozen(kw_only=True)
class Card:
    """A hit as it is shown. `lean` leaves out what a reader can do without."""

    hit: Hit
    content: str
    lean: bool = False

    @classmethod
    def of(cls, hit: Hit) -> Card:
        """The card of a hit, its content whole."""
        return cls(hit=hit, content=hit.content)

    @classmethod
    def shortened(cls, hit: Hit, most: int) -> Card:
        """A lean card of a hit, its content cut to `most` (at least 1) characters."""
        return cls(hit=hit, content=shorten(hit.content, max(1, most)), lean=True)

    @property
    def labels(self) -> list[str]:
        """What tempers the memory, in single words."""
        memory = self.hit.memory
        marks = {
            "unreviewed": self.hit.unreviewed,
            "working_note": memory.tier is MemoryTier.EPISODIC,
            "disputed": memory.status is MemoryStatus.DISPUTED,
            "stale": self.hit.stale,
            "shortened": self.content != memory.content,
        }
        return [mark for mark, holds in marks.items() if holds]

    def structure(self) -> Structure:
        """The card for programs."""
        memory = self.hit.memory
        card: Structure = {
            "id": str(memory.id),
            "content": self.content,
            "type": memory.type.value,
            "scope": scope_structure(memory.scope, 1 if self.lean else ATOMS_MOST),
            "reference": self._reference,
            "status": memory.status.value,
            "score": round(self.hit.score, 3),
            "age_days": self.hit.age_days,
            "verified_at": write_moment(memory.verified_at) if memory.verified_at else None,
            "confidence": round(memory.effective_confidence, 2),
            "labels": self.labels,
            "confirmations": self.hit.confirmations,
            "refutations": self.hit.refutations,
            "flags": [flag_structure(flag) for flag in self._flags],
        }
        if len(memory.flags) > len(self._flags):
            card["flags_in_all"] = len(memory.flags)
        if memory.title and not self.lean:
            card["title"] = memory.title
        if memory.disposition:
            card["disposition"] = memory.disposition.value
        return card

    def text(self, place: int) -> str:
        """The card for readers, as number `place` of its answer."""
        memory = self.hit.memory
        age = "age unknown" if self.hit.age_days is None else f"{self.hit.age_days} days old"
        verified = f"verified {memory.verified_at:%Y-%m-%d}" if memory.verified_at else "never verified"
        facts = [
            memory.type.value,
            scope_text(memory.scope, 1 if self.lean else ATOMS_MOST),
            one_line(self._reference),
            memory.status.value,
            f"score {self.hit.score:.2f}",
            f"confidence {memory.effective_confidence:.2f}",
            age,
            verified,
            *([f"confirmed by {self.hit.confirmations}"] if self.hit.confirmations else []),
            *([f"refuted by {self.hit.refutations}"] if self.hit.refutations else []),
            *([memory.disposition.value] if memory.disposition else []),
            *(label for label in self.labels if label != "disputed"),
        ]
        lines = [f"[{place}] {memory.id}", " · ".join(facts)]
        lines += [f"flag: {flag_text(flag)}" for flag in self._flags]
        title = [quoted(memory.title)] if memory.title and not self.lean else []
        return "\n".join([*lines, *title, quoted(self.content)])

    @property
    def _reference(self) -> str:
        return shorten(self.hit.provenance.reference, REFERENCE_LEAN if self.lean else REFERENCE_MOST)

    @property
    def _flags(self) -> tuple[Flag, ...]:
        return () if self.lean else self.hit.flags[-FLAGS_MOST:]


def quoted(text: str) -> str:
    """A memory's text, every line marked, so that no line of it can pass for one of ours."""
    return "\n".join(f"| {line}" for line in text.splitlines()) or "|"


def one_line(text: str) -> str:
    """`text` with its white space folded."""
    return " ".join(text.split())


def scope_text(scope: MemoryScope, most: int = ATOMS_MOST) -> str:
    """A scope in words, abridged after `most` names."""
    atoms = sorted(scope.atoms)
    more = [f"{len(atoms) - most} more"] if len(atoms) > most else []
    return ", ".join([*atoms[:most], *more])


def scope_structure(scope: MemoryScope, most: int = ATOMS_MOST) -> Structure:
    """A scope as it is written in `memory_propose`, each axis abridged after `most` names."""
    shown: Structure = {"firm": True} if scope.firm else {}
    for axis, names in (("domains", scope.domains), ("repos", scope.repos)):
        if names:
            shown[axis] = list(names[:most])
        if len(names) > most:
            shown[f"{axis}_in_all"] = len(names)
    return shown


def flag_structure(flag: Flag, most: int = REASON_MOST) -> Structure:
    """An open objection for programs."""
    return {
        "kind": flag.kind.value,
        "by": flag.by,
        "reason": shorten(flag.reason, most),
        "at": write_moment(flag.at),
        **({"replacement": str(flag.replacement)} if flag.replacement else {}),
    }


def flag_text(flag: Flag) -> str:
    """An open objection for readers, on one line."""
    return (
        f"{flag.kind.value} by {one_line(flag.by)} on {flag.at:%Y-%m-%d}: {one_line(shorten(flag.reason, REASON_MOST))}"
    )
