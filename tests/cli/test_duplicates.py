"""Duplicates and rivals on the command line: shown where people propose and decide, and turned down by name."""

from __future__ import annotations

from tests.cli.desk import Desk

LOTS = "Odd lots go through the netting queue."
AGAIN = "Odd lots are sent through the netting queue."
_SOURCE = ("--type", "terminology", "--reference", "mr-2", "--firm")


def test_a_proposer_is_told_what_resembles_the_proposal(desk: Desk) -> None:
    """Rule: kind, nearness, reason, text and id; the proposal waits all the same."""
    lots = desk.approved(LOTS)
    done = desk.run("propose", AGAIN, *_SOURCE)
    assert (done.code, "similar (0." in done.out, lots in done.out) == (0, True, True)
    [found] = desk.run("propose", "Odd lots never go through the netting queue.", *_SOURCE, "--json").json["similar"][
        :1
    ]
    assert (found["kind"], found["why"]) == ("rival", "one of them is a negation")
    assert found["memory"]["content"] in (LOTS, AGAIN)


def test_the_queue_is_listed_with_what_stands_beside_each(desk: Desk) -> None:
    """Rule: computed when it is read, so what was approved meanwhile shows."""
    lots, again = desk.propose(LOTS), desk.propose(AGAIN, *_SOURCE)
    assert desk.with_(FIRM_MEMORY_UNATTENDED_APPROVAL="on").run("approve", lots, "--by", "lead").code == 0
    [waiting] = desk.run("pending", "--json").json["pending"]
    assert waiting["memory"]["id"] == again
    [found] = waiting["beside"]["similar"]
    assert (found["kind"], found["memory"]["id"], found["memory"]["status"]) == ("lexical", lots, "active")
    assert (waiting["beside"]["replaces"], waiting["beside"]["reason"]) == (None, None)
    assert f"id {lots}" in desk.run("pending").out
    assert desk.run("pending", "--count", "--json").json == {"count": 1}


def test_a_wider_scope_is_offered_as_a_widening(desk: Desk) -> None:
    """Rule: whoever decides is told how a narrower statement is widened."""
    narrow = desk.propose(LOTS, "--type", "terminology", "--reference", "mr-1", "--repo", "oms")
    wide = desk.propose(LOTS)
    shown = desk.run("pending").out
    assert "narrower (1.00, the same words in another scope)" in shown
    assert "approve it as superseding that one" in shown
    decided = desk.with_(FIRM_MEMORY_UNATTENDED_APPROVAL="on")
    assert decided.run("approve", narrow, "--by", "lead").code == 0
    assert decided.run("approve", wide, "--by", "lead", "--supersedes", narrow).code == 0
    assert desk.run("get", wide, "--json").json["record"]["memory"]["supersedes"] == narrow


def test_a_duplicate_is_turned_down_by_name(desk: Desk) -> None:
    """Rule: the original gains the source, and whoever proposes it again is told which memory it doubles."""
    lots, again = desk.approved(LOTS), desk.propose(AGAIN, *_SOURCE)
    decided = desk.with_(FIRM_MEMORY_UNATTENDED_APPROVAL="on")
    done = decided.run("reject", again, "--by", "lead", "--duplicate-of", lots)
    assert (done.code, f"duplicate of {lots}" in done.out) == (0, True)
    assert desk.run("get", lots, "--json").json["record"]["memory"]["provenance"]["also_seen"] == ["mr-2"]
    refused = desk.run("propose", AGAIN, *_SOURCE)
    assert (refused.code, f"duplicate of {lots}" in refused.out) == (1, True)


def test_a_rejection_has_a_reason_or_an_original(desk: Desk) -> None:
    """Rule: one of the two, never both, never neither; and an id that is one."""
    lots, again = desk.approved(LOTS), desk.propose(AGAIN, *_SOURCE)
    decided = desk.with_(FIRM_MEMORY_UNATTENDED_APPROVAL="on")
    both = ("--reason", "Known.", "--duplicate-of", lots)
    for options in ((), both, ("--duplicate-of", "that one")):
        done = decided.run("reject", again, "--by", "lead", *options)
        assert (done.code, done.out) == (2, "")
    assert "--duplicate-of" in decided.run("reject", again, "--by", "lead").err
    assert decided.run("reject", again, "--by", "lead", "--duplicate-of", again).code == 2
    assert desk.run("pending", "--count").out == "1\n"
