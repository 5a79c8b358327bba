"""What is said of an attack, against the referee, which fights it with every fall of the dice.

As in `test_attacks`: around 0304 lie 0303 and 0403 above, 0204 and 0404 beside, 0305 and 0405 below; infantry fights
with 4, cavalry with 2, guards with 6; the columns are 1:2, 1:1, 2:1 and 3:1. At 1:1 the six faces bring AR, AR, EX, EX,
DR and DE, at 2:1 EX, EX, DR, DR, DE and DE, at 3:1 DR, DR and four times DE.
"""

from __future__ import annotations

from itertools import product

import pytest

from pnp.referee.kit.advice.adviser import KitAdviser
from tests.kit.games import COUNTERS, TABLE
from tests.kit.play import Play
from tests.kit.test_attacks import ELSEWHERE, OPEN, WOODS, attacking

WAGON = (
    "- {id: wagon, name: Wagon, side: red, type: guard, count: 1, factors: {attack: 0, defence: 0, movement: 1}}\n"
)
BRACKETS = OPEN.replace("{die: 6, results: [DR, DE, DE, DE]}",
                        "{die: 6, results: [DR, DE, DE, DE], bracketed: ['', AR, AR, '']}")  # fmt: skip
EVEN = '{"0303": [blue-1], "0304": [red-1]}'
TWO_TO_ONE = '{"0303": [blue-1, blue-2], "0304": [red-1]}'
STAY = ", retreat: {without_way: stay, length: exact, rule: '9'}"
HEMMED_IN = '"0203": [horse-1], "0404": [horse-2], "0405": [blue-3]'
"""Units whose zones, with those of 0303, leave no way out of 0304."""

ROLLS = "[{roll: {1-3: nothing, 4-6: [eliminate defenders, advance]}}]"


def said(play: Play, target: str) -> str:
    """What the adviser says of an attack."""
    adviser = play.rules.adviser("blue")
    assert adviser is not None
    options = adviser.explain(play.state, play.rules.choices(play.state))
    return next(option.reason for option in options if play.rules.to_json(option.action)[-1] == target)


def cleared(play: Play, target: str, units: tuple[str, ...], dice: tuple[int, ...]) -> bool:
    """Whether no enemy is left in the space when the referee fights the attack."""
    rules, board, play.state.dice_script = play.rules, play.rules.kit.board, list(dice)
    enemies = board.foes(play.state.side)
    play.do(target)
    for name in (*units, "fight"):
        if play.asked.endswith("combat-attacker") and name in play.offered:
            play.do(name)
    while play.asked.endswith(("retreat-unit", "retreat-space", "losses-unit", "losses-exchange", " advance")):
        rules.apply(play.state, rules.choices(play.state)[0])
    return not play.state.units_in[board.space_index[target]] & enemies


def test_what_was_forecast_is_forgotten_when_units_move():
    """One battles object: 4 against 4 in the open is 1:1, and 2:1 when another 4 have joined them; 1:1 again without.

    2 of 3 faces win at 1:1, all at 2:1.
    """
    play = attacking("", EVEN)
    adviser, board, state = play.rules.adviser("blue"), play.rules.kit.board, play.state
    first, second = (1 << board.unit_index[name] for name in ("blue-1", "blue-2"))
    target, beside = 1 << board.space_index["0304"], board.space_index["0303"]
    assert isinstance(adviser, KitAdviser)

    def forecast(units: int) -> tuple[str | None, int]:
        found = adviser.battles.forecast(state, units, target)
        return found.column, round(100 * found.clears)

    assert [forecast(first), forecast(first)] == [("1:1", 67)] * 2
    play.rules.kit.put(state, second, beside)
    assert [forecast(first | second), forecast(first)] == [("2:1", 100), ("1:1", 67)]
    play.rules.kit.put(state, 1 << board.unit_index["red-2"], board.space_index["0304"])
    assert forecast(first)[0] == "1:2"


@pytest.mark.parametrize(("combat", "units", "kinds", "reason"), [
    ("", EVEN, {}, "with Blue 1: 1:1, wins 67 %"),
    ("", TWO_TO_ONE, {}, "with Blue 1, Blue 2: 2:1, wins 100 %"),
    ("shifts: [{by: -1, at: {terrain: woods}, rule: '8'}]", TWO_TO_ONE, {"game_map": WOODS},
     "with Blue 1, Blue 2: 1:1, wins 67 %"),
    ("die: [{by: -2, at: {terrain: woods}, rule: '8'}]", EVEN, {"game_map": WOODS}, "with Blue 1: 1:1, wins 33 %"),
    ("die: [{by: 1, at: {terrain: woods}, rule: '8'}]", EVEN, {"game_map": WOODS}, "with Blue 1: 1:1, wins 83 %"),
    ("bracketed: {at: {terrain: woods}}", EVEN, {"game_map": WOODS, "table": BRACKETS}, "with Blue 1: 1:1, wins 50 %"),
    ("bracketed: {at: {terrain: woods}}", EVEN, {"game_map": ELSEWHERE, "table": BRACKETS},
     "with Blue 1: 1:1, wins 67 %"),
    ("bracketed: {defenders: {type: infantry}}", EVEN, {"table": BRACKETS}, "with Blue 1: 1:1, wins 50 %"),
    ("upgrades: [{codes: {AR: DE}, least: 1, rule: '8'}]", EVEN, {}, "with Blue 1: 1:1, wins 100 %"),
    ("trapped: [{codes: {AR: DE}, spaces: 9, rule: '8'}]", EVEN, {}, "with Blue 1: 1:1, wins 100 %"),
    ("upgrades: [{codes: {AR: DE}, least: 2, rule: '8'}]", EVEN, {}, "with Blue 1: 1:1, wins 67 %"),
    ("undefended: {result: DE, rule: '8'}", '{"0303": [blue-1], "0304": [wagon-1]}', {"counters": COUNTERS + WAGON},
     "with Blue 1: wins 100 %"),
    ("undefended: {result: AR, rule: '8'}", '{"0303": [blue-1], "0304": [wagon-1]}', {"counters": COUNTERS + WAGON},
     "with Blue 1: wins 0 %"),
    ("", '{"0303": [blue-1], "0304": [guard-1, guard-2]}',
     {"table": TABLE.replace("rule: \"8\"\n", "rule: \"8\"\n  below_first: AR\n", 1)},
     "with Blue 1: below the lowest odds of the table, wins 0 %"),
    (f"results: {{AR: {ROLLS}}}", EVEN, {}, "with Blue 1: 1:1, wins 83 %"),
    (f"results: {{DE: nothing, AR: {ROLLS}}}", EVEN, {}, "with Blue 1: 1:1, wins 67 %"),
])  # fmt: skip
def test_the_chance_is_what_the_referee_makes_of_all_dice(combat: str, units: str, kinds: dict[str, str], reason: str):
    """The chance is worked out by hand from the faces above."""
    start = attacking(combat, units, **kinds)

    assert said(start, "0304") == reason
    assert percentage(start) == int(reason.split()[-2])


@pytest.mark.parametrize(("more", "units", "chance"), [
    (STAY, EVEN, 67),
    (STAY, EVEN.replace("}", f", {HEMMED_IN}}}"), 50),  # of the two faces that clear 0304, DR leaves it where it is
])  # fmt: skip
def test_who_has_no_way_may_stay(more: str, units: str, chance: int):
    """At 1:1 with one attacker: the others are beside 0304 too, and are kept out by their type."""
    combat = "may_attack: {unit: blue-1}"
    start = attacking(combat, units, more=more)
    assert said(start, "0304") == f"with Blue 1: 1:1, wins {chance} %"
    assert percentage(start) == chance


def percentage(play: Play) -> int:
    """Out of a hundred attacks with two dice, how many clear 0304."""
    start, won = play.state, 0
    for dice in product(range(1, 7), repeat=2):
        play.state = start.copy()
        won += cleared(play, "0304", ("blue-1", "blue-2"), dice)
    return round(100 * won / 36)
