"""What the pieces tell of a guide's questions: who stands in a place, who was reduced or eliminated in this turn.

A frame in the guide's window marks the answer. Losses are told by numbers: more reduced units of a side, or more in its
box of eliminated units, than at the beginning of the turn. That no unit was lost they don't tell: one may be back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.model.game import Game
from pnp.model.position import PositionSource
from pnp.vassal.context import REDUCED, Context, change, expression, property_name, quoted, signal, whole_map
from pnp.vassal.format.buildfile import Element, global_property
from pnp.vassal.tables.guide import guides

UNKNOWN, YES, NO = 1, 2, 3
"""Levels of the layer with the frame."""
COUNTED = signal("losses", "counted")
"""Remembers the losses at the beginning of a turn."""


def answer(context: Context, asks: Mapping[str, bool | int | str]) -> str:
    """An expression for the level of the frame; "" for a question that no piece answers."""
    space, side = str(asks.get("space", "")), str(asks.get("side", ""))
    places = {str(place.id) for place in context.base.map.spaces}
    if asks.get("event") == "occupies" and space in places:
        return f"({_standing(context, space, f'Holds==1&&Side=={quoted(side)}')}>0?{YES}:{NO})"
    if (counter := str(asks.get("counter", ""))) and space in places:
        return f"({_standing(context, space, f'CounterId=={quoted(counter)}')}>0?{YES}:{NO})"
    event = str(asks.get("event", ""))
    if event in _LOSSES and (lost := _losses(context, event, side)):
        return f"({lost}>{loss_property(event, side)}?{YES}:{UNKNOWN})"
    return ""


def _standing(context: Context, space: str, test: str) -> str:
    zone = quoted(context.zone_name(space))
    return f"CountZone({zone},{quoted(context.map_of(space))},{quoted(expression(test))})"


# Losses of a turn ---------------------------------------------------------------------------------------

_LOSSES = ("reduced", "eliminated")


def loss_property(event: str, side: str) -> str:
    """The property with the losses of a side at the beginning of the turn."""
    return f"Turn{property_name(event)}{property_name(side)}"


def _asked_losses(game: Game) -> list[tuple[str, str]]:
    """Event and side of each question for a loss."""
    asked = [(str(s.asks.get("event", "")), str(s.asks.get("side", ""))) for g in guides(game) for s in g.steps]
    return [(event, side) for event, side in dict.fromkeys(asked) if event in _LOSSES]


def _losses(context: Context, event: str, side: str) -> str:
    """An expression for the number of a side's units that are reduced, or lie in its box; "" without a box."""
    if event == "reduced":
        return whole_map("CountMap", f"{REDUCED}_Active==true&&Side=={quoted(side)}")
    box = context.box("eliminated", side)
    return _standing(context, str(box.id), f"Mobile==1&&Side=={quoted(side)}") if box else ""


def loss_properties(context: Context) -> Iterator[Element]:
    """The losses at the beginning of the turn, with the command that counts them."""
    for event, side in _asked_losses(context.base):
        if lost := _losses(context, event, side):
            yield global_property(loss_property(event, side), "0", [(COUNTED, change(lost))])


def losses_at(game: Game, position: PositionSource) -> dict[str, str]:
    """Property -> the losses of a position, which a turn then begins with."""
    sides = {str(counter.id): counter.side for counter in game.all_counters() if not counter.group.marker}
    boxes = {str(box.id) for box in game.boxes if box.kind == "eliminated"}
    lost = {pair: 0 for pair in _asked_losses(game)}
    for place, entries in (position.units or {}).items():
        for entry in entries:
            unit, state = (entry, "") if isinstance(entry, str) else (str(entry.id), entry.state)
            event = "eliminated" if place in boxes else state
            if (event, sides.get(unit)) in lost:
                lost[event, str(sides[unit])] += 1
    return {loss_property(*pair): str(count) for pair, count in lost.items()}
