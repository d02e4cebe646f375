"""Admission: the gate's checks on every text before it reaches a queue or a store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from firm_memory.application.ports.scanner import Scanner
from firm_memory.domain.candidate import Notice
from firm_memory.domain.errors import FirmMemoryError, GateUnavailable
from firm_memory.domain.exclusion import Certainty, Exclusion, Finding, Refused, gravest
from firm_memory.domain.exclusions.catalogue import exclusions_for
from firm_memory.domain.exclusions.secrets import SECRETS
from firm_memory.domain.memory import Memory, require_length
from firm_memory.domain.notices import suspicion_notices, text_notices
from firm_memory.domain.status import MemoryTier
from firm_memory.domain.text import CONTENT_LIMIT


def texts_of(memory: Memory) -> dict[str, str]:
    """Every free text of a memory by field name: what the gate reads."""
    source = memory.provenance
    named = {
        "content": memory.content,
        "title": memory.title,
        "summary": memory.summary,
        "reference": source.reference,
        "evidence": source.evidence,
        "commit": source.commit,
        "task": memory.task,
        "tags": "\n".join(memory.tags),
        "also_seen": "\n".join(source.also_seen),
        "anchors": "\n".join(f"{each.repo} {each.path} {each.symbol or ''}" for each in source.anchors),
        "scope": "\n".join((*memory.scope.domains, *memory.scope.repos)),
    }
    return {field: text for field, text in named.items() if text}


@attrs.frozen(kw_only=True)
class Admission:
    """Refuses what the exclusions forbid, and notes what an approver must see.

    `known_people` gives rules on people who are known where the caller works, such as a checkout's authors.
    """

    scanner: Scanner
    content_limit: int = CONTENT_LIMIT
    known_people: Callable[[], Sequence[Exclusion]] = tuple

    def __call__(self, memory: Memory) -> tuple[Notice, ...]:
        """The approver's notices on `memory`, a suspicion of the exclusions among them.

        Raises `Refused` on what is certain (the gravest first), `InvalidContent` on length. A working note has
        no approver: what is only suspicious of it stands.
        """
        self.length(memory.content)
        return self.notices(texts_of(memory), memory.tier)

    def notices(self, texts: Mapping[str, str], tier: MemoryTier = MemoryTier.DURABLE) -> tuple[Notice, ...]:
        """The notices on texts that an approver will see, by field. Raises `Refused` on what is certain."""
        findings = [*self._admitted(texts, tier), *self._scanned(texts, self.known_people())]
        return (*suspicion_notices(findings), *text_notices(texts))

    def length(self, content: str) -> None:
        """Hold content to the configured limit, before anything else is made of it. Raises `InvalidContent`."""
        require_length(content, self.content_limit)

    def texts(self, texts: Mapping[str, str], tier: MemoryTier = MemoryTier.DURABLE) -> None:
        """Check loose texts, such as reasons and notes. A scanner that fails refuses: nothing passes unscanned.

        What is only suspicious passes: nobody would be asked to clear it, and to lose a reason over a mere
        likeness is worse than to keep it, for it can be redacted.
        """
        self._admitted(texts, tier)

    def names(self, names: Mapping[str, str]) -> None:
        """Check names of principals and places: a person's name is no offence there, a secret is one everywhere."""
        certain = gravest(self._scanned(names, SECRETS), Certainty.CERTAIN)
        if certain is not None:
            raise Refused(certain)

    def _admitted(self, texts: Mapping[str, str], tier: MemoryTier) -> Sequence[Finding]:
        findings = self.findings(texts, tier)
        certain = gravest(findings, Certainty.CERTAIN)
        if certain is not None:
            raise Refused(certain)
        return findings

    def findings(self, texts: Mapping[str, str], tier: MemoryTier = MemoryTier.DURABLE) -> Sequence[Finding]:
        """Every finding, certain or suspicious, by field, then position. Raises `GateUnavailable`."""
        return self._scanned(texts, exclusions_for(tier))

    def _scanned(self, texts: Mapping[str, str], exclusions: Sequence[Exclusion]) -> Sequence[Finding]:
        try:
            return self.scanner.scan(texts, exclusions)
        except FirmMemoryError:
            raise
        except Exception as error:  # noqa: BLE001 -- whatever the engine raises means "not scanned"; its message may quote the text
            raise GateUnavailable(
                f"gate_unavailable: the scanner failed ({type(error).__name__}). Nothing was stored; retry."
            ) from None
