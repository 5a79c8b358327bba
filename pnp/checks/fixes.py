"""Mends that can't be wrong: the one near miss of a name, spacing, the order of keys on a line.

A name is mended when exactly one known name is a letter or two away and has the same figures, so that no number is ever
made up, be it of a key, a reference or a {{ value }}, of a place or a table in a sentence; spacing and order only where
the data read stay the same. A translation has the one {{ value }}, {placeholder} or reference of the English text that
it lacks in place of the one that it has too many. Every mend is tried in a copy of the game and kept when its finding
is gone and no new one has come. Pieces get their numbers for VASSAL only where no number belongs to a piece that is
gone: else a counter without one may be a renamed one, which keeps its own. What a series shares belongs to other
games, too, and is left alone. Comments stay. Read `fixed` first.
"""

from __future__ import annotations

import difflib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.checks import check_game
from pnp.checks.candidates import candidates
from pnp.checks.rulebook.words import steps_between
from pnp.errors import Problem, SourceError
from pnp.sources import find_game, load_game
from pnp.sources.find import SERIES_FILE, shown_path
from pnp.sources.reader import read_text
from pnp.vassal.format.gpids import FILE_NAME, assign_gpids, gpids_yaml, piece_ids

ROUNDS = 12
"""Mends can uncover others; a game that needs more rounds than this is left to its author."""


@dataclass(frozen=True)
class Mended:
    """What `fixed` did to one game.

    files   relative path -> (text before, text after)
    mends   the findings that are gone; the hint of each is what stands there now
    """

    folder: Path
    files: dict[str, tuple[str, str]]
    mends: tuple[Problem, ...]

    def diff(self) -> str:
        """A unified diff of all files."""
        parts = []
        for name, (before, after) in sorted(self.files.items()):
            file_name = shown_path(self.folder / name)
            parts += difflib.unified_diff(
                before.splitlines(True), after.splitlines(True), f"{file_name}", f"{file_name} (mended)"
            )
        return "".join(part if part.endswith("\n") else f"{part}\n\\ No newline at end of file\n" for part in parts)


@dataclass(frozen=True)
class _Edit:
    """One line written anew."""

    problem: Problem
    file: str
    line: int
    new: str


def fixed(name: str, *, dirs: Sequence[Path] = (), select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Mended:
    """What can be mended in the game's own files; nothing is written to its folder.

    Raises SourceError when there is no such game.
    """
    folder = find_game(name, dirs)
    with tempfile.TemporaryDirectory(prefix="pnp-fix-") as workspace:
        copy = Path(workspace) / (folder.name or "game")
        _copied(folder, copy)
        for head in Path(os.path.abspath(folder)).parent.glob(f"*/{SERIES_FILE}"):
            _copied(head.parent, Path(workspace) / head.parent.name)
        originals = _texts(copy)
        corrected: list[Problem] = []
        for _ in range(ROUNDS):
            problems = _findings(copy, select, ignore)
            mended = _round(copy, problems, select, ignore)
            if not mended:
                break
            corrected += mended
        corrected += _numbered(copy, _findings(copy, select, ignore))
        now = _texts(copy)
        files = {f: (originals.get(f, ""), text) for f, text in now.items() if originals.get(f) != text}
        return Mended(
            folder,
            files,
            tuple(replace(p, where=p.where and p.where._replace(path=_shown_path(folder, copy, p))) for p in corrected),
        )


def _copied(folder: Path, copy: Path) -> None:
    """Copy what is text; a link stays a link, which the reader refuses when it leads outside."""
    shutil.copytree(
        folder, copy, symlinks=True, copy_function=shutil.copyfile,  # which may be written, even where the file may not
        ignore=lambda _, names: [n for n in names if n.startswith(".")],
    )  # fmt: skip


def _texts(copy: Path) -> dict[str, str]:
    texts = {}
    for path in sorted((*copy.rglob("*.yaml"), *copy.glob("locale/*.po"))):
        if path.is_file() and not path.is_symlink():
            try:
                texts[path.relative_to(copy).as_posix()] = path.read_bytes().decode("utf-8")
            except (UnicodeDecodeError, OSError):
                continue
    return texts


def _shown_path(folder: Path, copy: Path, problem: Problem) -> str:
    assert problem.where is not None
    return problem.where.path.replace(shown_path(copy), shown_path(folder))


def _findings(copy: Path, select: Sequence[str], ignore: Sequence[str]) -> list[Problem]:
    try:
        return list(check_game(load_game(copy), select=select, ignore=ignore).problems)
    except SourceError as error:
        return list(error.problems)


def _round(copy: Path, problems: list[Problem], select: Sequence[str], ignore: Sequence[str]) -> list[Problem]:
    """Apply the corrections that pass the test: all at once where that works, else one by one."""
    mends = _possible(copy, problems)
    if not mends:
        return []
    together = _without_conflicts(mends)
    if len(together) > 1:
        mended = _tried(copy, together, problems, select, ignore)
        if mended:
            return mended
    for mend in mends:
        mended = _tried(copy, [mend], problems, select, ignore)
        if mended:
            return mended
    return []


def _numbered(copy: Path, problems: list[Problem]) -> list[Problem]:
    """Number the pieces that have no number, unless a number belongs to no piece; the findings that are gone."""
    missing = [problem for problem in problems if problem.code == "gpid-missing"]
    if not missing:
        return []
    game = load_game(copy)
    path = copy / FILE_NAME
    text = path.read_text("utf-8") if path.exists() else gpids_yaml(game, game.gpids)
    lists = re.search(r"(?m)^pieces:( \{\}$|(\n  .*)+)\n*\Z", text)
    if not game.gpids.pieces.keys() <= set(piece_ids(game)) or not re.search(r"(?m)^next: \d+$", text) or not lists:
        return []
    assigned = assign_gpids(game)
    new = [f"\n  {name}: {number}" for name, number in assigned.pieces.items() if name not in game.gpids.pieces]
    text = text[: lists.start()] + "pieces:" + lists[1].removesuffix(" {}") + "".join(new) + "\n"
    path.write_text(re.sub(r"(?m)^next: \d+$", f"next: {assigned.next}", text), "utf-8")
    return [replace(problem, hint="a number of its own in gpids.yaml") for problem in missing]


def _without_conflicts(mends: list[_Edit]) -> list[_Edit]:
    """One mend for each line of each file."""
    lines: set[tuple[str, int]] = set()
    compatible = []
    for mend in mends:
        if (mend.file, mend.line) not in lines:
            lines.add((mend.file, mend.line))
            compatible.append(mend)
    return compatible


def _tried(
    copy: Path, edits: Sequence[_Edit], problems: list[Problem], select: Sequence[str], ignore: Sequence[str]
) -> list[Problem]:
    """The findings gone after `edits`, which then stay made; empty, and nothing changed, when another finding came."""
    before = {edit.file: (copy / edit.file).read_bytes() for edit in edits}
    for file in before:
        lines = before[file].decode("utf-8").split("\n")
        for edit in edits:
            if edit.file == file:
                lines[edit.line - 1] = edit.new
        (copy / file).write_bytes("\n".join(lines).encode("utf-8"))
    after = _findings(copy, select, ignore)
    old = {(p.code, p.message) for p in problems}
    remaining = [(p.code, p.message) for p in after]
    gone = [
        replace(edit.problem, hint=edit.new.strip())
        for edit in edits
        if remaining.count((edit.problem.code, edit.problem.message)) < _count(problems, edit.problem)
    ]
    reading = any(not p.code or p.code in READING for p in problems)
    if len(gone) == len(edits) and (reading or all(pair in old for pair in remaining)):
        return gone
    for file, data in before.items():
        (copy / file).write_bytes(data)
    return []


TRANSLATED = ("translation-value", "translation-reference")
_EXCHANGED = re.compile(r": lacks '([^',\"\\]{1,120})'; has '([^',\"\\]{1,120})' which the English lacks$")
"""What a translation must have as the English text has it: the only mark that is lost, and the only one too many."""
READING = ("unknown-key", "missing-key")
"""While a file can't be read, checks don't run; what they find afterwards is not new."""


def _count(problems: list[Problem], problem: Problem) -> int:
    return sum((p.code, p.message) == (problem.code, problem.message) for p in problems)


def _possible(copy: Path, problems: list[Problem]) -> list[_Edit]:
    prefix = shown_path(copy) + "/"
    texts = _texts(copy)
    try:
        game = load_game(copy)
    except SourceError:
        game = None
    edits = []
    for problem in problems:
        where = problem.where
        file = where.path.removeprefix(prefix) if where else ""
        if where is None or not where.line or file not in texts:
            continue
        lines = texts[file].split("\n")
        if problem.code in TRANSLATED:
            edits += _translated(problem, file, lines)
        elif where.line <= len(lines):
            line = lines[where.line - 1]
            new = (
                _spaced(texts[file], problem, line)
                or _ordered(texts[file], problem, line)
                or _named(problem, line, game)
            )
            if new is not None and new != line:
                edits.append(_Edit(problem, file, where.line, new))
    return edits


def _translated(problem: Problem, file: str, lines: list[str]) -> Iterator[_Edit]:
    """The line of a translation with the one mark that it has too many replaced by the one that it lacks."""
    match = _EXCHANGED.search(problem.message)
    first = problem.where.line - 1 if problem.where else len(lines)
    length = next((n for n, line in enumerate(lines[first:]) if n and not line.startswith(('"', "msgstr["))), None)
    wrong = re.compile(rf"(?<![\w.-]){re.escape(match[2])}(?![\w.-])" if match else r"(?!)")
    places = [(n, m) for n, line in enumerate(lines[first:][:length], first) for m in wrong.finditer(line)]
    if match and len(places) == 1:
        number, place = places[0]
        line = lines[number]
        yield _Edit(problem, file, number + 1, line[: place.start()] + match[1] + line[place.end() :])


def _spaced(text: str, problem: Problem, line: str) -> str | None:
    if problem.code != "spacing" or problem.where is None or not problem.where.column:
        return None
    return _same_data(text, problem, line.rstrip(" \t"))


def _ordered(text: str, problem: Problem, line: str) -> str | None:
    """The line with the first of the two keys moved behind the other, when the whole item is on one line."""
    named = re.match(r"'([^']*)' stands before '([^']*)', after it", problem.message)
    item = re.fullmatch(r"(\s*- \{)(.*)(\}\s*(?:#.*)?)", line)
    if problem.code != "key-order" or named is None or item is None:
        return None
    parts = _parted(item[2])
    names = [part.partition(":")[0].strip() for part in parts]
    if named[1] not in names or named[2] not in names:
        return None
    first = parts.pop(names.index(named[1]))
    names.remove(named[1])
    parts.insert(names.index(named[2]) + 1, first)
    return _same_data(text, problem, item[1] + ", ".join(parts) + item[3])


def _parted(text: str) -> list[str]:
    """The entries of a mapping on one line, split at commas outside brackets and quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for index, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'" and text[:index].rstrip()[-1:] in (":", "[", ",", "{"):
            quote = letter
        elif letter in "[{":
            depth += 1
        elif letter in "]}":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    return [*parts, text[start:].strip()]


def _same_data(text: str, problem: Problem, new: str) -> str | None:
    """`new` for the line of `problem`, when the file still has the same line."""
    assert problem.where is not None
    lines = text.split("\n")
    lines[problem.where.line - 1] = new
    try:
        same = read_text("\n".join(lines).encode(), "new").data == read_text(text.encode(), "old").data
    except SourceError:
        return None
    return new if same else None


def _named(problem: Problem, line: str, game: object) -> str | None:
    """The line with a misspelt name corrected, when only one existing name is near."""
    wrong, names = candidates(problem, game)  # type: ignore[arg-type]
    near = [name for name in names if _near(wrong, name)] if wrong else []
    if len(near) != 1 or problem.where is None:
        return None
    at = problem.where.column - 1
    places = [m.start() for m in re.finditer(rf"(?<![\w-]){re.escape(wrong)}(?![\w-])", line)]
    exact = [place for place in places if at <= place <= max(at + 2, problem.where.end_column - 1)]
    if len(exact) == 1:
        return line[: exact[0]] + near[0] + line[exact[0] + len(wrong) :]
    return None


def _near(wrong: str, name: str) -> bool:
    """Whether `name` is a letter away, two in a long one, and has the same figures; DR for Dr is only another case."""
    if wrong == name or re.sub(r"\D", "", wrong) != re.sub(r"\D", "", name):
        return False
    if wrong.casefold() == name.casefold():
        return True
    parts = [pair for pair in zip(wrong.split("."), name.split("."), strict=False) if pair[0] != pair[1]]
    if len(parts) == 1 and wrong.count(".") == name.count("."):  # of a path like parameter.stack_limit
        wrong, name = parts[0]
    return len(name) > 3 and steps_between(wrong, name) <= (2 if len(name) >= 8 else 1)


def changed_files(mended: Mended) -> Iterator[tuple[Path, str]]:
    """The files to write: path and content."""
    for name, (_, after) in sorted(mended.files.items()):
        yield mended.folder / name, after
