"""Run as a program: what mem0 does when it is imported and used, as one line of JSON.

The first argument says how to import it: `bare` as anybody would, `quiet` as our adapter does. With `quiet`,
the second is the directory that mem0 may write to and the third a DSN to keep and find a memory in.
Recorded are the sockets that Python opens (an audit hook, set before the first import), the files under the
home directory, and whether telemetry is on. libpq's own connections, to the DSN, are not Python's.
"""

# ruff: noqa: PLC0415 -- what is imported, and when, is its subject
from __future__ import annotations

import json
import os
import sys
from pathlib import Path

_CONTACTS = (
    "socket.connect",
    "socket.getaddrinfo",
    "socket.sendto",
    "urllib.Request",
    "socket.gethostbyname",
    "subprocess.Popen",
)


def main(how: str, *given: str) -> None:
    """Import mem0, use it where `how` is `quiet`, and print what was seen."""
    contacts: list[str] = []

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if event in _CONTACTS:
            contacts.append(f"{event} {arguments[-1]!r}")

    sys.addaudithook(hear)
    if how == "control":
        import socket

        with socket.socket() as one:
            one.connect_ex(("127.0.0.1", 9))
    elif how == "bare":
        __import__("mem0")
    else:
        _use(Path(given[0]), given[1])
    telemetry = sys.modules.get("mem0.memory.telemetry")
    print(  # noqa: T201 -- it is how this program answers
        json.dumps(
            {
                "contacts": contacts,
                "telemetry": getattr(telemetry, "MEM0_TELEMETRY", None),
                "client": getattr(getattr(telemetry, "client_telemetry", None), "posthog", None) is not None,
                "home": sorted(str(each) for each in Path(os.environ["HOME"]).glob("**/*")),
            }
        )
    )


def _use(mem0_dir: Path, dsn: str) -> None:
    from firm_memory.adapters.mem0_pgvector.memory_store import Mem0Store
    from firm_memory.adapters.postgres.database import Database
    from firm_memory.features.laws.sample_memories import FIRM_WIDE, MODEL, pointing, sample, soon

    database = Database(dsn)
    store = Mem0Store(database, mem0_dir=mem0_dir)
    store.prepare(MODEL)
    store.put(sample(1), pointing(0), frozenset({"fee"}))
    found = store.search(pointing(0), frozenset({"fee"}), FIRM_WIDE, 5, soon())
    assert [match.memory for match in found.matches] == [sample(1)]
    _use_plain(dsn)
    database.close()


def _use_plain(dsn: str) -> None:
    """Search the same row with a plain memory: the code paths in which mem0 reports home."""
    from mem0 import Memory
    from mem0.configs.llms.base import BaseLlmConfig
    from mem0.utils.factory import EmbedderFactory, LlmFactory

    EmbedderFactory.provider_to_class["langchain"] = "tests.contract.mem0.parts.GivenEmbedder"
    LlmFactory.provider_to_class["langchain"] = ("tests.contract.mem0.parts.RefusingModel", BaseLlmConfig)
    memory = Memory.from_config(
        {
            "vector_store": {
                "provider": "pgvector",
                "config": {"connection_string": dsn, "collection_name": "mem0_firm", "embedding_model_dims": 4},
            },
            "embedder": {"provider": "langchain", "config": {}},
            "llm": {"provider": "langchain", "config": {}},
            "history_db_path": ":memory:",
        }
    )
    assert memory.search("Who pays the fee?", filters={"user_id": "firm"}, threshold=0.0)["results"]
    memory.close()
    memory.vector_store.connection_pool.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
