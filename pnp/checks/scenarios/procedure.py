"""procedure: what a game declares for its referee can be carried out.

A game with `procedures.yaml` has a referee without code. Each name in that file and in the phases is known, each filter
selects something, each result of the combat table has a meaning, each procedure is run by a phase, and each phase that
names one has something to do. A game with code declares only what its code takes from there.

Game:   declared-war
Passes: procedures.yaml zones/entering = free
Fails:  procedures.yaml zones/of = {type: gaurd}
Fails:  procedures.yaml stacking/limit = stack-limt
Fails:  procedures.yaml stacking/exempt = {trait: light, type: tank}
Fails:  procedures.yaml stacking/exempt = {}
Fails:  procedures.yaml combat/results/AR = retreat attackers
Fails:  procedures.yaml combat/results/AR removed
Fails:  procedures.yaml combat/results/AR = [{roll: {1-3: nothing, 5-6: retreat attackers 1}}]
Fails:  procedures.yaml retreat removed
Fails:  procedures.yaml victory removed
Fails:  game.yaml phases/arriving/procedure = arival
Fails:  game.yaml phases/arriving/side = blue
Fails:  game.yaml phases/arriving/turns = "9"
Fails:  game.yaml phases/player-turn/phases/moving/procedure removed
Mend:   as the hint says; docs/sources.md describes `procedures.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.errors import PnpError, Problem, SourceError

SEVERITY = "error"


def _ended_at_once(survey: Survey) -> Iterator[Problem]:
    """Scenarios whose game is over before anybody decides."""
    from pnp.games import prepared_rules

    for scenario in survey.game.scenarios.values():
        try:
            state = prepared_rules(survey.game, scenario.id).new_state()
        except PnpError:  # a position that can't be is told of elsewhere
            continue
        if state.ended:
            outcome = survey.game.info.outcomes[state.ended - 1]
            message = f"the scenario {scenario.id!r} ends before anybody decides, with {outcome.id!r}"
            hint = "correct the condition under 'victory: sudden:' in procedures.yaml, or the position"
            yield problem(message, scenario.where("position"), hint, rule=outcome.rule)


def check(survey: Survey) -> Iterator[Problem]:
    from pnp.games import rules_class, rules_of
    from pnp.referee.kit.assembly import declaration_problems
    from pnp.referee.kit.rules import DeclaredRules

    if survey.procedures is None or not survey.procedures.sources:
        faulty = False
        for found in declaration_problems(survey.game):
            faulty = True
            yield found
        if not faulty:
            yield from _ended_at_once(survey)
        return
    try:  # a game with code takes what it needs of the declarations, and says what is wrong with that
        rules = rules_class(survey.game)
        if issubclass(rules, DeclaredRules):
            yield from declaration_problems(survey.game, rules.ASSEMBLY)
            return
        rules_of(survey.game)
    except SourceError as error:
        yield from (problem for problem in error.problems if problem.code == "procedure")
