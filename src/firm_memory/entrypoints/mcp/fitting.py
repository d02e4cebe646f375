"""A search answer within its token budget, counted at four characters of JSON a token.

Text and structure each stay within it: a client may hand only one of the two to its model.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from typing import Final

import attrs

from firm_memory.domain.answer import Hits
from firm_memory.domain.label import Label, Reason
from firm_memory.entrypoints.mcp.answers import READER_NOTE, Answer, Structure, label_structure, label_text
from firm_memory.entrypoints.mcp.cards import Card

TOKENS: Final = 2_000
TOKENS_LEAST: Final = 500
TOKENS_MOST: Final = 10_000
CHARACTERS_A_TOKEN: Final = 4
_ID_CHARACTERS: Final = 39  # a quoted id and its comma
_SHARE_OF_IDS: Final = 4  # withheld ids take at most this fraction of the budget


def search_answer(hits: Hits, max_tokens: int | None) -> Answer:
    """The answer to a search: as many whole cards as fit, and the ids of the rest.

    Where not even the first fits, its content is shortened. A budget out of range is clamped, and that is said.
    """
    asked = TOKENS if max_tokens is None else max_tokens
    budget = min(max(asked, TOKENS_LEAST), TOKENS_MOST)
    if budget != asked and Reason.LIMIT_CLAMPED not in hits.label.reasons:
        label = attrs.evolve(hits.label, reasons=(*hits.label.reasons, Reason.LIMIT_CLAMPED))
        hits = attrs.evolve(hits, label=label)
    page = _Page(hits=hits, budget=budget)
    count = page.most(len(hits), lambda cards: page.shown(list(map(Card.of, hits[:cards]))))
    if count or not hits:
        return page.shown(list(map(Card.of, hits[:count])))
    first = hits[0]
    room = page.most(len(first.content), lambda characters: page.shown([Card.shortened(first, characters)]))
    return page.shown([Card.shortened(first, room)])


@attrs.frozen(kw_only=True)
class _Page:
    hits: Hits
    budget: int

    def most(self, upper: int, answer: Callable[[int], Answer]) -> int:
        """The largest number up to `upper` whose answer fits; answers grow with it."""
        low, high = 0, upper
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._fits(answer(middle)) else (low, middle - 1)
        return low

    def _fits(self, answer: Answer) -> bool:
        return max(written(answer.text), written(answer.structure)) <= self.budget * CHARACTERS_A_TOKEN

    def shown(self, cards: Sequence[Card]) -> Answer:
        """The answer that shows these cards, which are the first ones, and withholds the rest."""
        rest = [*self.hits.withheld] + [hit.id for hit in self.hits[len(cards) :]]
        named = rest[: max(1, self.budget * CHARACTERS_A_TOKEN // _SHARE_OF_IDS // _ID_CHARACTERS)]
        structure: Structure = {
            "hits": [card.structure() for card in cards],
            **label_structure(self.hits.label),
            "withheld": [str(each) for each in named],
            **({"withheld_in_all": len(rest)} if len(rest) > len(named) else {}),
            "note": READER_NOTE,
        }
        return Answer(text=_text(self.hits.label, cards, rest, named), structure=structure).encodable()


def _text(label: Label, cards: Sequence[Card], rest: Sequence[uuid.UUID], named: Sequence[uuid.UUID]) -> str:
    head = f"{_counted(len(cards))} ({label_text(label)}). {READER_NOTE}"
    parts = [head, *(card.text(place) for place, card in enumerate(cards, 1))]
    if any("shortened" in card.labels for card in cards):
        parts.append("Shortened to fit: fetch the whole with memory_get.")
    if rest:
        more = "" if len(rest) == len(named) else f" and {len(rest) - len(named)} more"
        parts.append(f"Withheld to fit, fetch with memory_get: {' '.join(map(str, named))}{more}")
    return "\n\n".join(parts)


def _counted(number: int) -> str:
    return {0: "No memory", 1: "1 memory"}.get(number, f"{number} memories")


def written(value: object) -> int:
    """How many characters `value` takes as JSON on the wire."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
