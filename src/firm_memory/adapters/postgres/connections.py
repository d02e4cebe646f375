"""The connections of one process to one database: few, shared, made when needed.

A library pool was measured against three promises and kept none of them: a caller learns at once, and why,
that the server refused; no thread runs while nothing is being connected; the first call after an outage
works instead of waiting for a back-off in the background.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Final

import psycopg

from firm_memory.adapters.postgres.connection import BoundedConnection

IDLE_SECONDS: Final = 60.0


class NoneFree(psycopg.OperationalError):
    """Every connection stayed in use, or none was made, for as long as the caller could wait."""


class Connections:
    """Lends at most `max_size` connections, first come first served.

    A connection is made in a thread of its own, because resolving a name cannot be interrupted; its caller
    waits no longer than it said, and a connection that comes too late serves the next one. Such a thread
    never keeps the process from ending. What lay idle for `idle_seconds` is not lent again: something between
    here and the server may have dropped it in silence.

    `bring_back` starts a server of our own where it is down, and gives its DSN, which may have changed. It is
    called by the thread that connects, once connecting has failed: nobody waits for it longer than he said.
    """

    def __init__(
        self,
        dsn: str,
        *,
        max_size: int,
        application_name: str = "firm-memory",
        prepare_threshold: int | None = None,
        idle_seconds: float = IDLE_SECONDS,
        bring_back: Callable[[], str] | None = None,
    ) -> None:
        self._dsn = dsn
        self._bring_back = bring_back
        self._idle_seconds = idle_seconds
        self._max_size = max_size
        self._application_name = application_name
        self._prepare_threshold = prepare_threshold
        self._lock = threading.Lock()
        self._idle: deque[BoundedConnection] = deque()
        self._waiting: deque[Future[BoundedConnection]] = deque()
        self._open = 0  # idle, lent, and being made
        self._making = 0
        self._closed = False
        self._refusal: tuple[float, Exception] = (0.0, NoneFree())  # the last one, and when it was

    def take(self, seconds: float, *, connecting: float = math.inf) -> BoundedConnection:
        """A connection, within `seconds`, of which at most `connecting` for one that is being made.

        Who waits only because others use every connection waits the whole of `seconds`: the server is there.
        Raises `NoneFree`, or the server's refusal.
        """
        waiter: Future[BoundedConnection] = Future()
        with self._lock:
            if self._closed:
                raise NoneFree("the connections are closed")
            expired = self._expired()
            fresh = self._idle.pop() if self._idle else None
            if fresh is None:
                self._waiting.append(waiter)
                self._grow()
        for each in expired:
            each.close()
        return fresh or self._await(waiter, seconds, connecting)

    def _await(self, waiter: Future[BoundedConnection], seconds: float, connecting: float) -> BoundedConnection:
        since = time.monotonic()
        with suppress(TimeoutError):
            return waiter.result(timeout=min(seconds, connecting))
        if connecting < seconds and self._all_in_use():
            with suppress(TimeoutError):
                return waiter.result(timeout=max(0.0, since + seconds - time.monotonic()))
        if not waiter.cancel():  # it was served in this very moment
            return waiter.result()
        with self._lock:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            when, refusal = self._refusal
        raise refusal if when >= since else NoneFree(f"no connection within {time.monotonic() - since:.1f} s")

    def give_back(self, connection: BoundedConnection) -> None:
        """Take a lent connection back; one that is not clean is closed, and replaced if somebody waits."""
        if not connection.usable:
            connection.close()
        connection.idle_since = time.monotonic()
        with self._lock:
            if connection.closed or self._closed:
                self._open -= 1
                self._grow()
            elif not self._serve(connection):
                self._idle.append(connection)
                return
            else:
                return
        connection.close()

    def close(self) -> None:
        """Close what is idle, refuse who waits; what is lent closes when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, deque()
            self._refuse(NoneFree("the connections are closed"))
        for each in idle:
            each.close()

    def _all_in_use(self) -> bool:
        """Whether a connection can come only from somebody who uses it now."""
        with self._lock:
            return self._open == self._max_size and self._making == 0

    def _expired(self) -> list[BoundedConnection]:
        """Take out what lay idle too long; the caller closes it. Call with the lock held."""
        expired: list[BoundedConnection] = []
        while self._idle and time.monotonic() - self._idle[0].idle_since >= self._idle_seconds:
            expired.append(self._idle.popleft())
        self._open -= len(expired)
        return expired

    def _grow(self) -> None:
        """Start one more connection if somebody waits for it and there is room. Call with the lock held."""
        if not self._closed and self._open < self._max_size and self._making < len(self._waiting):
            self._open += 1
            self._making += 1
            threading.Thread(target=self._make, daemon=True, name="firm-memory connecting").start()

    def _make(self) -> None:
        try:
            connection = self._connected()
        except Exception as refusal:  # noqa: BLE001 -- whatever it is, it belongs to who waits
            with self._lock:
                self._making -= 1
                self._open -= 1
                self._refusal = (time.monotonic(), refusal)
                if self._open == 0:  # nobody can be served by somebody else's connection
                    self._refuse(refusal)
            return
        with self._lock:
            self._making -= 1
        self.give_back(connection)

    def _connected(self) -> BoundedConnection:
        try:
            return self._connect()
        except psycopg.OperationalError:
            if self._bring_back is None:
                raise
        self._dsn = self._bring_back()
        return self._connect()

    def _connect(self) -> BoundedConnection:
        return BoundedConnection.to(
            self._dsn, application_name=self._application_name, prepare_threshold=self._prepare_threshold
        )

    def _serve(self, connection: BoundedConnection) -> bool:
        while self._waiting:
            waiter = self._waiting.popleft()
            if waiter.set_running_or_notify_cancel():
                waiter.set_result(connection)
                return True
        return False

    def _refuse(self, refusal: Exception) -> None:
        while self._waiting:
            waiter = self._waiting.popleft()
            if waiter.set_running_or_notify_cancel():
                waiter.set_exception(refusal)
