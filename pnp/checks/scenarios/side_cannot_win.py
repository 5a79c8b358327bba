"""side-cannot-win: every side wins in one of the outcomes.

Passes: game.yaml outcomes/red-wins/name = Triumph
Fails:  game.yaml outcomes/blue-wins/winner = red
Mend:   add the outcome; where a side really can't win, allow it with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import Problem

SEVERITY = "warning"


def check(survey: Survey) -> Iterator[Problem]:
    info = survey.game.info
    winners = {outcome.winner for outcome in info.outcomes}
    if not winners:
        hint = "add `outcomes`: how each side wins"
        yield problem("the game doesn't say how it is won", info.where("sides"), hint)
    for side in info.sides if winners else ():
        if side.id not in winners:
            yield problem(f"no outcome is a victory of {side.id!r}", side.where("id"), "add one to `outcomes`")
