"""The state of a declared game: where units stand, who holds what, and the agenda of what is still to be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from pnp.referee.dice import bits
from pnp.referee.hex_counts import Digits
from pnp.referee.state import State

S = TypeVar("S", bound="AgendaState")

Frame = dict[str, int]
"""Registers of a phase or a battle, by name: numbers, sets of units or of spaces."""

MOST_FRAMES, MOST_OPERATIONS, MOST_REGISTERS = 40, 2_000, 40


class Stacks(dict[int, int]):
    """The set of units in each place that holds any; 0 for every other place."""

    __slots__ = ()

    def __missing__(self, place: int) -> int:
        return 0

    def leave(self, place: int, units: int) -> int:
        """Take units away from where they are; those that stay there."""
        left = self[place] ^ units
        if left:
            self[place] = left
        else:
            del self[place]
        return left

    def copy(self) -> Stacks:
        """A dictionary of its own."""
        return Stacks(self)


class AgendaState(State):
    """What the kit's procedures need of any state: their agenda and their registers. A subclass gives them room.

    agenda   names of the operations still to be done, next one last
    frames   registers of the phase, then of what happens within it, innermost last
    choices  the ids that the open decision offers, as a set; follows from the rest and isn't saved
    """

    NAMED: ClassVar[tuple[str, ...]] = ("agenda", "frames")
    OWN: ClassVar[tuple[str, ...]] = (*State.OWN, "agenda")
    SHARED: ClassVar[tuple[str, ...]] = (*State.SHARED, "choices")

    __slots__ = ()

    agenda: list[str]
    frames: list[Frame]
    choices: int

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.agenda, self.frames, self.choices = [], [], 0

    def copy(self: S, *, records: bool = True) -> S:
        """A state of its own with the same content."""
        twin = super().copy(records=records)
        twin.frames = [frame.copy() for frame in self.frames]
        return twin

    def register(self, name: str, depth: int = 0, none: int = 0) -> int:
        """A register of a frame; `none` where the frame isn't open, or has no such register."""
        return self.frames[depth].get(name, none) if len(self.frames) > max(depth, 0) else none

    def fields(self) -> dict[str, Any]:
        """The content as plain data; operations and registers stand there by name."""
        return super().fields() | {"agenda": list(self.agenda), "frames": [dict(frame) for frame in self.frames]}

    def fill_named(self, fields: Mapping[str, Any], limit: int) -> None:
        """Read `agenda` and `frames` of a saved game, whose numbers stay below `limit`.

        Raises ValueError for what can't be.
        """
        agenda, frames = fields["agenda"], fields["frames"]
        operations = self.rules.operations  # type: ignore[attr-defined]
        if not isinstance(agenda, list) or len(agenda) > MOST_OPERATIONS or not all(
            isinstance(name, str) and name in operations for name in agenda
        ):
            raise ValueError("'agenda' names an operation that these rules don't have")
        if not isinstance(frames, list) or len(frames) > MOST_FRAMES:
            raise ValueError("'frames' is not a list of registers")
        for frame in frames:
            if not isinstance(frame, dict) or len(frame) > MOST_REGISTERS or not all(
                isinstance(key, str) and len(key) <= 40 and type(value) is int and -1 <= value < limit
                for key, value in frame.items()
            ):
                raise ValueError("'frames' holds something that is no register")
        self.agenda, self.frames = list(agenda), [dict(frame) for frame in frames]


class KitState(AgendaState):
    """The state of a game whose procedures are declared.

    phase    index of the phase that is on, -1 before the first
    side     index of the side whose phase it is, -1 when it is nobody's
    at       place of each unit
    reduced  units with one step left
    cut_off  units that were out of supply when it was last judged
    called   units that an event has brought and that are still to come in
    gone     units that have left the game: lost, captured or withdrawn
    exploiting  units that a breakthrough has let go on in this turn
    face_down  units that the enemy can't tell from one another
    held     by side: the spaces that it holds
    points   points that each side has collected so far
    stock    replacement points of each side
    weather  index of the weather that events have brought, -1 for none yet
    foreign  whether it was read from a saved game, which may come from a stranger

    What follows from these and isn't saved:

    units_in  set of units in each place that holds any
    occupied  by side: spaces with its units; then those with units of each of the kit's `kinds`
    present   units on the map
    hindered  by side: what is in the way of its movement; None once an enemy has been put somewhere
    zones     by side: how many of its units exert a zone of control on each space
    stacks    by side: what counts for stacking in each space
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (
        *State.NUMBERS, "phase", "side", "reduced", "cut_off", "weather", "called", "gone", "face_down",
        "exploiting",
    )  # fmt: skip
    ARRAYS: ClassVar[tuple[str, ...]] = (*State.ARRAYS, "at", "held", "points", "stock")
    NONE_YET: ClassVar[tuple[str, ...]] = ("phase", "side", "weather")
    SIGNED: ClassVar[frozenset[str]] = frozenset({"points"})
    FOLLOWING: ClassVar[tuple[str, ...]] = ("units_in", "occupied", "present", "zones", "stacks")
    """What `Kit.put` keeps up to date and `Kit.refresh` makes anew; invariants compare the two."""
    OWN: ClassVar[tuple[str, ...]] = (*AgendaState.OWN, "units_in", "occupied", "hindered")
    SHARED: ClassVar[tuple[str, ...]] = (*AgendaState.SHARED, "foreign", "present")

    __slots__ = (
        "agenda", "at", "called", "choices", "cut_off", "exploiting", "face_down", "foreign", "frames", "gone", "held",
        "hindered", "occupied", "phase", "points", "present", "reduced", "side", "stacks", "stock", "units_in",
        "weather", "zones",
    )  # fmt: skip

    phase: int
    side: int
    reduced: int
    cut_off: int
    called: int
    gone: int
    exploiting: int
    face_down: int
    at: list[int]
    held: list[int]
    points: list[int]
    stock: list[int]
    weather: int
    cards: list[int]  # these three with cards only: see `card_state`
    card_units: int
    card_points: int
    foreign: bool
    units_in: Stacks
    occupied: list[int]
    present: int
    hindered: list[Any]
    zones: list[Digits]
    stacks: list[Digits]

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.present, self.hindered, self.foreign = 0, [], False

    def copy(self, *, records: bool = True) -> KitState:
        """A state of its own with the same content."""
        twin = super().copy(records=records)
        twin.zones = [digits.copy() for digits in self.zones]
        twin.stacks = [digits.copy() for digits in self.stacks]
        return twin

    def held_by(self, side: int) -> int:
        """The spaces that a side holds."""
        return self.held[side]

    def seize(self, side: int, spaces: int) -> None:
        """`side` holds these spaces now, and nobody else does."""
        for other, held in enumerate(self.held):
            if held & spaces:
                self.held[other] = held & ~spaces
        self.held[side] |= spaces

    def units_at(self, places: Iterable[int]) -> int:
        """The units in some places."""
        units, units_in = 0, self.units_in
        for place in places:
            units |= units_in[place]
        return units

    def units_within(self, spaces: int) -> int:
        """The units in a set of spaces."""
        units, units_in = 0, self.units_in
        while spaces:
            space = spaces.bit_length() - 1
            spaces ^= 1 << space
            units |= units_in[space]
        return units

    def units_on(self, units: int, spaces: int) -> int:
        """Those of some units that stand in some spaces."""
        at, there = self.at, 0
        for unit in bits(units & self.present):
            if spaces >> at[unit] & 1:
                there |= 1 << unit
        return there

    def spaces_of(self, units: int) -> int:
        """The spaces where some units stand, of those on the map."""
        at, spaces = self.at, 0
        for unit in bits(units & self.present):
            spaces |= 1 << at[unit]
        return spaces

    def holder(self, space: int) -> int:
        """The side that holds a space, -1 for none."""
        return next((side for side, spaces in enumerate(self.held) if spaces >> space & 1), -1)

    def unseen(self, side: str) -> int:
        """The set of units that `side` can't tell from one another, as they lie face down."""
        return self.face_down and self.face_down & ~self.rules.kit.units_of(  # type: ignore[attr-defined]
            self, self.rules.sides.index(side)
        )

    def view(self, side: str) -> dict[str, Any]:
        """What `side` may know: of units that lie face down it sees only the spaces where some stand."""
        seen, unseen = super().view(side), self.unseen(side)
        if unseen:
            seen["at"] = [-1 if unseen >> unit & 1 else place for unit, place in enumerate(self.at)]
            seen["face_down"] = self.face_down & ~unseen
            seen["unseen_at"] = sorted({self.at[unit] for unit in bits(unseen & self.present)})
            seen["frames"] = [
                {key: -1 if key == "unit" and value >= 0 and unseen >> value & 1 else value
                 for key, value in frame.items()}
                for frame in seen["frames"]
            ]  # fmt: skip
        return seen

    def complete(self) -> None:
        """Make what follows from the fields, and the choices of the open decision."""
        self.rules.complete(self)  # type: ignore[attr-defined]
