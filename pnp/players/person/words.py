"""What a typed line means: choices by number, name, hex or verb, several in a row; and what of it isn't offered.

A line is read from the left. The longest part that names a choice exactly is taken first; failing that, the longest
part whose words begin the words of one name. "1 3 5", "1-3", "2664", "move 2664" and "guard to brenn" are all read so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from pnp.players.person.numbers import ChoiceNumbers
from pnp.players.person.sight import Sight, counters_by_id, named_spaces
from pnp.players.telling import VERB_TEXTS
from pnp.referee.engine import Rules
from pnp.referee.masks import Action
from pnp.referee.violation import Violation

MOST_CHARACTERS, MOST_WORDS = 2000, 200
"""Of a line; what is beyond isn't read, and the line is refused."""
FILLERS = frozenset({"to", "at", "in", "with", "and", "then", "into", "against"})
"""Words that may stand between two choices."""
_RANGE = re.compile(r"(\d{1,4})[-–](\d{1,4})")

Phrase = tuple[str, ...]


@lru_cache(maxsize=1 << 14)
def words_of(text: str) -> Phrase:
    """The words of a text, without case, accents and punctuation."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return tuple(re.findall(r"[^\W_]+", re.sub(r"(?<=\w)[’'ʼ`](?=\w)", "", plain)))


@lru_cache(maxsize=1 << 14)
def phrases_of(rules: Rules, lang: str, thing: str) -> list[Phrase]:
    """The names of a thing in a language: its id, its name, that of a named hex without the number, a designation."""
    name = rules.speech(lang).names.get(thing, thing)
    bare = re.sub(r"\s*\([^()]*\)$", "", name) if thing in named_spaces(rules) else name
    counter = counters_by_id(rules, lang).get(thing)
    return [*dict.fromkeys(filter(None, map(words_of, (thing, name, bare, counter.designation if counter else ""))))]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the beginning of a line names.

    actions  one choice; several where the words fit more than one; none where they fit nothing that is offered
    used     how many words they are
    """

    actions: tuple[Action, ...]
    used: int


class Reader:
    """Reads lines for one decision, as the person sees it."""

    def __init__(self, rules: Rules, sight: Sight, numbers: ChoiceNumbers, choices: Sequence[Action]) -> None:
        self._rules, self._sight, self._numbers, self._choices = rules, sight, numbers, choices
        self._labels = {words_of(numbers.label(action)): action for action in choices}
        self._spoken: dict[str, list[Phrase]] = {}

    @cached_property
    def _phrases(self) -> list[tuple[Phrase, Action]]:
        """All that the choices can be called."""
        return [(phrase, action) for action in self._choices for phrase in self._phrases_of(action)]

    @cached_property
    def _exact(self) -> dict[Phrase, list[Action]]:
        """Phrase -> the choices that are called so."""
        exact: dict[Phrase, dict[Action, None]] = {}
        for phrase, action in self._phrases:
            exact.setdefault(phrase, {})[action] = None
        return {phrase: [*actions] for phrase, actions in exact.items()}

    def read(self, words: Phrase) -> Meaning:
        """What the first words of a line name."""
        if words in self._labels:
            return Meaning((self._labels[words],), len(words))
        skipped = 0
        while skipped < len(words) - 1 and words[skipped] in FILLERS and not self._begins(words[skipped:]):
            skipped += 1
        rest = words[skipped:]
        longest = max(map(len, self._exact), default=0)
        for length in range(min(len(rest), longest), 0, -1):
            if actions := self._exact.get(rest[:length]):
                return Meaning(tuple(actions), skipped + length)
        for length in range(min(len(rest), longest), 0, -1):
            if alike := self._alike(rest[:length]):
                return Meaning(alike, skipped + length)
        return Meaning((), 0)

    def standing(self, words: Phrase) -> Meaning:
        """The units on offer that stand in the place which the first words name."""
        units = [(ids[0], action) for action in self._choices for verb, *ids in [self._rules.to_json(action)]
                 if self._rules.verbs[verb] == "unit"]  # fmt: skip
        places = dict.fromkeys(self._sight.place_of.get(unit, "") for unit, _ in units)
        on_map = [place for place in places if place in self._rules.spaces]
        for length in range(len(words), 0, -1):
            if place := self.called(on_map, words[:length]):
                return Meaning(tuple(a for unit, a in units if self._sight.place_of.get(unit) == place), length)
        return Meaning((), 0)

    def is_exact(self, words: Phrase) -> bool:
        """Whether a choice is called exactly so."""
        return words in self._labels or words in self._exact

    def _begins(self, words: Phrase) -> bool:
        return any(words[: len(phrase)] == phrase for phrase in self._exact)

    def _alike(self, typed: Phrase) -> tuple[Action, ...]:
        """The choices with a name whose words begin with those typed, in their order. One letter alone names nothing.
        """
        if all(len(word) == 1 or word.isdigit() for word in typed):
            return ()
        return tuple(dict.fromkeys(action for phrase, action in self._phrases if _begin_words_of(typed, phrase)))

    def _phrases_of(self, action: Action) -> list[Phrase]:
        """All that a choice can be called: its number, its thing, its verb, and verb and thing."""
        verb, *ids = self._rules.to_json(action)
        verbs = self._verb_phrases(verb)
        label = words_of(self._numbers.label(action))
        if not ids:
            return [label, *verbs]
        things = self.thing_phrases(ids[0])
        return [label, *things, *(one + thing for one in verbs for thing in (*things, label))]

    def _verb_phrases(self, verb: str) -> list[Phrase]:
        """A verb as in the list, without its thing; as in the log; its first word."""
        if verb not in self._spoken:
            self._spoken[verb] = self._spoken_as(verb)
        return self._spoken[verb]

    def _spoken_as(self, verb: str) -> list[Phrase]:
        texts: Mapping[str, str] = {**VERB_TEXTS, **self._rules.VERB_TEXTS}
        english = texts.get(verb, "")
        spoken = self._sight.speech.words.text(english, thing="") if english else ""
        phrases = [words_of(spoken), words_of(english.replace("{thing}", "")), words_of(verb)]
        return [*dict.fromkeys(filter(None, [*phrases, *(phrase[:1] for phrase in phrases)]))]

    def thing_phrases(self, thing: str) -> list[Phrase]:
        """The names of a unit, a place or another thing: its id, its name, a hex's name alone; none of what is hidden.
        """
        return [] if thing in self._sight.hidden else phrases_of(self._rules, self._sight.lang, thing)

    # What isn't offered -------------------------------------------------------------------------------------

    def refused(self, state: Any, words: Phrase) -> tuple[Violation, int] | None:
        """Why what the first words name isn't offered, and how many words name it; None where they name nothing."""
        for length in range(min(len(words), 8), 0, -1):
            action = self._meant(state, words[:length])
            violation = self._rules.why_not(state, action) if action is not None else None
            if violation is not None:
                return violation, length
        return None

    def _meant(self, state: Any, words: Phrase) -> Action | None:
        """The action that words name, offered or not: one of this decision, if it has such a one."""
        known = self._numbers.action(" ".join(words))
        if known is not None:
            return known
        step = self._rules.step(state)
        here = [self._rules.VERBS[index] for index in step.verbs] if step else []
        verbs = [*here, *(verb for verb in self._rules.VERBS if verb not in here)]
        for verb in verbs:
            for spoken in self._verb_phrases(verb.id):
                if not verb.takes and words == spoken:
                    return self._rules.from_json([verb.id])
                thing = self._thing(verb.id, words[len(spoken) :]) if words[: len(spoken)] == spoken else None
                if verb.takes and thing:
                    return self._rules.from_json([verb.id, thing])
        for verb in verbs:
            if verb.takes and (thing := self._thing(verb.id, words)):
                return self._rules.from_json([verb.id, thing])
        return None

    def _thing(self, verb: str, words: Phrase) -> str | None:
        return self.called(self._rules.domain(verb), words)

    def called(self, things: Iterable[str], words: Phrase) -> str | None:
        """The one of `things` with a name that is `words`, else the first of which they begin the words."""
        if not words:
            return None
        named = [(thing, phrase) for thing in things for phrase in self.thing_phrases(thing)]
        exact = next((thing for thing, phrase in named if phrase == words), None)
        if exact is not None or all(len(word) == 1 or word.isdigit() for word in words):
            return exact
        return next((thing for thing, phrase in named if _begin_words_of(words, phrase)), None)


def _begin_words_of(typed: Phrase, phrase: Phrase) -> bool:
    """Whether the words typed begin words of a phrase, in the same order; numbers are whole or don't count."""
    rest = iter(phrase)
    return all(
        any(word == typed_word or (not typed_word.isdigit() and word.startswith(typed_word)) for word in rest)
        for typed_word in typed
    )


def line_words(line: str, labels: Iterable[str]) -> Phrase | None:
    """The words of a line, with "1-3" written out where 1 and 3 are numbers of choices; None for one that is too long.
    """
    if len(line) > MOST_CHARACTERS:
        return None
    known = set(labels)

    def written_out(match: re.Match[str]) -> str:
        first, last = int(match[1]), int(match[2])
        if match[0] in known or not 0 < last - first < MOST_WORDS or not {match[1], match[2]} <= known:
            return match[0]
        return " ".join(str(number) for number in range(first, last + 1) if str(number) in known)

    words = words_of(_RANGE.sub(written_out, line))
    return words if len(words) <= MOST_WORDS else None
