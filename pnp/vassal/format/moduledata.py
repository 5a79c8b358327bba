"""The small XML files beside the build file, which describe a module or a saved game."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.game import Game

VASSAL_VERSION = "3.7.0"
"""The oldest engine that reads what we write."""

SAVED_AT = "1640995200000"
"""A fixed moment (2022-01-01 UTC, in ms): the same sources give the same bytes."""


def module_data(games: Mapping[str, Game]) -> bytes:
    """`moduledata`: name, version and description of the module; the name is the English title in all languages."""
    base = games["en"]
    described = [f"  <description>{_text(description(base))}</description>"]
    for language, game in sorted(games.items()):
        if language != "en":
            described.append(f'  <description lang="{language}">{_text(description(game))}</description>')
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>', '<data version="1">',
        f"  <version>{_text(base.info.version)}</version>", "  <extra1/>", "  <extra2/>",
        f"  <VassalVersion>{VASSAL_VERSION}</VassalVersion>", f"  <dateSaved>{SAVED_AT}</dateSaved>", *described,
        f"  <name>{_text(base.info.title)}</name>", "</data>",
    ]  # fmt: skip
    return ("\n".join(lines) + "\n").encode("utf-8")


def save_data(game: Game, title: str) -> bytes:
    """`savedata` of a saved game."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>', '<data version="1">',
        f"  <version>{_text(game.info.version)}</version>", "  <extra1/>", "  <extra2/>",
        f"  <VassalVersion>{VASSAL_VERSION}</VassalVersion>", f"  <dateSaved>{SAVED_AT}</dateSaved>",
        f"  <description>{_text(title)}</description>", "</data>",
    ]  # fmt: skip
    return ("\n".join(lines) + "\n").encode("utf-8")


def description(game: Game) -> str:
    """One line on the game."""
    return f"{game.info.printed_title}: {game.info.subtitle}"


def _text(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
