"""Stack traces, whole or as a single pasted frame, of the languages that firms run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from firm_memory.domain.exclusion import Span
from firm_memory.domain.exclusions.code.lines import Line, lines_of, runs, span_of
from firm_memory.domain.exclusions.code.signs import signs

# What is a trace wherever in a line it stands.
_FRAMES: Final = signs(
    (1, "at ", r"\bat [\w$.<>/@]{2,150}\([\w$-]{1,80}\.(?:java|kts?|scala|groovy|clj|swift|py|cs|vb|fs):[0-9]{1,6}\)"),
    (1, "at ", r"\bat [\w$.<>/]{4,150}\((?:Native Method|Unknown Source|<generated>)\)"),
    (
        1,
        "at ",
        (
            r"\bat (?:async |new )?[\w.<>$\[\] ]{0,80}\(?(?:/|\./|file:|node:|https?:|webpack"
            r"|[A-Z]:\\)[^\s()]{1,200}:[0-9]+:[0-9]+\)?"
        ),
    ),
    (1, "at ", r"\bat [\w.`<>\[\],+]{2,120}\([^()\n]{0,120}\) in \S{1,200}:(?:line )?[0-9]+"),
    (1, "in ", r"\bin [\w.`<>]{2,120}\([^()\n]{0,120}\) at \S{1,150}:(?:line )?[0-9]+"),
    (1, "file ", r"\bFile \"[^\"\n]{1,200}\", line [0-9]+"),
    (1, "traceback (", r"Traceback \(most recent call last\)"),
    (1, "caused by: ", r"\bCaused by: [\w$.]{3,150}"),
    (1, "exception in thread", r"\bException in thread \""),
    (1, "... ", r"\.\.\. [0-9]+ (?:more|common frames omitted)"),
    (1, "goroutine ", r"\bgoroutine [0-9]+ \[[^\]\n]{1,60}\]"),
    (1, ".go:", r"\S{1,150}\.go:[0-9]+ \+0x[0-9a-f]+"),
    (1, "panicked at ", r"\bthread '[^'\n]{0,80}' (?:\([0-9]+\) )?panicked at "),
    (1, "panicked at ", r"\bpanicked at [\w/.'\"-]{2,150}\.rs:[0-9]+"),
    (1, ".rb:", r"\S{1,150}\.rb:[0-9]+:in [`']"),
    (1, ".php(", r"\S{1,150}\.php\([0-9]+\): "),
    (1, ".php", r"\.php on line [0-9]+|\.php:[0-9]+\s*$"),
    (1, " in ", r"#[0-9]{1,3}\s{1,4}0x[0-9a-f]{4,16} in "),
    (1, "#", r"#[0-9]{1,3}\s{1,4}[\w:~<>]{2,120} ?\([^()\n]{0,160}\) (?:at|from) \S+"),
    (1, "#", r"#[0-9]{1,3}\s{1,8}[\w.<> ]{2,100} \((?:package|dart|file):[^)\n]{1,150}\)"),
    (1, "+0x", r"[\w./-]{2,100}\([\w~:]{0,100}\+0x[0-9a-f]+\) ?\[0x[0-9a-f]+\]"),
    (1, "+0x", r"\b[\w.]{2,80}\+0x[0-9a-f]+/0x[0-9a-f]+"),
    (1, "@http", r"\b\w{1,60}@https?://\S{1,200}:[0-9]+:[0-9]+"),
    (1, "ex", r"\([a-z_]{2,40} [0-9.]{3,12}\) \S{1,100}\.exs?:[0-9]+: "),
    (1, "0x", r"(?:^|\s)[0-9]{1,3}\s{1,6}[\w.-]{2,60}\s{1,6}0x[0-9a-f]{8,16}\s"),
    (1, "terminating app", r"\bTerminating app due to uncaught exception"),
    (1, "==", r"==[0-9]+==\s*(?:at|by) 0x[0-9A-F]+: "),
    (1, "stack trace", r"--- End of (?:inner )?(?:exception )?stack trace"),
    (1, "ora-", r"\bORA-[0-9]{5}: at \""),
)
# What belongs to a trace by its whole line only.
_HEADS: Final = tuple(
    map(
        re.compile,
        (
            r"panic: .{1,200}",
            r"stack backtrace:|Stack trace:|Call Trace:|Backtrace:|stack traceback:",
            r"[0-9]{1,3}: +0x[0-9a-f]{6,16} - ",
            r"[\w.$]{0,120}(?:Exception|Error)(?:: .{0,300})?$",
            r"at [\w$.<>/`\[\],+]{4,150}\(.{0,200}\)$",
            r"from \S{1,150}:[0-9]+(?::in .{1,100})?$",
            r"(?:\w+\.)+lua:[0-9]+: |\[C\]: in ",
            r"PHP (?:Fatal|Parse) error: ",
            r"[0-9]{1,3}: [\w<>: ]{3,150}$",
            r"at [\w/.\\-]{3,150}\.(?:rs|cpp|cc|c|go|swift|zig):[0-9]+(?::[0-9]+)?$",
            r"[\w./()*]{2,150}\((?:0x[0-9a-f]+(?:, ?)?|\.\.\.)*\)$",
        ),
    )
)


def _holds_frame(text: str, folded: str) -> bool:
    return any(each.is_in(text, folded) for each in _FRAMES)


def _is_frame(line: Line) -> bool:
    return bool(line.stripped) and _holds_frame(line.text, line.text.lower())


def _is_head(line: Line) -> bool:
    return bool(line.stripped) and any(each.match(line.stripped) for each in _HEADS)


def traces(text: str) -> Iterator[Span]:
    """Every trace with the lines around its frames that belong to it: error, causes, quoted code."""
    lines = lines_of(text)
    frames = [_is_frame(line) for line in lines]
    near = [any(frames[max(0, at - 1) : at + 2]) for at in range(len(lines))]
    heads = [_is_head(line) for line in lines]
    marked = [
        frame or head or (close and line.indent > 0)
        for line, frame, head, close in zip(lines, frames, heads, near, strict=True)
    ]
    for run in runs(zip(lines, marked, strict=True)):
        sure = [line for line in run if _is_frame(line)]
        loose = [line for line in run if line.stripped.startswith(("at ", "panic: ", "stack traceback"))]
        if sure or (loose and len(run) > len(loose[:1]) + 1) or len(loose) > 1:
            yield span_of(run)
