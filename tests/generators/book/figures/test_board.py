"""Examples on pieces of the board: arrows from the log, reckonings from the tables, boxes that float."""

from __future__ import annotations

import io
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from reportlab.platypus.flowables import Flowable

from pnp.draw.pdf import new_canvas
from pnp.draw.scene import Group, Node, Text
from pnp.draw.text import width_mm
from pnp.errors import SourceError
from pnp.generators.book.figures.board import PlaceBoard, _courses, _names, _piece, board_figure
from pnp.generators.book.figures.contact import fight_strip, fights_of
from pnp.generators.book.figures.example import ROOM_MM, example_box
from pnp.generators.book.figures.frame import MOST_MM
from pnp.generators.book.figures.situation import Leg, example_board
from pnp.generators.book.figures.standing import ShownStack
from pnp.generators.book.flow import Picture, TintedBox
from pnp.generators.book.look import book_look
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.sheets.bounds import marks
from pnp.generators.typeset.block import Drawing
from pnp.model.log import LogLine
from pnp.model.position import PositionSource
from pnp.model.rules import Example, ExampleStage, Expectation
from pnp.sources import load_game
from pnp.translate import localised
from pnp.units import PT_PER_MM

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module")
def march():
    return load_game(ROOT / "sources" / "march_of_justice")


@pytest.fixture(scope="module")
def plan(march):
    return plan_sheet(march, draft=True)


def lines(*rows: dict) -> list[LogLine]:
    return [LogLine(n, "draw" if "draw" in row else "event", row) for n, row in enumerate(rows, 1)]


EXAMPLE = Example(
    id="six",
    title="6 against 5",
    rules=("6.2",),
    text="Story.",
    position=PositionSource(
        units={
            "yefremov": ("wagner", "serb"),
            "tula": ("fsb", {"id": "omon", "state": "reduced"}),
            "moscow": ("sobr",),
            "turn-4": ("rusich",),
        }
    ),
    actions=(),
    expect=Expectation(),
)
FIGHT = lines(
    {"event": "attack", "units": ["wagner"], "at": "tula", "by": "wagner"},
    {"event": "contact", "units": ["fsb", "omon"], "at": "tula", "odds": "6:4", "column": "+2"},
    {"event": "modifier", "code": "momentum", "value": 1},
    {"event": "modifier", "code": "river", "value": -1},
    {"draw": "d6", "for": "contact-table", "value": 5},
    {"event": "result", "at": "tula", "table": "contact", "column": "+2", "row": "5", "code": "Rp"},
    {"event": "retreat", "units": ["fsb", "omon"], "at": "serpukhov", "from": "tula"},
    {"event": "advance", "units": ["wagner"], "at": "tula", "from": "yefremov"},
)


def test_arrows_follow_the_log(march):
    situation = example_board(march, EXAMPLE, FIGHT)

    assert situation.legs == (
        Leg("attack", "yefremov", "tula", "wagner"),
        Leg("retreat", "tula", "serpukhov", "russia"),
        Leg("move", "yefremov", "tula", "wagner"),
    )
    assert situation.spaces == ("yefremov", "tula", "serpukhov")
    assert situation.units["tula"] == (("fsb", "front"), ("omon", "back"))
    assert "turn-4" not in situation.units


def test_an_arrow_between_two_places_passes_by_a_third(plan):
    """On the road it was hidden by Kamensk, which lies between Rostov and Boguchar."""
    ((_, course),) = _courses(plan, [Leg("move", "rostov", "boguchar", "wagner")], {}, (), 0.5)
    (x, y, width, _), stack = plan.spaces["kamensk"].name_rect, plan.spaces["kamensk"].stack

    assert min(py for _, py in course) < y < max(py for _, py in course)
    assert not any(x < px < x + width and y < py < stack[1] + stack[3] for px, py in course)


def test_an_example_without_units_begins_as_the_scenario_does(march):
    start = Example.model_validate({**EXAMPLE.model_dump(), "position": {}})
    units = example_board(march, start, []).units
    assert units["rostov"] == (("wagner", "front"), ("rusich", "front"), ("serb", "front"))


def test_where_all_would_be_too_small_the_figure_shows_what_moves(march, plan):
    """From Rostov to Moscow it is too far for a figure; the way to Kamensk isn't."""
    begun = Example.model_validate({**EXAMPLE.model_dump(), "position": {"units": {"rostov": ["wagner"]}}})
    far = {"event": "mobilize", "units": ["police-1"], "at": "moscow"}
    way = {"event": "move", "units": ["wagner"], "at": "kamensk", "from": "rostov"}
    assert board_figure(PlaceBoard(march, plan), begun, lines(far, {**far, "at": "rostov"}), 62.0) is None
    alone, both = (board_figure(PlaceBoard(march, plan), begun, lines(*rows), 62.0) for rows in ((way,), (way, far)))
    assert alone is not None and both is not None and both.height_mm == pytest.approx(alone.height_mm)


def test_units_that_come_from_off_the_map_are_shown_pale(march):
    log = lines({"event": "mobilize", "units": ["helicopter"], "at": "moscow"})
    drawn = lines({"event": "place", "units": ["police-1", "police-2"], "at": "tula"})
    assert example_board(march, EXAMPLE, [*log, *drawn]).arriving == {
        "moscow": (("helicopter", "front"),), "tula": (("police-1", "front"), ("police-2", "front")),
    }  # fmt: skip


def test_a_stage_begins_where_earlier_actions_left_the_units(march):
    """The first action ends in Tula, its defenders in Serpukhov; the second brings one of them back."""
    log = [
        LogLine(1, "do", {"do": ["attack", "tula"]}), *FIGHT,
        LogLine(9, "do", {"do": ["attack", "tula"]}),
        *lines({"event": "attack", "units": ["fsb"], "at": "tula"}, {"event": "mobilize", "units": ["police-1"],
                                                                    "at": "moscow"}),
    ]  # fmt: skip

    start, first, second = (
        example_board(march, EXAMPLE, log, ExampleStage(paragraph=1, first=first, last=last))
        for first, last in ((1, 0), (1, 1), (2, 2))
    )

    assert start.units == first.units and first.legs and not start.legs and not start.arriving
    assert first.units == example_board(march, EXAMPLE, FIGHT).units
    assert second.units["tula"] == (("wagner", "front"),)
    assert second.units["serpukhov"] == (("fsb", "front"), ("omon", "back"))
    assert second.legs == (Leg("attack", "serpukhov", "tula", "russia"),)
    assert second.arriving == {"moscow": (("police-1", "front"),)}


@pytest.mark.parametrize("stage", [(3, 1, 1), (1, 1, 2), (1, 3, 1)])
def test_a_stage_that_is_not_in_the_example_is_refused(march, stage):
    """The example has one paragraph and one action."""
    paragraph, first, last = stage
    staged = ExampleStage(paragraph=paragraph, first=first, last=last)
    wrong = EXAMPLE.model_copy(update={"actions": (("attack", "tula"),), "stages": (staged,)})
    with pytest.raises(SourceError, match="it has 1 actions and 1 paragraphs"):
        example_box(march, book_look(march, "a4"), wrong, {}, tuple, {})


def test_without_a_log_all_spaces_with_units_are_shown(march):
    assert example_board(march, EXAMPLE, ()).spaces == ("yefremov", "tula", "moscow")


def texts(nodes: tuple[Node, ...]) -> list[str]:
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Text):
            found.append(node.text)
        elif isinstance(node, Group):
            found += texts(node.children)
    return found


def test_a_piece_of_the_board_names_its_spaces_and_arrows(march, plan):
    figure = board_figure(PlaceBoard(march, plan), EXAMPLE, FIGHT, 77.0)

    assert figure is not None and figure.width_mm == pytest.approx(77.0) and 20 < figure.height_mm < MOST_MM + 10
    told = texts(figure.nodes)
    assert {"Tula", "Yefremov", "Serpukhov", "attack", "retreat", "move"} <= set(told)
    assert "Grozny" not in told


@pytest.mark.parametrize(("covers", "matters", "named"), [(4.7, True, ["Tula"]), (4.7, False, []), (-1.0, True, [])])
def test_a_name_that_units_hide_stands_on_a_plate_if_it_matters(march, plan, covers, matters, named):
    """Those of Rostov, three in a stack, hid its name in the first turn."""
    x, y, width, _ = plan.spaces["tula"].name_rect
    stack = ShownStack((), width, 1, (x, y + 4.7 - covers, x + width, y + 25.0))
    around = (x - 60.0, y - 60.0, x + 60.0, y + 60.0)
    nodes = _names(march, plan, {"tula"} if matters else set(), around, 0.5, {"tula": stack}, [], [])
    assert texts(tuple(nodes)) == named


def test_roads_lead_to_a_location_at_the_edge_whose_name_alone_is_missing(march, plan):
    """Roads ended in nothing, as the box to which they lead was left out."""
    board = PlaceBoard(march, plan)
    (boxes,) = (layer for layer in board.layers if layer.layers[0].layer == "boxes")
    x, y, width, height = plan.spaces["tula"].stack
    for left, named in ((x - 5.0, ["Tula"]), (x + width / 2, [])):
        nodes = _piece(board, boxes, (left, y - 10.0, x + width + 5.0, y + height + 5.0), (), ())
        assert texts(tuple(nodes)) == named
        assert any(around[0] < x + width < around[2] + 1.0 for _, _, around in marks(nodes))


def test_two_far_ends_are_no_piece(march, plan):
    """Rubelo and Grozny at once would be too small to read in a narrow column."""
    far = lines(
        {"event": "mobilize", "units": ["fsb"], "at": "rubelo"},
        {"event": "mobilize", "units": ["omon"], "at": "grozny"},
    )
    assert board_figure(PlaceBoard(march, plan), EXAMPLE, far, 40.0) is None


def test_a_map_of_areas_has_no_pieces(putins_war, plan):
    example = next(putins_war.all_examples())
    assert board_figure(PlaceBoard(putins_war, plan), example, (), 77.0) is None


def test_a_fight_is_reckoned_from_the_log(march):
    """6 − 4 = +2; 6:4 is 1.5:1, no shift; 5 + 1 − 1 = 5 in column +2 is Rp."""
    (fight,) = fights_of(march, EXAMPLE, FIGHT)

    assert (fight.attack, fight.defence, fight.shift, fight.column) == (6, 4, 0, "+2")
    assert (fight.die, fight.modifiers, fight.rolled, fight.code) == (5, (1, -1), 5, "Rp")
    told = texts(fight_strip(march, fight, 77.0).nodes)
    assert [t for t in told if t not in ("attack − defense", "shift", "column", "die", "result")] == [
        "6 − 4 = +2", "0", "+2", " + 1 − 1 = 5", "Rp",
    ]  # fmt: skip
    for _, _, (left, _, right, _) in marks(fight_strip(march, fight, 77.0).nodes):
        assert left > -0.3 and right < 77.3


@pytest.mark.parametrize("language", ["en", "de", "it", "uk"])
def test_the_heads_of_a_strip_never_run_into_each_other(march, language):
    """In Ukrainian the difference and the shift did, with 11 − 7 and three modifiers in the narrow box."""
    (fight,) = fights_of(march, EXAMPLE, FIGHT)
    wide = replace(fight, attack=Fraction(11), defence=Fraction(7), modifiers=(1, -1, 1), die=3)
    nodes = fight_strip(localised(march, language), wide, ROOM_MM).nodes
    heads = sorted(
        (n.y, n.x - width_mm(n.text, n.font, n.size_pt) / 2, n.x + width_mm(n.text, n.font, n.size_pt) / 2)
         for n in nodes if isinstance(n, Text) and n.font.endswith("italic")
    )  # fmt: skip

    assert len(heads) >= 5 and min(left for _, left, _ in heads) >= 0.0 and max(right for *_, right in heads) <= ROOM_MM
    assert all(right + 0.5 < left for (y, _, right), (below, left, _) in pairwise(heads) if y == below)


def test_a_log_that_the_tables_contradict_is_refused(march):
    wrong = [LogLine(e.n, e.kind, {**e.data, "code": "S"}) if e.get("code") == "Rp" else e for e in FIGHT]
    with pytest.raises(SourceError, match=r"the tables give column \+2, Rp; the referee took \+2, S"):
        fights_of(march, EXAMPLE, wrong)


# Boxes -------------------------------------------------------------------------------------------


class Part(Flowable):
    """Some height, and where it came to stand."""

    def __init__(self, name: str, height: float, found: dict) -> None:
        super().__init__()
        self.name, self.height, self.found = name, height, found

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return width, self.height

    def draw(self) -> None:
        self.found[self.name] = self.canv.absolutePosition(0, self.height)


def test_an_example_across_both_columns_has_its_head_above_them():
    """The picture at the right began beside the title of that at the left."""
    found: dict = {}
    parts = [Part(name, height, found) for name, height in (("title", 20.0), ("left", 50.0), ("right", 30.0))]
    box = TintedBox(parts, "#eeeeee", 72.5, 2.0, 2, 6.0)
    box.drawOn(new_canvas(io.BytesIO(), "test", "en"), 100.0, 100.0)

    assert found["title"][1] - found["left"][1] == 20.0 and found["left"][1] == found["right"][1]
    assert found["right"][0] - found["left"][0] == pytest.approx(78.5 * PT_PER_MM)
    assert box.height == 20.0 + 50.0 + 2 * TintedBox.PAD_PT


def test_three_steps_stand_side_by_side():
    """Two of the three pictures stood below each other, beside an empty column."""
    shown = [Picture(Drawing((), 50.0, high), is_figure=True) for high in (30.0, 30.0, 30.0)]
    head, *words = (Part(name, 10.0, {}) for name in ("head", "one", "two", "three"))
    parts = [head, *(part for pair in zip(shown, words, strict=True) for part in pair)]
    box = TintedBox(parts, "#eeeeee", 56.0, 2.0, 3, 6.0)
    assert box.columns == [parts[1:3], parts[3:5], parts[5:7]] and box.width == pytest.approx(180.0 * PT_PER_MM)
