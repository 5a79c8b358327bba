"""Units that are turned around when spent and turned over when dispersed, as a saved game shows them."""

from __future__ import annotations

import pytest

from pnp.model.position import UnitState
from pnp.vassal.format.saved_games import read_saved_game
from pnp.vassal.saves.setups import full_position, saved_game

pytestmark = pytest.mark.slow


def test_a_spent_unit_is_saved_turned_and_a_dispersed_one_on_its_back(portfolio_context):
    game = portfolio_context.base
    units = {
        "s3": (UnitState(id="panzer-group-2", state="spent"), UnitState(id="panzer-corps-2", state="dispersed")),
        "s4": ("soviet-army-2",),
    }
    position = game.scenarios["standard"].position.model_copy(update={"units": units})
    saved = read_saved_game(saved_game(portfolio_context, full_position(game, position)))
    states = {}
    for item in saved.objects:
        properties = item.piece.properties() if item.piece else {}
        if properties.get("CounterId") in ("panzer-group-2", "panzer-corps-2", "soviet-army-2"):
            traits = {t.get("name"): t.state for t in item.piece.traits if t.id in ("rotate", "emb2")}
            states[properties["CounterId"]] = (traits["Spent"], traits["Dispersed"])

    assert states == {
        "panzer-group-2": ("1", "-1"), "panzer-corps-2": ("0", "1"), "soviet-army-2": ("0", "-1"),
    }  # fmt: skip
