from __future__ import annotations

import unicodedata
import uuid

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from firm_memory.domain.errors import InvalidId
from firm_memory.domain.identity import NAMESPACE, memory_id, note_id, read_id
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from firm_memory.domain.text import comparison_key
from tests.strategies import lines, scopes, texts

TYPES = st.sampled_from(MemoryType)
Statement = tuple[str, MemoryType, MemoryScope, int]
STATEMENTS = st.tuples(st.sampled_from(["x", "X ", "y"]) | texts(), TYPES, scopes(), st.integers(0, 3))


def test_an_id_is_the_one_that_the_specification_spells_out() -> None:
    """uuid5 over the comparison key, the wire slug, the sorted atoms and n; pinned, since ids are for ever."""
    scope = MemoryScope(firm=True, domains=("execution",), repos=("oms",))
    made = memory_id("Money is kept in  Minor units.", MemoryType.CONVENTION, scope, 2)
    named = "money is kept in minor units.\x1fcoding_conventions\x1fdomain:execution\x1ffirm\x1frepo:oms\x1f2"
    assert made == uuid.uuid5(NAMESPACE, named)
    assert str(made) == "d620201c-224f-56d6-9073-50cdf088fe37"


def test_the_order_of_atoms_in_a_key_is_their_own() -> None:
    """Not that of a set, which differs from process to process."""
    repos = tuple(f"r{number:02}" for number in range(24))
    named = "x\x1fbug_fixes\x1f" + "\x1f".join(f"repo:{repo}" for repo in repos) + "\x1f0"
    assert memory_id("X", MemoryType.BUG_FIX, MemoryScope(repos=repos)) == uuid.uuid5(NAMESPACE, named)


@given(texts(), TYPES, scopes(), st.integers(0, 3))
def test_the_same_proposal_made_again_meets_its_own_record(
    content: str, kind: MemoryType, scope: MemoryScope, closed: int
) -> None:
    """Case, composition, spacing and the order of scopes do not make another memory."""
    own = memory_id(content, kind, scope, closed)
    for again in (
        unicodedata.normalize("NFC", content),
        unicodedata.normalize("NFD", content),
        f"  {content}\n",
        comparison_key(content),
    ):
        assert memory_id(again, kind, scope, closed) == own


@given(STATEMENTS, STATEMENTS)
def test_any_difference_makes_another_memory(one: Statement, other: Statement) -> None:
    """Words, type, scope and the number of closed records each tell two ids apart."""
    keys = [(comparison_key(content), kind, scope.atoms, closed) for content, kind, scope, closed in (one, other)]
    assert (memory_id(*one) == memory_id(*other)) == (keys[0] == keys[1])


@given(texts(), TYPES, scopes(), st.integers(0, 3))
def test_one_difference_is_enough(content: str, kind: MemoryType, scope: MemoryScope, closed: int) -> None:
    """Each part of the key alone changes the id."""
    own = memory_id(content, kind, scope, closed)
    assert memory_id(f"{content} x", kind, scope, closed) != own
    assert memory_id(content, kind, scope, closed + 1) != own
    assert all(memory_id(content, other, scope, closed) != own for other in MemoryType if other is not kind)
    wider = MemoryScope(firm=scope.firm, domains=(*scope.domains, "one more"), repos=scope.repos)
    assume(wider != scope)
    assert memory_id(content, kind, wider, closed) != own


def test_scopes_whose_names_run_together_stay_apart() -> None:
    """The separator of the key stands in no name, so two names never read as one."""
    apart = MemoryScope(domains=("a", "b"))
    together = MemoryScope(domains=("adomain:b",))
    assert memory_id("x", MemoryType.BUG_FIX, apart) != memory_id("x", MemoryType.BUG_FIX, together)


@given(texts(), lines(), lines(), scopes(), st.integers(0, 3))
def test_a_note_s_id_tells_tasks_and_repetitions_apart(
    content: str, task: str, other: str, scope: MemoryScope, earlier: int
) -> None:
    """The same finding in another task, or noted once more, is another note, and none is a memory."""
    kind = MemoryType.TASK_LEARNING
    own = note_id(task, content, kind, scope, earlier)
    assert own == note_id(task, f" {content}", kind, scope, earlier)
    assert own != note_id(task, content, kind, scope, earlier + 1)
    assert (own == note_id(other, content, kind, scope, earlier)) == (task == other)
    assert own != memory_id(content, kind, scope, earlier)


@given(st.uuids())
def test_an_id_is_read_back_in_any_case(memory: uuid.UUID) -> None:
    """The usual form with hyphens."""
    assert read_id(str(memory)) == memory
    assert read_id(str(memory).upper()) == memory


@pytest.mark.parametrize(
    "text",
    [
        "",
        "m01",
        "../../etc/passwd",
        "c1/../../x",
        "C:\\x",
        "c1\x00.json",
        "6f2b6a0e2c1d5c0a9d0e9a3c6d1f7b10",
        "{6f2b6a0e-2c1d-5c0a-9d0e-9a3c6d1f7b10}",
        "urn:uuid:6f2b6a0e-2c1d-5c0a-9d0e-9a3c6d1f7b10",
        "6f2b6a0e-2c1d-5c0a-9d0e-9a3c6d1f7b1٠",
    ],
)
def test_anything_but_a_uuid_in_its_usual_form_is_refused(text: str) -> None:
    """bug-injection-07: an id never becomes a path; the message names the field and where to find ids."""
    with pytest.raises(InvalidId, match=r"^supersedes: .* is no memory id\. Copy the id from a search"):
        read_id(text, "supersedes")
