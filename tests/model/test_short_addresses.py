"""The short form of an address, and the way back."""

from pnp.model.rules import RuleCase, RulesFile
from pnp.model.short_addresses import ShortAddresses


def case(address: str, *inner: RuleCase, short: str | None = None) -> RuleCase:
    return RuleCase(id=address, title=address, short=short, cases=inner)


TITLED = ShortAddresses(
    [
        RulesFile(cases=(case("Turn", case("Turn.1")), case("Chart", short="1T"))),
        RulesFile(cases=(case("Combat", case("Combat 1"), case("Combat A", case("Combat A1", case("Combat A1b")))),)),
        RulesFile(cases=(case("Event", case("Event F"), short="2.4"),)),
    ]
)


def test_chapters_are_numbered_and_printed_letters_kept():
    """A table within a chapter is no chapter; events belong to the chapter that their short address names."""
    addresses = "Turn", "Turn.1", "Chart", "Combat", "Combat 1", "Combat A", "Combat A1", "Combat A1b", "Event F"
    assert [TITLED.short(address) for address in addresses] == [
        "1", "1.1", "1T", "2", "2.1", "2A", "2A1", "2A1b", "2F",
    ]  # fmt: skip


def test_both_forms_lead_to_the_long_one():
    assert TITLED.long("2A1") == TITLED.long("Combat A1") == "Combat A1"
    assert TITLED.long("9Z") == "9Z"


def test_of_a_numbered_rulebook_chapters_are_short_without_their_zero():
    """As they are printed; `pnp explain "putins-war 5"` found nothing."""
    numbered = ShortAddresses([RulesFile(cases=(case("Terms"), case("1.0", case("1.1")), case("10.0")))])
    assert [numbered.short(address) for address in ("1.0", "1.1", "10.0", "Terms")] == ["1", "1.1", "10", "Terms"]
    assert (numbered.long("10"), numbered.has("Terms")) == ("10.0", False)


def test_of_two_cases_with_one_short_form_the_first_has_it():
    twice = ShortAddresses([RulesFile(cases=(case("A", case("A.1"), case("A 1")),))])
    assert (twice.short("A.1"), twice.short("A 1"), twice.long("1.1")) == ("1.1", "A 1", "A.1")
