"""What giving way is worth: where a retreat can end, who goes before an attack, and who goes after them."""

from __future__ import annotations

from pnp.referee.dice import bits
from pnp.referee.kit.advice.outlook import Outlook
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.procedures.retreat import Retreat
from pnp.referee.kit.procedures.retreat_before import RetreatBefore
from pnp.referee.kit.state import KitState


class Retreats:
    """The retreats of a side."""

    def __init__(self, view: Standpoint) -> None:
        self.view, self.kit = view, view.kit

    def after_step(self, outlook: Outlook, retreat: Retreat, unit: int, space: int) -> float:
        """What it is worth that a unit in retreat takes its next step to a space: the best place where it may end."""
        frame, scene = outlook.state.frames[-1], outlook.state.copy(records=False)
        start, steps = frame["from"], frame["steps"]
        reached = 1 << space
        for walked in range(frame["walked"] + 1, steps):
            onward = 0
            for place in bits(reached):
                self.kit.put(scene, 1 << unit, place)
                onward |= retreat.goals_of(scene, unit, steps, start, walked)
            if not onward:
                break
            reached = onward
        return max(outlook.standing(unit, place) for place in bits(reached))

    def danger(self, state: KitState, spaces: int) -> float:
        """What the best attack on each of some spaces, by the side on turn, is likely to cost; 0 where none is good."""
        battles = self.view.battles
        assert battles is not None
        cost, enemies = 0.0, self.kit.enemies_at(state, state.side)
        for space in bits(spaces & enemies):
            best = battles.best(state, 1 << space, 0, battles.combat.beside(state, 1 << space))
            cost += max(best.value, 0.0) if best else 0.0
        return cost

    def before_attack(self, outlook: Outlook, before: RetreatBefore, unit: int) -> float:
        """What is saved when a unit goes before it is attacked, less what is given up with its space."""
        state, board = outlook.state, self.kit.board
        here, worth = state.at[unit], self.view.worth
        goals = before.retreat.goals_of(state, unit, 1)
        refuge = max(bits(goals), key=lambda space: (outlook.standing(unit, space), -space))
        scene = state.copy(records=False)
        self.kit.put(scene, 1 << unit, refuge)
        concerned = 1 << here | 1 << refuge
        saved = self.danger(state, concerned) - self.danger(scene, concerned)
        deserted = not scene.units_in[here] & board.own[board.side_of[unit]]
        return saved - (worth.place(state, here) if deserted else 0.0)

    def following(self, outlook: Outlook, before: RetreatBefore, unit: int) -> float:
        """What is gained when a unit goes after those who went, less its part in the attack that it gives up."""
        state, battles = outlook.state, self.view.battles
        here = outlook.standing(unit, state.at[unit])
        gain = max(outlook.standing(unit, space) for space in bits(before.openings_of(state, unit))) - here
        if before.followers_attack or battles is None:
            return gain
        given_up = 0.0
        links = battles.combat.links[self.kit.board.season(state.turn)]
        for space in bits(links.near[state.at[unit]] & self.kit.enemies_at(state, self.view.side)):
            best = battles.best(state, 1 << space, 0, battles.combat.beside(state, 1 << space))
            if best and best.units >> unit & 1:
                given_up = max(given_up, best.value / best.units.bit_count())
        return gain - given_up
