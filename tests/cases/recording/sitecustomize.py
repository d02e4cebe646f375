"""On the path of a process under test: names every contact beyond this machine in a file, and forbids it."""

from __future__ import annotations

import os
import sys

_NAMED = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "urllib.Request")
_HERE = {"localhost", "127.0.0.1", "::1"}


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _NAMED:
        return
    place = arguments[1] if event.startswith("socket.connect") or event == "socket.sendto" else arguments[0]
    host = place[0] if isinstance(place, tuple) else place
    if isinstance(place, str | bytes) and event.startswith("socket.connect"):
        return  # a socket of this machine's own
    if host in _HERE:
        return
    with open(os.environ["CONTACTS"], "a", encoding="utf-8") as contacts:  # noqa: PTH123 -- before anything else
        contacts.write(f"{event} {place!r}\n")
    raise OSError(f"no way out: {event}")


if "CONTACTS" in os.environ:
    sys.addaudithook(_hear)
