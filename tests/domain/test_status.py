from firm_memory.domain.status import CLOSED, STORED, Disposition, MemoryStatus, MemoryTier


def test_the_words_on_the_wire_are_the_specification_s() -> None:
    """They are stored; a change would make old records unreadable."""
    assert [tier.value for tier in MemoryTier] == ["episodic", "durable", "index"]
    assert [each.value for each in Disposition] == ["accepted", "rejected", "fixed", "open"]
    assert [status.value for status in MemoryStatus] == [
        "proposed",
        "approving",
        "rejected",
        "active",
        "disputed",
        "superseded",
        "archived",
    ]


def test_closed_records_are_those_that_a_new_proposal_does_not_meet() -> None:
    """Rejected, superseded, archived: they count into the id. The store holds whatever was once in force."""
    assert {status.value for status in CLOSED} == {"rejected", "superseded", "archived"}
    assert {status.value for status in STORED} == {"active", "disputed", "superseded", "archived"}
