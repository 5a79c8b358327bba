"""What a game's own Python code raises is reported as its author's, with file and line, by every command that plays."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from pnp.errors import SourceError
from pnp.press.played import play_examples
from pnp.referee import own_code
from pnp.sources import load_game

ROOT = Path(__file__).resolve().parent.parent.parent

CODE = '''\
from pnp.referee.kit.assembly import Assembly
from pnp.referee.kit.procedures.movement import Movement
from pnp.referee.kit.rules import DeclaredRules


class ClumsyMovement(Movement):
    def points(self, state, unit):
        return super().points(state, unit) // self.pace(state)

    def pace(self, state):
        return 0 * state.turn


class ClumsyAssembly(Assembly):
    MOVEMENT = ClumsyMovement


class ClumsyRules(DeclaredRules):
    ASSEMBLY = ClumsyAssembly
'''
PLACE = "clumsy_rules.py:8:16: ClumsyMovement.points raised ZeroDivisionError: integer division or modulo by zero"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with The Ford."""
    for name in ("the_ford", "common"):
        shutil.copytree(ROOT / "sources" / name, tmp_path / "games" / name)
    return tmp_path / "games"


def register(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Make `code` the code of The Ford, as an installed package would."""
    about = folder / "clumsy_rules-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: clumsy_rules\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[pnp.games]\nthe-ford = clumsy_rules:ClumsyRules\n")
    (folder / "clumsy_rules.py").write_text(code)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "clumsy_rules", raising=False)


def test_each_command_that_plays_names_the_line(pnp, games, tmp_path, monkeypatch):
    log = tmp_path / "game.jsonl"
    assert pnp("--sources", games, "play", "the-ford", "--players", "random", "--log", log).code == 0
    register(tmp_path, monkeypatch, CODE)
    for arguments in (
        ("check", "the-ford", "--select", "example"),
        ("play", "the-ford", "--players", "random"),
        ("playtest", "the-ford", "--games", "1", "--players", "random"),
        ("replay", log),
    ):
        ran = pnp("--sources", games, *arguments)
        assert ran.code == 1, arguments
        assert f"{PLACE} [own-code]" in ran.out + ran.err, arguments
        assert "Traceback" not in ran.err and "fault of pnp" not in ran.err, arguments


def test_a_build_that_tells_an_example_names_the_line(games, tmp_path, monkeypatch):
    register(tmp_path, monkeypatch, CODE)
    with pytest.raises(SourceError) as caught:
        play_examples(load_game("the-ford", dirs=[games]), "first-step")
    (problem,) = caught.value.problems
    assert str(problem).endswith(f"{PLACE} [own-code]")


def test_code_that_python_cannot_read_is_named_too(pnp, games, tmp_path, monkeypatch):
    register(tmp_path, monkeypatch, CODE.replace("return 0 *", "return 0 +*"))
    ran = pnp("--sources", games, "play", "the-ford", "--players", "random")
    assert ran.code == 1
    assert "clumsy_rules.py:11:19: can't be read: SyntaxError" in ran.err


def test_callers_and_what_was_called_are_told(tmp_path):
    """An author who gives the program something wrong sees both ends."""
    names: dict[str, object] = {"__name__": "clumsy_rules"}
    exec("def inner(): return chr('x')\ndef outer(): inner()", names)
    entry = EntryPoint("the-ford", "clumsy_rules:ClumsyRules", "pnp.games")
    with pytest.raises(TypeError) as caught:
        names["outer"]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_code, "entry_points", lambda group: [entry])
        patch.syspath_prepend(tmp_path)
        problem = own_code.own_fault(caught.value)
    assert problem.message.startswith("inner raised TypeError: ")
    assert "called by outer (<string>:2)" in problem.hint
    assert own_code.own_fault(caught.value) is None
