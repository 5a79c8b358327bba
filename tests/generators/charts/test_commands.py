"""The chart of who leads what, for players who share a side."""

from __future__ import annotations

from dataclasses import replace

from pnp.draw.scene import Text
from pnp.generators.charts.commands import CHIT_MM, commands_part
from pnp.generators.sheets.bounds import marks
from pnp.model.info import Formation
from pnp.sources import load_game

WIDTH_MM = 90.0


def with_formations(*formations):
    """Two Rivers with formations."""
    game = load_game("two-rivers")
    info = game.info.replaced(formations=tuple(Formation.model_validate(one) for one in formations))
    return replace(game, info=info)


def test_each_formation_has_a_row_with_its_leader_and_its_units():
    """Of the Crown the guns; the League's formation has what no other names."""
    game = with_formations(
        {"id": "east", "name": "Eastern army", "side": "crown", "seat": "crown", "units": ["crown-guns"]},
        {"id": "all", "name": "The whole League", "side": "league", "seat": "league"},
    )

    part = commands_part(game, WIDTH_MM)

    told = [node.text for _, node, _ in marks(part.nodes) if isinstance(node, Text)]
    order = ["Who leads what", "Crown", "Eastern army", "League", "The whole League", "All other units of the side."]
    assert [text for text in told if text in order] == order  # one heading for both
    assert part.height_mm > 4 * CHIT_MM and part.width_mm == WIDTH_MM


def test_a_game_without_formations_has_no_such_chart():
    assert commands_part(load_game("two-rivers"), WIDTH_MM) is None
