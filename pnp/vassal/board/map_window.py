"""The map window: its board, zones, decks, and the components that the engine requires of one."""

from __future__ import annotations

from pnp.model.words import Words
from pnp.vassal.board.zones import box_zones, ground_grid, space_zones, track_zones
from pnp.vassal.context import BOARD_NAME, CLEAR_MOVED, MAP_NAME, Context, piece_name
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import text_list
from pnp.vassal.naming import hides_names, on_hexes
from pnp.vassal.pieces.counters import MARKERS_LAYER, UNITS_LAYER
from pnp.vassal.pieces.summary import piece_summary, stack_summary
from pnp.vassal.saves.setups import Stack, start_stacks

SHOWN_PX, APART_PX, MOST_APART_PX = 110, 14, 70
"""Width of a counter under the mouse; the least and the most room between two, for name and values below."""
SCREEN_PX = 1400
"""Width that a stack under the mouse may take."""
LETTER_PX = 7.0
"""Width of a letter at the engine's size 11, and room for languages with longer names than English."""


def map_component(context: Context) -> Element:
    """The main map, its parts in the order that the engine needs: board picker before every stack."""
    words = context.words
    moved = move_report(words)
    window = component(
        "Map",
        mapName=MAP_NAME,
        description="",
        markMoved="Always",
        markUnmovedText="",
        markUnmovedIcon="/images/unmoved.gif",
        markUnmovedTooltip=words.text("Takes the marks and trails of all moved units off the map"),
        markUnmovedHotkey=CLEAR_MOVED,
        markUnmovedReport=words.text("No unit is marked as moved any more"),
        edgeWidth=0,
        edgeHeight=0,
        backgroundcolor="236,234,227",
        allowMultiple=False,
        color="20,90,160",
        thickness=3,
        launch=False,
        onlyReportChangedLocation=True,
        moveWithinFormat=moved,
        moveToFormat=moved,
        createFormat=words.text("{unit} placed in {place}", unit="$pieceName$", place="$location$"),
        changeFormat="$message$",
    )
    window.add(component("BoardPicker", _board(context), boardPrompt="Select board", title="Choose Boards"))
    window.add(
        stack_metrics(context),
        *(
            component(name)
            for name in ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer")
        ),
        *(component(name) for name in ("StackExpander", "PieceMover", "KeyBufferer")),
        component("ImageSaver", tooltip=words.text("Save the map as a picture"), icon="/images/camera.gif"),
        viewer(context),
        component("Flare", flareName="Flare", flareKey="keyAlt", circleSize=80, circleColor="180,40,30", flarePulses=4),
        component(
            "Zoomer",
            zoomLevels="0.1,0.2,0.35,0.5,0.625,0.75,1.0,1.25,1.6,2.0",
            zoomStart=4,
            inTooltip=words.text("Zoom in"),
            outTooltip=words.text("Zoom out"),
            pickTooltip=words.text("Choose the zoom"),
        ),
        component(
            "GlobalMap",
            tooltip=words.text("Overview"),
            buttonText="",
            icon="/images/overview.gif",
            scale="0.18",
            color="180,40,30",
        ),
        component(
            "HidePiecesButton",
            buttonText="",
            tooltip=words.text("Hide all pieces to see the map"),
            showingIcon="/images/globe_unselected.gif",
            hiddenIcon="/images/globe_selected.gif",
        ),
        layers(context),
        *([_names(context)] if hides_names(context.base) else []),
        *([_thread(context)] if on_hexes(context.base) else []),
        component("SelectionHighlighters"),
        component("HighlightLastMoved", enabled=True, color="180,40,30", thickness=2),
        component("GlobalProperties"),
    )
    return window.add(*decks(context, ""))


def layers(context: Context) -> Element:
    """Markers below units, with a button for each that hides it and shows it again."""
    words = context.words
    kinds = {
        MARKERS_LAYER: words.text("Hide or show the markers"),
        UNITS_LAYER: words.text("Hide or show the units"),
    }
    buttons = [
        component(
            "LayerControl", text="", tooltip=tooltip, icon=context.images["button", kind], hotkey="",
            description=f"toggle {kind}", command="Switch Layer between Active and Inactive", layers=kind,
        )
        for kind, tooltip in kinds.items()
    ]  # fmt: skip
    return component(
        "LayeredPieceCollection", *buttons, description="markers below units", property="Layer",
        layerOrder=text_list([MARKERS_LAYER, UNITS_LAYER]),
    )  # fmt: skip


def _names(context: Context) -> Element:
    """A button that hides the names on the map and shows them again, for this player: ground is laid over them."""
    return component(
        "MapShader", name="Names", alwaysOn=False, startsOn=False, buttonText="",
        icon=context.images["button", "names"],
        tooltip=context.words.text("Hide or show the names on the map"), addToMapToolbar=True, hotkey="", boards="Yes",
        type="Background", drawOver=False, pattern="Custom Image", image=context.images["nameless", ""],
        scaleImage=True, opacity=100, border=False,
    )  # fmt: skip


def _thread(context: Context) -> Element:
    """A line that the player draws from hex to hex, with its length in hexes."""
    return component(
        "LOS_Thread", threadName="Range", label="", tooltip=context.words.text("Measure the distance in hexes"),
        iconName=context.images["button", "thread"], hotkey="", persistence="Never", snapStart=True, snapEnd=True,
        drawRange=True, hideCounters=False, losThickness=3, threadColor="180,40,30", rangeFg="255,255,255",
        rangeBg="0,0,0",
    )  # fmt: skip


def move_report(words: Words) -> str:
    """The format that reports a move: the piece, and from where to where."""
    return words.text(
        "{unit}: {origin} to {place}", unit="$pieceName$", origin="$previousLocation$", place="$location$"
    )


def stack_metrics(context: Context) -> Element:
    """How far the pieces of a stack lie apart: spread out, the foot of each with its values is visible."""
    size = context.layout.px(context.layout.counter_mm)
    wide, high = round(0.2 * size), round(0.42 * size)
    return component("StackMetrics", exSepX=wide, exSepY=high, unexSepX=3, unexSepY=4, disabled=False)


def decks(context: Context, display: str) -> list[Element]:
    """The decks on the board of the map or of a display; every start is a saved game, which fills them."""
    return [
        _deck(context, stack)
        for stack in start_stacks(context.base, context.layout)
        if stack.deck and context.layout.display_of(stack.place) == display
    ]


def viewer(context: Context) -> Element:
    """Under the mouse: the place with the strengths of each side, and the pieces of a stack side by side, each as large
    as `SHOWN_PX` with its name and values.
    """
    enlarged = max(1.0, round(SHOWN_PX / context.layout.px(context.layout.counter_mm), 1))
    return component(
        "CounterDetailViewer", version="4", description="place and stack under the mouse", delay=350, hotkey="32,130",
        bgColor="255,255,255", fgColor="0,0,0", borderColor="70,64,52", minDisplayPieces="0", zoomlevel="10.0",
        showgraph=True, graphicsZoom=enlarged,
        showgraphsingle=True, borderWidth=_apart_px(context), showtext=True, showtextsingle=True,
        fontSize=11,
        summaryReportFormat=stack_summary(context),
        counterReportFormat=piece_summary(),
        emptyHexReportForma="$LocationName$", display="from all layers",
        showDeck=False, showNonMovable=True, showNoStack=True, unrotatePieces=False, centerText=True,
        stretchWidthPieces=True,
    )  # fmt: skip


def _apart_px(context: Context) -> int:
    """Room between two counters under the mouse, for nine of ten names of units with their values; less where a stack
    at the start would be wider than a screen.
    """
    units = [counter for counter in context.shown.all_counters() if not counter.group.marker]
    letters = sorted(
        len(piece_name(counter)) + sum(len(str(value)) + 1 for _, value in counter.factors) + 2
        for counter in units
    )
    wide = LETTER_PX * letters[9 * (len(letters) - 1) // 10] if letters else 0
    stacks = (stack for stack in start_stacks(context.base, context.layout) if stack.place in context.layout.spaces)
    wide = min(wide, SCREEN_PX / max((len(stack.units) for stack in stacks), default=1))
    return round(min(MOST_APART_PX, max(APART_PX, wide - SHOWN_PX)))


# Board and decks ------------------------------------------------------------------------


def _board(context: Context) -> Element:
    grid = component("ZonedGrid")
    grid.add(*space_zones(context), *box_zones(context), *track_zones(context))
    if on_hexes(context.base):
        from pnp.vassal.board.hex_zones import field_zones  # needs shapely

        grid.add(*field_zones(context))
    grid.add(ground_grid(context))
    width, height = context.layout.size
    return component(
        "Board", grid, name=BOARD_NAME, image=context.images["board", ""], reversible=False, width=width, height=height
    )


def _deck(context: Context, stack: Stack) -> Element:
    words, size = context.words, context.layout.px(context.layout.counter_mm)
    x, y = stack.at
    return component(
        "DrawPile", name=context.shown_zone_name(stack.place), description="",
        owningBoard=context.board_of(stack.place), x=x, y=y, width=size, height=size,
        allowMultiple=True, drawMultipleMessage=words.text("Draw several"), allowSelect=False, faceDown="Always",
        drawFaceUp=True,
        shuffle="Always", reversible=False, draw=True, color="70,64,52", hotkeyOnEmpty=False, reshufflable=False,
        canSave=False,
        maxStack=6, expressionCounting=False, restrictOption=False, deckRestrictAccess=False,
    )  # fmt: skip
