"""The command `index`: a file of closed issues, all well-formed or none of it, and what became of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.desk import Desk

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LOST = {"reference": "mr-1", "content": "Odd lots were lost at the cut-off.", "title": "Lost lots", "type": "BUG_FIX"}
GOOD = b'{"reference": "mr-1", "content": "Odd lots were lost."}\n'
BROKEN = [
    (b'{"reference": "mr-2" "content": "x"}', "line 2, column 22"),
    (b"[1]", "line 2, column 1: card: is of type list"),
    (b'{"reference": "mr-2", "content": "x", "titel": "t"}', "no key 'titel'. Did you mean 'title'"),
    (b'{"reference": "mr-2", "content": "x", "zzz": 1}', "no key 'zzz'. Use content, reference"),
    (b'{"content": "x"}', "line 2, column 1: reference: is missing"),
    (b'{"reference": "mr-2", "content": " "}', "line 2, column 23: content: is empty"),
    (b'{"reference": "mr-2", "content": 7}', "line 2, column 23: content: is of type int"),
    (b'{"reference": "mr-2", "content": "x", "type": "bug"}', "line 2, column 39: type: no memory type 'bug'"),
    (b'{"reference": "mr-2", "content": "x", "scope": {"team": ["a"]}}', "line 2, column 39: scope.team"),
    (b'{"reference": "mr-2", "content": "x", "scope": ["oms"]}', "line 2, column 39: scope: is no object"),
    (b'{"reference": "mr-2", "content": "x", "tags": "a"}', "line 2, column 39: tags: is of type str"),
    (b'{"reference": "mr-2", "content": "x", "anchors": {}}', "line 2, column 39: anchors: is no list"),
    (b'{"reference": "mr-2", "content": "x", "anchors": [1]}', "anchors: holds something that is no object"),
    (b'{"reference": "mr-2", "content": "x", "anchors": [{"pth": "a"}]}', "no key 'pth'. Did you mean 'path'"),
    (b'{"reference": "mr-2", "content": "x", "anchors": [{}]}', "line 2, column 39: anchors.path: is of type None"),
    (b'{"reference": "mr-2", "content": "x", "kind": "mail"}', "line 2, column 39: kind: 'mail' is unknown"),
    (b'{"reference": "mr-2", "content": "x", "created_at": "May"}', "line 2, column 39: created_at: 'May'"),
    (b'{"reference": "mr-2", "content": "\xff"}', "line 2, column 35: not UTF-8"),
    (b"[" * 100_000, "line 2, column 1: nested too deeply"),
]


def written(desk: Desk, *rows: object) -> str:
    """A file of these rows in the desk's directory."""
    path = Path(desk.place) / "cards.jsonl"
    path.write_text("\ufeff" + "\n\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return str(path)


def test_a_file_of_issues_becomes_cards_that_say_they_are_unreviewed(desk: Desk) -> None:
    """Rule: no approval and no consent; on every surface a card says what it is."""
    anchored = {**LOST, "anchors": [{"path": "src/a.py", "symbol": "run"}], "tags": ["netting"], "commit": "4f2a9c1"}
    done = desk.run("index", written(desk, anchored, {**LOST, "reference": "mr-2", "kind": "issue"}), "--json")
    assert (done.code, done.json["indexed"], done.json["refused"]) == (0, 2, 0)
    assert done.err.endswith("indexed 2 of 2 …\n")
    assert [card["line"] for card in done.json["cards"]] == [1, 3]
    hits = desk.run("search", "odd lots lost", "--json").json["hits"]
    assert [hit["unreviewed"] for hit in hits] == [True, True]
    assert "· unreviewed" in desk.run("search", "odd lots lost").out
    memory = done.json["cards"][0]["memories"][0]
    shown = desk.run("get", memory, "--json").json["record"]
    assert (shown["unreviewed"], shown["memory"]["tier"]) == (True, "index")
    assert shown["memory"]["provenance"]["anchors"] == [{"path": "src/a.py", "repo": "quant/oms", "symbol": "run"}]
    assert "· unreviewed" in desk.run("get", memory).out
    assert "indexed" in desk.run("ledger", "show").out


def test_run_again_it_changes_what_changed(desk: Desk) -> None:
    """Rule: known, renewed, refused and indexed are counted; a refusal tells line and rule, never the secret."""
    assert desk.run("index", written(desk, LOST, {**LOST, "reference": "mr-2"})).code == 0
    rows = [LOST, {**LOST, "reference": "mr-2", "content": "Lots wait."}, {**LOST, "reference": "mr-3", "title": TOKEN}]
    done = desk.run("index", written(desk, *rows))
    assert done.code == 1
    assert "line 5: refused, title, characters 0–40" in done.out
    assert done.out.endswith("0 indexed, 1 renewed, 1 known, 1 refused; cards are unreviewed\n")
    assert TOKEN not in done.out + done.err


def test_many_records_of_one_event_are_abridged_in_the_ledger(desk: Desk) -> None:
    """Rule: one line an entry; the JSON form names all."""
    desk.run("index", written(desk, *({**LOST, "reference": f"mr-{number}"} for number in range(5))))
    assert "and 2 more" in desk.run("ledger", "show").out


def test_a_misspelt_repository_is_told(desk: Desk) -> None:
    """Rule: nobody will see it at the desk."""
    desk.run("index", written(desk, LOST))
    done = desk.run("index", written(desk, {**LOST, "reference": "mr-2", "scope": {"repos": ["quant/omss"]}}))
    assert "notice: no memory uses the repo 'quant/omss' yet; the nearest known one is 'quant/oms'" in done.out


@pytest.mark.parametrize(("line", "said"), BROKEN)
def test_a_malformed_line_names_file_line_and_column_and_nothing_is_written(desk: Desk, line: bytes, said: str) -> None:
    """Rule: all lines are read before the first card is kept."""
    path = Path(desk.place) / "cards.jsonl"
    path.write_bytes(GOOD + line + b"\n")
    done = desk.run("index", str(path))
    assert (done.code, done.out) == (2, "")
    assert f"{path}, line 2" in done.err
    assert said in done.err
    assert desk.run("ledger", "show", "--json").json == {"events": []}


def test_a_file_that_is_not_there_is_a_usage_error(desk: Desk) -> None:
    """Rule: told by name."""
    done = desk.run("index", "nowhere.jsonl")
    assert (done.code, "nowhere.jsonl: No such file" in done.err) == (2, True)


def test_an_anchor_outside_any_repository_needs_a_name(desk: Desk, tmp_path: Path) -> None:
    """Rule: there is no repository that it could be of."""
    (tmp_path / "elsewhere").mkdir()
    away = Desk(place=tmp_path / "elsewhere", environment=desk.environment)
    row = {**LOST, "scope": {"firm": True}, "anchors": [{"path": "a.py"}]}
    done = away.run("index", written(away, row))
    assert (done.code, "anchors.repo: is missing" in done.err) == (2, True)
