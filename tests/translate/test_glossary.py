"""Terms of the trade."""

import pytest

from pnp.errors import SourceError
from pnp.model.glossary import GlossarySource, Term
from pnp.translate.glossary import TermFinder, load_glossary

GLOSSARY = GlossarySource(terms=(Term(id="marker", english=("marker", "markers"), translations={"it": ("segnalin",)}),))


@pytest.mark.parametrize(
    ("english", "italian", "missing"),
    [
        ("Two markers.", "Due Segnalini.", []),
        ("Two markers.", "Due gettoni.", ["marker"]),
        ("A remarkable thing.", "Una cosa notevole.", []),
        ("Marker", "Pedina", ["marker"]),
    ],
)
def test_a_term_must_be_rendered_in_a_known_way(english: str, italian: str, missing: list[str]):
    assert [t.id for t in TermFinder(GLOSSARY, "it").missing(english, italian)] == missing


@pytest.mark.parametrize(("russian", "missing"), [("По очкам.", ["points"]), ("За ПО.", []), ("Победные.", [])])
def test_an_abbreviation_is_sought_in_capitals(russian: str, missing: list[str]):
    """The preposition "по" passed for the victory points, "ПО"."""
    term = Term(id="points", english=("victory points",), translations={"ru": ("побед", "ПО")})

    found = TermFinder(GlossarySource(terms=(term,)), "ru").missing("Victory points.", russian)
    assert [t.id for t in found] == missing


def test_a_language_that_the_glossary_does_not_know_is_free():
    assert TermFinder(GLOSSARY, "fi").missing("Two markers.", "Kaksi.") == []


def test_the_glossary_that_ships_has_each_term_once_with_italian():
    terms = load_glossary().terms

    assert len(terms) > 20
    assert len({t.id for t in terms}) == len(terms)
    assert all(t.translations.get("it") for t in terms)


def test_a_broken_glossary_is_told_with_its_place(tmp_path):
    path = tmp_path / "glossary.yaml"
    path.write_text("terms:\n  - id: a\n    english: []\n    translations: {}\n")

    with pytest.raises(SourceError) as caught:
        load_glossary(path)

    assert caught.value.problems[0].where.line == 3
