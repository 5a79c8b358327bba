"""What is wrong with a translation: values, numbers, cross-references, markup, terms and room."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from pnp.errors import Location, Problem, Severity, counted
from pnp.model.game import Game
from pnp.translate.catalog import entries_of, load_catalogue, translations_of
from pnp.translate.extract import PLACEHOLDER, CatalogueEntry
from pnp.translate.glossary import TermFinder, glossary_path, term_finder
from pnp.translate.languages import catalogue_path, require_language
from pnp.translate.plurals import Plural, plural_of
from pnp.translate.po import Catalogue, PoMessage, is_word, key_of

Measure = Callable[[str], float]
"""Width in mm of a text at the smallest size of counters and map."""

_VALUE = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
_REFERENCE = re.compile(r"\[\[([^\[\]]+)\]\]")
_DIRECTIVE = re.compile(r"^@\w+ .+$", re.MULTILINE)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_THOUSANDS = re.compile("(?<![\\d.,:])[1-9]\\d{0,2}(?:[.,\u00a0\u202f]\\d{3})+(?![.,:]?\\d)")
"""A whole number in groups of three: 100,000 in English, 100.000 in Italian, with blanks that don't break in others."""
_GROUP_SIGN = re.compile("[.,\u00a0\u202f]")
_DIGIT = re.compile(r"\d")
_MONTH = re.compile("[0-9]{1,2}月")
"""A month by its number, as it is called in Japanese and Chinese."""
_LIST_MARK = re.compile(r"^[0-9]+\. ", re.MULTILINE)
_FORBIDDEN = re.compile(r"\{%|\{#")
_KINDS = (
    ("translation-value", "values", _VALUE, "{{"),
    ("translation-value", "placeholders", PLACEHOLDER, "{"),
    ("translation-reference", "cross-references", _REFERENCE, "[["),
    ("translation-reference", "lines", _DIRECTIVE, "@"),
)
"""What a translation keeps: the code of the problem, what is counted, and the sign without which there is none."""
_SMALLEST_PT = 5.0


def estimated_width_mm(text: str) -> float:
    """A rough width at the smallest size, for callers without fonts: half an em a character."""
    return len(text) * 0.5 * _SMALLEST_PT * 25.4 / 72


def check(
    game: Game, language: str, *, measure: Measure = estimated_width_mm, catalogue: Catalogue | None = None
) -> Iterator[Problem]:
    """Problems of the translation of `game` (the English one) into `language`, in catalogue order.

    measure    gives the width of a text at the smallest size; `pnp.draw.text` knows it exactly
    catalogue  all that translates the game into `language`, where it has been read
    Raises SourceError when the catalogue is missing or can't be read.
    """
    require_language(game, language)
    catalogue = translations_of(game, language) if catalogue is None else catalogue
    yield from _problems(game, language, catalogue, catalogue_path(game, language), measure)


def check_words(language: str, common: Path | None = None) -> Iterator[Problem]:
    """Problems of the engine's words in `language`, of the folder `common` or that which ships. Raises SourceError."""
    catalogue = load_catalogue(None, language, common)
    yield from _problems(None, language, catalogue, catalogue_path(None, language, common), estimated_width_mm)


def _problems(
    game: Game | None, language: str, catalogue: Catalogue | None, file: Path, measure: Measure
) -> Iterator[Problem]:
    name = game.id if game else "common"
    entries = {key_of(e.context, e.text): e for e in entries_of(game)}
    path = catalogue.path if catalogue else file.as_posix()
    live = catalogue.live() if catalogue else {}
    forms = plural_of(language).forms
    current = {k for k, m in live.items() if k in entries and _is_current(m, entries[k], forms)}
    if len(current) < len(entries):
        lacking = len(entries) - len(current)
        hint = (
            f"run pnp i18n update{f' {game.id}' if game else ''} --lang {language}, then translate what is empty "
            "or fuzzy"
        )
        stale = [m for k, m in live.items() if k in entries and k not in current]
        places = [(m.path, m.msgstr_line or m.line) for m in stale]
        where = Location(*min(places, default=(path, 1)), 1)
        has = "has" if lacking == 1 else "have"
        message = f"{lacking} of {counted(len(entries), 'text')} {has} no valid translation"
        yield Problem("translation-incomplete", message, where, hint, "warning", name)
    terms = term_finder(glossary_path(), language)
    for key, message in live.items():
        if key in current:
            yield from _of_message(_Report(name, message.path, message), entries[key], language, terms, measure)


def _is_current(message: PoMessage, entry: CatalogueEntry, forms: int) -> bool:
    """Whether a message translates the present text of the source, a counted text in all the forms of the language."""
    form_count = forms if entry.plural else 1
    return (
        (message.msgid, message.plural) == (entry.text, entry.plural)
        and message.usable
        and len(message.forms) == form_count
    )


def _pairs(entry: CatalogueEntry, message: PoMessage, plural: Plural) -> Iterator[tuple[str, str]]:
    """Each translated form with its English one: the first is the singular in languages where only 1 takes it."""
    for index, form in enumerate(message.forms):
        one = not entry.plural or (index == 0 and plural.rule(1) == 0 and plural.rule(21) and plural.rule(0))
        yield (entry.text if one else entry.plural), form


class _Report:
    """Makes problems about one message."""

    def __init__(self, game: str, path: str, message: PoMessage) -> None:
        self.game, self.path, self.message = game, path, message

    def problem(self, code: str, text: str, hint: str, severity: Severity = "error") -> Problem:
        name = repr(self.message.msgid) if is_word(self.message.context) else self.message.context
        where = Location(self.path, self.message.msgstr_line or self.message.line, 1)
        rule = name.split("/")[1] if name.startswith("rules/") else ""
        return Problem(code, f"{name}: {text}", where, hint, severity, self.game, rule)


def _of_message(
    report: _Report, entry: CatalogueEntry, language: str, terms: TermFinder, measure: Measure
) -> Iterator[Problem]:
    for english, translation in _pairs(entry, report.message, plural_of(language)):
        yield from _of_form(report, entry, english, translation, language, terms, measure)


def _of_form(
    report: _Report, entry: CatalogueEntry, english: str, translation: str, language: str, terms: TermFinder,
    measure: Measure
) -> Iterator[Problem]:
    if _FORBIDDEN.search(translation):
        yield report.problem("translation-value", "holds template code", "only {{ names }} may stand in a text")
    for code, what, pattern, sign in _KINDS:
        if sign in english or sign in translation:   # most texts have none
            yield from _same(report, code, what, pattern.findall(english), pattern.findall(translation))
    bare, bare_translation = _bare(english), _bare(translation)
    yield from _same(report, "translation-number", "numbers", _numbers(bare), _numbers(bare_translation))
    if translation.count("**") != english.count("**"):
        yield report.problem("translation-markup", "another number of ** marks", "mark the same terms", "warning")
    if _edges(english) != _edges(translation):
        yield report.problem("translation-markup", "other blanks at its ends than the English text", "keep them")
    if entry.width_mm and measure(translation) > entry.width_mm:
        text = f"{translation!r} is {measure(translation):.1f} mm wide, there is room for {entry.width_mm:g}"
        yield report.problem("translation-width", text, "abbreviate it")
    for term in terms.missing(bare, bare_translation):
        stems = ", ".join(repr(stem) for stem in term.translations[language])
        yield report.problem("translation-term", f"{term.english[0]!r} is not rendered", f"expected {stems}", "warning")


def _edges(text: str) -> tuple[bool, bool]:
    """Whether `text` begins and ends with a blank: pieces of a sentence are put together as they are."""
    return text[:1].isspace(), text[-1:].isspace()


def _same(report: _Report, code: str, what: str, english: list[str], translated: list[str]) -> Iterator[Problem]:
    if english == translated or sorted(english) == sorted(translated):
        return
    one, other = Counter(english), Counter(translated)
    lost, added = sorted((one - other).elements()), sorted((other - one).elements())
    if lost or added:
        parts = [f"lacks {', '.join(map(repr, lost))}"] if lost else []
        parts += [f"has {', '.join(map(repr, added))} which the English lacks"] if added else []
        yield report.problem(code, f"{what}: " + "; ".join(parts), "keep them as in the English text")


def _numbers(bare: str) -> list[str]:
    """The numbers of a text that is `_bare`, without those of months and of list marks; in one line, "7. " is 7th."""
    if not _DIGIT.search(bare):
        return []
    named = _MONTH.sub("", _LIST_MARK.sub("", bare) if "\n" in bare else bare)
    ungrouped = _THOUSANDS.sub(lambda found: _GROUP_SIGN.sub("", found[0]), named)
    return [number.replace(",", ".") for number in _NUMBER.findall(ungrouped)]


def _bare(text: str) -> str:
    """`text` without values, references and lines of markup."""
    if "{" in text or "[" in text or "@" in text:
        for pattern in (_VALUE, PLACEHOLDER, _REFERENCE, _DIRECTIVE):
            text = pattern.sub(" ", text)
    return text
