"""How to play any declared game: what weighs the choices of each decision, and the reasons in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pnp.model.words import CountedText
from pnp.referee.advice import JudgingAdviser, Scored, ScoredOption
from pnp.referee.dice import bits
from pnp.referee.kit.advice.battles import Forecast
from pnp.referee.kit.advice.marches import Plan, plan_of
from pnp.referee.kit.advice.outlook import Outlook
from pnp.referee.kit.advice.overruns import Overruns
from pnp.referee.kit.advice.retreats import Retreats
from pnp.referee.kit.advice.standpoint import Standpoint
from pnp.referee.kit.advice.terms import AdviceTerm, Reason
from pnp.referee.kit.advice.weights import WEIGHTS, Weights
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.procedures.choices import ResultChoice
from pnp.referee.kit.procedures.retreat_before import RetreatBefore
from pnp.referee.kit.state import KitState
from pnp.referee.masks import Action
from pnp.referee.violation import _W
from pnp.referee.vocabulary import Vocabulary

TAKES = CountedText("takes {place}, {points} point", "takes {place}, {points} points", "points")
DENIES = CountedText(
    "takes {place}, {points} point for the enemy", "takes {place}, {points} points for the enemy", "points"
)
COUNTS = _W("takes {place}, which counts for victory")
HOLDS = _W("stands in {place}, which counts for victory")
TOWARD = _W("nearer to {place}")
PREPARES = _W("to attack {place} with {units}: {odds}, wins {chance} %")
PREPARES_ANYHOW = _W("to attack {place} with {units}: wins {chance} %")
ATTACKS = _W("with {units}: {odds}, wins {chance} %")
WINS = _W("with {units}: wins {chance} %")
WEAK = _W("with {units}: below the lowest odds of the table, wins {chance} %")
GAINS_MOST = _W("it wins most, or costs least")
GAINS_LESS = _W("it wins less, or costs more")
LEAST = _W("it is missed least")
MISSED = _W("it is missed more")
HURTS = _W("it hurts the enemy most")
HURTS_LESS = _W("it hurts the enemy less")
SAFER = _W("staying would cost more")
NO_SAFER = _W("going would cost as much or more")
GAINS = _W("going after them is worth it")
GAINS_NOTHING = _W("going after them isn’t worth it")
BARGAIN = _W("it gives most for its points")
DEARER = _W("it gives less for its points")
WORTH_MOST = _W("it is worth most")
WORTH_LESS = _W("it is worth less than others")
BETTER = _W("it stands better there")
WORSE = _W("it stands better where it is")
FREE = _W("fire costs nothing")
LEAVES = _W("it leaves the place that it was sent to")
NO_ATTACK = _W("no attack comes of it")
ENOUGH = _W("leaves it at that")
NO_REASON = _W("nothing for or against it")

Opinion = tuple[float, list[Reason]]
Weigh = Callable[[KitState, Sequence[Action]], list[Opinion]]


class KitAdviser(JudgingAdviser):
    """Tries to win a declared game for one side, by the terms of `Weights` and those of the game."""

    def __init__(
        self, rules: Vocabulary, assembly: Assembly, start: KitState, side: str, weights: Weights = WEIGHTS,
        terms: Sequence[type[AdviceTerm]] = (),
    ) -> None:  # fmt: skip
        """Advise a side.

        start  any state of the game
        terms  the game's own
        """
        super().__init__(rules)
        self.assembly, self.kit = assembly, assembly.kit
        self.side, self.weights = rules.sides.index(side), weights
        self.view = Standpoint(assembly, start, self.side, weights)
        self.worth, self.battles = self.view.worth, self.view.battles
        self.overruns = Overruns(self.view, assembly.overrun) if assembly.overrun else None
        self.retreats = Retreats(self.view)
        self._outlook: tuple[Any, Outlook] | None = None
        self._plan: tuple[Any, Plan] | None = None
        self.terms = [term(self.view) for term in terms if term.weight]
        self._asked: dict[str, list[AdviceTerm]] = {}
        self._wording = False
        self._attack = next((number for number, verb in enumerate(rules.VERBS) if verb.id == "attack"), -1)
        by_decision: dict[str, Callable[[KitState, Sequence[Action]], list[Opinion]]] = {
            "movement-unit": self._move_units, "movement-space": self._move_spaces,
            "overrun-attacker": self._overrunners,
            "combat-target": self._targets, "combat-further": self._further_targets,
            "combat-attacker": self._attackers, "advance": self._advances,
            "advance-space": self._advances_to, "advance-further": self._advances_to,
            "retreat-unit": self._retreaters, "retreat-space": self._retreats,
            "retreat-before-space": self._retreats, "follow-space": self._advances_to,
            "losses-unit": self._losses, "losses-exchange": self._losses, "stacking-surplus": self._losses,
            "withdrawal-unit": self._losses,
            "retreat-before-unit": self._retreats_before, "follow-unit": self._follows,
            "arrival-unit": self._incoming, "setup-unit": self._incoming, "replacement-unit": self._replacements,
            "arrival-space": self._placings, "setup-space": self._placings, "replacement-space": self._placings,
        }  # fmt: skip
        for name, choice in (assembly.combat.choices if assembly.combat else {}).items():
            by_decision[f"choice-{name}"] = partial(self._chooses, choice)
        self._by_decision = by_decision
        self._by_verb: dict[str, Weigh] = {"lose-unit": self._losses, "place-at": self._placings}

    # Opinions -----------------------------------------------------------------------------------------------

    @property
    def seed(self) -> int:
        """What the player chooses among moves that are nearly as good."""
        return self.view.seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self.view.seed = seed

    def opinions(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Score and reasons of each choice."""
        decision = self.rules.STEPS[state.stack[-1]].id
        terms = self._terms_about(decision)
        if len(terms) == 1 and terms[0].instead and not self._wording:
            weight = terms[0].weight
            return self._varied(state, choices, [(weight * v, []) for v in terms[0].values(state, decision, choices)])
        weigh = None if any(term.instead for term in terms) else self._weighing(decision)
        opinions: list[Opinion] = weigh(state, choices) if weigh else [(0.0, []) for _ in choices]
        if weigh is None and not terms:
            return opinions
        for term in terms:
            opinions = self._with_term(term, state, decision, choices, opinions)
        return self._varied(state, choices, opinions)

    def _weighing(self, decision: str) -> Weigh | None:
        """What weighs a decision: a standard one by its id, one of the game's own by its verb."""
        verb = self.kit.decisions[decision].verb
        return self._by_decision.get(decision) or self._of_reaction(decision) or self._by_verb.get(verb)

    def _terms_about(self, decision: str) -> list[AdviceTerm]:
        """The game's own terms that are asked about a decision."""
        if decision not in self._asked:
            self._asked[decision] = [
                term for term in self.terms if not term.decisions or decision in term.decisions
            ]
        return self._asked[decision]

    def _with_term(
        self, term: AdviceTerm, state: KitState, decision: str, choices: Sequence[Action], opinions: list[Opinion]
    ) -> list[Opinion]:
        """Opinions, and what one of the game's own terms adds to them."""
        values = term.values(state, decision, choices)
        if not self._wording:
            return [(score + term.weight * value, []) for (score, _), value in zip(opinions, values, strict=True)]
        return [
            (score + term.weight * value, [*reasons, term.reason(state, decision, choice)] if value else reasons)
            for choice, value, (score, reasons) in zip(choices, values, opinions, strict=True)
        ]

    def _varied(self, state: KitState, choices: Sequence[Action], opinions: list[Opinion]) -> list[Opinion]:
        """Scores a little apart by the seed of the player, so that games don't all open alike."""
        variety = self.weights.variety
        if not variety or not self.seed:
            return opinions
        scores = [score for score, _ in opinions]
        least = max(scores) - variety  # below it nothing can become the best
        if len([score for score in scores if score >= least]) == 1:
            return opinions
        whim = self.view.whims(state, state.stack[-1])
        return [
            (score + variety * whim(64 * choice[-1] + choice[0]), reasons) if score >= least else (score, reasons)
            for choice, (score, reasons) in zip(choices, opinions, strict=True)
        ]

    def judge(self, state: KitState, choices: Sequence[Action]) -> Scored:
        """What the terms make of `choices`, without words."""
        return [(score, "", {}) for score, _ in self.opinions(state, choices)]

    def scores(self, state: Any, choices: Sequence[Action]) -> list[float]:
        """The score of each choice, in the order of the choices."""
        self._wording = False
        return [score for score, _ in self.opinions(state, choices)]

    def balance(self, state: Any) -> float:
        """Units and places of the side against those of its enemies, in units of mean strength, and what the game's
        own terms see.
        """
        return self.worth.balance(state, self.side) + sum(term.balance(state) for term in self.terms)

    def explain(self, state: Any, choices: Sequence[Action], lang: str = "en") -> list[ScoredOption]:
        """All choices, best first, with the reasons for each."""
        self._lang, self._wording = lang, True
        speech, options = self.rules.speech(lang), []
        for action, (score, reasons) in zip(choices, self.opinions(state, choices), strict=True):
            worded = "; ".join(speech.text(reason, values) for reason, values in reasons or [(NO_REASON, {})])
            options.append(ScoredOption(action, round(score, 3), worded))
        return sorted(options, key=lambda option: (-option.score, option.action))

    # What is asked of the position --------------------------------------------------------------------------

    def outlook(self, state: KitState) -> Outlook:
        """The position as the side sees it."""
        key = (
            state.turn, state.phase, state.weather, state.reduced, state.cut_off, tuple(state.at), tuple(state.held),
        )  # fmt: skip
        if self._outlook is None or self._outlook[0] != key:
            self._outlook = key, Outlook(self.view, state)
        self._outlook[1].state = state
        return self._outlook[1]

    # Movement -----------------------------------------------------------------------------------------------

    def _planned(self, state: KitState) -> Plan:
        """The plan for all units that can still move."""
        outlook, movement = self.outlook(state), self.assembly.movement
        assert movement is not None
        key = (self._outlook[0], state.frames[-1].get("moved", 0))  # type: ignore[index]
        if self._plan is None or self._plan[0] != key:
            self._plan = key, plan_of(self.view, outlook, movement.movable(state))
        self._plan[1].outlook = outlook
        return self._plan[1]

    def _move_units(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        plan = self._planned(state)

        def of_unit(unit: int) -> Opinion:
            gain, space = max(
                ((plan.gain(unit, space), -space) for space in bits(plan.goals.get(unit, 0))), default=(-1.0, 0)
            )
            best = gain, self._march_reasons(plan, unit, -space)
            if self.overruns is not None:
                targets = self.overruns.overrun.targets(state, unit)
                fights = [self._of_overrun(self.overruns, state, unit, target) for target in bits(targets)]
                best = max([best, *fights], key=lambda opinion: opinion[0])
            return best[0] - 0.01, best[1]

        return _of_each(choices, of_unit)

    def _move_groups(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Where a group goes, by what its units gain there; who joins it must gain more so than alone."""
        frame, plan, opinions = state.frames[-1], self._planned(state), list[Opinion]()

        def most(units: int, spaces: int) -> tuple[float, int]:
            gains = [(self._gain_together(plan, units, space), -space) for space in bits(spaces)]
            return max(gains, default=(-1.0, 0))

        for verb, item in choices:
            if self.rules.VERBS[verb].takes == "unit":
                goals = plan.goals.get(item, 0)
                gain, space = most(frame["chosen"] | 1 << item, frame["goals"] & goals)
                gain -= max(most(1 << item, goals)[0], 0.0) + 0.01
                opinions.append((gain, self._march_reasons(plan, item, -space)))
            else:
                first = (frame["chosen"] & -frame["chosen"]).bit_length() - 1
                gain = self._gain_together(plan, frame["chosen"], item)
                opinions.append((gain, self._march_reasons(plan, first, item)))
        return opinions

    @staticmethod
    def _gain_together(plan: Plan, units: int, space: int) -> float:
        """What units gain when all of them go to a space, which they take once."""
        takers = sum(plan.outlook.takes(unit, space) for unit in bits(units))
        once = (takers - 1) * plan.outlook.place(space) if takers > 1 else 0.0
        return sum(plan.gain(unit, space) for unit in bits(units)) - once

    def _move_spaces(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        if "chosen" in state.frames[-1]:
            return self._move_groups(state, choices)
        unit = state.frames[-1]["unit"]
        plan = self._planned(state)
        held = self.kit.enemies_at(state, self.side) if self.overruns is not None else 0
        here = state.at[unit]
        return [
            self._of_overrun(self.overruns, state, unit, space) if self.overruns is not None and held >> space & 1
            else (plan.gain(unit, space), self._march_reasons(plan, unit, space))
            for space in (choice[1] if len(choice) > 1 else here for choice in choices)
        ]  # fmt: skip

    def _of_overrun(self, overruns: Overruns, state: KitState, unit: int, space: int) -> Opinion:
        """What comes of it when a unit begins to overrun a space."""
        return self._of_attack(state, overruns.begun(state, unit, space), 1 << space)

    def _overrunners(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Who joins an overrun, or that it is fought."""
        frame, overruns = state.frames[-1], self.overruns
        assert overruns is not None
        space, opinions = frame["spaces"].bit_length() - 1, list[Opinion]()
        for choice in choices:
            units = frame["attackers"] | (1 << choice[1] if len(choice) > 1 else 0)
            opinions.append(self._of_attack(state, overruns.fought(state, units, space, frame["via"]), 1 << space))
        return opinions

    def _march_reasons(self, plan: Plan, unit: int, space: int) -> list[Reason]:
        if not self._wording:
            return []
        reasons = self._place_reasons(plan.outlook.state, unit, space)
        assault = plan.assault_of(unit)
        if assault is not None and assault.stands[unit] == space:
            said = PREPARES if assault.forecast.column else PREPARES_ANYHOW
            reasons.append((said, self._attack_values(assault.forecast, 1 << assault.target)))
        gain = plan.gain(unit, space)
        if not reasons and gain:
            reasons.append((BETTER if gain > 0 else WORSE, {}))
        return reasons

    # Reactions ----------------------------------------------------------------------------------------------

    def _of_reaction(self, name: str) -> Weigh | None:
        """What weighs a decision of a reaction; None for other decisions."""
        kinds = self.assembly.reactions.kinds if self.assembly.reactions else {}
        return {"fire": self._fires, "leave": self._stays, "space": self._advances_to}.get(kinds.get(name, ""))

    @staticmethod
    def _fires(state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Fire costs nothing."""
        return [(1.0, [(FREE, {})]) if len(choice) > 1 else (0.0, [(ENOUGH, {})]) for choice in choices]

    @staticmethod
    def _stays(state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Who moves in reaction leaves a place that it was sent to."""
        return [(-0.1, [(LEAVES, {})]) if len(choice) > 1 else (0.0, [(ENOUGH, {})]) for choice in choices]

    # Combat -------------------------------------------------------------------------------------------------

    def _targets(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        assert self.battles is not None
        battles = self.battles

        def of_target(target: int) -> Opinion:
            forecast = battles.best(state, 1 << target, 0, battles.combat.beside(state, 1 << target))
            return self._of_attack(state, forecast, 1 << target)

        return _of_each(choices, of_target)

    def _chooses(self, choice: ResultChoice, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Which of several results is worth most."""
        battles, sources = self.battles, choice.source.options
        assert battles is not None
        sign = 1 if self.side == state.frames[-1]["attacker"] else -1
        worth = {sources[n].verb: sign * battles.worth_of(state, choice.parts[n]) for n in choice.options(state)}
        best = max(worth.values())
        reasons = {verb: [(GAINS_MOST if value == best else GAINS_LESS, {})] for verb, value in worth.items()}
        return [(worth[verb], reasons[verb]) for verb in (self.rules.VERBS[action[0]].id for action in choices)]

    def _further_targets(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Another space for the open attack, or none."""
        battles, chosen = self.battles, state.frames[-1]["spaces"]
        assert battles is not None
        opinions: list[Opinion] = []
        for choice in choices:
            spaces = chosen | (1 << choice[1] if len(choice) > 1 else 0)
            forecast = battles.best(state, spaces, 0, battles.combat.beside(state, spaces))
            opinions.append(self._of_attack(state, forecast, spaces))
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
                opinions.append(self._of_attack(state, battles.forecast(state, joined, spaces), spaces))
            elif choice[0] == self._attack:
                wider = spaces | 1 << choice[1]
                forecast = battles.best(state, wider, 0, battles.combat.beside(state, wider))
                opinions.append(self._of_attack(state, forecast, wider))
            elif wanted >> choice[1] & 1 and best is not None:
                opinions.append(self._of_attack(state, best, spaces))
            else:
                force = joined | 1 << choice[1] | (best.units if best else 0)
                score, reasons = self._of_attack(state, battles.forecast(state, force, spaces), spaces)
                opinions.append((score - 0.01, reasons))
        return opinions

    def _of_attack(self, state: KitState, forecast: Forecast | None, spaces: int) -> Opinion:
        if forecast is None:
            return -5.0, [(NO_ATTACK, {})]
        if not self._wording:
            return forecast.value, []
        said = WINS if forecast.column is None else ATTACKS if forecast.column else WEAK
        reasons: list[Reason] = [(said, self._attack_values(forecast, spaces))]
        if forecast.enters and forecast.units & self.kit.takes[self.side]:
            for space in bits(spaces & self.kit.holdable & ~state.held[self.side]):
                if self.worth.stakes[space]:
                    reasons.append(self._taking(space))
        return forecast.value, reasons

    def _attack_values(self, forecast: Forecast, spaces: int) -> dict[str, Any]:
        return {
            "units": self.view.units(forecast.units), "place": self.view.spaces(spaces),
            "odds": forecast.column, "chance": round(100 * forecast.clears),
        }  # fmt: skip

    def _advances(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Which unit enters the space that the enemy lost, if any."""
        outlook, spaces = self.outlook(state), state.frames[-1]["spaces"] & ~self.kit.enemies_at(state, self.side)

        def of_unit(unit: int) -> Opinion:
            values = [(outlook.standing(unit, space), -space) for space in bits(spaces)]
            value, space = max(values, default=(-1.0, -state.at[unit]))
            gain = value - outlook.standing(unit, state.at[unit])
            return gain, self._place_reasons(state, unit, -space)

        return _of_each(choices, of_unit)

    def _advances_to(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Where the chosen unit advances, or whether it goes on."""
        outlook, unit = self.outlook(state), state.frames[-1]["unit"]
        opinions: list[Opinion] = []
        for choice in choices:
            space = choice[1] if len(choice) > 1 else state.at[unit]
            opinions.append((outlook.standing(unit, space), self._place_reasons(state, unit, space)))
        return opinions

    # Retreats, losses ---------------------------------------------------------------------------------------

    def _sign(self, unit: int) -> float:
        """1 for own units; -1 for those of the enemy, with whom the side does what harms them."""
        return 1.0 if self.kit.board.side_of[unit] == self.side else -1.0

    def _retreaters(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        values = [self._sign(unit) * self.worth.unit(state, unit) for _, unit in choices]
        most = max(map(abs, values))
        return [(value, [(WORTH_MOST if abs(value) == most else WORTH_LESS, {})]) for value in values]

    def _retreats(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Toward what counts; it is all one where a unit of the enemy goes."""
        unit, outlook = state.frames[-1]["unit"], self.outlook(state)
        if self._sign(unit) < 0:
            return [(0.0, []) for _ in choices]
        retreat = self.assembly.combat.retreat if self.assembly.combat else None
        if retreat is not None and state.frames[-1].get("steps", 1) - state.frames[-1].get("walked", 0) > 1:
            return [
                (self.retreats.after_step(outlook, retreat, unit, space), self._place_reasons(state, unit, space))
                for _, space in choices
            ]
        return [(outlook.standing(unit, space), self._place_reasons(state, unit, space)) for _, space in choices]

    def _retreats_before(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Who goes before it is attacked: those for whom staying costs more."""
        outlook, before = self.outlook(state), self._before()
        return _willing(choices, lambda unit: self.retreats.before_attack(outlook, before, unit), SAFER, NO_SAFER)

    def _follows(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Who goes after those who went, if any."""
        outlook, before = self.outlook(state), self._before()
        return _willing(choices, lambda unit: self.retreats.following(outlook, before, unit), GAINS, GAINS_NOTHING)

    def _before(self) -> RetreatBefore:
        """The procedure whose decisions are on."""
        combat = self.assembly.combat
        assert combat is not None
        assert combat.before is not None
        return combat.before

    def _losses(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """The own unit that is worth least, or the one of the enemy that is worth most."""
        prices = [self._sign(choice[1]) * self.worth.step(state, choice[1]) for choice in choices if len(choice) > 1]
        least = min(prices)

        def of_unit(unit: int) -> Opinion:
            sign = self._sign(unit)
            best, other = (LEAST, MISSED) if sign > 0 else (HURTS, HURTS_LESS)
            price = sign * self.worth.step(state, unit)
            return -price, [(best if price == least else other, {})]

        return _of_each(choices, of_unit)

    # Arrivals and set-up ------------------------------------------------------------------------------------

    def _incoming(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        values = [self.worth.unit(state, choice[1]) if len(choice) > 1 else 0.0 for choice in choices]
        most = max(values)
        return [
            (value, [(ENOUGH if len(choice) == 1 else WORTH_MOST if value == most else WORTH_LESS, {})])
            for choice, value in zip(choices, values, strict=True)
        ]

    def _replacements(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """What gives most for each point."""
        replacements = self.assembly.replacements
        assert replacements is not None
        values = [
            self.worth.regained(state, choice[1], replacements) if len(choice) > 1 else 0.0 for choice in choices
        ]
        best = max(values)
        return [
            (value, [(ENOUGH if len(choice) == 1 else BARGAIN if value == best else DEARER, {})])
            for choice, value in zip(choices, values, strict=True)
        ]

    def _placings(self, state: KitState, choices: Sequence[Action]) -> list[Opinion]:
        """Where the unit of the frame stands best; a decision of the game's own may be about something else."""
        unit, outlook = state.frames[-1].get("unit"), self.outlook(state)
        if unit is None:
            return [(0.0, []) for _ in choices]
        return [(outlook.standing(unit, space), self._place_reasons(state, unit, space)) for _, space in choices]

    # Words --------------------------------------------------------------------------------------------------

    def _place_reasons(self, state: KitState, unit: int, space: int) -> list[Reason]:
        """What is true of a unit in a space, found out by putting it there."""
        if not self._wording:
            return []
        outlook, reasons = self.outlook(state), list[Reason]()
        side, origin = self.kit.board.side_of[unit], state.at[unit]
        scene = self.view.scene(state)
        self.kit.put(scene, 1 << unit, space)
        if side == self.side and self.worth.stakes[space]:
            if scene.holder(space) != state.holder(space):
                reasons.append(self._taking(space))
            elif state.held[side] >> space & 1:
                reasons.append((HOLDS, {"place": self.kit.board.spaces[space]}))
        elif side == self.side and origin < self.kit.board.count:
            goal = outlook.pull(unit, space)[1]
            steps = self.kit.board.steps_between
            if goal >= 0 and 0 <= steps(goal, space) < steps(goal, origin):
                reasons.append((TOWARD, {"place": self.kit.board.spaces[goal]}))
        return reasons

    def _taking(self, space: int) -> Reason:
        lines = self.worth.lines.get(space, ())
        own = sum(points for side, points in lines if side == self.side)
        theirs = sum(points for side, points in lines if side != self.side)
        if own:
            return TAKES, {"place": self.kit.board.spaces[space], "points": own}
        if theirs:
            return DENIES, {"place": self.kit.board.spaces[space], "points": theirs}
        return COUNTS, {"place": self.kit.board.spaces[space]}


def _of_each(choices: Sequence[Action], opinion: Callable[[int], Opinion]) -> list[Opinion]:
    """What is thought of each choice; to end the decision is enough."""
    return [opinion(choice[1]) if len(choice) > 1 else (0.0, [(ENOUGH, {})]) for choice in choices]


def _willing(choices: Sequence[Action], gain: Callable[[int], float], good: str, bad: str) -> list[Opinion]:
    """Who does what nobody must do: those who gain by it, with the reasons for and against."""
    def of_unit(unit: int) -> Opinion:
        gained = gain(unit) - 0.01
        return gained, [(good if gained > 0 else bad, {})]

    return _of_each(choices, of_unit)
