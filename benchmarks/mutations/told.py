"""Whether a value is told elsewhere too: in another entry, in prose, in an example as it is played.

Decided from the sources alone, by words and numbers that stand together; no check is asked, and no rule is understood.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from corpus.text import Spot

from benchmarks.mutations.values import GEOMETRY, PROSE, Values, key_of, mapping_of, part_of

WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
    if number > 1
}
"""Number words; "one" is an article as often."""

NUMBER = re.compile(r"(?<![\w.:/–-])\d+(?![\w.:/–-]|\.\d)|\b(?:" + "|".join(WORDS) + r")\b", re.IGNORECASE)

MARKS = re.compile(r"\{\{.*?\}\}|\[\[.*?\]\]|^\s*\d+\. ", re.DOTALL | re.MULTILINE)

NEAR = 4
"""Words before and behind a number that may be what it counts."""

RARE, USUAL = 8, 30
"""A word that stands by so few numbers says by itself what is counted; two say it, if one of them stands by so few."""

PLAIN = set(
    "the and for with from that this its are has have may each all any one per not but his her their than then "
    "player when who more most less least into out off onto units unit hex hexes area areas turn turns game side name "
    "text value rule table event die dice result number first last other another after before while must can only "
    "also itself both such they them you your".split()
)


def stems(text: str) -> set[str]:
    """The words of a text that tell it from others, without the plural."""
    words = re.findall(r"[^\W\d_]{3,}", text.lower().replace("’", ""))
    return {word.removesuffix("s") for word in words if word not in PLAIN and word not in WORDS}


def unmarked(text: str) -> str:
    """A text with blanks where placeholders, references and numbers of lists stand."""
    return MARKS.sub(lambda found: " " * len(found.group()), text)


def value_of(number: str) -> int:
    """What a numeral or a number word is worth."""
    return WORDS[number.lower()] if number.lower() in WORDS else int(number)


def around(text: str, start: int, end: int) -> set[str]:
    """The stems of the words near a number in its sentence."""
    before = re.split(r"[.;:!?](?=\s)|\n\n", text[:start])[-1].split()[-NEAR:]
    behind = re.split(r"[.;:!?](?=\s|$)|\n\n", text[end:])[0].split()[:NEAR]
    return stems(" ".join((*before, *behind)))


def _of_others(spot: Spot, fact: Fact) -> bool:
    """Whether a fact is of the entry in which a value stands, or of another one of its list of data."""
    part = part_of(spot.file)   # a game's lists are joined to those of its series
    if part_of(fact.entry[0]) != part or part.partition("/")[0] in ("rules", "errata.yaml"):
        return False
    owner = spot.path[: max((n + 1 for n, part in enumerate(spot.path[:-1]) if isinstance(part, int)), default=0)]
    return bool(owner) and fact.path[: len(owner) - 1] == owner[:-1] and isinstance(fact.path[len(owner) - 1], int)


def noun(text: str, end: int) -> str:
    """The stem of the word right behind a number; "-" when it is none that could be counted."""
    behind = re.match(r"[\s-]*([^\W\d_]+)", text[end:])
    return next(iter(stems(behind[1])), "-") if behind else "-"


@dataclass(frozen=True)
class Fact:
    """A number and what it seems to count.

    entry  (file, path of the mapping) that says so
    path   of the value itself
    noun   the stem of the word behind a number of prose; "" for others
    """

    number: int
    stems: frozenset[str]
    entry: tuple[str, tuple[str | int, ...]]
    line: int
    path: tuple[str | int, ...]
    noun: str = ""


class Told:
    """What the sources of a game tell."""

    def __init__(self, values: Values) -> None:
        self.values = values

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """All numbers of the game's data and prose, except of its geometry."""
        found = []
        for spot in self.values.spots():
            keys = {part for part in spot.path if isinstance(part, str)}
            if part_of(spot.file) == "style.yaml" or (part_of(spot.file) == "map.yaml" and keys & GEOMETRY):
                continue
            entry = (spot.file, mapping_of(spot).path)
            if key_of(spot) in PROSE:
                text = unmarked(spot.value)
                for match in NUMBER.finditer(text):
                    near, counted = frozenset(around(text, *match.span())), noun(text, match.end())
                    found.append(Fact(value_of(match.group()), near, entry, spot.line, spot.path, counted))
            elif re.fullmatch(r"[+−-]?\d{1,4}", spot.value):
                number = abs(int(spot.value.replace("−", "-")))
                found.append(Fact(number, frozenset(self.nouns(spot)), entry, spot.line, spot.path))
        return tuple(found)

    @cached_property
    def common(self) -> Counter[str]:
        """Word -> beside how many numbers it stands."""
        return Counter(stem for fact in self.facts for stem in fact.stems)

    def nouns(self, spot: Spot) -> set[str]:
        """What a value of the data is about: its last keys, and the id, name and text of the entries around it."""
        found = stems(" ".join(str(part).replace("-", " ") for part in spot.path[-2:] if isinstance(part, str)))
        for length in range(len(spot.path) - 1, max(0, len(spot.path) - 4), -1):
            for key in ("id", "name", "text", "title"):
                own = spot.page.spots.get((*spot.path[:length], key))
                if own is not None and own is not spot and own.kind == "scalar":
                    found |= stems(own.value.replace("-", " "))
        return found

    def number(self, number: int, about: set[str], spot: Spot, counted: str = "") -> str:
        """Where else `number` stands with words of `about`; "" when nowhere.

        What the same entry has under another key, and what other entries of its list have, is about something else:
        the defence of a unit doesn't tell its attack, nor its declared count that, nor the points of one city those of
        another. A single word that both have says it only when it is what is counted, in prose the word behind.

        counted  that word of the number asked for
        """
        entry = (spot.file, mapping_of(spot).path)
        for fact in self.facts:
            if fact.number != number or fact.entry == entry or fact.entry[0].startswith("examples/"):
                continue
            if _of_others(spot, fact) or ("declared_counts" in fact.path and key_of(spot) != "count"):
                continue
            shared = fact.stems & about
            rarest = min((self.common[stem] for stem in shared), default=USUAL)
            nouns = {stem for stem in (counted, fact.noun) if stem}
            if (rarest <= RARE and (len(shared) > 1 or nouns <= shared)) or (len(shared) >= 2 and rarest < USUAL):
                return f"{fact.entry[0]}:{fact.line} ({', '.join(sorted(shared))})"
        return ""

    def in_example(self, spot: Spot) -> str:
        """Where else in its example a number of its text, its dice or its expectations stands."""
        text = spot.page.spots.get((*spot.path[:2], "text"))
        if text is None:
            return ""
        number = abs(int(spot.value.replace("−", "-")))
        plain = unmarked(text.value)
        dice = spot.path[2] == "dice"   # told in figures: "two attackers" are no 2
        said = {value_of(m.group()) for m in NUMBER.finditer(plain) if m.group().isdigit() or not dice}
        told = dice or spot.path[2:4] == ("expect", "position")
        return f"{spot.file}:{text.line}, its text" if told and number in said else ""

    def played(self, number: int, spot: Spot) -> str:
        """Where the example plays a number of its text: in its dice, its tracks or its result."""
        for path, other in spot.page.spots.items():
            if path[:2] == spot.path[:2] and other.value == str(number) and ("dice" in path or "tracks" in path):
                return f"{spot.file}:{other.line}, as it is played"
        return ""

    @cached_property
    def whole(self) -> str:
        """All that stands in the YAML files, in one text."""
        return "\n".join(page.text for page in self.values.pages.values())

    @cached_property
    def counted(self) -> dict[str, int]:
        """Word -> how often it stands in the game, as far as it has been asked."""
        return {}

    def word(self, word: str, without: str = "") -> str:
        """Whether a name or id stands more than once in the game; or once, beside what is taken out of it."""
        pattern = rf"(?<![\w-]){re.escape(word)}(?![\w-])"
        if word not in self.counted:
            self.counted[word] = len(re.findall(pattern, self.whole))
        count = self.counted[word]
        left = count - (len(re.findall(pattern, without)) if without else 1)
        return f"{count} times in the sources" if left > 0 else ""

    def address(self, about: set[str], old: str, new: str) -> str:
        """Whether case `old` speaks of `about`, and case `new` does so less."""
        if old not in self.values.cases or new not in self.values.cases:
            return ""
        right, wrong = (len(stems(" ".join(self.values.cases[case])) & about) for case in (old, new))
        title = stems(self.values.cases[old][0]) & about
        return f"{old} speaks of {', '.join(sorted(title)) or 'it'}" if (title or right >= 2) and wrong == 0 else ""
