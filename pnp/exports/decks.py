"""Decks of cards for Tabletop Simulator: sheets of ten by seven faces, and the pile that shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.draw.scene import Group, Scene, moved
from pnp.exports.pictures import game_pictures
from pnp.maps.parts import MapPlan
from pnp.model.cards import Card, Deck
from pnp.model.game import Game

COLUMNS, ROWS = 10, 7
"""Faces of a sheet at most; the back of a deck serves for what is hidden, so that all seventy may be cards."""


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A sheet of faces.

    file   its picture; `back` that of the deck's back
    rows   how many rows it has, two at least
    cards  in their order, left to right, top row first
    """

    file: str
    back: str
    rows: int
    scene: Scene
    cards: tuple[Card, ...]


def deck_sheets(game: Game, plan: MapPlan) -> Iterator[tuple[Deck, Scene, tuple[DeckSheet, ...]]]:
    """Each deck that has cards, with its back and its sheets."""
    if game.cards is None:
        return
    scenes = {(p.name, p.face): p.scene for p in game_pictures(game, plan, ("cards",))}
    for deck in game.cards.decks:
        cards = tuple(game.cards.cards_of(deck))
        if cards:
            back = scenes[f"deck-{deck.id}", "back"]
            most = COLUMNS * ROWS
            parts = [cards[start : start + most] for start in range(0, len(cards), most)]
            faces = {card.id: scenes[card.id, "front"] for card in cards}
            sheets = (_sheet(deck, part, [faces[c.id] for c in part], number) for number, part in enumerate(parts, 1))
            yield deck, back, tuple(sheets)


def _sheet(deck: Deck, cards: tuple[Card, ...], faces: Sequence[Scene], number: int) -> DeckSheet:
    width, height = faces[0].width_mm, faces[0].height_mm
    rows = max(2, -(-len(cards) // COLUMNS))
    placed = tuple(
        Group(face.children, transform=moved(index % COLUMNS * width, index // COLUMNS * height))
        for index, face in enumerate(faces)
    )
    scene = Scene(COLUMNS * width, rows * height, placed)
    return DeckSheet(f"deck-{deck.id}-{number}.png", f"deck-{deck.id}-back.png", rows, scene, cards)
