"""What the index of a rulebook lists: the entries that cases give, else their titles and the terms in bold; the places
that rules name. `index_page` puts it on paper. Read `index_entries` first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from operator import eq
from typing import TypeVar

from pnp.generators.book.index import RuleEntry, RuleIndex
from pnp.generators.typeset.markup import Insert, parse
from pnp.model.game import Game
from pnp.model.words import capital

MOST_CASES = 3
"""Most cases of an entry; what more of them name is no subject of any."""

MOST_LETTERS, MOST_WORDS = 34, 4
"""Longest bold words that are taken for a term."""

ALPHABETS: Mapping[str, str] = {
    "fi": "abcdefghijklmnopqrstuvwxyzåäö",
    "pl": "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
}
"""Languages whose letters aren't in the order of Unicode, or have marks that make another letter."""

SMALL_WORDS: Mapping[str, frozenset[str]] = {
    "en": frozenset(
        "a at for from how in no not of on once one one’s only out several some the to two what when where while who "
        "whom within".split()
    ),
    "it": frozenset(
        "a al alla chi come con da di dove due i il in la le nessun nessuna non per più quando se senza solo soltanto "
        "un una uno".split()
    ),
    "fi": frozenset("ei ennen jos kaikki keneen kuinka kuka kun miksi milloin minne missä miten mitä vain "
                    "yksi".split()),
    "uk": frozenset("без в де для до з за коли лише на не ні один одна під про хто що як яка яке який які із "
                    "у".split()),
    "de": frozenset("am an auf aus bei das der die ein eine für im in kein keine mit nicht nur ohne von wann "
                    "was welche welcher welches wenn wer wie wo wohin zu zum".split()),
    "pl": frozenset("a bez co czy czym dla do gdy gdzie i ile jak jeden jedna jedno kiedy która które kto lub "
                    "na nie niż o od po pod przed przez raz są się tylko u w we z za ze że żaden żadna".split()),
    "ru": frozenset("без в во где для до за из как какая какие какое какой когда кому кто куда на не нет о об "
                    "один одна по под при с сколько только чей что".split()),
}  # fmt: skip
"""Words with which no entry begins: a title that does stands below its chapter."""

ENDINGS: Mapping[str, str] = {
    "de": "emnrs", "fi": "aäeinot", "it": "aehio", "pl": "aąceęghijmouówy", "ru": "авгеёимоуйхыьюя",
    "uk": "авгеєиіїймоухьюя",
}  # fmt: skip
"""The letters that the endings of inflected words are made of."""

ENDING, LEAST_STEM, LEAST_APART = 3, 3, 5
"""Most letters of an ending; fewest that two forms of a word have in common, and fewest where no case has both."""

_CODE = re.compile(r"[IVXLC]+|[0-9\W]+")


Thing = TypeVar("Thing")

BELOW, SEE, READ = ": ", " → ", "|"
"""In an entry that a case gives: between a word and what stands below it, where it is found, or how it is read."""

KANA = {ord("ァ") + n: ord("ぁ") + n for n in range(86)} | {ord("ー"): None}
"""Katakana stand among hiragana in an index; the mark of a long vowel counts for nothing."""


@dataclass(slots=True)
class IndexEntry:
    """A line of the index.

    cases    the cases that it leads to, in order
    below    entries under it
    see      the entry that it sends to, which has the cases
    reading  how a word in ideographs is read, else ""
    """

    word: str
    cases: list[RuleEntry] = field(default_factory=list)
    below: list[IndexEntry] = field(default_factory=list)
    see: str = ""
    reading: str = ""

    @property
    def sound(self) -> str:
        """What it is sorted by."""
        return self.reading or self.word


def letter_of(entry: IndexEntry, language: str) -> str:
    """Under which letter an entry stands: kana under the first of their row, ideographs without readings together, a
    letter with a mark under the plain one where the alphabet has no such letter.
    """
    letter = entry.sound[:1]
    plain = unicodedata.normalize("NFKD", letter)[:1].translate(KANA)
    if "ぁ" <= plain <= "ん":
        return max(row for row in "ぁかさたなはまやらわ" if row <= plain).replace("ぁ", "あ")
    shown = letter if letter.lower() in ALPHABETS.get(language, "") else plain
    return "漢字" if unicodedata.name(letter, "").startswith("CJK") else shown.upper()


def index_entries(game: Game, index: RuleIndex, texts: Mapping[str, str]) -> list[IndexEntry]:
    """The entries in alphabetical order.

    Where any case says where the index leads to it from, the other cases have an entry by their title and no more.
    Where none does, the terms in bold and the places that rules name are entries, too.

    texts  address -> the text of the case with its values filled in
    """
    lines = _Lines()
    given = any(case.case.index for case in index.entries)
    codes = {code.id for table in game.charts.tables for code in getattr(table, "codes", ())}
    small = SMALL_WORDS.get(game.language.split("-")[0], frozenset())
    chapter = ""
    numbered = list(_numbered(index.entries))
    for case in numbered:
        title = case.case.title
        chapter = title if case.level == 0 else chapter
        if case.case.index is not None:
            for entry in case.case.index:
                lines.add_given(entry, case)
            continue
        if case.level and (title[0].isdigit() or title.split()[0].casefold() in small):
            lines.add_below(chapter, title, case)
        else:
            lines.add(title, case)
        for term in () if given else terms_in(texts.get(case.case.id, "")):
            if term not in codes:
                lines.add(term, case, rank=1 if term[:1].isupper() else 2)
    for name, cases in () if given else _places(game, numbered, texts):
        for case in cases:
            lines.add(name, case)
    kept = lines.kept()
    if game.language.split("-")[0] == "en":
        _join_plurals(kept)
    _join_forms(kept, lines.ranks, ENDINGS.get(game.language.split("-")[0], ""))
    order = _order(game.language)
    for entry in kept.values():
        for one in (entry, *entry.below):
            one.cases = _outermost(one.cases, index.entries)
        entry.below.sort(key=lambda inner: order(inner.sound))
    return sorted(kept.values(), key=lambda entry: order(entry.sound))


def _numbered(entries: Iterable[RuleEntry]) -> Iterator[RuleEntry]:
    """The cases, one without a number under that of the case that it belongs to, a table of a chapter's."""
    above: list[RuleEntry] = []
    for entry in entries:
        level = entry.level + int(not entry.label and entry.case.text.startswith("@table"))
        above = [case for case in above if case.level < level]
        above.append(replace(entry, label=entry.label or (above[-1].label if above else "")))
        yield above[-1]


def _outermost(cases: Sequence[RuleEntry], entries: Sequence[RuleEntry]) -> list[RuleEntry]:
    """The cases in reading order, without those that another of them holds."""
    listed, found, above = {case.anchor: case for case in cases}, list[RuleEntry](), -1
    for entry in entries:
        if above < 0 or entry.level <= above:
            above = entry.level if entry.anchor in listed else -1
            found += [listed[entry.anchor]] if entry.anchor in listed else []
    return found


class _Lines:
    """Collects the entries.

    entries  folded word -> entry
    ranks    folded word -> 0 for a title or a place, 1 for the first words of a text, 2 for words in its midst
    fixed    folded words that stay, however many cases they lead to
    """

    def __init__(self) -> None:
        self.entries: dict[str, IndexEntry] = {}
        self.ranks: dict[str, int] = {}
        self.fixed: set[str] = set()

    def add(self, word: str, case: RuleEntry, *, rank: int = 0) -> None:
        """Lead from `word` to `case`."""
        entry = self._entry(word, rank)
        if case not in entry.cases:
            entry.cases.append(case)

    def add_below(self, word: str, below: str, case: RuleEntry) -> None:
        """Lead from a line below `word` to `case`."""
        self.fixed.add(word.casefold())
        listed = self._entry(word, 0).below
        below, reading = as_read(below)
        inner = next((entry for entry in listed if entry.word.casefold() == below.casefold()), None)
        if inner is None:
            listed.append(inner := IndexEntry(below, reading=reading))
        inner.cases.append(case)

    def add_given(self, entry: str, case: RuleEntry) -> None:
        """Lead to `case` as its source says."""
        word, _, other = entry.partition(SEE)
        word, _, below = word.partition(BELOW)
        word, reading = as_read(word)
        self.fixed.add(word.casefold())
        if other:
            self._entry(word, 0).see = other
        if below:
            self.add_below(word, below, case)
        else:
            self.add(word, case)
        if reading:
            self._entry(word, 0).reading = reading

    def kept(self) -> dict[str, IndexEntry]:
        """The entries but those of words that too many cases name. One that sends to another has no cases, unless the
        other is missing.
        """
        for entry in self.entries.values():
            if entry.see.casefold() in self.entries:
                entry.cases.clear()
            else:
                entry.see = ""
        return {
            key: entry for key, entry in self.entries.items() if key in self.fixed or len(entry.cases) <= MOST_CASES
        }

    def _entry(self, word: str, rank: int) -> IndexEntry:
        word = capital(word)
        key = word.casefold()
        self.ranks[key] = min(rank, self.ranks.get(key, rank))
        return self.entries.setdefault(key, IndexEntry(word))


def as_read(word: str) -> tuple[str, str]:
    """A word, and its reading where it gives one: 戦闘|せんとう."""
    word, _, reading = word.partition(READ)
    return word, reading


def terms_in(text: str) -> Iterator[str]:
    """The bold words of a text that may be terms: few, and no numbers or codes."""
    for block in parse(text):
        for span in () if isinstance(block, Insert) else block.spans:
            word = span.text.strip(" .,:;")
            short = 1 < len(word) <= MOST_LETTERS and len(word.split()) <= MOST_WORDS
            if span.bold and not span.link and short and not _CODE.fullmatch(word) and not re.search(r"[0-9]", word):
                yield word


def _places(
    game: Game, entries: Sequence[RuleEntry], texts: Mapping[str, str]
) -> Iterator[tuple[str, list[RuleEntry]]]:
    """The name of each space that a rule names, and the cases that do."""
    for name in dict.fromkeys(space.name for space in game.map.spaces if len(space.name) > 3):
        whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        found = ((entry, texts.get(entry.case.id, "")) for entry in entries)
        cases = [entry for entry, text in found if name in text and whole.search(text)]
        if 0 < len(cases) <= MOST_CASES:
            yield name, cases


def _join_plurals(entries: dict[str, IndexEntry]) -> None:
    """Make one entry, under the plural, of an English word and its plural in s."""
    for plural in [key for key in entries if key.endswith("s") and not key.endswith("ss") and key[:-1] in entries]:
        _join(entries, plural, plural[:-1])


def _join_forms(entries: dict[str, IndexEntry], ranks: Mapping[str, int], letters: str) -> None:
    """Make one entry of the forms of an inflected term, under its title, the form that begins a text, or the shortest.

    ranks    how near to the nominative a word stands: 0 for a title, which joins no other
    letters  those of endings
    """
    for key in sorted((key for key in entries if ranks[key]), key=lambda key: (-ranks[key], -len(key))):
        forms = (other for other in entries if other != key and _alike(entries[key], entries[other], letters))
        better = min(forms, key=lambda other: (ranks[other], len(other)), default=None)
        if better is not None:
            _join(entries, better, key)


def _alike(one: IndexEntry, other: IndexEntry, letters: str) -> bool:
    """Whether the words of two entries differ in their endings only, which are made of `letters`."""
    words, others = one.word.casefold().split(), other.word.casefold().split()
    if len(words) != len(others):
        return False
    together = any(case in other.cases for case in one.cases)
    common = 0
    for word, form in zip(words, others, strict=True):
        same = len(list(takewhile(bool, map(eq, word, form))))
        if word != form and (same < LEAST_STEM or not all(_ends(rest[same:], letters) for rest in (word, form))):
            return False
        common += same
    return common >= (LEAST_STEM if together else LEAST_APART)


def _ends(rest: str, letters: str) -> bool:
    return len(rest) <= ENDING and set(rest) <= set(letters)


def _join(entries: dict[str, IndexEntry], kept: str, gone: str) -> None:
    """Move what an entry leads to into another."""
    entry, other = entries[kept], entries.pop(gone)
    entry.cases += [case for case in other.cases if case not in entry.cases]
    entry.below += other.below


def in_order(things: Sequence[Thing], words: Sequence[str], language: str) -> list[Thing]:
    """`things` in the order in which the alphabet of a language has the words for them."""
    order = _order(language)
    return [thing for _, _, thing in sorted(zip(map(order, words), range(len(things)), things, strict=True))]


def _order(language: str) -> Callable[[str], list[int]]:
    alphabet = ALPHABETS.get(language.split("-")[0], "")

    def key(word: str) -> list[int]:
        folded = word.casefold().translate(KANA)
        if not alphabet:
            folded = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
        return [1000 + alphabet.index(c) if c in alphabet else ord(c) for c in folded if c.isalnum() or c == " "]

    return key
