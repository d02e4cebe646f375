"""What a table of signs is: patterns by which code is known, each with its weight."""

from __future__ import annotations

import re

import attrs


@attrs.frozen(kw_only=True)
class Sign:
    """A pattern that is looked for only where the text holds `needs`, in small letters: nothing else can match."""

    weight: int
    pattern: re.Pattern[str]
    needs: str

    def is_in(self, line: str, folded: str) -> bool:
        """Whether `line`, which is `folded` in small letters, holds it."""
        return self.needs in folded and self.pattern.search(line) is not None


def table(*rows: tuple[int, str]) -> tuple[tuple[int, re.Pattern[str]], ...]:
    """One pattern for each weight, the heaviest first: the engine then tries a line against all rows at once."""
    weights = sorted({weight for weight, _ in rows}, reverse=True)
    return tuple(
        (each, re.compile("|".join(f"(?:{row})" for weight, row in rows if weight == each))) for each in weights
    )


def signs(*rows: tuple[int, str, str]) -> tuple[Sign, ...]:
    """The rows, each a weight, what it needs, and its pattern, made ready."""
    return tuple(Sign(weight=weight, needs=needs, pattern=re.compile(pattern)) for weight, needs, pattern in rows)
