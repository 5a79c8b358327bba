"""The reader under attack: whatever a file holds, a clear error with line and column, in bounded time and memory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.errors import Problem, SourceError
from pnp.sources.reader import read_bytes, read_file, read_text

ROOT = Path(__file__).resolve().parents[2]


def problem_of(data: bytes) -> Problem:
    """The one problem that reading `data` raises."""
    with pytest.raises(SourceError) as caught:
        read_text(data, "f.yaml")
    (problem,) = caught.value.problems
    assert problem.where is not None and problem.where.path == "f.yaml"
    assert problem.message and problem.hint
    assert len(str(problem)) < 300
    return problem


def refused(data: bytes) -> str:
    """Code, line and column of the problem, e.g. "duplicate-key 3:1"."""
    problem = problem_of(data)
    return f"{problem.code} {problem.where.line}:{problem.where.column}"


# What is text and what is a value -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["no", "yes", "on", "off", "No", "TRUE", "True", "Null", "~", "0123", "0412", "0x1F", "0o17", "0b1", "12:30",
     "1:30:00", "+3", "7+", "1-2", "2022-02-24", "1_000", "1e3", "1.", ".5", ".inf", ".nan", "-.5", "=", "<<", "1,5",
     "00", "-0123", "12345678901234567890", "½", "3 1"],
)  # fmt: skip
def test_yaml_has_no_ideas_of_its_own(text):
    """Hex numbers, dice, codes and dates survive as they are written (DESIGN §3)."""
    assert read_text(f"a: {text}\n".encode(), "f.yaml").data == {"a": text}


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("-7", -7), ("0", 0), ("1.5", 1.5), ("-0.25", -0.25), ("true", True), ("false", False), ("null", None),
     ("", None), ('"12"', "12"), ("'true'", "true")],
)  # fmt: skip
def test_plain_values(text, value):
    data = read_text(f"a: {text}\n".encode(), "f.yaml").data
    assert data == {"a": value} and type(data["a"]) is type(value)


def test_keys_are_always_text():
    assert read_text(b"1: a\n1.5: b\ntrue: c\n0412: d\n", "f.yaml").data == {
        "1": "a", "1.5": "b", "true": "c", "0412": "d",
    }


def test_every_value_keeps_its_place():
    document = read_text("# Kyïv\na:\n  - 1\n  - {ü: 2, b: 'x y'}\nlast: |\n  two\n  lines\n".encode(), "f.yaml")
    marks = document.marks
    assert [str(marks.at("a", 0)), str(marks.at("a", 1, "ü")), str(marks.at("a", 1, "b"))] == [
        "f.yaml:3:5", "f.yaml:4:9", "f.yaml:4:15"
    ]  # fmt: skip
    assert (marks.at("a", 1, "b").end_column, str(marks.key_at("a", 1, "b"))) == (20, "f.yaml:4:12")
    assert str(marks.at("last")) == "f.yaml:5:7"
    assert str(marks.at("a", 1, "nowhere")) == "f.yaml:4:5", "the deepest ancestor that the file has"


def test_a_few_aliases_are_fine():
    data = read_text(b"base: &b {x: 1}\none: *b\ntwo: [*b, *b]\n", "f.yaml").data
    assert data == {"base": {"x": 1}, "one": {"x": 1}, "two": [{"x": 1}, {"x": 1}]}


def test_all_line_ends_count_as_one():
    assert refused(b"a: 1\r\nb: 2\r\na: 3\r\n") == "duplicate-key 3:1"
    assert refused(b"a: 1\rb: 2\ra: 3") == "duplicate-key 3:1"


# What is refused, and where -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"a: 1\nb: 2\na: 3\n", "duplicate-key 3:1", id="duplicate key"),
        pytest.param(b"a: {x: 1, y: 2, x: 3}\n", "duplicate-key 1:17", id="duplicate key in a flow mapping"),
        pytest.param(b'a: 1\n"a": 2\n', "duplicate-key 2:1", id="duplicate key, quoted"),
        pytest.param(b"a:\n\tb: 1\n", "yaml-syntax 2:1", id="tab"),
        pytest.param(b"a: caf\xe9\n", "encoding 1:7", id="latin-1"),
        pytest.param(b"a: 1\nb: \xed\xa0\x80\n", "encoding 2:4", id="lone surrogate"),
        pytest.param(b"\xef\xbb\xbfa: 1\na: 2\n", "duplicate-key 2:1", id="behind a byte order mark"),
        pytest.param(b"\xef\xbb\xbfa: b: c\n", "yaml-syntax 1:5", id="in a line with a byte order mark"),
        pytest.param("a: 1\n".encode("utf-16"), "encoding 1:1", id="UTF-16"),
        pytest.param("a: 1\n".encode("utf-16-le"), "control-character 1:2", id="UTF-16 without mark"),
        pytest.param(b"a: 1\nb: x\x00y\n", "control-character 2:5", id="NUL"),
        pytest.param(b"a: \x1b[31mred\n", "control-character 1:4", id="escape sequence"),
        pytest.param("a: x\u2028b: y\n".encode(), "control-character 1:5", id="line separator"),
        pytest.param("a: x\u0085b: y\n".encode(), "control-character 1:5", id="next line"),
        pytest.param(b'a: 1\nb: "x\\0y"\n', "control-character 2:4", id="escaped NUL"),
        pytest.param(b'"a\\e": 1\n', "control-character 1:1", id="escaped escape in a key"),
        pytest.param(b'a: "\\ud800"\n', "yaml-syntax 1:7", id="escaped surrogate"),
        pytest.param(b"a: !!python/object/apply:os.system [ls]\n", "yaml-tag 1:4", id="python tag"),
        pytest.param(b"a: !!binary aGk=\n", "yaml-tag 1:4", id="binary"),
        pytest.param(b"--- !<tag:evil,2022:x>\na: 1\n", "yaml-tag 1:5", id="verbatim tag"),
        pytest.param(b"!!set {a, b}\n", "yaml-tag 1:1", id="set"),
        pytest.param(b"a: 1\n---\nb: 2\n", "yaml-syntax 2:1", id="two documents"),
        pytest.param(b"a: &a [*a]\n", "alias-bomb 1:8", id="alias inside itself"),
        pytest.param(b"&a {b: {c: *a}}\n", "alias-bomb 1:12", id="alias inside itself, deeper"),
        pytest.param(b"a: *b\n", "yaml-syntax 1:4", id="alias without anchor"),
        pytest.param(b"a: &a x\n*a : y\n", "bad-key 2:1", id="alias as key"),
        pytest.param(b"{[1, 2]: x}\n", "bad-key 1:2", id="list as key"),
        pytest.param(b"? {a: 1}\n: x\n", "bad-key 1:3", id="mapping as key"),
        pytest.param(b"a: b: c\n", "yaml-syntax 1:5", id="colon in text"),
        pytest.param(b"a: [1, 2\nb: 3\n", "yaml-syntax 2:2", id="open bracket"),
        pytest.param(b"a: 'x\n", "yaml-syntax 2:1", id="open quote"),
        pytest.param(b"a: {sea: #123456}\n\nb: 2\n", "yaml-syntax 1:10", id="colour without quotes"),
        pytest.param(b"a: @x\n", "yaml-syntax 1:4", id="reserved character"),
        pytest.param(b"", "empty-file 1:1", id="nothing"),
        pytest.param(b"# only a comment\n", "empty-file 1:1", id="only a comment"),
        pytest.param(b"%YAML 9.9\n---\na: 1\n", "yaml-syntax 1:1", id="YAML of the future"),
    ],
)  # fmt: skip
def test_refused_with_its_place(data, said):
    assert refused(data) == said


def test_the_line_is_shown_with_a_caret():
    assert problem_of(b"first: 1\nsecond: 2\nfirst: 3\n").as_text().splitlines() == [
        "f.yaml:3:1: the key 'first' stands here twice (first in line 1) [duplicate-key]",
        "  3 | first: 3",
        "    | ^^^^^",
        "  hint: remove or rename one",
    ]


def test_a_control_character_is_not_sent_to_the_terminal():
    assert "\x1b" not in problem_of(b"a: \x1b[2J\n").as_text()


@pytest.mark.parametrize("empty", [b"---\n", b"null\n", b"[]\n", b"just words\n", b"42\n"])
def test_what_is_no_mapping_is_left_to_the_validator(empty):
    assert not isinstance(read_text(empty, "f.yaml").data, dict)


# Bombs: each in a process of its own, with limits -----------------------------------------------------------

LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 10)
)
DOUBLING = "m0: &m0 {x: 1, y: 2}\n" + "".join(f"m{i}: &m{i} {{x: *m{i - 1}, y: *m{i - 1}}}\n" for i in range(1, 80))
CHAIN = "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 1500))

BOMBS = {
    "a billion laughs": (LAUGHS, "alias-bomb"),
    "doubling mappings": (DOUBLING, "alias-bomb"),
    "a chain of aliases": (CHAIN, "too-deep"),
    "aliases without end": ("a: &a x\nb: [" + "*a, " * 5000 + "]\n", "alias-bomb"),
    "anchors without end": ("".join(f"- &a{i} x\n" for i in range(100_000)), "alias-bomb"),
    "50,000 open brackets": ("[" * 50_000, "too-deep"),
    "50,000 brackets, closed": ("a: " + "[" * 50_000 + "]" * 50_000, "too-deep"),
    "50,000 open braces": ("{a: " * 50_000, "too-deep"),
    "50,000 dashes": ("- " * 50_000 + "x", "too-deep"),
    "a deep block": ("\n".join(" " * i + "a:" for i in range(2000)), "too-deep"),
    "50,000 question marks": ("? " * 50_000, "bad-key"),
    "300,000 values": ("[" + "1," * 300_000 + "]", "too-large"),
    "160,000 keys": ("".join(f"k{i}: 1\n" for i in range(160_000)), "too-large"),
    "a huge file": ("# " + "x" * 4_000_000, "too-large"),
    "a huge text": ("a: " + "x" * 3_900_000 + "\na: 1\n", "duplicate-key"),
    "a huge number": ("a: " + "9" * 3_000_000 + "\na: 1\n", "duplicate-key"),
    "a million lines": ("\n" * 3_900_000, "empty-file"),
    "a huge open quote": ('a: "' + "x\n" * 1_000_000, "yaml-syntax"),
    "a huge tag": ("!" + "t" * 1_000_000 + " x", "yaml-tag"),
    "a huge alias": ("*" + "t" * 1_000_000, "yaml-syntax"),
    "many lines in quotes": ("".join("- 'x\n  y'\n" for i in range(60_000)) + "- [", "yaml-syntax"),
}
"""What is read, and the code of the refusal. Made in the child, since some are megabytes."""

CHILD = """
import resource, sys
limit = 700 * 1024 * 1024
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
from pathlib import Path
from pnp.errors import SourceError
from pnp.sources.reader import read_file
for name in sys.argv[1:]:
    path = Path(name)
    try:
        read_file(path, path.name)
        print(path.name, "read")
    except SourceError as error:
        print(path.name, error.problems[0].code, len(str(error)), bool(error.problems[0].where.line))
"""


@pytest.mark.slow
def test_bombs_are_refused_in_bounded_time_and_memory(tmp_path):
    """One child with 700 MB of address space and 20 s of processor time reads them all."""
    for number, (text, _) in enumerate(BOMBS.values()):
        (tmp_path / f"{number}.yaml").write_text(text, "utf-8")
    names = [str(tmp_path / f"{number}.yaml") for number in range(len(BOMBS))]
    done = subprocess.run([sys.executable, "-c", CHILD, *names], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    said = [line.split() for line in done.stdout.splitlines()]
    assert len(said) == len(BOMBS)
    for (name, (_, code)), (_, reported, length, has_line) in zip(BOMBS.items(), said, strict=True):
        assert reported == code, name
        assert int(length) < 300, name
        assert has_line == "True" or name == "a huge file", name


# Files ---------------------------------------------------------------------------------------------------------


def file_problem(path: Path, within: Path | None = None) -> Problem:
    """The one problem that reading the file raises."""
    with pytest.raises(SourceError) as caught:
        read_file(path, path.name, within=within)
    (problem,) = caught.value.problems
    assert problem.hint and str(problem.where) == path.name
    return problem


def test_missing_file(tmp_path):
    assert file_problem(tmp_path / "map.yaml").code == "missing-file"


def test_folder_in_place_of_a_file(tmp_path):
    (tmp_path / "map.yaml").mkdir()
    assert file_problem(tmp_path / "map.yaml").code == "unreadable-file"


def test_pipe_in_place_of_a_file_does_not_block(tmp_path):
    os.mkfifo(tmp_path / "map.yaml")
    assert file_problem(tmp_path / "map.yaml").code == "unreadable-file"


def test_device_in_place_of_a_file(tmp_path):
    (tmp_path / "map.yaml").symlink_to("/dev/zero")
    assert file_problem(tmp_path / "map.yaml").code == "unreadable-file"
    assert file_problem(tmp_path / "map.yaml", tmp_path).code == "outside-folder"


def test_link_out_of_the_folder(tmp_path):
    (tmp_path / "secret.yaml").write_text("a: 1\n")
    inside = tmp_path / "game"
    inside.mkdir()
    (inside / "map.yaml").symlink_to(tmp_path / "secret.yaml")
    assert file_problem(inside / "map.yaml", inside).code == "outside-folder"


def test_folder_linked_out_of_the_folder(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "1.yaml").write_text("a: 1\n")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "rules").symlink_to(tmp_path / "elsewhere")
    assert file_problem(tmp_path / "game" / "rules" / "1.yaml", tmp_path / "game").code == "outside-folder"


def test_link_inside_the_folder_is_fine(tmp_path):
    (tmp_path / "a.yaml").write_text("a: 1\n")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    assert read_file(tmp_path / "b.yaml", "b.yaml", within=tmp_path).data == {"a": 1}


def test_the_folder_itself_may_be_a_link(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "a.yaml").write_text("a: 1\n")
    (tmp_path / "link").symlink_to(tmp_path / "game")
    assert read_file(tmp_path / "link" / "a.yaml", "a.yaml", within=tmp_path / "link").data == {"a": 1}


def test_link_that_leads_in_a_circle(tmp_path):
    (tmp_path / "map.yaml").symlink_to("map.yaml")
    assert file_problem(tmp_path / "map.yaml").code == "unreadable-file"


@pytest.mark.parametrize("name", ["a\0b.yaml", "x" * 5000 + ".yaml"])
def test_impossible_names(tmp_path, name):
    with pytest.raises(SourceError) as caught:
        read_bytes(tmp_path / name, "f.yaml")
    assert caught.value.problems[0].code == "unreadable-file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path):
    (tmp_path / "map.yaml").write_text("a: 1\n")
    (tmp_path / "map.yaml").chmod(0)
    assert file_problem(tmp_path / "map.yaml").code == "unreadable-file"
