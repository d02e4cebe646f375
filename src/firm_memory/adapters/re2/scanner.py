"""Runs the exclusions on RE2: no input makes it backtrack."""

from __future__ import annotations

import bisect
import threading
from collections.abc import Iterable, Mapping, Sequence

from firm_memory.adapters.re2.rule import Rule
from firm_memory.adapters.re2.view import bare, closed, plain
from firm_memory.domain.exclusion import Certainty, Exclusion, ExclusionReason, Finding, Span


class Re2Scanner:
    """Finds what the exclusions forbid (port: `Scanner`). Thread-safe; rules are made ready once, at first use.

    Every text is searched as it stands, and without what hides a token from a pattern but not from a reader
    (full-width letters, zero-width characters, marks); for tokens of a known shape also with its gaps closed,
    where only a thorough mixture counts. Spans are code points of the given text.
    """

    def __init__(self) -> None:
        self._books: dict[tuple[Exclusion, ...], tuple[Rule, ...]] = {}
        self._lock = threading.Lock()

    def scan(self, texts: Mapping[str, str], exclusions: Sequence[Exclusion]) -> Sequence[Finding]:
        """Every finding, by field, then position. Raises when a pattern or a text cannot be read by the engine."""
        book = self._book(tuple(exclusions))
        return [finding for field, text in texts.items() for finding in _findings(field, text, book)]

    def _book(self, exclusions: tuple[Exclusion, ...]) -> tuple[Rule, ...]:
        with self._lock:
            if exclusions not in self._books:
                rules = map(Rule.of, exclusions)
                surest_first = sorted(rules, key=lambda rule: rule.exclusion.certainty is not Certainty.CERTAIN)
                self._books[exclusions] = tuple(surest_first)
            return self._books[exclusions]


def _findings(field: str, text: str, book: Iterable[Rule]) -> list[Finding]:
    """What the rules find in one text. Where several of one reason meet, the surest and first of them speaks."""
    views = [view for view in (plain(text), bare(text)) if view is not None]
    joined = closed(text)
    found = list[Finding]()
    taken: dict[ExclusionReason, list[Span]] = {}
    for rule in book:
        spans = {span for view in views for span in rule.spans(view)}
        if joined is not None and not spans:
            spans = set(rule.closed_spans(joined))
        if spans:
            others = taken.setdefault(rule.exclusion.reason, [])
            free = [span for span in _apart(sorted(spans)) if _is_free(span, others)]
            others[:] = sorted(others + free)
            found += [Finding(exclusion=rule.exclusion, field=field, start=at, end=end) for at, end in free]
    return sorted(found, key=lambda finding: (finding.start, finding.end))


def _is_free(span: Span, others: Sequence[Span]) -> bool:
    """Whether `span` meets none of `others`, which are sorted and apart."""
    after = bisect.bisect(others, span)
    return (after == 0 or others[after - 1][1] <= span[0]) and (after == len(others) or span[1] <= others[after][0])


def _apart(spans: Iterable[Span]) -> list[Span]:
    """Overlapping spans joined: one place that breaks a rule is one finding. `spans` are sorted."""
    apart = list[Span]()
    for start, end in spans:
        if apart and start < apart[-1][1]:
            apart[-1] = apart[-1][0], max(apart[-1][1], end)
        else:
            apart.append((start, end))
    return apart
