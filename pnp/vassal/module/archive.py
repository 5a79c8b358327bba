"""The module as one archive.

`build_module` builds the tree of components in English and once per translation, checks that each piece has its
number, and packs build file, language files, pictures, help pages and set-ups in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from pnp.draw.scene import Store
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.output import zip_bytes
from pnp.translate.languages import language_name
from pnp.vassal.board.card_windows import card_images, card_windows
from pnp.vassal.board.display_windows import display_images, display_windows
from pnp.vassal.board.map_window import map_component
from pnp.vassal.board.picture import module_board, nameless_image
from pnp.vassal.board.zones import place_messages
from pnp.vassal.context import Context
from pnp.vassal.format.buildfile import Element, component, plain, to_xml
from pnp.vassal.format.encoding import split_fields, text_list
from pnp.vassal.format.gpids import numbered
from pnp.vassal.format.moduledata import VASSAL_VERSION, description, module_data
from pnp.vassal.image_names import image_names
from pnp.vassal.layout import SETUP_BOX, BoardLayout, board_layout
from pnp.vassal.module.automation import global_options, global_properties, toolbar
from pnp.vassal.module.images import button_images, localised_name, module_images
from pnp.vassal.module.translation import properties_name, translation_file
from pnp.vassal.naming import MOST_BUTTONS, on_hexes, waiting_units
from pnp.vassal.pages.charts import charts_window
from pnp.vassal.pages.first_steps import first_steps_page
from pnp.vassal.pages.help import help_page, rules_page
from pnp.vassal.pieces.arrivals import option_tab
from pnp.vassal.pieces.counters import prototypes
from pnp.vassal.pieces.palette import palette
from pnp.vassal.saves.setups import hidden_start, saved_game, start_position
from pnp.vassal.tables.calculator_window import calculator_buttons, calculator_maps
from pnp.vassal.tables.dice_buttons import event_buttons, results_buttons
from pnp.vassal.tables.guide_window import guide_buttons, guide_windows
from pnp.vassal.tables.odds import LOCATION
from pnp.vassal.tables.turn_tables import turn_buttons
from pnp.vassal.turn_counter import turn_tracker

DPI = 120.0
"""Resolution of the board: a counter of 5/8 in is 75 pixels wide, the size at which VASSAL players are used to read."""


UNPLACED = "units-to-place.vsav"
"""The start at which players place units themselves."""


def build_module(
    game: Game, localised: Mapping[str, Game], plan: MapPlan, *, dpi: float = DPI, store: Store | None = None,
    plan_of: Callable[[str], MapPlan] | None = None, books: Mapping[str, bytes] | None = None,
) -> bytes:  # fmt: skip
    """The module (`.vmod`) of a game.

    game       in English
    localised  language -> the game in it; English may be left out
    plan       the English map's plan
    store      a cache for the costly pictures: boards and charts
    plan_of    the map's plan in a language, for a board in that language; if stacks would lie elsewhere on it, the
               English board is used
    books      language -> the rulebook as PDF, for the Help menu
    Raises SourceError when a piece number is given twice or too high.
    """
    game = numbered(game)
    games = {"en": game, **{language: numbered(g) for language, g in sorted(localised.items()) if language != "en"}}
    stored = store or (lambda kind, key, make: make())
    layout = board_layout(game, plan, dpi)
    trees = module_trees(games, layout, books or {})
    drawn = {"en": plan}  # the language of a board -> its plan
    for language in games:
        if language == "en" or plan_of is None:
            continue
        plan_shown = plan_of(language)
        if board_layout(game, plan_shown, dpi) == layout:  # stacks lie where the English board has them
            drawn[language] = plan_shown
    entries = [("moduledata", module_data(games)), ("buildFile.xml", to_xml(trees["en"]))]
    for language in games:
        if language != "en":
            entries.append((properties_name(language), translation_file(trees["en"], trees[language])))
    for language, shown in games.items():
        pages = {"first-steps": first_steps_page, "help": help_page, "rules": rules_page}
        entries += [(f"{stem}-{language}.html", page(shown)) for stem, page in pages.items()]
    entries += [(book_file(language), data) for language, data in (books or {}).items()]
    context = Context(game, game, layout, image_names(game))
    for scenario in game.scenarios.values():
        entries.append(
            (f"{scenario.id}.vsav", saved_game(context, hidden_start(game, scenario), scenario.name))
        )
    if SETUP_BOX in layout.boxes:
        waiting = start_position(next(iter(game.scenarios.values())), placed=False)
        entries.append((UNPLACED, saved_game(context, waiting, game.words.text("Place the units yourself"))))
    pictures = module_images(game, games, layout, store=store)
    pictures |= button_images(trees["en"])
    for language, plan_shown in drawn.items():
        for what, draw in (("board", module_board), ("nameless", nameless_image)):
            if (what, "") in context.images:
                board = draw(games[language], plan_shown, layout, stored)
                pictures[localised_name(context.images[what, ""], language)] = board
    for language, shown in games.items():
        pictures |= {
            localised_name(context.images["display", display], language): picture
            for display, picture in display_images(shown, dpi, stored).items()
        }
    for language, shown in games.items():
        plan_shown = plan if language == "en" or plan_of is None else plan_of(language)
        pictures |= {
            localised_name(context.images[what], language): picture
            for what, picture in card_images(shown, plan_shown, dpi, stored).items()
        }
    entries += sorted((f"images/{name}".replace("images/../", ""), data) for name, data in pictures.items())
    return zip_bytes(entries)


def book_file(language: str) -> str:
    """The name of the rulebook in a language."""
    return f"rulebook-{language}.pdf"


def module_trees(
    games: Mapping[str, Game], layout: BoardLayout, books: Collection[str] = ()
) -> dict[str, Element]:
    """Language -> the tree of components with that language's texts; element by element the same.

    books  languages whose rulebook is a file of the module
    """
    base = games["en"]
    images = image_names(base)
    return {language: _module(Context(base, shown, layout, images), games, books) for language, shown in games.items()}


def _module(context: Context, games: Mapping[str, Game], books: Collection[str]) -> Element:
    """The components in the order of a new module created by the engine."""
    base = context.base
    module = component(
        "GameModule", name=base.info.title, version=base.info.version, description=description(context.shown),
        ModuleOther1="",
        ModuleOther2="", VassalVersion=VASSAL_VERSION, nextPieceSlotId=base.gpids.next,
    )  # fmt: skip
    return module.add(
        component("BasicCommandEncoder"),
        _documentation(context, games, books),
        _roster(context),
        global_options(context),
        map_component(context),
        *_displays(context),
        *card_windows(context),
        *calculator_maps(context),
        *guide_windows(context),
        global_properties(context),
        place_messages(context),
        component("PrototypesContainer", *prototypes(context)),
        palette(context),
        *_dice(context),
        *calculator_buttons(context),
        *guide_buttons(context),
        *toolbar(context),
        turn_tracker(context),
        *option_tab(context),
        charts_window(context),
        component(
            "Inventory",
            name="Inventory",
            text="",
            tooltip=context.words.text("All pieces, by place"),
            icon="/images/inventory.gif",
            include='{Side!=""}',
            groupBy=LOCATION if on_hexes(base) else "CurrentZone",
            leafFormat="$LocalizedPieceName$",
            nonLeafFormat="$PropertyValue$",
            drawPieces=True,
        ),
        component("NotesWindow", buttonText="", tooltip=context.words.text("Notes"), icon="/images/notes.gif"),
        *_setups(context),
        component("Chatter"),
        component("KeyNamer"),
        component(
            "Language", *(component("Translation", locale=_locale(language)) for language in games if language != "en")
        ),
    )


def _displays(context: Context) -> list[Element]:
    words = context.words
    return folded(
        context, display_windows, kind="Displays", text=words.text("Displays"),
        tooltip=words.text("Opens a display: boxes of units that aren’t on the map"),
        icon=context.images["button", "display"],
    )


def _dice(context: Context) -> list[Element]:
    def make(context: Context) -> list[Element]:
        return [*turn_buttons(context), *event_buttons(context), *results_buttons(context)]

    words = context.words
    return folded(context, make, kind="Dice", text=words.text("Dice"), tooltip=words.text("Rolls on a table"),
                  icon=context.images["button", "table"])  # fmt: skip


def _locale(language: str) -> str:
    """A language as the engine writes it: "it" -> "it,", "pt_BR" -> "pt,BR"."""
    code, _, country = language.partition("_")
    return f"{code},{country}"


def _documentation(context: Context, games: Mapping[str, Game], books: Collection[str]) -> Element:
    about = component(
        "AboutScreen",
        title=context.words.text("About {title}", title=context.base.info.title),
        fileName=context.images["about", ""],
    )
    pages = []
    for language, shown in games.items():
        titles = {
            "first-steps": shown.words.text("First steps"),
            "help": shown.words.text("How to play"),
            "rules": shown.words.text("Rules"),
        }
        for stem, title in titles.items():
            label = f"{title} ({language_name(language)})"
            pages.append(component(
                "HelpFile", title=label, fileName=f"{stem}-{language}.html", vassalDoc="user", image="",
                fileType="archive"
            ))  # fmt: skip
        if language in books:
            label = f"{titles['rules']}, PDF ({language_name(language)})"
            pages.append(component("BrowserPDFFile", title=label, pdfFile=book_file(language)))
    return component("Documentation", about, *pages)


def _roster(context: Context) -> Element:
    roster = component(
        "PlayerRoster",
        buttonText="",
        buttonIcon=context.images["button", "side"],
        buttonToolTip=context.words.text("Take another side"),
    )
    return roster.add(*(plain("entry", name) for name in context.seats))


def _setups(context: Context) -> list[Element]:
    """A predefined set-up for each scenario, and the start at which players place units themselves."""
    words, setups = context.words, []
    for scenario, shown_scenario in zip(context.base.scenarios.values(), context.shown.scenarios.values(), strict=True):
        waiting = any(waiting_units(scenario, placement) for placement in scenario.placements)
        ready = words.text("{scenario}: set up", scenario=shown_scenario.name) if waiting else shown_scenario.name
        setups.append(
            component(
                "PredefinedSetup", name=ready, description="", isMenu=False, useFile=True, file=f"{scenario.id}.vsav"
            )
        )
    if SETUP_BOX in context.layout.boxes:
        yourself = words.text("Place the units yourself")
        setups.append(
            component("PredefinedSetup", name=yourself, description="", isMenu=False, useFile=True, file=UNPLACED)
        )
    return setups


def folded(
    context: Context, make: Callable[[Context], Sequence[Element]], *, kind: str, text: str, tooltip: str, icon: str
) -> list[Element]:
    """What `make` builds; where it shows more than `MOST_BUTTONS` buttons, they are items of a menu.

    kind  its name for the author who opens the module in the editor; text, tooltip: in the language shown
    """
    titles = button_texts(make(replace(context, shown=context.base)))  # the engine looks for the English ones
    elements = list(make(context))
    if len(titles) <= MOST_BUTTONS:
        return elements
    menu = component(
        "ToolbarMenu", description=kind, text=text, tooltip=tooltip, icon=icon, hotkey="", menuItems=text_list(titles)
    )
    return [*elements, menu]


def button_texts(elements: Sequence[Element]) -> list[str]:
    """The texts of the buttons that stand in the toolbar: not those of items of a menu, nor of hidden ones."""
    menus = [split_fields(e.attributes["menuItems"], ",") for e in elements if "menuItems" in e.attributes]
    items = {item for menu in menus for item in menu}
    texts = [e.attributes.get("buttonName", e.attributes.get("text", "")) for e in elements]
    return [text for text in texts if text and text not in items]
