"""A panel: a window of the module with one piece, whose picture has buttons that send keys."""

from __future__ import annotations

from dataclasses import replace

from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.traits import Piece, Trait, trait


def panel_window(
    name: str, piece: Piece, gpid: int, size: tuple[int, int], *, title: str, button: str, tooltip: str, icon: str,
    hotkey: str = "",
) -> Element:  # fmt: skip
    """A window that its button opens, with `piece` in the middle of its board.

    name   of the window in English: saved games are tied to it
    size   of the board in pixels
    title  the name in the language shown, which the engine shows as the window's title
    """
    width, height = size
    ground = "251,250,247"
    board = component(
        "Board", name=board_name(name), image="", reversible=False, width=width, height=height, color=ground
    )
    window = component(
        "Map", mapName=title, description="", markMoved="Never", edgeWidth=0, edgeHeight=0, backgroundcolor=ground,
        allowMultiple=False, color="20,90,160", thickness=0, launch=True, buttonName=button, tooltip=tooltip,
        icon=icon, hotkey=hotkey, moveWithinFormat="", moveToFormat="", createFormat="", changeFormat="$message$",
    )  # fmt: skip
    window.add(component("BoardPicker", board, boardPrompt="Select board", title="Choose Boards"))
    parts = (
        "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
        "PieceMover", "KeyBufferer", "SelectionHighlighters", "GlobalProperties",
    )  # fmt: skip
    window.add(component("StackMetrics", disabled=True), *(component(part) for part in parts))
    slot = component("PieceSlot", entryName=name, gpid=gpid, width=width, height=height, body=piece.encoded())
    return window.add(component(
        "SetupStack", slot, name=name, owningBoard=board_name(name), useGridLocation=False, x=width // 2, y=height // 2
    ))  # fmt: skip


def board_name(name: str) -> str:
    """The name of a panel's board."""
    return f"{name} board"


def click_area(key: str, left: int, top: int, right: int, bottom: int) -> Trait:
    """A rectangle of the picture that sends a key when clicked; pixels from its centre."""
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    button = trait(
        "button", key=key, x=left, y=top, w=right - left, h=bottom - top, description=key.split(",")[-1], points=4
    )
    assert button.spec is not None
    values = button.values if len(button.values) == len(button.spec.fields) else (*button.values, "4")
    return replace(button, values=(*values, *(str(number) for corner in corners for number in corner)))
