"""The record sheet: its columns come from the game's sources, in the game's language; a game that says nothing has some
too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from pnp.draw.bidi import is_right_to_left
from pnp.draw.scene import Path, Text
from pnp.generators.charts.records import BOX_MM, losses_part, record_heads, turns_part
from pnp.generators.sheets.bounds import marks
from pnp.model.game import Game
from pnp.model.tables import RecordColumn, RecordSheet
from pnp.sources import load_game
from pnp.translate.apply import localised


def with_record(game: Game, record: RecordSheet | None) -> Game:
    return replace(game, charts=game.charts.model_copy(update={"record": record}))


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("en", ["Reinforcements", "Lost", "Garrisons in", "Points (win: 21)"]),
        ("it", ["Rinforzi", "Perse", "Guarnigioni in", "Punti (vittoria: 21)"]),
    ],
)
def test_a_game_records_what_it_declares_in_its_language(language, heads):
    """3.1: 21 points win Putin's War; 2.4: it has garrisons."""
    game = load_game("putins-war")

    assert record_heads(game if language == "en" else localised(game, language)) == heads


def test_a_game_that_says_nothing_records_no_other_games_matters():
    """Nothing arrives by turn in Putin's War, 21 points win; Winter War has arrivals, and points without a goal."""
    assert record_heads(with_record(load_game("putins-war"), None)) == ["Lost", "Points (win: 21)", "Notes"]
    assert record_heads(with_record(load_game("winter-war"), None)) == ["Reinforcements", "Lost", "Points", "Notes"]


def test_a_game_that_says_nothing_records_the_markers_on_its_tracks():
    """3.5 and 3.6: three Maneuver/Combat markers from 0-4 to 4-0, momentum from -3 to +3; 3.8: pieces drawn from a cup.
    """
    heads = record_heads(load_game("march-of-justice"))

    assert heads == [
        "Momentum*\n\n*−3 … +3", "Main column*\n\n*0-4 … 4-0", "Rusich*\n\n*0-4 … 4-0", "Serb*\n\n*0-4 … 4-0", "Drawn",
        "Notes",
    ]  # fmt: skip


def test_a_declared_column_may_be_a_track():
    column = RecordColumn(id="will", head="Will to fight", track="momentum")
    game = with_record(load_game("march-of-justice"), RecordSheet(columns=(column,)))

    assert record_heads(game) == ["Will to fight*\n\n*−3 … +3"]


@pytest.mark.parametrize("name", ["putins-war", "march-of-justice", "winter-war"])
def test_heads_and_turns_stand_in_their_columns(name):
    """On Letter, 188 mm: no head runs into the next, no turn's name into the first column.

    A line from right to left is drawn in pieces, of which this says nothing.
    """
    game = load_game(name)
    for language in (language for language in game.info.languages if not is_right_to_left(language)):
        page = turns_part(game if language == "en" else localised(game, language), 187.9)
        rule = sorted(box[1] for _, node, box in marks(page.nodes) if not isinstance(node, Text))[1]
        lines = [(node, box) for _, node, box in marks(page.nodes) if isinstance(node, Text) and node.size_pt < 13.0]
        heads = sorted((box for node, box in lines if box[3] <= rule + 1.0), key=lambda box: box[0])
        names = [box for node, box in lines if node.font == "sans-regular" and node.x == 13.0]
        assert len(heads) >= 4 and len(names) >= 6
        for one, other in pairwise(heads):
            assert one[2] < other[0] or one[3] <= other[1] + 0.5 or other[3] <= one[1] + 0.5
        assert max(box[2] for box in names) < min(box[0] for box in heads[1:])
        assert max(box[2] for box in heads) <= 187.9


@pytest.mark.parametrize("name", ["two-rivers", "the-ford"])
def test_boxes_of_one_column_end_before_the_names_of_the_next(name):
    """On A4, 182 mm: two columns of groups for each side, the first with six boxes; in half of it more rows."""
    part, half = (losses_part(load_game(name), width) for width in (182.0, 88.0))
    drawn = list(marks(part.nodes))
    squares = [box for _, node, box in drawn if not isinstance(node, Text) and box[2] - box[0] < 8.5]
    right = [
        box for _, node, box in drawn
        if isinstance(node, Text) and node.font == "sans-regular" and box[0] > 80.0
    ]
    assert len(squares) >= 15 and len(right) >= 4
    assert max(box[2] for box in squares if box[0] < 91.0) < min(box[0] for box in right) - 2.0
    assert half.height_mm > 1.05 * part.height_mm and max(box[2] for _, _, box in marks(half.nodes)) < 88.3


def test_groups_of_both_sides_with_one_name_tell_their_side():
    """The Ford has infantry of the North and of the South."""
    page = losses_part(load_game("the-ford"), 182.0)
    words = [node.text for _, node, _ in marks(page.nodes) if isinstance(node, Text)]

    assert (words.count("North"), words.count("South")) == (1, 1)
    assert words.index("North") < words.index("Infantry") < words.index("South")


def test_boxes_stand_clear_of_rules_beside_the_names():
    """Seven groups in Two Rivers: each box a millimetre from the rule below it at the least."""
    page = losses_part(load_game("two-rivers"), 182.0)
    shapes = [box for _, node, box in marks(page.nodes) if isinstance(node, Path)]
    boxes = [box for box in shapes if abs(box[2] - box[0] - BOX_MM) < 0.3 and abs(box[3] - box[1] - BOX_MM) < 0.3]
    rules = [box for box in shapes if box[3] - box[1] < 0.5 and box[2] - box[0] > 20.0]
    near = [
        abs(rule[1] - box[edge])
        for box in boxes for rule in rules for edge in (1, 3) if rule[0] < box[2] and rule[2] > box[0]
    ]  # fmt: skip

    assert len(boxes) >= 15 and min(near) >= 1.0


def test_many_losses_stand_in_tens_across_the_width():
    """Winter War: 27 rifle regiments are two tens and seven, 15 battalions ten and five; the rest have one row."""
    page = losses_part(load_game("winter-war"), 182.0)
    shapes = [box for _, node, box in marks(page.nodes) if isinstance(node, Path)]
    boxes = [box for box in shapes if abs(box[2] - box[0] - BOX_MM) < 0.3 and abs(box[3] - box[1] - BOX_MM) < 0.3]
    rows = Counter(round(box[1], 1) for box in boxes)
    rules = [box for box in shapes if box[3] - box[1] < 0.5 and box[2] - box[0] > 20.0]

    assert len(boxes) > 100
    assert 20 in rows.values() and 15 in rows.values()
    assert {round(rule[2] - rule[0]) for rule in rules} == {182}  # one grid for all columns


def test_a_page_with_room_has_rows_for_two_lines_by_hand():
    game = load_game("the-ford")
    tight, loose = (turns_part(game, 182.0, looseness).height_mm for looseness in (0.0, 1.0))

    assert loose - tight == pytest.approx(8 * 2.8)  # eight turns of 8.2 or 11 mm
