"""The command `gate`: what the write gate would make of texts in a file. Needs no configuration, store or records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, cast

import typer

from firm_memory.application.gate import Judgement
from firm_memory.domain.errors import InvalidField
from firm_memory.entrypoints.cli.session import answer, reported
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.environment.reading import read_settings


def gate(
    file: Annotated[Path, typer.Argument(help="JSON Lines with id and text; - reads standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
) -> None:
    """Judge texts as the write gate would: accept, flag (queued with a warning) or reject."""
    with reported(as_json):
        texts = list(_texts(file))  # a malformed line is told before anything is printed
        judge = Container(settings=read_settings({}).settings).gate()
        for key, text in texts:
            judgement = judge(text)
            answer(as_json, _wire(key, judgement), partial(_text, key, judgement))


def _wire(key: object, judgement: Judgement) -> dict[str, object]:
    return {
        "id": key,
        "verdict": judgement.outcome.value,
        "reason": judgement.reason.value if judgement.reason else None,
        "rule": judgement.rule,
        "span": list(judgement.span) if judgement.span else None,
    }


def _text(key: object, judgement: Judgement) -> str:
    place = f"  characters {judgement.span[0]}–{judgement.span[1]}" if judgement.span else ""
    return f"{judgement.outcome.value:<7} {key}{f'  {judgement.rule}' if judgement.rule else ''}{place}"


def _texts(file: Path) -> Iterator[tuple[object, str]]:
    """Id and text of every line. Raises `InvalidField` with file, line and column."""
    name = "standard input" if str(file) == "-" else str(file)
    try:
        content = typer.get_binary_stream("stdin").read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise InvalidField("file", f"{name}: {error.strerror}", "Name a file that can be read") from None
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            yield _entry(line, f"{name}, line {number}")


def _entry(line: bytes, place: str) -> tuple[object, str]:
    try:
        row = cast("object", json.loads(line.decode()))
    except UnicodeDecodeError as error:
        raise InvalidField("file", f"{place}, column {error.start + 1}: not UTF-8", "Save it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise InvalidField(
            "file", f"{place}, column {error.colno}: {error.msg}", "Give one JSON object a line"
        ) from None
    except RecursionError:
        raise InvalidField("file", f"{place}, column 1: nested too deeply", "Give one JSON object a line") from None
    if not isinstance(row, dict):
        raise InvalidField("file", f"{place}, column 1: no object", 'Give {"id": …, "text": …}')
    fields = cast("dict[str, object]", row)
    text = _joined(fields.get("text"))
    if "id" not in fields or text is None:
        missing = "id" if "id" not in fields else "text"
        problem = f"{place}, column 1: {missing!r} is missing or no text"
        raise InvalidField("file", problem, 'Give {"id": …, "text": …}')
    return fields["id"], text


def _joined(text: object) -> str | None:
    """A text, also one in parts; None where it is neither."""
    if isinstance(text, str):
        return text
    parts = cast("dict[str, object]", text).get("$concat") if isinstance(text, dict) else None
    if not isinstance(parts, list):
        return None
    joined = [_joined(part) for part in cast("list[object]", parts)]
    return None if None in joined else "".join(part for part in joined if part is not None)
