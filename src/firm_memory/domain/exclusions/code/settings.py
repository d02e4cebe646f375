"""Blocks of settings: JSON, YAML, TOML and INI, environment files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, cast

from firm_memory.domain.exclusion import Span
from firm_memory.domain.exclusions.code.lines import Line, lines_of, runs, span_of, without_inline

_OBJECT: Final = re.compile(r"[\[{]\s{0,40}[\"{\[]")
# So many beginnings of an object are tried: each costs as much as the rest of the text is long.
_TRIES: Final = 6
_OBJECT_LEAST: Final = 60
_MEMBERS_LEAST: Final = 4
_LINES_LEAST: Final = 3
# So many words is a value long, at most; a terse one.
_SHORT: Final = 4
_TERSE: Final = 2
_MEMBER: Final = re.compile(r"\s*\"[\w.$@/ -]{1,80}\"\s?:\s?(?:[\"\[{0-9-]|true|false|null).{0,300}$")
_YAML: Final = re.compile(r"\s*(?:- )?[\"']?[A-Za-z_.$<{/@*][\w.\-/$*{}]{0,60}[\"']?:(?:\s[|>&*!{\[\"']?.{0,120})?$")
_ITEM: Final = re.compile(r"\s+- \S.{0,100}$|- [\w./:\"'-]+$")
_SECTION: Final = re.compile(r"\[{1,2}[\w.\-\":/ ]{1,80}\]{1,2}$")
_SETTING: Final = re.compile(r"[\w.\-]{1,60}\s?=\s?\S.{0,200}$")
_BLOCK: Final = re.compile(
    r"(?:[a-z_]{3,40}(?: \"[\w.\-]{1,80}\"){1,2}|location \S{1,80}|server|upstream \w+|http|input|output|filter) \{$"
)


def _members(value: object) -> int:
    if isinstance(value, dict):
        members = cast("dict[str, object]", value)
        return len(members) + sum(map(_members, members.values()))
    return sum(map(_members, cast("list[object]", value))) if isinstance(value, list) else 0


def objects(text: str) -> Iterator[Span]:
    """JSON objects that are more than an example of a few words."""
    masked, at = without_inline(text), 0
    for _ in range(_TRIES):
        found = _OBJECT.search(masked, at)
        if found is None:
            return
        at = found.start() + 1
        try:
            value, end = json.JSONDecoder().raw_decode(masked, found.start())
        except (ValueError, RecursionError):
            continue
        members = _members(value)
        if members >= _MEMBERS_LEAST or (members > 1 and end - found.start() >= _OBJECT_LEAST):
            yield found.start(), end
        at = end


def _is_yaml(run: list[Line]) -> bool:
    lines = [line for line in run if line.stripped]
    nested = any(one.stripped.endswith((":", "|", ">")) and other.indent > one.indent for one, other in pairwise(lines))
    keys = [line.stripped.lstrip("- ").partition(":") for line in lines if _YAML.match(line.text)]
    short = sum(len(value.split()) <= _SHORT and not value.rstrip().endswith(".") for _, _, value in keys)
    return len(keys) >= _LINES_LEAST and nested and short >= len(keys) * 3 // 4


def settings(text: str) -> Iterator[Span]:
    """Where there is a block of settings beyond doubt."""
    yield from objects(text)
    lines = lines_of(without_inline(text))
    for run in runs((line, bool(_MEMBER.match(line.text))) for line in lines):
        if len(run) >= _LINES_LEAST:
            yield span_of(run)
    for run in runs(
        (line, bool(_YAML.match(line.text) or _ITEM.match(line.text) or line.text == "---")) for line in lines
    ):
        if _is_yaml(run):
            yield span_of(run)
    for run in runs((line, bool(_SECTION.match(line.text) or _SETTING.match(line.text))) for line in lines):
        if len(run) >= _LINES_LEAST and any(map(_SECTION.match, (line.text for line in run))):
            yield span_of(run)
    for line in lines:
        if _BLOCK.match(line.stripped):
            yield line.start, line.end


def likely_settings(text: str) -> Iterator[Span]:
    """Flat lists of keys in small letters with short values: settings, or notes of somebody who likes colons."""
    lines = lines_of(without_inline(text))
    for run in runs((line, bool(_YAML.match(line.text)) and line.text[:1].islower()) for line in lines):
        values = [line.text.partition(":")[2].split() for line in run if line.stripped]
        if len(values) >= _LINES_LEAST and all(0 < len(value) <= _TERSE for value in values) and not _is_yaml(run):
            yield span_of(run)
