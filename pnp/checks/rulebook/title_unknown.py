"""title-unknown: a phase, table, track or chart that a text names in full exists; so do numbered places and ratings.

Compared are words with capitals before Phase, Segment, Table, Track, Chart or Schedule, in the rules, examples and
short texts of the English game. The end of a name will do: "Combat Phase" for "Soviet Combat Phase". Where places,
units or boxes are told apart by numbers, "Russia 1" and "Russia 2", there is one of each number that a text names; the
map has each hex behind the word hex; and some counter shows each rating of three factors or more, such as 6-6-2. So do
brigades, divisions and the like exist where units are named so, and the column behind the word column, if it begins
with a capital; nobody speaks of hexes on another map, nor of zones, but for zones of control, where nothing has that
name.

Passes: rules/10-basics.yaml cases/Fog/text = Look at the Weather Table.
Fails:  rules/10-basics.yaml cases/Fog/text = Look at the Terrain Table.
Fails:  game.yaml phases/moving/text = Units move in the Regroup Phase.
Fails:  map.yaml spaces/birch/name = Grove 1
        and map.yaml spaces/cedar/name = Grove 2
        and rules/10-basics.yaml cases/Fog/text = Nobody looks into Grove 3.
Fails:  counters.yaml groups/tank/factors = {attack: 4, defence: 3, movement: [5, 6]}
        and rules/10-basics.yaml cases/Fog/text = A 4-3-7 looks farthest.
Fails:  rules/10-basics.yaml cases/Fog/text = In the fog every hex looks alike.
Fails:  rules/10-basics.yaml cases/Fog/text = In the fog two units of one zone can't see each other.
Fails:  rules/10-basics.yaml cases/Fog/text = In the fog the column Sight is empty.
Fails:  counters.yaml groups/tank/name = Blue Brigade
        and rules/10-basics.yaml cases/Fog/text = The Green Brigade sees nothing.
Mend:   write the name that it has, or better {{ phase.moving }} or [[Weather Table]], which can't go wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.count_differs import ORIGINAL
from pnp.checks.rulebook.words import filled
from pnp.errors import Problem, did_you_mean
from pnp.maps.hex_grid import hex_field
from pnp.translate.texts import GameText

SEVERITY = "warning"

_NAMED = re.compile(r"(?:\b[A-Z][\w’'/-]{1,40} ){1,4}(?:Phase|Segment|Table|Track|Chart|Schedule)s?\b")
_UNITS = ("Battalion", "Brigade", "Division", "Regiment")
_COLUMN = re.compile(r"\bcolumn ([A-Z][a-z]+)\b")
_HEX_WORD = re.compile(r"\b[Hh]ex(?:es|sides?)?\b")
_FOREIGN = re.compile(rf"{_HEX_WORD.pattern}|\b[Zz]ones?\b(?! of control)")
"""Words for spaces that maps of areas or points don't have."""
_LINK = re.compile(r"\[\[[^\]\n]{0,200}\]\]")
_TERM = re.compile(r"\*\*([^*\n]{1,200})\*\*")
NAMING = ("name", "plural", "title", "printed", "where_printed", "head")
"""Keys of texts that give names, or tell what another book says."""
_NUMBERED = re.compile(r"([^0-9]*[^\W\d_]) ([0-9]{1,3})")
_HEXES = re.compile(
    r"\b[Hh]ex(?:es)? (?:(?:[A-Z]{1,2}[0-9]{1,2}|[0-9]{4})\b(?:(?:, and |, | and | or |–| to )(?=[A-Z0-9]))?)+"
)
_HEX = re.compile(r"[A-Z]{1,2}[0-9]{1,2}|[0-9]{4}")
_RATING = re.compile(r"(?<![\w.–/-])[0-9]{1,2}(?:-[0-9]{1,2}){2,4}(?![\w/–-])")


def check(survey: Survey) -> Iterator[Problem]:
    yield from _titles(survey)
    numbers = _numbers(survey)
    ends = r"(?=[.,;:)]|$| (?:and|or|is|are|has|have|in|for|with|by|from)\b)"
    joined = "|".join(map(re.escape, numbers))
    numbered = re.compile(rf"\b({joined}) ([0-9]{{1,3}}){ends}") if numbers else None
    ratings, hexes = _ratings(survey), survey.game.map.hexes
    heads = set(_heads(survey))
    foreign = _HEX_WORD if any("zone" in name.casefold() for name in names_of(survey)) else _FOREIGN
    known = hex_field(hexes).index if hexes is not None else {}
    for text in survey.texts:
        if text.context.rpartition("/")[2] in ORIGINAL:
            continue
        for match in numbered.finditer(text.text) if numbered else ():
            if match[2] not in numbers[match[1]]:
                hint = f"there are {', '.join(sorted(numbers[match[1]], key=int)[:9])}"
                yield _unknown(survey, text, match[0], hint)
        for match in _HEXES.finditer(text.text) if known else ():
            for name in _HEX.findall(match[0]):
                if name.lower() not in known:
                    yield _unknown(survey, text, name, "write the number of a hex of the map")
        for match in _COLUMN.finditer(text.text):
            if match[1] not in heads:
                yield _unknown(survey, text, match[0], "write the head of a column")
        if hexes is None and (found := foreign.search(text.text)):
            message = f"{found[0]!r} is said on a map of {survey.game.map.kind}"
            hint = f"write {survey.game.map.kind.removesuffix('s')!r}"
            yield problem(message, survey.within(text.where, found[0]), hint)
        for match in _RATING.finditer(text.text):
            if match[0].count("-") + 1 in ratings and match[0] not in ratings[match[0].count("-") + 1]:
                yield _unknown(survey, text, match[0], "no counter shows these factors; write those of one")


def _unknown(survey: Survey, text: GameText, name: str, hint: str) -> Problem:
    return problem(f"there is no {name!r}", survey.within(text.where, name), hint)


def _numbers(survey: Survey) -> dict[str, set[str]]:
    """Name without its number -> the numbers that it has, of the names of places, units and boxes with several."""
    numbers: dict[str, set[str]] = {}
    for text in survey.texts:
        is_name = text.context.startswith(("map/", "counters/")) and text.context.endswith("/name")
        if match := _NUMBERED.fullmatch(text.text) if is_name else None:
            numbers.setdefault(match[1], set()).add(match[2])
    return {name: told for name, told in numbers.items() if len(told) > 1}


def _heads(survey: Survey) -> Iterator[str]:
    """The words of the heads of all columns."""
    for _, columns in survey.having("columns"):
        for column in columns if isinstance(columns, (tuple, list)) else ():
            told = [column] if isinstance(column, str) else [getattr(column, n, "") for n in ("id", "name", "head")]
            yield from (word for text in told for word in str(text).split())
    yield from (word for text in survey.texts if "/columns/" in text.context for word in text.text.split())


def _ratings(survey: Survey) -> dict[int, set[str]]:
    """How many factors -> the ratings of so many that counters show, on either side."""
    ratings: dict[int, set[str]] = {}
    for counter in survey.counters.values():
        for factors in (counter.factors, counter.reduced):
            values = [str(value) for _, value in factors]
            ratings.setdefault(len(values), set()).add("-".join(values))
    return ratings


def _titles(survey: Survey) -> Iterator[Problem]:
    names = {" ".join(name.split()).casefold() for name in names_of(survey)}
    units = [noun for noun in _UNITS if any(name.endswith(f" {noun.casefold()}") for name in names)]
    own_kinds = rf"|(?:\b[A-Z][\w’'/-]{{1,40}} ){{1,4}}(?:{'|'.join(units)})s?\b" if units else ""
    kinds = re.compile(_NAMED.pattern + own_kinds)
    renamed: set[str] = set()
    for text in survey.texts:
        if text.context.rpartition("/")[2] in NAMING:
            continue
        whole = _LINK.sub(" ", filled(text.text, survey.values))  # links are those of `cross-reference`
        for named in dict.fromkeys(match.group() for match in kinds.finditer(whole)):
            if named in text.text and not any(_known(words, names) for words in _ends(named)):
                if (new := _renamed(survey, named)) is not None:
                    if named not in renamed:
                        message = f"{new.text!r} had another name, which a text still has: {named!r} ({text.where})"
                        yield problem(message, new.where, f"did you mean {survey.as_translated(new.where)!r}?")
                    renamed.add(named)
                    continue
                hint = did_you_mean(named, sorted(names)) or "write the name that it has"
                yield problem(f"there is no {named!r}", survey.within(text.where, named), hint)


def _renamed(survey: Survey, name: str) -> GameText | None:
    """The name that was `name` when it was translated; None where there is none, or several."""
    changed = [
        text for text in survey.texts
        if text.context.rpartition("/")[2] in NAMING and survey.is_changed(text.where)
        and survey.as_translated(text.where).casefold() in _ends(name)
    ]  # fmt: skip
    return changed[0] if len(changed) == 1 else None


def names_of(survey: Survey) -> set[str]:
    """All names of the data, titles of cases and terms in bold."""
    given = {text.text for text in survey.texts if text.context.rpartition("/")[2] in NAMING}
    given |= {term for text in survey.texts for term in _TERM.findall(filled(text.text, survey.values))}
    return {*given, *survey.cases}


def _ends(named: str) -> Iterator[str]:
    """The name, and its ends of two words or more: a sentence may begin before it."""
    words = named.casefold().split()
    for start in range(len(words) - 1):
        yield " ".join(words[start:])


def _known(words: str, names: set[str]) -> bool:
    single = words.removesuffix("s")
    return any(name == end or name.endswith(f" {end}") for name in names for end in (words, single))
