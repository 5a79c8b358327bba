"""Calculators, which look tables up for the player: strengths, column, shift, modifiers, roll and result.

Tables entered with a difference are built here, tables entered with odds in `odds`.

The strengths and circumstances are properties of the module: a player sets them in the calculator's window
(`calculator_window`), or marks attackers on the map, names the location they attack, and has them filled in. All
formulas are made from the table that the charts print and the referee reads.
"""

from __future__ import annotations

from pnp.maps.hex_grid import hex_field
from pnp.model.game import Game
from pnp.model.tables import DieModifier, ResultsTable, ShiftsTable, die_span, ratio_of
from pnp.vassal.context import (
    BESIDE,
    KEYS,
    PLACE_NAME,
    RIVER_FROM,
    SPACE_ID,
    TRACK_VALUE,
    Context,
    change,
    expression,
    nested,
    property_name,
    quoted,
    rule_label,
    spoken,
    whole_map,
    with_sign,
)  # fmt: skip
from pnp.vassal.format.buildfile import Element, global_property
from pnp.vassal.format.encoding import join_fields, key_list, text_list
from pnp.vassal.format.traits import Trait, trait
from pnp.vassal.hex_grid import engine_grid
from pnp.vassal.naming import calculated, on_hexes, track_counters
from pnp.vassal.tables.dice_buttons import factor_property
from pnp.vassal.tables.named_table import ATTACKS, MARKED, Calculator, attacking_side, attacks
from pnp.vassal.tables.odds import (
    odds_column_text,
    odds_filled,
    odds_formulas,
    odds_result_text,
    odds_strengths_text,
    place_property,
)

NOW = "Now"
"""Added to the name of a factor: its value at the moment, with what a marker on a track adds."""


def track_factors(game: Game) -> list[str]:
    """Factors that the spaces of tracks give to units."""
    return list(dict.fromkeys(factor for track in game.tracks for cell in track.spaces for factor in cell.factors))


def strength_property(game: Game) -> str:
    """The property that a difference compares: the factor of fights, with what a track adds where one does."""
    factor = factor_property(game)
    return factor + NOW if factor in map(property_name, track_factors(game)) else factor


def calculator_tables(game: Game) -> list[ResultsTable]:
    """Tables that have a calculator."""
    return [t for t in game.charts.tables if isinstance(t, ResultsTable) and calculated(game, t)]


def calculators(context: Context) -> list[Calculator]:
    """The calculators of the module."""
    pairs = zip(calculator_tables(context.base), calculator_tables(context.shown), strict=True)
    return [Calculator(table, shown_table) for table, shown_table in pairs]


# Formulas ----------------------------------------------------------------------------------------


def formulas(context: Context, calculator: Calculator) -> dict[str, str]:
    """Name of a part -> its BeanShell expression, in the order in which they use each other."""
    if calculator.by_odds:
        return odds_formulas(calculator)
    return {
        "Difference": f"{calculator.name('Attack')}-{calculator.name('Defence')}",
        "Shift": _shift(context.base, calculator),
        "Column": _column(calculator),
        "Modifier": _modifier(context.base, calculator),
        "Roll": f"{calculator.name('0_result')}+{calculator.name('Modifier')}",
        "Code": _code(calculator),
    }


def _shift(game: Game, calculator: Calculator) -> str:
    """Columns to move by the ratio of the strengths, rounded down in the defender's favour."""
    if calculator.table.shifts is None:
        return "0"
    ratios = game.table(calculator.table.shifts)
    assert isinstance(ratios, ShiftsTable)
    attack, defence = calculator.name("Attack"), calculator.name("Defence")
    cases = []
    for label, shift in reversed(list(zip(ratios.columns, ratios.shifts, strict=True))):
        left, right = ratio_of(label)
        cases.append((f"{attack}*{right}>={defence}*{left}", str(shift)))
    return nested([(f"{attack}==0&&{defence}==0", "0"), *cases[:-1]], cases[-1][1])


def _column(calculator: Calculator) -> str:
    """The index of the column: the difference, moved by the shift, at most to the ends."""
    values = [int(column) for column in calculator.table.columns]
    moved = f"{calculator.name('Difference')}+{calculator.name('Shift')}"
    if values == list(range(values[0], values[-1] + 1)):
        return f"Math.max(0,Math.min({len(values) - 1},{moved}-({values[0]})))"
    return nested([(f"{moved}>={value}", str(index)) for index, value in reversed(list(enumerate(values)))][:-1], "0")


def _modifier(game: Game, calculator: Calculator) -> str:
    """The sum of the die modifiers that count for the attacker's side."""
    terms = []
    for modifier in calculator.table.modifiers:
        amount = track_value(game, modifier.track) if modifier.track else calculator.name(property_name(modifier.id))
        term = f"({modifier.add})*{amount}"
        terms.append(f"({calculator.name('Side')}=={quoted(modifier.side)}?{term}:0)" if modifier.side else f"({term})")
    return "+".join(terms) or "0"


def track_value(game: Game, track_id: str) -> str:
    """The value of the marker of a track, wherever it stands."""
    track = next(t for t in game.tracks if t.id == track_id)
    markers = track_counters(game, track)
    is_marker = "||".join(f"CounterId=={quoted(name)}" for name in markers[:1]) or "false"
    return whole_map("SumMap", TRACK_VALUE, is_marker)


def _code(calculator: Calculator) -> str:
    """An expression for the result's code, cut from its row's codes padded to equal width."""
    width = max(len(code) for row in calculator.table.rows for code in row.results)
    cases = []
    for row in calculator.table.rows:
        cases.append(
            (_in_row(calculator.name("Roll"), row.die), quoted("".join(code.ljust(width) for code in row.results)))
        )
    start = f"{calculator.name('Column')}*{width}"
    return f"{nested(cases[:-1], cases[-1][1])}.substring({start},{start}+{width}).trim()"


def _in_row(roll: str, die: str) -> str:
    first, last = die_span(die)
    if first is not None and first == last:
        return f"{roll}=={first}"
    return "&&".join(
        [*([f"{roll}>={first}"] if first is not None else []), *([f"{roll}<={last}"] if last is not None else [])]
    )


# Texts -------------------------------------------------------------------------------------------


def side_text(context: Context, calculator: Calculator) -> str:
    """An expression for the name of the attacker's side."""
    sides = [
        (f"{calculator.name('Side')}=={quoted(s.id)}", quoted(context.shown_side(s.id).name))
        for s in context.base.info.sides
    ]
    return nested(sides[:-1], sides[-1][1])


def column_text(calculator: Calculator) -> str:
    """An expression for the head of the column."""
    if calculator.by_odds:
        return odds_column_text(calculator)
    heads = [column.replace("-", "−") for column in calculator.table.columns]
    cases = [(f"{calculator.name('Column')}=={i}", quoted(head)) for i, head in enumerate(heads)]
    return nested(cases[:-1], cases[-1][1])


def strengths_text(context: Context, calculator: Calculator) -> str:
    """An expression for the report of the strengths before the roll."""
    if calculator.by_odds:
        return odds_strengths_text(context, calculator, side_text(context, calculator))
    template = context.words.text(
        "{side} attacks, {attack} against {defence}: difference {difference}, shift {shift}, column {column}; die "
        "{modifier}"
    )
    return spoken(template, {
        "side": side_text(context, calculator), "attack": calculator.name("Attack"),
        "defence": calculator.name("Defence"),
        "difference": with_sign(calculator.name("Difference")), "shift": with_sign(calculator.name("Shift")),
        "column": column_text(calculator),
        "modifier": with_sign(calculator.name("Modifier")),
    })  # fmt: skip


def result_text(context: Context, calculator: Calculator) -> str:
    """An expression that reports roll, modified roll, column, result and rule."""
    if calculator.by_odds:
        return odds_result_text(context, calculator)
    codes = [
        (f"{calculator.name('Code')}=={quoted(c.id)}", quoted(f"{c.id}, {c.name}. {c.text}"))
        for c in calculator.shown.codes
    ]
    template = context.words.text("{table}: die {die}, with modifiers {roll}, column {column}: {result} [{rule}]")
    return spoken(
        template,
        {
            "table": quoted(calculator.shown.title),
            "die": calculator.name("0_result"),
            "roll": calculator.name("Roll"),
            "column": column_text(calculator),
            "result": nested(codes, calculator.name("Code")),
            "rule": quoted(rule_label(context.shown, calculator.table.rule)),
        },
    )


# The module's properties ---------------------------------------------------------------------------


def calculator_properties(context: Context) -> list[Element]:
    """The properties that a calculator compares, with hidden buttons that fill them in from the map or clear them."""
    properties = []
    for calculator in calculators(context):
        for part, (start, value) in _filled(context, calculator).items():
            properties.append(
                global_property(
                    calculator.name(part),
                    start,
                    [(calculator.key("fill"), change(value)), (calculator.key("clear"), f"P,{start}")],
                )
            )
        properties += [
            global_property(calculator.name(part), "")
            for part in ("Target", *_surroundings(context.base), "Last")
        ]
    return properties


def _filled(context: Context, calculator: Calculator) -> dict[str, tuple[str, str]]:
    """Part -> its value at the start, and the expression that reads it off the marked units and the attacked space."""
    game, attacking, strength = context.base, attacks(calculator), strength_property(context.base)
    if calculator.by_odds:
        return odds_filled(context, calculator, attacking)
    defends = f"{place_property(game)}=={calculator.name('Target')}&&Mobile==1"
    values = {
        "Side": (game.info.sides[0].id, attacking_side(game, attacking, defends)),
        "Attack": ("0", whole_map("SumMap", strength, attacking)),
        "Defence": ("0", whole_map("SumMap", strength, defends)),
    }
    for modifier, _ in calculator.choices:
        values[property_name(modifier.id)] = ("0", _circumstance(context, calculator, modifier))
    return values


def _circumstance(context: Context, calculator: Calculator, modifier: DieModifier) -> str:
    """An expression for how often a modifier counts, where the map shows it; else 0, for the player to set."""
    attacking = attacks(calculator)
    if modifier.spaces:
        on_target = "||".join(f"{calculator.name('Target')}=={quoted(space)}" for space in modifier.spaces)
        return f"(({on_target})?1:0)"
    if on_hexes(context.base):
        return "0"
    if modifier.condition == "river":
        rivers, comma = calculator.name("Rivers"), quoted(",")
        crosses = f"{attacking}&&IgnoresRivers!=1&&{rivers}.contains({comma}+{SPACE_ID}+{comma})"
        return f"({whole_map('CountMap', crosses)}>0?1:0)"
    if modifier.condition == "flanking":
        # As many units stand elsewhere as in some location all attackers but those do: the least such number.
        beside = f"{attacking}&&{calculator.name('Beside')}>={calculator.name('Attackers')}"
        cases = [(f"{whole_map('CountMap', f'{beside}-{n}')}>0", str(n)) for n in range(modifier.most)]
        return nested([(f"{whole_map('CountMap', attacking)}==0", "0"), *cases], str(modifier.most))
    return "0"


# Commands of a unit ----------------------------------------------------------------------------------


def attack_traits(context: Context) -> list[Trait]:
    """The traits that mark a unit as attacker, or its location as the one attacked."""
    if not calculators(context):
        return []
    words, calculator = context.words, calculators(context)[0]
    target, fill, told = calculator.key("target"), calculator.key("fill-in"), calculator.key("told")
    report = spoken("{place}: {text}", {"place": PLACE_NAME, "text": strengths_text(context, calculator)})
    return [
        trait("report", keys=key_list([told]), format=expression(report), description="what is compared"),
        trait(
            "macro",
            name="attacked",
            menu=words.text("Attack this location: fill in the calculator"),
            key=KEYS["target"],
            match=expression(f'{SPACE_ID}!=""'),
            actions=key_list([target, fill, told, calculator.key("far")]),
        ),
        trait("globalhotkey", key=fill, hotkey=calculator.key("fill")),
        _setting(calculator.name("Target"), target, place_property(context.base)),
        *(_setting(calculator.name(part), target, value) for part, value in _surroundings(context.base).items()),
        _mark(context),
        *_near(context, calculator, _next_to(context, calculator)),
        *_compared(context, calculator),
    ]


def _surroundings(game: Game) -> dict[str, str]:
    """What is kept of the attacked place, to tell which units stand next to it: part -> its value."""
    if on_hexes(game):
        return {"X": "CurrentX", "Y": "CurrentY"}
    return {"Rivers": RIVER_FROM, "Neighbours": BESIDE}


def _compared(context: Context, calculator: Calculator) -> list[Trait]:
    """The formulas that a unit reports, and those that its circumstances need."""
    if calculator.by_odds:
        return _worked_out(context, calculator, ("Strength", "Column"))
    attacking = attacks(calculator)
    beside = f"CountZone({quoted(expression(attacking))})"
    return [
        *_worked_out(context, calculator, ("Difference", "Shift", "Column", "Modifier")),
        trait("calcProp", name=calculator.name("Beside"), expression=expression(beside)),
        trait("calcProp", name=calculator.name("Attackers"), expression=expression(whole_map("CountMap", attacking))),
    ]


def _mark(context: Context) -> Trait:
    """The frame of a unit that takes part in the attack."""
    return trait(
        "emb2",
        activate_name=context.words.text("Takes part in the attack"),
        activate_key=KEYS["mark"],
        always_active=False,
        images=text_list([context.images["mark", "attacks"]]),
        names=text_list([""]),
        name=ATTACKS,
        state="-1",
    )


def _near(context: Context, calculator: Calculator, test: str) -> list[Trait]:
    """Whether a unit stands next to the attacked place, and a report by each marked one that doesn't."""
    far = calculator.key("far")
    text = context.words.text("{unit} takes no part: it isn’t next to the attacked place", unit="$newPieceName$")
    return [
        trait("calcProp", name=calculator.name("Near"), expression=expression(f"({test})?1:0")),
        trait("report", keys=key_list([calculator.key("far-told")]), format=text, description="marked, but too far"),
        trait(
            "globalkey", key=far, sent_key=calculator.key("far-told"), deck_count="0", fixed=True, report_single=False,
            filter=expression(f"{MARKED}&&{calculator.name('Near')}!=1"),
        ),
    ]  # fmt: skip


def _next_to(context: Context, calculator: Calculator) -> str:
    """An expression for whether a unit stands next to the attacked place: by the distance of the centres of their hexes
    in pixels, else by the routes between spaces.
    """
    if context.base.map.hexes is None:
        return f'{calculator.name("Neighbours")}.contains(","+{SPACE_ID}+",")'
    grid = engine_grid(hex_field(context.base.map.hexes), context.layout.dpi)
    reach = 1.35 * max(grid.dy, (grid.dx**2 + (grid.dy / 2) ** 2) ** 0.5)  # the next ring begins at 1.73
    across, down = (f"({calculator.name(axis)}-Current{axis})" for axis in ("X", "Y"))
    return f'{calculator.name("X")}!=""&&{across}*{across}+{down}*{down}<={round(reach**2)}'


def _worked_out(context: Context, calculator: Calculator, parts: tuple[str, ...]) -> list[Trait]:
    expressions = formulas(context, calculator)
    return [trait("calcProp", name=calculator.name(part), expression=expression(expressions[part])) for part in parts]


def formula_traits(context: Context, calculator: Calculator) -> list[Trait]:
    """All formulas as properties of the calculator's piece."""
    return _worked_out(context, calculator, tuple(formulas(context, calculator)))


def _setting(name: str, key: str, value: str) -> Trait:
    commands = text_list([join_fields(["", key, change(value)], ":")])
    return trait("setprop", name=name, constraints="false,0,100,false", commands=commands)
