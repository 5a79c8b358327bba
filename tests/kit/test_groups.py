"""Movement in groups: units chosen one after another go to one place together, as far as all of them can."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random

import pytest

from pnp.errors import SourceError
from pnp.players.match import play_on
from pnp.players.roster import make_players
from pnp.referee.kit.rules import DeclaredRules
from tests.kit.games import AREAS, POINTS, declared
from tests.kit.play import Play

PHASES = '- {id: movement, name: Movement, side: each, rule: "4", text: Units move., procedure: movement}'
RULES = "{zones: null, combat: null, retreat: null, advance: null, losses: null"


def groups(movement: str, more: str = "", **given: str) -> Play:
    """A game of movement alone, in groups."""
    stacking = "" if "stacking" in more else ", stacking: null"
    return Play(declared(f"{RULES}, movement: {{{movement}}}{stacking}{more}}}", phases=PHASES, **given))


def test_a_group_goes_as_far_as_the_slowest_of_its_units():
    """Horse has 6 points, infantry 4: along the top row from 0101 to 0701 alone, to 0501 together."""
    play = groups("together: {}", units='{"0101": [blue-1, horse-1], "0806": [red-1]}').do("horse-1")

    assert play.why("0701") is None
    play.do("blue-1")
    assert play.why("0701") == ("too-far", "4")
    assert play.do("0501").asked == "red movement-unit"
    assert (play.at("blue-1"), play.at("horse-1")) == ("0501", "0501")
    assert [line["units"] for line in play.events("move")] == [["blue-1", "horse-1"]]


def test_a_refusal_names_the_unit_that_keeps_the_group_back():
    play = groups("together: {}", units='{"0101": [blue-1, horse-1]}').do("horse-1", "blue-1")
    step = play.rules.step(play.state)
    verb = next(verb for verb in step.verbs if play.rules.VERBS[verb].id == "move-to")
    violation = play.rules.why_not(play.state, (verb, play.rules.spaces.index("0701")))

    assert violation.message().startswith("Blue 1 has too few movement points to reach 0701.")


def test_units_of_a_group_start_in_one_space():
    play = groups("together: {}", units='{"0101": [blue-1, blue-2], "0102": [blue-3]}').do("blue-1")

    assert play.why("blue-2") is None
    assert play.why("blue-1") == ("chosen-already", "4")
    assert play.why("blue-3") == ("starts-elsewhere", "4")
    assert play.why("red-1") == ("not-yours", "4")


def test_some_units_may_start_elsewhere():
    """Cavalry of two spaces, in whatever order it is chosen; the infantry of one."""
    movement = "together: {apart: {type: cavalry}}"
    units = '{"0101": [blue-1, horse-1], "0103": [blue-2, horse-2]}'
    first = groups(movement, units=units).do("blue-1")
    later = groups(movement, units=units).do("horse-1", "horse-2")

    assert (first.why("horse-2"), first.why("blue-2")) == (None, ("starts-elsewhere", "4"))
    assert (later.why("blue-1"), later.why("blue-2")) == (None, None)
    later.do("blue-2")
    assert later.why("blue-1") == ("starts-elsewhere", "4")
    later.do("0203")
    assert {later.at(unit) for unit in ("horse-1", "horse-2", "blue-2")} == {"0203"}
    assert sorted(line["units"] for line in later.events("move")) == [["blue-2", "horse-2"], ["horse-1"]]


def test_units_without_a_common_goal_dont_go_together():
    """Areas: from ash, one step leads blue-1 to birch or dale; horse of fir, to cedar, elm or gorse."""
    movement = "allowance: 1, together: {apart: {type: cavalry}}"
    play = groups(movement, whole_map=AREAS, units="{ash: [blue-1], fir: [horse-1], elm: [horse-2]}").do("blue-1")

    assert play.why("horse-1") == ("no-common-goal", "4")
    assert play.do("horse-2").offered == ["birch", "dale"]


def test_each_unit_moves_once_in_a_group_or_alone():
    play = groups("allowance: 1, together: {}", units='{"0101": [blue-1, blue-2, blue-3]}')
    play.do("blue-1", "blue-2", "0102")

    assert play.offered == ["blue-3", "done"]
    assert play.why("blue-1") == ("moved", "4")
    assert play.do("blue-3").offered == ["0201", "0102"]


def test_a_group_needs_room_for_all_its_units():
    """Two may stand in a space: with one there, one more finds room, not two."""
    rules = ", stacking: {limit: 2, rule: '5'}"
    units = '{"0101": [blue-1, blue-2], "0102": [blue-3]}'
    play = groups("allowance: 1, together: {}", rules, units=units).do("blue-1")

    assert play.offered == ["blue-2", "0201", "0102"]
    play.do("blue-2")
    assert play.why("0102") == ("full", "5")
    assert play.offered == ["0201"]


def test_who_joins_leaves_the_group_somewhere_to_go():
    """Point five: beside it only four, which has room for one."""
    rules = ", stacking: {limit: 2, rule: '5'}"
    units = "{p5: [blue-1, blue-2], p4: [blue-3], p6: [red-1]}"
    play = groups("allowance: 1, together: {}", rules, whole_map=POINTS, units=units).do("blue-1")

    assert play.offered == ["p4"]
    assert play.why("blue-2") == ("no-common-goal", "4")


def test_some_cross_rivers_freely():
    """The brook between four and five costs 1 more: 2 points suffice for it alone, cavalry goes on to six."""
    movement = "allowance: 2, cross: {brook: 1}, cross_free: {type: cavalry}, together: {}"
    play = groups(movement, whole_map=POINTS, units="{p4: [blue-1, horse-1]}").do("horse-1")

    assert play.offered == ["blue-1", "p1", "p2", "p3", "p5", "p6"]
    assert play.do("blue-1").offered == ["p1", "p2", "p3", "p5"]


def test_enemies_in_the_way_are_told_from_points_that_dont_suffice():
    """Three is two steps along the road; with an enemy in two, it can't be reached; six is too far anyhow."""
    units = "{p1: [blue-1, blue-2], p2: [red-1], p4: [blue-3]}"
    play = groups("allowance: 2, together: {}", whole_map=POINTS, units=units)

    assert play.why("blue-1") == ("no-way", "4")
    play.do("blue-3")
    assert play.why("p3") == ("enemy-in-the-way", "4")
    assert play.why("p2") == ("enemy-there", "4")
    assert play.why("p1") == ("enemy-in-the-way", "4")


def test_a_forged_group_is_refused():
    """A saved game says that the group can go farther than it can."""
    play = groups("allowance: 1, together: {}", units='{"0101": [blue-1, blue-2], "0303": [blue-3]}').do("blue-1")
    saved = json.loads(json.dumps(play.state.to_json()))
    assert play.rules.state_from_json(saved).choices == play.state.choices

    for register, value in (("goals", 1 << 40), ("joining", 1 << 2), ("chosen", 1 << 2)):
        forged = deepcopy(saved)
        forged["fields"]["frames"][-1][register] = value
        with pytest.raises(SourceError):
            play.rules.state_from_json(forged)


FIRE = "{id: fire, fire: {roll: {1-4: nothing, 5: reduce movers, 6: stop}}, rule: '9'}"


@pytest.mark.parametrize(
    "key", ["overrun: {least: 2, cost: 1, rule: '8'}", f"reactions: {{each: [{FIRE}], rule: '9'}}"]
)
def test_what_groups_dont_know_is_reported(key):
    with pytest.raises(SourceError) as error:
        DeclaredRules(declared(f"{{movement: {{together: {{}}}}, {key}}}"))
    assert "together" in str(error.value)


@pytest.mark.parametrize(
    ("movement", "message"),
    [
        ("together: {apart: {state: reduced}}", "who starts apart can't depend on the position"),
        ("together: {}, modes: [{id: rail, capacity: 1, allowance: 9, rule: '4'}]", "a way of limited capacity"),
        ("cross_free: {type: cavalry}", "nothing costs more to cross"),
    ],
)  # fmt: skip
def test_what_says_nothing_is_reported(movement, message):
    with pytest.raises(SourceError) as error:
        DeclaredRules(declared(f"movement: {{{movement}}}"))
    assert message in str(error.value)


@pytest.mark.parametrize("whole_map", [AREAS, POINTS])
def test_choices_are_exactly_what_is_not_refused(whole_map):
    """Random games of groups with combat."""
    units = "{ash: [blue-1, blue-2, horse-1], fir: [red-1, red-2, guard-1]}"
    if whole_map is POINTS:
        units = "{p1: [blue-1, blue-2, horse-1], p6: [red-1, red-2, guard-1]}"
    movement = "{zones: null, stacking: {limit: 3}, movement: {allowance: 2, together: {apart: {type: cavalry}}}}"
    rules = DeclaredRules(declared(movement, whole_map=whole_map, units=units))
    groups_of_two = 0
    for seed in range(12):
        state, chance = rules.new_state(seed), Random(seed)
        while not rules.is_over(state):
            choices = rules.choices(state)
            well_formed = [
                (verb, item) for verb in rules.step(state).verbs if rules.VERBS[verb].takes
                for item in range(len(rules.domain(rules.VERBS[verb].id)))
            ]  # fmt: skip
            allowed = [action for action in well_formed if rules.why_not(state, action) is None]
            assert allowed == [choice for choice in choices if len(choice) == 2]
            groups_of_two += state.frames[-1].get("chosen", 0).bit_count() > 1
            rules.apply(state, chance.choice(choices))
            assert rules.faults(state) == []
    assert groups_of_two > 10


def test_a_group_game_is_played_to_its_end():
    rules = DeclaredRules(declared("movement: {together: {}}", units='{"0101": [blue-1, blue-2], "0806": [red-1]}'))
    state = rules.new_state(3)
    play_on(rules, state, make_players(rules, "random", 3))

    assert rules.is_over(state)
