"""The palette: every counter in a tab of its nationality, where a lost piece can be replaced.

Every start is a saved game, so the slots of the pieces are only here.
"""

from __future__ import annotations

from pnp.model.cards import SIZES_MM
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.vassal.context import Context, piece_name
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.pieces.cards import card_slots
from pnp.vassal.pieces.counters import all_pieces

WIDTH_PX = 320
"""Width of the palette, which the engine docks beside the chat: a piece, and the list to choose it from."""


def palette(context: Context) -> Element:
    """The window with a tab for each nationality."""
    words, size = context.words, context.layout.px(context.layout.counter_mm)
    pieces = {counter.id: piece for counter, piece in all_pieces(context)}
    tabs = component("TabWidget", entryName="Pieces", description="")
    for key, counters in nationalities(context.base).items():
        listed = component(
            "ListWidget",
            entryName=nationality_name(context.shown, key),
            description="",
            scale=1.0,
            width=WIDTH_PX,
            height=2 * size,
            divider=2 * size,
        )
        for counter in counters:
            listed.add(component(
                "PieceSlot", entryName=piece_name(counter), gpid=context.base.gpids.pieces[counter.id],
                width=size,
                height=size, body=pieces[counter.id].encoded(),
            ))  # fmt: skip
        tabs.add(listed)
    if context.base.cards is not None:
        high = context.layout.px(max(SIZES_MM[deck.size][1] for deck in context.base.cards.decks))
        listed = component(
            "ListWidget", entryName=words.text("Cards"), description="", scale=1.0, width=WIDTH_PX, height=2 * size,
            divider=high,
        )
        tabs.add(listed.add(*card_slots(context)))
    return component(
        "PieceWindow", tabs, name="Pieces", description="", hidden=False, text=words.text("Pieces"),
        tooltip=words.text("All pieces by nationality, to replace one that was lost"), icon="/images/counter.gif",
        hotkey="", scale=1.0,
        defaultWidth=WIDTH_PX,
    )  # fmt: skip


def nationalities(game: Game) -> dict[str, list[Counter]]:
    """Nationality, or the side where a group has none of its own -> its counters, in order of battle; "" = of no side.
    """
    groups: dict[str, list[Counter]] = {side.id: [] for side in game.info.sides}
    for counter in game.all_counters():
        groups.setdefault(counter.group.nationality or counter.side or "", []).append(counter)
    return {key: counters for key, counters in groups.items() if counters}


def nationality_name(game: Game, key: str) -> str:
    """The title of a nationality's tab: the name of the side, else a name from its units."""
    side = next((side for side in game.info.sides if side.id == key), None)
    if side:
        return side.name
    kinds = {kind.id: kind.plural for kind in game.info.unit_types}
    names = [kinds.get(c.group.type or "", c.name) for c in nationalities(game)[key]]
    return ", ".join(dict.fromkeys(names))
