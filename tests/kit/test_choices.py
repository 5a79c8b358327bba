"""Results of which one side chooses one, exchanges that match strength, and who pays for them first.

0304 lies in the woods. With `EVERY` each roll brings the result X.
"""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.games import rules_of
from tests.kit.games import TABLE, declared
from tests.kit.play import Play

EVERY = """
- kind: results
  id: combat
  title: Combat
  rule: "8"
  columns: ["1:2", "1:1", "2:1", "3:1"]
  codes: [{id: X, name: x, text: x}]
  rows: [{die: 1-6, results: [X, X, X, X]}]
"""
WOODS = "hexes: {rows: [cccccccc, cccccccc, cccccccc, ccwccccc, cccccccc, cccccccc]}"
NONE = "AE: null, AR: null, EX: null, DR: null, DE: null"
STACK = '{"0303": [blue-1, blue-2], "0404": [horse-1], "0304": [red-1]}'


def play(combat: str, units: str = STACK, *names: str, more: str = "", **given: str) -> Play:
    """The attack of all that `names` choose, or blue-1 and blue-2, on 0304; its result is X."""
    procedures = f"combat: {{{combat}}}{more}"
    game = declared(procedures, units=units, table=EVERY, game_map=WOODS, **given)
    begun = Play(game, "combat", "blue", dice=[3]).do("0304", *(names or ("blue-1", "blue-2", "fight")))
    return begun


def choice(by: str, *options: str, more: str = "") -> str:
    """Combat in which X lets a side choose of options."""
    return f"choices: [{{id: out, by: {by}, options: [{', '.join(options)}]{more}, rule: '8.2'}}], " + (
        f"results: {{{NONE}, X: choose out}}"
    )


EXCHANGE = "{verb: exchange, does: [eliminate defenders, exchange attackers]}"
FALL_BACK = "{verb: fall-back, does: retreat defenders 1}"


def test_the_defender_chooses():
    begun = play(choice("defenders", EXCHANGE, FALL_BACK, "{verb: decline, does: nothing, when: {turns: '2+'}}"))

    assert begun.asked == "red choice-out"
    assert begun.offered == ["exchange", "fall-back"]
    assert begun.why("decline") == ("not-to-choose", "8.2")
    assert begun.do("fall-back").asked == "red retreat-space"
    assert begun.at("red-1") == "0304"


def test_the_attacker_chooses_to_leave_it():
    """`done` comes last, whatever stands first."""
    begun = play(choice("attackers", "{verb: done, does: retreat defenders 1}", EXCHANGE))

    assert (begun.asked, begun.offered) == ("blue choice-out", ["exchange", "done"])
    assert begun.do("exchange").at("red-1") == "red-lost"
    assert begun.asked == "blue losses-exchange"  # 4 are owed, each has 4
    other = play(choice("attackers", "{verb: done, does: retreat defenders 1}", EXCHANGE)).do("done")
    assert (other.asked, other.at("red-1")) == ("red retreat-space", "0304")


@pytest.mark.parametrize(("condition", "asked"), [
    ("when: {turns: '1'}", "red choice-out"), ("when: {turns: '2+'}", "blue losses-exchange"),
    ("at: {terrain: woods}", "red choice-out"), ("at: {terrain: clear}", "blue losses-exchange"),
    ("defenders: {type: infantry}", "red choice-out"), ("defenders: {type: guard}", "blue losses-exchange"),
])  # fmt: skip
def test_options_under_conditions(condition: str, asked: str):
    """Where a single one is left nobody is asked."""
    option = f"{{verb: fall-back, does: retreat defenders 1, {condition}}}"
    assert play(choice("defenders", EXCHANGE, option)).asked == asked


def test_the_first_of_two_ways_to_say_the_same():
    """Both fall back; in the woods over two spaces."""
    far = "{verb: fall-back, does: retreat defenders 2, at: {terrain: woods}}"
    begun = play(choice("defenders", EXCHANGE, far, FALL_BACK)).do("fall-back")
    assert begun.state.frames[-1]["steps"] == 2
    begun = play(choice("defenders", EXCHANGE, far.replace("woods", "clear"), FALL_BACK)).do("fall-back")
    assert begun.state.frames[-1]["steps"] == 1


def test_no_exchange_without_the_strength_for_it():
    """6 against the guard's 6 can match it; blue-1 alone can't, and is eliminated."""
    units = '{"0303": [blue-1], "0404": [horse-1], "0304": [guard-1]}'
    combat = choice("attackers", EXCHANGE, "{verb: done, does: nothing}", more=", unmatched: eliminate attackers")
    both, alone = (play(combat, units, "blue-1", *others) for others in (("horse-1",), ("fight",)))

    assert both.asked == "blue choice-out"
    assert alone.at("blue-1") == "blue-lost"
    assert alone.at("guard-1") == "0304"


def test_attackers_match_the_defenders():
    """12 against 6: the owner gives up blue-1 and a second unit, and the guard stands."""
    units = '{"0303": [blue-1, blue-2], "0404": [horse-1, horse-2], "0304": [guard-1]}'
    begun = play(f"results: {{{NONE}, X: match attackers}}", units, "blue-1", "blue-2", "horse-1", "horse-2")

    assert begun.asked == "blue losses-exchange"
    assert begun.do("blue-1").asked == "blue losses-exchange"
    begun.do("horse-1")
    assert [begun.at(unit) for unit in ("blue-1", "horse-1", "blue-2", "guard-1")] == [
        "blue-lost", "blue-lost", "0303", "0304",
    ]  # fmt: skip


@pytest.mark.parametrize(("matched", "asked"), [("printed", "red combat-target"), ("fought", "blue losses-exchange")])
def test_an_exchange_of_what_fought(matched: str, asked: str):
    """The guard's 6 are 8 in the woods: blue-1 and a horse have 6."""
    units = '{"0303": [blue-1, blue-2], "0404": [horse-1], "0304": [guard-1]}'
    combat = f"adds: [{{by: 2, at: {{terrain: woods}}, rule: '8'}}], results: {{{NONE}, X: match attackers}}"
    begun = play(combat, units, "blue-1", "blue-2", "horse-1", more=f"\nlosses: {{matched: {matched}}}")
    assert begun.do("horse-1", "blue-1").asked == asked


def test_some_pay_for_an_exchange_first():
    """The horse goes first, and as it is the only one, unasked where what is forced is taken; who matches is free."""
    first = "\nlosses: {forced: taken, first: {type: cavalry}}"
    names = ("blue-1", "blue-2", "horse-1")
    exchange = f"results: {{{NONE}, X: [eliminate defenders, exchange attackers]}}"
    begun = play(exchange, STACK, *names, more=first)
    assert (begun.at("horse-1"), begun.asked) == ("blue-lost", "blue losses-exchange")
    assert begun.offered == ["blue-1", "blue-2"]

    free = play(f"results: {{{NONE}, X: match attackers}}", STACK, *names, more=first)
    assert free.offered == ["blue-1", "blue-2", "horse-1"]


def test_the_adviser_takes_the_better_result():
    """Red loses a unit, or goes back one space; blue loses a unit for a unit, or two."""
    begun = play(choice("defenders", EXCHANGE.replace(", exchange attackers", ""), FALL_BACK))
    adviser = begun.rules.adviser("red")
    assert adviser is not None
    options = adviser.explain(begun.state, begun.rules.choices(begun.state))
    assert [begun.rules.to_json(option.action)[0] for option in options] == ["fall-back", "exchange"]
    blue = play(choice("attackers", EXCHANGE, "{verb: done, does: eliminate attackers}"))
    best = blue.rules.adviser("blue").best(blue.state, blue.rules.choices(blue.state))
    assert blue.rules.to_json(best)[0] == "exchange"


@pytest.mark.parametrize(("combat", "message"), [
    (f"results: {{{NONE}, X: choose out}}", "'choose out' has no subject"),
    (choice("defenders", EXCHANGE).replace("choose out", "choose in"), "'choose in' has no subject"),
    (choice("defenders", "{verb: exchange, does: vanish defenders}"), "unknown result 'vanish'"),
])  # fmt: skip
def test_choices_that_say_nothing(combat: str, message: str):
    with pytest.raises(SourceError) as raised:
        rules_of(declared(f"combat: {{{combat}}}", units=STACK, table=EVERY))
    assert [problem.message for problem in raised.value.problems] == [message]


def test_a_result_that_exchanges_before_anybody_is_lost_is_reported():
    """`choose` may bring the loss."""
    combat = f"combat: {{{choice('defenders', EXCHANGE)}}}"
    assert rules_of(declared(combat, units=STACK, table=EVERY))
    with pytest.raises(SourceError, match="an exchange matches"):
        rules_of(declared("combat: {results: {AR: exchange attackers}}", units=STACK, table=TABLE))


def test_the_log_names_the_case_of_each_result():
    """That of its code, and of what a choice brings; else that of the table, and of the combat."""
    cited = EVERY.replace("text: x}]", "text: x, rule: '8.2'}]")
    eliminating = f"results: {{{NONE}, X: eliminate defenders}}"
    for table, combat, result, lost in (
        (EVERY, eliminating, "8", "8"), (cited, eliminating, "8.2", "8.2"),
        (EVERY, choice("defenders", EXCHANGE), "8", "8.2"),
    ):  # fmt: skip
        game = declared(f"combat: {{{combat}}}", units=STACK, table=table, game_map=WOODS)
        begun = Play(game, "combat", "blue", dice=[3]).do("0304", "blue-1", "blue-2", "fight")
        named = {line.get("event"): line.rule for line in begun.state.log.of("event")}
        assert (named["result"], named["eliminate"]) == (result, lost)
