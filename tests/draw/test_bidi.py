"""The order of letters from right to left: worked out by hand after UAX 9, and as Unicode's own examples have it."""

import pytest

from pnp.draw.bidi import turned, visual_runs
from pnp.draw.text import outline, shape, width_mm


def as_it_stands(text: str) -> str:
    parts = [(text[run.start : run.end], run.backwards) for run in visual_runs(text)]
    return "".join(turned(part) if backwards else part for part, backwards in parts)


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("plain 3:1", "plain 3:1"),
        ("אבג", "גבא"),
        ("אב 3:1 גד", "דג 3:1 בא"),
        ("אב (4.2) גד", "דג (4.2) בא"),
        ("אב UN גד", "דג UN בא"),
        ("UN אב", "בא UN"),
        ("+1 אב", "בא +1"),
        ("אב −2, גד", "דג ,−2 בא"),
        ("אב → גד", "דג ← בא"),
        ("אב 2022-02-24", "2022-02-24 בא"),
        ("אב 9 × 4, 2–1", "2–1 ,9 × 4 בא"),
        ("2*; אב", "בא ;2*"),
        ("A1\u200f – 1.1", "1.1 – \u200fA1"),
        ("אב\u00adגד", "דג\u00adבא"),
    ],
)
def test_a_line_stands_as_it_is_read(text, stands):
    """A sign stays before its number; brackets and arrows turn round."""
    assert as_it_stands(text) == stands


def test_letters_of_both_scripts_are_shaped_each_in_its_face():
    glyphs = shape("אב 12", "serif-bold")

    assert [g.char for g in glyphs] == list("12 בא")
    assert [g.font for g in glyphs] == ["serif-bold"] * 3 + ["hebrew-bold"] * 2
    assert all(g.gid for g in glyphs)


def test_a_mark_of_direction_turns_what_stands_at_it():
    """The year in brackets, between a Latin name and Hebrew, was parted from one of them."""
    assert "".join(g.char for g in shape("אב UN\u200f (4), גד", "sans-regular")) == "דג ,(4) UN בא"


def test_japanese_comes_from_its_face_in_the_weight_asked_for():
    assert [g.font for g in shape("A戦", "condensed-semibold")] == ["condensed-semibold", "japanese-bold"]
    assert [g.font for g in shape("A戦", "serif-italic")] == ["serif-regular", "japanese-regular"]  # no slant
    assert width_mm("戦闘", "sans-regular", 72) == pytest.approx(2 * 25.4)  # each a square
    assert len(outline("戦", "sans-regular", 10)) > 20
