"""A session of one person: choices are listed, a line is read and carried out, the others play, until the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pnp.cli.terminal import phrases
from pnp.cli.terminal.commands import LETTERS, Commands
from pnp.cli.terminal.desk import Desk
from pnp.cli.terminal.lists import show_choices
from pnp.cli.terminal.refusals import explain, explain_way, which
from pnp.cli.terminal.screen import Screen
from pnp.cli.terminal.showing import (
    news,
    show_forecast,
    show_headline,
    show_map,
    show_rule,
    show_units,
)
from pnp.model.log import LogLine
from pnp.players.base import Player
from pnp.players.person.forecast import forecast
from pnp.players.person.words import Phrase, Reader, line_words
from pnp.referee.engine import Rules
from pnp.referee.masks import Action

YES, NO = frozenset({"", "y", "yes", "r", "roll", "ok"}), frozenset({"b", "back", "n", "no"})


class Sitting:
    """One person at the terminal, the computer players, and the game between them.

    commands what shows something or writes a file
    peeking  whether undo takes back dice, lots and units turned up
    ask      prompt -> the line typed; raises EOFError at the end of input
    inputs   lines typed so far
    """

    def __init__(
        self, rules: Rules, state: Any, computers: dict[str, Player], person: str, *, lang: str, screen: Screen,
        save: Callable[[Any], str], path: Path | None = None, peeking: bool = False,
        ask: Callable[[str], str] | None = None,
    ) -> None:  # fmt: skip
        self.rules, self.computers, self.screen = rules, computers, screen
        self.desk = Desk(rules, state, person, screen, lang)
        self.commands, self.peeking = Commands(self.desk, save, path), peeking
        self._deciding = {"list": self._list, "undo": self._undo, "quit": self._quit}
        self._ask = ask or screen.ask
        self.inputs = 0
        self._lines_shown = len(state.records)
        self._phase_shown: tuple[Any, ...] = ()
        self._foretold: list[LogLine] = []
        self._before_line: list[int] = []  # decisions made before each line that made some
        self._decisions = 0
        self._kept_line = ""
        self._case_shown = ""

    @property
    def state(self) -> Any:
        """The game now."""
        return self.desk.state

    def play(self) -> Any:
        """Play until the game is over or the person stops; the last state. Raises EOFError, KeyboardInterrupt."""
        desk = self.desk
        sides = self.rules.speech(desk.lang).sides
        desk.say(phrases.WELCOME, "dim", side=sides.get(desk.person, desk.person))
        show_units_at_start = True
        while self._others_play():
            self._show_news()
            if show_units_at_start:
                show_units(desk)
                show_units_at_start = False
            self._show_decision()
            while (going_on := self._obey(self._typed(desk.words(phrases.PROMPT)))) is None:
                pass
            if not going_on:
                return self.state
        self._show_news()
        show_units(desk)
        desk.say(phrases.OVER, "strong")
        self.screen.say(desk.line_text(self.state.log[-1]), "strong")  # the position is long, so it comes last
        return self.state

    def _others_play(self) -> bool:
        """Let the others decide until it is the person's turn; False when the game is over."""
        while not self.rules.is_over(self.state):
            side = self.rules.side_to_act(self.state) or ""
            if side == self.desk.person:
                return True
            self._do(self.computers[side].choose(self.rules, self.state, self.rules.choices(self.state)))
        return False

    def _do(self, action: Action) -> None:
        self.desk.history.do(action)
        self._decisions += 1

    def _typed(self, prompt: str) -> str:
        if self._kept_line:
            line, self._kept_line = self._kept_line, ""
            return line
        self.inputs += 1
        return self._ask(prompt).strip()

    # What is shown before a line ----------------------------------------------------------------------------

    def _show_news(self) -> None:
        """What has happened since, and in a new phase where the game stands."""
        for sentence in news(self.desk, self._lines_shown, self._foretold):
            self.screen.say(sentence)
        self._lines_shown, self._foretold = len(self.state.records), []
        phase = (self.state.turn, self.rules.phase(self.state))
        if phase != self._phase_shown and not self.rules.is_over(self.state):
            first = not self._phase_shown
            self._phase_shown = phase
            self.desk.focus = self.desk.map_shown = self._case_shown = ""
            if not first:
                show_headline(self.desk)

    def _show_decision(self) -> None:
        """A map where a place is to be chosen, and the choices."""
        desk, choices = self.desk, self.desk.choices
        desk.numbers.number(self.state, choices)
        places = any(self.rules.VERBS[action[0]].takes == "space" for action in choices)
        hexes = bool(self.rules.game.map.hexes) and not self.screen.plain
        self.screen.say("")
        mover = desk.mover(choices)
        target = desk.target()  # what is attacked is seen before who joins is chosen
        desk.focus = desk.sight.place_of.get(mover, "") or target or desk.focus
        wanted = desk.maps and hexes and (places or target)
        if wanted and desk.focus in self.rules.spaces and desk.focus != desk.map_shown:
            show_map(desk, desk.focus, choices)
            desk.map_shown = desk.focus
        self._show_case()
        if mover:
            desk.say(phrases.CHOOSE_GROUP, "strong", units=desk.sight.unit_at(mover))
        elif chosen := desk.chosen():
            desk.say(phrases.CHOSEN, "strong", things=chosen)
        show_choices(desk, choices)

    def _show_case(self) -> None:
        """The case that asks for the decision, when it is another than before."""
        rule = self.desk.rule
        case = next((case for case in self.desk.sight.game.cases() if case.id == rule), None)
        if case is not None and case.id != self._case_shown:
            self._case_shown = case.id
            self.screen.say(" ".join(dict.fromkeys((case.id, case.title))), "rule")

    # A line -------------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> bool | None:
        """Carry out a line: True when the decision is made or has to be shown again, False to stop, None to ask on."""
        desk, choices = self.desk, self.desk.choices
        desk.numbers.number(self.state, choices)
        if not line:
            if len(choices) > 1:
                return True
            return self._carry_out((desk.numbers.label(choices[0]).casefold(),), line)
        labels = [desk.numbers.label(action) for action in choices]
        words = line_words(line, labels)
        if words is None:
            desk.say(phrases.TOO_LONG)
            return None
        head, _, rest = line.partition(" ")
        command = self._command(head.lower(), rest.strip())
        reader = Reader(self.rules, desk.sight, desk.numbers, choices)
        if command is not None and not reader.is_exact(words):
            return command(rest.strip())
        return self._carry_out(words, line)

    def _command(self, head: str, rest: str) -> Callable[[str], bool | None] | None:
        """What carries out a command; None where the first word is none."""
        word = "rule" if head == "?" and rest else LETTERS.get(head, head)
        return self._deciding.get(word) or self.commands.named.get(word)

    def _carry_out(self, words: Phrase, line: str) -> bool | None:
        """The choices that a line names, one after the other."""
        before, made = self._decisions, len(self._before_line)
        self._before_line.append(before)
        while words and self.desk.mine:
            choices = self.desk.choices
            self.desk.numbers.number(self.state, choices)
            reader = Reader(self.rules, self.desk.sight, self.desk.numbers, choices)
            units, used = self._group(reader, words)
            rest = self._move_together(units, words[used:]) if units else self._next_choice(reader, words)
            if rest is None:
                break
            words = rest
        else:
            if words:
                self.desk.say(phrases.NOT_DONE, rest=" ".join(words))
        if self._decisions == before:
            del self._before_line[made:]
            return None
        return True

    def _next_choice(self, reader: Reader, words: Phrase) -> Phrase | None:
        """Make the choice that the words begin with; the words that are left, None to stop here."""
        meaning = reader.read(words)
        if not meaning.actions:
            meaning = reader.standing(words)
        if not meaning.actions:
            explain(self.desk, reader, words)
            return None
        if len(meaning.actions) > 1:
            which(self.desk, words[: meaning.used], meaning.actions)
            return None
        return words[meaning.used :] if self._take(meaning.actions[0]) else None

    def _take(self, action: Action) -> bool:
        """Make a choice; a roll is foretold and confirmed. False when the person goes back."""
        desk = self.desk
        roll = forecast(self.rules, self.state, action)
        if roll is not None:
            self.screen.say("")
            show_forecast(desk, action, roll)
            if not self._confirmed(desk.words(phrases.ROLL_PROMPT)):
                return False
            self._foretold += roll.before
        desk.focus = desk.place_of(action) or desk.focus
        self._do(action)
        return True

    def _confirmed(self, prompt: str) -> bool:
        """Whether the person rolls; a line that is neither yes nor no is kept, to be carried out instead."""
        while (answer := self._typed(prompt)).lower() not in YES | NO:
            if answer.partition(" ")[0] not in ("?", "rule"):
                self._kept_line = answer
                return False
            show_rule(self.desk, answer.partition(" ")[2].strip())
        return answer.lower() in YES

    # Units that move together -------------------------------------------------------------------------------

    def _group(self, reader: Reader, words: Phrase) -> tuple[list[Action], int]:
        """The units with which a line begins, if they can't be chosen one after the other but each has a way to go,
        and how many words name them.
        """
        units: list[Action] = []
        used = 0
        while used < len(words):
            meaning = reader.read(words[used:])
            if len(meaning.actions) != 1 or self.rules.VERBS[meaning.actions[0][0]].takes != "unit":
                break
            if meaning.actions[0] not in units:
                units.append(meaning.actions[0])
            used += meaning.used
        if len(units) < 2 or forecast(self.rules, self.state, units[0]):
            return [], 0
        probe = self.state.copy(records=False)
        self.rules.apply(probe, units[0])
        offered = list(self.rules.choices(probe))
        apart = units[1] not in offered and any(self.rules.VERBS[a[0]].takes == "space" for a in offered)
        return (units, used) if apart else ([], 0)

    def _ways(self, unit: Action) -> list[Action]:
        """The places where a unit can go."""
        probe = self.state.copy(records=False)
        self.rules.apply(probe, unit)
        return [action for action in self.rules.choices(probe) if self.rules.VERBS[action[0]].takes == "space"]

    def _move_together(self, units: Sequence[Action], words: Phrase) -> Phrase | None:
        """Move units to one place, which is named or asked for; the words that are left, None to stop here."""
        desk = self.desk
        ways = [self._ways(unit) for unit in units]
        places = [place for place in ways[0] if all(place in others for others in ways)]
        if not places:
            desk.say(phrases.NO_COMMON_PLACE, "refused")
            return None
        desk.numbers.number(self.state, places)
        reader = Reader(self.rules, desk.sight, desk.numbers, places)
        if not words:
            self.screen.say("")
            desk.focus = desk.place_of(units[0]) or desk.focus
            names = desk.sight.stack(self.rules.to_json(unit)[1] for unit in units)
            desk.say(phrases.CHOOSE_GROUP, "strong", units=names)
            show_choices(desk, places)
            words = line_words(self._typed(desk.words(phrases.GROUP_PROMPT, count=len(units))), ()) or ()
            if not words or " ".join(words) in NO:
                return None
        meaning = reader.read(words)
        if len(meaning.actions) != 1:
            if meaning.actions:
                which(self.desk, words[: meaning.used], meaning.actions)
            else:
                explain_way(self.desk, units, words)
            return None
        for unit in units:
            if not self._go(unit, meaning.actions[0]):
                return None
        return words[meaning.used :]

    def _go(self, unit: Action, place: Action) -> bool:
        """Choose a unit and let it go to a place; False, and the unit not chosen, where that is refused meanwhile."""
        for action in (unit, place):
            violation = self.rules.why_not(self.state, action)
            if violation is not None:
                self.screen.say(violation.message(self.desk.lang), "refused")
                if action is place:
                    self.desk.history.undo()
                    self._decisions -= 1
                return False
            if not self._take(action):
                return False
        return True

    # Commands -----------------------------------------------------------------------------------------------

    def _list(self, rest: str) -> bool:
        self.desk.map_shown = ""
        return True

    def _quit(self, rest: str) -> bool:
        return False

    def _undo(self, rest: str) -> bool | None:
        """Go back before the last line that made decisions; not behind what has been learned since, unless allowed."""
        desk, history = self.desk, self.desk.history
        decisions = self._decisions - self._before_line[-1] if self._before_line else 0
        if not 0 < decisions <= len(history):
            desk.say(phrases.NOTHING_TO_UNDO)
            return None
        learned = None if self.peeking else history.learned(decisions)
        if learned is not None:
            desk.say(phrases.UNDO_STOPS)
            self.screen.say(desk.line_text(learned), indent=2)
            return None
        history.undo(decisions)
        self._decisions = self._before_line.pop()
        self._lines_shown = len(self.state.records)
        self.desk.map_shown = ""
        desk.say(phrases.UNDONE, "dim")
        return True
