"""Text agents, such as language models: the same games with text as input and output.

`LanguageAgent(ChatModel(url, name))` is a bot that asks a chat model; it plays in the arena, in
the benchmark, and at a `TextTable`, where it can also talk. `kaggle` makes a bot from a Kaggle
agent function.
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
