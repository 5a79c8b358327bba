"""Buttons and properties of the module that do work for the player, none of them compulsory.

Every button fires commands that the engine logs, so the engine's undo reverts each of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.map import Box
from pnp.vassal.board.zones import zone_property_names
from pnp.vassal.context import (
    ACTIVATED,
    AUTOMATION,
    CLEAR_MOVED,
    DRAW_COUNT,
    DUE_TURN,
    EVENT_SPACE,
    EVENT_STRENGTH,
    KEYS,
    MARKED_TURN,
    SAVED_POSITION,
    SPACE_ID,
    TARGET_SPACE,
    TURN_NUMBER,
    Context,
    change,
    expression,
    nested,
    property_name,
    quoted,
    signal,
)  # fmt: skip
from pnp.vassal.format.buildfile import Element, component, global_property
from pnp.vassal.format.encoding import key_list, text_list
from pnp.vassal.naming import advances_before_combat, face_down_units, track_counters
from pnp.vassal.pieces.arrivals import arrival_buttons
from pnp.vassal.pieces.counters import MIX
from pnp.vassal.pieces.points import count_keys, counts_points, points_buttons, points_properties
from pnp.vassal.pieces.summary import summary_properties
from pnp.vassal.pieces.supply import supply_buttons
from pnp.vassal.pieces.tallies import tally_buttons
from pnp.vassal.pieces.units import is_cup
from pnp.vassal.tables.calculator import calculator_properties, calculators
from pnp.vassal.tables.dice_buttons import factor_property
from pnp.vassal.tables.guide_answers import COUNTED, loss_properties
from pnp.vassal.tables.guide_window import guide_properties
from pnp.vassal.tables.results import duties, result_buttons, result_properties
from pnp.vassal.turn_counter import OVER, arrivals_report, phase_report

EVENT_OVER = signal("event", "over")
ALL_PIECES = "MODULE|false|MAP|||||0|0||false|||EQUALS||"
MOST_DRAWN = 6
"""Units that the draw button offers at most: the highest roll of a die."""


def global_options(context: Context) -> Element:
    """The engine's options and the preference that switches automation off."""
    words = context.words
    options = component(
        "GlobalOptions", nonOwnerUnmaskable="Never" if face_down_units(context.base) else "Always",
        autoReport="Always", playerIdFormat="$PlayerName$", chatterHTMLSupport="Never",
        hotKeysOnClosedWindows="Always", inventoryForAll="Always", promptString="Opponents can unmask my pieces",
        storeLeadingZeroIntegersAsStrings=True,  # else expressions take hex 0601 for the number 601
    )  # fmt: skip
    options.add(
        component(
            "BooleanPreference",
            tab=context.base.info.title,
            name=AUTOMATION,
            default=True,
            desc=words.text("Offer help: roll and draw, odds of fights, new turn readies units and moves the marker"),
        ),
    )
    return options


def global_properties(context: Context) -> Element:
    """Properties that the commands share, with the hidden buttons that set or reset their values."""
    counts = range(1, MOST_DRAWN + 1)
    properties = [
        global_property(DRAW_COUNT, "0", [(signal("draw", "count", str(number)), f"P,{number}") for number in counts]),
        global_property(MARKED_TURN, "1", [(signal("turn", "marked"), change(TURN_NUMBER))]),
        global_property(EVENT_STRENGTH, "0", [(EVENT_OVER, "P,0")]),
        global_property(EVENT_SPACE, ""),
        # The engine shows the turn counter in a window of its own unless this says otherwise.
        global_property("TurnTracker.defaultDocked", "true"),
        global_property(TARGET_SPACE, ""),
        global_property(SPACE_ID, ""),
        global_property(DUE_TURN, "0"),
        global_property(SAVED_POSITION, ""),
    ]
    zones = [name for name in zone_property_names(context) if name not in (SPACE_ID, DUE_TURN)]
    properties += [global_property(name, "") for name in zones]
    results = result_properties(context, calculators(context), factor_property(context.base))
    properties += [*calculator_properties(context), *results, *points_properties(context), *guide_properties(context)]
    return component("GlobalProperties", *properties, *summary_properties(context))


def toolbar(context: Context) -> list[Element]:
    """Draw, ready all, points; and the hidden commands behind a new turn."""
    buttons = _draw_button(context) + _cup_buttons(context) + _ready_button(context) + _reveal_button(context)
    buttons += [*arrival_buttons(context), *supply_buttons(context), *tally_buttons(context)]
    buttons += [*result_buttons(context, calculators(context)), *_mixing(context)]
    return [*buttons, *points_buttons(context), *_new_phase(context), *_new_turn(context)]


def _draw_button(context: Context) -> list[Element]:
    """A menu of numbers that draws so many units into the space of the selected unit.

    The engine translates the items of a menu, but not the question of a dialog.
    """
    pools = [box for box in context.base.boxes if box.kind == "pool" and not is_cup(context.base, box)]
    if not pools:
        return []
    words, numbers = context.words, [str(number) for number in range(1, MOST_DRAWN + 1)]
    report = _empty_report(context, pools)
    return [
        *(_action(context, f"Draw {number}", words.text("Draw {number}", number=number), "", "", "",
                  (signal("draw", "count", number), signal("draw", "selected")), report)
          for number in numbers),
        component(
            "ToolbarMenu", description="Draw units", text=words.text("Draw units"),
            icon=context.images["button", "draw"],
            tooltip=words.text("Draws units from the pool into the space of the selected unit"),
            hotkey=KEYS["draw"],
            menuItems=text_list([context.base.words.text("Draw {number}", number=number) for number in numbers]),
        ),
        _hidden_command("draw for the selected unit", signal("draw", "selected"), signal("draw", "here"),
                        "{Mobile==1&&Selected==true}"),
    ]  # fmt: skip


def _empty_report(context: Context, pools: Sequence[Box]) -> str:
    """An expression that names the pools in which nothing is left."""
    terms = []
    for pool in pools:
        left = f"GetMapProperty({quoted(context.zone_name(pool.id) + '_numPieces')},{quoted(context.map_of(pool.id))})"
        text = context.words.text("{pool}: empty", pool=context.shown_zone_name(pool.id))
        terms.append(nested([(f"{left}==0", quoted(text))], '""')[1:-1])
    return expression("+".join(f"({term})" for term in terms) if len(terms) > 1 else terms[0])


def _cup_buttons(context: Context) -> list[Element]:
    """For each cup a button that draws one piece at random, reports it and sends it to its place."""
    buttons = []
    for index, box in enumerate(box for box in context.base.boxes if is_cup(context.base, box)):
        words, cup = context.words, context.shown_zone_name(box.id)
        draw = signal("draw", "from", box.id)
        buttons.append(_action(
            context, f"Draw: {box.name}", words.text("Draw"), "draw", KEYS["draw"] if index == 0 else "",
            words.text("Draws one piece at random: {cup}", cup=cup), (draw,), _empty_report(context, [box]),
        ))  # fmt: skip
        in_deck = expression(f"DeckName=={quoted(context.zone_name(box.id))}")
        buttons.append(_hidden_command(f"draw from {box.id}", draw, signal("arrive"), in_deck, from_deck=1))
    return buttons


def _ready_button(context: Context) -> list[Element]:
    if not _has_activation(context):
        return []
    words = context.words
    return [component(
        "GlobalKeyCommand", name="Ready all", buttonText=words.text("Ready all"),
        icon=context.images["button", "ready"],
        tooltip=_ready_tooltip(context), buttonHotkey=KEYS["ready"],
        hotkey=KEYS["activate"], singleMap=False, target=ALL_PIECES,
        filter=_acted(context), deckCount="0",
        reportSingle=False, suppressSounds=False, reportFormat=words.text("All units are ready"),
    )]  # fmt: skip


def _ready_tooltip(context: Context) -> str:
    if advances_before_combat(context.base):
        return context.words.text(
            "Takes the marks off all units that advanced before combat, at the end of a player-turn"
        )
    if any(group.turned for group in context.base.counters.groups):
        return context.words.text("Turns every spent unit towards the enemy again, at the end of a turn")
    return context.words.text("Turns every activated unit to its front, at the end of a turn")


def _reveal_button(context: Context) -> list[Element]:
    """Turns up all units set up face down; the engine allows this to their own side and to solitaire players only."""
    counters = [c for c in context.base.all_counters() if c.id in face_down_units(context.base)]
    if not counters:
        return []
    words, sides = context.words, dict.fromkeys(c.side for c in counters if c.side)
    # A report knows the player's seat by its translated name, a command by the English one.
    seats = [
        seat.name
        for info in (context.base.info, context.shown.info)
        for seat in (*(s for s in info.sides if s.id in sides), *info.seats)
    ]
    may = "||".join(f"PlayerSide=={quoted(name)}" for name in dict.fromkeys(seats))
    names = ", ".join(context.shown_side(name).name for name in sides)
    turned_up = words.text("All units are turned up")
    refused = words.text("Only {side} can turn its units up", side=names)
    report = f"{may}?{quoted(turned_up)}:{quoted(refused)}"
    return [component(
        "GlobalKeyCommand", name="Turn all up", buttonText=words.text("Turn all up"),
        icon=context.images["button", "reveal"],
        tooltip=words.text("Turns up every unit that was set up face down"), buttonHotkey=signal("reveal", "all"),
        hotkey=KEYS["hide"], singleMap=False, target=ALL_PIECES, filter="{ObscuredToOthers==true}", deckCount="0",
        reportSingle=False, suppressSounds=False, reportFormat=expression(report),
    )]  # fmt: skip


def _mixing(context: Context) -> list[Element]:
    """At the start of a game the units that lie face down in their boxes are mixed: three times, as cards are."""
    if not face_down_units(context.base):
        return []
    return [
        component(
            "StartupGlobalKeyCommand", name=f"mix {time}", buttonText="", tooltip="", icon="", buttonHotkey="",
            hotkey=MIX, singleMap=False, target=ALL_PIECES, filter=f'{{ObscuredToOthers==true&&{SPACE_ID}==""}}',
            deckCount="0", reportSingle=False, suppressSounds=False, reportFormat="",
            whenToApply="startOfGameOnly", hotkeyOrKeyCommand="sendKeyCommand",
        )
        for time in (1, 2, 3)
    ]  # fmt: skip


def _has_activation(context: Context) -> bool:
    """Whether units are turned over, or around, after they have acted."""
    return any(group.back == "activated" or group.turned for group in context.base.counters.groups)


def _acted(context: Context) -> str:
    """Matches units that are turned over, or around, because they have acted."""
    states = dict.fromkeys(group.turned for group in context.base.counters.groups if group.turned)
    signs = [f"{property_name(state)}_Facing==2" for state in states] or [f"{ACTIVATED}_Active==true"]
    return expression(f"Mobile==1&&({'||'.join(signs)})" if len(signs) > 1 else f"Mobile==1&&{signs[0]}")


def _new_phase(context: Context) -> list[Element]:
    """The commands that a new phase triggers: no unit bears marks of the last one, no event goes on; and the end."""
    keys = [*(calculator.key("unmark") for calculator in calculators(context)), EVENT_OVER, *count_keys(context)]
    if duties(context.base):
        keys += [signal("result", "clear"), signal("result", "over")]
    over = [*([KEYS["points"]] if counts_points(context.base) else []), signal("turn", "marked")]
    return [
        _action(context, "New phase", "", "", signal("phase", "begun"), "", tuple(keys), phase_report(context)),
        _action(context, "Game over", "", "", signal("game", "over"), "", tuple(over), context.words.text(OVER)),
    ]


def _new_turn(context: Context) -> list[Element]:
    """The commands that a new turn triggers: the marker moves, all units become ready."""
    marked = any(track.kind == "turn" and track_counters(context.base, track) for track in context.base.tracks)
    keys = [
        *([signal("move", "marker")] if marked else []),
        *([signal("ready", "quietly")] if _has_activation(context) else []),
        signal("turn", "marked"),
        CLEAR_MOVED,
        *([COUNTED] if list(loss_properties(context)) else []),
    ]
    ready = _hidden_command(
        "ready all at a new turn",
        signal("ready", "quietly"),
        KEYS["activate"],
        _acted(context),
    )
    return [
        # The counter goes on inside an action, so that one step back undoes turn and marker together.
        _action(context, "Next", "", "", KEYS["next"], "", (signal("turn", "next"),)),
        _action(context, "New turn", "", "", signal("new", "turn"), "", tuple(keys), arrivals_report(context)),
        *(
            [
                _hidden_command(
                    "move the turn marker", signal("move", "marker"), signal("mark", "turn"), '{Layer=="markers"}'
                )
            ]
            if marked
            else []
        ),
        *([ready] if _has_activation(context) else []),
    ]


def _hidden_command(name: str, hotkey: str, sent: str, filter_text: str, *, from_deck: int = 0) -> Element:
    return component(
        "GlobalKeyCommand", name=name, buttonText="", tooltip="", icon="", buttonHotkey=hotkey, hotkey=sent,
        singleMap=False,
        target=ALL_PIECES, filter=filter_text, deckCount=from_deck, reportSingle=False, suppressSounds=False,
        reportFormat="",
    )  # fmt: skip


def _action(
    context: Context, name: str, text: str, icon: str, key: str, tooltip: str, keys: tuple[str, ...], report: str = ""
) -> Element:
    """A button, or without text and icon a hidden one, that reports and then sends `keys`."""
    return component(
        "DoActionButton", name=name, text=text, tooltip=tooltip, icon=context.images["button", icon] if icon else "",
        hotkey=key, doReport=bool(report), reportFormat=report, doSound=False, doHotkey=True, hotkeys=key_list(keys),
        doLoop=False,
    )  # fmt: skip
