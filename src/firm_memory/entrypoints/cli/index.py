"""The command `index`: a file of closed issues and merge requests becomes unreviewed cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from firm_memory.application.index import CardFate, Fate, Indexed
from firm_memory.domain.errors import InvalidField
from firm_memory.domain.indexing.card import Card
from firm_memory.entrypoints.card_rows import as_card
from firm_memory.entrypoints.cli.session import JSON, REFUSED, answer, opened, remark
from firm_memory.entrypoints.cli.views import notice_wire
from firm_memory.entrypoints.standpoint import Standpoint

_ONE_A_LINE: Final = 'Give {"reference": …, "content": …} on one line; nothing was changed'


def index(
    file: Annotated[Path, typer.Argument(help="JSON Lines, one closed issue or MR each; - reads standard input.")],
    as_json: bool = JSON,
) -> None:
    """Keep closed issues and merge requests as cards, labelled unreviewed. Run again, it changes what changed."""
    with opened(as_json, everything=True) as memory:
        places, cards = _cards(file, memory.standpoint)
        done = memory.index(cards, progress=_told())
    answer(as_json, _wire(done, places), lambda: _text(done, places))
    if done.count(Fate.REFUSED):
        raise typer.Exit(REFUSED)


def _wire(done: Indexed, places: list[int]) -> dict[str, object]:
    return {
        **{fate.value: done.count(fate) for fate in Fate},
        "cards": [_card_wire(each, place) for each, place in zip(done.cards, places, strict=True)],
        "notices": [notice_wire(each) for each in done.notices],
    }


def _card_wire(card: CardFate, place: int) -> dict[str, object]:
    return {
        "line": place,
        "reference": card.reference if card.fate is not Fate.REFUSED else None,  # it may be what holds the secret
        "fate": card.fate.value,
        "memories": [str(each) for each in card.memories],
        **({"reason": card.reason} if card.reason else {}),
    }


def _text(done: Indexed, places: list[int]) -> str:
    lines = [
        f"line {place}: refused, {each.reason}"
        for each, place in zip(done.cards, places, strict=True)
        if each.fate is Fate.REFUSED
    ]
    lines += [f"notice: {each.why}" for each in done.notices]
    lines.append(", ".join(f"{done.count(fate)} {fate.value}" for fate in Fate) + "; cards are unreviewed")
    return "\n".join(lines)


def _told() -> Callable[[int, int], None]:
    """Tells on standard error how many cards are done."""
    return lambda done, of: remark(f"indexed {done} of {of} …")


def _cards(file: Path, standpoint: Standpoint) -> tuple[list[int], list[Card]]:
    """Every card with its line. Raises `InvalidField` with file, line and column before anything is written."""
    places, cards = list[int](), list[Card]()
    for number, place, line in _lines(file):
        places.append(number)
        cards.append(_card(place, line, standpoint))
    return places, cards


def _lines(file: Path) -> Iterator[tuple[int, str, bytes]]:
    name = "standard input" if str(file) == "-" else str(file)
    try:
        content = typer.get_binary_stream("stdin").read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise InvalidField("file", f"{name}: {error.strerror}", "Name a file that can be read") from None
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            yield number, f"{name}, line {number}", line


def _card(place: str, line: bytes, standpoint: Standpoint) -> Card:
    text = line.decode(errors="replace")
    try:
        return as_card(json.loads(line.decode()), standpoint)
    except UnicodeDecodeError as error:
        raise InvalidField("file", f"{place}, column {error.start + 1}: not UTF-8", "Save it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise InvalidField("file", f"{place}, column {error.colno}: {error.msg}", _ONE_A_LINE) from None
    except RecursionError:
        raise InvalidField("file", f"{place}, column 1: nested too deeply", _ONE_A_LINE) from None
    except InvalidField as error:
        column = max(0, text.find(f'"{error.field.partition(".")[0]}"')) + 1
        raise InvalidField("file", f"{place}, column {column}: {str(error).rstrip('.')}", _ONE_A_LINE) from None
