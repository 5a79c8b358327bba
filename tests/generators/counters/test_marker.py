"""Markers: words that are broken before they are shrunk, and whose marker it is."""

from dataclasses import replace

import pytest

from pnp.draw.scene import Path, Text
from pnp.draw.text import width_mm
from pnp.errors import LayoutError
from pnp.generators.counters.face import draw_counter
from pnp.generators.counters.layout import face_layout
from pnp.generators.counters.marker import marker_label, owner_name
from pnp.generators.sheets.bounds import marks
from pnp.model.counters import counters_of
from pnp.sources import load_game

LAYOUT = face_layout(15.875)


@pytest.fixture(scope="module")
def game():
    return load_game("march-of-justice")


def labelled(game, text):
    return next(counters_of(game.counters.group("turn").replaced(label=text)))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Turn", ("TURN",)),
        ("The People Are Silent", ("THE PEOPLE", "ARE SILENT")),
        ("Il popolo tace", ("IL POPOLO", "TACE")),
        ("Народ мовчить", ("НАРОД", "МОВЧИТЬ")),
        ("Posto di blocco", ("POSTO DI", "BLOCCO")),
        ("Il popolo resta in silenzio", ("IL POPOLO", "RESTA IN", "SILENZIO")),
    ],
)
def test_words_are_broken_where_the_widest_line_is_narrowest(game, text, lines):
    label = marker_label(game, labelled(game, text), LAYOUT)

    assert label.lines == lines
    assert label.fit.size_pt in (5.6, 6.6) and label.fit.stretch >= 0.88


@pytest.mark.parametrize("size", [12.7, 15.875, 20.0])
@pytest.mark.parametrize("ink", ["full", "low"])
def test_no_line_is_wider_than_the_marker_nor_smaller_than_5_pt(game, ink, size):
    styled, layout = replace(game, style=game.style.replaced(ink=ink)), face_layout(size)
    checked = 0
    for text in ("The People Are Silent", "Il popolo tace", "Народ безмовствує", "Momentum", "Turn"):
        label = marker_label(styled, labelled(styled, text), layout)
        assert label.fit.size_pt >= 5.0
        for line in label.lines:
            width = width_mm(line, label.font, label.fit.size_pt, label.tracking_em) * label.fit.stretch
            assert width <= 12.98 * size / 15.875 - 1.5 * size / 15.875
            checked += 1
    assert checked >= 8


def test_a_word_that_fits_in_no_way_is_refused(game):
    with pytest.raises(LayoutError, match=r"turn: 'Gouvernementsgarnison'.*shorten it"):
        marker_label(game, labelled(game, "Gouvernementsgarnison"), LAYOUT)


def test_icon_and_words_do_not_touch_and_stay_on_the_marker(game):
    """The marker is 12.98 wide, from 1.4475 to 14.4275."""
    for text in ("Turn", "The People Are Silent", "Il popolo resta in silenzio"):
        boxes = [(node, box) for _, node, box in marks([draw_counter(game, labelled(game, text), ground=False)])]
        words = [box for node, box in boxes if isinstance(node, Text)]
        icon = [box for node, box in boxes[2:] if isinstance(node, Path)]
        assert max(box[3] for box in icon) <= min(box[1] for box in words) - 0.3
        assert min(box[1] for box in icon) >= 1.4475 + 0.7
        assert max(box[3] for box in words) <= 14.4275 - 0.7


def test_each_maneuver_marker_says_whose_it_is(game):
    markers = [c for c in game.all_counters() if c.group.id == "maneuver-combat"]
    shown = [[n.text for _, n, _ in marks([draw_counter(game, c)]) if isinstance(n, Text)] for c in markers]

    names = [game.counters.group(name).designation for name in ("wagner", "rusich", "serb")]
    assert [owner_name(game, c) for c in markers] == names
    assert shown == [[name.upper()] for name in names]


def test_a_marker_of_no_unit_has_no_owner(game):
    assert owner_name(game, next(c for c in game.all_counters() if c.id == "turn")) == ""


def test_a_marker_without_words_has_a_larger_icon(game):
    def height(counter):
        boxes = [
            box
            for _, node, box in list(marks([draw_counter(game, counter, ground=False)]))[2:]
            if isinstance(node, Path)
        ]
        return max(box[3] for box in boxes) - min(box[1] for box in boxes)

    assert height(labelled(game, "")) == pytest.approx(height(labelled(game, "Turn")) * 9.0 / 7.6, rel=0.02)
