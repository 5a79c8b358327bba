"""How many of 60 faults in modules `pnp vassal check` finds: `python -m benchmarks.vassal_faults FILE…`.

Ten kinds of six faults, as hands and tools make them. Each is put into every module that has what it breaks; found is
what adds a warning or an error. A fault is a change of the build file, or of an entry of the archive.
"""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.errors import Problem, SourceError
from pnp.vassal.format.reader import read_module
from pnp.vassal.verify.module import check_module

Entries = dict[str, bytes]
Change = Callable[[Entries], Entries | None]
"""The entries of a module with the fault, None where the module lacks what it would break."""

BUILD = ("buildFile.xml", "buildFile")


@dataclass(frozen=True, slots=True)
class FaultToPut:
    """A fault: its kind, what it is, and what makes it."""

    kind: str
    name: str
    change: Change


def text(pattern: str, replacement: str, count: int = 1) -> Change:
    """A change of the first place in the build file that matches."""
    def change(entries: Entries) -> Entries | None:
        build = next(name for name in BUILD if name in entries)
        before = entries[build].decode("utf-8")
        after = re.sub(pattern, replacement, before, count=count, flags=re.DOTALL)
        return None if after == before else {**entries, build: after.encode("utf-8")}

    return change


def entry(pattern: str, make: Callable[[bytes], bytes | None], *, used: bool = False) -> Change:
    """A change of the first entry whose name matches; None = it is missing. `used`: one that the build file names."""
    def change(entries: Entries) -> Entries | None:
        build = entries[next(name for name in BUILD if name in entries)].decode("utf-8")
        names = (name for name in entries if re.search(pattern, name) and entries[name])
        name = next((name for name in names if not used or name.rpartition("/")[2] in build), None)
        if name is None:
            return None
        data = make(entries[name])
        others = {key: value for key, value in entries.items() if key != name}
        return others if data is None else {**others, name: data}

    return change


def saved(change_text: Callable[[str], str]) -> Change:
    """A change of the first set-up, written in plain text."""
    def make(data: bytes) -> bytes:
        from pnp.vassal.format.saved_games import plain_text

        with zipfile.ZipFile(io.BytesIO(data)) as old:
            kept = {name: old.read(name) for name in old.namelist()}
        kept["savedGame"] = change_text(plain_text(kept["savedGame"])).encode("utf-8")
        return packed(kept)

    return entry(r"^[^/]*\.vsav$", make, used=True)


def renamed(pattern: str, name_of: Callable[[str], str]) -> Change:
    """The first entry that matches and that the build file names, under another name."""
    def change(entries: Entries) -> Entries | None:
        build = entries[next(name for name in BUILD if name in entries)].decode("utf-8")
        name = next((n for n in entries if re.search(pattern, n) and n.rpartition("/")[2] in build), None)
        if name is None or name_of(name) == name:
            return None
        return {name_of(key) if key == name else key: value for key, value in entries.items()}

    return change


def packed(entries: Mapping[str, bytes]) -> bytes:
    """The entries as an archive, stored."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


_SLOT = r"(<VASSAL\.build\.widget\.(?:Piece|Card)Slot [^>]*>[^<]*)"
_PROTOTYPE = r"<VASSAL\.build\.module\.PrototypeDefinition [^>]*?name=\"([^\"]+)\"[^>]*>"

FAULTS = tuple(FaultToPut(kind, name, change) for kind, faults in {
    "component": {
        "a misspelt class": text(r"VASSAL\.build\.module\.map\.Zoomer\b", "VASSAL.build.module.map.Zoomr", 0),
        "a class in the wrong package": text(r"VASSAL\.build\.module\.map\.BoardPicker\b",
                                             "VASSAL.build.module.BoardPicker", 0),
        "a class without its package": text(r"VASSAL\.build\.module\.Inventory\b", "Inventory", 0),
        "a class in the wrong case": text(r"VASSAL\.build\.module\.PieceWindow\b",
                                          "VASSAL.build.module.Piecewindow", 0),
        "a class of another engine": text(r"VASSAL\.build\.module\.Chatter\b", "VASSAL.chat.ui.ChatWindow", 0),
        "a class that never was": text(r"<VASSAL\.build\.module\.map\.StackMetrics\b",
                                       r"<VASSAL.build.module.map.StackLimiter/><VASSAL.build.module.map.StackMetrics"),
    },
    "attribute": {
        "the map's name in the wrong case": text(r'(<VASSAL\.build\.module\.Map [^>]*?)mapName=', r"\1mapname="),
        "a misspelt picture": text(r'(boardPicker\.Board [^>]*?)image=', r"\1imgae="),
        "a misspelt name of a slot": text(r'(PieceSlot [^>]*?)entryName=', r"\1entyName="),
        "a misspelt key": text(r'\bhotkey="(\d+,\d+)"', r'hotky="\1"'),
        "a misspelt tooltip": text(r'\btooltip=', "toolTp="),
        "a misspelt path of a zone": text(r'(mapgrid\.Zone [^>]*?)path=', r"\1pth="),
    },
    "value": {
        "a word for a number": text(r'(HexGrid [^>]*?dx=|SquareGrid [^>]*?dx=|RegionGrid [^>]*?fontsize=)"[^"]*"',
                                    r'\1"wide"'),
        "a fraction for a whole number": text(r'(Region [^>]*?originx=)"(\d+)"', r'\1"\2.5"'),
        "yes for true": text(r'(Map [^>]*?allowMultiple=)"\w+"', r'\1"yes"'),
        "a colour of two numbers": text(r'((?:color|colour|bgColor|Color)=)"\d+,\d+,\d+"', r'\1"12,40"'),
        "an empty number": text(r'((?:SetupStack|DrawPile) [^>]*?\bx=)"\d+"', r'\1""'),
        "a number that is too long": text(r'((?:SetupStack|DrawPile) [^>]*?\by=)"\d+"', r'\1"99999999999"'),
    },
    "trait": {
        "an unknown trait": text(_SLOT + r"(\t|/)emb2;", r"\1\2emb9;"),
        "a trait cut short": text(r"(\+/null/)[^<]*?piece;[^<]*?</", r"\1piece;</"),
        "a piece without its innermost trait": text(r"piece;([^<]*?</VASSAL\.build\.widget\.PieceSlot)", r"peice;\1"),
        "a marker with more names than values": text(r"(mark;\w+)", r"\1,Another,Third"),
        "a field too many": text(r"(PieceSlot [^>]*>\+/null/[^<]*?piece;;;[^;/<\\]*;[^;/<\\]*)/",
                                 r"\1;extra;fields;here/"),
        "a piece without a state": text(r"(\+/null/[^<]*?piece;[^/<]*)/[^<]*</", r"\1</"),
    },
    "prototype": {
        "a misspelt prototype": text(r"(prototype;)(\w)", r"\1X\2"),
        "a prototype renamed where it is defined": text(r'(PrototypeDefinition [^>]*?name=")', r"\1New "),
        "all prototypes lost": text(r"<VASSAL\.build\.module\.PrototypesContainer>.*?</VASSAL\.build\.module\.Prot"
                                    r"otypesContainer>", "<VASSAL.build.module.PrototypesContainer/>"),
        "a prototype that uses itself": text(_PROTOTYPE + r"\+/null/",
                                             lambda m: m[0] + f"prototype;{m[1]}\t"),  # type: ignore[arg-type]
        "a prototype with a blank at its end": text(r'(PrototypeDefinition [^>]*?name="[^"]+)"', r'\1 "'),
        "two prototypes of one name": text(r"(<VASSAL\.build\.module\.PrototypeDefinition .*?</VASSAL\.build\.module\."
                                           r"PrototypeDefinition>)", r"\1\1"),
    },
    "picture": {
        "a picture that is missing": entry(r"^images/.*\.(png|gif|jpg|svg)$", lambda data: None, used=True),
        "a picture named in another case": renamed(r"^images/.*[a-z].*\.(png|gif|jpg|svg)$", str.upper),
        "a picture cut off": entry(r"^images/.*\.(png|jpg|gif)$", lambda data: data[: len(data) // 3], used=True),
        "a picture of nothing": entry(r"^images/.*\.(png|gif|jpg)$", lambda data: b"\0" * 64, used=True),
        "a text for a picture": entry(r"^images/.*\.(png|gif|jpg|svg)$", lambda data: b"see the folder", used=True),
        "a picture in the wrong folder": renamed(r"^images/.*\.(png|gif|jpg|svg)$", lambda n: n.replace("images/", "")),
    },
    "number": {
        "two slots of one number": text(r'(Slot [^>]*?gpid=)"(\w+)"(.*?Slot [^>]*?gpid=)"\w+"', r'\1"\2"\3"\2"'),
        "a slot without a number": text(r'(Slot [^>]*?)gpid="\w+"', r"\1"),
        "a word for a number": text(r'(Slot [^>]*?gpid=)"\w+"', r'\1"first"'),
        "a number above the next": text(r'(Slot [^>]*?gpid=)"\w+"', r'\1"9999999"'),
        "the next number too low": text(r'nextPieceSlotId="\d+"', 'nextPieceSlotId="1"'),
        "a negative number": text(r'(Slot [^>]*?gpid=)"(\w+)"', r'\1"-\2"'),
    },
    "board": {
        "a zone of two corners": text(r'(mapgrid\.Zone [^>]*?path=")([^;"]+;[^;"]+);[^"]*"', r'\1\2"'),
        "a zone without corners": text(r'(mapgrid\.Zone [^>]*?path=)"[^"]+"', r'\1""'),
        "a region off the board": text(r'(Region [^>]*?originx=)"\d+"', r'\1"90000"'),
        "a stack on a board that isn't there": text(r'(SetupStack [^>]*?owningBoard=)"[^"]*"', r'\1"Bord"'),
        "a board without a name": text(r'(boardPicker\.Board [^>]*?\bname=)"[^"]+"', r'\1""'),
        "a stack off the board": text(r'((?:SetupStack|DrawPile) [^>]*?\bx=)"\d+"', r'\1"90000"'),
    },
    "reference": {
        "a place that isn't there": text(r"(sendto;[^;]*;[^;]*;)[^;/<]+;", r"\1Nowhere;"),
        "a deck that isn't there": text(r"(return;(?:[^;\t<]*;){7})[^;/\t<{\\]+", r"\1No such deck"),
        "a side that isn't there": text(r"((?:obs|restrict|hide);[^<]*?sides:)\w+", r"\1Nobody"),
        "a map renamed": text(r'(Map [^>]*?mapName=")([^"]+)(".*?sendto;[^;]*;[^;]*;)\2;', r"\1Old \2\3\2;"),
        "a key that nothing hears": text(r"(macro;[^\t<]*57348\\*,0\\*,)(\w)", r"\1unheard-\2"),
        "a deck renamed": text(r'(DrawPile [^>]*?\bname=")', r"\1Old "),
    },
    "file": {
        "a set-up without its file": entry(r"^[^/]*\.vsav$", lambda data: None, used=True),
        "a set-up that is no archive": entry(r"^[^/]*\.vsav$", lambda data: b"begin_save", used=True),
        "a set-up on another map": saved(lambda s: re.sub(r"(\+/\d+/stack/)[^;]+;", r"\1Old map;", s)),
        "a set-up that begins a new game": saved(lambda s: s.replace("SETUP_STACK", "SETUP_STOCK")),
        "a language without its file": entry(r"^Module_\w+\.properties$", lambda data: None),
        "a tag that isn't closed": text(r"</VASSAL\.build\.module\.Map>", ""),
    },
}.items() for name, change in faults.items())  # fmt: skip


def findings(data: bytes) -> Counter[tuple[str, str]]:
    """Warnings and errors, by severity with code and by message."""
    try:
        problems: list[Problem] = check_module(read_module(data))
    except SourceError as error:
        problems = list(error.problems)
    return Counter((f"{p.severity} {p.code}", p.message) for p in problems if p.severity != "note")


def by_code(found: Counter[tuple[str, str]]) -> Counter[str]:
    """How many findings there are of each severity and code."""
    counts = Counter[str]()
    for (code, _), count in found.items():
        counts[code] += count
    return counts


def entries_of(path: Path) -> Entries:
    """The entries of a module."""
    with zipfile.ZipFile(path) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}


def main() -> None:
    """Print which faults are found in which modules, then the share by kind."""
    found, put = Counter[str](), Counter[str]()
    for path in map(Path, sys.argv[1:]):
        entries = entries_of(path)
        before = findings(packed(entries))
        for fault in FAULTS:
            harmed = fault.change(entries)
            if harmed is None:
                print(f"{path.name}: {fault.kind}: {fault.name}: not there")
                continue
            after = findings(packed(harmed))
            news = by_code(after) - by_code(before)  # a message that names what was renamed is nothing new
            shown = next((f"[{code}] {message}" for code, message in after - before if code in news), "MISSED")
            put[fault.kind] += 1
            found[fault.kind] += bool(news)
            print(f"{path.name}: {fault.kind}: {fault.name}: {shown}", flush=True)
    for kind, count in put.items():
        print(f"{kind:<12} {found[kind]} of {count}")
    print(f"{sum(found.values())} of {sum(put.values())} found")


if __name__ == "__main__":
    main()
