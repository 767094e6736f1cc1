"""A chat model behind an OpenAI-compatible HTTP endpoint, local or remote."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from comptoir.bots.remote import Endpoint
from comptoir.engine.errors import BadSetup

from .agent import Message, ModelReply


class ChatModel:
    """A model that is called by POST requests to `URL/chat/completions`.

    A request is repeated after a while if the endpoint is down or busy.

    Args:
        url: The address, such as `http://127.0.0.1:8000/v1`.
        model: The model's name.
        key: The key for the header `Authorization`, if the endpoint wants one.
        wait: Seconds to wait for an answer.
        settings: More fields for each request, such as `temperature`.
        pause: The function that waits before a request is repeated.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str = "",
        wait: float = 55.0,
        settings: Mapping[str, Any] | None = None,
        pause: Callable[[float], object] | None = None,
    ):
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        address = f"{url.rstrip('/')}/chat/completions"
        self.endpoint = Endpoint(address, headers, wait=wait)
        if pause:
            self.endpoint.pause = pause
        self.about = {"model": model, **(settings or {})}

    def __call__(self, messages: Sequence[Message]) -> ModelReply:
        """Return the model's answer to chat messages."""
        told = self.endpoint.send({**self.about, "messages": messages})
        try:
            text = told["choices"][0]["message"]["content"]
            usage = told.get("usage") or {}
            tokens = [
                int(usage.get(f"{kind}_tokens", 0)) for kind in ("prompt", "completion")
            ]
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            text, tokens = None, [0, 0]
        if not isinstance(text, str):
            raise BadSetup(f"{self.endpoint.url}: expected the answer of a chat model")
        return ModelReply(text, *tokens)
