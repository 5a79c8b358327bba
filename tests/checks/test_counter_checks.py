"""Checks of counters against hexes, other eyes and nationalities, on a game with a hex map."""

from dataclasses import replace

import pytest

from pnp.checks.base import Survey
from pnp.checks.counters import contrast, counter_size, factor_unused, palette_role, sides_alike, unit_state
from pnp.model.position import UnitState
from pnp.model.procedures import StackingSource


@pytest.fixture
def game(winter_war):
    return winter_war


def with_style(game, **values):
    return replace(game, style=game.style.replaced(**values))


def with_group(game, name, **values):
    groups = tuple(g.replaced(**values) if g.id == name else g for g in game.counters.groups)
    return replace(game, counters=game.counters.replaced(groups=groups))


def said(check, game):
    return [problem.message for problem in check.check(Survey(game))]


def test_a_counter_takes_92_percent_of_its_hex_at_most(game):
    """LOOKS: never more than 0.92 of the space; 12.7 mm in a hex of 13.8 mm is just that, 13 mm are too many."""
    sizes = game.style.counters
    large = with_style(game, counters=sizes.replaced(size_mm=13.0, sizes_mm=(12.7, 13.0)))

    assert said(counter_size, game) == []
    assert said(counter_size, large) == ["counters of 13 mm cover 94% of a hex of 13.8 mm"]


def test_factors_must_be_read_without_red_cones_too(game):
    """White on #28568a: 7.5 to 1 as printed, less than 7 to 1 in protanopia."""
    sides = {**game.style.sides, "soviet": game.style.sides["soviet"].replaced(edge="#28568a")}
    found = said(contrast, with_style(game, sides=sides))

    assert said(contrast, game) == []
    assert len(found) == 1 and "in protanopia" in found[0]


def test_a_nationality_needs_a_sign_besides_its_colour(game):
    assert said(sides_alike, game) == []
    assert said(sides_alike, with_group(game, "allied-brigade", designation="")) == [
        "counters of 'allied' look like those of 'finnish' without colour"
    ]


def test_a_unit_that_has_advanced_shows_it_on_its_back(game):
    scenario = game.scenarios["historical"]
    units = {
        **(scenario.position.units or {}),
        "2667": (UnitState(id="headquarters-1", state="advanced"), "peoples-army"),
    }
    changed = scenario.replaced(position=scenario.position.replaced(units=units))
    moved = replace(game, scenarios={**game.scenarios, "historical": changed})

    assert said(unit_state, moved) == []
    assert len(said(unit_state, with_group(moved, "headquarters", back="same"))) == 1


def test_a_role_of_ones_own_needs_its_colour(game):
    inked = with_group(game, "finnish-division", ink="forrest")

    assert said(palette_role, inked) == ["the palette has no colour for 'forrest'"]
    assert [problem.hint for problem in palette_role.check(Survey(inked))] == ["did you mean 'forest'?"]


def test_a_misspelt_role_is_told_since_the_palette_has_the_right_one(game):
    palette = {**game.style.palette, "forrest": "#ffffff", "bugle": "#ffffff"}

    assert said(palette_role, with_style(game, palette=palette)) == ["nothing asks for the colour 'forrest'"]


def test_a_factor_that_a_declaration_names_is_read(game):
    """`zeal` stands in no rule; `{factor: zeal}` is what the units of the game count in a stack."""
    lucky = with_group(game, "finnish-division", factors={"attack": 6, "defence": 6, "movement": 2, "zeal": 1})
    declared = replace(lucky, procedures=lucky.procedures.replaced(
        stacking=StackingSource(limit=3, factor="zeal", rule="1.0")
    ))  # fmt: skip

    assert said(factor_unused, lucky) == ["nothing reads the factor 'zeal'"]
    assert said(factor_unused, declared) == []


def test_a_misspelt_factor_is_told_what_it_may_be(game):
    wrong = with_group(game, "finnish-division", factors={"attack": 6, "defence": 6, "movment": 2})
    far = with_group(game, "finnish-division", factors={"attack": 6, "defence": 6, "movement": 2, "zeal": 2})

    assert [problem.hint for problem in factor_unused.check(Survey(wrong))] == ["did you mean 'movement'?"]
    assert [problem.hint for problem in factor_unused.check(Survey(far))] == ["say in the rules what it is for"]


def test_a_letter_may_be_a_factor_on_all_counters_of_a_type():
    """Ships move N, trains R, while others have numbers; a letter on one of two groups of a type is a mistake."""
    from types import SimpleNamespace

    from pnp.checks.counters.factor_kind import check
    from pnp.model.counters import CounterGroup

    def found(*movements):
        groups = [
            CounterGroup(id=f"g{n}", name="G", type=kind, count=1, factors={"movement": value})
            for n, (kind, value) in enumerate(movements)
        ]
        return len(list(check(SimpleNamespace(game=SimpleNamespace(counters=SimpleNamespace(groups=groups))))))

    assert found(("ship", "N"), ("foot", 3)) == 0
    assert found(("foot", "N"), ("foot", 3)) == 1
    assert found(("ship", "two"), ("foot", 3)) == 1
