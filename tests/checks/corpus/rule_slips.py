"""Faults in the sentences of the rules that the data contradict: said twice, counted wrong, led to another case."""

from __future__ import annotations

import re
from calendar import month_name
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, lines_of
from corpus.rule_texts import REFERENCE, case_of, english, inside, stems, subjects_of, swap
from corpus.text import Edit, Spot, exchanged

_SENTENCE = re.compile(r"(?<=[.!?] )[A-Z][^.!?:*{}\[\]\n]{20,90}\.(?=\s)")
_PHASE = re.compile(r"\{\{ phase\.([a-z0-9_]+) \}\}")
_START = re.compile(r"(?<=[.!?] )(?=[A-Z][a-z]+ [a-z])")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNTED = re.compile(rf"(?<![\w.,:/–−+×-])(\d+|{'|'.join(_NUMBERS[1:])})(?![\w:/×–-])", re.IGNORECASE)


def _beside(spot: Spot, key: str) -> Spot | None:
    """The value of another key of the same entry."""
    return spot.page.get((*spot.path[:-1], key))


def _families(game: Sources) -> dict[str, set[str]]:
    """Address -> itself, the cases above it and the cases below it."""
    paths = {spot.value: (spot.file, spot.path[:-1]) for spot in game.cases}
    return {
        address: {
            other
            for other, (its_file, its) in paths.items()
            if file == its_file and path[: len(its)] == its[: len(path)]
        }
        for address, (file, path) in paths.items()
    }


# Sentences and titles ----------------------------------------------------------------------------------------


def sentence_said_twice(game: Sources) -> Iterator[Draft | Skip]:
    """A sentence was moved, and the old one left standing."""
    for text in game.texts:
        for match, start, line in inside(text, _SENTENCE):
            edit = Edit(text.file, start, start, f"{match[0]} ")
            yield Draft(f"{case_of(text)}: {match[0][:30]}", (edit,), ((text.file, line),))


def word_said_twice(game: Sources) -> Iterator[Draft]:
    """Where a line was broken anew, its last word stayed behind."""
    for text in game.texts:
        for match, start, line in inside(text, re.compile(r"(?<=[a-z] )[a-z]{3,}(?= [a-z])")):
            if match[0] not in ("that", "had"):
                edit = Edit(text.file, start, start, f"{match[0]} ")
                yield Draft(f"{case_of(text)}: {match[0]} at {start}", (edit,), ((text.file, line),))


def title_of_the_case_beside(game: Sources) -> Iterator[Draft | Skip]:
    """A case was copied for its frame, and the title that only the other speaks of was left on it."""
    titles = [title for title in game.find("rules:**/cases/*/title") if _beside(title, "text")]
    for one, other in pairwise(titles):
        words = set(re.findall(r"\w{4,}", one.value.lower()))
        there, here = (_beside(spot, "text").value.lower() for spot in (one, other))
        speaks = words & set(re.findall(r"\w{5,}", re.sub(r"\{\{.*?\}\}", " ", there)))
        if one.path[:-2] != other.path[:-2] or not speaks or any(word[:4] in here for word in words):
            yield Skip("both speak of the title, or neither")
        elif "@table" in _beside(other, "text").value:
            yield Skip("a table speaks of it")
        else:
            yield Draft(f"{case_of(other)}: {one.value}", (other.quoted(one.value),), at(other))


def text_of_the_case_beside(game: Sources) -> Iterator[Draft | Skip]:
    """A case has the text of the one before it."""
    for one, other in pairwise(game.texts):
        if one.path[:-2] == other.path[:-2] and one.style == other.style == "|":
            yield Draft(f"{case_of(other)}: {case_of(one)}", (other.to(one.raw),), lines_of(other))


def title_of_nothing(game: Sources) -> Iterator[Draft | Skip]:
    """A text sends its reader to a table, track or phase that the game doesn't have."""
    dice = dice_for(game, "titles")
    for text in game.texts:
        for _, start, line in inside(text, _SENTENCE):
            title = f"{dice.choice(('Diplomacy', 'Harvest', 'Mutiny'))} {dice.choice(('Table', 'Track', 'Phase'))}"
            edit = Edit(text.file, start, start, f"Look at the {title}. ")
            yield Draft(f"{case_of(text)}: {title}", (edit,), ((text.file, line),))


def number_of_nothing(game: Sources) -> Iterator[Draft]:
    """A text names a numbered place, a hex or ratings that no map and no counter have."""
    names = Counter(name.rpartition(" ")[0] for name in game.values("map:**/name") if name.rpartition(" ")[2].isdigit())
    numbered = [f"{name} 99" for name, count in names.items() if count > 1]
    hexes = ["hex 9999", "a 99-98-97"] if game.find("map:hexes/rows") else []
    for text in game.texts:
        for _, start, line in list(inside(text, _SENTENCE))[:1]:
            for name in (*numbered, *hexes):
                edit = Edit(text.file, start, start, f"Nobody looks for {name}. ")
                yield Draft(f"{case_of(text)}: {name}", (edit,), ((text.file, line),))


def heading_beside_its_address(game: Sources) -> Iterator[Draft]:
    """A case that goes by its heading has a letter wrong in it."""
    for title in game.find("rules:**/cases/*/title"):
        if title.value == case_of(title) and len(title.value) > 4:
            yield Draft(title.value, (title.quoted(title.value[:-2] + title.value[-1]),), at(title))


# Numbers -----------------------------------------------------------------------------------------------------


def _counted(spot: Spot) -> Iterator[tuple[str, int, int, int]]:
    """The numbers of a text as it is written: as said, what they are, place in the file, line."""
    for match, start, line in inside(spot, _COUNTED):
        said = match[1]
        yield said, int(said) if said.isdigit() else _NUMBERS.index(said.lower()), start, line


def _said(number: int, like: str) -> str:
    return str(number) if like.isdigit() or number >= len(_NUMBERS) else _NUMBERS[number]


def number_of_a_parameter_differs(game: Sources) -> Iterator[Draft | Skip]:
    """A short text, or the row of a table, writes another number than the parameter of its rule, or its effects."""
    known: dict[str, list[tuple[int, set[str]]]] = {}
    for value in game.find("game:parameters/*/value"):
        rule, text = _beside(value, "rule"), _beside(value, "text")
        known.setdefault(rule.value, []).append((int(value.value), stems(text.value)))
    for text in game.find("game:**/text", "charts:**/text", "map:**/text", "counters:**/text"):
        rule = _beside(text, "rule")
        if "parameters" in text.path or rule is None or rule.value not in known:
            continue
        for said, number, start, line in _counted(text):
            words = stems(text.value)
            told = any(value == number and len(own & words) >= 2 for value, own in known[rule.value])
            if said.lower() == "one" or not told:
                yield Skip("the number is no parameter of its rule")
                continue
            other = next(n for n in range(number + 1, 99) if n not in {value for value, _ in known[rule.value]})
            edit = swap(text, start, said, _said(other, said))
            yield Draft(f"{text.name}: {said} → {other}", (edit,), ((text.file, line), *at(text)))


def number_of_effects_differs(game: Sources) -> Iterator[Draft | Skip]:
    """The row of a table, or a code, says another number than its effects or losses are."""
    for text in game.find("charts:tables/*/rows/*/text", "charts:tables/*/codes/*/text"):
        effects = _beside(text, "effects" if "rows" in text.path else "losses")
        if effects is None:
            continue
        values = [spot.value.lstrip("-") for spot in effects.items if spot.kind == "scalar"]
        own = {int(value) for value in values if value.isdigit() and int(value)}
        listed = list(_counted(text))
        if len(listed) != 1 or listed[0][1] not in own:
            yield Skip("the text doesn't write the number, or several")
            continue
        said, number, start, line = listed[0]
        other = next(n for n in range(number + 1, 99) if n not in own)
        edit = swap(text, start, said, _said(other, said))
        yield Draft(f"{text.name}: {said} → {other}", (edit,), ((text.file, line), *at(text)))


def turns_counted_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """The text of a scenario is for a shorter one, or a rule names a turn that no scenario reaches."""
    turns = [int(value) for value in game.values("scenarios:turns")]
    for text in game.texts:
        for _, start, line in inside(text, _SENTENCE):
            number = max(turns) + 1
            edit = Edit(text.file, start, start, f"This ends with turn {number}. ")
            yield Draft(f"{case_of(text)}: turn {number}", (edit,), ((text.file, line),))
    for text in game.find("scenarios:text"):
        match = re.match(r"(\w+) turns\b", text.value)
        if match:
            yield Draft(f"{text.name}: fewer", (text.quoted(text.value.replace(match[1], "Two", 1)),), at(text))


def counters_counted_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """A text speaks of more counters of a type than the sheet has of any."""
    most = sum(int(value) for value in game.values("counters:groups/*/count"))
    for text in game.texts:
        plurals = [value for value in game.values("game:unit_types/*/plural") if value]
        for _, start, line in list(inside(text, _SENTENCE))[:1]:
            for plural in plurals[:1]:
                edit = Edit(text.file, start, start, f"Take the {most} {plural}. ")
                yield Draft(f"{case_of(text)}: {plural}", (edit,), ((text.file, line),))


_SUM = re.compile(r"(?<![+−×] )(?<![\w.:+−–-])\d+ [+−] \d+ (?:=|is) [+−]?(\d+)\b(?![:–.]?\d| [+−])")
_ODDS = re.compile(r"(?<!of )\b\d+ (?:against|to) \d+,? (?:is|which is) (\d+)(?=:1\b(?!\.\d))")


def sum_that_does_not_come_out(game: Sources) -> Iterator[Draft | Skip]:
    """A sum, or odds, in a text was not worked out again."""
    halves = any("1.5" in value for value in game.values("charts:tables/*/columns/*"))
    for text in (*english(game), *game.find("errata:errata/*/ruling")):
        for pattern in (_SUM, _ODDS):
            for match, start, line in inside(text, pattern):
                if pattern is _ODDS and halves:
                    yield Skip("the columns have halves")
                    continue
                place = start + match.start(1) - match.start()
                edit = swap(text, place, match[1], str(int(match[1]) + 1))
                yield Draft(f"{text.name}: {match[0]}", (edit,), ((text.file, line), *at(text)))
    for text in game.texts:
        for _, start, line in inside(text, _SENTENCE):
            edit = Edit(text.file, start, start, "Together that is 4 + 3 = 8. ")
            yield Draft(f"{case_of(text)}: 4 + 3", (edit,), ((text.file, line),))


# Addresses ---------------------------------------------------------------------------------------------------


def parameter_of_another_case(game: Sources) -> Iterator[Draft | Skip]:
    """A parameter names a case that has nothing to do with those that write it."""
    dice, families = dice_for(game, "parameters"), _families(game)
    for rule in game.find("game:parameters/*/rule"):
        name = _beside(rule, "id").value.replace("-", "_")
        using = {case_of(text) for text in game.texts if f"parameter.{name} " in text.raw}
        if not using:
            yield Skip("no case writes the parameter")
            continue
        far = sorted(address for address in families if not families[address] & using)
        new = dice.choice(far)
        yield Draft(f"{rule.name} → {new}", (rule.quoted(new),), at(rule))


def rule_of_another_subject(game: Sources) -> Iterator[Draft | Skip]:
    """A table or a phase names a case that doesn't speak of it, while another one shows it by name."""
    dice, families = dice_for(game, "rules"), _families(game)
    spoken = subjects_of(game)
    tabled = {case_of(text) for text in game.texts if "@table" in text.raw}  # a table speaks of many things
    for text in game.texts:  # a value that is filled in, such as {{ unit.tank.name }}, speaks of it too
        spoken[case_of(text)] |= stems(re.sub(r"[{}._]", " ", text.value))
    for rule in game.find("charts:tables/*/rule", "game:phases/*/rule"):
        name = _beside(rule, "id").value
        mark = f"@table {name}\n" if rule.file == "charts.yaml" else f"{{{{ phase.{name.replace('-', '_')} }}}}"
        using = {case_of(text) for text in game.texts if mark in text.raw}
        words = stems(" ".join(s.value for k in ("id", "name", "title", "text", "note") if (s := _beside(rule, k))))
        far = [
            address
            for address in sorted(set(families) - tabled)
            if not families[address] & using and not any(words & spoken[other] for other in families[address])
        ]
        if not using or not far:
            yield Skip("no case shows it, or all speak of it")
            continue
        new = dice.choice(far)
        yield Draft(f"{rule.name} → {new}", (rule.quoted(new),), at(rule))


# Numbers told again ------------------------------------------------------------------------------------------


def number_told_again_and_differently(game: Sources) -> Iterator[Draft | Skip]:
    """Two cases tell how many fields the printed map shows, and only one was changed with it."""
    count = len(game.find("map:spaces/*"))
    starts = [(text, start, line) for text in game.texts for _, start, line in list(inside(text, _START))[:1]]
    for (text, start, line), (other, there, its_line) in pairwise(starts):
        edits = tuple(
            Edit(spot.file, place, place, f"The printed map shows {number} named fields. ")
            for spot, place, number in ((text, start, count), (other, there, count + 1))
        )
        yield Draft(f"{case_of(text)} and {case_of(other)}", edits, ((text.file, line), (other.file, its_line)))


def day_that_no_month_has(game: Sources) -> Iterator[Draft | Skip]:
    """A digit too many, or the wrong one, in the day of a date."""
    dated = re.compile(rf"\b([0-9]{{1,2}}) (?:{'|'.join(month_name[1:])})\b")
    for text in (*game.texts, *game.find("game:theme", "scenarios:text")):
        for match, start, line in inside(text, dated):
            edit = Edit(text.file, start, start + len(match[1]), f"{int(match[1]) % 10 + 40}")
            yield Draft(f"{text.name}: {match[0]}", (edit,), ((text.file, line),))


# Phases ------------------------------------------------------------------------------------------------------


def phases_exchanged(game: Sources) -> Iterator[Draft | Skip]:
    """Two phases stand in another order than a case lists them."""
    listed = [
        list(dict.fromkeys(_PHASE.findall(text.raw))) for text in game.texts if re.search(r"^ *1\. ", text.raw, re.M)
    ]
    phases = game.find("game:phases/*", "game:phases/*/phases/*", "game:phases/*/steps/*")
    for one, other in pairwise(phases):
        names = [spot.page.spots[(*spot.path, "id")].value.replace("-", "_") for spot in (one, other)]
        if one.path[:-1] == other.path[:-1] and any(
            len(order) >= 3 and names in [list(pair) for pair in pairwise(order)] for order in listed
        ):
            lines = tuple((one.file, line) for line in range(one.key_line, other.last_line + 1))
            yield Draft(" and ".join(names), exchanged(one, other), lines)


def phase_of_another_case(game: Sources) -> Iterator[Draft | Skip]:
    """Behind the name of a phase in a list, the reference leads to the case of something else."""
    dice, families = dice_for(game, "phases"), _families(game)
    rules = {
        rule.page.spots[(*rule.path[:-1], "id")].value.replace("-", "_"): rule.value
        for rule in game.find("game:phases/*/rule", "game:phases/*/phases/*/rule", "game:phases/*/steps/*/rule")
    }
    for text in game.texts:
        for match, start, _ in inside(text, re.compile(r"^ *(?:\d+\.|-) .*$", re.MULTILINE)):
            phases, references = _PHASE.findall(match[0]), list(REFERENCE.finditer(match[0]))
            if len(phases) != 1 or len(references) != 1 or phases[0] not in rules:
                yield Skip("an item with several phases or references, or none")
                continue
            place, old = start + references[0].start(1), references[0][1]
            far = sorted(a for a in families if rules[phases[0]] not in families[a] and f"[[{a}" not in text.raw)
            new = dice.choice(far)
            line = text.page.line_at(place)
            yield Draft(f"{case_of(text)}: {phases[0]} → {new}", (swap(text, place, old, new),), ((text.file, line),))


# Spelling ----------------------------------------------------------------------------------------------------


def word_with_letters_swapped(game: Sources) -> Iterator[Draft | Skip]:
    """A word that stands often is once written with two letters in the other's place."""
    counts = Counter(word for text in english(game) for word in re.findall(r"\b[a-z]{6,}\b", text.value))
    for text in game.texts:
        for match, start, line in inside(text, re.compile(r"(?<=[a-z] )[a-z]{6,}(?= [a-z])")):
            old = match[0]
            place = next((n for n in range(2, len(old) - 1) if old[n] != old[n + 1]), 0)
            new = old[:place] + old[place + 1] + old[place] + old[place + 2 :]
            if counts[old] < 4 or not place or new in game.all_words:
                continue
            yield Draft(f"{case_of(text)}: {new}", (swap(text, start, old, new),), ((text.file, line),))


def name_with_letters_swapped(game: Sources) -> Iterator[Draft | Skip]:
    """The name of something whose id has the same word, with two letters the wrong way round."""
    for name in game.find("map:**/name", "game:**/name", "counters:**/name", "charts:**/name"):
        word = name.value.partition(" ")[0]
        own = game.pages[name.file].spots.get((*name.path[:-1], "id"))
        if own is None or len(word) < 3 or word.lower() not in own.value.split("-"):
            continue
        new = word[0] + word[2] + word[1] + word[3:]
        if new.lower() in (word.lower(), *game.all_words):
            yield Skip("the letters make another word")
            continue
        yield Draft(f"{own.value}: {new}", (name.quoted(new + name.value[len(word) :]),), at(name))


FAMILY = "rulebook"
SLIPS = (
    Mutation(sentence_said_twice, ("sentence-twice",), FAMILY, True, 3),
    Mutation(title_of_the_case_beside, ("title-twice",), FAMILY, True, 3),
    Mutation(text_of_the_case_beside, ("title-twice",), FAMILY, True, 2),
    Mutation(word_said_twice, ("sentence-twice",), FAMILY, True, 3),
    Mutation(heading_beside_its_address, ("heading-subject",), FAMILY, True, 2),
    Mutation(number_of_nothing, ("title-unknown",), FAMILY, True, 3),
    Mutation(title_of_nothing, ("title-unknown",), FAMILY, True, 3),
    Mutation(number_of_a_parameter_differs, ("number-differs",), FAMILY, True, 3),
    Mutation(number_of_effects_differs, ("number-differs",), FAMILY, True, 3),
    Mutation(turns_counted_wrong, ("count-differs",), FAMILY, True, 2),
    Mutation(counters_counted_wrong, ("count-differs",), FAMILY, True, 2),
    Mutation(sum_that_does_not_come_out, ("sum-wrong",), FAMILY, True, 3),
    Mutation(parameter_of_another_case, ("parameter-case",), FAMILY, True, 3),
    Mutation(rule_of_another_subject, ("rule-subject",), FAMILY, True, 3),
    Mutation(number_told_again_and_differently, ("told-differently",), FAMILY, True, 3),
    Mutation(day_that_no_month_has, ("date-differs",), FAMILY, True, 3),
    Mutation(phases_exchanged, ("phase-order",), FAMILY, True, 3),
    Mutation(phase_of_another_case, ("phase-reference",), FAMILY, True, 3),
    Mutation(word_with_letters_swapped, ("spelled-once", "name-misspelt"), FAMILY, True, 3),
    Mutation(name_with_letters_swapped, ("spelled-once",), FAMILY, True, 4),
)
