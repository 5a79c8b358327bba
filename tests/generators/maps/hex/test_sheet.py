"""The panels of a hex map: what they show is what the sources say, no more and no less."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pnp.draw.scene import Group, Path, Text, TextOnPath
from pnp.draw.text import width_mm
from pnp.generators.maps.hex.furniture import _title_lines, hex_title, scale_panel
from pnp.generators.maps.hex.key import key_entries
from pnp.generators.maps.hex.legend import legend_entries
from pnp.generators.maps.hex.names import _beneath, _colours, badge_nodes, place_name, set_line
from pnp.generators.maps.hex.turns import _numerals, arrivals, icy_turns, turn_record
from pnp.generators.maps.hex.victory import level_range, victory_panel
from pnp.generators.maps.ink import map_ink
from pnp.maps.hex_labels import HexBadge, PlaceName, SetLine
from pnp.maps.hex_plan import HexLabelPlan
from pnp.maps.hexes.key import key_blocks, key_map
from pnp.maps.parts import MapPlan
from pnp.maps.tracks import plan_track
from pnp.model.scenario import VictoryLevel
from pnp.sources import load_game
from pnp.translate import localised


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


@pytest.fixture(scope="module")
def ink(game):
    return map_ink(game.map, game.style)


def words_of(node):
    """Every text of a drawing, in order."""
    if isinstance(node, Group):
        return [text for child in node.children for text in words_of(child)]
    return [node.text] if isinstance(node, (Text, TextOnPath)) else []


def bounds_of(node):
    """Corners of all paths of a panel that has no transforms of its own below it."""
    found = []
    if isinstance(node, Group) and node.transform == (1.0, 0.0, 0.0, 1.0, 0.0, 0.0):
        found = [point for child in node.children for point in bounds_of(child)]
    if isinstance(node, Path):
        found = [(s[i], s[i + 1]) for s in node.segments for i in range(1, len(s), 2)]
    return found


# Terrain key ----------------------------------------------------------------------------------------


def test_the_key_has_every_terrain_of_the_map_and_none_besides(game):
    used = set("".join(game.map.hexes.rows)) - {"_", " "}
    terrains = {e.terrain.code for e in key_entries(game) if e.terrain and not e.mark}

    assert len(used) >= 6
    assert terrains == used | {"i"}                                  # ice comes by turns, as an overlay


def test_the_key_tells_costs_by_side(game):
    costs = {entry.name: entry.cost for entry in key_entries(game)}

    assert costs["Clear"] == "1\u00a0MP"  # a line never ends between a number and its unit
    assert costs["Finnish swamp"] == "1\u00a0MP · Soviet 2\u00a0MP"
    assert costs["Swamp in the USSR"] == "2\u00a0MP"
    assert costs["River"] == "+1 MP"
    assert costs["Major lake or sea hexside"] == "not crossed"
    assert costs["Mountains"] == "no entry"


def test_a_hexside_that_the_map_lacks_is_not_in_the_key(game):
    hexes = game.map.hexes.model_copy(update={"sides": tuple(s for s in game.map.hexes.sides if s.kind != "river")})
    from dataclasses import replace

    without = replace(game, map=game.map.model_copy(update={"hexes": hexes}))

    assert "River" in {e.name for e in key_entries(game)}
    assert "River" not in {e.name for e in key_entries(without)}


def test_the_hexes_of_the_key_are_a_map_of_blocks(game):
    """Three hexes across for each entry; ice lies on sea."""
    blocks = key_blocks(game.map)
    source = key_map(game.map)
    row = source.hexes.rows[0]

    assert len(row) == 3 * len(blocks)
    ice = next(i for i, (terrain, overlay, _) in enumerate(blocks) if overlay)
    assert row[3 * ice : 3 * ice + 3] == "~~~"
    assert source.hexes.overlays[0].hexes.split()[0] == f"{3 * ice + 1:03}01"


def test_cities_that_are_a_terrain_stand_in_the_key_once_with_its_cost():
    """Three entries of hexes would be four with a city on open ground besides."""
    ford = load_game("the-ford")
    towns = [entry for entry in key_entries(ford) if entry.name == "Town"]

    assert [(entry.terrain.id, entry.mark, entry.cost, entry.note) for entry in towns] == [
        ("town", "city", "1\u00a0MP", "defence is doubled")
    ]
    assert [terrain.id for terrain, _, _ in key_blocks(ford.map)] == ["clear", "woods", "hill", "town"]


# Legend ---------------------------------------------------------------------------------------------


def plan_with(game, **labels):
    return MapPlan((558.8, 863.6), (7.0, 14.0, 544.8, 834.6), {}, {}, (), (), (), (), (), (),
                   {t.id: plan_track(t) for t in game.map.tracks}, {}, labels=HexLabelPlan(**labels))  # fmt: skip


def test_the_legend_has_what_the_map_shows_and_none_besides(game, ink):
    port = HexBadge("port", "1365", (50.0, 50.0), 1.4, 2.8)
    names = [entry[0] for entry in legend_entries(game, plan_with(game, badges=(port,)), ink)]

    assert names == ["Port"]


def test_gains_and_losses_differ_without_colour(ink):
    """+25 is white on a filled plate, −10 dark on an empty one."""
    gain = badge_nodes(HexBadge("victory-points", "2262", (0, 0), 1.9, 6.0, "+25"), ink)
    loss = badge_nodes(HexBadge("victory-points", "3655", (0, 0), 1.9, 6.0, "\u221210"), ink)

    assert (gain[0].fill, gain[1].colour) == (loss[1].colour, loss[0].fill)
    assert gain[0].fill != loss[0].fill


# Turns --------------------------------------------------------------------------------------------


def test_reinforcements_by_turn_are_those_of_the_scenario(game):
    """FACTS: 24 Soviet and 14 Finnish units arrive; three corps in turn 4."""
    coming = arrivals(game)
    total = {
        side: sum(kind.count for rows in coming.values() for owner, kind in rows if owner == side)
        for side in ("soviet", "finnish")
    }

    assert total == {"soviet": 24, "finnish": 14}
    assert [(str(kind.counter.group.id), kind.count) for owner, kind in coming[4] if owner == "soviet"] == [
        ("rifle-corps", 3)
    ]


def test_ice_is_told_by_a_snowflake_as_well_as_by_its_ground(game, ink):
    assert icy_turns(game) == {8, 9, 10}
    track = game.map.tracks[0]
    words = words_of(turn_record(game, track, plan_with(game), ink))

    assert {"1", "10"} <= set(words)
    assert sum("Ice" in word for word in words) == 3


def test_a_box_for_a_turn_shows_its_numeral_unless_it_is_level_with_the_turn():
    """Winter War's boxes stand in the row of their turn; those of The Ford below the track."""
    shown = {}
    for name in ("winter-war", "the-ford"):
        read = load_game(name)
        track = read.map.tracks[0]
        placed = plan_track(track)
        boxes = [
            (int(str(box.id).rpartition("-")[2]), str(box.side), box.rect_mm) for box in read.map.boxes if box.rect_mm
        ]
        shown[name] = _numerals(track, placed, boxes)

    assert shown == {"winter-war": [""] * 18, "the-ford": ["2", "3", "2", "3", "4"]}


# Victory, scale, title ------------------------------------------------------------------------------


def test_levels_tell_their_range(game):
    scenario = game.scenarios["standard"]

    assert [level_range(game, scenario.levels, i) for i in range(5)] == [
        "30 or less", "31\u2009–\u200960", "61\u2009–\u200980", "81\u2009–\u2009100", "101 or more"
    ]  # fmt: skip


def test_a_level_of_one_value_has_no_dash_and_a_negative_one_a_minus(game):
    least = {"a": None, "b": -2, "c": 0, "d": 1}
    levels = [VictoryLevel(outcome=outcome, at_least=low) for outcome, low in least.items()]

    assert [level_range(game, levels, i) for i in range(4)] == ["−3 or less", "−2 to −1", "0", "1 or more"]
    italian = localised(game, "it")
    assert [level_range(italian, levels, i) for i in range(1, 3)] == ["da −2 a −1", "0"]


def test_the_victory_chart_stays_in_its_panel(game, ink):
    area = (444, 16, 106, 46)
    drawn = victory_panel(game, area, ink)
    points = bounds_of(drawn)

    assert len(points) > 50
    assert all(444 <= x <= 550 and 16 <= y <= 62 for x, y in points)
    assert "\u2212100" in words_of(drawn)


def test_the_scale_bar_ends_in_kilometres_of_its_language(ink):
    game = localised(load_game("russian-portfolio"), "ru")

    said = words_of(scale_panel(game, (9, 47, 84, 14), ink))

    assert any(word.endswith(" км") for word in said) and not any(word.endswith(" km") for word in said)


def test_the_scale_bar_measures_hexes(game, ink):
    """A hex is 13.8 mm and 20 km, so 4 hexes, 55.2 mm, are 80 km; 20 km / 13.8 mm is 1 : 1 449 275, told as 1 : 1 450
    000.
    """
    drawn = scale_panel(game, (9, 47, 84, 14), ink)
    bars = [
        n
        for n in drawn.children
        if isinstance(n, Path) and n.stroke and n.stroke.width_pt == 0.5 and n.fill in ("#1d1b18", "#ffffff")
    ]

    assert {"80 km", "4 hexes"} <= set(words_of(drawn))
    assert any("1 : 1\u2009450\u2009000" in word for word in words_of(drawn))
    assert max(s[1] for s in bars[3].segments if len(s) > 1) - min(
        s[1] for s in bars[0].segments if len(s) > 1
    ) == pytest.approx(55.2)


def test_the_title_fits_its_cartouche(game, ink):
    drawn = hex_title(game, (9, 16, 84, 30), ink)
    title = next(n for n in drawn.children if isinstance(n, Text))

    assert title.text == "WINTER WAR"
    assert width_mm(title.text, title.font, title.size_pt, title.tracking_em) * title.stretch <= 84 - 8


def test_the_ridges_of_the_title_are_white_only_where_the_map_has_ice(game, ink):
    """Winter War's lakes freeze; the war of The Ford is in May, its nearest ridge green as its woods."""
    ford = load_game("the-ford")
    nearest = []
    for read in (game, ford):
        drawn = hex_title(read, (9, 16, 84, 30), map_ink(read.map, read.style))
        nearest.append({node.fill for node in next(n for n in drawn.children if isinstance(n, Group)).children})

    assert "#f7fafb" in nearest[0] and "#f7fafb" not in nearest[1]
    assert ford.style.colour("forest") in nearest[1]


# The whole sheet -------------------------------------------------------------------------------------


def test_numbers_names_and_symbols_are_layers_of_their_own():
    from pnp.generators.maps.sheet import draw_map

    layers = {layer.layer: layer for layer in draw_map(*small_game()).children if isinstance(layer, Group)}

    assert len(words_of(layers["numbers"])) == 24                    # 6 × 4 hexes, none under a panel
    assert words_of(layers["names"]) == ["OULU"]
    assert len(layers["towns"].children) > 8                         # blocks of streets


def small_game():
    """Winter War's style and words on a map of 24 hexes."""
    from dataclasses import replace

    from pnp.maps.hexes.place import place_labels
    from pnp.maps.parts import MapPlan
    from tests.maps.hex_board import hex_map, plain_ground

    game_map = hex_map(spaces=[{"id": "0202", "name": "Oulu", "rank": 2, "features": ["city"]}])
    ground = plain_ground(game_map)
    labels, _, _ = place_labels(game_map, ground, width_mm)
    plan = MapPlan(
        (120.0, 80.0), (2.0, 2.0, 116.0, 76.0), {}, {}, (), (), (), (), (), (), {}, {}, hexes=ground, labels=labels
    )
    return replace(load_game("winter-war"), map=game_map), plan


def test_features_say_how_a_place_is_drawn_and_which_badge_it_has():
    from pnp.maps.hexes.place import place_labels
    from tests.maps.hex_board import hex_map, plain_ground

    symbols = [
        {"id": "metropolis", "name": "Metropolis", "rule": "1", "drawn": "city"},
        {"id": "hamlet", "name": "Hamlet", "rule": "1", "drawn": "village"},
        {"id": "works", "name": "Works", "rule": "1", "badge": "factory"},
    ]
    spaces = [
        {"id": "0202", "name": "Oulu", "rank": 2, "features": ["metropolis", "works"]},
        {"id": "0503", "name": "Kemi", "rank": 2, "features": ["hamlet"]},
    ]
    game_map = hex_map(spaces=spaces, symbols=symbols)
    labels, _, _ = place_labels(game_map, plain_ground(game_map), width_mm)

    assert {town.id: town.kind for town in labels.towns} == {"0202": "city", "0503": "village"}
    assert [(badge.kind, badge.hex) for badge in labels.badges] == [("factory", "0202")]


def test_a_style_chooses_the_face_of_great_names_but_not_of_small_ones():
    from pnp.maps.hexes.place import place_labels
    from pnp.model.style import MapFaces
    from tests.maps.hex_board import hex_map, plain_ground

    spaces = [{"id": "0202", "name": "Oulu", "rank": 2}, {"id": "0503", "name": "Kemi", "rank": 4}]
    game_map = hex_map(spaces=spaces)
    faces = MapFaces(city="display-bold")
    labels, _, _ = place_labels(game_map, plain_ground(game_map), width_mm, faces=faces)

    assert {place.text: place.font for place in labels.places} == {"OULU": "display-bold", "Kemi": "condensed-medium"}


def test_the_edge_of_cold_ground_has_snowflakes(ink):
    points = tuple((10.0 * k, 50.0 + 5.0 * (k % 2)) for k in range(17))
    plain = SetLine("north", points, "W", (points[0],))
    cold = SetLine("north", points, "W", (points[0],), cold=True)

    assert len(set_line(plain, 9.0, ink)) == 2
    assert len(set_line(cold, 9.0, ink)) == 2 + 2 * 18     # 16 hexsides, two flakes of six arms with two barbs each


def test_a_long_title_stands_on_two_lines_of_a_plate():
    assert _title_lines("THE RUSSIAN PORTFOLIO", "display-bold", 110.0, 56.0)[0] == ("THE RUSSIAN", "PORTFOLIO")
    assert _title_lines("KURSK", "display-bold", 110.0, 56.0)[0] == ("KURSK",)


@pytest.mark.parametrize(("cost", "halo"), [(7.9, False), (8.0, True)])
def test_a_name_that_crosses_a_river_has_a_halo_of_its_ground(game, ink, cost, halo):
    """Tornio and Pelkosenniemi find no place without a river through it; all other names stand without a halo."""
    place = PlaceName(
        "1921", "Pelkosenniemi", 4, "condensed-regular", 7.0, 0.0, 263.0, 264.0, (263.2, 262.0, 15.2, 2.6), cost
    )

    ground = _beneath(game, place, ink)
    text = place_name(place, ink, ground=ground)

    assert (text.halo is not None) == halo
    if halo:
        assert text.halo.colour == ground == ink["forest"]


@pytest.mark.parametrize(("left", "colours"), [(2.0, ("land", "water")), (9.0, ("name", "land"))])
def test_a_name_in_dark_water_is_pale_and_one_across_its_shore_has_a_halo_of_land(left, colours):
    """Water from x = 0 to 14 mm: a name of 10 mm lies in it whole, or with half its length."""
    game = load_game("fall-of-the-directory")
    ink = map_ink(game.map, game.style)
    plan = SimpleNamespace(hexes=SimpleNamespace(shore=((((0, 0), (14, 0), (14, 20), (0, 20)),),)))
    place = PlaceName("2831", "Port", 2, "condensed-regular", 7.0, 0.0, left, 7.0, (left, 5.0, 10.0, 2.6), 0.0)

    assert _colours(game, plan, place, ink) == tuple(ink[role] for role in colours)
