"""Faults in tables: cells, codes, columns, rows, modifiers; those of other kinds of tables are in `table_kinds`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from corpus.case import Draft, Mutation, Skip, Sources, at, dice_for, lines_of
from corpus.table_kinds import KINDS
from corpus.table_spots import one, tables, values_in
from corpus.text import Edit, Spot, exchanged

# Cells -------------------------------------------------------------------------------------------------------


def _cells(game: Sources) -> Iterator[tuple[Spot, dict, int, int, Spot]]:
    for table, data in tables(game, "results"):
        for row, cells in enumerate(data["rows"]):
            for column in range(len(cells["results"])):
                yield table, data, row, column, one(table, "rows", row, "results", column)


def _ordered(game: Sources) -> Iterator[tuple[Spot, dict, int, int, Spot]]:
    """The cells of tables that have an order, without rows that are allowed to break it."""
    for table, data, row, column, cell in _cells(game):
        ranked = data.get("column_kind") != "value" or any(code.get("favours") for code in data["codes"])
        if ranked and "pnp: allow table-monotone" not in cell.page.text.split("\n")[cell.line - 1]:
            yield table, data, row, column, cell


def cell_breaks_its_row(game: Sources) -> Iterator[Draft | Skip]:
    """A result better than the one at higher odds, or worse than the one at lower odds."""
    dice = dice_for(game, "rows")
    for table, data, row, column, cell in _ordered(game):
        rank = {code["id"]: n for n, code in enumerate(data["codes"])}
        results = [rank[r] for r in data["rows"][row]["results"]]
        higher = results[column + 1] if column + 1 < len(results) else len(rank)
        lower = results[column - 1] if column else -1
        wrong = [code for code, n in rank.items() if n > higher or n < lower]
        if not wrong:
            yield Skip("no code is out of order here")
            continue
        new = dice.choice(wrong)
        yield Draft(f"{table.name} row {row + 1}, column {column + 1}: {cell.value} → {new}", (cell.to(new),), at(cell))


def cell_breaks_its_column(game: Sources) -> Iterator[Draft | Skip]:
    """A result that fits its row, but is worse than what a lower roll gives."""
    dice = dice_for(game, "columns")
    for table, data, row, column, cell in _ordered(game):
        rank = {code["id"]: n for n, code in enumerate(data["codes"])}
        grid = [[rank[r] for r in line["results"]] for line in data["rows"]]
        rising = sum(grid[-1]) > sum(grid[0])
        left = grid[row][column - 1] if column else -1
        right = grid[row][column + 1] if column + 1 < len(grid[row]) else len(rank)
        before = grid[row - 1][column] if row else (-1 if rising else len(rank))
        after = grid[row + 1][column] if row + 1 < len(grid) else (len(rank) if rising else -1)
        low, high = (before, after) if rising else (after, before)
        wrong = [code for code, n in rank.items() if left <= n <= right and not low <= n <= high]
        if not wrong:
            yield Skip("no code that fits the row breaks the column")
            continue
        new = dice.choice(wrong)
        places = at(cell, *(one(table, "rows", r, "results", column) for r in (row - 1, row + 1) if 0 <= r < len(grid)))
        yield Draft(f"{table.name} row {row + 1}, column {column + 1}: {cell.value} → {new}", (cell.to(new),), places)


def cell_leaves_the_pattern(game: Sources) -> Iterator[Draft | Skip]:
    """In a table drawn up as die + column, one cell is a step off, though its row and its column still rise."""
    dice = dice_for(game, "pattern")
    for table, data in tables(game, "results"):
        rank = {code["id"]: n for n, code in enumerate(data["codes"])}
        grid = [[rank[r] for r in line["results"]] for line in data["rows"]]
        sums: dict[int, set[int]] = {}
        for row, line in enumerate(grid):
            for column, worth in enumerate(line):
                sums.setdefault(row + column, set()).add(worth)
        if any(len(found) > 1 for found in sums.values()):
            yield Skip("the table isn't drawn up as die + column")
            continue
        for row in range(1, len(grid) - 1):
            for column in range(1, len(grid[row]) - 1):
                low = max(grid[row - 1][column], grid[row][column - 1])
                high = min(grid[row + 1][column], grid[row][column + 1])
                wrong = [code for code, n in rank.items() if low <= n <= high and n != grid[row][column]]
                if not wrong:
                    yield Skip("no other code fits row and column")
                    continue
                cell = one(table, "rows", row, "results", column)
                new = dice.choice(wrong)
                yield Draft(
                    f"{table.name} row {row + 1}, column {column + 1}: {cell.value} → {new}", (cell.to(new),), at(cell)
                )


def cell_with_an_unknown_code(game: Sources) -> Iterator[Draft | Skip]:
    """A result that no table of results explains."""
    dice = dice_for(game, "codes")
    for table, data, row, column, cell in _cells(game):
        codes = {code["id"] for code in data["codes"]}
        new = cell.value + dice.choice("XZ2")
        if {c.lower() for c in codes} & {new.lower()}:
            yield Skip("the slip gives another code")
            continue
        yield Draft(f"{table.name} row {row + 1}, column {column + 1}: {cell.value} → {new}", (cell.to(new),), at(cell))


def cell_spelled_otherwise(game: Sources) -> Iterator[Draft | Skip]:
    """A code in another case, or with a point or a blank in it."""
    dice = dice_for(game, "spelling")
    for table, data, row, column, cell in _cells(game):
        codes, word = {code["id"] for code in data["codes"]}, cell.value
        ways = [
            w
            for w in (word.lower(), word.upper(), f"{word}.", f"{word[0]}-{word[1:]}", f"{word[0]} {word[1:]}")
            if w != word
        ]
        ways = [w for w in ways if w not in codes and w.rstrip("- ") == w]
        if not ways:
            yield Skip("each way of spelling is another code")
            continue
        new = dice.choice(ways)
        yield Draft(f"{table.name} row {row + 1}, column {column + 1}: {word} → {new}", (cell.quoted(new),), at(cell))


def cell_lost_or_doubled(game: Sources) -> Iterator[Draft | Skip]:
    """A row with a result too few or too many."""
    for table, _, row, column, cell in _cells(game):
        cells = one(table, "rows", row, "results")
        if (row + column) % 2:
            yield Draft(f"{table.name} row {row + 1} without column {column + 1}", (cells.without(cell),), at(cells))
        else:
            doubled = cell.to(f"{cell.raw}, {cell.raw}")
            yield Draft(f"{table.name} row {row + 1}, column {column + 1} twice", (doubled,), at(cells))


def code_no_longer_explained(game: Sources) -> Iterator[Draft | Skip]:
    """A code leaves `codes`, but not the cells."""
    for table, data in tables(game, "results"):
        codes = one(table, "codes")
        for number, code in enumerate(data["codes"]):
            gone = codes.without(one(table, "codes", number))
            lost = gone.new.count("\n") - table.page.text[gone.start : gone.end].count("\n")
            used = [c for t, _, _, _, c in _cells(game) if t is table and c.value == code["id"]]
            yield Draft(f"{table.name}: {code['id']}", (gone,), tuple((c.file, c.line + lost) for c in used))


# Columns -----------------------------------------------------------------------------------------------------


def columns_swapped(game: Sources) -> Iterator[Draft | Skip]:
    """Two columns of odds, differences or ratios change places; their results stay."""
    for table, data in tables(game, "results", "shifts"):
        heads = [one(table, "columns", n) for n in range(len(data["columns"]))]
        for a, b in itertools.pairwise(heads):
            yield Draft(f"{table.name}: {a.value} and {b.value}", (a.to(b.raw), b.to(a.raw)), at(a, b))


def column_head_wrong(game: Sources) -> Iterator[Draft | Skip]:
    """A column head that is no ratio, the same ratio in other figures, or the head before it once more."""
    dice = dice_for(game, "heads")
    for table, data in tables(game, "results", "shifts"):
        heads = [one(table, "columns", n) for n in range(len(data["columns"]))]
        for before, head in itertools.pairwise(heads):
            new = dice.choice((before.raw, '"even"', '"0:0"' if ":" in head.value else '"++1"'))
            yield Draft(f"{table.name}: {head.value} → {new}", (head.to(new),), at(head))


def difference_left_out(game: Sources) -> Iterator[Draft | Skip]:
    """A column of a table of differences is missing, head and results."""
    for table, data in tables(game, "results"):
        for number in range(1, len(data["columns"]) - 1):
            if data.get("column_kind") != "difference":
                yield Skip("between two odds there need be no third")
                continue
            edits = [one(table, "columns").without(one(table, "columns", number))]
            for row in range(len(data["rows"])):
                edits.append(one(table, "rows", row, "results").without(one(table, "rows", row, "results", number)))
            yield Draft(f"{table.name}: {data['columns'][number]}", tuple(edits), at(one(table, "columns")))


def column_beyond_all_strength(game: Sources) -> Iterator[Draft | Skip]:
    """Odds or a difference that all units together can't reach."""
    for table, data in tables(game, "results"):
        heads = data["columns"]
        far = {"odds": ('"1:999"', '"999:1"'), "difference": ('"-999"', '"+999"')}.get(data.get("column_kind"))
        for number, new in ((0, 0), (len(heads) - 1, 1)):
            if not far:
                yield Skip("columns that are neither odds nor differences")
                continue
            head = one(table, "columns", number)
            yield Draft(f"{table.name}: {head.value} → {far[new]}", (head.to(far[new]),), at(head))


# Rows --------------------------------------------------------------------------------------------------------


def _reach(game: Sources, data: dict) -> tuple[int, int] | None:
    """The lowest and highest roll of a table with dice, by its modifiers; None when a track decides."""
    if "dice" not in data:
        return None
    low, high = data["dice"]["count"], data["dice"]["count"] * data["dice"]["sides"]
    for modifier in data.get("modifiers", ()):
        if "track" in modifier:
            return None
        worth = modifier["add"] * modifier.get("most", 1)
        low, high = low + min(worth, 0), high + max(worth, 0)
    return low, high


def _range(die: object) -> tuple[int, int]:
    text = str(die)
    if text.endswith(("+", "-")):
        number = int(text[:-1])
        return (number, 99) if text.endswith("+") else (-99, number)
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def _rows(game: Sources) -> Iterator[tuple[Spot, dict, int, Spot]]:
    for table, data in tables(game, "results", "events"):
        for row in range(len(data["rows"])):
            yield table, data, row, one(table, "rows", row)


def row_lost(game: Sources) -> Iterator[Draft | Skip]:
    """A roll has no row any more."""
    for table, data, number, row in _rows(game):
        if len(data["rows"]) < 2:
            yield Skip("the only row")
            continue
        rows = one(table, "rows")
        near = [r for r in (number - 1, number + 1) if 0 <= r < len(data["rows"])]
        gone = rows.without(row)
        lost = table.page.text[gone.start : gone.end].count("\n")
        lines = {rows.key_line, rows.line} | {one(table, "rows", r).line - (lost if r > number else 0) for r in near}
        yield Draft(
            f"{table.name}: the row for {data['rows'][number]['die']}",
            (gone,),
            tuple((row.file, n) for n in sorted(lines)),
        )


def row_for_another_roll(game: Sources) -> Iterator[Draft | Skip]:
    """A row serves a roll that another row serves too."""
    for table, data, number, row in _rows(game):
        die = one(table, "rows", number, "die")
        for other in (number - 1, number + 1):
            if 0 <= other < len(data["rows"]):
                wrong = one(table, "rows", other, "die")
                yield Draft(f"{table.name}: {die.value} → {wrong.value}", (die.to(wrong.raw),), (*at(row), *at(wrong)))


def row_range_too_wide(game: Sources) -> Iterator[Draft | Skip]:
    """A row begins a roll early, or ends a roll late."""
    for table, data, number, row in _rows(game):
        low, high = _range(data["rows"][number]["die"])
        die = one(table, "rows", number, "die")
        if number + 1 < len(data["rows"]) and low > -99 and high < 99:
            after = one(table, "rows", number + 1)
            yield Draft(f"{table.name}: {die.value} → to {high + 1}", (die.to(f"{low}-{high + 1}"),), at(row, after))
        if number and low > -99 and high < 99:
            before = one(table, "rows", number - 1)
            yield Draft(f"{table.name}: {die.value} → from {low - 1}", (die.to(f"{low - 1}-{high}"),), at(row, before))


def open_end_closed(game: Sources) -> Iterator[Draft | Skip]:
    """A row for `6+` or `0-` loses the sign, though modifiers lead further."""
    for table, data, number, _row in _rows(game):
        die = one(table, "rows", number, "die")
        reach = _reach(game, data)
        if not die.value.endswith(("+", "-")):
            continue
        bare = int(die.value[:-1])
        if reach and reach[0] >= bare and reach[1] <= bare:
            yield Skip("no modifier leads further")
            continue
        rows = one(table, "rows")
        yield Draft(f"{table.name}: {die.value}", (die.to(str(bare)),), (*at(die, rows), (rows.file, rows.key_line)))


def row_that_no_die_finds(game: Sources) -> Iterator[Draft | Skip]:
    """A row for a roll that dice and modifiers never make."""
    for table, data in tables(game, "results", "events"):
        ranges = [_range(row["die"]) for row in data["rows"]]
        for new, open_end in ((40, max(r[1] for r in ranges) == 99), (-40, min(r[0] for r in ranges) == -99)):
            if open_end:
                yield Skip("the table is open at this end")
                continue
            rows = one(table, "rows")
            last = one(table, "rows", len(data["rows"]) - 1)
            copy = last.raw.rstrip().replace("\n" + " " * 8, "\n  ") if last.style != "{" else last.raw
            copy = re.sub(r"die: *[^,\n]+", f'die: "{new}"' if new < 0 else f"die: {new}", copy, count=1)
            copy = re.sub(r"\bid: *([a-z-]+)", r"id: \1-again", copy, count=1)
            edit, line = rows.with_item("\n".join(x.strip() for x in copy.split("\n")))
            yield Draft(f"{table.name}: {new}", (edit,), ((table.file, line),))


# Modifiers ---------------------------------------------------------------------------------------------------


def modifier_leaves_the_table(game: Sources) -> Iterator[Draft | Skip]:
    """A modifier so large that no row answers the roll."""
    for table, data in tables(game, "results", "events"):
        ranges = [_range(row["die"]) for row in data["rows"]]
        for spot in values_in(table, "modifiers/*/add"):
            for new, open_end in ((9, max(r[1] for r in ranges) == 99), (-9, min(r[0] for r in ranges) == -99)):
                if open_end:
                    yield Skip("the table is open at this end")
                    continue
                rows = one(table, "rows")
                yield Draft(f"{spot.name}: {new}", (spot.to(str(new)),), (*at(spot, rows), (rows.file, rows.key_line)))


def modifier_and_its_words_differ(game: Sources) -> Iterator[Draft | Skip]:
    """What a modifier adds isn't what its words say, or is nothing."""
    for table, data in tables(game):
        for number, modifier in enumerate(data.get("modifiers", ())):
            add = one(table, "modifiers", number, "add")
            text = one(table, "modifiers", number, "text")
            yield Draft(f"{add.name}: 0", (add.to("0"),), at(add))
            said = re.search(r"[+−-](\d+)", text.value)
            if not said:
                yield Skip("the words name no number")
                continue
            yield Draft(f"{add.name}: one more", (add.to(str(modifier["add"] + 1)),), (*at(add), *lines_of(text)))
            words = text.value.replace(said[0], f"{said[0][0]}{int(said[1]) + 1}")
            yield Draft(f"{text.name}: {words}", (text.quoted(words),), (*at(add), *at(text)))


# Named -------------------------------------------------------------------------------------------------------


def code_that_never_happens(game: Sources) -> Iterator[Draft]:
    """A code is explained that stands in no cell."""
    for table, _ in list(tables(game, "results")):
        edit, line = one(table, "codes").with_item(
            "{id: QQ, name: Quarrel, text: Both sides quarrel., favours: neither}"
        )
        yield Draft(table.name, (edit,), ((table.file, line),))


def result_in_one_cell_only(game: Sources) -> Iterator[Draft]:
    """The best result at the best odds is one of a kind."""
    for table, data in list(tables(game, "results")):
        worth = [(c["id"], sum(r["results"].count(c["id"]) for r in data["rows"])) for c in data["codes"]]
        best = worth[-1][0]
        edit, _ = one(table, "codes").with_item(
            "{id: DX, name: Rout, text: They run., favours: attacker, losses: [0, all]}"
        )
        rising = data["rows"][-1]["results"].count(best) >= data["rows"][0]["results"].count(best)
        cell = one(table, "rows", len(data["rows"]) - 1 if rising else 0, "results", len(data["columns"]) - 1)
        added = edit.new.count("\n")
        yield Draft(table.name, (edit, cell.to("DX")), ((table.file, cell.line + added),))


def shifts_that_nobody_uses(game: Sources) -> Iterator[Draft]:
    """No table names the table of shifts any more."""
    for table, data in tables(game, "shifts"):
        for spot in game.find("charts:tables/*/shifts"):
            if spot.value == data["id"]:
                yield Draft(
                    table.name, (spot.page.lines_gone(spot.key_line, spot.line),), ((table.file, table.line - 1),)
                )


def below_the_first_column(game: Sources) -> Iterator[Draft]:
    """What happens below the first column is no code, or the best of all."""
    for table, data in tables(game, "results"):
        if "below_first" in data:
            spot = one(table, "below_first")
            for new in ("QQ", data["codes"][-1]["id"]):
                yield Draft(f"{table.name}: {new}", (spot.to(new),), at(spot))


def table_nowhere_printed(game: Sources) -> Iterator[Draft]:
    """The rules show a table of three rows or more no more."""
    for table, data in tables(game):
        directive = f"@table {data['id']}"
        shown = [t for t in game.texts if re.search(rf"^ *{directive}$", t.raw, re.MULTILINE)]
        if len(shown) == 1 and len(data.get("rows", ())) not in (1, 2):
            start = shown[0].start + re.search(rf"{directive}$", shown[0].raw, re.MULTILINE).start()
            edit = Edit(shown[0].file, start, start + len(directive), "See the chart.")
            rule = table.page.get((*table.path, "rule"))
            yield Draft(table.name, (edit,), at(table, *([rule] if rule else []), one(table, "title")))


def rows_exchanged(game: Sources) -> Iterator[Draft | Skip]:
    """Two rows of three or more stand in each other's place."""
    for kind in ("results", "events"):
        for table, data in tables(game, kind):
            rows = one(table, "rows").items
            if len(rows) < 3 or any("die" not in row for row in data["rows"]):
                yield Skip("a table of two rows, or without dice")
                continue
            for first, second in itertools.pairwise(rows):
                lines = tuple((first.file, line) for line in range(first.key_line, second.last_line + 1))
                yield Draft(f"{first.name} and the next", exchanged(first, second), lines)


FAMILY = "tables"
MUTATIONS = (
    Mutation(cell_breaks_its_row, ("table-monotone",), FAMILY, True, 12),
    Mutation(cell_breaks_its_column, ("table-monotone",), FAMILY, True, 8),
    Mutation(cell_leaves_the_pattern, ("table-diagonal",), FAMILY, True, 6),
    Mutation(cell_with_an_unknown_code, ("result-code-undefined",), FAMILY, True, 6),
    Mutation(cell_spelled_otherwise, ("result-code-spelling", "result-code-undefined"), FAMILY, True, 6),
    Mutation(cell_lost_or_doubled, ("table-row-width",), FAMILY, True),
    Mutation(code_no_longer_explained, ("result-code-undefined",), FAMILY, True, 4),
    Mutation(columns_swapped, ("odds-order", "shifts-order", "difference-gap"), FAMILY, True),
    Mutation(column_head_wrong, ("odds-order", "shifts-order", "bad-value"), FAMILY, True, 4),
    Mutation(difference_left_out, ("difference-gap",), FAMILY, True, 4),
    Mutation(column_beyond_all_strength, ("column-unreachable",), FAMILY, True, 4),
    Mutation(row_lost, ("table-die-gap",), FAMILY, True),
    Mutation(row_for_another_roll, ("table-row-overlap",), FAMILY, True, 4),
    Mutation(row_range_too_wide, ("table-row-overlap",), FAMILY, True, 4),
    Mutation(open_end_closed, ("table-die-gap",), FAMILY, True, 4),
    Mutation(row_that_no_die_finds, ("table-row-unreachable",), FAMILY, True, 3),
    Mutation(modifier_leaves_the_table, ("table-die-gap",), FAMILY, True, 4),
    Mutation(modifier_and_its_words_differ, ("modifier-number",), FAMILY, True, 6),
    *KINDS,
    Mutation(code_that_never_happens, ("result-code-unused",), FAMILY, False),
    Mutation(result_in_one_cell_only, ("result-code-once",), FAMILY, False),
    Mutation(shifts_that_nobody_uses, ("shifts-unused",), FAMILY, False),
    Mutation(below_the_first_column, ("below-first-code",), FAMILY, False),
    Mutation(table_nowhere_printed, ("table-not-printed",), FAMILY, False),
    Mutation(rows_exchanged, ("table-row-order",), FAMILY, True, 3),
)
