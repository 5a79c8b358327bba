"""Texts that name values of the game."""

import pytest

from pnp.errors import Location, SourceError
from pnp.model.game import Game
from pnp.sources import load_game
from pnp.sources.text_values import names_in, rendered, rule_values, unwrapped

VALUES = {"parameter": {"stack-limit": 3}, "name": "Kyiv", "deep": {"er": {"still": 1}}}


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("putins-war")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("At most {{ parameter.stack_limit }}.", "At most 3."),
        ("At most {{ parameter['stack-limit'] }}.", "At most 3."),
        ("{{name}} {{ deep.er.still }}", "Kyiv 1"),
        ("no values, one brace {", "no values, one brace {"),
        ("a\nb\n\n1. c\n   d\n@table x\ne", "a b\n\n1. c d\n@table x\ne"),
    ],
)
def test_values_are_filled_in(text: str, result: str):
    assert rendered(text, VALUES) == result


@pytest.mark.parametrize(
    "text",
    [
        "{{ parameter.stack_limits }}",
        "{{ parameter }}",
        "{{ name.__class__ }}",
        "{{ parameter.items }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ name | upper }}",
        "{{ 9 ** 9 ** 9 }}",
        "{{ range(9) }}",
        "{{ name() }}",
        "{% for x in parameter %}x{% endfor %}",
        "{% include '/etc/passwd' %}",
        "{# a comment #}{{ nothing }}",
        "{{ unclosed",
        "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
        "{{ name }}" * 2000,
        "x" * 19_990 + "{{ name }} and more",
    ],
)
def test_anything_but_a_known_value_is_refused_with_its_place(text: str):
    with pytest.raises(SourceError) as caught:
        rendered(text, VALUES, where=Location("rules/1.yaml", 4, 5))

    assert str(caught.value.problems[0].where) == "rules/1.yaml:4:5"


def test_a_misspelt_value_gets_a_hint():
    with pytest.raises(SourceError) as caught:
        rendered("{{ parameter.stack_limits }}", VALUES)

    assert caught.value.problems[0].hint == "did you mean 'stack_limit'?"


def test_names_are_listed_in_text_order():
    assert names_in("{{ b.c }} {{ a['d-e'] }} {{ b.c }}") == ("b.c", "a.d_e", "b.c")


def test_unwrapped_keeps_paragraphs_lists_and_directives_apart():
    assert unwrapped("\nOne\n  two\n\n\n- a\n- b\n\n@example x\nend\n") == "One two\n\n- a\n- b\n\n@example x\nend"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("parameter.stack_limit", 3),
        ("count.ukrainian_forces", 17),
        ("counters", 40),
        ("forces.russia", 16),
        ("forces.ukraine", 17),
        ("optional_forces.ukraine", 2),
        ("factor.ukrainian_forces.mix", "8\u00a0×\u00a02, 5\u00a0×\u00a03, 4\u00a0×\u00a04"),
        ("factor.air_force.most", 4),
        ("scenario.turns", 10),
        ("scenario.victory_points", 21),
        ("scenario.start.armored_division", 4),
        ("scenario.start.total", 6),
        ("scenario.held.russian_reserve.armored_division", 5),
        ("scenario.held.russian_reserve.total", 10),
        ("table.invasion.modifier.stronghold", "+2"),
        ("table.invasion.most", "6"),
        ("table.combat.last_column", "4:1"),
        ("table.invasion.row.volunteers.signed.strength", "−1"),
        ("table.invasion.row.homeland.after.keep", "3"),
        ("map.areas", 29),
        ("map.points", 36),
        ("space.kyyivska.points", 5),
    ],
)
def test_values_of_the_game(game: Game, name: str, value: object):
    """Rule: FACTS 1.1 to 1.4, as printed."""
    assert rendered(f"{{{{ {name} }}}}", rule_values(game)) == str(value)
