"""Faults in the text of the rules: references, numbering, lists, terms, names, headings; the rest is in `rule_marks`
and `rule_slips`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, lines_of, slip
from corpus.rule_marks import MARKS
from corpus.rule_slips import SLIPS
from corpus.rule_texts import BOLD, REFERENCE, case_of, code_lines, english, inside, stems, subjects_of, swap
from corpus.text import Edit, Page, Spot

# References ----------------------------------------------------------------------------------------------------


def reference_to_no_case(game: Sources) -> Iterator[Draft | Skip]:
    """A cross-reference leads to a case that doesn't exist."""
    dice = dice_for(game, "references")
    for text in game.texts:
        for match, start, line in inside(text, REFERENCE):
            old = match[1]
            ways = [re.sub(r"\d+$", lambda m: str(int(m[0]) + 40), old), slip(old, game.addresses, dice) or f"{old}x"]
            new = dice.choice([w for w in ways if w not in game.addresses])
            yield Draft(
                f"{case_of(text)}: [[{old}]] → [[{new}]]", (swap(text, start + 2, old, new),), ((text.file, line),)
            )


def reference_to_another_subject(game: Sources) -> Iterator[Draft | Skip]:
    """A cross-reference leads to an existing case that has nothing to do with its sentence."""
    dice = dice_for(game, "subjects")
    subjects = subjects_of(game)
    titles = {s.value: stems(t.value) for s in game.cases if (t := s.page.get((*s.path[:-1], "title")))}
    for text in game.texts:
        own = case_of(text)
        for match, start, line in inside(text, REFERENCE):
            before = text.raw[: match.start()]
            sentence = re.split(r"[.:;!?]\s|\n *\n|\n *[-–] |\]\]", before)[-1]
            words = stems(sentence)
            if match[1] not in subjects or len(words) < 3 or len(words & subjects[match[1]]) * 3 < 2 * len(words):
                yield Skip("the sentence says too little of what it refers to")
                continue
            wrong = [
                a for a, words_there in sorted(subjects.items())
                if not words & words_there and a.split(".")[0] not in (own.split(".")[0], match[1].split(".")[0])
                and not titles.get(a, set()) & titles.get(own, set())
            ]  # fmt: skip
            if not wrong:
                yield Skip("every other case shares a word with the sentence")
                continue
            new = dice.choice(wrong)
            yield Draft(
                f"{own}: [[{match[1]}]] → [[{new}]]", (swap(text, start + 2, match[1], new),), ((text.file, line),)
            )


def rule_of_nothing(game: Sources) -> Iterator[Draft | Skip]:
    """A phase, table, parameter, modifier, example or record names a rule that doesn't exist."""
    dice = dice_for(game, "rules")
    for spot in game.find(
        "game:*/*/rule",
        "game:phases/*/steps/*/rule",
        "map:symbols/*/rule",
        "map:roads/*/rule",
        "charts:tables/*/rule",
        "charts:tables/*/modifiers/*/rule",
        "charts:tables/*/steps/*/rule",
        "errata:errata/*/rules/*",
        "examples:examples/*/rules/*",
        "scenarios:placements/*/rule",
    ):
        new = slip(spot.value, game.addresses, dice) or re.sub(r"\d+$", lambda m: str(int(m[0]) + 40), spot.value)
        yield Draft(f"{spot.file} {spot.name}: {spot.value} → {new}", (spot.quoted(new),), at(spot))


def range_of_cases_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """A range of cases runs backwards, or ends at a case that doesn't exist."""
    dice = dice_for(game, "ranges")
    numbered = sorted(a for a in game.addresses if re.fullmatch(r"\d+\.[1-9]\d*", a))
    for text in game.texts:
        for match, start, line in inside(text, REFERENCE):
            same = [a for a in numbered if a.split(".")[0] == match[1].split(".")[0] and _order(a) < _order(match[1])]
            if match[1] not in numbered or not same:
                yield Skip("no earlier case of the same chapter")
                continue
            end = dice.choice((dice.choice(same), f"{match[1].split('.')[0]}.99"))
            joint = dice.choice(("–", " to "))
            new = f"[[{match[1]}]]{joint}[[{end}]]"
            yield Draft(f"{case_of(text)}: {new}", (swap(text, start, match[0], new),), ((text.file, line),))


def _order(address: str) -> tuple[int, ...]:
    return tuple(int(p) for p in re.findall(r"\d+", address))


def reference_without_brackets(game: Sources) -> Iterator[Draft | Skip]:
    """A case is named by its bare number."""
    dice = dice_for(game, "bare")
    for text in game.texts:
        for match, start, line in inside(text, REFERENCE):
            if not re.fullmatch(r"\d+(\.\d+)+", match[1]):
                yield Skip("a case with a title")
                continue
            new = dice.choice(("(see {})", "(rule {})", "as case {} says")).format(match[1])
            yield Draft(f"{case_of(text)}: {new}", (swap(text, start, match[0], new),), ((text.file, line),))


# Numbering, lists ----------------------------------------------------------------------------------------------


def address_given_twice(game: Sources) -> Iterator[Draft | Skip]:
    """A case has the number of the case before it."""
    for before, case in zip(game.cases, game.cases[1:], strict=False):
        yield Draft(f"{case.value} → {before.value}", (case.quoted(before.value),), at(case, before))


def case_out_of_number(game: Sources) -> Iterator[Draft | Skip]:
    """The number of a case leaves a gap, or belongs to another chapter."""
    dice = dice_for(game, "gaps")
    for case in game.cases:
        if not re.fullmatch(r".*\.[1-9]\d*", case.value):
            yield Skip("a heading")
            continue
        head, _, number = case.value.rpartition(".")
        other = f"{int(head.split('.')[0]) + 30}.{number}" if head[0].isdigit() else ""
        new = dice.choice([w for w in (f"{head}.{int(number) + 20}", other) if w])
        below = [
            c
            for c in game.cases
            if c.file == case.file and c.path[:-1][: len(case.path) - 1] == case.path[:-1] and c is not case
        ]
        after = [
            c
            for c in game.cases
            if c.file == case.file and c.path[:-2] == case.path[:-2] and c.path[-2] == case.path[-2] + 1
        ]
        yield Draft(f"{case.value} → {new}", (case.quoted(new),), at(case, *below, *after))


_ITEM = re.compile(r"^( *)(\d+)\. ", re.MULTILINE)


def list_item_misnumbered(game: Sources) -> Iterator[Draft | Skip]:
    """A list begins at 2, skips a number or repeats one."""
    dice = dice_for(game, "lists")
    for text in game.texts:
        for match, start, line in inside(text, _ITEM):
            new = str(int(match[2]) + dice.choice((1, 2, -1)))
            after = next((n for m, _, n in inside(text, _ITEM) if n > line), line)
            yield Draft(f"{case_of(text)}: {match[2]}. → {new}.", (swap(text, start + len(match[1]), match[2], new),),
                        ((text.file, line), (text.file, after)))  # fmt: skip


def list_item_lost(game: Sources) -> Iterator[Draft | Skip]:
    """An item of a numbered list is gone, and its number with it."""
    for text in game.texts:
        items = list(inside(text, _ITEM))
        for (_, start, line), (match, end, _) in pairwise(items):
            if match[2] == "1":
                yield Skip("the last item of a list")
                continue
            begin = text.page.starts[line - 1]
            stop = text.page.starts[text.page.line_at(end) - 1]
            yield Draft(
                f"{case_of(text)}: item before {match[2]}", (Edit(text.file, begin, stop, ""),), ((text.file, line),)
            )
            del start


# Terms, names, headings ----------------------------------------------------------------------------------------


def term_defined_twice(game: Sources) -> Iterator[Draft | Skip]:
    """A second case defines a term that another defines already."""
    dice = dice_for(game, "terms")
    firm = []
    for text in game.texts:
        if len(re.findall(r"^ *- \*\*", text.raw, re.MULTILINE)) >= 4:
            yield Skip("a list of terms, which tells again what cases define")
            continue
        for match, _, line in inside(text, BOLD):
            behind = re.split(r"[.;:]\s", text.raw[match.end() :], maxsplit=1)[0]
            if (
                "[[" in behind
                or text.raw[: match.start()].rstrip().endswith(("-", "*", "."))
                or not re.fullmatch(r"[a-z][a-z ]+", match[1])
            ):
                yield Skip("an entry of a list, or a word that begins a sentence")
                continue
            firm.append((match[1], text, line))
    for term, owner, line in firm:
        others = [
            t
            for t in game.texts
            if t.style == "|"
            and t is not owner
            and len(BOLD.findall(t.raw)) < 2
            and t.file != owner.file
            and "not_for_referee" not in _after(t)
        ]
        other = dice.choice(others)
        new = f"A **{term}** is whatever you take for one.\n{' ' * _indent(other)}"
        first = other.page.starts[other.line] + _indent(other)
        yield Draft(
            f"{case_of(other)}: {term}",
            (Edit(other.file, first, first, new),),
            ((other.file, other.line + 1), (owner.file, line)),
        )


def _after(text: Spot) -> str:
    owner = text.page.spots[text.path[:-1]]
    return " ".join(str(i.path[-1]) for i in owner.items)


def _indent(text: Spot) -> int:
    line = text.page.text[text.page.starts[text.line] :]
    return len(line) - len(line.lstrip(" "))


def abbreviation_not_explained(game: Sources) -> Iterator[Draft | Skip]:
    """A text uses an abbreviation that nothing explains."""
    dice = dice_for(game, "abbreviations")
    for text in game.texts:
        match = re.search(r"(?<=[a-z]) (units|areas?|turns?|locations?|markers?) ", text.raw)
        if not match or text.style != "|":
            yield Skip("no place for it")
            continue
        new = dice.choice(("ZOC", "TEC", "OOS", "HQ"))
        start = text.start + match.start() + 1
        yield Draft(
            f"{case_of(text)}: {match[1]} → {new}",
            (swap(text, start, match[1], new),),
            ((text.file, text.page.line_at(start)),),
        )


def name_misspelt_in_text(game: Sources) -> Iterator[Draft | Skip]:
    """A place, side, unit, phase, table or event is named with a slip of the pen."""
    dice = dice_for(game, "names")
    names = {
        w
        for v in game.values(
            "map:spaces/*/name",
            "game:sides/*/name",
            "map:tracks/*/name",
            "map:boxes/*/name",
            "charts:tables/*/title",
            "charts:tables/*/rows/*/name",
            "game:phases/*/name",
            "counters:groups/*/name",
            "game:unit_types/*/name",
            "map:rivers/*/name",
            "map:towns/*/name",
        )
        for w in re.findall(r"[A-Z][\w’-]{5,}", v)
    }
    words = re.compile(
        r"(?<![\w’*-])(" + "|".join(map(re.escape, sorted(names, key=lambda n: (-len(n), n)))) + r")(?![\w’-])"
    )
    for text in english(game):
        for match, start, line in inside(text, words):
            before = text.raw[: match.start()].rstrip(" ")
            if before.endswith((".", "\n", ":", "|", "“", "*", "-", "!", "?")) or (
                text.style != "|" and match.start() == 0
            ):
                yield Skip("at the head of a sentence a capital says nothing")
                continue
            if "{{" in before.rpartition("}}")[2] or "[[" in before.rpartition("]]")[2]:
                yield Skip("inside a value or a reference")
                continue
            new = slip(match[0], game.all_words, dice)
            if new:
                yield Draft(
                    f"{text.file} {case_of(text) or text.name}: {match[0]} → {new}",
                    (swap(text, start, match[0], new),),
                    ((text.file, line),),
                )


def headings_exchanged(game: Sources) -> Iterator[Draft | Skip]:
    """Two cases of a chapter have each other's headings."""
    cases = {}
    for spot in game.cases:
        title, text = (spot.page.get((*spot.path[:-1], key)) for key in ("title", "text"))
        if title and text:
            cases[spot.value] = (title, stems(title.value), stems(text.value), text)
    for (a, one), (b, two) in combinations(cases.items(), 2):
        if a.split(".")[0] != b.split(".")[0] or not a[0].isdigit():
            continue
        own = one[1] and two[1] and one[1] <= one[2] and two[1] <= two[2]
        crossed = one[1] & two[2] or two[1] & one[2]
        if not own or crossed:
            yield Skip("a heading whose words its own text has not, or the other text has too")
            continue
        yield Draft(
            f"{a} and {b}",
            (one[0].to(two[0].raw), two[0].to(one[0].raw)),
            (*at(one[0], two[0], one[3], two[3]), *at(*(s for s in game.cases if s.value in (a, b)))),
        )


# Named -------------------------------------------------------------------------------------------------------


def _added_line(game: Sources, words: str) -> Iterator[Draft]:
    """A paragraph more in a text of the rules."""
    texts = [t for t in game.texts if t.style == "|" and "@" not in t.raw and not _ITEM.search(t.raw)]
    text = texts[len(texts) // 2]
    page: Page = text.page
    last = text.last_line
    begin = page.starts[last]
    yield Draft(
        f"{case_of(text)}: {words}",
        (Edit(text.file, begin, begin, f"\n{' ' * _indent(text)}{words}\n"),),
        ((text.file, last + 2),),
    )


def place_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of a place whose name differs by two letters from one on the map."""
    name = max(game.values("map:spaces/*/name"), key=lambda n: (len(re.match(r"\w*", n)[0]), n))
    wrong = name[:2] + name[3] + name[2] + name[4:]
    yield from _added_line(game, f"Nobody may stay in {wrong} for long.")


def phase_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of a phase whose name is misspelt."""
    name = max(game.values("game:phases/*/name"), key=lambda n: (len(n.split()[0]), n)).split()[0]
    yield from _added_line(
        game, f"All this happens in the {name[:3]}{name[4]}{name[3]}{name[5:]} Phase and never later."
    )


def track_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of a table whose title is misspelt."""
    title = max(game.values("charts:tables/*/title"), key=lambda n: (len(n.split()[0]), n))
    word = title.split()[0]
    yield from _added_line(
        game, f"Look it up in the {title.replace(word, word[:2] + word[3] + word[2] + word[4:])} first."
    )


def event_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of an event whose name is misspelt."""
    names = [n for n in game.values("charts:tables/*/rows/*/name") if len(n.split()[0]) > 6]
    for name in names[:1]:
        word = name.split()[0]
        yield from _added_line(
            game, f"The event *{name.replace(word, word[:3] + word[4] + word[3] + word[5:])}* is the worst of all."
        )


def column_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of odds that the table doesn't have."""
    for table in game.find("charts:tables/*"):
        data = table.page.data["tables"][table.path[1]]
        if data.get("column_kind") == "odds":
            most = max(int(re.split("[:-]", str(c))[0]) for c in data["columns"])
            yield from _added_line(game, f"At the column {most + 3}:1 of the {data['title']} nobody survives.")


def case_without_words(game: Sources) -> Iterator[Draft]:
    """A case has a heading, but neither a text nor cases below it."""
    for text in game.texts:
        case = text.page.spots[text.path[:-1]]
        if not text.page.get((*case.path, "cases")) and text.style == "|":
            heads = at(text.page.get((*case.path, "id")), text.page.get((*case.path, "title")), case)
            yield Draft(case_of(text), (text.page.lines_gone(text.key_line, text.last_line),), heads)
            return


def procedure_without_a_case(game: Sources) -> Iterator[Draft]:
    """A case that the code carries out is gone with its text."""
    code = code_lines(game)
    leaves = [
        c
        for c in game.cases
        if not any(o is not c and o.path[: len(c.path) - 1] == c.path[:-1] and o.file == c.file for o in game.cases)
    ]
    for case in leaves:
        places = tuple(place for place, addresses in code.items() if case.value in addresses)
        owner = case.page.spots[case.path[:-1]]
        if places and case.value.count(".") == 1 and len(case.page.spots[owner.path[:-1]].items) > 1:
            yield Draft(case.value, (case.page.lines_gone(owner.key_line, owner.last_line),), places)
            return


def ruling_that_no_case_names(game: Sources) -> Iterator[Draft]:
    """A record says that a case rests on it, which doesn't."""
    for rules in game.find("errata:errata/*/rules")[:1]:
        others = {c.value for c in game.cases} - {i.value for i in rules.items}
        edit, line = rules.with_item(f'"{sorted(others)[-1]}"')
        yield Draft(rules.name, (edit,), ((rules.file, line), *lines_of(rules)))


FAMILY = "rulebook"
MUTATIONS = (
    Mutation(reference_to_no_case, ("cross-reference",), FAMILY, True, 10),
    Mutation(reference_to_another_subject, ("reference-subject",), FAMILY, True, 8),
    Mutation(rule_of_nothing, ("rule-unknown",), FAMILY, True, 8),
    Mutation(range_of_cases_wrong, ("reference-range", "cross-reference"), FAMILY, True, 5),
    Mutation(reference_without_brackets, ("reference-bare",), FAMILY, True, 5),
    Mutation(address_given_twice, ("rule-address-unique",), FAMILY, True, 4),
    Mutation(case_out_of_number, ("rule-number-gap",), FAMILY, True, 5),
    Mutation(list_item_misnumbered, ("list-number",), FAMILY, True, 6),
    Mutation(list_item_lost, ("list-number",), FAMILY, True, 3),
    Mutation(term_defined_twice, ("term-twice",), FAMILY, True, 5),
    Mutation(abbreviation_not_explained, ("term-undefined",), FAMILY, True, 4),
    Mutation(name_misspelt_in_text, ("name-misspelt",), FAMILY, True, 10),
    Mutation(headings_exchanged, ("heading-subject",), FAMILY, True, 5),
    *MARKS,
    *SLIPS,
    Mutation(place_that_does_not_exist, ("name-misspelt",), FAMILY, False),
    Mutation(phase_that_does_not_exist, ("name-misspelt",), FAMILY, False),
    Mutation(track_that_does_not_exist, ("name-misspelt",), FAMILY, False),
    Mutation(event_that_does_not_exist, ("name-misspelt",), FAMILY, False),
    Mutation(column_that_does_not_exist, ("name-misspelt", "text-value", "column-unknown"), FAMILY, False),
    Mutation(case_without_words, ("text-empty", "missing-key"), FAMILY, False),
    Mutation(procedure_without_a_case, ("rule-line-dangling",), FAMILY, False),
    Mutation(ruling_that_no_case_names, ("errata-unused", "errata-unknown"), FAMILY, False),
)
