"""The module as one archive.

`build_module` checks that each piece has its number, has the components made in English and in each translation
(`assembly` puts them together), and packs build file, language files, pictures, help pages and set-ups in a fixed order.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from pnp.draw.scene import Keep
from pnp.errors import SourceError
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.output import Packed, content_hash, zip_bytes
from pnp.translate.languages import language_name
from pnp.vassal.assembly import PALETTE, Assembly, Builder
from pnp.vassal.automation import global_options, global_properties, toolbar
from pnp.vassal.board import map_component
from pnp.vassal.board_picture import module_board
from pnp.vassal.buildfile import Element, component, plain, to_xml, verbatim
from pnp.vassal.calculator_window import calculator_buttons, calculator_maps
from pnp.vassal.charts import charts_window
from pnp.vassal.context import VASSAL_VERSION, Context
from pnp.vassal.gpids import missing_gpids
from pnp.vassal.help import help_page
from pnp.vassal.images import BOARD_FILE, localised_name, module_images
from pnp.vassal.keeping import Keeper
from pnp.vassal.layout import SETUP_BOX
from pnp.vassal.layout_kept import kept_layout, layout_of
from pnp.vassal.moduledata import description, module_data
from pnp.vassal.naming import on_hexes, waiting_units
from pnp.vassal.odds import LOCATION
from pnp.vassal.pieces import prototypes
from pnp.vassal.rules_page import kept_rules
from pnp.vassal.tables import event_buttons, results_buttons
from pnp.vassal.translation import properties_name, translation_file, translation_pairs
from pnp.vassal.turn_tables import turn_buttons
from pnp.vassal.turns import turn_tracker
from pnp.vassal.zones import place_messages

DPI = 120.0
"""Resolution of the board: a counter of 5/8 in is 75 pixels wide, the size at which VASSAL players are used to read."""


def build_module(
    game: Game, localised: Mapping[str, Game], plan: MapPlan | None, *, dpi: float = DPI, keep: Keep | None = None,
    plan_of: Callable[[str], MapPlan] | None = None,
) -> bytes:  # fmt: skip
    """The module (`.vmod`) of a game.

    game       in English
    localised  language -> the game in it; English may be left out
    plan       the English map's plan; None where `plan_of` gives it when it is needed
    keep       what earlier builds have left: pictures, pages, fragments of the build file
    plan_of    the map's plan in a language, for its own board; a map whose stacks lie elsewhere in it keeps the English one
    Raises SourceError with a hint when a counter has no piece number; numbers are never given silently.
    """
    missing = missing_gpids(game)
    if missing:
        raise SourceError(*missing)
    games = {"en": game, **{language: g for language, g in sorted(localised.items()) if language != "en"}}
    if keep is None:
        return _built(games, plan, dpi, Keeper(), plan_of)
    try:
        return _built(games, plan, dpi, Keeper(keep), plan_of)
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError, struct.error, zlib.error):
        return _built(games, plan, dpi, Keeper(), plan_of)  # what was kept is not ours; any other fault is met again


def _built(
    games: Mapping[str, Game], plan: MapPlan | None, dpi: float, keeper: Keeper, plan_of: Callable[[str], MapPlan] | None
) -> bytes:  # fmt: skip
    """The module of games with all their numbers, English first."""
    game = games["en"]

    def own_plan(language: str) -> MapPlan:
        if language == "en" and plan is not None:
            return plan
        assert plan_of is not None, "a plan, or what gives it"
        return plan_of(language)

    known = kept_layout(game, partial(own_plan, "en"), dpi, keeper)
    layout = layout_of(known)
    boards = {}
    for language, shown in games.items():
        mine = partial(own_plan, language)
        # A language has a board of its own where stacks lie as the English one has them.
        if language == "en" or (plan_of is not None and kept_layout(shown, mine, dpi, keeper) == known):
            boards[language] = module_board(shown, mine, layout, keeper)
    pictures = module_images(game, games, layout, keeper)
    pictures |= {localised_name(BOARD_FILE, language): board for language, board in boards.items()}
    entries = [("moduledata", module_data(games)), *_texts(Assembly(games, layout, content_hash(known), keeper))]
    entries += sorted((f"images/{name}".replace("images/../", ""), data) for name, data in pictures.items())
    return zip_bytes(entries)


def _texts(assembly: Assembly) -> Iterator[tuple[str, bytes | Packed]]:
    """The build file, the language files, help pages and set-ups."""
    games, keeper = assembly.games, assembly.keeper
    parts = [assembly.fragment(name, build) for name, build in PARTS.items()]
    whole = {language: _module(games["en"], shown) for language, shown in games.items()}
    yield "buildFile.xml", to_xml(_module(games["en"], games["en"]).add(*(verbatim(part.xml) for part in parts)))
    for language in games:
        if language != "en":
            pairs = [pair for part in parts for pair in part.pairs[language]]
            pairs = [*translation_pairs(whole["en"], whole[language]), *pairs]
            yield properties_name(language), keeper.file_for("vassal-words", json.dumps(pairs), partial(translation_file, pairs))
    for language, shown in games.items():
        yield f"help-{language}.html", keeper.made_file("vassal-help", (shown,), lambda asked: help_page(asked[0]))
        yield f"rules-{language}.html", kept_rules(shown, keeper)
    for scenario in assembly.base.scenarios.values():
        yield f"{scenario.id}.vsav", assembly.saved_game(scenario)


def _module(base: Game, shown: Game) -> Element:
    """The module without its components."""
    return component(
        "GameModule", name=base.info.title, version=base.info.version, description=description(shown), ModuleOther1="",
        ModuleOther2="", VassalVersion=VASSAL_VERSION, nextPieceSlotId=base.gpids.next,
    )  # fmt: skip


# The components --------------------------------------------------------------------------------------


def _first(context: Context, games: Mapping[str, Game]) -> list[Element]:
    return [component("BasicCommandEncoder"), _documentation(context, games), _roster(context), global_options(context)]


def _calculators(context: Context, _: object) -> list[Element]:
    return [*calculator_maps(context), global_properties(context)]


def _buttons(context: Context, _: object) -> list[Element]:
    return [
        *turn_buttons(context), *event_buttons(context), *results_buttons(context), *calculator_buttons(context), *toolbar(context),
        turn_tracker(context), charts_window(context),
    ]  # fmt: skip


def _last(context: Context, games: Mapping[str, Game]) -> list[Element]:
    place = LOCATION if on_hexes(context.base) else "CurrentZone"
    return [
        component("Inventory", name="Inventory", text="", tooltip=context.words.text("All pieces, by place"), icon="/images/inventory.gif",
                  include='{Side!=""}', groupBy=place, leafFormat="$PieceName$", nonLeafFormat="$PropertyValue$", drawPieces=True),
        component("NotesWindow", buttonText="", tooltip=context.words.text("Notes"), icon="/images/notes.gif"),
        *_setups(context),
        component("Chatter"), component("KeyNamer"),
        component("Language", *(component("Translation", locale=_locale(language)) for language in games if language != "en")),
    ]  # fmt: skip


PARTS: dict[str, Builder] = {
    "first": _first,
    "map": lambda context, _: [map_component(context)],
    "calculators": _calculators,
    "places": lambda context, _: [place_messages(context)],
    "prototypes": lambda context, _: [component("PrototypesContainer", *prototypes(context))],
    PALETTE: lambda *_: [],
    "buttons": _buttons,
    "last": _last,
}
"""Name -> what makes some components, in the order that the engine's own new module has; the assembly makes the palette."""


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
