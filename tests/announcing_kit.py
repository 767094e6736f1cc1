"""A push service and a mail server for tests, on loopback."""

import contextlib
import json
import threading
from base64 import urlsafe_b64decode
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from comptoir.server.announcing.push import packed
from seat_kit import refused
from server_kit import free_port, get, post

P256 = ec.SECP256R1()
AUTH = bytes(range(16))


def unpacked(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A push subscription with its private key, which decrypts messages by RFC 8291."""

    def __init__(self, service, name):
        self.key = ec.generate_private_key(P256)
        self.path = f"/push/{name}"
        self.service = service
        service.browsers[self.path] = self

    @property
    def subscription(self):
        """The subscription as the page sends it."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        address = f"{self.service.address}{self.path}"
        return {"endpoint": address, "key": packed(point), "auth": packed(AUTH)}

    def read(self, body):
        """Return the decrypted message of a request body."""
        salt, record, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= record
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(P256, sender)
        own = unpacked(self.subscription["key"])
        shared = self.key.exchange(ec.ECDH(), theirs)
        secret = derived(shared, AUTH, b"WebPush: info\0" + own + sender, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert 2 == plain[-1]  # the last record
        return json.loads(plain[:-1])


def derived(secret, salt, info, length):
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class PushService:
    """A push service that accepts messages for browsers; some subscriptions have expired."""

    def __init__(self):
        self.browsers, self.heard, self.status = {}, [], 201

    def take(self, request):
        """Receive one message and check the sender's signature for this address."""
        body = request.rfile.read(int(request.headers["content-length"]))
        assert "aes128gcm" == request.headers["content-encoding"]
        assert int(request.headers["ttl"]) > 0
        token, key = request.headers["authorization"].removeprefix("vapid ").split(", ")
        said, _, signature = token.removeprefix("t=").rpartition(".")
        claims = json.loads(unpacked(said.partition(".")[2]))
        assert self.address == claims["aud"]
        point = unpacked(key.removeprefix("k="))
        signed = unpacked(signature)
        r, s = (int.from_bytes(half, "big") for half in (signed[:32], signed[32:]))
        ec.EllipticCurvePublicKey.from_encoded_point(P256, point).verify(
            encode_dss_signature(r, s), said.encode(), ec.ECDSA(hashes.SHA256())
        )
        self.heard.append((request.path, self.browsers[request.path].read(body)))


@contextlib.contextmanager
def push_service():
    """A push service on loopback; any error in it becomes status 500."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            status = service.status  # read before anybody is notified of the call
            service.take(self)
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Letters:
    """The e-mails that a mail server has received."""

    def __init__(self):
        self.letters = []

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802 - aiosmtpd's name
        letter = message_from_bytes(envelope.content, policy=policy.default)
        self.letters.append((envelope.rcpt_tos[0], letter))
        return "250 OK"


@contextlib.contextmanager
def mail_server():
    """A mail server on loopback: its address and the e-mails it received."""
    letters, port = Letters(), free_port()
    controller = Controller(letters, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield f"smtp://127.0.0.1:{port}?from=table@comptoir.example", letters.letters
    finally:
        controller.stop()


def stop_without_logging_in(world, person, link):
    """Opening the link changes nothing, since mail programs open links; it takes a click."""
    email = lambda: person.http.get("/api/me/announcements").json()["email"]  # noqa: E731
    page = get(f"{world.server}{link}")
    assert (200, person.email) == (page.status_code, email())
    assert '<form method="post">' in page.text
    forged = f"{link[:-1]}{'B' if link.endswith('A') else 'A'}"
    assert "wrong_link" == refused(post(f"{world.server}{forged}"))
    assert person.email == email()
    one_click = {"List-Unsubscribe": "One-Click"}
    assert 200 == post(f"{world.server}{link}", data=one_click).status_code
    assert email() is None
