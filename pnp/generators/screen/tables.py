"""Tables as HTML: the objects that charts and referee read, with heads that a screen reader announces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from markupsafe import Markup, escape

from pnp.generators.tables.dice import die_words
from pnp.generators.tables.lists import shift_label
from pnp.generators.tables.results import code_tints, column_entry, column_label, printed_notes, shown_code
from pnp.generators.typeset.markup import Insert, Span, parse
from pnp.model.game import Game
from pnp.model.tables import (
    AnyTable,
    DieModifier,
    EventsTable,
    FlowTable,
    ListTable,
    ResultsTable,
    ShiftsTable,
    TableNote,
)
from pnp.model.words import capital, signed

SetLine = Callable[[Sequence[Span]], Markup]


def table_html(game: Game, table: AnyTable, set_line: SetLine) -> Markup:
    """`table` with its title, the key to its results and its notes.

    set_line  sets the spans of a text, with its links
    """

    def told(text: str) -> Markup:
        return Markup(" ").join(
            set_line(block.spans) for block in parse(text) if not isinstance(block, Insert)
        )

    match table:
        case ResultsTable():
            body = _results(game, table, told)
        case EventsTable():
            body = _events(game, table, told)
        case ShiftsTable():
            body = _shifts(game, table, told)
        case ListTable():
            body = _list(table, told)
        case FlowTable():
            return _flow(game, table, told)
    return Markup('<figure class="table" id="{}">{}</figure>').format(f"table-{table.id}", body)


Told = Callable[[str], Markup]


def _grid(
    caption: str, heads: Iterable[object], rows: Iterable[tuple[object, Iterable[Markup]]], *, kind: str = ""
) -> Markup:
    """A table with a head in each column and each row."""
    columns = Markup("").join(Markup('<th scope="col">{}</th>').format(head) for head in heads)
    lines = Markup("").join(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(head, Markup("").join(cells)) for head, cells in rows
    )
    return Markup(
        '<div class="wide" tabindex="0" role="region" aria-label="{0}"><table class="{1}"><caption>{0}</caption>'
        "<thead><tr>{2}</tr></thead><tbody>{3}</tbody></table></div>"
    ).format(caption, kind, columns, lines)


def _cell(content: object) -> Markup:
    return Markup("<td>{}</td>").format(content)


def _results(game: Game, table: ResultsTable, told: Told) -> Markup:
    tints = code_tints(game, table)

    def cell(code: str, bracketed: str | None) -> Markup:
        shown = shown_code(code) + (f" ({shown_code(bracketed)})" if bracketed else "")
        return Markup('<td style="background:{}">{}</td>').format(tints.get(code, "#ffffff"), shown)

    rows = (
        (die_words(game.words, row.die), [cell(*codes) for codes in zip_longest(row.results, row.bracketed)])
        for row in table.rows
    )
    heads = [capital(game.words.text("die")), *(column_label(table, index) for index in range(len(table.columns)))]
    codes = Markup("").join(
        Markup('<dt><span style="background:{}">{}</span> {}</dt><dd>{}</dd>').format(
            tints[code.id], shown_code(code.id), code.name, told(code.text)
        )
        for code in table.codes
    )
    return Markup("").join(
        (
            _grid(table.title, heads, rows, kind="results"), _note(escape(column_entry(game, table))),
            *(_note(told(note)) for note in printed_notes(game, table)),
            _modifiers(game, table.modifiers, told), Markup('<dl class="codes">{}</dl>').format(codes),
        )
    )  # fmt: skip


def _events(game: Game, table: EventsTable, told: Told) -> Markup:
    later = any(row.after_text for row in table.rows)
    heads = {"die": capital(game.words.text("die")), "name": "", "text": "", "after": "", **table.heads}
    shown = ["die", "name", "text", *(["after"] if later else [])]
    rows = (
        (die_words(game.words, row.die), [_cell(Markup("<b>{}</b>").format(row.name)), _cell(told(row.text)),
                         *([_cell(told(row.after_text))] if later else [])])
        for row in table.rows
    )  # fmt: skip
    grid = _grid(table.title, [heads[name] for name in shown], rows, kind="events")
    return grid + _modifiers(game, table.modifiers, told) + _notes(table.notes, told)


def _shifts(game: Game, table: ShiftsTable, told: Told) -> Markup:
    words = game.words
    last = len(table.columns) - 1
    labels = [
        ("≤\u2009" if table.open_start and not n else "≥\u2009" if table.open_end and n == last else "") + column
        for n, column in enumerate(table.columns)
    ]
    rows = [(words.text("shift"), [_cell(shift_label(words, shift)) for shift in table.shifts])]
    head = words.text("attacker’s strength to the defender’s, rounded down")
    note = _note(escape(words.text("Columns to the left (L) or to the right (R).")))
    return _grid(table.title, [head, *labels], rows, kind="shifts") + note + _notes(table.notes, told)


def _list(table: ListTable, told: Told) -> Markup:
    heads = {"key": "", "name": "", "text": "", **table.heads}
    keyed = any(row.key for row in table.rows)
    rows = (
        (told(row.key if keyed else row.name),
         [_cell((Markup("<b>{}.</b> ").format(row.name) if keyed and row.name else Markup("")) + told(row.text))])
        for row in table.rows
    )  # fmt: skip
    head, kind = ("key", "keyed") if keyed else ("name", "")
    return _grid(table.title, [heads[head], heads["text"]], rows, kind=kind) + _notes(table.notes, told)


def _flow(game: Game, table: FlowTable, told: Told) -> Markup:
    """The steps of a flow chart as a numbered list whose exits lead to other steps."""
    words = game.words
    numbers = {step.id: number for number, step in enumerate(table.steps, 1)}

    def exit_to(name: str, word: str) -> Markup:
        place = f"table-{table.id}-{numbers[name]}"
        return Markup(' <span class="exit">{}→\u2009<a href="#{}">{}</a></span>').format(
            f"{word} " if word else "", place, numbers[name]
        )

    def step_html(number: int, name: str) -> Markup:
        step = table.step(name)
        exits = [(step.yes, words.text("yes")), (step.no, words.text("no")), (step.next, "")]
        after = Markup("").join(exit_to(target, word) for target, word in exits if target)
        return Markup('<li id="{}">{}{}</li>').format(f"table-{table.id}-{number}", told(step.text), after)

    steps = Markup("").join(step_html(number, name) for name, number in numbers.items())
    intro = Markup("<p>{}</p>").format(told(table.text)) if table.text else Markup("")
    return Markup('<figure class="table flow" id="{}"><figcaption>{}</figcaption>{}<ol>{}</ol>{}</figure>').format(
        f"table-{table.id}", table.title, intro, steps, _notes(table.notes, told)
    )


def _modifiers(game: Game, modifiers: Sequence[DieModifier], told: Told) -> Markup:
    if not modifiers:
        return Markup("")
    rows = Markup("").join(Markup("<dt>{}</dt><dd>{}</dd>").format(signed(m.add), told(m.text)) for m in modifiers)
    head = Markup('<p class="note"><b>{}</b></p>').format(game.words.text("Modifiers of the roll"))
    return head + Markup('<dl class="modifiers">{}</dl>').format(rows)


def _notes(notes: Sequence[TableNote], told: Told) -> Markup:
    return Markup("").join(_note(told(note.text)) for note in notes)


def _note(content: Markup) -> Markup:
    return Markup('<p class="note">{}</p>').format(content)
