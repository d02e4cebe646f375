"""Port: text to comparable terms."""

from __future__ import annotations

from typing import Protocol


class TextAnalyzer(Protocol):
    """Turns text into terms: NFKC case-folded words, stemmed (English, Russian), CJK as bigrams.

    Laws: deterministic; a query and a memory in the same words share their terms whatever their case,
    composition or inflection; punctuation and SQL or query operators are never terms.
    """

    version: str

    def terms(self, text: str) -> frozenset[str]:
        """The distinct terms of `text`; empty for blank or purely punctuational text."""
        ...
