"""How to play any declared game: what weighs the choices of each decision, and the reasons in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pnp.model.words import Counted
from pnp.referee.advice import Judge, JudgingAdviser, Scored, ScoredOption
from pnp.referee.dice import bits, mixed, stream_seed
from pnp.referee.kit.advice.battles import Battles, Forecast
from pnp.referee.kit.advice.marches import Plan, plan_of
from pnp.referee.kit.advice.outlook import Outlook
from pnp.referee.kit.advice.weights import WEIGHTS, Weights
from pnp.referee.kit.advice.worth import Worth
from pnp.referee.kit.decisions import VERBS
from pnp.referee.kit.state import KitState
from pnp.referee.masks import Action
from pnp.referee.violation import _W

if TYPE_CHECKING:
    from pnp.referee.kit.rules import DeclaredRules

TAKES = Counted("takes {place}, {points} point", "takes {place}, {points} points", "points")
DENIES = Counted(
    "takes {place}, {points} point of the enemy’s", "takes {place}, {points} points of the enemy’s", "points"
)
COUNTS = _W("takes {place}, which counts for victory")
KEEPS = _W("guards {place}")
LEAVES = _W("leaves {place} without a guard")
TOWARD = Counted("{steps} space from {place}", "{steps} spaces from {place}", "steps")
STRIKES = _W("with {units} against {place}: {odds}, wins {chance} %")
WEAK = _W("with {units} against {place}: the odds are too low for the table")
UNSUPPLIED = _W("out of supply there")
NOTHING = _W("nothing better to do")
LEAST = _W("it is missed least")
MOST = _W("it hurts the enemy most")
JOINED = _W("with friends beside it")
ALONE = _W("no friend beside it")
STAYS = _W("stays where it is")

Reason = tuple[str, dict[str, Any]]
Opinion = tuple[float, list[Reason]]


class KitAdviser(JudgingAdviser):
    """Tries to win a declared game for one side, by the terms of `Weights`."""

    def __init__(self, rules: DeclaredRules, side: str, weights: Weights = WEIGHTS) -> None:
        super().__init__(rules)
        self.rules: DeclaredRules = rules
        self.side, self.weights = rules.sides.index(side), weights
        self.assembly, self.kit = rules.assembly, rules.kit
        self.worth = Worth(self.assembly, rules.new_state(), weights)
        self.battles = Battles(self.assembly, self.worth, weights) if self.assembly.combat else None
        self._outlook: tuple[Any, Outlook] | None = None
        self._plan: tuple[Any, Plan] | None = None
        self._wording = False
        by_decision: dict[str, Callable[[KitState, Sequence[Action]], list[Opinion]]] = {
            "movement-unit": self._move_units, "movement-space": self._move_spaces,
            "combat-target": self._targets, "combat-further": self._further_targets,
            "combat-attacker": self._attackers, "advance": self._advances,
            "advance-space": self._advances_to, "advance-further": self._advances_to, "retreat-unit": self._retreaters, "retreat-space": self._retreats,
            "losses-unit": self._losses, "losses-exchange": self._losses, "stacking-surplus": self._losses,
            "withdrawal-unit": self._losses, "replacement-unit": self._incoming, "replacement-space": self._placings,
            "arrival-unit": self._incoming, "setup-unit": self._incoming,
            "arrival-space": self._placings, "setup-space": self._placings,
        }  # fmt: skip
        self._by_decision = by_decision
        self._attacks = self._attacking_phases()

    # Opinions -----------------------------------------------------------------------------------------------

    def opinions(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Score and reasons of each choice."""
        step = self.rules.STEPS[state.stack[-1]]
        weigh = self._by_decision.get(step.id)
        if weigh is None:
            return [(0.0, []) for _ in choices]
        return self._varied(state, choices, weigh(state, choices))

    def _varied(self, state: KitState, choices: Sequence[Action], opinions: list[Opinion]) -> list[Opinion]:
        """Scores a little apart by the seed of the player, so that games don't all open alike."""
        variety = self.weights.variety
        if not variety or not self.seed:
            return opinions
        basis = stream_seed(self.seed, f"{state.turn} {state.stack[-1]}")
        return [
            (score + variety * (mixed(basis + 64 * choice[-1] + choice[0]) / (1 << 64)), reasons)
            for choice, (score, reasons) in zip(choices, opinions, strict=True)
        ]

    def judge(self, state: KitState, choices: Sequence[Action]) -> Scored:
        """What the terms make of `choices`, without words."""
        return [(score, "", {}) for score, _ in self.opinions(state, choices)]

    def best(self, state: Any, choices: Sequence[Action]) -> Action:
        """The best of `choices`; ties go to the first."""
        self._wording = False
        return super().best(state, choices)

    def explain(self, state: Any, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """All choices, best first, with the reasons for each."""
        self._lang, self._wording = lang, True
        text = self.rules.speech(lang).words.text
        options = []
        for action, (score, reasons) in zip(choices, self.opinions(state, choices), strict=True):
            worded = "; ".join(text(reason, **values) for reason, values in reasons or [(NOTHING, {})])
            options.append(ScoredOption(action, round(score, 3), worded))
        return sorted(options, key=lambda option: (-option.score, option.action))

    # What is asked of the position --------------------------------------------------------------------------

    def outlook(self, state: KitState) -> Outlook:
        """The position as the side sees it."""
        key = (state.turn, state.phase, state.reduced, state.cut_off, tuple(state.at), tuple(state.holder))
        if self._outlook is None or self._outlook[0] != key:
            self._outlook = key, Outlook(self, state)
        return self._outlook[1]

    def scene(self, state: KitState) -> KitState:
        """A copy in which units can be put anywhere, with the attacks of the side still to come."""
        scene = state.copy(records=False)
        scene.side = self.side
        scene.frames = [{"fought": 0, "struck": 0}]
        return scene

    def willing(self, state: KitState) -> int:
        """Units of the side that can attack when they stand beside an enemy."""
        assert self.battles is not None
        return self.battles.combat.able(self.scene(state))

    def _attacking_phases(self) -> frozenset[int]:
        """Phases after which, in the same turn, the side attacks before any enemy moves."""
        beats, phases = self.assembly.turn.beats, self.assembly.turn.phases
        followed = set()
        for index, beat in enumerate(beats):
            for later in beats[index + 1 :]:
                procedure = phases[later.phase].procedure
                if later.side == self.side and procedure == "combat":
                    followed.add(beat.phase)
                    break
                if procedure == "movement" and later.side != self.side:
                    break
        return frozenset(followed)

    def attacks_follow(self, state: KitState) -> bool:
        """Whether the side attacks after this phase."""
        return state.phase in self._attacks

    # Movement -----------------------------------------------------------------------------------------------

    def _planned(self, state: KitState, units: int) -> Plan:
        outlook = self.outlook(state)
        key = (self._outlook[0], state.frames[0].get("moved", 0))  # type: ignore[index]
        if self._plan is None or self._plan[0] != key:
            self._plan = key, plan_of(self, outlook, units)
        return self._plan[1]

    def _move_units(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        plan = self._planned(state, state.choices)
        opinions: list[Opinion] = []
        for choice in choices:
            if len(choice) == 1:
                opinions.append((0.0, [(NOTHING, {})]))
                continue
            unit = choice[1]
            gain, space = max(
                ((plan.gain(unit, space), -space) for space in bits(plan.goals.get(unit, 0))), default=(-1.0, 0)
            )
            opinions.append((gain - 0.01, self._march_reasons(plan, unit, -space)))
        return opinions

    def _move_spaces(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        unit = state.frames[-1]["unit"]
        plan = self._planned(state, 1 << unit)
        return [(plan.gain(unit, space), self._march_reasons(plan, unit, space)) for _, space in choices]

    def _march_reasons(self, plan: Plan, unit: int, space: int) -> list[Reason]:
        if not self._wording:
            return []
        return self._place_reasons(plan.outlook, unit, space)

    # Combat -------------------------------------------------------------------------------------------------

    def _targets(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        assert self.battles is not None
        opinions: list[Opinion] = []
        for choice in choices:
            if len(choice) == 1:
                opinions.append((0.0, [(NOTHING, {})]))
                continue
            target = choice[1]
            forecast = self.battles.best(state, 1 << target, 0, self.battles.combat.beside(state, 1 << target))
            opinions.append(self._of_attack(forecast, 1 << target))
        return opinions

    def _further_targets(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Another space for the open attack, or none."""
        battles, chosen = self.battles, state.frames[-1]["spaces"]
        assert battles is not None
        opinions: list[Opinion] = []
        for choice in choices:
            spaces = chosen | (1 << choice[1] if len(choice) > 1 else 0)
            forecast = battles.best(state, spaces, 0, battles.combat.beside(state, spaces))
            opinions.append(self._of_attack(forecast, spaces))
        return opinions

    def _attackers(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        battles, frame = self.battles, state.frames[-1]
        assert battles is not None
        spaces, joined = frame["spaces"], frame["attackers"]
        joinable = battles.combat.joinable(state)
        best = battles.best(state, spaces, joined, joinable)
        wanted = best.units & ~joined if best else joinable
        opinions: list[Opinion] = []
        for choice in choices:
            if len(choice) == 1:
                opinions.append(self._of_attack(battles.forecast(state, joined, spaces), spaces))
            elif wanted >> choice[1] & 1 and best is not None:
                opinions.append(self._of_attack(best, spaces))
            else:
                force = joined | 1 << choice[1] | (best.units if best else 0)
                score, reasons = self._of_attack(battles.forecast(state, force, spaces), spaces)
                opinions.append((score - 0.01, reasons))
        return opinions

    def _of_attack(self, forecast: Forecast | None, spaces: int) -> Opinion:
        if forecast is None:
            return -5.0, []
        if not self._wording:
            return forecast.value, []
        values = {
            "units": ", ".join(self.name(self.rules.units[unit]) for unit in bits(forecast.units)),
            "place": ", ".join(self._space(space) for space in bits(spaces)),
            "odds": forecast.column, "chance": round(100 * forecast.clears),
        }  # fmt: skip
        return forecast.value, [(STRIKES if forecast.column else WEAK, values)]

    def _advances(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Which unit enters the space that the enemy lost, if any."""
        outlook, spaces = self.outlook(state), state.frames[-1]["spaces"] & ~self.kit.enemies_at(state, self.side)
        opinions: list[Opinion] = []
        for choice in choices:
            if len(choice) == 1:
                opinions.append((0.0, [(STAYS, {})]))
                continue
            unit = choice[1]
            values = [(outlook.standing(unit, space), -space) for space in bits(spaces)]
            value, space = max(values, default=(-1.0, -state.at[unit]))
            gain = value - outlook.standing(unit, state.at[unit])
            opinions.append((gain, self._place_reasons(outlook, unit, -space)))
        return opinions

    def _advances_to(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Where the chosen unit advances, or whether it goes on."""
        outlook, unit = self.outlook(state), state.frames[-1]["unit"]
        opinions: list[Opinion] = []
        for choice in choices:
            space = choice[1] if len(choice) > 1 else state.at[unit]
            opinions.append((outlook.standing(unit, space), self._place_reasons(outlook, unit, space)))
        return opinions

    # Retreats, losses ---------------------------------------------------------------------------------------

    def _sign(self, unit: int) -> float:
        """1 for own units; -1 for those of the enemy, with whom the side does what harms them."""
        return 1.0 if self.kit.board.side_of[unit] == self.side else -1.0

    def _retreaters(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        return [(self._sign(unit) * self.worth.unit(state, unit), []) for _, unit in choices]

    def _retreats(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        unit, outlook = state.frames[-1]["unit"], self.outlook(state)
        links = self.kit.board.links[self.kit.board.season(state.turn)]
        friends = state.occupied[self.kit.board.side_of[unit]] & ~(1 << state.at[unit])
        sign = self._sign(unit)
        opinions: list[Opinion] = []
        for _, space in choices:
            beside = (links.near[space] | 1 << space) & friends
            support = self.weights.support * beside.bit_count()
            reasons = self._place_reasons(outlook, unit, space) if sign > 0 else []
            if self._wording:
                reasons.append((JOINED if beside else ALONE, {}))
            opinions.append((sign * (outlook.standing(unit, space) + support), reasons))
        return opinions

    def _losses(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        return [
            (-self._sign(unit) * self.worth.step(state, unit), [(LEAST if self._sign(unit) > 0 else MOST, {})])
            for _, unit in choices
        ]

    # Arrivals and set-up ------------------------------------------------------------------------------------

    def _incoming(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        return [(self.worth.unit(state, choice[1]) if len(choice) > 1 else 0.0, []) for choice in choices]

    def _placings(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        unit, outlook = state.frames[-1]["unit"], self.outlook(state)
        return [(outlook.standing(unit, space), self._place_reasons(outlook, unit, space)) for _, space in choices]

    # Words --------------------------------------------------------------------------------------------------

    def _space(self, space: int) -> str:
        return self.name(self.rules.spaces[space])

    def _place_reasons(self, outlook: Outlook, unit: int, space: int) -> list[Reason]:
        """What is true of a unit in a space."""
        if not self._wording:
            return []
        state, reasons = outlook.state, list[Reason]()
        if self.worth.stakes[space]:
            if outlook.takes(unit, space):
                reasons.append(self._taking(space))
            elif state.holder[space] == self.side:
                reasons.append((KEEPS, {"place": self._space(space)}))
        else:
            goal = outlook.pull(unit, space)[1]
            if goal >= 0:
                steps = self.kit.board.steps_between(goal, space)
                reasons.append((TOWARD, {"place": self._space(goal), "steps": steps}))
        return reasons

    def _taking(self, space: int) -> Reason:
        lines = self.worth.lines.get(space, ())
        own = sum(points for side, points in lines if side == self.side)
        theirs = sum(points for side, points in lines if side != self.side)
        if own:
            return TAKES, {"place": self._space(space), "points": own}
        if theirs:
            return DENIES, {"place": self._space(space), "points": theirs}
        return COUNTS, {"place": self._space(space)}
