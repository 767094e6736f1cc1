"""Web Push: messages encrypted for one browser (RFC 8291), signed by the server (RFC 8292)."""

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
RECORD = 4096  # bytes of a record; a message is one record
LIVES = 24 * 3600  # seconds that a push service keeps a message for a browser
SIGNED = 12 * 3600  # seconds a signature is valid
PATIENCE = 10.0  # seconds
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # IPv6 addresses that embed IPv4
GONE = (404, 410)  # the status of a subscription that has ended


class Subscription(msgspec.Struct, frozen=True):
    """A push subscription: an endpoint, and the browser's keys as base64url."""

    endpoint: str
    key: str
    auth: str


class Vapid:
    """The key with which a server identifies itself to push services (VAPID)."""

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
        """The public key with which browsers subscribe."""
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
        signed_part = f"{head}.{packed(msgspec.json.encode(claims))}"
        signed = self._key.sign(signed_part.encode(), ec.ECDSA(hashes.SHA256()))
        r, s = (n.to_bytes(32, "big") for n in decode_dss_signature(signed))
        return f"vapid t={signed_part}.{packed(r + s)}, k={self.public}"


def encrypted(message: bytes, to: Subscription) -> bytes:
    """Return a message encrypted as one record for the browser of a subscription."""
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
    """Sends push messages to browsers.

    Args:
        vapid: The key to sign with.
        allowed: Returns True if an endpoint may be called.
    """

    def __init__(self, vapid: Vapid, allowed: Callable[[str], bool]):
        self.vapid = vapid
        self._allowed = allowed
        self._http = httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False)

    async def push(self, to: Subscription, message: bytes) -> bool:
        """Send a message; return False if the subscription has ended for good.

        Raises:
            OSError: The push service does not answer, or refuses the message for now.
        """
        if not await asyncio.to_thread(self._allowed, to.endpoint):
            return False
        try:
            body = encrypted(message, to)
        except ValueError:  # not a valid browser key
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
        """Close all connections."""
        await self._http.aclose()


def on_the_internet(endpoint: str) -> bool:
    """True if the endpoint is https and resolves to public addresses only (prevents SSRF)."""
    there = urlsplit(endpoint)
    if there.scheme != "https" or not there.hostname:
        return False
    try:
        found = socket.getaddrinfo(there.hostname, there.port or 443)
    except OSError:
        return True  # an unknown host cannot be reached now, but may be later
    return all(_is_public(str(one[4][0])) for one in found)


def _is_public(address: str) -> bool:
    """Return True if an address, or the IPv4 address embedded in it, is public."""
    there = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(there, ipaddress.IPv6Address):
        inner = there.ipv4_mapped or there.sixtofour
        if there in NAT64:
            inner = ipaddress.IPv4Address(int(there) & 0xFFFFFFFF)
        if inner:
            return inner.is_global
    return there.is_global


def packed(content: bytes) -> str:
    """Return bytes as base64url without padding, as browsers write them."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    """Return the bytes of a base64url text without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, POINT)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
