"""`docs/cases.md`: each acceptance case, the rule it stands for, and where it is tested.

`python -m tests.cases.page` writes it; `tests/docs/test_cases_page.py` holds it to the tests.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.cases.test_table import IN_PART, Trial, trials

PAGE: Final = Path(__file__).parents[2] / "docs" / "cases.md"
_HEAD: Final = """# Where each acceptance case is tested

The cases are drawn from public reports of faults; each stands for a kind of fault.
`python -m tests.cases.page` writes this page.

| case | what is held to | tested in | still to come |
|---|---|---|---|
"""


def page() -> str:
    """The page as the tests would have it."""
    return _HEAD + "".join(_row(trial) for trial in sorted(trials(), key=lambda each: (each.case, each.module)))


def _row(trial: Trial) -> str:
    rule = " ".join(trial.says.partition("\n\n")[0].split()).removeprefix("Rule: ").replace("|", "\\|")
    where = f"[{trial.module}](../tests/cases/{trial.module}.py)"
    return f"| {trial.case} | {rule} | {where} | {IN_PART.get(trial.case, '')} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
