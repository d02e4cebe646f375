"""How well near-duplicates and rivals are told apart: the pairs in data/resemblance, and FirmBench as a crowd.

    python benchmarks/resemblance.py [--embedder minilm|lexical] [--part all|tuned|held_out] [--misses]

Prints a table on stderr and one JSON object on stdout: precision and recall of each kind, in all and by language.
`duplicate` is found where the answer is exact, lexical or dense; `rival` where it is a rival; `called_duplicate`
counts the rivals that were taken for duplicates. `crowd` is the share of all pairs of different FirmBench
memories of one firm in which something is found: what an approver is shown without need, at most.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import attrs

from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.adapters.onnx.minilm import MiniLM
from firm_memory.adapters.snowball.text_analyzer import SnowballAnalyzer
from firm_memory.application.ports.embedder import Embedder, Vector
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance, SourceKind
from firm_memory.domain.ranking import Calibration
from firm_memory.domain.resemblance.likeness import Likeness, resemblance
from firm_memory.domain.resemblance.wording import Wording
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.taxonomy import MemoryType

DATA: Final = Path(__file__).parent / "data"
KINDS: Final = ("duplicate", "rival")
_OMS: Final = MemoryScope(repos=("oms",))


@attrs.frozen(kw_only=True)
class Side:
    """A statement with its words and its vector (empty without a model)."""

    memory: Memory
    words: Wording
    vector: Vector


def rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSONL file."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def sides(texts: Sequence[str], embedder: Embedder, analyzer: SnowballAnalyzer) -> dict[str, Side]:
    """Every text as a side of comparisons."""
    several = list(dict.fromkeys(texts))
    return {
        text: Side(
            memory=Memory(
                id=uuid.uuid5(uuid.NAMESPACE_OID, text),
                content=text,
                type=MemoryType.TERMINOLOGY,
                scope=_OMS,
                confidence=0.7,
                provenance=Provenance(kind=SourceKind.MR, reference="mr-1", proposed_by="sam"),
                created_at=datetime(2026, 1, 1, tzinfo=UTC),
                updated_at=datetime(2026, 1, 1, tzinfo=UTC),
            ),
            words=Wording(content=text, terms=analyzer.terms(text)),
            vector=vector,
        )
        for text, vector in zip(several, embedder.embed(several), strict=True)
    }


def found(one: Side, other: Side, calibration: Calibration) -> Likeness | None:
    """What is said of two sides."""
    meaning = calibration.relevance(sum(a * b for a, b in zip(one.vector, other.vector, strict=True)))
    said = resemblance(one.memory, one.words, other.memory, other.words, meaning)
    return said.kind if said else None


def verdict(kind: Likeness | None) -> str:
    """A likeness in the words of the data set."""
    if kind is None:
        return "unrelated"
    return "rival" if kind is Likeness.RIVAL else "duplicate"


def measured(answers: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Precision and recall of each kind over (expected, said)."""
    counts = Counter(answers)
    figures: dict[str, Any] = {"pairs": len(answers)}
    for kind in KINDS:
        right = counts[kind, kind]
        said = sum(number for (_, answer), number in counts.items() if answer == kind)
        there = sum(number for (expected, _), number in counts.items() if expected == kind)
        figures[kind] = {
            "precision": round(right / said, 3) if said else None,
            "recall": round(right / there, 3) if there else None,
        }
    figures["called_duplicate"] = counts["rival", "duplicate"]
    figures["found_unrelated"] = sum(n for (expected, said), n in counts.items() if expected == "unrelated" != said)
    return figures


def crowd(embedder: Embedder, analyzer: SnowballAnalyzer) -> dict[str, Any]:
    """How many of all pairs of one firm's memories resemble each other in the eyes of the comparison."""
    firms: dict[str, list[str]] = {}
    for row in rows(DATA / "firmbench" / "memories.jsonl"):
        firms.setdefault(row["firm"], []).append(row["content"])
    counts, pairs = Counter[str](), 0
    for texts in firms.values():
        known = sides(texts, embedder, analyzer)
        for one, other in itertools.combinations(known.values(), 2):
            pairs += 1
            if (kind := found(one, other, embedder.card.calibration)) is not None:
                counts[kind.value] += 1
    return {"pairs": pairs, **counts}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embedder", choices=("minilm", "lexical"), default="minilm")
    parser.add_argument("--part", choices=("all", "tuned", "held_out"), default="all")
    parser.add_argument("--misses", action="store_true", help="print every pair that is judged wrongly")
    chosen = parser.parse_args()
    analyzer = SnowballAnalyzer()
    embedder: Embedder = LexicalEmbedder() if chosen.embedder == "lexical" else MiniLM(DATA)
    pairs = [row for row in rows(DATA / "resemblance" / "pairs.jsonl") if chosen.part in ("all", row["part"])]
    known = sides([row[side] for row in pairs for side in ("one", "other")], embedder, analyzer)
    answers: dict[str, list[tuple[str, str]]] = {"all": []}
    for row in pairs:
        said = verdict(found(known[row["one"]], known[row["other"]], embedder.card.calibration))
        for group in ("all", row["language"]):
            answers.setdefault(group, []).append((row["kind"], said))
        if chosen.misses and said != row["kind"]:
            print(f"{row['id']} {row['kind']} → {said}: {row['one']} | {row['other']}", file=sys.stderr)
    figures: Mapping[str, Any] = {group: measured(each) for group, each in answers.items()}
    for group, each in figures.items():
        print(f"{group:<4} {json.dumps(each)}", file=sys.stderr)
    print(json.dumps({"embedder": chosen.embedder, **figures, "crowd": crowd(embedder, analyzer)}, sort_keys=True))


if __name__ == "__main__":
    main()
