"""Paragraphs as set: full lines, hyphens, kerning, splits, and text that can be copied."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from reportlab.platypus import Frame

from pnp.draw.pdf import new_canvas
from pnp.draw.text import width_mm
from pnp.generators.sheets.margin import wrapped
from pnp.generators.typeset.block import text_block
from pnp.generators.typeset.hyphens import COMPOUND, division_points
from pnp.generators.typeset.items import Look, TextRun
from pnp.generators.typeset.markup import Span, parse, spans_of
from pnp.generators.typeset.measure import line_figures
from pnp.generators.typeset.paragraph import JustifiedParagraph, TextLine, set_lines
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.units import PT_PER_MM

ENGLISH = (
    "The columns crossed the border before dawn, and whoever had counted on a short campaign was soon obliged to "
    "reconsider: reinforcements arrived slowly, communications were extraordinarily difficult, and every "
    "intersection had become a battlefield. “AVATAR To Yes”, wrote a correspondent."
)
ITALIAN = (
    "Le colonne attraversarono il confine prima dell’alba, e chiunque avesse contato su una breve campagna dovette "
    "presto ricredersi: i rinforzi arrivavano lentamente, le comunicazioni erano straordinariamente difficili."
)


@pytest.mark.parametrize(("text", "language"), [(ENGLISH, "en"), (ITALIAN, "it")])
def test_every_line_but_the_last_fills_the_column(text, language):
    style = TextStyle(language=language, hang=False)
    lines = set_lines((Span(text),), style, 118.0)

    assert len(lines) > 2
    assert [round(line.width_mm, 3) for line in lines[:-1]] == [118.0] * (len(lines) - 1)
    assert lines[-1].width_mm < 118.0
    assert " ".join(line.text for line in lines).replace("- ", "") == text


def test_hanging_marks_stand_outside_by_half_their_width():
    lines = set_lines((Span(ENGLISH),), TextStyle(hang=True), 94.0)
    half_hyphen = width_mm("-", "serif-regular", 9.5) / 2

    hanging = [line for line in lines[:-1] if line.text.endswith("-")]
    assert hanging
    for line in hanging:
        assert line.indent_mm + line.width_mm == pytest.approx(94.0 + half_hyphen, abs=0.02)


def test_words_are_divided_only_where_patterns_allow():
    assert division_points("extraordinarily", "en") != ()
    assert division_points("comunicazioni", "it") == (4, 6, 8)  # comu-ni-ca-zioni
    assert division_points("переміщення", "uk") == (4, 6, 8)  # пере-мі-ще-ння
    assert division_points("об’єднання", "uk") == (5, 7)  # об’єд-на-ння, never beside the apostrophe
    assert division_points("Infanteriedivisionen", "de") == (10,)  # a formation where its compound is joined, only
    assert division_points("Kivääridivisioona", "fi") == (7,) and division_points("Division", "de") == (4,)
    assert division_points("neuvostoliitto", "fi") == (8,)
    assert COMPOUND.search("reserve-schützenkorps") and not COMPOUND.search("mechanized")
    assert division_points("Sums’ka", "en") == ()
    assert division_points("NATO", "en") == ()
    assert division_points("straordinariamente", "xx") == ()


def test_columns_of_62_mm_are_ragged_and_wider_ones_justified():
    """Gaps of justified lines stay between 0.8 and 1.6 of the font's space; few lines of others end in a hyphen."""
    wide = line_figures([set_lines((Span(ENGLISH),), TextStyle(), 80.0)])
    narrow = line_figures([set_lines((Span(ENGLISH),), TextStyle(), 62.0)])

    assert wide.justified >= wide.lines - 2 and 0.8 <= wide.tightest < wide.loosest <= 1.601
    assert narrow.justified == 0 and narrow.divided < wide.divided


def test_names_stay_whole_also_where_all_nouns_have_capitals():
    name = "Dnipropetrovskoblast"
    spans = (Span(f"Ein Verband zieht heute nach {name} und weiter"),)
    german = TextStyle(language="de", hang=False)
    for style in (german.with_(language="en"), german.with_(names=(name,))):
        assert set_lines(spans, style, 70.0)[1].text.startswith(name)
    assert set_lines(spans, german, 70.0)[0].text.endswith("-")


@pytest.mark.parametrize("set_in", ["paragraph", "caption"])
def test_no_line_ends_in_a_word_of_one_letter_or_begins_with_a_dash_a_year_or_what_is_counted(set_in):
    text = (
        "Wszyscy odeszli — zostały 2 dywizje i garnizon w mieście, a potem nikt — z nich nie wrócił. I w nocy, "
        "30 maja 1941."
    )
    style = TextStyle(hang=False, hyphenate=False)
    for room in (30 + step / 2 for step in range(60)):
        if set_in == "paragraph":
            lines = [line.text for line in set_lines((Span(text),), style, room)]
        else:
            lines = wrapped(text, "serif-regular", 9.5, room)
        assert " ".join(lines) == text
        assert not any(
            (len(line.split()[-1]) == 1 and line[-1] != "—") or line.startswith(("—", "dywizje", "maja", "1941"))
            for line in lines
        )


def test_a_ladder_of_hyphens_is_counted():
    """Three lines; the first two end in a divided word, the shorter of which has nine letters."""
    line = TextLine((TextRun("dis-", Look("serif-regular", 9.5, "#000000")),), 0.0, 0.0, 0, 9.0)
    rest = line._replace(runs=(line.runs[0]._replace(text="ordered reinforce-"),))
    last = line._replace(runs=(line.runs[0]._replace(text="ments came"),), last=True)
    figures = line_figures([(line, rest, last)])

    assert (figures.lines, figures.divided, figures.ladder, figures.shortest) == (3, 2, 2, 10)


def test_a_word_wider_than_the_column_is_cut_not_overfull():
    lines = set_lines((Span("See https://example.org/" + "a" * 120 + " now"),), TextStyle(hang=False), 50.0)

    assert max(line.width_mm for line in lines) <= 50.01
    assert "".join(line.text for line in lines).replace(" ", "").count("a") == 121


def test_a_word_wider_than_the_column_is_divided_with_a_hyphen_where_that_is_enough():
    """Ме-ха-ні-зо-ва-ний, bold 21.3 mm wide, was cut before its last letter."""
    style = TextStyle(SANS, 8.2, 10.6, "#000000", language="uk", justify=False, hyphenate=False, hang=False)
    spans = (Span("Механізований полк", bold=True),)

    assert [line.text for line in set_lines(spans, style, 24.0)] == ["Механізований", "полк"]
    for room in (21.0, 20.0, 18.0):
        assert [line.text for line in set_lines(spans, style, room)] == ["Механізова-", "ний полк"]


@pytest.mark.parametrize(
    ("text", "language", "lines"),
    [
        ("**×\u202f7\u00a0Kivääriarmeijakunta**", "fi", ["×\u202f7 Kivääri-", "armeijakunta"]),
        ("Murmansk-Regel", "de", ["Murmansk-", "Regel"]),
    ],
)
def test_a_word_is_not_parted_from_its_count_nor_within_a_part_that_has_a_hyphen(text, language, lines):
    style = TextStyle(SANS, 8.2, 10.6, language=language)
    assert [node.text for node in text_block(text, style, 20.0).nodes] == lines


def test_a_last_line_is_not_filled_up_with_a_part_of_a_word():
    """"× 3 Roya" over "l foot", as the letters of both ways are the same."""
    style = TextStyle(SANS, 9.0, 11.2, raised=False)
    told = [[node.text for node in text_block("**×3\u2002Royal foot**", style, width).nodes] for width in (18.0, 20.0)]

    assert told == [["×3\u2002Royal", "foot"]] * 2


def test_a_short_last_line_is_not_filled_up_with_half_a_word():
    """The first page of March of Justice in Ukrainian said "Механізовани" and, on the next line, "й полк"."""
    style = TextStyle(SANS, 8.2, 10.6, "#000000", language="uk")
    drawn = text_block("**Механізований полк**", style, 24.0)

    assert [node.text for node in drawn.nodes] == ["Механізований", "полк"]


def test_kerning_is_part_of_the_measure():
    """AV is set closer than A and V apart."""
    together = set_lines((Span("AVAVAV"),), TextStyle(), 60.0)[0].width_mm
    apart = 3 * (width_mm("A", "serif-regular", 9.5) + width_mm("V", "serif-regular", 9.5))

    assert together < apart - 0.3


def test_two_lines_stay_on_either_side_of_a_break():
    paragraph = JustifiedParagraph((Span(ENGLISH),), TextStyle())
    width = 60.0 * PT_PER_MM
    count = round(paragraph.wrap(width, 10_000)[1] / 12.0)
    assert count >= 6

    cuts = paragraph.cuts(width)
    assert cuts == [0, *range(2, count - 1), count]
    first, second = paragraph.piece(0, 2), paragraph.piece(2, count)
    assert first.lines + second.lines == paragraph.lines and first.wrap(width, 0.0)[1] == 24.0
    assert paragraph.piece(0, count) is paragraph


def test_three_lines_are_never_parted():
    paragraph = JustifiedParagraph((Span("word " * 18),), TextStyle())
    width = 60.0 * PT_PER_MM
    assert paragraph.wrap(width, 10_000)[1] == 36.0

    assert paragraph.cuts(width) == []


def test_text_can_be_copied_word_by_word():
    """Kerned, spaced and in three styles, the words come out as they went in."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "test", "en")
    canvas.setPageSize((260, 300))
    spans = spans_of("**Bold AVATAR** and *slanted* text (with \\ brackets), Kyyivs’ka – 4 × 3.")
    Frame(20, 20, 200, 260, 0, 0, 0, 0).addFromList([JustifiedParagraph(spans, TextStyle(hyphenate=False))], canvas)
    canvas.save()

    page = pypdfium2.PdfDocument(buffer.getvalue())[0]
    text = " ".join(page.get_textpage().get_text_range().split())
    assert text == "Bold AVATAR and slanted text (with \\ brackets), Kyyivs’ka – 4 × 3."


def test_a_block_wraps_flush_left_within_its_width():
    drawn = text_block(
        "**Name**\n\n- one two three four five six\n- seven", TextStyle(size_pt=9.0, leading_pt=12.0), 30.0
    )

    assert drawn.height_mm > 4 * 12.0 / PT_PER_MM - 0.01
    for node in drawn.nodes:
        assert node.x + width_mm(node.text, node.font, node.size_pt) <= 30.01


def test_a_range_of_numbers_stays_on_one_line():
    """Victory levels of Two Rivers were broken as "5–" and "6"; words beside a dash may be parted."""
    style = TextStyle(SANS, 8.0, 10.0, "#000000", "#000000", "en")
    lines = text_block((Span("or 15–16 Meads, Rome–Paris"),), style, 10.0).nodes
    shown = [node.text for node in lines]
    assert "15–16" in shown and "Rome–" in shown


def test_links_take_their_colour_only_when_they_lead_somewhere():
    lines = set_lines((Span("[4.1]", link="case-1"), Span(" and "), Span("[9.9]")), TextStyle(), 60.0)

    assert [(run.text, run.look.target) for run in lines[0].runs] == [("[4.1]", "case-1"), (" and [9.9]", "")]
    first, second = lines[0].runs
    assert first.look.colour != second.look.colour


def test_parse_and_set_agree_on_hostile_text():
    text = '<img src="/etc/passwd"/> ' * 30
    lines = set_lines(parse(text)[0].spans, TextStyle(hyphenate=False), 60.0)

    assert "".join("".join(line.text for line in lines).split()) == "".join(text.split())


def test_a_line_too_loose_ends_short_instead_of_gaping():
    """Two long words in a wide column: gaps stop at 1.6 times the font's space."""
    lines = set_lines((Span("aa bb " + "w" * 19 + " cc dd " + "w" * 19),), TextStyle(hyphenate=False), 74.0)

    assert line_figures([lines]).loosest == pytest.approx(1.6)
    assert lines[0].width_mm < 73.0


JAPANESE = (
    "各プレイヤーは、自分の手番に「移動」と「戦闘」を行う（4.2）。ユニットは隣接するエリアへ移動できるが、敵のユニットがいる"
    "エリアでは止まらなければならない。ショートカットはない。攻撃側の戦力が守備側の3倍なら、3:1の列を使う。"
)


@pytest.mark.parametrize("width_mm", [41.0, 50.0, 62.0])
def test_no_line_of_japanese_begins_or_ends_with_what_may_not(width_mm):
    """JIS X 4051: stops, closing brackets, small kana never begin a line, opening brackets never end one."""
    lines = set_lines((Span(JAPANESE),), TextStyle(SANS, language="ja", hang=False), width_mm)

    assert len(lines) > 4
    assert "".join(line.text for line in lines) == JAPANESE
    assert [line.text for line in lines if line.text[0] in "、。）」ーャュョッ"] == []
    assert [line.text for line in lines if line.text[-1] in "（「"] == []
    assert [round(line.width_mm, 1) for line in lines[:-1]] == [width_mm] * (len(lines) - 1)


def test_latin_words_and_numbers_in_japanese_stay_whole():
    text = "これはKharkivskaの戦いで" * 6
    lines = set_lines((Span(text),), TextStyle(SANS, language="ja"), 47.0)

    assert len(lines) > 4
    assert sum(line.text.count("Kharkivska") for line in lines) == 6


def test_a_raised_reference_never_begins_a_line():
    spans = [Span("あいうえおかきくけこ"), Span("4.1", link="x", raised=True)] * 9
    lines = set_lines(spans, TextStyle(SANS, language="ja"), 33.0)

    assert len(lines) > 6
    assert [line.text for line in lines if line.text.startswith("4.1")] == []


def test_a_short_last_word_of_running_text_does_not_stand_alone():
    """In cells of tables, where no mark hangs, it may."""
    said = "The units that entered are the attacker, those that were in the area before the defence. Nobody refuses it."
    text = (Span(said),)
    ends = {
        hang: {set_lines(text, TextStyle(hang=hang, justify=False), 40.0 + n)[-1].text for n in range(40)}
        for hang in (True, False)
    }

    assert "it." not in ends[True] and "it." in ends[False]


def test_japanese_flush_left_is_parted_between_phrases_and_filled_up():
    """A last line of one letter stood in the cells of tables, and words were cut in two."""
    drawn = text_block("そのユニットを攻撃側のプールに戻す。", TextStyle(SANS, 10.0, language="ja"), 50.0)

    assert [text.text for text in drawn.nodes] == ["そのユニットを攻撃側の", "プールに戻す。"]
    style = TextStyle(SANS, 8.6, language="ja", hang=False, justify=False)
    names = text_block("ロシア1、ロシア2、ロシア3、クリミア共和国、ベラルーシ", style, 60.0)
    assert [text.text for text in names.nodes] == ["ロシア1、ロシア2、ロシア3、", "クリミア共和国、ベラルーシ"]
    name = text_block("×2 ウクライナ航空部隊", style, 22.0)
    assert [text.text for text in name.nodes] == ["×2 ウクライナ", "航空部隊"]
    alone = [line.text for line in set_lines((Span("ウクライナ航空部隊", bold=True),), style, 22.0)]
    assert alone == ["ウクライナ", "航空部隊"]
    spans = Span("外国人義勇兵。", bold=True), Span(" 1ユニットを引く。そのユニットは−1で戦う。")
    told = [line.text for line in set_lines(spans, style.with_(size_pt=9.0), 48.0)]
    assert told == ["外国人義勇兵。 1ユニットを", "引く。そのユニットは", "−1で戦う。"]


def test_a_line_parts_what_belongs_together_before_it_is_overfull():
    """Механизированный, 24 of which there are, is as wide as its column of a chart."""
    text, style = "корпус и механизированный", TextStyle(SANS, 8.2, 10.6, hyphenate=False, hang=False)
    room = width_mm("механизированный", "sans-regular", 8.2) + 0.5

    assert max(line.width_mm for line in set_lines((Span(text),), style, room)) <= room
    assert wrapped(text, "sans-regular", 8.2, room) == ["корпус и", "механизированный"]
