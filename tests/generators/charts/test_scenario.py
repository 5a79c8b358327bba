"""Scenarios in print: what they are about, and units set up reduced with their reduced side up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from pnp.draw.scene import Group, Node, Text
from pnp.generators.maps.hex.turns import turn_record
from pnp.generators.maps.ink import map_ink
from pnp.generators.scenarios.blocks import arrivals_part, set_up_part
from pnp.generators.sheets.bounds import marks
from pnp.maps.parts import MapPlan, TrackPlan
from pnp.model.game import Game
from pnp.model.position import UnitState
from pnp.model.scenario import Arrival
from pnp.sources import load_game

pytestmark = pytest.mark.slow

WIDTH_MM, ROOM_MM = 182.0, 248.0


def words(nodes: Iterable[Node]) -> list[str]:
    return [node.text for _, node, _ in marks(nodes) if isinstance(node, Text)]


@pytest.fixture(scope="module")
def winter_war() -> Game:
    return load_game("winter-war")


def weakened(game: Game, scenario: str, *units: str, state: str = "reduced") -> Game:
    """Winter War with rifle divisions (6-4-2) that have a reduced back (3-2-2); `units` of a scenario begin in `state`.
    """
    groups = tuple(
        group.model_copy(update={"back": "reduced", "reduced": {"attack": 3, "defence": 2}})
        if group.id == "rifle-division"
        else group
        for group in game.counters.groups
    )
    source = game.scenarios[scenario]
    held = {
        place: tuple(UnitState(id=unit, state=state) if unit in units else unit for unit in here)
        for place, here in (source.position.units or {}).items()
    }
    position = source.position.model_copy(update={"units": held})
    return replace(
        game,
        counters=game.counters.model_copy(update={"groups": groups}),
        scenarios={**game.scenarios, scenario: source.model_copy(update={"position": position})},
    )


def counters(nodes: Iterable[Node]) -> list[str]:
    """The factors on each picture of a counter, e.g. "6-4-2"."""
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Group):
            found += counters(node.children) if node.clip is None else ["-".join(words(node.children)[:3])]
    return found


def divisions(nodes: Iterable[Node]) -> tuple[int, int]:
    """How many pictures of rifle divisions show the full and the reduced strength."""
    factors = counters(nodes)
    return factors.count("6-4-2"), factors.count("3-2-2")


def test_a_reduced_unit_shows_its_reduced_side_in_a_deployment(winter_war):
    """FACTS 4.8: five rifle divisions stand on the border on 30 November 1939; the second one is at 2566."""
    plain, weak = weakened(winter_war, "historical"), weakened(winter_war, "historical", "rifle-division-2")

    assert divisions(set_up_part(plain, plain.scenarios["historical"], WIDTH_MM).nodes) == (5, 0)
    assert divisions(set_up_part(weak, weak.scenarios["historical"], WIDTH_MM).nodes) == (4, 1)


def test_a_reduced_unit_shows_its_reduced_side_in_the_set_up_chart(winter_war):
    """Like units share a picture with their number: four at full strength, one reduced."""
    game = weakened(winter_war, "standard", "rifle-division-2")
    drawn = set_up_part(game, game.scenarios["standard"], WIDTH_MM)

    assert divisions(drawn.nodes) == (1, 1)
    assert (
        words(drawn.nodes).count("×\u20094")
        == words(set_up_part(winter_war, winter_war.scenarios["standard"], WIDTH_MM).nodes).count("×\u20094") + 1
    )


def test_a_reduced_unit_shows_its_reduced_side_among_the_arrivals(winter_war):
    """Reinforcements: turn 10 brings rifle divisions 8 and 9, turns 7 and 9 one each."""
    game = weakened(winter_war, "standard", "rifle-division-9")
    drawn = arrivals_part(game, game.scenarios["standard"], WIDTH_MM)

    assert divisions(drawn.nodes) == (3, 1)


def test_arrivals_stand_side_by_side(winter_war):
    """Nine turns in five rows in 182 mm, in a row each in a third of it; every turn has its name."""
    scenario = winter_war.scenarios["standard"]
    wide, narrow = (texts(arrivals_part(winter_war, scenario, width).nodes) for width in (WIDTH_MM, WIDTH_MM / 3))

    def turns(drawn):
        return [round(y) for one, _, y in drawn if (one.font, one.size_pt) == ("condensed-semibold", 9.0)]

    assert (len({*turns(wide)}), len({*turns(narrow)})) == (5, 9)
    assert max(turns(wide)) < max(turns(narrow))


def texts(nodes, dx: float = 0.0, dy: float = 0.0):
    found = []
    for node in nodes:
        if isinstance(node, Group):
            found += texts(node.children, dx + node.transform[4], dy + node.transform[5])
        elif isinstance(node, Text):
            found.append((node, node.x + dx, node.y + dy))
    return found


def test_a_reduced_unit_shows_its_reduced_side_on_the_map(winter_war):
    """In the turn record."""
    game = weakened(winter_war, "standard", "rifle-division-1", "rifle-division-9")
    ink = map_ink(game.map, game.style)
    track = next(t for t in game.map.tracks if t.kind == "turn")
    cells = {space.id: (0.0, 40.0 * number, 80.0, 30.0) for number, space in enumerate(track.spaces)}
    heads = {name: (x, y - 5.0, width, 5.0) for name, (x, y, width, _) in cells.items()}
    placed = TrackPlan(track.id, (0.0, 0.0, 80.0, 400.0), (0.0, 0.0, 80.0, 5.0), cells, heads)
    plan = MapPlan((80.0, 400.0), (0.0, 0.0, 80.0, 400.0), {}, {}, (), (), (), (), (), (), {track.id: placed}, {})

    assert divisions(turn_record(game, track, plan, ink).children) == (3, 1)


def test_a_unit_set_up_face_down_is_named_by_the_chart(winter_war):
    """The chart tells its owner what to place; only the board hides it."""
    game = weakened(winter_war, "historical", "finnish-division-1", "finnish-division-2", state="face-down")

    assert counters(set_up_part(game, game.scenarios["historical"], WIDTH_MM).nodes).count("6-6-2") == 8


def test_arrivals_say_where_units_come_in():
    """Units of one turn that come in at different places stand apart, each with the names of its own."""
    game = load_game("the-ford")
    at = (("0101", "0603"), ("0909",))
    arrivals = tuple(
        Arrival(turn=2, side="north", units=(unit,), spaces=spaces, rule="3.1")
        for unit, spaces in zip(("north-infantry-4", "north-guard"), at, strict=True)
    )
    scenario = game.scenarios["standard"].replaced(arrivals=arrivals, codes={})
    told = words(arrivals_part(game, scenario, WIDTH_MM).nodes)
    assert "0101, 0603 Brenn" in " ".join(told).replace("\u00a0", " ") and "0909" in told
