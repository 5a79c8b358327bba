"""Whose work a drawing is."""

from __future__ import annotations

from pnp.model.game import Game


def credit(game: Game) -> dict[str, str]:
    """Metadata of an SVG file."""
    info = game.info
    return {
        "title": info.printed_title,
        "rights": info.credits.licence,
        "description": f"{info.credits.statement} {info.credits.map_sources}",
    }
