"""Documents that are the same for every reader: rendered and compressed only once."""

import gzip
from collections.abc import Callable, Hashable
from hashlib import blake2s
from typing import Any

import msgspec
from litestar import MediaType, Request, Response

PACKED = "packed"  # in a route's `opt`: its responses are already compressed
HEADERS = {"cache-control": "private, no-cache", "vary": "accept-encoding"}


class Document(msgspec.Struct, frozen=True):
    """A rendered document, plain and compressed, with its ETag."""

    plain: bytes
    packed: bytes
    tag: str


class Documents:
    """The documents of one server, by name."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Document] = {}

    def answer(
        self,
        request: Request[Any, Any, Any],
        name: Hashable,
        kind: MediaType,
        render: Callable[[], bytes],
    ) -> Response[Any]:
        """Return a document, rendered on the first request.

        Documents are cached for as long as the server runs, so there must be few names.
        """
        found = self._known.get(name)
        if found is None:
            plain = render()
            tag = blake2s(plain, digest_size=12).hexdigest()
            found = Document(plain, gzip.compress(plain, mtime=0), tag)
            self._known[name] = found
        packed = "gzip" in request.headers.get("accept-encoding", "")
        headers = {**HEADERS, "etag": f'"{found.tag}{"-gz" if packed else ""}"'}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(b"", status_code=304, headers=headers)
        if not packed:
            return Response(found.plain, media_type=kind, headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(found.packed, media_type=kind, headers=headers)
