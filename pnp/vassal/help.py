"""The help page: how to start, the sequence of play, every key and button, tables, credits. One page per language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jinja2 import DictLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from pnp.generators.typeset.markup import Insert, Item, Span, parse
from pnp.model.game import Game
from pnp.model.rules import RuleCase
from pnp.model.tables import EventsTable, ResultsTable
from pnp.sources.assets import data_dir
from pnp.sources.text_values import rendered, rule_values
from pnp.vassal.context import KEYS, letter_of, rule_label
from pnp.vassal.tables import column_label, event_tables, results_tables, sides_that_attack
from pnp.vassal.turns import turn_phases

TEMPLATE = "help.html.j2"
RULES_TEMPLATE = "rules.html.j2"


def help_page(game: Game) -> bytes:
    """The page in the game's language, HTML that VASSAL's window shows (no scripts, no pictures, no links out)."""
    return _rendered(TEMPLATE, _values(game))


def rules_page(game: Game) -> bytes:
    """All rules in the game's language, for players without the rulebook. Raises SourceError for a value a text lacks."""
    values = rule_values(game)
    cases = [_case(game, case, depth, values) for file in game.rules for case, depth in _with_depth(file.cases)]
    title = game.words.text("Rules of {title}", title=game.info.printed_title)
    return _rendered(RULES_TEMPLATE, {"title": title, "cases": cases, "statement": game.info.credits.statement})


def _rendered(template: str, values: dict[str, Any]) -> bytes:
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
        item = isinstance(block, Item)
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
    words = game.words
    texts = {
        "activate": words.text("Selected units: turn over, to mark them as activated or make them ready again"),
        "eliminate": words.text("Selected units: to the box of eliminated units"),
        "return": words.text("Selected pieces: back to the reserve, the draw pool or the stock"),
        "ready": words.text("All activated units are ready again"),
        "next": words.text("Next phase; after the last one, next turn"),
        "charts": words.text("Opens and closes the charts"),
    }
    if results_tables(game):
        texts["fight"] = words.text("Selected unit: fight in its area. The odds are worked out and the die is rolled")
    if event_tables(game):
        texts["invade"] = words.text(
            "Selected unit, after entering an area: roll for the event and draw its units into the area"
        )
    if sides_that_attack(game):
        texts["counterattack"] = words.text("Selected unit: fight in its area with the other side as the attacker")
    if any(box.kind == "pool" for box in game.map.boxes):
        texts["draw"] = words.text("Asks for a number and draws so many units into the area of the selected unit")
    if any(space.victory_points for space in game.map.spaces):
        texts["points"] = words.text("Reports the points of controlled areas")
    return {name: texts[name] for name in KEYS if name in texts}


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
        "start": _start(game),
        "phases": [
            {"name": p.name, "rule": rule_label(game, p.rule), "text": p.text, "first_turn": p.first_turn,
             "since": words.text("from turn {turn}", turn=p.first_turn)} for p in turn_phases(game)
        ],
        "outcomes": [{"name": o.name, "rule": rule_label(game, o.rule), "text": o.text} for o in info.outcomes],
        "keys": [{"letter": letter_of(KEYS[name]), "text": text} for name, text in key_texts(game).items()],
        "buttons": _buttons(game),
        "automation": _automation(game),
        "tables": [_table(game, table) for table in game.charts.tables],
        "options": [{"name": o.name, "rule": rule_label(game, o.rule), "text": o.text} for o in info.options],
        "credits": info.credits,
    }  # fmt: skip


def _start(game: Game) -> list[str]:
    words = game.words
    side = next((s.name for s in game.info.sides if s.played_by == "player"), "")
    seats = ", ".join(seat.name for seat in game.info.seats)
    lines = [words.text("Take the side {side}, or {seat} when you play alone.", side=side, seat=seats)] if seats else []
    for scenario in game.scenarios.values():
        lines.append(f"{scenario.name}: {scenario.text}")
        if scenario.placements:
            box = words.text("Units to set up")
            lines.append(
                words.text("Choose the set-up with units placed, or place those of the box {box} yourself.", box=box)
            )
    lines.append(words.text("The place under the mouse is named after a moment, with the pieces that stand there."))
    return lines


def _buttons(game: Game) -> list[dict[str, str]]:
    words = game.words
    found = []
    for table in game.charts.tables:
        if isinstance(table, ResultsTable):
            columns = ", ".join(column_label(table, index) for index in range(len(table.columns)))
            text = words.text(
                "A die for each column ({columns}); reports die, row, column, result and rule.", columns=columns
            )
        else:
            text = words.text("A die for each modifier; reports die, row, event and rule.")
        found.append({"name": table.title, "text": text})
    texts = key_texts(game)
    for name, label in (("draw", words.text("Draw units")), ("ready", words.text("Ready all")), ("points", words.text("Points")),
                        ("charts", words.text("Charts"))):  # fmt: skip
        if name in texts:
            found.append({"name": label, "text": f"{texts[name]} (Ctrl-{letter_of(KEYS[name])})"})
    found.append({"name": words.text("Turn"), "text": f"{texts['next']} (Ctrl-{letter_of(KEYS['next'])})"})
    return found


def _automation(game: Game) -> list[str]:
    words = game.words
    limit = {p.id: p.value for p in game.info.parameters}.get("stack-limit")
    lines = [words.text("Nothing is forbidden: every piece can be moved anywhere by hand at any time.")]
    if limit is not None:
        lines.append(
            words.text("A dashed frame marks the units of an area that holds more than {limit} of them.", limit=limit)
        )
    lines.append(words.text(
        "File, Preferences, tab {title}: without the help, the commands that fight and draw are not offered, and a new turn "
        "moves no marker and turns no unit over.", title=game.info.title,
    ))  # fmt: skip
    if results_tables(game):
        lines.append(words.text(
            "The odds count every unit that stands in the area; when some take no part, roll the die of the right column instead."
        ))  # fmt: skip
    if any(box.kind == "pool" for box in game.map.boxes):
        lines.append(words.text("An empty pool gives no units: then move units by hand, as the rules say."))
    return lines


def _table(game: Game, table: ResultsTable | EventsTable) -> dict[str, Any]:
    words = game.words
    if isinstance(table, ResultsTable):
        heads = [words.text("Die"), *(column_label(table, index) for index in range(len(table.columns)))]
        rows = [[row.die, *row.results] for row in table.rows]
        notes = [f"{code.id} {code.name}: {code.text}" for code in table.codes]
    else:
        heads = [words.text("Die"), words.text("Event"), words.text("Units"), words.text("Afterwards")]
        rows = [[row.die, row.name, row.text, row.after_text] for row in table.rows]
        notes = [modifier.text for modifier in table.modifiers]
    notes += [f"{note.mark} {note.text}" for note in table.notes]
    return {"title": table.title, "rule": rule_label(game, table.rule), "heads": heads, "rows": rows, "notes": notes}
