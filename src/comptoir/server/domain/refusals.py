"""Refusals by the server itself, in both languages, like the refusals of the rules."""

from pathlib import Path
from typing import Any

from comptoir.engine.errors import ComptoirError
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.text.words import Words

WORDS = Path(__file__).parents[1] / "words"

STATUS = {
    "unknown_table": 404,
    "unknown_game": 404,
    "no_page": 404,
    "no_review": 404,
    "no_chances": 403,
    "chances_later": 404,
    "no_components": 404,
    "who": 401,
    "wrong_login": 401,
    "wrong_passkey": 401,
    "no_account": 403,
    "no_friend": 403,
    "apart": 403,
    "unknown_player": 404,
    "wrong_recovery": 401,
    "foreign_page": 403,
    "not_host": 403,
    "removed": 403,
    "seen_other": 403,
    "not_yours": 403,
    "too_large": 413,
    "too_fast": 429,
    "guessed": 429,
    "banned": 403,
    "silenced": 403,
    "moderators": 403,
    "not_moderator": 403,
    "nothing_said": 404,
    "too_slow": 503,
    "took_too_long": 503,
    "too_many_tables": 429,
    "too_many_sockets": 429,
    "counts": 409,
    "seat_taken": 409,
    "invited": 409,
    "login_taken": 409,
    "seated": 409,
    "id_used": 409,
    "started": 409,
    "no_database": 503,
    "no_mail": 409,
    "mail_down": 503,
    "elsewhere": 503,
}
USUAL_STATUS = 400


class RequestRefused(ComptoirError):
    """A refused request; `refusal` is the reason in both languages.

    Args:
        why: A key of the server's words, or a refusal of the game's rules.
        args: The arguments of the key's sentence.
    """

    def __init__(self, why: str | Refusal, /, **args: Any):
        if isinstance(why, Refusal):
            self.refusal = why
            super().__init__(why.key)
        else:
            self.refusal = Refusal(why, args=args)
            super().__init__(sentence(self.refusal, "en"))

    @property
    def status(self) -> int:
        """The status code of the HTTP response."""
        return STATUS.get(self.refusal.key, USUAL_STATUS)


def sentence(refusal: Refusal, language: str) -> str:
    """Return the sentence for one of the server's own refusals."""
    return Words(language, WORDS).refusal(refusal)
