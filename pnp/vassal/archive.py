"""The module as one archive.

`build_module` makes the tree of components in English and once per translation, checks that each piece has its
number, and packs build file, language files, pictures, help pages and set-ups in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.draw.scene import Keep
from pnp.errors import SourceError
from pnp.maps.plan import MapPlan
from pnp.model.game import Game
from pnp.output import Packed, zip_bytes
from pnp.translate.languages import language_name
from pnp.vassal.automation import global_options, global_properties, toolbar
from pnp.vassal.board import map_component
from pnp.vassal.board_picture import module_board
from pnp.vassal.buildfile import Element, component, plain, to_xml
from pnp.vassal.calculator_window import calculator_buttons, calculator_maps
from pnp.vassal.charts import charts_window
from pnp.vassal.context import VASSAL_VERSION, Context
from pnp.vassal.gpids import missing_gpids
from pnp.vassal.help import help_page
from pnp.vassal.images import image_names, localised_name, module_images
from pnp.vassal.keeping import Keeper
from pnp.vassal.layout import SETUP_BOX, BoardLayout, board_layout
from pnp.vassal.moduledata import description, module_data
from pnp.vassal.naming import on_hexes, waiting_units
from pnp.vassal.odds import LOCATION
from pnp.vassal.palette import palette
from pnp.vassal.pieces import prototypes
from pnp.vassal.rules_page import kept_rules
from pnp.vassal.setups import hidden_start, saved_game
from pnp.vassal.tables import event_buttons, results_buttons
from pnp.vassal.translation import properties_name, translation_file
from pnp.vassal.turn_tables import turn_buttons
from pnp.vassal.turns import turn_tracker
from pnp.vassal.zones import place_messages

DPI = 120.0
"""Resolution of the board: a counter of 5/8 in is 75 pixels wide, the size at which VASSAL players are used to read."""


def build_module(
    game: Game, localised: Mapping[str, Game], plan: MapPlan, *, dpi: float = DPI, keep: Keep | None = None,
    plan_of: Callable[[str], MapPlan] | None = None,
) -> bytes:  # fmt: skip
    """The module (`.vmod`) of a game.

    game       in English
    localised  language -> the game in it; English may be left out
    plan       the English map's plan
    keep       what earlier builds have left: pictures, pages, packed files
    plan_of    the map's plan in a language, for its own board; a map whose stacks lie elsewhere in it keeps the English one
    Raises SourceError with a hint when a counter has no piece number; numbers are never given silently.
    """
    missing = missing_gpids(game)
    if missing:
        raise SourceError(*missing)
    games = {"en": game, **{language: g for language, g in sorted(localised.items()) if language != "en"}}
    layout = board_layout(game, plan, dpi)
    trees = module_trees(games, layout)
    keeper = Keeper(keep)
    boards = {"en": module_board(game, lambda: plan, layout, keeper)}
    for language in games:
        if language == "en" or plan_of is None:
            continue
        own = plan_of(language)
        if board_layout(game, own, dpi) == layout:  # stacks lie where the English board has them
            boards[language] = module_board(games[language], lambda own=own: own, layout, keeper)  # type: ignore[misc]
    entries: list[tuple[str, bytes | Packed]] = [("moduledata", module_data(games)), ("buildFile.xml", to_xml(trees["en"]))]
    for language in games:
        if language != "en":
            entries.append((properties_name(language), translation_file(trees["en"], trees[language])))
    for language, shown in games.items():
        help_, rules = keeper.made_file("vassal-help", (shown,), lambda games: help_page(games[0])), kept_rules(shown, keeper)
        entries += [(f"help-{language}.html", help_), (f"rules-{language}.html", rules)]
    context = Context(game, game, layout, image_names(game))
    for scenario in game.scenarios.values():
        entries.append(
            (f"{scenario.id}.vsav", saved_game(context, hidden_start(game, scenario), scenario.name))
        )
    pictures = module_images(game, games, layout, keeper)
    pictures |= {localised_name(context.images["board", ""], language): board for language, board in boards.items()}
    entries += sorted((f"images/{name}".replace("images/../", ""), data) for name, data in pictures.items())
    return zip_bytes(entries)


def module_trees(games: Mapping[str, Game], layout: BoardLayout) -> dict[str, Element]:
    """Language -> the tree of components with that language's texts; element by element the same."""
    base = games["en"]
    images = image_names(base)
    return {language: _module(Context(base, shown, layout, images), games) for language, shown in games.items()}


def _module(context: Context, games: Mapping[str, Game]) -> Element:
    """The components in the order that the engine's own new module has."""
    base = context.base
    module = component(
        "GameModule", name=base.info.title, version=base.info.version, description=description(context.shown), ModuleOther1="",
        ModuleOther2="", VassalVersion=VASSAL_VERSION, nextPieceSlotId=base.gpids.next,
    )  # fmt: skip
    return module.add(
        component("BasicCommandEncoder"),
        _documentation(context, games),
        _roster(context),
        global_options(context),
        map_component(context),
        *calculator_maps(context),
        global_properties(context),
        place_messages(context),
        component("PrototypesContainer", *prototypes(context)),
        *([palette(context)] if on_hexes(base) else []),
        *turn_buttons(context),
        *event_buttons(context),
        *results_buttons(context),
        *calculator_buttons(context),
        *toolbar(context),
        turn_tracker(context),
        charts_window(context),
        component("Inventory", name="Inventory", text="", tooltip=context.words.text("All pieces, by place"), icon="/images/inventory.gif",
                  include='{Side!=""}', groupBy=LOCATION if on_hexes(base) else "CurrentZone", leafFormat="$PieceName$", nonLeafFormat="$PropertyValue$", drawPieces=True),
        component("NotesWindow", buttonText="", tooltip=context.words.text("Notes"), icon="/images/notes.gif"),
        *_setups(context),
        component("Chatter"), component("KeyNamer"),
        component("Language", *(component("Translation", locale=_locale(language)) for language in games if language != "en")),
    )  # fmt: skip


def _locale(language: str) -> str:
    """A language as the engine writes it: "it" -> "it,", "pt_BR" -> "pt,BR"."""
    code, _, country = language.partition("_")
    return f"{code},{country}"


def _documentation(context: Context, games: Mapping[str, Game]) -> Element:
    about = component(
        "AboutScreen",
        title=context.words.text("About {title}", title=context.base.info.title),
        fileName=context.images["about", ""],
    )
    pages = []
    for language, shown in games.items():
        for stem, title in (("help", shown.words.text("How to play")), ("rules", shown.words.text("Rules"))):
            named = f"{title} ({language_name(language)})"
            pages.append(component(
                "HelpFile", title=named, fileName=f"{stem}-{language}.html", vassalDoc="user", image="", fileType="archive"
            ))  # fmt: skip
    return component("Documentation", about, *pages)


def _roster(context: Context) -> Element:
    roster = component(
        "PlayerRoster",
        buttonText=context.words.text("Change side"),
        buttonToolTip=context.words.text("Take another side"),
    )
    return roster.add(*(plain("entry", name) for name in context.seats))


def _setups(context: Context) -> list[Element]:
    """Each scenario set up and ready; and the start at which players place units themselves."""
    words, found = context.words, []
    for scenario, shown in zip(context.base.scenarios.values(), context.shown.scenarios.values(), strict=True):
        waiting = any(waiting_units(scenario, placement) for placement in scenario.placements)
        ready = words.text("{scenario}: set up", scenario=shown.name) if waiting else shown.name
        found.append(
            component(
                "PredefinedSetup", name=ready, description="", isMenu=False, useFile=True, file=f"{scenario.id}.vsav"
            )
        )
    if SETUP_BOX in context.layout.boxes:
        own = words.text("Place the units yourself")
        found.append(component("PredefinedSetup", name=own, description="", isMenu=False, useFile=False, file=""))
    return found
