"""Attacks from the die to the breakthrough; the dice are given, the results stand on the table.

V14 to W15 is open ground. 24 attack factors against 4 are 5:1; each test tells the column and the die.
"""

from __future__ import annotations

import pytest

from tests.games.russian_portfolio.conftest import goals

STACK = ["german-army-1", "infantry-corps-1"]
"""7 + 3 attack factors."""

WEST = [f"{row}{column}" for row in ("s", "t", "u", "v", "w", "x", "y", "z") for column in range(5, 15)]
AXIS = dict.fromkeys(WEST, "axis")


def attack(portfolio, defenders, *dice, attackers=("german-army-1", "infantry-corps-1"), more=None, **settings):
    """Attack W15 from V14 with what stands there; nobody stands fast or steps back."""
    units = {"v14": list(attackers), "w15": defenders, **(more or {})}
    settings = {"control": AXIS, "phase": "initial-attack", **settings}
    situation = portfolio(units, dice=dice, **settings)
    situation.do("attack w15", *[f"choose-unit {name}" for name in attackers][:-1])
    situation.do(f"choose-unit {attackers[-1]}")
    return situation


def carry_on(situation, *until):
    """End or resolve whatever comes before one of the steps `until`."""
    for _ in range(30):
        step = situation.step()
        if step in until or not step.startswith(("assault", "breakthrough")):
            return situation
        if step == "assault-order":
            situation.do("attack w15")
        else:
            situation.do("done" if "done" in situation.offered() else "fight")
    raise AssertionError(situation.step())


def codes_of(situation):
    """The results in the log, and what a rule makes of them."""
    return [line.get("code") for name in ("result", "upgrade") for line in situation.events(name)]


def resolved(situation, *until):
    """Allocate nothing more, and throw."""
    return carry_on(situation, *until)


def test_d1_lets_the_defender_choose(portfolio):
    """10 against 4 is 2:1, and a 4 is D1: one or two hexes Spent, three or four Dispersed.

    Rule: XIII.C.6
    Ruling: RP-15
    """
    situation = resolved(attack(portfolio, ["soviet-army-1"], 4), "retreat-space")
    assert situation.step() == "retreat-space"
    assert situation.rules.side_to_act(situation.state) == "russian"
    assert {"w16", "w17", "w18", "w19"} <= goals(situation)
    assert situation.refused("retreat-to v15").rule == "XIII.D.4"  # beside the attackers
    near = resolved(attack(portfolio, ["soviet-army-1"], 4), "retreat-space").do("retreat-to w17")
    assert near.marked("w17") == ["soviet-army-1 spent"]
    far = situation.do("retreat-to w18")
    assert far.marked("w18") == ["soviet-army-1 dispersed"]


def test_attackers_must_enter_the_cleared_hex(portfolio):
    """The army alone has the factors; the corps may follow, or go beside.

    Rule: XIII.D.3, XIII.E.6
    """
    situation = resolved(attack(portfolio, ["soviet-army-1"], 4), "retreat-space").do("retreat-to w17")
    assert situation.step() == "advance-unit"
    assert situation.refused("done").rule == "XIII.D.3"
    situation.do("advance german-army-1", "advance-to w15")
    assert situation.marked("w15") == ["german-army-1"]
    assert "done" in situation.offered()
    situation.do("advance infantry-corps-1")
    assert {"v15", "w14"} <= goals(situation)


def test_dispersed_defenders_are_one_column_worse_off(portfolio):
    """6 + 3 against 4 + 2, 3:2: a 3 is S for the rifle corps, and D1 for the Dispersed army.

    Rule: VII.B
    Ruling: RP-36, RP-84
    """
    situation = attack(
        portfolio, [{"id": "soviet-army-1", "state": "dispersed"}, "rifle-corps-1"], 3,
        attackers=("panzer-group-1",),
    )
    resolved(situation, "retreat-space")
    codes = {tuple(line.get("units")): line.get("code") for line in situation.events("result")}
    assert codes == {("soviet-army-1",): "D1", ("rifle-corps-1",): "S"}


def test_attackers_are_repelled(portfolio):
    """7 against 8 is 1:2 and a 1 AE: as much as 8 factors, which is all.

    Rule: XIII.C.2
    Ruling: RP-12
    """
    situation = resolved(attack(portfolio, ["soviet-army-1", "rifle-corps-1"], 1, attackers=("infantry-corps-1",)))
    assert "infantry-corps-1" in situation.at("axis-eliminated")


def test_an_exchange_costs_as_much_as_the_defence(portfolio):
    """10 against 4 in the open: 2:1, with the river of none; at 3:2 a 1 is X. 7 against 4 is 3:2.

    Rule: XIII.C.3
    Ruling: RP-81
    """
    situation = resolved(attack(portfolio, ["soviet-army-1"], 1, attackers=("german-army-1",)))
    assert "soviet-army-1" in situation.at("russian-eliminated")
    assert "german-army-1" in situation.at("axis-eliminated")


def test_russians_decline_an_exchange_in_mud(portfolio):
    """Rule: XIII.C.3"""
    attacked = attack(portfolio, ["soviet-army-1"], 1, attackers=("german-army-1",), turn=7)
    situation = resolved(attacked, "choice-exchange")
    assert situation.step() == "choice-exchange"
    assert situation.offered() == ["exchange", "decline"]
    situation.do("decline")
    assert situation.step() == "retreat-space"  # it may leave of its own accord
    situation.do("stay")
    assert situation.at("w15") == ["soviet-army-1"]


@pytest.mark.parametrize(
    ("die", "armies", "codes"), [(3, 0, ["D1"]), (5, 0, ["D4"]), (5, 1, ["DX", "DE"]), (6, 2, ["DE", "BR"])]
)
def test_armor_overruns_in_the_open(portfolio, die, armies, codes):
    """14 against 4 is 3:1: S D1 D1 D1 D4 D4; 14 is twice 4 and more. 21 against 4 is 5:1: a 5 is DX, made DE by the
    overrun; 28 are 7:1: a 6 is DE, made BR.

    Rule: XIII.C.11
    Ruling: RP-13
    """
    others = {f"german-army-{number}": at for number, at in ((1, "v15"), (2, "x15")) if number <= armies}
    attackers = ("panzer-group-1", "panzer-corps-1", *others)
    units = {"v14": ["panzer-group-1", "panzer-corps-1"], "w15": ["soviet-army-1"]}
    units |= {at: [name] for name, at in others.items()}
    situation = portfolio(units, dice=(die,), control=AXIS, phase="initial-attack")
    situation.do("attack w15", *[f"choose-unit {name}" for name in attackers])
    resolved(situation, "retreat-space", "advance-unit")
    assert codes_of(situation) == codes


def test_breakthrough_attacks_once_more(portfolio):
    """Rule: XIII.C.10, XIII.F"""
    units = {
        "v14": ["panzer-group-1", "panzer-corps-1"], "v15": ["german-army-1"], "w14": ["german-army-2"],
        "w15": ["soviet-army-1"], "x15": ["rifle-corps-1"],
    }  # fmt: skip
    situation = portfolio(units, dice=(6, 3), control=AXIS, phase="initial-attack")
    attackers = "panzer-group-1", "panzer-corps-1", "german-army-1", "german-army-2"
    situation.do("attack w15", *[f"choose-unit {name}" for name in attackers])
    resolved(situation, "advance-unit")
    situation.do("advance panzer-group-1", "advance-to w15")
    while situation.step() != "breakthrough-target":
        situation.do("done")
    assert "attack x15" in situation.offered()
    situation.do("attack x15", "choose-unit panzer-group-1")
    while not situation.state.broke:
        situation.do("fight" if "fight" in situation.offered() else "done")
    assert situation.state.broke == 1 << situation.rules.units.index("panzer-group-1")
    assert len(situation.events("result")) == 2


def broken_through(portfolio, front):
    """The Panzer Group and its corps have broken through to W15, beside a front in W16 and a corps in X15.

    21 against 4 are 5:1, but read under 7:1: a 6 is DE, and BR by the overrun.
    """
    units = {
        "v14": ["panzer-group-1", "panzer-corps-1"], "w14": ["german-army-1"],
        "w15": [{"id": "soviet-army-1", "state": "dispersed"}], "x15": ["rifle-corps-1"], "w16": [front],
    }  # fmt: skip
    situation = portfolio(units, dice=(6, 6, 6), control=AXIS, phase="initial-attack")
    attackers = "panzer-group-1", "panzer-corps-1", "german-army-1"
    situation.do("attack w15", *[f"choose-unit {name}" for name in attackers])
    resolved(situation, "advance-unit")
    for name in attackers[:2]:
        situation.do(f"advance {name}")
        if situation.step() == "advance-to":  # the zone of a front leaves no choice
            situation.do("advance-to w15")
    return until_breakthrough(situation)


def until_breakthrough(situation):
    """Nobody steps back or advances."""
    while situation.step() != "breakthrough-target":
        situation.do("done")
    return situation


@pytest.mark.parametrize("dispersed", [False, True])
def test_a_breakthrough_leaves_no_front_alone(portfolio, dispersed):
    """Who attacks X15 beside a front has to see to it that it is attacked, too, unless it is Dispersed.

    Rule: XIII.A.3, XIII.F
    Ruling: RP-102
    """
    situation = broken_through(portfolio, {"id": "front-1", "state": "dispersed"} if dispersed else "front-1")
    assert "done" in situation.offered()
    until_breakthrough(situation.do("attack x15", "choose-unit panzer-group-1", "fight"))
    if dispersed:
        assert "done" in situation.offered()
        return
    assert situation.refused("done").rule == "XIII.A.3"
    situation.do("attack w16", "choose-unit panzer-corps-1")
    assert len(situation.events("result")) == 2  # both are carried out only now


def test_a_breakthrough_that_leaves_a_front_alone_is_withdrawn(portfolio):
    """Both units attack X15, and nobody is left for the front beside them.

    Rule: XIII.A.3, XIII.F
    """
    situation = broken_through(portfolio, "front-1")
    situation.do("attack x15", "choose-unit panzer-group-1", "choose-unit panzer-corps-1")
    while not situation.events("called-off"):
        situation.do("done")
    assert [line.rule for line in situation.events("called-off")] == ["XIII.A.3"]
    assert len(situation.events("result")) == 1
    assert situation.state.broke == 0


@pytest.mark.parametrize(("turn", "upgraded"), [(4, ["DE"]), (9, [])])
def test_no_overrun_in_hard_frost(portfolio, turn, upgraded):
    """21 against 4 are 5:1: a 6 is DX, which an overrun makes DE; on 10 November nobody overruns.

    Rule: XIII.C.11, VI.A
    Ruling: RP-38
    """
    units = {"v14": ["panzer-group-1", "panzer-corps-1"], "w14": ["german-army-1"], "w15": ["soviet-army-1"]}
    situation = portfolio(units, dice=(6,), control=AXIS, phase="initial-attack", turn=turn)
    attackers = "panzer-group-1", "panzer-corps-1", "german-army-1"
    situation.do("attack w15", *[f"choose-unit {name}" for name in attackers])
    resolved(situation, "retreat-space", "advance-unit", "choice-drive-out")
    assert [line.get("code") for line in situation.events("result")] == ["DX"]
    assert [line.get("code") for line in situation.events("upgrade")] == upgraded


def test_who_is_to_attack_is_not_given_up(portfolio):
    """The army has been named; the corps beside it has not.

    Rule: XIV.C, XIII.A.7
    """
    units = {"v14": STACK, "w15": ["soviet-army-1"]}
    situation = portfolio(units, control=AXIS, phase="initial-attack").do("attack w15", "choose-unit german-army-1")
    situation.do("fight", "give-up")
    assert situation.offered() == ["lose-unit infantry-corps-1", "done"]
    situation.do("lose-unit infantry-corps-1")
    assert carry_on(situation, "assault-order").step() == "assault-order"


def test_a_front_becomes_an_army_while_the_enemy_attacks(portfolio):
    """Where its player may step back, be it under attack.

    Rule: XIV.C
    """
    units = {"v14": STACK, "w15": ["front-1"], "q19": ["rifle-corps-1"], "russian-eliminated": ["soviet-army-1"]}
    situation = portfolio(units, control=AXIS, phase="initial-attack")
    situation.do("attack w15", "choose-unit german-army-1", "choose-unit infantry-corps-1", "reduce front-1")
    assert situation.at("w15") == ["soviet-army-1"]
    assert situation.step() == "assault-slip"


def test_armor_breaks_down_on_a_one(portfolio):
    """9 against 4 is 2:1: a 1 is AD, which the army lets happen; the corps of armor would break down anyhow.

    Rule: XIII.C.13, XIII.C.4
    Ruling: RP-55, RP-82
    """
    situation = resolved(attack(portfolio, ["soviet-army-1"], 1, attackers=("panzer-group-1",)), "retreat-space")
    situation.do("stay")
    carry_on(situation)
    assert situation.marked("v14") == ["panzer-group-1 dispersed"]


def test_surrounded_units_are_lost(portfolio):
    """Six zones around W15, no way out: at 2:1 a 6 is D4, which becomes DE.

    Rule: XIII.C.12
    """
    more = {"w14": ["german-army-2"], "w16": ["german-army-3"], "x16": ["german-army-4"]}
    situation = attack(portfolio, ["soviet-army-1"], 6, more=more)
    resolved(situation, "advance-unit")
    assert codes_of(situation) == ["D4", "DE"]


def test_no_retreat_turns_d1_into_nothing(portfolio):
    """Rule: XIII.B.6, XIII.C.12

    Ruling: RP-71
    """
    situation = attack(portfolio, ["soviet-army-1"], 4)
    while situation.step() != "assault-fast":
        situation.do("done" if "done" in situation.offered() else "fight")
    situation.do("stand-fast w15")
    carry_on(situation)
    assert situation.at("w15") == ["soviet-army-1"]


def test_a_front_beside_attackers_must_be_attacked(portfolio):
    """Rule: XIII.A.3"""
    units = {"v14": STACK, "v15": ["soviet-army-1"], "w14": ["front-1"], "x14": ["german-army-3"]}
    situation = portfolio(units, control=AXIS, phase="initial-attack")
    situation.do("attack v15", "choose-unit infantry-corps-1", "choose-unit german-army-1")
    if situation.step() == "assault-unit":
        situation.do("fight")
    situation.do("done")  # the front doesn't step back
    assert situation.refused("done").rule == "XIII.A.3"
    situation.do("attack w14", "choose-unit german-army-3")
    assert situation.step() in ("assault-target", "assault-fast")


def test_defenders_step_back_at_any_time(portfolio):
    """An army leaves as soon as it sees the attack beside it, or once that is over, not in between; the one under
    attack may not.

    Rule: XIII.D.8
    Ruling: RP-101
    """
    units = {"v14": STACK, "w15": ["soviet-army-1"], "w14": ["soviet-army-3"]}
    situation = portfolio(units, dice=(2,), control=AXIS, phase="initial-attack")
    situation.do("attack w15", "choose-unit infantry-corps-1", "choose-unit german-army-1")
    assert situation.step() == "assault-slip"
    assert situation.offered() == ["retreat-unit soviet-army-3", "done"]
    carry_on(situation.do("done"), "assault-order", "assault-slip")
    assert situation.step() == "assault-order"
    situation.do("attack w15", "stay")  # 10 against 4 are 2:1, and a 2 is S
    assert situation.step() == "assault-slip"
    situation.do("retreat-unit soviet-army-3")
    situation.do(f"retreat-to {min(goals(situation))}")
    assert situation.events("retreat")[0].rule == "XIII.D.8"


def test_dispersed_units_recover_in_the_enemy_initial_attack(portfolio):
    """Rule: VII.C

    Ruling: RP-73
    """
    units = {"v14": STACK, "w15": ["soviet-army-1"], "q19": [{"id": "soviet-army-3", "state": "dispersed"}]}
    situation = portfolio(units, control=AXIS, phase="initial-attack")
    carry_on(situation)
    assert situation.marked("q19") == ["soviet-army-3 spent"]


def test_two_to_three_open_hexes_are_a_risk(portfolio):
    """D4 where only three hexes are open behind W15: with a 4 the army is lost.

    Rule: XIII.D.6
    Ruling: RP-33
    """
    ring = {"w19": ["german-army-5"], "v19": ["german-army-6"], "x20": ["german-army-7"]}
    situation = attack(portfolio, ["soviet-army-1"], 6, 4, more=ring)
    resolved(situation, "retreat-space")
    rules, state = situation.rules, situation.state
    unit = rules.units.index("soviet-army-1")
    assert situation.rules.side_to_act(state) == "axis"
    assert rules.assembly.retreats.length(state, unit, state.frames[-1]["against"]) == 4


TWO = {"v14": ["german-army-1"], "v15": ["german-army-2"], "w15": ["soviet-army-1"]}
"""Two armies that can attack W15 in two waves."""


def two_waves(portfolio, *dice):
    situation = portfolio(TWO, dice=dice, control=AXIS, phase="initial-attack")
    situation.do("attack w15", "choose-unit german-army-1")
    if situation.step() == "assault-unit":
        situation.do("fight")
    situation.do("attack w15")
    if situation.step() == "assault-unit":
        situation.do("choose-unit german-army-2")
    return carry_on(situation, "assault-order")


def test_the_axis_may_call_attacks_off(portfolio):
    """Rule: XIII.A.7"""
    situation = two_waves(portfolio)
    assert situation.step() == "assault-order"
    situation.do("call-off w15", "done")
    assert not situation.events("result")
    assert situation.marked("v14") == ["german-army-1"]  # nor is it Spent


def test_russian_attacks_bind(portfolio):
    """Rule: XIII.A.7"""
    units = {"v14": ["german-army-1"], "w15": ["soviet-army-1", "rifle-corps-1"], "w14": ["soviet-army-3"]}
    situation = portfolio(units, dice=(1,), control=AXIS, phase="initial-attack", side="russian")
    situation.do("attack v14", "choose-unit soviet-army-1", "choose-unit rifle-corps-1", "choose-unit soviet-army-3")
    carry_on(situation, "losses-exchange", "assault-order")
    assert situation.step() == "losses-exchange"  # resolved without a question: 1:1 and a 1 is AE


def test_a_later_wave_enters_the_cleared_hex(portfolio):
    """7 against 4 is 3:2: a 4 is D1. The first army must enter, the second may follow beside or stay.

    Rule: XIII.A.4
    """
    situation = two_waves(portfolio, 4).do("attack w15")
    situation.do(f"retreat-to {min(goals(situation))}")
    situation.do("advance german-army-1", "advance-to w15")
    carry_on(situation, "advance-unit")
    while situation.step() == "assault-order":
        situation.do("attack w15")
    assert situation.offered() == ["advance german-army-2", "done"]


def test_winter_offensive_shifts_one_column(portfolio):
    """Row P, column 20, lies north of the weather line; the offensive is in its second turn.

    Rule: VI.B.3
    """
    units = {"p20": ["german-army-1"], "p21": ["front-1"], "r1": ["german-army-2"]}
    for tracks, shifts in (({"winter-offensive": 2}, {"VI.B.3": 1}), ({}, {}), ({"winter-offensive": 4}, {})):
        situation = portfolio(units, phase="initial-attack", side="russian", turn=12, tracks=tracks)
        rules, state = situation.rules, situation.state
        front, space = 1 << rules.units.index("front-1"), 1 << rules.spaces.index("p20")
        assert dict(rules.assembly.odds.ratio(state, front, space).shifts) == shifts


def test_nobody_advances_through_a_full_hex(portfolio):
    """21 against 4 is 5:1: a 6 is DE, made BR by the overrun. Army and corps fill W15; the Panzer Group, which could go
    on through it, has only the hexes beside it.

    Rule: XII.3, XIII.E.6
    """
    units = {"v14": ["panzer-group-1", "panzer-corps-1"], "v15": ["german-army-1"], "w15": ["soviet-army-1"]}
    situation = portfolio(units, dice=(6,), control=AXIS, phase="initial-attack")
    situation.do("attack w15", *[f"choose-unit {one}" for one in (*units["v14"], *units["v15"])])
    resolved(situation, "advance-unit").do("advance german-army-1", "advance-to w15", "advance panzer-corps-1")
    assert "x15" in goals(situation)  # while there is room for it
    situation.do("advance-to w15", "advance panzer-group-1")
    assert goals(situation) == {"v15", "w14"}


def test_no_retreat_holds_those_who_decline_an_exchange(portfolio):
    """8 + 4 + 2 against 8 + 4 are 1:1: a 2 is X. Germans take the D1 instead, which the order makes nothing.

    Rule: XIII.B.6, XIII.C.3, XIII.C.12
    Ruling: RP-71
    """
    units = {"v14": STACK, "w15": ["front-1"], "v15": ["soviet-army-1", "rifle-corps-1"]}
    situation = portfolio(units, dice=(2,), control=AXIS, phase="initial-attack", side="russian")
    situation.do("attack v14", *[f"choose-unit {one}" for one in (*units["w15"], *units["v15"])])
    while situation.step() != "assault-fast":
        situation.do("done" if "done" in situation.offered() else "fight")
    carry_on(situation.do("stand-fast v14"), "choice-exchange").do("fall-back")
    carry_on(situation)
    assert situation.marked("v14") == STACK


def test_one_armored_unit_of_a_hex_attacks_into_swamp_in_all_waves(portfolio):
    """L13 and M14 lie side by side, M14 is swamp; one corps attacks, the other of the same hex has no second wave.

    Rule: XII.2
    """
    units = {"m14": ["rifle-corps-1"], "l13": ["panzer-corps-1", "panzer-corps-2"], "n13": ["panzer-corps-3"]}
    situation = portfolio(units, phase="initial-attack").do("attack m14", "choose-unit panzer-corps-1", "fight")
    situation.do("attack m14")
    assert goals(situation) == {"panzer-corps-3"}


@pytest.mark.parametrize("beside", [False, True])
def test_attacks_on_a_front_bind_where_another_attack_demands_them(portfolio, beside):
    """The army in X14 attacks the front in W14 of its own will, and may think better of it; not when the units in V14,
    beside the front, attack V15.

    Rule: XIII.A.3, XIII.A.7
    """
    units = {"v14": STACK, "v15": ["soviet-army-1"], "w14": ["front-1"], "x14": ["german-army-3"]}
    situation = portfolio(units, control=AXIS, phase="initial-attack")
    if beside:
        situation.do("attack v15", "choose-unit infantry-corps-1", "choose-unit german-army-1")
        if situation.step() == "assault-unit":
            situation.do("fight")
        situation.do("done")
    situation.do("attack w14", "choose-unit german-army-3")
    if situation.step() == "assault-unit":
        situation.do("fight")
    carry_on(situation, "assault-order")
    offered = {words for words in situation.offered() if words.startswith("call-off")}
    assert offered == ({"call-off v15"} if beside else {"call-off w14"})
