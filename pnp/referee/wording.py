"""Violations in words: the engine's catalogue for the sentence, the game's own texts for names of things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.maps.place_names import box_names, place_names
from pnp.model.game import Game
from pnp.model.tables import ListTable
from pnp.model.words import Words
from pnp.referee.violation import _W

CITED = _W("{reason} (rule {rule})")
"""How a reason and the address of its rule are joined."""

SIDE_KEYS = frozenset({"side", "by"})
"""Parameters of violations and events that name a side."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How one language names things and words sentences.

    names   printed name by id; of a phase or a side only where nothing else has its id
    phases  printed name of each phase
    sides   printed name of each side
    words   the engine's catalogue
    """

    names: Mapping[str, str]
    phases: Mapping[str, str]
    words: Words
    sides: Mapping[str, str]

    def explain(self, reason: str, parameters: Mapping[str, object], rule: str) -> str:
        """`reason` with its parameters by name, and the rule."""
        return self.words.text(CITED, reason=self.text(reason, parameters), rule=rule)

    def text(self, sentence: str, parameters: Mapping[str, object]) -> str:
        """`sentence` with its parameters by name."""
        return self.words.text(sentence, **{key: self._value(key, value) for key, value in parameters.items()})

    def _value(self, key: str, value: object) -> object:
        """A parameter as it is read: ids by name, several of them with commas."""
        if isinstance(value, tuple):
            return ", ".join(self.name(key, str(part)) for part in value)
        return self.name(key, value) if isinstance(value, str) else value

    def name(self, key: str, value: str) -> str:
        """The name of `value`; `key` decides where a side and a unit share an id."""
        return (
            self.sides.get(value, value) if key in SIDE_KEYS and value in self.sides else self.names.get(value, value)
        )


def speech_of(game: Game, lang: str) -> Speech:
    """The speech of `game` in `lang`. Raises SourceError when a catalogue can't be read."""
    if lang != game.language:
        from pnp.translate import localised  # a catalogue is read only when it is asked for

        game = localised(game, lang)
    return Speech(
        names_of(game),
        {phase.id: phase.name for phase in game.info.all_phases},
        game.words,
        {s.id: s.name for s in game.info.sides},
    )


def names_of(game: Game) -> dict[str, str]:
    """Printed name of every space, set of hexes, box, unit, card, phase, side, row of a list and space of a track.

    Numbered units keep their number. Where kinds share an id, places come first, then units, then sides.
    """
    names = {hex_set.id: hex_set.name for hex_set in game.map.hexes.sets} if game.map.hexes else {}
    names |= {phase.id: phase.name for phase in game.info.all_phases}
    for table in game.charts.tables:
        if isinstance(table, ListTable):
            names |= {row.id: row.name or row.text.rstrip(".") for row in table.rows}
    for track in game.tracks:
        names |= {space.id: space.numeral or space.name for space in track.spaces}
    names |= {side.id: side.name for side in game.info.sides}
    for counter in game.all_counters():
        numbered = counter.group.numbered and counter.group.count > 1
        names[counter.id] = f"{counter.name} {counter.index + 1}" if numbered else counter.name
    if game.cards is not None:
        names |= {copy: card.title for card in game.cards.cards for copy in card.copies}
    return names | box_names(game) | place_names(game.map)
