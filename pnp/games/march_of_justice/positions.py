"""Positions (DESIGN §10) to states and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.errors import Problem
from pnp.games.march_of_justice import phases
from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.faults import faults_of
from pnp.games.march_of_justice.momentum import level
from pnp.games.march_of_justice.state import MarchState, army, put, refresh_unit
from pnp.model.position import PositionSource, UnitState
from pnp.referee.dice import bits
from pnp.referee.positions import PositionProblems, entries_of, script_draws, source_of

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice

REDUCED, SWITCHED = "reduced", "switched"
"""States of units."""

MARKED = ("moved", "attacked", "shifted")
"""Flags `moved-<unit>` and so on say what a unit has done in this phase."""

OPENERS: dict[str, Callable[[MarchOfJustice, MarchState], None]] = {
    "administration": phases.open_adjustment,
    "wagner": phases.open_wagner,
    "russia": phases.open_mobilization,
    "end-turn": phases.end_turn,
}
"""How each phase begins."""


def state_from(
    rules: MarchOfJustice, position: PositionSource | Mapping[str, Any], seed: int, dice: Sequence[int], draws: Sequence[str]
) -> MarchState:
    """The state of `position`, completed by the scenario, at the beginning of its phase.

    Raises SourceError with all that is wrong. Rule: 9.0
    """
    source, start = source_of(position), rules.scenario.position
    problems = PositionProblems(rules)
    problems.same_game(source)
    state = MarchState(rules)
    rules.start_streams(state, seed)
    _tracks(rules, state, source, start, problems)
    _stand(rules, state, source, start, problems)
    _flags(rules, state, source.flags if source.flags is not None else start.flags or {}, problems)
    phase = source.phase or start.phase or next(iter(OPENERS))
    if phase not in OPENERS:
        problems.unknown("phase", phase, OPENERS)
    script_draws(state, dice, draws, rules.board.contact.table.dice.sides, problems)
    problems.raise_any()
    problems.found += [Problem("bad-position", text, game=rules.game.id) for text in faults_of(rules, state, standing=True)]
    _control(rules, state, source, problems)
    _overdue(rules, state, phase, problems)
    problems.raise_any()
    if source != PositionSource():
        state.began = source.as_json()
    _open(rules, state, phase)
    problems.found += [Problem("bad-position", text, game=rules.game.id) for text in faults_of(rules, state)]
    problems.raise_any()
    return state


def _open(rules: MarchOfJustice, state: MarchState, phase: str) -> None:
    """Begin `phase`; what units have done in it already is kept."""
    done = (state.moved, state.attacked, state.shifted)
    if phase == "wagner" and any(done[:2]):
        phases.open_return(rules, state, WAGNER)
    elif phase == "administration" and not any(done) and not state.happened:
        phases.open_turn(rules, state)
    else:
        OPENERS[phase](rules, state)


def _tracks(
    rules: MarchOfJustice, state: MarchState, source: PositionSource, start: PositionSource, problems: PositionProblems
) -> None:
    """Turn, momentum and the markers of the columns."""
    board = rules.board
    given = {**(start.tracks or {}), **(source.tracks or {})}
    turns = (source.turn, (source.tracks or {}).get("turn"), start.turn, 1)
    state.turn = next(turn for turn in turns if turn is not None)
    problems.turn(state.turn, (source.tracks or {}).get("turn"))
    known = ("turn", board.momentum_track, *board.markers)
    for name in given:
        if name not in known:
            problems.unknown("track", name, known)
    momentum = given.get(board.momentum_track, 0)
    if momentum in board.levels:
        state.momentum = board.levels.index(momentum)
    else:
        problems.add(f"there is no momentum {momentum}", f"one of {', '.join(map(str, board.levels))}", "3.6")
    values = [mark.value for mark in board.track]
    state.marks = [0] * len(board.markers)
    for index, name in enumerate(board.markers):
        value = given.get(name, values[0])
        if value in values:
            state.marks[index] = values.index(value)
        else:
            problems.add(f"{name!r} can't stand on {value}", f"one of {', '.join(map(str, values))}", "3.5")


def _stand(
    rules: MarchOfJustice, state: MarchState, source: PositionSource, start: PositionSource, problems: PositionProblems
) -> None:
    """Put every unit in its place, and turn it to its side."""
    board = rules.board
    number = len(board.units)
    state.at = [board.nowhere] * number
    state.units_in = [0] * board.nowhere + [(1 << number) - 1]
    state.sp, state.ma = [0] * number, [0] * number
    for place, name, mark in entries_of(source, start, (board.places[board.cup],), problems):
        unit = board.units.index(name)
        bit = 1 << unit
        able = {REDUCED: board.reducible, SWITCHED: board.switchers}
        if mark is not None and not able.get(mark, 0) & bit:
            problems.unknown(f"state of {name!r}", mark, [state_ for state_, units in able.items() if units & bit])
        elif mark == REDUCED:
            state.reduced |= bit
        elif mark == SWITCHED:
            state.switched |= bit
        put(board, state, bit, board.places.index(place))
    for unit in range(number):
        refresh_unit(board, state, unit)


def _flags(rules: MarchOfJustice, state: MarchState, flags: Mapping[str, object], problems: PositionProblems) -> None:
    """What has happened this turn, and what units have done in this phase."""
    board = rules.board
    happened = _happenings(rules)
    marked = {f"{name}-{unit}": (name, 1 << index) for name in MARKED for index, unit in enumerate(board.units)}
    for name, value in flags.items():
        if name not in happened and name not in marked:
            problems.unknown("flag", name, [*happened, *marked])
        elif type(value) is not bool:
            problems.add(f"flag {name!r} is true or false, got {value!r}")
        elif value and name in happened:
            state.happened |= 1 << happened[name]
        elif value:
            field, bit = marked[name]
            setattr(state, field, getattr(state, field) | bit)


def _happenings(rules: MarchOfJustice) -> dict[str, int]:
    """Flag -> its bit in `happened`."""
    return {
        f"{side}-{name}": 2 * number + index
        for name, number in phases.HAPPENINGS.items()
        for index, side in enumerate(rules.board.sides)
    }


def _control(rules: MarchOfJustice, state: MarchState, source: PositionSource, problems: PositionProblems) -> None:
    """`control`, where given, must agree with the units."""
    board = rules.board
    for name, side in (source.control or {}).items():
        if name not in board.spaces:
            problems.unknown("space", name, board.spaces)
        elif side not in board.sides:
            problems.unknown("side", side, board.sides)
        elif not (state.theirs if side == board.sides[RUSSIA] else state.ours) >> board.spaces.index(name) & 1:
            problems.add(f"{name} is not occupied by {side!r}", rule="3.3")


def _overdue(rules: MarchOfJustice, state: MarchState, phase: str, problems: PositionProblems) -> None:
    """Nobody waits on the space of this turn whose side has moved already."""
    late = {"russia": army(rules.board, state, WAGNER), "end-turn": -1}.get(phase, 0)
    for unit in bits(state.units_in[rules.board.turn_places[state.turn]] & late):
        problems.add(f"{rules.units[unit]!r} would be back on the map by now", rule="3.11")


def position_of(rules: MarchOfJustice, state: MarchState) -> PositionSource:
    """The position of `state`: units by place with their states, tracks, pools, phase, what has happened."""
    board = rules.board
    units: dict[str, tuple[str | UnitState, ...]] = {}
    pools: dict[str, tuple[str, ...]] = {board.places[board.cup]: ()}
    for place in range(board.nowhere):
        inside = state.units_in[place]
        if place == board.cup:
            pools[board.places[place]] = tuple(board.units[u] for u in bits(inside))
        elif inside:
            units[board.places[place]] = tuple(_entry(board.units[u], state, 1 << u) for u in bits(inside))
    held = {WAGNER: state.ours, RUSSIA: state.theirs}
    return PositionSource(
        scenario=rules.scenario.id,
        options=dict(rules.options),
        turn=state.turn,
        phase=rules.phase(state),
        side=rules.side_to_act(state),
        units=units,
        tracks={
            "turn": state.turn, board.momentum_track: level(board, state),
            **{name: board.track[state.marks[index]].value for index, name in enumerate(board.markers)},
        },
        control={board.spaces[s]: board.sides[side] for side in (WAGNER, RUSSIA) for s in bits(held[side])},
        pools=pools,
        flags=_flags_of(rules, state),
    )  # fmt: skip


def _flags_of(rules: MarchOfJustice, state: MarchState) -> dict[str, bool | int | str]:
    """Flags that are true."""
    afield = army(rules.board, state, WAGNER) | army(rules.board, state, RUSSIA)
    flags: dict[str, bool | int | str] = {
        name: True for name, bit in _happenings(rules).items() if state.happened >> bit & 1
    }
    for name in MARKED:
        flags |= {f"{name}-{rules.units[unit]}": True for unit in bits(getattr(state, name) & afield)}
    return flags


def _entry(name: str, state: MarchState, bit: int) -> str | UnitState:
    if state.switched & bit:
        return UnitState(id=name, state=SWITCHED)
    return UnitState(id=name, state=REDUCED) if state.reduced & bit else name
