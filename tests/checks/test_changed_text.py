"""Of two entries that contradict each other the one that was changed is reported (pnp/checks/base.py)."""

from pathlib import Path

import pytest
from mutation import FIXTURE, apply, changed_copy

from pnp.checks import check_game
from pnp.checks.base import Survey
from pnp.sources import load_game


@pytest.mark.parametrize(
    ("change", "code", "line"),
    [
        ("map.yaml spaces/alder/name = Cedar", "name-twice", "- id: alder"),
        ("map.yaml spaces/cedar/name = Alder", "name-twice", "- id: cedar"),
        ("game.yaml unit_types/tank/name = Guard", "label-twice", "- id: tank"),
        ("game.yaml unit_types/guard/name = Tank", "label-twice", "- id: guard"),
    ],
)
def test_the_name_that_was_changed_is_reported(tmp_path, change: str, code: str, line: str):
    folder = changed_copy(FIXTURE, tmp_path, (change,))

    (found,) = check_game(load_game(folder), select=(code,)).problems

    assert found.where is not None
    lines = (folder / change.partition(" ")[0]).read_text("utf-8").splitlines()
    above = [text.strip() for text in lines[: found.where.line] if "- id: " in text or "- {id: " in text]
    assert above[-1].replace("{", "").partition(",")[0] == line


def test_without_catalogues_no_text_is_newer(tmp_path):
    folder = changed_copy(FIXTURE, tmp_path, ("game.yaml languages = [en]",))
    (folder / "locale" / "it.po").unlink()
    survey = Survey(load_game(folder))

    told = {survey.is_changed(text.where) for text in survey.texts}

    assert told == {None}


def test_a_text_without_message_is_not_told_to_be_changed(tmp_path):
    folder = changed_copy(FIXTURE, tmp_path, ("rules/10-basics.yaml cases/Fog/text = Nobody sees far.",))
    survey = Survey(load_game(folder))

    told = {text.context: survey.is_changed(text.where) for text in survey.texts}

    assert told["rules/Fog/text"] is not False
    assert told["map/spaces/alder/name"] is False


def test_what_goes_by_its_name_is_changed_where_another_name_is_gone(tmp_path):
    """A town has no id: its context has gone, and another stands behind the same text."""
    folder = changed_copy(FIXTURE, tmp_path, ("map.yaml towns/0/name = Ash Cross",))
    survey = Survey(load_game(folder))

    told = {text.context: survey.is_changed(text.where) for text in survey.texts}

    assert told["map/towns/ash-cross/name"] is True


def test_one_more_town_is_not_a_changed_one(tmp_path):
    folder = changed_copy(FIXTURE, tmp_path, ("map.yaml towns/+ = {name: Ash Cross, at: [60, 60]}",))
    survey = Survey(load_game(folder))

    told = {text.context: survey.is_changed(text.where) for text in survey.texts}

    assert (told["map/towns/oak-cross/name"], told.get("map/towns/ash-cross/name")) == (False, None)


def test_a_name_that_others_may_have_is_reported_once_it_was_changed(tmp_path):
    """Results of two tables may be called the same; one that had a name of its own was meant to keep it."""
    change = "charts.yaml tables/weather/rows/0/name = Defender retreats"
    folder = changed_copy(FIXTURE, tmp_path, (change,))

    (found,) = check_game(load_game(folder), select=("label-twice",)).problems

    assert found.message.startswith("'Defender retreats' had another name, and is now called as ")


def test_what_is_new_may_have_the_name_of_another(tmp_path):
    row = "charts.yaml tables/weather/rows = [{die: 1-6, id: retreat, name: Defender retreats, text: It rains.}]"
    folder = changed_copy(FIXTURE, tmp_path, (row,))

    assert check_game(load_game(folder), select=("label-twice",)).problems == ()


@pytest.mark.parametrize(("address", "count"), [("1.3", 1), ("Combat Table", 0)])
def test_a_reference_that_alone_was_changed_speaks_of_its_sentence_as_before(tmp_path, address: str, count: int):
    """Case 1.2, Fighting, has a word of "Then fight"; Winning has none, the Combat Table as many."""
    change = f'rules/10-basics.yaml "fight [[1.2]]" -> "fight [[{address}]]"'
    folder = changed_copy(FIXTURE, tmp_path, (change,))

    found = check_game(load_game(folder), select=("reference-subject",)).problems

    assert [(p.where.line, p.hint) for p in found] == [(14, "did you mean [[1.2]], Fighting?")] * count


@pytest.mark.parametrize(
    ("change", "code", "place", "hint"),
    [
        ("map.yaml tracks/0/name = Turn Chart", "title-unknown", "map.yaml", "did you mean 'Turn Track'?"),
        ('game.yaml phases/moving/rule = "1.3"', "phase-reference", "game.yaml", "did you mean '1.1'?"),
    ],
)  # fmt: skip
def test_data_that_was_changed_is_reported_where_a_text_has_what_it_was(
    tmp_path, change: str, code: str, place: str, hint: str
):
    """The text stands as it was translated."""
    text = "1. {{ phase.moving }} [[1.1]]. The Turn Track has room."
    folder = changed_copy(FIXTURE, tmp_path, (f"rules/10-basics.yaml cases/1.0/cases/1.3/text = {text!r}",))
    catalogue = folder / "locale" / "it.po"
    written = catalogue.read_text("utf-8")
    at = written.index('msgctxt "rules/1.3/text"')
    entry = written[at:].partition("\n\n")[0]
    new = f'msgctxt "rules/1.3/text"\nmsgid "{text}"\nmsgstr "{text}"'
    catalogue.write_text(written.replace(entry, new), "utf-8")
    apply(folder, change)

    (found,) = check_game(load_game(folder), select=(code,)).problems

    assert found.where is not None
    assert (Path(found.where.path).name, found.hint) == (place, hint)
