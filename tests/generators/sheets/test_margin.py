"""The margin of every sheet: rulers of true length, what sheet it is."""

from __future__ import annotations

import pytest

from pnp.draw.scene import Path, Text
from pnp.generators.sheets.bounds import marks
from pnp.generators.sheets.margin import FOOT_MM, edge_line, evenly, sheet_margin, wrapped
from pnp.sources import load_game
from pnp.translate import localised

A4 = (210.0, 297.0)


@pytest.fixture
def margin(putins_war):
    return sheet_margin(putins_war, paper_mm=A4, title="Counters", sheet=2, sheets=5, side="Back", notes="Flip.")


def texts(group):
    return [node.text for _, node, _ in marks((group,)) if isinstance(node, Text)]


def test_it_says_game_sheet_side_version_and_credit(margin, putins_war):
    said = " ".join(texts(margin))

    for part in ("Putin’s War · Counters", "Sheet 2 of 5", "Back", "Version 1.0", "Flip.", "100\u00a0%"):
        assert part in said
    assert "independent reconstruction" in said


def test_the_rulers_are_100_mm_and_4_inches(margin):
    (ruler,) = (node for _, node, _ in marks((margin,)) if isinstance(node, Path))
    strokes = list(zip(ruler.segments[::2], ruler.segments[1::2], strict=True))
    above, below = ([start[1] for start, end in strokes if sign * (end[2] - start[2]) > 0] for sign in (-1, 1))

    assert len(above) == 11 and above[-1] - above[0] == pytest.approx(100.0)
    assert len(below) == 9 and below[-1] - below[0] == pytest.approx(101.6)


def test_it_keeps_to_the_foot_and_off_the_edge_of_the_paper(margin):
    boxes = [box for _, _, box in marks((margin,))]

    assert len(boxes) >= 7
    assert min(box[0] for box in boxes) >= 6.0
    assert max(box[2] for box in boxes) <= 204.0
    assert min(box[1] for box in boxes) >= 297.0 - FOOT_MM
    assert max(box[3] for box in boxes) <= 291.0 + 0.1


def test_no_text_under_five_points(margin):
    assert min(node.size_pt for _, node, _ in marks((margin,)) if isinstance(node, Text)) >= 5.0


def test_the_edge_line_has_its_ruler_too(putins_war):
    said = " ".join(texts(edge_line(putins_war, width_mm=420.0, title="Map", sheet=1, sheets=2)))

    assert "Sheet 1 of 2" in said and "100 mm" in said and "4 in" in said


@pytest.mark.parametrize("language", ["en", "he", "ja", "pl"])
def test_the_edge_line_lies_between_what_printers_leave_out_and_a_frame_at_8_mm(putins_war, language):
    """Signs of Japanese are higher than capitals: they began at 5.9 mm."""
    game = localised(putins_war, language)
    line = edge_line(game, width_mm=420.0, title=game.words.text("Map"), sheet=1, sheets=2)
    boxes = [box for _, _, box in marks((line,))]

    assert min(box[1] for box in boxes) >= 6.0 - 1e-9 and max(box[3] for box in boxes) <= 7.77
    assert min(box[0] for box in boxes) >= 9.9 and max(box[2] for box in boxes) <= 410.1


@pytest.mark.parametrize(("name", "width_mm"), [("march-of-justice", 206.0), ("winter-war", 206.0)])
def test_the_words_of_an_edge_line_end_before_its_ruler(name, width_mm):
    """Those of March of Justice in Ukrainian ran into it on 206 mm: the number of a single sheet gives way."""
    game = load_game(name)
    for language in game.info.languages:
        there = localised(game, language)
        title = there.words.text("Map")
        line = edge_line(there, width_mm=width_mm, title=title, sheet=1, sheets=1)
        boxes = [(node, box) for _, node, box in marks((line,))]
        words = next(box for node, box in boxes if isinstance(node, Text))
        ruler = min(box[0] for node, box in boxes if isinstance(node, Path))
        assert words[2] + 1.0 < ruler, language
        assert title in " ".join(texts(line)) and there.info.version in " ".join(texts(line))


def test_the_edge_line_tells_the_number_of_a_sheet_where_there_is_room(putins_war):
    assert "Sheet 1 of 1" in " ".join(texts(edge_line(putins_war, width_mm=206.0, title="Map", sheet=1, sheets=1)))


def test_lines_are_broken_between_words():
    assert wrapped("one two three", "sans-regular", 10.0, 14.0) == ["one two", "three"]
    assert wrapped("", "sans-regular", 10.0, 14.0) == []
    # A space that doesn't break keeps the dot at the end of its line.
    assert wrapped("one\u00a0· two", "sans-regular", 10.0, 10.0) == ["one\u00a0·", "two"]


def test_japanese_is_parted_between_phrases_where_that_takes_no_line_more():
    assert wrapped("侵攻表のダイスに+2", "sans-regular", 10.0, 25.0) == ["侵攻表の", "ダイスに+2"]
    assert wrapped("攻撃側戦闘比対防御側", "sans-regular", 10.0, 25.0) == ["攻撃側戦闘比対", "防御側"]
    assert wrapped("ウクライナ航空部隊", "sans-regular", 10.0, 22.0) == ["ウクライナ", "航空部隊"]


def test_no_line_begins_with_the_dot_between_two_entries():
    """On the Japanese cover one did."""
    text = "\u00a0\u00a0·  ".join(["原作デザイン: リッカルド", "ゲームシステム: マウロ", "原作の地図: トレイン"])

    for room in range(20, 90, 2):
        assert not [line for line in evenly(text, "condensed-regular", 8.0, room) if line.lstrip()[0] == "·"]
