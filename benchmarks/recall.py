"""How well recall finds, orders and abstains on FirmBench: embedder, analyser and ranking in one process, no store.

    python benchmarks/recall.py [--embedder minilm|lexical] [--mode firm|pooled|scoped] [--data DIR]

Prints a table on stderr and one JSON object on stdout. `firm` asks each firm's own pool (the headline), `pooled`
all firms' together, `scoped` the firm's pool through the question's scope. Superseded statements are hidden, as
they are from recall. `answered_*` are shares of the unanswerable questions, `silenced_*` of the answerable ones.
"""

from __future__ import annotations

import argparse
import json
import sys
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import attrs

from firm_memory.adapters.lexical.embedder import LexicalEmbedder
from firm_memory.adapters.onnx.minilm import MiniLM
from firm_memory.adapters.snowball.text_analyzer import SnowballAnalyzer
from firm_memory.application.ports.embedder import Embedder, Vector
from firm_memory.domain.memory import Memory
from firm_memory.domain.provenance import Provenance, kind_of
from firm_memory.domain.ranking import FLOOR, Match, rank
from firm_memory.domain.scope import MemoryScope
from firm_memory.domain.status import MemoryStatus, MemoryTier
from firm_memory.domain.taxonomy import MemoryType

DATA: Final = Path(__file__).parent / "data" / "firmbench"
MODES: Final = ("firm", "pooled", "scoped")
# The share of answerable questions that a threshold may silence, where `answered_at_10_silenced` is taken.
SILENCED_SHARE: Final = 0.10
RANKS: Final = 10


@attrs.frozen(kw_only=True)
class Statement:
    """A memory of the data set, ready to be ranked."""

    key: str
    firm: str
    memory: Memory
    vector: Vector
    terms: frozenset[str]


@attrs.frozen(kw_only=True)
class Question:
    """A query of the data set, ready to be asked. `relevant` is empty when nothing in the firm answers it."""

    firm: str
    scope: MemoryScope | None
    vector: Vector
    terms: frozenset[str]
    relevant: frozenset[str]
    stale: frozenset[str]


@attrs.frozen(kw_only=True)
class Answer:
    """What came back: keys best first, and the best score (0 for nothing)."""

    question: Question
    keys: tuple[str, ...]
    top: float

    @property
    def first(self) -> int:
        """The place of the first right answer, counted from 1; 0 when there is none."""
        return next((place for place, key in enumerate(self.keys, 1) if key in self.question.relevant), 0)

    def recall(self, k: int) -> float:
        """The share of the right answers among the first `k`."""
        return len(self.question.relevant.intersection(self.keys[:k])) / len(self.question.relevant)

    @property
    def misled(self) -> bool:
        """Whether a stale statement stands above the current one."""
        above = self.keys[: self.first - 1] if self.first else self.keys
        return not self.question.stale.isdisjoint(above)


def statements(folder: Path, embedder: Embedder, analyzer: SnowballAnalyzer) -> list[Statement]:
    """The current statements of the data set; what was superseded is left out."""
    rows = [row for row in _rows(folder / "memories.jsonl") if not row.get("superseded_by")]
    vectors = embedder.embed([row["content"] for row in rows])
    return [
        Statement(
            key=row["id"],
            firm=row["firm"],
            memory=_memory(row),
            vector=vector,
            terms=analyzer.terms(row["content"]),
        )
        for row, vector in zip(rows, vectors, strict=True)
    ]


def questions(folder: Path, embedder: Embedder, analyzer: SnowballAnalyzer) -> list[Question]:
    """The questions of the data set."""
    rows = _rows(folder / "queries.jsonl")
    vectors = embedder.embed([row["query"] for row in rows])
    return [
        Question(
            firm=row["firm"],
            scope=MemoryScope.asked(repo=row.get("repo"), domains=row.get("domains", ()))
            if row.get("repo") or row.get("domains")
            else None,
            vector=vector,
            terms=analyzer.terms(row["query"]),
            relevant=frozenset(row["relevant"]),
            stale=frozenset(row.get("stale", ())),
        )
        for row, vector in zip(rows, vectors, strict=True)
    ]


def ask(question: Question, pool: Sequence[Statement], mode: str, embedder: Embedder) -> Answer:
    """Rank everything the question may be shown in this mode, as the product ranks it."""
    visible = [each for each in pool if _visible(each, question, mode)]
    frequencies = Counter(term for each in visible for term in each.terms & question.terms)
    matches = [
        Match(
            memory=each.memory,
            cosine=sum(a * b for a, b in zip(each.vector, question.vector, strict=True)) if each.vector else None,
            terms=each.terms & question.terms,
        )
        for each in visible
    ]
    ranked = rank(
        matches,
        query_terms=question.terms,
        frequencies=frequencies,
        total=len(visible),
        calibration=embedder.card.calibration,
    )
    keys = {each.memory.id: each.key for each in visible}
    return Answer(
        question=question, keys=tuple(keys[hit.memory.id] for hit in ranked), top=ranked[0].score if ranked else 0.0
    )


def figures(answers: Sequence[Answer]) -> dict[str, float]:
    """The figures of one mode, under the names that `firm-memory eval` uses."""
    right = [answer for answer in answers if answer.question.relevant]
    tops = sorted(answer.top for answer in right)
    wrong = [answer.top for answer in answers if not answer.question.relevant]
    threshold = tops[int(SILENCED_SHARE * len(tops))]
    wins = fmean((top > other) + 0.5 * (top == other) for top in tops for other in wrong)
    return {
        "hit@1": fmean(answer.first == 1 for answer in right),
        "recall@5": fmean(answer.recall(5) for answer in right),
        "recall@10": fmean(answer.recall(10) for answer in right),
        "mrr@10": fmean(1 / answer.first if 1 <= answer.first <= RANKS else 0.0 for answer in right),
        "stale_above_current": sum(answer.misled for answer in right),
        "auroc": wins,
        "answered_at_10_silenced": fmean(top >= threshold for top in wrong),
        "answered_at_floor": fmean(top >= FLOOR for top in wrong),
        "silenced_at_floor": fmean(top < FLOOR for top in tops),
    }


def main() -> None:
    """Measure the asked modes and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embedder", choices=("minilm", "lexical"), default="minilm")
    parser.add_argument("--mode", choices=MODES, action="append", help="may be given several times; default: all")
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    embedder: Embedder = LexicalEmbedder() if options.embedder == "lexical" else MiniLM(options.data)
    analyzer = SnowballAnalyzer()
    pool = statements(options.data, embedder, analyzer)
    asked = questions(options.data, embedder, analyzer)
    results = {
        mode: figures([ask(question, pool, mode, embedder) for question in asked]) for mode in options.mode or MODES
    }
    _table(options.embedder, results)
    rounded = {mode: {name: round(value, 4) for name, value in row.items()} for mode, row in results.items()}
    print(json.dumps({"embedder": options.embedder, "analyzer": analyzer.version, "modes": rounded}))


def _table(embedder: str, results: Mapping[str, Mapping[str, float]]) -> None:
    print(f"{embedder:<26}" + "".join(f"{mode:>9}" for mode in results), file=sys.stderr)
    for name in next(iter(results.values())):
        print(f"{name:<26}" + "".join(f"{row[name]:>9.3f}" for row in results.values()), file=sys.stderr)


def _visible(statement: Statement, question: Question, mode: str) -> bool:
    if mode == "pooled":
        return True
    seen = mode == "firm" or question.scope is None or question.scope.sees(statement.memory.scope)
    return seen and statement.firm == question.firm


def _memory(row: Mapping[str, Any]) -> Memory:
    written = datetime.fromisoformat(row["valid_from"]).replace(tzinfo=UTC)
    return Memory(
        id=uuid.uuid5(uuid.NAMESPACE_URL, row["id"]),
        content=row["content"],
        type=MemoryType.resolve(row["type"]),
        scope=MemoryScope(firm=row["firm_wide"], domains=row["domains"], repos=row["repos"]),
        tier=MemoryTier(row["tier"]),
        status=MemoryStatus.ACTIVE,
        confidence=0.7,
        provenance=Provenance(kind=kind_of(row["reference"]), reference=row["reference"], proposed_by="firmbench"),
        created_at=written,
        updated_at=written,
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


if __name__ == "__main__":
    main()
