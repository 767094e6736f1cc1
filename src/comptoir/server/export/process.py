"""The process that answers questions about replays and texts; `ExportWorker` starts it."""

import msgspec

from comptoir.server.domain.reading.replaying import ExportQuestion, answer
from comptoir.server.operations import child


def main() -> None:
    """Answer until there are no more questions; what fails is answered by nothing."""
    answers, decoder = child.settle(), msgspec.msgpack.Decoder(ExportQuestion)
    answers.write(child.READY)
    for message in child.messages():
        try:
            told = answer(decoder.decode(message))
        except Exception:  # noqa: BLE001 - the next question may be a better one
            told = b""
        child.reply(answers, told)


if __name__ == "__main__":
    main()
