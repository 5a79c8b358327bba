"""The three woods of the checks, with cards: a small game in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pnp.model.cards import CardsSource
from pnp.model.game import Game
from pnp.sources import load_game

WOODS = Path(__file__).resolve().parent / "checks" / "fixture_declared"


@cache
def woods() -> Game:
    """The game as it stands, with four kinds of cards, five in all."""
    return load_game(WOODS)


def with_cards(*cards: Mapping[str, Any], **deck: Any) -> Game:
    """The woods with these cards in one deck."""
    source = {"decks": [{"id": "events", "name": "Events", **deck}], "cards": list(cards)}
    return replace(woods(), cards=CardsSource.model_validate(source))
