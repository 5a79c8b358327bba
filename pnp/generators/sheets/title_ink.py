"""The colours of a title on the game's dark ground: covers, heads of counter sheets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnp.draw.colour import INK, QUIET, luminance, mix
from pnp.model.game import Game
from pnp.model.style import CoverTone


@dataclass(frozen=True, slots=True)
class TitleInk:
    """The colours of a title.

    ground   beneath it
    words    the title
    quiet    smaller words
    rule     the line below the title
    deep     the game's dark colour, of which the ground is made
    shadows  whether counters beside it throw shadows
    tone     of a cover
    """

    ground: str
    words: str
    quiet: str
    rule: str
    deep: str
    shadows: bool
    tone: CoverTone


def title_ink(game: Game) -> TitleInk:
    """The colours for the edition of `game`: white ground where ink is saved."""
    palette = game.style.palette
    deep = palette.get("night", palette.get("title", "#1f3a52"))
    if game.style.ink == "low":
        return TitleInk("#ffffff", INK, QUIET, game.style.accent, deep, False, "paper")
    rule = mix(game.style.accent, "#ffffff", 0.0 if luminance(game.style.accent) > 0.12 else 0.12)
    return TitleInk(mix(deep, "#000000", 0.42), "#ffffff", mix(deep, "#ffffff", 0.82), rule, deep, True, "night")


def cover_ink(game: Game, tone: CoverTone | None = None) -> TitleInk:
    """The colours of the game's cover in its tone, or another: dark words on paper, else those of a title."""
    ink, palette, tone = title_ink(game), game.style.palette, tone or game.style.cover_tone
    if tone == "paper" and ink.shadows:
        paper, words = palette.get("paper", "#ffffff"), palette.get("title", INK)
        return replace(ink, ground=paper, words=words, quiet=QUIET, rule=game.style.accent, tone=tone)
    return replace(ink, tone=tone) if ink.shadows else ink
