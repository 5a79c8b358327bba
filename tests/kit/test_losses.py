"""Losses, exchanges and the other sentences of a result, second rolls among them."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.referee.dice import pick
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.rules import DeclaredRules
from tests.kit.games import AREAS, declared
from tests.kit.play import Play

UNITS = '{"0303": [blue-1, blue-2], "0304": [guard-1, red-1]}'
ALL = "0304 blue-1 blue-2"


def suffered(
    result: str, units: str = UNITS, *, losses: str = "", names: str = ALL, dice: tuple[int, ...] = (1,),
    draws: tuple[str, ...] = (), turn: int = 1, **more: str,
) -> Play:  # fmt: skip
    """After blue's attack, in which every cell of the table says `result`."""
    results = f"{{AE: {result}, AR: {result}, EX: {result}, DR: {result}, DE: {result}}}"
    game = declared(f"{{combat: {{results: {results}}}, losses: {{rule: '11' {losses}}}}}", units=units, **more)
    return Play(game, "combat", "blue", turn=turn, dice=dice, draws=draws).do(*names.split())


def test_nothing():
    play = suffered("nothing")
    assert [play.at(name) for name in ("blue-1", "guard-1", "red-1")] == ["0303", "0304", "0304"]


def test_eliminate_takes_units_off_whole():
    play = suffered("eliminate defenders")
    assert [play.at(name) for name in ("blue-1", "guard-1", "red-1")] == ["0303", "red-lost", "red-lost"]
    assert suffered("eliminate attackers").at("blue-2") == "blue-lost"


def test_reduce_turns_over_those_with_backs_and_takes_the_others():
    play = suffered("reduce defenders")
    assert [play.at("guard-1"), play.at("red-1")] == ["0304 -", "red-lost"]
    twice = suffered("[reduce defenders, reduce defenders]")
    assert twice.at("guard-1") == "red-lost"


def test_a_lot_may_fall_on_some_units_only():
    assert suffered("lose-random defenders 1", draws=("red-1",)).at("red-1") == "red-lost"
    assert suffered("lose-random defenders 2", losses=", units: {type: guard}").at("guard-1") == "red-lost"
    assert suffered("lose-random defenders 1", losses=", units: {type: cavalry}").at("guard-1") == "0304"


@pytest.mark.parametrize(("losses", "asked"), [
    ("", "red losses-unit"), (", by: owner", "red losses-unit"), (", by: enemy", "blue losses-unit"),
])  # fmt: skip
def test_who_chooses(losses: str, asked: str):
    play = suffered("lose defenders 1", losses=losses)

    assert play.asked == asked
    assert play.offered == ["red-1", "guard-1"]
    assert play.why("blue-1") == ("not-to-be-lost", "11")
    play.do("guard-1")
    assert play.at("guard-1") == "0304 -"
    assert play.at("red-1") == "0304"


def test_by_lot():
    play = suffered("lose defenders 1", losses=", by: lot", draws=("red-1",))
    assert (play.at("red-1"), play.at("guard-1")) == ("red-lost", "0304")
    assert suffered("lose-random attackers 1", draws=("blue-2",)).at("blue-2") == "blue-lost"


def test_so_many_steps():
    """Three steps in all: all three must go without a choice left for the last."""
    play = suffered("lose defenders 2").do("guard-1", "guard-1")
    assert (play.at("guard-1"), play.at("red-1")) == ("red-lost", "0304")
    play = suffered("lose defenders 3").do("guard-1", "red-1", "guard-1")
    assert (play.at("guard-1"), play.at("red-1")) == ("red-lost", "red-lost")
    assert suffered("lose defenders 9").do("guard-1", "red-1", "guard-1").asked != "red losses-unit"


def test_whole_units_where_steps_dont_count():
    play = suffered("lose defenders 1", losses=", steps: false").do("guard-1")
    assert play.at("guard-1") == "red-lost"


def test_each_side_loses_in_the_order_of_the_sides():
    """Blue, the attacker, is the first of `sides`; where red attacks, blue still gives up first."""
    play = suffered("lose both 1")
    assert play.asked == "blue losses-unit"
    play.do("blue-2")
    assert play.asked == "red losses-unit"
    play.do("guard-1")
    assert (play.at("blue-2"), play.at("guard-1"), play.at("red-1")) == ("blue-lost", "0304 -", "0304")

    results = "{AE: lose both 1, AR: lose both 1, EX: lose both 1, DR: lose both 1, DE: lose both 1}"
    game = declared(f"combat: {{results: {results}}}", units=UNITS)
    play = Play(game, "combat", "red", dice=(1,)).do("0303", "red-1", "guard-1")
    assert play.asked == "blue losses-unit"


def test_eliminations_may_cite_a_case_of_their_own():
    results = "{" + ", ".join(f"{code}: eliminate defenders" for code in ("AE", "AR", "EX", "DR", "DE")) + "}"
    game = declared(f"{{combat: {{results: {results}, rules: {{eliminate: '8.7'}}}}}}", units=UNITS)
    play = Play(game, "combat", "blue", dice=(1,)).do("0304", "blue-1", "blue-2")
    assert [line["rule"] for line in play.events("eliminate")] == ["8.7"]


class LotRules(DeclaredRules):
    """Red is run by the system and loses by lot."""

    class ASSEMBLY(Assembly):
        """The declared procedures, with a policy."""

        class KIT(Kit):
            """The kit, with a policy."""

            def __init__(self, *given: Any) -> None:
                super().__init__(*given)
                self.policies[1] = lambda state, decision: pick(state, state.choices, "loss", "11")


def test_a_side_run_by_the_system_is_asked_even_where_it_has_no_choice():
    """It draws one lot of one: the log shows it."""
    results = "{AE: lose both 1, AR: lose both 1, EX: lose both 1, DR: lose both 1, DE: lose both 1}"
    units = '{"0303": [blue-1], "0304": [red-1]}'
    game = declared(f"{{combat: {{results: {results}}}, losses: {{forced: taken}}}}", units=units)
    play = Play(game, "combat", "blue", dice=(1,), rules=LotRules).do("0304", "blue-1")

    assert (play.at("blue-1"), play.at("red-1")) == ("blue-lost", "red-lost")
    assert [line.get("value") for line in play.state.log.of("draw")][1:] == ["red-1"]


def test_lots_of_several():
    play = suffered("lose-random defenders 2", draws=("guard-1", "red-1"))
    assert (play.at("guard-1"), play.at("red-1")) == ("0304 -", "red-lost")


# Exchange --------------------------------------------------------------------------------------------------------

EXCHANGE = "[eliminate defenders, exchange attackers]"
BIG = """
- {id: big, name: Big, side: blue, type: infantry, count: 1, factors: {attack: 5, defence: 2, movement: 4}}
- {id: small, name: Small, side: blue, type: infantry, count: 2, factors: {attack: 3, defence: 4, movement: 4}}
- {id: red, name: Red, side: red, type: infantry, count: 2, factors: {attack: 9, defence: 4, movement: 4}}
- {id: guard, name: Red guard, side: red, type: guard, count: 2, back: reduced,
   factors: {attack: 6, defence: 6, movement: 3}, reduced: {attack: 2, defence: 2}}
"""
THREE = '{"0303": [big-1, small-1], "0403": [small-2], "0304": [red-1]}'
STORM = "0304 big-1 small-1 small-2"


def test_an_exchange_costs_at_least_as_much():
    """4 are lost: 5 is enough; 3 is not, and 3 more are."""
    play = suffered(EXCHANGE, THREE, names=STORM, counters=BIG)

    assert play.asked == "blue losses-exchange"
    assert play.offered == ["big-1", "small-1", "small-2"]
    assert play.do("big-1").asked != "blue losses-exchange"
    play = suffered(EXCHANGE, THREE, names=STORM, counters=BIG).do("small-1")
    assert play.asked == "blue losses-exchange"
    play.do("small-2")
    assert play.at("big-1") == "0303"


@pytest.mark.parametrize(("strength", "more"), [("printed", True), ("attack", True), ("defence", False)])
def test_what_an_exchange_counts(strength: str, more: bool):
    """Printed: red defended with 4, small attacked with 3; attack: 9 against 3; defence: 4 against 4."""
    play = suffered(EXCHANGE, THREE, names=STORM, counters=BIG, losses=f", strength: {strength}").do("small-1")
    assert (play.asked == "blue losses-exchange") is more


def test_an_exchange_counts_a_reduced_unit_by_its_back():
    """A guard has 6, reduced 2: 3 are enough."""
    units = '{"0303": [big-1, small-1], "0304": [{id: guard-1, state: reduced}]}'
    play = suffered(EXCHANGE, units, names="0304 big-1 small-1", counters=BIG).do("small-1")
    assert play.asked != "blue losses-exchange"


def test_an_exchange_that_all_together_cant_pay_takes_all():
    units = '{"0303": [small-1, small-2], "0304": [guard-1, guard-2]}'
    play = suffered(EXCHANGE, units, names="0304 small-1 small-2", counters=BIG).do("small-1", "small-2")
    assert play.at("small-2") == "blue-lost"


def test_an_exchange_of_defenders():
    """The attackers are eliminated, 4; the defenders give up as much: the guard with 6, or red-1 with 4."""
    play = suffered("[eliminate attackers, exchange defenders]", names="0304 blue-1 blue-2", units=UNITS)
    assert play.asked == "red losses-exchange"
    play.do("red-1")
    assert play.offered == ["guard-1"]  # 8 were lost


STEPS = """
- {id: corps, name: Corps, side: blue, type: infantry, count: 2, back: reduced,
   factors: {attack: 6, defence: 5, movement: 4}, reduced: {attack: 4, defence: 1}}
- {id: small, name: Small, side: blue, type: infantry, count: 2, factors: {attack: 3, defence: 4, movement: 4}}
- {id: red, name: Red, side: red, type: infantry, count: 2, factors: {attack: 9, defence: 4, movement: 4}}
- {id: guard, name: Red guard, side: red, type: guard, count: 2, back: reduced,
   factors: {attack: 6, defence: 6, movement: 3}, reduced: {attack: 2, defence: 2}}
"""
CORPS = '{"0303": [corps-1, small-1], "0304": [red-1]}'


def test_an_exchange_is_paid_step_by_step():
    """4 are lost. The first step of a corps is 6 - 4 = 2, its second 4; 2 are not enough, 2 and 4 are, and so are 2 and
    the 3 of the small unit.
    """
    play = suffered(EXCHANGE, CORPS, names="0304 corps-1 small-1", counters=STEPS).do("corps-1")
    assert (play.at("corps-1"), play.asked, play.offered) == ("0303 -", "blue losses-exchange", ["corps-1", "small-1"])
    play.do("small-1")
    assert (play.at("corps-1"), play.at("small-1")) == ("0303 -", "blue-lost")
    assert play.asked != "blue losses-exchange"
    whole = suffered(EXCHANGE, CORPS, names="0304 corps-1 small-1", counters=STEPS).do("corps-1", "corps-1")
    assert (whole.at("corps-1"), whole.at("small-1")) == ("blue-lost", "0303")


def test_an_exchange_of_whole_units_where_steps_dont_count():
    play = suffered(EXCHANGE, CORPS, names="0304 corps-1 small-1", counters=STEPS, losses=", steps: false")
    assert play.do("corps-1").at("corps-1") == "blue-lost"
    assert play.asked != "blue losses-exchange"


@pytest.mark.parametrize(("strength", "more"), [("printed", True), ("attack", True), ("defence", False)])
def test_what_a_step_counts_in_an_exchange(strength: str, more: bool):
    """Printed: red defended with 4, the corps' step is 6 - 4 of its attack; attack: 9 against 2; defence: 4 against
    5 - 1.
    """
    play = suffered(EXCHANGE, CORPS, names="0304 corps-1 small-1", counters=STEPS, losses=f", strength: {strength}")
    assert (play.do("corps-1").asked == "blue losses-exchange") is more


def test_what_defenders_lose_step_by_step_is_matched_too():
    """The guard's first step is 6 - 2 = 4, red's whole strength 4. Whoever gives it up, blue owes 4; and 8 for both."""
    units = '{"0303": [corps-1, corps-2], "0304": [guard-1, red-1]}'
    names = "0304 corps-1 corps-2"
    for result, done, owed in (
        ("[lose defenders 1, exchange attackers]", ["guard-1"], 4),
        ("[reduce defenders, exchange attackers]", [], 8),
        ("[capture defenders, exchange attackers]", [], 10),
        ("[lose attackers 1, eliminate defenders, exchange attackers]", ["corps-1"], 10),
    ):
        play = suffered(result, units, names=names, counters=STEPS).do(*done)
        assert (play.asked, play.state.frames[-1]["owed"]) == ("blue losses-exchange", owed), result
    play = suffered("[lose-random defenders 1, exchange attackers]", units, names=names, counters=STEPS,
                    draws=("guard-1",))  # fmt: skip
    assert play.state.frames[-1]["owed"] == 4


def test_an_exchange_that_may_exceed_the_debt_least_only():
    """2 are lost: a corps' first step is exactly 2, the small unit is 3. Of 4, the corps' first step and then 4 or 3
    more make 5 at least; the first steps of two corps make 4.
    """
    units = '{"0303": [corps-1, small-1], "0304": [{id: guard-1, state: reduced}]}'
    play = suffered(EXCHANGE, units, names="0304 corps-1 small-1", counters=STEPS, losses=", covering: least")
    assert play.offered == ["corps-1"]
    assert play.why("small-1") == ("costs-too-much", "11")
    units = '{"0303": [corps-1, corps-2], "0403": [small-1], "0304": [red-1]}'
    play = suffered(EXCHANGE, units, names="0304 corps-1 corps-2 small-1", counters=STEPS, losses=", covering: least")
    assert play.offered == ["corps-1", "corps-2"]
    assert play.do("corps-1").offered == ["corps-2"]
    play = suffered(EXCHANGE, units, names="0304 corps-1 corps-2 small-1", counters=STEPS)
    assert play.offered == ["corps-1", "corps-2", "small-1"]


def test_the_least_that_pays_may_be_more_than_the_debt():
    """4 are lost. One corps and a small unit can pay 2, 3, 5, 6 or 9: the least is 5, 2 and 3 in any order."""
    play = suffered(EXCHANGE, CORPS, names="0304 corps-1 small-1", counters=STEPS, losses=", covering: least")
    assert play.offered == ["corps-1", "small-1"]
    assert play.do("small-1").offered == ["corps-1"]
    assert play.do("corps-1").at("corps-1") == "0303 -"


def test_the_least_is_everything_where_all_together_are_too_little():
    units = '{"0303": [small-1, small-2], "0304": [guard-1, guard-2]}'
    play = suffered(EXCHANGE, units, names="0304 small-1 small-2", counters=STEPS, losses=", covering: least")
    play.do("small-1", "small-2")
    assert play.at("small-2") == "blue-lost"


def test_one_unit_alone_pays_its_steps_unasked_where_losses_are_taken():
    """A reduced guard of 2 is lost for a step of a corps, 2; a red unit of 4 for both of them."""
    losses = ", forced: taken"
    units = '{"0303": [corps-1], "0304": [%s]}'
    play = suffered(EXCHANGE, units % "{id: guard-1, state: reduced}", names="0304 corps-1", counters=STEPS,
                    losses=losses)  # fmt: skip
    assert play.at("corps-1") == "0303 -"
    assert suffered(EXCHANGE, units % "red-1", names="0304 corps-1", counters=STEPS, losses=losses).at(
        "corps-1") == "blue-lost"  # fmt: skip


# Boxes -----------------------------------------------------------------------------------------------------------

CELLS = """
boxes:
  - {id: blue-lost, name: Lost, kind: eliminated, side: blue}
  - {id: red-lost, name: Lost, kind: eliminated, side: red}
  - {id: graves, name: Graves, kind: holding}
  - {id: prison, name: Prison, kind: holding}
  - {id: red-turn-2, name: Later, kind: holding, side: red}
  - {id: red-turn-3, name: Later, kind: holding, side: red}
"""


def test_lost_units_go_to_the_box_that_is_named():
    play = suffered("eliminate defenders", losses=", to: graves", game_map=CELLS)
    assert play.at("red-1") == play.at("guard-1") == "graves"


def test_captured_units_go_to_their_box_or_to_that_of_the_lost():
    assert suffered("capture defenders", losses=", captured: prison", game_map=CELLS).at("red-1") == "prison"
    assert suffered("capture defenders").at("red-1") == "red-lost"
    assert suffered("capture defenders", losses=", to: graves", game_map=CELLS).at("red-1") == "graves"


def test_dispersed_units_wait_for_a_turn():
    waiting = ', dispersed: "{side}-turn-{turn}"'
    assert suffered("disperse defenders 1", losses=waiting, game_map=CELLS).at("red-1") == "red-turn-2"
    assert suffered("disperse defenders 2", losses=waiting, game_map=CELLS).at("red-1") == "red-turn-3"
    assert suffered("disperse defenders 1", losses=waiting, game_map=CELLS, turn=2).at("red-1") == "red-turn-3"
    assert suffered("disperse defenders 1", losses=waiting, game_map=CELLS, turn=3).at("red-1") == "red-lost"


def test_dispersed_units_come_back():
    phases = """
- {id: arrivals, name: Arrivals, side: each, rule: "11", text: x, procedure: arrivals}
- {id: combat, name: Combat, side: each, rule: "8", text: x, procedure: combat}
"""
    back = "{combat: {results: {AE: x, AR: x, EX: x, DR: x, DE: x}}}".replace("x", "disperse defenders 1")
    game = declared(
        f'{{losses: {{rule: "11", dispersed: "{{side}}-turn-{{turn}}"}}, movement: null,'
        f' arrivals: {{boxes: "{{side}}-turn-{{turn}}", at: {{red: {{space: "0806"}}}}, rule: "11"}}, {back[1:]}',
        units='{"0303": [blue-1], "0304": [red-1]}', phases=phases, game_map=CELLS,
    )
    play = Play(game, "combat", "blue", dice=[1]).do("0304", "blue-1")

    assert play.state.turn == 2
    assert play.asked == "red arrival-unit"
    assert play.do("red-1", "0806").at("red-1") == "0806"


# Second rolls ----------------------------------------------------------------------------------------------------

SECOND = "[nothing, {roll: {1-3: nothing, 4-6: [lose attackers 1, {roll: {1-5: nothing, '6': eliminate defenders}}]}}]"


@pytest.mark.parametrize(("dice", "blue", "red"), [
    ((1, 3), "0303", "0304"), ((1, 4, 5), "blue-lost", "0304"), ((1, 6, 6), "blue-lost", "red-lost"),
])  # fmt: skip
def test_second_rolls(dice: tuple[int, ...], blue: str, red: str):
    """The loss comes before the third roll, as it is written."""
    play = suffered(SECOND, '{"0303": [blue-1], "0304": [red-1]}', names="0304 blue-1", dice=dice)
    if play.asked == "blue losses-unit":
        play.do("blue-1")
    assert (play.at("blue-1"), play.at("red-1")) == (blue, red)
    drawn = [line.data["value"] for line in play.state.log.lines if line.kind == "draw"]
    assert drawn == list(dice)


def test_what_follows_a_second_roll_comes_after_it():
    """The defenders are reduced by the roll, then all are eliminated; then an attacker may advance."""
    result = "[{roll: {1-6: reduce defenders}}, eliminate defenders, advance]"
    play = suffered(result, dice=(1, 2))
    assert play.asked == "blue advance"
    assert [line["event"] for line in play.events("reduce", "eliminate")] == ["reduce", "eliminate", "eliminate"]


def test_areas():
    play = suffered("lose defenders 1", "{ash: [blue-1], birch: [red-1, red-2]}", names="birch blue-1", whole_map=AREAS)
    assert play.do("red-2").at("red-2") == "red-lost"
