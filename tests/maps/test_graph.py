"""Adjacency: what the rules say, and what is drawn."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.maps.graph import border_kind, drawn_adjacency, map_graph
from tests.maps.conftest import small_map


def test_two_areas_and_their_link():
    graph = map_graph(small_map())

    assert list(graph.spaces) == ["west", "east"]
    assert graph.links[frozenset(("west", "east"))].kind == "border"
    assert graph.adjacent("east", "west")


def test_a_neighbour_that_does_not_answer_is_an_error():
    spaces = [
        {"id": "west", "name": "West", "neighbours": ["east"]},
        {"id": "east", "name": "East", "neighbours": []},
    ]

    with pytest.raises(SourceError) as error:
        map_graph(small_map(spaces=spaces))

    assert [p.code for p in error.value.problems] == ["map-adjacency"]


def test_a_misspelt_neighbour_is_named_with_what_was_meant():
    spaces = [
        {"id": "west", "name": "West", "neighbours": ["est"]},
        {"id": "east", "name": "East", "neighbours": []},
    ]

    with pytest.raises(SourceError) as error:
        map_graph(small_map(spaces=spaces))

    assert "did you mean 'east'?" in error.value.problems[0].hint or "'west'" in error.value.problems[0].hint


def test_the_sea_is_no_neighbour_though_its_coast_is_drawn():
    assert drawn_adjacency(small_map()) == {frozenset(("west", "east"))}


def test_kinds_of_border():
    game_map = small_map()

    assert border_kind(game_map, ("west", "east")) == "inner"
    assert border_kind(game_map, ("west", "sea")) == "coast"


# The map of Putin's War, after FACTS 1.4


def test_putins_war_has_29_areas_and_68_links(putins_war):
    graph = map_graph(putins_war.map)

    assert len(graph.spaces) == 29
    assert len(graph.links) == 68


@pytest.mark.parametrize(
    "one, other",
    [
        ("kyyivska", "poltavska"),          # the shortest real border, 13 km
        ("vinnytska", "chernivetska"),      # 21 km
        ("odeska", "kirovohradska"),
        ("belarus", "russia-1"),
        ("luhanska", "russia-3"),
        ("khersonska", "respublika-krym"),
    ],
)
def test_listed_links_exist_and_are_drawn(putins_war, one, other):
    assert map_graph(putins_war.map).adjacent(one, other)
    assert frozenset((one, other)) in drawn_adjacency(putins_war.map)


@pytest.mark.parametrize("one, other", [("odeska", "khersonska"), ("kyyivska", "sumska"), ("belarus", "lvivska")])
def test_areas_that_do_not_touch(putins_war, one, other):
    assert not map_graph(putins_war.map).adjacent(one, other)


def test_only_the_bridge_of_kerch_links_without_a_border(putins_war):
    graph = map_graph(putins_war.map)
    drawn = drawn_adjacency(putins_war.map)

    assert set(graph.links) - drawn == {frozenset(("respublika-krym", "russia-3"))}
    assert drawn - set(graph.links) == set()
    assert graph.links[frozenset(("respublika-krym", "russia-3"))].kind == "bridge"


def test_distances_over_the_map(putins_war):
    """Belarus - Zhytomyrs'ka - Vinnytsʼka - Odes'ka: three steps, the range of an Air Force unit."""
    assert map_graph(putins_war.map).distances("belarus")["odeska"] == 3


def test_victory_points_add_up_to_36(putins_war):
    points = {space.id: space.victory_points for space in putins_war.map.spaces}

    assert sum(points.values()) == 36
    assert points["kyyivska"] == 5
    assert points["odeska"] == points["kharkivska"] == 3
    assert [name for name, value in points.items() if value == 2] == [
        "lvivska", "dnipropetrovska", "donetska", "zaporizka",
    ]  # fmt: skip
    assert sorted(name for name, value in points.items() if value == 0) == [
        "belarus", "respublika-krym", "russia-1", "russia-2", "russia-3",
    ]  # fmt: skip


def test_symbols_of_areas(putins_war):
    features = {space.id: set(space.features) for space in putins_war.map.spaces}

    assert len([f for f in features.values() if "airport" in f]) == 19
    assert sorted(name for name, f in features.items() if "port" in f) == [
        "donetska", "khersonska", "mykolayivska", "odeska", "respublika-krym", "russia-3", "zaporizka",
    ]  # fmt: skip
    stars = {name for name, f in features.items() if "red-star" in f}
    assert stars == {space.id for space in putins_war.map.spaces if space.start_of == "russia"}
    assert len(stars) == 5


def test_the_badge_of_the_modifier_stands_where_the_table_applies_it(putins_war):
    (modifier,) = putins_war.table("invasion").modifiers
    (symbol,) = [s for s in putins_war.map.symbols if s.id == "modifier"]

    assert symbol.value == modifier.add == 2
    shown = {space.id for space in putins_war.map.spaces if "modifier" in space.features}
    assert shown == set(modifier.spaces) == {"kyyivska", "odeska"}
