"""What a person is shown and what a typed line means: the small map, the chances of a roll, numbers and words."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from pnp.games import rules_of
from pnp.players.person.forecast import attacker_share, forecast
from pnp.players.person.neighbourhood import hexes_around, neighbours_of
from pnp.players.person.numbers import ChoiceNumbers
from pnp.players.person.outlook import outlooks
from pnp.players.person.sight import Sight, sight_of
from pnp.players.person.words import Reader, line_words, words_of
from pnp.players.telling import line_as_text
from pnp.sources import load_game


@pytest.fixture(scope="module")
def ford():
    return rules_of(load_game("the-ford"))


@pytest.fixture(scope="module")
def two_rivers():
    return rules_of(load_game("two-rivers"))


def seen(rules, state, side: str = "north") -> Sight:
    return sight_of(rules, state, side, "en")


# The small map -----------------------------------------------------------------------------------------------------

AROUND_THE_FORD = """
              ┌─────────────┐             ┌─────────────┐
              │0303         │             │0503         │
┌─────────────┤N 4-4-4      ├─────────────┤             │
│0203♣        │N 4-2-3      │0403         │             │
│             ├─────────────┤N 4-4-4      ├─────────────┤
│             │▶0304        │             │0504♣        │
├─────────────┤             ├─────────────┤             │
│0204         │             │0404         │             │
│             ├═════════════┤             ├─────────────┤
│             ║·0305        ║             │0505         │
├═════════════┤             ├═════════════┤             │
║0205♣        │             │0405         ║             ║
│             ├─────────────┤             ├═════════════┘
│             │             │             │
└─────────────┘             └─────────────┘
"""
"""By hand from the printed map: hexes with level tops, even columns half a hex lower. The Aume flows along 0105/0205
0204/0205 0204/0305 0304/0305 0305/0404 0404/0405 0405/0505 0505/0506 and, right of 0505, 0505/0605.
"""


def drawn(small) -> str:
    return "\n".join("".join(text for text, _ in line) for line in small.lines)


def test_the_small_map_shows_hexes_as_they_touch_with_rivers_woods_and_units(ford):
    small = hexes_around(seen(ford, ford.new_state()), "0304", width=58, offered={"0305"})

    assert [line.rstrip() for line in drawn(small).splitlines()] == AROUND_THE_FORD.strip("\n").splitlines()
    assert small.legend == {"♣": "Woods", "═": "River", "▶": "0304"}


def test_pointy_hexes_touch_two_below():
    """Winter War: level rows, even ones half a hex to the right, so that 2563 and 2663 touch 2564 below.

    By hand: the Vuoksi flows along 2462/2563 2563/2562 2562/2663 2663/2662 2663/2763.
    """
    rules = rules_of(load_game("winter-war"))
    small = hexes_around(seen(rules, rules.new_state(), "soviet"), "2563", width=44, rows=2)

    assert [line.rstrip() for line in drawn(small).splitlines()] == [
        "┌═════════════┬═════════════┐",
        "│▶2563♣       │2663♣ Taipale║",
        "│             │             ║",
        "│             │             ║",
        "└──────┬──────┴──────┬──────┴──────┐",
        "       │2564♣        │2664♣        │",
        "       │             │             │",
        "       │             │             │",
        "       └─────────────┴─────────────┘",
    ]


@pytest.mark.parametrize("focus", ["0101", "1201", "0109", "1209", "0608"])
def test_every_edge_of_the_map_has_its_neighbourhood_within_the_width(ford, focus):
    small = hexes_around(seen(ford, ford.new_state()), focus, width=78)
    text = drawn(small)
    assert f"▶{focus}" in text
    assert max(map(len, text.splitlines())) <= 78


def test_neighbours_are_listed_with_directions_and_what_lies_between(ford, two_rivers):
    """Around 0304 by hand: the road from the north, the river and the ford in the south."""
    beside = [(n.direction, n.place, n.between) for n in neighbours_of(seen(ford, ford.new_state()), "0304")]
    assert beside == [
        ("n", "0303", ("Road",)), ("ne", "0403", ()), ("se", "0404", ()), ("s", "0305", ("River", "Ford")),
        ("sw", "0204", ()), ("nw", "0203", ()),
    ]  # fmt: skip
    areas = neighbours_of(seen(two_rivers, two_rivers.new_state(), "crown"), "lindmoor")
    assert {n.place for n in areas} == set(
        next(space for space in two_rivers.game.map.spaces if space.id == "lindmoor").neighbours
    )


# The chances of a roll ---------------------------------------------------------------------------------------------

ATTACK = {
    "turn": 1, "phase": "north-combat", "side": "north",
    "units": {"0305": ["north-infantry-1", "north-infantry-2"], "0306": ["south-infantry-1"], "0608": ["south-guard"]},
}  # fmt: skip


def test_the_chances_are_those_of_the_printed_column(ford):
    """Rules 8.3, 8.6: 4 + 4 against 4 is 2:1, whose column is AR AR EX DR DR DE from 1 to 6."""
    state = ford.state_from(ATTACK)
    for words in (["attack", "0306"], ["choose-unit", "north-infantry-1"]):
        ford.apply(state, ford.from_json(words))
    before = state.copy()

    rolled = forecast(ford, state, ford.from_json(["choose-unit", "north-infantry-2"]))

    assert (rolled.table, rolled.column) == ("combat-results", "2:1")
    assert [(chance.codes, chance.dice, chance.share) for chance in rolled.chances] == [
        (("AR",), ("1", "2"), Fraction(1, 3)), (("EX",), ("3",), Fraction(1, 6)),
        (("DR",), ("4", "5"), Fraction(1, 3)), (("DE",), ("6",), Fraction(1, 6)),
    ]  # fmt: skip
    assert [line_as_text(ford, line) for line in rolled.before][1] == (
        "Against Infantry brigade 1: 8:4, column 2:1. [8.1]"
    )
    assert state == before and len(state.records) == len(before.records)


def test_the_list_says_the_odds_with_all_who_could_join(ford):
    state = ford.state_from(ATTACK)
    attack = ford.from_json(["attack", "0306"])
    rolls = outlooks(ford, state, ford.choices(state))

    assert list(rolls) == [attack]
    assert (rolls[attack].with_all, rolls[attack].forecast.column) == (True, "2:1")
    assert attacker_share(ford, rolls[attack].forecast) == Fraction(1, 2)  # DR DR DE of six


def test_a_forecast_says_what_then_happens_and_nothing_of_the_next_die(ford):
    """A whole random game: each roll falls as one of the chances foretold, and by the odds foretold."""
    dice, state, rolls = random.Random(3), ford.new_state(3), 0
    while not ford.is_over(state):
        choices = list(ford.choices(state))
        action = dice.choice(choices[:-1] or choices)  # seldom done, so that there are fights
        rolled = forecast(ford, state, action)
        start = len(state.records)
        ford.apply(state, action)
        if rolled is None:
            continue
        lines = ford.lines_from(state, start)
        result = next(line for line in lines if line.data.get("event") == "result")
        die = next(str(line.data["value"]) for line in lines if line.kind == "draw")
        rolls += 1
        assert sum(chance.share for chance in rolled.chances) == 1
        assert [c.codes[0] for c in rolled.chances if die in c.dice] == [result.data["code"]]
        assert result.data["column"] == rolled.column
        assert all(line.kind != "draw" for chance in rolled.chances for line in chance.events)
    assert rolls > 5


def test_what_would_turn_up_hidden_units_is_not_foretold():
    """Winter War: the last Soviet unit is set up and the Finns are turned up; no strength is known before."""
    rules = rules_of(load_game("winter-war"))
    state = rules.state_from({"phase": "soviet-set-up", "units": {
        "2363": [{"id": "finnish-division-1", "state": "face-down"}], "soviet-forces": ["headquarters-1"],
    }})  # fmt: skip
    sight = seen(rules, state, "soviet")
    assert sight.stack(sight.units_in("2363")) == "Face-down unit"
    assert sight.values("finnish-division-1") == ""
    assert Reader(rules, sight, ChoiceNumbers(rules), ()).called(rules.units, words_of("infantry division 1")) is None


# Units and places --------------------------------------------------------------------------------------------------


def test_a_unit_is_told_with_its_values_and_its_place(ford):
    sight = seen(ford, ford.new_state())
    assert sight.unit_at("north-infantry-1") == "Infantry brigade 1 4-4-4 at 0303"
    assert sight.unit_at("south-infantry-1") == "Infantry brigade 1 3-4-4 at Sella (0306)"
    assert sight.ground("0203") == "Woods"
    position = {"turn": 1, "phase": "north-movement", "side": "north",
                "units": {"0303": ["north-infantry-1", "north-infantry-2"], "0608": ["south-guard"]}}  # fmt: skip
    assert seen(ford, ford.state_from(position)).stack(["north-infantry-1", "north-infantry-2"]) == (
        "2 × Infantry brigade 4-4-4"
    )


def test_a_reduced_unit_shows_the_factors_of_its_back():
    rules = rules_of(load_game("march-of-justice"))
    state = rules.state_from({"turn": 3, "phase": "wagner", "units": {
        "stupino": [{"id": "wagner", "state": "reduced"}], "moscow": ["omon"]}})  # fmt: skip
    assert seen(rules, state, "wagner").unit_at("wagner") == "Main column (reduced) 2 at Stupino"


# Numbers and words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ford", "two_rivers"])
def test_a_choice_keeps_its_number_while_the_phase_lasts(name, request):
    rules = request.getfixturevalue(name)
    dice, state, numbers = random.Random(5), rules.new_state(5), ChoiceNumbers(rules)
    labels: dict[tuple, dict] = {}
    while not rules.is_over(state):
        choices = list(rules.choices(state))
        numbers.number(state, choices)
        phase = labels.setdefault((state.turn, rules.phase(state), rules.phasing_side(state)), {})
        for action in choices:
            label = numbers.label(action)
            chosen = rules.to_json(action)[1] if label in rules.spaces else action  # a hex is itself, whatever is done
            assert phase.setdefault(label, chosen) == chosen
        assert len({numbers.label(action) for action in choices}) == len(choices)
        rules.apply(state, dice.choice(choices))
    assert max(map(len, labels.values())) > 10


def reader(rules, state) -> Reader:
    numbers, choices = ChoiceNumbers(rules), list(rules.choices(state))
    numbers.number(state, choices)
    return Reader(rules, seen(rules, state), numbers, choices)


@pytest.mark.parametrize(
    ("typed", "action", "used"),
    [
        ("3", ["choose-unit", "north-infantry-3"], 1),
        ("infantry brigade 3", ["choose-unit", "north-infantry-3"], 3),
        ("inf 3 0304", ["choose-unit", "north-infantry-3"], 2),
        ("CAVALRY", ["choose-unit", "north-cavalry-1"], 1),
        ("choose artillery battery", ["choose-unit", "north-artillery"], 3),
        ("varn", ["choose-unit", "north-infantry-1"], 1),
        ("done", ["done"], 1),
        ("1 3 5", ["choose-unit", "north-infantry-1"], 1),
    ],
)
def test_a_line_names_a_choice_by_number_name_beginning_or_verb(ford, typed, action, used):
    state = ford.new_state()
    meaning = reader(ford, state).read(words_of(typed))
    assert (meaning.actions, meaning.used) == ((ford.from_json(action),), used)


@pytest.mark.parametrize("typed", ["0304", "move 0304", "move to 0304", "move-to 0304", "to 0304", "0304."])
def test_a_hex_is_typed_with_or_without_the_verb(ford, typed):
    state = ford.new_state()
    ford.apply(state, ford.from_json(["choose-unit", "north-infantry-1"]))
    words = words_of(typed)
    meaning = reader(ford, state).read(words)
    assert (meaning.actions, meaning.used) == ((ford.from_json(["move-to", "0304"]),), len(words))


def test_a_place_is_typed_by_its_name_alone_and_several_may_be_meant(ford):
    state = ford.new_state()
    assert len(reader(ford, state).read(words_of("infantry")).actions) == 3
    ford.apply(state, ford.from_json(["choose-unit", "north-infantry-1"]))
    assert reader(ford, state).read(words_of("Brenn")).actions == (ford.from_json(["move-to", "0603"]),)


@pytest.mark.parametrize(
    ("typed", "rule", "used"),
    [
        ("0205", "6.2", 1), ("move 0608 now", "4.2", 2), ("sella", "4.5", 1), ("attack sella", "4.1", 2),
        ("done", "4.1", 1),
    ],
)
def test_what_is_not_offered_is_refused_with_its_rule(ford, typed, rule, used):
    """4.5 enemy units, 6.2 enemy zones, 4.2 too far, 4.1 the movement phase, in which nobody attacks."""
    state = ford.new_state()
    ford.apply(state, ford.from_json(["choose-unit", "north-infantry-1"]))
    violation, words = reader(ford, state).refused(state, words_of(typed))
    assert (violation.rule, words) == (rule, used)


def test_ranges_are_written_out_and_long_lines_are_not_read():
    assert line_words("1-3 0304", ["1", "2", "3", "0304"]) == ("1", "2", "3", "0304")
    assert line_words("1–2", ["1", "2"]) == ("1", "2")
    assert line_words("1-9999", ["1"]) == ("1", "9999")
    assert line_words("Kyyivs’ka, Śląsk", []) == ("kyyivska", "slask")
    assert line_words("7" * 3000, []) is None
    assert line_words("1 " * 300, []) is None
