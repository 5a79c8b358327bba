"""Which code carries out rules, and which only speaks of them."""

import pytest

from pnp.analysis.trace import traced
from pnp.checks import procedures
from pnp.checks.procedures import Procedures
from pnp.sources import load_game

RULES = '''
from pnp.games.tiny import combat
from pnp.referee.advice import Adviser
from pnp.referee.kit.rules import DeclaredRules
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from pnp.games.tiny.sentinel import Sentinel

class TinyRules(DeclaredRules):
    def result(self, state):
        """Rule: 1.1"""

    def price(self, state, action):
        """Rule: 1.2"""

    def adviser(self, side):
        """Rule: 1.3"""
        from pnp.games.tiny.tactics import Tactics
        from pnp.games.tiny.opinions import opinion

    def faults(self, state):
        """Rule: 1.4"""

class Greedy(Adviser):
    def choose(self):
        """Rule: 1.5"""
'''

COMBAT = '''
"""Combat. Rule: 2.1"""
from . import dice
from .odds import column

def price(state):
    """Rule: 2.2"""

def standing_faults(state):
    """Rule: 2.3"""
'''

TACTICS = '''
from pnp.games.tiny.chances import chance
from pnp.referee.kit.advice.terms import Term

class Tactics(Term):
    """Rule: 3.1"""
'''

GAME = {
    "rules": RULES,
    "combat": COMBAT,
    "tactics": TACTICS,
    "odds": 'def column():\n    """Rule: 4.1"""\n',
    "dice": 'def roll():\n    """Rule: 4.2"""\n',
    "chances": 'from pnp.games.tiny.odds import column\ndef chance():\n    """Rule: 5.1"""\n',
    "opinions": 'def opinion():\n    """Rule: 5.2"""\n',
    "sentinel": 'class Sentinel:\n    """Rule: 5.3"""\n',
    "positions": 'from pnp.referee.kit.position import KitPosition\nclass Start(KitPosition):\n    """Rule: 5.4"""\n',
    "texts": '"""Sentences. Rule: 5.5"""\nTEXTS = {"lost": "{unit} is lost"}\n',
    "alone": 'def nobody_calls():\n    """Rule: 5.6"""\n',
}
"""A game whose modules are called anything: what they import tells what they are for."""


def carried(**changed: str) -> set[str]:
    sources = {f"games/tiny/{name}.py": text for name, text in (GAME | changed).items()}
    return set(Procedures(sources, entry="games/tiny/rules.py").addresses)


def test_only_what_the_rules_run_carries_out_a_rule():
    """Neither advisers and what serves them alone, nor prices, faults, start positions, sentences and idle modules."""
    assert carried() == {"1.1", "2.1", "2.2", "4.1", "4.2"}


def test_all_are_read_even_so():
    """An address has to exist wherever it is named."""
    sources = {f"{name}.py": text for name, text in GAME.items()}
    addresses = {line.address for line in Procedures(sources).rule_lines}
    assert len(addresses) == sum(text.count("Rule:") for text in GAME.values())


@pytest.mark.parametrize(
    ("module", "line", "address"),
    [
        ("combat", "from pnp.games.tiny.chances import chance", "5.1"),
        ("combat", "from pnp.games.tiny import opinions", "5.2"), ("combat", "import pnp.games.tiny.alone", "5.6"),
        ("odds", "from .sentinel import Sentinel", "5.3"),
    ],
)  # fmt: skip
def test_what_a_procedure_uses_counts(module: str, line: str, address: str):
    """Whoever else uses it."""
    assert address in carried(**{module: f"{line}\n{GAME[module]}"})


def test_what_the_code_of_a_series_carries_out_counts():
    """Modules of both packages may have the same name; one that the rules don't use carries out nothing."""
    sources = {
        "games/tiny/rules.py": '"""Rule: 1"""\nfrom pnp.games.wide.combat import Fight\n\nclass Tiny:\n    pass\n',
        "games/tiny/combat.py": 'class Fight:\n    """Rule: 2"""\n',
        "games/wide/combat.py": 'from pnp.games.wide import dice\n\nclass Fight:\n    """Rule: 3"""\n',
        "games/wide/dice.py": 'class Dice:\n    """Rule: 4"""\n',
        "games/wide/idle.py": 'class Idle:\n    """Rule: 5"""\n',
    }
    assert Procedures(sources, entry="games/tiny/rules.py").addresses == {"1", "3", "4"}


def test_without_a_registered_module_what_informs_does_not_count():
    sources = {f"games/tiny/{name}.py": GAME[name] for name in ("combat", "tactics", "positions")}
    assert Procedures(sources).addresses == {"2.1", "2.2"}


def test_a_case_that_only_the_adviser_names_has_no_code(monkeypatch):
    """Putin's War with its retreat's addresses in the adviser alone, and with a procedure that names none."""
    game = load_game("putins-war")
    sources, entry = procedures.code_of("putins-war")
    retreat = next(path for path in sources if path.endswith("/retreat.py"))
    advice = next(path for path in sources if path.endswith("/advice.py"))
    gap = {"6.3", "Clarifications.1", "Clarifications.2"}
    bare = sources[retreat].replace("Rule:", "See")
    advised = sources[advice] + f'\n\ndef way_out():\n    """Rule: {", ".join(sorted(gap))}"""\n'
    monkeypatch.setattr(procedures, "code_of", lambda *_: ({**sources, retreat: bare, advice: advised}, entry))
    assert {case.address for case in traced(game).cases if "code" in case.gaps} == gap


@pytest.mark.parametrize("name", ["putins-war", "march-of-justice", "winter-war", "the-ford", "two-rivers"])
def test_each_case_of_a_game_is_carried_out(name: str):
    """Or the source says why none can be."""
    trace = traced(load_game(name))
    assert [case.address for case in trace.cases if "code" in case.gaps] == []
    assert trace.counts()["for_referee"] >= 25
