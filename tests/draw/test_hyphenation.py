"""The patterns that ship divide words as the dictionaries do, and keep their licences."""

import pyphen
import pytest

from pnp.sources.assets import common_dir

FOLDER = common_dir() / "hyphenation"


def divided(file: str, word: str, right: int = 2) -> str:
    return pyphen.Pyphen(filename=str(FOLDER / file), left=2, right=right, cache=False).inserted(word)


@pytest.mark.parametrize(
    "wanted", ["hy-phen-ation", "re-in-force-ment", "as-so-ciate", "ta-ble", "project", "of-fen-sive", "ter-ri-tory"]
)
def test_american_english(wanted):
    """Associate, table and project stand in Knuth's list of exceptions."""
    assert divided("hyph_en_US.dic", wanted.replace("-", ""), right=3) == wanted


@pytest.mark.parametrize(
    "syllables",
    ["con-trol-lo", "rin-for-zi", "at-tra-ver-sa-re", "ac-qua", "di-stru-zio-ne", "del-l’at-tac-co", "bat-ta-glia"],
)
def test_italian(syllables):
    assert divided("hyph_it.dic", syllables.replace("-", "")) == syllables


@pytest.mark.parametrize(
    "syllables", ["пе-ре-мі-ще-ння", "кон-такт", "мо-бі-лі-за-ції", "від-сту-па-ють", "роз-гор-та-ння"]
)
def test_ukrainian(syllables):
    assert divided("hyph_uk.dic", syllables.replace("-", ""), right=3) == syllables


@pytest.mark.parametrize(
    "syllables", ["Ver-tei-di-gungs-fak-to-ren", "Kampf-ergeb-nis-ta-belle", "Rück-zug", "über-schrit-ten"]
)
def test_german(syllables):
    assert divided("hyph_de.dic", syllables.replace("-", ""), right=3) == syllables


@pytest.mark.parametrize("syllables", ["под-раз-де-ле-ния", "на-ступ-ле-ние", "снаб-же-ние", "биз-нес-мен"])
def test_russian(syllables):
    """The last is one of the exceptions of the TeX file."""
    assert divided("hyph_ru.dic", syllables.replace("-", ""), right=3) == syllables


@pytest.mark.parametrize(
    "syllables", ["prze-ciw-na-tar-cie", "za-opa-trze-nie", "od-dzia-łów", "roz-strzy-gnię-cie", "przy-naj-mniej"]
)
def test_polish(syllables):
    """The last is one of the exceptions of the TeX file."""
    assert divided("hyph_pl.dic", syllables.replace("-", ""), right=3) == syllables


@pytest.mark.parametrize(
    ("file", "notice"),
    [
        ("hyph_en_US.dic", "are permitted in any medium without royalty provided the copyright"),
        ("hyph_it.dic", "Permission is hereby granted, free of charge, to any person"),
        ("hyph_uk.dic", "name: LPPL"),
        ("hyph_de.dic", "Permission is hereby granted, free of charge, to any person"),
        ("hyph_ru.dic", "name: LPPL"),
        ("hyph_pl.dic", "Permission is hereby granted, free of charge, to any person"),
    ],
)
def test_each_file_keeps_its_notice(file, notice):
    assert notice in (FOLDER / file).read_text("utf-8")


def test_every_file_is_in_the_list_of_licences():
    files = {p.name for p in FOLDER.glob("*.dic")}
    listed = (FOLDER / "LICENCES").read_text("utf-8")

    assert files == {f"hyph_{code}.dic" for code in ("de", "en_US", "it", "pl", "ru", "uk")}
    assert [name for name in files if f"{name}: " not in listed] == []
