"""Web Push: messages that only one browser can read (RFC 8291), signed by us (RFC 8292)."""

import asyncio
import ipaddress
import os
import socket
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx
import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
POINT = serialization.PublicFormat.UncompressedPoint
RECORD = 4096  # bytes of the one record a message is
LIVES = 24 * 3600  # seconds a push service keeps a message for a browser that is off
SIGNED = 12 * 3600  # seconds a signature is valid
PATIENCE = 10.0  # seconds
GONE = (404, 410)  # the browser has ended it


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser is called, and what it reads: base64url, as browsers have it."""

    endpoint: str
    key: str
    auth: str


class Vapid:
    """The key that tells push services who calls."""

    def __init__(self, private: str, contact: str):
        self._key = ec.derive_private_key(
            int.from_bytes(unpacked(private), "big"), CURVE
        )
        self._contact = contact

    @staticmethod
    def new() -> str:
        """Return a new private key."""
        number = ec.generate_private_key(CURVE).private_numbers().private_value
        return packed(number.to_bytes(32, "big"))

    @property
    def public(self) -> str:
        """What browsers subscribe with."""
        return packed(_point(self._key.public_key()))

    def header(self, endpoint: str, now: float) -> str:
        """Return the header that authorizes a message to an endpoint."""
        there = urlsplit(endpoint)
        claims = {
            "aud": f"{there.scheme}://{there.netloc}",
            "exp": int(now) + SIGNED,
            "sub": self._contact,
        }
        head = packed(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
        said = f"{head}.{packed(msgspec.json.encode(claims))}"
        signed = self._key.sign(said.encode(), ec.ECDSA(hashes.SHA256()))
        r, s = (n.to_bytes(32, "big") for n in decode_dss_signature(signed))
        return f"vapid t={said}.{packed(r + s)}, k={self.public}"


def encrypted(message: bytes, to: Subscription) -> bytes:
    """Return a message as one record that only the browser of a subscription can read."""
    theirs = unpacked(to.key)
    reader = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    own = ec.generate_private_key(CURVE)
    ours = _point(own.public_key())
    info = b"WebPush: info\0" + theirs + ours
    secret = _derived(own.exchange(ec.ECDH(), reader), unpacked(to.auth), info, 32)
    salt = os.urandom(16)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\2", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


class Pusher:
    """Calls browsers.

    Args:
        vapid: Who calls.
        allowed: Whether an endpoint may be called.
    """

    def __init__(self, vapid: Vapid, allowed: Callable[[str], bool]):
        self.vapid = vapid
        self._allowed = allowed
        self._http = httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False)

    async def push(self, to: Subscription, message: bytes) -> bool:
        """Send a message; False if the browser has gone for good.

        Raises:
            OSError: The push service does not answer, or refuses for now.
        """
        if not await asyncio.to_thread(self._allowed, to.endpoint):
            return False
        try:
            body = encrypted(message, to)
        except ValueError:  # no key of a browser
            return False
        headers = {
            "authorization": self.vapid.header(to.endpoint, time.time()),
            "content-encoding": "aes128gcm",
            "ttl": str(LIVES),
            "urgency": "normal",
        }
        try:
            answer = await self._http.post(to.endpoint, content=body, headers=headers)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise OSError(f"{urlsplit(to.endpoint).netloc}: {error!r}") from None
        if answer.status_code in GONE:
            return False
        if not answer.is_success:
            there = urlsplit(to.endpoint).netloc
            raise OSError(f"{there}: status {answer.status_code}")
        return True

    async def close(self) -> None:
        """End all connections."""
        await self._http.aclose()


def on_the_internet(endpoint: str) -> bool:
    """True if the endpoint is https and resolves to public addresses only (prevents SSRF)."""
    there = urlsplit(endpoint)
    if there.scheme != "https" or not there.hostname:
        return False
    try:
        found = socket.getaddrinfo(there.hostname, there.port or 443)
    except OSError:
        return True  # it will not be reached, and perhaps later
    return all(ipaddress.ip_address(one[4][0]).is_global for one in found)


def packed(content: bytes) -> str:
    """Return bytes as browsers have them."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    """Return the bytes of such a text."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, POINT)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
