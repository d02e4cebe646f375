"""The two kinds of text that no other tool finds, against texts of our own in three languages."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs
import pytest

from firm_memory.domain.exclusion import Certainty, Exclusion, ExclusionReason, Finding
from firm_memory.domain.exclusions.individuals import INDIVIDUALS
from firm_memory.domain.exclusions.transient import TRANSIENT
from tests.domain.exclusions.conftest import Find

OWN_TEXTS = Path(__file__).parents[2] / "data" / "exclusions"
RULES = (*INDIVIDUALS, *TRANSIENT)
LANGUAGES = ("en", "ru", "zh")
KINDS = ("individual", "transient")


@attrs.frozen(kw_only=True)
class Sample:
    """A text, its language, and why it is turned down, or None where it may be remembered."""

    id: str
    text: str
    lang: str
    expect: str
    reason: str | None


def samples(kind: str) -> list[Sample]:
    """The texts that were written for one kind: what is to be stopped, and what only looks like it."""
    lines = (OWN_TEXTS / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Sample(**json.loads(line)) for line in lines]


def reasons(findings: Iterable[Finding]) -> set[str]:
    """Why a text is stopped."""
    return {finding.exclusion.reason.value for finding in findings}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_at_least_98_percent_are_caught_for_the_right_reason(kind: str, language: str, find: Find) -> None:
    """In each language alike; what is suspicious is caught, for an approver must clear it."""
    unwanted = [each for each in samples(kind) if each.lang == language and each.expect == "reject"]
    assert len(unwanted) >= 40
    missed = [each.id for each in unwanted if each.reason not in reasons(find(each.text, RULES))]
    assert len(missed) <= 0.02 * len(unwanted), missed


def test_nothing_that_may_be_remembered_is_refused(find: Find) -> None:
    """Laws, systems and teams named after people; states that recur; incidents that are over."""
    refused = [
        sample.id
        for sample in (*samples("individual"), *samples("transient"))
        if sample.expect == "accept"
        and any(each.exclusion.certainty is Certainty.CERTAIN for each in find(sample.text, RULES))
    ]
    assert refused == []


def test_few_that_may_be_remembered_are_flagged(find: Find) -> None:
    """A flag costs an approver a look: at most one text in fifty."""
    harmless = [each for kind in KINDS for each in samples(kind) if each.expect == "accept"]
    flagged = [each.id for each in harmless if find(each.text, RULES)]
    assert len(harmless) > 300
    assert len(flagged) <= 0.02 * len(harmless), flagged


@pytest.mark.parametrize(
    ("rules", "reason"), [(INDIVIDUALS, ExclusionReason.INDIVIDUAL), (TRANSIENT, ExclusionReason.TRANSIENT)]
)
def test_the_rules_of_a_kind_give_its_reason(rules: Sequence[Exclusion], reason: ExclusionReason) -> None:
    """Working notes may speak of passing state, and never of persons: the reason decides."""
    assert {rule.reason for rule in rules} == {reason}
    assert {rule.certainty for rule in rules} == set(Certainty)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("今天CI is red right now因为磁盘满了", "transient"),
        ("网关at the moment不可用", "transient"),
        ("请ask Bob personally吧", "individual"),
        ("Спросите у Маши,она знает", "individual"),
        ("…Priya forgets to test…", "individual"),
        ("\uff23\uff29 is red \uff52\uff49\uff47\uff48\uff54 now", "transient"),
    ],
)
def test_neither_script_nor_punctuation_beside_a_word_hides_it(text: str, reason: str, find: Find) -> None:
    """A border between words that knows ASCII only would miss these."""
    assert reason in reasons(find(text, RULES))


@pytest.mark.parametrize(
    "text",
    [
        "The service alice signs reports.",
        "Martin Fowler describes the pattern.",
        "Write to noreply@firm.example or team-risk@firm.example.",
        "Pin lodash@4.17.21 and actions/checkout@v4.",
        "The unit postgresql@14-main.service is masked.",
        "Messages carry <20260302.140511@mail.firm.example>.",
        "`@daily` and @hourly are both understood.",
        "@org/platform-team reviews it.",
        "At the moment of the trade the price is frozen.",
        "Right now-style state never goes in memory.",
    ],
)
def test_what_only_looks_like_it_is_not_even_flagged(text: str, find: Find) -> None:
    """Names of things, addresses of teams, versions, annotations, words of time that name no time."""
    assert find(text, RULES) == []


@pytest.mark.parametrize(
    "text",
    [
        "Write to priya.sharma@firm.example about it.",
        "Priya's salary was raised.",
        "Tomasz is on parental leave.",
        "CI is red right now.",
        "MR 4821 is waiting for review.",
        "TODO: finish the migration.",
    ],
)
def test_what_leaves_no_doubt_is_refused(text: str, find: Find) -> None:
    """It need not wait for a person to be turned down."""
    assert any(each.exclusion.certainty is Certainty.CERTAIN for each in find(text, RULES))


@pytest.mark.parametrize("kind", KINDS)
def test_texts_of_a_kind_differ(kind: str) -> None:
    """A text that stands twice would count twice."""
    texts = [each.text for each in samples(kind)]
    assert len(texts) == len(set(texts))
    assert len({each.id for each in samples(kind)}) == len(texts)
