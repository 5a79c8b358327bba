"""Flow charts: refused when they can't be run, placed in rows and columns, arrows that never lie on each other."""

from __future__ import annotations

import itertools

import pytest

from pnp.draw.scene import Group, Node, Text
from pnp.draw.text import width_mm
from pnp.errors import SourceError
from pnp.generators.sheets.bounds import marks
from pnp.generators.tables.flow_chart import leads_back
from pnp.generators.tables.flow_chart_plan import Arrow, arrows_of, flow_problems, place_steps
from pnp.generators.tables.flow_chart_routes import column_line, lane_of, route_arrows
from pnp.generators.tables.tables import LARGE, SMALL, draw_table
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


@FLOWS
@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_every_arrow_has_its_own_way(table, columns):
    """Each runs from box to box along lines, through no other box, and shares a stretch only with one to the same box.
    """
    cells = place_steps(table.steps, columns)
    arrows = tuple(arrow for arrow in arrows_of(table.steps) if not leads_back(cells, arrow))
    routed = route_arrows(arrows, cells)
    assert routed is not None and [r.arrow for r in routed] == list(arrows)
    boxes = {(column_line(c), column_line(r)): n for n, (r, c) in enumerate(cells.at)}
    used: dict[tuple, set[int]] = {}
    for way in routed:
        assert boxes[way.corners[0]] == way.arrow.source
        assert boxes[way.corners[-1]] == way.arrow.target
        for a, b in itertools.pairwise(way.corners):
            assert (a[0] == b[0]) != (a[1] == b[1])
            for p, q in itertools.pairwise(between(a, b)):
                used.setdefault((min(p, q), max(p, q)), set()).add(way.arrow.target)
                assert q not in boxes or q == way.corners[-1]
    assert all(len(targets) == 1 for targets in used.values())


def between(a, b):
    """Every vertex from a to b."""
    dx, dy = (b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])
    count = abs(b[0] - a[0]) + abs(b[1] - a[1])
    return [(a[0] + dx * i, a[1] + dy * i) for i in range(count + 1)]


def test_straight_ways_stay_straight():
    """A yes to the right and a no downwards have no corners."""
    cells = place_steps(LADDER.steps[:1] + flow("b!", "c!").steps, 2)
    arrows = (Arrow(0, 1, "yes"), Arrow(0, 2, "no"))
    routed = route_arrows(arrows, cells)
    assert [len(r.corners) for r in routed] == [2, 2]


def test_lines_know_their_lane():
    assert [column_line(0), column_line(1)] == [3, 7]
    assert [lane_of(n) for n in range(5)] == [(0, 0), (0, 1), (0, 2), None, (1, 0)]


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
    assert shown.count("yes") == shown.count("no") == 6
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


def test_a_way_back_up_is_a_letter_at_both_its_ends(putins_war):
    """From "rivers" and "wait" to "target"; both noes of BACK, each to a box of its own."""
    shown = texts(draw_table(putins_war, LOOP, 182.0).nodes)
    assert (shown.count("A"), shown.count("→ A")) == (1, 2)
    shown = texts(draw_table(putins_war, BACK, 182.0).nodes)
    assert [text for text in shown if len(text) < 7 and text[-1] in "AB"] == ["A", "no → A", "B", "no → B"]


def test_the_same_twice(putins_war):
    assert draw_table(putins_war, LOOP, 182.0) == draw_table(putins_war, LOOP, 182.0)
