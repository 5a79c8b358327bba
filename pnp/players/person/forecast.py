"""What a roll can come to, before it is rolled: the odds, the column, what modifies it, and the chance of each result.

An action is tried on copies of the state, once for each way in which its dice can fall; what the log says of them is
all that is read. So the forecast is the referee's own, for any game. Nothing is read past the next die or lot: that
would be the future.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from pnp.errors import PnpError
from pnp.model.log import LogLine
from pnp.model.tables import ResultsTable
from pnp.players.telling import thing_names
from pnp.referee.engine import Rules
from pnp.referee.masks import Action

MOST_WAYS = 216
"""Ways for dice to fall that are tried: three dice."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One result.

    codes   of the table, with what it is read as; none of a list, which has no codes
    dice    what shows it, in order: "4", or "2+6" of two dice
    share   of all ways to roll
    events  what it brings at once, the same in each of these ways; empty where that differs
    """

    codes: tuple[str, ...]
    dice: tuple[str, ...]
    share: Fraction
    events: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class RollForecast:
    """A roll that an action brings.

    before   the log up to the roll: strengths, shifts, modifiers
    table    id of the table, column what is printed over the column; "" of a list
    chances  in the order of the table's codes, those that can't come left out
    """

    before: tuple[LogLine, ...]
    table: str
    column: str
    chances: tuple[Chance, ...]

    def share(self, codes: Sequence[str]) -> Fraction:
        """The share of the results with these codes."""
        return sum((chance.share for chance in self.chances if chance.codes == tuple(codes)), Fraction(0))


def forecast(rules: Rules, state: Any, action: Action, *, turning_up: bool = False) -> RollForecast | None:
    """The roll on a results table that a legal `action` brings at once; None where it brings none, or where the roll
    would turn up units that a side can't see yet.

    turning_up  also then: of a state that isn't the true one
    """
    first = _tried(rules, state, action, (1,) * 3, turning_up)
    if first is None:
        return None
    sides = _dice_of(first)
    if not sides or _ways(sides) > MOST_WAYS:
        return None
    tables = {table.id: table for table in rules.game.charts.tables if isinstance(table, ResultsTable)}
    groups: dict[tuple[str, ...], list[tuple[tuple[int, ...], list[LogLine]]]] = {}
    opened: tuple[LogLine, ...] = ()
    table = column = ""
    for dice in product(*(range(1, number + 1) for number in sides)):
        lines = _tried(rules, state, action, dice, turning_up)
        if lines is None:
            return None
        opened, after = _parted(lines, len(sides))
        result = next((line for line in after if line.kind == "event" and line.data["event"] == "result"), None)
        if result is None and len(action) > 1 and (table := _read_on(rules, lines)):
            groups.setdefault((str([line.data for line in after]),), []).append((dice, after))
            continue
        if result is None or result.data.get("table") not in tables:
            return None
        table, column = str(result.data["table"]), str(result.data.get("column", ""))
        upgrades = (str(line.data.get("code")) for line in after if line.data.get("event") == "upgrade")
        codes = (str(result.data["code"]), *upgrades)
        groups.setdefault(codes, []).append((dice, after[after.index(result) + 1 :]))
    if table not in tables:  # a list: what it comes to is told by what happens alone
        plain = [replace(_chance(codes, ways, _ways(sides)), codes=()) for codes, ways in groups.items()]
        return RollForecast(opened, table, "", tuple(plain)) if len(plain) > 1 else None
    order = [code.id for code in tables[table].codes]
    chances = [_chance(codes, ways, _ways(sides)) for codes, ways in groups.items()]
    chances.sort(key=lambda chance: (order.index(chance.codes[0]) if chance.codes[0] in order else 99, chance.codes))
    return RollForecast(opened, table, column, tuple(chances))


def _read_on(rules: Rules, lines: Sequence[LogLine]) -> str:
    """The table for which the first die is thrown; "" where that is none of the game's."""
    purpose = next((str(line.data.get("for", "")) for line in lines if line.kind == "draw"), "")
    return purpose if any(table.id == purpose for table in rules.game.charts.tables) else ""


def _ways(sides: Sequence[int]) -> int:
    ways = 1
    for number in sides:
        ways *= number
    return ways


def _chance(codes: tuple[str, ...], ways: list[tuple[tuple[int, ...], list[LogLine]]], of: int) -> Chance:
    told = {tuple((line.kind, str(line.data)) for line in events) for _, events in ways}
    dice = tuple(dict.fromkeys("+".join(map(str, sorted(dice))) for dice, _ in ways))
    return Chance(codes, dice, Fraction(len(ways), of), tuple(ways[0][1]) if len(told) == 1 else ())


def _tried(
    rules: Rules, state: Any, action: Action, dice: Sequence[int], turning_up: bool
) -> list[LogLine] | None:  # fmt: skip
    """The log of `action` on a copy, if these dice fell; None where it would turn up a unit and may not."""
    probe = state.copy(records=False)
    probe.dice_script = [*reversed(dice)]
    try:
        rules.apply(probe, action)
    except PnpError:
        return None
    if not turning_up and any(state.unseen(side) & ~probe.unseen(side) for side in rules.sides):
        return None
    return list(rules.lines_from(probe, 0))


def _dice_of(lines: Sequence[LogLine]) -> tuple[int, ...]:
    """The sides of the dice thrown together first; none where the first draw is a lot."""
    sides = []
    for line in lines:
        if line.kind == "draw" and str(line.data["draw"])[1:].isdigit():
            sides.append(int(str(line.data["draw"])[1:]))
        elif line.kind == "draw" or sides:
            break
    return tuple(sides)


def _parted(lines: list[LogLine], dice: int) -> tuple[tuple[LogLine, ...], list[LogLine]]:
    """What is logged before the dice, and after them up to the next draw."""
    first = next(index for index, line in enumerate(lines) if line.kind == "draw")
    after = lines[first + dice :]
    end = next((index for index, line in enumerate(after) if line.kind == "draw"), len(after))
    return tuple(line for line in lines[:first] if line.kind == "event"), after[:end]


def attacker_share(rules: Rules, roll: RollForecast) -> Fraction | None:
    """The share of results that favour the attacker by their codes; None where no code of the table says whom it does.
    """
    favours = {code.id: code.favours for code in getattr(rules.game.table(roll.table), "codes", ())}
    if not any(favours.values()):
        return None
    last = ((next((c for c in reversed(chance.codes) if c in favours), ""), chance.share) for chance in roll.chances)
    return sum((share for code, share in last if favours.get(code) == "attacker"), Fraction(0))


def code_names(rules: Rules, chance: Chance, lang: str) -> str:
    """The codes of a result with their names: "DR (Defender retreats)", and what they are read as."""
    names = thing_names(rules, lang)
    return " → ".join(names.get(code, code) for code in chance.codes)
