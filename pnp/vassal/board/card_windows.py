"""The windows of cards: the decks with their discards, and a private hand for each side."""

from __future__ import annotations

from pnp.draw import png
from pnp.draw.scene import Node, Path, Scene, Store, Stroke, Text, rect
from pnp.generators.cards.art import CardMap
from pnp.generators.cards.face import card_scene
from pnp.maps.parts import MapPlan
from pnp.model.cards import SIZES_MM
from pnp.model.game import Game
from pnp.output import content_hash
from pnp.vassal.context import Context
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import text_list
from pnp.vassal.image_names import drawing_key
from pnp.vassal.pieces.cards import (
    BOARD,
    GAP_MM,
    IN_FORCE,
    DeckPlace,
    deck_places,
    deck_values,
    discards_name,
    hand_sides,
    hand_window,
    pile_name,
    table_mm,
)

GROUND = "236,234,227"
_PARTS = ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
          "PieceMover", "KeyBufferer")  # fmt: skip
HAND_CARDS = 6
"""Cards side by side for which a hand's board has room."""


def card_windows(context: Context) -> list[Element]:
    """The window of the decks, then the hands; none in a game without cards."""
    if context.base.cards is None:
        return []
    return [_table(context), *(_hand(context, side) for side in hand_sides(context.base))]


def card_images(game: Game, plan: MapPlan, dpi: float, store: Store) -> dict[tuple[str, str], bytes]:
    """(kind, id) of a picture, as in `image_names`, -> the picture in the language of the game."""
    source = game.cards
    if source is None:
        return {}
    maps = CardMap(game, lambda: plan)
    models = (source.model_dump_json(), game.counters.model_dump_json(), repr(dpi))
    key = content_hash(drawing_key(game), *models)

    def picture(kind: str, name: str, scene: Scene) -> bytes:
        return store("vassal-card", content_hash(key, kind, name), lambda: png.render(scene, dpi=dpi))

    pictures = {
        ("card", card.id): picture("card", card.id, card_scene(game, card.id, maps=maps)) for card in source.cards
    }
    for deck in source.decks:
        card = next(source.cards_of(deck), None)
        if card is not None:
            back = card_scene(game, card.id, "back", maps=maps)
            pictures["card-back", deck.id] = picture("back", deck.id, back)
    pictures["cards", ""] = picture("table", "", _table_scene(game))
    return pictures


def _table(context: Context) -> Element:
    """The decks, their discards, and room for cards in force."""
    words = context.words
    width, height = (context.layout.px(mm) for mm in table_mm(context.base))
    board = component(
        "Board", name=BOARD, image=context.images["cards", ""], reversible=False, width=width, height=height
    )
    title = words.text("Cards")
    window = _window(context, "Map", title, title, words.text("The decks and their discards"))
    window.add(component("BoardPicker", board, boardPrompt="Select board", title="Choose Boards"))
    window.add(component("StackMetrics", exSepX=30, exSepY=40, unexSepX=3, unexSepY=4, disabled=False))
    _furnish(context, window)
    for place in deck_places(context.base):
        window.add(_deck(context, place, "pile"), _deck(context, place, "discards"))
    return window


def _hand(context: Context, side: str) -> Element:
    """The hand of a side, which only it and a solitaire player see."""
    game = context.base
    title = hand_window(context.shown, side)
    decks = [deck for deck in game.cards.decks if side in deck.hands] if game.cards is not None else []
    wide = max(SIZES_MM[deck.size][0] for deck in decks)
    high = max(SIZES_MM[deck.size][1] for deck in decks)
    width, height = context.layout.px(HAND_CARDS * (wide + GAP_MM)), context.layout.px(high * 2)
    board = component(
        "Board", name=f"hand {side}", image="", reversible=False, width=width, height=height, color=GROUND
    )
    seen_by = [next(one.name for one in game.info.sides if one.id == side), *(seat.name for seat in game.info.seats)]
    window = _window(context, "PlayerHand", title, title, context.words.text("Your cards; nobody else sees them"))
    window.attributes |= {"side": text_list(seen_by), "visible": "false", "useBoards": ""}
    window.add(component("BoardPicker", board, boardPrompt="Select board", title="Choose Boards"))
    step = context.layout.px(wide + 2.0)
    window.add(component("HandMetrics", disabled=False, exSepX=step, exSepY=0, unexSepX=step, unexSepY=0))
    return _furnish(context, window)


def _window(context: Context, kind: str, title: str, button: str, tooltip: str) -> Element:
    words = context.words
    told = words.text("Card") if kind == "PlayerHand" else "$pieceName$"  # what goes into a hand isn't told by name
    return component(
        kind, mapName=title, description="", markMoved="Never", edgeWidth=0, edgeHeight=0, backgroundcolor=GROUND,
        allowMultiple=False, color="20,90,160", thickness=3, launch=True, buttonName=button, tooltip=tooltip,
        icon=context.images["button", "draw"], hotkey="", onlyReportChangedLocation=True,
        moveWithinFormat="", moveToFormat=words.text(
            "{unit}: {origin} to {place}", unit=told, origin="$previousMap$", place="$mapName$"
        ),
        createFormat="", changeFormat="$message$",
    )  # fmt: skip


def _furnish(context: Context, window: Element) -> Element:
    """What each window of cards needs, with a card under the mouse as large as it is printed."""
    words = context.words
    window.add(*(component(name) for name in _PARTS))
    window.add(
        component(
            "CounterDetailViewer", version="4", description="card under the mouse", delay=350, hotkey="32,130",
            bgColor="255,255,255", fgColor="0,0,0", borderColor="70,64,52", minDisplayPieces="1", zoomlevel="10.0",
            showgraph=True, graphicsZoom=1.2, showgraphsingle=True, borderWidth=8, showtext=False, showDeck=False,
        ),
        component(
            "Zoomer", zoomLevels="0.35,0.5,0.625,0.75,1.0,1.25", zoomStart=2, inTooltip=words.text("Zoom in"),
            outTooltip=words.text("Zoom out"), pickTooltip=words.text("Choose the zoom"),
        ),
        component("SelectionHighlighters"),
        component("GlobalProperties"),
    )  # fmt: skip
    return window


def _deck(context: Context, place: DeckPlace, kind: str) -> Element:
    values, layout = deck_values(context, place, kind), context.layout
    x, y = place.pile if kind == "pile" else place.discards
    decks = context.shown.cards.decks if context.shown.cards is not None else ()
    shown = next((deck for deck in decks if deck.id == place.deck.id), place.deck)
    name = (pile_name if kind == "pile" else discards_name)(context.shown, shown)
    return component(
        "DrawPile", name=name, description="", owningBoard=BOARD, x=layout.px(x), y=layout.px(y),
        width=values["width"], height=values["height"], allowMultiple=True,
        drawMultipleMessage=values["draw_multiple_text"], allowSelect=values["allow_select"],
        drawSpecificMessage=values.get("draw_specific_text", ""), faceDown=values["face_down"], drawFaceUp=True,
        shuffle=values["shuffle"], reversible=False, draw=True, color=values["colour"], hotkeyOnEmpty=False,
        reshufflable="reshuffle_text" in values, reshuffleCommand=values.get("reshuffle_text", ""),
        reshuffleMessage=values.get("reshuffle_message", ""), reshuffleTarget=values.get("reshuffle_target", ""),
        canSave=False, maxStack=values["max_stack"], expressionCounting=False, restrictOption=False,
        deckRestrictAccess=False,
    )  # fmt: skip


def _table_scene(game: Game) -> Scene:
    """The board of the decks: a frame for each pile, its discards and cards in force, with their names."""
    words = game.words
    width, height = table_mm(game)
    nodes: list[Node] = [Path(rect(0, 0, width, height), fill="#ecead3" if game.style.ink == "low" else "#ecebe3")]
    shown = {deck.id: deck for deck in (game.cards.decks if game.cards is not None else ())}
    for place in deck_places(game):
        wide, high = place.size
        deck = shown[place.deck.id]
        names = [pile_name(game, deck), discards_name(game, deck), words.text("In force")]
        spots = [place.pile, place.discards, *(
            (place.in_force[0] + number * (wide + GAP_MM), place.in_force[1]) for number in range(IN_FORCE)
        )]  # fmt: skip
        for number, (x, y) in enumerate(spots):
            left, top = x - wide / 2, y - high / 2
            nodes.append(Path(rect(left, top, wide, high, 3.0), stroke=Stroke("#8d8678", 1.0, dash_mm=(2.0, 1.4))))
            if number < len(names):
                nodes.append(Text(left, top - 2.0, names[number], "condensed-semibold", 12.0, "#3a352f"))
    return Scene(width, height, tuple(nodes))
