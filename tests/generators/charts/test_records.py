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
from pnp.generators.charts.records import (
    BAR_MM,
    NUMERAL_TYPE,
    calendar_of,
    least_turns_mm,
    parts_of_turns,
    record_heads,
    turns_part,
)
from pnp.generators.charts.units import CHIT_MM, unit_parts
from pnp.generators.scenarios.lists import PARTED_MM, ROW_CHIT_MM, arrival_stacks, stack_row
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.parts import options_part
from pnp.generators.typeset.block import Drawing
from pnp.model.game import Game
from pnp.model.tables import RecordColumn, RecordSheet
from pnp.sources import load_game
from pnp.translate.apply import localised


def with_record(game: Game, record: RecordSheet | None) -> Game:
    return replace(game, charts=game.charts.model_copy(update={"record": record}))


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("en", ["Reinforcements", "Lost", "Garrisons in", "Points (win: 21)", "Notes"]),
        ("it", ["Rinforzi", "Perse", "Guarnigioni in", "Punti (vittoria: 21)", "Note"]),
    ],
)
def test_a_game_records_what_it_declares_in_its_language(language, heads):
    """3.1: 21 points win Putin's War; 2.4: it has garrisons."""
    game = load_game("putins-war")

    assert record_heads(game if language == "en" else localised(game, language)) == heads


def test_a_game_that_says_nothing_records_no_other_games_matters():
    """21 points win Putin's War; in Winter War points have no goal, and arrivals are printed."""
    assert record_heads(with_record(load_game("putins-war"), None)) == ["Lost", "Points (win: 21)", "Notes"]
    assert record_heads(with_record(load_game("winter-war"), None)) == ["Lost", "Points", "Notes"]


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

    assert record_heads(game) == ["Will to fight*\n\n*−3 … +3", "Notes"]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_last_column_is_wide_for_notes_whatever_a_game_records(language):
    portfolio = load_game("russian-portfolio")
    record = turns_part(portfolio if language == "en" else localised(portfolio, language), 182.0)
    lines = [box[0] for _, node, box in marks(record.nodes)
             if not isinstance(node, Text) and box[2] - box[0] < 0.3 and box[3] - box[1] > 60.0]  # fmt: skip
    widths = [right - left for left, right in pairwise([*sorted(lines), 182.0])]

    assert len(widths) == 5  # four that are tracked, notes
    assert widths[-1] == max(widths) > 1.2 * min(widths)


def test_no_word_of_a_head_is_divided_in_the_narrowest_record():
    """Putin's War on a page of larger type: Reinforcements has the width that it needs, notes the rest."""
    game = load_game("putins-war")
    told = [node.text for _, node, _ in marks(turns_part(game, 156.0).nodes) if isinstance(node, Text)]

    assert "Reinforcements" in told and "Notes" in told


@pytest.mark.parametrize("name", ["putins-war", "march-of-justice", "winter-war"])
def test_heads_and_turns_stand_in_their_columns(name):
    """On Letter, 188 mm, a column for each turn: no name runs into the next, no word to the left into the first.

    A line from right to left is drawn in pieces, of which this says nothing.
    """
    game = load_game(name)
    turns = next(iter(game.scenarios.values())).turns
    for language in (language for language in game.info.languages if not is_right_to_left(language)):
        page = turns_part(game if language == "en" else localised(game, language), 187.9)
        lines = [(node, box) for _, node, box in marks(page.nodes)]
        edges = sorted({round(box[0], 1) for node, box in lines
                        if not isinstance(node, Text) and box[2] - box[0] < 0.3 < 30.0 < box[3] - box[1]})  # fmt: skip
        texts = [box for node, box in lines if isinstance(node, Text) and box[1] > 8.0]  # below the title

        assert len(edges) == turns and any(box[2] < edges[0] for box in texts)
        for left, right in pairwise((0.0, *edges, 187.9)):
            assert all(box[2] <= right + 0.2 for box in texts if left <= box[0] < right)


@pytest.mark.parametrize("name", ["fall-of-the-directory", "makhnos-return"])
def test_arrivals_have_room_in_the_narrowest_record(name):
    """Their head was set letter below letter, their places ran over the columns to write in."""
    game = load_game(name)
    page = turns_part(game, least_turns_mm(game))
    lines = [box[0] for _, node, box in marks(page.nodes)
             if not isinstance(node, Text) and box[2] - box[0] < 0.3 and box[3] - box[1] > 60.0]  # fmt: skip

    assert "Arrivals" in words_of(page) and len(lines) == len(record_heads(game))
    for _, node, box in marks(page.nodes):
        assert not isinstance(node, Text) or not any(box[0] < at < box[2] for at in lines), node.text


def test_counters_of_one_place_begin_on_a_line_of_their_own_where_they_need_two():
    """Makhno's Return, turn 12: cavalry of the 1st Horse Army stood behind the name of the 8th Army's edge."""
    game = load_game("makhnos-return")
    *_, eighth, horse = arrival_stacks(game, game.scenarios["standard"])[12]
    stacks = replace(eighth, name="Edge"), horse

    assert stack_row(game, [horse], 52.0).height_mm == pytest.approx(2 * ROW_CHIT_MM + PARTED_MM)
    assert stack_row(game, stacks, 52.0).height_mm == pytest.approx(3 * ROW_CHIT_MM + 2 * PARTED_MM)


def test_numbers_on_arriving_counters_stand_below_the_line_of_their_row():
    """They reach a little above their counters."""
    drawn = [*marks(turns_part(load_game("winter-war"), 190.0).nodes)]
    lines = [(box[1] + box[3]) / 2 for _, _, box in drawn if box[3] - box[1] < 0.4 < 150.0 < box[2] - box[0]]
    numbers = [box for _, node, box in drawn if isinstance(node, Text) and node.text.startswith("×")]

    assert (len(lines), len(numbers)) == (11, 9)
    assert not any(box[1] - 0.4 < y < box[3] for box in numbers for y in lines)


def test_what_holds_for_several_turns_has_a_bar_through_them():
    """Winter War: the Murmansk rule from turn 4 to 10, ice from 8; heads of narrow columns were five lines high."""
    drawn = [*marks(turns_part(load_game("winter-war"), 190.0).nodes)]
    bars = Counter(round(box[1], 1) for _, _, box in drawn if box[3] - box[1] == pytest.approx(BAR_MM, abs=1e-6))
    said = [node.text for _, node, _ in drawn if isinstance(node, Text)]

    assert [*bars.values()] == [7, 3] and said.count("Murmansk rule") == said.count("Ice") == 1
    assert {"30 Nov–", "9 Dec", "10–19 Dec"} <= {*said}  # a date is parted where its halves are even


# Forces ------------------------------------------------------------------------------------------------


def key_of(name: str, width: float = 182.0) -> Drawing:
    (draw,) = unit_parts(load_game(name))
    return draw(width, 0.0)


def words_of(drawing: Drawing) -> list[str]:
    return [node.text for _, node, _ in marks(drawing.nodes) if isinstance(node, Text)]


def test_units_of_both_sides_with_one_name_stand_under_their_side():
    """The Ford has infantry of the North and of the South."""
    words = words_of(key_of("the-ford"))

    assert (words.count("North"), words.count("South")) == (1, 1)
    assert sum("Infantry" in word for word in words) == 2


def test_kinds_stand_in_columns_with_larger_counters_on_a_page_with_room():
    """Winter War: twelve kinds of the Soviet Union and a back above eight of Finland, blanks and a back; in half the
    page in two columns, in all of it in three. A row a kind took a page.
    """
    (draw,) = unit_parts(load_game("winter-war"))
    words = words_of(draw(182.0, 0.0))
    assert {"×\u202f1 Tank corps", "5-3-3"} <= {*words}  # one alone has a number, too
    for width, air, size, lefts, rows in ((182.0, 0.0, CHIT_MM, 3, 9), (90.0, 4.0, 12.7, 2, 12)):
        shown = [box for _, node, box in marks(draw(width, air).nodes) if isinstance(node, Path)]
        faces = {(round(box[0]), round(box[1])) for box in shown
                 if abs(box[2] - box[0] - size) < 0.2 > abs(box[3] - box[1] - size)}  # fmt: skip
        assert (len({x // 30 for x, _ in faces}), len({y // 4 for _, y in faces})) == (lefts, rows)


def test_what_holds_for_several_kinds_is_said_once_with_their_names():
    words = " ".join(words_of(key_of("march-of-justice")))

    assert words.count("akes its movement") == 1 and "Main column · Rusich · Serb" in words


def test_a_turn_shows_what_arrives_in_it_and_where():
    """The Ford: in turn 2 two units of the North come from their edge, one of the South from its own; none in turn 5.
    """
    drawn = [*marks(turns_part(load_game("the-ford"), 182.0).nodes)]
    told = {node.text: (box[0] + box[2], box[1] + box[3]) for _, node, box in drawn if isinstance(node, Text)}
    faces = {(round(box[0] + box[2]), round(box[1] + box[3])) for _, node, box in drawn if isinstance(node, Path)
             and abs(box[2] - box[0] - ROW_CHIT_MM) < 0.4 > abs(box[3] - box[1] - ROW_CHIT_MM)}  # fmt: skip

    def within(turn: str, side: str) -> int:
        return sum(abs(x - told[turn][0]) < 2.0 and abs(y - told[side][1]) < 16.0 for x, y in faces)

    assert {"Northern edge", "Southern edge"} <= told.keys()
    assert [within(turn, "North") for turn in ("13 May", "14 May", "16 May")] == [2, 1, 0]
    assert [within(turn, "South") for turn in ("15 May", "16 May")] == [1, 0]


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


def test_rows_to_write_in_are_of_one_height_on_any_page():
    """Not higher than one writes: they filled half a page of Two Rivers, and a page of Putin's War."""
    game = load_game("putins-war")
    for looseness, high in ((0.0, 7.8), (0.5, 8.8), (2.0, 9.0)):
        drawn = marks(turns_part(game, 182.0, looseness).nodes)
        tops = [(box[1] + box[3]) / 2 for _, _, box in drawn if box[3] - box[1] < 0.4 < 150.0 < box[2] - box[0]]
        assert len(tops) == 8 and all(b - a == pytest.approx(high, abs=0.15) for a, b in pairwise(sorted(tops)[2:]))


def test_a_turn_record_of_many_arrivals_fits_a_page():
    """Makhno's Return: fourteen turns; five armies come in the twelfth."""
    game = load_game("makhnos-return")

    assert parts_of_turns(game) == 1 and turns_part(game, 216.0).height_mm < 230.0


def test_a_long_turn_record_is_parted_between_turns():
    """Sixty turns of The Ford: on each page the heads again, no turn twice."""
    game = load_game("the-ford")
    scenario = game.scenarios["standard"].replaced(turns=60)
    long = replace(game, scenarios={"standard": scenario})
    parts = parts_of_turns(long)
    drawn = [turns_part(long, 186.0, part=(number, parts)) for number in range(parts)]
    texts = [node for part in drawn for _, node, _ in marks(part.nodes) if isinstance(node, Text)]
    numerals = [node.text for node in texts if (node.font, node.size_pt) == NUMERAL_TYPE]

    assert parts_of_turns(game) == 1 and parts == 3
    assert all("Notes" in words_of(part) for part in drawn)
    assert numerals == [str(n) for n in range(1, 61)]


def test_turns_stand_on_the_tint_of_their_weather():
    """The Portfolio's mud and snow; grey where the track has no tint."""
    def grounds(name: str) -> set[str | None]:
        drawn = marks(turns_part(load_game(name), 186.0).nodes)
        return {node.fill for _, node, box in drawn if isinstance(node, Path) and node.fill and box[2] - box[0] > 36.0
                and box[1] > 8.0}  # fmt: skip

    assert len(grounds("russian-portfolio")) == 5 and len(grounds("fall-of-the-directory")) == 2


def test_sentences_on_forces_end_with_the_stop_of_the_language():
    """A Latin point ended Japanese ones, and parted the names of options from their texts."""
    game = localised(load_game("putins-war"), "ja")
    (draw,) = unit_parts(game)
    told = " ".join([*words_of(draw(186.0, 0.0)), *words_of(options_part(game, 90.0))])

    assert told.count("。") >= 4 and "." not in told.replace("0.", "")
