"""The page of first steps: how a game begins in VASSAL, what the buttons are, how a turn goes in this module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.model.game import Game
from pnp.model.info import Phase
from pnp.vassal.context import KEYS, letter_of, rule_label
from pnp.vassal.naming import judges_supply
from pnp.vassal.pages.help import button_rows, key_texts, rendered_page, start_lines
from pnp.vassal.pieces.arrivals import arriving_sides
from pnp.vassal.pieces.points import counts_points
from pnp.vassal.tables.calculator import calculator_tables
from pnp.vassal.tables.dice_buttons import results_tables
from pnp.vassal.tables.guide import guides
from pnp.vassal.tables.results import duties
from pnp.vassal.turn_counter import turn_phases

TEMPLATE = "first-steps.html.j2"
FIRST_KEYS = ("fight", "invade", "target", "roll", "draw", "activate", "reduce", "eliminate", "next", "charts")
"""The keys of a first turn, in the order in which they are used."""

_FIGHTS = {"combat", "assault", "contact"}
_MOVES = {"movement", "redeployment", "rail", "sail"}
_SUPPLY = {"lines", "isolation", "communications", "supply", "interphase"}
"""Kinds of phases, by what the referee does in them."""


def first_steps_page(game: Game) -> bytes:
    """How to play the first turn in VASSAL, step by step, for those who have never used it."""
    words, keys = game.words, key_texts(game)
    steps = [
        words.text("File, New Game: take a side and choose a set-up. All pieces then stand where the scenario puts "
                   "them."),
        *start_lines(game)[:1],
        words.text("Drag a piece with the left button; it snaps into place, and the chat tells from where to where it "
                   "went. A disc with an arrow marks a unit that has moved."),
        words.text("Keep the mouse still over a stack: its pieces are shown with name and values, above them the place "
                   "and the strength of each side. A double click spreads the stack out, another one gathers it."),
        words.text("The right button over a piece lists what it can do."),
        words.text("The step back of VASSAL undoes every key and every button. No other keys are used."),
        words.text("File, Save Game keeps the position. To play by e-mail, begin a log file before your turn and send "
                   "it."),
    ]  # fmt: skip
    return rendered_page(TEMPLATE, {
        "title": words.text("First steps: {title}", title=game.info.printed_title), "steps": steps,
        "word": {"start": words.text("To begin"), "turn": words.text("A turn in this module"),
                 "buttons": words.text("Buttons"), "key_list": words.text("Keys")},
        "phases": _phases(game),
        "next": f"Ctrl-{letter_of(KEYS['next'])}: {keys['next']}",
        "keys": [f"Ctrl-{letter_of(KEYS[name])}: {keys[name]}" for name in FIRST_KEYS if name in keys],
        "buttons": button_rows(game),
        "more": words.text("All keys and buttons are listed in the other page of the Help menu, How to play."),
    })  # fmt: skip


def _phases(game: Game) -> list[dict[str, Any]]:
    """The phases of a turn, each once, with what the module does for it."""
    first: dict[str, Phase] = {}
    for phase in turn_phases(game):
        first.setdefault(phase.id, phase)
    names = {phase.id: phase.name for phase in game.info.all_phases}
    return [
        {"name": names[phase.id], "rule": rule_label(game, phase.rule), "text": phase.text,
         "help": list(_help(game, phase))}
        for phase in first.values()
    ]  # fmt: skip


def _help(game: Game, phase: Phase) -> Iterator[str]:
    """What the module offers in a phase."""
    words, done = game.words, {*phase.procedures, *(step.id for step in phase.steps), phase.id}
    letters = {name: letter_of(key) for name, key in KEYS.items()}
    if "arrivals" in done and arriving_sides(game):
        yield words.text("The button Arrivals brings in the units that are due.")
    if done & _MOVES:
        yield words.text("Drag the units. The chat tells each move, and a disc marks who has moved.")
    if done & _FIGHTS and calculator_tables(game):
        yield words.text(
            "Select the attackers and press Ctrl-{mark}, then a unit that is attacked and Ctrl-{target}: the "
            "calculator shows the column. Ctrl-{roll} rolls the die.",
            mark=letters["mark"], target=letters["target"], roll=letters["roll"],
        )  # fmt: skip
    if results_tables(game) and done & _MOVES and "fight" in key_texts(game):  # fights when it moves
        yield words.text("Select a unit and press Ctrl-{fight}: the odds are worked out and the die is rolled.",
                         fight=letters["fight"])  # fmt: skip
    if done & _FIGHTS and duties(game):
        yield words.text(
            "Attacker’s result and Defender’s result mark what the table asks of the units; pressed again, they carry "
            "it out."
        )
    if done & _SUPPLY and judges_supply(game):
        yield words.text("Judge supply yourself: the menu of a unit marks it as isolated, a button lists these units.")
    if led := [guide.title for guide in guides(game) if _leads(game, guide.id, done)]:
        yield words.text("A window leads through it: {titles}.", titles=", ".join(led))
    if counts_points(game) and done & {"scoring", "victory", "end-of-turn", "turn-end", "end-turn", "interphase"}:
        yield words.text("The toolbar shows the points; they are counted by the pieces when a phase begins.")


def _leads(game: Game, guide: str, done: set[str]) -> bool:
    """Whether a guide belongs to a phase: it is named like one of its procedures, or leads through supply in it."""
    if any(guide == name or guide.startswith(f"{name}-") for name in done):
        return True
    return bool(done & _SUPPLY) and judges_supply(game) and not any(table.id == guide for table in game.charts.tables)
