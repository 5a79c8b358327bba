"""Units that are turned around when spent and turned over when dispersed, as a saved game shows them."""

from __future__ import annotations

import pytest

from pnp.generators.maps.sheet import plan_sheet
from pnp.model.position import UnitState
from pnp.sources import load_game
from pnp.vassal import position_to_vsav
from pnp.vassal.format.reader import read_saved_game

pytestmark = pytest.mark.slow


def test_a_spent_unit_is_saved_turned_and_a_dispersed_one_on_its_back():
    game = load_game("russian-portfolio")
    units = {
        "s3": (UnitState(id="panzer-group-2", state="spent"), UnitState(id="panzer-corps-2", state="dispersed")),
        "s4": ("soviet-army-2",),
    }
    position = game.scenarios["standard"].position.model_copy(update={"units": units})
    saved = read_saved_game(position_to_vsav(game, position, plan_sheet(game, draft=True)))
    states = {}
    for item in saved.objects:
        properties = item.piece.properties() if item.piece else {}
        if properties.get("CounterId") in ("panzer-group-2", "panzer-corps-2", "soviet-army-2"):
            traits = {t.get("name"): t.state for t in item.piece.traits if t.id in ("rotate", "emb2")}
            states[properties["CounterId"]] = (traits["Spent"], traits["Dispersed"])

    assert states == {
        "panzer-group-2": ("1", "-1"), "panzer-corps-2": ("0", "1"), "soviet-army-2": ("0", "-1"),
    }  # fmt: skip
