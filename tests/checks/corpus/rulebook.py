"""Faults in the text of the rules: references, lists, terms, names, headings, numbers, values, marks, rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, lines_of, slip
from corpus.text import Edit, Page, Spot

_REFERENCE = re.compile(r"\[\[([^\]|]+?)\]\]")
_VALUE = re.compile(r"\{\{ ([a-z0-9_.]+) \}\}", re.IGNORECASE)
_STOP = frozenset(["about", "after", "again", "against", "all", "also", "and", "another", "any", "are", "away", "back", "been", "before", "below", "between", "both", "but", "came", "can", "case", "come", "comes", "could", "does", "done", "down", "each", "either", "else", "every", "first", "for", "from", "gives", "goes", "has", "have", "here", "hold", "holds", "how", "into", "its", "itself", "just", "last", "left", "less", "like", "made", "make", "makes", "many", "may", "means", "more", "most", "must", "nobody", "none", "not", "nothing", "now", "number", "off", "once", "one", "only", "other", "others", "out", "over", "own", "part", "place", "put", "rule", "rules", "same", "see", "some", "stand", "stands", "still", "take", "takes", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "through", "two", "under", "until", "upon", "use", "used", "uses", "way", "were", "what", "when", "where", "which", "while", "who", "whole", "will", "with", "without", "would", "you", "your", "them", "turn", "turns", "unit", "units", "three", "four"])


def _inside(spot: Spot, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], int, int]]:
    """Matches in the raw text of a value: the match, its place in the file, and its line."""
    for match in pattern.finditer(spot.raw):
        start = spot.start + match.start()
        yield match, start, spot.page.line_at(start)


def _swap(spot: Spot, start: int, old: str, new: str) -> Edit:
    return Edit(spot.file, start, start + len(old), new)


def _case(spot: Spot) -> str:
    """The address of the case that a text belongs to."""
    own = spot.page.get((*spot.path[:-1], "id"))
    return own.value if own else ""


def _english(game: Sources) -> list[Spot]:
    """Texts that readers see: of cases, examples, tables, phases, scenarios."""
    return [
        *game.texts,
        *game.find("examples:examples/*/text", "charts:tables/*/rows/*/text", "charts:tables/*/steps/*/text", "game:phases/*/text",
                   "game:options/*/text", "game:outcomes/*/text", "scenarios:text"),
    ]  # fmt: skip


# References ----------------------------------------------------------------------------------------------------


def reference_to_no_case(game: Sources) -> Iterator[Draft | Skip]:
    """A cross-reference leads to a case that doesn't exist."""
    dice = dice_for(game, "references")
    for text in game.texts:
        for match, start, line in _inside(text, _REFERENCE):
            old = match[1]
            ways = [re.sub(r"\d+$", lambda m: str(int(m[0]) + 40), old), slip(old, game.addresses, dice) or f"{old}x"]
            new = dice.choice([w for w in ways if w not in game.addresses])
            yield Draft(f"{_case(text)}: [[{old}]] → [[{new}]]", (_swap(text, start + 2, old, new),), ((text.file, line),))


def _stems(text: str) -> set[str]:
    bare = re.sub(r"\{\{[^}]*\}\}|\[\[[^\]]*\]\]|@\w+ [\w-]+", " ", text)
    return {w[:5] for w in re.findall(r"[a-z]{4,}", bare.lower()) if w not in _STOP}


def _subjects(game: Sources) -> dict[str, set[str]]:
    """Address -> stems of the title and text of the case and of the cases below it, with the tables that it shows."""
    found: dict[str, set[str]] = {}
    for spot in game.cases:
        case = spot.page.spots[spot.path[:-1]]
        words = " ".join(s.value for s in spot.page.find("/".join((*map(str, case.path), "**"))) if s.path[-1] in ("text", "title"))
        for table in re.findall(r"@table ([a-z0-9-]+)|table\.([a-z0-9_]+)", words):
            name = (table[0] or table[1]).replace("_", "-")
            for own in game.find("charts:tables/*"):
                if own.page.spots[(*own.path, "id")].value == name:
                    words += " " + own.raw
        found[spot.value] = _stems(words + " " + spot.value)
    return found


def reference_to_another_subject(game: Sources) -> Iterator[Draft | Skip]:
    """A cross-reference leads to an existing case that has nothing to do with its sentence."""
    dice = dice_for(game, "subjects")
    subjects = _subjects(game)
    titles = {s.value: _stems(t.value) for s in game.cases if (t := s.page.get((*s.path[:-1], "title")))}
    for text in game.texts:
        own = _case(text)
        for match, start, line in _inside(text, _REFERENCE):
            before = text.raw[: match.start()]
            sentence = re.split(r"[.:;!?]\s|\n *\n|\n *[-–] |\]\]", before)[-1]
            words = _stems(sentence)
            if match[1] not in subjects or len(words) < 3 or len(words & subjects[match[1]]) * 3 < 2 * len(words):
                yield Skip("the sentence says too little of what it refers to")
                continue
            wrong = [
                a for a, stems in sorted(subjects.items())
                if not words & stems and a.split(".")[0] not in (own.split(".")[0], match[1].split(".")[0])
                and not titles.get(a, set()) & titles.get(own, set())
            ]  # fmt: skip
            if not wrong:
                yield Skip("every other case shares a word with the sentence")
                continue
            new = dice.choice(wrong)
            yield Draft(f"{own}: [[{match[1]}]] → [[{new}]]", (_swap(text, start + 2, match[1], new),), ((text.file, line),))


def rule_of_nothing(game: Sources) -> Iterator[Draft | Skip]:
    """A phase, table, parameter, modifier, example or record names a rule that doesn't exist."""
    dice = dice_for(game, "rules")
    for spot in game.find("game:*/*/rule", "game:phases/*/steps/*/rule", "map:symbols/*/rule", "map:roads/*/rule", "charts:tables/*/rule",
                          "charts:tables/*/modifiers/*/rule", "charts:tables/*/steps/*/rule", "errata:errata/*/rules/*",
                          "examples:examples/*/rules/*", "scenarios:placements/*/rule"):  # fmt: skip
        new = slip(spot.value, game.addresses, dice) or re.sub(r"\d+$", lambda m: str(int(m[0]) + 40), spot.value)
        yield Draft(f"{spot.file} {spot.name}: {spot.value} → {new}", (spot.quoted(new),), at(spot))


def range_of_cases_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """A range of cases runs backwards, or ends at a case that doesn't exist."""
    dice = dice_for(game, "ranges")
    numbered = sorted(a for a in game.addresses if re.fullmatch(r"\d+\.[1-9]\d*", a))
    for text in game.texts:
        for match, start, line in _inside(text, _REFERENCE):
            same = [a for a in numbered if a.split(".")[0] == match[1].split(".")[0] and _order(a) < _order(match[1])]
            if match[1] not in numbered or not same:
                yield Skip("no earlier case of the same chapter")
                continue
            end = dice.choice((dice.choice(same), f"{match[1].split('.')[0]}.99"))
            joint = dice.choice(("–", " to "))
            new = f"[[{match[1]}]]{joint}[[{end}]]"
            yield Draft(f"{_case(text)}: {new}", (_swap(text, start, match[0], new),), ((text.file, line),))


def _order(address: str) -> tuple[int, ...]:
    return tuple(int(p) for p in re.findall(r"\d+", address))


def reference_without_brackets(game: Sources) -> Iterator[Draft | Skip]:
    """A case is named by its bare number."""
    dice = dice_for(game, "bare")
    for text in game.texts:
        for match, start, line in _inside(text, _REFERENCE):
            if not re.fullmatch(r"\d+(\.\d+)+", match[1]):
                yield Skip("a case with a title")
                continue
            new = dice.choice(("(see {})", "(rule {})", "as case {} says")).format(match[1])
            yield Draft(f"{_case(text)}: {new}", (_swap(text, start, match[0], new),), ((text.file, line),))


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
        below = [c for c in game.cases if c.file == case.file and c.path[:-1][: len(case.path) - 1] == case.path[:-1] and c is not case]
        after = [c for c in game.cases if c.file == case.file and c.path[:-2] == case.path[:-2] and c.path[-2] == case.path[-2] + 1]
        yield Draft(f"{case.value} → {new}", (case.quoted(new),), at(case, *below, *after))


_ITEM = re.compile(r"^( *)(\d+)\. ", re.MULTILINE)


def list_item_misnumbered(game: Sources) -> Iterator[Draft | Skip]:
    """A list begins at 2, skips a number or repeats one."""
    dice = dice_for(game, "lists")
    for text in game.texts:
        for match, start, line in _inside(text, _ITEM):
            new = str(int(match[2]) + dice.choice((1, 2, -1)))
            after = next((n for m, _, n in _inside(text, _ITEM) if n > line), line)
            yield Draft(f"{_case(text)}: {match[2]}. → {new}.", (_swap(text, start + len(match[1]), match[2], new),),
                        ((text.file, line), (text.file, after)))  # fmt: skip


def list_item_lost(game: Sources) -> Iterator[Draft | Skip]:
    """An item of a numbered list is gone, and its number with it."""
    for text in game.texts:
        items = list(_inside(text, _ITEM))
        for (_, start, line), (match, end, _) in pairwise(items):
            if match[2] == "1":
                yield Skip("the last item of a list")
                continue
            begin = text.page.starts[line - 1]
            stop = text.page.starts[text.page.line_at(end) - 1]
            yield Draft(f"{_case(text)}: item before {match[2]}", (Edit(text.file, begin, stop, ""),), ((text.file, line),))
            del start


# Terms, names, headings ----------------------------------------------------------------------------------------

_BOLD = re.compile(r"\*\*([^*\n{]+?)\*\*")


def term_defined_twice(game: Sources) -> Iterator[Draft | Skip]:
    """A second case defines a term that another defines already."""
    dice = dice_for(game, "terms")
    firm = []
    for text in game.texts:
        for match, _, line in _inside(text, _BOLD):
            behind = text.raw[match.end() : match.end() + 40]
            if "[[" in behind or text.raw[: match.start()].rstrip().endswith(("-", "*", ".")) or not re.fullmatch(r"[a-z][a-z ]+", match[1]):
                yield Skip("an entry of a list, or a word that begins a sentence")
                continue
            firm.append((match[1], text, line))
    for term, owner, line in firm:
        others = [t for t in game.texts if t.style == "|" and t is not owner and len(_BOLD.findall(t.raw)) < 2 and t.file != owner.file and "not_for_referee" not in _after(t)]
        other = dice.choice(others)
        new = f"A **{term}** is whatever you take for one.\n{' ' * _indent(other)}"
        first = other.page.starts[other.line] + _indent(other)
        yield Draft(f"{_case(other)}: {term}", (Edit(other.file, first, first, new),), ((other.file, other.line + 1), (owner.file, line)))


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
        yield Draft(f"{_case(text)}: {match[1]} → {new}", (_swap(text, start, match[1], new),), ((text.file, text.page.line_at(start)),))


def name_misspelt_in_text(game: Sources) -> Iterator[Draft | Skip]:
    """A place, side, unit, phase, table or event is named with a slip of the pen."""
    dice = dice_for(game, "names")
    names = {w for v in game.values("map:spaces/*/name", "game:sides/*/name", "map:tracks/*/name", "map:boxes/*/name", "charts:tables/*/title",
                                    "charts:tables/*/rows/*/name", "game:phases/*/name", "counters:groups/*/name", "game:unit_types/*/name",
                                    "map:rivers/*/name", "map:towns/*/name")
             for w in re.findall(r"[A-Z][\w’-]{5,}", v)}  # fmt: skip
    words = re.compile(r"(?<![\w’*-])(" + "|".join(map(re.escape, sorted(names, key=lambda n: (-len(n), n)))) + r")(?![\w’-])")
    for text in _english(game):
        for match, start, line in _inside(text, words):
            before = text.raw[: match.start()].rstrip(" ")
            if before.endswith((".", "\n", ":", "|", "“", "*", "-", "!", "?")) or (text.style != "|" and match.start() == 0):
                yield Skip("at the head of a sentence a capital says nothing")
                continue
            if "{{" in before.rpartition("}}")[2] or "[[" in before.rpartition("]]")[2]:
                yield Skip("inside a value or a reference")
                continue
            new = slip(match[0], game.all_words, dice)
            if new:
                yield Draft(f"{text.file} {_case(text) or text.name}: {match[0]} → {new}", (_swap(text, start, match[0], new),), ((text.file, line),))


def headings_exchanged(game: Sources) -> Iterator[Draft | Skip]:
    """Two cases of a chapter have each other's headings."""
    cases = {}
    for spot in game.cases:
        title, text = (spot.page.get((*spot.path[:-1], key)) for key in ("title", "text"))
        if title and text:
            cases[spot.value] = (title, _stems(title.value), _stems(text.value), text)
    for (a, one), (b, two) in combinations(cases.items(), 2):
        if a.split(".")[0] != b.split(".")[0] or not a[0].isdigit():
            continue
        own = one[1] and two[1] and one[1] <= one[2] and two[1] <= two[2]
        crossed = one[1] & two[2] or two[1] & one[2]
        if not own or crossed:
            yield Skip("a heading whose words its own text has not, or the other text has too")
            continue
        yield Draft(f"{a} and {b}", (one[0].to(two[0].raw), two[0].to(one[0].raw)), (*at(one[0], two[0], one[3], two[3]), *at(
            *(s for s in game.cases if s.value in (a, b)))))  # fmt: skip


# Values, marks, directives -------------------------------------------------------------------------------------


def value_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """A {{ value }} in a text is one that the data don't hold, or a piece of a program."""
    dice = dice_for(game, "values")
    for text in game.texts:
        for match, start, line in _inside(text, _VALUE):
            name = match[1]
            new = dice.choice(("{{ " + (slip(name, set(), dice)) + " }}", "{{ " + name + " | upper }}", "{{ " + name + ".more }}",
                               "{% " + name + " %}", "{{ 6 * 7 }}"))  # fmt: skip
            yield Draft(f"{_case(text)}: {new}", (_swap(text, start, match[0], new),), ((text.file, line),))


def mark_left_open(game: Sources) -> Iterator[Draft | Skip]:
    """One half of a pair of marks is missing."""
    dice = dice_for(game, "marks")
    for text in [*game.texts, *game.find("examples:examples/*/text")]:
        for pattern, ways in ((_BOLD, ("**{}", "{}**")), (_REFERENCE, ("[[{}]", "[{}]]"))):
            for match, start, line in _inside(text, pattern):
                new = dice.choice(ways).format(match[1])
                paragraph = text.raw[: match.start()].rpartition("\n\n")[2]
                first = line - paragraph.count("\n")
                yield Draft(f"{_case(text)}: {new}", (_swap(text, start, match[0], new),), tuple((text.file, n) for n in range(first, line + 1)))


def directive_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """`@table` or `@example` names nothing, or is another word."""
    dice = dice_for(game, "directives")
    for text in game.texts:
        for match, start, line in _inside(text, re.compile(r"@(table|example) ([a-z0-9-]+)")):
            new = dice.choice((f"@{match[1]} {slip(match[2], game.ids, dice)}", f"@{slip(match[1], set(), dice)} {match[2]}", f"@{match[1]}"))
            yield Draft(f"{_case(text)}: {new}", (_swap(text, start, match[0], new),), ((text.file, line),))


def parameter_written_out(game: Sources) -> Iterator[Draft | Skip]:
    """A case writes the number instead of the parameter that belongs to it."""
    values = {p.page.spots[(*p.path[:-1], "id")].value.replace("-", "_"): p for p in game.find("game:parameters/*/value")}
    rules = {k: p.page.spots[(*p.path[:-1], "rule")].value for k, p in values.items()}
    for text in game.texts:
        for match, start, line in _inside(text, re.compile(r"\{\{ parameter\.([a-z_]+) \}\}")):
            if rules.get(match[1]) != _case(text):
                yield Skip("the parameter belongs to another case")
                continue
            others = [m for m, _, _ in _inside(text, re.compile(rf"\b{values[match[1]].value}\b"))]
            if others or len(re.findall(re.escape(match[0]), text.raw)) > 1:
                yield Skip("the case has the parameter, or the number, twice")
                continue
            yield Draft(f"{_case(text)}: {match[1]}", (_swap(text, start, match[0], values[match[1]].value),), ((text.file, line),))


# Rulings, procedures, options ----------------------------------------------------------------------------------


def ruling_of_nothing(game: Sources) -> Iterator[Draft | Skip]:
    """A case rests on a record that doesn't exist."""
    known = set(game.values("errata:errata/*/id"))
    for spot in game.find("rules:**/cases/*/rulings/*"):
        new = f"{spot.value}9"
        if new not in known:
            yield Draft(f"{spot.value} → {new}", (spot.to(new),), at(spot))


def ruling_that_one_side_forgets(game: Sources) -> Iterator[Draft | Skip]:
    """A case names a record that doesn't name it, or the other way round."""
    for spot in game.find("rules:**/cases/*/rulings/*"):
        owner = spot.page.spots[spot.path[:-1]]
        case = spot.page.spots[(*spot.path[:-2], "id")]
        record = next((r for r in game.find("errata:errata/*/id") if r.value == spot.value), None)
        named = record and next((r for r in game.find("errata:errata/*/rules/*") if r.path[1] == record.path[1] and r.value == case.value), None)
        if not named:
            yield Skip("the record names the case's heading")
            continue
        rules = named.page.spots[named.path[:-1]]
        if owner.style != "{" or rules.style != "{":
            continue
        if len(owner.items) > 1:
            yield Draft(f"{case.value} without {spot.value}", (owner.without(spot),), at(named, owner, case, record))
        yield Draft(f"{spot.value} without {case.value}", (rules.without(named),), at(spot, rules, case, record))


def reason_not_given(game: Sources) -> Iterator[Draft | Skip]:
    """A case that no procedure carries out doesn't say why."""
    carried_out = {a for addresses in _code_lines(game).values() for a in addresses}
    for spot in game.find("rules:**/cases/*/not_for_referee"):
        case = spot.page.spots[(*spot.path[:-1], "id")]
        if case.value in carried_out:
            yield Skip("a procedure names the case all the same")
            continue
        owner = case.page.spots[case.path[:-1]]
        yield Draft(case.value, (spot.page.lines_gone(spot.key_line, spot.last_line),), at(case, owner, owner.page.get((*owner.path, "title"))))


def case_renumbered_under_the_code(game: Sources) -> Iterator[Draft | Skip]:
    """A case gets another number; the `Rule:` lines of the code still name the old one."""
    code = _code_lines(game)
    for case in game.cases:
        places = tuple(place for place, addresses in code.items() if case.value in addresses)
        if not places or not re.fullmatch(r".*\d", case.value):
            yield Skip("no procedure names the case")
            continue
        yield Draft(case.value, (case.quoted(f"{case.value}7"),), places)


def _code_lines(game: Sources) -> dict[tuple[str, int], set[str]]:
    """(file of the procedures, line) -> addresses on its `Rule:` line."""
    from pnp.sources.assets import PACKAGE
    from pnp.sources.find import shown_path

    found = {}
    for path in sorted((PACKAGE / "games" / game.folder.name).glob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            if "Rule:" in line:
                found[shown_path(path), number] = {p.strip(" .`\"'") for p in re.split(r"[,;]| and ", line.partition("Rule:")[2])}
    return found


def option_and_case_apart(game: Sources) -> Iterator[Draft | Skip]:
    """An optional rule whose case doesn't say that it is one, or the other way round."""
    for spot in game.find("rules:**/cases/*/option"):
        case = spot.page.spots[(*spot.path[:-1], "id")]
        option = next(o for o in game.find("game:options/*/id") if o.value == spot.value)
        rule = option.page.spots[(*option.path[:-1], "rule")]
        gone = spot.page.lines_gone(spot.key_line, spot.last_line)
        yield Draft(f"{case.value}: no option", (gone,), at(case, option, rule, option.page.spots[option.path[:-1]]))
        other = next(c for c in game.cases if c.value != case.value)
        yield Draft(f"{option.value}: rule {other.value}", (rule.quoted(other.value),), at(rule, option, spot, case))


# Named -------------------------------------------------------------------------------------------------------



def _added_line(game: Sources, words: str) -> Iterator[Draft]:
    """A paragraph more in a text of the rules."""
    texts = [t for t in game.texts if t.style == "|" and "@" not in t.raw and not _ITEM.search(t.raw)]
    text = texts[len(texts) // 2]
    page: Page = text.page
    last = text.last_line
    begin = page.starts[last]
    yield Draft(f"{_case(text)}: {words}", (Edit(text.file, begin, begin, f"\n{' ' * _indent(text)}{words}\n"),), ((text.file, last + 2),))


def place_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of a place whose name differs by two letters from one on the map."""
    name = max(game.values("map:spaces/*/name"), key=lambda n: (len(re.match(r"\w*", n)[0]), n))
    wrong = name[:2] + name[3] + name[2] + name[4:]
    yield from _added_line(game, f"Nobody may stay in {wrong} for long.")


def phase_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of a phase whose name is misspelt."""
    name = max(game.values("game:phases/*/name"), key=lambda n: (len(n.split()[0]), n)).split()[0]
    yield from _added_line(game, f"All this happens in the {name[:3]}{name[4]}{name[3]}{name[5:]} Phase and never later.")


def track_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of a table whose title is misspelt."""
    title = max(game.values("charts:tables/*/title"), key=lambda n: (len(n.split()[0]), n))
    word = title.split()[0]
    yield from _added_line(game, f"Look it up in the {title.replace(word, word[:2] + word[3] + word[2] + word[4:])} first.")


def event_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of an event whose name is misspelt."""
    names = [n for n in game.values("charts:tables/*/rows/*/name") if len(n.split()[0]) > 6]
    for name in names[:1]:
        word = name.split()[0]
        yield from _added_line(game, f"The event *{name.replace(word, word[:3] + word[4] + word[3] + word[5:])}* is the worst of all.")


def column_that_does_not_exist(game: Sources) -> Iterator[Draft]:
    """A rule speaks of odds that the table doesn't have."""
    for table in game.find("charts:tables/*"):
        data = table.page.data["tables"][table.path[1]]
        if data.get("column_kind") == "odds":
            most = max(int(c.split(":")[0]) for c in data["columns"])
            yield from _added_line(game, f"At the column {most + 3}:1 of the {data['title']} nobody survives.")


def case_without_words(game: Sources) -> Iterator[Draft]:
    """A case has a heading, but neither a text nor cases below it."""
    for text in game.texts:
        case = text.page.spots[text.path[:-1]]
        if not text.page.get((*case.path, "cases")) and text.style == "|":
            heads = at(text.page.get((*case.path, "id")), text.page.get((*case.path, "title")), case)
            yield Draft(_case(text), (text.page.lines_gone(text.key_line, text.last_line),), heads)
            return


def procedure_without_a_case(game: Sources) -> Iterator[Draft]:
    """A case that the code carries out is gone with its text."""
    code = _code_lines(game)
    leaves = [c for c in game.cases if not any(o is not c and o.path[: len(c.path) - 1] == c.path[:-1] and o.file == c.file for o in game.cases)]
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
    Mutation(value_misspelt, ("text-value",), FAMILY, True, 8),
    Mutation(mark_left_open, ("text-markup", "cross-reference"), FAMILY, True, 6),
    Mutation(directive_misspelt, ("text-directive", "text-markup"), FAMILY, True, 5),
    Mutation(parameter_written_out, ("number-in-rule",), FAMILY, True, 5),
    Mutation(ruling_of_nothing, ("errata-unknown",), FAMILY, True, 3),
    Mutation(ruling_that_one_side_forgets, ("errata-unknown", "errata-unused"), FAMILY, True, 5),
    Mutation(reason_not_given, ("rule-without-procedure",), FAMILY, True, 4),
    Mutation(case_renumbered_under_the_code, ("rule-line-dangling",), FAMILY, True, 4),
    Mutation(option_and_case_apart, ("option-without-rule",), FAMILY, True, 3),
    Mutation(place_that_does_not_exist, ("name-misspelt",), FAMILY, False),
    Mutation(phase_that_does_not_exist, ("name-misspelt",), FAMILY, False),
    Mutation(track_that_does_not_exist, ("name-misspelt",), FAMILY, False),
    Mutation(event_that_does_not_exist, ("name-misspelt",), FAMILY, False),
    Mutation(column_that_does_not_exist, ("name-misspelt", "text-value", "column-unknown"), FAMILY, False),
    Mutation(case_without_words, ("text-empty", "missing-key"), FAMILY, False),
    Mutation(procedure_without_a_case, ("rule-line-dangling",), FAMILY, False),
    Mutation(ruling_that_no_case_names, ("errata-unused", "errata-unknown"), FAMILY, False),
)
