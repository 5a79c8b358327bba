"""Flow charts: refused when they can't be run, placed in rows and columns, arrows to the next box and round others."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

from pnp.draw.colour import INK
from pnp.draw.scene import Group, Node, Path, Text
from pnp.draw.text import width_mm
from pnp.errors import SourceError
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.flow_chart import is_straight
from pnp.generators.tables.flow_chart_plan import Cells, flow_problems, place_steps, ways_of
from pnp.generators.tables.look import LARGE, SMALL
from pnp.generators.tables.tables import draw_table
from pnp.model.tables import FlowStep, FlowTable


def step(line: str) -> FlowStep:
    """ "ask? yes=a no=b", "do next=c", "stop!": the mark after the id tells the kind."""
    name, *ways = line.split()
    kind = {"?": "question", "!": "end"}.get(name[-1], "action")
    name = name.rstrip("?!")
    values = dict(way.split("=") for way in ways)
    return FlowStep(id=name, kind=kind, text=f"Text of {name}.", rule="1.0", **values)


def flow(*lines: str) -> FlowTable:
    return FlowTable(kind="flow", id="test", title="A test", rule="1.0", steps=tuple(step(line) for line in lines))


LOOP = flow(
    "start? yes=roll no=held", "roll? yes=march no=stay", "march next=held", "stay next=held",
    "held? yes=attack no=target", "attack? yes=go no=target", "go next=target",
    "target? yes=reach no=fall", "reach? yes=place no=wait", "place next=rivers", "rivers next=target",
    "wait next=target", "fall next=over", "over!",
)  # fmt: skip
LADDER = flow("a? yes=b no=c", "b? yes=d no=c", "c? yes=d no=e", "d? yes=a no=e", "e!")
STRAIGHT = flow("a next=b", "b next=c", "c!")
BACK = flow("a next=b", "b? yes=c no=a", "c? yes=d no=b", "d!")
BOTH = flow("a? yes=b no=b", "b? yes=c no=d", "c!", "d!")
ALL = {"loop": LOOP, "ladder": LADDER, "straight": STRAIGHT, "back": BACK, "both": BOTH}
FLOWS = pytest.mark.parametrize("table", ALL.values(), ids=ALL)


def told(table: FlowTable) -> list[str]:
    return [problem.message for problem in flow_problems(table)]


def test_a_way_to_a_step_that_is_not_there_names_the_nearest():
    (problem,) = flow_problems(flow("ask? yes=tagret no=target", "target!"))
    assert problem.message == "there is no step 'tagret'"
    assert "target" in problem.hint


def test_ways_must_go_with_the_kind_of_step():
    assert told(flow("ask? yes=over", "over!")) == ["question 'ask' has no 'no'"]
    assert told(flow("do yes=over next=over", "over!")) == ["action 'do' has 'yes'"]
    assert told(flow("do next=over", "over! next=do")) == ["end 'over' has 'next'"]


def test_steps_are_reached_and_rounds_have_a_question():
    assert told(flow("a next=b", "b!", "c next=b")) == ["no way leads to step 'c'"]
    assert told(flow("a next=b", "b next=c", "c next=b")) == ["b → c → b goes round without a question"]
    assert told(flow("a!", "a!")) == ["step 'a' is there twice"]
    assert told(flow(*[f"s{i} next=s{i + 1}" for i in range(60)], "s60!")) == ["61 steps; at most 60 make one chart"]


@FLOWS
def test_sound_flows_have_no_problems(table):
    assert flow_problems(table) == []


def test_a_chart_with_problems_is_refused(putins_war):
    with pytest.raises(SourceError, match="no step 'nowhere'"):
        draw_table(putins_war, flow("a next=nowhere"), 180.0)


def test_the_main_line_runs_down_and_yes_to_the_right():
    cells = place_steps(LOOP.steps, 3)
    at = dict(zip((s.id for s in LOOP.steps), cells.at, strict=True))

    assert [at[name] for name in ("start", "held", "target", "fall", "over")] == [
        (0, 0),
        (2, 0),
        (3, 0),
        (4, 0),
        (5, 0),
    ]
    assert [at[name] for name in ("roll", "march", "stay")] == [(0, 1), (0, 2), (1, 1)]
    assert [at[name] for name in ("attack", "go")] == [(2, 1), (2, 2)]
    assert [at[name] for name in ("reach", "place", "rivers", "wait")] == [(3, 1), (3, 2), (4, 2), (4, 1)]


def test_a_line_whose_no_leads_back_goes_on_with_yes():
    cells = place_steps(BACK.steps, 3)
    assert cells.at == ((0, 0), (1, 0), (2, 0), (3, 0))


def test_one_column_holds_everything():
    cells = place_steps(LOOP.steps, 1)
    assert sorted(cells.at) == [(row, 0) for row in range(14)]


def test_an_arrow_leads_to_the_next_box_at_the_right_or_below():
    """Five boxes: two in the first row with a gap between, two in the first column, one aslant."""
    cells = Cells(((0, 0), (0, 2), (2, 0), (3, 0), (1, 1)), 4, 3)

    assert is_straight(cells, 0, 1) and is_straight(cells, 0, 2)
    assert not is_straight(cells, 1, 0) and not is_straight(cells, 2, 0)  # to the left, up
    assert not is_straight(cells, 0, 3) and not is_straight(cells, 0, 4)  # past a box, aslant


def test_two_answers_may_lead_to_one_step():
    assert ways_of(BOTH.steps) == {(0, 1): ["yes", "no"], (1, 2): ["yes"], (1, 3): ["no"]}


@FLOWS
@pytest.mark.parametrize("width", [60.0, 110.0, 182.0])
def test_every_way_is_an_arrow_with_its_answer(putins_war, table, width):
    """As many heads as ways; the answers are beside their starts."""
    ways = ways_of(table.steps)
    drawn = draw_table(putins_war, table, width, SMALL).nodes
    answers = [word for text in texts(drawn) if text in ("yes", "no", "yes, no") for word in text.split(", ")]
    heads = [node for _, node, _ in marks(drawn)
             if isinstance(node, Path) and node.fill == INK and len(node.segments) == 4]  # fmt: skip

    assert sorted(answers) == sorted(kind for kinds in ways.values() for kind in kinds if kind != "next")
    assert len(heads) == len(ways) > 1


@FLOWS
@pytest.mark.parametrize("width", [60.0, 110.0, 182.0])
def test_no_way_runs_through_a_box(putins_war, table, width):
    """Letters, which stood for ways round other boxes, were a search; lines must find their way between rows."""
    drawn = [(node, box) for _, node, box in marks(draw_table(putins_war, table, width, SMALL).nodes)
             if isinstance(node, Path)]  # fmt: skip
    boxes = [box for node, box in drawn if node.fill and box[3] - box[1] > 5.0]
    ways = [[*node.segments] for node, _ in drawn if not node.fill]

    assert len(boxes) == len(table.steps) and len(ways) == len(ways_of(table.steps))
    for left, top, right, bottom in boxes:
        for way in ways:
            for (_, x, y), (_, x2, y2) in pairwise(way):
                inside = min(x, x2) < right - 0.5 and max(x, x2) > left + 0.5
                assert not (inside and min(y, y2) < bottom - 0.5 and max(y, y2) > top + 0.5)


def texts(nodes: tuple[Node, ...]) -> list[str]:
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Text):
            found.append(node.text)
        elif isinstance(node, Group):
            found += texts(node.children)
    return found


@pytest.mark.parametrize(("width", "look"), [(182.0, LARGE), (85.0, SMALL), (60.0, SMALL)])
def test_all_texts_are_inside(putins_war, width, look):
    drawn = draw_table(putins_war, LOOP, width, look)
    shown = texts(drawn.nodes)

    words = " ".join(shown)
    for one in LOOP.steps:
        assert all(word in words for word in one.text.split())
    for _, _, (left, top, right, bottom) in marks(drawn.nodes):
        assert left > -0.6 and top > -0.6 and right < width + 0.6 and bottom < drawn.height_mm + 0.6


def test_labels_are_beside_no_box(putins_war):
    """The words yes and no never lie on a box."""
    drawn = draw_table(putins_war, LOOP, 182.0, LARGE)
    (chart,) = [node for node in drawn.nodes if isinstance(node, Group)]
    boxes = [
        box for _, item, box in marks((chart,)) if not isinstance(item, Text) and item.fill and box[2] - box[0] > 30
    ]
    labels = [
        (n.x, n.y, width_mm(n.text, n.font, n.size_pt))
        for n in chart.children
        if isinstance(n, Text) and n.text in ("yes", "no")
    ]
    assert len(boxes) == 14 and len(labels) == 12
    for x, y, length in labels:
        assert not any(b[0] < x + length and x < b[2] and b[1] < y - 0.4 and y - 1.6 < b[3] for b in boxes)


def test_ways_round_to_one_box_end_in_one_arrow(putins_war):
    """To "held" from "march" and "stay"; to "target" from "attack", "go", "rivers" and "wait", left in one lane."""
    drawn = [node for _, node, _ in marks(draw_table(putins_war, LOOP, 182.0).nodes) if isinstance(node, Path)]
    ends = [node.segments[-1] for node in drawn if not node.fill and len(node.segments) > 2]

    assert sorted(len([*run]) for _, run in groupby(sorted(ends))) == [2, 4]


def test_the_same_twice(putins_war):
    assert draw_table(putins_war, LOOP, 182.0) == draw_table(putins_war, LOOP, 182.0)
