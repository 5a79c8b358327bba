"""`pnp doctor [--json] [--licences]`"""

from __future__ import annotations

import importlib
import importlib.util
import platform
import sys
from importlib import metadata

import click

from pnp import __version__
from pnp.cli.console import DONE, LACKING, json_option, print_json

NEEDED = (
    "cairocffi", "cairosvg", "click", "jinja2", "openpyxl", "pillow", "pydantic", "pyphen", "python-bidi",
    "python-calamine",
    "pyyaml", "reportlab", "rich", "shapely", "svgelements", "svgwrite", "uharfbuzz",
)  # fmt: skip
"""Distributions that pnp depends on."""

OPTIONAL = {"distributed": "dask", "pyproj": "geo", "chess": "bench", "starlette": "serve", "watchfiles": "serve"}
"""Distribution -> the extra that brings it."""


@click.command(name="doctor")
@json_option
@click.option("--licences", is_flag=True, help="List every font, pattern and library with its licence.")
def command(as_json: bool, licences: bool) -> int:
    """Say what this machine has and lacks, and what to install."""
    if licences:
        rows = all_licences()
        if as_json:
            print_json({"licences": rows})
        for row in () if as_json else rows:
            click.echo(f"{row['kind']:<9} {row['name']:<34} {row['licence']}")
        return DONE
    rows = examine()
    lacking = any(not row["ok"] and row["needed"] for row in rows)
    if as_json:
        print_json({"version": __version__, "items": rows, "ok": not lacking})
    for row in () if as_json else rows:
        mark = "ok     " if row["ok"] else "LACKING" if row["needed"] else "absent "
        click.echo(f"{mark} {row['name']:<18} {row['detail']}")
    return LACKING if lacking else DONE


def examine() -> list[dict[str, object]]:
    """One row per thing: name, ok, needed, detail (its version, or what to do)."""
    rows = [
        _row("python", sys.version_info >= (3, 11), True, platform.python_version(), "pnp needs Python 3.11 or newer")
    ]
    for name in NEEDED:
        version = _version(name)
        rows.append(_row(name, version is not None, True, version or "", "install pnp-wargames again with pip"))
    cairo = _cairo()
    hint = "without it no PNG and no VASSAL board; apt-get install libcairo2, dnf install cairo, brew install cairo"
    rows.append(_row("libcairo", cairo is not None, True, cairo or "", hint))
    rows += [_font_row(), _data_row()]
    for name, extra in OPTIONAL.items():
        version = _version(name)
        rows.append(
            _row(name, version is not None, False, version or "", f"optional: pip install 'pnp-wargames[{extra}]'")
        )
    return rows


def _cairo() -> str | None:
    """The version of libcairo, loaded the way the PNG pictures load it; None when that fails."""
    try:
        cairocffi = importlib.import_module("cairocffi")
    except (ImportError, OSError):
        return None
    return str(cairocffi.cairo_version_string())


def _row(name: str, ok: bool, needed: bool, detail: str, hint: str) -> dict[str, object]:
    return {"name": name, "ok": ok, "needed": needed, "detail": detail if ok else hint}


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _font_row() -> dict[str, object]:
    from pnp.errors import PnpError

    try:
        from pnp.draw.text import FONTS

        missing = sorted(name for name in FONTS if not FONTS[name].path.is_file())
    except (ImportError, PnpError, OSError) as error:
        return _row("fonts", False, True, "", f"cannot be read: {error}")
    families = sorted({face.family for face in FONTS.values()})
    detail = f"{len(FONTS)} faces of {', '.join(families)}"
    return _row("fonts", not missing, True, detail, f"missing: {', '.join(missing)}; install pnp-wargames again")


def _data_row() -> dict[str, object]:
    from pnp.errors import PnpError
    from pnp.sources import game_folders

    try:
        games = game_folders()
    except PnpError as error:
        return _row("games", False, True, "", str(error))
    return _row("games", bool(games), True, ", ".join(games), "no game was found; install pnp-wargames again")


def _font_licence(name: str) -> str:
    """The file with the licence of a face."""
    from pnp.draw.text import FONTS, LICENCES

    file = FONTS[name].file
    return next(licence for beginning, licence in LICENCES.items() if file.startswith(beginning))


def all_licences() -> list[dict[str, str]]:
    """Fonts, hyphenation patterns and libraries, each with its licence."""
    from pnp.draw.text import FONTS
    from pnp.sources.assets import common_dir

    rows = [
        {"kind": "font", "name": FONTS[name].path.name, "licence": f"OFL-1.1 (pnp/draw/fonts/{_font_licence(name)})"}
        for name in sorted(FONTS)
    ]
    for path in sorted((common_dir() / "hyphenation").glob("*.dic")):
        rows.append({"kind": "pattern", "name": path.name, "licence": _pattern_licence(path.name)})
    for name in (*NEEDED, *OPTIONAL):
        if importlib.util.find_spec(_module_of(name)) is not None:
            rows.append({"kind": "library", "name": f"{name} {_version(name)}", "licence": _library_licence(name)})
    return rows


def _pattern_licence(name: str) -> str:
    from pnp.sources.assets import common_dir

    path = common_dir() / "hyphenation" / "LICENCES"
    candidates = [path, path.with_suffix(".md"), path.with_suffix(".txt")]
    for line in "\n".join(p.read_text("utf-8") for p in candidates if p.is_file()).splitlines():
        if name in line:
            return line.replace(name, "").strip(" :|-*`")
    return "see sources/common/hyphenation"


def _module_of(name: str) -> str:
    return {"pyyaml": "yaml", "python-bidi": "bidi", "python-calamine": "python_calamine"}.get(name, name)


def _library_licence(name: str) -> str:
    package = metadata.metadata(name)
    declared = package.get("License-Expression") or package.get("License") or ""
    if declared and len(declared) < 60:
        return declared.splitlines()[0]
    classifiers = [c.rpartition(" :: ")[2] for c in package.get_all("Classifier") or [] if c.startswith("License ::")]
    return ", ".join(classifiers) or "see its distribution"
