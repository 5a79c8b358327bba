"""What all parts of a session share: the rules, the game so far, who reads, and the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.cli.terminal.screen import Screen
from pnp.model.log import LogLine
from pnp.players.person.decision import chosen_things, mover
from pnp.players.person.numbers import ChoiceNumbers
from pnp.players.person.sight import Sight, sight_of
from pnp.players.telling import choice_as_text, line_as_text
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.undo import History


class Desk:
    """A person's place at a game.

    person   the side at the terminal, who is shown what `state.view(person)` holds and no more
    numbers  what is typed for each choice of the phase
    focus    the place that the small map shows, "" for none yet; map_shown: that of the map above the list
    maps     whether a map stands above a list of places
    """

    def __init__(self, rules: Rules, state: Any, person: str, screen: Screen, lang: str) -> None:
        self.rules, self.person, self.screen, self.lang = rules, person, screen, lang
        self.history = History(rules, state)
        self.numbers = ChoiceNumbers(rules)
        self.focus = self.map_shown = ""
        self.maps = True
        self._sight: tuple[Any, int, Sight] | None = None

    @property
    def state(self) -> Any:
        """The game now."""
        return self.history.state

    @property
    def choices(self) -> list[Action]:
        """What is offered now."""
        return list(self.rules.choices(self.state))

    @property
    def mine(self) -> bool:
        """Whether the person decides next."""
        return self.rules.side_to_act(self.state) == self.person

    @property
    def sight(self) -> Sight:
        """The position as the person sees it, worked out once for each."""
        state = self.state
        if self._sight is None or self._sight[0] is not state or self._sight[1] != len(state.records):
            self._sight = state, len(state.records), sight_of(self.rules, state, self.person, self.lang)
        return self._sight[2]

    def words(self, english: str, **values: object) -> str:
        """An engine's sentence in the player's language."""
        return self.rules.speech(self.lang).words.text(english, **values)

    def say(self, english: str, style: str = "", *, indent: int = 0, **values: object) -> None:
        """Show an engine's sentence in the player's language."""
        self.screen.say(self.words(english, **values), style, indent=indent)

    def action_text(self, action: Action) -> str:
        """A choice in words, with what it costs."""
        return choice_as_text(self.rules, self.state, action, self.lang, hidden=self.sight.hidden)

    @property
    def rule(self) -> str:
        """The case that asks for the decision; of a set-up that of its phase, since each side has its own."""
        step = self.rules.step(self.state)
        phases = {phase.id: phase for phase in self.rules.game.info.all_phases}
        phase = phases.get(self.rules.phase(self.state) or "")
        return phase.rule if phase and "setup" in phase.procedures else step.rule if step else ""

    def price(self, action: Action) -> str:
        """What a choice costs, in words; "" where it costs nothing."""
        price = self.rules.price(self.state, action)
        return self.words(price[0], cost=price[1]) if price else ""

    def line_text(self, line: LogLine, *, decisions: bool = False) -> str:
        """A line of the log in words, as the person sees it."""
        return line_as_text(self.rules, line, self.lang, decisions=decisions, hidden=self.sight.hidden)

    def place_of(self, action: Action) -> str:
        """The place that an action is about: the space itself, or where its unit stands; "" for none on the map."""
        verb, *ids = self.rules.to_json(action)
        place = "" if not ids else ids[0] if self.rules.verbs[verb] == "space" else self.sight.place_of.get(ids[0], "")
        return place if place in self.rules.spaces else ""

    def chosen(self) -> str:
        """What the decisions that have not come to anything yet have chosen, in words."""
        things = chosen_things(self.rules, self.state, self.person)
        return ", ".join(
            self.sight.unit_and_values(thing) if kind == "unit" else self.sight.place(thing) for kind, thing in things
        )

    def target(self) -> str:
        """The place that the decisions which have not come to anything yet have chosen, "" for none."""
        things = chosen_things(self.rules, self.state, self.person)
        return next((thing for kind, thing in things if kind == "space"), "")

    def mover(self, choices: Sequence[Action]) -> str:
        """The unit for which a place is chosen now, "" where none or none alone is."""
        return mover(self.rules, self.state, self.sight, choices)
