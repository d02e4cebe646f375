from __future__ import annotations

import pytest

from firm_memory.domain.resemblance.polarity import opposed, polarity
from firm_memory.domain.text import comparison_key


def _opposed(one: str, other: str) -> str | None:
    forth = opposed(polarity(comparison_key(one)), polarity(comparison_key(other)))
    assert opposed(polarity(comparison_key(other)), polarity(comparison_key(one))) == forth
    return forth


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Orders may skip netting.", "Orders may not skip netting."),
        ("Deploy on Fridays.", "Never deploy on Fridays."),
        ("We support Python 3.9.", "We no longer support Python 3.9."),
        ("Merging without review is allowed.", "Merging without review is forbidden."),
        ("The job runs with a lock.", "The job runs without a lock."),
        ("Заявки обходят неттинг.", "Заявки не обходят неттинг."),
        ("Слияние без проверки разрешено.", "Слияние без проверки запрещено."),
        ("订单可以跳过轧差。", "订单不可以跳过轧差。"),
        ("周五发布。", "周五不得发布。"),
        ("周五发布。", "禁止周五发布。"),
    ],
)
def test_a_negation_on_one_side_opposes(one: str, other: str) -> None:
    """not, never, no longer, без, не, запрещено, 不, 禁止, 不得: what one says, the other denies."""
    assert _opposed(one, other) == "one of them is a negation"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Caching is enabled.", "Caching is disabled."),
        ("Round before netting.", "Round after netting."),
        ("Limits were increased.", "Limits were lowered."),
        ("It is called synchronously.", "It is called asynchronously."),
        ("The port is open.", "The port is closed."),
        ("Кеширование включено.", "Кеширование отключено."),
        ("Округлять до неттинга.", "Округлять после неттинга."),
        ("Расчёты идут синхронно.", "Расчёты идут асинхронно."),
        ("启用缓存。", "禁用缓存。"),
        ("轧差之前取整。", "轧差之后取整。"),
        ("同步执行。", "异步执行。"),
    ],
)
def test_opposite_words_oppose(one: str, other: str) -> None:
    """Enable and disable, before and after, raise and lower, and their like in three languages."""
    assert _opposed(one, other) == "they name opposites"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The pool holds at least 20.", "The pool holds at most 20."),
        ("Не менее 20 соединений.", "Не более 20 соединений."),
        ("至少 20 个连接。", "最多 20 个连接。"),
    ],
)
def test_a_lower_bound_opposes_an_upper_one(one: str, other: str) -> None:
    """The same number, the other way."""
    assert _opposed(one, other) == "one sets a lower bound and the other an upper one"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Reports must be signed.", "Reports may be signed."),
        ("Отчёт должен быть подписан.", "Отчёт может быть подписан."),
        ("报告必须签字。", "报告可以签字。"),
    ],
)
def test_a_duty_opposes_a_leave(one: str, other: str) -> None:
    """Must and may do not go together."""
    assert _opposed(one, other) == "one demands what the other merely allows"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deployments on Fridays are forbidden.", "We must not deploy on Fridays."),
        ("Caching is disabled.", "Caching is not enabled."),
        ("At most 50 results.", "No more than 50 results."),
        ("Odd lots go to the queue.", "Odd lots go to the queue, never around it."),
        ("Use Postgres.", "Use not only Postgres."),
        ("Кеш живёт не более 5 минут.", "Кеш живёт максимум 5 минут."),
        ("Кеширование отключено.", "Кеширование не включено."),
        ("禁用缓存。", "没有启用缓存。"),
        ("最多 50 条。", "不超过 50 条。"),
    ],
)
def test_two_turns_bring_the_meaning_back(one: str, other: str) -> None:
    """Disabled is not enabled; a bound's "no" denies nothing; an aside after a comma denies nothing either."""
    assert _opposed(one, other) is None
