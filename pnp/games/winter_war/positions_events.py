"""What positions say, as flags, of the Combat Phase that goes on and of the optional rule.

`attacked-<unit>`: has attacked, or been attacked, in this phase; `withdrew-<unit>`: retreated before combat;
`guest-<unit>`: retreated onto others; `left-<hex>`: a retreat before combat left it empty. Where the paratroops are
tells whether they wait or have been dropped.

Rule: Optional Rule
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.games.winter_war.board import SOVIET, Board
from pnp.games.winter_war.events import DROPPED, NOT_YET, WAITING
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits

if TYPE_CHECKING:
    from pnp.games.winter_war.positions import WinterPosition
    from pnp.games.winter_war.rules import WinterWar

SCENARIO, LOGISTICS = "scenario-in-force", "more-capacity"
NUMBERS: Mapping[str, str] = {
    "cease-fire-after-turn": "truce", "no-rail-in-turn": "frozen", "allied-losses": "allies",
    "murmansk-misses": "misses",
}  # fmt: skip
"""Flags that are numbers -> fields of the state."""

MARKED: Mapping[str, tuple[str, ...]] = {
    "attacked": ("fought", "struck"),
    "withdrew": ("withdrew",),
    "guest": ("guests",),
}
"""Flags of units -> fields of the state; of several the side on turn decides which."""

LEFT = "left"


def flags_of(rules: WinterWar, state: WinterState) -> dict[str, bool | int | str]:
    """The flags of a position of `state`."""
    flags: dict[str, bool | int | str] = {}
    if state.scenario:
        flags[SCENARIO] = rules.tables.letters[state.scenario].lower()
    if state.logistics:
        flags[LOGISTICS] = True
    flags |= {name: getattr(state, field) for name, field in NUMBERS.items() if getattr(state, field)}
    for name, fields in MARKED.items():
        units = 0
        for field in fields:
            units |= getattr(state, field)
        on_map = (unit for unit in bits(units) if state.at[unit] < rules.board.count)
        flags |= {f"{name}-{rules.units[unit]}": True for unit in on_map}
    return flags | {f"{LEFT}-{rules.spaces[space]}": True for space in bits(state.vacated)}


def read_flags(reader: WinterPosition, flags: Mapping[str, object]) -> None:
    """Put `flags` into the state that `reader` makes."""
    rules, state, problems = reader.rules, reader.state, reader.problems
    state.paradrop = _story(rules, state)
    rest = dict(flags)
    letter = rest.pop(SCENARIO, "")
    if str(letter).upper() in rules.tables.letters:
        state.scenario = rules.tables.letters.index(str(letter).upper())
    else:
        problems.unknown("scenario", str(letter), [name.lower() for name in rules.tables.letters if name])
    for name in [name for name in NUMBERS if name in rest]:
        value = rest.pop(name)
        if type(value) is int and value >= 0:
            setattr(state, NUMBERS[name], value)
        else:
            problems.add(f"flag {name!r} is a number, got {value!r}")
    units = {f"{name}-{unit}": (name, 1 << index) for name in MARKED for index, unit in enumerate(rules.units)}
    spaces = {f"{LEFT}-{space}": 1 << index for index, space in enumerate(rules.spaces)}
    for name in problems.flags_set(rest, {LOGISTICS, *units, *spaces}):
        if name == LOGISTICS:
            state.logistics = 1
        elif name in spaces:
            state.vacated |= spaces[name]
        else:
            field, bit = units[name]
            fields = MARKED[field]
            field = fields[0] if len(fields) == 1 or _on_turn(reader) & bit else fields[1]
            setattr(state, field, getattr(state, field) | bit)


def _on_turn(reader: WinterPosition) -> int:
    """Units of the side whose phase the position is in."""
    board, rules = reader.board, reader.rules
    side = rules.side_of_phase(reader.phase()) if reader.phase() in rules.phases else None
    return board.army[rules.sides.index(side) if side in rules.sides else SOVIET]


def _story(rules: WinterWar, state: WinterState) -> int:
    """How far the paratroops are, from where they stand."""
    board: Board = rules.board
    if not rules.optional:
        return NOT_YET
    places = {state.at[unit] for unit in bits(rules.tables.calls["Event F"].units)}
    if places & {board.events[SOVIET], board.nowhere}:
        return NOT_YET
    return WAITING if board.airfield in places else DROPPED
