"""Faults in what the rules hold beside words: values, marks, directives, rulings, procedures, options."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, slip
from corpus.rule_texts import BOLD, REFERENCE, VALUE, case_of, code_lines, inside, swap

FAMILY = "rulebook"


# Values, marks, directives -------------------------------------------------------------------------------------


def value_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """A {{ value }} in a text is one that the data don't hold, or a piece of a program."""
    dice = dice_for(game, "values")
    for text in game.texts:
        for match, start, line in inside(text, VALUE):
            name = match[1]
            new = dice.choice(
                (
                    "{{ " + (slip(name, set(), dice)) + " }}",
                    "{{ " + name + " | upper }}",
                    "{{ " + name + ".more }}",
                    "{% " + name + " %}",
                    "{{ 6 * 7 }}",
                )
            )
            yield Draft(f"{case_of(text)}: {new}", (swap(text, start, match[0], new),), ((text.file, line),))


def mark_left_open(game: Sources) -> Iterator[Draft | Skip]:
    """One half of a pair of marks is missing."""
    dice = dice_for(game, "marks")
    for text in [*game.texts, *game.find("examples:examples/*/text")]:
        for pattern, ways in ((BOLD, ("**{}", "{}**")), (REFERENCE, ("[[{}]", "[{}]]"))):
            for match, start, line in inside(text, pattern):
                new = dice.choice(ways).format(match[1])
                paragraph = text.raw[: match.start()].rpartition("\n\n")[2]
                first = line - paragraph.count("\n")
                yield Draft(
                    f"{case_of(text)}: {new}",
                    (swap(text, start, match[0], new),),
                    tuple((text.file, n) for n in range(first, line + 1)),
                )


def directive_misspelt(game: Sources) -> Iterator[Draft | Skip]:
    """`@table` or `@example` names nothing, or is another word."""
    dice = dice_for(game, "directives")
    for text in game.texts:
        for match, start, line in inside(text, re.compile(r"@(table|example) ([a-z0-9-]+)")):
            new = dice.choice(
                (
                    f"@{match[1]} {slip(match[2], game.ids, dice)}",
                    f"@{slip(match[1], set(), dice)} {match[2]}",
                    f"@{match[1]}",
                )
            )
            yield Draft(f"{case_of(text)}: {new}", (swap(text, start, match[0], new),), ((text.file, line),))


def parameter_written_out(game: Sources) -> Iterator[Draft | Skip]:
    """A case writes the number instead of the parameter that belongs to it."""
    values = {
        p.page.spots[(*p.path[:-1], "id")].value.replace("-", "_"): p for p in game.find("game:parameters/*/value")
    }
    rules = {k: p.page.spots[(*p.path[:-1], "rule")].value for k, p in values.items()}
    for text in game.texts:
        for match, start, line in inside(text, re.compile(r"\{\{ parameter\.([a-z_]+) \}\}")):
            if rules.get(match[1]) != case_of(text):
                yield Skip("the parameter belongs to another case")
                continue
            others = [m for m, _, _ in inside(text, re.compile(rf"\b{values[match[1]].value}\b"))]
            if others or len(re.findall(re.escape(match[0]), text.raw)) > 1:
                yield Skip("the case has the parameter, or the number, twice")
                continue
            yield Draft(
                f"{case_of(text)}: {match[1]}",
                (swap(text, start, match[0], values[match[1]].value),),
                ((text.file, line),),
            )


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
        named = record and next(
            (r for r in game.find("errata:errata/*/rules/*") if r.path[1] == record.path[1] and r.value == case.value),
            None,
        )
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
    carried_out = {a for addresses in code_lines(game).values() for a in addresses}
    for spot in game.find("rules:**/cases/*/not_for_referee"):
        case = spot.page.spots[(*spot.path[:-1], "id")]
        if case.value in carried_out:
            yield Skip("a procedure names the case all the same")
            continue
        owner = case.page.spots[case.path[:-1]]
        yield Draft(
            case.value,
            (spot.page.lines_gone(spot.key_line, spot.last_line),),
            at(case, owner, owner.page.get((*owner.path, "title"))),
        )


def case_renumbered_under_the_code(game: Sources) -> Iterator[Draft | Skip]:
    """A case gets another number; the `Rule:` lines of the code still name the old one."""
    code = code_lines(game)
    for case in game.cases:
        places = tuple(place for place, addresses in code.items() if case.value in addresses)
        if not places or not re.fullmatch(r".*\d", case.value):
            yield Skip("no procedure names the case")
            continue
        yield Draft(case.value, (case.quoted(f"{case.value}7"),), places)


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


MARKS = (
    Mutation(value_misspelt, ("text-value",), FAMILY, True, 8),
    Mutation(mark_left_open, ("text-markup", "cross-reference"), FAMILY, True, 6),
    Mutation(directive_misspelt, ("text-directive", "text-markup"), FAMILY, True, 5),
    Mutation(parameter_written_out, ("number-in-rule",), FAMILY, True, 5),
    Mutation(ruling_of_nothing, ("errata-unknown",), FAMILY, True, 3),
    Mutation(ruling_that_one_side_forgets, ("errata-unknown", "errata-unused"), FAMILY, True, 5),
    Mutation(reason_not_given, ("rule-without-procedure",), FAMILY, True, 4),
    Mutation(case_renumbered_under_the_code, ("rule-line-dangling",), FAMILY, True, 4),
    Mutation(option_and_case_apart, ("option-without-rule",), FAMILY, True, 3),
)
