"""Sources as an enemy, a cat on the keyboard or a broken disk would leave them: mutations drawn with a seed, and bombs.
"""

from __future__ import annotations

import random
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from corpus.case import Sources
from corpus.run import remembering

from pnp.checks import check_game
from pnp.errors import SourceError
from pnp.sources import load_game

MAX_SECONDS = 20
"""For one folder on a busy machine; a quiet one needs less than one."""

TOKENS = (
    b"&a ", b"*a ", b"!!python/object:x ", b"!x ", b"<<: ", b": ", b"- ", b"? ", b"\t", b"{{ ", b" }}",
    b"{% for x in y %}", b"[[", b"]]", b"[", b"]",
    b"{", b"}", b"|\n", b">\n", b"#", b"%YAML 9.9\n", b"---\n", b"...\n", b'"', b"'", b"\\", b"\r", b"\x00",
    b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80\xae",
    b"\xf0\x9f\x92\xa3", b"9" * 400, b"-", b"1e999", b".inf", b".nan", b"0x7f", b"null", b"~", b"yes", b"True",
    b"2022-02-24", b"**", b"*", b"@table ", b"@",
    b"1-", b"9+", b"1:0", b"0:0", b"../../etc/passwd", b"a" * 5000, b"\n\n\n", b" " * 300,
)  # fmt: skip

VALUES = (
    "null", "true", "0", "-1", "1", "400", "99999999999999999", "1.5", '""', '" "', "x", "[]", "{}", "[[]]",
    "[1, 2, 3, 4]", "[a, a]", "{x: 1}", "{id: x}",
    '"1-999999999"', '"999999999+"', '"-99999999999-"', '"1:0"', '"0:0"', '"99999999999:1"', '"1.1.1.1.1.1.1"',
    '"9.9"', '"#000000"', '"٣"', '"\\u200b"',
    '"{{ 9 ** 9 ** 9 }}"', '"{{"', '"[[1.1]]–[[9.9]]"', '"[["', '"**"', '"' + "x" * 20000 + '"',
    '"' + "(" * 3000 + '"', "1000000", "-1000000", "0.000001",
)  # fmt: skip


@dataclass(frozen=True)
class Verdict:
    """What a folder brought: codes of findings, or the exception that should never come."""

    codes: tuple[str, ...]
    loaded: bool
    fault: str = ""


class TooSlowError(Exception):
    """A folder took longer than MAX_SECONDS."""


@contextmanager
def limited(seconds: float = MAX_SECONDS) -> Iterator[None]:
    """Raise TooSlowError when the block runs longer; POSIX, main thread."""

    def ring(_signal: int, _frame: object) -> None:
        raise TooSlowError(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def verdict(folder: Path) -> Verdict:
    """Load and check `folder`."""
    loaded = False
    try:
        with limited():
            game = load_game(folder)
            loaded = True
            problems = check_game(game).problems
    except SourceError as error:
        problems = error.problems
    except BaseException as error:   # RecursionError, MemoryError, KeyError … all are faults of ours
        if isinstance(error, KeyboardInterrupt):
            raise
        return Verdict((), loaded, f"{type(error).__name__}: {str(error)[:300]}")
    bad = next((p for p in problems if not p.code or not p.message or len(p.as_text()) > 30_000), None)
    return Verdict(
        tuple(p.code for p in problems), loaded, f"a finding without words or end: {bad.code}" if bad else ""
    )


# Mutations drawn with a seed -----------------------------------------------------------------------------------


def _cut(text: bytes, dice: random.Random) -> bytes:
    return text[: dice.randrange(len(text))]


def _insert(text: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(text))
    return text[:at] + dice.choice(TOKENS) + text[at:]


def _insert_many(text: bytes, dice: random.Random) -> bytes:
    for _ in range(dice.randrange(2, 30)):
        text = _insert(text, dice)
    return text


def _flip(text: bytes, dice: random.Random) -> bytes:
    spoilt = bytearray(text)
    for _ in range(dice.choice((1, 3, 40))):
        spoilt[dice.randrange(len(spoilt))] = dice.randrange(256)
    return bytes(spoilt)


def _lose_lines(text: bytes, dice: random.Random) -> bytes:
    lines = text.split(b"\n")
    at = dice.randrange(len(lines))
    del lines[at : at + dice.choice((1, 1, 2, 10))]
    return b"\n".join(lines)


def _double_lines(text: bytes, dice: random.Random) -> bytes:
    lines = text.split(b"\n")
    first = dice.randrange(len(lines))
    block = lines[first : first + dice.choice((1, 2, 8))]
    return b"\n".join(lines[:first] + block * dice.choice((2, 2, 50)) + lines[first:])


def _move_lines(text: bytes, dice: random.Random) -> bytes:
    lines = text.split(b"\n")
    at, to = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines.insert(to, lines.pop(at))
    return b"\n".join(lines)


def _indent(text: bytes, dice: random.Random) -> bytes:
    lines = text.split(b"\n")
    at = dice.randrange(len(lines))
    lines[at] = lines[at].lstrip() if dice.randrange(2) else b"  " * dice.randrange(1, 60) + lines[at]
    return b"\n".join(lines)


def _swap_words(text: bytes, dice: random.Random) -> bytes:
    words = text.split(b" ")
    a, b = dice.randrange(len(words)), dice.randrange(len(words))
    words[a], words[b] = words[b], words[a]
    return b" ".join(words)


def _noise(_text: bytes, dice: random.Random) -> bytes:
    return dice.randbytes(dice.choice((1, 50, 3000)))


BYTES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _cut, _insert, _insert, _insert_many, _flip, _flip, _lose_lines, _lose_lines, _double_lines, _move_lines, _indent,
    _swap_words, _noise,
)  # fmt: skip
"""Changes to the bytes of a file, whatever it holds."""


def mutated(game: Sources, dice: random.Random) -> tuple[str, str, bytes]:
    """A file of the game with something wrong in it: what was done, the file's path, its bytes."""
    files = {**game.pages, **game.catalogues}
    if dice.random() < 0.45:
        page = game.pages[dice.choice(list(game.pages))]
        text, done = page.text, []
        spots = list(page.spots.values())[1:]
        spots = dice.sample(spots, min(dice.choice((1, 1, 2)), len(spots)))
        for spot in sorted(spots, key=lambda s: -s.start):
            if done and spot.end > done[-1][0].start:
                continue
            new = dice.choice(VALUES)
            text = f"{text[: spot.start]}{new}{text[spot.end :]}"
            done.append((spot, new))
        return " and ".join(f"{spot.name} = {new[:40]}" for spot, new in done), page.file, text.encode()
    file = dice.choice(list(files))
    way = dice.choice(BYTES)
    return way.__name__.strip("_"), file, way(files[file].text.encode(), dice)


@dataclass(frozen=True)
class Attack:
    """One mutation of one game, and what it brought."""

    number: int
    game: str
    file: str
    what: str
    verdict: Verdict


def attacks(game: Sources, into: Path, first: int, count: int) -> Iterator[Attack]:
    """Attack a copy of `game` in `into`, `count` times; attack number N is the same in every run."""
    copy = into / game.folder.name
    if not copy.exists():
        shutil.copytree(game.folder, copy)
    with remembering({}, {}):
        for number in range(first, first + count):
            dice = random.Random(f"hostile {game.folder.name} {number}")
            what, file, content = mutated(game, dice)
            path = copy / file
            good = path.read_bytes()
            path.write_bytes(content)
            try:
                yield Attack(number, game.folder.name, file, what, verdict(copy))
            finally:
                path.write_bytes(good)


# Bombs ---------------------------------------------------------------------------------------------------------


def _appended(text: str) -> Callable[[str], str]:
    return lambda old: old.rstrip("\n") + "\n" + text


def _replaced(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return change


def laughs(width: int, depth: int) -> str:
    lines = [f"a0: &a0 [{', '.join('x' * width)}]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, depth)]
    return "\n".join(lines) + "\n"


def _nested_cases(depth: int) -> str:
    heads = (
        "  " * (2 * n - 1) + f'- id: "9.{n}"\n' + "  " * 2 * n + "title: T\n" + "  " * 2 * n + "cases:\n"
        for n in range(1, depth)
    )
    return "".join(heads) + "  " * (2 * depth - 1) + "[]\n"


_TEXT = "text: Take the woods."
_LAST_ROW = "      - {die: 4-6, id: rain, name: Rain, text: Go slowly., effects: {moves: 1, mud: true}}\n"

BOMBS: dict[str, tuple[str, Callable[[str], str]]] = {
    "a billion laughs": ("game.yaml", _appended(laughs(10, 9))),
    "laughs as values": ("map.yaml", _appended(laughs(60, 3))),
    "an alias inside itself": ("game.yaml", _appended("a: &a [*a]\n")),
    "a thousand anchors": ("game.yaml", _appended("a: [" + ", ".join(f"&x{n} y" for n in range(9000)) + "]\n")),
    "brackets without end": ("charts.yaml", _appended("a: " + "[" * 200_000 + "\n")),
    "braces without end": ("charts.yaml", _appended("a: " + "{a: " * 50_000 + "\n")),
    "dashes without end": ("charts.yaml", _appended("a:\n  " + "- " * 50_000 + "x\n")),
    "a line of a megabyte": ("game.yaml", _appended("a: " + "x" * 1_500_000 + "\n")),
    "a megabyte of blanks": ("game.yaml", _appended("\n" * 1_500_000)),
    "half a megabyte of comments": ("game.yaml", _appended("# pnp: allow x y\n" * 30_000)),
    "a file too large": ("map.yaml", _appended("# " + "x" * 5_000_000)),
    "a list of many": ("gpids.yaml", _appended("more: [" + "1, " * 250_000 + "1]\n")),
    "a whole number of a megabyte": ("gpids.yaml", _replaced("next: 7", "next: " + "7" * 900_000)),
    "a huge number": ("gpids.yaml", _replaced("next: 7", "next: 999999999999999999")),
    "dice of a universe": (
        "charts.yaml",
        _replaced("dice: {count: 1, sides: 6}", "dice: {count: 99999999, sides: 99999999}"),
    ),
    "a modifier of a universe": (
        "charts.yaml",
        _replaced("add: 1, spaces", "add: 99999999999999, most: 99999999, spaces"),
    ),
    "a row without end": ("charts.yaml", _replaced("die: 2-4", "die: 2-99999999999")),
    "rows for ever": (
        "charts.yaml",
        _replaced(
            _LAST_ROW,
            _LAST_ROW
            + "".join(
                f"      - {{die: {n}, id: r{n}, name: R, text: Go., effects: {{moves: 1, mud: true}}}}\n"
                for n in range(7, 6000)
            ),
        ),
    ),
    "columns for ever": (
        "charts.yaml",
        _replaced('columns: ["1:2", "1:1", "2:1"]', "columns: [" + ", ".join(f'"{n}:1"' for n in range(1, 5000)) + "]"),
    ),
    "odds of a universe": ("charts.yaml", _replaced('"2:1"', '"99999999999999999999999999999999:1"')),
    "counters without number": ("counters.yaml", _replaced("count: 3", "count: 999999999")),
    "all the counters": (
        "counters.yaml",
        _replaced(
            "sheets:",
            "".join(
                f"  - {{id: g{n}, name: G, side: red, type: tank, count: 500, factors: {{combat: 1}}}}\n"
                for n in range(200)
            )
            + "sheets:",
        ),
    ),
    "turns of a universe": ("scenarios/standard.yaml", _replaced("turns: 3", "turns: 999999999999")),
    "a turn of a universe": ("scenarios/standard.yaml", _replaced("turn: 1\n  phase", "turn: 99999999999\n  phase")),
    "points of a universe": ("map.yaml", _replaced("victory_points: 2", "victory_points: 99999999999999999")),
    "a sheet of a universe": ("map.yaml", _replaced("size_mm: [210, 148]", "size_mm: [99999999999, 0.00001]")),
    "a map of many points": ("map.yaml", _replaced('line: "71,30 69,50"', 'line: "' + "71,30 " * 100_000 + '69,50"')),
    "spaces for ever": (
        "map.yaml",
        _replaced(
            "surroundings:",
            "".join(f"  - {{id: s{n}, name: S{n}, neighbours: [s{n - 1}, s{n + 1}]}}\n" for n in range(2000))
            + "surroundings:",
        ),
    ),
    "neighbours of all": (
        "map.yaml",
        _replaced(
            "surroundings:",
            "".join(
                f"  - {{id: s{n}, name: S{n}, neighbours: [{', '.join(f's{m}' for m in range(150))}]}}\n"
                for n in range(150)
            )
            + "surroundings:",
        ),
    ),
    "stars without end": ("rules/10-basics.yaml", _replaced(_TEXT, "text: " + "'" + "*" * 60_000 + "'")),
    "references without end": ("rules/10-basics.yaml", _replaced(_TEXT, "text: '" + "[[" * 20_000 + "'")),
    "references by the thousand": (
        "rules/10-basics.yaml",
        _replaced(_TEXT, "text: '" + "[[1.1]]–[[1.3]] " * 6_000 + "'"),
    ),
    "values without end": ("rules/10-basics.yaml", _replaced(_TEXT, "text: '" + "{{ " * 20_000 + "'")),
    "values by the thousand": ("rules/10-basics.yaml", _replaced(_TEXT, "text: '" + "{{ map.areas }} " * 6_000 + "'")),
    "a value of a universe": (
        "rules/10-basics.yaml",
        _replaced(_TEXT, "text: '{{ 9 ** 9 ** 9 ** 9 }} {{ \"x\" * 999999999 }}'"),
    ),
    "a value that reaches out": (
        "rules/10-basics.yaml",
        _replaced(_TEXT, "text: '{{ game.__class__.__mro__[1].__subclasses__() }}'"),
    ),
    "a loop in a text": (
        "rules/10-basics.yaml",
        _replaced(_TEXT, "text: '{% for a in range(99999999) %}x{% endfor %}'"),
    ),
    "capitals without end": ("rules/10-basics.yaml", _replaced(_TEXT, "text: '" + "ABC " * 30_000 + "'")),
    "one long word": ("rules/10-basics.yaml", _replaced(_TEXT, "text: '" + "Aldr" * 40_000 + "'")),
    "numbers without end": ("rules/10-basics.yaml", _replaced(_TEXT, "text: '" + "1." * 60_000 + "'")),
    "a list without end": (
        "rules/10-basics.yaml",
        _replaced(_TEXT, "text: |\n" + "".join(f"      {n}. Go.\n" for n in range(1, 10_000))),
    ),
    "directives without end": (
        "rules/10-basics.yaml",
        _replaced(_TEXT, "text: |\n" + "      @table combat\n" * 20_000),
    ),
    "an example in itself": ("rules/10-basics.yaml", _replaced(_TEXT, "text: '@example advance'")),
    "cases in cases": ("rules/10-basics.yaml", _appended(_nested_cases(45))),
    "cases in cases without end": ("rules/10-basics.yaml", _appended(_nested_cases(2000))),
    "rulings for ever": (
        "errata.yaml",
        _appended(
            "".join(
                f'  - {{id: TW-{n}, kind: gap, where_printed: x, printed: x, ruling: x, reason: x, rules: ["1.1"]}}\n'
                for n in range(2, 3000)
            )
        ),
    ),
    "a name of half a megabyte": ("map.yaml", _replaced("name: Alder", "name: " + "A" * 500_000)),
    "a name of brackets": ("map.yaml", _replaced("name: Alder", "name: '" + "(" * 20_000 + "'")),
    "names alike": (
        "map.yaml",
        _replaced(
            "surroundings:",
            "".join(f"  - {{id: s{n}, name: {'A' * 60}{n}, neighbours: []}}\n" for n in range(1000)) + "surroundings:",
        ),
    ),
    "a message of a megabyte": (
        "locale/it.po",
        _appended('\nmsgctxt "x"\nmsgid "y"\nmsgstr "' + "z" * 1_000_000 + '"\n'),
    ),
    "messages for ever": (
        "locale/it.po",
        _appended("".join(f'\nmsgctxt "x{n}"\nmsgid "y"\nmsgstr "z"\n' for n in range(30_000))),
    ),
    "escapes without end": ("locale/it.po", _appended('\nmsgctxt "x"\nmsgid "y"\nmsgstr "' + "\\" * 100_001 + '"\n')),
    "a translation of braces": ("locale/it.po", _replaced("Quattro boschi", "{{" * 50_000)),
    "a flow chart in circles": (
        "charts.yaml",
        _appended(
            "  - id: plan\n    kind: flow\n    title: Plan\n    rule: Fog\n    steps:\n"
            + "".join(
                f"      - {{id: s{n}, kind: question, text: Sun?, rule: Fog, "
                f"yes: s{(n * 7) % 3000}, no: s{(n * 13 + 1) % 3000}}}\n"
                for n in range(3000)
            )
        ),
    ),
    "steps without questions": (
        "charts.yaml",
        _appended(
            "  - id: plan\n    kind: flow\n    title: Plan\n    rule: Fog\n    steps:\n"
            + "".join(
                f"      - {{id: s{n}, kind: action, text: Go., rule: Fog, next: s{n + 1}}}\n" for n in range(3000)
            )
        ),
    ),
}
"""What it is -> the file of the sample game, and how it changes."""
