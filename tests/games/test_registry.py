"""Which games the referee can play."""

from __future__ import annotations

from dataclasses import replace

import pytest

import pnp.games as games
from pnp.errors import SourceError
from pnp.games.putins_war.rules import PutinsWar
from pnp.referee import own_code
from pnp.sources import load_game


class FakeEntry:
    """An installed package that brings a game."""

    name, value = "seventh-game", "seventh.rules:Seventh"

    def load(self):
        return PutinsWar


class BrokenEntry(FakeEntry):
    """A package that can't be imported."""

    def load(self):
        raise ImportError("No module named 'seventh'")


class StrangeEntry(FakeEntry):
    """A package that registers something else."""

    def load(self):
        return dict


def test_the_games_of_the_package_are_listed():
    """DESIGN §10: ids."""
    assert "putins-war" in games.GAMES
    game = load_game("putins-war")
    assert games.has_rules(game)
    assert not games.has_rules(replace(game, id="seventh-game", procedures=None))
    assert isinstance(games.rules_of(load_game("putins-war")), PutinsWar)


def test_a_game_of_another_package_registers_through_an_entry_point(monkeypatch, tmp_path):
    """DESIGN §2: group pnp.games."""
    asked = []

    def entry_points(group):
        asked.append(group)
        return [FakeEntry()]

    monkeypatch.setattr(own_code, "entry_points", entry_points)
    monkeypatch.syspath_prepend(tmp_path)
    seventh = replace(load_game("putins-war"), id="seventh-game")

    assert games.has_rules(seventh)
    assert isinstance(games.rules_of(seventh), PutinsWar)
    assert set(asked) == {"pnp.games"}


@pytest.mark.parametrize(("entry", "said"), [(BrokenEntry, "can't be loaded: ImportError"), (StrangeEntry,
    "is no subclass")])
def test_a_package_that_brings_no_rules_is_told(monkeypatch, tmp_path, entry, said):
    """DESIGN §2: no traceback out of a stranger's package."""
    monkeypatch.setattr(own_code, "entry_points", lambda group: [entry()])
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SourceError) as caught:
        games.rules_of(replace(load_game("putins-war"), id="seventh-game"))
    assert said in caught.value.problems[0].message
    assert "seventh.rules:Seventh" in str(caught.value.problems[0])


def test_a_misspelt_game_gets_a_hint(game):
    """STYLE §4: the loader knows the ids; a game without procedures is told where to read how they are written."""
    with pytest.raises(SourceError) as misspelt:
        load_game("putin-war")
    with pytest.raises(SourceError) as printed_only:
        games.rules_of(replace(game, id="seventh-game", procedures=None))

    assert "putins-war" in misspelt.value.problems[0].hint
    assert "docs/a-referee.md" in printed_only.value.problems[0].hint


def test_a_mistake_in_the_rules_data_changes_the_hash_but_a_word_does_not(game, rules):
    """DESIGN §10: `data` is the hash of the rules data."""
    table = game.table("combat")
    row = table.rows[0].replaced(results=("AR", "AR", "AR", "X"))
    tables = tuple(t.replaced(rows=(row, *t.rows[1:])) if t.id == "combat" else t for t in game.charts.tables)
    named = tuple(t.replaced(title="Fighting") for t in game.charts.tables)

    assert games.rules_of(replace(game, charts=game.charts.replaced(tables=tables))).data_hash != rules.data_hash
    assert games.rules_of(replace(game, charts=game.charts.replaced(tables=named))).data_hash == rules.data_hash


def test_numbers_come_from_the_sources(game):
    """STYLE §1: another stacking limit, another rule."""
    parameters = tuple(p.replaced(value=2) if p.id == "stack-limit" else p for p in game.info.parameters)
    rules = games.rules_of(replace(game, info=game.info.replaced(parameters=parameters)))
    units = {"russia-1": [f"armored-division-{n}" for n in (1, 2, 3)]}
    state = rules.state_from({"units": units, "phase": "over-stack"})

    assert len(rules.choices(state)) == 3
