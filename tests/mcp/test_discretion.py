"""What is refused, what fails, and what of it anybody may read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mcp.conversation import Conversation, text_of

TOKEN = "ghp_" + "k7Qx2mW9sTz4RvB1n" + "Yc8LdJ5hGf3PaE6uKo0"
DIFF = "diff --git a/x b/x\n@@ -1,2 +1,2 @@\n-a\n+b"


@pytest.mark.parametrize(
    ("field", "text", "rule"),
    [
        ("content", f"The deploy key is {TOKEN}.", "secret.forge_token"),
        ("title", f"Key {TOKEN}", "secret.forge_token"),
        ("evidence", f"Seen in CI: {TOKEN}", "secret.forge_token"),
        ("content", f"The fix:\n{DIFF}", "code.diff"),
    ],
)
def test_a_refused_proposal_names_rule_and_remedy_and_never_the_secret(
    settled: Conversation, field: str, text: str, rule: str
) -> None:
    """A refused write is an error answer; nothing of the offending text comes back."""
    statement = {"content": "The deploy key rotates.", "type": "tooling_setup", "reference": "mr-1", field: text}
    result = settled.called("memory_propose", **statement)
    assert result["isError"]
    structure = result["structuredContent"]
    assert structure["accepted"] is False
    assert structure["rule"] == rule
    assert structure["field"] == field
    assert structure["instead"] in text_of(result)
    assert f"[{rule}]" in text_of(result)
    assert TOKEN not in str(result) + settled.errors()


def test_a_secret_in_a_reason_or_a_note_is_refused_as_well(settled: Conversation) -> None:
    """Exclusions hold for every text that a tool takes."""
    noted = settled.called("memory_note", task="mr-1", content=f"Use {TOKEN}")
    reported = settled.called("memory_correct", id="6f2b6a0e-2c1d-5c0a-9d0e-9a3c6d1f7b10", reason=f"It is {TOKEN} now.")
    for result in (noted, reported):
        assert result["isError"]
        assert result["structuredContent"]["rule"] == "secret.forge_token"
        assert TOKEN not in str(result)


def test_what_is_not_there_is_told_apart_from_what_is_out_of_scope(settled: Conversation) -> None:
    """A read that finds nothing is a labelled answer, not an error; outside the scope nothing of it is shown."""
    missing = settled.called("memory_get", id="6f2b6a0e-2c1d-5c0a-9d0e-9a3c6d1f7b10")
    assert not missing["isError"]
    assert missing["structuredContent"]["reason"] == "no_match"
    [hit] = settled.called("memory_search", query="gateway ledger", repo="gateway")["structuredContent"]["hits"]
    outside = settled.called("memory_get", id=hit["id"])
    assert not outside["isError"]
    assert outside["structuredContent"]["reason"] == "outside_scope"
    assert "minor units" not in str(outside)
    assert settled.called("memory_get", id=hit["id"], repo="gateway")["structuredContent"]["memory"]


def test_what_was_rejected_before_is_refused_with_the_reason(settled: Conversation) -> None:
    """The same proposal again is told who turned it down, when and why; only a person reconsiders it."""
    result = settled.called("memory_propose", content="Rounding is fine.", type="business_rules", reference="mr-9")
    assert result["isError"]
    assert result["structuredContent"]["rule"] == "rejected_before"
    assert result["structuredContent"]["accepted"] is False
    for words in ("by lead because Auditors object", "Only a person reconsiders it"):
        assert words in text_of(result)


def test_what_is_known_already_is_not_queued_again(settled: Conversation) -> None:
    """The proposal meets the memory that stands, and says so."""
    rule = "OMS rejects orders after 15:20 because the exchange freezes its book then."
    result = settled.called("memory_propose", content=rule, type="business_rules", reference="mr-5000")
    assert not result["isError"]
    assert result["structuredContent"]["status"] == "active"
    assert text_of(result).startswith(f"It stands as {result['structuredContent']['candidate_id']}, active.")


def test_a_long_memory_is_shortened_to_a_small_budget_and_whole_by_id(settled: Conversation) -> None:
    """What is cut says so, and is fetched with `memory_get`."""
    asked = {"query": "reconciliation ledger feeds time zone", "max_tokens": 500}
    [card] = settled.called("memory_search", **asked)["structuredContent"]["hits"]
    assert "shortened" in card["labels"]
    whole = settled.called("memory_get", id=card["id"])["structuredContent"]["memory"]["content"]
    assert whole.startswith(card["content"].rstrip("…"))
    assert len(whole) > len(card["content"])


def test_a_correction_of_nothing_is_an_error(settled: Conversation) -> None:
    """A write that cannot be done says so."""
    result = settled.called("memory_correct", id="6f2b6a0e-2c1d-5c0a-9d0e-9a3c6d1f7b10", reason="It is wrong.")
    assert result["isError"]
    assert result["structuredContent"]["rule"] == "not_found"


def test_a_provider_s_error_shows_no_internals(settled_firm: dict[str, str], tmp_path: Path) -> None:
    """bug-silent-success-05: a DSN in a provider's error reaches neither the answer nor standard error.

    A read is labelled, a write is an error in one line that names no more than the class of what happened.
    """
    with Conversation(settled_firm | {"FIRM_MEMORY_PROVIDER": "leaking"}, tmp_path) as conversation:
        conversation.greeted()
        read = conversation.called("memory_search", query="orders")
        assert not read["isError"]
        assert read["structuredContent"]["reason"] == "unavailable"
        assert read["structuredContent"]["degraded"]
        written = conversation.called("memory_note", task="mr-1", content="A note.")
        assert written["isError"]
        assert "RuntimeError" in text_of(written)
        assert "\n" not in text_of(written)
        conversation.leave()
        seen = conversation.errors() + b"".join(conversation.lines).decode()
    assert "the store failed unexpectedly: RuntimeError" in seen
    assert "closing the memory failed: RuntimeError" in seen
    for secret in ("pw-77", "postgresql://", "Traceback", 'trial_parts.py", line'):
        assert secret not in seen


def test_a_broken_configuration_keeps_the_server_up_and_is_told_once(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """Reads answer empty and labelled, writes answer with the variable, the value and the remedy."""
    broken = environment | {
        "FIRM_MEMORY_LIMIT": "many",
        "FIRM_MEMORY_LIMT": "5",
        "FIRM_MEM0_PG_DSN": "postgresql:/svc:" + "hunter-two" + "@localhost/x",
    }
    with Conversation(broken, tmp_path) as conversation:
        conversation.greeted()
        read = conversation.called("memory_search", query="orders")
        assert not read["isError"]
        assert read["structuredContent"]["reason"] == "config"
        written = conversation.called("memory_note", task="mr-1", content="A note.")
        assert written["isError"]
        assert "FIRM_MEMORY_LIMIT is 'many'" in text_of(written)
        conversation.leave()
        errors = conversation.errors()
    assert errors.count("ERROR: FIRM_MEMORY_LIMIT is 'many'") == 1
    assert errors.count("unknown variable FIRM_MEMORY_LIMT; did you mean FIRM_MEMORY_LIMIT?") == 1
    assert "hunter-two" not in errors + str(written) + str(read)


def test_records_that_end_with_the_process_are_announced(environment: dict[str, str], tmp_path: Path) -> None:
    """With in-process records a proposal says that it will not outlive the server, and says it once."""
    with Conversation(environment | {"FIRM_MEMORY_CANDIDATES_PATH": ":memory:"}, tmp_path) as conversation:
        conversation.greeted()
        result = conversation.called("memory_propose", content="A fact.", type="terminology", reference="mr-1")
    assert not result["isError"]
    assert text_of(result).count("this process only") == 1
    assert str(result["structuredContent"]).count("this process only") == 1


def test_records_that_cannot_be_written_refuse_without_telling_where(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """An error names no path outside the checkout."""
    occupied = tmp_path / "occupied"
    occupied.write_text("not a folder", encoding="utf-8")
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    broken = environment | {"FIRM_MEMORY_CANDIDATES_PATH": str(occupied / "records")}
    with Conversation(broken, checkout) as conversation:
        conversation.greeted()
        result = conversation.called("memory_propose", content="A fact.", type="terminology", reference="mr-1")
    assert result["isError"]
    assert result["structuredContent"]["rule"] == "records_unavailable"
    assert str(tmp_path) not in str(result)
