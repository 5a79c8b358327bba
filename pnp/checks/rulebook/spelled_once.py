"""spelled-once: a word that stands only once isn't a slip of one that stands more often.

Compared are all words of five letters or more in the English texts of the game, and of three or more in names and
ids. A slip is two neighbouring letters swapped, a letter doubled, or one lost that isn't one of a pair, but for the two
vowels of a pair; other words that are alike, such as fight and flight, lose and loose or losses and loses, are let be.
A name is also compared with the words of its own id, and any text that was changed with its words when it was
translated, as far as they stand elsewhere: of these one letter may differ in any way. Slips of names in the rules are
reported by `name-misspelt`.

A game also keeps to one of the British and the American spelling of a word: defence or defense, colour or color.

Passes: rules/10-basics.yaml cases/Fog/text = Tanks stay where they are, and look far.
Fails:  rules/10-basics.yaml cases/Fog/text = Tanks attakc. No attack is a duty; the attack is free.
Fails:  rules/10-basics.yaml cases/Fog/text = The defence is free. No defense is a duty; the defence may look.
Fails:  map.yaml boxes/red-reserve/name = Red Resserve
        and rules/10-basics.yaml cases/Fog/text = The reserve waits, and no reserve moves.
Fails:  game.yaml unit_types/tank/name = Tnak
Fails:  game.yaml phases/moving/id = mvoing
Mend:   spell it as elsewhere; where both are right, allow it with the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pnp.checks.base import Survey, problem
from pnp.checks.rulebook import name_misspelt
from pnp.checks.rulebook.words import slips_of, stem, steps_between, ungenitive, words_in
from pnp.errors import Location, Problem, counted
from pnp.model.spelling import TWO_WAYS

SEVERITY = "warning"

SHORTEST, LONGEST = 5, 30
SHORTEST_IN_NAMES = 3
NAMES = frozenset({"name", "title", "plural", "adjective", "designation", "head", "printed_title", "label"})
"""Last parts of the contexts of texts that are names."""
DOUBLED = frozenset(
    "bleed boot breed choose coop feed flee foot hoop hooped hoot loose loosen looser loot meet moot need peep reed "
    "root rooted seed sheet shoot sleet soon soot speed steep steeped stoop stooped teen too took weed wood".split()
)
"""Words with a pair of e or o that are another word with one of them."""
WORDS_OF_DATA = ("id", "kind", "state", "turned", "back")
"""Fields with one word that other entries have as well."""
UNTRANSLATED = ("text", "name", "reason")
"""Fields of which some hold texts that only an author reads."""
MOST = 20_000
"""Different words of a game that are compared; a rulebook has some two thousand."""
_VALUE = re.compile(r"\{\{.{1,200}?\}\}|\[\[.{1,200}?\]\]")


class _Place(NamedTuple):
    """Where a word stands.

    word   as written
    whole  the text or id that it stands in
    about  the words of the id of what has that name or id
    """

    word: str
    whole: str
    where: Location | None
    about: frozenset[str] = frozenset()
    is_name: bool = False


def check(survey: Survey) -> Iterator[Problem]:
    yield from _two_ways(survey)
    counts: Counter[str] = Counter()
    places: dict[str, _Place] = {}
    names: set[str] = set()
    for place in _words(survey):
        plain = ungenitive(place.word).casefold()
        if len(counts) < MOST:
            counts[plain] += 1
            places.setdefault(plain, place)
            if place.is_name:
                names.add(plain)
    often = [word for word, count in counts.items() if count > 1]
    slips = {slip: word for slip, word in slips_of(often, lost="eo").items() if not {slip, word} & DOUBLED}
    without_first = {word[1:]: word for word in often}
    wholes = {place.whole.casefold() for place in places.values() if place.is_name}
    unmarked = {re.sub("[’']", "", word) for word in counts if not word.isalpha()}
    reported: set[object] | None = None
    for word, place in places.items():
        if counts[word] > 1 or word in unmarked:
            continue
        stood, meant = _stood(survey, place, word, places), None
        if stood is None and len(word) >= (SHORTEST_IN_NAMES if place.is_name else SHORTEST):
            meant = slips.get(word) or slips_of(place.about - {word}, lost="eo").get(word)
            if meant is None and _lacks_capital(place):
                meant = next((near for near in place.about if near[1:] == word), without_first.get(word))
        if stood is not None:
            meant = stood.word
            message = f"{place.word!r} was {meant!r} when it was translated, as elsewhere ({stood.where})"
        elif meant is None or (len(word) < SHORTEST and meant not in names):
            continue
        elif len(word) < SHORTEST and meant not in place.about and _put_right(place, meant) in wholes:
            continue  # two things whose names are alike
        else:
            message = f"{place.word!r} stands once, and {meant!r} {counted(counts[meant], 'time')}"
        where = survey.within(place.where, place.word)
        if reported is None:
            reported = {found.where for found in name_misspelt.check(survey)}
        if where not in reported:
            yield problem(message, where, f"did you mean {meant!r}?")


def _two_ways(survey: Survey) -> Iterator[Problem]:
    """The words of which a few are spelled in the other way than the rest."""
    plain = [(_VALUE.sub(" ", text.text).casefold(), text) for text in survey.texts]
    for pair in TWO_WAYS:
        few, many = sorted((sum(words.count(part) for words, _ in plain), part) for part in pair)
        for words, text in plain if few[0] else ():
            for word in sorted({word for word in words_in(words) if few[1] in word}):
                right = word.replace(few[1], many[1])
                message = f"{word!r} has {few[1]!r}, and {many[1]!r} stands {counted(many[0], 'time')} elsewhere"
                yield problem(message, survey.within(text.where, word), f"did you mean {right!r}?")


def _stood(survey: Survey, place: _Place, word: str, places: dict[str, _Place]) -> _Place | None:
    """Where else the word stands that was in the place of `word` when the text was translated, if it was nearly that.

    Another form of it may be meant, and a word that has gone everywhere was changed on purpose.
    """
    if not survey.is_changed(place.where):
        return None
    left = {ungenitive(other).casefold() for other in words_in(place.whole)}
    words = [ungenitive(other).casefold() for other in words_in(survey.as_translated(place.where))]
    near = (w for w in words if w not in left and w in places and steps_between(w, word) == 1 and stem(w) != stem(word))
    return next((places[other] for other in near), None)


def _words(survey: Survey) -> Iterator[_Place]:
    for text in survey.texts:
        is_name = text.context.rpartition("/")[2] in NAMES
        about = frozenset(re.findall("[a-z]+", text.context)) if is_name else frozenset()
        yield from _places_in(text.text, text.where, about, is_name)
    for field in WORDS_OF_DATA:
        for model, name in survey.having(field):
            if isinstance(name, str):
                yield from _places_in(name, model.where(field), is_name=True)
    translated = {text.where for text in survey.texts}
    for field in UNTRANSLATED:
        for model, told in survey.having(field):
            if isinstance(told, str) and " " in told and (where := model.where(field)) not in translated:
                yield from _places_in(told, where)


def _places_in(
    text: str, where: Location | None, about: frozenset[str] = frozenset(), is_name: bool = False
) -> Iterator[_Place]:
    for word in words_in(_VALUE.sub(" ", text)):
        if SHORTEST_IN_NAMES <= len(word) <= LONGEST:
            yield _Place(word, text, where, about, is_name)


def _lacks_capital(place: _Place) -> bool:
    """Whether a word of a name is the only one that begins small."""
    words = words_in(place.whole)
    return place.is_name and len(words) > 1 and [word for word in words if not word[0].isupper()] == [place.word]


def _put_right(place: _Place, meant: str) -> str:
    return place.whole.casefold().replace(place.word.casefold(), meant)
