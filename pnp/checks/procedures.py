"""Which rules the code of a game carries out, read from the `Rule:` lines of its docstrings; nothing is executed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from pnp.games import ENTRY_POINTS, GAMES
from pnp.sources.find import shown_path

_RULE_LINE = re.compile(r'(?:^|(?<=[\s"]))Rule: *(.+?)\.?(?:""")?$', re.MULTILINE)
_NAMED = re.compile(r"^ *(?:def|class) +(\w+)", re.MULTILINE)
_PARAMETER = re.compile(r"""\bparameter\(\s*["']([a-z0-9-]+)["']\s*\)""")


@dataclass(frozen=True)
class RuleLine:
    """One address on a `Rule:` line.

    address   as written
    path      the file, as shown to the author
    line      of the `Rule:` line
    function  its name; the file's when the module's own docstring says it
    """

    address: str
    path: str
    line: int
    function: str


@dataclass(frozen=True)
class Procedures:
    """The code of one game, as text.

    sources  path as shown -> text, sorted by name
    """

    sources: dict[str, str]

    @cached_property
    def rule_lines(self) -> tuple[RuleLine, ...]:
        """Every address that a docstring names, in order of files and lines."""
        return tuple(line for path, text in self.sources.items() for line in rule_lines_of(path, text))

    @cached_property
    def addresses(self) -> frozenset[str]:
        """The addresses named."""
        return frozenset(line.address for line in self.rule_lines)

    @cached_property
    def parameters(self) -> frozenset[str]:
        """Parameters of game.yaml that the code asks for."""
        return frozenset(name for text in self.sources.values() for name in _PARAMETER.findall(text))


def procedures_of(game_id: str) -> Procedures | None:
    """The code of the game, found by its registration; None when none is registered."""
    target = GAMES.get(game_id) or next((e.value for e in entry_points(group=ENTRY_POINTS) if e.name == game_id), None)
    if target is None:
        return None
    spec = find_spec(target.partition(":")[0])
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    return Procedures({shown_path(path): path.read_text("utf-8") for path in sorted(folder.glob("*.py"))})


def rule_lines_of(path: str, text: str) -> Iterator[RuleLine]:
    """The `Rule:` lines of the Python file `path`, in order."""
    owners = [(match.start(), match[1]) for match in _NAMED.finditer(text)]
    for match in _RULE_LINE.finditer(text):
        owner = next((name for start, name in reversed(owners) if start < match.start()), path)
        line = text.count("\n", 0, match.start(1)) + 1
        for address in match[1].split(","):
            yield RuleLine(address.strip(), path, line, owner)
