"""Overstacking made visible: a frame on the units of a space that holds more of them than it may. Nothing is forbidden.

An area counts the units of a side in its zone. A hex counts those of the stack, since all units that are dropped in a hex
join one stack; how many it may hold depends on the sets of hexes that have a limit of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pnp.maps.hexes import hex_field
from pnp.maps.place_names import place_names
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.vassal.context import SPACE_ID, Context, expression, nested, quoted
from pnp.vassal.encoding import text_list
from pnp.vassal.layout import BoardLayout
from pnp.vassal.odds import LOCATION
from pnp.vassal.traits import Trait, trait

STACK_LIMIT = "stack-limit"
"""The parameter of games without hexes."""
NO_STACKING = "no-stacking"
"""The trait of units that don't count."""
COUNTED = "Mobile==1&&Uncounted!=1"


def has_stack_limit(game: Game) -> bool:
    """Whether a game has a limit that units are shown against."""
    if game.map.hexes is not None:
        return bool(stack_limits(game))
    return STACK_LIMIT in {p.id for p in game.info.parameters}


def stack_limits(game: Game) -> dict[str, int]:
    """Sets of hexes with their limit, in the order in which they count; "" for all other hexes, last."""
    hexes, parameters = game.map.hexes, {p.id: p.value for p in game.info.parameters}
    if hexes is None:
        return {}
    named = [(found.id, found.stack_limit) for found in hexes.sets] + [("", hexes.stack_limit)]
    return {place: parameters[limit] for place, limit in named if limit in parameters}


def overstack_traits(context: Context, side: Side) -> list[Trait]:
    """The layer with the frame, for the units of `side`; none in a game without a limit."""
    if not has_stack_limit(context.base):
        return []
    if context.base.map.hexes is not None:
        test = _hex_test(context)
    else:
        units = quoted(expression(f"Side=={quoted(side.id)}&&Mobile==1"))
        test = f'{SPACE_ID}!=""&&CountZone({units})>{context.base.info.parameter(STACK_LIMIT)}'
    return [trait(
        "emb2", images=text_list(["", context.images["mark", "overstack"]]), names=text_list(["", ""]), name="Overstack",
        follow=True, expression=expression(f"{test}?2:1"), first_level=1, always_active=True, state="1",
    )]  # fmt: skip


def _hex_test(context: Context) -> str:
    """Whether more units stand in the hex than may be there; told on all of them, so that the one on top shows it."""
    limits = stack_limits(context.base)
    count = f"CountStack({quoted(expression(COUNTED))})"
    cases = [(in_set(context.base, context.layout, place), str(limit)) for place, limit in limits.items() if place]
    limit = nested(cases, str(limits.get("", 99))) if cases else str(limits[""])
    # The cheap test comes first: nearly every unit stands alone.
    return f'{SPACE_ID}!=""&&{count}>{min(limits.values())}&&{count}>{limit}'


def in_set(game: Game, layout: BoardLayout, name: str) -> str:
    """A test whether a piece stands in one of the hexes of a set: by a line across the board where one parts it off, else by names."""
    assert game.map.hexes is not None
    field = hex_field(game.map.hexes)
    inside = {field.ids[index] for index in field.hexes(game.map.hexes.set(name).hexes)}
    called = place_names(game.map)
    return _parted_off(layout, inside) or one_of(called[place] for place in field.ids if place in inside)


def _parted_off(layout: BoardLayout, inside: Collection[str]) -> str:
    """A test by the height on the board; "" where no line parts the hexes from all others."""
    ours = [place.stack[1] for name, place in layout.spaces.items() if name in inside]
    others = [place.stack[1] for name, place in layout.spaces.items() if name not in inside]
    if not ours or not others:
        return ""
    if max(others) < min(ours):
        return f"CurrentY>{(max(others) + min(ours)) // 2}"
    if max(ours) < min(others):
        return f"CurrentY<{(max(ours) + min(others)) // 2}"
    return ""


def one_of(names: Iterable[str]) -> str:
    """A test whether a piece stands in a place with one of these names."""
    return f'{quoted("|" + "|".join(names) + "|")}.contains("|"+{LOCATION}+"|")'
