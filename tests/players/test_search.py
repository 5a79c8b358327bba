"""The player that thinks."""

from __future__ import annotations

import pytest

from pnp.errors import SourceError
from pnp.games import GAMES, rules_of
from pnp.players.match import play
from pnp.players.roster import make_players, parse_players
from pnp.players.search import Node, Scale, SearchPlayer, TimeLimit, lead, new_tree, picked, rank
from pnp.playtest.campaign import run_campaign
from pnp.playtest.match import play_chunk
from pnp.playtest.run import PlaytestOrder, campaign_of
from pnp.sources import load_game
from tests.kit.play import Play
from tests.kit.test_hidden import PLACED, game


@pytest.fixture(scope="module")
def ford():
    return rules_of(load_game("the-ford"))


def test_choices_are_as_likely_as_one_over_their_rank():
    """Scores 5, 7, 7, 1: ranks 3, 1, 1, 4; 1 + 1 + 1/3 + 1/4 = 31/12 shared out. Ties keep their order."""
    ranked = rank([(0, 1), (0, 2), (0, 3), (0, 4)], [5.0, 7.0, 7.0, 1.0])
    assert [action for action, _ in ranked] == [(0, 2), (0, 3), (0, 1), (0, 4)]
    assert [likely for _, likely in ranked] == pytest.approx([12 / 31, 12 / 31, 4 / 31, 3 / 31])


def test_what_promises_more_is_tried_more_and_all_get_their_turn():
    """Before any visit the likeliest; of two with equal visits the better one; and the one that was never tried."""
    ranked = (((0,), 0.6), ((1,), 0.4))
    node, scale = Node(1.0), Scale()
    assert picked(node, ranked, scale) == (0,)
    scale.add(-1.0)
    scale.add(3.0)
    node.children = {(0,): Node(0.6, 4, -4.0), (1,): Node(0.4, 4, 12.0)}
    assert picked(node, ranked, scale) == (1,)
    node.children = {(0,): Node(0.6, 9, 9.0)}
    assert picked(node, ranked, scale) == (1,)


def test_small_differences_stay_small():
    """From 2.0 to 2.1 is a tenth of a unit, not the whole range; from 0 to 4 it is measured by the range."""
    scale = Scale()
    scale.add(2.0)
    scale.add(2.1)
    assert scale.part(2.1) == pytest.approx(0.1)
    scale.add(6.0)
    assert scale.part(4.0) == pytest.approx(0.5)


def test_the_lead_is_what_the_second_choice_lacks():
    node = Node(1.0)
    assert lead(node) == 0
    node.children = {(0,): Node(0.5, 3), (1,): Node(0.5, 8), (2,): Node(0.5, 2)}
    assert lead(node) == 5


def test_a_decision_that_follows_counts_the_simulations_of_the_last_one(ford, monkeypatch):
    """North chooses a unit, then where it goes: one tree. Asked out of order, it begins anew and decides alike."""
    counts = []
    simulate = SearchPlayer._simulate
    monkeypatch.setattr(SearchPlayer, "_simulate", lambda *given: (counts.append(1), simulate(*given)))
    state, player = ford.new_state(3), SearchPlayer(ford, "north", 3, 12)
    ford.apply(state, player.choose(ford, state, ford.choices(state)))
    first, choices = len(counts), ford.choices(state)
    assert ford.side_to_act(state) == "north"
    assert len(choices) > 1
    player.choose(ford, state, choices)
    assert 0 < first <= 12
    assert len(counts) - first < 12
    counts.clear()
    SearchPlayer(ford, "north", 3, 12).choose(ford, state, choices)
    assert len(counts) > 6


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
    monkeypatch.setattr(player, "_forget_before", lambda state: None)
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
            searched = player._searched(one.state, choices, new_tree())
            decided.append({action: (child.visits, child.total) for action, child in searched.children.items()})
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
            ford.result(play(ford, {"south": name, "north": "heuristic"}, seed)).winner == "south" for seed in (2, 3)
        )
        for name in ("heuristic", "search:20")
    }
    assert wins["search:20"] > wins["heuristic"] + 1
