"""The booklet of scenarios, on the small game: pages, lists in the right state, map of the start, cards of sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.scene import Group, Path, Show, Text
from pnp.generators.maps.hex.panels import alike
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.scenarios.booklet import scenario_booklet
from pnp.generators.scenarios.lists import (
    ListLook,
    changed_units,
    draw_section,
    draw_sections,
    list_look,
    side_lists,
)
from pnp.generators.scenarios.start_map import GROUND_FORM, KEY_MM, StartMap, front, ground_scene
from pnp.model.hexes import HexSet
from pnp.model.position import PositionSource, UnitState
from pnp.model.scenario import FreePlacement, Sector
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


def test_only_what_a_scenario_lays_otherwise_is_listed():
    """On 10 July the Hungarian corps is in order, which was Dispersed; the Panzer Groups stand as they did."""
    portfolio = load_game("russian-portfolio")
    june, july = portfolio.scenarios["standard"], portfolio.scenarios["july-10"]
    changed = changed_units(july, june)
    assert "hungarian-mobile" in changed and "panzer-group-1" not in changed
    axis = side_lists(portfolio, july, june)[0]
    assert [stack.place for stack in stacks_of(axis)] == ["T1", "Z1", "R1", "S1", "T2"]


def test_stacks_stand_on_a_grid_in_rows_of_about_one_length(ford):
    """Half a counter of 8.6 mm with its white is 5.2 mm: one counter takes 10.4, two 20.8. Three stacks of 31.2 mm and
    one of 10.4 stand as two and two."""
    section = side_lists(ford, ford.scenarios["standard"])[0].sections[0]
    drawn = draw_section(ford, section, 45.0, ListLook(8.6, 0.0))
    cells = [node for node in drawn.nodes if isinstance(node, Group)]
    assert [cell.transform[4] for cell in cells] == pytest.approx([0.0, 20.8, 0.0, 10.4])
    assert [cell.transform[5] > 8.6 for cell in cells] == [False, False, True, True]


def test_no_stack_stands_alone_below_others(ford):
    """Four stacks of which three fill a row: two and two."""
    units = {place: ("north-guard",) for place in ("0303", "0403", "0603", "0903")}
    game, scenario = with_scenario(ford, position=ford.scenarios["standard"].position.replaced(units=units))
    (section,) = side_lists(game, scenario)[0].sections
    drawn = draw_section(game, section, 31.0, ListLook(8.6, 0.0))
    cells = [node.transform[5] for node in drawn.nodes if isinstance(node, Group)]
    assert len(cells) == 4 and [top > 0 for top in cells] == [False, False, True, True]


def test_a_label_stands_above_stacks_that_would_stand_one_below_the_other(ford):
    """Right of a label of 17 mm are 27 mm for two counters of 15 mm, below it 44."""
    placed = FreePlacement(side="north", units=("north-guard", "north-cavalry-1"), spaces=("0303", "0403"), rule="3.1")
    game, scenario = with_scenario(ford, placements=(placed,), position=PositionSource())
    (section,) = side_lists(game, scenario)[0].sections
    drawn = draw_sections(game, [section], 44.0, ListLook(15.0, 17.0))[0]
    assert len(figures(drawn.nodes)) == 2 and 15.0 < drawn.height_mm < 30.0

    wide = draw_sections(game, [section], 60.0, ListLook(15.0, 17.0))[0]
    assert len(figures(wide.nodes)) == 2 and wide.height_mm == pytest.approx(15.0)


def figures(nodes) -> list[Group]:
    """The counters among `nodes`."""
    groups = [node for node in nodes if isinstance(node, Group)]
    return [one for group in groups for one in ([group] if group.role == "Figure" else figures(group.children))]


def test_short_sections_stand_side_by_side(ford):
    places = ("0403", "0603", "0903")
    groups = tuple(Sector(name=f"Post {n}", spaces=(place,)) for n, place in enumerate(places))
    game, scenario = with_scenario(ford, sectors=groups)
    sections = side_lists(game, scenario)[0].sections
    look = list_look(sections, 120.0, 8.0)
    assert [len(draw_sections(game, sections[:3], width, look)) for width in (120.0, 66.0, 40.0)] == [1, 2, 3]


def test_a_map_of_hexes_fills_its_room(ford, plan):
    """84 mm wide and 80 high with its key: as much of the country as has this shape; no map where nothing stands."""
    shown = StartMap(ford, plan, ford.scenarios["standard"])
    width, height, scale = shown.size(84.0, 80.0)
    assert (width, height) == pytest.approx((84.0, 80.0), abs=0.01)
    drawn = shown.drawn(84.0, width, height, scale)
    assert (drawn.width_mm, drawn.height_mm) == (84.0, height)
    (show,) = shows(drawn.nodes)
    assert show.form == GROUND_FORM and show.transform[0] == pytest.approx(scale)
    game, scenario = with_scenario(ford, position=ford.scenarios["standard"].position.replaced(units={}))
    assert start_map(game, plan, scenario) is None


def test_of_a_hex_map_the_front_is_shown(ford, plan):
    """A hex is 23.0 mm wide: 50.6 mm around the outermost of three stacks, more to one side where the room is wide; of
    one stack alone half the map."""
    stacks = [plan.hexes.centres[name] for name in ("0303", "0903", "0906")]
    least = front(plan, stacks, 220.71 / 170.2)
    assert least == pytest.approx((7.64, 17.15, 220.71, 170.2), abs=0.01)
    _, top, wide, high = front(plan, stacks, 1.1)
    assert wide == pytest.approx(least[2], abs=0.01) and high == pytest.approx(wide / 1.1) and top < least[1]
    assert front(plan, stacks[:1], 124.0 / 110.5) == pytest.approx((4.0, 12.5, 124.0, 110.5), abs=0.01)
    assert KEY_MM > 0


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


def test_a_map_of_few_hexes_has_its_grid_and_roads(ford, plan):
    large, small = (ground_scene(ford, plan, scale).children[0].children for scale in (0.3, 0.05))
    assert len(large) == len(small) + 3


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


def test_lists_that_fill_a_sheet_stand_on_one_of_their_own(ford, plan):
    """Each hex stands once in the list, under a title that says of what it is."""
    units, game = crowded(ford)
    first, second = ([*texts(page.scene.children)] for page in scenario_booklet(game, "a4", plan).pages)
    assert [word for word in first if word in units] == []
    assert sorted(word for word in second if word in units) == sorted(units)
    assert second[:2] == ["THE FORD · SET-UP", "Eight days in May"]


def test_a_side_higher_than_a_sheet_goes_on_on_the_next_one(ford, plan):
    """Under the title and the band of the side, which are repeated."""
    units, game = crowded(ford, 4)
    words = [texts(page.scene.children, "sans-bold") for page in scenario_booklet(game, "a4", plan).pages]
    numbers = [word for page in words for word in page if word in units]
    assert sorted(numbers) == sorted(units) and len(words) > 2
    assert all("Eight days in May" in page and "North" in page for page in words[1:])


def test_tables_like_those_of_an_earlier_scenario_are_not_repeated(ford, plan):
    """A scenario that lays the same in the same turns tells nothing but that; one with other levels tells these."""
    standard = ford.scenarios["standard"]
    again, other = standard.replaced(id="again"), standard.replaced(id="other", levels=())
    game = replace(ford, scenarios={"standard": standard, "again": again, "other": other})
    words = [word for page in scenario_booklet(game, "a4", plan).pages for word in texts(page.scene.children)]
    assert words.count("Victory points") == 2
    assert " ".join(words).count("Everything else is as in scenario 1.") == 1
    assert words.count("The start") == words.count("Set-up") == 1


def test_a_heading_stands_with_its_first_row(ford, plan):
    """Under a text that leaves little of the page, the set-up begins on the next one."""
    on_second = 0
    for lines in range(20, 44, 4):
        game, _ = with_scenario(ford, text=" ".join(["So it was said."] * 7 * lines))
        for number, page in enumerate(scenario_booklet(game, "a4", plan).pages):
            words = texts(page.scene.children, "sans-bold")
            if "Set-up" in words:
                on_second += number
                assert words.index("Set-up") < words.index("North", words.index("Set-up")) < words.index("0303")
    assert on_second


def test_counters_have_at_least_seven_and_a_half_millimetres(ford, plan):
    _, game = crowded(ford)
    second = scenario_booklet(game, "a4", plan).pages[1].scene.children
    sizes = chit_sizes(second, ford.style.counters.size_mm)
    assert len(sizes) == 108 and min(sizes) >= 7.5


def chit_sizes(nodes, natural: float) -> list[float]:
    """The sizes of the counters among `nodes`."""
    groups = [node for node in nodes if isinstance(node, Group)]
    shown = [group.transform[0] * natural for group in groups if group.role == "Figure"]
    return shown + [size for group in groups for size in chit_sizes(group.children, natural)]


@pytest.mark.parametrize("name", ["winter-war", "russian-portfolio", "makhnos-return", "fall-of-the-directory",
                                  "putins-war", "march-of-justice", "two-rivers", "the-ford"])  # fmt: skip
def test_every_page_is_full(name: str):
    """To 90 % of its height at the least, on either paper."""
    game = load_game(name)
    sheet = plan_sheet(game, draft=True)
    for page in (page for paper in ("a4", "letter") for page in scenario_booklet(game, paper, sheet).pages):
        margin, height = page.scene.children[-1], page.scene.height_mm
        assert max(feet(page.scene.children[:-1])) > 0.9 * (height - 26.0)
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
