"""The description of the interface: OpenAPI for HTTP, JSON schemas for the sockets."""

from typing import Any

import msgspec

from comptoir.server.domain.protocol import bodies, wire

REFUSED = {
    "description": "Refused; the body says why.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}},
}


def http(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the OpenAPI document, with this server's own response for refusals."""
    _, extra = msgspec.json.schema_components(
        [bodies.Fault], ref_template="#/components/schemas/{name}"
    )
    schema.setdefault("components", {}).setdefault("schemas", {}).update(extra)
    for operations in schema["paths"].values():
        for operation in operations.values():
            answers = operation["responses"]
            answers.pop("400", None)
            answers.get("204", {}).pop("content", None)
            answers["default"] = REFUSED
    return schema


def messages() -> dict[str, Any]:
    """Return the JSON schemas of all WebSocket messages, by name."""
    shapes = [wire.AnyRequest, wire.AnyAnswer]
    return msgspec.json.schema_components(shapes, ref_template="#/{name}")[1]
