"""The player aid: complete, legible, inside the page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from pnp.draw.pdf import render
from pnp.draw.scene import IDENTITY, Group, Node, Text
from pnp.draw.text import width_mm
from pnp.generators.charts.player_aid import build_charts
from pnp.generators.charts.records import NUMERAL_TYPE
from pnp.generators.tables.dice import die_face
from pnp.generators.tables.results import code_tints
from pnp.generators.tables.tables import draw_table
from pnp.model.tables import DieModifier
from pnp.sources import load_game
from pnp.translate import localised
from pnp.units import MM_PER_PT

ALL = pytest.mark.parametrize("paper", ["a4", "letter"])
LANGUAGES = pytest.mark.parametrize("language", ["en", "it"])


@pytest.fixture(scope="module")
def games(putins_war):
    return {"en": putins_war, "it": localised(putins_war, "it")}


def texts_of(nodes: tuple[Node, ...], at: tuple[float, ...] = IDENTITY) -> Iterator[tuple[Text, float, float]]:
    """Texts outside pictures of counters and outside the margin, as large as printed, with their place on the page."""
    for node in nodes:
        if isinstance(node, Text):
            scale = at[0]
            yield replace(node, size_pt=node.size_pt * scale), node.x * scale + at[4], node.y * scale + at[5]
        elif isinstance(node, Group) and node.layer != "margin" and node.clip is None:
            a, b, c, d, e, f = node.transform
            assert (a, b, c) == (d, 0.0, 0.0)
            yield from texts_of(node.children, (at[0] * a, 0.0, 0.0, at[0] * a, at[0] * e + at[4], at[0] * f + at[5]))


@ALL
@LANGUAGES
def test_every_table_stands_on_two_pages_or_three(games, paper, language):
    """What decides fights and the turn; what areas are worth, losses, the turns."""
    game = games[language]
    pages = [" ".join(t.text for t, _, _ in texts_of(p.scene.children)) for p in build_charts(game, paper).pages]

    assert len(pages) in (2, 3)
    told = " ".join(pages)
    for row in game.table("combat").rows:
        assert " ".join([row.die, *row.results]) in pages[0]
    for row in game.table("invasion").rows:
        for word in (row.name + " " + row.text + " " + row.after_text).split():
            assert word in told
    for phase in game.info.phases:
        assert phase.name in told
    for code in game.table("combat").codes:
        assert " ".join(code.name.split()) in " ".join(pages[0].split())
    assert game.words.text("Turn record") in told


@ALL
@LANGUAGES
def test_read_at_forty_centimetres_and_nothing_leaves_the_page(games, paper, language):
    """No type under 7 pt, five to eight sizes a page; a text's whole advance lies inside the side margins."""
    document = build_charts(games[language], paper)
    seen = 0
    for page in document.pages:
        for text, x, y in texts_of(page.scene.children):
            assert text.size_pt >= 7.0, text.text
            length = width_mm(text.text, text.font, text.size_pt)
            start = x - {"start": 0.0, "middle": length / 2, "end": length}.get(text.anchor, length / 2)
            assert start > 11.5 and start + length < page.scene.width_mm - 11.5, text.text
            assert 8.0 < y < page.scene.height_mm - 19.0, text.text
            seen += 1
    assert seen > 200


def test_odds_are_worked_from_the_counters(games):
    """Divisions 4, Air Force 4 and Special Brigade 3 against two 2s: 11 : 4, so 2:1; a 4 in that column is DR."""
    pages = build_charts(games["en"], "a4").pages
    told = " ".join(t.text for page in pages for t, _, _ in texts_of(page.scene.children))

    assert "11 against 4" in told
    assert "column 2:1" in told
    assert "A roll of 4 gives DR: Defender retreats." in told


def test_tints_darken_towards_the_attackers_good_end(games):
    def grey(colour: str) -> float:
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    tints = code_tints(games["en"], games["en"].table("combat"))
    assert list(tints) == ["AR", "X", "DR", "DE"]
    assert len(set(tints.values())) == 4
    assert grey(tints["X"]) > grey(tints["DR"]) > grey(tints["DE"])


def test_a_result_that_favours_nobody_has_one_tint_in_all_tables():
    """Where nobody but the defender can lose, the first result isn't the attacker's worst."""
    game = load_game("fall-of-the-directory")
    none, one, several = (code_tints(game, game.table(f"combat-{name}")) for name in ("none", "one", "several"))

    assert none["-"] == one["-"] == several["-"] == game.style.colour("result-neutral")
    assert none["DR"] == one["DR"] == several["DR"] == game.style.colour("result-good")


def test_a_modifier_and_the_open_end_are_printed(games):
    table = games["en"].table("combat")
    marked = table.replaced(modifiers=(DieModifier(id="mud", add=-1, text="−1 in mud.", rule="5.1"),))
    told = " ".join(t.text for t, _, _ in texts_of(draw_table(games["en"], marked, 180.0).nodes))

    assert "−1 in mud." in told
    assert "4:1+" in told
    assert "Higher odds use the last column." in told


def test_a_die_shows_its_pips():
    for value in range(1, 7):
        assert len(die_face(0, 0, 6.0, value)) == 1 + value


def test_records_have_a_column_a_turn(games):
    pages = build_charts(games["en"], "a4").pages
    told = [t.text for page in pages for t, _, _ in texts_of(page.scene.children) if t.font == NUMERAL_TYPE[0]]

    assert [t for t in told if re.fullmatch(r"[IVX]+", t)] == [
        "I",
        "II",
        "III",
        "IV",
        "V",
        "VI",
        "VII",
        "VIII",
        "IX",
        "X",
    ]


def test_pdf_is_complete_and_the_same_twice(games):
    data = render(build_charts(games["en"], "letter"))

    assert data == render(build_charts(games["en"], "letter"))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert [float(v) * MM_PER_PT for v in pdf.pages[0].MediaBox[2:]] == pytest.approx([215.9, 279.4], abs=0.01)
    printed = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert "Combat Table" in printed
