"""Texts that the Examples speak of by name. Secret-shaped ones are put together here, never written out."""

from __future__ import annotations

TOKEN = "ghp_" + "a1B2c3D4" * 5
TEXTS = {
    "a fenced block of source code": "The cause is here:\n```python\nreturn price * 1.0\n```",
    "a diff": "Fixed by\ndiff --git a/oms.py b/oms.py\n@@ -1,2 +1,2 @@\n-a = 1\n+a = 2",
    "a stack trace": 'It failed.\nTraceback (most recent call last):\n  File "oms.py", line 3, in run',
    "a forge token": f"The deploy job uses {TOKEN} to push.",
}
EASILY_MANGLED = (
    "Desk \U0001f469‍\U0001f4bb rule ❤️: Genève ≠ Gene\u0300ve; "
    "\\u0000 stays six letters; \"quotes\", 'apostrophes', 100% & 5 < 6;\n\ttabs\tand  two spaces; "
    "\u0642\u0627\u0639\u062f\u0629 \u200f(risk-7)\u200e; \U00010400 end."
)
