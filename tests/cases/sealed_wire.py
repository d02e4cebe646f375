"""A private authority, and a wire to a database under TLS with a certificate that only it vouches for."""

from __future__ import annotations

import datetime as dt
import ipaddress
import socket
import ssl
import struct
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

import attrs
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

_SSL_REQUEST: Final = struct.pack("!ii", 8, 80_877_103)
_CHUNK: Final = 65_536
_ADDRESS: Final = "127.0.0.1"


@attrs.frozen(kw_only=True)
class Authority:
    """The authority's certificate, and key with certificate of a server on loopback."""

    certificate: Path
    server: Path

    @classmethod
    def made(cls, place: Path) -> Self:
        """A new one, in files under `place`, good for a day."""
        pytest.importorskip("cryptography", reason="cryptography is not installed")
        from cryptography import x509  # noqa: PLC0415 -- where it is missing, the case is skipped
        from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

        now, day = dt.datetime.now(dt.UTC), dt.timedelta(days=1)
        root, leaf = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
        issuer = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "the firm's authority")])

        def certified(name: x509.Name, key: ec.EllipticCurvePrivateKey, *, ca: bool) -> bytes:
            names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(_ADDRESS))])
            builder = (
                x509.CertificateBuilder()
                .subject_name(name)
                .issuer_name(issuer)
                .public_key(key.public_key())
                .serial_number(x509.random_serial_number())
                .not_valid_before(now - day)
                .not_valid_after(now + day)
                .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
                .add_extension(names, critical=False)
            )
            return builder.sign(root, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

        key = leaf.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        made = cls(certificate=place / "authority.pem", server=place / "server.pem")
        made.certificate.write_bytes(certified(issuer, root, ca=True))
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, _ADDRESS)])
        made.server.write_bytes(key + certified(name, leaf, ca=False))
        return made


class SealedWire:
    """Forwards a loopback port, under TLS, to the server behind `dsn`; `self.dsn` leads through it."""

    def __init__(self, dsn: str, server: Path) -> None:
        there = conninfo_to_dict(dsn)
        self._target = f"{there['host']}/.s.PGSQL.{there['port']}"
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(server)
        self._context.set_alpn_protocols(["postgresql"])
        self._listener = socket.create_server((_ADDRESS, 0))
        self.dsn = make_conninfo(dsn, host=_ADDRESS, port=self._listener.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        """Stop listening; connections end with their clients."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                client = self._listener.accept()[0]
                self._threads.append(threading.Thread(target=self._serve, args=(client,)))
                self._threads[-1].start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError):  # a client that distrusts the certificate leaves at once
            assert client.recv(len(_SSL_REQUEST), socket.MSG_WAITALL) == _SSL_REQUEST
            client.sendall(b"S")
            with self._context.wrap_socket(client, server_side=True) as sealed, socket.socket(socket.AF_UNIX) as server:
                server.connect(self._target)
                back = threading.Thread(target=_pump, args=(server, sealed))
                back.start()
                _pump(sealed, server)
                back.join()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):  # one of the ends was closed
        while chunk := source.recv(_CHUNK):
            sink.sendall(chunk)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
