"""The player that thinks: Monte Carlo tree search over the advice of the game.

Each simulation copies the position, gives it dice of its own, and deals out anew what the player can't see. It goes
down the tree of decisions by PUCT, whose prior is the order in which the adviser ranks the choices; beyond the tree
every side follows its adviser to the end of a player-turn, and the adviser's balance says how good that is. The tree
holds decisions, not dice (an open loop): a decision is judged by the mean over all that the dice made of it.

A decision that follows the last one without a draw keeps that part of the tree, whose simulations count: a unit and
where it goes are one search. Simulating ends when no other choice can catch up with the first.

PUCT: C. D. Rosin, "Multi-armed bandits with episode context", 2011; open loop and hidden information: P. I. Cowling,
E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012.
"""

from __future__ import annotations

import json
import marshal
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import isqrt, sqrt

from pnp.players.base import Player, ScoredOption
from pnp.players.heuristic import adviser_of_player
from pnp.referee.advice import Adviser
from pnp.referee.dice import stream_seed
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.state import State
from pnp.referee.violation import _W

LOOKED_AT = _W("{share} % of {count} simulations; {reason}")

MOST_DECISIONS = 400
"""Decisions that a simulation makes at most before it is judged."""

PLAYER_TURNS = 2
"""Player-turns to the end of which a simulation is played, that of the decision included."""

VICTORY = 10.0
"""What winning is worth beside the balance, in units of mean strength."""

LEAST_RANGE = 1.0
"""Differences in the balance below this are small: less than a unit of mean strength."""

EXPLORATION = 1.0
"""How much the prior counts against what the simulations found, in PUCT."""

MOST_KEPT = 1 << 15
"""Positions of which the advice is kept."""

Ranked = tuple[tuple[Action, float], ...]
"""Choices and how likely the adviser makes them, best first."""


@dataclass(slots=True)
class Node:
    """A decision that has been reached by certain actions, whatever the dice were.

    prior     how likely the adviser made the action that leads here, when the node was made
    visits    simulations through it; total: the sum of their values for the side that chose the action
    """

    prior: float
    visits: int = 0
    total: float = 0.0
    children: dict[Action, Node] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tree:
    """The search of a decision: its node, and by side the values that have been found."""

    root: Node
    scales: Mapping[str, Scale]


@dataclass(slots=True)
class Scale:
    """The least and greatest value found so far, against which values are told as parts from 0 to 1."""

    low: float = float("inf")
    high: float = float("-inf")

    def add(self, value: float) -> None:
        """Take note of a value."""
        self.low, self.high = min(self.low, value), max(self.high, value)

    def part(self, value: float) -> float:
        """Where it lies."""
        return (value - self.low) / max(self.high - self.low, LEAST_RANGE)


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """How long a player may think about a decision. With a limit, games depend on the machine.

    clock  seconds, e.g. `time.monotonic`
    """

    seconds: float
    clock: Callable[[], float]


class SearchPlayer(Player):
    """Simulates before it decides. It sets up as its adviser does: what that is worth shows long after a simulation.

    simulations  for each decision, one of them at least; fewer where there is a limit of time
    """

    def __init__(
        self, rules: Rules, side: str, seed: int, simulations: int, limit: TimeLimit | None = None
    ) -> None:
        self.name = f"search:{simulations}"
        self.simulations, self._limit = simulations, limit
        self._rules, self._side, self._seed = rules, side, stream_seed(seed, f"player {side}")
        others = {name: rules.adviser(name) for name in rules.deciding if name != side}
        self._advisers: dict[str, Adviser | None] = {**others, side: adviser_of_player(rules, side, seed)}
        self._setting_up = {phase.id for phase in rules.game.info.all_phases if "setup" in phase.procedures}
        self._known: dict[bytes, Ranked] = {}
        self._firsts: dict[bytes, Action] = {}
        self._next: tuple[bytes, Tree] | None = None
        self._moment: tuple[int, str | None] = (0, None)

    def choose(self, rules: Rules, state: State, choices: Sequence[Action]) -> Action:
        """The choice that most simulations went through."""
        if len(choices) == 1:
            return choices[0]
        if rules.phase(state) in self._setting_up:
            return self._advised(state, choices)
        tree = self._inherited(state) or new_tree()
        children = self._searched(state, choices, tree, decide=True).children
        if not children:
            return self._advised(state, choices)
        best = max(children, key=lambda action: (children[action].visits, children[action].prior))
        self._bequeath(state, best, Tree(children[best], tree.scales))
        return best

    def explain(self, rules: Rules, state: State, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """The choices by the simulations that went through them, with what the adviser says of each."""
        children = self._searched(state, choices, new_tree()).children
        count = sum(child.visits for child in children.values()) or 1
        text = rules.speech(lang).words.text
        options = []
        adviser = self._advisers[self._side]
        assert adviser is not None
        for option in adviser.explain(state.copy(records=False), choices, lang):
            visits = children[option.action].visits if option.action in children else 0
            reason = text(LOOKED_AT, share=round(100 * visits / count), count=count, reason=option.reason)
            options.append(ScoredOption(option.action, round(visits / count, 3), reason))
        return sorted(options, key=lambda option: -option.score)

    # The tree -----------------------------------------------------------------------------------------------

    def _searched(self, state: State, choices: Sequence[Action], tree: Tree, *, decide: bool = False) -> Node:
        """The tree of the open decision, with simulations until it has as many as a decision is given.

        decide  end when the choice is certain
        """
        self._forget_before(state)
        seed, legal = self._seed_of(state), {tuple(choice) for choice in choices}
        end = self._limit and self._limit.clock() + self._limit.seconds
        first = sum(child.visits for child in tree.root.children.values())
        for number in range(first, self.simulations):
            if number > first and self._limit and self._limit.clock() > end:  # type: ignore[operator]
                break
            if decide and lead(tree.root) > self.simulations - number:
                break
            twin = self._dealt(state, seed, number)
            ranked = tuple(pair for pair in self._ranked(twin) if pair[0] in legal)
            if ranked:  # what is hidden may forbid what seems possible
                self._simulate(twin, tree, ranked, seed)
        return tree.root

    def _advised(self, state: State, choices: Sequence[Action]) -> Action:
        """What the adviser thinks best, without a search."""
        ranked = self._ranked(self._dealt(state, self._seed_of(state), 0))
        return next((action for action, _ in ranked if action in choices), choices[0])

    def _inherited(self, state: State) -> Tree | None:
        """What the search of the last decision knows of this one."""
        expected, self._next = self._next, None
        return expected[1] if expected and expected[0] == position_key(state) else None

    def _bequeath(self, state: State, action: Action, tree: Tree) -> None:
        """Keep the tree behind a choice if the player decides again before anything is drawn."""
        rules, twin = self._rules, state.copy(records=False)
        rules.apply(twin, action)
        while not rules.is_over(twin) and rules.side_to_act(twin) == self._side and draws(twin) == draws(state):
            choices = rules.choices(twin)
            if len(choices) > 1:
                self._next = position_key(twin), tree
                return
            rules.apply(twin, choices[0])

    def _forget_before(self, state: State) -> None:
        """Drop the advice of earlier phases, and the plans that the others were thought to have in them."""
        moment = state.turn, self._rules.phase(state)
        if moment != self._moment or len(self._firsts) > MOST_KEPT:
            self._moment = moment
            self._known.clear()
            self._firsts.clear()
            for side in self._advisers.keys() - {self._side}:
                self._advisers[side] = self._rules.adviser(side)

    def _seed_of(self, state: State) -> int:
        """The start of the streams of a decision, from what the player knows alone."""
        return stream_seed(self._seed, json.dumps(state.view(self._side), sort_keys=True))

    def _simulate(self, twin: State, tree: Tree, ranked: Ranked, seed: int) -> None:
        """Play `twin` on, and enter what came of it on the way through the tree.

        The first simulations of all choices have the same dice, and so the second ones: luck weighs less between them.
        """
        rules, root, scales = self._rules, tree.root, tree.scales
        node: Node | None = root
        action = picked(root, ranked, scales[self._side])
        number = root.children[action].visits if action in root.children else 0
        twin.dice_stream, twin.cup_stream = stream_seed(seed, f"dice {number}"), stream_seed(seed, f"cups {number}")
        edge, turns = self._edge(twin), PLAYER_TURNS
        path: list[tuple[str, Node]] = []
        for _ in range(MOST_DECISIONS):
            side = str(rules.side_to_act(twin))
            if node is not None and len(ranked) > 1:
                child = node.children.get(action)
                if child is None:
                    child = node.children[action] = Node(dict(ranked)[action])
                path.append((side, child))
                node = child if child.visits else None
            rules.apply(twin, action)
            if rules.is_over(twin):
                break
            if (now := self._edge(twin)) != edge:
                edge, turns = now, turns - 1
                if not turns:
                    break
            if node is None:
                action = self._best(twin)
            else:
                ranked = self._ranked(twin)
                action = picked(node, ranked, scales[str(rules.side_to_act(twin))])
        values = {side: self._value(twin, side) for side, _ in path}
        for side, value in values.items():
            scales[side].add(value)
        for side, child in path:
            child.visits += 1
            child.total += values[side]

    def _dealt(self, state: State, seed: int, number: int) -> State:
        """A copy of `state` as the player may take it to be, without the draws that are to come."""
        twin: State = self._rules.dealt(state, self._side, stream_seed(seed, f"hidden {number}"))
        twin.dice_stream = twin.cup_stream = 0
        twin.dice_script, twin.cup_script = [], []
        return twin

    def _edge(self, state: State) -> tuple[int, str | None]:
        """Whose turn it is; a simulation ends when this changes."""
        return state.turn, self._rules.phasing_side(state)

    def _ranked(self, state: State) -> Ranked:
        """The choices of the open decision as the adviser of its side ranks them: equal ones are equally likely."""
        key = position_key(state)
        ranked = self._known.get(key)
        if ranked is None:
            choices = self._rules.choices(state)
            ranked = self._known[key] = rank(choices, self._scores(state, choices))
        return ranked

    def _best(self, state: State) -> Action:
        """The first of the same, for who needs no more."""
        choices = self._rules.choices(state)
        if len(choices) == 1:
            return choices[0]
        key = position_key(state)
        best = self._firsts.get(key)
        if best is None:
            ranked = self._known.get(key)
            scores = [] if ranked else self._scores(state, choices)
            best = self._firsts[key] = ranked[0][0] if ranked else choices[scores.index(max(scores))]
        return best

    def _scores(self, state: State, choices: Sequence[Action]) -> Sequence[float]:
        adviser = self._advisers.get(str(self._rules.side_to_act(state)))
        if adviser is None or len(choices) == 1:
            return [0.0] * len(choices)
        return adviser.scores(state.copy(records=False), choices)  # it may keep what it is shown, which must not go on

    def _value(self, state: State, side: str) -> float:
        """How good a position is for a side."""
        adviser, result = self._advisers.get(side), self._rules.result(state)
        balance = adviser.balance(state) if adviser else None
        if balance is None:
            score = dict(self._rules.score(state))
            balance = score.pop(side, 0) - sum(score.values()) / max(len(score), 1)
        if result is None or result.winner is None:
            return balance
        return balance + (VICTORY if result.winner == side else -VICTORY)


def new_tree() -> Tree:
    """A search that has not begun."""
    return Tree(Node(1.0, visits=1), defaultdict(Scale))


def rank(choices: Sequence[Action], scores: Sequence[float]) -> Ranked:
    """Choices by their scores, best first, each as likely as one over its rank; ties keep their order and share a rank.
    """
    order = sorted(range(len(choices)), key=lambda index: -scores[index])
    ranked, place = list[tuple[Action, float]](), 0
    for position, index in enumerate(order):
        if position and scores[index] < scores[order[position - 1]]:
            place = position
        ranked.append((tuple(choices[index]), 1 / (1 + place)))
    whole = sum(likely for _, likely in ranked)
    return tuple((action, likely / whole) for action, likely in ranked)


def position_key(state: State) -> bytes:
    """What decides the advice on a position: its fields without the streams of draws."""
    fields = state.fields()
    return marshal.dumps([fields[name] for name in fields if name not in state.HIDDEN], 2)


def draws(state: State) -> tuple[int, ...]:
    """What changes with every draw."""
    return state.dice_stream, state.cup_stream, len(state.dice_script), len(state.cup_script)


def lead(node: Node) -> int:
    """How many visits the first child has more than the second; 0 without children."""
    most, second = nlargest(2, [0, 0, *(child.visits for child in node.children.values())])
    return most - second


def picked(node: Node, ranked: Ranked, scale: Scale) -> Action:
    """The choice to simulate next, by PUCT among those that are likely enough for the visits so far."""
    children = node.children
    count = sum(child.visits for child in children.values())
    mean = sum(child.total for child in children.values()) / count if count else 0.0
    best, most = ranked[0][0], float("-inf")
    for action, prior in ranked[: 2 + isqrt(count)]:
        child = children.get(action)
        visits = child.visits if child else 0
        value = scale.part(child.total / visits if child and visits else mean) if count else 0.0
        value += EXPLORATION * prior * sqrt(count) / (1 + visits)
        if value > most:
            best, most = action, value
    return best
