"""An odds table worked out for the player where units fight those beside them: strengths, column, result in brackets or not.

Strengths are counted in half points, so that what is halved keeps its halves. What the map shows is filled in as a
proposal; each value can be changed in the calculator's window before the roll.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pnp.maps.hexes import hex_field, region_of
from pnp.maps.place_names import place_names
from pnp.model.game import Game
from pnp.vassal.context import Context, nested, property_name, quoted, rule_label, spoken, whole_map
from pnp.vassal.tables import column_label, factor_property, span_test

if TYPE_CHECKING:
    from pnp.vassal.calculator import Calculator

DEFENCE = "defence"
"""The factor that defenders add up; a game whose units lack it counts the first for both."""
SHELTERED = frozenset({"city"})
"""Features of a hex in its own country that double those who defend it."""
FORTIFIED = "fortification"
"""The kind of a set of hexes that doubles the defenders of its side and brings the results in brackets."""

LOCATION = "LocationName"
"""The engine's name of the hex where a piece stands."""


def odds_formulas(own: Calculator) -> dict[str, str]:
    """Name of a part -> its BeanShell expression, in the order in which they use each other."""
    halves = f"(2*{own.name('Defence')}-{own.name('Halved')})*(1+{own.name('Doubled')})"
    return {"Strength": halves, "Column": _column(own), "Code": _code(own)}


def _column(own: Calculator) -> str:
    """Index of the column, rounded down in the defender's favour; -1 where nothing defends."""
    strength, attack = own.name("Strength"), own.name("Attack")
    cases = [(f"{strength}<=0", "-1")]
    for index, label in reversed(list(enumerate(own.table.columns))):
        left, right = (int(part) for part in re.split("[:-]", label))
        cases.append((f"2*{attack}*{right}>={strength}*{left}", str(index)))
    return nested(cases[:-1], cases[-1][1])


def _code(own: Calculator) -> str:
    """The result: of the row of the roll the part that belongs to the column, all codes equally wide; "" without a column."""
    table, roll = own.table, own.name("0_result")
    width = max(len(code) for row in table.rows for _, _, code in row.cells())
    start = f"Math.max(0,{own.name('Column')})*{width}"
    found = []
    for reading in reversed(table.readings):
        test = f"{own.name('Bracketed')}==1&&" if reading else ""
        for row in table.rows:
            cells = "".join(row.code(index, bracketed=reading).ljust(width) for index in range(len(table.columns)))
            found.append((test + span_test(roll, row.die), quoted(cells)))
    picked = nested(found[:-1], found[-1][1])
    return f"({own.name('Column')}<0?\"\":{picked}.substring({start},{start}+{width}).trim())"


# Texts -------------------------------------------------------------------------------------------


def odds_column_text(own: Calculator) -> str:
    """An expression for the head of the column."""
    heads = [(f"{own.name('Column')}=={index}", quoted(column_label(own.table, index))) for index in range(len(own.table.columns))]
    return nested(heads, quoted("–"))


def strength_text(own: Calculator) -> str:
    """An expression for the strength that defends, with its half."""
    strength = own.name("Strength")
    return f'(""+{strength}/2+({strength}%2==0?"":".5"))'


def odds_strengths_text(context: Context, own: Calculator, side: str) -> str:
    """An expression that tells what is compared, before the roll. side: the expression for the attacker's name."""
    template = context.words.text("{side} attacks, {attack} against {defence}: column {column}, {reading}")
    return spoken(template, {
        "side": side, "attack": own.name("Attack"), "defence": strength_text(own), "column": odds_column_text(own),
        "reading": reading_text(context, own),
    })  # fmt: skip


def reading_text(context: Context, own: Calculator) -> str:
    """An expression that tells which of two results counts."""
    words = context.words
    if len(own.table.readings) == 1:
        return quoted(words.text("normal result"))
    return nested([(f"{own.name('Bracketed')}==1", quoted(words.text("result in brackets")))], quoted(words.text("normal result")))


def odds_result_text(context: Context, own: Calculator) -> str:
    """An expression that tells roll, column, which result counts, the result and its rule."""
    codes = [(f"{own.name('Code')}=={quoted(c.id)}", quoted(f"{c.id}, {c.name}. {c.text}")) for c in own.shown.codes]
    nothing = (f"{own.name('Column')}<0", quoted(context.words.text("nobody defends with any strength")))
    template = context.words.text("{table}: die {die}, column {column}, {reading}: {result} [{rule}]")
    return spoken(template, {
        "table": quoted(own.shown.title), "die": own.name("0_result"), "column": odds_column_text(own),
        "reading": reading_text(context, own), "result": nested([nothing, *codes], own.name("Code")),
        "rule": quoted(rule_label(context.shown, own.table.rule)),
    })  # fmt: skip


# What the map shows ----------------------------------------------------------------------------------


def odds_filled(context: Context, own: Calculator, attacking: str) -> dict[str, tuple[str, str]]:
    """Part -> its value at the start, and the expression that reads it off the marked units and the attacked hex."""
    game = context.base
    sides = [(f"{whole_map('CountMap', f'{attacking}&&Side=={quoted(s.id)}')}>0", quoted(s.id)) for s in game.info.sides]
    here = f"{LOCATION}=={own.name('Target')}&&Mobile==1&&ObscuredToOthers!=true"
    found = {
        "Side": (game.info.sides[0].id, nested(sides[:-1], sides[-1][1])),
        "Attack": ("0", whole_map("SumMap", factor_property(game), attacking)),
        "Defence": ("0", whole_map("SumMap", defence_property(game), here)),
        "Halved": ("0", "0"),
        "Doubled": ("0", _stands_in(game, own, here, sheltering_hexes(game))),
    }
    if len(own.table.readings) > 1:
        found["Bracketed"] = ("0", _stands_in(game, own, here, fortified_hexes(game)))
    return found


def defence_property(game: Game) -> str:
    """The property that defenders add up."""
    has = any(name == DEFENCE for counter in game.all_counters() for name, _ in counter.factors)
    return property_name(DEFENCE) if has else factor_property(game)


def fortified_hexes(game: Game) -> dict[str, list[str]]:
    """Side -> names of the hexes that are fortified for it."""
    assert game.map.hexes is not None
    field, called = hex_field(game.map.hexes), place_names(game.map)
    found: dict[str, list[str]] = {}
    for group in game.map.hexes.sets:
        if group.kind == FORTIFIED and group.side:
            found.setdefault(group.side, []).extend(called[field.ids[i]] for i in field.hexes(group.hexes))
    return found


def sheltering_hexes(game: Game) -> dict[str, list[str]]:
    """Side -> names of the hexes in which it is doubled: fortified ones, and cities of its own country."""
    hexes = game.map.hexes
    assert hexes is not None
    field, called = hex_field(hexes), place_names(game.map)
    regions = region_of(hexes, field)
    found = {side: list(names) for side, names in fortified_hexes(game).items()}
    for space in game.map.spaces:
        region = regions[field.index[space.id]]
        owner = space.side or (hexes.regions[region].side if region >= 0 else None)
        if owner and SHELTERED & set(space.features) and called[space.id] not in found.setdefault(owner, []):
            found[owner].append(called[space.id])
    return found


def _stands_in(game: Game, own: Calculator, here: str, hexes: dict[str, list[str]]) -> str:
    """1 where the attacked hex is one of those that help the side that stands there."""
    cases = []
    for side in (s.id for s in game.info.sides if hexes.get(s.id)):
        listed = quoted(f"|{'|'.join(hexes[side])}|") + f".contains(\"|\"+{own.name('Target')}+\"|\")"
        cases.append((f"{listed}&&{whole_map('CountMap', f'{here}&&Side=={quoted(side)}')}>0", "1"))
    return nested(cases, "0") if cases else "0"
