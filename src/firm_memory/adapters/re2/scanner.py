"""Runs the exclusions on RE2: no input makes it backtrack."""

# google-re2 ships no types; what of it is used is typed by `_Pattern` and `_Hit`.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, cast

import attrs
import re2

from firm_memory.adapters.re2.view import View, bare, plain
from firm_memory.domain.exclusion import Exclusion, Finding


class _Hit(Protocol):
    def span(self) -> tuple[int, int]: ...


class _Pattern(Protocol):
    def finditer(self, text: str) -> Iterable[_Hit]: ...
    def fullmatch(self, text: str) -> _Hit | None: ...


@attrs.frozen(kw_only=True)
class _Rule:
    exclusion: Exclusion
    patterns: Sequence[_Pattern]
    harmless: Sequence[_Pattern]

    def spans(self, view: View) -> Iterator[tuple[int, int]]:
        """Where `view` breaks the rule, in positions of the given text."""
        for pattern in self.patterns:
            for hit in pattern.finditer(view.text):
                start, end = hit.span()
                excused = any(each.fullmatch(view.text[start:end]) for each in self.harmless)
                if start < end and not excused:
                    yield view.span(start, end)


class Re2Scanner:
    """Finds what the exclusions forbid (port: `Scanner`). Thread-safe; patterns are compiled once, at first use.

    Every text is searched twice: as it stands, and without what hides a token from a pattern but not from
    a reader (full-width letters, zero-width characters, marks). Spans are code points of the given text.
    """

    def __init__(self) -> None:
        self._patterns: dict[str, _Pattern] = {}
        self._lock = threading.Lock()

    def scan(self, texts: Mapping[str, str], exclusions: Sequence[Exclusion]) -> Sequence[Finding]:
        """Every finding, by field, then position. Raises when a pattern or a text cannot be read by the engine."""
        rules = [
            _Rule(
                exclusion=each,
                patterns=[self._compiled(pattern) for pattern in each.patterns],
                harmless=[self._compiled(pattern) for pattern in each.harmless],
            )
            for each in exclusions
        ]
        return [finding for field, text in texts.items() for finding in _findings(field, text, rules)]

    def _compiled(self, pattern: str) -> _Pattern:
        with self._lock:
            if pattern not in self._patterns:
                options = re2.Options()
                options.log_errors = False  # the engine would write to stderr; the exception says it
                self._patterns[pattern] = cast("_Pattern", re2.compile(pattern, options))
            return self._patterns[pattern]


def _findings(field: str, text: str, rules: Iterable[_Rule]) -> list[Finding]:
    views = [view for view in (plain(text), bare(text)) if view is not None]
    found = list[Finding]()
    for rule in rules:
        spans = sorted({span for view in views for span in rule.spans(view)})
        found += [Finding(exclusion=rule.exclusion, field=field, start=at, end=end) for at, end in _apart(spans)]
    return sorted(found, key=lambda finding: (finding.start, finding.end))


def _apart(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Overlapping spans joined: one place that breaks a rule is one finding. `spans` are sorted."""
    apart = list[tuple[int, int]]()
    for start, end in spans:
        if apart and start < apart[-1][1]:
            apart[-1] = apart[-1][0], max(apart[-1][1], end)
        else:
            apart.append((start, end))
    return apart
