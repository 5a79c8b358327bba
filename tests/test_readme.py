"""README and the pages of docs/: the first lines run, commands and options exist, links lead somewhere."""

from __future__ import annotations

import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest

from pnp.cli import COMMANDS, root

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [
    *(ROOT / name for name in ("README.md", "benchmarks/README.md", "output/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
OTHER_PROGRAMS = {"cp", "eval", "mkdir", "pip"}
"""Programs besides pnp, make and Python that a page may tell one to run."""

BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def names(pages: list[Path]) -> list[str]:
    return [page.relative_to(ROOT).as_posix() for page in pages]


def test_the_first_lines_run():
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    assert 10 <= len(code.strip().splitlines()) <= 16
    exec(compile(code, "README.md", "exec"), {})


def test_it_is_one_page():
    assert len(README.splitlines()) <= 120


def test_every_command_has_a_line():
    for name in COMMANDS:
        assert re.search(rf"^\| `pnp {name}\b[^`]*` \|", README, re.MULTILINE), name


def test_the_changelog_has_an_entry_for_this_version():
    from pnp import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


# Commands ----------------------------------------------------------------------------------------------------------


def shell_lines(text: str) -> Iterator[str]:
    """Lines of shell: those of blocks, and what stands in backticks and begins with a program that is ours."""
    for _, language, block in BLOCK.findall(text):
        if language == "sh":
            yield from (line.strip() for line in block.splitlines() if line.strip())
    for span in re.findall(r"`([^`\n]+)`", BLOCK.sub("", text)):
        if re.match(r"(pnp|make|python -m benchmarks|python benchmarks) ", span):
            yield span


def fault_of(line: str) -> str:
    """What is wrong with a line of shell, "" when nothing is."""
    words = [word.strip("[]…") for word in shlex.split(line, comments=True)]
    if not words:
        return ""
    program, *words = words
    if program == "pnp":
        return fault_of_pnp(words)
    if program == "make":
        makefile = (ROOT / "Makefile").read_text("utf-8")
        known = set(re.findall(r"^(\w+):", makefile, re.MULTILINE)) | set(re.findall(r"\$\((\w+)\)", makefile))
        return "" if words and {word.partition("=")[0] for word in words} <= known else f"no target {words}"
    if program == "python":
        return fault_of_python(words)
    return "" if program in OTHER_PROGRAMS or program.startswith("_PNP_COMPLETE=") else f"no program {program}"


def fault_of_python(words: list[str]) -> str:
    from benchmarks.__main__ import NAMES

    if words[:2] == ["-m", "benchmarks"]:
        unknown = [word for word in words[2:] if not word.startswith(("-", "../")) and word not in NAMES]
        return f"no benchmark {unknown}" if unknown else ""
    if words[:2] == ["-m", "http.server"]:
        return ""
    return "" if (ROOT / words[0]).is_file() else f"no file {words[0]}"


def fault_of_pnp(words: list[str]) -> str:
    """Follows the words from command to command; capitals stand for what the reader puts there."""
    command: click.Command = root
    context = click.Context(root, info_name="pnp")
    arguments: list[click.Parameter] = []
    while words:
        word, *words = words
        if word.startswith("-"):
            option = next((p for p in command.get_params(context) if word in (*p.opts, *p.secondary_opts)), None)
            if option is None:
                return f"no option {word} of {command.name}"
            if not getattr(option, "is_flag", False):
                words = words[1:]
        elif isinstance(command, click.Group):
            inner = command.get_command(context, word) if word in (*COMMANDS, *command.commands) else None
            if inner is None:
                return "" if word.isupper() else f"no command {word}"
            command, arguments = inner, [p for p in inner.params if isinstance(p, click.Argument)]
        elif not arguments:
            return f"too much for {command.name}: {word}"
        else:
            argument = arguments[0]
            choices = argument.type.choices if isinstance(argument.type, click.Choice) else ()
            if choices and not word.isupper() and not set(word.split("|")) <= set(choices):
                return f"{command.name} has no {word}"
            arguments = arguments if argument.nargs == -1 else arguments[1:]
    return ""


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_commands_exist_with_their_options(page):
    faults = {line: fault for line in shell_lines(page.read_text("utf-8")) if (fault := fault_of(line))}
    assert faults == {}


def test_the_pages_show_many_commands():
    lines = [line for page in PAGES for line in shell_lines(page.read_text("utf-8"))]
    assert len(lines) > 60
    used = {line.split()[1] for line in lines if line.startswith("pnp ")}
    assert set(COMMANDS) <= used


@pytest.mark.parametrize(
    "line",
    [
        "pnp buld putins-war", "pnp build putins-war --langs en", "pnp i18n extrat putins-war",
        "pnp map smple plan.yaml", "pnp --quite list", "pnp doctor putins-war", "make everything",
         "python -m benchmarks speed",
        "python benchmarks/slow.py", "pnpp list",
    ],
)  # fmt: skip
def test_a_wrong_command_would_be_seen(line):
    assert fault_of(line)


# Links -------------------------------------------------------------------------------------------------------------


def reference() -> ModuleType:
    """docs/reference.py, as mkdocs loads it."""
    spec = importlib.util.spec_from_file_location("reference", ROOT / "docs" / "reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def anchors() -> dict[Path, set[str]]:
    """The anchors of every page, as the site has them."""
    expanded = {page: reference().on_page_markdown(page.read_text("utf-8")) for page in PAGES}
    return {page: set(anchors_of(text)) for page, text in expanded.items()}


def anchors_of(text: str) -> Iterator[str]:
    for heading in re.findall(r"^#{1,6} (.*)$", BLOCK.sub("", text), re.MULTILINE):
        given = re.search(r"\{ #([\w-]+) \}$", heading)
        yield given[1] if given else re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_links_lead_somewhere(page, anchors):
    text = BLOCK.sub("", page.read_text("utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        assert path.is_relative_to(ROOT) and path.exists(), target
        assert not anchor or anchor in anchors[path], target
        if page.parent == ROOT / "docs":
            assert path.is_relative_to(ROOT / "docs"), f"the site has no {target}"


def test_every_page_can_be_reached_from_the_readme():
    targets = re.findall(r"\]\(([^)#\s]+)", "\n".join(page.read_text("utf-8") for page in PAGES))
    linked = {Path(target).name for target in targets}
    assert {page.name for page in PAGES if page.parent == ROOT / "docs"} <= linked | {"index.md"}
    assert len(PAGES) >= 15


def test_hints_name_headings_that_are_there(anchors):
    """A hint such as "docs/recipes.md, 'A referee for your game'"."""
    hints = {
        (path.name, *hint) for path in (ROOT / "pnp").rglob("*.py")
        for hint in re.findall(r"docs/([\w-]+\.md), '([^']+)'", path.read_text("utf-8"))
    }  # fmt: skip
    assert len(hints) >= 2
    for _, page, heading in hints:
        assert set(anchors_of(f"# {heading}")) <= anchors[ROOT / "docs" / page], heading
