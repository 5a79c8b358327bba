"""Every command writes what the user named and nothing else: all that the interpreter does to files is watched."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

WATCHED = """
import io, json, os, sys

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
IN_FOLDERS = {"os.mkdir", "os.rename", "os.remove", "os.rmdir"}   # their last argument may be an open folder
CHANGING = {*IN_FOLDERS, "os.link", "os.symlink", "os.truncate", "os.utime", "os.chmod"}
touched = []

def watch(event, arguments):
    if event == "open":
        path, _, flags = arguments
        if isinstance(path, (str, bytes)) and isinstance(flags, int) and flags & WRITING:
            touched.append(os.path.abspath(os.fsdecode(path)))
    elif event in CHANGING:
        folder = arguments[-1] if event in IN_FOLDERS else -1
        base = os.readlink(f"/proc/self/fd/{folder}") if folder >= 0 else os.getcwd()
        touched.extend(os.path.join(base, os.fsdecode(part)) for part in arguments if isinstance(part, (str, bytes)))

sys.addaudithook(watch)
from pnp.cli import run

found = []
for arguments, typed in json.load(sys.stdin):
    touched.clear()
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    code = run(arguments)
    found.append([code, sorted(set(touched))])
print(json.dumps(found), file=sys.__stderr__)
"""
"""Runs the command lines that are read from stdin, and tells which paths each of them wrote to."""

PLAN = """
grid: {flat_mm: 10, columns: 3, rows: 2, origin_mm: [10, 10], km: 10}
frame_mm: [0, 0, 45, 30]
projection: {origin: [0, 0], km_per_degree: [10, 10]}
layers: {land: [land.geojson]}
lines: none
"""
LAND = {"type": "FeatureCollection", "features": [
    {"geometry": {"type": "Polygon", "coordinates": [[[-1, 1], [1.5, 1], [1.5, -3], [-1, -3], [-1, 1]]]}},
]}  # fmt: skip


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def seen(tmp_path_factory) -> dict[str, tuple[int, list[Path], list[Path]]]:
    """Name of a command -> its exit code, what was named, what it wrote to; called where a game has been built."""
    base = tmp_path_factory.mktemp("writes").resolve()
    here, mine, log = base / "here", base / "mine", base / "game.jsonl"
    (here / "output" / ".cache").mkdir(parents=True)
    (base / "home").mkdir()
    (base / "scratch").mkdir()
    shutil.copytree(ROOT / "sources" / "the_ford", mine / "my_ford")
    info = mine / "my_ford" / "game.yaml"
    info.write_text(info.read_text("utf-8").replace("\n", "  \n", 1), "utf-8")  # `check --fix` takes these blanks off
    named = base / "named"
    (base / "plan.yaml").write_text(PLAN, "utf-8")
    (base / "land.geojson").write_text(json.dumps(LAND), "utf-8")
    (base / "map.yaml").write_text('id: main\nhexes:\n  rows:\n    - "~~~"\n', "utf-8")
    sweep, one_sheet = "parameters.stacking-limit=2,3", ("--only", "counters", "--lang", "en", "--paper", "a4")
    commands: dict[str, tuple[list[object], list[Path]]] = {
        "list": (["list", "the-ford"], []),
        "doctor": (["doctor"], []),
        "explain": (["explain", "alias-bomb"], []),
        "check": (["--sources", mine, "check"], []),
        "check --fix --dry-run": (["--sources", mine, "check", "--fix", "--dry-run"], []),
        "check --fix": (["--sources", mine, "check", "--fix"], [mine / "my_ford"]),
        "map sample": (["map", "sample", base / "plan.yaml"], []),
        "map sample --into": (["map", "sample", base / "plan.yaml", "--into", base / "map.yaml"], [base / "map.yaml"]),
        "schema": (["schema", "--out", named / "schema"], [named / "schema"]),
        "tables": (["tables", "the-ford", "--out", named / "tables"], [named / "tables"]),
        "trace": (["trace", "the-ford", "--out", named / "trace"], [named / "trace"]),
        "i18n update": (["--sources", mine, "i18n", "update", "--lang", "it,es"], [mine]),
        "i18n update by path": (["i18n", "update", mine / "my_ford", "--lang", "fr"], [mine / "my_ford"]),
        "i18n extract": (["i18n", "extract", "the-ford", "--out", named / "new.pot"], [named / "new.pot"]),
        "i18n status": (["i18n", "status", "the-ford"], []),
        "play --log": (["play", "the-ford", "--players", "random", "--seed", "5", "--log", log], [log]),
        "play": (["play", "the-ford"], [named / "saved.json", named / "typed.jsonl"]),
        "playtest": (
            ["playtest", "the-ford", "--games", "1", "--logs", "all", "--out", named / "test"], [named / "test"],
        ),
        "playtest --sweep": (
            ["playtest", "the-ford", "--games", "1", "--sweep", sweep, "--out", named / "sweep"], [named / "sweep"],
        ),
        "replay --vlog": (["replay", log, "--to", "9", "--vlog", named / "game.vlog"], [named / "game.vlog"]),
        "replay --html --png": (
            ["replay", log, "--to", "9", "--html", named / "game.html", "--png", named / "png", "--dpi", "24"],
            [named / "game.html", named / "png"],
        ),
        "build --out": (["build", "the-ford", *one_sheet, "--out", named / "out"], [named / "out"]),
        "build": (["--sources", mine, "build", *one_sheet], [here / "output"]),
    }  # fmt: skip
    typed = {"play": f"1\ns {named / 'saved.json'}\nl {named / 'typed.jsonl'}\nq\n"}
    lines = [[[str(part) for part in arguments], typed.get(name, "")] for name, (arguments, _) in commands.items()]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PNP_"))}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"HOME": str(base / "home"), "TMPDIR": str(base / "scratch")}
    shipped = {path: path.stat().st_mtime_ns for path in (ROOT / "sources").rglob("*")}
    ran = subprocess.run(
        [sys.executable, "-c", WATCHED], cwd=here, input=json.dumps(lines), capture_output=True, text=True,
        env=environment, check=True,
    )  # fmt: skip
    assert {path: path.stat().st_mtime_ns for path in (ROOT / "sources").rglob("*")} == shipped
    assert list((base / "home").rglob("*")) == []
    results = json.loads(ran.stderr.splitlines()[-1])
    passing = (base / "scratch", Path("/dev"))
    return {
        name: (code, allowed, [path for path in map(Path, touched) if not any(map(path.is_relative_to, passing))])
        for (name, (_, allowed)), (code, touched) in zip(commands.items(), results, strict=True)
    }


def is_named(path: Path, allowed: list[Path]) -> bool:
    """Whether a path was named, lies in a folder that was, leads to one, or will take the place of a named file."""
    return any(
        path.is_relative_to(name) or name.is_relative_to(path)
        or (path.parent == name.parent and path.name.startswith(f".{name.name}."))
        for name in allowed
    )  # fmt: skip


def test_no_command_writes_what_was_not_named(seen):
    wrong = {
        name: paths for name, (_, allowed, touched) in seen.items()
        if (paths := [path for path in touched if not is_named(path, allowed)])
    }  # fmt: skip
    assert wrong == {}


def test_each_command_did_its_work_and_was_watched(seen):
    assert {name: code for name, (code, _, _) in seen.items() if code} == {}
    assert {name for name, (_, allowed, touched) in seen.items() if bool(allowed) is not bool(touched)} == set()
    assert all(path.exists() for _, allowed, _ in seen.values() for path in allowed)
