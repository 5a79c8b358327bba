"""The state of a game: one slotted object of whole numbers and lists, changed in place, cheap to copy.

A game subclasses `State` and lists its own fields in `NUMBERS` and `ARRAYS`. Map, values and tables are not
here but in the game's board, which never changes.
"""

from __future__ import annotations

import functools
import hashlib
import json
import operator
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol, TypeVar

from pnp.model.log import Log, LogHead

S = TypeVar("S", bound="State")
Record = tuple[Any, ...]

DO, DRAW, EVENT, END = range(4)
"""First element of a record: what kind of line it becomes."""


Reader = Callable[["State"], tuple[Any, ...]]


class StateRules(Protocol):
    """What a state asks of the rules that it belongs to, which `engine.Rules` are.

    sides, units, spaces  ids
    lots                  what can be drawn by lot: units, then spaces, then cards
    """

    sides: tuple[str, ...]
    units: tuple[str, ...]
    spaces: tuple[str, ...]

    @property
    def lots(self) -> tuple[str, ...]:
        """Ids by the index that a script of lots holds."""

    def head(self, state: State) -> LogHead:
        """The head of the log of `state`."""

    def log_of(self, state: State) -> Log:
        """The log of `state`."""


@functools.cache
def _passing(kind: type[State]) -> tuple[tuple[str, ...], Reader, tuple[str, ...], Reader]:
    """The fields that copies of a state share, and those that each copies, with what reads them at once."""
    shared, copied = (*kind.NUMBERS, *kind.SHARED), (*kind.ARRAYS, *kind.OWN)
    return shared, operator.attrgetter(*shared), copied, operator.attrgetter(*copied)


class State:
    """What changes while a game is played.

    rules        the rules that this state belongs to
    seed         of the game's draws
    turn         game-turn, from 1
    stack        the open decisions, innermost last; codes of the game's `Step`s
    ended        1 + index of the outcome, 0 while the game goes on
    dice_stream, cup_stream   SplitMix64 streams of dice and of lots
    dice_script, cup_script   values drawn before the streams, last first
    records      what happened, append-only; `log` shows it
    """

    NUMBERS: ClassVar[tuple[str, ...]] = ("seed", "turn", "ended", "dice_stream", "cup_stream")
    ARRAYS: ClassVar[tuple[str, ...]] = ("stack", "dice_script", "cup_script")
    NAMED: ClassVar[tuple[str, ...]] = ()
    """What is saved by name rather than as numbers; `fields` and `fill_named` write and read it."""
    HIDDEN: ClassVar[frozenset[str]] = frozenset(
        {"seed", "dice_stream", "cup_stream", "dice_script", "cup_script"}
    )
    NONE_YET: ClassVar[tuple[str, ...]] = ()
    """Numbers that are -1 while they mean nothing."""
    SIGNED: ClassVar[frozenset[str]] = frozenset()
    """Lists of numbers that may be negative, such as scores."""
    SHARED: ClassVar[tuple[str, ...]] = ("rules", "players", "began")
    """What isn't saved and never changes in place: copies share it."""
    OWN: ClassVar[tuple[str, ...]] = ()
    """What isn't saved and does change: each copy has its own; lists and dictionaries of things that don't."""

    __slots__ = ("rules", "records", "players", "began", *NUMBERS, *ARRAYS)

    rules: StateRules
    records: list[Record]
    players: dict[str, str]
    began: dict[str, Any] | None
    seed: int
    turn: int
    ended: int
    dice_stream: int
    cup_stream: int
    stack: list[int]
    dice_script: list[int]
    cup_script: list[int]

    def __init__(self, rules: StateRules) -> None:
        self.rules = rules
        self.records = []
        self.players = {}
        self.began = None
        for name in self.NUMBERS:
            setattr(self, name, -1 if name in self.NONE_YET else 0)
        for name in self.ARRAYS:
            setattr(self, name, [])

    def copy(self: S, *, records: bool = True) -> S:
        """A state of its own with the same content.

        records  False leaves the log behind, for a player that only looks ahead
        """
        kind = type(self)
        twin = object.__new__(kind)
        shared, read_shared, copied, read_copied = _passing(kind)
        for name, value in zip(shared, read_shared(self)):  # noqa: B905 - as many by making
            setattr(twin, name, value)
        for name, value in zip(copied, read_copied(self)):  # noqa: B905
            setattr(twin, name, value.copy())
        twin.records = self.records.copy() if records else []
        return twin

    def fill_named(self, fields: Mapping[str, Any], limit: int) -> None:
        """Read the fields of `NAMED` from a saved game, which may be anything. Raises ValueError for what can't be."""

    def complete(self) -> None:
        """Make what follows from the fields and isn't saved, after they have been read; they may be anything."""

    def record_draw(self, what: str, purpose: str, value: int, rule: str) -> None:
        """Record a die or a lot."""
        self.records.append((DRAW, what, purpose, value, rule))

    @property
    def log(self) -> Log:
        """All that happened so far."""
        return self.rules.log_of(self)

    def fields(self) -> dict[str, Any]:
        """The content as plain data: numbers and lists of numbers."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in self.NUMBERS}
        fields |= {name: list(getattr(self, name)) for name in self.ARRAYS}
        return fields

    def to_json(self) -> dict[str, Any]:
        """The whole state with its log as plain data; `rules.state_from_json` reads it back."""
        head = self.rules.head(self).as_json()
        return {"pnp_state": 1, "head": head, "fields": self.fields(), "records": [list(r) for r in self.records]}

    def unseen(self, side: str) -> int:
        """The set of units that `side` can't tell from one another, as they lie face down; none by default."""
        return 0

    def view(self, side: str) -> dict[str, Any]:
        """What `side` may know: the content without the streams that decide future draws."""
        if side not in self.rules.sides:
            raise KeyError(side)
        return {name: value for name, value in self.fields().items() if name not in self.HIDDEN}

    def hash(self) -> str:
        """Hex BLAKE2b of the content in canonical JSON; the log and what is left of a script are left out."""
        content = self.fields()
        del content["dice_script"], content["cup_script"]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and type(self) is type(other) and self.fields() == other.fields()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} turn {self.turn}, {len(self.records)} records>"
