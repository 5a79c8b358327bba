"""What two cards of The Northern Army do that no sentence says, and what the computer player makes of them."""

from pnp.referee.dice import bits, drawn, pick, roll
from pnp.referee.kit.advice.terms import AdviceTerm
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.rules import DeclaredRules


class Effects(Assembly):
    """event: do smallpox, do heated-shot"""

    def own_procedures(self):
        self.kit.effect("smallpox", self.smallpox)
        self.kit.effect("heated-shot", self.heated_shot)
        return {}

    def smallpox(self, state):
        """A roll for each place with two enemy units or more. Rule: 11.1, Smallpox Table"""
        table = self.kit.game.table("smallpox")
        for camp in camps(self.kit, state):
            row = table.row_for(roll(state, table.dice.sides, table.id, table.rule))
            for _ in range(row.effects["steps"]):
                sick = 1 << pick(state, camp, table.id, "11.1")
                self.kit.reduce(state, sick, "11.1")
                camp &= ~sick

    def heated_shot(self, state):
        """Each artillery unit beside an enemy-held fort fires at it. Rule: 11.3"""
        for fort in targets(self.kit, state):
            hit = roll(state, 6, "heated-shot", "11.3") >= self.kit.board.parameter["heated-shot"]
            if hit and state.units_in[fort]:
                self.kit.reduce(state, 1 << drawn(state, state.units_in[fort], "heated-shot", "11.3"), "11.3")


def camps(kit, state):
    """The enemy units of each place that has two or more, as sets."""
    spaces = bits(kit.enemies_at(state, state.side))
    return [state.units_in[space] for space in spaces if state.units_in[space].bit_count() > 1]


def targets(kit, state):
    """For each artillery unit of the side that plays, a fort beside it in which enemies stand."""
    guns = kit.board.units_where(lambda counter: counter.group.type == "guns") & kit.units_of(state, state.side)
    forts = kit.board.features["fort"] & kit.enemies_at(state, state.side)
    near = [kit.board.links[0].flood(1 << state.at[gun], -1, 1) & forts for gun in bits(guns & state.present)]
    return [next(bits(spaces)) for spaces in near if spaces]


class Events(AdviceTerm):
    """Smallpox takes two thirds of a step in each camp, heated shot half a step for each gun; a step is half a unit."""

    name = "events"
    decisions = frozenset({"card-event"})

    def value(self, state, decision, choice):
        if state.rules.to_json(choice)[0] != "play-event":
            return 0.0
        card = self.view.kit.cards.cards[choice[1]].id
        if card == "smallpox":
            return len(camps(self.view.kit, state)) / 3
        return len(targets(self.view.kit, state)) / 4 if card == "heated-shot" else 0.0

    def reason(self, state, decision, choice):
        return "this event has its moment now", {}


class NorthernArmyRules(DeclaredRules):
    """The declared rules, with these effects."""

    ASSEMBLY, TERMS = Effects, (Events,)
