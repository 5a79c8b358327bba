"""Tables that depend on the game-turn: one button each, which rolls and reports the result for the current turn."""

from __future__ import annotations

from pnp.model.game import Game
from pnp.model.tables import EventsTable, ResultsTable
from pnp.vassal.context import TURN_NUMBER, Context, expression, nested, quoted, rule_label, signal
from pnp.vassal.format.buildfile import Element
from pnp.vassal.tables.dice_buttons import dice_name, die_button, event_tables, span_test, turns_of


def value_tables(game: Game) -> list[ResultsTable]:
    """Tables of results whose columns are game-turns."""
    return [
        table
        for table in game.charts.tables
        if isinstance(table, ResultsTable)
        and table.column_kind == "value"
        and all(column.isdigit() for column in table.columns)
    ]


def turn_events(game: Game) -> list[list[EventsTable]]:
    """Tables of events that follow each other in time: those whose ids differ in their turns only."""
    groups: dict[str, list[EventsTable]] = {}
    for table in event_tables(game):
        turns = turns_of(table.id)
        if turns:
            groups.setdefault(table.id.removesuffix(f"-{turns[0]}-{turns[1]}"), []).append(table)
    return list(groups.values())


def turn_titles(game: Game) -> list[str]:
    """The titles of the buttons: that of the table, or of the rule where tables share the turns."""
    shared = [rule_label(game, tables[0].rule) for tables in turn_events(game)]
    return [table.title for table in value_tables(game)] + shared


def turn_buttons(context: Context) -> list[Element]:
    """A die for each table of turns, and one for all tables that share the turns among them."""
    buttons = []
    for table in value_tables(context.base):
        shown_table = context.shown.table(table.id)
        assert isinstance(shown_table, ResultsTable)
        buttons.append(_button(context, table, table.id, shown_table.title, _value_report(context, shown_table)))
    for tables in turn_events(context.base):
        shown_tables = [t for t in event_tables(context.shown) if t.id in {table.id for table in tables}]
        stem = tables[0].id.removesuffix("-{}-{}".format(*(turns_of(tables[0].id) or ("", ""))))
        title = rule_label(context.shown, shown_tables[0].rule)
        buttons.append(_button(context, tables[0], stem, title, _events_report(context, shown_tables)))
    return buttons


def _button(context: Context, table: ResultsTable | EventsTable, stem: str, title: str, report: str) -> Element:
    button = die_button(
        table.dice.count, table.dice.sides, name=dice_name(stem), text=title,
        tooltip=context.words.text("Rolls on {table} for the game-turn of the turn counter", table=title),
        hotkey=signal("roll", stem, "turn"), report=report,
    )  # fmt: skip
    button.attributes["icon"] = context.images["button", "table"]
    return button


def _value_report(context: Context, table: ResultsTable) -> str:
    codes = {code.id: code for code in table.codes}
    cases = []
    for index, turn in enumerate(table.columns):
        for row in table.rows:
            code = row.results[index]
            meaning = codes.get(code)
            letter = f"{code}, " if code.isalnum() else ""
            result = f"{letter}{meaning.name}. {meaning.text}" if meaning else code
            cases.append((f"{TURN_NUMBER}=={turn}&&{span_test('result', row.die)}", quoted(result)))
    return _report(context, table, table.title, cases)


def _events_report(context: Context, tables: list[EventsTable]) -> str:
    cases = []
    for table in tables:
        first, last = turns_of(table.id) or (0, 0)
        for row in table.rows:
            rule = f" [{rule_label(context.shown, row.rule)}]" if row.rule else ""
            test = f"{TURN_NUMBER}>={first}&&{TURN_NUMBER}<={last}&&{span_test('result', row.die)}"
            cases.append((test, quoted(f"{row.name}. {row.text}{rule}")))
    return _report(context, tables[0], rule_label(context.shown, tables[0].rule), cases)


def _report(context: Context, table: ResultsTable | EventsTable, title: str, cases: list[tuple[str, str]]) -> str:
    """An expression for title, turn, die and the text of the first case that matches."""
    words = context.words
    head, turn = quoted(words.text("{table}: game-turn ", table=title)), quoted(words.text(", die "))
    none = quoted(words.text("no roll in this game-turn"))
    rule = rule_label(context.shown, table.rule)
    tail = quoted(f" [{rule}]" if rule != title else "")
    return expression(f'{head}+{TURN_NUMBER}+{turn}+result+": "+{nested(cases, none)}+{tail}')
