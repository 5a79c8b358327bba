"""Faults in sentences: a number, a reference, a name that is another or misspelt, a phase that doesn't exist, a
sentence said twice.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from corpus.case import slip
from corpus.text import Spot

from benchmarks.mutations.told import NUMBER, WORDS, Told, around, noun, stems, unmarked, value_of
from benchmarks.mutations.values import PROSE, Fault, Values, field_of, key_of, part_of

FAMILY = {
    "number": "numbers in prose", "number word": "numbers in prose", "placeholder": "numbers in prose",
    "reference": "addresses", "name misspelt": "names", "other name": "names", "phase that isn't": "names",
    "doubled sentence": "rules",
}  # fmt: skip

PHASE = re.compile(r"\b([A-Z][a-z]+) (Phase|Table|Track|Chart)\b")

OTHERS = ("Weather", "Regroup", "Refit", "Supply", "Rally", "Bombardment")
"""Words for phases and tables that other games have."""

NAMED = (
    "map:spaces/*/name", "game:unit_types/*/name", "game:unit_types/*/plural", "counters:groups/*/name",
    "charts:tables/*/title", "map:boxes/*/name", "map:tracks/*/name", "map:rivers/*/name", "map:regions/*/name",
)  # fmt: skip


def prose_faults(values: Values, told: Told, dice: random.Random) -> Iterator[Fault]:
    """Every kind of fault in every paragraph, one of a kind, where there is something to change."""
    names = [name for field in NAMED for name in values.fields.get(field, ()) if len(name) > 3]
    for spot in values.spots():
        if key_of(spot) not in PROSE or part_of(spot.file) == "style.yaml":
            continue
        for start, paragraph in _paragraphs(spot):
            for kind, at, end, new, why in _changes(values, told, dice, spot, start, paragraph, names):
                first = spot.page.line_at(start)
                yield Fault(
                    values.game, spot.file, spot.page.line_at(at), first, first + paragraph.strip().count("\n"),
                    "examples" if part_of(spot.file).startswith("examples/") else FAMILY[kind], kind,
                    f"{spot.page.text[at:end]!r} → {new!r}", ((at, end, new),), why, prose=True,
                )  # fmt: skip


def _paragraphs(spot: Spot) -> Iterator[tuple[int, str]]:
    """The paragraphs of a text as the file has them, with their place."""
    at = spot.start
    for part in re.split(r"(\n\s*\n)", spot.raw):
        if part.strip():
            yield at, part
        at += len(part)


def _changes(
    values: Values, told: Told, dice: random.Random, spot: Spot, start: int, text: str, names: list[str]
) -> Iterator[tuple[str, int, int, str, str]]:
    plain = unmarked(text)
    if found := _one(dice, list(NUMBER.finditer(plain))):
        old, number = found.group(), value_of(found.group())
        new = _other_number(old, number, dice)
        about = around(plain, *found.span())
        kind = "number word" if old.lower() in WORDS else "number"
        example = part_of(spot.file).startswith("examples/")
        counted = noun(plain, found.end())
        why = told.played(number, spot) if example else told.number(number, about, spot, counted)
        yield kind, start + found.start(), start + found.end(), new, why
    if found := _one(dice, list(re.finditer(r"\[\[([^\]|]+)", text))):
        old = found.group(1)
        new = dice.choice([case for case in values.cases if case != old])
        about = stems(re.split(r"[.;:](?=\s)|\n\n", text[: found.start()])[-1])
        yield "reference", start + found.start(1), start + found.end(1), new, told.address(about, old, new)
    if found := _one(dice, list(re.finditer(r"\{\{ parameter\.(\w+)", text))):
        others = [p.replace("-", "_") for p in values.fields.get("game:parameters/*/id", ())]
        old = found.group(1)
        if others := [other for other in others if other != old]:
            new = dice.choice(others)
            beside = stems(plain[max(0, found.start() - 60) : found.end() + 60])
            right, wrong = (len(stems(word.replace("_", " ")) & beside) for word in (old, new))
            why = f"its words stand beside it: {old}" if right > wrong else ""
            yield "placeholder", start + found.start(1), start + found.end(1), new, why
    stood = [(m, name) for name in names for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", plain)]
    if stood:
        found, name = dice.choice(stood)
        if wrong := slip(name, set(), dice):
            yield "name misspelt", start + found.start(), start + found.end(), wrong, told.word(name)
        field = next(field for field in NAMED if name in values.fields.get(field, ()))
        others = [other for other in values.fields[field] if other != name and len(other) > 3]
        if others:
            new = dice.choice(others)
            yield "other name", start + found.start(), start + found.end(), new, _played(values, spot, name, new)
    if found := _one(dice, list(PHASE.finditer(plain))):
        new = dice.choice(OTHERS)
        if f"{new} {found.group(2)}" not in told.whole:
            yield "phase that isn't", start + found.start(1), start + found.end(1), new, "closed list"
    if found := _one(dice, list(re.finditer(r"(?<=[.?!] )[A-Z][^.?!{}\[\]]{20,}[.?!](?=\s|$)", text))):
        yield "doubled sentence", start + found.end(), start + found.end(), f" {found.group()}", "the sentence before"


def _one(dice: random.Random, found: list[re.Match[str]]) -> re.Match[str] | None:
    return dice.choice(found) if found else None


def _other_number(old: str, number: int, dice: random.Random) -> str:
    if old.lower() in WORDS:
        words = [word for word, value in WORDS.items() if abs(value - number) == 1]
        new = dice.choice(words)
        return new.capitalize() if old[0].isupper() else new
    at = dice.randrange(len(old))
    return old[:at] + dice.choice([d for d in "123456789" if d != old[at]]) + old[at + 1 :]


def _played(values: Values, spot: Spot, old: str, new: str) -> str:
    """In an example, whether the place or unit named is in its position or actions, and the other isn't."""
    if field_of(spot) != "examples:examples/*/text":
        return ""
    example = spot.page.spots[spot.path[:-1]]
    played = "\n".join(item.raw for item in example.items if item.path[-1] not in ("text", "title"))
    right, wrong = (_id_of(values, name) for name in (old, new))
    stands = [re.search(rf"(?<![\w-]){re.escape(id)}(?![\w])", played) if id else None for id in (right, wrong)]
    return f"{right} is played" if stands[0] and not stands[1] else ""


def _id_of(values: Values, name: str) -> str:
    for page in values.pages.values():
        for path, spot in page.spots.items():
            if path and path[-1] == "name" and spot.value == name and (own := page.spots.get((*path[:-1], "id"))):
                return own.value
    return ""
