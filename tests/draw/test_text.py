"""Measures of type, against the tables of the font files themselves.

Literals come from hmtx and glyf, read with fontTools: Condensed Bold "1" 540 wide, ink 32–508 × 0–698; "A" 618,
"V" 598, ink 12–586, kern A-V −56; Serif Regular x-height 516. At 72 pt an em is 25.4 mm.
"""

import dataclasses

import pytest
from fontTools.ttLib import TTFont

from pnp.draw.text import (
    FONTS,
    anchor_shift_mm,
    glyph_problem,
    ink_box_mm,
    letters_by_face,
    metrics,
    missing_glyphs,
    outline,
    place,
    reportlab_name,
    require_glyphs,
    shape,
    width_mm,
)  # fmt: skip
from pnp.errors import LayoutError, Location, MissingToolError

BOLD = "condensed-bold"


def test_the_faces_are_those_that_the_looks_name():
    assert sorted(FONTS) == [
        "condensed-bold", "condensed-bold-italic", "condensed-italic", "condensed-medium", "condensed-regular",
        "condensed-semibold", "display-bold", "display-italic", "hebrew-bold", "hebrew-regular", "japanese-bold",
        "japanese-regular", "poster-bold", "poster-semibold", "poster-title",
        "sans-bold", "sans-bold-italic", "sans-italic",
        "sans-regular", "sans-semibold",
        "serif-bold", "serif-bold-italic", "serif-italic", "serif-regular",
    ]  # fmt: skip


def test_postscript_names_differ():
    """reportlab takes two files with one PostScript name for one font."""
    names = [TTFont(face.path)["name"].getDebugName(6) for face in FONTS.values()]

    assert len(set(names)) == 24


@pytest.mark.parametrize(
    "font", sorted(n for n in FONTS if not n.startswith(("display-", "poster-", "hebrew-", "japanese-")))
)
def test_every_face_has_the_letters_of_our_languages(font):
    text = "AaÀàÈèÉéÌìÒòÙùЇїІіЄєҐґЩщЪъЫыЁёΑαΩω0123456789’“”«»„–—…×−½→•№"

    assert missing_glyphs(text, font) == ""


@pytest.mark.parametrize("font", ["display-bold", "display-italic", "poster-bold", "poster-semibold"])
def test_a_display_face_has_the_letters_of_names(font):
    text = "AÄÖÜßŠŽĂÂÎȘȚĀĒŁŃÓŚÇÅaäöüšžăâîșțāēłńóś0123456789ЂАБВГДЕЁЖЗИЙЩЪЫЬЭЮЯІЇЄҐабвгдеёжщъыьэюяіїєґ’–-.,"

    assert missing_glyphs(text, font) == ""


def test_the_face_of_posters_has_the_letters_of_titles():
    text = "AÄÀÈÉÌÒÖÜŠŽZaàèéìòù0123456789АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгґеєжиіїщьюя’–-.,"

    assert missing_glyphs(text, "poster-title") == ""


def test_width_is_the_advance_in_mm():
    """0.540 em of 25.4 mm."""
    assert width_mm("1", BOLD, 72) == pytest.approx(13.716)


def test_pairs_are_kerned():
    """618 + 598 − 56 = 1160 thousandths."""
    assert width_mm("AV", BOLD, 72) == pytest.approx(29.464)


def test_tracking_follows_each_letter_but_the_last():
    """1 + 1 + 1: 3 × 0.540 + 2 × 0.1 em."""
    assert width_mm("111", BOLD, 72, tracking_em=0.1) == pytest.approx(1.82 * 25.4)


def test_stretch_is_horizontal():
    assert width_mm("1", BOLD, 72, stretch=0.5) == pytest.approx(6.858)
    assert ink_box_mm("1", BOLD, 72, stretch=0.5) == pytest.approx((0.4064, -17.7292, 6.4516, 0.0))


def test_ink_box_has_y_down_from_the_baseline():
    """x 32–508, y 0–698 thousandths."""
    assert ink_box_mm("1", BOLD, 72) == pytest.approx((0.8128, -17.7292, 12.9032, 0.0))


def test_ink_box_of_several_glyphs():
    """The second "1" begins at 540 and ends at 540 + 508 thousandths."""
    assert ink_box_mm("11", BOLD, 72) == pytest.approx((0.8128, -17.7292, 26.6192, 0.0))


def test_blank_text_has_no_ink_but_width():
    assert ink_box_mm("  ", BOLD, 72) == (0.0, 0.0, 0.0, 0.0)
    assert width_mm("  ", BOLD, 72) > 0
    assert width_mm("", BOLD, 72) == 0.0


def test_metrics_in_em():
    assert metrics("serif-regular") == pytest.approx((1.025, 0.275, 0.698, 0.516, 0.698))


def test_outline_stays_within_the_ink_box():
    xs = [v for _, *values in outline("1", BOLD, 72) for v in values[::2]]
    ys = [v for _, *values in outline("1", BOLD, 72) for v in values[1::2]]

    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((0.8128, 12.9032, -17.7292, 0.0))


def test_outline_begins_and_closes_each_contour():
    """"o" has two contours, outside and inside."""
    commands = "".join(str(s[0]) for s in outline("o", BOLD, 10))

    assert (commands.count("M"), commands.count("Z"), commands[0], commands[-1]) == (2, 2, "M", "Z")


def test_no_ligatures_so_that_text_can_be_copied():
    assert [g.char for g in shape("office", "serif-regular")] == list("office")


def test_text_is_composed_before_it_is_shaped():
    """e + combining acute is the letter é; a Cyrillic vowel has none with a stress, so the accent stays apart."""
    assert [g.char for g in shape("e\u0301", "serif-regular")] == ["é"]
    assert [g.char for g in shape("о\u0301", "serif-regular")] == ["о", "\u0301"]


def test_an_accent_stands_over_its_letter():
    letter, _accent = place("о\u0301", "serif-regular", 72, tracking_em=0.5)
    left, _, right, _ = ink_box_mm("о", "serif-regular", 72)
    x0, y0, x1, _ = ink_box_mm("о\u0301", "serif-regular", 72)

    assert letter.x == 0
    assert (x0, x1) == pytest.approx((left, right))  # the accent is no wider than the letter
    assert y0 < -0.6 * 25.4
    assert width_mm("о\u0301", "serif-regular", 72, tracking_em=0.5) == width_mm("о", "serif-regular", 72)


def test_soft_hyphens_have_no_glyph():
    assert width_mm("con\u00adtrol", "serif-regular", 10) == width_mm("control", "serif-regular", 10)


def test_a_no_break_space_is_as_wide_as_a_space():
    assert width_mm("1\u00a01", BOLD, 10) == pytest.approx(width_mm("1 1", BOLD, 10))


def test_every_glyph_is_the_one_of_its_character():
    """A PDF draws characters, an outline draws glyphs: they must be the same."""
    cmap = TTFont(FONTS["sans-regular"].path).getBestCmap()
    ids = TTFont(FONTS["sans-regular"].path).getReverseGlyphMap()
    letters = [chr(c) for c in range(0x21, 0x500) if c in cmap and shape(chr(c), "sans-regular")]

    wrong = [c for c in letters if len(g := shape(c, "sans-regular")) == 1 and g[0].gid != ids[cmap[ord(g[0].char)]]]

    assert len(letters) > 500
    assert wrong == []


def test_missing_glyphs_are_named_once_in_order():
    assert missing_glyphs("กaღก⚔", "serif-regular") == "กღ⚔"


def test_a_missing_glyph_makes_a_problem_at_its_place():
    problem = glyph_problem("a⚔", "sans-bold", Location("game.yaml", 3, 5), game="demo")

    assert problem is not None
    assert problem.message == "IBM Plex Sans has no glyph for '⚔' (U+2694 CROSSED SWORDS) in 'a⚔'"
    assert (problem.code, str(problem.where), problem.game) == ("missing-glyph", "game.yaml:3:5", "demo")
    assert glyph_problem("a", "sans-bold") is None


def test_require_glyphs_raises():
    require_glyphs("Київ", "sans-bold")
    with pytest.raises(LayoutError, match=r"U\+2694.*'a⚔'.*sans-bold"):
        require_glyphs("a⚔", "sans-bold")


@pytest.mark.parametrize(
    ("text", "font", "faces"),
    [
        ("36点", "sans-italic", ["sans-regular", "sans-regular", "japanese-regular"]),
        ("5 א", "condensed-bold-italic", ["hebrew-bold", "condensed-bold", "condensed-bold"]),
        ("36", "sans-italic", ["sans-italic"] * 2),
    ],
)
def test_figures_stand_upright_beside_letters_that_do(text, font, faces):
    assert [glyph.font for glyph in shape(text, font)] == faces
    assert {*letters_by_face(text, font)} == {*faces}


def test_an_unknown_font_is_told_with_the_known_ones():
    with pytest.raises(LayoutError, match="unknown font 'comic'; expected one of serif-regular"):
        width_mm("a", "comic", 10)


@pytest.mark.parametrize(("anchor", "shift"), [("start", 0.0), ("middle", 6.858), ("end", 13.716), ("ink", 6.858)])
def test_anchor_shift(anchor, shift):
    """The "1" of Condensed Bold stands in the middle of its width: (32 + 508) / 2 = 540 / 2."""
    assert anchor_shift_mm(anchor, "1", BOLD, 72) == pytest.approx(shift)


def test_reportlab_knows_every_face():
    from reportlab.pdfbase import pdfmetrics

    names = {font: reportlab_name(font) for font in FONTS}

    assert names["condensed-bold-italic"] == "PlexSansCondensed-BoldItalic"
    assert len(names) == 24
    assert pdfmetrics.stringWidth("1", names[BOLD], 100) == pytest.approx(54.0)


@pytest.mark.parametrize(
    ("content", "fault"), [(None, "is missing"), (b"", "is damaged"), (b"not a font", "is damaged")]
)
def test_a_font_file_that_is_missing_or_damaged_is_reported(monkeypatch, tmp_path, content, fault):
    from pnp.draw import text

    face = dataclasses.replace(text.FONTS["sans-bold"], name="odd", file=str(tmp_path / "odd.ttf"), reportlab="Odd")
    if content is not None:
        face.path.write_bytes(content)
    monkeypatch.setitem(text.FONTS, "odd", face)
    with pytest.raises(MissingToolError, match=f"odd.ttf {fault}; install"):
        width_mm("A", "odd", 8.0)
    with pytest.raises(MissingToolError, match=f"odd.ttf {fault}; install"):
        text.reportlab_name("odd")
