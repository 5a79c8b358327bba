"""Build file, language files and saved games, put together from fragments that are kept.

A fragment is made in all languages at once: some components as they stand in the build file, and what they add to the
language files. The pieces of each group of counters are a fragment with their place in each saved game, so a changed
counter costs those of its group and the few components that tell something of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from pnp.model.game import Game
from pnp.model.scenario import Scenario
from pnp.output import content_hash
from pnp.vassal.buildfile import Element, verbatim, xml_of
from pnp.vassal.context import Context
from pnp.vassal.images import ImageNames, image_names
from pnp.vassal.keeping import Keeper
from pnp.vassal.layout import BoardLayout
from pnp.vassal.naming import on_hexes
from pnp.vassal.palette import SLOT_DEPTH, palette, piece_slot
from pnp.vassal.pieces import counter_piece, expanded, prototype_traits
from pnp.vassal.setups import (
    Stack,
    all_commands,
    hidden_start,
    other_commands,
    placed_piece,
    position_stacks,
    save_archive,
)
from pnp.vassal.traits import Trait
from pnp.vassal.translation import translation_pairs

PALETTE = "palette"
"""The part with the pieces of a hex map."""

Games = Sequence[Game]
Pairs = list[tuple[str, str]]
Builder = Callable[[Context, Mapping[str, Game]], Sequence[Element]]
"""Components in one language; all languages are there for what names them."""


@dataclass(frozen=True)
class Fragment:
    """Some components.

    xml    as they stand in the build file
    pairs  language -> the keys that they have in its file, with their texts
    """

    xml: str
    pairs: Mapping[str, Pairs]


class Assembly:
    """The parts of one module.

    games   language -> the game in it, English first
    marked  a hash of all that parts hang on besides the games: layout and numbers of pieces
    """

    def __init__(self, games: Mapping[str, Game], layout: BoardLayout, marked: str, keeper: Keeper) -> None:
        self.games, self.layout, self.keeper = games, layout, keeper
        self.base = games["en"]
        self.images: ImageNames = image_names(self.base)
        self.marked = content_hash(marked, self.base.gpids.model_dump_json())
        self._pieces: dict[str, dict[str, Any]] = {}

    def fragment(self, name: str, build: Builder) -> Fragment:
        """The components of a builder, which stand right below the module."""
        if name == PALETTE:
            return self.palette()
        found = json.loads(self._made(f"vassal-part {name}", lambda asked: _bytes(_fragment(self._built(asked, build), 1))))
        return Fragment(**found)

    def _made(self, kind: str, draw: Callable[[Games], bytes]) -> bytes:
        return self.keeper.made(f"{kind} {self.marked}", tuple(self.games.values()), draw)

    def _context(self, base: Game, shown: Game) -> Context:
        return Context(base, shown, self.layout, self.images)

    def _built(self, asked: Games, build: Builder) -> dict[str, Sequence[Element]]:
        games = dict(zip(self.games, asked, strict=True))
        return {language: build(self._context(asked[0], shown), games) for language, shown in games.items()}

    # The palette -----------------------------------------------------------------------------------

    def palette(self) -> Fragment:
        """The palette of a hex map, where all pieces have their slots."""
        if not on_hexes(self.base):
            return Fragment("", {language: [] for language in self.games})

        def build(context: Context, _: object) -> list[Element]:
            return [palette(context, lambda group: [verbatim(self.pieces(group)["slots"]["xml"])])]

        frame = _fragment(self._built(tuple(self.games.values()), build), 1)
        groups = dict.fromkeys(group.id for group in self.base.counters.groups)
        slots = [self.pieces(group)["slots"]["pairs"] for group in groups]
        pairs = {language: [*own, *(pair for found in slots for pair in found[language])] for language, own in frame.pairs.items()}
        return Fragment(frame.xml, pairs)

    # Pieces and saved games --------------------------------------------------------------------------

    def saved_game(self, scenario: Scenario) -> bytes:
        """The start of a scenario as a saved game."""
        stacks, others = self._starts()[scenario.id]
        groups = {str(counter.id): counter.group.id for counter in self.base.all_counters()}
        placed = [self.pieces(groups[unit])["placed"][scenario.id][unit] for stack in stacks for unit in stack.units]
        return save_archive(self.base, all_commands(placed, others), scenario.name)

    def _starts(self) -> dict[str, tuple[list[Stack], list[str]]]:
        """Scenario -> its stacks, and what a saved game says of all but pieces."""
        return {name: ([_stack(*row) for row in stacks], others) for name, (stacks, others) in json.loads(self._frame)["starts"].items()}

    def pieces(self, group: str) -> dict[str, Any]:
        """Of a group of counters: `slots` in the palette, as a fragment, and `placed`: scenario -> unit -> its command."""
        if group not in self._pieces:
            kind = f"vassal-pieces {group} {content_hash(self._frame)}"
            self._pieces[group] = json.loads(self._made(kind, lambda asked: self._drawn_pieces(group, asked)))
        return self._pieces[group]

    @property
    def _frame(self) -> bytes:
        """What the pieces of saved games share: `prototypes`, and `starts`."""
        if "" not in self._pieces:
            self._pieces[""] = {"frame": self._made("vassal-starts", self._drawn_frame)}
        found: bytes = self._pieces[""]["frame"]
        return found

    def _drawn_frame(self, asked: Games) -> bytes:
        context = self._context(asked[0], asked[0])
        prototypes = {name: [astuple(item) for item in traits] for name, traits in prototype_traits(context).items()}
        starts = {}
        for name, scenario in asked[0].scenarios.items():
            position = hidden_start(asked[0], scenario)
            stacks = position_stacks(asked[0], position, self.layout)
            starts[name] = ([astuple(stack) for stack in stacks], other_commands(context, position, stacks))
        return _bytes({"prototypes": prototypes, "starts": starts})

    def _drawn_pieces(self, group: str, asked: Games) -> bytes:
        """The pieces of a group from scratch."""
        counters = [[counter for counter in game.all_counters() if counter.group.id == group] for game in asked]
        contexts = [self._context(asked[0], game) for game in asked]
        pieces = [
            [counter_piece(context, *both) for both in zip(counters[0], shown, strict=True)]
            for context, shown in zip(contexts, counters, strict=True)
        ]
        slots = {
            language: [piece_slot(context, *both) for both in zip(counters[0], made, strict=True)]
            for language, context, made in zip(self.games, contexts, pieces, strict=True)
        }
        frame = json.loads(self._frame)
        known = {name: [Trait(kind, tuple(values), state) for kind, values, state in traits] for name, traits in frame["prototypes"].items()}
        whole = {str(counter.id): expanded(piece, known) for counter, piece in zip(counters[0], pieces[0], strict=True)}
        placed = {
            name: {
                unit: placed_piece(contexts[0], whole[unit], unit, stack).encoded() for stack in stacks for unit in stack.units if unit in whole
            }
            for name, (stacks, _) in self._starts().items()
        }
        return _bytes({"slots": _fragment(slots, SLOT_DEPTH), "placed": placed})


def _stack(place: str, name: str, at: list[int], units: list[str], states: list[list[str]], deck: bool, loose: bool) -> Stack:
    return Stack(place, name, (at[0], at[1]), tuple(units), tuple((unit, state) for unit, state in states), deck, loose)


def _fragment(built: Mapping[str, Sequence[Element]], depth: int) -> Fragment:
    """The fragment of components as they are in each language."""
    base = built["en"]
    pairs = {
        language: [pair for ours, theirs in zip(base, shown, strict=True) for pair in translation_pairs(ours, theirs)]
        for language, shown in built.items()
        if language != "en"
    }
    return Fragment(xml_of(base, depth), pairs)


def _bytes(value: Any) -> bytes:
    return json.dumps(value, default=vars).encode("ascii")
