"""Panels of a hex map in every language: events side by side, points; nothing lies on something else."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

from pnp.draw.scene import CachedNodes, Group, Text
from pnp.errors import LayoutError
from pnp.generators.charts.terrain import HEX_MM, _pictured, hex_box
from pnp.generators.maps.hex.events import events_panel, shared_title
from pnp.generators.maps.hex.key import KeyEntry, _grids, _KeyCell, terrain_panel
from pnp.generators.maps.hex.samples import side_sample, way_sample
from pnp.generators.maps.hex.turns import _note_lines
from pnp.generators.maps.hex.victory import victory_panel
from pnp.generators.maps.ink import map_ink
from pnp.generators.maps.tables import table_panel
from pnp.generators.sheets.bounds import marks
from pnp.model.hexes import HexTerrain, SideKind
from pnp.model.tables import Dice
from pnp.sources import load_game
from pnp.translate import localised
from tests.generators.scenes import text_nodes

EVENTS = ("events-1-4", "events-5-7", "events-8-9")


@pytest.fixture(scope="module", params=["en", "fi", "it", "de"])
def game(request):
    read = load_game("winter-war")
    return read if request.param == "en" else localised(read, request.param)


def texts_of(group):
    return [(node.text, box) for _, node, box in marks(group.children) if isinstance(node, Text)]


def panel_of(game, kind, number=0):
    return [panel for panel in game.map.panels if panel.kind == kind][number]


def apart(texts):
    """Pairs of texts whose boxes share more than a hair."""
    return [
        (a, b)
        for (a, one), (b, other) in combinations(texts, 2)
        if min(one[2], other[2]) - max(one[0], other[0]) > 0.3 and min(one[3], other[3]) - max(one[1], other[1]) > 0.3
    ]


def test_points_levels_and_their_words_never_lie_on_one_another(game):
    panel = panel_of(game, "victory")
    chart = victory_panel(game, panel.rect_mm, map_ink(game.map, game.style))
    drawn = texts_of(chart)

    assert len(drawn) > 30
    assert min(node.size_pt for node in text_nodes([chart])) >= (8.0 if game.language == "en" else 6.4)
    assert apart(drawn) == []
    assert max(box[3] for _, box in drawn) < panel.rect_mm[1] + panel.rect_mm[3]


def test_events_stand_in_a_column_for_each_table_with_one_die_for_all(game):
    """Six rolls; 4 + 6 + 5 rows, of which 3 + 5 + 4 do something; Volunteers and replacements has no case."""
    panel = next(panel for panel in game.map.panels if panel.beside)
    tables = [game.table(name) for name in (panel.table, *panel.beside)]
    group = events_panel(game, tables, panel.rect_mm, map_ink(game.map, game.style))
    drawn, zebra = texts_of(group), game.style.colour("zebra")
    assert sum(getattr(node, "fill", None) == zebra for _, node, _ in marks(group.children)) == 3 + 5 + 4
    words = [text for text, _ in drawn]

    assert tuple(table.id for table in tables) == EVENTS
    assert [word for word in words if word.isdigit()] == ["1", "2", "3", "4", "5", "6"]
    assert sorted(word for word in words if len(word) == 1 and word.isalpha()) == sorted("FGH" "GHJK" "FJKL")
    assert apart(drawn) == []


def test_an_event_stands_at_the_height_of_its_rolls():
    """1-3 takes three rows: its name stands at the height of the 2."""
    game = load_game("winter-war")
    tables = [game.table(name) for name in EVENTS]
    drawn = texts_of(events_panel(game, tables, (0, 0, 140, 40), map_ink(game.map, game.style)))
    at = {}
    for text, box in drawn:
        at.setdefault(text, round((box[1] + box[3]) / 2, 1))

    assert at["No event"] == pytest.approx(at["2"], abs=0.5)
    assert at["Severe climate"] == pytest.approx(at["6"], abs=0.5)


def test_tables_of_other_dice_do_not_stand_beside_one_another():
    game = load_game("winter-war")
    first, second = game.table(EVENTS[0]), game.table(EVENTS[1])
    other = second.model_copy(update={"dice": Dice(count=2, sides=6)})

    with pytest.raises(LayoutError, match="same dice"):
        events_panel(game, [first, other], (0, 0, 140, 40), map_ink(game.map, game.style))


def test_a_shared_title_is_what_titles_begin_with_up_to_a_comma():
    assert shared_title(["Events, turn 1", "Events, turns 2 to 4"]) == ("Events", ["Turn 1", "Turns 2 to 4"])
    assert shared_title(["Weather"]) == ("Weather", ["Weather"])
    assert shared_title(["Weather", "Wealth"]) == ("Weather", ["Weather", "Wealth"])


def test_a_note_of_two_parts_takes_two_lines_where_one_is_too_short():
    assert _note_lines("Ice · Murmansk rule", 40.0) == ["Ice · Murmansk rule"]
    assert _note_lines("Ghiaccio · Regola di Murmansk", 18.0) == ["Ghiaccio", "Regola di Murmansk"]
    assert _note_lines("Regola di Murmansk", 10.0) == ["Regola di", "Murmansk"]


# Another grid ---------------------------------------------------------------------------------------


def flat_game(panel):
    """Winter War's terrains on a small flat-topped map, the terrain effects in a panel of that size."""
    game = load_game("winter-war")
    hexes = game.map.hexes.model_copy(update={"grid": game.map.hexes.grid.model_copy(update={"top": "flat"})})
    return replace(game, map=game.map.model_copy(update={"hexes": hexes, "panels": ()})), (0, 0, *panel)


def boxes_of_hexes(group):
    """Width and height of the hexes of the key, as drawn, to a tenth of a mm."""
    found = set()
    for child in group.children:
        if (
            isinstance(child, Group)
            and child.transform[0] == child.transform[3]
            and child.children
            and isinstance(child.children[0], CachedNodes)
        ):
            (hexagon,) = child.children[0].make()
            outline = hexagon.children[-1]
            xs = [v for s in outline.segments for v in s[1::2]]
            ys = [v for s in outline.segments for v in s[2::2]]
            found.add(
                (round(child.transform[0] * (max(xs) - min(xs)), 1), round(child.transform[3] * (max(ys) - min(ys)), 1))
            )
    return found


@pytest.mark.parametrize(("panel", "box"), [((92, 120), (11.2, 9.7)), ((92, 80), (8.0, 6.9))])
def test_the_key_of_a_flat_topped_map_has_flat_topped_hexes_smaller_in_a_small_panel(panel, box):
    """13.8 mm from side to side is 13.8 · 1.1547 = 15.9 mm from corner to corner; 0.7 and 0.5 of it leave room for
    notes of 8 pt.
    """
    game, area = flat_game(panel)
    drawn = terrain_panel(game, area, map_ink(game.map, game.style))

    assert boxes_of_hexes(drawn) == {box}


def test_no_word_of_a_key_is_wider_than_its_place():
    """A name of one long word lay across the hex beside it."""
    game, area = flat_game((92, 80))
    hexes = game.map.hexes
    kinds = tuple(kind.model_copy(update={"name": f"{kind.name}schaftsgelände"}) for kind in hexes.terrains)
    longer = game.map.model_copy(update={"hexes": hexes.model_copy(update={"terrains": kinds})})
    drawn = texts_of(terrain_panel(replace(game, map=longer), area, map_ink(game.map, game.style)))
    assert any("schaftsgelände" in text for text, _ in drawn)
    for (_, one), (_, other) in combinations(drawn, 2):
        assert min(one[2], other[2]) <= max(one[0], other[0]) or min(one[3], other[3]) <= max(one[1], other[1]) + 0.5


def test_a_key_without_room_is_refused():
    game, area = flat_game((60, 40))

    with pytest.raises(LayoutError, match="no room for the terrain effects in a panel of 60 × 40 mm"):
        terrain_panel(game, area, map_ink(game.map, game.style))


def test_the_refusal_of_a_key_says_the_height_that_it_needs():
    """With that height it is drawn, with a mm less it is refused; in a panel too narrow for words no height helps."""
    game, area = flat_game((60, 40))
    ink = map_ink(game.map, game.style)
    with pytest.raises(LayoutError) as refused:
        terrain_panel(game, area, ink)
    height = int(re.search(r"they need ([0-9]+) mm of height$", str(refused.value))[1])

    assert terrain_panel(game, (0, 0, 60, height), ink).children
    with pytest.raises(LayoutError, match=f"they need {height} mm"):
        terrain_panel(game, (0, 0, 60, height - 1), ink)
    with pytest.raises(LayoutError, match="they need more width"):
        terrain_panel(game, (0, 0, 15, 400), ink)


def test_words_stand_beside_the_hexes_of_a_wide_key_not_in_slivers_below():
    """Five hexes 180 mm wide: rows of two or three, not one of five with eight lines of two words each."""
    rough = KeyEntry("Rough", "1 MP", "attack out of it halved; entering it costs 1 hex of movement")
    best = _grids([rough] * 5, [], 180.0, _KeyCell(16.5, 19.0, 1.0), (9.5, 8.0))[0]

    assert not best.below
    assert best.across == 3
    assert max(best.rows) <= 1.25 * best.cell.tall


def test_lines_go_on_beside_the_last_hex_where_that_fills_its_row():
    """Five hexes in two columns above five lines in three left a hole beside the city and one at the foot."""
    clear = HexTerrain(id="clear", code="c", name="Clear")
    hexes = [KeyEntry(f"Terrain {n}", "1 MP", "no effect", clear) for n in range(5)]
    lines = [KeyEntry(f"Line {n}", "see 1.6.4", "short range only") for n in range(5)]
    best = _grids(hexes, lines, 180.0, _KeyCell(16.5, 19.0, 1.0), (16.0, 12.5))[0]
    assert (best.across, best.lines_across, best.below, len(best.rows)) == (2, 0, False, 5)
    assert min(best.rows[:3]) >= 19.0 > max(best.rows[3:]), "only rows with a hex are as high as one"
    even = _grids(hexes[:4], lines[:3], 180.0, _KeyCell(16.5, 19.0, 1.0), (16.0, 12.5))[0]
    assert even.lines_across == 3 and not even.below


def test_the_hexes_of_a_large_grid_are_drawn_down_to_seven_mm():
    """23 mm from side to side: 0.35 of it are 8.05 mm, and 9.3 mm from corner to corner. Half were 13.3 mm."""
    game, area = flat_game((92, 74))
    grid = game.map.hexes.grid.model_copy(update={"flat_mm": 23.0})
    hexes = game.map.hexes.model_copy(update={"grid": grid})
    large = replace(game, map=game.map.model_copy(update={"hexes": hexes}))

    assert boxes_of_hexes(terrain_panel(large, area, map_ink(large.map, large.style))) == {(9.3, 8.0)}


def test_the_refusal_of_a_table_says_the_height_that_it_needs():
    game = load_game("winter-war")
    ink, table = map_ink(game.map, game.style), game.table("combat-results")
    with pytest.raises(LayoutError) as refused:
        table_panel(game, table, (0, 0, 92, 20), ink, brief=True)
    height = int(re.search(r"it needs ([0-9]+) mm of height$", str(refused.value))[1])

    assert table_panel(game, table, (0, 0, 92, height), ink, brief=True).children
    with pytest.raises(LayoutError, match=f"it needs {height} mm"):
        table_panel(game, table, (0, 0, 92, height - 1), ink, brief=True)


def test_samples_of_ways_and_walls_look_as_on_the_map():
    """A track is broken, a branch line thinner than a railway, a wall as black as a fort."""
    game = load_game("winter-war")
    ink = map_ink(game.map, game.style)
    track, branch, rail = (way_sample(look, 0, 0, 12, ink)[0].stroke for look in ("track", "minor-rail", "rail"))
    wall = side_sample(SideKind(id="wall", name="Wall", look="wall", rule="1"), 0, 0, 12, ink)

    assert track.dash_mm and not branch.dash_mm
    assert branch.width_pt < rail.width_pt
    assert [node.stroke.colour for node in wall] == [ink["fort"]]


def test_the_terrain_chart_shows_flat_topped_hexes_too():
    """A sample's outline is 12.4 mm wide: 12.4 / 1.1547 = 10.7 mm high on its side, 14.3 mm on its tip."""
    found = {}
    for name, game in (("pointy", load_game("winter-war")), ("flat", flat_game((92, 110))[0])):
        broad, high = hex_box(game.map.hexes.grid)
        tall = HEX_MM * high / broad
        outline = _pictured((), tall, map_ink(game.map, game.style))[1]
        xs, ys = ([s[i] for s in outline.segments if len(s) > 1] for i in (1, 2))
        found[name] = (round(max(xs) - min(xs), 1), round(max(ys) - min(ys), 1))

    assert found == {"pointy": (12.4, 14.3), "flat": (12.4, 10.7)}


def test_a_table_grows_into_the_height_of_its_panel(game):
    """The rows of one with 30 mm to spare become higher, as far as AIRY goes."""
    table, ink = game.table("combat-results"), map_ink(game.map, game.style)

    def foot(height):
        group = table_panel(game, table, (0, 0, 90, height), ink, brief=True)
        return max(box[3] for _, box in texts_of(group))

    needed = foot(80)
    assert foot(needed + 30) > needed + 15
    assert foot(400) == foot(500)


def test_the_note_of_a_narrow_table_stands_below_the_arrow():
    """In 52 mm there is no room on one line for the note and the arrow, which is a line of 6 mm."""
    game = load_game("the-ford")
    group = table_panel(game, game.table("combat-results"), (0, 0, 52, 120), map_ink(game.map, game.style), brief=True)

    boxes = [box for _, node, box in marks(group.children) if not isinstance(node, Text)]
    arrows = [box for box in boxes if box[2] - box[0] == pytest.approx(6.0, abs=0.01) and box[3] - box[1] < 0.5]
    assert len(arrows) == 1
    assert apart([("arrow", arrows[0]), *texts_of(group)]) == []


def test_long_names_of_levels_stand_below_their_ranges():
    ford = localised(load_game("the-ford"), "de")
    ink = map_ink(ford.map, ford.style)

    def left(width):
        texts = text_nodes([victory_panel(ford, (0, 0, width, 62.5), ink)])
        return {text.text: text.x for text in texts if text.size_pt >= 6.4}

    narrow, wide = left(26.0), left(60.0)
    assert narrow["Sieg des Nordens"] == narrow["ab 8"]
    assert wide["Sieg des Nordens"] > wide["ab 8"] + 5
