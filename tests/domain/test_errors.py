from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

import firm_memory.domain
from firm_memory.domain import errors
from firm_memory.domain.approval import confidence_at_birth
from firm_memory.domain.errors import FirmMemoryError, InvalidField, WriteFailed
from firm_memory.domain.exclusion import Refused
from firm_memory.domain.identity import read_id
from firm_memory.domain.lifecycle import require_transition
from firm_memory.domain.memory import Flag, FlagKind, require_length
from firm_memory.domain.moment import read_moment, utc
from firm_memory.domain.principal import (
    Caller,
    FourEyes,
    Role,
    require_approver,
    require_four_eyes,
    require_role,
    require_stewardship,
)
from firm_memory.domain.provenance import Anchor, Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus
from firm_memory.domain.taxonomy import MemoryType

CLASSES: Final = {name: each for name, each in vars(errors).items() if isinstance(each, type)} | {"Refused": Refused}
MODULES: Final = sorted(Path(firm_memory.domain.__path__[0]).glob("*.py"))
READER: Final = Caller(name="robin", via="cli", roles=frozenset({Role.READER}))


def _source(reference: str) -> Provenance:
    return Provenance(kind=SourceKind.MR, reference=reference, proposed_by="dana")


# One of every class that the domain raises; the invariants of single values have tables in their own modules.
REFUSALS: Final[list[tuple[str, Callable[[], object], str]]] = [
    ("InvalidContent", lambda: require_length(""), "content"),
    ("ForbiddenCharacter", lambda: require_length("a\x00"), "content"),
    ("UnknownType", lambda: MemoryType.resolve("x"), "type"),
    ("InvalidScope", lambda: MemoryScope.from_mapping({"engineer": "dana"}), "scope.engineer"),
    ("EmptyScope", MemoryScope, "scope"),
    ("InvalidConfidence", lambda: confidence_at_birth(SourceKind.MR, 2.0, by_agent=True), "confidence"),
    ("InvalidProvenance", lambda: _source(""), "reference"),
    ("InvalidProvenance", lambda: Anchor(repo="oms", path=""), "anchors.path"),
    ("InvalidTimestamp", lambda: utc(datetime(2026, 5, 4)), "timestamp"),  # noqa: DTZ001 -- the point
    ("InvalidTimestamp", lambda: read_moment("created_at", "now"), "created_at"),
    ("InvalidId", lambda: read_id("m01"), "id"),
    ("InvalidField", lambda: Caller(name="", via="cli"), "principal"),
    ("InvalidContent", lambda: Flag(kind=FlagKind.CORRECTION, by="", reason="", at=datetime.now(UTC)), "reason"),
    ("InvalidApprover", lambda: require_approver(Caller(name="agent:x", via="api")), "approver"),
]
DENIALS: Final[list[tuple[str, Callable[[], object], tuple[str, ...]]]] = [
    ("NotAllowed", lambda: require_role(READER, Role.INGESTER, "index"), ("robin", "index", "ingester")),
    ("NotAllowed", lambda: require_approver(READER), ("robin", "decide", "approver")),
    ("NotAllowed", lambda: require_four_eyes(FourEyes.ON, READER, "robin", None), ("robin", "four eyes", "another")),
    ("NotAllowed", lambda: require_stewardship(READER, "dana", "archived"), ("robin", "dana", "archived")),
    (
        "IllegalTransition",
        lambda: require_transition(MemoryStatus.REJECTED, MemoryStatus.ACTIVE),
        ("rejected", "active", "final"),
    ),
]


def _raises() -> Iterator[tuple[str, ast.Call]]:
    """Every place in the domain where an error is made, as `module:line` and the call."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                yield f"{path.name}:{node.lineno}", node.exc


def _texts(node: ast.expr) -> str:
    """What is known of a message from its source: its literal parts."""
    return "".join(
        part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )


@pytest.mark.parametrize(("name", "provoke", "field"), REFUSALS)
def test_a_refused_value_names_its_field_and_the_remedy(name: str, provoke: Callable[[], object], field: str) -> None:
    """`field: problem. Remedy.`, of the very class that a caller can tell apart."""
    with pytest.raises(InvalidField) as refusal:
        provoke()
    assert type(refusal.value).__name__ == name
    assert refusal.value.field == field
    problem, _, remedy = str(refusal.value).removeprefix(f"{field}: ").partition(". ")
    assert problem
    assert remedy[0].isupper()
    assert remedy.endswith(".")
    assert not remedy.endswith("..")


@pytest.mark.parametrize(("name", "provoke", "named"), DENIALS)
def test_a_denied_deed_names_who_what_and_the_way_on(
    name: str, provoke: Callable[[], object], named: tuple[str, ...]
) -> None:
    """A message that only says no helps nobody."""
    with pytest.raises(FirmMemoryError) as refusal:
        provoke()
    assert type(refusal.value).__name__ == name
    assert all(word in str(refusal.value) for word in named)


def test_the_domain_raises_nothing_but_its_own_errors() -> None:
    """Every raising path ends in a class of `errors` (or a gate's refusal): callers can rely on the list."""
    made = dict(_raises())
    assert len(made) > 25, "the walk over the source found the raising paths"
    foreign = {
        place for place, call in made.items() if not (isinstance(call.func, ast.Name) and call.func.id in CLASSES)
    }
    assert foreign == set()


@pytest.mark.parametrize(("place", "call"), [pytest.param(*each, id=each[0]) for each in _raises()])
def test_every_raising_path_gives_a_remedy(place: str, call: ast.Call) -> None:
    """An invalid field: field, problem, remedy as a sentence. Any other error: two sentences, the second helps."""
    assert isinstance(call.func, ast.Name)
    if issubclass(CLASSES[call.func.id], InvalidField):
        assert len(call.args) == 3, place
        remedy = call.args[2]
        said = _texts(remedy)
        assert isinstance(remedy, ast.Name) or (said[0].isupper() and not said.endswith(".")), place
    else:
        (message,) = call.args
        assert _texts(message).rstrip(".").count(". ") >= 1, place


def test_the_classes_form_the_tree_that_callers_branch_on() -> None:
    """One root; invalid values are ValueErrors, misses are LookupErrors, whatever a retry may mend is WriteFailed."""
    assert all(issubclass(each, FirmMemoryError) and each.__doc__ for each in CLASSES.values())
    invalid = {name for name, each in CLASSES.items() if issubclass(each, InvalidField)}
    assert {"InvalidContent", "ForbiddenCharacter", "EmptyScope", "UnknownType", "InvalidSupersession"} <= invalid
    assert all(issubclass(CLASSES[name], ValueError) for name in invalid | {"ConfigurationError"})
    assert issubclass(errors.NotFound, LookupError)
    failed = {name for name, each in CLASSES.items() if issubclass(each, WriteFailed)}
    assert {"LostUpdate", "StoreUnavailable", "StoreReadOnly", "FingerprintMismatch", "GateUnavailable"} <= failed
    assert {"RecordsUnavailable", "RecordsDamaged"} <= failed
    assert not failed & invalid
