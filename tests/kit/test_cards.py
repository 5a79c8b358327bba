"""Cards in the referee: drawn, held, hidden, played for events and operations points, discarded, reshuffled."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.errors import SourceError
from pnp.games import rules_of
from pnp.players.match import play_game
from pnp.players.telling import hidden_from, line_as_text, position_as_text
from pnp.referee.kit.assembly import Assembly, declaration_problems
from pnp.referee.kit.card_state import DISCARDED, HANDS, IN_FORCE, PILE, REMOVED
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.replay import replay
from tests.kit.games import declared
from tests.kit.play import Play

PHASES = """
- {id: draw, name: Draw, side: each, rule: "20", text: x, procedure: draw}
- {id: card, name: Card, side: each, rule: "21", text: x, procedure: cards}
- {id: go, name: Go, side: each, rule: "4", text: x, procedure: movement, units: {state: activated}}
- {id: fight, name: Fight, side: each, rule: "8", text: x, procedure: combat}
"""
CARDS = """
decks:
  - {id: events, name: Events, hands: {blue: {limit: 3, deal: 1}, red: {limit: 2}}, rule: "20.1"}
cards:
  - {id: gift, title: Gift, value: 2, text: x, event: points own 2, rule: "22"}
  - {id: raid, title: Raid, count: 3, side: red, value: 1, text: x, event: {deed: eliminate, units: {side: enemy}}}
  - {id: frost, title: Frost, value: 3, text: x, stays: turn, event: nothing, when: {turns: "2-3"}}
  - {id: peace, title: Peace, once: true, text: x, event: [draw own 1, end draw]}
"""
PLAYED = "cards: {rule: '21', play: [event, operations, discard, pass]}"
UNITS = '{"0203": [blue-1, blue-2], "0506": [red-1], "0505": [guard-1]}'


def game(procedures: str = PLAYED, cards: str = CARDS, **more: Any):
    return declared(procedures, cards=cards, phases=PHASES, units=UNITS, **more)


def card_phase(side: str = "blue", cards: dict[str, list[str]] | None = None, **more: Any) -> Play:
    """The card phase of a side that holds certain cards."""
    held = cards or {"blue": ["gift", "frost", "peace"], "red": ["raid-1", "raid-2"]}
    return Play(game(), "card", side, cards=held, **more)


def where(play: Play, card: str) -> int:
    return play.state.cards[play.rules.cards.index(card)]


# Drawing -----------------------------------------------------------------------------------------------------


def test_hands_are_dealt_and_filled_up_to_their_limits():
    """Blue is dealt a card and draws two, red draws two: five of six cards."""
    play = Play(game(), draws=["gift", "frost", "peace", "raid-1", "raid-3"])
    assert play.asked == "blue card-event"
    assert [where(play, card) for card in ("gift", "frost", "peace")] == [HANDS] * 3
    assert [where(play, card) for card in ("raid-1", "raid-2", "raid-3")] == [HANDS + 1, PILE, HANDS + 1]
    assert [(e["by"], e["value"], e["rule"]) for e in play.events("draw-cards")] == [
        ("blue", 1, "20.1"), ("blue", 2, "20.1"), ("red", 2, "20.1"),
    ]  # fmt: skip


def test_discards_are_shuffled_when_the_pile_is_empty():
    lying = {"red": ["raid-1"], "discarded": ["gift", "peace"], "removed": ["frost", "raid-2"], "in-force": ["raid-3"]}
    play = Play(game(), "draw", "blue", cards=lying, draws=["peace", "gift"])
    assert [where(play, card) for card in ("gift", "peace", "frost")] == [HANDS, HANDS, REMOVED]
    assert len(play.events("reshuffle")) == 1


def test_a_deck_that_is_never_reshuffled_runs_out():
    cards = CARDS.replace("rule: \"20.1\"}", "rule: \"20.1\", reshuffle: never}")
    rest = ["raid-1", "raid-2", "raid-3", "frost", "peace"]
    play = Play(game(cards=cards), "draw", "blue", cards={"discarded": rest}, draws=["gift"])
    assert where(play, "gift") == HANDS
    assert play.state.cards.count(DISCARDED) == 5


def test_a_scripted_card_that_is_not_in_the_pile_is_refused():
    with pytest.raises(SourceError, match="'gift' can't be drawn now"):
        Play(game(), draws=["gift", "gift"])
    with pytest.raises(SourceError, match="unknown unit, space or card 'gold'"):
        Play(game(), draws=["gold"])


# Playing -----------------------------------------------------------------------------------------------------


def test_a_card_is_played_for_its_event():
    play = card_phase()
    play.rules.apply(play.state, play.rules.from_json(["play-event", "gift"]))
    assert list(play.state.points) == [2, 0]
    assert where(play, "gift") == DISCARDED
    assert [e["rule"] for e in play.events("card-event", "points")] == ["22", "21"]


def test_what_may_not_be_played_is_refused_with_its_reason():
    """Frost comes in turn 2; gift is among the discards; blue never plays red's raid; peace has no value."""
    play = card_phase("red", {"red": ["frost", "raid-1", "raid-2"][:2], "blue": ["raid-3"], "discarded": ["gift"]})

    def why(*words: str) -> tuple[str, str] | None:
        violation = play.rules.why_not(play.state, play.rules.from_json(list(words)))
        assert violation is None or violation.message("en")
        return violation and (violation.reason, violation.rule)

    assert why("play-event", "raid-1") is None
    assert why("play-event", "frost") == ("event-not-now", "21")
    assert why("play-event", "gift") == ("not-in-hand", "21")
    assert why("play-operations", "frost") is None
    assert why("discard", "raid-3") == ("not-in-hand", "21")
    play = card_phase("blue", {"blue": ["raid-2", "raid-3", "peace"]})
    assert why("play-event", "raid-2") == ("event-not-now", "21")
    assert why("play-operations", "peace") == ("no-value", "21")
    assert why("discard", "raid-3") == ("another-like-it", "21")


def test_like_cards_are_offered_once():
    play = card_phase("red", {"red": ["raid-1", "raid-3"]})
    offered = [play.rules.to_json(choice) for choice in play.rules.choices(play.state)]
    assert offered == [["play-event", "raid-1"], ["play-operations", "raid-1"], ["discard", "raid-1"], ["done"]]


def test_a_card_that_leaves_the_game_does_so_and_its_parts_come_in_order():
    """Peace draws a card, then ends the game."""
    play = card_phase("blue", {"blue": ["peace"]}, draws=["gift"])
    play.rules.apply(play.state, play.rules.from_json(["play-event", "peace"]))
    assert play.result == "draw"
    assert (where(play, "peace"), where(play, "gift")) == (REMOVED, HANDS)


def test_a_card_stays_in_force_to_the_end_of_the_turn():
    procedures = PLAYED + "\nmovement: {pace: [{times: 1/2, when: {in_force: frost}, rule: '4'}]}"
    play = Play(game(procedures), "card", "blue", turn=2, cards={"blue": ["frost"], "red": ["raid-1"]})
    play.rules.apply(play.state, play.rules.from_json(["play-event", "frost"]))
    assert where(play, "frost") == IN_FORCE
    while play.state.turn == 2:
        play.do("done")
    assert where(play, "frost") == DISCARDED or where(play, "frost") == PILE
    assert len(play.events("card-ends")) == 1


def test_the_enemy_loses_a_unit_of_the_players_choice():
    play = card_phase("red")
    play.rules.apply(play.state, play.rules.from_json(["play-event", "raid-1"]))
    assert (play.asked, play.offered) == ("red card-unit", ["blue-1", "blue-2"])
    assert play.why("red-1") == ("not-concerned", "21")
    play.do("blue-2")
    assert play.at("blue-2") == "blue-lost"


@pytest.mark.parametrize(
    ("deed", "start", "asked", "chosen", "ends"),
    [
        ("{deed: place, units: {side: own, at: {space: blue-turn-2}}, to: {terrain: clear, not: {occupied: own}}, "
         "number: 2}", '{"blue-turn-2": [blue-3], "0203": [blue-1]}', "blue card-unit", ["blue-3", "0304"],
         {"blue-3": "0304"}),
        ("{deed: move, units: {side: enemy}, to: {space: ['0706']}, by: enemy}",
         '{"0203": [blue-1], "0505": [red-1]}', "red card-unit", ["red-1"], {"red-1": "0706"}),
        ("{deed: reduce, units: {type: guard}}", '{"0203": [blue-1], "0505": [guard-1]}', "blue card-unit", ["guard-1"],
         {"guard-1": "0505 -"}),
        ("{deed: restore, units: {type: guard}}", '{"0203": [blue-1], "0505": [{id: guard-1, state: reduced}]}',
         "blue card-unit", ["guard-1"], {"guard-1": "0505"}),
    ],
)  # fmt: skip
def test_deeds(deed, start, asked, chosen, ends):
    cards = CARDS.replace("event: points own 2", f"event: {deed}")
    play = Play(declared(PLAYED, cards=cards, phases=PHASES, units=start), "card", "blue", cards={"blue": ["gift"]})
    play.rules.apply(play.state, play.rules.from_json(["play-event", "gift"]))
    assert play.asked == asked
    play.do(*chosen)
    assert {unit: play.at(unit) for unit in ends} == ends


def test_a_lot_chooses():
    cards = CARDS.replace("{deed: eliminate, units: {side: enemy}}", "{deed: eliminate, units: {side: enemy}, by: lot}")
    play = Play(game(cards=cards), "card", "red", cards={"red": ["raid-1"]}, draws=["blue-2"])
    play.rules.apply(play.state, play.rules.from_json(["play-event", "raid-1"]))
    assert play.at("blue-2") == "blue-lost"


class Looting(Assembly):
    """The side that plays the card gets a point for each enemy unit on the map."""

    def own_procedures(self):
        self.kit.effect("loot", self.loot)
        return {}

    def loot(self, state) -> None:
        state.points[state.side] += (self.kit.foes_of(state, state.side) & state.present).bit_count()


class LootingRules(DeclaredRules):
    ASSEMBLY = Looting


def test_code_of_a_games_own_carries_out_an_event():
    cards = CARDS.replace("event: points own 2", "event: [do loot, points own 1]")
    play = Play(game(cards=cards), "card", "blue", cards={"blue": ["gift"]}, rules=LootingRules)
    play.rules.apply(play.state, play.rules.from_json(["play-event", "gift"]))
    assert list(play.state.points) == [3, 0]


# Operations points --------------------------------------------------------------------------------------------


def test_operations_points_activate_units_that_then_move():
    """Two points, two units of blue; only they move."""
    play = card_phase()
    play.rules.apply(play.state, play.rules.from_json(["play-operations", "gift"]))
    assert (play.asked, play.offered) == ("blue card-activate", ["blue-1", "blue-2", "done"])
    assert play.why("red-1") == ("not-yours", "21")
    play.do("blue-1")
    assert play.why("blue-1") == ("chosen-already", "21")
    play.do("done")
    assert play.asked == "red card-event"
    assert play.state.card_points == 0


def test_what_a_card_has_activated_moves_in_the_phase_that_follows_it():
    phases = """
- id: round
  name: Round
  side: each
  rule: "21"
  text: x
  phases:
    - {id: card, name: Card, rule: "21", text: x, procedure: cards}
    - {id: go, name: Go, rule: "4", text: x, procedure: movement, units: {state: activated}}
    - {id: fight, name: Fight, rule: "8", text: x, procedure: combat, units: {state: activated}}
"""
    play = Play(declared(PLAYED, cards=CARDS, phases=phases, units=UNITS), "card", "blue", cards={"blue": ["gift"]})
    play.rules.apply(play.state, play.rules.from_json(["play-operations", "gift"]))
    play.do("blue-2", "done")
    assert (play.asked, play.offered) == ("blue movement-unit", ["blue-2", "done"])
    play.do("done")
    assert play.state.side == 0 or play.state.card_units == 0


def test_a_whole_stack_may_be_activated_at_once():
    procedures = "cards: {rule: '21', play: [operations], activate: {together: true, cost: 2}}"
    play = Play(game(procedures), "card", "blue", cards={"blue": ["gift"]})
    play.rules.apply(play.state, play.rules.from_json(["play-operations", "gift"]))
    play.do("blue-1")
    assert play.events("activate")[0]["units"] == ["blue-1", "blue-2"]


# What is hidden -----------------------------------------------------------------------------------------------


def test_the_headline_tells_how_many_cards_each_side_holds():
    play = card_phase("blue", {"blue": ["gift", "peace"], "red": ["raid-1"], "in-force": ["frost"]})
    text = position_as_text(play.rules, play.state, viewer="red")
    assert "Blue: 2 cards in hand. Red: 1 card in hand. In force: Frost." in text


def test_each_side_sees_its_own_hand_and_how_many_cards_the_other_has():
    play = card_phase()
    blue, red = play.state.view("blue"), play.state.view("red")
    assert blue["cards"] == [HANDS, -1, -1, -1, HANDS, HANDS]
    assert red["cards"] == [-1, HANDS + 1, HANDS + 1, -1, -1, -1]
    assert blue["hands"] == red["hands"] == {"blue": 3, "red": 2}


def test_what_is_dealt_anew_looks_the_same():
    play = card_phase()
    views = set()
    for seed in range(20):
        twin = play.rules.dealt(play.state, "blue", seed)
        assert twin.view("blue") == play.state.view("blue")
        assert play.rules.faults(twin) == []
        views.add(tuple(twin.cards))
    assert len(views) > 1


def test_the_log_does_not_tell_the_enemy_what_was_drawn():
    play = Play(game(), draws=["gift", "frost", "peace", "raid-1", "raid-3"])
    hidden = hidden_from(play.rules, play.state, "red")
    told = [line_as_text(play.rules, line, hidden=hidden) for line in play.state.log.lines]
    assert told[:2] == ["Drawn: a card. [20.1]", "Blue draws 1 card. [20.1]"]
    assert "Drawn: Raid. [20.1]" in told and not any("Gift" in text for text in told)


# Saved games, positions, logs, players ------------------------------------------------------------------------


def test_a_position_tells_where_the_cards_are():
    play = card_phase()
    position = play.rules.position(play.state)
    assert position.cards == {"blue": ("gift", "frost", "peace"), "red": ("raid-1", "raid-2")}
    assert play.rules.state_from(position).cards == play.state.cards
    assert play.rules.state_from_json(play.state.to_json()) == play.state


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ({"green": ["gift"]}, "unknown place of cards 'green'"), ({"blue": ["gold"]}, "unknown card 'gold'"),
        ({"blue": ["gift"], "red": ["gift"]}, "'gift' is in two places"),
    ],
)
def test_positions_that_cannot_be_are_refused(cards, message):
    with pytest.raises(SourceError, match=message):
        Play(game(), "card", "blue", cards=cards)


@pytest.mark.parametrize("change", [{"cards": [0]}, {"cards": [99] * 6}, {"card_units": 1 << 40}, {"card_points": 500}])
def test_saved_games_that_cannot_be_are_refused(change):
    play = card_phase()
    document = play.state.to_json()
    document["fields"] |= change
    with pytest.raises(SourceError):
        play.rules.state_from_json(document)


@pytest.mark.parametrize("players", ["random", "heuristic", "search:2"])
def test_players_play_cards_and_logs_replay(players):
    rules = rules_of(game())
    log = play_game(rules, players, seed=5)
    verbs = {line.data["do"][0] for line in log.lines if line.kind == "do"}
    assert verbs & {"play-event", "play-operations"}
    again = replay(rules, log)
    assert rules.is_over(again)


def test_the_computer_player_prefers_what_brings_more():
    """Two points are worth more than two operations points, or than a card thrown away."""
    play = card_phase("blue", {"blue": ["gift", "peace"]})
    adviser = play.rules.adviser("blue")
    best = adviser.best(play.state, play.rules.choices(play.state))
    assert play.rules.to_json(best) == ["play-event", "gift"]
    play = card_phase("red", {"red": ["raid-1", "frost"]})
    best = play.rules.adviser("red").best(play.state, play.rules.choices(play.state))
    assert play.rules.to_json(best) == ["play-event", "raid-1"]
    play.rules.apply(play.state, best)
    best = play.rules.adviser("red").best(play.state, play.rules.choices(play.state))
    assert play.rules.to_json(best)[0] == "choose-unit"


@pytest.mark.parametrize(("event", "chosen"), [
    ("{deed: place, units: {side: own, at: {space: blue-turn-2}}, to: {terrain: clear}}", "play-event"),
    ("{deed: place, units: {unit: blue-3}, to: {terrain: clear}}", "play-event"),
    ("{deed: place, units: {unit: red-3}, to: {terrain: clear}}", "play-operations"),
    ("nothing, stays: turn", "play-operations"),
    ("nothing, stays: turn, worth: 1.5", "play-event"),
    ("points own 4, worth: 0.1", "play-operations"),
])  # fmt: skip
def test_an_event_is_weighed_against_the_points_of_its_card(event, chosen):
    """A unit gained is worth 1.2, three points for operations 0.9; what the card says that it is worth counts alone."""
    cards = CARDS.replace("value: 2, text: x, event: points own 2", f"value: 3, text: x, event: {event}")
    play = Play(game(cards=cards), "card", "blue", cards={"blue": ["gift"], "red": []})
    best = play.rules.adviser("blue").best(play.state, play.rules.choices(play.state))
    assert play.rules.to_json(best) == [chosen, "gift"]


# Declarations -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points own 2", "points green 2", "unknown side 'green'"),
        ("points own 2", "points own many", "'many' is no number of points"),
        ("points own 2", "draw own many", "'many' is no number of cards"),
        ("points own 2", "operations lots", "'lots' is no number of points"),
        ("points own 2", "do magic", "unknown effect of the game's own 'magic'"),
        ("points own 2", "pionts own 2", "unknown effect 'pionts'"),
        ("points own 2", "{deed: place, units: {side: own}}", "'place' needs 'to'"),
        ("points own 2", "{deed: reduce, units: {side: own}, to: {space: '0101'}}", "'reduce' has 'to'"),
        ('turns: "2-3"', 'turns: "7"', "the game has no turn 7"),
    ],
)
def test_mistakes_in_events_are_told(old, new, message):
    problems = declaration_problems(game(cards=CARDS.replace(old, new)))
    assert [message in problem.message for problem in problems].count(True) == 1, problems


def test_what_names_cards_needs_them():
    messages = [p.message for p in declaration_problems(declared(PLAYED, phases=PHASES, units=UNITS))]
    assert "the game has no cards" in messages
    no_cards = "\nmovement: {pace: [{times: 1/2, when: {in_force: gold}, rule: '4'}]}"
    messages = [p.message for p in declaration_problems(game(PLAYED + no_cards))]
    assert messages == ["unknown card that stays in force 'gold'"]
    messages = [p.message for p in declaration_problems(declared(phases=PHASES.replace("  procedure: cards", "")))]
    assert "no unit is activated without cards" in messages
