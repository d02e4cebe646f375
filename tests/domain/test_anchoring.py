from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from firm_memory.domain.anchoring import components_of, is_anchored
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Anchor, Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)
COMPONENTS = {"src/netting/*": "netting", "tests/netting/*": "netting", "src/venues/*": "venues"}


def _anchored(*paths: str) -> Memory:
    source = Provenance(
        kind=SourceKind.MR,
        reference="mr-1",
        proposed_by="dana",
        anchors=tuple(Anchor(repo="oms", path=path) for path in paths),
    )
    return Memory(
        id=UUID(int=1),
        content="Netting runs before the venue is told.",
        type=MemoryType.TASK_LEARNING,
        scope=MemoryScope(repos=("oms",)),
        confidence=0.7,
        provenance=source,
        created_at=NOW,
        updated_at=NOW,
    )


@pytest.mark.parametrize(
    ("anchor", "asked", "near"),
    [
        ("src/netting/queue.py", "src/netting/queue.py", True),
        ("src/netting/queue.py", "src/netting", True),
        ("src/netting/queue.py", "/src/netting/", True),
        ("src/netting/queue.py", "src/net", False),
        ("src/netting/queue.py", "tests/netting/test_queue.py", True),
        ("src/netting/queue.py", "src/venues/fix.py", False),
        ("docs/readme.md", "src/venues/fix.py", False),
    ],
)
def test_a_memory_is_near_code_that_it_names_contains_or_shares_a_component_with(
    anchor: str,
    asked: str,
    near: bool,  # noqa: FBT001 -- the expected answer
) -> None:
    """The path itself, a folder above it, or another path of the same component; never a mere prefix of a name."""
    assert is_anchored(_anchored("docs/other.md", anchor), ["docs/none.md", asked], COMPONENTS) is near


def test_without_paths_or_anchors_nothing_is_near() -> None:
    """An absent path widens nothing."""
    assert not is_anchored(_anchored("src/netting/queue.py"), [], COMPONENTS)
    assert not is_anchored(_anchored(), ["src/netting/queue.py"], COMPONENTS)
    assert is_anchored(_anchored("a.py"), ["a.py"], {})


def test_a_path_may_belong_to_several_components() -> None:
    """Globs are matched with their case, as paths are."""
    components = {"src/*": "code", "*.py": "python", "SRC/*": "shouted"}
    assert components_of("src/a.py", components) == {"code", "python"}
    assert components_of("README.md", components) == frozenset()
