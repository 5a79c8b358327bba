"""The colours of a title on the game's dark ground: covers, heads of counter sheets."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.draw.colour import INK, QUIET, luminance, mix
from pnp.model.game import Game


@dataclass(frozen=True, slots=True)
class TitleInk:
    """The colours of a title.

    ground   beneath it
    words    the title
    quiet    smaller words
    rule     the line below the title
    deep     the game's dark colour, of which the ground is made
    shadows  whether counters beside it throw shadows
    """

    ground: str
    words: str
    quiet: str
    rule: str
    deep: str
    shadows: bool


def title_ink(game: Game) -> TitleInk:
    """The colours for the edition of `game`: white ground where ink is saved."""
    palette = game.style.palette
    accent = palette.get("accent", "#7a241c")
    deep = palette.get("night", palette.get("title", "#1f3a52"))
    if game.style.ink == "low":
        return TitleInk("#ffffff", INK, QUIET, accent, deep, False)
    rule = mix(accent, "#ffffff", 0.0 if luminance(accent) > 0.12 else 0.12)
    return TitleInk(mix(deep, "#000000", 0.42), "#ffffff", mix(deep, "#ffffff", 0.82), rule, deep, True)
