"""The worker process for replays and texts; `ExportWorker` starts it."""

import msgspec

from comptoir.server.domain.reading.replaying import ExportQuestion, answer
from comptoir.server.operations import child


def main() -> None:
    """Answer requests until the input ends; an empty answer means that a request failed."""
    answers, decoder = child.settle(), msgspec.msgpack.Decoder(ExportQuestion)
    answers.write(child.READY)
    for message in child.messages():
        try:
            body = answer(decoder.decode(message))
        except Exception:  # noqa: BLE001 - the worker goes on
            body = b""
        child.reply(answers, body)


if __name__ == "__main__":
    main()
