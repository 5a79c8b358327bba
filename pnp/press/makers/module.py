"""The module for VASSAL."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pnp.errors import Problem
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.press.geometry import plan_of
from pnp.press.makers.books import kept_book
from pnp.press.recipes import rulebook_recipe
from pnp.press.workshop import Task
from pnp.translate.languages import language_name
from pnp.vassal.format.gpids import missing_gpids
from pnp.vassal.module.archive import build_module

PAPER = "a4"
"""Of the rulebook in the Help menu."""
LIMIT_BYTES = 15 * 1024 * 1024
"""Rulebooks are left out of a module that would be larger: it's sent by e-mail and fetched over slow lines."""


def module(task: Task) -> tuple[bytes, int]:
    """The game in all its languages as one archive, with as many of its rulebooks as it has room for."""
    games, shop = task.games, task.shop
    task.remarks.extend(missing_gpids(games["en"]))
    plans = {language: board_plan(partial(plan_of, shop), game, games["en"]) for language, game in games.items()}
    books = {
        language: kept_book(shop, game, rulebook_recipe(game, language, PAPER))[0] for language, game in games.items()
    }

    def archive() -> bytes:
        return build_module(
            games["en"], games, plans["en"], store=shop.bytes_for, plan_of=plans.__getitem__, books=books
        )

    data = archive()
    excess = len(data) - LIMIT_BYTES
    if excess > 0:
        task.remarks.extend(_left_out(task, books, excess))
        data = archive()
    return data, 0


def board_plan(plan_of: Callable[[Game], MapPlan], game: Game, english: Game) -> MapPlan:
    """The map's plan in the language of `game`, with stacks where the English one has them: pieces of saved games stand
    there in every language.
    """
    plan, stacks = plan_of(game), {name: space.stack for name, space in plan_of(english).spaces.items()}
    if all(space.stack == stacks[name] for name, space in plan.spaces.items()):
        return plan
    spaces = tuple(
        space.replaced(stack_at=(round(x + width / 2, 3), round(y + height / 2, 3)))
        for space in game.map.spaces for x, y, width, height in [stacks[space.id]]
    )  # fmt: skip
    return plan_of(replace(game, map=game.map.replaced(spaces=spaces)))


def _left_out(task: Task, books: dict[str, bytes], excess: int) -> list[Problem]:
    """Take rulebooks out, those of the last languages first, until the module is smaller by `excess`; what to tell."""
    remarks = []
    for language in reversed(list(books)):
        if excess > 0:
            excess -= len(zlib.compress(books.pop(language)))  # as the archive holds it
            remarks.append(Problem(
                "module-book",
                f"the module would be larger than {LIMIT_BYTES // 1024**2} MiB with its rulebook in "
                f"{language_name(language)}: it has the rules as a page only",
                hint=f"players find the rulebook in {rulebook_recipe(task.game, language, PAPER).path}.",
                severity="note", game=task.game.id,
            ))  # fmt: skip
    return remarks
