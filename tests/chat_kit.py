"""A scripted model behind a chat endpoint; a seed decides if it answers well, badly or not."""

import re
import threading
from contextlib import contextmanager
from random import Random

from agent_kit import endpoint

MENU = re.compile(r"(?:legal actions|actions légales)\W*\n((?:.+: .*\n?)+)")
BAD = [
    "I would rather not say.", "", '```json\n{"action": 7}\n```', "fly to the moon",
    "one or the other", "{" * 50, "\x00\ufffd", "Action:",
]  # fmt: skip
DRESSES = [
    "{}", "Action: {}", "I think about it.\n\n**{}**", '{{"why": "so", "action": "{}"}}',
    "```\n{}\n```", "My answer: `{}`.", "say thanks\n{}", "  {}  ", "- {}",
]  # fmt: skip


def menu_of(messages):
    """Return the labels of the legal actions in the last prompt, with ranges written out."""
    told = next(
        one["content"]
        for one in reversed(messages)
        if MENU.search(one["content"] + "\n")
    )
    labels = []
    for line in MENU.findall(told + "\n")[-1].splitlines():
        label = line.partition(": ")[0]
        low, dash, high = label.partition("–")
        verb, _, first = low.rpartition(" ")
        labels += (
            [f"{verb} {n}" for n in range(int(first), int(high) + 1)]
            if dash
            else [label]
        )
    return labels


class Script:
    """A model that picks a random legal action; `bad` of 100 answers are malformed."""

    def __init__(self, seed, bad=0, down=0):
        self.random = Random(seed)
        self.bad, self.down = bad, down
        self.malformed = self.refused = 0
        self.lock = threading.Lock()

    def text(self, messages):
        """Return what the model writes."""
        label = self.random.choice(menu_of(messages))
        if self.random.random() < self.bad / 100:
            self.malformed += 1
            return self.random.choice(BAD)
        return self.random.choice(DRESSES).format(label)

    def __call__(self, asked):
        """Answer a request of a chat endpoint."""
        with self.lock:
            if self.random.random() < self.down / 100:
                self.refused += 1
                return self.random.choice([500, 503, b"no JSON", {"choices": []}])
            text = self.text(asked["messages"])
            tokens = sum(len(one["content"].split()) for one in asked["messages"])
        usage = {"prompt_tokens": tokens, "completion_tokens": len(text.split())}
        return {"choices": [{"message": {"content": text}}], "usage": usage}


@contextmanager
def chat(script, port=0):
    """Serve a scripted model; yield its address, for a client."""
    with endpoint(script, port) as address:
        yield f"{address}v1"
