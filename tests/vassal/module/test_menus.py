"""Many buttons of a kind become one menu; what is hidden or in a menu already doesn't count."""

from __future__ import annotations

from pnp.vassal.context import Context
from pnp.vassal.format.buildfile import component
from pnp.vassal.module.archive import button_texts, folded


def dice(count):
    """So many dice, a hidden one, and two in a menu of their own."""

    def make(context):
        shown = [component("DiceButton", text=f"{context.shown.info.id} {n}") for n in range(count)]
        rows = [component("DiceButton", text=text) for text in ("Odds 1-1", "Odds 2-1")]
        menu = component("ToolbarMenu", text="Odds", menuItems="Odds 1-1,Odds 2-1")
        return [*shown, component("DiceButton", text=""), *rows, menu]

    return make


def test_the_items_of_the_menu_are_the_buttons_by_their_english_texts(putins_war):
    context = Context(putins_war, putins_war, None)
    *buttons, menu = folded(context, dice(3), kind="Dice", text="Würfel", tooltip="", icon="")

    assert menu.attributes["menuItems"] == "putins-war 0,putins-war 1,putins-war 2,Odds"
    assert menu.attributes["text"] == "Würfel"
    assert len(buttons) == 7


def test_a_few_buttons_stay_side_by_side(putins_war):
    elements = folded(Context(putins_war, putins_war, None), dice(2), kind="Dice", text="Dice", tooltip="", icon="")

    assert button_texts(elements) == ["putins-war 0", "putins-war 1", "Odds"]
    assert sum("menuItems" in element.attributes for element in elements) == 1
