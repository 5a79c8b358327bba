"""Who sets up a printed game finds every unit's place in it: on counters, in the chart of the scenario, or in words."""

from __future__ import annotations

from pathlib import Path

from pnp.draw.scene import Group, Text
from pnp.generators.scenarios.blocks import set_up_part
from pnp.generators.scenarios.lists import deployed
from pnp.model.game import standard_scenario
from pnp.sources import load_game
from pnp.sources.new_game import new_game

GAMES = Path(__file__).resolve().parents[3] / "docs" / "games"


def words(nodes) -> list[str]:
    return [
        word for node in nodes
        for word in ([node.text] if isinstance(node, Text) else words(node.children) if isinstance(node, Group) else ())
    ]  # fmt: skip


def told(game) -> str:
    scenario = standard_scenario(game)
    return " ".join(words(set_up_part(game, scenario, 180.0).nodes))


def test_areas_in_which_units_are_set_up_freely_are_listed():
    text = told(load_game(GAMES / "long_night"))
    assert "Eskmoor, Tarn Hill" in " ".join(text.split())
    assert "face down" in text


def test_units_without_a_code_are_listed_area_by_area(tmp_path):
    for name, text in new_game("county", "areas", 4, 4, 2, schemas="").items():
        path = tmp_path / "county" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    game = load_game(tmp_path / "county")
    stacks = deployed(game, standard_scenario(game))
    assert len(stacks) == 6
    text, names = told(game), {str(space.id): space.name for space in game.map.spaces}
    assert all(names[place] in text for place in stacks)
