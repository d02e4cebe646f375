"""Mark: put typed markers into a card's title and content, so that they hold nothing a memory may not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from firm_memory.application.admission import Admission, texts_of
from firm_memory.domain.exclusion import Certainty, Finding, Refused, gravest
from firm_memory.domain.indexing.card import Card, parts_of, refusal
from firm_memory.domain.indexing.marking import marked, marks, veiled
from firm_memory.domain.statement import Statement
from firm_memory.domain.status import MemoryTier

# A marker can bring two halves of something together; each round removes something, or is the last.
ROUNDS: Final = 4


@attrs.frozen(kw_only=True)
class Mark:
    """Turns a card into the statements it is kept as. Writes nothing."""

    admission: Admission

    def __call__(self, card: Card) -> tuple[Statement, ...]:
        """The card's statements, marked and, where it is too long, divided at its headings.

        Raises `Refused` on secrets, and on what no marker can stand for; `InvalidContent` where a section is too
        long; `GateUnavailable`.
        """
        texts = card.texts
        elsewhere = {field: text for field, text in texts_of(card.sample).items() if field not in ("content", "title")}
        findings = self._findings({**texts, **elsewhere})
        for _ in range(ROUNDS):
            fewer = {field: _marked(field, text, findings) for field, text in texts.items()}
            if fewer == texts:
                return parts_of(card, texts["content"], texts.get("title"))
            texts = fewer
            findings = self._findings(texts)
        certain = gravest(findings, Certainty.CERTAIN)
        if certain is not None:
            raise Refused(certain)
        return parts_of(card, texts["content"], texts.get("title"))

    def _findings(self, texts: dict[str, str]) -> Sequence[Finding]:
        veils = {field: veiled(text) for field, text in texts.items()}
        findings = self.admission.findings(veils, MemoryTier.INDEX)
        refused = refusal(findings)
        if refused is not None:
            raise Refused(refused)
        return findings


def _marked(field: str, text: str, findings: Sequence[Finding]) -> str:
    return marked(text, marks(text, [each for each in findings if each.field == field]))
