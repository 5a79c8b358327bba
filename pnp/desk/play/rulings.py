"""The text of a rule, and what the computer player thinks of the choices."""

from __future__ import annotations

from typing import Any

from pnp.desk.play.viewpoint import Viewpoint
from pnp.errors import PnpError
from pnp.players.roster import PLAYERS
from pnp.players.telling import in_language
from pnp.sources.plain import plain_text
from pnp.sources.text_values import rule_values

MOST_ADVICE = 5
DEAL = 1
"""The seed with which what the side can't know is dealt out before anybody thinks about it."""


def rule_told(view: Viewpoint, address: str) -> dict[str, str]:
    """Address, title and text of a case; without an address, of the open decision's. Raises PnpError for none."""
    step = view.rules.step(view.state)
    wanted = (address or (step.rule if step else "")).casefold()
    game = in_language(view.rules, view.lang)
    table = next((table for table in game.charts.tables if table.title.casefold() == wanted), None)
    if table is not None:
        wanted = str(getattr(table, "rule", wanted)).casefold()
    case = next((case for case in game.cases() if case.id.casefold() == wanted), None)
    if case is None:
        raise PnpError(f"there is no rule {address!r}")
    return {"address": case.id, "title": case.title, "text": plain_text(case.text, rule_values(game))}


def advice_told(view: Viewpoint) -> list[dict[str, Any]]:
    """The choices that the heuristic player likes best, with its reasons.

    It looks at a copy in which what the side can't know is dealt out anew: its reasons would tell what is true.
    """
    if not view.choices:
        return []
    twin = view.rules.dealt(view.state, view.side, DEAL)
    choices = list(view.rules.choices(twin))
    try:
        options = PLAYERS["heuristic"](view.rules, view.side, view.state.seed).explain(
            view.rules, twin, choices, view.lang
        )
    except PnpError:
        return []
    numbers = {action: number for number, action in enumerate(view.choices, 1)}
    return [
        {"n": numbers[option.action], "do": view.rules.to_json(option.action), "text": view.choice(option.action),
         "score": option.score, "reason": option.reason}
        for option in options if option.action in numbers
    ][:MOST_ADVICE]  # fmt: skip
