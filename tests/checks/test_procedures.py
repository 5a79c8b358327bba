"""Which rules a game's code carries out, read from its text."""

from pnp.checks.procedures import Procedures, procedures_of

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
    assert procedures_of("tiny-war") is None


def test_a_game_with_procedures_names_many_rules():
    found = procedures_of("putins-war")
    assert found is not None and len(found.addresses) >= 25 and len(found.parameters) >= 3
    assert all(line.path.endswith(".py") and line.line > 1 for line in found.rule_lines)


