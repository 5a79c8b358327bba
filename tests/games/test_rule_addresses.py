"""Every rule that the procedures name is in the sources, and every case of the sources is carried out or says why not.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest

from pnp.checks.procedures import procedures_of
from pnp.games import GAMES, rules_for_example, rules_of
from pnp.players.match import play
from pnp.referee.examples import run_example
from pnp.referee.kit.words import REASONS as KIT_REASONS
from pnp.sources import load_game
from pnp.sources.find import games_of_series

ADDRESS_CALLS = {
    "event": 2, "violation": 0, "eliminate": 3, "pick": 3, "pick_space": 3, "roll": 3,
    "_arrive": 4, "_nothing": 1, "_unfit": 4, "occupy": 4, "withdraw": 4,
}  # fmt: skip
"""Functions that take the address of a rule, and at which place."""


def packages_of(game):
    """The packages with the procedures of a game: its own, and that of its series."""
    own = import_module(GAMES[game.id].partition(":")[0].rpartition(".")[0])
    return [own, *([import_module(f"pnp.games.{game.series.name}")] if game.series else [])]


def modules(game):
    return [
        import_module(f"{package.__name__}.{found.name}")
        for package in packages_of(game) for found in pkgutil.iter_modules(package.__path__)
    ]


def addresses_named(game):
    """Addresses on `Rule:` lines of docstrings, those given to events, draws and violations, and those declared."""
    found = {line.address for line in procedures_of(game).declared}
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


def rules_and_players(game):
    """The rules without options and with all of them, each with the players that can play all sides."""
    found = []
    for options in ({}, {option.id: True for option in game.info.options}):
        rules = rules_of(game, options=options)
        advised = all(rules.adviser(side) is not None for side in rules.deciding)
        found.append((rules, ("random", "heuristic") if advised else ("random",)))
    return found


def owed(game):
    """Addresses of the cases that a procedure must carry out."""
    return {case.id for case in game.cases() if case.not_for_referee is None}


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
    assert len(owed(game)) > 25
    assert owed(game) - addresses_named(game) == set()


def test_each_reason_of_a_refusal_is_used(game):
    """No reason of a game's own without a procedure that gives it."""
    sources = {module.__name__: inspect.getsource(module) for module in modules(game)}
    text = "".join(source for name, source in sources.items() if not name.endswith(("actions", "reasons", "texts")))
    reasons = [reason for reason in rules_of(game).REASONS if reason not in KIT_REASONS]
    assert len(reasons) > 10
    assert [reason for reason in reasons if f'"{reason}"' not in text] == []


@pytest.mark.slow
def test_logs_name_every_rule_but_the_silent_ones(game):
    """The examples, a random game and one of the advisers, without and with options; more until all is found.

    Nothing else is ever named. A rule that leaves no line says so in SILENT.
    """
    silent, played = set(rules_of(game).SILENT), rules_and_players(game)
    logged: set[str] = set()
    for example in game.all_examples():
        logged |= set(run_example(rules_for_example(game, example), example).log.rules())
    cost = {"random": 1, "heuristic": 4}
    games = sorted(product(range(20), cost), key=lambda game: game[0] * cost[game[1]])
    for (seed, player), (rules, players) in product(games, played):
        if seed and logged >= owed(game) - silent:
            break
        if player in players:
            logged |= set(play(rules, player, seed).log.rules())

    assert logged == owed(game) - silent
    assert silent <= owed(game)


def test_rulings_that_tests_name_are_in_the_errata(game):
    """A record that is renumbered leaves no test behind. Games of a series share their numbers."""
    members = [load_game(folder) for folder in games_of_series(game.series)] if game.series else [game]
    known = {erratum.id for member in members for erratum in member.errata.errata}
    (prefix,) = {name.partition("-")[0] for name in known}
    files = sorted(Path(__file__).parents[1].rglob("test_*.py"))
    named = {name for path in files for name in re.findall(rf"\b{prefix}-R?[0-9]+\b", path.read_text(encoding="utf-8"))}

    assert len(named) > 20
    assert named <= known
