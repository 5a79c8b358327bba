"""Positions (DESIGN §10) to states and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pnp.errors import Problem
from pnp.games.putins_war import phases
from pnp.games.putins_war.control import controlled
from pnp.games.putins_war.faults import faults_of
from pnp.games.putins_war.state import WarState, put
from pnp.model.position import PositionSource, UnitState
from pnp.referee.dice import bits
from pnp.referee.positions import PositionProblems, entries_of, script_draws, source_of

if TYPE_CHECKING:
    from pnp.games.putins_war.rules import PutinsWar

ACTIVATED = "activated"
ENTERED = "entered-"
"""A flag `entered-<space>` says that Russian units have entered a space of the optional rule."""

OPENERS = {
    "setup": phases.open_setup,
    "reinforcement": phases.open_reinforcement,
    "activation": phases.open_activation,
    "garrison": phases.open_garrison,
    "over-stack": phases.open_over_stack,
    "scoring": phases.open_scoring,
}
"""How each phase begins."""


def state_from(
    rules: PutinsWar, position: PositionSource | Mapping[str, Any], seed: int, dice: Sequence[int], draws: Sequence[str]
) -> WarState:
    """The state of `position`, completed by the scenario. Raises SourceError with all that is wrong.

    A position with units but no phase begins its turn: what it doesn't list is not there to be set up.
    Rule: 2.0
    """
    source = source_of(position)
    start = rules.scenario.position
    problems = _Problems(rules)
    problems.same_game(source)
    state = WarState(rules)
    rules.start_streams(state, seed)
    _stand(rules, state, source, start, problems)
    given = (source.turn, (source.tracks or {}).get("turn"), start.turn, (start.tracks or {}).get("turn"), 1)
    state.turn = next(turn for turn in given if turn is not None)
    problems.tracks(source.tracks or {}, state.turn)
    phase = source.phase or ("reinforcement" if source.units is not None else start.phase) or "setup"
    if phase not in OPENERS:
        problems.unknown("phase", phase, OPENERS)
    _flags(rules, state, source.flags if source.flags is not None else start.flags or {}, problems)
    script_draws(state, dice, draws, max(rules.board.invasion.table.dice.sides, rules.board.odds.table.dice.sides), problems)
    problems.raise_any()
    problems.contradictions(state, source)
    if source != PositionSource():
        state.began = source.as_json()
    OPENERS[phase](rules, state)
    problems.found += [Problem("bad-position", text, game=rules.game.id) for text in faults_of(rules, state)]
    problems.raise_any()
    return state


class _Problems(PositionProblems):
    """What is wrong with a position of this game."""

    rules: PutinsWar

    def tracks(self, tracks: Mapping[str, int], turn: int) -> None:
        """Tracks exist; the turn marker stands on the turn."""
        for name, value in tracks.items():
            if name != "turn":
                self.unknown("track", name, ("turn",))
            elif value != turn:
                self.add(f"the turn marker is on {value}, the turn is {turn}")
        if not 1 <= turn <= self.rules.board.turns:
            self.add(f"there is no turn {turn}", f"turns run from 1 to {self.rules.board.turns}")

    def contradictions(self, state: WarState, source: PositionSource) -> None:
        """What stands where must agree with itself and with `control`."""
        self.found += [
            Problem("bad-position", text, game=self.rules.game.id)
            for text in faults_of(self.rules, state)
            if not text.startswith(("no decision", "nothing can"))
        ]
        board = self.rules.board
        held = controlled(board, state)
        for name, side in (source.control or {}).items():
            if name not in board.spaces:
                self.unknown("space", name, board.spaces)
            elif side not in self.rules.sides:
                self.unknown("side", side, self.rules.sides)
            elif (side == board.russia) != bool(held >> board.spaces.index(name) & 1):
                self.add(f"control of {name} by {side!r} contradicts the units there", rule="6.1")
        self.raise_any()


def _stand(
    rules: PutinsWar, state: WarState, source: PositionSource, start: PositionSource, problems: _Problems
) -> None:
    """Put every unit in its place."""
    board = rules.board
    state.at = [board.nowhere] * len(board.units)
    state.units_in = [0] * board.nowhere + [(1 << len(board.units)) - 1]
    for place, name, mark in entries_of(source, start, (board.places[board.pool],), problems):
        unit = board.units.index(name)
        if board.late >> unit & 1 and not board.alarm and board.places.index(place) != board.aside:
            problems.add(f"{name!r} needs the option {_option_of(rules, name)!r}", rule="Ukrainian Air Force")
        put(board, state, 1 << unit, board.places.index(place))
        if mark == ACTIVATED and board.russian >> unit & 1:
            state.activated |= 1 << unit
        elif mark is not None:
            problems.unknown(f"state of {name!r}", mark, (ACTIVATED,) if board.russian >> unit & 1 else ())


def _option_of(rules: PutinsWar, name: str) -> str:
    return next(c.group.optional or "" for c in rules.game.all_counters() if c.id == name)


def _flags(rules: PutinsWar, state: WarState, flags: Mapping[str, object], problems: _Problems) -> None:
    known = {f"{ENTERED}{rules.spaces[space]}": space for space in bits(rules.board.alarm)}
    for name, value in flags.items():
        if name not in known:
            problems.unknown("flag", name, known)
        elif value is True:
            state.alarmed |= 1 << known[name]
        elif value is not False:
            problems.add(f"flag {name!r} is true or false, got {value!r}")


def position_of(rules: PutinsWar, state: WarState) -> PositionSource:
    """The position of `state`: units by place, pools, turn, phase, control."""
    board = rules.board
    units: dict[str, tuple[str | UnitState, ...]] = {}
    pools: dict[str, tuple[str, ...]] = {board.places[board.pool]: ()}
    for place in range(board.nowhere):
        inside = state.units_in[place]
        if place == board.pool:
            pools[board.places[place]] = tuple(board.units[u] for u in bits(inside))
        elif inside:
            units[board.places[place]] = tuple(_entry(rules, state, u) for u in bits(inside))
    held = controlled(board, state)
    return PositionSource(
        scenario=rules.scenario.id,
        options=dict(rules.options),
        turn=state.turn,
        phase=rules.phase(state),
        side=rules.side_to_act(state),
        units=units,
        tracks={"turn": state.turn},
        control={board.spaces[s]: board.russia for s in bits(held)},
        pools=pools,
        flags={f"{ENTERED}{board.spaces[s]}": bool(state.alarmed >> s & 1) for s in bits(board.alarm)},
    )


def _entry(rules: PutinsWar, state: WarState, unit: int) -> str | UnitState:
    name = rules.units[unit]
    active = state.activated >> unit & 1 and state.at[unit] < rules.board.count
    return UnitState(id=name, state=ACTIVATED) if active else name
