"""The windows of displays: each opened by a button of the toolbar, with a board of its own."""

from __future__ import annotations

from pnp.draw import png
from pnp.draw.scene import Store
from pnp.generators.maps.display import draw_display
from pnp.maps.displays import display_plan
from pnp.model.displays import Display
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.vassal.board.map_window import decks, layers, move_report, stack_metrics, viewer
from pnp.vassal.board.picture import few_colours
from pnp.vassal.board.zones import box_zones, ground_grid, track_zones
from pnp.vassal.context import Context
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.image_names import drawing_key


def display_windows(context: Context) -> list[Element]:
    """A window for each display, in their order."""
    shown = {display.id: display for display in context.shown.boards}
    return [_window(context, display, shown[display.id]) for display in context.base.boards]


def display_images(game: Game, dpi: float, store: Store) -> dict[str, bytes]:
    """Display -> the picture of its board, in the game's language: in few colours."""
    if not game.boards:
        return {}
    key = content_hash(drawing_key(game), game.counters.model_dump_json(), repr(dpi))

    def drawn(display: Display) -> bytes:
        scene = draw_display(game, display, display_plan(game, display), for_screen=True)
        return few_colours(png.render(scene, dpi=dpi))

    return {
        display.id: store("vassal-display", content_hash(key, display.id), lambda display=display: drawn(display))
        for display in game.boards
    }


def _window(context: Context, display: Display, shown: Display) -> Element:
    """A window with the parts that the engine needs; the pieces move between it and the map."""
    words = context.words
    width, height = context.layout.window_size(display.id)
    grid = component("ZonedGrid", *box_zones(context, display.id), *track_zones(context, display.id))
    grid.add(ground_grid(context))
    board = component(
        "Board", grid, name=display.id, image=context.images["display", display.id], reversible=False, width=width,
        height=height,
    )
    window = component(
        "Map", mapName=shown.title, description="", markMoved="Never", edgeWidth=0, edgeHeight=0,
        backgroundcolor="236,234,227", allowMultiple=False, color="20,90,160", thickness=3, launch=True,
        buttonName=shown.title, tooltip=words.text("Open the display: {title}", title=shown.title),
        icon=context.images["button", "display"],
        hotkey="",
        onlyReportChangedLocation=True,
        moveWithinFormat=move_report(words), moveToFormat=move_report(words),
        createFormat=words.text("{unit} placed in {place}", unit="$pieceName$", place="$location$"),
        changeFormat="$message$",
    )  # fmt: skip
    window.add(component("BoardPicker", board, boardPrompt="Select board", title="Choose Boards"))
    parts = ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer")
    window.add(
        stack_metrics(context),
        *(component(name) for name in (*parts, "StackExpander", "PieceMover", "KeyBufferer")),
        viewer(context),
        component(
            "Zoomer", zoomLevels="0.5,0.625,0.75,1.0,1.25,1.6", zoomStart=3, inTooltip=words.text("Zoom in"),
            outTooltip=words.text("Zoom out"), pickTooltip=words.text("Choose the zoom"),
        ),
        layers(context),
        component("SelectionHighlighters"),
        component("GlobalProperties"),
    )  # fmt: skip
    return window.add(*decks(context, display.id))
