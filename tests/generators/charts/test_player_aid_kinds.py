"""Tables of every kind as drawn: differences, open ends in words, shifts, lists; tints; pages that fill up."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.draw.colour import contrast
from pnp.draw.scene import Group, Node, Text, texts_in
from pnp.draw.text import width_mm
from pnp.generators.charts.blocks import chart_blocks
from pnp.generators.charts.player_aid import build_charts, page_title
from pnp.generators.charts.records import turn_blocks
from pnp.generators.charts.units import areas_part, symbols_part, unit_parts
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.lists import shift_label
from pnp.generators.tables.look import AID, LARGE, SMALL
from pnp.generators.tables.odds import odds_part
from pnp.generators.tables.parts import results_legend, sequence_part
from pnp.generators.tables.results import code_tints, draw_results, modifiers_box
from pnp.generators.tables.tables import draw_table
from pnp.model.tables import DieModifier, EventRow, EventsTable, ListRow, ListTable, ShiftsTable
from pnp.sources import load_game
from pnp.translate import localised

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def march():
    return load_game(ROOT / "sources" / "march_of_justice")


def texts(nodes: tuple[Node, ...]) -> list[str]:
    """Every text outside pictures of counters."""
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Text):
            found.append(node.text)
        elif isinstance(node, Group) and node.clip is None:
            found += texts(node.children)
    return found


def said(nodes: tuple[Node, ...]) -> str:
    return " ".join(texts(nodes))


def test_seven_codes_go_from_worst_to_best_about_a_neutral_middle(march):
    """Red fades, an exchange and no effect are neither, blue deepens; neighbours differ."""
    table = march.table("contact")
    tints = list(code_tints(march, table).values())

    def parts(colour: str) -> tuple[int, int, int]:
        return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))  # type: ignore[return-value]

    assert len(set(tints)) == 7
    assert [parts(t)[0] > parts(t)[2] for t in tints] == [True] * 4 + [False] * 3
    assert tints[2:4] == [march.style.colour("result-neutral"), march.style.colour("paper")]
    greens = [parts(t)[1] for t in tints]
    assert greens[0] < greens[1] and greens[4] > greens[5] > greens[6]


def test_heads_have_true_signs_and_open_ends(march):
    shown = texts(draw_table(march, march.table("contact"), 182.0, LARGE).nodes)

    assert [t for t in shown if t[-1:].isdigit() and t[0] in "≤≥−+0"][:13] == [
        "≤\u2009−6", "−5", "−4", "−3", "−2", "−1", "0", "+1", "+2", "+3", "+4", "+5", "≥\u2009+6",
    ]  # fmt: skip
    assert " or less" in shown and " or more" in shown
    narrow = texts(draw_table(march, march.table("contact"), 85.0, SMALL).nodes)
    assert "−6" in narrow and "+6" in narrow


def test_every_cell_of_the_table_is_printed(march):
    table = march.table("contact")
    shown = said(draw_table(march, table, 182.0, LARGE).nodes)
    for row in table.rows:
        assert " ".join(row.results) in shown


def test_results_stand_clear_of_each_other_in_one_type(march):
    """In a narrow table too: as wide a code in every cell leaves white on both sides, none is set apart by its size."""
    contact = march.table("contact")
    wide = tuple(replace_results(row, ["½AL", *row.results[1:]]) for row in contact.rows)
    for width, font in ((182.0, "sans-semibold"), (140.0, "condensed-semibold"), (90.0, "condensed-semibold")):
        nodes = draw_results(march, [contact.model_copy(update={"rows": wide})], width, AID).nodes
        cells = [t for t in texts_in(nodes) if t.text in ("½AL", "AR", "Rp", "EX")]
        assert {t.font for t in cells} == {font} and len({t.size_pt for t in cells}) == 1
        ends = sorted((t.y, t.x, t.x + width_mm(t.text, t.font, t.size_pt)) for t in cells)
        assert all(b[1] - a[2] >= 1.5 for a, b in itertools.pairwise(ends) if a[0] == b[0])


def replace_results(row, results):
    return row.model_copy(update={"results": tuple(results)})


@pytest.mark.parametrize(("game", "name", "columns"), [
    ("winter-war", "combat-results", [3, 3]), ("the-ford", "combat-results", [3, 2]),
    ("putins-war", "combat", [2, 2]),
])
def test_the_key_to_results_stands_in_level_columns(game, name, columns):
    """Down one column, then the other, as many in each, the first longer by one where their number is odd; entries side
    by side begin on one line.
    """
    table = load_game(game).table(name)
    keys = [node for _, node, _ in marks(results_legend(load_game(game), table, 182.0).nodes)
            if isinstance(node, Text) and node.size_pt == AID.cell_pt]  # fmt: skip

    shown, codes = [node.text for node in keys], [code.id for code in table.codes]
    assert shown == codes
    assert [len([*run]) for _, run in itertools.groupby(round(node.x) for node in keys)] == columns
    assert len({round(node.y, 1) for node in keys}) == -(-len(codes) // 2)


def test_the_last_result_of_an_odd_number_has_the_width_of_both_columns():
    """The Ford: an exchange over four lines stood beside white."""
    game = load_game("the-ford")
    drawn = results_legend(game, game.table("combat-results"), 182.0)
    boxes = {node.text: box for _, node, box in marks(drawn.nodes) if isinstance(node, Text)}
    effect = next(box for text, box in boxes.items() if text.startswith("All defending units are eliminated, and"))

    assert effect[2] > 150.0 and boxes["EX"][1] > boxes["DE"][3]


def test_chips_of_the_key_have_an_edge_that_shows_on_white():
    """Two Rivers: that of a struggle, which is for neither side, couldn't be seen."""
    game = load_game("two-rivers")
    drawn = [node for _, node, _ in marks(results_legend(game, game.table("combat-results"), 182.0).nodes)]
    chips = [node for node in drawn if getattr(node, "stroke", None)]

    assert len(chips) == 7 and min(contrast(chip.stroke.colour, "#ffffff") for chip in chips) > 1.5


def test_modifiers_have_their_signs(march):
    """A number with its sign, a marker by its track's name, how often at most."""
    shown = texts(modifiers_box(march, march.table("contact").modifiers, 182.0, LARGE).nodes)
    told = " ".join(shown)

    assert [t for t in shown if t[0] in "+−"] == ["+ Momentum", "− Momentum", "−1", "−2", "+1"]
    assert "(at most +2)" in told
    many = DieModifier(id="m", add=-2, most=3, text="Mud.", rule="1.0")
    assert "Mud (at most −6)" in said(modifiers_box(march, (many,), 182.0, LARGE).nodes)


def test_shifts_say_how_far_and_where_to(march):
    assert [shift_label(march.words, n) for n in (-3, 0, 2)] == ["3L", "0", "2R"]
    table = ShiftsTable(
        kind="shifts", id="r", title="Ratios", rule="1.0", columns=("1:2", "1:1", "3:1"), shifts=(-2, 0, 1),
        open_start=True
    )
    shown = texts(draw_table(march, table, 120.0, LARGE).nodes)
    assert [t for t in shown if t in ("≤\u20091:2", "1:1", "3:1", "2L", "0", "1R")] == [
        "≤\u20091:2", "1:1", "3:1", "2L", "0", "1R",
    ]  # fmt: skip

    tight, loose = (draw_table(march, table, 120.0, replace(AID, air_mm=air)).height_mm for air in (0.0, 1.6))
    assert loose - tight == pytest.approx(3 * 1.6)  # its head and its row, to end level with what is beside it


def test_lists_show_keys_names_and_texts(march):
    table = ListTable(
        kind="list",
        id="l",
        title="Buys",
        rule="1.0",
        heads={"key": "Cost", "text": "What"},
        rows=(
            ListRow(id="a", key="1", name="Flag", text="It does this."),
            ListRow(id="b", key="0 or less", text="Nothing.", rule="7.1"),
        ),
    )
    shown = said(draw_table(march, table, 85.0, SMALL).nodes)
    assert " ".join(shown.split()) == "Cost What 1 Flag. It does this. 0 or less Nothing. 7.1"


def test_events_without_a_later_part_have_no_column_for_it(march):
    rows = (
        EventRow(die="1-5", id="a", name="Stays", text="Nothing."),
        EventRow(die="6", id="b", name="Goes", text="It goes."),
    )
    table = EventsTable(kind="events", id="e", title="E", rule="1.0", heads={"die": "Die", "text": "What"}, rows=rows)
    shown = said(draw_table(march, table, 85.0, SMALL).nodes)
    assert "Stays. Nothing." in " ".join(shown.split()) and "Goes. It goes." in " ".join(shown.split())


@pytest.mark.parametrize("width", [182.0, 85.0])
def test_no_table_leaves_its_width(march, width):
    for table in march.charts.tables:
        drawn = draw_table(march, table, width, LARGE if width > 100 else SMALL)
        for _, item, (left, _, right, bottom) in marks(drawn.nodes):
            assert left > -0.8 and right < width + 0.8 and bottom < drawn.height_mm + 0.8, (table.id, item)


def test_a_column_is_found_from_counters_and_their_marker(march):
    """Wagner 4 + 2 against OMON 2 and FSB 3: 6 − 5 = +1, 6:5 is 1:1 or 1L, column 0, a 4 is an exchange."""
    part = odds_part(march, 182.0)
    assert part is not None
    told = said(part.nodes)

    assert "has 4 and 2 from its marker on the track." in told
    assert "6 against 5 is +1. 6:5 is at least 1:1, that is 1L: column 0." in told.replace("  ", " ")
    assert "A roll of 4 gives EX: Exchange." in told


@pytest.mark.parametrize(("width", "size"), [(186.0, 15.0), (155.0, 8.8)])
def test_an_example_is_a_line_below_the_table_that_decides_fights(width, size):
    """The Ford: three against two, the words beside them, the result at the right; a box of its own stood half empty.
    """
    ford = load_game("the-ford")
    first = chart_blocks(ford)[0]
    part = odds_part(ford, width)
    assert part is not None and first.focal and "A roll of 4 gives EX" in said(first.draw(width, 0.0).nodes)
    drawn = [*marks(part.nodes)]
    texts = {node.text: box for _, node, box in drawn if isinstance(node, Text)}
    words = next(box for text, box in texts.items() if text.startswith("Odds."))

    assert texts["against"][2] < words[0] < words[2] < texts["EX"][0]
    assert width - 12.1 < texts["EX"][0] and size < part.height_mm < size + 12.0


def test_the_roll_of_an_example_may_be_a_range():
    """Rows for 1 and 2 and for 3 to 6: a roll of 1 is in the first."""
    rivers = load_game("two-rivers")
    crt = rivers.table("combat-results")
    rows = crt.rows[0].replaced(die="1-2"), crt.rows[5].replaced(die="3-6")
    tables = tuple(crt.replaced(rows=rows) if table.id == crt.id else table for table in rivers.charts.tables)
    part = odds_part(replace(rivers, charts=rivers.charts.replaced(tables=tables)), 182.0)

    assert part is not None and "A roll of 1 gives" in said(part.nodes)


def test_phases_show_their_steps_and_rules(march):
    told = said(sequence_part(march, 182.0).nodes).replace("\u00a0", " ")
    for phase in march.info.phases:
        assert (phase.text in told) != bool(phase.steps)
        for step in phase.steps:
            assert step.name in told and f" {step.rule.removesuffix('.0')} " in told


def test_the_text_of_a_phase_is_told_once_and_those_without_one_run_on():
    """Three reserve phases of the Portfolio have each a movement and an attack of ready units."""
    told = said(sequence_part(load_game("russian-portfolio"), 110.0).nodes).replace("\u00a0", " ")

    assert told.count("Ready units move.") == told.count("Ready units attack.") == 1
    assert "a First reserve movement. Ready units move. XIII.G b First" in re.sub(" +", " ", told)
    assert "a Third reserve movement XIII.G b Third reserve attack XIII.G" in re.sub("[ \u2002]+", " ", told)


def test_steps_of_a_lettered_phase_have_small_numerals():
    told = re.split("[ \u00a0\u2002]+", said(sequence_part(load_game("makhnos-return"), 90.0).nodes))

    assert [mark for mark in told if mark in ("i", "ii", "iii")] == ["i", "ii", "iii"]
    assert [mark for mark in told if mark in "bcdefg"] == list("bcdefg")


def test_phases_stand_in_two_columns_of_a_wide_page_and_numbers_on_the_line_of_their_names():
    """Texts beside the names left half of the page empty."""
    for name in ("march-of-justice", "winter-war"):
        game = load_game(name)
        at = [*placed(sequence_part(game, 182.0).nodes)]
        numbers = [(x, y) for node, x, y in at if node.font == "sans-bold" and node.text.isdigit()]
        names = [(x, y) for node, x, y in at if node.font == "sans-semibold" and not node.text.isdigit()]

        assert len(numbers) >= len(game.info.phases) - 2 and len({round(x) for x, _ in numbers}) == 2
        assert all(any(0.0 < x - left < 8.0 and abs(y - base) < 0.6 for x, y in names) for left, base in numbers)


def placed(nodes, dx: float = 0.0, dy: float = 0.0):
    for node in nodes:
        if isinstance(node, Group):
            yield from placed(node.children, dx + node.transform[4], dy + node.transform[5])
        elif isinstance(node, Text):
            yield node, node.x + dx, node.y + dy


def test_phases_within_another_have_letters():
    """Both set-ups come before the first turn; each player-turn has three phases."""
    told = re.split("[ \u00a0]+", said(sequence_part(load_game("two-rivers"), 90.0).nodes))

    assert [text for text in told if text in ("1", "2", "3", "4", "b", "c", "d")] == ["1", "2", "b", "c", "3"]
    assert told.index("c") < told.index("8.1") < told.index("3")


def test_a_page_is_titled_by_what_it_is_for(march):
    """The two largest tasks in a phrase, in lower case after the first but in German; one where they have no room."""
    tasks = {"combat": 0.5, "turn": 0.2, "victory": 0.3}

    assert page_title(march, tasks, lambda _: True) == "Contact and victory"
    assert page_title(march, tasks, lambda title: len(title) < 10) == "Contact"
    assert page_title(march, {"turn": 0.95, "combat": 0.05}, lambda _: True) == "Turn"
    assert page_title(march, tasks, lambda title: len(title) < 20, "Results") == "Results and victory"
    assert page_title(localised(march, "de"), {"turn": 0.5, "victory": 0.5}, lambda _: True) == "Runde und Sieg"


def test_facts_tell_traits_and_the_other_side(march):
    (block,) = unit_parts(march)
    told = said(block.draw(182.0, 0.0).nodes)

    assert "nderlined strength: never attacks" in told
    assert told.count("the same unit on the other side") == 1  # of three kinds
    assert "other side (Wagner):  Tank regiment, Mechanized regiment, Helicopters." in told


def test_facts_of_several_kinds_stand_side_by_side_or_one_to_a_line(march):
    """They ran on in a grey paragraph."""
    (block,) = unit_parts(march)

    def place(width: float, start: str) -> tuple[float, float]:
        found = (box for _, node, box in marks(block.draw(width, 0.0).nodes)
                 if isinstance(node, Text) and node.text.startswith(start))  # fmt: skip
        return next(found)[:2]

    (x, y), (right, same) = place(182.0, "Takes its movement"), place(182.0, "Back:")
    assert (x, same) == (pytest.approx(0.0, abs=1.0), pytest.approx(y, abs=0.5)) and right > 91.0
    (x, y), (left, below) = place(80.0, "Takes its movement"), place(80.0, "Back:")
    assert left == pytest.approx(x, abs=1.0) and below > y + 3.0


def test_the_map_key_shows_roads_and_crossings(march):
    told = said(symbols_part(march, 182.0).nodes)
    for word in ("home location", "M4", "other road", "river crossing"):
        assert word in told


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_charts_hold_every_table_and_nothing_leaves_the_page(march, paper):
    document = build_charts(march, paper)
    told = " ".join(said(page.scene.children) for page in document.pages)

    assert len(document.pages) <= 4
    for table in march.charts.tables:
        assert table.title in told or table.id == "akhmat"  # the flow chart asks for its roll
    for page in document.pages:
        body = tuple(n for n in page.scene.children if not (isinstance(n, Group) and n.layer == "margin"))
        for _, item, (left, top, right, bottom) in marks(body):
            if isinstance(item, Text):
                assert (
                    left > 11.5 and right < page.scene.width_mm - 11.5
                    and top > 8 and bottom < page.scene.height_mm - 17
                ), item.text


def test_the_names_of_phases_take_two_lines_at_most():
    """"Soviet Reinforcement Phase" took three of 32 mm."""
    part = sequence_part(load_game(ROOT / "sources" / "winter_war"), 182.0)
    assert said(part.nodes).count("Soviet Reinforcement") == 1


def test_a_record_tells_the_hours_of_each_turn(march):
    """As on the map, beside the date."""
    (record,) = turn_blocks(march)
    told = texts(record.draw(182.0, 0.0).nodes)
    assert "0–4 h" in told and "Start, 20–24 h" in told


def test_records_follow_the_markers_of_the_tracks(march):
    told = " ".join(said(page.scene.children) for page in build_charts(march, "a4").pages)
    for head in ("Momentum −3 … +3", "Rusich 0-4 … 4-0", "Serb"):
        assert head in told


@pytest.mark.parametrize(("width", "font"), [(182.0, "sans-bold"), (78.0, "condensed-semibold")])
def test_heads_of_narrow_columns_are_condensed(width, font):
    """Eleven columns up to 10:1+ stand apart as wide as the page, and close together in a column of the rulebook."""
    game = load_game(ROOT / "sources" / "russian_portfolio")
    drawn = draw_table(game, game.table("combat-results"), width, SMALL)
    heads = [text for text in texts_in(drawn.nodes) if ":" in text.text and text.text[0].isdigit()]

    assert [node.text for node in heads][-2:] == ["7:1", "10:1+"]
    assert {node.font for node in heads} == {font}


def test_a_range_stands_in_figures_alone():
    """Its faces touched the dash between them; a single result has its face beside the figure."""
    from pnp.generators.tables.dice import row_head
    from pnp.model.tables import Dice
    from pnp.model.words import Words

    dice, words = Dice(count=1, sides=6), Words(language="en", messages={})
    (span,) = row_head(words, dice, "1-5", LARGE, 5.0, 20.0)
    assert span.text == "1–5" and span.x == 10.0
    assert len(row_head(words, dice, "5", LARGE, 5.0, 20.0)) == 1 + 5 + 1
    assert all(isinstance(node, Text) for node in row_head(words, dice, "0-", LARGE, 5.0, 20.0))


def test_areas_worth_the_same_share_a_row():
    """Twenty-four rows, most of a 1, said what eight say; no name is divided."""
    told = texts(areas_part(load_game("putins-war"), 60.0).nodes)
    assert any("Ivano\u2011Frankivs’ka" in text for text in told)
    told = texts(areas_part(load_game("putins-war"), 156.0).nodes)

    assert told.count("1") == 3 and {"Kyyivs’ka", "L’vivs’ka, Dnipropetrovs’ka"} <= set(told)
    assert {"Zhytomyrs’ka", "Kirovohrads’ka"} <= set(" ".join(told).replace(",", "").split())
