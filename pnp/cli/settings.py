"""`--set PATH=VALUE`: play with a number of the game changed, without touching its sources."""

from __future__ import annotations

from collections.abc import Iterable

import click

set_option = click.option(
    "--set", "changes", multiple=True, metavar="PATH=VALUE",
    help="Change a number of the game for this run, e.g. parameters.stack-limit=4; may be given again.",
)  # fmt: skip


def changes_of(texts: Iterable[str]) -> dict[str, int | str]:
    """PATH -> its value; `pnp.model.changes` checks which are allowed."""
    changes: dict[str, int | str] = {}
    for text in texts:
        path, sign, value = text.partition("=")
        if not path or not sign or not value:
            raise click.BadParameter(f"{text[:120]!r} is not PATH=VALUE", param_hint="--set")
        if path in changes:
            raise click.BadParameter(f"{path[:120]!r} is set twice", param_hint="--set")
        digits = value.removeprefix("-")
        changes[path] = int(value) if digits.isascii() and digits.isdigit() and len(digits) < 10 else value
    return changes
