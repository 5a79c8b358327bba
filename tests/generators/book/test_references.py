"""Which references are raised, and where they stand."""

import pytest

from pnp.generators.book.references import set_off
from pnp.generators.typeset.markup import spans_of


class Known:
    """Addresses as they are; "Table" is known by its title, "Combat" by a title that has a number, too."""

    def shown(self, address):
        return address

    def bare(self, address):
        return {"Combat": "6"}.get(address, address)

    def target(self, address):
        return f"to {address}"

    def is_number(self, address):
        return address != "Table"

    def is_title(self, address):
        return address in ("Table", "Combat")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Units move [[4.1]].", "Units move.^4.1"),
        ("Units move ([[4.1]]), then fight ([[Combat]]).", "Units move,^4.1 then fight.^6"),
        ("Units move ([[4.1]], [[5.2]]).", "Units move.^4.1^,^5.2"),
        ("It is [[4.1]] cut.", "It is^4.1 cut."),
        ("It moves as in [[4.1]].", "It moves as in 4.1."),
        ("It moves (see [[4.1]]).", "It moves (see 4.1)."),
        ("Use the [[Table]] or [[Combat]] now.", "Use the /Table/ or /Combat/ now."),
        ("Use it ([[Table]], [[4.1]]).", "Use it (/Table/, 4.1)."),
        ("Done. [[4.1]] tells why.", "Done. 4.1 tells why."),
        ("The **cup** [[4.1]]: draw.", "The cup:^4.1 draw."),
    ],
)
def test_a_reference_is_raised_unless_the_sentence_needs_it(text, printed):
    """Words that lead elsewhere are slanted: in grey they looked like a fault of the print."""
    spans = set_off(spans_of(text), Known(), "en")
    marks = {(True, False): "^{}", (False, True): "/{}/", (False, False): "{}"}
    assert "".join(marks[span.raised, span.italic].format(span.text) for span in spans) == printed


@pytest.mark.parametrize(
    ("language", "text", "printed"),
    [
        ("ja", "ユニットは移動する（[[4.1]]）。", "ユニットは移動する。^4.1"),
        ("ja", "[[4.1]]に従い、[[5.2]]を行う。", "4.1に従い、5.2を行う。"),
        ("he", "היחידה זזה ([[4.1]]).", "היחידה זזה.^4.1"),
        ("he", "ראו [[4.1]], כמו ב-[[5.2]].", "ראו 4.1, כמו ב-5.2."),
        ("pl", "Oddział rusza ([[4.1]]), zob. [[5.2]].", "Oddział rusza,^4.1 zob. 5.2."),
    ],
)
def test_other_languages_have_brackets_and_words_of_their_own(language, text, printed):
    spans = set_off(spans_of(text), Known(), language)
    assert "".join(f"^{span.text}" if span.raised else span.text for span in spans) == printed


def test_what_is_raised_leads_to_its_case():
    last = set_off(spans_of("Move ([[Combat]])."), Known(), "en")[-1]
    assert (last.text, last.link, last.raised) == ("6", "to Combat", True)


def test_the_words_before_an_address_are_those_of_the_language():
    assert set_off(spans_of("kuten [[4.1]]"), Known(), "fi")[-1].raised is False
    assert set_off(spans_of("kuten [[4.1]]"), Known(), "en")[-1].raised is True
