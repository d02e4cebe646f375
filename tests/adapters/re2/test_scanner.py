import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firm_memory.adapters.re2.scanner import Re2Scanner
from firm_memory.domain.exclusion import Exclusion, ExclusionReason
from firm_memory.domain.exclusions.catalogue import EXCLUSIONS

ROOT = Path(__file__).parents[3]
GOVERNANCE = ROOT / "benchmarks" / "data" / "governance"
FIRMBENCH = ROOT / "benchmarks" / "data" / "firmbench"
SCANNER = Re2Scanner()
# Put together from parts, so that nothing here looks like a secret.
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def joined(text: str | Mapping[str, Any]) -> str:
    """A text of the data, which is kept in parts where it looks like a secret."""
    return text if isinstance(text, str) else "".join(map(joined, text["$concat"]))


def governance() -> Iterator[tuple[str, str, str]]:
    """Id, text and what is expected, for every governance text."""
    for path in sorted(GOVERNANCE.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield row["id"], joined(row["text"]), row["reason"] or "accept"


def rules(text: str) -> list[str]:
    """The rules that a text breaks."""
    return [finding.exclusion.rule for finding in SCANNER.scan({"content": text}, EXCLUSIONS)]


def own(*patterns: str, harmless: tuple[str, ...] = ()) -> list[Exclusion]:
    """A rule of a test's own."""
    rule = attrs.evolve(EXCLUSIONS[0], rule="test.rule", patterns=patterns, harmless=harmless, completed=None)
    return [rule]


def test_every_pattern_of_the_firm_is_readable_by_the_engine() -> None:
    """A pattern with look-around or a back-reference would refuse every text."""
    assert SCANNER.scan({"content": "The gateway rejects late orders."}, EXCLUSIONS) == []


@pytest.mark.parametrize(("key", "text"), [(key, text) for key, text, expected in governance() if expected == "accept"])
def test_a_harmless_statement_is_never_refused(key: str, text: str) -> None:
    """Paths, hashes, placeholders and identifiers are the words of engineers, not secrets or code."""
    assert rules(text) == [], key


def test_no_statement_of_real_firms_is_refused() -> None:
    """187 statements from public decision records: all of them may be remembered."""
    lines = (FIRMBENCH / "memories.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == 187
    assert [row["id"] for row in rows if rules(row["content"]) or rules(row["reference"])] == []


def test_most_secrets_of_the_governance_texts_are_found() -> None:
    """What the patterns catch today; a change of them that loses one is seen here."""
    secrets = [text for _, text, expected in governance() if expected == "secret"]
    caught = [text for text in secrets if any(rule.startswith("secret.") for rule in rules(text))]
    assert len(caught) >= 17


@pytest.mark.parametrize(
    "text",
    [
        "Set DSN like postgresql://user:password@host/db.",
        "glpat-XXXXXXXXXXXXXXXXXXXX is the old prefix.",
        "export TOKEN=<your-token>",
        "postgres://svc:...@db is how it reads in the logs",
    ],
)
def test_a_placeholder_is_no_secret(text: str) -> None:
    """Documentation shows the shape of a secret without being one (bug-secrets-07)."""
    assert rules(text) == []


def test_a_placeholder_does_not_excuse_a_secret_beside_it() -> None:
    """Each match is judged alone."""
    real = "postgres://svc:" + "Zx81qLp4" + "@db.internal/x"
    assert rules(f"Write postgresql://user:password@host/db, never {real}") == ["secret.connection_string"]


@pytest.mark.parametrize(
    ("before", "after"),
    [("", ""), ("令牌", "请轮换"), ("😀é", "."), ("я", "ы"), ("x", "\n"), ("(", ")")],
)
def test_a_token_is_found_with_its_span_whatever_stands_beside_it(before: str, after: str) -> None:
    """Spans count code points, also behind characters of several bytes; scripts without blanks hide nothing."""
    (finding,) = SCANNER.scan({"content": before + TOKEN + after}, EXCLUSIONS)
    assert (finding.start, finding.end) == (len(before), len(before) + len(TOKEN))
    assert finding.exclusion.rule == "secret.forge_token"


@pytest.mark.parametrize(
    "hidden",
    [
        TOKEN[:8] + "\u200b" + TOKEN[8:],
        TOKEN[:3] + "\u00ad\u2060" + TOKEN[3:20] + "\ufe0f" + TOKEN[20:],
        "".join(chr(ord(letter) + 0xFEE0) if letter.isalnum() else letter for letter in TOKEN),
        "".join(f"{letter}\u0336" for letter in TOKEN),
    ],
    ids=["zero width", "formats", "full width", "struck through"],
)
def test_a_token_that_a_reader_sees_is_found_though_it_is_disguised(hidden: str) -> None:
    """Unseen characters and compatibility forms keep a token from a plain pattern, not from its thief."""
    (finding,) = SCANNER.scan({"content": f"令牌 {hidden} 结束"}, EXCLUSIONS)
    assert (finding.start, finding.end) == (3, 3 + len(hidden.rstrip("\u0336")))


def test_one_place_is_one_finding_and_two_places_are_two() -> None:
    """What both views or two patterns find in one place is told once."""
    text = f"é {TOKEN} und {TOKEN}"
    assert [finding.start for finding in SCANNER.scan({"content": text}, EXCLUSIONS)] == [2, 2 + len(TOKEN) + 5]
    assert len(SCANNER.scan({"content": "abcd"}, own("ab", "bc", "d"))) == 2


def test_findings_come_by_field_then_position() -> None:
    """The first refusal a caller sees is the first thing to mend."""
    key = "-----BEGIN RSA " + "PRIVATE KEY-----\\n" + "MIIEowIBAAKCAQEA7bq9"
    texts = {"title": "fine", "content": f"{TOKEN} {key}", "evidence": f"{key} {TOKEN}"}
    found = [(each.field, each.exclusion.rule) for each in SCANNER.scan(texts, EXCLUSIONS)]
    assert found == [
        ("content", "secret.forge_token"),
        ("content", "secret.private_key"),
        ("evidence", "secret.private_key"),
        ("evidence", "secret.forge_token"),
    ]


def test_a_finding_never_holds_what_was_found() -> None:
    """A refusal is logged and shown; it must not carry the secret on."""
    findings = SCANNER.scan({"content": f"use {TOKEN}"}, EXCLUSIONS)
    assert findings
    assert TOKEN[:12] not in repr(findings)


def test_only_the_asked_rules_are_run() -> None:
    """Which rules hold for a tier is the domain's affair."""
    code = [rule for rule in EXCLUSIONS if rule.reason is ExclusionReason.SOURCE_CODE]
    assert SCANNER.scan({"content": TOKEN}, code) == []
    assert SCANNER.scan({"content": TOKEN}, []) == []


def test_a_pattern_that_the_engine_cannot_read_raises(capfd: pytest.CaptureFixture[str]) -> None:
    """Not scanned means refused: a broken rule must not let texts pass. The engine's own log stays silent."""
    with pytest.raises(Exception, match=r"look|invalid"):
        SCANNER.scan({"content": "x"}, own("(?=x)"))
    assert capfd.readouterr() == ("", "")


def test_a_text_that_cannot_be_encoded_raises() -> None:
    """An unpaired surrogate cannot be scanned, so it is refused."""
    with pytest.raises(UnicodeError):
        SCANNER.scan({"content": f"\ud800 {TOKEN}"}, EXCLUSIONS)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [(r"(a+)+$", "a" * 20_000 + "!"), (r"(a|aa)+b", "a" * 20_000), (r"(.*)*x(.*)*y", "xz" * 10_000)],
)
def test_a_pattern_that_makes_others_backtrack_comes_back(pattern: str, text: str) -> None:
    """Linear time on hostile input: a backtracking engine would not return from these."""
    assert SCANNER.scan({"content": text}, own(pattern)) == []


@pytest.mark.parametrize(
    "piece", ["postgres://a:", "-----BEGIN A ", "eyJaaaaaaaa ", "password=", "\n", "--- a\n", " at a("]
)
def test_long_runs_of_what_looks_like_a_beginning_come_back(piece: str) -> None:
    """Sixteen thousand characters of beginnings, the longest text there is, end in a verdict."""
    assert len(rules(piece * (16_000 // len(piece)))) <= 1


@given(st.text(max_size=40), st.text(max_size=40))
def test_no_surroundings_hide_a_token(before: str, after: str) -> None:
    """Whatever stands around it, a token is inside some finding."""
    text = f"{before}\n{TOKEN}\n{after}"
    start = len(before) + 1
    spans = [(each.start, each.end) for each in SCANNER.scan({"content": text}, EXCLUSIONS)]
    assert any(first <= start and start + len(TOKEN) <= last for first, last in spans)


def test_threads_share_a_scanner() -> None:
    """Every request of a server goes through the one gate."""
    scanner = Re2Scanner()
    texts = [f"{number} {TOKEN}" if number % 2 else f"{number} is fine" for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda text: len(scanner.scan({"content": text}, EXCLUSIONS)), texts))
    assert found == [number % 2 for number in range(200)]
