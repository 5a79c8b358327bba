"""Small changes to a game's sources, as the manual pages of the checks write them, and the changed game.

    FILE PATH = VALUE       set, PATH by keys, indices and ids of list items, parted by /
    FILE LIST/+ = VALUE     append to a list
    FILE PATH removed
    FILE removed
    FILE "old" -> "new"     replace text, which must stand there
    FILE copied to FILE     its id becomes the new name
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from pnp.model.base import MarkedDict
from pnp.sources.reader import read_file

FIXTURE = Path(__file__).parent / "fixture_game"

_EXAMPLE = re.compile(r"^(Passes|Fails):\s+(.+(?:\n +\S.*)*)$", re.MULTILINE)
_LINE_BREAK = re.compile(r"\n +(?=\S)(?!and )")
_TEXT = re.compile(r'(\S+) "(.*)" -> "(.*)"')
_COPIED = re.compile(r"(\S+) copied to (\S+)")
_SET = re.compile(r"(\S+) (.+?) = (.+)")
_LOST = re.compile(r"(\S+) removed")
_REMOVED = re.compile(r"(\S+) (.+) removed")


@dataclass(frozen=True)
class PageExample:
    """One example of a manual page: what is changed, and whether the check must find something."""

    fails: bool
    changes: tuple[str, ...]
    game: str = ""

    def __str__(self) -> str:
        return ("fails: " if self.fails else "passes: ") + " and ".join(self.changes)


def examples_of(page: str) -> list[PageExample]:
    """The examples that a manual page holds.

    An indented line that starts with `and` is one more change; any other continues the line before.
    """
    named = re.search(r"^Game:\s+(\S+)$", page, re.MULTILINE)
    return [
        PageExample(
            kind == "Fails", tuple(re.split(r"\n +and ", _LINE_BREAK.sub(" ", text.strip()))), named[1] if named else ""
        )
        for kind, text in _EXAMPLE.findall(page)
    ]


def changed_copy(folder: Path, into: Path, changes: tuple[str, ...]) -> Path:
    """A copy of the game in `folder` with `changes` made."""
    target = into / folder.name
    shutil.copytree(folder, target)
    for change in changes:
        apply(target, change)
    return target


def apply(folder: Path, change: str) -> None:
    """Make one change in the files of `folder`."""
    if match := _TEXT.fullmatch(change):
        path = folder / match[1]
        text = path.read_text("utf-8")
        assert match[2] in text, change
        path.write_text(text.replace(match[2], match[3]), "utf-8")
        return
    if match := _COPIED.fullmatch(change):
        text = (folder / match[1]).read_text("utf-8")
        (folder / match[2]).write_text(
            re.sub(r"^id: .*", f"id: {Path(match[2]).stem}", text, flags=re.MULTILINE), "utf-8"
        )
        return
    if match := _LOST.fullmatch(change):
        (folder / match[1]).unlink()
        return
    match = _REMOVED.fullmatch(change) or _SET.fullmatch(change)
    assert match, f"no change: {change}"
    path = folder / match[1]
    data = plain(read_file(path, path.as_posix()).data)
    set_value(data, match[2].split("/"), None if change.endswith(" removed") else yaml.load(match[3], _Loader))
    path.write_text(dumped(data), "utf-8")


class _Loader(yaml.SafeLoader):
    """YAML 1.1 without dates, and with only two words for truth, enough for the values in examples."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":timestamp", ":bool"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("true|false"), ["t", "f"])


def set_value(data: Any, path: list[str], value: Any) -> None:
    """Set the value at `path`; None removes it, a last part + appends."""
    for part in path[:-1]:
        data = data[_key(data, part)]
    last = path[-1]
    if last == "+":
        data.append(value)
    elif value is None:
        del data[_key(data, last)]
    else:
        data[_key(data, last) if isinstance(data, list) else last] = value


def _key(data: Any, part: str) -> Any:
    if isinstance(data, dict):
        return part
    ids = [item.get("id") if isinstance(item, dict) else None for item in data]
    return ids.index(part) if part in ids else int(part)


def plain(data: Any) -> Any:
    """`data` as plain dicts and lists, without marks."""
    if isinstance(data, (dict, MarkedDict)):
        return {key: plain(value) for key, value in data.items()}
    return [plain(value) for value in data] if isinstance(data, list) else data


def dumped(data: Any) -> str:
    """`data` as YAML that our reader reads back as the same."""
    return yaml.dump(data, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=100)
