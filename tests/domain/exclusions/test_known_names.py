"""The authors of a checkout, as a rule."""

import pytest

from firm_memory.domain.exclusion import Certainty, ExclusionReason
from firm_memory.domain.exclusions.known_names import AUTHORS_MOST, names_exclusion
from tests.domain.exclusions.conftest import Find

AUTHORS = (
    "Grace Hopperson <ghopperson@firm.example>",
    "Ivanov, Pyotr",
    "Maria del Carmen Ortega <maria.ortega@firm.example>",
    "Мария Орлова <12345+morlova@users.noreply.forge.example>",
    "张伟 <zhangwei88@firm.example>",
    "<kowalska@firm.example>",
    "jdoe-x7q",
)


def spans(text: str, find: Find) -> list[str]:
    """What of `text` the rule marks, less the character before it that parts it from another word."""
    rule = names_exclusion(AUTHORS)
    assert rule is not None
    return [text[found.start : found.end].strip() for found in find(text, [rule])]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Ask grace hopperson first", "grace hopperson"),
        ("Hopperson, Grace wrote it", "Hopperson, Grace"),
        ("see G. Hopperson", "G. Hopperson"),
        ("Pyotr Ivanov", "Pyotr Ivanov"),
        ("Ivanov Pyotr", "Ivanov Pyotr"),
        ("by Maria del Carmen Ortega", "Maria del Carmen Ortega"),
        ("Maria Ortega", "Maria Ortega"),
        ("maria.ortega", "maria.ortega"),
        ("Мария Орлова пишет", "Мария Орлова"),
        ("ping @morlova", "@morlova"),
        ("to ghopperson@firm.example", "ghopperson@firm.example"),
        ("@kowalska knows", "@kowalska"),
        ("问张伟吧", "问张伟吧"),
        ("见zhangwei88的说明", "见zhangwei88的"),
        ("the jdoe-x7q branch", "jdoe-x7q"),
    ],
)
def test_an_author_is_found_as_prose_writes_him(text: str, marked: str, find: Find) -> None:
    """Full names in either order, initials, addresses, handles; in any case and beside any script."""
    assert spans(text, find) == [marked]


@pytest.mark.parametrize(
    "text",
    [
        "Grace periods last five days.",
        "hopperson",
        "Maria",
        "Ivanov",
        "morlova",
        "xmaria.ortegax",
        "Graceful Hoppersons",
    ],
)
def test_a_part_of_a_name_does_not_count(text: str, find: Find) -> None:
    """A first name, a family name or a handle of letters alone may be a word or a technology."""
    assert spans(text, find) == []


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Will",
        "Kafka",
        "Ada",
        "Mark <mark@firm.example>",
        "Jenkins <jenkins@ci.example>",
        "Release Team <releases@firm.example>",
        "renovate[bot] <29139614+renovate[bot]@users.noreply.forge.example>",
        "build-42",
        "<platform-team@firm.example>",
        "J D",
        "A one B two C three",
        "R2 D2",
        "x" * 300,
        "y" * 100 + " " + "z" * 100,
    ],
)
def test_machines_teams_and_single_words_make_no_rule(name: str) -> None:
    """Nothing to look for means no rule, rather than one that matches everything."""
    assert names_exclusion([name]) is None


def test_without_authors_there_is_no_rule() -> None:
    """Outside a repository nobody is known."""
    assert names_exclusion([]) is None


def test_a_mention_is_suspicious_and_says_what_to_do() -> None:
    """An author may be named for a good reason, so an approver decides."""
    rule = names_exclusion(AUTHORS)
    assert rule is not None
    assert (rule.rule, rule.reason) == ("individual.known_author", ExclusionReason.INDIVIDUAL)
    assert rule.certainty is Certainty.SUSPICIOUS
    assert "Hopperson" not in rule.why + rule.instead


def test_only_the_busiest_authors_count(find: Find) -> None:
    """A rule stays small, however long the history is."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    crowd = [f"Author{a}{b} Surname{a}{b}" for a in letters for b in letters]
    rule = names_exclusion(crowd)
    assert rule is not None
    first, beyond = crowd[0], crowd[AUTHORS_MOST]
    assert len(find(f"{first} and {beyond}", [rule])) == 1


def test_signs_in_a_name_are_taken_as_they_stand(find: Find) -> None:
    """A handle is not a pattern."""
    rule = names_exclusion(["o.brien+x@firm.example", "Sean O'Brien-Kelly"])
    assert rule is not None
    assert find("oxbrien+x", [rule]) == []
    assert len(find("o.brien+x or Sean O'Brien-Kelly", [rule])) == 2
