"""The module for VASSAL."""

from __future__ import annotations

from pnp.press.geometry import plan_of
from pnp.press.workshop import Task
from pnp.vassal.format.gpids import missing_gpids
from pnp.vassal.module.archive import build_module


def module(task: Task) -> tuple[bytes, int]:
    """The game in all its languages as one archive."""
    games, shop = task.games, task.shop
    task.remarks.extend(missing_gpids(games["en"]))
    plans = {language: plan_of(shop, game) for language, game in games.items()}
    return build_module(games["en"], games, plans["en"], store=shop.bytes_for, plan_of=plans.__getitem__), 0
