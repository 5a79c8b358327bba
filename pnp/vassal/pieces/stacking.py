"""Overstacking made visible: a frame on the units of a space that exceeds its limit. Nothing is forbidden.

An area counts the units of a side in its zone. A hex counts those of the stack, since all units that are dropped in a
hex join one stack; how many it may hold depends on the sets of hexes that have a limit of their own. Units that land
together (`uncounted` of an arrival) don't count where they come in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pnp.maps.hex_grid import hex_field
from pnp.maps.place_names import place_names
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.vassal.context import SPACE_ID, Context, expression, nested, quoted
from pnp.vassal.format.encoding import text_list
from pnp.vassal.format.traits import Trait, trait
from pnp.vassal.layout import BoardLayout
from pnp.vassal.tables.odds import LOCATION

STACK_LIMIT = "stack-limit"
"""The parameter of games without hexes."""
NO_STACKING = "no-stacking"
"""The trait of units that don't count."""
COUNTED = "Mobile==1&&Uncounted!=1"
HOSTS = f"{COUNTED}&&Guest!=1"
"""Units that count in hexes where others come in."""


def has_stack_limit(game: Game) -> bool:
    """Whether a game has a stacking limit that the module can show."""
    if game.map.hexes is not None:
        return bool(stack_limits(game))
    return STACK_LIMIT in {p.id for p in game.info.parameters}


def stack_limits(game: Game) -> dict[str, int]:
    """Sets of hexes with their limit, in the order in which they count; "" for all other hexes, last."""
    hexes, parameters = game.map.hexes, {p.id: p.value for p in game.info.parameters}
    if hexes is None:
        return {}
    limits = [(hex_set.id, hex_set.stack_limit) for hex_set in hexes.sets] + [("", hexes.stack_limit)]
    return {place: parameters[limit] for place, limit in limits if limit in parameters}


def guests(game: Game) -> tuple[frozenset[str], frozenset[str]]:
    """Units that don't count against the limit in the hexes where they arrive, and these hexes."""
    landings = [arrival for scenario in game.scenarios.values() for arrival in scenario.arrivals if arrival.uncounted]
    hexes = game.map.hexes
    if hexes is None or not landings:
        return frozenset(), frozenset()
    listed = [place for arrival in landings for place in arrival.spaces]
    for arrival in landings:
        listed += _hexes_of(game, arrival.set) if arrival.set else ()
    return frozenset(unit for arrival in landings for unit in arrival.units), frozenset(listed)


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
        "emb2", images=text_list(["", context.images["mark", "overstack"]]), names=text_list(["", ""]),
        name="Overstack",
        follow=True, expression=expression(f"{test}?2:1"), first_level=1, always_active=True, state="1",
    )]  # fmt: skip


def _hex_test(context: Context) -> str:
    """A test whether the hex exceeds its limit; it holds for all units in it, so that the top one shows the frame."""
    limits = stack_limits(context.base)
    count, hosts = (f"CountStack({quoted(expression(units))})" for units in (COUNTED, HOSTS))
    havens = guests(context.base)[1]
    present = nested([(_within(context.base, context.layout, havens), hosts)], count) if havens else count
    cases = [(in_set(context.base, context.layout, place), str(limit)) for place, limit in limits.items() if place]
    limit = nested(cases, str(limits.get("", 99))) if cases else str(limits[""])
    # The cheap test comes first: nearly every unit stands alone.
    return f'{SPACE_ID}!=""&&{count}>{min(limits.values())}&&{present}>{limit}'


def in_set(game: Game, layout: BoardLayout, name: str) -> str:
    """A test whether a piece stands in one of the hexes of a set: by a line across the board where one separates
    it, else by names.
    """
    return _within(game, layout, _hexes_of(game, name))


def _hexes_of(game: Game, name: str) -> tuple[str, ...]:
    """The ids of the hexes of a set."""
    assert game.map.hexes is not None
    field = hex_field(game.map.hexes)
    return tuple(field.ids[index] for index in field.hexes(game.map.hexes.set(name).hexes))


def _within(game: Game, layout: BoardLayout, hexes: Collection[str]) -> str:
    """A test whether a piece stands in one of `hexes`."""
    called, inside = place_names(game.map), set(hexes)
    return _parted_off(layout, inside) or one_of(name for place, name in called.items() if place in inside)


def _parted_off(layout: BoardLayout, inside: Collection[str]) -> str:
    """A test by the height on the board; "" where no line separates the hexes from all others."""
    inside_tops = [place.stack[1] for name, place in layout.spaces.items() if name in inside]
    outside_tops = [place.stack[1] for name, place in layout.spaces.items() if name not in inside]
    if not inside_tops or not outside_tops:
        return ""
    if max(outside_tops) < min(inside_tops):
        return f"CurrentY>{(max(outside_tops) + min(inside_tops)) // 2}"
    if max(inside_tops) < min(outside_tops):
        return f"CurrentY<{(max(inside_tops) + min(outside_tops)) // 2}"
    return ""


def one_of(names: Iterable[str]) -> str:
    """A test whether a piece stands in a place with one of these names."""
    return f'{quoted("|" + "|".join(names) + "|")}.contains("|"+{LOCATION}+"|")'
