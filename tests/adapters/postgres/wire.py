"""A wire to a database that a test can freeze or cut, as networks do."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

_CHUNK: Final = 65_536


class Wire:
    """Forwards a loopback port to the server behind `dsn`; `self.dsn` leads through it."""

    def __init__(self, dsn: str) -> None:
        there = conninfo_to_dict(dsn)
        self._target = f"{there['host']}/.s.PGSQL.{there['port']}"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._flowing = threading.Event()
        self._flowing.set()
        self._ends: list[socket.socket] = []
        self._mute_after: bytes | None = None
        self.dsn = make_conninfo(dsn, host="127.0.0.1", port=self._listener.getsockname()[1], sslmode="disable")
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def freeze(self) -> None:
        """Let nothing through in either direction, without closing anything."""
        self._flowing.clear()

    def thaw(self) -> None:
        """Let everything through again."""
        self._flowing.set()

    def cut_after(self, words: bytes) -> None:
        """Deliver the next message that holds `words`, then cut that connection before the answer arrives."""
        self._mute_after = words

    def close(self) -> None:
        """Cut every connection and stop listening."""
        self.thaw()
        for end in (self._listener, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                client = self._listener.accept()[0]
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._target)
                self._ends += [client, server]
                for source, sink in ((client, server), (server, client)):
                    self._threads.append(threading.Thread(target=self._pump, args=(source, sink, client)))
                    self._threads[-1].start()

    def _pump(self, source: socket.socket, sink: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):  # one of the ends was closed
            while chunk := source.recv(_CHUNK):
                self._flowing.wait()
                if source is client and self._mute_after and self._mute_after in chunk:
                    self._mute_after = None
                    client.shutdown(socket.SHUT_RDWR)
                sink.sendall(chunk)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
