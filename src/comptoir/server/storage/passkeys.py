"""Passkeys (WebAuthn): a key stored on the player's device instead of a password."""

import asyncio
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import msgspec

from comptoir.server.domain.refusals import RequestRefused

from .database import Conflict, Statement
from .rows import PlayerRow
from .store import Store

VALID = 5 * 60 * 1000  # milliseconds in which a challenge must be answered
NAME = "Comptoir"
MOST = 20  # most passkeys of one player
ADD_CHALLENGE = "INSERT INTO challenges (hash, player, created) VALUES ($1, $2, $3)"
USE_CHALLENGE = """
DELETE FROM challenges WHERE hash = $1 AND player = $2 AND created > $3"""
DROP_CHALLENGES = "DELETE FROM challenges WHERE created < $1"
ADD_PASSKEY = """
INSERT INTO passkeys (id, player, key, uses, created) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING"""
GET_PASSKEY = "SELECT player, key, uses FROM passkeys WHERE id = $1"
GET_PASSKEYS = "SELECT id, created FROM passkeys WHERE player = $1 ORDER BY created"
USE_PASSKEY = "UPDATE passkeys SET uses = $2 WHERE id = $1 AND uses <= $2"
DROP_PASSKEY = "DELETE FROM passkeys WHERE id = $1 AND player = $2"


class Site(msgspec.Struct, frozen=True):
    """The site that the browser shows; a passkey is valid on one site only."""

    host: str
    origin: str


class Passkeys:
    """Creates challenges for authenticators, and verifies what they have signed."""

    def __init__(self, store: Store):
        self.store = store

    async def options_to_add(
        self, player: PlayerRow, name: str, site: Site, at: int
    ) -> dict[str, Any]:
        """Return the options with which a browser creates a passkey for a player."""
        import webauthn
        from webauthn.helpers import structs

        known = await self.of(player.id)
        if len(known) >= MOST:
            raise RequestRefused("too_many_passkeys", most=MOST)
        made = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=NAME,
            user_id=player.id.encode(),
            user_name=name,
            challenge=await self._challenge(player.id, at),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(_bytes(one)) for one, _ in known
            ],
        )
        return _json(webauthn.options_to_json(made))

    async def options_to_log_in(self, site: Site, at: int) -> dict[str, Any]:
        """Return the options with which a browser logs a player in by any of their passkeys."""
        import webauthn

        challenge = await self._challenge("", at)
        made = webauthn.generate_authentication_options(
            rp_id=site.host, challenge=challenge
        )
        return _json(webauthn.options_to_json(made))

    async def new(
        self, player: PlayerRow, credential: dict[str, Any], site: Site, at: int
    ) -> Statement:
        """Verify a new passkey; return the statement that stores it.

        Raises:
            RequestRefused: The passkey belongs to another site, or signed another challenge.
        """
        from webauthn import verify_registration_response

        challenge = await self._used(credential, player.id, at)
        try:
            found = await asyncio.to_thread(
                verify_registration_response,
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except Exception:  # noqa: BLE001 - any error means an invalid passkey
            raise RequestRefused("wrong_passkey") from None
        row = (
            _text(found.credential_id),
            player.id,
            _text(found.credential_public_key),
        )
        return ADD_PASSKEY, (*row, found.sign_count, at)

    async def owner(self, credential: dict[str, Any], site: Site, at: int) -> str:
        """Return the player whose passkey has signed the challenge.

        Raises:
            RequestRefused: The passkey is unknown, belongs to another site, or signed another
                challenge.
        """
        from webauthn import verify_authentication_response

        challenge = await self._used(credential, "", at)
        name = str(credential.get("id", ""))
        rows = await self.store.database.read(GET_PASSKEY, name)
        if not rows:
            raise RequestRefused("wrong_passkey")
        player, key, uses = rows[0]
        try:
            found = await asyncio.to_thread(
                verify_authentication_response,
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=_bytes(key),
                credential_current_sign_count=uses,
            )
            await self.store.write((USE_PASSKEY, (name, found.new_sign_count)))
        except Exception:  # noqa: BLE001 - as above
            raise RequestRefused("wrong_passkey") from None
        return str(player)

    async def of(self, player: str) -> list[tuple[str, int]]:
        """Return a player's passkeys, each with its time of creation."""
        rows = await self.store.database.read(GET_PASSKEYS, player)
        return [(row[0], row[1]) for row in rows]

    async def drop(self, player: PlayerRow, name: str) -> None:
        """Delete a passkey, unless it is the player's only way to log in."""
        known = [one for one, _ in await self.of(player.id)]
        if known == [name] and player.password is None:
            raise RequestRefused("last_passkey")
        try:
            await self.store.write((DROP_PASSKEY, (name, player.id)))
        except Conflict:
            raise RequestRefused("wrong_passkey") from None

    async def _challenge(self, player: str, at: int) -> bytes:
        challenge = secrets.token_bytes(32)
        row = (_hash(challenge), player, at)
        await self.store.write((ADD_CHALLENGE, row), (DROP_CHALLENGES, (at - VALID,)))
        return challenge

    async def _used(self, credential: dict[str, Any], player: str, at: int) -> bytes:
        """Return the signed challenge and delete it, so that it cannot be used again."""
        try:
            client_data = _json(_bytes(credential["response"]["clientDataJSON"]))
            challenge = _bytes(client_data["challenge"])
            row = (_hash(challenge), player, at - VALID)
            await self.store.write((USE_CHALLENGE, row))
        except (KeyError, TypeError, ValueError, msgspec.DecodeError, Conflict):
            raise RequestRefused("wrong_passkey") from None
        return challenge


def _json(text: str | bytes) -> dict[str, Any]:
    return msgspec.json.decode(text, type=dict[str, Any])


def _hash(challenge: bytes) -> str:
    return sha256(challenge).hexdigest()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
