"""Each fault that the engine keeps silent about is found: a module with one thing broken."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import pytest

from pnp.vassal.format.encoding import join_fields
from pnp.vassal.format.reader import read_module
from pnp.vassal.format.traits import trait
from pnp.vassal.verify.module import CHECKS, HOUSE_CHECKS, check_generated, check_module

pytestmark = pytest.mark.slow


def swapped(old: str, new: str, *, count: int = -1):
    """A change of an entry's text that must find something to change."""

    def change(data: bytes) -> bytes:
        text = data.decode("utf-8")
        assert old in text
        return text.replace(old, new, count).encode("utf-8")

    return change


def problems(module, *severities):
    severities = severities or ("error", "warning")
    return [(p.code, p.message) for p in check_generated(module) if p.severity in severities]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "code", "reason"),
    [
        ("VASSAL.build.module.NotesWindow", "VASSAL.build.module.NoteWindow", "module-class", "NoteWindow"),
        ('locationFormat="$name$"', 'locationFormats="$name$"', "module-attribute", "no attribute 'locationFormats'"),
        ('nDice="1"', 'nDice="one"', "module-value", "nDice is 'one'"),
        ('snapto="true"', 'snapto="yes"', "module-value", "snapto is 'yes'"),
        ('owningBoard="Board"', 'owningBoard="Bord"', "module-board", "names the board 'Bord'"),
        ("immob;g;N;R;stays", "immob;g;N;stays", "module-trait", "'immob' has 3 fields, expected 4"),
        ("immob;g;N;R;stays", "immobile;g;N;R;stays", "module-trait", "unknown trait 'immobile'"),
        (
            'PrototypeDefinition name="marker"', 'PrototypeDefinition name="markers"',
            "module-prototype", "unknown prototype 'marker'",
        ),
        ('gpid="12"', 'gpid="11"', "module-gpid", "shares the number 11"),
        ('nextPieceSlotId="41"', 'nextPieceSlotId="40"', "module-gpid", "not below nextPieceSlotId 40"),
        ('image="board.png"', 'image="bord.png"', "module-image", "picture 'bord.png' is missing"),
        ("garrison-2.svg", "garrison-22.svg", "module-image", "picture 'garrison-22.svg' is missing"),
        ('file="standard.vsav"', 'file="start.vsav"', "module-setup", "no file 'start.vsav'"),
        ("eliminated\\/$Group$", "eliminatd\\/russia", "module-place", "unknown region 'eliminatd/russia'"),
        (";Ukrainian Pool\\", ";Ukraine Pool\\", "module-place", "unknown deck 'Ukraine Pool'"),
        ('mapName="Main Map"', 'mapName="The Map"', "module-place", "unknown map 'Main Map'"),
    ],
)  # fmt: skip
def test_a_fault_in_the_build_file(changed, old, new, code, reason):
    faults = problems(changed({"buildFile.xml": swapped(old, new)}))

    assert any(c == code and reason in message for c, message in faults), faults[:3]


def test_a_stack_before_the_board_picker(changed):
    def change(data):
        text = data.decode()
        start = text.index("<VASSAL.build.module.map.DrawPile")
        end = text.index("/>", start) + len("/>")
        stack, rest = text[start:end], text[:start] + text[end:]
        return rest.replace(
            "<VASSAL.build.module.map.BoardPicker", stack + "<VASSAL.build.module.map.BoardPicker", 1
        ).encode()

    assert [c for c, _ in problems(changed({"buildFile.xml": change}))] == ["module-order"]


def test_a_key_that_nobody_hears(changed):
    """The die of the first column no longer listens to the key that a fight sends."""
    faults = problems(
        changed({"buildFile.xml": swapped('hotkey="57348,0,roll-combat-0"', 'hotkey="57348,0,rol-combat-0"')})
    )

    assert faults == [("module-key", "nothing listens to the key 'roll-combat-0'")]


def test_a_key_that_is_not_ctrl_and_a_letter(changed):
    module = changed({"buildFile.xml": swapped('hotkey="84,130"', 'hotkey="112,0"')})

    assert problems(module, "warning") == [("module-key", "key '112,0' is not Ctrl and a letter")]


def test_a_prototype_used_with_empty_parameters_loses_its_dollars(changed):
    faults = problems(
        changed({"buildFile.xml": swapped("prototype;russia unit\t", "prototype;russia unit;\t", count=1)})
    )

    assert [c for c, _ in faults] == ["module-prototype"]


def test_a_missing_picture(changed):
    assert problems(changed({"images/overstack.svg": None})) == [("module-image", "picture 'overstack.svg' is missing")]


def test_a_picture_that_is_none(changed):
    faults = problems(changed({"images/board.png": b"no picture"}))

    assert [c for c, _ in faults] == ["module-image"]


def test_an_unused_picture_is_only_noted(changed):
    module = changed({"images/spare.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'})

    assert problems(module) == []
    assert problems(module, "note") == [("module-image", "picture 'spare.svg' is shown nowhere")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("svg", "reason"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "invisible"),
        (b'<svg width="5" height="5"><path fill="url(#g)"/></svg>', "one or two letters"),
        (b'<svg width="5" height="5"><path fill="rgba(1,2,3,0.5)"/></svg>', "CSS 2"),
        (b"<html/>", "not <svg>"),
    ],
)
def test_svg_that_the_engine_cannot_show(changed, svg, reason):
    ((code, message),) = problems(changed({"images/overstack.svg": svg}))

    assert code == "module-image"
    assert reason in message


def test_a_zone_off_the_board(changed):
    faults = problems(changed({"buildFile.xml": swapped('originx="', 'originx="9', count=1)}))

    assert {c for c, _ in faults} == {"module-zone"}
    assert "lies outside the board" in faults[0][1]


def test_a_language_without_its_file(changed):
    """The module would not load at all for its players."""
    faults = problems(changed({"Module_it.properties": None}))

    assert faults == [("module-language", "the language 'it' has no file Module_it.properties")]


def test_a_language_that_lacks_a_text(changed):
    def drop(data):
        return b"\n".join(line for line in data.split(b"\n") if not line.startswith(b"Piece.Eliminate="))

    faults = problems(changed({"Module_it.properties": drop}), "warning")
    assert faults == [("module-language", "no text for 'Piece.Eliminate'")]


def test_a_setup_that_starts_a_new_game(changed, archive):
    import io
    import zipfile

    from tests.vassal.conftest import repacked

    with zipfile.ZipFile(io.BytesIO(archive)) as old:
        saved = old.read("standard.vsav")
    broken = repacked(saved, {"savedGame": swapped("\x1bSETUP_STACK\t", "")})

    assert [c for c, _ in problems(changed({"standard.vsav": broken}))] == ["module-setup"]


def test_a_side_that_nobody_can_take(changed):
    faults = problems(
        changed({"buildFile.xml": swapped("Face-down unit;side:;", "Face-down unit;sides:Poland;", count=1)})
    )

    assert [c for c, _ in faults] == ["module-side"]
    assert "names the side 'Poland'" in faults[0][1]


def test_a_piece_that_cannot_be_read(changed):
    faults = problems(changed({"buildFile.xml": swapped("piece;;;turn.svg;Turn", "pice;;;turn.svg;Turn")}))

    assert faults[0] == ("module-piece", "piece 'Turn' can't be read: no basic piece at the end")


def test_every_check_tells_in_its_docstring_what_it_looks_for():
    checks = [*CHECKS, *HOUSE_CHECKS]
    assert len(set(checks)) == len(checks) == 22
    assert all(check.__doc__ and len(check.__doc__) > 30 for check in checks)


# What point maps add -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "code", "reason"),
    [
        (
            'name="TrackUp1" initialValue="momentum-plus-2"', 'name="TrackUp1" initialValue="momentum-plus-9"',
            "module-place", "unknown region 'momentum-plus-9'",
        ),
        (
            'name="TrackUp1" initialValue="momentum-plus-2"', 'name="TrackUp1" initialValue="momentum-0"',
            "module-place", "doesn't lead back",
        ),
        (
            'name="TrackValue" initialValue="2"', 'name="TrackValue" initialValue="7"',
            "module-place", "lies the other way",
        ),
        ("obs;;russia-hidden.svg", "obs;;omon-back.svg", "module-setup", "can be told apart"),
        ("obs;;russia-hidden.svg", "cmt;;russia-hidden.svg", "module-setup", "has no mask"),
        (
            "removed\\/the-people", "remove\\/the-people",
            "module-place", "arrive at the unknown region 'remove/the-people-are-silent'",
        ),
        (
            "akhmat-back.svg;;true;Reduced;", "akhmat-back.svg;;true;Attacks;",
            "module-trait", "two layers named 'Attacks'",
        ),
        ("akhmat-back.svg;;true;Reduced;", "akhmat-back.svg;,;true;Reduced;", "module-trait", "1 pictures and 2 names"),
        (
            "(Switched_Active==true", 13 * "(" + "Switched_Active==true" + 12 * ")",
            "module-trait", "13 brackets inside each other",
        ),
    ],
)  # fmt: skip
def test_a_fault_in_the_module_of_a_point_map(march_changed, old, new, code, reason):
    faults = problems(march_changed({"buildFile.xml": swapped(old, new, count=1)}))

    assert any(c == code and reason in message for c, message in faults), faults[:3]


def test_a_region_outside_its_zone(march_changed):
    """The point of one location moved to another's place."""
    import re

    def change(data):
        text = data.decode()
        kaluga = re.search(r'name="kaluga" originx="(\d+)" originy="(\d+)"', text)
        return re.sub(
            r'name="tula" originx="\d+" originy="\d+"', f'name="tula" originx="{kaluga[1]}" originy="{kaluga[2]}"', text
        ).encode()

    assert problems(march_changed({"buildFile.xml": change})) == [
        ("module-zone", "region 'tula' lies outside its zone 'Tula'")
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"images_it/nothing.svg": b'<svg width="5" height="5"/>'}, "there is no picture of this name in English"),
        ({"images_it/momentum.svg": b"no picture"}, ""),
        ({"images_it/board.png": None, "images_uk/board.png": "small"}, "another size in this language"),
    ],
)
def test_a_picture_of_one_language_only(march_changed, march_module, entries, reason):
    import io

    from PIL import Image

    buffer = io.BytesIO()
    Image.new("RGB", (20, 20)).save(buffer, "PNG")
    entries = {name: buffer.getvalue() if data == "small" else data for name, data in entries.items()}

    ((code, message),) = problems(march_changed(entries))
    assert code == "module-image"
    assert reason in message


def test_a_name_of_the_referee_that_the_module_lacks(march_changed, march):
    """Moscow's zone, a step of a phase, and a counter are renamed in the module."""
    from tests.vassal.module_and_game import game_problems

    assert game_problems(march_changed({}), march) == []
    for old, new, code in (
        ('Zone name="Moscow"', 'Zone name="Moskva"', "module-place"), ("Spend momentum", "Spend it", "module-value"),
        ("fsb,fsb,", "fsbs,fsb,", "module-piece"), ('<entry>Russia</entry>', "<entry>Rus</entry>", "module-side"),
    ):  # fmt: skip
        module = march_changed({"buildFile.xml": swapped(old, new)})
        assert code in {p.code for p in game_problems(module, march)}, old


# Modules of others ------------------------------------------------------------------------------------------


def foreign(*components: str, files: Mapping[str, bytes] | None = None) -> list[tuple[str, str, str]]:
    """Severity, code and message of what is found in a module with only these components and `files`."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        head = '<VASSAL.build.GameModule name="Foreign" version="1" VassalVersion="3.2.0" nextPieceSlotId="9">'
        archive.writestr("buildFile.xml", head + "".join(components) + "</VASSAL.build.GameModule>")
        archive.writestr("own/Chatter.class", b"\xca\xfe\xba\xbe")
        for name, data in (files or {}).items():
            archive.writestr(name, data)
    return [(p.severity, p.code, p.message) for p in check_module(read_module(buffer.getvalue()))]


SIDES = "<VASSAL.build.module.PlayerRoster><entry>Solo</entry></VASSAL.build.module.PlayerRoster>"


def prototype(name: str, *traits: str) -> str:
    kind = "piece;;;;"
    for text in reversed(traits):
        kind = join_fields([text, kind], "\t")
    text = "+/" + join_fields(["null", kind, "\\\t" * len(traits)], "/")
    return f'<VASSAL.build.module.PrototypeDefinition name="{name}">{text}</VASSAL.build.module.PrototypeDefinition>'


def test_two_prototypes_of_one_name():
    assert foreign(SIDES, prototype("A", "cmt;x"), prototype("A", "cmt;y")) == [
        ("warning", "module-prototype", "2 prototypes are named 'A': the last one holds")
    ]


@pytest.mark.parametrize(("named", "found"), [(b"Est\\\\, sud,Solo", 0), (b"Est, sud,Solo", 1)])
def test_a_language_names_as_many_sides_as_the_module_has(named, found):
    """In a properties file a backslash is written twice."""
    sides = SIDES.replace("<entry>", "<entry>East, south</entry><entry>", 1)
    italian = '<VASSAL.i18n.Language><VASSAL.i18n.Translation locale="it,"/></VASSAL.i18n.Language>'
    warning = ("warning", "module-language", "it names 3 sides, and the module has 2")
    told = foreign(sides, italian, files={"Module_it.properties": b"PlayerRoster.sides=" + named + b"\n"})

    assert told.count(warning) == found


BOARD = (
    '<VASSAL.build.module.Map mapName="M" edgeWidth="5"><VASSAL.build.module.map.BoardPicker>'
    '<VASSAL.build.module.map.boardPicker.Board name="B" width="90" height="40"/>'
    '</VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.{0} name="S" owningBoard="B" x="{1}" y="4"/>'
    "</VASSAL.build.module.Map>"
)


def test_a_stack_in_a_folder_names_a_board_of_its_map():
    folder = "VASSAL.build.module.folder.MapSubFolder"
    stack = '<VASSAL.build.module.map.SetupStack name="S" owningBoard="{}" x="1" y="4"/>'
    within = BOARD.format("SetupStack", 9).replace(
        "</VASSAL.build.module.Map>", f'<{folder} name="F">{stack.format("Bord")}</{folder}></VASSAL.build.module.Map>'
    )

    assert foreign(SIDES, within) == [("error", "module-board", "SetupStack 'S' names the board 'Bord'")]


@pytest.mark.parametrize(("stack", "x", "found"), [("SetupStack", 101, 1), ("DrawPile", -1, 1), ("SetupStack", 100, 0)])
def test_a_stack_at_start_lies_on_its_board(stack, x, found):
    """90 pixels, and 5 of edge on either side."""
    warning = ("warning", "module-board", f"{stack} 'S' stands at {x},4, off its board (100 × 40)")

    assert foreign(SIDES, BOARD.format(stack, x)) == [warning] * found


def test_nothing_lies_off_a_board_whose_picture_is_missing():
    """Its size is unknown; the missing picture is the only finding."""
    board = BOARD.format("SetupStack", 101).replace('name="B"', 'name="B" image="gone.png"')

    assert foreign(SIDES, board) == [("error", "module-image", "picture 'gone.png' is missing")]


def test_a_region_may_lie_in_a_grid_without_zones():
    """As those of hands in Paths of Glory, which pieces are sent to."""
    tag, end = "VASSAL.build.module.map.boardPicker.board.Region", "VASSAL.build.module.map.boardPicker.Board"
    grid = f'<{tag}Grid><{tag} name="Hand" originx="1" originy="1"/></{tag}Grid></{end}>'
    board = BOARD.format("SetupStack", 3).replace("/><", f">{grid}<", 1)
    message = "prototype 'Card' sends to the unknown region 'Head'"
    card = prototype("Card", trait("sendto", map="M", destination="R", region="Hand").type_text())

    assert foreign(SIDES, board, card) == []
    assert [found[2] for found in foreign(SIDES, board, card.replace("Hand", "Head"))] == [message]


def test_prototypes_in_a_loop():
    found = foreign(
        SIDES, prototype("A", "prototype;B"), prototype("B", "cmt;x", "prototype;C"), prototype("C", "prototype;B")
    )

    assert found == [("error", "module-prototype", "prototypes use each other in a loop: B → C → B")]


@pytest.mark.parametrize(
    ("component", "found"),
    [
        ("<VASSAL.build.module.Chater/>", ["error module-class"]),
        ("<own.Chatter/>", ["note module-class"]),
        ("<own.Other/>", ["error module-class"]),
        # Attributes: of an older engine, a slip, and those of kinds that we don't write ourselves.
        ('<VASSAL.build.module.GlobalOptions centerOnMove="Always"/>', ["note module-attribute"]),
        ('<VASSAL.build.module.NotesWindow hotky=""/>', ["error module-attribute"]),
        ('<VASSAL.build.module.folder.MapSubFolder name="Decks" desc=""/>', []),
        ('<VASSAL.build.module.SpecialDiceButton name="Dice" doReport="true" doLoop="false"/>', []),
        ('<VASSAL.build.module.gamepieceimage.TextItem name="t" font="Default" antialias="true"/>', []),
        # Forms of traits that the engine completes, and one that it can't.
        (prototype("P", "immob;g", "emb2;Flip;2;F;;0;;;0;;;;1;false;0;0;;;true", "hide;73,130"), []),
        (prototype("P", "emb;;A;;B;;C;", "nonRect;c"), []),
        (prototype("P", "obs;77,130"), ["error module-trait"]),
        (prototype("P", "flies;1"), ["error module-trait"]),
        # A piece without a number, as before 3.0; a number of 5,000 digits.
        ('<VASSAL.build.widget.PieceSlot entryName="x">+/null/piece;;;;x/</VASSAL.build.widget.PieceSlot>',
         ["note module-gpid"]),
        (f'<VASSAL.build.widget.PieceSlot entryName="x" gpid="{"7" * 5_000}">+/null/piece;;;;x/'
         "</VASSAL.build.widget.PieceSlot>", ["error module-gpid"]),
        # Pictures that old modules name without the engine's slash.
        (prototype("P", "markmoved;moved.gif;0;0"), []),
    ],
)  # fmt: skip
def test_what_the_engine_takes_is_no_fault(component, found):
    assert [f"{severity} {code}" for severity, code, _ in foreign(SIDES, component)] == found
