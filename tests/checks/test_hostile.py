"""Reader and checks never stumble: whatever a folder holds, they yield problems in bounded time and nothing else.

`hostile.py` has the mutations and the bombs; `python -m benchmarks check_fuzz` runs some thousands more.
"""

import copy
import os
import random
import shutil
from pathlib import Path

import pytest
from corpus.case import Sources
from hostile import BOMBS, attacks, laughs, verdict
from mutation import FIXTURE, dumped, plain

from pnp.checks import check_game
from pnp.errors import SourceError
from pnp.model.tables import ChartsSource
from pnp.sources import find_game, game_folders, load_game
from pnp.sources.load import FOLDERS, SINGLE_FILES
from pnp.sources.reader import read_file, read_text
from pnp.sources.validate import validate

pytestmark = pytest.mark.slow

ODD = (
    None, True, False, 0, 1, -1, 7, 400, 1.5, "", " ", "x", "no-such-id", "red", "cedar", "tank-1", "1.1", "9.9",
    "A" * 3000,
    "{{ parameter.x }}", "{{", "{% raw %}", "[[", "[[1.1]]", "**", "@table x", "@", "1-", "6+", "-3", "2:1", "0:0",
    "1,1",
    "#000000", "\u2603", "٣", "1٣", [], {}, ["red"], ["tank-1", "tank-1"], [0, 0], [0, 0, 0, 0], [1, 2, 3, 4],
    {"x": 1}, {"red": ["x"]},
)  # fmt: skip
TRIES = 150


def _spots(data, path=()):
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from _spots(value, (*path, key))


def _set(data, path, value, remove):
    for key in path[:-1]:
        data = data[key]
    if remove:
        del data[path[-1]]
    else:
        data[path[-1]] = value


def _names() -> list[str]:
    return [f"{name}.yaml" for name in SINGLE_FILES if (FIXTURE / f"{name}.yaml").exists()] + [
        p.relative_to(FIXTURE).as_posix() for folder in FOLDERS for p in sorted((FIXTURE / folder).glob("*.yaml"))
    ]


def test_no_check_stumbles_over_odd_sources(tmp_path: Path):
    """One to three values of a file become odd ones; whatever still loads is checked."""
    dice = random.Random(20260000)
    folder = tmp_path / "game"
    shutil.copytree(FIXTURE, folder)
    good = {name: read_file(FIXTURE / name, name) for name in _names()}
    checked = found = 0
    for _ in range(TRIES):
        name = dice.choice(list(good))
        data = plain(good[name].data)
        done = []
        for _ in range(dice.choice((1, 1, 2, 3))):
            path = dice.choice(list(_spots(data)) or [()])
            if not path:
                break
            value, remove = copy.deepcopy(dice.choice(ODD)), dice.random() < 0.1
            _set(data, path, value, remove)
            done.append((path, "removed" if remove else value))
        (folder / name).write_text(dumped(data), "utf-8")
        try:
            game = load_game(folder)
        except SourceError:
            continue
        finally:
            (folder / name).write_text(good[name].source.text, "utf-8")
        try:
            report = check_game(game)
        except Exception as error:
            pytest.fail(f"{name}: {done} brings {error!r}")
        checked += 1
        found += bool(report.problems)
        assert all(p.code and p.message and len(p.message) < 8000 for p in report.problems), done
    assert checked > TRIES / 8 and found > checked / 3


LIKE_TRIES = 25


def _other(value, key, same, dice):
    """Another value of the same kind: what a model lets through far more often than an odd one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return dice.choice([0, -1, 1, 99, 10**12, -(10**12), value + 1, value - 1])
    if isinstance(value, float):
        return dice.choice([0.0, -5.5, 1e9, value * 2])
    if isinstance(value, str):
        return dice.choice([*same.get(key, [value]), value[:-1] or "x", value + value[-1:]])
    if isinstance(value, list):
        return dice.choice([[], value * 2, value[1:], value[::-1], value + value[:1]])
    if isinstance(value, dict):
        return dict(list(value.items())[1:]) if dice.random() < 0.5 else dict(reversed(list(value.items())))
    return value


def _at(data, path):
    for key in path:
        data = data[key]
    return data


@pytest.mark.parametrize("name", ["fixture_game", "fixture_declared", "march-of-justice"])
def test_no_check_stumbles_over_sources_with_like_values(name, tmp_path: Path):
    """Values change places with others of their kind; a map of points, tracks with values, lists and flow charts too.
    """
    dice = random.Random(20260001)
    origin = FIXTURE.parent / name if name.startswith("fixture") else find_game(name)
    folder = tmp_path / "game"
    shutil.copytree(origin, folder, ignore=shutil.ignore_patterns("*.po"))
    files = sorted(p.relative_to(origin).as_posix() for p in origin.rglob("*.yaml"))
    good = {file: read_file(origin / file, file) for file in files}
    checked = 0
    for _ in range(LIKE_TRIES if name.startswith("fixture") else LIKE_TRIES // 4):
        file = dice.choice(files)
        data = plain(good[file].data)
        same: dict = {}
        for path in _spots(data):
            if isinstance(_at(data, path), str):
                same.setdefault(path[-1], []).append(_at(data, path))
        path = dice.choice(list(_spots(data)) or [()])
        if not path:
            continue
        _set(data, path, _other(_at(data, path), path[-1], same, dice), False)
        (folder / file).write_text(dumped(data), "utf-8")
        try:
            report = check_game(load_game(folder), ignore=["translation-incomplete"])
            checked += 1
            assert all(p.code and p.message and len(p.message) < 8000 for p in report.problems), (file, path)
        except SourceError:
            continue
        except Exception as error:
            pytest.fail(f"{file} {path}: {error!r}")
        finally:
            (folder / file).write_text(good[file].source.text, "utf-8")
    assert checked > LIKE_TRIES // 5


def test_a_reader_that_is_given_broken_bytes_says_so(tmp_path: Path):
    """Bytes of a good file cut, doubled, swapped or flipped: read, or refused with problems, never anything else."""
    dice = random.Random(20260002)
    data = (FIXTURE / "charts.yaml").read_bytes()
    pieces = (
        b"&a [*a]",
        b"!!python/object:os.system",
        b"\x00",
        b"\xff\xfe",
        b"? [",
        b"{{{{",
        b"---\n",
        b"\t",
        b"*x",
        b"<<: *y",
        b"%YAML 9",
        b"'",
    )
    refused = 0
    for _ in range(400):
        made = bytearray(data)
        for _ in range(dice.choice((1, 1, 2, 4))):
            at = dice.randrange(len(made))
            way = dice.randrange(4)
            if way == 0:
                del made[at : at + dice.randrange(1, 400)]
            elif way == 1:
                made[at:at] = dice.choice(pieces)
            elif way == 2:
                made[at:at] = made[at : at + dice.randrange(1, 300)]
            else:
                made[at] = dice.randrange(256)
        try:
            validate(ChartsSource, read_text(bytes(made), "charts.yaml"))
        except SourceError as error:
            refused += 1
            assert all(p.code and p.message and p.where for p in error.problems)
    assert 100 < refused < 400


def test_a_catalogue_that_cannot_be_read_is_one_problem(tmp_path: Path):
    folder = tmp_path / "game"
    shutil.copytree(FIXTURE, folder)
    (folder / "locale" / "it.po").write_bytes(b"msgid \xff")
    report = check_game(load_game(folder))
    assert [(p.code, p.where.line) for p in report.problems] == [("encoding", 1)]


# Files of strangers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_told_or_endured(name, tmp_path: Path):
    """No crash, no hang, no traceback, no finding of a megabyte."""
    file, change = BOMBS[name]
    folder = tmp_path / "game"
    shutil.copytree(FIXTURE, folder)
    text = (folder / file).read_text("utf-8")
    bomb = change(text)
    assert bomb != text
    (folder / file).write_text(bomb, "utf-8")
    assert verdict(folder).fault == ""


@pytest.mark.parametrize("name", ["a billion laughs", "brackets without end", "a value of a universe"])
def test_the_command_tells_of_a_bomb_without_a_traceback(name, tmp_path: Path, pnp):
    file, change = BOMBS[name]
    folder = tmp_path / "game"
    shutil.copytree(FIXTURE, folder)
    (folder / file).write_text(change((folder / file).read_text("utf-8")), "utf-8")
    ran = pnp("check", folder)
    assert ran.code == 1
    assert "Traceback" not in ran.out + ran.err and f"/{file}:" in ran.out + ran.err
    assert len(ran.out) < 20_000


DECLARED = FIXTURE.parent / "fixture_declared"
DECLARATIONS = {
    "a typo": ("stackign: {limit: 2, rule: \"3.1\"}\n", "unknown-key"),
    "nothing": ("", "empty-file"),
    "only comments": ("# later\n", "empty-file"),
    "a list": ("- stacking\n", "bad-value"),
    "ten megabytes": ("# " + "x" * 10_000_000, "too-large"),
    "an alias bomb": (laughs(10, 9), "alias-bomb"),
    "brackets without end": ("stacking: " + "[" * 200_000 + "\n", "too-deep"),
    "filters without end": ("zones: {of: " + "{not: " * 5_000 + "\n", "too-deep"),
}


@pytest.mark.parametrize("what", DECLARATIONS)
def test_declarations_of_strangers_are_errors_without_a_traceback(what, tmp_path: Path, pnp):
    text, code = DECLARATIONS[what]
    folder = tmp_path / "game"
    shutil.copytree(DECLARED, folder)
    (folder / "procedures.yaml").write_text(text, "utf-8")
    found = verdict(folder)
    assert found.fault == "" and not found.loaded and code in found.codes
    ran = pnp("check", folder)
    assert ran.code == 1
    assert "Traceback" not in ran.out + ran.err and "/procedures.yaml:" in ran.out + ran.err
    assert len(ran.out) < 20_000


def test_declarations_that_lead_nowhere_are_told(tmp_path: Path):
    """A link to nothing is no game without declarations."""
    folder = tmp_path / "game"
    shutil.copytree(DECLARED, folder)
    (folder / "procedures.yaml").unlink()
    (folder / "procedures.yaml").symlink_to("procedures-of-last-year.yaml")
    found = verdict(folder)
    assert found.fault == "" and not found.loaded and found.codes


CHUNK = 25
FUZZED = [("tiny", 0), ("tiny", 1), ("tiny", 2), ("tiny", 3), ("declared", 0), ("ship", 0)]


@pytest.mark.parametrize(("kind", "chunk"), FUZZED)
def test_mutated_bytes_and_values_never_crash(kind, chunk, tmp_path: Path):
    """Lines lost and moved, bytes flipped, odd tokens, values of every wrong type; in the sample game and in those that
    ship.
    """
    folders = {"tiny": [FIXTURE], "declared": [DECLARED]}.get(kind) or list(game_folders().values())
    read = reported = 0
    for folder in folders:
        for attack in attacks(Sources(folder), tmp_path, chunk * CHUNK, CHUNK // len(folders)):
            assert attack.verdict.fault == "", f"{attack.game} {attack.number}: {attack.file}: {attack.what}"
            read += attack.verdict.loaded
            reported += bool(attack.verdict.codes)
    assert reported > CHUNK / 2 and read


def test_attacks_are_the_same_in_every_run(tmp_path: Path):
    game = Sources(FIXTURE)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = [(a.file, a.what, a.verdict) for a in attacks(game, tmp_path / "a", 5, 5)]
    again = [(a.file, a.what, a.verdict) for a in attacks(game, tmp_path / "b", 5, 5)]
    assert [f[:2] for f in first] == [f[:2] for f in again] and len(first) == 5
    assert [f[2].codes for f in first] == [f[2].codes for f in again]


@pytest.mark.parametrize("file", ["game.yaml", "rules/10-basics.yaml", "scenarios/standard.yaml"])
@pytest.mark.parametrize("what", ["folder", "pipe", "device", "circle", "outside", "nothing", "empty"])
def test_what_is_no_plain_file_is_told(what, file, tmp_path: Path):
    folder = tmp_path / "game"
    shutil.copytree(FIXTURE, folder)
    path = folder / file
    path.unlink()
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    elif what == "device":
        path.symlink_to("/dev/zero")
    elif what == "circle":
        path.symlink_to(path.name)
    elif what == "outside":
        path.symlink_to("/etc/passwd")
    elif what == "empty":
        path.write_bytes(b"")
    found = verdict(folder)
    assert found.fault == "" and found.codes
    expected = {
        "folder": "unreadable-file",
        "pipe": "unreadable-file",
        "device": "outside-folder",
        "circle": "unreadable-file",
        "outside": "outside-folder",
        "empty": "empty-file",
    }
    if what == "nothing":
        wanted = {"game.yaml": "missing-file", "scenarios/standard.yaml": "scenario-missing"}
        assert wanted.get(file, found.codes[0]) in found.codes
    else:
        assert expected[what] in found.codes


@pytest.mark.parametrize("what", ["folder", "pipe", "outside", "bytes"])
def test_a_catalogue_that_is_none_is_told(what, tmp_path: Path):
    folder = tmp_path / "game"
    shutil.copytree(FIXTURE, folder)
    path = folder / "locale" / "it.po"
    path.unlink()
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    elif what == "outside":
        path.symlink_to("/etc/passwd")
    else:
        path.write_bytes(bytes(range(256)) * 40)
    found = verdict(folder)
    assert found.loaded and found.fault == "" and found.codes
