"""Advice in March of Justice: exact forecasts, and positions in which one move is clearly best."""

from __future__ import annotations

import pytest

from pnp.games import rules_of
from pnp.games.march_of_justice.forecast import Series, weakened
from pnp.players.heuristic import heuristic_player
from pnp.sources import load_game

COLUMNS = {"wagner", "rusich", "serb"}


@pytest.fixture(scope="module")
def game():
    return load_game("march-of-justice")


@pytest.fixture(scope="module")
def rules(game):
    return rules_of(game)


@pytest.fixture(scope="module")
def two(game):
    return rules_of(game, options={"two-player": True})


def position(
    turn: int,
    units: dict,
    momentum: int = 0,
    marks: tuple[int, int, int] = (2, 2, 2),
    phase: str = "wagner",
    cup: tuple = (),
) -> dict:
    side = "russia" if phase == "russia" else "wagner"
    tracks = {"turn": turn, "momentum": momentum} | {f"maneuver-combat-{n}": mark for n, mark in enumerate(marks, 1)}
    return {"turn": turn, "phase": phase, "side": side, "units": units, "tracks": tracks, "pools": {"cup": list(cup)}}


def weak(unit: str) -> dict:
    return {"id": unit, "state": "reduced"}


def advised(rules, state, side: str = "wagner") -> list[list[str]]:
    """What the heuristic player of `side` does until the other side decides or the turn ends."""
    player = heuristic_player(rules, side, 0)
    done: list[list[str]] = []
    turn = state.turn
    while state.turn == turn and not rules.is_over(state) and rules.side_to_act(state) == side and len(done) < 40:
        action = player.choose(rules, state, rules.choices(state))
        done.append(rules.to_json(action))
        rules.apply(state, action)
    return done


def test_a_march_that_has_come_further_stands_better(rules):
    """The same columns, in the base, half-way on the main road, and beside the capital: only places differ."""
    places = ("rostov", "voronezh", "stupino")
    states = [rules.state_from(position(3, {place: ["wagner"], "moscow": ["omon"]})) for place in places]
    adviser = rules.adviser("wagner")
    near = [adviser.balance(state) for state in states]
    assert near == sorted(near)
    assert len(set(near)) == 3


# Forecasts ------------------------------------------------------------------------------------------------------


def siege(rules, units: dict, marks: tuple[int, int, int] = (2, 2, 2), momentum: int = 1) -> Series:
    """The contacts of all Wagner units on the capital; only to take it counts, on the last turn."""
    state = rules.state_from(position(6, {**units, "moscow": ["omon"]}, momentum, marks))
    everybody = sum(1 << rules.units.index(unit) for unit in COLUMNS)
    present = state.present & everybody
    moscow = rules.spaces.index("moscow")
    return Series(rules.board, state, 0, moscow, present, lambda left: 0.0 if left else 1.0)


def test_shares_are_those_of_the_printed_column(rules):
    """Column 0, no modifier: 1 and 2 Ar, 3 to 5 EX, 6 NE."""
    column = rules.board.contact.odds(6, 5).column
    shares = siege(rules, {"stupino": ["wagner"]}).shares(column, 0)
    assert {code: round(6 * share) for code, share in shares} == {"Ar": 2, "EX": 3, "NE": 1}


def test_modifiers_of_a_group_are_those_of_the_rules(rules):
    """6.2.3.2: momentum +2, the capital -2, one crosses the Oka -1, one of three from another location +1."""
    series = siege(rules, {"stupino": ["wagner", "rusich"], "ryazan": ["serb"]}, momentum=2)
    drm = {frozenset(rules.units[u] for u in range(9) if option.units >> u & 1): option.drm
           for option in series.options}  # fmt: skip
    assert drm[frozenset({"wagner", "rusich", "serb"})] == 0
    assert drm[frozenset({"wagner", "rusich"})] == 0
    assert drm[frozenset({"rusich", "serb"})] == 0
    assert drm[frozenset({"serb"})] == -1


def test_one_attack_on_a_last_weak_defender(rules):
    """7 against 1: column +6; modifier 1 - 2 = -1. A 1 is NE, all else removes a unit that has one step: 5 of 6."""
    value, option = siege(rules, {"stupino": ["wagner"]}, (3, 2, 2)).best(((1, -1, False),))
    assert value == pytest.approx(5 / 6)
    assert (option.sp, option.drm) == (7, -1)


def test_two_attacks_are_better_than_one_when_each_has_the_last_column(rules):
    """Together once: 5 of 6. One after the other: 1 - 1/36."""
    value, option = siege(rules, {"stupino": ["wagner", "rusich"]}, (3, 4, 2)).best(((1, -1, False),))
    assert value == pytest.approx(35 / 36)
    assert option.units.bit_count() == 1


def test_two_steps_need_two_results_or_a_rout(rules):
    """7 against 2 (reduced 1), one attack, column +6, modifier -1: only R on 5 and 6 eliminates: 2 of 6."""
    assert siege(rules, {"stupino": ["wagner"]}, (3, 2, 2)).best(((2, 1, False),))[0] == pytest.approx(2 / 6)


def test_a_series_over_two_steps(rules):
    """Two attacks on 2 (1): R at once 2/6; Rp on 2 to 4 (3/6) then 5/6; NE on 1 (1/6) then 2/6: 29/36."""
    series = siege(rules, {"stupino": ["wagner", "rusich"]}, (3, 4, 2))
    assert series.best(((2, 1, False),))[0] == pytest.approx(12 / 36 + 15 / 36 + 2 / 36)


def test_who_can_change_sides_leaves_on_an_exchange(rules):
    """6.2.2: in an EX the switch-capable defenders go over and the other stays whole."""
    series = siege(rules, {"stupino": ["wagner"]})
    assert series.after("EX", ((5, -1, True), (2, 1, False))) == ((2, 1, False),)
    assert series.after("EX", ((3, 1, False), (2, 1, False))) == ((2, 1, False), (1, -1, False))
    assert series.after("S", ((5, -1, True), (2, 1, False))) == ((1, -1, False),)
    assert weakened(((1, -1, False),)) == ()


# Wagner ---------------------------------------------------------------------------------------------------------


def test_the_first_turn_goes_up_the_road_at_the_least_speed_that_serves(rules):
    """Boguchar costs 3 (Kamensk 1, then the Donets 2): 1-3 is enough, and nobody goes aside."""
    done = advised(rules, rules.new_state(1))
    assert [words[1] for words in done if words[0] == "shift-to"] == ["mct-1-3"] * 3
    assert [words[1] for words in done if words[0] == "move-to"] == ["boguchar"]


def test_a_won_game_is_won(rules):
    """Last turn, three columns before a capital that one reduced unit holds, no enemy on the road: attack, go in."""
    units = {"stupino": ["wagner", "rusich", "serb"], "moscow": [weak("omon")]}
    state = rules.state_from(position(6, units, momentum=1, marks=(4, 4, 4)), dice=(4,))
    done = advised(rules, state)
    assert done[0] == ["attack", "moscow"]
    assert done[-1][0] == "advance"
    assert rules.result(state).end == "win"


def test_a_column_alone_leaves_the_capital_alone(rules):
    """2 strength against 7 with turns to come: every result but NE hurts."""
    units = {"stupino": ["serb"], "kamensk": ["wagner", "rusich"], "moscow": ["omon", "fsb", "sobr"]}
    state = rules.state_from(position(3, units, marks=(0, 0, 0)))
    assert not [words for words in advised(rules, state) if words[0] == "attack"]


def test_on_the_last_turn_any_chance_is_taken(rules):
    units = {"stupino": ["wagner", "rusich", "serb"], "moscow": ["omon"]}
    state = rules.state_from(position(6, units, momentum=-2, marks=(3, 3, 3)))
    assert ["attack", "moscow"] in advised(rules, state)


def test_the_enemy_on_the_road_is_attacked_when_the_capital_is_held(rules):
    """3.4: a unit in Yefremov spoils the victory of the columns in Moscow and Yelets."""
    units = {"moscow": ["wagner", "rusich"], "yelets": ["serb"], "yefremov": [weak("omon")]}
    state = rules.state_from(position(6, units, marks=(2, 2, 4)))
    assert ["attack", "yefremov"] in advised(rules, state)


def test_openings_vary_with_the_seed_of_the_player(rules):
    """The moves of the first three turns with 12 seeds, the dice of one game."""
    openings = set()
    for seed in range(1, 13):
        state, player, opening = rules.new_state(1), heuristic_player(rules, "wagner", seed), []
        while state.turn <= 3 and not rules.is_over(state):
            action = player.choose(rules, state, rules.choices(state))
            opening += [rules.to_json(action)] if rules.step(state).id == "movement-space" else []
            rules.apply(state, action)
        openings.add(str(opening))
    assert len(openings) >= 3


def test_momentum_is_kept_where_nothing_is_attacked(rules):
    state = rules.state_from(
        position(2, {"boguchar": ["wagner", "rusich", "serb"], "moscow": ["fsb"]}, momentum=3, phase="administration")
    )
    assert not [words for words in advised(rules, state) if words[0] == "spend-on"]


def test_reasons_are_given_in_words(rules):
    state = rules.new_state(1)
    player = heuristic_player(rules, "wagner", 0)
    told = player.explain(rules, state, rules.choices(state))
    assert [option.score for option in told] == sorted((option.score for option in told), reverse=True)
    assert told[0].reason == "1 strength and 3 movement serve best: it makes for Boguchar"


def test_the_end_of_movement_is_explained_only_when_all_is_done(rules):
    """While units are to go somewhere, nothing is said of everybody standing where they should."""
    state, player = rules.new_state(1), heuristic_player(rules, "wagner", 0)
    said = {False: set(), True: set()}
    while not rules.is_over(state):
        choices = rules.choices(state)
        if rules.step(state).id == "movement-unit":
            told = {option.action: option.reason for option in player.explain(rules, state, choices)}
            said[any(reason.startswith("makes for") for reason in told.values())].add(told[choices[-1]])
        rules.apply(state, player.choose(rules, state, choices))
    assert said == {
        True: {"nothing for or against it"}, False: {"everybody stands where the plan wants them"}
    }  # fmt: skip


def test_only_the_best_place_to_go_back_to_is_praised(rules):
    """A column that comes back stands better in Kamensk than in Rostov, which lies behind it."""
    units = {"turn-3": ["serb"], "stupino": ["wagner", "rusich"], "moscow": ["omon", "fsb", "sobr"]}
    state = rules.state_from(position(3, units))
    assert rules.step(state).id == "return"
    told = {rules.to_json(option.action)[-1]: option.reason
            for option in heuristic_player(rules, "wagner", 0).explain(rules, state, rules.choices(state))}  # fmt: skip
    assert told["kamensk"] == "the march goes on best from there"
    assert told["rostov"] == "there is a better choice"


def test_it_looks_neither_at_dice_nor_at_the_cup(rules):
    """The same position with other streams gets the same advice."""
    units = {"stupino": ["wagner", "rusich"], "ryazan": ["serb"], "moscow": ["omon", "fsb", weak("sobr")]}
    found = []
    for seed in range(4):
        state = rules.state_from(position(4, units, momentum=1, cup=("helicopter", "akhmat")), seed=seed)
        found.append(rules.to_json(heuristic_player(rules, "wagner", seed).choose(rules, state, rules.choices(state))))
    assert found == [found[0]] * 4


# Two players ----------------------------------------------------------------------------------------------------


def test_russia_walks_into_an_open_base(two):
    """11.0: nobody on the main road, Rostov empty, a helicopter that reaches it: that wins."""
    units = {"volgograd": ["wagner", "rusich", "serb"], "moscow": ["omon", "fsb"], "voronezh": ["helicopter"]}
    state = two.state_from(position(3, units, phase="russia"))
    done = advised(two, state, "russia")
    assert ["move-to", "rostov"] in done
    assert two.result(state).end == "russian-win"


def test_wagner_keeps_somebody_on_the_road(two):
    state = two.state_from(position(3, {"voronezh": ["wagner", "rusich", "serb"], "moscow": ["omon", "fsb", "sobr"]}))
    advised(two, state)
    road = {"rostov", "kamensk", "boguchar", "voronezh", "yelets", "yefremov", "stupino"}
    assert road & {
        place
        for place, there in two.position(state).units.items()
        if {"wagner", "rusich", "serb"} & set(map(str, there))
    }


def test_the_capital_is_never_left_empty(two):
    units = {"stupino": ["wagner", "rusich", "serb"], "moscow": ["omon", "fsb", "sobr"], "kaluga": ["tank-regiment"]}
    state = two.state_from(position(4, units, marks=(3, 3, 3), phase="russia"))
    advised(two, state, "russia")
    assert {"omon", "fsb", "sobr"} & {str(unit) for unit in two.position(state).units["moscow"]}


def test_russia_strikes_a_weak_column_and_leaves_a_strong_stack(two):
    weak_one = {"serpukhov": [weak("serb")], "rostov": ["wagner", "rusich"], "moscow": ["omon", "fsb", "sobr"]}
    state = two.state_from(position(3, weak_one, marks=(2, 2, 0), phase="russia"))
    assert ["attack", "serpukhov"] in advised(two, state, "russia")
    strong = {"serpukhov": ["wagner", "rusich", "serb"], "moscow": ["omon", "fsb", "sobr"]}
    state = two.state_from(position(3, strong, marks=(4, 4, 4), phase="russia"))
    assert not [words for words in advised(two, state, "russia") if words[0] == "attack"]


def test_whole_games_with_advice_end_without_a_fault(two, rules):
    from pnp.players.match import play

    for seed in range(3):
        assert rules.result(play(rules, "heuristic", seed)) is not None
        assert not two.faults(play(two, "heuristic", seed))


@pytest.fixture(scope="module")
def advised_games(rules):
    """Forty games with advice."""
    from pnp.players.match import play

    return [play(rules, "heuristic", seed) for seed in range(40)]


def test_the_game_can_be_won_but_not_by_chance(rules, advised_games):
    """More than one game in four with advice, none of 1,000 without."""
    from pnp.players.match import play

    assert 4 <= sum(rules.result(state).end == "win" for state in advised_games) <= 20
    assert not any(rules.result(play(rules, "random", seed)).end == "win" for seed in range(30))


def test_both_ways_to_moscow_are_taken(rules, advised_games):
    """At least a fifth of the games each: by the M4 from Yefremov to Stupino, by Ryazhsk to Ryazan. PMJ-76"""

    def goes(state, start, end):
        """Whether a column goes on from one of the locations `start` to `end`, or beyond in the same move."""
        moves = [line for line in state.log if line.get("event") == "move" and set(line.get("units")) & COLUMNS]
        return any(line.get("from") in start and line.get("at") in end for line in moves)

    east = sum(goes(state, {"voronezh", "tambov", "ryazhsk"}, {"ryazan", "ryazhsk"}) for state in advised_games)
    road = sum(goes(state, {"voronezh", "yelets", "yefremov"}, {"stupino"}) for state in advised_games)
    assert road >= 8
    assert east >= 8
    rest = rules.board.steps[rules.spaces.index("moscow")]
    ways = {name: rest[rules.spaces.index(name)] for name in ("voronezh", "yelets", "tambov")}
    assert ways == {"voronezh": 4, "yelets": 3, "tambov": 3}
