"""The rules of Putin's War as a text: complete, consistent, and fed from the data."""

import re

import pytest

from pnp.model.game import Game
from pnp.sources import load_game
from pnp.sources.text_values import rendered, rule_values
from pnp.translate import localised

ADDRESSES = [
    "1.0", "1.1", "2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "3.0", "3.1", "3.2", "3.3", "4.0", "4.1", "4.2", "4.3",
    "4.4", "4.5", "4.6", "4.7", "4.8", "5.0", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "6.0", "6.1", "6.2",
    "6.3", "6.4",
]
BOXES = [
    "Invasion Table", "Combat Table", "Ports", "Ukrainian Air Force", "Clarifications", "Clarifications.1",
    "Clarifications.2", "Clarifications.3", "Clarifications.4",
]  # fmt: skip
RULINGS = [
    "PW-04", "PW-11", "PW-12", "PW-13", "PW-14", "PW-15", "PW-25", "PW-26", "PW-27", "PW-28", "PW-29", "PW-30",
    "PW-31", "PW-32", "PW-33", "PW-34", "PW-35", "PW-36", "PW-37", "PW-38", "PW-50", "PW-51", "PW-52", "PW-53",
    "PW-54", "PW-55", "PW-56", "PW-57", "PW-58", "PW-59",
]
REFERENCE = re.compile(r"\[\[([^\]]+)\]\]")


@pytest.fixture(scope="module", params=["en", "it"])
def game(request: pytest.FixtureRequest) -> Game:
    return localised(load_game("putins-war"), request.param)


def test_every_printed_case_and_box_has_its_address(game: Game):
    addresses = [case.id for case in game.cases()]

    assert [a for a in addresses if a in ADDRESSES] == ADDRESSES
    assert [a for a in addresses if a in BOXES] == BOXES
    assert len(set(addresses)) == len(addresses)


def test_every_case_says_something(game: Game):
    cases = list(game.cases())

    assert len(cases) > 40
    assert [c.id for c in cases if len(c.text.strip()) < 30] == []


def test_every_ruling_is_an_erratum_with_known_addresses(game: Game):
    errata = {e.id: e for e in game.errata.errata}
    addresses = {case.id for case in game.cases()}

    assert [r for r in RULINGS if r not in errata] == []
    assert [e.id for e in errata.values() if not e.rules or not set(e.rules) <= addresses] == []
    assert len(errata) == len(game.errata.errata)


def test_every_ruling_named_by_a_case_exists_and_every_one_is_named(game: Game):
    errata = {e.id for e in game.errata.errata}
    named = {r for case in game.cases() for r in case.rulings}

    assert named <= errata
    assert {r for r in RULINGS if r not in named} <= {"PW-13", "PW-14", "PW-36"}


def test_cross_references_lead_to_cases(game: Game):
    addresses = {case.id for case in game.cases()}
    references = [(case.id, ref) for case in game.cases() for ref in REFERENCE.findall(case.text)]

    assert len(references) > 50
    assert [(where, ref) for where, ref in references if ref not in addresses] == []
    assert [(where, ref) for where, ref in references if where == ref] == []


def test_tables_and_examples_that_the_text_shows_exist(game: Game):
    tables = {t.id for t in game.charts.tables}
    examples = {e.id for e in game.all_examples()}
    shown = [m for case in game.cases() for m in re.findall(r"^\s*@(\w+) (\S+)\s*$", case.text, re.MULTILINE)]

    assert ("table", "combat") in shown and ("table", "invasion") in shown
    for kind, name in shown:
        assert name in {"table": tables, "example": examples}[kind]


def test_every_value_that_a_text_names_is_known(game: Game):
    values = rule_values(game)
    texts = [rendered(case.text, values, where=case.where("text")) for case in game.cases()]

    assert not any("{{" in text for text in texts)
    assert sum(case.text.count("{{") for case in game.cases()) > 80


def test_numbers_come_from_the_data(game: Game):
    """Digits in a text stand only in addresses, list marks, and the worked example of odds."""
    allowed = {"5.1": ["11", "4", "2:1"]}
    for case in game.cases():
        plain = REFERENCE.sub("", re.sub(r"\{\{.*?\}\}", "", case.text, flags=re.DOTALL))
        plain = re.sub(r"^\s*\d+\. ", "", plain, flags=re.MULTILINE)
        assert re.findall(r"\d+(?::\d+)?", plain) == allowed.get(case.id, []), case.id


def test_a_changed_parameter_changes_the_text(game: Game):
    from dataclasses import replace

    parameters = tuple(p.replaced(value=7) if p.id == "stack-limit" else p for p in game.info.parameters)
    values = rule_values(replace(game, info=game.info.replaced(parameters=parameters)))
    text = next(case.text for case in game.cases() if case.id == "2.2")

    assert " 7 " in rendered(text, values)


def test_optional_rules_carry_their_option(game: Game):
    options = {o.id: o.rule for o in game.info.options}
    cases = {c.option: c.id for c in game.cases() if c.option}

    assert cases == options == {"ports": "Ports", "ukrainian-air": "Ukrainian Air Force"}


def test_every_rule_address_in_the_sources_is_a_case(game: Game):
    addresses = {case.id for case in game.cases()}
    used = (
        [p.rule for p in game.info.phases]
        + [o.rule for o in game.info.outcomes]
        + [p.rule for p in game.info.parameters]
    )
    used += [t.rule for t in game.charts.tables] + [m.rule for t in game.charts.tables for m in t.modifiers]
    used += [s.rule for s in game.map.symbols] + [p.rule for s in game.scenarios.values() for p in s.placements]
    used += [rule for example in game.all_examples() for rule in example.rules]

    assert len(used) > 15
    assert sorted(set(used) - addresses) == []


def test_terms_are_bold_where_they_are_defined(game: Game):
    bold = {
        term for case in game.cases() for term in re.findall(r"\*\*(.+?)\*\*", rendered(case.text, rule_values(game)))
    }

    terms = {
        "en": {
            "garrison", "pool", "stock", "activate", "invades", "attacker", "defender", "odds", "control", "unit",
            "marker",
        },
        "it": {"guarnigione", "riserva ucraina", "scorta", "attivare", "invade", "attaccante", "difensore", "rapporto"},
    }
    assert terms[game.language] <= bold
