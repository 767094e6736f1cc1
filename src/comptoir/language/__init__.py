"""Agents that read and write: the same games as text in and text out.

`LanguageAgent(ChatModel(url, name))` is a bot that asks a chat model; it plays in the arena,
in the benchmark, and at a `TextTable`, where it can also talk. `kaggle` makes a bot from an
agent function of Kaggle's kind.
"""

from .agent import LanguageAgent, ModelReply, Tally, TextDecision, kaggle, transcript
from .answers import AgentAnswer, UnreadAnswer, read_answer
from .chat import ChatModel
from .table import TextResult, TextTable, play

__all__ = [
    "AgentAnswer",
    "ChatModel",
    "LanguageAgent",
    "ModelReply",
    "Tally",
    "TextDecision",
    "TextResult",
    "TextTable",
    "UnreadAnswer",
    "kaggle",
    "play",
    "read_answer",
    "transcript",
]
