"""What a set of rules finds in a text."""

from collections.abc import Callable, Sequence

import pytest

from firm_memory.adapters.re2.scanner import Re2Scanner
from firm_memory.domain.exclusion import Exclusion, Finding

Find = Callable[[str, Sequence[Exclusion]], Sequence[Finding]]


@pytest.fixture(scope="session")
def find() -> Find:
    """Every finding in one text, by the engine that runs the rules."""
    scanner = Re2Scanner()
    return lambda text, rules: scanner.scan({"content": text}, rules)
