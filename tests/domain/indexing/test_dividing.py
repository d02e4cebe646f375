"""Long cards: divided at headings, never cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.domain.errors import InvalidContent
from firm_memory.domain.indexing.dividing import divided


def test_a_short_text_stays_whole() -> None:
    """Headings alone divide nothing."""
    assert divided("# One\nand\n# two\n", limit=20) == ("# One\nand\n# two\n",)


def test_as_many_sections_as_fit_make_a_part() -> None:
    """Every part but the first begins with a heading."""
    text = "intro\n# A\naaaa\n## B\nbbbb\n# C\ncccc\n"
    assert divided(text, limit=20) == ("intro\n# A\naaaa\n", "## B\nbbbb\n# C\ncccc\n")


def test_blank_lines_at_the_beginning_make_no_part_of_their_own() -> None:
    """A memory has words."""
    assert divided("\n\n# A\naaaa\n# B\nbbbb\n", limit=11) == ("\n\n# A\naaaa\n", "# B\nbbbb\n")


def test_a_section_that_is_too_long_alone_is_told() -> None:
    """It is listed as refused; no word of it is dropped."""
    with pytest.raises(InvalidContent, match="23 characters without a heading, the limit is 20"):
        divided("# A\n" + "#a" * 9 + "\n# B\n", limit=20)


@given(st.lists(st.sampled_from(["# A\n", "word ", "\n", "#no\n", "###### B\n"]), max_size=30))
def test_the_parts_are_the_text(pieces: list[str]) -> None:
    """Rule: joined they are the text again, and none is too long."""
    text = "".join(pieces)
    try:
        parts = divided(text, limit=30)
    except InvalidContent:
        return
    assert "".join(parts) == text
    assert all(len(part) <= 30 for part in parts)
