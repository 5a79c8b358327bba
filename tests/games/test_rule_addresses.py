"""Every rule that the procedures name is in the sources, and every case of the sources is carried out or says why not."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from importlib import import_module

import pytest

import pnp.games.putins_war as package
from pnp.games import rules_of
from pnp.games.putins_war import actions
from pnp.players.match import play

ADDRESS_CALLS = {"event": 2, "violation": 0, "eliminate": 3, "pick": 3, "roll": 3}
"""Functions that take the address of a rule, and at which place."""


def modules():
    return [import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)]


def addresses_named():
    """Addresses on `Rule:` lines of docstrings, and those given to events, draws and violations."""
    found = set()
    for module in modules():
        tree = ast.parse(inspect.getsource(module))
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)):
                lines = (ast.get_docstring(node) or "").replace("Rule:", "\nRule:").splitlines()
                found |= {a.strip() for x in lines if x.strip().startswith("Rule:") for a in x.strip()[5:].split(",")}
            elif isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                place = ADDRESS_CALLS.get(name)
                if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                    found.add(node.args[place].value)
    return found | {step.rule for step in actions.STEPS}


def test_no_dead_reference(game):
    """STYLE §3: a renumbered case leaves none."""
    named = addresses_named()
    assert len(named) > 25
    assert named - {case.id for case in game.cases()} == set()


def test_every_case_is_carried_out_or_says_why_not(game):
    """DESIGN §2: rule text and code meet at the address."""
    owed = {case.id for case in game.cases() if case.not_for_referee is None}
    assert len(owed) > 25
    assert owed - addresses_named() == set()


@pytest.mark.parametrize("options", [{}, {"ports": True, "ukrainian-air": True}])
def test_what_games_log_is_in_the_sources(game, options):
    """Draws and events of ten games of each player."""
    rules = rules_of(game, options=options)
    logged = {a for player in ("random", "heuristic") for seed in range(10) for a in play(rules, player, seed).log.rules()}

    assert len(logged) > 25
    assert logged <= {case.id for case in game.cases()}


def test_each_reason_of_a_refusal_is_used(game):
    """No reason without a procedure that gives it."""
    text = "".join(inspect.getsource(module) for module in modules() if not module.__name__.endswith("actions"))
    assert len(actions.REASONS) > 25
    assert [reason for reason in actions.REASONS if f'"{reason}"' not in text] == []


def test_only_silent_rules_are_never_logged(game):
    """Sixty games of both players, all options: everything else that a procedure carries out is in some log."""
    rules = rules_of(game, options={"ports": True, "ukrainian-air": True})
    logged = {a for player in ("random", "heuristic") for seed in range(30) for a in play(rules, player, seed).log.rules()}
    owed = {case.id for case in game.cases() if case.not_for_referee is None}

    assert owed - logged == set(rules.SILENT)
