"""A session of one person: choices are listed, a line is read and carried out, the others play, until the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pnp.cli.terminal import phrases
from pnp.cli.terminal.desk import Desk
from pnp.cli.terminal.lists import possible_now, show_choices
from pnp.cli.terminal.screen import Screen
from pnp.cli.terminal.showing import (
    news,
    show_advice,
    show_forecast,
    show_headline,
    show_log,
    show_map,
    show_place,
    show_reasons,
    show_rule,
    show_score,
    show_units,
)
from pnp.errors import PnpError
from pnp.model.log import LogLine
from pnp.players.base import Player
from pnp.players.person.forecast import forecast
from pnp.players.person.words import Phrase, Reader, line_words
from pnp.referee.engine import Rules
from pnp.referee.masks import Action

LETTERS = {
    "m": "map", "h": "advice", "u": "undo", "b": "undo", "s": "save", "l": "log", "q": "quit", "?": "help", "n": "why",
}  # fmt: skip
"""Short for commands; with an address, ? is a rule."""
YES, NO = frozenset({"", "y", "yes", "r", "roll", "ok"}), frozenset({"b", "back", "n", "no"})


class Sitting:
    """One person at the terminal, the computer players, and the game between them.

    save     state -> the text of a saved game
    path     the file in which the game is kept when the person stops, if one was named
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
        self.save, self.path, self.peeking = save, path, peeking
        self._ask = ask or screen.ask
        self.inputs = 0
        self._lines_shown = len(state.records)
        self._phase_shown: tuple[Any, ...] = ()
        self._foretold: list[LogLine] = []
        self._before_line: list[int] = []  # decisions made before each line that made some
        self._decisions = 0
        self._kept_line = ""
        self._maps = True
        self._map_shown = self._case_shown = ""

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
            self.desk.focus = self._map_shown = self._case_shown = ""
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
        desk.focus = desk.sight.place_of.get(mover, "") or desk.focus
        if self._maps and hexes and places and desk.focus in self.rules.spaces and desk.focus != self._map_shown:
            show_map(desk, desk.focus, choices)
            self._map_shown = desk.focus
        self._show_case()
        if mover:
            desk.say(phrases.CHOOSE_GROUP, "strong", units=desk.sight.unit_at(mover))
        elif chosen := desk.chosen():
            desk.say(phrases.CHOSEN, "strong", things=chosen)
        show_choices(desk, choices)

    def _show_case(self) -> None:
        """The case that asks for the decision, when it is another than before."""
        step = self.rules.step(self.state)
        case = next((case for case in self.desk.sight.game.cases() if step and case.id == step.rule), None)
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
        return getattr(self, f"_command_{word}", None) if word.isalpha() and word.isascii() else None

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
            self._explain(reader, words)
            return None
        if len(meaning.actions) > 1:
            self._which(words[: meaning.used], meaning.actions)
            return None
        return words[meaning.used :] if self._take(meaning.actions[0]) else None

    def _explain(self, reader: Reader, words: Phrase) -> None:
        """Why what was typed isn't offered."""
        desk = self.desk
        refused = reader.refused(self.state, words)
        if refused is None:
            desk.say(phrases.NOT_A_CHOICE, "refused", given=repr(" ".join(words)[:40]))
            return
        violation, used = refused
        if violation.reason == "wrong-moment":
            given = " ".join(words[:used])
            desk.say(phrases.NOT_NOW, "refused", given=given, possible=possible_now(desk), rule=violation.rule)
        else:
            self.screen.say(violation.message(desk.lang), "refused")

    def _which(self, words: Phrase, actions: Sequence[Action]) -> None:
        """List what words can mean."""
        desk = self.desk
        desk.say(phrases.WHICH, given=repr(" ".join(words)))
        desk.screen.rows(
            [[(desk.numbers.label(action), "number"), (desk.action_text(action), ""), (self._aim(action), "dim")]
             for action in actions[:12]]
        )  # fmt: skip

    def _aim(self, action: Action) -> str:
        verb, *ids = self.rules.to_json(action)
        return self.desk.sight.unit_at(ids[0]) if self.rules.verbs[verb] == "unit" else ""

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
                self._which(words[: meaning.used], meaning.actions)
            else:
                self._explain_way(units, words)
            return None
        for unit in units:
            if not self._go(unit, meaning.actions[0]):
                return None
        return words[meaning.used :]

    def _explain_way(self, units: Sequence[Action], words: Phrase) -> None:
        """Why units can't go where the words say, as the first that is refused hears it."""
        for unit in units:
            probe = self.state.copy(records=False)
            self.rules.apply(probe, unit)
            reader = Reader(self.rules, self.desk.sight, self.desk.numbers, ())
            if refused := reader.refused(probe, words):
                self.screen.say(refused[0].message(self.desk.lang), "refused")
                return
        self.desk.say(phrases.NOT_A_CHOICE, "refused", given=repr(" ".join(words)[:40]))

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

    def _command_help(self, rest: str) -> None:
        desk = self.desk
        rule = self.rules.STEPS[-1].rule
        rows = [[(typed, "number"), (desk.words(text, rule=rule), "")] for typed, text in phrases.HELP]
        self.screen.rows(rows, right=())
        letters = ", ".join(f"{letter} {word}" for letter, word in LETTERS.items())
        desk.say(phrases.SHORT, "dim", letters=letters)

    def _command_list(self, rest: str) -> bool:
        self._map_shown = ""
        return True

    def _command_map(self, rest: str) -> None:
        desk = self.desk
        if rest in ("on", "off"):
            self._maps = rest == "on"
            return
        place = self._place_called(rest) if rest else desk.focus or self._first_place()
        if place is None:
            desk.say(phrases.NOT_UNDERSTOOD_HERE, "refused", given=repr(rest[:40]))
            return
        if place and place not in self.rules.spaces:
            show_place(desk, place)
            return
        desk.focus = self._map_shown = place
        show_map(desk, place, desk.choices)

    def _first_place(self) -> str:
        """A place of the first choice that has one, else of the person's first unit on the map."""
        desk = self.desk
        units = (place for unit, place in desk.sight.place_of.items() if desk.sight.side_of(unit) == desk.person)
        places = (*map(desk.place_of, desk.choices), *units)
        return next((place for place in places if place in self.rules.spaces), "")

    def _place_called(self, text: str) -> str | None:
        """The space with that name or number, or where the unit with it stands; else a box; None for none."""
        desk, words = self.desk, (line_words(text, ()) or ())
        reader = Reader(self.rules, desk.sight, desk.numbers, ())
        known = desk.numbers.action(text)
        if known is not None and (place := desk.place_of(known)):
            return place
        unit = reader.called(desk.sight.place_of, words)
        standing = desk.sight.place_of[unit] if unit else None
        return reader.called(self.rules.spaces, words) or standing or reader.called(self.rules.places, words)

    def _command_units(self, rest: str) -> None:
        desk = self.desk
        if not rest:
            show_units(desk)
        elif place := self._place_called(rest):
            show_place(desk, place)
        else:
            desk.say(phrases.NOT_UNDERSTOOD_HERE, "refused", given=repr(rest[:40]))

    def _command_score(self, rest: str) -> None:
        show_score(self.desk)

    def _command_log(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit()):
            self._write(Path(rest), self.state.log.as_text())
        else:
            show_log(self.desk, *([min(int(rest[:6]), 100_000) or 1] if rest else []))

    def _command_why(self, rest: str) -> None:
        desk = self.desk
        words = line_words(rest, ()) or ()
        reader = Reader(self.rules, desk.sight, desk.numbers, desk.choices)
        if words and reader.is_exact(words):
            desk.say(phrases.FACTS, place=rest, facts=desk.words(phrases.OFFERED))
        elif words:
            self._explain(reader, words)
        else:
            show_reasons(desk, desk.choices)

    def _command_rule(self, rest: str) -> None:
        show_rule(self.desk, rest)

    def _command_advice(self, rest: str) -> None:
        show_advice(self.desk, self.desk.choices)

    def _command_save(self, rest: str) -> None:
        if not rest and self.path is None:
            self.desk.say(phrases.NAME_A_FILE)
            return
        path = Path(rest) if rest else self.path
        assert path is not None
        if self._write(path, self.save(self.state)):
            self.path = path

    def _command_quit(self, rest: str) -> bool:
        return False

    def _command_undo(self, rest: str) -> bool | None:
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
        self._map_shown = ""
        desk.say(phrases.UNDONE, "dim")
        return True

    def keep(self) -> bool:
        """Save the game in the file that was named, if one was; whether it is saved."""
        return self.path is not None and self._write(self.path, self.save(self.state))

    def _write(self, path: Path, text: str) -> bool:
        """Write a file; a failure is reported and the game goes on."""
        from pnp.output import write_atomic

        try:
            write_atomic(path, text)
        except (OSError, PnpError, ValueError) as error:
            self.screen.say(f"{path.as_posix()}: {getattr(error, 'strerror', None) or error}", "refused")
            return False
        self.desk.say(phrases.SAVED, path=path.as_posix())
        return True
