"""Advice made of declarations: choices worked out by hand, reasons that are true, and games that are won."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.games import rules_of
from pnp.model.game import Game
from pnp.model.info import Phase
from pnp.players.heuristic import heuristic_player
from pnp.players.match import play
from pnp.players.random_player import RandomPlayer
from pnp.referee.dice import bits
from pnp.referee.kit.advice.adviser import NO_REASON, KitAdviser
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.kit.advice.weights import WEIGHTS
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.decisions import Decision
from pnp.referee.kit.decisions import Reason as Objection
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.kit.state import KitState
from pnp.referee.kit.turn import PhaseProcedure
from pnp.referee.masks import Action
from pnp.sources import load_game
from tests.kit.contests import ARMIES, HELD, LEVELS, TOWNS, TURNS, capitals, depots, grid, towns
from tests.kit.games import declared

pytestmark = pytest.mark.slow

FORD = Path(__file__).parents[2] / "sources" / "the_ford"

def ready(game: Game) -> DeclaredRules:
    """The rules of a declared game."""
    rules = rules_of(game)
    assert isinstance(rules, DeclaredRules)
    return rules


def adviser_of(rules: DeclaredRules, side: str) -> KitAdviser:
    """The adviser for a side that a player commands."""
    adviser = rules.adviser(side)
    assert isinstance(adviser, KitAdviser)
    return adviser


def advised(rules: DeclaredRules, state: KitState) -> list[str]:
    """What the adviser of the side that decides would do."""
    side = rules.side_to_act(state)
    assert side is not None
    return rules.to_json(adviser_of(rules, side).best(state, rules.choices(state)))


def reasons(rules: DeclaredRules, state: KitState) -> dict[str, str]:
    """The reason for each choice, by its id; for a bare verb by the verb."""
    side = rules.side_to_act(state)
    assert side is not None
    options = adviser_of(rules, side).explain(state, rules.choices(state))
    return {rules.to_json(option.action)[-1]: option.reason for option in options}


def do(rules: DeclaredRules, state: KitState, *words: str) -> None:
    """Carry out one action."""
    rules.apply(state, rules.from_json(words))


def attack_with(rules: DeclaredRules, state: KitState, target: str, *units: str) -> None:
    """Attack a space; the die is thrown at once where no further unit could join."""
    if rules.STEPS[state.stack[-1]].id == "combat-target":
        do(rules, state, "attack", target)
    for unit in units:
        if not state.frames[-1]["attackers"] >> rules.kit.board.unit_index[unit] & 1:
            do(rules, state, "choose-unit", unit)
    if in_step(rules, state, "combat-attacker"):
        do(rules, state, "fight")


def in_step(rules: DeclaredRules, state: KitState, *steps: str) -> bool:
    """Whether one of these decisions is open."""
    step = rules.step(state)
    return step is not None and step.id in steps


# Choices worked out by hand ---------------------------------------------------------------------------------------


TWO_TOWNS = """
spaces:
  - {id: "0402", name: Oak, victory_points: 5}
  - {id: "0204", name: Elm, victory_points: 1}
"""


def test_takes_the_free_town_with_more_points():
    """Both towns lie two hexes away; five points are more than one."""
    rules = ready(declared(units='{"0202": [blue-1], "0806": [red-1]}', game_map=TWO_TOWNS))
    state = rules.new_state()

    assert advised(rules, state) == ["choose-unit", "blue-1"]
    assert reasons(rules, state)["blue-1"] == "takes Oak (0402), 5 points"
    do(rules, state, "choose-unit", "blue-1")
    assert advised(rules, state) == ["move-to", "0402"]
    assert reasons(rules, state)["0204"] == "takes Elm (0204), 1 point"
    assert reasons(rules, state)["0302"] == "nearer to Oak (0402)"


def test_a_group_goes_where_its_units_gain_most_and_nobody_joins_it_for_less():
    """Horse takes the town of five points; infantry does not go there with it, but for the other town. When both are to
    go together, they take the better town.
    """
    phases = '- {id: movement, name: Movement, side: each, rule: "4", text: Units move., procedure: movement}'
    units = '{"0303": [blue-1, horse-1], "0806": [red-1]}'
    rules = ready(declared("{movement: {together: {}}}", units=units, phases=phases, game_map=TWO_TOWNS))
    state = rules.new_state()
    do(rules, state, "choose-unit", "horse-1")
    assert advised(rules, state) == ["move-to", "0402"]
    assert reasons(rules, state)["blue-1"] == "takes Oak (0402), 5 points"

    both = state.copy()
    do(rules, both, "choose-unit", "blue-1")
    assert advised(rules, both) == ["move-to", "0402"]
    do(rules, state, "move-to", "0402")
    do(rules, state, "choose-unit", "blue-1")
    assert advised(rules, state) == ["move-to", "0204"]
    assert play(rules, "heuristic", 1).ended


def test_goes_toward_a_town_that_is_too_far():
    """With four points of movement 0801 is out of reach of 0201; the nearest hex to it is four hexes on."""
    game_map = 'spaces: [{id: "0801", name: Oak, victory_points: 5}]'
    rules = ready(declared(units='{"0201": [blue-1], "0806": [red-1]}', game_map=game_map))
    state = rules.new_state()
    do(rules, state, "choose-unit", "blue-1")
    board = rules.kit.board

    verb, space = advised(rules, state)

    assert verb == "move-to"
    assert board.steps_between(board.space_index[space], board.space_index["0801"]) == 2


ATTACK = {
    "turn": 1, "phase": "combat", "side": "blue",
    "units": {
        "0303": ["blue-1", "blue-2"], "0304": ["blue-3"],
        "0403": ["red-1"], "0203": ["red-2", "red-3"],
    },
}  # fmt: skip


def test_attacks_at_three_to_one_rather_than_one_to_one():
    """12 against 4 is 3:1, where each face of the die clears the hex; 8 against 8 is 1:1, where two of six don't."""
    rules = ready(declared())
    state = rules.state_from(ATTACK)

    assert advised(rules, state) == ["attack", "0403"]
    why = reasons(rules, state)
    assert why["0403"] == "with Blue 1, Blue 2, Blue 3: 3:1, wins 100 %"
    assert why["0203"] == "with Blue 1, Blue 2: 1:1, wins 67 %"


def test_leaves_a_bad_attack_alone():
    """4 against 8 is 1:2, where four faces of six hurt only the attacker."""
    rules = ready(declared())
    state = rules.state_from({**ATTACK, "units": {"0303": ["blue-1"], "0403": ["red-1", "red-2"]}})

    assert advised(rules, state) == ["done"]


def test_moves_so_that_a_good_attack_comes_about():
    """Two units of 4 can come beside the one of 4 and attack it at 2:1; the town on the other side has to wait."""
    rules = ready(declared(
        units='{"0201": [blue-1], "0202": [blue-2], "0502": [red-1]}',
        game_map='spaces: [{id: "0806", name: Oak, victory_points: 1}]',
    ))  # fmt: skip
    state = rules.new_state()
    for _ in range(2):
        do(rules, state, *advised(rules, state))
        do(rules, state, *advised(rules, state))
    board = rules.kit.board
    beside = board.links[0].near[board.space_index["0502"]]

    assert [bool(beside >> state.at[board.unit_index[unit]] & 1) for unit in ("blue-1", "blue-2")] == [True, True]


def test_retreats_toward_what_counts():
    """12 against 4 drive it out of 0403: of the two hexes without enemy zones one lies nearer to the town."""
    rules = ready(declared(game_map='spaces: [{id: "0106", name: Oak, victory_points: 5}]'))
    state = rules.state_from({
        "turn": 1, "phase": "combat", "side": "red",
        "units": {"0403": ["blue-1"], "0204": ["blue-2"], "0503": ["red-1", "red-2"], "0404": ["red-3"]},
    }, dice=[1])  # fmt: skip
    attack_with(rules, state, "0403", "red-1", "red-2", "red-3")

    why = reasons(rules, state)
    assert {space for space, reason in why.items() if reason == "nearer to Oak (0106)"} == {"0303"}
    assert len(why) > 1
    assert advised(rules, state) == ["retreat-to", "0303"]


def test_gives_up_the_unit_that_is_worth_least():
    """An exchange costs 4: the horse of 2 is given up before the infantry of 4."""
    rules = ready(declared())
    state = rules.state_from({
        "turn": 1, "phase": "combat", "side": "blue",
        "units": {"0303": ["blue-1", "horse-1"], "0304": ["horse-2"], "0403": ["red-1"]},
    }, dice=[1])  # fmt: skip
    attack_with(rules, state, "0403", "blue-1", "horse-1", "horse-2")

    assert advised(rules, state) == ["lose-unit", "horse-1"]
    assert reasons(rules, state) == {
        "blue-1": "it is missed more", "horse-1": "it is missed least", "horse-2": "it is missed least",
    }  # fmt: skip


CAPITALS = {
    "turn": 2, "phase": "red-movement", "side": "red",
    "control": {"s51": "blue", "s52": "red", "s53": "red", "s11": "blue", "s12": "blue", "s13": "blue"},
    "units": {"s51": ["blue-1"], "s22": ["blue-2"], "s52": ["red-1"], "s32": ["red-2"], "s33": ["red-4"]},
}  # fmt: skip


def test_holds_the_last_place_that_the_enemy_needs_to_win_at_once():
    """Blue has one of the two capitals that end the game: the free one of the others is held before all else."""
    rules = ready(capitals())
    state = rules.state_from(CAPITALS)
    do(rules, state, "choose-unit", "red-4")

    assert advised(rules, state) == ["move-to", "s53"]
    without = KitAdviser(rules, rules.assembly, state, "red", replace(WEIGHTS, finish=0.0))
    assert rules.to_json(without.best(state, rules.choices(state))) != ["move-to", "s53"]


def test_places_that_end_the_game_in_this_move_are_worth_as_much_as_all_together():
    """Units of red can come to 11 and 13 at once, and two capitals are enough; from farther off none counts so much."""
    rules = ready(capitals())
    near = rules.state_from({**CAPITALS, "units": {"s31": ["red-1"], "s23": ["red-2"], "s12": ["blue-1"]}})
    far = rules.state_from({**CAPITALS, "units": {"s31": ["red-1"], "s43": ["red-2"], "s12": ["blue-1"]}})
    adviser = adviser_of(rules, "red")
    places = [rules.spaces.index(name) for name in ("s11", "s13")]

    assert [adviser.outlook(near).place(place) for place in places] == [adviser.worth.total] * 2
    assert [adviser.outlook(far).place(place) < adviser.worth.total for place in places] == [True, True]


@pytest.mark.parametrize(
    ("when", "missing"),
    [
        ("{places: {space: [s11, s12, s13], held: red}, least: 2}", 1),  # it has 11
        ("{not: {places: {space: [s11, s12, s13], held: blue}}}", 2),  # 12 and 13 are still blue
        ("{not: {places: {space: [s11, s12, s13], held: blue}, least: 2}}", 1),  # blue may keep one
    ],
)
def test_counts_the_places_that_a_sudden_end_still_needs(when: str, missing: int):
    """Red has one of three."""
    rules = ready(grid("areas", sudden=f"[{{outcome: red-wins, when: {when}}}]"))
    state = rules.state_from({"turn": 2, "phase": "red-movement", "control": {
        "s11": "red", "s12": "blue", "s13": "blue", "s51": "red", "s52": "red", "s53": "red"},
        "units": {"s12": ["blue-1"], "s51": ["red-1"]}})  # fmt: skip
    [end] = adviser_of(rules, "red").worth.ends

    assert {rules.spaces[space] for space in bits(end.spaces)} == {"s11", "s12", "s13"}
    assert end.missing(state) == missing


# True reasons -----------------------------------------------------------------------------------------------------


def chance_by_play(rules: DeclaredRules, state: KitState, target: str, units: list[str]) -> int:
    """How often in a hundred an attack clears the space: the referee plays it with each face of the die."""
    board, cleared = rules.kit.board, 0
    for face in range(1, 7):
        scene = state.copy()
        scene.dice_script = [face]
        attack_with(rules, scene, target, *units)
        while in_step(rules, scene, "retreat-unit", "retreat-space", "losses-unit", "losses-exchange", "advance"):
            rules.apply(scene, rules.choices(scene)[0])
        enemies = scene.units_in[board.space_index[target]] & board.foes(state.side)
        cleared += not enemies
    return round(100 * cleared / 6)


@pytest.mark.parametrize("make", [towns, lambda: load_game(FORD)], ids=["towns", "the-ford"])
def test_what_is_said_of_an_attack_is_true(make: Any):
    """The units can attack, the table's column is the one named, and the referee clears the space as often as said."""
    rules = ready(make())
    attacks = 0
    for seed in range(1, 7):
        state = rules.new_state(seed)
        players = {side: heuristic_player(rules, side, seed) for side in rules.deciding}
        advisers = {side: adviser_of(rules, side) for side in rules.deciding}
        while not state.ended and attacks < 40:
            side, choices = rules.side_to_act(state) or "", rules.choices(state)
            if rules.STEPS[state.stack[-1]].id == "combat-target":
                for option in advisers[side].explain(state, choices):
                    if len(option.action) == 2:
                        attacks += 1
                        check_attack(rules, state, option.action, option.reason)
            rules.apply(state, players[side].choose(rules, state, choices))
    assert attacks >= 20


def check_attack(rules: DeclaredRules, state: KitState, action: Action, reason: str) -> None:
    """Recompute what is said of an attack."""
    said = re.match(r"with (.+): (\S+), wins (\d+) %", reason)
    assert said is not None, reason
    own = rules.kit.board.own[state.side]
    ids = {rules.speech().names[rules.units[unit]]: rules.units[unit] for unit in bits(own)}
    units = [ids[name] for name in said[1].split(", ")]
    assert rules.assembly.combat is not None
    force = sum(1 << rules.kit.board.unit_index[unit] for unit in units)
    odds = rules.assembly.combat.odds(state, force, 1 << action[1])
    assert rules.assembly.combat.table is not None
    assert rules.assembly.combat.table.table.columns[odds.column] == said[2]
    target = rules.spaces[action[1]]
    assert chance_by_play(rules, state, target, units) == int(said[3]), (reason, target)


@pytest.mark.parametrize("make", [depots, lambda: load_game(FORD)], ids=["towns", "the-ford"])
def test_what_is_said_of_a_move_is_true(make: Any):
    """Points: the score after the move. Nearer: in links of the map."""
    rules = ready(make())
    board = rules.kit.board
    said = {"takes": 0, "nearer": 0}
    for seed in range(1, 5):
        state = rules.new_state(seed)
        advisers = {side: adviser_of(rules, side) for side in rules.deciding}
        while not state.ended:
            side, choices = rules.side_to_act(state) or "", rules.choices(state)
            if rules.STEPS[state.stack[-1]].id == "movement-space":
                unit, before = state.frames[-1]["unit"], rules.score(state)
                for option in advisers[side].explain(state, choices):
                    after = state.copy()
                    rules.kit.put(after, 1 << unit, option.action[1])
                    if taken := re.search(r"takes [^,]+, (\d+) points?( for the enemy)?", option.reason):
                        said["takes"] += 1
                        gained = sum(rules.score(after).values()) - sum(before.values())
                        changed = {name: rules.score(after)[name] - before[name] for name in before}
                        assert int(taken[1]) in map(abs, changed.values()), (option.reason, changed, gained)
                    if nearer := re.search(r"nearer to ([^;]+)", option.reason):
                        said["nearer"] += 1
                        goal = next(s for s, name in enumerate(rules.spaces) if rules.speech().names[name] == nearer[1])
                        here, there = state.at[unit], option.action[1]
                        assert board.steps_between(goal, there) < board.steps_between(goal, here)
            rules.apply(state, advisers[side].best(state, choices))
    assert min(said.values()) > 0, said


# Terms of a game's own --------------------------------------------------------------------------------------------


class Northward(AdviceTerm):
    """Rather to the top row than for a town of one point; against the bottom row."""

    name = "northward"

    def value(self, state: KitState, decision: str, choice: Action) -> float:
        """By the row."""
        if decision != "movement-space":
            return 0.0
        row = int(self.view.kit.board.spaces[choice[1]][2:])
        return {1: 9.0, 6: -9.0}.get(row, 0.0)

    def reason(self, state: KitState, decision: str, choice: Action) -> Reason:
        """One sentence for both."""
        space = self.view.kit.board.spaces[choice[1]]
        return "row {row} with {place}", {"row": space[2:], "place": (space, "blue-1")}


class NorthwardRules(DeclaredRules):
    """The rules of any game, and the term."""

    TERMS = (Northward,)


def test_a_term_of_the_game_is_added_to_what_the_adviser_thinks():
    """The town is two hexes away from 0202, and the top row one."""
    game = declared(units='{"0202": [blue-1], "0806": [red-1]}', game_map=TWO_TOWNS)
    rules, plain = NorthwardRules(game), ready(game)
    state = rules.new_state()
    do(rules, state, "choose-unit", "blue-1")
    scores = []
    for one in (rules, plain):
        options = adviser_of(one, "blue").explain(state, rules.choices(state))
        scores.append({rules.to_json(option.action)[-1]: option.score for option in options})

    assert advised(plain, state) == ["move-to", "0402"]
    assert advised(rules, state)[1] in {"0101", "0201", "0301", "0401", "0501"}
    assert reasons(rules, state)["0402"] == "takes Oak (0402), 5 points"
    assert reasons(rules, state)["0201"].endswith("row 01 with 0201, Blue 1")
    added = {space: round(scores[0][space] - scores[1][space], 3) for space in scores[0]}
    assert {space: value for space, value in added.items() if value} == {
        space: 9.0 if space.endswith("1") else -9.0 for space in added if space[2:] in ("01", "06")
    }  # fmt: skip


class Middle(AdviceTerm):
    """The choice in the middle of all that are open."""

    name = "middle"
    decisions = frozenset({"movement-space"})

    def values(self, state: KitState, decision: str, choices: Sequence[Action]) -> list[float]:
        """Looks at all choices."""
        assert decision == "movement-space"
        return [7.0 if index == len(choices) // 2 else 0.0 for index in range(len(choices))]

    def reason(self, state: KitState, decision: str, choice: Action) -> Reason:
        """Why."""
        return "in the middle", {}


class MiddleRules(DeclaredRules):
    """The rules of any game, and the term."""

    TERMS = (Middle,)


def test_a_term_can_weigh_all_choices_together_and_only_those_of_its_decisions():
    """Choosing the unit isn't its subject; of the spaces it wants the one in the middle."""
    rules = MiddleRules(declared(units='{"0202": [blue-1], "0806": [red-1]}', game_map=TWO_TOWNS))
    state = rules.new_state()
    do(rules, state, "choose-unit", "blue-1")
    choices = rules.choices(state)

    assert len(choices) > 8
    assert adviser_of(rules, "blue").best(state, choices) == choices[len(choices) // 2]
    told = {option.action for option in adviser_of(rules, "blue").explain(state, choices)
            if option.reason.endswith("in the middle")}  # fmt: skip
    assert told == {choices[len(choices) // 2]}


class Alone(AdviceTerm):
    """Whatever a town is worth, in place of what the declarations say."""

    name = "alone"
    decisions = frozenset({"movement-space"})
    instead = True

    def value(self, state: KitState, decision: str, choice: Action) -> float:
        """All towns alike."""
        return 7.0 if self.view.worth.stakes[choice[1]] else 0.0

    def reason(self, state: KitState, decision: str, choice: Action) -> Reason:
        """Why, naming the space by its id."""
        return "in {place}", {"place": self.view.kit.board.spaces[choice[1]]}


def test_a_term_can_stand_instead_of_the_general_advice():
    """Oak counts five times as much as Elm, but not for the term; its reason names the towns."""

    class AloneRules(DeclaredRules):
        TERMS = (Alone,)

    rules = AloneRules(declared(units='{"0202": [blue-1], "0806": [red-1]}', game_map=TWO_TOWNS))
    state = rules.new_state()
    do(rules, state, "choose-unit", "blue-1")
    options = adviser_of(rules, "blue").explain(state, rules.choices(state))

    assert [option.score for option in options[:3]] == [7.0, 7.0, 0.0]
    assert {option.reason for option in options[:2]} == {"in Elm (0204)", "in Oak (0402)"}
    assert {option.reason for option in options[2:]} == {NO_REASON}
    assert adviser_of(rules, "blue").best(state, rules.choices(state)) == options[0].action


def test_whims_are_those_of_the_player_and_of_the_turn():
    """The same for the same seed and turn; none without a seed."""
    rules = ready(towns())
    adviser, state = rules.adviser("blue"), rules.new_state()
    assert isinstance(adviser, KitAdviser)

    def whims() -> list[float]:
        return [adviser.view.whims(state, "roads")(thing) for thing in range(4)]

    assert whims() == [0.0] * 4
    adviser.seed = 5
    first = whims()
    assert len(set(first)) == 4 and all(0 <= whim < 1 for whim in first)
    assert whims() == first
    adviser.seed = 6
    assert whims() != first
    adviser.seed, state.turn = 5, 2
    assert whims() != first


def test_what_things_are_worth_is_reckoned_once_for_all_games():
    """Advisers of both sides, and of the next game, look at the same values; other weights have their own."""
    rules = ready(towns())
    worth = adviser_of(rules, "blue").worth

    assert adviser_of(rules, "red").worth is worth
    heavier = KitAdviser(rules, rules.assembly, rules.new_state(), "blue", replace(WEIGHTS, points=9.0))
    assert heavier.worth is not worth
    assert heavier.worth.unit_of_points == worth.unit_of_points * 9.0 / WEIGHTS.points


class Disbanding:
    """Each side may give up a unit, and then puts another one somewhere: a procedure that no declaration has."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

        def own(state: KitState) -> int:
            return kit.board.own[state.side] & state.present

        self.loss = kit.own_decision(Decision(
            "disbanding", "lose-unit", "3.1", own, self._disband, (Objection("3.1", "not-yours", own),),
            may_end=lambda state: True,
        ))  # fmt: skip
        self.place = kit.own_decision(Decision(
            "posting", "place-at", "3.1", lambda state: kit.board.land, lambda state, space: None, (),
        ))  # fmt: skip
        kit.operation("disbanding", lambda state: kit.ask(state, self.loss, state.side))

    def begin(self, state: KitState, phase: Phase) -> None:
        """Ask for the unit to give up."""
        state.agenda.append("disbanding")

    def _disband(self, state: Any, unit: int) -> None:
        state.frames[-1]["unit"] = (self.loss.mask(state) & ~(1 << unit)).bit_length() - 1
        self.kit.lose(state, 1 << unit, "3.1")
        self.kit.ask(state, self.place, state.side)


class DisbandingRules(DeclaredRules):
    """The rules of a game with a phase of disbanding."""

    class ASSEMBLY(Assembly):
        """What is declared, and disbanding."""

        def own_procedures(self) -> dict[str, PhaseProcedure]:
            """By the name in the phases."""
            return {"disbanding": Disbanding(self.kit)}


def test_decisions_of_the_games_own_are_weighed_by_what_they_are_about():
    """It keeps all units rather than lose one, of which a strong one is missed more; a unit is best put in a town."""
    phases = '- {id: disbanding, name: Disbanding, side: each, rule: "3", text: x, procedure: disbanding}'
    units = '{"0101": [blue-1], "0102": [horse-1], "0806": [red-1]}'
    rules = DisbandingRules(declared(units=units, game_map=TWO_TOWNS, phases=phases))
    state = rules.new_state()

    assert advised(rules, state) == ["done"]
    assert reasons(rules, state) == {
        "blue-1": "it is missed more", "horse-1": "it is missed least", "done": "leaves it at that"
    }  # fmt: skip
    do(rules, state, "lose-unit", "horse-1")
    assert advised(rules, state) == ["place-at", "0402"]


# Games ------------------------------------------------------------------------------------------------------------


def moves(rules: DeclaredRules, seed: int) -> list[Any]:
    """The decisions of a game of the adviser against itself."""
    state = play(rules, "heuristic", seed)
    return [line.data for line in rules.log_of(state).lines if line.kind == "do"]


def test_same_seed_same_game_and_other_openings_with_other_seeds():
    """The seed of the player decides between moves that are nearly as good."""
    first, second = ready(towns()), ready(towns())

    assert moves(first, 5) == moves(second, 5)
    assert len({str(moves(first, seed)[:16]) for seed in range(1, 9)}) > 3


@pytest.mark.parametrize("name", ["the-ford", "two-rivers"])
def test_openings_vary_with_the_seed(name: str):
    """The first twelve decisions with 20 seeds."""
    rules, openings = ready(load_game(name)), set[str]()
    for seed in range(1, 21):
        state, opening = rules.new_state(1), []
        players = {side: heuristic_player(rules, side, seed) for side in rules.deciding}
        while len(opening) < 12:
            choice = players[rules.side_to_act(state) or ""].choose(rules, state, rules.choices(state))
            opening.append(rules.to_json(choice))
            rules.apply(state, choice)
        openings.add(str(opening))
    assert len(openings) >= 3


def test_every_side_that_a_player_commands_has_an_adviser_and_one_of_the_system_none():
    """A solitaire game: the system's side has nobody to advise."""
    rules = ready(declared(info="sides: [{id: blue, name: Blue, adjective: Blue}, "
                                "{id: red, name: Red, adjective: Red, played_by: system}]"))  # fmt: skip

    assert isinstance(rules.adviser("blue"), KitAdviser)
    assert rules.adviser("red") is None


def wins(rules: DeclaredRules, side: str, games: int) -> int:
    """Games of `games` that the adviser of a side wins against random moves."""
    won = 0
    for seed in range(1, games + 1):
        players = {
            name: heuristic_player(rules, name, seed) if name == side else RandomPlayer(seed, name)
            for name in rules.deciding
        }
        result = rules.result(play(rules, players, seed))
        won += result is not None and result.winner == side
    return won


@pytest.mark.parametrize("side", ["blue", "red"])
def test_beats_random_play_from_either_side(side: str):
    """20 games with fixed seeds."""
    assert wins(ready(towns()), side, 20) >= 19


@pytest.mark.parametrize("side", ["north", "south"])
def test_beats_random_play_at_the_ford(side: str):
    """20 games with fixed seeds."""
    assert wins(ready(load_game(FORD)), side, 20) >= 18


@pytest.mark.parametrize("kind", ["areas", "points"])
@pytest.mark.parametrize("fighting", [True, False], ids=["combat", "no-combat"])
def test_plays_on_areas_and_points_with_combat_and_without(kind: str, fighting: bool):
    """Each side starts at its end of the map and wins with more than half of the 18 points."""
    rules = ready(grid(kind, fighting=fighting))

    assert wins(rules, "blue", 10) >= 9
    assert wins(rules, "red", 10) >= 9


def test_plays_a_game_without_any_points():
    """Where nothing but the enemy can be gone for, the side goes for the enemy."""
    rules = ready(declared(units='{"0101": [blue-1, blue-2], "0103": [blue-3], "0503": [red-1]}'))
    state = rules.new_state()
    do(rules, state, *advised(rules, state))
    verb, space = advised(rules, state)
    board = rules.kit.board

    assert verb == "move-to"
    assert board.steps_between(board.space_index[space], board.space_index["0503"]) < 3
    assert list(bits(rules.kit.enemies_at(state, 0)))


VARIANTS = {
    "combined": "combat: {combined: true}",
    "named-with-units": "combat: {combined: true, named: with-units}",
    "before-combat": "retreat_before: {units: [{units: {type: infantry}}], follow: {rule: '8'}, rule: '8'}",
    "obliged": "combat: {obliged: [blue, red]}",
    "losses": """
combat:
  results:
    AE: [reduce attackers, lose attackers 1]
    AR: [{roll: {1-3: retreat attackers 1, 4-6: lose-random attackers 1}}]
    EX: [lose defenders 1, exchange attackers]
    DR: [retreat defenders 2, advance 2]
    DE: [capture defenders, advance]
""",
    "by-the-enemy": "retreat: {by: enemy, length: up-to, without_way: stay}\nlosses: {by: enemy}",
    "crowded": "stacking: {limit: 1, judged: end-of-phase}",
    "without-zones": "zones: null",
    "each-turn": "victory: {judged: each-turn}",
}


@pytest.mark.parametrize("procedures", VARIANTS.values(), ids=VARIANTS.keys())
def test_every_decision_gets_advice_and_what_is_done_is_explained(procedures: str):
    """The choice that is made leads the list of reasons, whatever is declared."""
    rules = ready(declared_with(procedures))
    explained = 0
    for seed in (1, 2):
        state = rules.new_state(seed)
        advisers = {side: adviser_of(rules, side) for side in rules.deciding}
        while not state.ended:
            choices = rules.choices(state)
            adviser = advisers[rules.side_to_act(state) or ""]
            best = adviser.best(state, choices)
            if len(choices) > 1 and explained < 150:
                before = state.hash()
                options = adviser.explain(state, choices)
                assert sorted(option.action for option in options) == sorted(choices)
                assert next(o.score for o in options if o.action == best) == options[0].score
                assert all(option.reason and "{" not in option.reason for option in options)
                if in_step(rules, state, "movement-unit", "movement-space", "retreat-unit", "combat-target"):
                    unexplained = [o.score for o in options if o.reason == NO_REASON]
                    assert all(abs(score) <= 0.01 for score in unexplained), unexplained
                assert state.hash() == before
                explained += 1
            rules.apply(state, best)
    assert explained > 50


def declared_with(procedures: str) -> Game:
    """The game with the towns, its procedures changed."""
    changed, basis = yaml.safe_load(procedures), yaml.safe_load(HELD)
    for section, keys in basis.items():
        changed[section] = {**keys, **(changed.get(section) or {})}
    return declared(yaml.safe_dump(changed), units=f"{{{ARMIES.strip().replace(chr(10), ', ')}}}", phases=TURNS,
                    game_map=TOWNS, scenario=LEVELS)  # fmt: skip


def test_sets_up_and_brings_in_units_near_what_is_wanted():
    """Of the hexes where a unit may be set up, one lies beside the town that nobody holds yet."""
    phases = '- {id: setup, name: Set-up, side: blue, rule: "3", text: Units are placed., procedure: setup}' + TURNS
    rules = ready(declared(
        'setup: {rule: "3"}', units='{"blue-turn-2": [blue-1, blue-2], "0806": [red-1]}', phases=phases,
        game_map='spaces: [{id: "0701", name: Oak, victory_points: 5}]',
        scenario='placements: [{side: blue, units: [blue-1, blue-2], spaces: ["0101", "0601", "0106"], rule: "3"}]',
    ))  # fmt: skip
    state = rules.new_state()

    do(rules, state, *advised(rules, state))

    assert advised(rules, state) == ["place-at", "0601"]


def test_advice_does_not_depend_on_what_was_asked_before():
    """An adviser asked about states of several games answers like one that is asked for the first time."""
    rules = ready(towns())
    adviser, asked = adviser_of(rules, "blue"), 0
    games = [rules.new_state(seed) for seed in (1, 2)]
    while not all(state.ended for state in games):
        for state in games:
            if state.ended:
                continue
            side, choices = rules.side_to_act(state) or "", rules.choices(state)
            fresh = adviser_of(rules, side).best(state, choices)
            if side == "blue":
                assert adviser.best(state, choices) == fresh
                asked += 1
            rules.apply(state, fresh)
    assert asked > 50


# Retreats before combat, forced marches, replacements -------------------------------------------------------------


BEFORE = "retreat_before: {rule: '8', units: [{units: {type: infantry}}], follow: {rule: '8'}}"


HELD_BY_RED = """
control: {rule: "12", at_start: {red: {space: ["0304", "0101"]}}}
victory: {rule: "12", side: blue}
"""


@pytest.mark.parametrize(("attackers", "verb"), [
    ("blue-1, blue-2", "retreat-unit"),  # 8 against 4: it is lost on four faces of six
    ("horse-1", "done"),  # 2 against 4: five faces of six hurt nobody but the attacker
])  # fmt: skip
def test_goes_before_an_attack_only_where_staying_costs_more(attackers: str, verb: str):
    """Red-1 can go from 0304 to 0404, where nobody of blue stands beside it."""
    rules = ready(declared(BEFORE, units=f'{{"0303": [{attackers}], "0304": [red-1], "0806": [red-2]}}'))
    state = rules.state_from({"turn": 1, "phase": "combat", "side": "blue"})

    assert in_step(rules, state, "retreat-before-unit")
    assert advised(rules, state)[0] == verb


def test_follows_only_where_it_gains():
    """Red-1 has left 0304: with a town there the horse goes after it, and else nobody does."""
    for town, follows in (("0304", True), ("0101", False)):
        game_map = f'spaces: [{{id: "{town}", name: Oak, victory_points: 5}}]'
        rules = ready(declared(HELD_BY_RED + BEFORE, units='{"0303": [horse-1], "0304": [red-1]}', game_map=game_map))
        state = rules.state_from({"turn": 1, "phase": "combat", "side": "blue"})
        do(rules, state, "retreat-unit", "red-1")
        do(rules, state, "retreat-to", "0305")
        assert in_step(rules, state, "follow-unit")
        assert (advised(rules, state) != ["done"]) is follows


@pytest.mark.parametrize(("roll", "marches"), [("nothing", True), ("eliminate movers", False)])
def test_weighs_the_risk_of_a_forced_march(roll: str, marches: bool):
    """The town is five hexes away; a guard has three points, and two more on a forced march."""
    forced = f"movement: {{forced: {{points: 2, roll: {{1-6: {roll}}}, rule: '4.9'}}}}"
    rules = ready(declared(forced, units='{"0101": [guard-1], "0806": [blue-1]}',
                           game_map='spaces: [{id: "0601", name: Oak, victory_points: 1}]'))  # fmt: skip
    state = rules.state_from({"turn": 1, "phase": "movement", "side": "red"})
    do(rules, state, "choose-unit", "guard-1")

    assert (advised(rules, state) == ["move-to", "0601"]) is marches


@pytest.mark.parametrize(("restore", "rebuild", "unit"), [(1, 3, "guard-1"), (2, 2, "red-1")])
def test_buys_what_gives_most_for_a_point(restore: int, rebuild: int, unit: str):
    """A step of a guard is 6 of 12 factors; red-1 comes back with 8."""
    declaration = (
        f"replacements: {{rule: '14', points: {{red: 9}}, restore: {restore}, rebuild: {rebuild}, "
        "at: {red: {space: '0806'}}}"
    )
    phases = '- {id: restore, name: R, side: each, rule: "14", text: x, procedure: replacements}' + TURNS
    rules = ready(declared(declaration, units='{"0405": [{id: guard-1, state: reduced}], "red-lost": [red-1]}',
                           phases=phases))  # fmt: skip
    state = rules.state_from({"turn": 1, "phase": "restore", "side": "red"})

    assert advised(rules, state) == ["choose-unit", unit]
    assert reasons(rules, state)[unit] == "it gives most for its points"


def test_a_retreat_of_two_spaces_is_judged_by_where_it_may_end():
    """Red-1 goes back two spaces from 0304, toward the town in 0506: what counts is where it may come to stand."""
    results = "combat: {results: {DR: [retreat defenders 2, advance]}}"
    game_map = 'spaces: [{id: "0506", name: Oak, victory_points: 5}]'
    rules = ready(declared(results, units='{"0303": [blue-1, blue-2], "0304": [red-1]}', game_map=game_map))
    state = rules.state_from({"turn": 1, "phase": "combat", "side": "blue"}, dice=[3])
    attack_with(rules, state, "0304", "blue-1", "blue-2")
    ends = []
    assert in_step(rules, state, "retreat-space")
    adviser, unit = adviser_of(rules, "red"), rules.kit.board.unit_index["red-1"]
    retreat, outlook = rules.assembly.combat.retreat, adviser.outlook(state)
    choices = rules.choices(state)
    for _, space in choices:
        scene = state.copy()
        rules.kit.put(scene, 1 << unit, space)
        goals = retreat.goals_of(scene, unit, 2, state.frames[-1]["from"], 1)
        ends.append(max(outlook.standing(unit, goal) for goal in bits(goals)))
    worths = [score for score, _ in adviser.opinions(state, choices)]

    assert len(set(ends)) > 1
    assert worths == ends
