"""The record sheet: its columns come from the game's sources, in the game's language; a game that says nothing has some
too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from pnp.draw.bidi import is_right_to_left
from pnp.draw.scene import Path, Text
from pnp.generators.charts.records import (
    CHIT_MM,
    NUMERAL_TYPE,
    calendar_of,
    record_heads,
    turn_blocks,
)
from pnp.generators.charts.units import CHIT_MM as LISTED_MM
from pnp.generators.charts.units import unit_parts
from pnp.generators.scenarios.lists import arrival_stacks, row_mm, stack_row
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.parts import options_part
from pnp.generators.typeset.block import Drawing, below_one_another
from pnp.model.game import Game
from pnp.model.tables import RecordColumn, RecordSheet
from pnp.sources import load_game
from pnp.translate.apply import localised


def turns_part(game: Game, width: float, looseness: float = 0.0, only: str | None = None) -> Drawing:
    """All that charts tell of turns, one below the other."""
    return below_one_another([block.draw(width, looseness) for block in turn_blocks(game, only)], 6.0)


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
    """21 points win Putin's War; in Winter War points have no goal, and arrivals are printed."""
    assert record_heads(with_record(load_game("putins-war"), None)) == ["Lost", "Points (win: 21)"]
    assert record_heads(with_record(load_game("winter-war"), None)) == ["Lost", "Points"]


def test_a_game_that_says_nothing_records_the_markers_on_its_tracks():
    """3.5 and 3.6: three Maneuver/Combat markers from 0-4 to 4-0, momentum from -3 to +3."""
    heads = record_heads(load_game("march-of-justice"))

    assert heads == [
        "Momentum*\n\n*−3 … +3", "Main column*\n\n*0-4 … 4-0", "Rusich*\n\n*0-4 … 4-0", "Serb*\n\n*0-4 … 4-0",
    ]  # fmt: skip


def test_a_declared_column_may_be_a_track():
    column = RecordColumn(id="will", head="Will to fight", track="momentum")
    game = with_record(load_game("march-of-justice"), RecordSheet(columns=(column,)))

    assert record_heads(game) == ["Will to fight*\n\n*−3 … +3"]


def test_no_word_of_a_head_is_divided():
    """Putin's War on a page of larger type: Reinforcements has the width that it needs."""
    told = words_of(turns_part(load_game("putins-war"), 156.0))

    assert {"Reinforcements", "Garrisons in"} <= {*told}


@pytest.mark.parametrize("name", ["putins-war", "march-of-justice", "the-ford"])
def test_heads_and_turns_stand_in_their_columns(name):
    """On Letter, 188 mm, a column for each turn: no name runs into the next, no word to the left into the first.

    A line from right to left is drawn in pieces, of which this says nothing.
    """
    game = load_game(name)
    turns = next(iter(game.scenarios.values())).turns
    for language in (language for language in game.info.languages if not is_right_to_left(language)):
        page = turns_part(game if language == "en" else localised(game, language), 187.9)
        lines = [(node, box) for _, node, box in marks(page.nodes)]
        ruled = (box for node, box in lines if not isinstance(node, Text) and box[2] - box[0] < 0.8)
        edges = sorted({round(box[0], 1) for box in ruled if box[3] - box[1] > 12.0})
        texts = [box for node, box in lines if isinstance(node, Text) and box[1] > 8.0]  # below the title

        assert len(edges) == turns and any(box[2] < edges[0] for box in texts)
        for left, right in pairwise((0.0, *edges, 187.9)):
            assert all(box[2] <= right + 0.2 for box in texts if left <= box[0] < right)


def boxes_of(drawing: Drawing) -> list[tuple[float, float, float, float]]:
    """Every counter of about the least size, or as large as it is cut."""
    return [box for _, node, box in marks(drawing.nodes) if isinstance(node, Path) and node.fill
            and abs(box[2] - box[0] - (box[3] - box[1])) < 0.1 and box[2] - box[0] > CHIT_MM - 0.2]  # fmt: skip


@pytest.mark.parametrize(("name", "width"), [("fall-of-the-directory", 155.0), ("makhnos-return", 186.0)])
def test_arrivals_have_room_in_the_boxes_of_their_turns(name, width):
    """Their places ran over what stood beside them; counters of 9 mm could not be read."""
    drawing = turns_part(load_game(name), width)
    texts = [box for _, node, box in marks(drawing.nodes) if isinstance(node, Text) and node.size_pt < 12.0]

    assert len(boxes_of(drawing)) > 12 and drawing.height_mm < 260.0
    for a, b in combinations(texts, 2):
        assert min(a[2], b[2]) - max(a[0], b[0]) < 0.1 or min(a[3], b[3]) - max(a[1], b[1]) < 1.0, (a, b)
    assert all(box[2] < width for box in texts)


@pytest.mark.parametrize("name", ["the-ford", "winter-war"])
def test_turns_are_of_one_width_in_columns(name):
    """Each row had columns of its own."""
    drawn = [*marks(turns_part(load_game(name), 186.0).nodes)]
    lefts = sorted({round(box[0], 1) for _, node, box in drawn
                    if isinstance(node, Text) and (node.font, node.size_pt) == NUMERAL_TYPE})  # fmt: skip

    steps = [b - a for a, b in pairwise(lefts) if b - a > 2.0]
    assert len(steps) >= 3 and max(steps) - min(steps) < 0.3


def test_stacks_stand_in_lines_with_their_place_below_them():
    """Makhno's Return, turn 12: the 8th Army and the 1st Horse Army in one line or, where it is narrow, in two."""
    game = load_game("makhnos-return")
    *_, eighth, horse = arrival_stacks(game, game.scenarios["standard"])[12]
    least = row_mm((eighth, horse), 10.0)
    one, two, parted = (stack_row(game, (eighth, horse), width, 10.0) for width in (90.0, 55.0, 30.0))

    assert 24.0 <= least < 30.0 and 10.0 < one.height_mm < two.height_mm / 1.8 < parted.height_mm / 1.8
    assert " ".join(words_of(parted)).count("Horse") == 1
    assert stack_row(game, (), 30.0, 10.0).height_mm == 0.0


@pytest.mark.parametrize("language", ["en", "fi"])
def test_what_holds_for_several_turns_is_said_once_below_them(language):
    """Winter War, the arrivals of Finland: the Murmansk rule stood in seven heads, ice in three."""
    game = load_game("winter-war")
    part = turns_part(game if language == "en" else localised(game, language), 190.0, only="finnish")
    said = " ".join(words_of(part)).replace("  ", " ")

    assert said.endswith({"en": "Murmansk rule: turns 4 to 10. Ice: turns 8 to 10.",
                          "fi": "Murmanskin sääntö: kierrokset 4–10. Jää: kierrokset 8–10."}[language])  # fmt: skip
    assert said.count("Murmansk") == 1


# Forces ------------------------------------------------------------------------------------------------


def key_of(name: str, width: float = 182.0) -> Drawing:
    (block,) = unit_parts(load_game(name))
    return block.draw(width, 0.0)


def words_of(drawing: Drawing) -> list[str]:
    return [node.text for _, node, _ in marks(drawing.nodes) if isinstance(node, Text)]


def test_units_of_both_sides_with_one_name_stand_under_their_side():
    """The Ford has infantry of the North and of the South."""
    words = words_of(key_of("the-ford"))

    assert (words.count("North"), words.count("South")) == (1, 1)
    assert sum("Infantry" in word for word in words) == 2


def test_kinds_stand_in_columns():
    """Winter War: twelve kinds of the Soviet Union above nine of Finland, in half the page below one another, in all of
    it side by side; their number beside the picture, values only where they differ.
    """
    (block,) = unit_parts(load_game("winter-war"))
    words = words_of(block.draw(182.0, 0.0))
    assert "Tank corps" in words and "×\u202f27" in words and "5-3-3" not in words
    assert "2\u202f×\u202f4-4-4, 2\u202f×\u202f3-3-4" in words_of(key_of("the-ford"))
    for width, columns in ((182.0, 3), (90.0, 1)):
        faces = {(round(box[0]), round(box[1])) for _, node, box in marks(block.draw(width, 0.0).nodes)
                 if isinstance(node, Path) and all(abs(box[n + 2] - box[n] - LISTED_MM) < 0.2 for n in (0, 1))}
        assert len(faces) >= 20 and set(Counter(y for _, y in faces).values()) <= {columns, 1}


def test_kinds_in_one_column_show_what_becomes_of_them():
    """Two Rivers: Royal foot, 4-3, loses a step; horse and guns, whose backs are blank, do not."""
    (units,) = unit_parts(load_game("two-rivers"))

    def faces(width: float) -> int:
        outlines = [box for _, node, box in marks(units.draw(width, 0.0).nodes)
                    if isinstance(node, Path) and node.stroke and node.stroke.width_pt == 0.35]  # fmt: skip
        return sum(abs(right - left - LISTED_MM) < 0.2 for left, _, right, _ in outlines)

    assert (faces(80.0), faces(182.0)) == (12, 8)


def test_what_holds_for_several_kinds_is_said_once_below_them_all():
    """All kinds of a side are called by it; where only one side is listed, nothing is said of whom it holds for."""
    march = load_game("march-of-justice")
    words = " ".join(words_of(key_of("march-of-justice")))
    (own,) = unit_parts(march, "wagner")

    assert words.count("akes its movement") == 1
    assert words.index("Serb") < words.index("Takes its movement") < words.index("Wagner. ")
    assert "Wagner" not in " ".join(words_of(own.draw(90.0, 0.0)))


def test_a_turn_shows_what_arrives_in_it_and_where():
    """The Ford: in turn 2 two units of the North come from their edge, one of the South from its own; none in turn 5.
    """
    drawn = [*marks(turns_part(load_game("the-ford"), 182.0).nodes)]
    told = {node.text.strip(): (box[0] + box[2], box[1] + box[3]) for _, node, box in drawn if isinstance(node, Text)}
    faces = {(round(box[0] + box[2]), round(box[1] + box[3])) for _, node, box in drawn if isinstance(node, Path)
             and abs(box[2] - box[0] - 11.2) < 0.4 > abs(box[3] - box[1] - 11.2)}  # fmt: skip

    def within(turn: str, side: str) -> int:
        return sum(0.0 < x - told[turn][0] < 30.0 and abs(y - told[side][1]) < 22.0 for x, y in faces)

    assert [within(turn, "Northern") for turn in ("13 May", "14 May", "16 May")] == [2, 1, 0]
    assert [within(turn, "Southern") for turn in ("15 May", "16 May")] == [1, 0]


def test_a_turn_tells_what_the_calendar_says_of_it():
    """In the Portfolio too, where a turn is called otherwise; the day after the last turn has a row without a number.
    """
    portfolio = load_game("russian-portfolio")
    told = " ".join(words_of(turns_part(portfolio, 186.0)))

    assert calendar_of(portfolio).id == "calendar" and calendar_of(load_game("the-ford")) is None
    assert all(row.text.split(".")[0] in told for row in calendar_of(portfolio).rows[:3])
    assert told.index("10 Mar") < told.index("The game is over")
    undeclared = with_record(portfolio, portfolio.charts.record.replaced(calendar=None))
    assert calendar_of(undeclared) is None
    assert "The game is over" not in " ".join(words_of(turns_part(undeclared, 186.0)))


def test_an_address_behind_a_word_stays_in_the_box_of_its_turn():
    """Mud: "вполовину. VI.B.2" ran below the turn after it."""
    drawn = [*marks(turns_part(localised(load_game("russian-portfolio"), "ru"), 186.0).nodes)]
    boxes = [box for _, node, box in drawn if isinstance(node, Path) and node.fill]
    shown = {node.text: box for _, node, box in drawn if isinstance(node, Text) and node.text.startswith("VI.B")}
    ends = {text: [box[2] for box in boxes if box[0] < left < box[2] and box[1] < top and bottom < box[3]]
            for text, (left, top, _, bottom) in shown.items()}  # fmt: skip

    assert {text: shown[text][2] < end for text, (end,) in ends.items()} == {"VI.B.2": True, "VI.B.3": True}


def test_rows_to_write_in_are_of_one_height_on_any_page():
    """Not higher than one writes: they filled half a page of Two Rivers, and a page of Putin's War."""
    game = load_game("putins-war")
    for looseness, high in ((0.0, 6.4), (0.5, 7.4), (2.0, 7.6)):
        drawn = marks(turns_part(game, 182.0, looseness).nodes)
        boxes = [box[3] - box[1] for _, node, box in drawn if isinstance(node, Path) and node.fill and node.stroke]
        assert len(boxes) == 40 and all(tall == pytest.approx(high, abs=0.3) for tall in boxes)


def test_a_long_turn_record_lists_arrivals_above_strips_to_write_in():
    """Sixty turns of The Ford: the three in which units arrive, then all of them, in strips."""
    game = load_game("the-ford")
    long = replace(game, scenarios={"standard": game.scenarios["standard"].replaced(turns=60)})
    drawn = turns_part(long, 186.0)
    texts = [node for _, node, _ in marks(drawn.nodes) if isinstance(node, Text)]
    numerals = [node.text for node in texts if (node.font, node.size_pt) == NUMERAL_TYPE]

    assert numerals == ["2", "3", "4", *(str(n) for n in range(1, 61))] and drawn.height_mm < 240.0
    assert [node.text for node in texts].count("Losses") == 4


def test_a_date_wider_than_the_page_stands_alone_in_its_strip():
    """A strip had room for no turn, and the charts ended in a division by nothing."""
    game = load_game("the-ford")
    track = next(track for track in game.tracks if track.kind == "turn")
    first = track.spaces[0].model_copy(update={"name": "Maundy" * 40})
    long = track.model_copy(update={"spaces": (first, *track.spaces[1:])})
    others = tuple(one for one in game.map.tracks if one is not track)
    *_, strip = turn_blocks(replace(game, map=game.map.model_copy(update={"tracks": (long, *others)})))

    assert "Maundy" in "".join(words_of(strip.draw(180.0, 0.0)))


@pytest.mark.parametrize(("name", "turns"), [("makhnos-return", 14), ("russian-portfolio", 15)])
def test_a_calendar_is_a_list_whose_columns_end_level_without_blank_boxes(name, turns):
    """Rows were as high as the fullest of their turns: the first, the fifth and the last were blank."""
    calendar, _ = turn_blocks(load_game(name))
    drawn = [*marks(calendar.draw(186.0, 0.0).nodes)]
    rows = [box for _, node, box in drawn if isinstance(node, Path) and node.fill and box[2] - box[0] > 50.0
            and box[1] > 8.0]  # fmt: skip
    ends = [max(box[3] for box in rows if (box[0] < 93.0) is left) for left in (True, False)]

    assert len(rows) == turns and abs(ends[0] - ends[1]) < 0.1
    assert min(box[3] - box[1] for box in rows) < 14.0 and calendar.height(90.0) < 2.3 * calendar.height(186.0)


def test_arrivals_in_three_turns_are_one_column_at_any_width():
    """The Ford: in two, the first turn was as high as the two others."""
    arrivals = turns_part(load_game("the-ford"), 182.0, only="south")
    numerals = [node.x for _, node, _ in marks(arrivals.nodes)
                if isinstance(node, Text) and (node.font, node.size_pt) == NUMERAL_TYPE]  # fmt: skip

    assert len(numerals) == 3 and len({*numerals}) == 1


def test_turns_stand_on_the_tint_of_their_weather():
    """The Portfolio's mud and snow; grey where the track has no tint."""
    def grounds(name: str) -> set[str | None]:
        drawn = marks(turns_part(load_game(name), 186.0, only="").nodes)
        return {node.fill for _, node, box in drawn if isinstance(node, Path) and node.fill and box[2] - box[0] > 20.0
                and box[1] > 8.0}  # fmt: skip

    assert len(grounds("russian-portfolio")) == 10 and len(grounds("fall-of-the-directory")) == 2


def test_sentences_on_forces_end_with_the_stop_of_the_language():
    """A Latin point ended Japanese ones, and parted the names of options from their texts."""
    game = localised(load_game("putins-war"), "ja")
    (block,) = unit_parts(game)
    told = " ".join([*words_of(block.draw(186.0, 0.0)), *words_of(options_part(game, 90.0))])

    assert told.count("。") >= 4 and "." not in told.replace("0.", "")
