"""docs/a-first-game.md: its excerpts stand in the sources of The Ford, its steps lead there, its output is real."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli import root

ROOT = Path(__file__).resolve().parent.parent
FORD = ROOT / "sources" / "the_ford"
PAGE = (ROOT / "docs" / "a-first-game.md").read_text("utf-8")

BLOCKS = re.findall(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', PAGE, re.MULTILINE | re.DOTALL)
FIRST = ", at first"
EXCERPTS = [(file, text) for _, file, text in BLOCKS if file and not file.endswith(FIRST)]
OUTPUTS = [text for language, file, text in BLOCKS if language == "text" and not file]
MISTAKES = [text for text in OUTPUTS if text.startswith("mygames/")]
GAP = "# …"

STEPS = (
    ("game.yaml", "rules/10-rules.yaml"), ("map.yaml",), ("counters.yaml", "style.yaml"), ("charts.yaml",),
    ("scenarios/standard.yaml",),
)  # fmt: skip
"""The files of each step that leads to a game which can be printed, in the order of the page."""

BEGINNINGS = {file.removesuffix(FIRST): text for _, file, text in BLOCKS if file.endswith(FIRST)}
"""What the files hold before their step."""


def missing_part(file: str, text: str) -> str:
    """The first part of an excerpt that doesn't stand in `file`, as whole lines and after the part before it."""
    source, start = "\n" + (FORD / file).read_text("utf-8"), 0
    for part in re.split(rf"^{GAP}\n", text, flags=re.MULTILINE):
        place = source.find("\n" + part, start)
        if place < 0:
            return part
        start = place + len(part)
    return ""


def test_every_file_of_the_game_is_shown():
    """Of a folder with several files, one of them."""
    shown = {file.partition("/")[0] for file, _ in EXCERPTS}
    files = {path.name for path in FORD.iterdir()}
    assert shown == files - {"style.yaml", "gpids.yaml", "art"}


@pytest.mark.parametrize(("file", "text"), EXCERPTS, ids=[file for file, _ in EXCERPTS])
def test_excerpts_stand_in_the_sources(file, text):
    assert missing_part(file, text) == ""


def test_a_stale_excerpt_would_be_seen():
    assert missing_part("procedures.yaml", "  entering: free\n") == "  entering: free\n"
    assert missing_part("map.yaml", f"roads:\n{GAP}\nid: main\n") == "id: main\n"


def test_every_section_of_the_declaration_is_explained():
    shown = "".join(text for file, text in EXCERPTS if file == "procedures.yaml")
    sections = re.findall(r"^(\w+):", (FORD / "procedures.yaml").read_text("utf-8"), re.MULTILINE)
    assert len(sections) > 10
    assert set(sections) - set(re.findall(r"^(\w+):", shown, re.MULTILINE)) == {"sequence"}


# Mistakes ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def pnp(tmp_path, monkeypatch) -> Callable[..., str]:
    """Runs pnp in an empty folder with the games in `mygames`, and gives back what it prints."""
    monkeypatch.chdir(tmp_path)

    def call(command: str, *words: str, lines: str = "") -> str:
        ran = CliRunner().invoke(root, ["--sources", "mygames", command, "the-ford", *words], input=lines)
        assert not isinstance(ran.exception, Exception), ran.exception
        return ran.output

    return call


@pytest.mark.parametrize("shown", MISTAKES, ids=[re.search(r"\[([\w-]+)\]\n", text)[1] for text in MISTAKES])
def test_a_mistake_is_reported_as_shown(pnp, tmp_path, shown):
    """The second line of each report is the faulty line: put into the game, it is all that is wrong."""
    folder = tmp_path / "mygames" / "the_ford"
    shutil.copytree(FORD, folder)
    file = re.match(r"mygames/the_ford/([^:]+):", shown)[1]
    number, line = re.search(r"^ +(\d+) \| (.*)$", shown, re.MULTILINE).groups()
    lines = (folder / file).read_text("utf-8").split("\n")
    assert lines[int(number) - 1] != line
    lines[int(number) - 1] = line
    (folder / file).write_text("\n".join(lines), "utf-8")
    report, way = pnp("check").rstrip("\n").rsplit("\n", 1)
    assert report == f"{shown}the-ford: 1 error"
    assert "pnp build the-ford --only map" in way


# From an empty folder ----------------------------------------------------------------------------------------------


def begun(folder: Path) -> None:
    """The nearly empty files of a new game."""
    for file, text in BEGINNINGS.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        up = "../" * (2 + file.count("/"))
        schema = "scenario" if "/" in file else file.removesuffix(".yaml")
        head = f"# yaml-language-server: $schema={up}output/schema/{schema}.schema.json\n"
        (folder / file).write_text(head + text, "utf-8")


def copied(folder: Path, file: str) -> None:
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    whole = (FORD / file).read_text("utf-8")
    text = re.sub(r"(?m)^(?: +silhouette|cover): .*\n", "", whole)  # the page is about a game without pictures
    (folder / file).write_text(text.replace("languages: [en, it, de]", "languages: [en]"), "utf-8")


def errors(report: str) -> int:
    """How many errors a report tells."""
    return int((re.search(r"^the-ford: (\d+) errors?", report, re.MULTILINE) or (0, "0"))[1])


@pytest.mark.slow
def test_the_steps_lead_from_an_empty_folder_to_the_game(pnp, tmp_path):
    """Each step leaves fewer errors until only numbers are missing; then the game plays, and is translated."""
    folder = tmp_path / "mygames" / "the_ford"
    folder.mkdir(parents=True)
    assert "no game with the id 'the-ford'" in pnp("check")
    copied(folder, "game.yaml")
    assert pnp("check").count("[missing-file]") == len(BEGINNINGS) == 1
    begun(folder)
    counts = []
    for files in STEPS:
        for file in files:
            copied(folder, file)
        counts.append(errors(pnp("check")))
    assert counts == sorted(set(counts), reverse=True)
    assert counts[-1] == 0
    assert re.findall(r"\[([\w-]+)\] \(warning\)$", pnp("check"), re.MULTILINE) == ["gpid-missing"]
    assert "the-ford: nothing to mend" in pnp("check", "--fix")
    numbers = (FORD / "gpids.yaml").read_text("utf-8")
    assert (folder / "gpids.yaml").read_text("utf-8") == numbers

    assert "nothing built" not in pnp("build", "--lang", "en", "--paper", "a4", "--only", "map")
    assert (tmp_path / "output" / "the-ford" / "en" / "map-a4.pdf").is_file()

    copied(folder, "procedures.yaml")
    assert pnp("check") == "the-ford: nothing to mend\n"
    position, share, cases = (text for text in OUTPUTS if text not in MISTAKES)
    assert position in pnp("play", lines="q\n")
    assert cases in pnp("trace")
    games = masked(pnp("playtest", "--games", "6", "--players", "heuristic", "--out", "tested"))
    assert len(share.splitlines()) == 5
    assert [line for line in masked(share) if line not in games] == []

    shutil.copytree(FORD / "examples", folder / "examples")
    assert pnp("check") == "the-ford: nothing to mend\n"
    shutil.copy(FORD / "game.yaml", folder / "game.yaml")
    assert "there is no catalogue for the language 'it'" in pnp("check")
    shutil.copytree(FORD / "locale", folder / "locale")
    assert pnp("check") == "the-ford: nothing to mend\n"


def masked(text: str) -> list[str]:
    """The lines of a report without its figures, which depend on how well the computer plays."""
    return [re.sub(r"[\d.–]+", "#", " ".join(line.split())) for line in text.splitlines()]
