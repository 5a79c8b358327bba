"""A phase within another is played only when both are."""

import pytest
from games import declared

from pnp.playtest.match import played
from pnp.referee.kit.rules import DeclaredRules

PART = """
- id: part
  name: Part
  side: each
  rule: "2"
  text: x
  {when}
  phases:
    - {{id: movement, name: Movement, rule: "4", text: x, procedure: movement, turns: "2+"}}
"""


@pytest.mark.parametrize(
    ("when", "turns"),
    [
        ("repeat: 1", {2, 3}), ('turns: "1-2"', {2}), ("first_turn: 3", {3}), ('when: {turns: "3"}', {3}),
        ('when: {not: {turns: "1"}}', {2, 3}),
    ],
)  # fmt: skip
def test_turns_and_conditions_of_the_part_hold_within_it(when: str, turns: set[int]):
    game = declared(phases=PART.format(when=when), units='{"0101": [blue-1], "0806": [red-1]}')
    rules = DeclaredRules(game)
    log = played(rules, {side: "random" for side in rules.sides}, 3)[0].log
    assert {line.data["turn"] for line in log if line.kind == "do"} == turns
