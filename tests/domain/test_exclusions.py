from __future__ import annotations

import re

import pytest

from firm_memory.domain.exclusion import Exclusion, ExclusionReason, Finding, Refused
from firm_memory.domain.exclusions.catalogue import EXCLUSION_LINES, EXCLUSIONS, exclusions_for
from firm_memory.domain.exclusions.secrets import SECRETS
from firm_memory.domain.status import MemoryTier


def test_every_rule_has_an_id_of_its_own() -> None:
    """A refusal names it, and `gate` prints it."""
    ids = [exclusion.rule for exclusion in EXCLUSIONS]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z]+\.[a-z_]+", each) for each in ids)


@pytest.mark.parametrize("exclusion", EXCLUSIONS, ids=lambda exclusion: exclusion.rule)
def test_every_rule_explains_itself(exclusion: Exclusion) -> None:
    """Why it is excluded, and what to do instead, as sentences without a full stop, for the message adds it."""
    for said in (exclusion.why, exclusion.instead):
        assert len(said.split()) >= 4
        assert not said.endswith(".")
    assert exclusion.instead[0].isupper()
    assert exclusion.patterns or exclusion.reading
    assert all(exclusion.patterns)


def test_a_secret_is_refused_in_every_tier() -> None:
    """Working notes may speak of transient state; nothing else is let through, and a secret nowhere."""
    assert {exclusion.reason for exclusion in SECRETS} == {ExclusionReason.SECRET}
    for tier in MemoryTier:
        assert set(SECRETS) <= set(exclusions_for(tier))
    assert set(exclusions_for(MemoryTier.DURABLE)) == set(EXCLUSIONS)
    dropped = set(EXCLUSIONS) - set(exclusions_for(MemoryTier.EPISODIC))
    assert {exclusion.reason for exclusion in dropped} <= {ExclusionReason.TRANSIENT}
    assert not any(rule.reason is ExclusionReason.TRANSIENT for rule in exclusions_for(MemoryTier.EPISODIC))


def test_the_prompt_has_one_line_for_each_reason() -> None:
    """What a model that distils memories is told to leave out."""
    assert len(EXCLUSION_LINES) == len(ExclusionReason) == 4


def test_a_refusal_says_rule_place_why_and_what_to_do_instead() -> None:
    """And never the text: it may be a secret."""
    exclusion = EXCLUSIONS[0]
    finding = Finding(exclusion=exclusion, field="evidence", start=3, end=9)
    refusal = Refused(finding)
    assert refusal.finding is finding
    message = str(refusal)
    assert message.startswith("evidence, characters 3–9: ")
    assert exclusion.why in message
    assert f"[{exclusion.rule}]" in message
    assert message.endswith(f"{exclusion.instead}.")
