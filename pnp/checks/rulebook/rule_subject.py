"""rule-subject: the case that a table, phase, terrain or anything else names as its `rule` speaks of it.

Compared are the words of its id, name and text with those of the case, of its tables and of the cases above and below.
When none of them stands there while another case has its name, or a placeholder with its id, the address is likely a
slip; so it is when a case of another chapter has far more of them, rare words and those of titles before all, and the
whole name where a second entry of the kind names the same case, or when the others of its list name cases of one
chapter and its own, in another, has none of its words. An entry without a name goes by its key, which is the title of
its case. So is the address of victory points or of an outcome likely a slip whose placeholders stand in another case
only, and that of a table that another one prints.

Passes: map.yaml symbols/+ = {id: tower, name: tower, rule: Fog}
        and rules/10-basics.yaml cases/Fog/text = Tanks stay where they are, but for those at a tower.
Fails:  map.yaml symbols/+ = {id: tower, name: tower, rule: "1.3"}
        and rules/10-basics.yaml cases/Fog/text = Tanks stay where they are, but for those at a tower.
Fails:  charts.yaml tables/weather/rule = "1.3"
Fails:  charts.yaml tables/weather/rule = Fog
        and rules/10-basics.yaml cases/1.0/cases/1.3/text = "@table weather"
Fails:  scenarios/standard.yaml victory = [{id: woods, side: red, points: 4, text: woods, rule: "1.1"}]
        and rules/10-basics.yaml cases/Fog/text = In the fog the woods give {{ victory.woods.amount }} points.
Fails:  map.yaml symbols/+ = {id: watch-tower, name: watch tower, rule: "1.3", note: sees as far as the sea}
        and rules/10-basics.yaml cases/1.0/cases/1.3/text = From a tower the winner looks back.
        and rules/10-basics.yaml cases/Fog/text = In the fog a watch tower sees no further than the sea.
Mend:   correct the address.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.reference_subject import TABLE, addresses_having, words_of_cases
from pnp.checks.rulebook.words import stems
from pnp.errors import Problem
from pnp.model.base import SourceModel
from pnp.model.cards import Card
from pnp.model.info import Outcome, Parameter
from pnp.model.scenario import VictoryPoints
from pnp.model.tables import AnyTable

SEVERITY = "warning"

LEAST, FAR = 3.0, 0.25
"""How much a case must speak of an entry, and how much less the one that it names, before another one is meant."""
FEWEST = 3
"""Entries of a list, of which all but one name cases of one chapter."""
PLACED = 3.0
"""What a placeholder of the entry weighs."""

_VALUE = re.compile(r"\{\{ *[a-z_]+\.([a-z0-9_]+)")


def check(survey: Survey) -> Iterator[Problem]:
    subjects = survey.once(Subjects)
    named, holders = _places(survey)
    strays = _strays(survey, subjects)
    alike = Counter((type(model), rule) for model in survey.models if (rule := model.__dict__.get("rule")))
    for model in survey.models:
        rule = model.__dict__.get("rule")
        if not isinstance(rule, str) or rule not in subjects.around or isinstance(model, Parameter | Card):
            continue  # a card has its event on it; its rule is what all events have in common
        if isinstance(model, AnyTable) and (found := list(_printed(survey, model.id, model, subjects))):
            yield from found
            continue
        if isinstance(model, VictoryPoints | Outcome):
            found = list(_points(survey, model, rule, subjects.placed))
            if found:
                yield from found
                continue
        entry = _entry(model, named.get(id(model), ""))
        better = _unspoken(subjects, model, entry, rule)
        above = holders[id(model)].__dict__.get("rule") if id(model) in holders else None
        shared = alike[type(model), rule] > 1
        sure = above in subjects.family[rule] or TABLE.search(survey.cases[rule].text)
        if not better and not sure and not _kind(model) & subjects.titles[rule]:
            better = _rather(subjects, entry, rule)
            if shared and not _named_in(entry, subjects, rule, better):
                better = []
        if not better and entry.name and id(model) in strays and not _kind(model) & subjects.own[rule]:
            better = _beside(subjects, entry, rule, strays[id(model)])
        if better:
            message = f"{rule} doesn't speak of {entry.shown!r}"
            hint = f"did you mean {better[0]!r}?" if len(better) == 1 else f"{', '.join(better[:4])} do"
            yield problem(message, model.where("rule"), hint, rule=rule)


@dataclass(frozen=True)
class _Entry:
    """What an entry says: its id, how it is shown, and the stems of its name, of its titles and of all its words."""

    id: str
    shown: str
    name: frozenset[str]
    titles: frozenset[str]
    words: frozenset[str]
    keyed: bool


def _entry(model: SourceModel, key: str) -> _Entry:
    own_id = str(model.__dict__.get("id") or "")
    titles = [title for field in ("name", "title") if (title := str(model.__dict__.get(field) or ""))]
    name = stems(" ".join(((own_id or ("" if titles else key)).replace("-", " ").replace("_", " "), *titles)))
    shown = titles[0] if titles else own_id or key
    return _Entry(
        own_id, shown, name, stems(" ".join(titles)), name | stems(" ".join(_texts(model))), not own_id and not titles
    )


def _strays(survey: Survey, subjects: Subjects) -> dict[int, str]:
    """Number of a model -> the chapter of all others in its list, where its own rule is of another chapter."""
    strays: dict[int, str] = {}
    for holder in survey.models:
        for value in holder.__dict__.values():
            if not isinstance(value, tuple) or len(value) < FEWEST or not isinstance(value[0], SourceModel):
                continue
            ruled = [(one, subjects.root.get(str(one.__dict__.get("rule")), "")) for one in value]
            chapters = Counter(root for _, root in ruled if root).most_common()
            if len(chapters) == 2 and chapters[1][1] == 1 and chapters[0][1] >= FEWEST - 1:
                strays |= {id(one): chapters[0][0] for one, root in ruled if root == chapters[1][0]}
    return strays


def _places(survey: Survey) -> tuple[dict[int, str], dict[int, SourceModel]]:
    """Number of a model -> the key that it is under, which names an entry without id and name; and the one above."""
    keys: dict[int, str] = {}
    holders: dict[int, SourceModel] = {}
    for model in survey.models:
        for field, value in model.__dict__.items():
            if isinstance(value, SourceModel):
                keys[id(value)] = field
            elif isinstance(value, Mapping):
                keys |= {id(below): str(key) for key, below in value.items() if isinstance(below, SourceModel)}
            elif isinstance(value, tuple):
                holders |= {id(below): model for below in value if isinstance(below, SourceModel)}
    return keys, holders


class Subjects:
    """What each case speaks of.

    chapter  itself, the case above and the cases beside it
    around  its words, those of its tables, and of the cases above and below
    placed  id -> the cases with its placeholder or table
    named   stem -> the rules of the entries that it names
    root    the chapter in which it stands
    """

    def __init__(self, survey: Survey) -> None:
        self.own = words_of_cases(survey)
        self.titles = {address: stems(case.title) for address, case in survey.cases.items()}
        self.family = {address: {address} for address in survey.cases}
        self.chapter = {address: {address} for address in survey.cases}
        self.root: dict[str, str] = {}
        for address, case in survey.cases.items():
            for below in case.cases:
                self.chapter[below.id] |= {address, *(beside.id for beside in case.cases)}
            self.root.setdefault(address, address)
            for below in case.all_cases():
                self.root.setdefault(below.id, self.root[address])
                self.family[address].add(below.id)
                self.family[below.id].add(address)
        self.around = {a: frozenset().union(*(self.own[b] for b in near)) for a, near in self.family.items()}
        self.entitled = {a: frozenset().union(*(self.titles[b] for b in near)) for a, near in self.family.items()}
        self.placed: dict[str, list[str]] = {}
        for address, case in survey.cases.items():
            for name in dict.fromkeys((*_VALUE.findall(case.text), *TABLE.findall(case.text))):
                self.placed.setdefault(name.replace("-", "_"), []).append(address)
        self.having, self.titled = addresses_having(self.own), addresses_having(self.titles)
        self.weight = {word: log((len(self.own) + 1) / len(cases)) for word, cases in self.having.items()}
        self.named: dict[str, set[str]] = {}
        for model in survey.models:
            rule = model.__dict__.get("rule")
            if isinstance(rule, str) and rule in self.own:
                for word in _entry(model, "").name:
                    self.named.setdefault(word, set()).add(rule)

    def scores(self, entry: _Entry) -> dict[str, float]:
        """How much each case speaks of an entry by itself; rare words and those of its title weigh more."""
        scores: dict[str, float] = dict.fromkeys(self._placing(entry), PLACED)
        for words, having in ((entry.words, self.having), (entry.name, self.titled)):
            for word in words:
                for address in having.get(word, ()):
                    scores[address] = scores.get(address, 0) + self.weight[word]
        return scores

    def score(self, entry: _Entry, address: str) -> float:
        """The same of one case with those above and below it."""
        placed = PLACED if self.family[address] & set(self._placing(entry)) else 0
        words = (*(entry.words & self.around[address]), *(entry.name & self.entitled[address]))
        return placed + sum(self.weight[word] for word in words)

    def _placing(self, entry: _Entry) -> list[str]:
        return self.placed.get(entry.id.replace("-", "_"), []) if entry.id else []


def _kind(model: SourceModel) -> frozenset[str]:
    """Stems of what an entry is: a chart of terrains may speak of them all without a name."""
    return stems(re.sub(r"(?<!^)(?=[A-Z])", " ", type(model).__name__))


def _unspoken(subjects: Subjects, model: SourceModel, entry: _Entry, rule: str) -> list[str]:
    """The cases with the entry's name or placeholder, when the one of `rule` has none of its words."""
    if entry.keyed:
        if not entry.name or entry.name & subjects.around[rule]:
            return []
        others = {other for word in entry.name for other in subjects.named.get(word, ())}
        far = subjects.titles.keys() - subjects.chapter[rule] if not others & subjects.family[rule] else ()
        return sorted(address for address in far if subjects.titles[address] == entry.name)
    if not entry.words or entry.words & subjects.around[rule] or _kind(model) & subjects.titles[rule]:
        return []
    better = subjects.placed.get(entry.id.replace("-", "_"), []) or _speaking(entry.titles, subjects.own)
    return better if rule not in better else []


def _rather(subjects: Subjects, entry: _Entry, rule: str) -> list[str]:
    """The case that speaks of the entry far more than the one of `rule`, and those around it."""
    if entry.keyed:
        return []
    scores = {a: score for a, score in subjects.scores(entry).items() if a not in subjects.chapter[rule]}
    best = max(scores, key=lambda address: (scores[address], -len(address), address), default=rule)
    if scores.get(best, 0) < LEAST or subjects.score(entry, rule) >= FAR * scores[best]:
        return []
    return [best]


def _named_in(entry: _Entry, subjects: Subjects, rule: str, better: list[str]) -> bool:
    """Whether better cases have the whole name of an entry, and its own has no word of it; turns have only dates."""
    name = entry.titles or (frozenset() if re.search("[0-9]", entry.id) else entry.name)
    return bool(name) and not name & subjects.around[rule] and all(name <= subjects.own[case] for case in better)


def _beside(subjects: Subjects, entry: _Entry, rule: str, chapter: str) -> list[str]:
    """The case in the chapter of its list that speaks of an entry most, when its own has no word of its name."""
    if entry.name & (subjects.around[rule] | subjects.entitled[rule]):
        return []
    scores = {a: score for a, score in subjects.scores(entry).items() if subjects.root[a] == chapter}
    return [max(scores, key=lambda address: (scores[address], -len(address), address), default=chapter)]


def _printed(survey: Survey, name: str, model: SourceModel, subjects: Subjects) -> Iterator[Problem]:
    """Reports a table that only cases far from its own print."""
    rule = str(model.__dict__["rule"])
    printing = [case.id for case in survey.cases.values() if name in TABLE.findall(case.text)]
    if printing and not subjects.family[rule] & set(printing):
        message = f"{rule} doesn't print the table {name!r}; {' and '.join(printing)} does"
        yield problem(message, model.where("rule"), f"did you mean {printing[0]!r}?", rule=rule)


def _points(
    survey: Survey, model: VictoryPoints | Outcome, rule: str, placed: dict[str, list[str]]
) -> Iterator[Problem]:
    """Reports what only cases far from its own give the points of."""
    using = placed.get(model.id.replace("-", "_"), [])
    near = {case.id for case in survey.cases[rule].all_cases()}
    near |= {a for a in using if rule in {case.id for case in survey.cases[a].all_cases()}}
    if using and not near & set(using):
        message = f"{rule} doesn't tell the points of {model.id!r}; {' and '.join(using)} does"
        yield problem(message, model.where("rule"), f"did you mean {using[0]!r}?", rule=rule)


def _texts(model: SourceModel) -> Iterator[str]:
    for field in ("text", "note"):
        if isinstance(value := getattr(model, field, ""), str):
            yield value


def _speaking(name: frozenset[str], own: dict[str, frozenset[str]]) -> list[str]:
    """The cases whose own words have all words of the name."""
    return [address for address, words in own.items() if name and name <= words]
