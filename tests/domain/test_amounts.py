from __future__ import annotations

import pytest

from firm_memory.domain.resemblance.amounts import amounts, differing
from firm_memory.domain.text import comparison_key


def _differing(one: str, other: str) -> bool:
    forth = differing(amounts(comparison_key(one)), amounts(comparison_key(other)))
    assert differing(amounts(comparison_key(other)), amounts(comparison_key(one))) == forth
    return forth


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("until 15:20", "until 15:25"),
        ("three times", "5 times"),
        ("5 seconds", "5 minutes"),
        ("from 2024-05-01 on", "from 2024-06-01 on"),
        ("pinned to 3.11.2", "pinned to 3.11.4"),
        ("10 MB", "10 GB"),
        ("5 %", "7 percent"),
        ("три раза", "пять раз"),
        ("5 секунд", "5 минут"),
        ("重试三次", "重试五次"),
        ("5 秒", "5 分钟"),
    ],
)
def test_other_numbers_times_and_units_differ(one: str, other: str) -> None:
    """Each side names an amount that the other does not."""
    assert _differing(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 minutes", "300 seconds"),
        ("30 days", "thirty days"),
        ("1 day", "24h"),
        ("1,000 rows", "1000 rows"),
        ("a timeout of 30", "a timeout of 30 s"),
        ("a timeout of 30", "a timeout of 30 minutes"),
        ("after 15:20", "after 15:20, within 5 minutes"),
        ("see mr-4821", "see mr-4822"),
        ("utf8 and log4j2", "utf16 and log4j1"),
        ("one of them", "two of them"),
        ("тридцать дней", "30 дней"),
        ("三次", "3 次"),
        ("nothing", "5 minutes"),
    ],
)
def test_the_same_amount_and_an_amount_more_do_not(one: str, other: str) -> None:
    """Units come to one measure, words are numbers, a unit left out fits; an amount on one side only adds to it."""
    assert not _differing(one, other)
