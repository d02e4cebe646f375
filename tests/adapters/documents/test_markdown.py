"""Markdown with front matter, and what is written for agents."""

from __future__ import annotations

import pytest

from firm_memory.adapters.documents.agents import read_agents
from firm_memory.adapters.documents.front_matter import front_matter
from firm_memory.adapters.documents.markdown import read_markdown
from firm_memory.adapters.documents.text import Unreadable
from firm_memory.domain.provenance import SourceKind
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType
from tests.adapters.documents.reading import OMS, read, reasons, said

TERM = MemoryType.TERMINOLOGY


def test_front_matter_gives_type_title_tags_and_scope() -> None:
    """Rule: known keys are used, people are dropped in silence, other keys are named to whoever imports."""
    text = (
        "---\ntype: business_rules\ntitle: Netting\nsummary: In short\ntags: [lots, Venue]\nauthor: Jane\nlayout: x\n"
        "scope:\n  domains: execution, risk\n  repos: [oms]\n---\nOdd lots are netted.\n"
    )
    reading = read(read_markdown, a=text)
    [draft] = reading.drafts
    statement = draft.statement
    assert (statement.type, statement.title, statement.summary) == (MemoryType.BUSINESS_RULE, "Netting", "In short")
    assert statement.tags == ("lots", "Venue")
    assert statement.scope == MemoryScope(domains=("execution", "risk"), repos=("oms",))
    assert (statement.kind, statement.reference, statement.content) == (
        SourceKind.DOCUMENT,
        "a.md",
        "Odd lots are netted.",
    )
    assert (statement.doc_sha or "").startswith("sha256:")
    assert [each.why for each in reading.remarks] == ["front matter that is not read: layout"]


def test_the_first_heading_is_the_title_where_the_front_matter_has_none() -> None:
    """Rule: the text keeps its headings; without a block, and with an empty one."""
    for block in ("", "---\n---\n"):
        [(_, title, content)] = said(read(read_markdown, TERM, a=f"{block}# Netting\n\nOdd lots are netted.\n"))
        assert (title, content) == ("Netting", "# Netting\n\nOdd lots are netted.")


def test_a_scope_may_be_the_firm_and_a_bad_one_is_listed() -> None:
    """Rule: `scope: firm`, or a mapping; what names nothing is no scope."""
    reading = read(
        read_markdown,
        TERM,
        a="---\nscope: firm\n---\nOne.",
        b="---\nscope: {firm: true}\n---\nTwo.",
        c="---\nscope: {domains: []}\n---\nThree.",
        d="---\nscope: wide\n---\nFour.",
    )
    assert [each.statement.scope for each in reading.drafts] == [MemoryScope(firm=True)] * 2 + [OMS]
    assert "scope" in reasons(reading)["c.md"]


def test_a_document_without_a_type_needs_one() -> None:
    """Rule: a type is told or given; one that is none of the thirteen is not used, and said."""
    reading = read(read_markdown, a="Words.", b="---\ntype: note\n---\nWords.")
    assert {why.partition(";")[0] for why in reasons(reading).values()} == {"it names no type of the thirteen"}
    assert [each.why for each in reading.remarks] == ["its type is none of the thirteen, and not used"]


@pytest.mark.parametrize("block", ["a: [", "- one\n- two", "just words", "\x01"])
def test_what_is_no_yaml_mapping_is_unreadable(block: str) -> None:
    """Rule: nothing of it is guessed at."""
    with pytest.raises(Unreadable, match="its front matter is no"):
        front_matter(f"---\n{block}\n---\nText\n")


def test_no_tag_in_a_block_is_obeyed() -> None:
    """Rule: whatever YAML could make of a value, it is the text that stands there."""
    assert front_matter("---\na: !!python/object:os.system x\n---\n").fields == {"a": "x"}


def test_a_long_document_is_divided_by_its_headings_and_never_cut() -> None:
    """Rule: one draft a section, told apart by its place; a section that is too long is listed."""
    parts = {"Lots": "l" * 3_000, "Rounding": "r" * 3_000, "Endless": "e" * 4_001}
    text = "Before.\n\n" + "".join(f"## {name}\n\n{words}\n\n" for name, words in parts.items()) + "## Lots\n\nMore.\n"
    reading = read(read_markdown, TERM, a=f"---\ntitle: Netting\n---\n{text}")
    assert [(place, title) for place, title, _ in said(reading)] == [
        ("a.md", "Netting"),
        ("a.md#Lots", "Netting: Lots"),
        ("a.md#Rounding", "Netting: Rounding"),
        ("a.md#Lots (2)", "Netting: Lots"),
    ]
    assert reasons(reading)["a.md#Endless"].startswith("4001 characters, over 4000")


def test_an_empty_document_says_nothing() -> None:
    """Rule: it is listed."""
    assert reasons(read(read_markdown, TERM, a="\n\n")) == {"a.md": "it says nothing"}


def test_a_heading_inside_a_fence_is_none() -> None:
    """Rule: comments of a shell divide no document."""
    text = "# One\n\n```sh\n# not a heading\n~~~\n```\n\n" + "x" * 4_000 + "\n\n# Two\n\nWords.\n"
    reading = read(read_markdown, TERM, a=text)
    assert [place for place, _, _ in said(reading)] == ["a.md#Two"]
    assert list(reasons(reading)) == ["a.md#One"]


def test_agents_notes_are_conventions_section_by_section() -> None:
    """Rule: a heading without words is none; what stands before the first heading counts; another type may be given."""
    text = "---\nname: x\n---\nUse uv.\n\n# Style\n\n## Naming\n\n- Nouns for values.\n- Verbs for deeds.\n"
    reading = read(read_agents, CLAUDE=text)
    assert said(reading) == [
        ("CLAUDE.md", None, "Use uv."),
        ("CLAUDE.md#Naming", "Naming", "- Nouns for values.\n- Verbs for deeds."),
    ]
    assert {each.statement.type for each in reading.drafts} == {MemoryType.CONVENTION}
    assert read(read_agents, TERM, a="Words.").drafts[0].statement.type is TERM


def test_a_long_section_of_agents_notes_comes_in_groups() -> None:
    """Rule: blank lines divide it; a group that is still too long is listed."""
    text = f"# Style\n\n- {'a' * 2_500}\n\n- {'b' * 2_500}\n \n{'c' * 4_001}\n"
    reading = read(read_agents, a=text)
    assert [place for place, _, _ in said(reading)] == ["a.md#Style", "a.md#Style (2)"]
    assert list(reasons(reading)) == ["a.md#Style (3)"]
    assert "ambiguous" in reasons(read(read_agents, b="---\na: b\n---\n---\nc: d\n---\n"))["b.md"]
