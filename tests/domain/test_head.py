"""The head of a ledger, kept elsewhere, tells what was removed since."""

from __future__ import annotations

import pytest

from firm_memory.domain.chain import GENESIS
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.head import Head, verify_against
from tests.domain.test_chain import CHAIN, HEAD


@pytest.mark.parametrize("text", [HEAD, f"{len(CHAIN)}:{HEAD}", f"  {len(CHAIN)}:{HEAD.upper()}\n"])
def test_a_head_that_holds(text: str) -> None:
    """With or without its number, as a person may have copied it."""
    report = verify_against(CHAIN, Head.read(text))
    assert (report.ok, report.length, report.head) == (True, len(CHAIN), HEAD)


@pytest.mark.parametrize("seq", range(1, len(CHAIN)))
def test_an_earlier_head_holds_as_long_as_its_entry_is_there(seq: int) -> None:
    """A chain that has grown since still holds it."""
    head = Head(hash=CHAIN[seq - 1].hash, seq=seq)
    assert verify_against(iter(CHAIN), head).ok
    assert verify_against(CHAIN[:seq], head).ok


@pytest.mark.parametrize("left", range(len(CHAIN)))
def test_the_removal_of_the_last_entries_is_noticed(left: int) -> None:
    """What is left is a chain that holds; the head that is missing is named, and where the chain ends now."""
    report = verify_against(CHAIN[:left], Head(hash=HEAD, seq=len(CHAIN)))
    assert (report.ok, report.bad_seq, report.length) == (False, None, left)
    assert f"{len(CHAIN)}:{HEAD} is not in the chain, which ends at entry {left}" in (report.problem or "")


def test_a_hash_at_another_number_is_no_head() -> None:
    """Number and hash belong together."""
    report = verify_against(CHAIN, Head(hash=CHAIN[0].hash, seq=2))
    assert (report.ok, report.problem) == (
        False,
        f"2:{CHAIN[0].hash} is not in the chain, which has that hash at entry 1",
    )
    assert verify_against([], Head(hash=GENESIS, seq=0)).ok


def test_a_broken_chain_is_named_by_its_first_bad_entry() -> None:
    """That comes before the question whether the head is there."""
    report = verify_against([CHAIN[0], *CHAIN[2:]], Head(hash=HEAD))
    assert report.bad_seq == 2


@pytest.mark.parametrize("text", ["", "head", HEAD[1:], f"x:{HEAD}", f":{HEAD}", f"-1:{HEAD}", f"1:{HEAD}0"])
def test_what_is_no_head_is_a_usage_error(text: str) -> None:
    """It says which command prints one."""
    with pytest.raises(InvalidField, match="firm-memory ledger head"):
        Head.read(text)
