"""Actions as numbers: the place of each word among all words of a game, and masks of those that are legal."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ardennes.engine.action import Action, Table
from ardennes.engine.errors import Refused
from ardennes.engine.game import Game
from ardennes.engine.options import CHOSEN, Masked, Options

Mask = NDArray[np.int8]
FEW = 8  # so many ones are written one by one
NARROW = 800  # ones that are no farther apart are read off the digits of a set


class Listed(NamedTuple):
    """The numbers of a table's actions: as a list, as an array, and whether they follow one another."""

    numbers: list[int]
    array: NDArray[np.intp]
    run: bool


class Encoding:
    """The actions of a game, numbered in the order of its universe: verb after verb, thing after thing.

    The order follows from the game's list of verbs and from its lists of pieces and places, so that it is the same in
    every process and every scenario. `version` changes when any word is added, removed or moved.

    >>> import ardennes
    >>> words = encoding_of(ardennes.game("bulge"))
    >>> number = words.number("done")
    >>> str(words.action(number))
    'done'
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions: tuple[Action, ...] = tuple(game.universe)
        self.index = {action: n for n, action in enumerate(self.actions)}
        self.parts = self._find_parts()
        self._rows: dict[Table, Listed] = {}

    def _find_parts(self) -> NDArray[np.int16]:
        """For each action its verb's number, and the rows of its piece and its place; -1 for what it does not name.

        A policy that scores an action by what it is about reads the rows of the observation by them.
        """
        verbs = {verb.name: n for n, verb in enumerate(self.game.verbs)}
        pieces = {name: n for n, name in enumerate(self.game.pieces())}
        places = {name: n for n, name in enumerate(self.game.places())}
        takes = {verb.name: verb.takes for verb in self.game.verbs}
        found = np.full((len(self.actions), 3), -1, np.int16)
        for n, (verb, thing) in enumerate(self.actions):
            found[n, 0] = verbs[verb]
            if takes[verb] == "piece":
                found[n, 1] = pieces.get(thing, -1)
            elif takes[verb] == "place":
                found[n, 2] = places.get(thing, -1)
        return found

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def version(self) -> str:
        """The game, the number of words and a digest of all of them in their order."""
        text = "\n".join(map(str, self.actions)).encode()
        return f"{self.game.name}/{len(self)}/{hashlib.blake2b(text, digest_size=4).hexdigest()}"

    def action(self, number: int) -> Action:
        """The action with a number. Raises Refused if there is none."""
        if not 0 <= number < len(self.actions):
            text = f"There is no action {number}; {self.game.title} has {len(self)}, numbered from 0."
            raise Refused("engine-universe", text)
        return self.actions[number]

    def number(self, action: Action | str) -> int:
        """The number of an action, or of a line that says one. Raises Refused if the game has no such words."""
        return self.index[self.game.parse(action) if isinstance(action, str) else action]

    def mask(self, options: Options) -> Mask:
        """A one for every option and a nought for every other word."""
        found = bytearray(len(self.actions))
        for part in options.parts:
            if isinstance(part, Masked):
                listed = self._rows.get(part.table) or self._learn(part.table)
                mask = part.mask
                if part.size <= FEW:
                    numbers = listed.numbers
                    while mask:
                        last = mask.bit_length() - 1
                        found[numbers[last]] = 1
                        mask ^= 1 << last
                elif listed.run:
                    first = (mask & -mask).bit_length() - 1
                    at, size = listed.numbers[first], mask.bit_length() - first
                    mask >>= first
                    found[at : at + size] = digits(mask) if size <= NARROW else ones(mask, size).data
                else:
                    bits = ones(mask, listed.array.size)
                    np.frombuffer(found, np.int8)[listed.array[bits.nonzero()[0]]] = 1
            else:
                index = self.index
                for action in part:
                    found[index[action]] = 1
        return np.frombuffer(found, np.int8)

    def _learn(self, table: Table) -> Listed:
        """The number of every action of a table that is one of the game's words."""
        numbers = [self.index.get(action, -1) for action in table.actions]
        run = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        made = self._rows[table] = Listed(numbers, np.array(numbers, np.intp), run)
        return made


def digits(mask: int) -> bytes:
    """The bits of a set, lowest first; of a small one they are found sooner than by `ones`.

    >>> list(digits(0b1101))
    [1, 0, 1, 1]
    """
    return bin(mask)[:1:-1].encode().translate(CHOSEN)


def ones(mask: int, width: int) -> NDArray[np.uint8]:
    """The bits of a set, lowest first.

    >>> ones(0b1101, 6).tolist()
    [1, 0, 1, 1, 0, 0]
    """
    size = max(width, mask.bit_length()) + 7 >> 3
    digits: Any = np.frombuffer(mask.to_bytes(size, "little"), np.uint8)
    return np.unpackbits(digits, bitorder="little")[:width]


@cache
def encoding_of(game: Game) -> Encoding:
    """The encoding of a game, made once."""
    return Encoding(game)
