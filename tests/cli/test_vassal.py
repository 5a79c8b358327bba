"""`pnp vassal`: modules of anybody, made here as small as each case needs."""

from __future__ import annotations

import json
import os
import re
import sys
import zipfile
from pathlib import Path

import pytest

PIECE = (
    '<VASSAL.build.widget.PieceSlot entryName="{0}" gpid="{1}">+/null/{2}piece;;;;{0}/'
    "</VASSAL.build.widget.PieceSlot>"
)
HEAD = (
    '<VASSAL.build.GameModule name="Small" version="{version}" VassalVersion="3.7.0" nextPieceSlotId="9">'
    "<VASSAL.build.module.PlayerRoster><entry>Red</entry><entry>Solo</entry></VASSAL.build.module.PlayerRoster>"
)


def module_at(
    path: Path, *pieces: str, version: str = "1", extra: str = "", files: dict[str, bytes] | None = None
) -> Path:  # fmt: skip
    """A module with these pieces, written to `path`."""
    with zipfile.ZipFile(path, "w") as archive:
        body = HEAD.format(version=version) + extra + '<VASSAL.build.module.PieceWindow name="P">'
        body += "".join(pieces) + "</VASSAL.build.module.PieceWindow></VASSAL.build.GameModule>"
        archive.writestr("buildFile.xml", body)
        for name, data in (files or {}).items():
            archive.writestr(name, data)
    return path


@pytest.fixture
def small(tmp_path):
    return module_at(tmp_path / "small.vmod", PIECE.format("Guard", 1, ""))


def test_a_sound_module(pnp, small):
    ran = pnp("vassal", "check", small)

    assert (ran.code, ran.out, ran.err) == (0, "", "small.vmod: nothing to mend\n")


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_fault_in_each_form(pnp, tmp_path, form):
    bad = module_at(tmp_path / "bad.vmod", PIECE.format("Guard", 1, "prototype;Foot\t"))
    ran = pnp("vassal", "check", bad, "--format", form)

    assert ran.code == 1
    assert "unknown prototype 'Foot'" in ran.out
    assert "bad.vmod/buildFile.xml" in ran.out
    if form in ("json", "sarif"):
        json.loads(ran.out)


def test_several_files_one_of_them_missing(pnp, small, tmp_path):
    ran = pnp("vassal", "check", small, tmp_path / "none.vmod", tmp_path)

    assert ran.code == 1
    assert "none.vmod: can't be read: No such file" in ran.out
    assert "small.vmod, none.vmod" in ran.err


def test_a_name_cannot_command_the_terminal(pnp, tmp_path):
    evil = module_at(tmp_path / "evil.vmod", PIECE.format("A", 1, "prototype;&#27;[2J\t").replace("&#27;", "\x7f"))
    ran = [pnp("vassal", *words) for words in (("check", evil), ("show", evil), ("diff", evil, evil))]

    assert not any("\x7f" in r.out for r in ran)


def test_what_a_module_holds(pnp, tmp_path):
    file = module_at(tmp_path / "m.vmod", PIECE.format("Guard", 1, "immob;g\t"), PIECE.format("Foot", 2, "immob;g\t"),
                     files={"images/a.png": b"", "Module_de.properties": b"a=b"})  # fmt: skip
    text = pnp("vassal", "show", file, "--tree", "2").out
    held = json.loads(pnp("vassal", "show", file, "--json").out)

    assert (held["pieces"], held["images"], held["languages"], held["sides"]) == (2, 1, ["de"], ["Red", "Solo"])
    assert held["traits"] == {"immob": 2, "piece": 2}
    assert "traits: immob 2, piece 2" in text
    assert "PieceWindow 'P'\n  PieceSlot × 2\n" in text
    assert pnp("vassal", "show", file).out == pnp("vassal", "show", file).out


def test_how_two_modules_differ(pnp, small, tmp_path):
    other = module_at(
        tmp_path / "other.vmod", PIECE.format("Guard", 1, "immob;g\t"), PIECE.format("Foot", 2, ""), version="2",
        extra="<VASSAL.build.module.Chatter/>", files={"images/a.png": b"x"},
    )  # fmt: skip
    ran = pnp("vassal", "diff", small, other)

    assert ran.code == 1
    assert ran.out.splitlines() == [
        "~ the module: version: '1' → '2'",
        "+ Chatter",
        "~ piece 'Guard' (1): trait 1 (piece): 'piece;;;;Guard | ' → ''",
        "~ piece 'Guard' (1): trait 1 (immob): '' → 'immob;g | '",
        "~ piece 'Guard' (1): trait 2 (piece): '' → 'piece;;;;Guard | '",
        "+ piece 'Foot' (2)",
        "+ file 'images/a.png'",
    ]
    back = json.loads(pnp("vassal", "diff", other, small, "--json").out)["changes"]
    assert {"what": "piece 'Foot' (2)", "field": "", "before": "removed", "after": ""} in back
    assert pnp("vassal", "diff", small, small).code == 0


# The engine, played by a script ------------------------------------------------------------------------------


@pytest.fixture
def installation(tmp_path, monkeypatch):
    """A VASSAL whose Java prints what the file `said` holds, and whose display is none."""
    folder = tmp_path / "VASSAL"
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / "Vengine.jar").write_bytes(b"")
    tools = tmp_path / "bin"
    tools.mkdir()
    said = tmp_path / "said"
    java = f'#!{sys.executable}\nimport sys, time\ntext = open({str(said)!r}).read()\nprint(text, flush=True)\n'
    java += "open(sys.argv[-1] + '/words', 'w').write(' '.join(sys.argv))\n'wait' in text and time.sleep(60)\n"
    for name, text in (("java", java), ("xvfb-run", '#!/bin/sh\nshift 3\nexec "$@"\n')):
        (tools / name).write_text(text, "utf-8")
        (tools / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    spoken = "@@engine\t3.7.26\n@@setup\tStart\n@@map\tMain\t12\n@@map\tBox\t1\n@@picture\t1.png\n@@end\t\n"
    said.write_text(spoken, "utf-8")
    return folder


def test_what_the_engine_says(pnp, small, installation, tmp_path):
    ran = pnp("vassal", "verify", small, "--vassal", installation, "--out", tmp_path / "out")

    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "en: VASSAL 3.7.26: 'Start' (13 pieces); 0 warnings, 1 picture\n"
    words = (tmp_path / "out" / "small-vassal" / "en" / "words").read_text("utf-8")
    assert "-Duser.language=en" in words
    assert f"bsh.Interpreter {Path('vassal', 'engine', 'drive.bsh')}" in words.replace(f"{Path.cwd()}{os.sep}", "")


def test_what_was_pressed_and_not_undone(pnp, small, installation, tmp_path):
    """The chat is told once, a difference in its first signs."""
    spoken = "@@engine\t3.7.26\n@@press\tbutton A\n@@said\tdie 3\n@@press\tbutton B\n@@said\tdie 3\n"
    (tmp_path / "said").write_text(f"{spoken}@@undo\tbutton B: [1] -> [2]{9 * 99 * ' x'}\n@@end\t\n", "utf-8")
    call = ["vassal", "verify", small, "--vassal", installation, "--out", tmp_path / "out", "--press-all"]
    ran, told = pnp(*call), json.loads(pnp(*call, "--json").out)["languages"][0]

    assert (ran.code, ran.out.startswith("en: not undone: 'button B: [1] -> [2] x")) == (1, True)
    assert len(ran.out) < 450 and ran.err.endswith("0 pictures, 2 commands tried\n")
    assert (told["pressed"], told["chat"], told["ok"]) == (2, ["die 3"], False)
    words = (tmp_path / "out" / "small-vassal" / "en" / "words").read_text("utf-8")
    assert "press.bsh" in words


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("@@log\tWARN\tBad Data in Module\n@@dialog\tBug:  two\twords\n@@end\t", "'WARN: Bad Data in Module'"),
        ("@@failed\tjava.io.IOException: gone", "'java.io.IOException: gone'"),
        ("nothing to the purpose", "'the engine stopped without a word'"),
    ],
)
def test_what_the_engine_finds_wrong(pnp, small, installation, tmp_path, said, told):
    (tmp_path / "said").write_text(said, "utf-8")
    ran = pnp("vassal", "verify", small, "--vassal", installation, "--out", tmp_path / "out")

    assert ran.code == 1
    assert f"en: {told}" in ran.out.splitlines()


def test_an_engine_that_waits_is_stopped(small, installation, tmp_path):
    from pnp.vassal.verify.engine import ask_engine

    (tmp_path / "said").write_text("@@setup\tStart\nwait", "utf-8")
    report = ask_engine(small, installation, "en", tmp_path / "out", seconds=2)

    assert report.setups == {"Start": {}}
    assert "stopped after 2 seconds" in report.failure


def test_findings_of_one_cause_stand_together_unless_each_is_asked_for(pnp, tmp_path):
    pieces = "".join(PIECE.format(f"Guard {n}", n, "prototype;Gone\t") for n in range(1, 7))
    lacking = module_at(tmp_path / "lacking.vmod", pieces)
    shown, each = pnp("vassal", "check", lacking), pnp("vassal", "check", lacking, "--all")

    assert (shown.out.count("[module-prototype]"), "--all lists each" in shown.out) == (1, True)
    assert (each.out.count("[module-prototype]"), shown.code, each.code) == (6, 1, 1)
    assert shown.err == each.err  # no word on maps that only a game has
    assert "pnp build" not in shown.err


def test_a_set_up_without_its_file_is_an_error_at_once(pnp, tmp_path, installation):
    """The engine, which would wait for an answer, isn't started."""
    setup = '<VASSAL.build.module.PredefinedSetup name="Start" file="start.vsav" useFile="true"/>'
    lacking = module_at(tmp_path / "lacking.vmod", PIECE.format("Guard", 1, ""), extra=setup)
    (tmp_path / "said").write_text("wait", "utf-8")
    ran = pnp("vassal", "verify", lacking, "--vassal", installation, "--out", tmp_path / "out")

    assert (ran.code, (tmp_path / "out").exists()) == (1, False)
    assert "lacking.vmod/buildFile.xml: set-up 'Start' has no file 'start.vsav' [module-setup]" in ran.err


def test_no_engine_no_java(pnp, small, installation, monkeypatch, tmp_path):
    ran = pnp("vassal", "verify", small, "--vassal", tmp_path)
    assert (ran.code, "it lacks lib/Vengine.jar" in ran.err) == (3, True)

    monkeypatch.setenv("PATH", "")
    ran = pnp("vassal", "verify", small, "--vassal", installation)
    assert (ran.code, "no Java" in ran.err) == (3, True)


@pytest.mark.slow
@pytest.mark.skipif(not os.environ.get("PNP_MODULES"), reason="PNP_MODULES=DIR names no folder of modules")
def test_modules_of_others_are_read():
    """None of them is committed; each must be read, and shown, without an exception."""
    from pnp.vassal.format.reader import read_module
    from pnp.vassal.verify.module import check_module
    from pnp.vassal.verify.outline import outline_lines

    files = sorted(Path(os.environ["PNP_MODULES"]).glob("*.vmod"))
    assert files
    for file in files:
        module = read_module(file)
        assert all(p.code.startswith("module-") for p in check_module(module))
        assert len(list(outline_lines(module))) >= 4


# Games to VASSAL and back --------------------------------------------------------------------------------------


@pytest.fixture
def logged(pnp, tmp_path):
    """A random game of The Ford."""
    log = tmp_path / "game.jsonl"
    assert pnp("play", "the-ford", "--players", "random", "--seed", "3", "--log", log).code == 0
    return log


def test_a_game_goes_to_vassal_and_on_in_the_referee(pnp, logged, tmp_path):
    """The log of turn 3, saved for VASSAL and imported, is the position that the log has there."""
    ran = pnp("vassal", "save", "the-ford", logged, "--turn", "3")
    assert (ran.code, ran.err) == (0, "")
    saved, on = Path(ran.out.strip()), tmp_path / "on.json"
    assert saved.name == "game-turn-3.vsav"
    imported = json.loads(pnp("vassal", "import", saved, "--advise", "north", "--save", on, "--json").out)

    lines = [json.loads(line) for line in logged.read_text("utf-8").splitlines()[1:]]
    before = next(line["n"] for line in lines if line.get("turn") == 3 and "do" in line) - 1
    replayed = json.loads(pnp("replay", logged, "--to", before, "--json").out)
    assert imported["position"]["turn"] == 3
    assert imported["position"]["units"] == {
        place: units for place, units in replayed["position"]["units"].items() if units
    }  # fmt: skip
    assert (imported["game"], imported["problems"]) == ("the-ford", [])
    assert imported["advice"][0]["do"][0] == "choose-unit"
    assert imported["advice"][0]["reason"]
    assert pnp("play", "the-ford", "--players", "random", "--load", on).code == 0


def test_a_turn_that_the_log_does_not_have(pnp, logged):
    ran = pnp("vassal", "save", "the-ford", logged, "--turn", "44")

    assert (ran.code, ran.out) == (1, "")
    assert "nobody decides anything in turn 44 [unknown-name]\n  hint: turns with decisions: 1–" in ran.err


def test_what_is_illegal_about_a_position_and_by_which_rule(pnp, logged, tmp_path):
    """All units of The Ford's north in one hex, and one of the south with them."""
    from pnp.vassal.format.safe_archive import unpacked

    saved = tmp_path / "game.vsav"
    assert pnp("vassal", "save", "the-ford", logged, "--turn", "1", "--out", saved).code == 0
    with zipfile.ZipFile(saved) as archive:
        entries = {name: unpacked(archive, archive.getinfo(name), "x") for name in archive.namelist()}
    text = entries["savedGame"].decode()
    places = sorted(set(re.findall(r"Main Map;(\d+;\d+);", text)))
    with zipfile.ZipFile(saved, "w") as archive:
        for name, data in entries.items():
            changed = re.sub(r"Main Map;\d+;\d+;", f"Main Map;{places[-1]};", text).encode()
            archive.writestr(name, changed if name == "savedGame" else data)
    ran = pnp("vassal", "import", saved)

    assert ran.code == 1
    assert "enemies stand together in" in ran.err
    assert "  rule: 4.1" in ran.err


@pytest.mark.parametrize("data", [b"", b"PK", b"!VCSK00", b"\x00" * 5000])
def test_what_is_no_saved_game(pnp, tmp_path, data):
    file = tmp_path / "a.vsav"
    file.write_bytes(data)
    ran = pnp("vassal", "import", file, "--game", "the-ford")

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"{file.as_posix()}: not a saved game: ")


def test_a_saved_game_of_another_module(pnp, tmp_path):
    file = tmp_path / "a.vsav"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("savedGame", "begin_save\x1bend_save")
        archive.writestr("moduledata", "<data><name>The Fort</name></data>")
    ran = pnp("vassal", "import", file)

    assert (ran.code, ran.out) == (1, "")
    assert "a saved game of 'The Fort', which is none of the games [vassal-save]" in ran.err
    assert "  hint: did you mean 'The Ford'?" in ran.err
