"""What a table of signs is: patterns by which code is known, each with its weight."""

from __future__ import annotations

import re


def table(*rows: tuple[int, str]) -> tuple[tuple[int, re.Pattern[str]], ...]:
    """The rows with their patterns compiled."""
    return tuple((weight, re.compile(pattern)) for weight, pattern in rows)
