"""Tables worked out for the player: strengths, column, shift, modifiers, roll and result.

Those entered with a difference are made here, those entered with odds in `odds`.

The strengths and circumstances are properties of the module: a player sets them in the calculator's window
(`calculator_window`), or marks attackers on the map, names the location they attack, and has them filled in. All
formulas are made from the table that the charts print and the referee reads.
"""

from __future__ import annotations

from dataclasses import dataclass

from pnp.model.game import Game
from pnp.model.tables import DieModifier, ResultsTable, ShiftsTable, die_span, ratio_of
from pnp.vassal.buildfile import Element, component
from pnp.vassal.context import (
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
    signal,
    signed,
    spoken,
    whole_map,
)  # fmt: skip
from pnp.vassal.encoding import join_fields, key_list, text_list
from pnp.vassal.gpids import CALCULATOR
from pnp.vassal.naming import calculated, track_counters
from pnp.vassal.odds import (
    LOCATION,
    odds_column_text,
    odds_filled,
    odds_formulas,
    odds_result_text,
    odds_strengths_text,
)
from pnp.vassal.tables import factor_property
from pnp.vassal.traits import Trait, trait

ATTACKS = "Attacks"
"""Name of the layer that marks a unit as one that takes part in the attack."""
NOW = "Now"
"""Added to the name of a factor: its value at the moment, with what a marker on a track adds."""


@dataclass(frozen=True)
class Calculator:
    """One table with its names.

    table   in English; `shown` in the language shown
    """

    table: ResultsTable
    shown: ResultsTable

    def name(self, part: str) -> str:
        """A property of this calculator: name("Attack") of table `contact` is "ContactAttack"."""
        return property_name(self.table.id) + part

    def key(self, *parts: str) -> str:
        """A signal of this calculator."""
        return signal(self.table.id, *parts)

    @property
    def by_odds(self) -> bool:
        """Whether the table is entered with odds."""
        return self.table.column_kind == "odds"

    @property
    def piece(self) -> str:
        """The id of the piece that shows it, which has a number of its own."""
        return piece_id(self.table)

    @property
    def choices(self) -> list[tuple[DieModifier, DieModifier]]:
        """Modifiers that a player sets, in English and as shown; the others come from a marker on a track."""
        return [pair for pair in self._modifiers if pair[0].track is None]

    @property
    def tracked(self) -> list[tuple[DieModifier, DieModifier]]:
        """Modifiers that a marker gives."""
        return [pair for pair in self._modifiers if pair[0].track]

    @property
    def _modifiers(self) -> list[tuple[DieModifier, DieModifier]]:
        return list(zip(self.table.modifiers, self.shown.modifiers, strict=True))


def piece_id(table: ResultsTable) -> str:
    """The id of the piece of a table's calculator."""
    return f"{CALCULATOR}{table.id}"


def calculator_tables(game: Game) -> list[ResultsTable]:
    """Tables that have a calculator."""
    return [t for t in game.charts.tables if isinstance(t, ResultsTable) and calculated(game, t)]


def calculators(context: Context) -> list[Calculator]:
    """The calculators of the module."""
    pairs = zip(calculator_tables(context.base), calculator_tables(context.shown), strict=True)
    return [Calculator(table, shown) for table, shown in pairs]


# Formulas ----------------------------------------------------------------------------------------


def formulas(context: Context, own: Calculator) -> dict[str, str]:
    """Name of a part -> its BeanShell expression, in the order in which they use each other."""
    if own.by_odds:
        return odds_formulas(own)
    return {
        "Difference": f"{own.name('Attack')}-{own.name('Defence')}",
        "Shift": _shift(context.base, own),
        "Column": _column(own),
        "Modifier": _modifier(context.base, own),
        "Roll": f"{own.name('0_result')}+{own.name('Modifier')}",
        "Code": _code(own),
    }


def _shift(game: Game, own: Calculator) -> str:
    """Columns to move by the ratio of the strengths, rounded down in the defender's favour."""
    if own.table.shifts is None:
        return "0"
    ratios = game.table(own.table.shifts)
    assert isinstance(ratios, ShiftsTable)
    attack, defence = own.name("Attack"), own.name("Defence")
    cases = []
    for label, shift in reversed(list(zip(ratios.columns, ratios.shifts, strict=True))):
        left, right = ratio_of(label)
        cases.append((f"{attack}*{right}>={defence}*{left}", str(shift)))
    return nested(cases[:-1], cases[-1][1])


def _column(own: Calculator) -> str:
    """The index of the column: the difference, moved by the shift, at most to the ends."""
    values = [int(column) for column in own.table.columns]
    moved = f"{own.name('Difference')}+{own.name('Shift')}"
    if values == list(range(values[0], values[-1] + 1)):
        return f"Math.max(0,Math.min({len(values) - 1},{moved}-({values[0]})))"
    return nested([(f"{moved}>={value}", str(index)) for index, value in reversed(list(enumerate(values)))][:-1], "0")


def _modifier(game: Game, own: Calculator) -> str:
    """The sum of the die modifiers that count for the attacker's side."""
    terms = []
    for modifier in own.table.modifiers:
        amount = track_value(game, modifier.track) if modifier.track else own.name(property_name(modifier.id))
        term = f"({modifier.add})*{amount}"
        terms.append(f"({own.name('Side')}=={quoted(modifier.side)}?{term}:0)" if modifier.side else f"({term})")
    return "+".join(terms) or "0"


def track_value(game: Game, track_id: str) -> str:
    """The value of the marker of a track, wherever it stands."""
    track = next(t for t in game.map.tracks if t.id == track_id)
    markers = track_counters(game, track)
    wanted = "||".join(f"CounterId=={quoted(name)}" for name in markers[:1]) or "false"
    return whole_map("SumMap", TRACK_VALUE, wanted)


def _code(own: Calculator) -> str:
    """The result: of the row of the modified roll the part that belongs to the column, all codes equally wide."""
    width = max(len(code) for row in own.table.rows for code in row.results)
    cases = []
    for row in own.table.rows:
        cases.append((_in_row(own.name("Roll"), row.die), quoted("".join(code.ljust(width) for code in row.results))))
    start = f"{own.name('Column')}*{width}"
    return f"{nested(cases[:-1], cases[-1][1])}.substring({start},{start}+{width}).trim()"


def _in_row(roll: str, die: str) -> str:
    first, last = die_span(die)
    if first is not None and first == last:
        return f"{roll}=={first}"
    return "&&".join([*([f"{roll}>={first}"] if first is not None else []), *([f"{roll}<={last}"] if last is not None else [])])


# Texts -------------------------------------------------------------------------------------------


def side_text(context: Context, own: Calculator) -> str:
    """An expression for the name of the attacker's side."""
    sides = [(f"{own.name('Side')}=={quoted(s.id)}", quoted(context.shown_side(s.id).name)) for s in context.base.info.sides]
    return nested(sides[:-1], sides[-1][1])


def column_text(own: Calculator) -> str:
    """An expression for the head of the column."""
    if own.by_odds:
        return odds_column_text(own)
    heads = [column.replace("-", "−") for column in own.table.columns]
    cases = [(f"{own.name('Column')}=={i}", quoted(head)) for i, head in enumerate(heads)]
    return nested(cases[:-1], cases[-1][1])


def strengths_text(context: Context, own: Calculator) -> str:
    """An expression that tells what is compared, before the roll."""
    if own.by_odds:
        return odds_strengths_text(context, own, side_text(context, own))
    template = context.words.text("{side} attacks, {attack} against {defence}: difference {difference}, shift {shift}, column {column}; die {modifier}")
    return spoken(template, {
        "side": side_text(context, own), "attack": own.name("Attack"), "defence": own.name("Defence"),
        "difference": signed(own.name("Difference")), "shift": signed(own.name("Shift")), "column": column_text(own),
        "modifier": signed(own.name("Modifier")),
    })  # fmt: skip


def result_text(context: Context, own: Calculator) -> str:
    """An expression that tells roll, modified roll, column, result and rule."""
    if own.by_odds:
        return odds_result_text(context, own)
    codes = [(f"{own.name('Code')}=={quoted(c.id)}", quoted(f"{c.id}, {c.name}. {c.text}")) for c in own.shown.codes]
    template = context.words.text("{table}: die {die}, with modifiers {roll}, column {column}: {result} [{rule}]")
    return spoken(template, {
        "table": quoted(own.shown.title), "die": own.name("0_result"), "roll": own.name("Roll"), "column": column_text(own),
        "result": nested(codes, own.name("Code")), "rule": quoted(rule_label(context.shown, own.table.rule)),
    })  # fmt: skip


# The module's properties ---------------------------------------------------------------------------


def calculator_properties(context: Context) -> list[Element]:
    """What is compared, with the hidden buttons that fill it in from the map or clear it."""
    found = []
    for own in calculators(context):
        for part, (start, value) in _filled(context, own).items():
            found.append(_property(own.name(part), start, [(own.key("fill"), change(value)), (own.key("clear"), f"P,{start}")]))
        found += [_property(own.name(part), "", []) for part in ("Target", *(() if own.by_odds else ("Rivers",)), "Last")]
    return found


def _filled(context: Context, own: Calculator) -> dict[str, tuple[str, str]]:
    """Part -> its value at the start, and the expression that reads it off the marked units and the attacked space."""
    game, attacking, strength = context.base, f"{ATTACKS}_Active==true", factor_property(context.base) + NOW
    if own.by_odds:
        return odds_filled(context, own, attacking)
    sides = [(f"{whole_map('CountMap', f'{attacking}&&Side=={quoted(s.id)}')}>0", quoted(s.id)) for s in game.info.sides]
    found = {
        "Side": (game.info.sides[0].id, nested(sides[:-1], sides[-1][1])),
        "Attack": ("0", whole_map("SumMap", strength, attacking)),
        "Defence": ("0", whole_map("SumMap", strength, f"{SPACE_ID}=={own.name('Target')}&&Mobile==1")),
    }
    for modifier, _ in own.choices:
        found[property_name(modifier.id)] = ("0", _circumstance(context, own, modifier))
    return found


def _circumstance(context: Context, own: Calculator, modifier: DieModifier) -> str:
    """How often a modifier counts, as far as the map shows it; else 0, for the player to set."""
    attacking = f"{ATTACKS}_Active==true"
    if modifier.spaces:
        here = "||".join(f"{own.name('Target')}=={quoted(space)}" for space in modifier.spaces)
        return f"(({here})?1:0)"
    if modifier.condition == "river":
        crosses = f"{attacking}&&IgnoresRivers!=1&&{own.name('Rivers')}.contains({quoted(',')}+{SPACE_ID}+{quoted(',')})"
        return f"({whole_map('CountMap', crosses)}>0?1:0)"
    if modifier.condition == "flanking":
        # As many units stand elsewhere as in some location all attackers but those do: the least such number.
        beside = f"{attacking}&&{own.name('Beside')}>={own.name('Attackers')}"
        cases = [(f"{whole_map('CountMap', f'{beside}-{n}')}>0", str(n)) for n in range(modifier.most)]
        return nested([(f"{whole_map('CountMap', attacking)}==0", "0"), *cases], str(modifier.most))
    return "0"


def _property(name: str, value: str, changes: list[tuple[str, str]]) -> Element:
    element = component(
        "GlobalProperty", name=name, initialValue=value, description="", isNumeric=False, min="", max="", wrap=False
    )
    for hotkey, changer in changes:
        element.add(component("ChangePropertyButton", desc="", text="", tooltip="", icon="", hotkey=hotkey, reportFormat="", propChanger=changer))
    return element


# Commands of a unit ----------------------------------------------------------------------------------


def attack_traits(context: Context) -> list[Trait]:
    """Marking a unit as attacker, and naming its location as the one that is attacked."""
    if not calculators(context):
        return []
    words, own, attacking = context.words, calculators(context)[0], f"{ATTACKS}_Active==true"
    target, rivers, fill, told = own.key("target"), own.key("rivers"), own.key("fill-in"), own.key("told")
    if own.by_odds:
        return _odds_attack(context, own)
    return [
        trait("report", keys=key_list([told]), format=expression(spoken("{place}: {text}", {"place": PLACE_NAME, "text": strengths_text(context, own)})),
              description="what is compared"),
        trait("macro", name="attacked", menu=words.text("Attack this location: fill in the calculator"), key=KEYS["target"],
              match=expression(f'{SPACE_ID}!=""'), actions=key_list([target, rivers, fill, told])),
        trait("globalhotkey", key=fill, hotkey=own.key("fill")),
        _setting(own.name("Target"), target, SPACE_ID),
        _setting(own.name("Rivers"), rivers, RIVER_FROM),
        _mark(context),
        *_worked_out(context, own, ("Difference", "Shift", "Column", "Modifier")),
        trait("calcProp", name=own.name("Beside"), expression=expression(f"CountZone({quoted(expression(attacking))})")),
        trait("calcProp", name=own.name("Attackers"), expression=expression(whole_map("CountMap", attacking))),
    ]  # fmt: skip


def _mark(context: Context) -> Trait:
    """The frame of a unit that takes part in the attack."""
    return trait("emb2", activate_name=context.words.text("Takes part in the attack"), activate_key=KEYS["mark"], always_active=False,
                 images=text_list([context.images["mark", "attacks"]]), names=text_list([""]), name=ATTACKS, state="-1")  # fmt: skip


def _odds_attack(context: Context, own: Calculator) -> list[Trait]:
    """The same where a place is known by the engine's name for it."""
    target, fill, told = own.key("target"), own.key("fill-in"), own.key("told")
    told_text = spoken("{place}: {text}", {"place": PLACE_NAME, "text": strengths_text(context, own)})
    return [
        trait("report", keys=key_list([told]), format=expression(told_text), description="what is compared"),
        trait("macro", name="attacked", menu=context.words.text("Attack this location: fill in the calculator"), key=KEYS["target"],
              match=expression(f'{SPACE_ID}!=""'), actions=key_list([target, fill, told])),
        trait("globalhotkey", key=fill, hotkey=own.key("fill")),
        _setting(own.name("Target"), target, LOCATION),
        _mark(context),
        *_worked_out(context, own, ("Strength", "Column")),
    ]  # fmt: skip


def _worked_out(context: Context, own: Calculator, parts: tuple[str, ...]) -> list[Trait]:
    made = formulas(context, own)
    return [trait("calcProp", name=own.name(part), expression=expression(made[part])) for part in parts]


def formula_traits(context: Context, own: Calculator) -> list[Trait]:
    """All formulas as properties of the calculator's piece."""
    return _worked_out(context, own, tuple(formulas(context, own)))


def _setting(name: str, key: str, value: str) -> Trait:
    commands = text_list([join_fields(["", key, change(value)], ":")])
    return trait("setprop", name=name, constraints="false,0,100,false", commands=commands)
