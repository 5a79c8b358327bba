"""Which rules a game's code carries out, read from its text."""

from mutation import FIXTURE

from pnp.checks.procedures import Procedures, procedures_of
from pnp.sources import load_game

CODE = '''
"""A module. Rule: 1.0"""

def go(state):
    """Go.

    Returns nothing. Rule: 1.1, Combat Table
    """
    return rules.parameter("stack-limit")

class Fight:
    """Fight. Rule: 1.2."""

    def roll(self):
        """Rule: Clarifications.1"""
'''


def test_rule_lines_of_docstrings():
    found = [(line.address, line.line, line.function) for line in Procedures({"combat.py": CODE}).rule_lines]
    assert found == [
        ("1.0", 2, "combat.py"), ("1.1", 7, "go"), ("Combat Table", 7, "go"), ("1.2", 12, "Fight"),
        ("Clarifications.1", 15, "roll"),
    ]  # fmt: skip


def test_parameters_that_the_code_reads():
    assert Procedures({"combat.py": CODE}).parameters == {"stack-limit"}


def test_a_game_without_procedures_has_none():
    assert procedures_of(load_game(FIXTURE)) is None


def test_a_game_with_procedures_names_many_rules():
    found = procedures_of(load_game("putins-war"))
    assert found is not None and len(found.addresses) >= 25 and len(found.parameters) >= 3
    assert all(line.path.endswith(".py") and line.line > 1 for line in found.rule_lines)


def test_a_declared_game_names_its_rules_in_the_declarations():
    """Each with file and line, and the keys that lead there; a phase that runs nothing carries out nothing."""
    game = load_game(FIXTURE.parent / "fixture_declared")
    found = procedures_of(game)
    assert found is not None and found.sources == {} and found.rule_lines == ()
    named = {(line.address, line.path.rpartition("/")[2], line.function) for line in found.declared}
    assert {
        ("4.1", "procedures.yaml", "combat.times"), ("4.2", "procedures.yaml", "retreat"),
        ("2.2", "game.yaml", "moving"), ("1.1", "game.yaml", "player-turn"), ("2.3", "standard.yaml", "arrivals"),
    } <= named  # fmt: skip
    text = (game.folder / "procedures.yaml").read_text("utf-8").split("\n")
    for line in found.declared:
        if line.path.endswith("procedures.yaml"):
            assert f'rule: "{line.address}"' in text[line.line - 1]
    assert {"stack-limit", "supply-range", "swamp"} <= found.names


def test_a_case_kept_in_silence_is_named_so():
    """The Ford, 6.1: where zones reach stands in no other place."""
    found = procedures_of(load_game("the-ford"))
    assert found is not None
    named = [(line.path.rpartition("/")[2], line.function) for line in found.declared if line.address == "6.1"]
    assert named == [("procedures.yaml", "silent")]
