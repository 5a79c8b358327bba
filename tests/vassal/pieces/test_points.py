"""Victory points of a hex map: what the button counts, what stays by hand, what is told.

Expected values are worked out by hand from the schedule of Winter War.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.vassal.context import Context
from pnp.vassal.format.encoding import split_fields
from pnp.vassal.pieces.points import counts_points, schedule_lines
from tests.vassal.beanshell import evaluate
from tests.vassal.point_pieces import by_counter


class Board(dict):
    """Properties, and CountMap over `pieces`: (side, hex, hidden)."""

    def __init__(self, pieces, **properties):
        super().__init__(properties, true=True)
        self.pieces = pieces

    def __missing__(self, key):
        function, _, condition = key
        assert function == "CountMap"
        properties = [
            {"Holds": 1, "Side": side, "LocationName": place, "ObscuredToOthers": face_down, "true": True} for side,
            place, face_down in self.pieces
        ]
        return sum(bool(evaluate(condition, piece)) for piece in properties)


def changer(module, signal_end):
    """The expression of the command whose name ends so."""
    buttons = [b for b in module.root.find_all("ChangePropertyButton") if signal_end in b.attributes["hotkey"]]
    assert len(buttons) == 1, signal_end
    kind, text = split_fields(buttons[0].attributes["propChanger"], ",")[:2]
    assert kind == "P"
    return text


def counted(module, line, pieces, before):
    name = next(
        p.attributes["name"]
        for p in module.root.find_all("GlobalProperty")
        if any(f"points-{line}-" in b.attributes["hotkey"] for b in p.find_all("ChangePropertyButton"))
    )
    return evaluate(changer(module, f"points-{line}-taken"), Board(pieces, **{name: before}))


@pytest.mark.parametrize(
    ("pieces", "before", "after"),
    [
        ([], 1, 1),  # nobody there: as it was
        ([("soviet", "Viipuri (2262)", False)], 0, 1),
        ([("finnish", "Viipuri (2262)", False)], 1, 0),
        ([("finnish", "Viipuri (2262)", True)], 1, 1),  # what lies face down tells nothing
    ],
)
def test_a_hex_counts_for_who_stands_there_else_stays(winter_module, pieces, before, after):
    assert counted(winter_module, "viipuri", pieces, before) == after


@pytest.mark.parametrize(
    ("pieces", "before", "after"),
    [
        ([], 3, 3),
        # two hexes, however many units
        ([("soviet", "2162", False), ("soviet", "2161", False), ("soviet", "2161", False)], 0, 2),
        ([("soviet", "2162", False)], 3, 3),  # two others were passed before
        ([("finnish", "2155", False), ("finnish", "2156", False)], 8, 6),  # of eight hexes, six at most
    ],
)
def test_a_row_counts_within_what_pieces_allow(winter_module, pieces, before, after):
    assert counted(winter_module, "row-west-of-viipuri", pieces, before) == after


def test_a_line_of_four_hexes_wants_all_of_them(winter_module):
    names = ["Summa (2363)", "2463", "2563", "Taipale (2663)"]
    three, four = ([("soviet", name, False) for name in names[:count]] for count in (3, 4))

    assert counted(winter_module, "mannerheim-line", three, 0) == 0
    assert counted(winter_module, "mannerheim-line", four, 0) == 1
    assert counted(winter_module, "mannerheim-line", [*three, ("finnish", names[3], False)], 1) == 0


def test_losses_of_points_count_where_the_other_side_stands(winter_module):
    assert counted(winter_module, "leningrad", [("finnish", "Leningrad (2667)", False)], 0) == 1
    assert counted(winter_module, "leningrad", [("soviet", "Leningrad (2667)", False)], 1) == 0


def test_lines_by_hand_stay_within_their_bounds(winter_module):
    assert evaluate(changer(winter_module, "points-allied-losses-more"), {"PointsAlliedLosses": 2}) == 3
    assert evaluate(changer(winter_module, "points-allied-losses-fewer"), {"PointsAlliedLosses": 0}) == 0
    assert evaluate(changer(winter_module, "points-row-west-of-viipuri-more"), {"PointsRowWestOfViipuri": 8}) == 8
    assert [evaluate(changer(winter_module, "points-petsamo-more"), {"PointsPetsamo": n}) for n in (0, 1)] == [1, 0]


def zeroes(module):
    return {
        p.attributes["name"]: 0
        for p in module.root.find_all("GlobalProperty")
        if p.attributes["name"].startswith("Points")
    }


def test_the_sum_takes_losses_off(winter_module):
    """Viipuri 25 and three hexes of the row 15, less a supply city 10: 30."""
    board = zeroes(winter_module) | {"PointsViipuri": 1, "PointsRowWestOfViipuri": 3, "PointsSupplyCity": 1}

    assert evaluate(changer(winter_module, "points-add"), board) == 30


@pytest.mark.parametrize(
    ("total", "level"),
    [
        (-10, "Decisive Finnish victory"), (30, "Decisive Finnish victory"), (31, "Draw: Finnish moral victory"),
        (80, "Marginal Soviet victory"), (101, "Decisive Soviet victory"),
    ],
)
def test_sum_and_level_are_told(winter_module, total, level):
    report_format = next(
        b for b in winter_module.root.find_all("DoActionButton") if b.attributes["name"] == "Points told"
    ).attributes["reportFormat"]
    board = zeroes(winter_module) | {"PointsTotal": total, "PointsViipuri": 1, "PointsRowWestOfViipuri": 2}
    text = evaluate(report_format, board)

    lines = "2 × +5 each hex of the row west of Viipuri; +25 Viipuri"
    points = str(total).replace("-", "−")
    assert text == f"Victory points, Soviet Union: {points}, {level}; {lines} [Victory Point Schedule]"


def test_the_menu_holds_every_button(winter_module):
    (menu,) = [m for m in winter_module.root.find_all("ToolbarMenu") if m.attributes["description"] == "Victory points"]
    texts = {b.attributes["text"] for b in winter_module.root.find_all("DoActionButton")}
    items = split_fields(menu.attributes["menuItems"], ",")

    assert len(items) == 1 + 7 + 4 * 2  # the count, seven lines of yes or no, four that count for each
    assert set(items) <= texts
    assert all("holds" not in item for item in items)


def test_a_set_that_is_named_gives_its_hexes(winter, winter_layout):
    lines = {line.entry.id: line for line in schedule_lines(Context(winter, winter, winter_layout))}

    assert lines["row-west-of-viipuri"].hexes == ("2155", "2156", "2157", "2158", "2159", "2160", "2161", "2162")
    assert (lines["row-west-of-viipuri"].most, lines["viipuri"].most, lines["allied-losses"].most) == (8, 1, 99)


def test_without_a_schedule_the_cities_count(winter, winter_layout):
    bare = replace(
        winter, scenarios={name: s.model_copy(update={"victory": ()}) for name, s in winter.scenarios.items()}
    )

    assert counts_points(bare)
    assert schedule_lines(Context(bare, bare, winter_layout)) == []


def test_blanks_hold_nothing(winter_module):
    pieces = by_counter(winter_module)

    assert "Holds" not in pieces["dummy-1"].properties()
    assert pieces["rifle-division-1"].properties()["Holds"] == "1"
