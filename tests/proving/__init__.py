"""The proving ground: a small made-up game that asks of the engine whatever the five real rulebooks ask.

It is never shipped. The engine's tests play it, the conformance suite is tried out on it, and a game's author may read
it as an example: one file for a chapter of the rules, data beside the code.
"""

from tests.proving.game import load

__all__ = ["load"]
