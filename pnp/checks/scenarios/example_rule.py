"""example-rule: an example shows the cases that it names as its `rules`.

Each of them, or one of its chapter, is in the log of what is played, or refuses the last action; or it is that of a
phase, an option or the set-up, from which the example begins; or the title or text of the example has its address, a
word of its title, or words that it is about. A case that is `silent` may be anywhere in a chapter of which the log has
another, and in an example that begins with the set-up.

Game:   the-ford
Passes: examples/10-the-crossing.yaml examples/far-from-home/title = Farther from home
Fails:  examples/10-the-crossing.yaml examples/far-from-home/rules = ["4.1", "4.2", "4.3", "7.1", "12.1"]
Mend:   correct the address.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.rule_subject import Subjects
from pnp.checks.rulebook.words import filled, stems
from pnp.errors import Problem
from pnp.model.rules import Example
from pnp.referee.examples import ExampleOutcome

SEVERITY = "warning"

LEAST = 1.5
"""How much a case must speak of an example: one word in a fifth of the cases, or two in more."""


def check(survey: Survey) -> Iterator[Problem]:
    for example in survey.game.all_examples():
        outcome = survey.played.get(example.id)
        if not isinstance(outcome, ExampleOutcome) or outcome.problems:
            continue
        subjects, played = survey.once(Subjects), set(_played(example, outcome))
        shown = {near for rule in played for near in (*subjects.chapter.get(rule, ()), *subjects.family.get(rule, ()))}
        shown |= {*_around(survey, example, outcome), *_silent(survey, subjects, example, played)}
        words = stems(f"{filled(f'{example.title} {example.text}', survey.values)} {example.id.replace('-', ' ')}")
        for index, rule in enumerate(example.rules):
            if rule in survey.cases and rule not in shown and not _speaks(subjects, rule, example, words):
                message = f"{example.id}: {rule} is neither played nor spoken of"
                yield problem(message, example.where("rules", index), "correct the address", rule=rule)


def _played(example: Example, outcome: ExampleOutcome) -> Iterator[str]:
    """The cases of the log and of a refusal."""
    yield from outcome.log.rules() if outcome.log else ()
    yield from example.expect.logged
    if outcome.refused:
        yield outcome.refused.rule


def _around(survey: Survey, example: Example, outcome: ExampleOutcome) -> Iterator[str]:
    """The cases of its phases and options, and of the set-up when it begins there."""
    info, procedures = survey.game.info, survey.game.procedures
    phases = {example.position.phase, *(line.get("phase") for line in (outcome.log.lines if outcome.log else ()))}
    yield from (phase.rule for phase in info.all_phases if phase.id in phases and phase.rule)
    yield from (case.id for case in survey.cases.values() if case.option in (example.position.options or ()))
    if example.position.units is None and procedures is not None and procedures.setup is not None:
        yield procedures.setup.rule


def _silent(survey: Survey, subjects: Subjects, example: Example, played: set[str]) -> Iterator[str]:
    """The cases that leave no line in the log, of the chapters that are played, and all when it begins anew."""
    declared = survey.game.procedures
    roots = {subjects.root.get(rule) for rule in played}
    for address in declared.silent if declared is not None else ():
        if example.position.units is None or subjects.root.get(address) in roots:
            yield address


def _speaks(subjects: Subjects, rule: str, example: Example, words: frozenset[str]) -> bool:
    if f"[[{rule}" in example.text or words & subjects.titles[rule]:
        return True
    return sum(subjects.weight[word] for word in words & subjects.own[rule]) >= LEAST
