"""Which units go without supply where a city has to feed too many: the Soviet player's choice.

Unless he says otherwise the weakest go without. He is asked before Soviet units move, before they attack and before
they defend, if there is anything to choose.

Rule: Supply F2
"""

from __future__ import annotations

from typing import Any

from pnp.games.winter_war.board import SOVIET
from pnp.games.winter_war.kit import WinterKit
from pnp.referee.kit.decisions import Decision, Reason
from pnp.referee.records import event


class Excess:
    """The choice; the operation "excess" opens it."""

    def __init__(self, kit: WinterKit) -> None:
        self.kit = kit
        self.unit = kit.own_decision(Decision(
            "excess", "isolate", "Supply F2", self.eligible, self._isolate,
            (
                Reason("Supply F2", "isolated-already", lambda state: ~state.cut),  # type: ignore[attr-defined]
                Reason("Supply F2", "no-excess", self.eligible),
            ),
            may_end=lambda state: True,
        ))  # fmt: skip
        kit.operation("excess", self._begin)
        kit.operation("excess:next", lambda state: kit.ask(state, self.unit, SOVIET))

    def eligible(self, state: Any) -> int:
        """Units that can be told to go without, while one goes without that nobody has told so.

        Rule: Supply F2
        """
        _, shares = state.isolated, state.shares  # judged anew where that is due
        return shares.fed & ~state.cut if shares is not None and shares.starved & ~state.cut else 0

    def _begin(self, state: Any) -> bool:
        """Forget what was said before, and ask.

        Rule: Supply F2
        """
        if state.cut:
            state.cut, state.stale = 0, 1
        return self.kit.ask(state, self.unit, SOVIET)

    def _isolate(self, state: Any, unit: int) -> None:
        """`unit` goes without, before others.

        Rule: Supply F2
        """
        event(state, "isolate", "Supply F2", 1 << unit, state.at[unit])
        state.cut |= 1 << unit
        state.stale, state.front = 1, None
        state.agenda.append("excess:next")
