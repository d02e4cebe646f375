"""The page of acceptance cases tells where each is tested today."""

from __future__ import annotations

from tests.cases.page import PAGE, page


def test_the_page_of_cases_is_what_the_tests_say() -> None:
    """Rule: the table in the documents is written from the tests, never by hand (`python -m tests.cases.page`)."""
    assert PAGE.read_text(encoding="utf-8") == page()
