"""The calculator's window: a board of its own with one piece, whose picture has buttons and whose labels show the
values.

The picture is drawn in each language; the numbers on it are text labels of the engine, which follow the properties.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pnp.draw.colour import INK
from pnp.draw.scene import Node, Path, Scene, Stroke, Text, line, rect
from pnp.generators.typeset.block import text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.vassal.context import KEYS, Context, change, expression, nested, property_name, quoted, spoken, with_sign
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import join_fields, key_list, text_list
from pnp.vassal.format.traits import Piece, Trait, marker_trait, trait
from pnp.vassal.tables.calculator import calculators as calculators_of
from pnp.vassal.tables.calculator import (
    column_text,
    formula_traits,
    result_text,
    side_text,
    strengths_text,
    track_value,
)
from pnp.vassal.tables.named_table import Calculator
from pnp.vassal.tables.odds import strength_text
from pnp.vassal.tables.panel import click_area, panel_window

WIDTH_MM, PAD_MM, HEAD_MM, ROW_MM = 104.0, 5.0, 15.0, 10.4
FIELD_MM, BUTTON_MM, GAP_MM = 16.0, 8.0, 1.6
"""Width of the field of a value, size of a button, and the gap between them."""
MOST_STRENGTH = 60
"""Highest strength that can be set; more than all units of a game together have."""
MOST_POINTS = 400
"""The same where units fight those beside them, with larger armies."""
TEXT_PT = (9.4, 8.6, 7.8, 7.0)
"""Sizes of a line's text; the largest that fits in its height is taken, since some languages need more words."""


@dataclass(frozen=True, slots=True)
class CalculatorRow:
    """A line of the calculator.

    part     name of its value
    text     what it is
    value    the label's text: a property between `$`, or an expression
    changes  keys of its buttons, left to right: (sign on it, part of the key, property changer)
    strong   set off as a result
    """

    part: str
    text: str
    value: str
    changes: tuple[tuple[str, str, str], ...] = ()
    least: int = 0
    most: int = 0
    strong: bool = False


def rows(context: Context, calculator: Calculator) -> list[CalculatorRow]:
    """The lines from top to bottom: values to set, values from tracks, results."""
    if calculator.by_odds:
        return _odds_rows(context, calculator)
    words = context.words
    listed = [
        _side_row(context, calculator),
        _counted(calculator, "Attack", words.text("Strength of the attackers"), MOST_STRENGTH),
        _counted(calculator, "Defence", words.text("Strength of the defenders"), MOST_STRENGTH),
    ]
    for modifier, shown_modifier in calculator.choices:
        listed.append(
            _counted(
                calculator, property_name(modifier.id), f"{shown_modifier.text} ({modifier.add:+d})".replace("-", "−"),
                modifier.most
            )
        )
    tracks: list[str] = []
    for modifier, _ in calculator.tracked:
        if modifier.track and modifier.track not in tracks:
            tracks.append(modifier.track)
            track = next(t for t in context.shown.tracks if t.id == modifier.track)
            text = words.text("{track}, from its marker", track=track.name)
            value = expression(with_sign(track_value(context.base, modifier.track)))
            listed.append(CalculatorRow(f"Track{len(tracks)}", text, value))
    listed += [
        CalculatorRow(
            "Difference",
            words.text("Difference of the strengths"),
            expression(with_sign(calculator.name("Difference"))),
            strong=True,
        ),
        CalculatorRow(
            "Shift",
            words.text("Columns shifted by their ratio"),
            expression(with_sign(calculator.name("Shift"))),
            strong=True,
        ),
        CalculatorRow("Column", words.text("Column"), expression(column_text(calculator)), strong=True),
        CalculatorRow(
            "Modifier", words.text("Added to the die"), expression(with_sign(calculator.name("Modifier"))), strong=True
        ),
        CalculatorRow("Last", words.text("Last result"), f"${calculator.name('Last')}$", strong=True),
    ]
    return listed


def _odds_rows(context: Context, calculator: Calculator) -> list[CalculatorRow]:
    """The lines of a table entered with odds."""
    words = context.words
    listed = [
        _side_row(context, calculator),
        _counted(calculator, "Attack", words.text("Strength of the attackers"), MOST_POINTS),
        _counted(calculator, "Defence", words.text("Strength of the defenders"), MOST_POINTS),
        _counted(calculator, "Halved", words.text("Of these, strength of isolated units (halved)"), MOST_POINTS),
        _switch(context, calculator, "Doubled", words.text("Defence doubled: terrain, or every attacker across water")),
    ]
    if len(calculator.table.readings) > 1:
        listed.append(_switch(context, calculator, "Bracketed", words.text("On a fortification: results in brackets")))
    return [
        *listed,
        CalculatorRow(
            "Strength", words.text("Strength that defends"), expression(strength_text(calculator)), strong=True
        ),
        CalculatorRow("Column", words.text("Column"), expression(column_text(calculator)), strong=True),
        CalculatorRow("Last", words.text("Last result"), f"${calculator.name('Last')}$", strong=True),
    ]


def _side_row(context: Context, calculator: Calculator) -> CalculatorRow:
    """The line of the attacking side, whose button passes on to the next side."""
    button = ("⇄", "side", _other_side(context, calculator))
    return CalculatorRow("Side", context.words.text("Attacker"), expression(side_text(context, calculator)), (button,))


def _switch(context: Context, calculator: Calculator, part: str, text: str) -> CalculatorRow:
    """A line whose value is yes or no."""
    on = f"{calculator.name(part)}==1"
    answer = nested([(on, quoted(context.words.text("yes")))], quoted(context.words.text("no")))
    return CalculatorRow(
        part, text, expression(answer), (("⇄", f"{part.lower()}-turn", change(nested([(on, "0")], "1"))),)
    )


def _counted(calculator: Calculator, part: str, text: str, most: int) -> CalculatorRow:
    down, up = ("−", f"{part.lower()}-down", "I,-1"), ("+", f"{part.lower()}-up", "I,1")
    return CalculatorRow(part, text, f"${calculator.name(part)}$", (down, up), 0, most)


def _other_side(context: Context, calculator: Calculator) -> str:
    """A property changer that moves on to the next side."""
    sides = [side.id for side in context.base.info.sides]
    cases = [(f"{calculator.name('Side')}=={quoted(one)}", quoted(following)) for one, following in pairwise(sides)]
    return change(nested(cases, quoted(sides[0])))


# Places, in mm from the top left of the picture ------------------------------------------------------


def height_mm(context: Context, calculator: Calculator) -> float:
    """Height of the picture: the lines, and the buttons below them."""
    return HEAD_MM + ROW_MM * (len(rows(context, calculator)) + 1) + PAD_MM + 2.0


def _top(index: int) -> float:
    return HEAD_MM + ROW_MM * index


def _field(row: CalculatorRow, index: int) -> tuple[float, float, float, float]:
    """The rectangle of a value: between two buttons, or wider where there are fewer."""
    y = _top(index) + (ROW_MM - BUTTON_MM) / 2
    right = WIDTH_MM - PAD_MM - BUTTON_MM - GAP_MM
    width = FIELD_MM if len(row.changes) == 2 else FIELD_MM + BUTTON_MM + GAP_MM
    return (right - width, y, width, BUTTON_MM)


def _value_at(row: CalculatorRow, index: int) -> tuple[float, float]:
    x, y, width, height = _field(row, index)
    return x + width / 2, y + height / 2


def _button_rect(row: CalculatorRow, index: int, number: int) -> tuple[float, float, float, float]:
    """The last button stands right of the field, the first of two left of it."""
    x, y, width, height = _field(row, index)
    last = number == len(row.changes) - 1
    return (x + width + GAP_MM if last else x - GAP_MM - BUTTON_MM, y, BUTTON_MM, height)


def _foot_buttons(context: Context, calculator: Calculator) -> list[tuple[str, str, tuple[float, float, float, float]]]:
    """(key, text, place) of the buttons below the lines."""
    y = _top(len(rows(context, calculator))) + 3.0
    width = (WIDTH_MM - 2 * PAD_MM - 4.0) / 2
    return [
        (calculator.key("roll-all"), context.words.text("Roll"), (PAD_MM, y, width, ROW_MM)),
        (calculator.key("clear-all"), context.words.text("Clear"), (PAD_MM + width + 4.0, y, width, ROW_MM)),
    ]


# The piece -------------------------------------------------------------------------------------------


def calculator_piece(context: Context, calculator: Calculator) -> Piece:
    """The calculator as a piece that can't be moved."""
    game = context.base
    gpid = game.gpids.pieces[calculator.piece]
    traits: list[Trait] = [
        trait("immob", select="n", move="V", stack="R", description="stays in its window"),
        *_roll_traits(context, calculator),
        *_button_traits(context, calculator),
        *_label_traits(context, calculator),
        *formula_traits(context, calculator),
        marker_trait({"CounterId": calculator.piece, "Side": "", "Layer": "markers"}),
        trait(
            "piece", image=context.images["calculator", calculator.table.id], name=calculator.shown.title,
            state=f"null;0;0;{gpid};0"
        ),
    ]
    return Piece("null", tuple(traits))


def _roll_traits(context: Context, calculator: Calculator) -> list[Trait]:
    """Roll: throws the die, stores the result for the label, reports both, takes the marks off the map. Clear: all
    values, and the marks.
    """
    die, keep, report_key, fought, clear, unmark = (
        calculator.key(k) for k in ("roll-die", "roll-keep", "roll-told", "roll-done", "clear-values", "clear-marks")
    )
    commands = text_list(
        [join_fields(["", keep, change(f"{calculator.name('Code')}")], ":"), join_fields(["", clear, "P,"], ":")]
    )
    text = spoken(
        "{strengths}. {result}",
        {"strengths": strengths_text(context, calculator), "result": result_text(context, calculator)},
    )
    return [
        trait("report", keys=key_list([report_key]), format=expression(text), description="result"),
        trait("macro", name="roll", key=calculator.key("roll-all"),
              actions=key_list([die, keep, report_key, fought, unmark])),
        trait("globalhotkey", key=die, hotkey=calculator.key("die")),
        trait("globalhotkey", key=fought, hotkey=calculator.key("fought")),
        trait("macro", name="clear", key=calculator.key("clear-all"), actions=key_list([clear, unmark])),
        trait("globalhotkey", key=clear, hotkey=calculator.key("clear")),
        trait("globalhotkey", key=unmark, hotkey=calculator.key("unmark")),
        trait("setprop", name=calculator.name("Last"), constraints="false,0,100,false", commands=commands),
    ]  # fmt: skip


def _button_traits(context: Context, calculator: Calculator) -> Iterator[Trait]:
    for index, row in enumerate(rows(context, calculator)):
        for number, (_, key, changer) in enumerate(row.changes):
            constraints = f"true,{row.least},{row.most},false" if row.most else "false,0,100,false"
            commands = text_list([join_fields(["", calculator.key(key), changer], ":")])
            yield trait("setprop", name=calculator.name(row.part), constraints=constraints, commands=commands)
            yield _button(context, calculator, calculator.key(key), _button_rect(row, index, number))
    for key, _, place in _foot_buttons(context, calculator):
        yield _button(context, calculator, key, place)


def _button(context: Context, calculator: Calculator, key: str, place: tuple[float, float, float, float]) -> Trait:
    """A rectangle of the picture that sends a key when clicked."""
    x, y, width, height = place
    left, top = _from_centre(context, calculator, x, y)
    right, bottom = _from_centre(context, calculator, x + width, y + height)
    return click_area(key, left, top, right, bottom)


def _label_traits(context: Context, calculator: Calculator) -> Iterator[Trait]:
    for index, row in enumerate(rows(context, calculator)):
        x, y = _from_centre(context, calculator, *_value_at(row, index))
        yield trait(
            "label", menu="", size=18 if row.strong else 16, background="", ink="29,27,24", vertical="c", v_offset=y,
            horizontal="c",
            h_offset=x, v_justify="c", h_justify="c", format="$pieceName$", font="SansSerif", style=1,
            property=f"Label{row.part}",
            state=row.value, description=row.part,
        )  # fmt: skip


def _from_centre(context: Context, calculator: Calculator, x: float, y: float) -> tuple[int, int]:
    px = context.layout.px
    return px(x) - px(WIDTH_MM) // 2, px(y) - px(height_mm(context, calculator)) // 2


# The window ------------------------------------------------------------------------------------------


def calculator_maps(context: Context) -> list[Element]:
    """A window for each calculator, opened by its button."""
    return [_window(context, calculator) for calculator in calculators_of(context)]


def _window(context: Context, calculator: Calculator) -> Element:
    first = calculator == calculators_of(context)[0]  # one key opens one window
    return panel_window(
        map_name(calculator), calculator_piece(context, calculator), context.base.gpids.pieces[calculator.piece],
        panel_size(context, calculator), title=calculator.shown.title, button=_button_name(context, calculator),
        tooltip=_tooltip(context, calculator), icon=context.images["button", "calculator"],
        hotkey=KEYS["calculate"] if first else "",
    )  # fmt: skip


def _button_name(context: Context, calculator: Calculator) -> str:
    """What the button says; where there are several, its table, since a menu holds them all."""
    several = len(calculators_of(context)) > 1
    return calculator.shown.title if several else context.words.text("Calculator")


def _tooltip(context: Context, calculator: Calculator) -> str:
    if calculator.by_odds:
        return context.words.text("Works out odds and column on {table}, and rolls", table=calculator.shown.title)
    return context.words.text(
        "Works out column, shift and modifiers on {table}, and rolls", table=calculator.shown.title
    )


def map_name(calculator: Calculator) -> str:
    """The window's name, the same in every language since saved games are tied to it."""
    return calculator.table.title


def panel_size(context: Context, calculator: Calculator) -> tuple[int, int]:
    """Width and height of the picture in pixels."""
    return context.layout.px(WIDTH_MM), context.layout.px(height_mm(context, calculator))


def calculator_buttons(context: Context) -> list[Element]:
    """The hidden die of each calculator, the key that rolls it, and the command that removes the marks."""
    buttons = []
    everywhere = "MODULE|false|MAP|||||0|0||false|||EQUALS||"
    for calculator in calculators_of(context):
        dice = calculator.table.dice
        buttons.append(component(
            "DiceButton", name=calculator.name("0"), text="", tooltip="", icon="", hotkey=calculator.key("die"),
            reportFormat="",
            prompt=False,
            nDice=dice.count, nSides=dice.sides, plus=0, addToTotal=0, reportTotal=True, sortDice=False, keepDice=False,
        ))  # fmt: skip
        for name, hotkey, sent, condition in (
            (
                f"roll on {calculator.table.title}",
                KEYS["roll"],
                calculator.key("roll-all"),
                f"CounterId=={quoted(calculator.piece)}",
            ),
            ("take marks off", calculator.key("unmark"), KEYS["mark"], "Attacks_Active==true"),
        ):
            buttons.append(component(
                "GlobalKeyCommand", name=name, buttonText="", tooltip="", icon="", buttonHotkey=hotkey, hotkey=sent,
                singleMap=False,
                target=everywhere, filter=expression(condition), deckCount="0", reportSingle=False,
                suppressSounds=False,
                reportFormat="",
            ))  # fmt: skip
    titles = [calculator.table.title for calculator in calculators_of(context)]
    if len(titles) > 1:
        buttons.append(component(
            "ToolbarMenu", description="Calculator", text=context.words.text("Calculator"), tooltip="",
            icon=context.images["button", "calculator"], menuItems=text_list(titles),
        ))  # fmt: skip
    return buttons


# The picture -----------------------------------------------------------------------------------------


def calculator_picture(context: Context, calculator: Calculator) -> Scene:
    """The calculator in the language shown, without its values."""
    palette = context.base.style.palette
    height = height_mm(context, calculator)
    accent = context.base.style.accent
    nodes: list[Node] = [
        Path(rect(0, 0, WIDTH_MM, height), fill=palette.get("panel", "#fefdf9")),
        Text(PAD_MM, 9.0, calculator.shown.title, "condensed-bold", 17.0, INK),
        line(PAD_MM, HEAD_MM - 2.4, WIDTH_MM - PAD_MM, HEAD_MM - 2.4, Stroke(accent, 1.6)),
    ]
    for index, row in enumerate(rows(context, calculator)):
        nodes += _row_nodes(row, index, palette.get("zebra", "#f0efeb"))
    for number, (_, text, place) in enumerate(_foot_buttons(context, calculator)):
        fill, ink = (accent, "#ffffff") if number == 0 else ("#e9e6dd", INK)
        x, y, width, size = place
        nodes.append(Path(rect(*place, 1.4), fill=fill, stroke=Stroke("#3a352c", 0.6)))
        nodes.append(Text(x + width / 2, y + size / 2 + 1.9, text, "condensed-bold", 14.0, ink, anchor="middle"))
    nodes.append(Path(rect(0.2, 0.2, WIDTH_MM - 0.4, height - 0.4), stroke=Stroke("#3a352c", 0.8)))
    return Scene(WIDTH_MM, height, tuple(nodes), title=calculator.shown.title)


def _row_nodes(row: CalculatorRow, index: int, shade: str) -> list[Node]:
    """A row's text at the left, in two lines if needed, the field of its value, and its buttons."""
    top = _top(index)
    nodes: list[Node] = []
    if row.strong:
        nodes.append(Path(rect(PAD_MM - 2, top + 0.3, WIDTH_MM - 2 * PAD_MM + 4, ROW_MM - 0.6), fill=shade))
    field = _field(row, index)
    left_end = _button_rect(row, index, 0)[0] if len(row.changes) == 2 else field[0]
    blocks = (
        text_block(row.text, TextStyle(SANS, size, 1.19 * size, INK), left_end - PAD_MM - 2.0) for size in TEXT_PT
    )
    block = next(
        (b for b in blocks if b.height_mm <= ROW_MM - 1.6),
        text_block(row.text, TextStyle(SANS, TEXT_PT[-1], TEXT_PT[-1], INK), left_end - PAD_MM),
    )
    nodes.append(block.at(PAD_MM, top + (ROW_MM - block.height_mm) / 2))
    if row.changes:
        nodes.append(Path(rect(*field, 1.0), fill="#ffffff", stroke=Stroke("#b8b1a3", 0.6)))
    for number, (sign, _, _) in enumerate(row.changes):
        left, upper, width, high = _button_rect(row, index, number)
        nodes.append(Path(rect(left, upper, width, high, 1.2), fill="#e9e6dd", stroke=Stroke("#3a352c", 0.6)))
        nodes.append(_sign(sign, left + width / 2, upper + high / 2))
    return nodes


def _sign(sign: str, x: float, y: float) -> Node:
    """Plus, minus and the arrows, drawn as shapes since not every typeface has them in the right size."""
    from pnp.draw.scene import Group

    level = line(x - 2, y, x + 2, y, Stroke(INK, 1.6))
    if sign == "−":
        return level
    if sign == "+":
        return Group((level, line(x, y - 2, x, y + 2, Stroke(INK, 1.6))))
    pen = Stroke(INK, 1.2)
    upper = [line(x - 2.2, y - 1.1, x + 2.2, y - 1.1, pen), line(x + 0.8, y - 2.3, x + 2.2, y - 1.1, pen)]
    lower = [line(x - 2.2, y + 1.1, x + 2.2, y + 1.1, pen), line(x - 0.8, y + 2.3, x - 2.2, y + 1.1, pen)]
    return Group((*upper, *lower))
