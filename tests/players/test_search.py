"""The player that thinks."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp.errors import SourceError
from pnp.games import GAMES, rules_of
from pnp.players.match import play
from pnp.players.roster import make_players, parse_players
from pnp.players.search import MOST_DECISIONS, Line, Luck, SearchPlayer, TimeLimit, lead, player_turns, worth_a_look
from pnp.playtest.campaign import run_campaign
from pnp.playtest.match import play_chunk
from pnp.playtest.run import PlaytestOrder, campaign_of
from pnp.referee.dice import roll
from pnp.sources import load_game
from tests.kit.play import Play
from tests.kit.test_hidden import PLACED, game


@pytest.fixture(scope="module")
def ford():
    return rules_of(load_game("the-ford"))


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([5.0, 9.0, 7.0, 1.0], [1, 2, 0]),  # the best, and two rivals
        ([5.0, 9.0, 5.0, 5.0], [1]),  # three that are all one, where there is room for two
        ([5.0, 9.0, 5.0, 1.0], [1, 0, 2]),
        ([9.0, 9.0, 9.0, 9.0], [0]),
    ],
)
def test_rivals_are_those_that_the_adviser_tells_from_the_rest(scores, expected):
    """The last choice is one with a verb alone: to leave it is always worth a look."""
    choices = [(0, number) for number in range(len(scores))]
    assert worth_a_look(choices, scores, 2) == [choices[number] for number in expected]
    assert worth_a_look([*choices, (1,)], [*scores, -9.0], 2)[-1] == (1,)


@pytest.mark.parametrize(
    ("first", "rival", "expected"),
    [
        ({0: 1.0}, {0: 6.0}, 1.0),  # one gain is as much as its error, beside one simulation without a gain
        ({0: 1.0, 1: 4.0}, {0: 6.0, 1: 9.0}, 2.0),  # two of 5: mean 10/3, error 5/3
        ({0: 1.0, 1: 4.0}, {1: 9.0}, 1.0),  # only what both have counts
        ({0: 1.0, 1: 4.0}, {0: 6.0, 1: -1.0}, 0.0),
        ({0: 3.0}, {0: 3.0}, 0.0),
    ],
)
def test_a_rival_leads_by_standard_errors_of_what_it_gains_with_the_same_luck(first, rival, expected):
    assert lead(Line(values=rival), Line(values=first)) == pytest.approx(expected)


# Positions of The Ford with a known best play, in its last turn ---------------------------------------------


def last_turn(ford, phase, units, north, seed=1):
    """Northern places besides Brenn, which counts 2 for the North; who isn't named is lost."""
    side = phase.partition("-")[0]
    everywhere = {unit for places in units.values() for unit in places}
    lost = {f"{own}-eliminated": [u for u in ford.units if u.startswith(own) and u not in everywhere]
            for own in ("north", "south")}  # fmt: skip
    control = dict.fromkeys(("0306", "0608", "0905"), "south") | dict.fromkeys(("0603", *north), "north")
    position = {"turn": 8, "phase": phase, "side": side, "units": units | lost, "control": control}
    return ford.state_from(position, seed=seed)


def to_the_end(ford, state, side, player):
    """The result when `player` leads a side, and the advice the other."""
    players = {name: make_players(ford, "heuristic", 1)[name] for name in ("north", "south")}
    players[side] = make_players(ford, player, 1)[side]
    while not ford.is_over(state):
        choices = ford.choices(state)
        ford.apply(state, players[ford.side_to_act(state)].choose(ford, state, choices))
    return ford.result(state)


def test_it_takes_a_win_that_is_to_be_had(ford):
    """The North has 4 + 2 points. Averne, 4 of them, lies empty beside a Southern brigade: 2 remain, below 5."""
    units = {"0101": ["north-infantry-2"], "0906": ["south-infantry-3"]}
    result = to_the_end(ford, last_turn(ford, "south-movement", units, ["0905"]), "south", "search:50")
    assert (result.winner, result.score) == ("south", {"north": 2})


def test_it_sees_a_trap_of_the_advice(ford):
    """Nobody can come to Ostrel any more, and Sella lies empty at the end of four hexes of road. Who stays to guard
    Ostrel loses to 4 + 2 + 2 points; who marches has a draw at 6.
    """
    units = {"0705": ["north-infantry-2"], "0608": ["south-infantry-3"]}
    for player, winner, points in (("heuristic", "north", 8), ("search:50", None, 6)):
        result = to_the_end(ford, last_turn(ford, "south-movement", units, ["0905", "0306"]), "south", player)
        assert (result.winner, result.score) == (winner, {"north": points})


def attack_on_averne(ford, **others):
    """The North has 2 + 2 points, and needs the 4 of Averne. 4 + 5 against a cavalry of 2, doubled in the town, are
    2:1: a 4, 5 or 6 lets a unit in, and so does a 3, an exchange that costs one of the two.
    """
    units = {"0804": ["north-infantry-1", "north-guard"], "0905": ["south-cavalry-1"], **others}
    state = last_turn(ford, "north-combat", units, ["0306"])
    return state, {ford.to_json(choice)[-1]: choice for choice in ford.choices(state)}


def test_it_attacks_what_decides_the_game(ford):
    """Against the guns in 0805 the same units have 4:1, a surer catch that decides nothing."""
    state, targets = attack_on_averne(ford, **{"0805": ["south-artillery"]})
    assert {"0805", "0905"} < targets.keys()
    player = SearchPlayer(ford, "north", 1, 50)
    assert player.choose(ford, state, ford.choices(state)) == targets["0905"]


def test_simulations_meet_the_chances_of_the_table(ford):
    """Four in six to win, over 600 simulations within four errors of 11.5."""
    state, targets = attack_on_averne(ford)
    player, line = SearchPlayer(ford, "north", 1, 50), Line()
    assert sum(player._simulate(state, targets["0905"], line, 5, number) for number in range(600)) == 600
    assert abs(sum(value > 0 for value in line.values.values()) - 400) < 46


def test_luck_is_that_of_an_action_whatever_was_drawn_before(ford):
    """The die of an action is the same first or last, another when the action comes again, and no face is rare."""
    state, faces = ford.new_state(1), Counter()
    for seed in range(300):
        drawn = []
        for actions in ([(2, 7), (2, 9), (2, 9)], [(2, 9), (2, 7)]):
            luck, dice = Luck(seed << 32), []
            luck.begin(state)
            for action in actions:
                luck.give(state)
                luck.note(state, action)
                luck.give(state)
                dice.append(roll(state, 1000, "", ""))
                luck.note(state, (3,))
            drawn.append(dice)
        (one, two, again), (first, last) = drawn
        assert (one, two) == (last, first)
        assert again != two
        faces[one * 6 // 1001] += 1
    assert min(faces[face] for face in range(6)) > 25  # 50 are expected; 25 are four errors below


def test_a_decision_that_follows_counts_the_simulations_of_the_last_one(ford, monkeypatch):
    """North chooses a unit, then where it goes, with the same dice: what was simulated of the choice isn't again, and
    both share what one decision may take. Asked out of order, it begins anew.
    """
    made = []
    simulate = SearchPlayer._simulate

    def counted(*given):
        made.append(simulate(*given))
        return made[-1]

    monkeypatch.setattr(SearchPlayer, "_simulate", counted)
    state, player = ford.new_state(3), SearchPlayer(ford, "north", 3, 30)
    ford.apply(state, player.choose(ford, state, ford.choices(state)))
    first, choices = sum(made), ford.choices(state)
    assert ford.side_to_act(state) == "north"
    assert len(choices) > 1
    player.choose(ford, state, choices)
    both = sum(made)
    assert 0 < first < both <= 30
    made.clear()
    SearchPlayer(ford, "north", 3, 30).choose(ford, state, choices)
    assert sum(made) > both - first


def test_the_better_half_of_the_rivals_goes_on(ford, monkeypatch):
    """Four rivals that gain 1 to 4 beside a luck of ±3: two simulations for each, then for two, then for the best."""
    state = ford.new_state(3)
    ford.apply(state, ford.choices(state)[0])
    ranked = list(ford.choices(state)[:5])

    def simulate(player, position, action, line, seed, number):
        gain = ranked.index(action)
        fresh = number not in line.values
        line.values[number] = gain + (3 if number % 2 else -3) * bool(gain)
        return int(fresh)

    monkeypatch.setattr(SearchPlayer, "_ranked", lambda player, position, choices: ranked)
    monkeypatch.setattr(SearchPlayer, "_simulate", simulate)
    player = SearchPlayer(ford, "north", 3, 50)
    best, lines = player._searched(state, ford.choices(state), player._new_stretch(state))
    counts = [len(lines[action].values) for action in ranked]
    assert counts[1:4] == [2, 2, 4]
    assert counts[0] == counts[4] > 4
    assert best == ranked[4]


def test_short_games_are_simulated_to_their_end(ford):
    assert player_turns(rules_of(load_game("march-of-justice"))) == MOST_DECISIONS
    assert player_turns(ford) == 2


def test_players_that_think_are_named_with_their_simulations(ford):
    assert parse_players(ford, "north=search:50, south=random") == {"north": "search:50", "south": "random"}
    player = make_players(ford, "search:7", 1)["south"]
    assert isinstance(player, SearchPlayer)
    assert (player.name, player.simulations) == ("search:7", 7)


@pytest.mark.parametrize("name", ["search", "search:", "search:0", "search:x", "search:²", "search:100001"])
def test_a_wrong_number_of_simulations_is_refused(ford, name):
    with pytest.raises(SourceError, match="doesn't say how long it thinks"):
        make_players(ford, name, 1)


def test_it_takes_no_more_time_than_it_has(ford):
    """A clock that goes on by one second each time it is asked: three simulations in three seconds, one in none."""
    state = ford.new_state(1)
    for seconds, expected in ((3.0, 4), (0.0, 1)):
        seconds_gone = iter(range(1000))
        player = SearchPlayer(ford, "north", 1, 50, TimeLimit(seconds, lambda gone=seconds_gone: next(gone)))
        options = player.explain(ford, state, ford.choices(state))
        assert f"of {expected} simulations" in options[0].reason


def test_its_games_are_the_same_for_the_same_seed_and_any_workers(ford):
    """Played one after the other by one process, and the second by rules of its own."""
    order = PlaytestOrder(2, {"north": "search:1", "south": "heuristic"}, seed=5)
    campaign, _ = campaign_of(load_game("the-ford"), order)
    together = run_campaign(campaign, play_chunk)
    assert together[1] == play_chunk(campaign, [1])[0]
    assert together[0] != together[1]


def test_thinking_changes_nothing(ford):
    """Neither the state nor its draws; what it has to say is said of all choices, best first."""
    state = ford.new_state(3)
    before, records = state.to_json(), len(state.records)
    player = SearchPlayer(ford, "north", 3, 5)
    choices = ford.choices(state)
    best = player.choose(ford, state, choices)
    options = SearchPlayer(ford, "north", 3, 5).explain(ford, state, choices)
    assert state.to_json() == before
    assert len(state.records) == records
    assert sorted(option.action for option in options) == sorted(choices)
    assert [option.score for option in options] == sorted((option.score for option in options), reverse=True)
    assert best in choices


def test_what_an_adviser_is_shown_stays_as_it_was(ford, monkeypatch):
    """An adviser may keep a position for the next question about it, while the simulation goes on."""
    shown = []
    player = SearchPlayer(ford, "north", 3, 4)
    for adviser in player._advisers.values():
        def scores(state, choices, asked=adviser.scores):
            shown.append((state, state.fields()))
            return asked(state, choices)
        monkeypatch.setattr(adviser, "scores", scores)
    state = ford.new_state(3)
    player.choose(ford, state, ford.choices(state))
    assert len(shown) > 5
    assert all(state.fields() == fields for state, fields in shown)


def test_it_does_not_know_the_dice(ford):
    """Two states that differ only in the dice to come: the same decisions, until dice fall."""
    one, two = ford.new_state(1), ford.new_state(2)
    assert one.dice_stream != two.dice_stream
    for state in (one, two):
        player = SearchPlayer(ford, "north", 9, 4)
        for _ in range(3):
            ford.apply(state, player.choose(ford, state, ford.choices(state)))
    assert one.view("north") == two.view("north")


def test_it_knows_only_what_its_side_may_see():
    """Two units lie face down, and have changed places: red sees the same, and thinks the same; blue does not."""
    plays = [Play(game("in-contact")).do(*PLACED, "red-1", "0706", "done"),
             Play(game("in-contact")).do("blue-1", "0304", "horse-1", "0303", "red-1", "0706", "done")]  # fmt: skip
    assert [play.asked for play in plays] == ["red movement-unit"] * 2
    assert plays[0].state.at != plays[1].state.at
    assert plays[0].state.view("red") == plays[1].state.view("red")
    thoughts = []
    for one in plays:
        decided = []
        player = SearchPlayer(one.rules, "red", 4, 12)
        while one.asked.startswith("red movement"):
            choices = one.rules.choices(one.state)
            _, lines = player._searched(one.state, choices, player._new_stretch(one.state))
            decided.append({action: line.values for action, line in lines.items()})
            one.rules.apply(one.state, player.choose(one.rules, one.state, choices))
        thoughts.append(decided)
    assert thoughts[0] == thoughts[1]
    assert len(thoughts[0][0]) > 1


def test_what_is_hidden_is_dealt_out_anew_and_looks_the_same():
    """Over many deals blue-1 lies in both places; red's view stays as it is, and no deal is impossible."""
    one = Play(game("in-contact")).do(*PLACED, "red-1", "0706", "done")
    view, places = one.state.view("red"), set()
    for seed in range(20):
        twin = one.rules.dealt(one.state, "red", seed)
        places.add(twin.at[one.rules.units.index("blue-1")])
        assert twin.view("red") == view
        assert one.rules.faults(twin) == []
    assert places == {one.rules.spaces.index("0303"), one.rules.spaces.index("0304")}
    assert one.rules.dealt(one.state, "blue", 1) == one.state


@pytest.mark.parametrize("name", sorted([*GAMES, "two-rivers"]))
def test_it_plays_every_game(name):
    """A few decisions of each side, from the start: all are legal, since `apply` refuses others."""
    rules = rules_of(load_game(name))
    state, players = rules.new_state(2), make_players(rules, "heuristic", 2)
    thinkers = make_players(rules, "search:2", 2)
    thoughts = 0
    for _ in range(400):
        choices, side = rules.choices(state), rules.side_to_act(state)
        thinks = len(choices) > 1 and "set-up" not in str(rules.phase(state)) and thoughts < 3
        thoughts += thinks
        rules.apply(state, (thinkers if thinks else players)[side].choose(rules, state, choices))
        if thoughts == 3:
            break
    assert thoughts == 3


@pytest.mark.slow
def test_it_wins_by_thinking(ford):
    """As the side with which the adviser loses more often than not, over the same seeds."""
    wins = {
        name: sum(
            ford.result(play(ford, {"south": name, "north": "heuristic"}, seed)).winner == "south" for seed in (3, 4)
        )
        for name in ("heuristic", "search:20")
    }
    assert wins["search:20"] > wins["heuristic"] + 1
