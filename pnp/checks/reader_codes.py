"""Manual pages of the codes that are no checks: those of the reader, the verifier of logs and the press."""

from __future__ import annotations

from collections.abc import Mapping

OTHER_CODES: Mapping[str, str] = {
    # Reading YAML
    "yaml-syntax": """The file is no YAML that can be read.

        Often a missing quote or bracket, a tab, an indentation that doesn't match, or a text that holds ": " without
        quotes. The parser says where it gave up; the mistake may stand a line above.
        """,
    "yaml-tag": """A value carries a tag such as !!python/object or !!binary.

        Sources hold plain data only: text, whole numbers, decimals, true, false, null. Nothing is ever executed.
        """,
    "duplicate-key": """A key stands twice in one mapping.

        YAML would silently take the last one. Remove or rename one of the two.
        """,
    "bad-key": """A list, a mapping or an alias is used as a key.

        Keys are plain words. A text that begins with { or [ needs quotes.
        """,
    "alias-bomb": """Anchors and aliases expand to far too many values, or to themselves.

        A few aliases are fine. A file in which aliases stand for aliases for aliases can grow to billions of values, so
        it is refused before it does.
        """,
    "too-deep": """Lists and mappings are nested more than 100 levels deep.

        No source needs so many: flatten it.
        """,
    "too-large": """The file is larger, or holds more values, than a source may.

        At most 4,000,000 bytes and 200,000 values a YAML file. Split it: rules, scenarios and examples may have
        several.
        """,
    "empty-file": """The file has no content besides comments.

        Leave an optional file out, or write at least its keys.
        """,
    "spreadsheet": """A spreadsheet that a source takes rows from can't be read.

        XLSX, ODS and CSV files are read, at most 4,000,000 bytes large, with at most 20,000 rows, 1,000 columns and
        500,000 cells to a sheet. CSV files are UTF-8. A formula counts with the value that the file stores for it.
        """,
    "geojson": """A layer for `pnp map sample` is no GeoJSON that can be read.

        Layers are FeatureCollections of points, lines and polygons in longitude and latitude. The message names the
        file and counts the features from 1.
        """,
    "map-plan": """The plan of `pnp map sample` asks for something that isn't there.

        A hex outside the grid, a town off the map, a railway with no way over land, a border along a layer without
        lines. Hexes are named by their printed number, places as under `places`.
        """,
    "encoding": """The file is not UTF-8.

        Save it as UTF-8; every editor can. UTF-16 is refused too; a byte order mark before UTF-8 does no harm.
        """,
    "control-character": """The file holds a character that can't be shown or printed.

        NUL, bell, escape and their like, and the rare line separators U+0085, U+2028 and U+2029, written out or as an
        escape. Remove it.
        """,
    "missing-file": """A file that every game needs is not there.

        A game is a folder with game.yaml and map.yaml. Without counters.yaml, charts.yaml, rules or scenarios it has
        none, without style.yaml the colours of the first palette.
        """,
    "unreadable-file": """The path is no plain file, or may not be read.

        A folder, a pipe or a device in place of a file, a link that leads in a circle, or missing permissions.
        """,
    "outside-folder": """A symbolic link leads out of the game's folder.

        A game is read from its own folder only. Copy the file into it.
        """,
    # Pictures
    "art-svg": """An SVG in the folder `art` can't be used as it is.

        It may come from a stranger, so scripts, links that lead out, entities and copies of copies are refused; so is
        what no sheet can show: text (it needs a font), filters, masks, markers, animations. At most 1,000,000 bytes and
        20,000 elements. Saved as plain SVG, its text turned into paths, nearly every drawing will do.
        """,
    "art-png": """A PNG in the folder `art` is none, is damaged or too large.

        At most 25 million pixels, 12,000 on a side, and 20,000,000 bytes.
        """,
    "art-size": """The pictures of the game are too many, or too large all together.

        At most 2,000 pictures and 200,000,000 bytes.
        """,
    "font": """A font in the folder `fonts` can't be used.

        Fonts have TrueType outlines (.ttf) and at most 5,000,000 bytes; they permit to embed them, as fonts with an
        open licence do (OS/2, fsType). Damaged fonts, and tables that claim more than there is, are refused.
        """,
    # Validating
    "unknown-key": """A key that no source of this kind has.

        Misspelt keys would be ignored otherwise. The hint names the nearest one; `pnp schema` lists all.
        """,
    "missing-key": """A key that every source of this kind needs is not there.
        """,
    "bad-value": """A value is of the wrong kind, or outside its limits.

        The message says what is expected. Numbers have no quotes, no sign + and no leading zero; ids are lower case
        letters, digits and single hyphens; colours look like "#9a352b", in quotes.
        """,
    "unknown-series": """`extends` of game.yaml names no folder beside the game's own that holds a series.yaml.

        "Sources, file by file" in the documentation tells what games of a series share.
        """,
    "unknown-game": """There is no game with this id, and no folder with a game.yaml at this path.

        `pnp list` shows the games. `--sources DIR` adds a folder of your own.
        """,
    "unknown-language": """The game has no catalogue for this language.

        `pnp list GAME` shows its languages; `pnp i18n update GAME --lang CODE` starts a new one.
        """,
    "no-rules": """The referee has no procedures for this game.

        It can be printed, translated, checked and brought to VASSAL, but not played by the program. Procedures register
        through the entry point group `pnp.games`.
        """,
    "own-code": """The game's own Python code raised an exception.

        The message names the function and what the exception said, the place is the line of the game's code that raised
        it, or that called what did. Code is a game's own when its package registers through the entry point group
        `pnp.games`. It is found while examples, test games and logs are played; nothing is wrong with the sources.
        """,
    # Catalogues
    "po-syntax": """The catalogue is no PO file that can be read.

        See the gettext manual, 'PO Files'. Each message has msgctxt, msgid and msgstr, each text in quotes.
        """,
    "po-header": """The catalogue does not begin with a header.

        Its first message has an empty msgid; `pnp i18n update` writes one.
        """,
    # Map and press
    "map-border": """The drawn borders do not enclose the areas.

        Every area needs a closed outline. Where borders meet they share a junction; lines must not cross between
        junctions. The checks border-open, border-reversed and border-not-adjacent narrow it down.
        """,
    "map-fit": """A name, a stack of counters or a road finds no room on the map.

        In an area: shorten the name, give `name_at` or `stack_at`, or make the area a little larger. Between points:
        move a box that lies on another, or lead a road that runs into something over `via` points.
        """,
    "bad-report": """A file is no report of test games, or holds no counts of rules.

        `pnp playtest GAME --games 100 --out DIR` writes one, as DIR/report.json.
        """,
    "flow-chart": """A flow chart can't be drawn: its steps lead nowhere, or there is no room for its ways.

        The checks flow-step, flow-unreachable and flow-cycle narrow it down.
        """,
    "map-tint": """The tints are too few to part all neighbours.

        Add a tint in style.yaml, or give some spaces a `tint` of their own.
        """,
    "layout": """A product has no room for something that must be printed on it.

        The message names it. Shorten the text or change the measures.
        """,
    "text-too-long": """A text of the rules is longer than the press sets in one piece.

        Split the case.
        """,
    # Playing
    "bad-position": """A position is impossible: of a scenario, an example, a test or a saved game.

        Every unit stands in one place that may hold it, tracks and turns are in range, the phase belongs to the turn.
        """,
    "bad-action": """An action that can't be read: an unknown verb, or the wrong number of ids.
        """,
    "bad-draw": """A die or a unit that is prescribed can't come up now.

        In examples, `dice` are the results in order, `draws` the units in order, each when it is due.
        """,
    "bad-log": """A file is no log of a game, or a line of it can't be read.

        The first line is the head with "pnp_log"; then lines numbered from 1.
        """,
    "log-differs": """A log played again gives something else than it says.

        Either the sources or the rules have changed since, or the log was edited. The first line that differs is named.
        """,
    "bad-saved-game": """A file is no saved game of this program, or was damaged.
        """,
    "no-player": """There is no player of this name.

        `random`, `heuristic`, or SIDE=PLAYER for each side.
        """,
    # Modules
    "module-xml": """A file inside a VASSAL module is no XML that can be read safely.

        Entities and document types are refused, since a module may come from a stranger.
        """,
    "module-archive": """The file is no VASSAL module that can be opened.

        A .vmod file is a ZIP archive with a buildFile.xml, not encrypted and not damaged.
        """,
    "module-size": """A VASSAL module is larger, or unpacks to more, than is read.

        Modules may come from strangers; what looks like a ZIP bomb is refused before it is unpacked.
        """,
    "module-path": """An entry of a VASSAL module leads out of the archive, or stands in it twice.

        Entries are named with plain relative paths.
        """,
    "module-save": """A saved game inside a module, or a log, can't be read.

        It should begin as VASSAL writes it; see `pnp.vassal.format.saved_games`.
        """,
    "vassal-save": """A game saved in VASSAL doesn't tell all of a position, or isn't of the game's module.

        Pieces off every place, or there twice, are left out. Who holds what, options and flags come from the moment in
        which the program wrote the file; if pieces have moved since, the message names what may be older than they are.
        """,
    "module-piece": """A piece of a module can't be read.

        Its type and state hold another number of traits, or a trait has the wrong fields.
        """,
    "module-class": """A module has a component that VASSAL 3.7 doesn't know.

        The module would open with an error. The hint names the nearest component.
        """,
    "module-attribute": """A component of a module has an attribute that VASSAL 3.7 doesn't know.

        VASSAL would ignore it; most often it is misspelt.
        """,
    "module-value": """An attribute of a module has a value of the wrong kind.

        A number, a colour, a key or true and false are expected.
        """,
    "module-order": """A component of a map comes before the boards it needs.

        VASSAL reads in order: the board picker first.
        """,
    "module-board": """A board of a module has no name of its own, or a name leads to no board.

        Zones, stacks and set-ups find their board by its name.
        """,
    "module-book": """A rulebook isn't in the module, which would be too large with it.

        The module has the rules as a page in every language; the rulebook lies beside it.
        """,
    "module-trait": """A trait of a piece has the wrong fields.

        Each trait has a fixed number of fields, in its type and in its state.
        """,
    "module-prototype": """A piece uses a prototype that the module doesn't have, or with empty parameters.

        The hint names the nearest prototype.
        """,
    "module-gpid": """A piece of a module has no number, or a wrong one.

        Saved games and set-ups find pieces by number; see the check gpid-missing.
        """,
    "module-zone": """A zone of a module has no area, a name given twice, or corners off the board.

        Each zone is named like its space and outlines it.
        """,
    "module-place": """Something in a module stands at a place that isn't there.

        Stacks and decks name a zone or a region of their board.
        """,
    "module-key": """A key command of a module is wrong.

        Only Ctrl with a letter is used, each for one thing, and all are listed in the help.
        """,
    "module-side": """A side of a module is missing or unknown.

        There is a seat for each side and one to play alone; traits name no other side.
        """,
    "module-language": """A language of a module lacks its file or a text.

        Each language has a file of properties in the module.
        """,
    "module-setup": """A set-up of a module doesn't fit the module.

        Its pieces have the numbers of slots, its stacks list pieces once, and its map exists.
        """,
    "module-image": """A picture of a module is missing, damaged or shown nowhere.

        Every name of a picture leads to a file in images/, and every file can be decoded.
        """,
    # Allowances
    "allow-unused": """A comment `# pnp: allow CODE reason` silences nothing, or one of its codes doesn't.

        The finding is gone, or the code is misspelt. Remove the comment, so that it can't hide a new finding.

        Passes: game.yaml "  tank: 2" -> "  tank: 3   # pnp: allow counter-counts the tests want it so"
        Fails:  game.yaml "  tank: 2" -> "  tank: 2   # pnp: allow counter-counts the tests want it so"
        Fails:  game.yaml "  tank: 2" -> "  tank: 2   # pnp: allow counter-cuonts the tests want it so"
        Mend:   remove the comment.
        """,
    "allow-without-reason": """A comment `# pnp: allow CODE` gives no reason, so it silences nothing.

        Behind a value it holds for that line, on a line of its own for the next one. Who reads it later must know why.

        Passes: game.yaml "  tank: 2" -> "  tank: 3   # pnp: allow counter-counts the tests want it so"
        Fails:  game.yaml "  tank: 2" -> "  tank: 3   # pnp: allow counter-counts"
        Mend:   add the reason behind the code.
        """,
}
"""Code -> its page; the first line is the summary."""
