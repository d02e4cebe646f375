from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest

from firm_memory.domain.anchoring import PATHS_MOST, components_of, is_anchored, within
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Anchor, Provenance, SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)
COMPONENTS = {"src/netting/*": "netting", "tests/netting/*": "netting", "src/venues/*": "venues"}


def anchored(*paths: str, scope: MemoryScope | None = None) -> Memory:
    """A memory with anchors in `oms`."""
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
        scope=scope or MemoryScope(repos=("oms",)),
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
    assert is_anchored(anchored("docs/other.md", anchor), ["docs/none.md", asked], COMPONENTS) is near


def test_without_paths_or_anchors_nothing_is_near() -> None:
    """An absent path widens nothing."""
    assert not is_anchored(anchored("src/netting/queue.py"), [], COMPONENTS)
    assert not is_anchored(anchored(), ["src/netting/queue.py"], COMPONENTS)
    assert is_anchored(anchored("a.py"), ["a.py"], {})


def test_a_path_may_belong_to_several_components() -> None:
    """Globs are matched with their case, as paths are."""
    components = {"src/*": "code", "*.py": "python", "SRC/*": "shouted"}
    assert components_of("src/a.py", components) == {"code", "python"}
    assert components_of("README.md", components) == frozenset()


@pytest.mark.parametrize(
    ("glob", "path", "belongs"),
    [
        ("src/billing/**", "src/billing/a/b.py", True),
        ("src/billing/**", "src/billing", True),
        ("src/billing", "src/billing/a/b.py", True),
        ("src/billing/", "src/billing", True),
        ("./src/billing/", "src/billing/a.py", True),
        ("/src/billing", "src/billing/a.py", True),
        ("src/bill", "src/billing/a.py", False),
        ("src/**/model.py", "src/model.py", True),
        ("src/**/model.py", "src/a/b/model.py", True),
        ("**/model.py", "model.py", True),
        ("**/model.py", "a/model.py", True),
        ("src/[ab]/*", "src/b/x.py", True),
        ("../**", "src/a.py", False),
        ("", "src/a.py", False),
        ("[", "src/a.py", False),
        (".hidden/*", ".hidden/a", True),
    ],
)
def test_a_glob_names_files_and_folders_of_a_component(
    glob: str,
    path: str,
    belongs: bool,  # noqa: FBT001 -- the expected answer
) -> None:
    """`*` stands for folders too, `**/` for none as well, and a folder for what is in it."""
    assert (components_of(path, {glob: "it"}) == {"it"}) is belongs


def test_a_hostile_glob_costs_no_more_than_its_length() -> None:
    """A declaration is a stranger's: stars without end are matched in linear time, or this test does not end."""
    assert components_of("a" * 900, {"*a" * 250 + "b": "it"}) == frozenset()


@pytest.mark.parametrize(
    ("path", "relative"),
    [
        ("src/a.py", "src/a.py"),
        ("./src//a.py", "src/a.py"),
        ("src/x/../a.py", "src/a.py"),
        ("/home/mira/oms/src/a.py", "src/a.py"),
        ("/home/mira/oms/../oms/src/a.py", "src/a.py"),
        (" src/a.py ", "src/a.py"),
        ("/home/mira/oms", None),
        ("/home/mira/oms-other/a.py", None),
        ("/home/mira/oms/../gateway/a.py", None),
        ("/etc/passwd", None),
        ("../gateway/a.py", None),
        ("src/../../gateway/a.py", None),
        ("..", None),
        (".", None),
        ("", None),
        ("~/oms/a.py", None),
        ("C:\\oms\\a.py", None),
        ("x" * 1_001, None),
    ],
)
def test_paths_are_seen_from_the_checkout_and_none_leads_out_of_it(path: str, relative: str | None) -> None:
    """Absolute ones inside become relative; what is outside is ignored."""
    assert within([path], "/home/mira/oms") == ((relative,) if relative else ())


def test_without_a_checkout_only_relative_paths_count_and_each_once() -> None:
    """There is nothing that an absolute path could be relative to; and there is an end to them."""
    assert within(["a.py", "/home/mira/oms/a.py", "./a.py"]) == ("a.py",)
    assert len(within(f"src/{number}.py" for number in range(PATHS_MOST * 2))) == PATHS_MOST


def test_the_same_path_in_another_repository_is_other_code() -> None:
    """Where repositories are asked about, only their anchors count."""
    memory = anchored("src/netting/queue.py")
    assert is_anchored(memory, ["src/netting/queue.py"], COMPONENTS, ["oms"])
    assert not is_anchored(memory, ["src/netting/queue.py"], COMPONENTS, ["gateway"])
