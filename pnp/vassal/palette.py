"""The palette: every counter in a tab of its nationality, where a lost piece can be taken anew.

A board whose starts are all saved games has the slots of its pieces here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.vassal.buildfile import Element, component
from pnp.vassal.context import Context, piece_name
from pnp.vassal.traits import Piece

WIDTH_PX = 320
"""Width of the palette, which the engine docks beside the chat: a piece, and the list to choose it from."""


SLOT_DEPTH = 4
"""How deep the slots of pieces stand in the build file."""


def palette(context: Context, slots: Callable[[str], Sequence[Element]]) -> Element:
    """The window with a tab for each nationality. `slots`: those of a group of counters."""
    words, size = context.words, context.layout.px(context.layout.counter_mm)
    tabs = component("TabWidget", entryName="Pieces", description="")
    for key, counters in nationalities(context.base).items():
        listed = component("ListWidget", entryName=nationality_name(context.shown, key), description="", scale=1.0, width=WIDTH_PX,
                           height=2 * size, divider=2 * size)  # fmt: skip
        for group in dict.fromkeys(counter.group.id for counter in counters):
            listed.add(*slots(group))
        tabs.add(listed)
    return component(
        "PieceWindow", tabs, name="Pieces", description="", hidden=False, text=words.text("Pieces"),
        tooltip=words.text("All pieces by nationality, to replace one that was lost"), icon="/images/counter.gif", hotkey="", scale=1.0,
        defaultWidth=WIDTH_PX,
    )  # fmt: skip


def piece_slot(context: Context, counter: Counter, piece: Piece) -> Element:
    """The slot of a counter's piece."""
    size = context.layout.px(context.layout.counter_mm)
    return component(
        "PieceSlot", entryName=piece_name(context.base, counter), gpid=context.base.gpids.pieces[counter.id], width=size, height=size,
        body=piece.encoded(),
    )  # fmt: skip


def nationalities(game: Game) -> dict[str, list[Counter]]:
    """Nationality, or the side where a group has none of its own -> its counters, in order of battle; "" = of no side."""
    found: dict[str, list[Counter]] = {side.id: [] for side in game.info.sides}
    for counter in game.all_counters():
        found.setdefault(counter.group.nationality or counter.side or "", []).append(counter)
    return {key: counters for key, counters in found.items() if counters}


def nationality_name(game: Game, key: str) -> str:
    """What a nationality is called: a side by its name, another by the units it has."""
    side = next((side for side in game.info.sides if side.id == key), None)
    if side:
        return side.name
    kinds = {kind.id: kind.plural for kind in game.info.unit_types}
    names = [kinds.get(c.group.type or "", c.name) for c in nationalities(game)[key]]
    return ", ".join(dict.fromkeys(names))
