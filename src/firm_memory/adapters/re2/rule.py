"""One exclusion, made ready for the engine."""

# google-re2 ships no types; what of it is used is typed by `_Pattern` and `_Hit`.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, cast

import attrs
import re2

from firm_memory.adapters.re2.view import View
from firm_memory.domain.exclusion import FOLLOWING_MOST, Exclusion, Span


class _Hit(Protocol):
    def span(self) -> tuple[int, int]: ...


class _Pattern(Protocol):
    def finditer(self, text: str) -> Iterable[_Hit]: ...
    def fullmatch(self, text: str) -> _Hit | None: ...


def _compiled(pattern: str) -> _Pattern:
    options = re2.Options()
    options.log_errors = False  # the engine would write to stderr; the exception says it
    return cast("_Pattern", re2.compile(pattern, options))


@attrs.frozen(kw_only=True)
class Rule:
    """An exclusion with its patterns compiled."""

    exclusion: Exclusion
    patterns: tuple[_Pattern, ...]
    harmless: tuple[_Pattern, ...]

    @classmethod
    def of(cls, exclusion: Exclusion) -> Rule:
        """The rule of `exclusion`. Raises when the engine cannot read a pattern."""
        return cls(
            exclusion=exclusion,
            patterns=tuple(map(_compiled, exclusion.patterns)),
            harmless=tuple(map(_compiled, exclusion.harmless)),
        )

    def spans(self, view: View) -> Iterator[Span]:
        """Where `view` breaks the rule, in positions of the given text."""
        if self.exclusion.reading is not None:
            yield from (view.span(start, end) for start, end in self.exclusion.reading(view.text) if start < end)
        yield from (view.span(start, end) for start, end in self._hits(view.text))

    def closed_spans(self, view: View) -> Iterator[Span]:
        """Where a closed `view` breaks the rule so clearly that no prose without its gaps could."""
        judged = self.exclusion.closed_up
        if judged is not None:
            hits = self._hits(view.text)
            yield from (view.span(start, end) for start, end in hits if judged(view.text[start:end]))

    def _hits(self, text: str) -> Iterator[Span]:
        for pattern in self.patterns:
            for hit in pattern.finditer(text):
                start, end = hit.span()
                reached = self._reached(text[start:end], text[end : end + FOLLOWING_MOST])
                if reached is not None and start < end + reached:
                    yield start, end + reached

    def _reached(self, matched: str, following: str) -> int | None:
        """How many characters behind the match belong to the breach; None where there is none."""
        if any(each.fullmatch(matched) for each in self.harmless):
            return None
        if self.exclusion.judged is not None and not self.exclusion.judged(matched):
            return None
        return 0 if self.exclusion.completed is None else self.exclusion.completed(following) or None
