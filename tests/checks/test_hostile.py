"""The checks never stumble: whatever a game says that its models allow, they yield problems and nothing else."""

import copy
import random
import shutil
from pathlib import Path

import pytest
from mutation import FIXTURE, dumped, plain

from pnp.checks import check_game
from pnp.errors import SourceError
from pnp.sources import load_game
from pnp.sources.load import FOLDERS, SINGLE_FILES
from pnp.sources.reader import read_file

ODD = (
    None, True, False, 0, 1, -1, 7, 400, 1.5, "", " ", "x", "no-such-id", "red", "cedar", "tank-1", "1.1", "9.9", "A" * 3000,
    "{{ parameter.x }}", "{{", "{% raw %}", "[[", "[[1.1]]", "**", "@table x", "@", "1-", "6+", "-3", "2:1", "0:0", "1,1",
    "#000000", "\u2603", "٣", "1٣", [], {}, ["red"], ["tank-1", "tank-1"], [0, 0], [0, 0, 0, 0], [1, 2, 3, 4], {"x": 1}, {"red": ["x"]},
)  # fmt: skip
TRIES = 250


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
    return [f"{name}.yaml" for name in SINGLE_FILES] + [
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


def test_a_catalogue_that_cannot_be_read_is_one_problem(tmp_path: Path):
    folder = tmp_path / "game"
    shutil.copytree(FIXTURE, folder)
    (folder / "locale" / "it.po").write_bytes(b"msgid \xff")
    report = check_game(load_game(folder))
    assert [(p.code, p.where.line) for p in report.problems] == [("encoding", 1)]
