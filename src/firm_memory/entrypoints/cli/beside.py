"""What an approver sees beside a candidate: what it would replace, and what says nearly the same or the opposite."""

from __future__ import annotations

from firm_memory.application.compare import Comparison
from firm_memory.application.wire import memory_to_wire
from firm_memory.domain.resemblance.likeness import Likeness
from firm_memory.entrypoints.cli import views
from firm_memory.entrypoints.cli.resemblances import resemblance_head, resemblance_wire


def text(beside: Comparison) -> str:
    """Lines to print behind the candidate, each resemblance under a number; empty when nothing stands beside it."""
    lines = list[str]()
    if beside.replaced is not None:
        steward = beside.replaced.steward or "nobody"
        lines.append(f"\n  replaces (steward {steward}): {views.memory_text(beside.replaced)}")
    lines += [
        f"\n  {number}. {resemblance_head(each)}: {views.memory_text(each.memory)}"
        for number, each in enumerate(beside.similar, 1)
    ]
    if any(each.kind is Likeness.WIDENING for each in beside.similar):
        lines.append(
            "\n  It would hold where the narrower one does not: approve it as superseding that one to widen it."
        )
    if beside.reason is not None:
        lines.append(f"\n  Not everything was compared ({beside.reason.value}): there may be more.")
    return "".join(lines)


def wire(beside: Comparison) -> dict[str, object]:
    """The same for machines."""
    return {
        "similar": [resemblance_wire(each) for each in beside.similar],
        "replaces": memory_to_wire(beside.replaced) if beside.replaced else None,
        "reason": beside.reason.value if beside.reason else None,
    }
