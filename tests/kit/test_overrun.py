"""Overruns: moves into an enemy-held space that fight there and go on.

Blue's infantry has 4 movement points and attacks with 4, its horse has 6 and 2; red's infantry defends with 4. In row 3
0203 touches 0303 and, beyond it, 0403.
"""

from __future__ import annotations

import random

import pytest

from pnp.errors import SourceError
from pnp.referee.invariants import check_state
from pnp.referee.kit.rules import DeclaredRules
from tests.kit.games import COUNTERS, declared
from tests.kit.many import overruns
from tests.kit.play import Play, played_by_advisers
from tests.kit.test_properties import open_decision

LINE = '{"0103": [blue-1, blue-2], "0303": [red-1], "0806": [red-4]}'
PLAIN = "overrun: {least: 2, cost: 1, rule: '4.4'}"


def moving(
    overrun: str = PLAIN, units: str = LINE, *, more: str = "", dice: tuple[int, ...] = (), **kinds: str
) -> Play:  # fmt: skip
    """Blue's movement phase begins."""
    return Play(declared(f"{{{overrun} {more}}}", units=units, **kinds), "movement", "blue", dice=dice)


def test_two_units_of_one_space_clear_another_and_go_on():
    """8 against 4 is 2 to 1. 0203 and 0303 cost 1 each, the overrun 1: one point is left, for 0403 or another space."""
    play = moving().do("blue-1")
    assert "0303" in play.offered

    play.do("0303")
    assert play.asked == "blue overrun-attacker"
    assert play.offered == ["blue-2"]
    assert play.why("fight") == ("too-weak", "4.4")
    play.do("blue-2")
    assert play.at("red-1") == "red-lost"
    assert play.at("blue-1") == play.at("blue-2") == "0303"
    assert play.asked == "blue movement-unit"
    assert play.offered == ["blue-1", "blue-2", "done"]
    play.do("blue-1")
    assert "0403" in play.offered
    assert "0503" not in play.offered
    assert play.why("0503") == ("too-far", "4")
    assert play.do("0403").offered == ["blue-2", "done"]
    assert play.do("done").asked == "red movement-unit"


def test_the_log_tells_each_step_with_its_rule():
    play = moving().do("blue-1", "0303", "blue-2")

    assert [(line["event"], line.get("units"), line["at"], line["rule"]) for line in play.events(
        "move", "attack", "eliminate")] == [
        ("move", ["blue-1", "blue-2"], "0203", "4"), ("attack", ["blue-1", "blue-2"], "0303", "4.4"),
        ("eliminate", ["red-1"], "0303", "8"), ("move", ["blue-1", "blue-2"], "0303", "4.4"),
    ]  # fmt: skip


def test_one_alone_is_too_weak():
    """4 against 4."""
    play = moving(units='{"0103": [blue-1], "0303": [red-1], "0806": [red-4]}').do("blue-1")

    assert play.why("0303") == ("overrun-too-weak", "4.4")


def test_a_friend_in_another_space_can_not_join():
    play = moving(units='{"0103": [blue-1], "0102": [blue-2], "0303": [red-1], "0806": [red-4]}').do("blue-1")
    assert play.why("0303") == ("overrun-too-weak", "4.4")

    play = moving(units=LINE.replace("{", '{"0102": [blue-3], ', 1)).do("blue-1", "0303")
    assert play.why("blue-3") == ("elsewhere", "4.4")
    assert play.why("red-1") == ("not-yours", "4.4")


def test_units_that_may_not_go_together_overrun_one_by_one():
    play = moving("overrun: {least: 1, together: false, rule: '4.4'}").do("blue-1", "0303")

    assert play.at("red-1") == "red-lost"
    assert play.at("blue-2") == "0103"


@pytest.mark.parametrize(("cost", "reason"), [(2, None), (3, ("overrun-too-far", "4.4"))])
def test_it_costs_points_more(cost: int, reason: tuple[str, str] | None):
    """Two spaces away, 4 points: 2 are left for the overrun."""
    play = moving(f"overrun: {{least: 2, cost: {cost}, rule: '4.4'}}").do("blue-1")

    assert play.why("0303") == reason


def test_who_lacks_the_points_does_not_join():
    """The cart has 3 points; two spaces and 2 for the overrun are 4."""
    counters = COUNTERS + """
- {id: cart, name: Cart, side: blue, type: guard, count: 1, factors: {attack: 9, defence: 1, movement: 3}}
"""
    units = LINE.replace("blue-1", "blue-1, cart-1")
    play = moving("overrun: {least: 1, cost: 2, rule: '4.4'}", units,
                  more=", stacking: {limit: 3}", counters=counters).do("blue-1", "0303")  # fmt: skip

    assert play.offered == ["blue-2", "fight"]
    assert play.why("cart-1") == ("cannot-follow", "4.4")


def test_no_more_than_find_room_take_part():
    """Woods hold one unit: only one goes there, whose 4 are not twice 4."""
    woods = "{hexes: {rows: [cccccccc, cccccccc, ccwccccc, cccccccc, cccccccc, cccccccc]}}"
    limits = ", stacking: {limits: [{at: {terrain: woods}, limit: 1, rule: '5.2'}]}"
    assert moving(more=limits, game_map=woods).do("blue-1").why("0303") == ("overrun-too-weak", "4.4")

    play = moving("overrun: {least: 1, rule: '4.4'}", more=limits, game_map=woods).do("blue-1", "0303")
    assert play.at("blue-1") == "0303"  # nobody was asked to join


def test_the_space_before_it_must_hold_them():
    """Friends fill 0203; the way round by 0102 and 0202 costs a point more than there are."""
    units = '{"0103": [blue-1, blue-2], "0203": [blue-3, blue-4], "0303": [red-1], "0806": [red-4]}'

    assert moving("overrun: {least: 2, cost: 2, rule: '4.4'}", units).do("blue-1").why("0303") == (
        "overrun-too-far", "4.4"
    )
    play = moving(units=units).do("blue-1", "0303", "blue-2")
    assert play.events("move")[0]["at"] == "0202"


def test_zones_of_others_stop_it_and_those_of_the_overrun_do_not():
    """red-2 in 0204 reaches 0203 and 0104, red-3 in 0201 reaches 0102: one of these is the first step."""
    assert moving().do("blue-1").why("0303") is None
    assert moving("overrun: {least: 2, zones: all, rule: '4.4'}").do("blue-1").why("0303") == ("overrun-too-far", "4.4")
    both = '{"0103": [blue-1, blue-2], "0303": [red-1], "0204": [red-2], "0201": [red-3]}'
    assert moving(units=both).do("blue-1").why("0303") == ("overrun-too-far", "4.4")
    assert moving("overrun: {least: 2, zones: none, rule: '4.4'}", both).do("blue-1").why("0303") is None


def test_an_enemy_beyond_ends_the_move():
    """red-2 in 0403 reaches 0303."""
    play = moving(units='{"0103": [blue-1, blue-2], "0303": [red-1], "0403": [red-2]}')
    play.do("blue-1", "0303", "blue-2")

    assert play.asked == "red movement-unit"
    assert play.at("blue-2") == "0303"


def test_they_need_not_go_on():
    play = moving("overrun: {least: 2, goes_on: false, rule: '4.4'}").do("blue-1", "0303", "blue-2")

    assert play.asked == "red movement-unit"


@pytest.mark.parametrize(("filters", "reason"), [
    ("units: {type: cavalry}", ("never-overruns", "4.4")),
    ("against: {type: guard}", ("never-overruns", "4.4")),
    ("at: {terrain: woods}", ("never-overruns", "4.4")),
    ("when: {turns: '2'}", ("never-overruns", "4.4")),
    ("against: {side: enemy}", None),
    ("when: {turns: '1'}", None),
])  # fmt: skip
def test_who_where_and_when(filters: str, reason: tuple[str, str] | None):
    woods = "{hexes: {rows: [cccccccc, cccccccc, cccccccc, cccccccc, cccccccc, cwcccccc]}}"
    play = moving(f"overrun: {{least: 2, {filters}, rule: '4.4'}}", game_map=woods).do("blue-1")

    assert play.why("0303") == reason


def test_not_across_a_river():
    """The river runs between 0203 and 0303; from 0202, also two away, nothing lies between."""
    kinds = "side_kinds: [{id: river, name: River, rule: '4', cost: 0}]"
    river = f"{{hexes: {{{kinds}, sides: [{{kind: river, sides: 0203/0303}}]}}}}"
    declaration = "overrun: {least: 2, across: {not: {side_kind: river}}, rule: '4.4'}"
    play = moving(declaration, game_map=river).do("blue-1", "0303", "blue-2")

    assert play.events("move")[0]["at"] != "0203"
    assert play.at("blue-1") == "0303"


TABLE = "table: combat, results: {AE: eliminate attackers, AR: retreat attackers 1, EX: [eliminate defenders, " \
        "exchange attackers], DR: retreat defenders 1, DE: [eliminate defenders, stop]}"  # fmt: skip


@pytest.mark.parametrize(("die", "red", "blue", "asked"), [
    (1, "red-lost", ("0103", "0303"), "blue losses-exchange"), (3, "0303", ("0103", "0203"), "red retreat-space"),
    (5, "red-lost", ("0303", "0303"), "red movement-unit"),
])  # fmt: skip
def test_a_table_decides(die: int, red: str, blue: tuple[str, str], asked: str):
    """8 to 4 is column 2:1: EX on 1, DR on 3, DE on 5, after which they stop."""
    play = moving(f"overrun: {{{TABLE}, rule: '4.4'}}", dice=(die,)).do("blue-1", "0303", "blue-2")

    assert play.asked == asked
    assert play.at("red-1") == red
    if die == 5:
        assert (play.at("blue-1"), play.at("blue-2")) == blue


def test_a_retreat_clears_the_space_too():
    play = moving(f"overrun: {{{TABLE}, rule: '4.4'}}", dice=(3,)).do("blue-1", "0303", "blue-2", "0403")

    assert play.at("red-1") == "0403"
    assert play.at("blue-1") == play.at("blue-2") == "0303"
    assert play.asked == "red movement-unit"  # red-1 is next to them again


def test_who_fails_stays_before_it():
    """blue-1 alone against red-1 is 1:1; on a 3 that is EX, on a 1 AR: it goes back one space."""
    play = moving(f"overrun: {{{TABLE}, together: false, rule: '4.4'}}", dice=(1,)).do("blue-1", "0303")

    assert play.asked == "blue retreat-space"
    play.do("0103")
    assert play.asked == "blue movement-unit"
    assert play.offered == ["blue-2", "done"]
    assert play.why("blue-1") == ("moved", "4")


def test_an_overrun_has_multipliers_of_its_own():
    """Attackers count half: 4 against 4."""
    times = "times: [{side: attackers, by: 1/2, rule: '4.5'}]"

    play = moving(f"overrun: {{least: 2, {times}, rule: '4.4'}}").do("blue-1")
    assert play.why("0303") == ("overrun-too-weak", "4.4")
    play = moving(f"overrun: {{least: 1, {times}, rule: '4.4'}}").do("blue-1", "0303", "blue-2")
    assert [line["odds"] for line in play.events("fight")] == ["4:4"]


def test_one_overrun_after_another():
    """The horse has 6 points: 2 for 0203, then 1 for 0303 and 2 for 0403 leave one. Zones are none here."""
    units = '{"0103": [horse-1], "0203": [red-1], "0403": [red-2], "0806": [red-4]}'
    play = moving("overrun: {least: 0, cost: 1, rule: '4.4'}, zones: null", units)
    play.do("horse-1", "0203", "horse-1")
    assert "0403" in play.offered
    play.do("0403")

    assert (play.at("red-1"), play.at("red-2"), play.at("horse-1")) == ("red-lost", "red-lost", "0403")
    assert play.offered == ["horse-1", "done"]
    assert play.do("horse-1", "0503").asked == "red movement-unit"


def test_a_saved_game_goes_on_in_the_middle():
    play = moving().do("blue-1", "0303")
    again = play.rules.state_from_json(play.state.to_json())

    assert play.rules.choices(again) == play.rules.choices(play.state)
    play.state = again
    assert play.do("blue-2", "blue-1", "0403").at("blue-1") == "0403"


def test_what_holds_in_every_game_holds_in_games_full_of_overruns():
    """`many.overruns`, where whoever can overrun does so: the choices are exactly what no reason refuses."""
    rules, asked, entered, went_on = DeclaredRules(overruns()), 0, 0, 0
    overrun = rules.assembly.overrun
    for seed in range(8):
        rng, state = random.Random(seed), rules.new_state(seed)
        while not rules.is_over(state):
            decision, choices = open_decision(rules, state), rules.choices(state)
            passing = (1 << len(rules.domain(decision.verb))) - 1
            for reason in decision.reasons:
                passing &= reason.passes(state)
            assert passing == state.choices, decision.id
            asked += decision.id == "overrun-attacker"
            went_on += decision.id == "movement-space" and "spent" in state.frames[-1]
            if decision.id == "movement-unit":
                units = overrun.able(state, state.choices)
                choices = [choice for choice in choices if len(choice) > 1 and units >> choice[1] & 1] or choices
            elif decision.id == "movement-space":
                spaces = rules.kit.enemies_at(state, state.side)
                choices = [choice for choice in choices if spaces >> choice[1] & 1] or choices
            rules.apply(state, rng.choice(choices))
            check_state(rules, state, thorough=decision.id.startswith("overrun"))
        lines = [dict(line.data) for line in state.log.lines if line.kind == "event"]
        entered += sum(line["event"] == "move" and line["rule"] == "4.8" for line in lines)
    assert min(asked, entered) >= 20
    assert went_on >= 3


def test_the_adviser_overruns_what_it_beats():
    """8 against 4 on a table in which only AE and AR harm blue: red-1 is worth more than the risk."""
    play = moving()
    adviser = play.rules.adviser("blue")
    assert adviser is not None
    adviser.seed = 0

    for _ in range(3):
        choice = adviser.best(play.state, play.rules.choices(play.state))
        play.rules.apply(play.state, choice)
    assert play.at("red-1") == "red-lost"
    worded = adviser.explain(play.state, play.rules.choices(play.state))
    assert worded


def test_the_adviser_plays_to_the_end():
    assert played_by_advisers(overruns(), 3).turn == 4


@pytest.mark.parametrize(("change", "message"), [
    ("combat: null, overrun: {least: 2, rule: '4'}", "an overrun needs 'combat'"),
    ("movement: null, overrun: {least: 2, rule: '4'}", "an overrun needs 'movement'"),
    ("overrun: {rule: '4'}", "nothing decides an overrun"),
    ("overrun: {least: 2, results: {DE: nothing}, rule: '4'}", "results are thrown for on a table"),
])  # fmt: skip
def test_what_it_needs(change: str, message: str):
    with pytest.raises(SourceError, match=message):
        Play(declared(f"{{{change}}}", units=LINE), "combat", "blue")
