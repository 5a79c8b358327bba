"""Rolls and modifiers, worked out by hand."""

from fractions import Fraction as F

from pnp.analysis.tables import net_modifiers, roll_odds
from pnp.model.tables import Dice


def test_two_dice_have_the_odds_that_everybody_knows():
    odds = roll_odds(Dice(count=2, sides=6))
    assert [int(36 * odds[n]) for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert sum(odds.values()) == 1


def test_three_coins():
    assert roll_odds(Dice(count=3, sides=2)) == {3: F(1, 8), 4: F(3, 8), 5: F(3, 8), 6: F(1, 8)}


def test_a_modifier_of_one_space(tiny):
    assert net_modifiers(tiny.table("combat"), tiny) == (0, 1)
    assert net_modifiers(tiny.table("weather"), tiny) == (0,)


def test_modifiers_of_two_sides_never_meet(with_change):
    game = with_change(
        'charts.yaml tables/combat/modifiers = [{id: a, add: 1, side: red, text: one, rule: "1.2"}, {id: b, add: 2, '
        'side: blue, text: two, rule: "1.2"}]'
    )
    assert net_modifiers(game.table("combat"), game) == (0, 1, 2)


def test_one_that_can_be_added_often_and_one_of_a_track(with_change):
    game = with_change(
        'charts.yaml tables/combat/modifiers = [{id: a, add: -2, most: 3, text: each, rule: "1.2"}, {id: b, add: 1, '
        'track: turn, text: turn, rule: "1.2"}]'
    )
    # 0 -2 -4 -6, and the three turns 1 2 3 or none of them
    assert net_modifiers(game.table("combat"), game) == (-6, -5, -4, -3, -2, -1, 0, 1, 2, 3)
