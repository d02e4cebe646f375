"""What an approver is warned of: nothing here refuses, everything here is shown at the desk."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from firm_memory.domain.candidate import Notice
from firm_memory.domain.errors import NotCleared
from firm_memory.domain.exclusion import Certainty, Finding
from firm_memory.domain.renaming import Rename, current_name
from firm_memory.domain.scope import FIRM_ATOM, MemoryScope
from firm_memory.domain.text import comparison_key, hidden_characters

_WHO_DECIDES: Final = r"(?:reviewer|approver|assistant|ai|agent)s?"
_INSTRUCTION: Final = re.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,30}\b(?:previous|above|prior|earlier|all)\b.{0,30}\b(?:instruction|rule|prompt)"
    r"|\bsystem prompt\b|\byou are now\b|\bdo not (?:tell|mention|reveal)\b|</?(?:system|assistant|tool)>"
    # To whoever decides, or to the model that reads for them.
    rf"|\b{_WHO_DECIDES} notes?:|\bnotes? (?:to|for) (?:the |your )?{_WHO_DECIDES}\b"
    r"|\bth(?:is|ese) (?:\w+ )?(?:was|were|is|are|has been|have been) (?:already )?pre-?approved\b"
    r"|(?:^|[.;:!,] ?|\b(?:please|just|and) )approve\b.{0,40}"
    r"\bwithout (?:reading|review|looking|checking|asking|question)"
    # To carry off what the agent can see.
    r"|\b(?:print|show|paste|post|send|output|reveal|repeat|dump)\b.{0,40}"
    r"\b(?:environment variables?|env(?:ironment)? vars?|secrets?|credentials?|passwords?|tokens?|api keys?)\b.{0,20}"
    r"\b(?:(?:to|in|into) (?:the|this|your) (?:chat|conversation|answer|reply|response)|to the user)\b",
)


def text_notices(texts: Mapping[str, str]) -> tuple[Notice, ...]:
    """Warnings on hidden characters and on text that reads like an instruction to a model, by field."""
    notices = list[Notice]()
    for field, text in texts.items():
        hidden = hidden_characters(text)
        if hidden:
            notices.append(Notice(rule="hidden_characters", why=f"{field} holds {', '.join(hidden)}"))
        if _INSTRUCTION.search(comparison_key(text)):
            notices.append(Notice(rule="instruction_like", why=f"{field} reads like an instruction to a model"))
    return tuple(notices)


def suspicion_notices(findings: Iterable[Finding]) -> tuple[Notice, ...]:
    """A warning for every suspicious finding, with field and span; each must be cleared before an approval."""
    return tuple(
        Notice(
            rule=finding.exclusion.rule,
            why=f"{finding.field}, characters {finding.start}–{finding.end}: perhaps {finding.exclusion.why}",
            must_clear=True,
        )
        for finding in findings
        if finding.exclusion.certainty is Certainty.SUSPICIOUS
    )


def require_cleared(notices: Iterable[Notice], cleared: Collection[str]) -> tuple[str, ...]:
    """The rules of the suspicions among `notices`, once all of them are cleared. Raises `NotCleared`."""
    rules = {notice.rule for notice in notices if notice.must_clear}
    missing = tuple(sorted(rules - set(cleared)))
    if missing:
        raise NotCleared(
            f"not_cleared: an exclusion may be broken ({', '.join(missing)}). Read the notices; where they are "
            "unfounded, clear each rule by name (--clear RULE, cleared=), else amend or reject.",
            rules=missing,
        )
    return tuple(sorted(rules))


def scope_notices(scope: MemoryScope, known: Iterable[str], renames: Sequence[Rename] = ()) -> tuple[Notice, ...]:
    """A warning for every domain or repo that no record has used yet, with the nearest known one.

    For a repository that goes by another name since `renames`, that name is told instead.
    """
    used = sorted(known)
    notices = list[Notice]()
    for name in scope.repos:
        if (current := current_name(name, renames)) != name:
            notices.append(Notice(rule="renamed_scope", why=f"the repo {name!r} was renamed to {current!r}"))
    former = {f"repo:{name}" for name in scope.repos if current_name(name, renames) != name}
    for atom in sorted(scope.atoms - {FIRM_ATOM} - former - set(used)):
        axis, _, name = atom.partition(":")
        near = difflib.get_close_matches(atom, [each for each in used if each.startswith(f"{axis}:")], n=1)
        hint = f"; the nearest known one is {near[0].partition(':')[2]!r}" if near else ""
        notices.append(Notice(rule="unknown_scope", why=f"no memory uses the {axis} {name!r} yet{hint}"))
    return tuple(notices)
