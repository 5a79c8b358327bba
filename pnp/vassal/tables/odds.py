"""A calculator for odds tables where units attack adjacent ones: strengths, column, result in brackets or not.

Strengths are counted in half points, so that halving loses nothing. Values that the map shows are filled in as a
proposal; each can be changed in the calculator's window before the roll.
"""

from __future__ import annotations

import re

from pnp.maps.hex_grid import hex_field, region_of
from pnp.maps.place_names import place_names
from pnp.model.game import Game
from pnp.vassal.context import SPACE_ID, Context, nested, property_name, quoted, rule_label, spoken, whole_map
from pnp.vassal.naming import on_hexes
from pnp.vassal.tables.dice_buttons import column_label, factor_property, span_test
from pnp.vassal.tables.named_table import Calculator, attacking_side

DEFENCE = "defence"
"""The factor that defenders add up; a game whose units lack it counts the first for both."""
SHELTERED = frozenset({"city"})
"""Features of a hex in its own country that double those who defend it."""
FORTIFIED = "fortification"
"""The kind of a set of hexes that doubles the defenders of its side and brings the results in brackets."""

ISOLATED = "Isolated"
"""Name of the layer that marks a unit as cut off from its supply, which the players judge; it defends with half."""
LOCATION = "LocationName"
"""The engine's name of the hex where a piece stands."""


def place_property(game: Game) -> str:
    """The property that tells which space a piece stands in: a hex has the engine's name, any other space its id."""
    return LOCATION if on_hexes(game) else SPACE_ID


def odds_formulas(calculator: Calculator) -> dict[str, str]:
    """Name of a part -> its BeanShell expression, in the order in which they use each other."""
    halves = f"(2*{calculator.name('Defence')}-{calculator.name('Halved')})*(1+{calculator.name('Doubled')})"
    return {"Strength": halves, "Column": _column(calculator), "Code": _code(calculator)}


def _column(calculator: Calculator) -> str:
    """Index of the column, rounded down in the defender's favour; -1 where nothing defends."""
    strength, attack = calculator.name("Strength"), calculator.name("Attack")
    cases = [(f"{strength}<=0", "-1")]
    for index, label in reversed(list(enumerate(calculator.table.columns))):
        left, right = (int(part) for part in re.split("[:-]", label))
        cases.append((f"2*{attack}*{right}>={strength}*{left}", str(index)))
    return nested(cases[:-1], cases[-1][1])


def _code(calculator: Calculator) -> str:
    """An expression for the result's code, cut from its row's codes padded to equal width; "" without a column."""
    table, roll = calculator.table, calculator.name("0_result")
    width = max(len(code) for row in table.rows for _, _, code in row.cells())
    start = f"Math.max(0,{calculator.name('Column')})*{width}"
    cases = []
    for reading in reversed(table.readings):
        test = f"{calculator.name('Bracketed')}==1&&" if reading else ""
        for row in table.rows:
            cells = "".join(row.code(index, bracketed=reading).ljust(width) for index in range(len(table.columns)))
            cases.append((test + span_test(roll, row.die), quoted(cells)))
    picked = nested(cases[:-1], cases[-1][1])
    return f"({calculator.name('Column')}<0?\"\":{picked}.substring({start},{start}+{width}).trim())"


# Texts -------------------------------------------------------------------------------------------


def odds_column_text(calculator: Calculator) -> str:
    """An expression for the head of the column."""
    heads = [
        (f"{calculator.name('Column')}=={index}", quoted(column_label(calculator.table, index)))
        for index in range(len(calculator.table.columns))
    ]
    return nested(heads, quoted("–"))


def strength_text(calculator: Calculator) -> str:
    """An expression for the strength that defends, with its half."""
    strength = calculator.name("Strength")
    return f'(""+{strength}/2+({strength}%2==0?"":".5"))'


def odds_strengths_text(context: Context, calculator: Calculator, side: str) -> str:
    """An expression for the report of the strengths before the roll; `side` is that of the attacker's name."""
    template = context.words.text("{side} attacks, {attack} against {defence}: column {column}, {reading}")
    return spoken(template, {
        "side": side, "attack": calculator.name("Attack"), "defence": strength_text(calculator),
        "column": odds_column_text(calculator),
        "reading": reading_text(context, calculator),
    })  # fmt: skip


def reading_text(context: Context, calculator: Calculator) -> str:
    """An expression that names which of two results counts."""
    words = context.words
    if len(calculator.table.readings) == 1:
        return quoted(words.text("normal result"))
    return nested(
        [(f"{calculator.name('Bracketed')}==1", quoted(words.text("result in brackets")))],
        quoted(words.text("normal result"))
    )


def odds_result_text(context: Context, calculator: Calculator) -> str:
    """An expression that reports roll, column, which result counts, the result and its rule."""
    codes = [
        (f"{calculator.name('Code')}=={quoted(c.id)}", quoted(f"{c.id}, {c.name}. {c.text}"))
        for c in calculator.shown.codes
    ]
    nothing = (f"{calculator.name('Column')}<0", quoted(context.words.text("nobody defends with any strength")))
    template = context.words.text("{table}: die {die}, column {column}, {reading}: {result} [{rule}]")
    return spoken(template, {
        "table": quoted(calculator.shown.title), "die": calculator.name("0_result"),
        "column": odds_column_text(calculator),
        "reading": reading_text(context, calculator), "result": nested([nothing, *codes], calculator.name("Code")),
        "rule": quoted(rule_label(context.shown, calculator.table.rule)),
    })  # fmt: skip


# What the map shows ----------------------------------------------------------------------------------


def odds_filled(context: Context, calculator: Calculator, attacking: str) -> dict[str, tuple[str, str]]:
    """Part -> its value at the start, and the expression that reads it off the marked units and the attacked hex."""
    game = context.base
    defenders = f"{place_property(game)}=={calculator.name('Target')}&&Mobile==1&&ObscuredToOthers!=true"
    values = {
        "Side": (game.info.sides[0].id, attacking_side(game, attacking, defenders)),
        "Attack": ("0", whole_map("SumMap", factor_property(game), attacking)),
        "Defence": ("0", whole_map("SumMap", defence_property(game), defenders)),
        "Halved": ("0", whole_map("SumMap", defence_property(game), f"{defenders}&&{ISOLATED}_Active==true")),
        "Doubled": ("0", _stands_in(game, calculator, defenders, sheltering_hexes(game))),
    }
    if len(calculator.table.readings) > 1:
        values["Bracketed"] = ("0", _stands_in(game, calculator, defenders, fortified_hexes(game)))
    return values


def defence_property(game: Game) -> str:
    """The property that defenders add up."""
    has = any(name == DEFENCE for counter in game.all_counters() for name, _ in counter.factors)
    return property_name(DEFENCE) if has else factor_property(game)


def fortified_hexes(game: Game) -> dict[str, list[str]]:
    """Side -> names of the hexes that are fortified for it."""
    if game.map.hexes is None:
        return {}
    field, called = hex_field(game.map.hexes), place_names(game.map)
    hexes_by_side: dict[str, list[str]] = {}
    for group in game.map.hexes.sets:
        if group.kind == FORTIFIED and group.side:
            hexes_by_side.setdefault(group.side, []).extend(called[field.ids[i]] for i in field.hexes(group.hexes))
    return hexes_by_side


def sheltering_hexes(game: Game) -> dict[str, list[str]]:
    """Side -> names of the hexes that double its defence: fortified ones, and cities of its own country."""
    hexes = game.map.hexes
    if hexes is None:
        return {}
    field, called = hex_field(hexes), place_names(game.map)
    regions = region_of(hexes, field)
    hexes_by_side = {side: list(names) for side, names in fortified_hexes(game).items()}
    for space in game.map.spaces:
        region = regions[field.index[space.id]]
        owner = space.side or (hexes.regions[region].side if region >= 0 else None)
        if owner and SHELTERED & set(space.features) and called[space.id] not in hexes_by_side.setdefault(owner, []):
            hexes_by_side[owner].append(called[space.id])
    return hexes_by_side


def _stands_in(game: Game, calculator: Calculator, defenders: str, hexes: dict[str, list[str]]) -> str:
    """An expression that is 1 when the attacked hex is one of those that help its defender, else 0."""
    cases = []
    for side in (s.id for s in game.info.sides if hexes.get(s.id)):
        listed = quoted(f"|{'|'.join(hexes[side])}|") + f".contains(\"|\"+{calculator.name('Target')}+\"|\")"
        cases.append((f"{listed}&&{whole_map('CountMap', f'{defenders}&&Side=={quoted(side)}')}>0", "1"))
    return nested(cases, "0") if cases else "0"
