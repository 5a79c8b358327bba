"""Where everything stands, and what the open decision is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.referee.dice import bits
from pnp.referee.hex_counts import Digits, counted, lowered, raised
from pnp.referee.hex_movement import Search
from pnp.referee.hex_state import HexState, clear_hexes
from pnp.referee.hex_supply import SupplyReach
from pnp.referee.kit.state import AgendaState

if TYPE_CHECKING:
    from pnp.games.winter_war.supply import Shares


class Register:
    """A register of the kit's frames, by the name that it has here; 0 where no such frame is open."""

    __slots__ = ("_depth", "_name")

    def __init__(self, name: str, depth: int = 0) -> None:
        self._name, self._depth = name, depth

    def __get__(self, state: Any, kind: type | None = None) -> Any:
        if state is None:
            return self
        frames = state.frames
        return frames[self._depth].get(self._name, 0) if len(frames) > self._depth else 0

    def __set__(self, state: WinterState, value: int) -> None:
        while len(state.frames) <= self._depth:
            state.frames.append({})
        state.frames[self._depth][self._name] = value


class WinterState(HexState, AgendaState):
    """The state of Winter War. Sets of units and of hexes are whole numbers, one bit each.

    Saved:
    soviet_last, finnish_last   hexes that this side was the last to pass, where they don't lie in its country
    down       units that are face down
    stuck      units that were isolated when the Movement Phase began
    cut        units that the Soviet player wants to see isolated first, where a city supplies too many
    moved      units that have moved in this phase
    selected   unit that a decision is about, -1 for none
    spent      movement points that it has spent
    origin     hex where its move began, -1 for none
    afloat     units that attack from the sea
    lost       attack points that event L still takes
    scenario   1 + index of the optional scenario that is in force, 0 for none
    logistics  1 after event H
    paradrop   0 before event F, 1 while the paratroops wait, 2 after the drop
    truce      turn at whose end the Finns may call a cease-fire, 0 for none
    frozen     turn in which no railway runs, 0 for none
    allies     Allied brigades lost
    misses     Soviet player-turns with too few units near Murmansk
    agenda, frames   what the kit has still to do in a Combat Phase, and its registers

    Registers, from the frames of the phase and of the fight:
    withdrew   units that retreated before combat in this phase
    advanced   units that advanced before combat
    fought     units that have attacked in this segment
    struck     units that have been attacked in this segment
    guests     units that retreated onto others: they defend nothing, but share the result
    vacated    hexes that a retreat before combat left empty, still open to an advance
    targets    hexes of the attack that is being put together, or fought
    chosen     its attackers; attacked: all who stood there
    fleeing    units that must still retreat
    owed       attack points that an exchange still demands

    Kept up to date (not saved), beside those of `HexState`:
    packed     by side: hexes in which no other unit of it finds room; crowds: those in which too many stand
    filled     hexes whose room is taken by units that have moved in this phase
    stale      1 while `isolated` and `zoc` may be out of date; `supply.settle` sees to them; due: 1 while the Soviet
               zones alone may be
    isolated   units that are isolated now
    zoc_known  by side: hexes in the zones of control of its units when that was last judged; `zoc` judges if need be
    lines      per headquarters: what `supply` found last; open: the hexes through which it looked;
               depends: those that matter for it
    homeward   for Finnish units abroad, by hex: a way to Finland, or where they are shut in; homeways: hexes from which
               ways are known, and all hexes of these
    shares     who draws on which supply city
    moves      by side: how often units of it have moved; shifted: units that have since `shares`; whole: all their
               zones then; zone_known: those without isolated units
    ready      units of the side on turn that can still move
    way        the search for the selected unit
    reach      hexes that it can move to
    front      who can attack whom, until something changes
    choices    what the open decision of a Combat Phase offers
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (
        *HexState.NUMBERS, "soviet_last", "finnish_last", "down", "stuck", "cut", "moved", "selected", "spent",
        "origin", "afloat", "lost", "scenario", "logistics", "paradrop", "truce", "frozen", "allies", "misses",
    )  # fmt: skip
    ARRAYS: ClassVar[tuple[str, ...]] = HexState.ARRAYS
    NONE_YET: ClassVar[tuple[str, ...]] = ("selected", "origin")
    FOUND: ClassVar[tuple[str, ...]] = (
        "filled", "stale", "due", "isolated", "zoc_known", "lines", "open", "depends", "homeways", "shares", "shifted",
        "front", "ready", "way", "reach",
    )  # fmt: skip
    COUNTED: ClassVar[tuple[str, ...]] = ("packed", "crowds", "homeward", "moves", "whole", "zone_known")
    SHARED: ClassVar[tuple[str, ...]] = (*HexState.SHARED, "choices", *FOUND)
    OWN: ClassVar[tuple[str, ...]] = (*HexState.OWN, "agenda", *COUNTED)

    __slots__ = (*NUMBERS[len(HexState.NUMBERS) :], "agenda", "choices", "frames", *FOUND, *COUNTED)

    withdrew = Register("withdrawn")
    advanced = Register("followed")
    fought, struck, guests, vacated = (Register(name) for name in ("fought", "struck", "guests", "vacated"))
    targets, chosen, attacked = Register("spaces", 1), Register("attackers", 1), Register("defenders", 1)
    fleeing, owed = Register("retreating", 1), Register("owed", 1)
    side = Register("side")
    reduced: ClassVar[int] = 0
    """No unit has a second step."""

    soviet_last: int
    finnish_last: int
    down: int
    stuck: int
    cut: int
    moved: int
    selected: int
    spent: int
    origin: int
    afloat: int
    lost: int
    scenario: int
    logistics: int
    paradrop: int
    truce: int
    frozen: int
    allies: int
    misses: int
    packed: list[int]
    crowds: list[int]
    filled: int
    isolated: int
    zoc_known: tuple[int, int]
    stale: int
    due: int
    moves: list[int]
    shifted: int
    depends: int
    homeward: dict[int, tuple[int, int, int]]
    homeways: tuple[int, int]
    whole: list[tuple[int, int]]
    zone_known: list[tuple[int, int, Digits, int]]
    shares: Shares | None
    lines: tuple[SupplyReach | None, ...]
    open: int
    front: object | None
    ready: int
    way: Search | None
    reach: int

    @property
    def zoc(self) -> tuple[int, int]:
        """By side: hexes in the zones of control of its units now.

        Rule: Zones of Control, Zones of Control H
        """
        if self.stale or self.due:
            from pnp.games.winter_war.supply import settle, settle_soviet_zone  # supply needs the state

            settle(self.rules.board, self)  # type: ignore[attr-defined]
            if self.due:
                settle_soviet_zone(self.rules.board, self)  # type: ignore[attr-defined]
        return self.zoc_known

    @property
    def cut_off(self) -> int:
        """Units that the kit takes to be out of supply: the isolated ones."""
        return self.isolated

    def held_by(self, side: int) -> int:
        """Hexes that a side holds."""
        return held(self.rules.board, self, side)  # type: ignore[attr-defined]

    def complete(self) -> None:
        """Make what follows from the saved fields."""
        self.rules.complete(self)  # type: ignore[attr-defined]

    def unseen(self, side: str) -> int:
        """Units that are face down, for the enemy.

        Rule: Set-Up Finnish
        """
        return 0 if side == self.rules.sides[FINNISH] else self.down

    def view(self, side: str) -> dict[str, Any]:
        """What `side` may know: of units that are face down the enemy sees only that something stands there.

        Rule: Set-Up Finnish
        """
        made = super().view(side)
        if unseen := self.unseen(side):
            spaces = [self.at[unit] for unit in bits(unseen)]
            made["at"] = [-1 if unseen >> unit & 1 else place for unit, place in enumerate(self.at)]
            made["face_down"] = sorted(space for space in spaces if space < len(self.rules.spaces))
            made["down"] = 0
            made["selected"] = -1 if made["selected"] >= 0 and unseen >> made["selected"] & 1 else made["selected"]
        return made


def empty(board: Board, state: WinterState) -> None:
    """Put all units nowhere."""
    clear_hexes(state, len(board.units), board.nowhere, 2)
    state.packed, state.crowds = [0, 0], [0, 0]
    forget(state)


def empty_kept(state: WinterState) -> None:
    """Nothing that is kept up to date holds anything."""
    clear_hexes(state, 0, 0, 2, at=False)
    state.packed, state.crowds = [0, 0], [0, 0]
    forget(state)


def forget(state: WinterState) -> None:
    """Nothing is known of what follows from where the units stand."""
    state.filled = 0
    state.isolated = state.reach = state.ready = state.open = 0
    state.zoc_known = (0, 0)
    state.lines = ()
    state.shares = None
    state.moves = [state.moves[0] + 1, state.moves[1] + 1] if hasattr(state, "moves") else [0, 0]
    state.shifted = state.depends = 0
    state.homeward = {}
    state.homeways = (0, 0)
    state.whole = [(-1, 0), (-1, 0)]
    state.zone_known = [(-1, 0, [], 0), (-1, 0, [], 0)]
    state.way = state.front = None
    state.stale, state.due = 1, 0


def put(board: Board, state: WinterState, units: int, place: int) -> None:
    """Move the set `units` to `place` and keep what follows up to date; `supply.settle` tells who is isolated then."""
    for unit in bits(units):
        put_one(board, state, unit, place)


def put_one(board: Board, state: WinterState, unit: int, place: int) -> None:
    """As `put`, a single unit."""
    at, units_in = state.at, state.units_in
    bit = 1 << unit
    state.stale = 1
    state.shifted |= bit
    left = at[unit]
    if left == place:
        return
    at[unit] = place
    side = board.side_of[unit]
    army, count = board.army[side], board.count
    state.moves[side] += 1
    zones = board.zone_rows[board.season_of[state.turn]][unit]
    rest = units_in[left] ^ bit
    if rest:
        units_in[left] = rest
    else:
        del units_in[left]
    if left < count:
        if not rest & army:
            state.occupied[side] ^= 1 << left
        weigh = board.heavy[left]
        if bit & weigh:
            _make_room(state, side, left, board.limit[left] - (rest & army & weigh).bit_count())
        if zone := zones[left]:
            lowered(state.zones[side], zone)
    here = units_in[place] = units_in.get(place, 0) | bit
    if place < count:
        state.occupied[side] |= 1 << place
        weigh = board.heavy[place]
        if bit & weigh:
            _take_room(state, side, place, board.limit[place] - (here & army & weigh).bit_count())
        if zone := zones[place]:
            raised(state.zones[side], zone)


def counting(board: Board, units: int, space: int) -> int:
    """How many of the set `units` count for stacking in a hex.

    Rule: Stacking C, Scenario A, Scenario B
    """
    return (units & board.heavy[space]).bit_count()


def _take_room(state: WinterState, side: int, space: int, room: int) -> None:
    """One more unit counts in a hex, which leaves `room` for others; below 0: so many too many.

    Rule: Stacking
    """
    if room == 0:
        state.packed[side] |= 1 << space
    elif room == -1:
        state.crowds[side] |= 1 << space


def _make_room(state: WinterState, side: int, space: int, room: int) -> None:
    """One unit less counts in a hex.

    Rule: Stacking
    """
    if room == 1:
        state.packed[side] ^= 1 << space
    elif room == 0:
        state.crowds[side] ^= 1 << space


def all_zones(state: WinterState, side: int) -> int:
    """What the units of `side` would control, were none of them isolated.

    Rule: Zones of Control
    """
    known = state.whole[side]
    if known[0] == state.moves[side]:
        return known[1]
    plane = counted(state.zones[side])
    state.whole[side] = (state.moves[side], plane)
    return plane


def rebuild(board: Board, state: WinterState) -> None:
    """Make all that follows from `at` again: after loading, or when the ground has changed."""
    at = state.at
    clear_hexes(state, len(board.units), board.nowhere, 2)
    state.packed, state.crowds = [0, 0], [0, 0]
    for unit, place in enumerate(at):
        put_one(board, state, unit, place)
    forget(state)
    for unit in bits(state.moved):
        halt(board, state, unit)


def halt(board: Board, state: WinterState, unit: int) -> None:
    """`unit` has moved and stays where it is for this phase: it takes its place in the hex.

    Rule: Stacking A
    """
    space = state.at[unit]
    if (
        space < board.count
        and (state.units_in[space] & state.moved & board.heavy[space]).bit_count() >= board.limit[space]
    ):
        state.filled |= 1 << space


def other(side: int) -> int:
    """The enemy of a side."""
    return FINNISH if side == SOVIET else SOVIET


def held(board: Board, state: WinterState, side: int) -> int:
    """Hexes that `side` occupies or was the last to pass; at the start the hexes of its country.

    Rule: Capture
    """
    own, theirs = (state.soviet_last, state.finnish_last) if side == SOVIET else (state.finnish_last, state.soviet_last)
    home = board.home[side]
    return own | home ^ (home & theirs)


def leaves_marks(board: Board, state: WinterState, side: int, plane: int) -> bool:
    """Whether it matters which hexes of `plane` a unit of `side` passes: not in its own country, where nobody else has
    been.

    Rule: Capture
    """
    theirs = state.finnish_last if side == SOVIET else state.soviet_last
    return bool(theirs & plane) or plane & board.home[side] != plane


def pass_through(board: Board, state: WinterState, side: int, plane: int) -> None:
    """`side` is now the last to have passed the hexes of `plane`.

    Rule: Capture
    """
    state.stale = 1
    abroad = plane ^ (plane & board.home[side])
    if side == SOVIET:
        state.soviet_last |= abroad
        state.finnish_last ^= state.finnish_last & plane
    else:
        state.finnish_last |= abroad
        state.soviet_last ^= state.soviet_last & plane
