"""reference-subject: a cross-reference leads to a case about what its sentence speaks of.

The words before a reference are compared with title and text of the case, and of the cases and tables below it. When
not one of them occurs there, while most occur in the text of one other case or one in its heading, the number is likely
a slip, unless it is of that other case's own cases. Words are compared by their stems; names from the data count as
printed. Cases whose titles share a word may refer to each other. A reference that was another one when its text was
translated, while the words around it have stayed, isn't to a case with fewer of them.

Passes: rules/10-basics.yaml cases/1.0/cases/1.2/text = Every unit in a neighbour wood goes there as [[1.1]] says.
Fails:  rules/10-basics.yaml cases/1.0/cases/1.2/text = Tanks stay at home, where they are [[1.3]].
        and rules/10-basics.yaml cases/Fog/text = Tanks stay at home, all of them.
Mend:   correct the address, or allow it with the reason behind `text: |`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook.words import filled, sentences, stems
from pnp.errors import Location, Problem
from pnp.model.tables import AnyTable

SEVERITY = "warning"

LINK = re.compile(r"\[\[([^\[\]|\n]*)(?:\|[^\[\]\n]*)?\]\]")
TABLE = re.compile(r"^@table +(\S+) *$", re.MULTILINE)
FEWEST = 3
"""Words that a sentence must have before it is compared with whole cases; one word will do for a heading."""
UBIQUITOUS = 0.6
"""A word in so large a share of the cases doesn't characterise a subject: unit, turn."""


def check(survey: Survey) -> Iterator[Problem]:
    own = words_of_cases(survey)
    bodies = {a: own[a].union(*(own[below.id] for below in case.all_cases())) for a, case in survey.cases.items()}
    having = addresses_having(own)
    most = UBIQUITOUS * len(bodies)
    common = {word for word, addresses in addresses_having(bodies).items() if len(addresses) >= most}
    titles = {address: stems(case.title) for address, case in survey.cases.items()}
    places: list[Location | None] = []
    for address, case in survey.cases.items():
        for sentence in sentences(filled(case.text, survey.values)) if "[[" in case.text else ():
            parts = LINK.split(sentence)
            whole = stems(" ".join(parts[::2])) - common
            for index in range(1, len(parts), 2):
                target, before = parts[index].strip(), parts[index - 1]
                near = stems(before) - common
                words = near if len(near) >= FEWEST else whole
                if (
                    target not in bodies
                    or "such as" in before
                    or words & bodies[target]
                    or titles[address] & titles[target]
                ):
                    continue
                better = _better(words, having, {address, target}) or _entitled(near, titles, {address, target})
                if better is not None and target not in {case.id for case in survey.cases[better].all_cases()}:
                    message = (
                        f"[[{target}]] is about {survey.cases[target].title!r}; nothing in it speaks of "
                        f"{_as_quoted(before)!r}"
                    )
                    hint = f"did you mean [[{better}]], {survey.cases[better].title}?"
                    places.append(survey.within(case.where("text"), f"[[{target}"))
                    yield problem(message, places[-1], hint, rule=address)
    for found in _replaced(survey, bodies, common):
        if found.where not in places:
            yield found


def _replaced(survey: Survey, bodies: dict[str, frozenset[str]], common: set[str]) -> Iterator[Problem]:
    """References that are all that was changed in a text since it was translated, and speak of it less than before."""
    for text in survey.texts:
        if "[[" not in text.text or not survey.is_changed(text.where):
            continue
        parts, before = (LINK.split(" ".join(t.split())) for t in (text.text, survey.as_translated(text.where)))
        if parts[::2] != before[::2]:
            continue
        for index in range(1, len(parts), 2):
            target, old = parts[index].strip(), before[index].strip()
            words = stems(filled("".join([*sentences(parts[index - 1])][-1:]), survey.values)) - common
            if target in bodies and old in bodies and len(words & bodies[target]) < len(words & bodies[old]):
                message = f"[[{target}]] was [[{old}]] when the text was translated, which has more of its words"
                hint = f"did you mean [[{old}]], {survey.cases[old].title}?"
                yield problem(message, survey.within(text.where, f"[[{target}"), hint)


def _entitled(words: frozenset[str], titles: dict[str, frozenset[str]], without: set[str]) -> str | None:
    """The case with one of `words` in a heading of a word or two."""
    return next((a for a, title in titles.items() if a not in without and len(title) <= 2 and title & words), None)


def _as_quoted(before: str) -> str:
    return " ".join(before.split())[-48:]


def _better(words: frozenset[str], having: dict[str, list[str]], without: set[str]) -> str | None:
    """The case in which most of `words` occur; None when no case has more than half of them."""
    counts = Counter(address for word in sorted(words) for address in having.get(word, ()) if address not in without)
    best = max(counts, key=lambda a: (counts[a], -len(a), a), default=None)
    return best if best is not None and len(words) >= FEWEST and counts[best] * 2 > len(words) else None


def words_of_cases(survey: Survey) -> dict[str, frozenset[str]]:
    """Address -> stems of the words of the case and of its tables."""
    tables = {table.id: _table_words(table) for table in survey.game.charts.tables}
    words_of = {}
    for address, case in survey.cases.items():
        words = stems(LINK.sub(" ", filled(case.text, survey.values))) | stems(case.title)
        words_of[address] = words.union(*(tables.get(name, frozenset()) for name in TABLE.findall(case.text)))
    return words_of


def _table_words(table: AnyTable) -> frozenset[str]:
    rows = (*getattr(table, "rows", ()), *getattr(table, "steps", ()), *getattr(table, "codes", ()))
    texts = [str(getattr(row, field, "")) for row in rows for field in ("name", "text")]
    return stems(" ".join([table.title, "die roll result", *texts]))


def addresses_having(bodies: dict[str, frozenset[str]]) -> dict[str, list[str]]:
    """Word -> the cases with it."""
    addresses: dict[str, list[str]] = {}
    for address, words in bodies.items():
        for word in words:
            addresses.setdefault(word, []).append(address)
    return addresses
