"""A person at the terminal: the position, numbered choices, and the commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pnp.errors import PnpError
from pnp.model.log import LogLine
from pnp.players.base import Player
from pnp.players.telling import choice_as_text, hidden_from, line_as_text, position_as_text
from pnp.referee.engine import Rules
from pnp.referee.undo import History
from pnp.referee.violation import _W

HELP = (
    _W("A number chooses. Besides:"),
    _W("?  the rule of this decision"),
    _W("? ADDRESS  any rule, for example ? {rule}"),
    _W("m  the position again"),
    _W("h  advice: what the computer player thinks of the choices"),
    _W("u  undo your last decision"),
    _W("s FILE  save the game"),
    _W("l FILE  write the log"),
    _W("q  stop"),
)
PROMPT = _W("Your choice (1–{count}, ? for help)")
NOT_A_CHOICE = _W("There is no choice {given}; type a number from 1 to {count}, or ? for help.")
NOTHING_TO_UNDO = _W("There is nothing to undo.")
UNDO_STOPS = _W("Undo stops at what has been drawn or turned up since; only with --allow-peeking it goes further back:")
NO_ADVICE = _W("There is no advice for this game.")
NO_RULE = _W("There is no rule {address}.")
SAVED = _W("Written: {path}")
OVER = _W("The game is over.")


class Table:
    """One session of a person: the game, its history, and how much of the log has been shown.

    person   the side at the terminal, who is shown what `state.view(person)` holds and no more
    peeking  whether undo takes back dice, lots and units turned up
    """

    def __init__(
        self, rules: Rules, state: Any, computers: dict[str, Player], person: str, *,
        lang: str, plain: bool, save: Callable[[Any], str], peeking: bool = False,
    ) -> None:  # fmt: skip
        self.rules, self.computers, self.person = rules, computers, person
        self.lang, self.plain, self.save, self.peeking = lang, plain, save, peeking
        self.history = History(rules, state)
        self.lines_shown = len(state.log)
        self.shown_phase = ""

    @property
    def state(self) -> Any:
        """The game now."""
        return self.history.state

    @property
    def hidden(self) -> frozenset[str]:
        """The units whose names the person may not know now."""
        return hidden_from(self.rules, self.state, self.person)

    def say(self, english: str, **values: object) -> None:
        """An engine's sentence in the player's language."""
        click.echo(self.rules.speech(self.lang).words.text(english, **values))

    def help(self) -> None:
        """List the commands; the rule of the last step is the example of an address."""
        for line in HELP:
            self.say(line, rule=self.rules.STEPS[-1].rule)

    def play(self) -> Any:
        """Play until the game is over or the person stops; returns the last state."""
        self.help()
        while not self.rules.is_over(self.state):
            side = self.rules.side_to_act(self.state) or ""
            choices = self.rules.choices(self.state)
            if side != self.person:
                self.history.do(self.computers[side].choose(self.rules, self.state, choices))
                continue
            self.show_news()
            if not self.decide(choices):
                return self.state
        self.show_news()
        self.show_position()
        self.say(OVER)
        click.echo(self.line_as_text(self.state.log[-1]))  # far above by now: the position is long
        return self.state

    def show_news(self) -> None:
        """Print the lines of the log not shown yet, and the position when the phase is new."""
        log = self.state.log
        for line in log[self.lines_shown :]:
            if sentence := self.line_as_text(line):
                click.echo(sentence)
        self.lines_shown = len(log)
        phase = f"{self.state.turn} {self.rules.phase(self.state)}"
        if phase != self.shown_phase and not self.rules.is_over(self.state):
            self.shown_phase = phase
            click.echo("")
            self.show_position()

    def show_position(self) -> None:
        """Print the position as the person sees it."""
        click.echo(position_as_text(self.rules, self.state, lang=self.lang, plain=self.plain, viewer=self.person))

    def choice_as_text(self, action: Any) -> str:
        """A choice in words, as the person sees it."""
        return choice_as_text(self.rules, self.state, action, self.lang, hidden=self.hidden)

    def line_as_text(self, line: LogLine) -> str:
        """A line of the log in words, as the person sees it."""
        return line_as_text(self.rules, line, self.lang, hidden=self.hidden)

    def decide(self, choices: list[Any]) -> bool:
        """Ask until one choice is made; False when the person stops."""
        click.echo("")
        for number, action in enumerate(choices, 1):
            click.echo(f"{number:>3}  {self.choice_as_text(action)}")
        prompt = self.rules.speech(self.lang).words.text(PROMPT, count=len(choices))
        while True:
            try:
                answer = click.prompt(prompt, prompt_suffix=": ", default="", show_default=False).strip()
            except (EOFError, click.Abort):
                click.echo("")
                raise click.Abort() from None
            if answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= len(choices):
                self.history.do(choices[int(answer[:6]) - 1])
                return True
            if answer.lower() in ("q", "quit"):
                return False
            if self.command(answer, choices):
                return True

    def command(self, answer: str, choices: list[Any]) -> bool:
        """Carry out a request; True when the choices have to be shown again."""
        word, _, rest = answer.partition(" ")
        rest = rest.strip()
        if word == "?":
            self.explain(rest)
        elif word == "m":
            self.show_position()
        elif word == "h":
            self.advise(choices)
        elif word == "u":
            return self.undo()
        elif word in ("s", "l") and rest:
            self.write(Path(rest), self.save(self.state) if word == "s" else self.state.log.as_text())
        else:
            self.say(NOT_A_CHOICE, given=repr(answer[:40]), count=len(choices))
        return False

    def undo(self) -> bool:
        """Go back to the person's last decision; not behind what has been learned since, unless peeking is allowed."""
        decisions = self.history.since_decision_of(self.person)
        if not decisions:
            self.say(NOTHING_TO_UNDO)
            return False
        learned = None if self.peeking else self.history.learned(decisions)
        if learned is not None:
            self.say(UNDO_STOPS)
            click.echo(f"  {self.line_as_text(learned)}")
            return False
        self.history.undo(decisions)
        self.lines_shown = len(self.state.log)
        self.shown_phase = ""
        return True

    def advise(self, choices: list[Any]) -> None:
        """Print the choices of the heuristic player, best first."""
        from pnp.errors import SourceError
        from pnp.players.roster import PLAYERS

        try:
            options = PLAYERS["heuristic"](self.rules, self.person, self.state.seed).explain(
                self.rules, self.state, choices, self.lang
            )
        except SourceError:
            self.say(NO_ADVICE)
            return
        for option in options[:5]:
            click.echo(f"  {option.score:8.2f}  {self.choice_as_text(option.action)}: {option.reason}")

    def explain(self, address: str) -> None:
        """Print the text of a rule; without an address, that of the open decision's rule, and the commands."""
        from pnp.sources.plain import plain_text
        from pnp.sources.text_values import rule_values

        step = self.rules.step(self.state)
        rule = address or (step.rule if step else "")
        game = self.rules.game
        if self.lang != game.language:
            from pnp.translate import localised

            game = localised(game, self.lang)
        case = next((c for c in game.cases() if c.id == rule), None)
        if case is None:
            self.say(NO_RULE, address=rule)
        else:
            click.echo(f"{case.id} {case.title}\n{plain_text(case.text, rule_values(game))}")
        if not address:
            self.help()

    def write(self, path: Path, text: str) -> None:
        """Write a file; a failure is reported and the game goes on."""
        from pnp.output import write_atomic

        try:
            write_atomic(path, text)
            self.say(SAVED, path=path.as_posix())
        except (OSError, PnpError) as error:
            click.echo(f"{path.as_posix()}: {getattr(error, 'strerror', None) or error}", err=True)
