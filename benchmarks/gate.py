"""The write gate over the committed texts: what is caught, for the right reason; what is refused or flagged wrongly.

Caught is a refusal for the expected reason, or, of individuals and transient state, a flag for it. Prints a table
and one JSON object.

    python benchmarks/gate.py
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from firm_memory.application.gate import Gate, Outcome
from firm_memory.entrypoints.container import Container
from firm_memory.entrypoints.environment.reading import read_settings

DATA = Path(__file__).parent / "data"
SETS = {
    "dev": DATA / "governance" / "dev.jsonl",
    "stress": DATA / "governance" / "stress.jsonl",
    "holdout": DATA / "governance" / "holdout.jsonl",
    "independent": DATA / "governance" / "independent.jsonl",
    "second": DATA / "governance" / "independent_second.jsonl",
    "third": DATA / "governance" / "independent_third.jsonl",
    "firmbench": DATA / "firmbench" / "memories.jsonl",
}
FLAG_WILL_DO = ("individual", "transient")
TIMED_CHARACTERS = 4_000
REPEATS = 20


def joined(text: str | Mapping[str, Any]) -> str:
    """A text, which is kept in parts where it looks like a secret."""
    return text if isinstance(text, str) else "".join(map(joined, text["$concat"]))


def rows(path: Path) -> Iterator[tuple[str, str | None]]:
    """Every text of a set, with the reason for which it is to be refused."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield joined(row["text"] if "text" in row else row["content"]), row.get("reason")


def measured(gate: Gate, texts: Sequence[tuple[str, str | None]]) -> dict[str, int]:
    """The figures of one set."""
    figures = Counter[str]()
    for text, reason in texts:
        judgement = gate(text)
        said = judgement.reason.value if judgement.reason else None
        if reason is None:
            figures["accepts"] += 1
            figures["wrongly refused"] += judgement.outcome is Outcome.REJECT
            figures["flagged"] += judgement.outcome is Outcome.FLAG
        else:
            enough = judgement.outcome is Outcome.REJECT or (
                judgement.outcome is Outcome.FLAG and reason in FLAG_WILL_DO
            )
            figures[f"{reason} of"] += 1
            figures[f"{reason} caught"] += enough
            figures[f"{reason} right"] += enough and said == reason
    return dict(figures)


def milliseconds(gate: Gate) -> float:
    """The CPU time of one prose text of the longest usual length."""
    prose = " ".join(text for text, _ in rows(SETS["firmbench"]))[:TIMED_CHARACTERS]
    gate(prose)
    begin = time.process_time()
    for _ in range(REPEATS):
        gate(prose)
    return (time.process_time() - begin) * 1000 / REPEATS


def main() -> None:
    """Measure and print."""
    gate = Container(settings=read_settings({}).settings).gate()
    figures = {name: measured(gate, list(rows(path))) for name, path in SETS.items()}
    for name, counts in figures.items():
        print(f"{name}: {', '.join(f'{what} {count}' for what, count in counts.items())}")
    spent = milliseconds(gate)
    print(f"{TIMED_CHARACTERS:,} characters of prose: {spent:.1f} ms of CPU")
    print(json.dumps({"sets": figures, "ms_4000_characters": round(spent, 2)}))


if __name__ == "__main__":
    main()
