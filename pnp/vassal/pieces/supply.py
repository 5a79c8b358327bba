"""The mark of units that are cut off from their supply, which the players judge, and a button that lists them.

The mark lies over the counter, is told in the chat, and counts in odds. A guide leads through the rules of supply.
"""

from __future__ import annotations

from pnp.vassal.context import HERE, Context, expression, nested, quoted, signal, spoken, whole_map
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import key_list, text_list
from pnp.vassal.format.traits import Trait, trait
from pnp.vassal.naming import judges_supply
from pnp.vassal.tables.odds import ISOLATED

_TURN, _TOLD = signal("isolated"), signal("isolated", "told")
CUT_OFF = f"{ISOLATED}_Active==true"
"""Matches the units that bear the mark."""


def supply_traits(context: Context) -> list[Trait]:
    """The mark of a unit with its command, and the report of both."""
    if not judges_supply(context.base):
        return []
    words, values = context.words, {"unit": "newPieceName", "place": "PlaceName"}
    told = nested(
        [(CUT_OFF, spoken(words.text("{unit} is isolated: {place}"), values))],
        spoken(words.text("{unit} is in supply again"), values),
    )
    return [
        trait("report", keys=key_list([_TURN]), format=expression(told), description="isolated or in supply"),
        trait("report", keys=key_list([_TOLD]), description="is isolated",
              format=words.text("{unit} is isolated: {place}", unit="$newPieceName$", place=HERE)),
        trait(
            "emb2", activate_name=words.text("Isolated / in supply again"), activate_key=_TURN,
            always_active=False, images=text_list([context.images["mark", "isolated"]]), names=text_list([""]),
            name=ISOLATED, state="-1",
        ),
    ]  # fmt: skip


def supply_buttons(context: Context) -> list[Element]:
    """A button that lists the marked units, and one that takes all marks off, in a menu."""
    if not judges_supply(context.base):
        return []
    words, icon = context.words, context.images["button", "supply"]
    listed, cleared = signal("isolated", "list"), signal("isolated", "clear")
    none = f"{whole_map('CountMap', CUT_OFF)}==0"
    nobody = nested([(none, quoted(words.text("No unit is marked as isolated")))], '""')
    items = {"List the isolated units": listed, "Take all marks of isolated units off": cleared}
    texts = [words.text("List the isolated units"), words.text("Take all marks of isolated units off")]
    buttons = [
        component(
            "DoActionButton", name=name, text=text, tooltip="", icon="",
            hotkey=signal("isolated", "asked", str(number)), doReport=True, reportFormat=expression(nobody),
            doSound=False, doHotkey=True, hotkeys=key_list([key]), doLoop=False,
        )
        for number, ((name, key), text) in enumerate(zip(items.items(), texts, strict=True))
    ]  # fmt: skip
    commands = [_command("list the isolated units", listed, _TOLD), _command("supply all", cleared, _TURN)]
    menu = component(
        "ToolbarMenu", description="Isolated units", text=words.text("Isolated units"), icon=icon, hotkey="",
        tooltip=words.text("Units that are marked as isolated, for who judges supply"),
        menuItems=text_list(list(items)),
    )  # fmt: skip
    return [*buttons, *commands, menu]


def _command(name: str, hotkey: str, sent: str) -> Element:
    return component(
        "GlobalKeyCommand", name=name, buttonText="", tooltip="", icon="", buttonHotkey=hotkey, hotkey=sent,
        singleMap=False, target="MODULE|false|MAP|||||0|0||false|||EQUALS||", filter=expression(CUT_OFF),
        deckCount="0", reportSingle=False, suppressSounds=False, reportFormat="",
    )  # fmt: skip
