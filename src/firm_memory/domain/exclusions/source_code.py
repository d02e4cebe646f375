"""Source code, diffs and stack traces: the repository is always newer than a memory of it."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusion import Exclusion, ExclusionReason

_CODE_WHY: Final = "source code belongs in the repository, which is always newer than a memory of it"
_CODE_INSTEAD: Final = "Say in prose why the code is so, and point to it with an anchor"


def _code(rule: str, *patterns: str) -> Exclusion:
    return Exclusion(
        rule=rule, reason=ExclusionReason.SOURCE_CODE, why=_CODE_WHY, instead=_CODE_INSTEAD, patterns=patterns
    )


SOURCE_CODE: Final = (
    _code("code.fence", r"(?m)^[ \t]*(?:```|~~~)"),
    _code(
        "code.diff",
        r"(?m)^diff --git ",
        r"(?m)^@@ -[0-9]+(?:,[0-9]+)? \+[0-9]+(?:,[0-9]+)? @@",
        r"(?m)^--- \S+.*\n\+\+\+ \S+",
    ),
    _code(
        "code.stack_trace",
        r"(?m)^Traceback \(most recent call last\):",
        r"(?m)^\s*File \"[^\"\n]+\", line [0-9]+",
        r"(?m)^\s*at [\w$.<>/]+\([^()\n]*:[0-9]+(?::[0-9]+)?\)",
        r"(?m)^goroutine [0-9]+ \[",
        r"(?m)^panic: .*\n",
        r"(?m)^thread '[^'\n]*' panicked at ",
    ),
)
