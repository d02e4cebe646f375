"""What stands in a card in the place of code, differences, traces, handles, addresses and trailers.

A typed marker tells the reader what was left out: `[code: 12 lines]`, `[diff]`, `[trace]`, `[trailer]`,
`[person]`, `[e-mail]`. Code, diffs and traces are what the write gate's rules find; trailers, e-mail addresses
and what else mentions a person are found here by the form of a line or word. The names of teams (`@org/team`)
and of packages (`@angular/core`) stay. The same text always gives the same card.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from firm_memory.domain.exclusion import Certainty, ExclusionReason, Finding


class Mark(enum.Enum):
    """What a marker stands for; where two begin at the same place, the earlier one here names both."""

    DIFF = "diff"
    TRACE = "trace"
    CODE = "code"
    TRAILER = "trailer"
    EMAIL = "e-mail"
    PERSON = "person"


@attrs.frozen(kw_only=True)
class Marked:
    """A half-open span of code points, and what is to stand there."""

    start: int
    end: int
    mark: Mark


_MARK_OF_RULE: Final = {
    "code.diff": Mark.DIFF,
    "code.stack_trace": Mark.TRACE,
    "individual.address": Mark.EMAIL,
    "individual.named_address": Mark.EMAIL,
}
_HANDLE_RULE: Final = "individual.handle"
# Git's trailers about people, in whatever case; `Fixes:`, `Closes:` and `Change-Id:` name no one and stay.
_TRAILER: Final = re.compile(
    r"^[ \t>*-]{0,12}(?:(?:signed-off|co-?authored|co-developed|authored|committed|merged|submitted|reviewed|acked"
    r"|approved|verified|tested|reported|reported-and-tested|suggested|requested|proposed|helped|assisted|mentored"
    r"|debugged|diagnosed|noticed|found|fixed|closed|assigned)-by[ \t]?:[ \t]|cc[ \t]?:[^\r\n<]{0,200}<)[^\r\n]*",
    re.IGNORECASE | re.MULTILINE,
)
# `git@host:path` is an address of a repository, not of a person.
_EMAIL: Final = re.compile(
    r"(?<![A-Za-z0-9._%+-])(?!git@[^\s:]{1,200}:)<?[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@"
    r"(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])>?"
)
# A handle with capitals reads like an annotation; where somebody is addressed or thanked, it is a person.
_MENTION: Final = re.compile(
    r"(?:\b(?i:by|cc|thanks|thank you|ping|assigned|assignee|reviewer|author|ask|asked)[ ,:]{1,3}"
    r"(?P<thanked>@[A-Za-z][\w-]{1,38})(?=[\s,;:.!?)]|$)|^(?P<addressed>@[A-Za-z][\w-]{1,38})(?=[,:]?[ ]\w))",
    re.MULTILINE,
)
_MARKER: Final = re.compile(r"\[(?:diff|trace|trailer|e-mail|person|code: [0-9]+ lines?)\]")
_LOCAL_PART: Final = re.compile(r"[A-Za-z0-9._%+-]{1,64}@")
_HANDLE: Final = re.compile(r"@[A-Za-z][\w-]*(?:\.[\w-]+)*")


def veiled(text: str) -> str:
    """`text` with a word of the same length for every marker: some of the gate's rules take a marker for code."""
    return _MARKER.sub(lambda found: "x" * len(found[0]), text)


def marks(text: str, findings: Iterable[Finding]) -> tuple[Marked, ...]:
    """Everything in `text` that a marker is to take the place of, in order, overlapping spans joined.

    `findings` are the gate's on this text, veiled. Of those about persons that are certain and name no handle and
    no address, such as a private matter, the span becomes `[person]`; what is merely suspicious stays.
    """
    found = [*_found(text, findings), *_trailers(text), *_persons(text)]
    joined = list[Marked]()
    for each in sorted(found, key=lambda one: (one.start, list(Mark).index(one.mark), -one.end)):
        if joined and (each.start < joined[-1].end or _one_block(text, joined[-1], each)):
            joined[-1] = attrs.evolve(joined[-1], end=max(joined[-1].end, each.end))
        else:
            joined.append(each)
    return tuple(joined)


def marked(text: str, spans: Iterable[Marked]) -> str:
    """`text` with a marker in the place of every span; the rest byte for byte."""
    pieces, at = list[str](), 0
    for each in spans:
        pieces += [text[at : each.start], _marker(each.mark, text[each.start : each.end])]
        at = each.end
    return "".join([*pieces, text[at:]])


def _one_block(text: str, one: Marked, other: Marked) -> bool:
    """Whether two trailers stand one below the other."""
    return one.mark is other.mark is Mark.TRAILER and text[one.end : other.start].isspace()


def _marker(mark: Mark, text: str) -> str:
    if mark is not Mark.CODE:
        return f"[{mark.value}]"
    lines = len(text.splitlines())
    return f"[code: {lines} line{'s' * (lines != 1)}]"


def _found(text: str, findings: Iterable[Finding]) -> Iterator[Marked]:
    for finding in findings:
        rule, certain = finding.exclusion, finding.exclusion.certainty is Certainty.CERTAIN
        start, end = finding.start, finding.end
        if rule.reason is ExclusionReason.SOURCE_CODE and certain:
            yield Marked(start=start, end=end, mark=_MARK_OF_RULE.get(rule.rule, Mark.CODE))
        elif rule.rule == _HANDLE_RULE:
            yield from (
                Marked(start=start + each.start(), end=start + each.end(), mark=Mark.PERSON)
                for each in _HANDLE.finditer(text[start:end])
            )
        elif rule.reason is ExclusionReason.INDIVIDUAL and certain:
            yield _person(text, start, end, _MARK_OF_RULE.get(rule.rule, Mark.PERSON))


def _person(text: str, start: int, end: int, mark: Mark) -> Marked:
    """The span without what the rule needed beside it: white space and signs, or the word before an address."""
    address = _LOCAL_PART.search(text, start, end) if mark is Mark.EMAIL else None
    if address is not None:
        return Marked(start=address.start(), end=end, mark=mark)
    while start < end and not text[start].isalnum():
        start += 1
    return Marked(start=start, end=end, mark=mark)


def _trailers(text: str) -> Iterator[Marked]:
    for found in _TRAILER.finditer(text):
        yield Marked(start=found.start(), end=found.end(), mark=Mark.TRAILER)


def _persons(text: str) -> Iterator[Marked]:
    for found in _EMAIL.finditer(text):
        yield Marked(start=found.start(), end=found.end(), mark=Mark.EMAIL)
    for found in _MENTION.finditer(text):
        start, end = found.span(found.lastgroup or 0)
        yield Marked(start=start, end=end, mark=Mark.PERSON)
