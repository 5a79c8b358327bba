"""Names that are nearly others, and which of two places is wrong (name_misspelt, border_open, table_monotone)."""

import pytest
from mutation import FIXTURE, changed_copy

from pnp.checks import check_game
from pnp.checks.ids.references import FIELDS
from pnp.checks.ids.unknown_name import DEFINED_IN
from pnp.sources import load_game

FOG = "rules/10-basics.yaml cases/Fog/text = "


def findings(tmp_path, code: str, *changes: str):
    """File and message of each finding."""
    folder = changed_copy(FIXTURE, tmp_path, changes)
    problems = check_game(load_game(folder), select=(code,)).problems
    return [(p.where.path.rpartition("/")[2], p.message) for p in problems if p.where]


@pytest.mark.parametrize(
    ("text", "word"),
    [("The men of Dogwod see nothing.", "Dogwod"), ("In the fog the Tnk stays where it is.", "Tnk")],
)
def test_a_word_that_is_nearly_a_name(tmp_path, text: str, word: str):
    assert findings(tmp_path, "name-misspelt", FOG + text) == [
        ("10-basics.yaml", f"{word!r} is in no name of the data")
    ]


@pytest.mark.parametrize("text", ["Rank and file see nothing.", "A ton of fog lies on Alder.", "Thank the fog."])
def test_a_short_word_that_is_another_is_let_be(tmp_path, text: str):
    assert findings(tmp_path, "name-misspelt", FOG + text) == []


def test_a_name_that_differs_from_text_and_ids_is_itself_wrong(tmp_path):
    """The id dogwood and the text say Dogwood, the name on the map says Dogwodd."""
    found = findings(tmp_path, "name-misspelt", "map.yaml spaces/dogwood/name = Dogwodd", FOG + "Fog hides Dogwood.")
    assert found == [("map.yaml", "'Dogwodd' is 'Dogwood' in a text and in other names")]


def test_codes_that_all_cells_have_the_other_way_round(tmp_path):
    """One finding at the codes, not one at each cell."""
    rows = "[{die: 1-2, results: [AR, NE, DR]}, {die: 3-4, results: [AR, NE, DR]}, {die: 5-6, results: [AR, NE, DR]}]"
    codes = "[{id: AR, name: a, text: a}, {id: DR, name: b, text: b}, {id: NE, name: c, text: c}]"
    changes = f"charts.yaml tables/combat/rows = {rows}", f"charts.yaml tables/combat/codes = {codes}"
    ((file, message),) = findings(tmp_path, "table-monotone", *changes)
    assert (file, message.partition(": ")[2]) == (
        "charts.yaml",
        "'DR' stands before 'NE' in `codes`, but after it in 3 cells",
    )


def test_a_march_of_a_campaign_names_a_side_and_spaces(tmp_path):
    """Also one that only the drawing of the map in the rulebook would stumble over."""
    march = "{side: blu, via: [dogwood, atlantis], text: It goes back.}"
    campaign = f"rules/10-basics.yaml cases/Fog/campaign = {{title: The spring, arrows: [{march}]}}"
    assert findings(tmp_path, "unknown-name", campaign) == [
        ("10-basics.yaml", "unknown side or nationality 'blu'"), ("10-basics.yaml", "unknown space 'atlantis'"),
    ]  # fmt: skip


def test_a_border_with_a_wrong_region_is_reported_where_it_stands(tmp_path):
    """Not where the two outlines are open."""
    ((file, message),) = findings(tmp_path, "border-open", "map.yaml borders/0/between = [dogwood, birch]")
    assert file == "map.yaml"
    assert message == "with this border 'dogwood' and 'alder' are open at both its ends"


@pytest.mark.parametrize("word", ["gaurd", "uard"])
def test_a_small_word_of_a_name_is_misspelt(tmp_path, word: str):
    text = f"{FOG}The Royal {word} sees it."
    found = findings(tmp_path, "name-misspelt", "counters.yaml groups/guard/name = Royal guard", text)
    assert found == [("10-basics.yaml", f"'Royal {word}' is in no name of the data")]


def test_another_small_word_behind_that_of_a_name_is_let_be(tmp_path):
    text = FOG + "The Royal grand master sees it."
    assert findings(tmp_path, "name-misspelt", "counters.yaml groups/guard/name = Royal guard", text) == []


def test_a_changed_name_is_compared_with_words_that_stand_once(tmp_path):
    """The town on the map has another name than in the errata; only the map was changed."""
    changes = "map.yaml towns/0/name = Oka Corss", FOG + "Nobody sees Oka Cross."
    ((file, message),) = findings(tmp_path, "spelled-once", *changes)
    assert file == "map.yaml"
    assert message.partition(" (")[0] == "'Corss' was 'Cross' when it was translated, as elsewhere"


@pytest.mark.parametrize(("side", "code"), [("blue", "side-of-id"), ("rde", "unknown-name")])
def test_an_unknown_side_is_not_told_to_be_another_one_than_in_the_id(tmp_path, side: str, code: str):
    folder = changed_copy(FIXTURE, tmp_path, (f"map.yaml boxes/red-reserve/side = {side}",))

    assert [p.code for p in check_game(load_game(folder), ignore=("schema-line",)).problems] == [code]


def test_a_start_with_an_unknown_side_is_reported_once(tmp_path):
    """Not also as one in the phase of another side."""
    changes = ("scenarios/standard.yaml position/side = rde", "scenarios/standard.yaml position/phase = moving",
               "game.yaml phases/moving/side = red")  # fmt: skip
    problems = check_game(load_game(changed_copy(FIXTURE, tmp_path, changes)), ignore=("schema-line",)).problems
    assert [p.code for p in problems] == ["unknown-name"]


def test_a_changed_text_is_compared_with_its_words_when_it_was_translated(tmp_path):
    """Any letter may be wrong where the word still stands elsewhere; another form of it is no slip."""
    weather = "charts.yaml tables/weather/rows/0/text = Go fur."
    ((file, message),) = findings(tmp_path / "1", "spelled-once", weather, FOG + "They go far, or never.")
    assert file == "charts.yaml"
    assert message.partition(" (")[0] == "'fur' was 'far' when it was translated, as elsewhere"
    other = "charts.yaml tables/weather/rows/1/text = Go slewly."
    assert findings(tmp_path / "2", "spelled-once", other) == []  # "slowly" has gone everywhere
    combat = "charts.yaml tables/combat/codes/DR/text = The defender moves backs."
    assert findings(tmp_path / "3", "spelled-once", combat, FOG + "They go back.") == []


def test_words_that_only_an_author_reads_are_compared(tmp_path):
    found = findings(tmp_path, "spelled-once", "game.yaml parameters/0/text = units in one foorest", FOG + "A forest.",
                     "map.yaml spaces/alder/name = Forest")  # fmt: skip
    assert found == [("game.yaml", "'foorest' stands once, and 'forest' 2 times")]


def test_two_words_that_differ_by_a_pair_of_vowels_are_let_be(tmp_path):
    assert findings(tmp_path, "spelled-once", FOG + "They lose what they lose. They choose what they lose.",
                    "charts.yaml tables/weather/rows/0/text = loose") == []  # fmt: skip



def test_each_kind_of_name_is_told_where_it_is_defined():
    """The hint of an unknown name lists the file; without it the check would stumble."""
    kinds = {kind for fields in FIELDS.values() for names in fields.values() for kind in names}

    assert len(kinds) > 20
    assert kinds <= set(DEFINED_IN)
