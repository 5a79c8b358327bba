"""The commands that show something or write a file; the game stands where it stood."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pnp.cli.terminal import phrases
from pnp.cli.terminal.desk import Desk
from pnp.cli.terminal.hand import show_hand
from pnp.cli.terminal.refusals import explain
from pnp.cli.terminal.showing import (
    show_advice,
    show_log,
    show_map,
    show_place,
    show_reasons,
    show_rule,
    show_score,
    show_units,
)
from pnp.errors import PnpError
from pnp.players.person.words import Reader, line_words

LETTERS = {
    "m": "map", "h": "advice", "u": "undo", "b": "undo", "s": "save", "l": "log", "q": "quit", "?": "help", "n": "why",
}  # fmt: skip
"""Short for commands; with an address, ? is a rule."""


class Commands:
    """What a person asks for between decisions.

    save    state -> the text of a saved game
    path    the file in which the game is kept when the person stops, if one was named
    named   word -> what carries it out, given the rest of the line
    """

    def __init__(self, desk: Desk, save: Callable[[Any], str], path: Path | None) -> None:
        self.desk, self.save_text, self.path = desk, save, path
        self.named: dict[str, Callable[[str], None]] = {
            "help": self.help, "map": self.map, "units": self.units, "score": self.score, "log": self.log,
            "why": self.why, "cards": self.cards, "rule": self.rule, "advice": self.advice, "save": self.save,
        }  # fmt: skip

    def help(self, rest: str) -> None:
        """List what can be typed."""
        desk = self.desk
        rule = desk.rules.STEPS[-1].rule
        rows = [[(typed, "number"), (desk.words(text, rule=rule), "")] for typed, text in phrases.HELP
                if typed != "cards" or self.desk.rules.game.cards]
        desk.screen.rows(rows, right=())
        letters = ", ".join(f"{letter} {word}" for letter, word in LETTERS.items())
        desk.say(phrases.SHORT, "dim", letters=letters)

    def map(self, rest: str) -> None:
        """The neighbourhood of a place; on and off for the map before each move."""
        desk = self.desk
        if rest in ("on", "off"):
            desk.maps = rest == "on"
            return
        place = self._place_called(rest) if rest else desk.focus or self._first_place()
        if place is None:
            desk.say(phrases.NOT_UNDERSTOOD_HERE, "refused", given=repr(rest[:40]))
            return
        if place and place not in desk.rules.spaces:
            show_place(desk, place)
            return
        desk.focus = desk.map_shown = place
        show_map(desk, place, desk.choices)

    def _first_place(self) -> str:
        """A place of the first choice that has one, else of the person's first unit on the map."""
        desk = self.desk
        units = (place for unit, place in desk.sight.place_of.items() if desk.sight.side_of(unit) == desk.person)
        places = (*map(desk.place_of, desk.choices), *units)
        return next((place for place in places if place in desk.rules.spaces), "")

    def _place_called(self, text: str) -> str | None:
        """The space with that name or number, or where the unit with it stands; else a box; None for none."""
        desk, words = self.desk, (line_words(text, ()) or ())
        reader = Reader(desk.rules, desk.sight, desk.numbers, ())
        known = desk.numbers.action(text)
        if known is not None and (place := desk.place_of(known)):
            return place
        unit = reader.called(desk.sight.place_of, words)
        standing = desk.sight.place_of[unit] if unit else None
        return reader.called(desk.rules.spaces, words) or standing or reader.called(desk.rules.places, words)

    def units(self, rest: str) -> None:
        """The position, or what stands in one place."""
        desk = self.desk
        if not rest:
            show_units(desk)
        elif place := self._place_called(rest):
            show_place(desk, place)
        else:
            desk.say(phrases.NOT_UNDERSTOOD_HERE, "refused", given=repr(rest[:40]))

    def score(self, rest: str) -> None:
        """The points."""
        show_score(self.desk)

    def cards(self, rest: str) -> None:
        """The hand of the person, with the texts of the cards."""
        show_hand(self.desk)

    def log(self, rest: str) -> None:
        """The latest lines, so many lines, or a file of all."""
        if rest and not (rest.isascii() and rest.isdigit()):
            self._write(Path(rest), self.desk.state.log.as_text())
        else:
            show_log(self.desk, *([min(int(rest[:6]), 100_000) or 1] if rest else []))

    def why(self, rest: str) -> None:
        """Why something, or whatever else there is, can't be chosen."""
        desk = self.desk
        words = line_words(rest, ()) or ()
        reader = Reader(desk.rules, desk.sight, desk.numbers, desk.choices)
        if words and reader.is_exact(words):
            desk.say(phrases.FACTS, place=rest, facts=desk.words(phrases.OFFERED))
        elif words:
            explain(desk, reader, words)
        else:
            show_reasons(desk, desk.choices)

    def rule(self, rest: str) -> None:
        """A rule, or that of the decision."""
        show_rule(self.desk, rest)

    def advice(self, rest: str) -> None:
        """What the computer player thinks."""
        show_advice(self.desk, self.desk.choices)

    def save(self, rest: str) -> None:
        """Save in a file, or once more in the last one."""
        if not rest and self.path is None:
            self.desk.say(phrases.NAME_A_FILE)
            return
        path = Path(rest) if rest else self.path
        assert path is not None
        if self._write(path, self.save_text(self.desk.state)):
            self.path = path

    def keep(self) -> bool:
        """Save the game in the file that was named, if one was; whether it is saved."""
        return self.path is not None and self._write(self.path, self.save_text(self.desk.state))

    def _write(self, path: Path, text: str) -> bool:
        """Write a file; a failure is reported and the game goes on."""
        from pnp.output import write_atomic

        try:
            write_atomic(path, text)
        except (OSError, PnpError, ValueError) as error:
            self.desk.screen.say(f"{path.as_posix()}: {getattr(error, 'strerror', None) or error}", "refused")
            return False
        written = self.desk.words(phrases.SAVED, path=path.as_posix())
        self.desk.screen.spans([[(written, "")]], indent=0)  # a path is kept whole, so that it can be copied
        return True
