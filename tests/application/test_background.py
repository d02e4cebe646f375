"""Work in the background ends before the interpreter does, or is left behind; it never brings the process down."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PYTHON = [sys.executable, "-c"]


def test_work_under_way_is_finished_before_the_interpreter_ends() -> None:
    """A script that ends while a part is being built leaves it time to be built."""
    script = (
        "import threading\n"
        "from firm_memory.application.background import run_in_background\n"
        "begun = threading.Event()\n"
        "def work():\n"
        "    begun.set()\n"
        "    print(sum(range(3_000_000)), flush=True)\n"
        "run_in_background(work, 'work')\n"
        "begun.wait()\n"
    )
    done = subprocess.run([*PYTHON, script], capture_output=True, text=True, check=True)
    assert done.stdout == "4499998500000\n"


def test_a_script_may_end_while_the_model_loads(tmp_path: Path) -> None:
    """One search and out: the model, which is loaded by native code, must not abort the process."""
    script = (
        "from firm_memory import FirmMemory\n"
        "from pathlib import Path\n"
        f"home = Path({str(tmp_path)!r})\n"
        "variables = {'FIRM_MEMORY_HOME': str(home), 'FIRM_MEMORY_PROVIDER': 'memory', 'FIRM_MEMORY_REPO': 'oms'}\n"
        "memory = FirmMemory.from_env(variables, home)\n"
        "print(memory.search('anything').reason.value)\n"
    )
    for _ in range(5):
        done = subprocess.run([*PYTHON, script], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
