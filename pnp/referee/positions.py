"""What every game does to turn a position (DESIGN §10) into a state, and a state into a position.

A game subclasses `PositionReader` and writes what is its own: how a unit stands, its tracks, its flags.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import ValidationError

from pnp.errors import Location, Problem, SourceError, did_you_mean
from pnp.model.position import PositionSource, UnitState
from pnp.referee.dice import bits
from pnp.referee.engine import Rules
from pnp.referee.state import State

S = TypeVar("S", bound=State)
Entry = str | UnitState
"""A unit as a position lists it: its id, with a state when it has one."""


class Standing(Protocol):
    """The part of a state that concerns its units.

    at        place of each unit
    units_in  set of units in each place, nowhere last
    """

    at: list[int]
    units_in: list[int]


def clear(state: Standing, units: int, nowhere: int) -> None:
    """Put all `units` of them nowhere."""
    state.at = [nowhere] * units
    state.units_in = [0] * nowhere + [(1 << units) - 1]


def source_of(position: PositionSource | Mapping[str, Any]) -> PositionSource:
    """The position, checked. Raises SourceError."""
    if isinstance(position, PositionSource):
        return position
    try:
        return PositionSource.model_validate(position)
    except ValidationError as error:
        raise SourceError(
            *(Problem("bad-position", f"{'.'.join(map(str, e['loc']))}: {e['msg']}") for e in error.errors()[:50])
        ) from None


class PositionProblems:
    """Collects the problems of a position, so that one error reports all."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[Problem] = []

    def add(self, message: str, hint: str = "", rule: str = "", where: Location | None = None) -> None:
        """One more thing that is wrong."""
        self.problems.append(Problem("bad-position", message, where, hint, game=self.rules.game.id, rule=rule))

    def unknown(self, kind: str, name: str, known_names: Iterable[str]) -> None:
        """A name that nothing has."""
        hint = did_you_mean(name, known_names)
        self.problems.append(Problem("unknown-name", f"unknown {kind} {name!r}", hint=hint, game=self.rules.game.id))

    def known(self, kind: str, name: str, names: Collection[str]) -> bool:
        """Whether `name` is one of `names`; a problem when it isn't."""
        among = name in names
        if not among:
            self.unknown(kind, name, names)
        return among

    def add_faults(self, faults: Iterable[str]) -> None:
        """What can't be in a state."""
        for fault in faults:
            self.add(fault, rule=getattr(fault, "rule", ""))

    def raise_any(self) -> None:
        """Raise SourceError when anything is wrong."""
        if self.problems:
            raise SourceError(*self.problems)

    def same_game(self, source: PositionSource) -> None:
        """The position belongs to this scenario and these options, and a side that decides is on turn."""
        rules = self.rules
        if source.scenario not in (None, rules.scenario.id):
            self.add(f"the position is of scenario {source.scenario!r}, these rules of {rules.scenario.id!r}")
        for name, value in (source.options or {}).items():
            if self.known("option", name, rules.options) and rules.options[name] != value:
                self.add(f"the position has option {name!r} {value!r}, these rules {rules.options[name]!r}")
        if source.side is not None and source.side not in rules.playing:
            self.add(f"side {source.side!r} takes no decisions; it is {' or '.join(map(repr, rules.playing))}")

    def turn(self, turn: int, marker: int | None) -> None:
        """Check that the turn exists and its marker is on it."""
        if marker not in (None, turn):
            self.add(f"the turn marker is on {marker}, the turn is {turn}")
        if not 1 <= turn <= self.rules.scenario.turns:
            self.add(f"there is no turn {turn}", f"turns run from 1 to {self.rules.scenario.turns}")


    def flags_set(self, flags: Mapping[str, object], names: Collection[str]) -> list[str]:
        """Those of `flags` that are true; all must be among `names`, and true or false."""
        set_flags = []
        for name, value in flags.items():
            if not self.known("flag", name, names):
                continue
            if type(value) is not bool:
                self.add(f"flag {name!r} is true or false, got {value!r}")
            elif value:
                set_flags.append(name)
        return set_flags

    def control_claimed(self, source: PositionSource) -> Iterator[tuple[str, str, int]]:
        """Space, side, and the space as a set, for each entry of `control` that names what there is."""
        for name, side in (source.control or {}).items():
            if self.known("space", name, self.rules.spaces) and self.known("side", side, self.rules.sides):
                yield name, side, 1 << self.rules.spaces.index(name)


class PositionReader(ABC, Generic[S]):
    """Makes the state of a position, completed by the scenario, at the beginning of its phase.

    rules           those that the state belongs to; a game narrows the type
    source, start   the position, and the scenario's
    problems        what is wrong, gathered
    state           what has been made so far
    OPENERS         phase -> how it begins
    """

    OPENERS: ClassVar[Mapping[str, Callable[[Any, Any], None]]]

    rules: Rules

    def __init__(self, rules: Rules, position: PositionSource | Mapping[str, Any], seed: int) -> None:
        self.rules = rules
        self.source, self.start = source_of(position), rules.scenario.position
        self.problems = PositionProblems(rules)
        self.problems.same_game(self.source)
        self.state: S = rules.STATE(rules)  # type: ignore[assignment]
        rules.start_streams(self.state, seed)

    # What a game writes -------------------------------------------------------------------------------------

    @abstractmethod
    def pools(self) -> tuple[str, ...]:
        """Places that may be listed under `pools`."""

    @abstractmethod
    def die_sides(self) -> int:
        """The highest number that a die of the game shows."""

    @abstractmethod
    def stand_unit(self, name: str, place: str, mark: str | None) -> None:
        """Put the unit in its place; `mark` is its state as written."""

    @abstractmethod
    def faults(self, *, standing: bool) -> list[str]:
        """What can't be in the state; `standing`: only where everything stands, no phase is open yet."""

    def tracks(self) -> None:
        """Read the tracks other than that of turns; a game without any refuses them."""
        for name in self.source.tracks or {}:
            self.problems.known("track", name, ("turn",))

    def flags(self, flags: Mapping[str, object]) -> None:
        """Read the flags; a game without any refuses them."""
        self.problems.flags_set(flags, ())

    def phase(self) -> str:
        """The phase that the state begins with."""
        return self.source.phase or self.start.phase or next(iter(self.OPENERS))

    def contradictions(self, phase: str) -> None:
        """Check what must agree with the places of the units, such as `control`."""

    def open(self, phase: str) -> None:
        """Begin `phase`."""
        self.OPENERS[phase](self.rules, self.state)

    # What all share -----------------------------------------------------------------------------------------

    def read(self, dice: Sequence[int], draws: Sequence[str]) -> S:
        """The state, with dice and lots to be drawn before the generator. Raises SourceError with all that is wrong."""
        state, problems, source = self.state, self.problems, self.source
        self._turn()
        self.tracks()
        self._stand()
        phase = self.phase()
        problems.known("phase", phase, self.OPENERS)
        self.flags(source.flags if source.flags is not None else self.start.flags or {})
        script_draws(state, dice, draws, self.die_sides(), problems)
        problems.raise_any()
        problems.add_faults(self.faults(standing=True))
        self.contradictions(phase)
        problems.raise_any()
        if source != PositionSource():
            state.began = source.as_json()
        self.open(phase)
        problems.add_faults(self.faults(standing=False))
        problems.raise_any()
        return state

    def _turn(self) -> None:
        marker = (self.source.tracks or {}).get("turn")
        turns = (self.source.turn, marker, self.start.turn, (self.start.tracks or {}).get("turn"), 1)
        self.state.turn = next(turn for turn in turns if turn is not None)
        self.problems.turn(self.state.turn, marker)

    def _stand(self) -> None:
        rules = self.rules
        clear(self.state, len(rules.units), len(rules.places))  # type: ignore[arg-type]
        for place, name, mark in entries_of(self.source, self.start, self.pools(), self.problems):
            self.stand_unit(name, place, mark)


def position_source(
    rules: Rules, state: Any, pools: Sequence[str], entry: Callable[[int], Entry], *,
    tracks: Mapping[str, int], control: Mapping[str, str], flags: Mapping[str, bool | int | str],
) -> PositionSource:  # fmt: skip
    """The position of `state`.

    pools  places that stand under `pools`, even empty
    entry  a unit, by its index, as the position lists it
    """
    units: dict[str, tuple[Entry, ...]] = {}
    pool_units: dict[str, tuple[str, ...]] = dict.fromkeys(pools, ())
    units_in = state.units_in
    for index in sorted(units_in) if isinstance(units_in, dict) else range(len(rules.places)):
        inside = units_in[index]
        if not inside or index >= len(rules.places):
            continue
        place = rules.places[index]
        if place in pool_units:
            pool_units[place] = tuple(rules.units[unit] for unit in bits(inside))
        else:
            units[place] = tuple(entry(unit) for unit in bits(inside))
    return PositionSource(
        scenario=rules.scenario.id, options=dict(rules.options), turn=state.turn, phase=rules.phase(state),
        side=rules.side_to_act(state), units=units, tracks={"turn": state.turn, **tracks}, control=dict(control),
        pools=pool_units, flags=dict(flags),
    )  # fmt: skip


def entries_of(
    source: PositionSource, start: PositionSource, pools: Iterable[str], problems: PositionProblems
) -> list[tuple[str, str, str | None]]:
    """Place, id and state of every unit that `source` puts somewhere, completed by `start` and checked by name.

    pools  places that may stand under `pools`
    """
    rules = problems.rules
    listed: dict[str, str] = {}
    placed_units: list[tuple[str, str, str | None]] = []

    def stand(place: str, name: str, mark: str | None, *path: str | int) -> None:
        if place not in rules.places:
            problems.unknown("space or box", place, rules.places)
        elif name not in rules.units:
            problems.unknown("unit", name, rules.units)
        elif name in listed:
            problems.add(f"{name!r} is both in {listed[name]!r} and in {place!r}", where=source.where(*path))
        else:
            listed[name] = place
            placed_units.append((place, name, mark))

    for place, entries in ((source.units if source.units is not None else start.units) or {}).items():
        for index, entry in enumerate(entries):
            if isinstance(entry, UnitState):
                stand(place, entry.id, entry.state, "units", place, index)
            else:
                stand(place, entry, None, "units", place, index)
    pools_given = source.pools is not None
    allowed = tuple(pools)
    for place, names in ((source.pools if pools_given else start.pools) or {}).items():
        if place not in allowed:
            problems.unknown("pool", place, allowed)
            continue
        for name in names:
            if pools_given or name not in listed:
                stand(place, name, None, "pools", place)
    return placed_units


def script_draws(
    state: State, dice: Sequence[int], draws: Sequence[str], sides: int, problems: PositionProblems
) -> None:
    """Draw these values and ids before the generator. Raises SourceError for one that can't be drawn."""
    lots = problems.rules.lots
    for value in dice:
        if type(value) is not int or not 1 <= value <= sides:
            problems.add(f"a die shows 1 to {sides}, not {value!r}")
    for name in draws:
        if name not in lots:
            problems.unknown("unit, space or card" if problems.rules.cards else "unit or space", str(name), lots)
    problems.raise_any()
    state.dice_script = list(reversed(list(dice)))
    state.cup_script = [lots.index(name) for name in reversed(list(draws))]
