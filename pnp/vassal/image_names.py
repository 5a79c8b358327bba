"""File names of the module's pictures, by what each shows; they need no drawing."""

from __future__ import annotations

from pnp.model.game import Game
from pnp.output import content_hash
from pnp.vassal.context import LAYERS
from pnp.vassal.naming import advances_before_combat, hides_names, judges_supply
from pnp.vassal.pages.charts import charts
from pnp.vassal.pieces.stacking import has_stack_limit
from pnp.vassal.tables.calculator import calculator_tables
from pnp.vassal.tables.named_table import piece_id
from pnp.vassal.tables.results import duties

ImageNames = dict[tuple[str, str], str]
BOARD_FILE = "board.png"
ABOUT_FILE = "about.svg"
BUTTONS = (
    "table", "arrive", "draw", "ready", "points", "charts", "calculator", "display", "guide", "markers", "reveal",
    "names", "side", "supply", "tally", "thread", "turn", "units",
)  # fmt: skip
"""Pictures of `vassal/buttons`; a module holds those that it shows."""


def button_file(name: str) -> str:
    """The file of a button's picture."""
    return f"button-{name}.svg"


def image_names(game: Game) -> ImageNames:
    """(kind, id) of what a picture shows -> its file name."""
    names: ImageNames = {("board", ""): BOARD_FILE, ("about", ""): ABOUT_FILE, ("mark", "moved"): "moved.svg"}
    if hides_names(game):
        names["nameless", ""] = "nameless.png"
    names |= {("display", display.id): f"display-{display.id}.png" for display in game.boards}
    names |= {("button", name): button_file(name) for name in BUTTONS}
    if has_stack_limit(game):
        names["mark", "overstack"] = "overstack.svg"
    for table in calculator_tables(game):
        names["calculator", table.id] = f"{piece_id(table)}.svg"
        names["mark", "attacks"] = "attacks.svg"
    if judges_supply(game):
        names["mark", "isolated"] = "isolated.svg"
    if duties(game):
        names |= {("mark", mark): f"{mark}.svg" for mark in ("lost", "retreats", "may-be-lost")}
    pooled = {unit for s in game.scenarios.values() for units in (s.position.pools or {}).values() for unit in units}
    for counter in game.all_counters():
        names["front", counter.id] = f"{counter.id}.svg"
        # alike, so that nobody can tell those of the pool apart
        if counter.group.back == "face-down" or counter.id in pooled:
            names["hidden", counter.id] = f"{counter.side}-hidden.svg"
        if counter.group.back in LAYERS:
            names["back", counter.id] = f"{counter.id}-back.svg"
        # its back says nothing: a mark is laid over its front
        elif not counter.group.marker and advances_before_combat(game):
            names["advanced", counter.id] = names["mark", "advanced"] = "advanced.svg"
    if game.cards is not None:
        names["cards", ""] = "cards.png"
        names |= {("card", card.id): f"card-{card.id}.png" for card in game.cards.cards}
        names |= {("card-back", deck.id): f"card-back-{deck.id}.png" for deck in game.cards.decks}
    names |= {("chart", chart.id): chart.file for chart in charts(game)}
    return names


def drawing_key(game: Game) -> str:
    """A hash of the inputs of boards and tables: the sources and the engine's words, in the game's language."""
    headings = [file.headings() for file in game.rules]
    boards = [game.displays] if game.displays is not None else []
    parts = [game.info, game.map, *boards, game.charts, game.style, *game.scenarios.values(), *headings]
    words = repr(sorted(game.words.messages.items()))
    return content_hash(game.language, words, *(part.model_dump_json() for part in parts))
