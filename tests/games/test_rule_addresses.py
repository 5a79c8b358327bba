"""Every rule that the procedures name is in the sources, and every case of the sources is carried out or says why not."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from importlib import import_module

import pytest

from pnp.games import GAMES, rules_of
from pnp.players.match import play
from pnp.sources import load_game

ADDRESS_CALLS = {"event": 2, "violation": 0, "eliminate": 3, "pick": 3, "pick_space": 3, "roll": 3}
"""Functions that take the address of a rule, and at which place."""


def package_of(game):
    """The package with the procedures of a game."""
    return import_module(GAMES[game.id].partition(":")[0].rpartition(".")[0])


def modules(game):
    package = package_of(game)
    return [import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)]


def addresses_named(game):
    """Addresses on `Rule:` lines of docstrings, and those given to events, draws and violations."""
    found = set()
    for module in modules(game):
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
    return found | {step.rule for step in rules_of(game).STEPS}


def options_of(game):
    """No option, and all of them."""
    return [{}, {option.id: True for option in game.info.options}]


def logged_in(game, options, games):
    """Addresses in the logs of games of every player that can play all sides."""
    rules = rules_of(game, options=options)
    players = ["random"]
    if all(rules.adviser(side) is not None for side in rules.deciding):
        players.append("heuristic")
    return {address for player in players for seed in range(games) for address in play(rules, player, seed).log.rules()}


@pytest.fixture(scope="module", params=sorted(GAMES))
def game(request):
    """Every game that the package can referee."""
    return load_game(request.param)


def test_no_dead_reference(game):
    """STYLE §3: a renumbered case leaves none."""
    named = addresses_named(game)
    assert len(named) > 25
    assert named - {case.id for case in game.cases()} == set()


def test_every_case_is_carried_out_or_says_why_not(game):
    """DESIGN §2: rule text and code meet at the address."""
    owed = {case.id for case in game.cases() if case.not_for_referee is None}
    assert len(owed) > 25
    assert owed - addresses_named(game) == set()


@pytest.mark.parametrize("every", [False, True])
def test_what_games_log_is_in_the_sources(game, every):
    """Draws and events of ten games of each player."""
    logged = logged_in(game, options_of(game)[every], 10)

    assert len(logged) >= 20
    assert logged <= {case.id for case in game.cases()}


def test_each_reason_of_a_refusal_is_used(game):
    """No reason without a procedure that gives it."""
    sources = {module.__name__: inspect.getsource(module) for module in modules(game)}
    text = "".join(source for name, source in sources.items() if not name.endswith(("actions", "reasons")))
    reasons = rules_of(game).REASONS
    assert len(reasons) > 25
    assert [reason for reason in reasons if f'"{reason}"' not in text] == []


def test_only_silent_rules_are_never_logged(game):
    """Sixty games of both players, without and with options: all else that a procedure carries out is in some log."""
    logged = {address for options in options_of(game) for address in logged_in(game, options, 30)}
    owed = {case.id for case in game.cases() if case.not_for_referee is None}

    assert owed - logged == set(rules_of(game).SILENT)
