"""`pnp vassal`: modules of anybody, made here as small as each case needs."""

from __future__ import annotations

import json
import os
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
