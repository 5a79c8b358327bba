"""The booklet of scenarios, on the small game: pages, lists in the right state, map of the start, cards of sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.draw.scene import Group, Path, Show, Text
from pnp.generators.maps.hex.panels import alike
from pnp.generators.maps.sheet import plan_sheet
from pnp.generators.scenarios.booklet import scenario_booklet
from pnp.generators.scenarios.lists import CHIT_MM, Rows, side_lists
from pnp.generators.scenarios.start_map import GROUND_FORM, KEY_MM, front, ground_scale, ground_scene, start_map
from pnp.model.hexes import HexSet
from pnp.model.position import PositionSource, UnitState
from pnp.model.scenario import FreePlacement
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


def with_scenario(game, **values):
    changed = game.scenarios["standard"].replaced(**values)
    return replace(game, scenarios={"standard": changed}), changed


def test_stacks_stand_in_their_order_and_units_that_arrive_later_do_not(ford):
    north, south = side_lists(ford, ford.scenarios["standard"])
    assert [(stack.place, stack.name) for stack in north.stacks] == [
        ("0303", ""), ("0403", ""), ("0603", "Brenn"), ("0903", "")
    ]  # fmt: skip
    assert [str(group.counter.id) for group in north.stacks[0].groups] == ["north-infantry-1", "north-artillery"]
    assert (north.counters, south.counters) == (5, 4)


def test_a_counter_shows_the_state_that_it_starts_in(ford):
    group = ford.counters.group("north-infantry").replaced(back="reduced")
    groups = tuple(group if g.id == group.id else g for g in ford.counters.groups)
    position = ford.scenarios["standard"].position
    units = {"0303": (UnitState(id="north-infantry-1", state="reduced"),)}
    game, scenario = with_scenario(ford, position=position.replaced(units=units))
    game = replace(game, counters=game.counters.replaced(groups=groups))
    (north,) = side_lists(game, scenario)
    assert [group.face for group in north.stacks[0].groups] == ["back"]


def test_rows_take_as_many_stacks_as_are_wide_enough(ford):
    """A stack of two is 16.5 mm wide, one of one 8.1 or as wide as its number; 2.2 mm lie between them."""
    listed = side_lists(ford, ford.scenarios["standard"])[0]
    rows = Rows(ford, ford.scenarios["standard"], listed)
    taken = []
    while rows:
        taken.append(texts(rows.take(30.0).nodes, "sans-bold"))
    assert taken == [["North", "0303", "0403"], ["0603", "0903"]]


def test_the_map_shows_a_square_for_each_stack(ford, plan):
    drawn = start_map(ford, plan, ford.scenarios["standard"], 84.0, 190.0)
    assert drawn.width_mm == pytest.approx(84.0)
    assert drawn.height_mm == pytest.approx(84.0 * 170.2 / 220.71 + KEY_MM, abs=0.01)
    assert ground_scale(drawn) == pytest.approx(84.0 / 220.71, abs=1e-5)
    assert [show.form for show in shows(drawn.nodes)] == [GROUND_FORM]
    game, scenario = with_scenario(ford, position=ford.scenarios["standard"].position.replaced(units={}))
    assert start_map(game, plan, scenario, 84.0, 190.0) is None


def test_of_a_hex_map_the_front_is_shown(ford, plan):
    """A hex is 23.0 mm wide: 50.6 mm around the outermost of three stacks, and of one alone half the map."""
    stacks = [plan.hexes.centres[name] for name in ("0303", "0903", "0906")]
    assert front(plan, stacks) == pytest.approx((7.64, 17.15, 220.71, 170.2), abs=0.01)
    assert front(plan, stacks[:1]) == pytest.approx((4.0, 12.5, 124.0, 110.5), abs=0.01)


def test_the_hexes_of_a_set_and_within_a_distance_are_marked(ford, plan):
    """Of a free set-up: two hexes of a set, and the seven within one hex of 0707."""
    hexes = ford.map.hexes
    crest = HexSet(id="crest", name="Crest", kind="area", hexes="0303 0403")
    game = replace(ford, map=ford.map.replaced(hexes=hexes.replaced(sets=(*hexes.sets, crest))))
    for values, squares in (({"set": "crest"}, 2), ({"spaces": ("0707",), "within": 1}, 7)):
        placement = FreePlacement(side="south", units=("south-guard",), rule="3.1", **values)
        changed, scenario = with_scenario(game, placements=(placement,), position=PositionSource())
        drawn = paths(start_map(changed, plan, scenario, 84.0, 190.0).nodes)
        assert len([path for path in drawn if path.stroke and path.stroke.dash_mm]) == squares + 1  # and in the key


def test_a_space_that_a_side_may_set_up_in_has_an_empty_square(ford, plan):
    """It is told below the map, apart from the units that stand somewhere."""
    placement = FreePlacement(side="south", units=("south-guard",), spaces=("0707", "0808"), rule="3.1")
    game, scenario = with_scenario(ford, placements=(placement,))
    words = texts(start_map(game, plan, scenario, 84.0, 190.0).nodes)
    assert words[-3:] == ["North", "South", "South: Set-up"]
    drawn = paths(start_map(game, plan, scenario, 84.0, 190.0).nodes)
    empty = [path for path in drawn if path.stroke and path.stroke.dash_mm]
    assert len(empty) == 3   # two on the map, one in the key


def paths(nodes) -> list[Path]:
    inner = [path for node in nodes if isinstance(node, Group) for path in paths(node.children)]
    return inner + [node for node in nodes if isinstance(node, Path)]


def test_a_map_of_few_hexes_has_its_grid_and_roads(ford, plan):
    large, small = (ground_scene(ford, plan, scale).children[0].children for scale in (0.3, 0.05))
    assert len(large) == len(small) + 4


def test_units_with_other_values_or_names_are_pictured_apart(ford):
    """The third and fourth brigade have 3-3-4, the others 4-4-4; on the map each formation stands for itself."""
    units = {"0303": tuple(f"north-infantry-{n}" for n in (1, 2, 3, 4))}
    position = ford.scenarios["standard"].position.replaced(units=units)
    game, scenario = with_scenario(ford, position=position, arrivals=(), codes={})
    (north,) = side_lists(game, scenario)
    assert [group.count for group in north.stacks[0].groups] == [1, 1, 1, 1]
    assert [(str(one.counter.id), one.count) for one in alike(game, units["0303"], {})] == [
        ("north-infantry-1", 2), ("north-infantry-3", 2)
    ]  # fmt: skip


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages(ford, plan, paper: str):
    game, _ = with_scenario(ford, special_rules=("The bridge at Averne is mined.",))
    document = scenario_booklet(game, paper, plan)
    first, *cards = (texts(page.scene.children) for page in document.pages)
    joined = " ".join(first)
    assert "Eight days in May" in joined and "8 turns" in joined
    # The map gives way, so that the tables have room there.
    assert "Arrivals" in first and "Victory points" in first
    assert [word.strip() for word in first][first.index("12.2") - 1] == "Ostrel"
    assert "Special rules" in first and "bridge at Averne" in joined
    assert [word for page in cards for word in page if "·" in word and "Eight" in word] == [
        "Eight days in May · North", "Eight days in May · South"
    ]  # fmt: skip
    assert GROUND_FORM in document.forms


def test_a_long_list_goes_on_on_the_next_page(ford, plan):
    units = {f"{column:02}{row:02}": ("north-guard",) for column in range(1, 13) for row in range(1, 10)}
    position = ford.scenarios["standard"].position.replaced(units=units)
    game, _ = with_scenario(ford, position=position, arrivals=(), codes={})
    document = scenario_booklet(game, "a4", plan)
    words = [word for page in document.pages for word in texts(page.scene.children, "sans-bold")]
    numbers = [word for word in words if word in units]
    assert sorted(numbers[: len(units)]) == sorted(units)  # each once in the list, then once on the card
    assert len(numbers) == 2 * len(units)


def test_tables_without_room_go_on_together(ford, plan):
    rules = tuple(f"The bridge at Averne is mined, and so is ford number {n}." for n in range(40))
    game, _ = with_scenario(ford, special_rules=rules)
    first, second, *_ = (texts(page.scene.children) for page in scenario_booklet(game, "a4", plan).pages)
    assert [("Arrivals" in page, "Victory points" in page) for page in (first, second)] == [
        (False, False), (True, True)
    ]  # fmt: skip


def test_tables_like_those_of_an_earlier_scenario_are_not_repeated(ford, plan):
    standard = ford.scenarios["standard"]
    again, longer = standard.replaced(id="again"), standard.replaced(id="longer", turns=9)
    game = replace(ford, scenarios={"standard": standard, "again": again, "longer": longer})
    pages = [texts(page.scene.children) for page in scenario_booklet(game, "a4", plan).pages[:3]]
    assert ["Victory points" in page for page in pages] == [True, False, True]
    assert ["Everything else is as in scenario 1." in page for page in pages] == [False, True, False]


def test_one_player_needs_no_cards(ford, plan):
    alone = replace(ford, info=ford.info.replaced(players=1))
    numbers = [len(scenario_booklet(game, "a4", plan).pages) for game in (ford, alone)]
    assert numbers == [2, 1]


def test_cards_stand_below_the_last_scenario_where_there_is_room(ford, plan):
    game, standard = with_scenario(ford, arrivals=(), codes={}, victory=(), levels=())
    game = replace(game, info=ford.info.replaced(outcomes=()))
    empty = standard.replaced(id="empty", position=PositionSource(), placements=())
    game = replace(game, scenarios={"empty": empty, "standard": standard})
    pages = [texts(page.scene.children) for page in scenario_booklet(game, "a4", plan).pages]
    assert ["Eight days in May · North" in page for page in pages] == [False, True]


def test_a_set_up_is_not_printed_twice_on_the_only_page(ford, plan):
    game, _ = with_scenario(ford, arrivals=(), codes={}, victory=(), levels=())
    (page,) = scenario_booklet(replace(game, info=ford.info.replaced(outcomes=())), "a4", plan).pages
    words = texts(page.scene.children)
    assert words.count("North") == words.count("South") == 2  # below the map and above the list
    assert "Eight days in May · North" not in words


def test_each_map_is_as_large_as_its_own_scenario_allows(ford, plan):
    """Rules that fill the page of one scenario leave the map of the other as it is alone."""
    game, _ = with_scenario(ford)
    standard = ford.scenarios["standard"]
    rules = tuple(f"The bridge at Averne is mined, and so is ford number {n}." for n in range(24))
    crowded = standard.replaced(id="crowded", special_rules=rules, turns=9)
    both = replace(game, scenarios={"standard": standard, "crowded": crowded})
    alone, first = (scenario_booklet(one, "a4", plan).pages[0].scene.children for one in (game, both))
    assert [show.transform[0] for show in placed(alone)] == [show.transform[0] for show in placed(first)]


def placed(nodes) -> list[Group]:
    """The groups that show the ground of a map."""
    groups = [node for node in nodes if isinstance(node, Group)]
    held = [group for group in groups if any(isinstance(child, Show) for child in group.children)]
    return held + [inner for group in groups for inner in placed(group.children)]


def test_a_heading_stands_with_its_first_row(ford, plan):
    """Under a text that leaves 20 mm of the page, the set-up begins on the next one."""
    for lines in range(36, 52):
        game, _ = with_scenario(ford, text=" ".join(["So it was said."] * 7 * lines))
        for page in scenario_booklet(game, "a4", plan).pages:
            words = texts(page.scene.children)
            assert "Set-up" not in words or "North" in words[words.index("Set-up"):]


def test_counters_on_cards_have_at_least_seven_millimetres(ford, plan):
    """Cards that would need less than 0.86 of their size to save a page take the page."""
    units = {f"{column:02}{row:02}": ("north-guard", "south-guard") for column in range(1, 13) for row in range(1, 9)}
    position = ford.scenarios["standard"].position.replaced(units=units)
    game, _ = with_scenario(ford, position=position)
    pages = scenario_booklet(game, "a4", plan).pages
    titles = ("Eight days in May · North", "Eight days in May · South")
    cards = [page.scene.children for page in pages if any(title in texts(page.scene.children) for title in titles)]
    framed = [child for children in cards for group in children if isinstance(group, Group) for child in group.children]
    scales = {child.transform[0] for child in framed if isinstance(child, Group)}
    assert cards and min(scales) * CHIT_MM > 6.9
