"""The booklet of scenarios, on the small game: pages, lists in the right state, map of the start, cards of sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.scene import Group, Path, Scatter, Show, Text, circle
from pnp.draw.text import width_mm
from pnp.errors import SourceError
from pnp.generators.maps.hex.panels import alike
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.scenarios import blocks
from pnp.generators.scenarios.blocks import arrivals_column, set_up_columns
from pnp.generators.scenarios.booklet import _Sheets, scenario_booklet
from pnp.generators.scenarios.flow import (
    AIR_MM,
    FlowPart,
    high,
    loosest,
    running,
    set_column,
    whole,
)
from pnp.generators.scenarios.lists import (
    AFTER_MM,
    LABEL,
    LONGEST_MM,
    Grid,
    LaidStack,
    StackGroup,
    arrival_stacks,
    grid_of,
    section_rows,
    side_lists,
)
from pnp.generators.scenarios.start_map import (
    GROUND_FORM,
    KEY_MM,
    StartMap,
    _coarser,
    _led,
    _reduced,
    front,
    ground_scene,
)
from pnp.generators.tables.look import HAIR
from pnp.generators.typeset.block import Drawing, text_block
from pnp.generators.typeset.block import levelled as slices
from pnp.generators.typeset.markup import Span
from pnp.maps.hex_plan import WaterShape
from pnp.model.hexes import HexSet
from pnp.model.position import PositionSource, UnitState
from pnp.model.scenario import Arrival, FreePlacement, Sector
from pnp.sources import load_game


@pytest.fixture(scope="module")
def ford():
    return load_game("the-ford")


@pytest.fixture(scope="module")
def plan(ford):
    return plan_sheet(ford, draft=True)


def texts(nodes, font: str = "") -> list[str]:
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Group):
            found += texts(node.children, font)
        elif isinstance(node, Text) and font in ("", node.font):
            found.append(node.text)
    return found


def shows(nodes) -> list[Show]:
    inner = [show for node in nodes if isinstance(node, Group) for show in shows(node.children)]
    return inner + [node for node in nodes if isinstance(node, Show)]


def start_map(game, plan, scenario, width: float = 84.0, height: float = 190.0):
    """The map of a start in a room."""
    shown = StartMap(game, plan, scenario)
    return shown.drawn(width, *shown.size(width, height)) if shown else None


def with_scenario(game, **values):
    changed = game.scenarios["standard"].replaced(**values)
    return replace(game, scenarios={"standard": changed}), changed


def stacks_of(listed):
    return [stack for section in listed.sections for stack in section.stacks]


def labels_of(listed) -> list[str]:
    return ["".join(span.text for span in section.label) for section in listed.sections]


def test_stacks_stand_in_their_order_and_units_that_arrive_later_do_not(ford):
    north, south = side_lists(ford, ford.scenarios["standard"])
    assert [(stack.place, stack.name) for stack in stacks_of(north)] == [
        ("0303", ""), ("0403", ""), ("0603", "Brenn"), ("0903", "")
    ]  # fmt: skip
    assert [str(group.counter.id) for group in stacks_of(north)[0].groups] == ["north-infantry-1", "north-artillery"]
    assert (north.counters, south.counters) == (5, 4)
    assert labels_of(north) == [""]


def test_a_counter_shows_the_state_that_it_starts_in(ford):
    group = ford.counters.group("north-infantry").replaced(back="reduced")
    groups = tuple(group if g.id == group.id else g for g in ford.counters.groups)
    position = ford.scenarios["standard"].position
    units = {"0303": (UnitState(id="north-infantry-1", state="reduced"),)}
    game, scenario = with_scenario(ford, position=position.replaced(units=units))
    game = replace(game, counters=game.counters.replaced(groups=groups))
    (north,) = side_lists(game, scenario)
    assert [group.face for group in stacks_of(north)[0].groups] == ["back"]


def test_groups_part_the_list_of_a_side(ford):
    """In the order of the groups and of their spaces; stacks of no group follow without a label."""
    groups = (
        Sector(name="Right wing", spaces=("0903",)), Sector(name="Left wing", spaces=("0403", "0303", "0306"))
    )  # fmt: skip
    game, scenario = with_scenario(ford, sectors=groups)
    north, south = side_lists(game, scenario)
    assert labels_of(north) == ["Right wing", "Left wing", ""]
    assert [[stack.place for stack in section.stacks] for section in north.sections] == [
        ["0903"], ["0403", "0303"], ["0603"]
    ]  # fmt: skip
    assert labels_of(south) == ["Left wing", ""]


def test_without_groups_formations_part_it():
    """Of the Soviet armies on 22 June: five districts, and the reserve, which has what no other formation has."""
    portfolio = load_game("russian-portfolio")
    _, soviet, _ = side_lists(portfolio, portfolio.scenarios["standard"])
    labels = labels_of(soviet)
    assert labels[:2] == ["Leningrad Military District", "Baltic Military District"]
    assert labels.index("Stavka") < labels.index("Kiev Military District")
    assert [stack.place for stack in soviet.sections[labels.index("Odessa Military District")].stacks] == [
        "CC6", "DD6", "EE6", "FF6", "GG6"
    ]  # fmt: skip


def section(*stacks: LaidStack, name: str = "") -> StackGroup:
    return StackGroup((Span(name, bold=True),) if name else (), stacks)


def drawn(game, width: float, *sections: StackGroup, chit_mm: float = 10.0, label_mm: float = 0.0) -> list:
    """Sections in rows."""
    told = [(text_block(one.label, LABEL, label_mm or width), one.stacks) for one in sections]
    return set_column(section_rows(game, told, Grid(width, chit_mm, label_mm)), 0.0, 0.0, 0.0)


def one_unit(game, place: str = "", name: str = "") -> LaidStack:
    return LaidStack(place, name, tuple(alike(game, ("north-guard",), {})))


def test_stacks_stand_at_columns_right_of_a_label_that_stands_once(ford):
    """Five counters of 10 mm, 13 mm apart, in 72 mm of which labels take 20: four and one; a stack of two touches and
    takes two columns, one of four, 40 mm wide, four.
    """
    found = drawn(ford, 72.0, section(*[one_unit(ford, "0303")] * 5, name="Left"), label_mm=20.0)
    ys = sorted({y for _, y in corners(found)})
    assert [[x for x, top in corners(found) if top == y] for y in ys] == [[20.0, 33.0, 46.0, 59.0], [20.0]]
    assert labels(found)["Left"][0] == 0.0 and ys[0] < labels(found)["Left"][1] < ys[0] + 10.0
    assert texts(found).count("Left") == 1
    for number, after in ((2, 26.0), (4, 52.0)):
        stack = LaidStack("0303", "", alike(ford, ("north-guard",), {}) * number)
        found = drawn(ford, 90.0, section(stack, one_unit(ford, "0304")), label_mm=20.0)
        assert [x for x, _ in corners(found)] == [*(20.0 + 10.0 * n for n in range(number)), 20.0 + after]


def test_labels_stand_above_counters_in_a_narrow_column(ford):
    """Of fewer than four columns of 13 mm beside a label of one word, or of the words of a longer one in two lines."""
    told = ((Span("Left", bold=True),), (Span("Army of the North", bold=True),))
    wide = width_mm("the North", "condensed-bold", 9.0) + AFTER_MM
    assert wide <= grid_of(told, 90.0, 10.0).label_mm <= wide + 2.0
    assert [grid_of(told, wide + room, 10.0).label_mm > 0.0 for room in (50.5, 53.0)] == [False, True]
    kind = alike(ford, ("north-guard",), {})[0]
    for count, white in ((1, 0.6), (2, 2.4)):  # a number stands out by 1.8 mm
        found = drawn(ford, 40.0, section(LaidStack("", "", (kind._replace(count=count),)), name="Left"))
        (x, y), = corners(found)
        assert x == 0.0 and y == pytest.approx(10.4 * 25.4 / 72 + white, abs=0.05)


def test_sections_stand_in_halves_where_that_saves_rows(ford):
    """Of 85 mm, 20 for labels: five columns of 13 mm, two of which the second label takes, which leaves two and one.
    A third section is below the first, and what has no room in a half makes all stand below each other.
    """
    short = [section(one_unit(ford, "0303"), name=name) for name in "ABC"]
    found = drawn(ford, 85.0, *short, label_mm=20.0)
    (a, b, c) = (labels(found)[name] for name in "ABC")
    assert (a[0], b[0]) == (0.0, 0.0) and a[1] < b[1] and (c[0], c[1]) == (52.0, a[1])
    assert [x for x, _ in corners(found)] == [20.0, 72.0, 20.0]
    wide = section(LaidStack("0304", "", alike(ford, ("north-guard",), {}) * 2), name="D")
    found = drawn(ford, 85.0, *short, wide, label_mm=20.0)
    assert len({y for _, y in corners(found)}) == 4 and {x for x, _ in corners(found)} == {20.0, 30.0}


def test_a_line_stands_above_each_section_but_the_first(ford):
    """Not above the second line of one."""
    found = drawn(ford, 72.0, section(*[one_unit(ford, "0303")] * 5, name="A"), section(one_unit(ford), name="B"),
                  label_mm=20.0)  # fmt: skip
    assert len({y for _, y in corners(found)}) == 3
    rules = [path for path in paths(found) if path.stroke and path.stroke.colour == HAIR]
    assert [path.segments for path in rules] == [(("M", 0.0, 0.0), ("L", 72.0, 0.0))]


def test_a_side_without_labels_has_its_name_beside_its_counters(ford):
    """On a plate as wide as a label; in a narrow column on a band."""
    scenario = ford.scenarios["standard"]
    lists, told = side_lists(ford, scenario), blocks.labels_of(ford, scenario)
    (north,), (south,) = set_up_columns(ford, lists, grid_of(told, 120.0, 10.0))
    nodes = [north.draw(0.0).at(0.0, 0.0)]
    assert {"North", "5 counters"} <= {*texts(nodes)} and min(x for x, _ in corners(nodes)) > 10.0
    assert {"South", "4 counters"} <= {*texts([south.draw(0.0).at(0.0, 0.0)])}
    band, *_ = set_up_columns(ford, lists, grid_of(told, 50.0, 10.0))[0]
    assert grounds([band.draw(0.0).at(0.0, 0.0)])[0][2] == 50.0


def corners(nodes, dx: float = 0.0, dy: float = 0.0) -> list[tuple[float, float]]:
    """Where the counters among `nodes` begin."""
    found = []
    for node in nodes:
        if isinstance(node, Group):
            at = dx + node.transform[4], dy + node.transform[5]
            found += [at] if node.role == "Figure" else corners(node.children, *at)
    return found


def test_blocks_run_on_in_columns():
    """A head of 10 mm stands again where one goes on, and doesn't end a column."""
    def block(*tall: float):
        return [whole(Drawing((), 9.0, one)) for one in tall]

    blocks = [block(10.0, 20.0), block(10.0, 30.0), block(10.0, 20.0, 20.0)]
    assert [high(column) for column in running(blocks, 61.0)] == [30.0, 40.0, 50.0]
    assert [high(column) for column in running(blocks, 75.0)] == [70.0, 50.0]
    assert [high(column) for column in running(blocks[2:], 45.0)] == [30.0, 30.0]


def test_the_number_of_those_alike_stands_on_the_corner_of_the_one_pictured(ford):
    """On a tag that ends at its right edge, and shifts no other counter."""
    kind = alike(ford, ("north-guard",), {})[0]
    nodes = drawn(ford, 70.0, section(LaidStack("0303", "", (kind._replace(count=3), kind))))
    (first, top), (second, _) = corners(nodes)
    ((left, upper, wide, high),) = grounds(nodes)
    assert (second - first, left + wide, upper) == pytest.approx((10.0, second, top - 1.8)) and high > 1.8
    assert left < labels(nodes)["×\u20093"][0] < left + 1.0


def test_counters_stand_in_columns_however_many_there_are_of_each(ford):
    for name in ("turn", "north-guard"):
        kinds = [alike(ford, (name,), {})[0]._replace(count=count) for count in (10, 1, 4, 5)]
        found = corners(drawn(ford, 38.0, section(*(LaidStack("", "", (kind,)) for kind in kinds))))
        assert [x for x, _ in found] == [0.0, 13.0, 26.0, 0.0]


def test_a_name_takes_so_many_columns_that_it_has_no_more_lines(ford):
    """One, two, or one beside the place."""
    stack, second = one_unit(ford, "0303", "Edge of the Lake"), one_unit(ford, "0304")
    for names, told, after in ((1, ["Edge of the Lake"], 26.0), (2, ["Edge of", "the Lake"], 13.0),
                               (0, ["Edge of the Lake"], 39.0)):  # fmt: skip
        rows = section_rows(ford, [(Drawing((), 0.0, 0.0), [stack, second])], Grid(90.0, 10.0, 0.0, names))
        found = set_column(rows, 0.0, 0.0, 0.0)
        assert [word for word in texts(found, "condensed-regular") if word in told] == told
        assert [x for x, _ in corners(found)] == [0.0, after]
        assert (labels(found)[told[0]][1] == labels(found)["0303"][1]) == (names == 0)


def test_a_name_stands_below_its_place_however_wide_the_counters(ford):
    """Also of what arrives in a hex."""
    guard = alike(ford, ("north-guard",), {})
    for count in (3, 1):
        found = labels(drawn(ford, 80.0, section(LaidStack("0303", "Obersdorf", guard * count))))
        assert found["Obersdorf"] == pytest.approx((found["0303"][0], found["0303"][1] + 2.8))
    arrival = Arrival(turn=2, side="north", units=("north-guard",), spaces=("0603",))
    game, scenario = with_scenario(ford, arrivals=(arrival,))
    assert ("0603", "Brenn") in [(stack.place, stack.name) for stack in arrival_stacks(game, scenario)[2]]


def test_of_many_units_alike_in_a_place_one_is_pictured(ford):
    """Two are each; of more there is one with their number."""
    pair = ("north-infantry-1", "north-infantry-2")
    units = {"0303": pair, "0305": (*pair, pair[0], "north-infantry-3")}
    position = ford.scenarios["standard"].position.replaced(units=units)
    game, scenario = with_scenario(ford, position=position, arrivals=(), codes={})
    (north,) = side_lists(game, scenario)
    assert [[one.count for one in stack.groups] for stack in stacks_of(north)] == [[1, 1], [3, 1]]


def test_a_stack_wider_than_its_row_is_parted(ford):
    """Three of 10 mm in 25: two and, above their place, one."""
    found = drawn(ford, 25.0, section(LaidStack("0303", "", alike(ford, ("north-guard",), {}) * 3)))
    assert len({y for _, y in corners(found)}) == 2 and texts(found).count("0303") == 1
    assert labels(found)["0303"][1] > max(y for _, y in corners(found)) + 10.0


def grounds(nodes, dx: float = 0.0, dy: float = 0.0) -> list[tuple[float, float, float, float]]:
    """Where the boxes among `nodes` begin, and their size; what counters are made of isn't one."""
    found = []
    for node in nodes:
        if isinstance(node, Group) and node.role != "Figure":
            found += grounds(node.children, dx + node.transform[4], dy + node.transform[5])
        elif isinstance(node, Path) and node.fill:
            xs, ys = zip(*(segment[1:] for segment in node.segments if len(segment) == 3), strict=True)
            found.append((dx + min(xs), dy + min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return [box for box in found if box[2] > 0 and box[3] > 0]


def test_what_arrives_is_listed_by_turn_with_the_place_below_it(ford):
    column = arrivals_column(ford, ford.scenarios["standard"], 90.0, 10.0)
    nodes = [piece.draw(0.0).at(0.0, 0.0) for piece in column]
    words = texts(nodes)
    assert words[0] == "Arrivals" and " 2 13 May " in " ".join(words)
    assert " ".join(words).count("Northern edge") == 2 and len(figures(nodes)) == 6


def test_the_band_of_a_side_says_on_which_display_its_counters_lie():
    """In a game of displays; what waits on them beside the map isn't listed again."""
    fall, ford = load_game("fall-of-the-directory"), load_game("the-ford")
    lists = side_lists(fall, fall.scenarios["standard"])
    assert [one.displays for one in lists][3:5] == [("Bolsheviks",), ("Directory",)]
    assert not any(one.displays for one in side_lists(ford, ford.scenarios["standard"]))
    words = texts(node for block in set_up_columns(fall, lists[:4], Grid(180.0, 14.0, 24.0))
                  for node in set_column(block, 0.0, 0.0, 0.0))  # fmt: skip
    assert "34 counters · on the display: Bolsheviks" in words
    assert "Makhnovists 13 counters · on the display: Bolsheviks" in " ".join(words)
    assert {"1108", "Kyiv"} <= {*words} and "Captures" in labels_of(lists[0]) and "Captures" not in words


def test_a_side_has_counters_though_all_wait_beside_the_map():
    """The Bolsheviks of Makhno's Return, below their band."""
    game = load_game("makhnos-return")
    lists = side_lists(game, game.scenarios["standard"])
    pieces = set_up_columns(game, lists, Grid(180.0, 10.0, 24.0))
    assert len(pieces) == 5 and [len(block) > 1 for block in pieces] == [True, True, True, True, False]
    assert all(corners([block[-1].draw(0.0).at(0.0, 0.0)]) for block in pieces)


def test_names_in_a_script_without_spaces_end_at_their_commas():
    """The names of five areas of Putin's War made a Japanese label of half the page."""
    label = (Span("ロシア1、ロシア2、クリミア共和国、", bold=True),)
    assert grid_of([label], 180.0, 10.0).label_mm <= LONGEST_MM + AFTER_MM


def test_a_column_grows_to_its_room():
    """As much as its white may grow, and the rest below."""
    pieces = [FlowPart(lambda _: Drawing((), 20.0, 10.0), 10.0, gap_mm=4.0) for _ in range(2)]
    tops = [[group.transform[5] for group in set_column(pieces, 0.0, 0.0, room)] for room in (20.0, 26.0, 44.0)]
    assert tops == [[0.0, 14.0], [0.0, 16.0], [0.0, pytest.approx(10.0 + 4.0 * 2.5)]]
    given: list[float] = []
    table = FlowPart(lambda air: given.append(air) or Drawing((), 20.0, 10.0), 10.0, rows=3)
    for room in (13.0, 99.0):
        set_column([table], 0.0, 0.0, room)
    assert given == [1.0, AIR_MM]
    assert [loosest([table]), loosest(pieces)] == [10.0 + 3 * AIR_MM, 24.0 + 6.0]


def test_rows_of_words_are_as_level_as_can_be():
    """Of five pieces in two columns the first three stand beside the higher two; a column for each is the most."""
    assert slices([3.0, 3.0, 3.0, 5.0, 5.0], 2) == [slice(0, 3), slice(3, 5)]
    assert slices([1.0, 9.0], 2) == [slice(0, 1), slice(1, 2)]


def figures(nodes) -> list[Group]:
    """The counters among `nodes`."""
    groups = [node for node in nodes if isinstance(node, Group)]
    return [one for group in groups for one in ([group] if group.role == "Figure" else figures(group.children))]


def test_a_map_of_hexes_fills_its_room(ford, plan):
    """72 mm wide and 80 high with its key: as much of the country as has this shape; no map where nothing stands."""
    shown = StartMap(ford, plan, ford.scenarios["standard"])
    width, height, scale = shown.size(72.0, 80.0)
    assert (width, height) == pytest.approx((72.0, 80.0), abs=0.01)
    drawn = shown.drawn(72.0, width, height, scale)
    assert (drawn.width_mm, drawn.height_mm) == (72.0, height)
    (show,) = shows(drawn.nodes)
    assert show.form == GROUND_FORM and show.transform[0] == pytest.approx(scale)
    game, scenario = with_scenario(ford, position=ford.scenarios["standard"].position.replaced(units={}))
    assert start_map(game, plan, scenario) is None


def test_a_name_stands_beside_its_place(ford, plan):
    """Ostrel, from the middle of hex 0608."""
    shown = StartMap(ford, plan, ford.scenarios["standard"])
    width, height, scale = shown.size(56.0, 61.6)
    x, y, _, _ = front(plan, shown.front, width / (height - KEY_MM))
    named = labels(shown.drawn(56.0, width, height, scale).nodes)["OSTREL"]
    at = [(value - start) * scale for value, start in zip(plan.hexes.centres["0608"], (x, y), strict=True)]
    assert abs(named[0] - at[0]) < 16.0 and abs(named[1] - at[1]) < 6.0


def test_the_name_of_a_group_off_its_stacks_is_led_to_one():
    """From 2 mm off the middle of the stack to the near edge of the name, 9 mm above; no line beside it."""
    name = Drawing((), 20.0, 3.0)
    led, left, top = _led((name, 30.0, 38.0), (40.0, 50.0), 2.0, 7.0)
    assert (left, top) == (30.0, 38.0)
    assert [path.segments for path in paths(led.nodes)] == [(("M", 10.0, 10.0), ("L", 10.0, 3.0))] * 2
    assert _led((name, 42.0, 48.0), (40.0, 50.0), 2.0, 0.0) == (name, 42.0, 48.0)


def test_a_region_is_named_on_land_and_where_all_is_water_nothing_but_seas(ford, plan):
    """None is named where it has no such place."""
    def named(shore) -> set[str]:
        flooded = replace(plan, hexes=replace(plan.hexes, shore=shore))
        drawn = start_map(ford, flooded, ford.scenarios["standard"], 180.0)
        return {name.text for name in plan.labels.areas} & {*texts(drawn.nodes)}

    wide, high = plan.size_mm
    assert named(()) and named(((((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)),),)) == set()


def test_stacks_that_would_hide_each_other_need_a_larger_map(ford, plan):
    """A hex is 23 mm wide, and a box at least 2.7 mm."""
    shown = StartMap(ford, plan, ford.scenarios["standard"])
    assert [shown.is_clear(scale) for scale in (0.115, 0.12)] == [False, True]


def test_of_a_hex_map_the_front_is_shown(ford, plan):
    """A hex is 23.0 mm wide: 23 mm around the outermost of three stacks, more to one side where the room is wide; as
    much around one stack alone, but a quarter of the map's 248 and 221 mm at the least."""
    stacks = [plan.hexes.centres[name] for name in ("0303", "0903", "0906")]
    least, (xs, ys) = front(plan, stacks), zip(*stacks, strict=True)
    spans = [max(line) - min(line) + 2 * 23.0 for line in (xs, ys)]
    assert least == pytest.approx((min(xs) - 23.0, min(ys) - 23.0, *spans), abs=0.02)
    _, top, wide, high = front(plan, stacks, 1.1)
    assert wide == pytest.approx(least[2], abs=0.01) and high == pytest.approx(wide / 1.1) and top < least[1]
    one = front(plan, stacks[:1])
    assert one[2:] == pytest.approx((62.0, 55.25), abs=0.02)
    assert KEY_MM > 0


def test_of_areas_as_much_is_shown_as_fits_the_room_and_names_stand_within_their_borders():
    """Two Rivers is 237 mm wide and 221 high; each name has its points apart, on a tag."""
    rivers = load_game("two-rivers")
    sheet = plan_sheet(rivers, draft=True)
    assert front(sheet, [], 237.0 / 221.0) == pytest.approx(sheet.frame_mm)
    _, _, wide, high = front(sheet, [], 0.9)
    assert high == pytest.approx(221.0) and wide < 237.0
    shown = StartMap(rivers, sheet, rivers.scenarios["standard"])
    width, height, scale = shown.size(160.0, 160.0)
    x, y, _, _ = front(sheet, [], width / (height - 2 * KEY_MM))
    named = labels(shown.drawn(160.0, width, height, scale).nodes)
    assert named["Crown"][0] == pytest.approx(4.4)  # the key begins where the map does
    for space in rivers.map.spaces:
        left, top = named[space.name]
        at = (left / scale + x, top / scale + y)
        xs, ys = zip(*sheet.spaces[str(space.id)].polygon, strict=True)
        assert min(xs) < at[0] < max(xs) and min(ys) < at[1] < max(ys), space.name
    assert "±2" in texts(shown.drawn(160.0, width, height, scale).nodes)


def test_a_name_on_a_tab_stands_beside_the_symbol_there():
    march = load_game("march-of-justice")
    sheet = plan_sheet(march, draft=True)
    shown = StartMap(march, sheet, march.scenarios["standard"])
    size = shown.size(130.0, 400.0)
    found = labels(shown.drawn(size[0], *size).nodes)
    moscow, stupino = (sheet.spaces[name] for name in ("moscow", "stupino"))
    left = [found[name][0] + width_mm(name, "condensed-semibold", 6.6) / 2 for name in ("Moscow", "Stupino")]
    assert moscow.name[0].x > moscow.name_rect[0] + moscow.name_rect[2] / 2 + 1.0
    assert left[0] - left[1] == pytest.approx(size[2] * (moscow.name[0].x - stupino.name[0].x), abs=0.1)
    small = shown.size(100.0, 130.0)  # of which a name under whose tab units stand was left out
    assert {space.name for space in march.map.spaces} <= labels(shown.drawn(small[0], *small).nodes).keys()


def labels(nodes, x: float = 0.0, y: float = 0.0) -> dict[str, tuple[float, float]]:
    """Text -> where it begins."""
    found: dict[str, tuple[float, float]] = {}
    for node in nodes:
        if isinstance(node, Group):
            found |= labels(node.children, x + node.transform[4], y + node.transform[5])
        elif isinstance(node, Text):
            found.setdefault(node.text, (x + node.x, y + node.y))
    return found


def test_the_hexes_of_a_set_and_within_a_distance_are_marked(ford, plan):
    """Of a free set-up: two hexes of a set, and the seven within one hex of 0707."""
    hexes = ford.map.hexes
    crest = HexSet(id="crest", name="Crest", kind="area", hexes="0303 0403")
    game = replace(ford, map=ford.map.replaced(hexes=hexes.replaced(sets=(*hexes.sets, crest))))
    for values, squares in (({"set": "crest"}, 2), ({"spaces": ("0707",), "within": 1}, 7)):
        placement = FreePlacement(side="south", units=("south-guard",), rule="3.1", **values)
        changed, scenario = with_scenario(game, placements=(placement,), position=PositionSource())
        drawn = paths(start_map(changed, plan, scenario).nodes)
        assert len([path for path in drawn if path.stroke and path.stroke.dash_mm]) == squares + 1  # and in the key


def test_the_ring_about_a_place_is_shown_whole(ford, plan):
    """Of the 37 hexes within three of 0606, 3.5 hexes of 23.0 mm around it."""
    placement = FreePlacement(side="south", units=("south-guard",), spaces=("0606",), within=3, rule="3.1")
    game, scenario = with_scenario(ford, placements=(placement,), position=PositionSource())
    shown = StartMap(game, plan, scenario)
    (x, y), radius = plan.hexes.centres["0606"], 3.5 * shown.hex_mm
    left, top, wide, high = front(plan, shown.front)
    assert left <= x - radius and top <= y - radius and left + wide >= x + radius and top + high >= y + radius


def test_a_space_that_a_side_may_set_up_in_has_an_empty_square(ford, plan):
    """It is told below the map, apart from the units that stand somewhere."""
    placement = FreePlacement(side="south", units=("south-guard",), spaces=("0707", "0808"), rule="3.1")
    game, scenario = with_scenario(ford, placements=(placement,))
    words = texts(start_map(game, plan, scenario).nodes)
    assert words[-3:] == ["North", "South", "South: Set-up"]
    drawn = paths(start_map(game, plan, scenario).nodes)
    empty = [path for path in drawn if path.stroke and path.stroke.dash_mm]
    assert len(empty) == 3   # two on the map, one in the key


def paths(nodes) -> list[Path]:
    inner = [path for node in nodes if isinstance(node, Group) for path in paths(node.children)]
    return inner + [node for node in nodes if isinstance(node, Path)]


def test_a_map_of_few_hexes_has_its_grid(ford, plan):
    large, small = (ground_scene(ford, plan, scale).children[0].children for scale in (0.3, 0.05))
    assert len(large) == len(small) + 1


def test_a_small_ground_has_no_trees_and_no_fine_steps(ford, plan):
    large, small = (ground_scene(ford, plan, scale).children[0].children for scale in (0.3, 0.05))
    assert sum(len(path.segments) for path in paths(small)) < 0.9 * sum(len(path.segments) for path in paths(large))
    trees = Scatter(((Path(circle(0.0, 0.0, 1.0), fill="#000000"),),), (0.0, 5.0, 5.0, 1.0))
    assert [*_reduced([trees], False)] == [trees] and [*_reduced([trees], True)] == []


def test_the_ground_can_be_kept_as_a_form(ford, plan):
    """Whose nodes have no opacity of their own group; hills have their shade, as on the map."""
    hill = {"shade": ((next(iter(plan.hexes.rivers)).ribbon,),)}
    shaded = replace(plan, hexes=replace(plan.hexes, washes=hill))
    groups = [*ground_scene(ford, shaded, 0.3).children[0].children]
    assert len(paths(groups[1].children)) == 1

    assert {group.opacity for group in groups if isinstance(group, Group)} == {1.0}


def test_a_coarser_line_keeps_its_ends_and_corners():
    points = (0.4, 0.1), (2.0, 0.0), (2.1, 0.0), (2.0, 3.0), (2.0, 3.2)
    steps = [("M", 0.0, 0.0), *(("L", *point) for point in points), ("Z",)]
    assert [*_coarser(steps, 1.0)] == [steps[0], steps[2], steps[4], steps[5], steps[6]]


def test_the_ground_has_no_gaps_for_names_and_a_sea_cut_in_linoleum_is_of_one_tone(ford, plan):
    gone = replace(plan, labels=replace(plan.labels, knock_out=()))
    assert ground_scene(ford, plan, 0.3) == ground_scene(ford, gone, 0.3)
    water = next(iter(plan.hexes.rivers)).ribbon
    sea = replace(plan.hexes, waters=(WaterShape("sea", True, ((water,),) * 5),))
    cut = replace(sea, strokes={"lino-1": (1.0, 1.0, 2.0, 2.0)})
    many, one = (water_of(ground_scene(ford, replace(plan, hexes=ground))) for ground in (sea, cut))
    assert (len(many), len(one)) == (5, 1)


def water_of(scene) -> list[Path]:
    """The shapes of the water, which is above the land, washes, the bands of borders and the terrain."""
    return list(scene.children[0].children[4].children)


def test_a_place_near_the_front_that_gives_points_is_shown(ford, plan):
    """Ostrel, two hexes south of all stacks."""
    shown = StartMap(ford, plan, ford.scenarios["standard"])
    ostrel = next(str(space.id) for space in ford.map.spaces if space.name == "Ostrel")
    assert plan.hexes.centres[ostrel] in shown.front


def test_units_with_other_values_or_names_are_pictured_apart(ford):
    """The third and fourth brigade have 3-3-4, the others 4-4-4; on the map each formation stands for itself."""
    units = {"0303": tuple(f"north-infantry-{n}" for n in (1, 2, 3, 4))}
    position = ford.scenarios["standard"].position.replaced(units=units)
    game, scenario = with_scenario(ford, position=position, arrivals=(), codes={})
    (north,) = side_lists(game, scenario)
    assert [group.count for group in stacks_of(north)[0].groups] == [1, 1, 1, 1]
    assert [(str(one.counter.id), one.count) for one in alike(game, units["0303"], {})] == [
        ("north-infantry-1", 2), ("north-infantry-3", 2)
    ]  # fmt: skip


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages(ford, plan, paper: str):
    game, _ = with_scenario(ford, special_rules=("The bridge at Averne is mined.",))
    (page,) = scenario_booklet(game, paper, plan).pages
    words = texts(page.scene.children)
    joined = " ".join(words)
    assert "Eight days in May" in words and "moves first:  North" in joined.replace("\u00a0", " ")
    assert "Arrivals" in words and "Victory points" in words
    assert "12.2" in words and joined.index("+6") < joined.index("Ostrel")
    assert "Special rules" in words and "bridge at Averne" in joined


def crowded(ford, high: int = 1, **values):
    """The small game with a stack so high in each of 108 hexes, in nine rows that each are a group."""
    stack = ("north-guard", "north-infantry-1", "north-infantry-3", "north-artillery", "south-guard")[:high]
    units = {f"{column:02}{row:02}": stack for row in range(1, 10) for column in range(1, 13)}
    rows = [Sector(name=f"Row {n}", spaces=tuple(p for p in units if p[2:] == f"0{n}")) for n in range(1, 10)]
    position = ford.scenarios["standard"].position.replaced(units=units)
    game, _ = with_scenario(ford, position=position, arrivals=(), codes={}, sectors=tuple(rows), **values)
    return units, game


def test_lists_run_on_through_further_sheets(ford, plan):
    """Each hex stands once, and what is on a further sheet under the band of its side and a title."""
    units, game = crowded(ford, 4)
    pages = [page.scene.children for page in scenario_booklet(game, "a4", plan).pages]
    assert len(pages) > 2
    listed = [word for page in pages for word in texts(page, "condensed-bold") if word in units]
    assert sorted(listed) == sorted(units)
    assert {"The start", "Victory points"} <= {*texts(pages[0])}
    assert {tuple(texts(page)[:3]) for page in pages[1:]} == {("Eight days in May", "SET-UP · THE FORD", "North")}


def test_no_stack_is_wider_than_its_column(ford, plan):
    """The nine kinds of units of one side in a hex, at 12 mm each: in two lines of a column of half the sheet."""
    units = {"0303": tuple(str(unit.id) for unit in ford.all_counters() if unit.group.type)}
    position = ford.scenarios["standard"].position.replaced(units=units)
    game, scenario = with_scenario(ford, position=position, arrivals=(), codes={})
    sheets = _Sheets(game, scenario, 1, plan, 182.0, 270.0)
    column = [row for block in sheets.laid(88.2, 12.0, ("north",), False) for row in block]
    nodes = set_column(column, 0.0, 0.0, 0.0)
    assert len({y for _, y in corners(nodes)}) == 2 and max(x for x, _ in corners(nodes)) < 88.2 - 12.0


def test_a_text_that_leaves_no_room_is_an_error(ford, plan):
    """For the map and how the game is won, which stand below it on the first sheet."""
    game, _ = with_scenario(ford, text=" ".join(["So it was said."] * 300))
    with pytest.raises(SourceError, match="standard leaves no room") as told:
        scenario_booklet(game, "a4", plan)
    (problem,) = told.value.problems
    assert str(problem.where).startswith("sources/the_ford/scenarios/standard.yaml:") and problem.hint == "shorten it"


def test_results_of_a_side_that_differ_by_a_number_are_a_table(ford):
    """What they share stands once; a result of nobody, and the only one of a side, have a sentence each."""
    def told(*texts: str) -> list[tuple[str, str, str]]:
        return [(f"Northern {name}", "north", text) for name, text in zip(("win", "edge"), texts, strict=False)]

    cities = told("The North holds cities worth 8 points or more.", "The North holds cities worth 5 to 7 points.")
    assert blocks._lead(cities, cities[0]) == "The North holds cities worth "
    for apart in (cities[:1], told("The North holds Ostrel.", "The North holds Sella.")):
        assert blocks._lead(apart, apart[0]) == apart[0][2]
    assert blocks._shared(("北軍は11点", "北軍は12点")) == "北軍は"
    words = texts([blocks._degrees(ford, cities, "The North holds cities worth ", 3.4, 80.0).at(0.0, 0.0)])
    assert words == ["The North holds cities worth", "8 points or more", "win", "5 to 7 points", "edge"]


def test_names_stand_beside_their_places_where_that_is_lower(ford):
    """Of three stacks in a row of 120 mm; not of six, which would take two."""
    lists = side_lists(ford, ford.scenarios["standard"])[:1]
    for count, beside in ((3, True), (6, False)):
        stacks = (one_unit(ford, "0303", "Obersdorf"),) * count
        listed = replace(lists[0], sections=(StackGroup((), stacks),))
        (row,) = set_up_columns(ford, [listed], Grid(120.0, 12.0, 18.0))[0]
        found = labels([row.draw(0.0).at(0.0, 0.0)])
        assert (found["Obersdorf"][1] == found["0303"][1]) == beside


def test_counters_have_at_least_nine_millimetres(ford, plan):
    """In lists; on a map so full less."""
    _, game = crowded(ford)
    pages = scenario_booklet(game, "a4", plan).pages
    sizes = [size for page in pages for size in chit_sizes(page.scene.children, ford.style.counters.size_mm)]
    assert sum(size >= 9.0 for size in sizes) >= 108 and min(sizes) >= 6.4


def chit_sizes(nodes, natural: float) -> list[float]:
    """The sizes of the counters among `nodes`."""
    groups = [node for node in nodes if isinstance(node, Group)]
    shown = [group.transform[0] * natural for group in groups if group.role == "Figure"]
    return shown + [size for group in groups for size in chit_sizes(group.children, natural)]


@pytest.mark.parametrize(("name", "paper", "sheets"), [
    ("winter-war", "letter", 3), ("russian-portfolio", "a4", 6), ("fall-of-the-directory", "a4", 2),
    ("march-of-justice", "letter", 1), ("two-rivers", "a4", 1), ("the-ford", "letter", 1),
])  # fmt: skip
def test_every_page_is_full(name: str, paper: str, sheets: int):
    """To 85 % of its height at the least."""
    game = load_game(name)
    pages = scenario_booklet(game, paper, plan_sheet(game, draft=True)).pages
    assert len(pages) == sheets
    words = [word.casefold() for page in pages for word in texts(page.scene.children)]
    assert ("arrivals" in words) == any(scenario.arrivals for scenario in game.scenarios.values())
    for page in pages:
        margin, height = page.scene.children[-1], page.scene.height_mm
        assert max(feet(page.scene.children[:-1])) > 0.85 * (height - 26.0)
        assert margin.layer == "margin"


def feet(nodes, dy: float = 0.0, scale: float = 1.0) -> list[float]:
    """How far down each node reaches on its page."""
    reach: list[float] = []
    for node in nodes:
        if isinstance(node, Group) and node.clip is None:
            reach += feet(node.children, dy + scale * node.transform[5], scale * node.transform[3])
        elif isinstance(node, Text):
            reach.append(dy + scale * node.y)
    return reach


@pytest.mark.slow
def test_a_set_up_of_both_sides_has_one_sheet_on_letter_too():
    """The 145 counters of 22 June 1941 had two, the second nearly empty, for want of 2 mm."""
    portfolio = load_game("russian-portfolio")
    game = replace(portfolio, scenarios={"standard": portfolio.scenarios["standard"]})
    assert len(scenario_booklet(game, "letter", plan_sheet(game, draft=True)).pages) == 2
