"""Positions (DESIGN §10) of declared games: to states and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pnp.model.position import PositionSource, UnitState
from pnp.model.tables import EventsTable, ResultsTable
from pnp.referee.dice import bits
from pnp.referee.engine import Rules
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.card_state import HANDS, PILE, PLACES
from pnp.referee.kit.state import KitState
from pnp.referee.kit.turn import Order
from pnp.referee.masks import mask_of
from pnp.referee.positions import Entry, PositionReader, entries_of, position_source

REDUCED, FACE_DOWN, WEATHER, INITIATIVE = "reduced", "face-down", "weather", "initiative"
COUNTS = ("points", "stock")
"""Tracks of each side: `points-north: 3`."""
TENS = "-tens"
"""What the name of a track ends with that counts the tens of another."""
SETS = {"called": "called", "gone": "gone", "unsupplied": "cut_off", "exploiting": "exploiting"}
ACTIVATED = "activated"
FLAGS = (WEATHER, INITIATIVE, *SETS)
"""Flags: a kind of weather; the sides in the order in which they play a part that is thrown for; and units by id, with
a space between two. A comma stands between the orders of parts within one another, outermost first.
"""


@dataclass(frozen=True, slots=True)
class Told:
    """What a game's positions tell of single units or spaces: a flag `<name>-<id>` for each of a set.

    name       the first part of the flag
    fields     where the state keeps the set; of two the first holds the units of the side whose phase it is
    procedure  the fields are registers of a phase that runs this procedure; "" = they are fields of the state
    spaces     whether it is a set of spaces
    """

    name: str
    fields: tuple[str, ...]
    procedure: str = ""
    spaces: bool = False

    def field(self, own: bool) -> str:
        """Where an item is kept, whose side is the one that plays the phase or isn't."""
        return self.fields[0 if own else -1]


class KitPosition(PositionReader[KitState]):
    """Reads a position of a declared game.

    NUMBERS, SWITCHES  flags of a game's own that are numbers, and those that are true or false -> fields of the state
    TOLD               those of single units and spaces
    STATES             states of units of a game's own -> registers of the phase, or sets of units that the state keeps
    TRACKS             tracks of a game's own -> a field of the state with a number for each side, and the side; where
                       there is a track for its tens, its name is that of the other and `-tens`
    SPANS              tracks that count the turns since something began -> the field with its first turn
    FOLLOWING          tracks that follow from the rest
    LEFT_OUT           whether units that a position doesn't name are lost, not merely nowhere
    registers          those of the phase that is to be opened, as flags and units tell
    """

    NUMBERS: ClassVar[Mapping[str, str]] = {}
    SWITCHES: ClassVar[Mapping[str, str]] = {}
    TOLD: ClassVar[tuple[Told, ...]] = ()
    STATES: ClassVar[Mapping[str, str]] = {}
    TRACKS: ClassVar[Mapping[str, tuple[str, int]]] = {}
    SPANS: ClassVar[Mapping[str, str]] = {}
    FOLLOWING: ClassVar[tuple[str, ...]] = ()
    LEFT_OUT: ClassVar[bool] = False

    def __init__(
        self, rules: Rules, assembly: Assembly, position: PositionSource | Mapping[str, Any], seed: int
    ) -> None:
        super().__init__(rules, position, seed)
        self.assembly, self.kit = assembly, assembly.kit
        phases = self.kit.game.info.all_phases
        self.OPENERS = {phases[beat.phase].id: _unused for beat in assembly.turn.beats}  # type: ignore[misc]
        self._orders: list[Order] = []
        self._counts: dict[tuple[str, int], int] = {}
        self._spans: dict[str, int] = {}
        self.registers: dict[str, int] = {}

    def phase(self) -> str:
        """A position with units but no phase begins its turn: what it doesn't list is not there to be set up."""
        if self.source.phase is not None or self.source.units is None:
            return super().phase()
        phases = (self.kit.game.info.all_phases[beat.phase] for beat in self.assembly.turn.beats)
        return next((phase.id for phase in phases if "setup" not in phase.procedures), super().phase())

    def pools(self) -> tuple[str, ...]:
        """Boxes from which units are drawn."""
        return tuple(box.id for box in self.kit.game.boxes if box.kind == "pool")

    def die_sides(self) -> int:
        """The highest number on any die of the game's tables."""
        dice = [t.dice.sides for t in self.kit.game.charts.tables if isinstance(t, (ResultsTable, EventsTable))]
        return max(dice, default=6)

    def _stand(self) -> None:
        """Put all units where they stand; first who holds what, since units take places."""
        kit, state, source = self.kit, self.state, self.source
        state.turn = min(max(state.turn, 1), kit.scenario.turns)  # a wrong one is told already
        kit.clear(state)
        for name in {*COUNTS, *(field for field, _ in self.TRACKS.values())}:
            setattr(state, name, [0] * len(kit.board.sides))
        state.phase = state.side = -1
        self.hold()
        self._lay_out_cards()
        self.start, self.source = self._without_markers(self.start), self._without_markers(source)
        for place, name, mark in entries_of(self.source, self.start, self.pools(), self.problems):
            self.stand_unit(name, place, mark)
        for side, own in enumerate(kit.board.own if self.LEFT_OUT else ()):
            kit.put(state, state.units_in.get(kit.board.nowhere, 0) & own, kit.lost_at[side])
        kit.mark_gone(state)
        for (name, side), value in self._counts.items():
            getattr(state, name)[side] = value
        for name, turns in self._spans.items():
            setattr(state, name, max(state.turn - turns + 1, 1))

    def _without_markers(self, position: PositionSource) -> PositionSource:
        """A position without the counters that are no units: they lie on the tables of the players."""
        markers = {str(counter.id) for counter in self.kit.game.all_counters()}.difference(self.kit.board.units)
        units = {
            place: kept for place, entries in (position.units or {}).items()
            if (kept := tuple(one for one in entries if (one if isinstance(one, str) else one.id) not in markers))
        }
        return position.replaced(units=units) if position.units else position

    def hold(self) -> None:
        """Write down who holds what before anybody stands there."""
        control = self.assembly.control
        if self.source.control is None:
            control.at_start(self.state)
            return
        self.state.held = list(control.assumed)
        self.claim()

    def claim(self) -> None:
        """Give each side what the position says that it controls."""
        for _, side, space in self.problems.control_claimed(self.source):
            self.state.seize(self.kit.board.sides.index(side), space)

    def tracks(self) -> None:
        """Read what each side has collected, points and points for replacements, and a game's own tracks."""
        names = {f"{name}-{side}": (name, index) for index, side in enumerate(self.rules.sides) for name in COUNTS}
        names |= self.TRACKS | {f"{track}{TENS}": count for track, count in self.TRACKS.items()}
        given = self.source.tracks if self.source.tracks is not None else self.start.tracks
        for name, value in (given or {}).items():
            if name in ("turn", *self.FOLLOWING):
                continue
            if not self.problems.known("track", name, ("turn", *names, *self.SPANS)):
                continue
            if name not in self.SPANS:
                worth = 10 if name.endswith(TENS) else 1
                self._counts[names[name]] = self._counts.get(names[name], 0) + worth * value
            elif value:
                self._spans[self.SPANS[name]] = value

    def flags(self, flags: Mapping[str, object]) -> None:
        """Read the weather, who plays first, and which units events have brought, battles taken away or supply not
        reached.
        """
        kit, state = self.kit, self.state
        for name, value in self._own_flags(flags):
            sets = SETS if kit.cards is None else {**SETS, ACTIVATED: "card_units"}
            if not self.problems.known("flag", name, (*FLAGS, *sets, *self.NUMBERS, *self.SWITCHES)):
                continue
            if name == WEATHER:
                if self.problems.known("weather", str(value), kit.weathers):
                    state.weather = kit.weathers.index(str(value))
                continue
            if name == INITIATIVE:
                self._orders = [self._order(written) for written in str(value).split(",")]
                continue
            for unit in str(value).split():
                if self.problems.known("unit", unit, self.rules.units):
                    units = getattr(state, sets[name]) | 1 << self.rules.units.index(unit)
                    setattr(state, sets[name], units)

    def _own_flags(self, flags: Mapping[str, object]) -> Iterator[tuple[str, object]]:
        """Read the flags of the game's own; the others are left."""
        items = {
            f"{told.name}-{name}": (told, 1 << index) for told in self.TOLD
            for index, name in enumerate(self.rules.spaces if told.spaces else self.rules.units)
            if self.kit.sets.get(told.fields[0], -1) >> index & 1
        } if flags else {}  # fmt: skip
        for name, value in flags.items():
            if name in self.NUMBERS:
                if type(value) is int and value >= 0:
                    setattr(self.state, self.NUMBERS[name], value)
                else:
                    self.problems.add(f"flag {name!r} is a number, got {value!r}")
            elif name in self.SWITCHES:
                if self.problems.flags_set({name: value}, (name,)):
                    setattr(self.state, self.SWITCHES[name], 1)
            elif name in items:
                if self.problems.flags_set({name: value}, (name,)):
                    self._keep(*items[name])
            else:
                yield name, value

    def _keep(self, told: Told, bit: int) -> None:
        """Note what a flag tells of a unit or a space."""
        self._note(told.field(bool(bit & self._on_turn())), bit)

    def _note(self, field: str, items: int) -> None:
        """Add to a set that the state keeps, or to a register of the phase that is to be opened."""
        if field in self.state.NUMBERS:
            setattr(self.state, field, getattr(self.state, field) | items)
        else:
            self.registers[field] = self.registers.get(field, 0) | items

    def _on_turn(self) -> int:
        """The units of the side whose phase the position is in."""
        sides = self.assembly.turn.sides_of(self.phase())
        return self.kit.board.own[sides[0]] if sides and sides[0] >= 0 else 0

    def _order(self, written: str) -> Order:
        """The sides in the order in which they play a part of the turn; who isn't named plays after the others."""
        sides, order = self.kit.board.sides, list[int]()
        for name in written.split():
            if self.problems.known("side", name, sides):
                if sides.index(name) in order:
                    self.problems.add(f"the flag {INITIATIVE!r} names {name!r} twice")
                order.append(sides.index(name))
        return (*order, *(side for side in range(len(sides)) if side not in order))

    def able(self, mark: str) -> int:
        """Units that can be in a state of the game's own; all where nothing else is known of the field."""
        return self.kit.sets.get(self.STATES[mark], self.kit.board.all_units)

    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place."""
        kit, board = self.kit, self.kit.board
        unit = board.unit_index[name]
        if mark == REDUCED and board.two_steps >> unit & 1:
            self.state.reduced |= 1 << unit
        elif mark == FACE_DOWN and kit.may_hide >> unit & 1:
            self.state.face_down |= 1 << unit
        elif mark in self.STATES and self.able(mark) >> unit & 1:
            self._note(self.STATES[mark], 1 << unit)
        elif mark is not None:
            known = [own for own in self.STATES if self.able(own) >> unit & 1]
            known += [REDUCED] if board.two_steps >> unit & 1 else []
            known += [FACE_DOWN] if kit.may_hide >> unit & 1 else []
            self.problems.unknown(f"state of {name!r}", mark, known)
        kit.put(self.state, 1 << unit, board.place_index[place])

    def faults(self, *, standing: bool) -> list[str]:
        """What can't be in the state."""
        return self.rules.standing_faults(self.state) if standing else []  # type: ignore[attr-defined]

    def contradictions(self, phase: str) -> None:
        """`control`, where given, agrees with the units; enemies don't stand in one space."""
        state, kit = self.state, self.kit
        for name, side, space in self.problems.control_claimed(self.source):
            if not state.held[kit.board.sides.index(side)] & space:
                self.problems.add(f"control of {name} by {side!r} contradicts the units there")
        sides = self.assembly.turn.sides_of(phase)
        if self._side() is not None and self._side() not in sides:
            self.problems.add(f"the phase {phase!r} is not one of {self.source.side!r}")
        if self.registers and not {told.procedure for told in self.TOLD} & {*self.assembly.turn.runs(phase)}:
            self.problems.add(f"something is told of a phase of another kind than {phase!r}")
        if INITIATIVE in (self.source.flags or {}) and not self.assembly.turn.thrown_for(phase):
            self.problems.add(f"nobody throws for the phase {phase!r}", f"take the flag {INITIATIVE!r} out")

    def _side(self) -> int | None:
        """The side that the position names, if its phase is one of several sides."""
        name = self.source.side or (self.start.side if self.source.phase is None else None)
        phase = self.phase()
        sides = self.assembly.turn.sides_of(phase)
        return self.kit.board.sides.index(name) if name is not None and len(set(sides)) > 1 else None

    def _lay_out_cards(self) -> None:
        """Put the cards where the position, or else the scenario, says; where neither does, hands are dealt later."""
        cards = self.kit.cards
        listed = self.source.cards if self.source.cards is not None else self.start.cards
        if cards is None:
            if listed:
                self.problems.add("the game plays without cards", "take 'cards' out")
            return
        state: Any = self.state
        state.cards = [PILE] * len(cards.ids)
        places = {name: index for index, name in enumerate(PLACES) if index != PILE}
        places |= {side: HANDS + index for index, side in enumerate(self.rules.sides)}
        seen: set[str] = set()
        for place, names in (listed or {}).items():
            if not self.problems.known("place of cards", place, places):
                continue
            for name in names:
                if self.problems.known("card", name, cards.ids):
                    if name in seen:
                        self.problems.add(f"the card {name!r} is in two places")
                    seen.add(name)
                    state.cards[cards.ids.index(name)] = places[place]

    def open(self, phase: str) -> None:
        """Begin `phase`, with what has been done in it."""
        if self.kit.cards is not None and self.source.cards is None and self.start.cards is None:
            self.kit.cards.deal(self.state)
        if self.registers:
            self.state.frames[:] = [self.registers]
        self.assembly.turn.open(self.state, phase, self._side(), self._orders)
        self.kit.run(self.state)


def _unused(rules: Rules, state: KitState) -> None:
    """Phases are opened by the turn."""


def position_of(
    rules: Rules, assembly: Assembly, state: KitState, mark: Callable[[KitState, int], str | None]
) -> PositionSource:  # fmt: skip
    """The position of `state`; `mark`: the state of a unit as it is written there."""
    kit, board = assembly.kit, assembly.kit.board

    def entry(unit: int) -> Entry:
        written = mark(state, unit)
        return board.units[unit] if written is None else UnitState(id=board.units[unit], state=written)

    pools = tuple(box.id for box in rules.game.boxes if box.kind == "pool")
    assumed = assembly.control.assumed
    held = {space: side for side, spaces in enumerate(state.held) for space in bits(spaces & ~assumed[side])}
    control = {board.spaces[space]: board.sides[held[space]] for space in sorted(held)}
    stock = list(state.stock)
    if kit.runs(state, "replacements"):
        stock[state.side] -= kit.saved_income[state.side]  # the phase, begun anew, gives it again
    own = {field for field, _ in rules.READER.TRACKS.values()}  # type: ignore[attr-defined]
    tracks = {
        f"{name}-{side}": value for name, values in (("points", state.points), ("stock", stock)) if name not in own
        for side, value in zip(board.sides, values, strict=True) if value
    } | _own_tracks_of(rules, state)  # fmt: skip
    boxed = {*kit.lost_at, *kit.last_places} - {board.nowhere}
    flags = {
        name: " ".join(board.units[unit] for unit in bits(units)) for name, units in (
            ("called", state.called),
            ("gone", mask_of(unit for unit in bits(state.gone) if state.at[unit] not in boxed)),
            ("unsupplied", state.cut_off & state.present if kit.asks_for_supply else 0),
            ("exploiting", state.exploiting),
            (ACTIVATED, getattr(state, "card_units", 0)),
        ) if units
    }  # fmt: skip
    flags = _own_flags_of(rules, state) | flags
    if state.weather >= 0:
        flags[WEATHER] = kit.weathers[state.weather]
    if not state.ended and (orders := assembly.turn.orders(state)):
        flags[INITIATIVE] = ", ".join(" ".join(board.sides[side] for side in order) for order in orders)
    position = position_source(rules, state, pools, entry, tracks=tracks, control=control, flags=flags)
    return position if kit.cards is None else position.replaced(cards=_cards_of(rules, state))


def _cards_of(rules: Rules, state: Any) -> dict[str, tuple[str, ...]]:
    """Where the cards are that are in no pile."""
    names = [*PLACES, *rules.sides]
    lying: dict[str, tuple[str, ...]] = {}
    for card, place in enumerate(state.cards):
        if place != PILE:
            lying[names[place]] = (*lying.get(names[place], ()), rules.cards[card])
    return lying


def _own_tracks_of(rules: Any, state: KitState) -> dict[str, int]:
    """The tracks of a game's own: what `KitPosition` reads."""
    reader, tracks = rules.READER, dict[str, int]()
    on_map = {name for track in rules.game.tracks for name in (track.markers or (track.id,))}
    for track, (field, side) in reader.TRACKS.items():
        tracks[track] = getattr(state, field)[side]
        if f"{track}{TENS}" in on_map:
            tracks[f"{track}{TENS}"], tracks[track] = divmod(tracks[track], 10)
    return tracks | {
        track: state.turn - first + 1 for track, field in reader.SPANS.items() if (first := getattr(state, field))
    }


def _own_flags_of(rules: Any, state: KitState) -> dict[str, bool | int | str]:
    """The flags of a game's own: what `KitPosition` reads."""
    reader, frame = rules.READER, state.frames[0] if state.frames else {}
    flags: dict[str, bool | int | str] = {}
    flags |= {name: True for name, field in reader.SWITCHES.items() if getattr(state, field)}
    flags |= {name: getattr(state, field) for name, field in reader.NUMBERS.items() if getattr(state, field)}
    for told in reader.TOLD:
        items = 0
        for field in told.fields:
            items |= frame.get(field, 0) if told.procedure else getattr(state, field)
        names = rules.spaces if told.spaces else rules.units
        if told.procedure and not told.spaces:
            items &= state.present
        flags |= {f"{told.name}-{names[item]}": True for item in bits(items)}
    return flags
