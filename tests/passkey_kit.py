"""A WebAuthn authenticator for tests, with its keys in memory."""

import json
import secrets
import struct
from base64 import urlsafe_b64encode
from hashlib import sha256

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec


def text(content):
    """Return bytes as the browser encodes them."""
    return urlsafe_b64encode(content).decode().rstrip("=")


class Passkey:
    """A passkey for one site, which can also claim another site."""

    def __init__(self, server):
        self.origin = server.replace("127.0.0.1", "localhost")
        self.host = "localhost"
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.uses = 0

    def _client(self, kind, challenge):
        told = {"type": kind, "challenge": challenge, "origin": self.origin}
        return json.dumps(told).encode()

    def _data(self, flags):
        self.uses += 1
        head = sha256(self.host.encode()).digest()
        return head + bytes([flags]) + struct.pack(">I", self.uses)

    def made(self, options):
        """Return the request that a browser sends after `navigator.credentials.create`."""
        numbers = self.key.public_key().public_numbers()
        x, y = (n.to_bytes(32, "big") for n in (numbers.x, numbers.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        data = self._data(0x45) + bytes(16) + struct.pack(">H", 16) + self.id + key
        told = {"fmt": "none", "attStmt": {}, "authData": data}
        client = self._client("webauthn.create", options["challenge"])
        return self._sent(
            {
                "attestationObject": text(cbor2.dumps(told)),
                "clientDataJSON": text(client),
            }
        )

    def signed(self, options):
        """Return the request that a browser sends after `navigator.credentials.get`."""
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(0x05)
        signature = self.key.sign(
            data + sha256(client).digest(), ec.ECDSA(hashes.SHA256())
        )
        return self._sent(
            {
                "authenticatorData": text(data),
                "clientDataJSON": text(client),
                "signature": text(signature),
            }
        )

    def _sent(self, response):
        name = text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}
