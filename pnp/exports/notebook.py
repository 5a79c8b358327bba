"""The notebook of a table: the scenario, the phases and the rules as plain text, each with its address."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.generators.typeset.markup import Insert, ListItem, parse
from pnp.model.game import Game
from pnp.model.rules import RuleCase
from pnp.model.scenario import Scenario
from pnp.sources.text_values import rendered, rule_values
from pnp.vassal.context import rule_label


def scenario_tab(game: Game, scenario: Scenario) -> tuple[str, str]:
    """Title and text of the tab that says how the scenario is begun, played and won."""
    lines = [scenario.text, ""]
    for phase in game.info.all_phases:
        lines.append(f"{phase.rule}  {phase.name}: {phase.text}")
    lines.append("")
    for outcome in game.info.outcomes:
        lines.append(f"{outcome.rule}  {outcome.name}: {outcome.text}")
    return scenario.name, "\n".join(lines).strip()


def rules_tabs(game: Game) -> Iterator[tuple[str, str]]:
    """Title and text of a tab for each chapter of the rules. Raises SourceError for a value that a text lacks."""
    values = rule_values(game)
    for file in game.rules:
        for chapter in file.cases:
            text = "\n\n".join(_case(game, case, values) for case in chapter.all_cases())
            yield _label(chapter), text


def _label(case: RuleCase) -> str:
    return f"{case.id} {case.title}" if case.id[:1].isdigit() else case.title


def _case(game: Game, case: RuleCase, values: dict[str, object]) -> str:
    lines = [_label(case).upper()]
    for block in parse(rendered(case.text, values, where=case.where("text"))):
        if isinstance(block, Insert):
            continue   # tables and figures are in the rulebook
        text = "".join(s.text or (f"[{rule_label(game, s.link)}]" if s.link else "") for s in block.spans)
        lines.append(f"{block.marker or '•'} {text}" if isinstance(block, ListItem) else text)
    return "\n".join(lines)
