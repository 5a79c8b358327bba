"""Faults in catalogues: other numbers, references, values, marks, terms than in English; texts lost, stale, too long,
unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from corpus.case import Draft, Mutation, Skip, Sources, dice_for, slip
from corpus.catalogue import Message

_REFERENCE = re.compile(r"\[\[([^\]]+)\]\]")
_VALUE = re.compile(r"\{\{ ?([^}]+?) ?\}\}")


def _messages(game: Sources) -> Iterator[Message]:
    for catalogue in game.catalogues.values():
        for message in catalogue.messages:
            if message.text and not message.fuzzy:
                yield message


def _bare(text: str) -> str:
    """`text` with values and references blanked, in the same length."""
    return re.sub(r"\{\{.*?\}\}|\[\[.*?\]\]|\{[a-z_]+\}|@\w+ [\w-]+", lambda m: "\0" * len(m[0]), text)


def _draft(message: Message, new: str, what: str) -> Draft:
    lines = tuple((message.file, line) for line in range(message.first, message.last + 1))
    places = lines if message.first == message.last else message.places
    return Draft(f"{message.file} {message.context}: {what}", (message.to(new),), places)


def number_changed(game: Sources) -> Iterator[Draft | Skip]:
    """A translation says another number than the English text."""
    for message in _messages(game):
        found = [m for m in re.finditer(r"(?<![\w.,:–-])\d+(?![\w.,:–-])", _bare(message.text))]
        for match in found:
            new = str(int(match[0]) + 1)
            if new in re.findall(r"\d+", _bare(message.source)) and len(found) > 1:
                yield Skip("the number stands elsewhere in the text")
                continue
            text = message.text[: match.start()] + new + message.text[match.end() :]
            yield _draft(message, text, f"{match[0]} → {new}")


def number_lost(game: Sources) -> Iterator[Draft | Skip]:
    """A number of the English text isn't in the translation."""
    for message in _messages(game):
        for match in re.finditer(r"(?<![\w.,:–-])\d+(?![\w.,:–-])", _bare(message.text)):
            yield _draft(
                message, message.text[: match.start()] + "…" + message.text[match.end() :], f"without {match[0]}"
            )


def reference_changed(game: Sources) -> Iterator[Draft | Skip]:
    """A cross-reference leads elsewhere than in English, or is lost."""
    dice = dice_for(game, "references")
    known = sorted(game.addresses)
    for message in _messages(game):
        for match in _REFERENCE.finditer(message.text):
            others = [a for a in known if f"[[{a}" not in message.source]
            new = dice.choice(
                (f"[[{dice.choice(others)}]]", "", f"[[{slip(match[1], game.addresses, dice) or match[1] + 'x'}]]")
            )
            yield _draft(
                message, message.text[: match.start()] + new + message.text[match.end() :], f"{match[0]} → {new}"
            )


def value_changed(game: Sources) -> Iterator[Draft | Skip]:
    """A {{ value }} or {placeholder} is misspelt, translated, lost or doubled."""
    dice = dice_for(game, "values")
    for message in _messages(game):
        for match in _VALUE.finditer(message.text):
            name = match[1].strip()
            new = dice.choice(
                (f"{{{{ {slip(name, set(), dice)} }}}}", "", f"{match[0]} {match[0]}", f"{{{{ {name} | upper }}}}")
            )
            text = message.text[: match.start()] + new + message.text[match.end() :]
            yield _draft(message, text, f"{match[0]} → {new}")


def term_no_longer_bold(game: Sources) -> Iterator[Draft | Skip]:
    """A term that English marks isn't marked, or half of the mark is lost."""
    dice = dice_for(game, "bold")
    for message in _messages(game):
        for match in re.finditer(r"\*\*([^*\n]+)\*\*", message.text):
            new = dice.choice((match[1], f"**{match[1]}"))
            text = message.text[: match.start()] + new + message.text[match.end() :]
            yield _draft(message, text, f"{match[0]} → {new}")


def directive_changed(game: Sources) -> Iterator[Draft | Skip]:
    """`@table ID` is translated or lost."""
    dice = dice_for(game, "directives")
    for message in _messages(game):
        for match in re.finditer(r"@(table|example) ([a-z0-9-]+)", message.text):
            new = dice.choice((f"@{match[1]} {slip(match[2], game.ids, dice)}", "", f"@tabella {match[2]}"))
            text = message.text[: match.start()] + new + message.text[match.end() :]
            yield _draft(message, text, f"{match[0]} → {new}")


def translation_emptied(game: Sources) -> Iterator[Draft | Skip]:
    """A text has no translation, or one marked fuzzy."""
    dice = dice_for(game, "empty")
    for message in _messages(game):
        if dice.randrange(2):
            yield _draft(message, "", "empty")
            continue
        catalogue = game.catalogues[message.file]
        start = catalogue.text.rfind("\nmsgctxt ", 0, message.start) + 1
        edit = message.to(message.text)
        fuzzy = type(edit)(message.file, start, start, "#, fuzzy\n")
        lines = tuple(
            (message.file, line + 1) for line in range(catalogue.text.count("\n", 0, start), message.last + 1)
        )
        yield Draft(f"{message.file} {message.context}: fuzzy", (fuzzy,), lines)


def english_changed(game: Sources) -> Iterator[Draft | Skip]:
    """The English text is another than the one that was translated."""
    if not game.catalogues:
        return
    sources = {m.source: m for m in _messages(game)}
    for spot in game.find(
        "map:spaces/*/name",
        "game:phases/*/text",
        "charts:tables/*/codes/*/text",
        "rules:**/cases/*/title",
        "counters:groups/*/name",
        "examples:examples/*/title",
    ):
        if spot.value not in sources or "\n" in spot.raw or spot.style in ("|", ">"):
            yield Skip("a text of several lines, or one without a translation")
            continue
        places = [
            (m.file, line) for c in game.catalogues.values() for m in c.messages if m.source == spot.value
            for line in range(m.first - 3, m.last + 1)
        ]  # fmt: skip
        yield Draft(f"{spot.file} {spot.name}", (spot.quoted(f"{spot.value} anew"),), ((spot.file, spot.line), *places))


def _glossary(game: Sources) -> list[tuple[dict, re.Pattern[str]]]:
    """The terms of the glossary, each with what finds it in English."""
    terms = yaml.safe_load((game.folder.parent / "common" / "glossary.yaml").read_text("utf-8"))["terms"]
    return [
        (term, re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, term['english']))})(?![\w-])")) for term in terms
    ]


def word_of_the_glossary_replaced(game: Sources) -> Iterator[Draft | Skip]:
    """A term of the glossary is translated by another word."""
    terms = _glossary(game)
    for message in _messages(game):
        language = message.file.rpartition("/")[2].removesuffix(".po")
        plain = _bare(message.source).lower()
        named = [term for term, pattern in terms if pattern.search(plain)]
        for term in named:
            stems = term.get("translations", {}).get(language, ())
            held = [s for s in stems if s.lower() in _bare(message.text).lower()]
            others = [t for t in named if t is not term]
            shared = {s for t in others for s in t.get("translations", {}).get(language, ())}
            if not held or any(a in b or b in a for a in held for b in shared):
                yield Skip("another term of the text has the same stem, or the value has the word")
                continue
            if any(
                s.lower() in m[0].lower() for s in stems for m in _VALUE.finditer(message.text)
            ) or message.source.count("{{"):
                yield Skip("a value may bring the word")
                continue
            new = message.text
            for stem in held:
                new = re.sub(
                    rf"\w*{re.escape(stem)}\w*", "qualcosa" if language == "it" else "щось", new, flags=re.IGNORECASE
                )
            yield _draft(message, new, f"without {term['id']}")


def name_too_long(game: Sources) -> Iterator[Draft | Skip]:
    """A translated name is far too long for its place."""
    for message in _messages(game):
        if re.match(r"map/(spaces|boxes)/[^/]+/name|counters/groups/[^/]+/label", message.context):
            yield _draft(message, f"{message.text} {'alquanto lungo ' * 9}davvero".strip(), "very long")


def name_of_the_space_before(game: Sources) -> Iterator[Draft | Skip]:
    """A space has the name in translation that another one has."""
    before: dict[str, Message] = {}
    for message in _messages(game):
        if message.context.startswith("map/spaces/") and message.context.endswith("/name"):
            other = before.get(message.file)
            if other is not None and other.text != message.text:
                yield _draft(message, other.text, f"{message.source}: {other.text}")
            before[message.file] = message


def letter_that_no_font_has(game: Sources) -> Iterator[Draft | Skip]:
    """A translation has a letter that would be printed as an empty box."""
    dice = dice_for(game, "letters")
    for message in _messages(game):
        if "{" not in message.text and len(message.text) > 3:
            new = f"{message.text[:2]}{dice.choice('⚔ก한ꙮ𓀀')}{message.text[2:]}"
            yield _draft(message, new, new[:5])


# Named -------------------------------------------------------------------------------------------------------


def _first(game: Sources) -> Iterator[tuple[str, str]]:
    for file, catalogue in game.catalogues.items():
        yield file, catalogue.text


def catalogue_that_is_no_catalogue(game: Sources) -> Iterator[Draft]:
    """A quote isn't closed, a keyword is misspelt, a line is no line of a catalogue: by turns, in one after the other.
    """
    for number, (file, catalogue) in enumerate(game.catalogues.items()):
        change, message = ("quote", "keyword", "noise")[number % 3], catalogue.messages[5 + number]
        edit = message.to(message.text)
        if change == "quote":
            new = edit.new[:-1]
        elif change == "keyword":
            new = edit.new.replace("msgstr", "msgtsr", 1)
        else:
            new = f"{edit.new}\nand more"
        at = ((file, message.first), (file, message.first + 1))
        yield Draft(f"{file}: {change}", (type(edit)(file, edit.start, edit.end, new),), at)


def catalogue_without_a_header(game: Sources) -> Iterator[Draft]:
    """The first message is gone."""
    for file, text in _first(game):
        body = text.partition("\n\n")[2]
        yield Draft(file, (), tuple((file, n) for n in range(6)), {file: body.encode()})


def catalogue_in_another_encoding(game: Sources) -> Iterator[Draft]:
    """A catalogue saved as Latin-1, or as UTF-16, by turns."""
    for number, (file, text) in enumerate(_first(game)):
        if number % 2:
            yield Draft(f"{file}: UTF-16", (), ((file, 1),), {file: text.encode("utf-16")})
            continue
        content = text.encode("cp1251" if file.endswith("uk.po") else "latin-1", "replace")
        first = next(n for n, line in enumerate(content.split(b"\n"), 1) if not line.isascii())
        yield Draft(f"{file}: another", (), ((file, first),), {file: content})


def value_with_a_program(game: Sources) -> Iterator[Draft]:
    """A translation holds a piece of a program."""
    for catalogue in game.catalogues.values():
        for message in [m for m in catalogue.messages if m.text and "{" not in m.text][3:4]:
            yield _draft(message, message.text + " {% for i in range(9999999) %}x{% endfor %}", "a loop")


FAMILY = "translations"
MUTATIONS = (
    Mutation(number_changed, ("translation-number",), FAMILY, True, 6),
    Mutation(number_lost, ("translation-number",), FAMILY, True, 3),
    Mutation(reference_changed, ("translation-reference",), FAMILY, True, 6),
    Mutation(value_changed, ("translation-value",), FAMILY, True, 6),
    Mutation(term_no_longer_bold, ("translation-markup",), FAMILY, True, 4),
    Mutation(directive_changed, ("translation-reference",), FAMILY, True, 3),
    Mutation(translation_emptied, ("translation-incomplete",), FAMILY, True, 4),
    Mutation(english_changed, ("translation-incomplete",), FAMILY, True, 3),
    Mutation(word_of_the_glossary_replaced, ("translation-term",), FAMILY, True, 6),
    Mutation(name_too_long, ("translation-width",), FAMILY, True, 4),
    Mutation(name_of_the_space_before, ("translation-name",), FAMILY, True, 4),
    Mutation(letter_that_no_font_has, ("missing-glyph",), FAMILY, True, 3),
    Mutation(catalogue_that_is_no_catalogue, ("po-syntax",), FAMILY, False),
    Mutation(catalogue_without_a_header, ("po-header",), FAMILY, False),
    Mutation(catalogue_in_another_encoding, ("encoding",), FAMILY, False),
    Mutation(value_with_a_program, ("translation-value",), FAMILY, False),
)
