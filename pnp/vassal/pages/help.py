"""The help page: how to start, the sequence of play, every key and button, tables, credits. One page per language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jinja2 import DictLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from pnp.generators.typeset.markup import Insert, ListItem, Span, parse
from pnp.model.game import Game, standard_scenario
from pnp.model.rules import RuleCase
from pnp.model.tables import AnyTable, EventsTable, FlowTable, ListTable, ResultRow, ResultsTable, ShiftsTable
from pnp.model.words import signed
from pnp.sources.assets import data_dir
from pnp.sources.text_values import rendered, rule_values
from pnp.vassal.context import KEYS, letter_of, rule_label
from pnp.vassal.naming import (
    MOST_BUTTONS,
    advances_before_combat,
    calculated,
    face_down_units,
    goes_home,
    judges_supply,
    on_hexes,
    reserve_of,
    track_counters,
    waiting_units,
)
from pnp.vassal.pieces.arrivals import arriving_sides
from pnp.vassal.pieces.points import counts_points
from pnp.vassal.pieces.stacking import STACK_LIMIT, has_stack_limit
from pnp.vassal.pieces.units import is_cup
from pnp.vassal.tables.calculator import calculator_tables
from pnp.vassal.tables.dice_buttons import column_label, drawing_tables, results_tables, sides_that_attack, turns_of
from pnp.vassal.tables.guide import guides
from pnp.vassal.tables.turn_tables import turn_titles
from pnp.vassal.turn_counter import turn_phases

TEMPLATE = "help.html.j2"
RULES_TEMPLATE = "rules.html.j2"


def help_page(game: Game) -> bytes:
    """The page in the game's language, HTML that VASSAL's window shows (no scripts, no pictures, no links out)."""
    return rendered_page(TEMPLATE, _values(game))


def rules_page(game: Game) -> bytes:
    """All rules in the game's language, for players without the rulebook. Raises SourceError for a value a text lacks.
    """
    values = rule_values(game)
    cases = [_case(game, case, depth, values) for file in game.rules for case, depth in _with_depth(file.cases)]
    title = game.words.text("Rules of {title}", title=game.info.printed_title)
    return rendered_page(RULES_TEMPLATE, {"title": title, "cases": cases, "statement": game.info.credits.statement})


def rendered_page(template: str, values: dict[str, Any]) -> bytes:
    """A page of `vassal/help` with its values filled in."""
    source = (data_dir("vassal") / "help" / template).read_text("utf-8")
    jinja = SandboxedEnvironment(
        loader=DictLoader({template: source}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = jinja.get_template(template).render(**values)
    # Swing reads a page without a charset as Latin-1: plain ASCII with character references is safe everywhere.
    return page.encode("ascii", "xmlcharrefreplace")


def _with_depth(cases: Iterable[RuleCase], depth: int = 0) -> Iterator[tuple[RuleCase, int]]:
    for case in cases:
        yield case, depth
        yield from _with_depth(case.cases, depth + 1)


def _case(game: Game, case: RuleCase, depth: int, values: dict[str, Any]) -> dict[str, Any]:
    """One case as the template needs it; tables are shown by the charts window."""
    numbered = case.id[:1].isdigit()
    blocks = []
    for block in parse(rendered(case.text, values, where=case.where("text"))):
        if isinstance(block, Insert):
            continue
        spans = [{"text": _shown(game, span), "bold": span.bold, "italic": span.italic} for span in block.spans]
        item = isinstance(block, ListItem)
        blocks.append(
            {"kind": "item" if item else "text", "marker": (block.marker or "•") if item else "", "spans": spans}
        )
    option = next((game.words.text("Optional rule") for o in game.info.options if o.id == case.option), "")
    return {
        "label": f"{case.id} {case.title}" if numbered else case.title,
        "depth": depth,
        "blocks": blocks,
        "option": option,
    }


def _shown(game: Game, span: Span) -> str:
    return span.text or (f"[{rule_label(game, span.link)}]" if span.link else "")


def key_texts(game: Game) -> dict[str, str]:
    """What each key does, by its name in `KEYS`; only keys that this game's module uses."""
    return {
        name: text
        for name, text in {**_unit_keys(game), **_table_keys(game), **_other_keys(game)}.items()
        if name in KEYS
    }


def _unit_keys(game: Game) -> dict[str, str]:
    """Keys for selected units."""
    words, backs = game.words, {group.back for group in game.counters.groups}
    boxes, homes = {box.kind for box in game.boxes}, any(goes_home(game, side) for side in game.info.sides)
    texts: dict[str, str] = {}
    if "activated" in backs and not advances_before_combat(game):
        texts["activate"] = words.text("Selected units: turn over, to mark them as activated or make them ready again")
        texts["ready"] = words.text("All activated units are ready again")
    if advances_before_combat(game):
        texts["activate"] = words.text("Selected units: have advanced before combat, or are ready again")
        texts["ready"] = words.text("All units that advanced before combat are ready again")
    if any(group.turned for group in game.counters.groups):
        texts["activate"] = words.text("Selected units: turn around, to mark them as spent or make them ready again")
        texts["ready"] = words.text("All spent units are ready again")
    if "dispersed" in backs:
        texts["disperse"] = words.text("Selected units: turn over, to mark them as dispersed or in order again")
    if face_down_units(game):
        texts["hide"] = words.text(
            "Selected units: turn face down, or up again. Only their own side and who plays alone can do it"
        )
    if "reduced" in backs:
        texts["reduce"] = words.text("Selected units: reduce after a loss, or restore to full strength")
    if "switched" in backs:
        texts["switch"] = words.text("Selected unit: goes over to the other side, for good")
    if "eliminated" in boxes:
        texts["eliminate"] = words.text("Selected units: to the box of eliminated units")
    if "pool" in boxes or any(reserve_of(game, side.id) for side in game.info.sides):
        texts["return"] = words.text("Selected pieces: back to the reserve, the draw pool or the stock")
    if homes:
        texts["home"] = words.text("Selected units: to their home location")
        texts["disperse"] = words.text("Selected units: dispersed, to the next space of the turn track")
    return texts


def _table_keys(game: Game) -> dict[str, str]:
    """Keys that fight, draw and calculate."""
    words, texts = game.words, {}
    if results_tables(game):
        texts["fight"] = words.text("Selected unit: fight in its area. The odds are worked out and the die is rolled")
    if drawing_tables(game):
        texts["invade"] = words.text(
            "Selected unit, after entering an area: roll for the event and draw its units into the area"
        )
    if sides_that_attack(game):
        texts["counterattack"] = words.text("Selected unit: fight in its area with the other side as the attacker")
    if calculator_tables(game):
        texts["mark"] = words.text("Selected units: take part in the attack, or no longer")
        texts["target"] = words.text(
            "Selected unit: its location is attacked by the marked units; fills in the calculator and tells the column"
        )
        texts["calculate"] = words.text("Opens and closes the calculator")
        texts["roll"] = words.text("Rolls the die for what the calculator shows, and tells the result")
    return texts


def _other_keys(game: Game) -> dict[str, str]:
    """Keys for markers, pools, points, turns and charts."""
    words = game.words
    pools = [box for box in game.boxes if box.kind == "pool"]
    texts = {
        "next": words.text("Next phase; after the last one, next turn"),
        "charts": words.text("Opens and closes the charts"),
    }
    if any(phase.steps for phase in turn_phases(game)):
        texts["next"] = words.text("Next step of the phase; after the last one, next phase or turn")
    if any(track.kind == "value" and track_counters(game, track) for track in game.tracks):
        texts["higher"] = words.text("Selected marker: one space up its track, at most to the end")
        texts["lower"] = words.text("Selected marker: one space down its track, at most to the end")
    if any(is_cup(game, box) for box in pools):
        texts["draw"] = words.text("Draws one piece at random from the cup, tells it and sends it to its place")
    elif pools:
        texts["draw"] = words.text("Asks for a number and draws so many units into the area of the selected unit")
    if counts_points(game):
        counted = standard_scenario(game)
        texts["points"] = words.text("Reports the points of controlled areas") if not on_hexes(game) else words.text(
            "Counts the points of the cities by the units that stand there, with the cities of each side"
        ) if not (counted and counted.victory) else words.text(
            "Counts the victory points of hexes where units stand, and tells sum and level; hexes that were passed "
            "and left, losses and supply are set in the menu"
        )  # fmt: skip
    return texts


def _values(game: Game) -> dict[str, Any]:
    words, info = game.words, game.info
    return {
        "title": info.printed_title, "subtitle": info.subtitle, "theme": info.theme,
        "word": {
            "start": words.text("To begin"), "sequence": words.text("Sequence of play"), "key_list": words.text("Keys"),
            "key": words.text("Key"), "what": words.text("What it does"), "buttons": words.text("Buttons"),
            "automation": words.text("Help that can be switched off"), "options": words.text("Optional rules"),
            "credits": words.text("Credits"),
            "undo": words.text("The step back of VASSAL undoes every key and every button. No other keys are used."),
        },
        "start": start_lines(game),
        "phases": [
            {"name": p.name, "rule": rule_label(game, p.rule), "text": p.text, "first_turn": p.first_turn,
             "steps": [f"{step.name} [{rule_label(game, step.rule)}]" for step in p.steps],
             "since": words.text("from turn {turn}", turn=p.first_turn)} for p in turn_phases(game)
        ],
        "outcomes": [{"name": o.name, "rule": rule_label(game, o.rule), "text": o.text} for o in info.outcomes],
        "keys": [{"letter": letter_of(KEYS[name]), "text": text} for name, text in key_texts(game).items()],
        "buttons": button_rows(game),
        "automation": _automation(game),
        "tables": [table_values(game, table) for table in game.charts.tables],
        "options": [{"name": o.name, "rule": rule_label(game, o.rule), "text": o.text} for o in info.options],
        "credits": info.credits,
    }  # fmt: skip


def start_lines(game: Game) -> list[str]:
    """How to begin: sides and seats, scenarios, what the mouse shows."""
    words = game.words
    sides = [s.name for s in game.info.sides if s.played_by == "player" or s.played_with]
    side = words.text(" or ").join(sides)
    seats = ", ".join(seat.name for seat in game.info.seats)
    lines = [words.text("Take the side {side}, or {seat} when you play alone.", side=side, seat=seats)] if seats else []
    for seat in (*game.info.sides, *game.info.seats):
        if led := ", ".join(formation.name for formation in game.info.formations if formation.seat == seat.id):
            lines.append(words.text("Of players who share a side, {seat} leads: {led}.", seat=seat.name, led=led))
    for scenario in game.scenarios.values():
        lines.append(f"{scenario.name}: {scenario.text}")
        if any(waiting_units(scenario, placement) for placement in scenario.placements):
            box = words.text("Units to set up")
            lines.append(
                words.text("Choose the set-up with units placed, or place those of the box {box} yourself.", box=box)
            )
        elif scenario.placements:
            lines.append(words.text("Each side moves the units of its box on to the map."))
    lines.append(words.text("The place under the mouse is named after a moment, with the pieces that stand there."))
    return lines


def button_rows(game: Game) -> list[dict[str, str]]:
    """The buttons of the toolbar, each with what it does."""
    words = game.words
    displays = [{"name": words.text("Displays") if len(game.boards) > MOST_BUTTONS else board.title,
                 "text": words.text("Opens a display: boxes of units that aren’t on the map")}
                for board in game.boards]  # fmt: skip
    buttons = displays[:1] if len(displays) > MOST_BUTTONS else displays
    dice = [(table.title, _dice_text(game, table)) for table in game.charts.tables]
    buttons += [{"name": title, "text": text} for title, text in dice if text]
    buttons += [
        {
            "name": name,
            "text": words.text("Rolls the die for the game-turn of the turn counter; reports turn, die and result."),
        }
        for name in turn_titles(game)
    ]
    texts = key_texts(game)
    cup = any(is_cup(game, box) for box in game.boxes)
    for name, label in (
        ("calculate", words.text("Calculator")),
        ("draw", words.text("Draw") if cup else words.text("Draw units")),
        ("ready", words.text("Ready all")),
        ("points", words.text("Victory points") if on_hexes(game) else words.text("Points")),
        ("charts", words.text("Charts")),
    ):
        if name in texts:
            buttons.append({"name": label, "text": f"{texts[name]} (Ctrl-{letter_of(KEYS[name])})"})
    if listed := guides(game):
        buttons.append({"name": words.text("Guides") if len(listed) > 1 else listed[0].title, "text": words.text(
            "Leads through {titles}, step by step: answer in the window, the chat tells each step with its rule.",
            titles=", ".join(guide.title for guide in listed),
        )})  # fmt: skip
        if any(step.asks for guide in listed for step in guide.steps):
            buttons[-1]["text"] += " " + words.text("A green frame marks an answer that the pieces give.")
    if game.info.counts:
        buttons.append({"name": words.text("Counts"), "text": words.text(
            "Counts by the pieces: {names}", names=", ".join(count.name for count in game.info.counts)
        )})  # fmt: skip
    if judges_supply(game):
        buttons.append({"name": words.text("Isolated units"), "text": words.text(
            "Lists the units that are marked as isolated, or takes all these marks off; the menu of a unit sets its "
            "mark."
        )})  # fmt: skip
    if arriving_sides(game):
        buttons.append({"name": words.text("Arrivals"), "text": words.text(
            "Brings the units that are due, of all sides or of one, from their boxes to a free place where they may "
            "enter; move them elsewhere by hand. Pressed again it finds only what is still due."
        )})  # fmt: skip
    buttons.append(
        {"name": words.text("Pieces"), "text": words.text("All pieces by nationality, to replace one that was lost")}
    )
    if face_down_units(game):
        buttons.append(
            {"name": words.text("Turn all up"), "text": words.text("Turns up every unit that was set up face down")}
        )
    buttons.append({"name": words.text("Turn"), "text": f"{texts['next']} (Ctrl-{letter_of(KEYS['next'])})"})
    return buttons


def _dice_text(game: Game, table: AnyTable) -> str:
    """What the dice of a table do; "" for a table without dice of its own."""
    words = game.words
    if isinstance(table, ResultsTable) and table.column_kind == "odds" and not calculated(game, table):
        columns = ", ".join(column_label(table, index) for index in range(len(table.columns)))
        return words.text(
            "A die for each column ({columns}); reports die, row, column, result and rule.", columns=columns
        )
    if isinstance(table, EventsTable) and not turns_of(table.id):
        return words.text("A die for each modifier; reports die, row, event and rule.")
    return ""


def _automation(game: Game) -> list[str]:
    words = game.words
    limit = {p.id: p.value for p in game.info.parameters}.get(STACK_LIMIT)
    lines = [words.text("Nothing is forbidden: every piece can be moved anywhere by hand at any time.")]
    if limit is not None:
        lines.append(
            words.text("A dashed frame marks the units of an area that holds more than {limit} of them.", limit=limit)
        )
    elif has_stack_limit(game):
        lines.append(
            words.text(
                "A dashed frame marks the units of a hex that holds more of them than may stand there when a phase "
                "ends."
            )
        )
    lines.append(words.text(
        "File, Preferences, tab {title}: without the help, the commands that fight and draw are not offered, and a "
        "new turn "
        "moves no marker and turns no unit over.", title=game.info.title,
    ))  # fmt: skip
    if results_tables(game):
        lines.append(words.text(
            "The odds count every unit that stands in the area; when some take no part, roll the die of the right "
            "column instead."
        ))  # fmt: skip
    if calculator_tables(game):
        lines.append(words.text(
            "The calculator takes what is marked and what stands on the map as a proposal: each value can be changed "
            "before the roll."
        ))  # fmt: skip
    if any(box.kind == "pool" for box in game.boxes):
        lines.append(words.text("An empty pool gives no units: then move units by hand, as the rules say."))
    return lines


def table_values(game: Game, table: AnyTable) -> dict[str, Any]:
    """The values of a table for the template."""
    heads, rows, notes = _parts(game, table)
    notes += [f"{note.mark} {note.text}" for note in table.notes]
    return {"title": table.title, "rule": rule_label(game, table.rule), "heads": heads, "rows": rows, "notes": notes}


def _parts(game: Game, table: AnyTable) -> tuple[list[str], list[list[str]], list[str]]:
    words = game.words
    if isinstance(table, ResultsTable):
        heads = [words.text("Die"), *(_with_minus(column_label(table, index)) for index in range(len(table.columns)))]
        codes = [f"{code.id} {code.name}: {code.text}" for code in table.codes]
        modifiers = [f"{signed(m.add)} {m.text}" for m in table.modifiers]
        if table.bracket_note:
            modifiers.insert(0, table.bracket_note)
        return heads, [[row.die, *_cells(row)] for row in table.rows], codes + modifiers
    if isinstance(table, ShiftsTable):
        return list(table.columns), [[signed(shift) for shift in table.shifts]], []
    if isinstance(table, ListTable):
        heads = [table.heads.get("key", ""), table.heads.get("text", "")]
        return heads, [[row.key, f"{row.name}: {row.text}" if row.name else row.text] for row in table.rows], []
    if isinstance(table, FlowTable):
        return _flow(game, table)
    return _events(game, table)


def _cells(row: ResultRow) -> list[str]:
    """The codes of a row, each with the one in brackets beside it."""
    inner = [*row.bracketed, *[""] * len(row.results)]
    return [f"{code} ({bracketed})" if bracketed else code for code, bracketed in zip(row.results, inner, strict=False)]


def _events(game: Game, table: EventsTable) -> tuple[list[str], list[list[str]], list[str]]:
    words = game.words
    heads = [words.text("Die"), words.text("Event"), words.text("Units"), words.text("Afterwards")]
    rows = [[row.die, row.name, row.text, row.after_text] for row in table.rows]
    if not any(row.after_text for row in table.rows):
        heads, rows = [words.text("Die"), words.text("Event"), words.text("Effect")], [row[:3] for row in rows]
    return heads, rows, [modifier.text for modifier in table.modifiers]


def _flow(game: Game, table: FlowTable) -> tuple[list[str], list[list[str]], list[str]]:
    """A decision procedure as numbered steps, each with the steps that follow."""
    words = game.words
    numbers = {step.id: str(index) for index, step in enumerate(table.steps, 1)}
    rows = []
    for step in table.steps:
        ways = [(words.text("yes: {step}", step=numbers[step.yes]) if step.yes in numbers else ""),
                (words.text("no: {step}", step=numbers[step.no]) if step.no in numbers else ""),
                (words.text("go on with {step}", step=numbers[step.next]) if step.next in numbers else "")]  # fmt: skip
        rows.append([numbers[step.id], step.text, ", ".join(way for way in ways if way)])
    return ["", words.text("Question or action"), words.text("Then")], rows, [table.text] if table.text else []


def _with_minus(text: str) -> str:
    """`text` with a true minus sign where it begins with a hyphen."""
    return "−" + text[1:] if text.startswith("-") else text
