import pytest

from firm_memory.application.wire import record_from_wire, record_to_wire
from firm_memory.domain.candidate import Candidacy, Notice, Record, Ruling
from firm_memory.domain.errors import NotAllowed, NotCleared
from firm_memory.domain.exclusion import Certainty, Finding, gravest
from firm_memory.domain.exclusions.catalogue import EXCLUSIONS
from firm_memory.domain.notices import require_cleared, suspicion_notices
from firm_memory.features.laws.sample_memories import sample

RULES = {exclusion.rule: exclusion for exclusion in EXCLUSIONS}
RUN = Finding(exclusion=RULES["secret.random_run"], field="evidence", start=3, end=30)
KEY = Finding(exclusion=RULES["secret.private_key"], field="content", start=9, end=40)
CODE = Finding(exclusion=RULES["code.fence"], field="content", start=0, end=8)


def test_a_suspicion_shows_field_and_span_and_must_be_cleared() -> None:
    """What is certain is refused elsewhere; the text itself is never part of it."""
    (notice,) = suspicion_notices([KEY, RUN])
    assert (notice.rule, notice.must_clear) == ("secret.random_run", True)
    assert notice.why.startswith("evidence, characters 3–30: perhaps this looks like a secret")


def test_every_suspicion_is_cleared_by_the_name_of_its_rule() -> None:
    """The error names what is missing; what needs no clearing, and names too many, do no harm."""
    notices = [*suspicion_notices([RUN]), Notice(rule="unknown_scope", why="no memory uses it")]
    assert require_cleared(notices, ["secret.random_run", "other"]) == ("secret.random_run",)
    with pytest.raises(NotCleared, match=r"secret\.random_run") as refused:
        require_cleared(notices, ["unknown_scope"])
    assert refused.value.rules == ("secret.random_run",)
    assert isinstance(refused.value, NotAllowed)


def test_of_several_findings_the_gravest_speaks() -> None:
    """A secret before code, whichever comes first; nothing where nothing of that certainty was found."""
    assert gravest([CODE, KEY, RUN], Certainty.CERTAIN) is KEY
    assert gravest([CODE, KEY, RUN], Certainty.SUSPICIOUS) is RUN
    assert gravest([], Certainty.CERTAIN) is None


def test_the_written_form_holds_it_only_where_it_is_so() -> None:
    """So that the bytes of older records stay as they are."""
    notices = (Notice(rule="a", why="b"), Notice(rule="c", why="d", must_clear=True))
    record = Record(
        memory=sample(1),
        candidacy=Candidacy(ruling=Ruling(automatic=False, reason="r"), notices=notices),
    )
    wire = record_to_wire(record)
    assert wire["candidacy"]["notices"] == [  # type: ignore[index]  # a mapping of JSON values
        {"rule": "a", "why": "b"},
        {"rule": "c", "why": "d", "must_clear": True},
    ]
    assert record_from_wire(wire) == record
