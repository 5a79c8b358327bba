"""Menus of the toolbar: many buttons of one kind become the items of one, so that the bar stays short."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pnp.vassal.context import Context
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import split_fields, text_list
from pnp.vassal.naming import MOST_BUTTONS


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
