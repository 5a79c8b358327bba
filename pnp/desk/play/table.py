"""A game that is played: the referee's state, who plays each side, and what a seat may do with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

from pnp.desk.play.board import ShownBoard
from pnp.desk.play.shown import table_message
from pnp.desk.play.story import Story
from pnp.desk.play.viewpoint import Viewpoint
from pnp.errors import IllegalActionError, PnpError
from pnp.model.game import Game
from pnp.players.base import Player
from pnp.players.person.numbers import ChoiceNumbers
from pnp.players.roster import make_players
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.replay import walk
from pnp.referee.state import DO
from pnp.referee.undo import MAX_KEPT, History
from pnp.referee.violation import Violation

PERSON, ELSEWHERE = "person", "another person"
"""Who plays a side at a browser: that of whoever started the server, or one that the side's own link opens."""
PEOPLE = frozenset({PERSON, ELSEWHERE})
UNKNOWN = "You can't know that."
NOTHING_TO_UNDO = "There is nothing to undo."
OTHERS_DECIDED = "Another person has decided since."


class Refused(PnpError):
    """What a seat wants to do is against a rule, in the words that it may read."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{text} ({rule})" if rule else text)
        self.rule, self.text = rule, text


class Table:
    """One game between persons and computer players.

    players  side -> one of `PEOPLE` or the name of a computer player, for each side that decides
    decided  decisions that were made before the game came to this table
    """

    def __init__(
        self, rules: Rules, state: Any, players: Mapping[str, str], board: ShownBoard, lang: str = "en"
    ) -> None:  # fmt: skip
        self.rules, self.board, self.lang = rules, board, lang
        self.players = {side: players.get(side, PERSON) for side in rules.deciding}
        computers = {side: name for side, name in self.players.items() if name not in PEOPLE}
        everybody = make_players(rules, {**dict.fromkeys(rules.deciding, "random"), **computers}, state.seed)
        self._computers: dict[str, Player] = {side: everybody[side] for side in computers}
        state.players = dict(self.players)
        self.history = History(rules, state)
        self._earlier: list[Any] | None = None
        self._loaded = sum(record[0] == DO for record in state.records)
        self._log = state.log if self._loaded else None
        self._stories = {side: Story() for side in rules.sides}
        self._numbers = {side: ChoiceNumbers(rules) for side in rules.sides}

    @property
    def state(self) -> Any:
        """The game now."""
        return self.history.state

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.rules.game

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(self.state)

    @property
    def computing(self) -> bool:
        """Whether a computer player decides next."""
        return self.rules.side_to_act(self.state) in self._computers

    @property
    def decisions(self) -> int:
        """How many decisions can be looked back at."""
        return len(self.history) + self._loaded

    def _before(self, back: int) -> Any:
        """The state so many decisions ago; of those before the game came here, as its log says."""
        if back <= len(self.history):
            return self.history.before(back)
        if self._earlier is None:
            assert self._log is not None
            self._earlier = [state.copy() for _, state in walk(self.rules, self._log)][-MAX_KEPT:]
            self._loaded = len(self._earlier) - 1
        return self._earlier[-1 - min(back - len(self.history), self._loaded)]

    def compute(self, seconds: float) -> bool:
        """Let computer players decide for about so long, one decision at least; whether they have more to do."""
        end = monotonic() + seconds
        while self.computing:
            side = self.rules.side_to_act(self.state) or ""
            self.history.do(self._computers[side].choose(self.rules, self.state, self.rules.choices(self.state)))
            if monotonic() >= end:
                break
        return self.computing

    # For a seat ---------------------------------------------------------------------------------------------

    def view(self, side: str, back: int = 0) -> Viewpoint:
        """What a side may know now, or so many decisions ago."""
        state = self._before(back) if 0 < back <= self.decisions else self.state
        return Viewpoint(self.rules, state, side, self.lang)

    def message(self, side: str, back: int = 0) -> dict[str, Any]:
        """The table as a side sees it. Of an earlier moment nothing is offered."""
        back = min(max(back, 0), self.decisions)
        view = self.view(side, back)
        placing = self.view(side).placing
        if placing:  # its order and its time would tell, so the table stands still until all is placed
            back = self._decisions_in_a_row(placing)
            view = replace(self.view(side, back), covered=view.placed_hidden(placing))
        table = {
            "scenario": self.game.scenarios[self.rules.scenario.id].name, "options": self.rules.options,
            "players": self.players, "computing": self.computing, "deciding": self.rules.side_to_act(self.state),
            "decisions": 0 if placing else self.decisions, "back": 0 if placing else back,
            **(table_message(view, self.board, ChoiceNumbers(self.rules), Story()) if back
               else table_message(view, self.board, self._numbers[side], self._stories[side])),
            "undo": {"may": False, "text": NOTHING_TO_UNDO} if placing else self.undo_told(side),
        }  # fmt: skip
        if back:
            table |= {"choices": [], "unended": [], "odds": None, "mine": False}
        table["decision"]["placing"] = placing
        return table

    def _decisions_in_a_row(self, side: str) -> int:
        """How many of the last decisions a side has made in this phase."""
        phase, back = self.rules.phase(self.state), 0
        while back < self.decisions:
            before = self._before(back + 1)
            if self.rules.phase(before) != phase or self.rules.side_to_act(before) != side:
                break
            back += 1
        return back

    def do(self, side: str, words: Sequence[object]) -> None:
        """Carry out a decision. Raises Refused, and SourceError for what is no action."""
        action = self.rules.from_json(words)
        if self.rules.side_to_act(self.state) != side:
            raise Refused("", "It is not your turn to decide." if not self.over else "The game is over.")
        if {*map(str, words)} & {*self.view(side).hidden} and action not in self.rules.choices(self.state):
            raise Refused("", UNKNOWN)
        try:
            self.history.do(action)
        except IllegalActionError as error:
            raise Refused(error.violation.rule, self.view(side).refusal(error.violation)) from None

    def undo(self, side: str) -> None:
        """Go back before the side's last decision. Raises Refused where that is not possible."""
        told = self.undo_told(side)
        if not told["may"]:
            raise Refused("", str(told["text"]))
        self.history.undo(self.history.since_decision_of(side))

    def undo_told(self, side: str) -> dict[str, Any]:
        """Whether the side's last decision can be taken back, which it was, or why it can't."""
        count = self.history.since_decision_of(side)
        if not count:
            return {"may": False, "text": NOTHING_TO_UNDO}
        if any(self._is_other_person(side, self.rules.side_to_act(self.history.before(n))) for n in range(1, count)):
            return {"may": False, "text": OTHERS_DECIDED}
        view = self.view(side)
        learned = self.history.learned(count)
        if learned is not None:
            return {"may": False, "text": str(view.line(learned).get("text", ""))}
        before = Viewpoint(self.rules, self.history.before(count), side, self.lang)
        return {"may": True, "text": before.choice(self._decision(count))}

    def _is_other_person(self, side: str, decider: str | None) -> bool:
        """Whether a person at another page decides for `decider`."""
        here, there = self.players.get(side), self.players.get(decider or "")
        return decider != side and there in PEOPLE and ELSEWHERE in (here, there)

    def _decision(self, back: int) -> Action:
        """The decision that was made so many decisions ago."""
        known = len(self.history.before(back).records)
        return tuple(self.state.records[known][3:])

    # Why not ------------------------------------------------------------------------------------------------

    def why_not(self, side: str, words: Sequence[object] = (), thing: str = "") -> tuple[str, str]:
        """The rule and the reason for which an action, or any with `thing`, isn't offered; two empty texts where it is.

        Raises SourceError for what is no action.
        """
        view = self.view(side)
        if not view.mine:
            return "", "It is not your turn to decide." if not self.over else "The game is over."
        if {*map(str, words), thing} & {*view.hidden}:
            return "", UNKNOWN
        actions = [self.rules.from_json(words)] if words else self._actions_with(thing)
        if any(action in view.choices for action in actions):
            return "", ""
        violations = [v for action in actions if (v := self.rules.why_not(self.state, action)) is not None]
        telling: Violation | None = next((v for v in violations if v.reason != "wrong-moment"), None)
        telling = telling or next(iter(violations), None)
        if telling is None:
            step = self.rules.step(self.state)
            return step.rule if step else "", "It has no part in this decision."
        return telling.rule, view.refusal(telling)

    def _actions_with(self, thing: str) -> list[Action]:
        """The actions of the open decision that take a unit or a place, offered or not."""
        step = self.rules.step(self.state)
        verbs = [self.rules.VERBS[index].id for index in step.verbs] if step else []
        return [self.rules.from_json([verb, thing]) for verb in verbs if thing in self.rules.domain(verb)]
