"""The page with all rules: the same whether made at once or case by case."""

from __future__ import annotations

import zlib
from dataclasses import replace

import pytest

from pnp.sources import text_values
from pnp.vassal import rules_page
from pnp.vassal.keeping import Keeper
from pnp.vassal.rules_page import kept_rules


@pytest.fixture
def keep():
    store: dict[tuple[str, str], bytes] = {}

    def kept(kind, key, make):
        if (kind, key) not in store:
            store[kind, key] = make()
        return store[kind, key]

    return kept


def _read(file) -> bytes:
    return zlib.decompress(file.data, -zlib.MAX_WBITS)


def _stronger(game, factors):
    groups = tuple(g.replaced(factors={"combat": factors}) if g.id == "air-force" else g for g in game.counters.groups)
    return replace(game, counters=game.counters.replaced(groups=groups))


def test_the_page_changes_with_a_value_that_a_text_names(putins_war, keep):
    changed = _stronger(putins_war, (9, 3, 3, 3))
    before, after = kept_rules(putins_war, Keeper(keep)), kept_rules(changed, Keeper(keep))
    assert before == kept_rules(putins_war, Keeper(keep)) == kept_rules(putins_war, Keeper())
    assert after == kept_rules(changed, Keeper()) != before
    assert _read(after) == rules_page.rules_page(changed)


def test_only_cases_with_a_changed_value_are_filled_in_again(putins_war, keep, monkeypatch):
    kept_rules(putins_war, Keeper(keep))
    filled: list[str] = []
    render = text_values.rendered
    monkeypatch.setattr(rules_page, "rendered", lambda text, values, where: filled.append(text) or render(text, values, where=where))
    kept_rules(_stronger(putins_war, (9, 3, 3, 3)), Keeper(keep))
    assert 1 <= len(filled) <= 4
    assert all("air_force" in text for text in filled)
    filled.clear()
    kept_rules(putins_war, Keeper(keep))
    assert filled == []
