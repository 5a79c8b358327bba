"""Charts of a hex map: results in brackets, tables of values, terrain, set-up, arrivals, points; pages that hold them.
"""

from itertools import pairwise

import pytest

from pnp.draw.scene import Text
from pnp.generators.charts.blocks import _results as results_block
from pnp.generators.charts.player_aid import build_charts
from pnp.generators.charts.terrain import terrain_part
from pnp.generators.charts.units import counters_told, unit_parts
from pnp.generators.scenarios.blocks import set_up_part, victory_part
from pnp.generators.scenarios.lists import arrival_stacks
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.results import code_tints, shown_code
from pnp.sources import load_game


@pytest.fixture(scope="module")
def game():
    return load_game("winter-war")


def texts_of(drawing):
    return [(node.text, box) for _, node, box in marks(drawing.nodes) if isinstance(node, Text)]


def test_a_result_in_brackets_stands_beside_the_other_in_each_cell_that_has_one(game):
    """FACTS 4.6: 23 cells of the CRT have a bracket, two to five a row."""
    drawn = texts_of(results_block(game, [game.table("combat-results")]).draw(182.0, 0.0))

    assert [text for text, _ in drawn if text.startswith("(")] == [
        "(Ne)", "(Ne)", "(Ne)", "(Ex)", "(Ex)", "(Ne)", "(Ex)", "(Ex)", "(Ex)", "(Ne)", "(Ex)", "(Ex)", "(Ex)", "(Ex)",
        "(Ne)", "(Ex)", "(Ex)", "(Ex)", "(Ex)", "(Ne)", "(Ex)", "(Ex)", "(Ex)",
    ]  # fmt: skip


def test_a_result_and_its_bracket_are_centred_as_one_and_keep_apart_from_the_next(game):
    drawn = texts_of(results_block(game, [game.table("combat-results")]).draw(155.0, 0.0))
    cells = [box for text, box in drawn if text in ("Dr", "De", "(Ne)", "(Ex)")]
    rows = {}
    for box in cells:
        rows.setdefault(round((box[1] + box[3]) / 2, 0), []).append(box)

    assert len(cells) > 40
    for row in rows.values():
        row.sort()
        assert all(right[0] - left[2] > 0.1 for left, right in pairwise(row))


def test_a_table_of_values_has_no_good_end_and_a_dash_for_nothing(game):
    table = game.table("scenario-table")
    drawn = [text for text, _ in texts_of(results_block(game, [table]).draw(182.0, 0.0))]

    assert not table.ranked
    assert "better for the attacker" not in drawn
    assert shown_code("-") == "–" and "-" not in drawn
    tints = code_tints(game, table)
    assert tints.pop("-") == "#ffffff" and {*tints.values()} == {game.style.colour("result-neutral")}
    assert [text for text in drawn if text.isdigit()][:9] == ["1", "2", "3", "4", "5", "6", "7", "8", "9"]


def test_six_codes_two_each_way_leave_no_effect_on_paper(game):
    tints = code_tints(game, game.table("combat-results"))

    assert list(tints) == ["Ae", "Ar", "Ne", "Ex", "Dr", "De"]
    assert len(set(tints.values())) == 6
    assert tints["Ne"] == game.style.colour("paper")


def test_arrivals_are_told_by_turn(game):
    """FACTS 4.8: turn 5 brings a headquarters, a ski brigade, three 2-1-2 and a 1-1-3."""
    found = {turn: [units for stack in stacks for units in stack.groups]
             for turn, stacks in arrival_stacks(game, game.scenarios["standard"]).items()}  # fmt: skip

    assert sorted(found) == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert sorted((units.counter.group.id, units.count) for units in found[5]) == [
        ("finnish-battalion", 1), ("headquarters", 1), ("rifle-regiment", 3), ("ski-brigade", 1),
    ]  # fmt: skip


def test_points_stand_from_best_to_worst_with_true_signs_and_levels_beside_them(game):
    part = victory_part(game, game.scenarios["standard"], 182.0)
    drawn = [text for text, _ in texts_of(part)]
    signed = [text for text in drawn if text[0] in "+−"]

    assert signed[0] == "+50" and signed[-1] == "−100"
    assert "101 or more" in drawn and "30 or less" in drawn


def test_the_terrain_chart_keeps_its_width_and_names_every_terrain(game):
    part = terrain_part(game, 182.0)
    words = " ".join(text for text, _ in texts_of(part))

    assert all(name in words for name in ("Clear", "Mountains", "Ice", "River", "Railway", "Fortification"))
    assert max(box[2] for _, box in texts_of(part)) <= 182.01


@pytest.mark.parametrize("name", ["winter-war", "the-ford", "fall-of-the-directory", "russian-portfolio"])
def test_rows_of_the_terrain_chart_are_the_same_in_all_columns(name):
    """Columns that ended level had rows out of step; what units pay is centred in a column of its own,
    which charts in which all ground costs the same don't have.
    """
    game = load_game(name)
    chart = terrain_part(game, 186.0)
    drawn = [*marks(chart.nodes)]
    zebra = [box for _, node, box in drawn if getattr(node, "fill", None) == game.style.colour("zebra")]
    columns = {}
    for box in zebra:
        columns.setdefault(round(box[0]), []).append((round(box[1], 2), round(box[3], 2)))
    costs = [(box, node.text) for _, node, box in drawn if isinstance(node, Text) and node.font == "sans-bold"]

    first, *others = columns.values()
    assert len(first) > 1 and others == [first] * (2 if name in ("fall-of-the-directory", "russian-portfolio") else 1)
    right = max(box[2] for box in zebra)
    assert all(box[2] < right - 0.3 for text, box in texts_of(chart) if box[0] > 97.0 and box[1] > 14.0
               and box[3] < zebra[-1][3])  # fmt: skip
    for figures in ("×",), "123+":
        middles = [(box[0] + box[2]) / 2 % 96.0 for box, text in costs if box[0] > 60.0 and text[0] in figures]
        if name == "winter-war" or (name == "the-ford" and figures != ("×",)):
            assert len(middles) > 2 and max(middles) - min(middles) < 0.3
    if name not in ("winter-war", "the-ford"):
        assert not costs and any("hex entered costs 1 MP" in text for text, _ in texts_of(chart))


def test_each_ground_of_the_terrain_chart_has_its_cost_but_what_nobody_enters_is_one(game):
    """Winter War: swamps in Finland, with the cost of the other side below, and in the USSR; lakes and sea."""
    texts = texts_of(terrain_part(game, 182.0))
    at = dict(texts)

    def figures(name, left, right):
        middle = (at[name][1] + at[name][3]) / 2
        return [text for text, box in texts if abs((box[1] + box[3]) / 2 - middle) < 5.0
                and max(at[name][2], left) < box[0] < right and len(text) < 9]  # fmt: skip

    grounds = ("Clear", "Finnish swamp", "Swamp in the USSR", "Lake")
    assert [figures(name, 60.0, 91.0) for name in grounds] == [["1", "–"], ["1", "–"], ["2", "–"], ["no entry", "–"]]
    guarded = ("City", "Fortification", "River", "Minor lake hexside")
    assert [figures(name, 150.0, 182.0) for name in guarded] == [["× 2"]] * 2 + [["+1", "× 2"]] * 2
    assert "Soviet 2 MP." in {text.replace("\u00a0", " ") for text in at}
    assert abs(at["Sea and major lakes"][1] - at["Lake"][1]) < 0.1


def test_what_has_no_picture_stands_in_the_last_place_of_the_terrain_chart_or_below():
    """Makhno's Return: half-hexes and frost, after eleven kinds of ground; the Portfolio has fourteen, and a line.
    """
    for name, first, left in (("makhnos-return", "Half", 130.0), ("russian-portfolio", "Stalin", 130.0)):
        part = terrain_part(load_game(name), 186.0)
        at = {text.split(".")[0]: box for text, box in texts_of(part)}
        (box,) = (box for text, box in at.items() if text.startswith(first))

        assert box[0] >= left and part.height_mm - box[3] < 22.0
        assert abs(at["Each hex entered costs 1 MP"][0] - left) < 3.0


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_whole_player_aid_fits_the_paper(game, paper):
    document = build_charts(game, paper)

    titles = [page.bookmark for page in document.pages]
    assert titles[0].startswith("Combat") and 3 <= len(titles) == len(set(titles)) <= 5
    assert sum("record" in title for title in titles) == sum("orces" in title for title in titles) == 1


def test_a_deployment_lists_hexes_by_side_with_their_counters(game):
    """FACTS 4.8: 39 Soviet and 25 Finnish units stand on the map."""
    part = set_up_part(game, game.scenarios["historical"], 182.0)
    drawn = texts_of(part)
    told = [text for text, _ in drawn]

    assert told[0] == "The morning of 30 November 1939"
    assert told.index("Soviet Union") < told.index("2667") < told.index("Finland") < told.index("2363")
    assert "Leningrad" in told and max(box[2] for _, box in drawn) <= 182.01


def test_what_backs_and_corners_mean_is_said_once(game):
    said = counters_told(game)

    assert len(said) == 3
    assert said[-1].startswith("**Corner:** a number is the turn of arrival; a letter is the box where it starts: S (")
    assert counters_told(load_game("putins-war")) == []
    assert counters_told(load_game("the-ford")) == [
        "**Corner:** a hex number is where it starts; a number is the turn of arrival."
    ]


def test_backs_that_mean_the_same_are_told_once():
    """The Portfolio's Axis, with Finns and Romanians, has Dispersed backs, and no words of its own for them."""
    (block,) = unit_parts(load_game("russian-portfolio"), "axis")

    told = [node.text for _, node, _ in marks(block.draw(186.0, 0.0).nodes) if isinstance(node, Text)]
    assert " ".join(told).count("broken symbol") == 1
