"""Admission: the gate's checks on every text before it reaches a queue or a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from firm_memory.application.ports.scanner import Scanner
from firm_memory.domain.candidate import Notice
from firm_memory.domain.errors import FirmMemoryError, GateUnavailable
from firm_memory.domain.exclusion import Finding, Refused
from firm_memory.domain.exclusions.catalogue import exclusions_for
from firm_memory.domain.memory import Memory, require_length
from firm_memory.domain.notices import text_notices
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
    """Refuses what the exclusions forbid, and notes what an approver must see."""

    scanner: Scanner
    content_limit: int = CONTENT_LIMIT

    def __call__(self, memory: Memory) -> tuple[Notice, ...]:
        """The approver's notices on `memory`. Raises `Refused` on the first finding, `InvalidContent` on length."""
        self.length(memory.content)
        texts = texts_of(memory)
        self.texts(texts, memory.tier)
        return text_notices(texts)

    def length(self, content: str) -> None:
        """Hold content to the configured limit, before anything else is made of it. Raises `InvalidContent`."""
        require_length(content, self.content_limit)

    def texts(self, texts: Mapping[str, str], tier: MemoryTier = MemoryTier.DURABLE) -> None:
        """Check loose texts, such as reasons. A scanner that fails refuses: nothing passes unscanned."""
        findings = self._findings(texts, tier)
        if findings:
            raise Refused(findings[0])

    def _findings(self, texts: Mapping[str, str], tier: MemoryTier) -> Sequence[Finding]:
        try:
            return self.scanner.scan(texts, exclusions_for(tier))
        except FirmMemoryError:
            raise
        except Exception as error:  # noqa: BLE001 -- whatever the engine raises means "not scanned"; its message may quote the text
            raise GateUnavailable(
                f"gate_unavailable: the scanner failed ({type(error).__name__}). Nothing was stored; retry."
            ) from None
