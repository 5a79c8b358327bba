"""What the window under the mouse tells of a stack: the place, sums by side, name and values of each piece."""

from __future__ import annotations

from collections.abc import Collection

from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.info import Side
from pnp.vassal.context import Context, expression, property_name, quoted
from pnp.vassal.format.buildfile import Element, global_property
from pnp.vassal.format.traits import Trait, trait
from pnp.vassal.tables.calculator import NOW
from pnp.vassal.tables.dice_buttons import factor_property
from pnp.vassal.tables.odds import defence_property

VALUES = "Values"
"""Property of a piece: its values as printed on it now, in brackets; "" for a marker."""


def strengths(game: Game) -> list[str]:
    """The factors that fights add up, as properties: one, or one of the attackers and one of the defenders."""
    if not any(counter.factors for counter in game.all_counters()):
        return []
    return list(dict.fromkeys([factor_property(game), defence_property(game)]))


def values_trait(counter: Counter, moving: Collection[str]) -> list[Trait]:
    """The trait that joins the values of a unit.

    moving  factors whose value at the moment a marker on a track changes
    """
    names = list(dict.fromkeys([name for name, _ in counter.factors] + list(moving)))
    if not names or counter.group.marker:
        return []
    values = [property_name(name) + (NOW if name in moving else "") for name in names]
    return [trait("calcProp", name=VALUES, expression=expression('"("+' + '+"-"+'.join(values) + '+")"'))]


def sum_traits(context: Context, moving: Collection[str]) -> list[Trait]:
    """The strengths of a unit under the name of its side, so that sums over a stack count the sides apart.

    moving  factors that spaces of tracks change: their value at the moment counts
    """
    now = {property_name(factor) for factor in moving}
    return [
        trait(
            "calcProp", name=_summed(side, factor),
            expression=expression(f"Side=={quoted(side.id)}?{factor}{NOW if factor in now else ''}:0"),
        )
        for side in context.base.info.sides
        for factor in strengths(context.base)
    ]  # fmt: skip


def summary_properties(context: Context) -> list[Element]:
    """What pieces without strengths answer."""
    names = [_summed(side, factor) for side in context.base.info.sides for factor in strengths(context.base)]
    return [global_property(VALUES, ""), *(global_property(name, "0") for name in names)]


def _summed(side: Side, factor: str) -> str:
    return property_name(side.id) + factor


def piece_summary() -> str:
    """The line below a piece: its values, and its name, of which a long one may be cut off. Asked for in a call, the
    engine gives the name in the player's language; between `$` it doesn't.
    """
    return expression(f'{VALUES}+" "+GetProperty("LocalizedPieceName")')


def stack_summary(context: Context) -> str:
    """The line above a stack: the place, and the strengths of each side that has any."""
    parts = ["LocationName"]
    for side in context.base.info.sides:
        sums = [f'GetProperty("sum({_summed(side, factor)})")' for factor in strengths(context.base)]
        if sums:
            shown = '+"-"+'.join(sums)
            none = "-".join("0" for _ in sums)
            told = f'"   "+{quoted(context.shown_side(side.id).name)}+" "+{shown}'
            parts.append(f'(""+{shown}=={quoted(none)}?"":{told})')
    return expression("+".join(parts))
