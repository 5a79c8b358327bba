"""`pnp export counters|images|tts|release`: what of a game other programs and other tables can open."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli import console
from pnp.cli.console import DONE, LACKING, PROBLEM, Session, game_argument, list_option, show_problem

if TYPE_CHECKING:
    from pnp.maps.parts import MapPlan
    from pnp.model.game import Game

OUT = Path("output") / "export"
out_option = click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=OUT, show_default=True,
    help="Where to write, in a folder of the game's id."
)  # fmt: skip
language_option = click.option(
    "--lang", "--language", "language", metavar="CODE", default="en", show_default=True, help="Language of the words."
)


@click.group(name="export")
def command() -> None:
    """Write what other programs and other tables can open."""


@command.command(name="counters")
@game_argument
@click.option("--xlsx", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="A workbook to write.")
@click.option("--csv", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="A CSV file to write.")
@click.pass_obj
def counters(session: Session, game: str, xlsx: Path | None, csv: Path | None) -> int:
    """Write the counters of a GAME as a spreadsheet, a row for each, or for several that are alike.

    \b
    pnp export counters the-ford --xlsx units.xlsx

    In `counters.yaml`, `counters: {from: units.xlsx}` takes them back in the place of `groups`.
    """
    from pnp.output import write_atomic
    from pnp.sources.spreadsheets.counter_rows import group_rows
    from pnp.sources.spreadsheets.export import csv_bytes, xlsx_bytes

    if xlsx is None and csv is None:
        raise click.UsageError("say what to write: --xlsx FILE, --csv FILE or both")
    source = session.load(game).counters
    headings, rows = group_rows(source.groups)
    if xlsx:
        write_atomic(xlsx, xlsx_bytes(headings, rows, "Counters"))
    if csv:
        write_atomic(csv, csv_bytes(headings, rows))
    for path in filter(None, (xlsx, csv)):
        click.echo(path.as_posix())
    if source.printed_only:
        names = ", ".join(group.id for group in source.printed_only)
        console.say(f"left out, since the game only prints them: {names}")
    return DONE


@command.command(name="images")
@game_argument
@out_option
@language_option
@click.option("--dpi", type=click.IntRange(20, 1200), default=300, show_default=True, help="Dots per inch.")
@click.option("--bleed", type=click.FloatRange(0, 10), default=0.0, metavar="MM", help="Ground beyond the cut.  [0]")
@list_option("--only", metavar="KINDS", help="Of counters, cards, boards.  [all]")
@click.pass_obj
def images(session: Session, game: str, out: Path, language: str, dpi: int, bleed: float, only: tuple[str, ...]) -> int:
    """Write a PNG of each counter (front and back) and each board of a GAME, and a contact sheet of them all.

    \b
    pnp export images the-ford --dpi 600 --bleed 2 --only counters
    """
    from pnp.draw import pdf
    from pnp.errors import did_you_mean
    from pnp.exports.contact_sheet import contact_sheet
    from pnp.exports.pictures import KINDS, game_pictures, painted

    kinds = only or KINDS
    for kind in kinds:
        if kind not in KINDS:
            raise click.BadParameter(f"{kind!r} is unknown; {did_you_mean(kind, KINDS)}", param_hint="--only")
    loaded, plan = _game_and_plan(session, game, language, planned=bool({"boards", "cards"} & set(kinds)))
    pictures = list(game_pictures(loaded, plan, kinds, bleed_mm=bleed))
    folder = out / loaded.id / "images" / language
    _write(folder, ((picture.path, data) for picture, data in painted(pictures, dpi)))
    _write(folder, [("contact-sheet.pdf", pdf.render(contact_sheet(loaded, pictures)))])
    return DONE


@command.command(name="tts")
@game_argument
@out_option
@language_option
@click.option(
    "--url-base", metavar="URL", help="Where you upload the pictures, e.g. https://example.org/ford.  [this folder]"
)
@click.pass_obj
def tts(session: Session, game: str, out: Path, language: str, url_base: str | None) -> int:
    """Write a save of Tabletop Simulator for each scenario of a GAME, and the pictures that it shows.

    \b
    pnp export tts the-ford --url-base https://example.org/the-ford

    Without --url-base the save finds its pictures in the folder itself, on this machine only.
    """
    from urllib.parse import quote

    from pnp.draw import png
    from pnp.exports.tabletop import tabletop
    from pnp.output import to_json

    if url_base is not None and not url_base.startswith(("https://", "http://")):
        raise click.BadParameter(f"{url_base!r} begins with neither https:// nor http://", param_hint="--url-base")
    loaded, plan = _game_and_plan(session, game, language)
    folder = out / loaded.id / "tts" / language
    base = url_base.rstrip("/") if url_base else (folder / "images").resolve().as_uri()
    table = tabletop(loaded, plan, lambda name: f"{base}/{quote(name)}")
    _write(folder / "images", ((name, png.render(scene, dpi)) for name, (scene, dpi) in table.pictures.items()))
    _write(folder, ((f"{loaded.id}-{name}.json", to_json(save).encode()) for name, save in table.saves.items()))
    if url_base:
        console.say(f"upload the files of {(folder / 'images').as_posix()} to {base}/")
    return DONE


@command.command(name="release")
@game_argument
@out_option
@click.option(
    "--from", "products", type=click.Path(path_type=Path, file_okay=False), default=Path("output"), show_default=True,
    help="Where `pnp build` puts its products; what is out of date is made again."
)
@list_option("--lang", metavar="CODES", help="Languages, e.g. en,it.  [all the game has]")
@list_option("--paper", metavar="SIZES", help="a4, letter or both.  [a4,letter]")
@click.pass_obj
def release(
    session: Session, game: str, out: Path, products: Path, lang: tuple[str, ...], paper: tuple[str, ...]
) -> int:
    """Build a GAME and pack it for uploading: sheets by language and paper, module, licence, checksums, pictures."""
    from pnp.exports.pictures import game_pictures
    from pnp.exports.release import ReleaseFile, release_name, release_zip
    from pnp.press import Order, build_game
    from pnp.sources import find_game
    from pnp.sources.settings import read_settings

    loaded, plan = _game_and_plan(session, game, "en")
    order = Order(products, lang, paper, settings=read_settings())
    report = build_game(find_game(game, session.sources), order)
    for problem in (*report.warnings, *report.remarks, *report.problems):
        show_problem(problem)
    if report.failed or report.lacking:
        for product in report.products:
            if product.status == "skipped":
                console.say(f"left out: {product.path}: {product.reason}")
        console.say("nothing was packed, since not everything could be made")
        return PROBLEM if report.failed else LACKING
    files = [
        ReleaseFile(product.language, product.paper, Path(product.path).name, (products / product.path).read_bytes())
        for product in report.products if not product.path.endswith(".svg")
    ]  # fmt: skip
    data = release_zip(loaded, files, list(game_pictures(loaded, plan)))
    _write(out / loaded.id, [(release_name(loaded), data)])
    return DONE


def _game_and_plan(session: Session, name: str, language: str, *, planned: bool = True) -> tuple[Game, MapPlan]:
    """A game in a language, and the plan of its map in it (not made unless `planned`)."""
    from pnp.cli.replay import board_plan
    from pnp.errors import did_you_mean
    from pnp.translate import localised

    english = session.load(name)
    if language not in english.info.languages:
        hint = did_you_mean(language, english.info.languages)
        raise click.BadParameter(f"{english.id} has no language {language!r}; {hint}", param_hint="--lang")
    game = localised(english, language)
    return game, board_plan(english, game) if planned else None  # type: ignore[return-value]


def _write(folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write `files` below `folder`, each whole or not at all, and print their paths."""
    from pnp.output import inside, write_atomic

    for name, data in files:
        path = inside(folder, name)
        write_atomic(path, data)
        click.echo(path.as_posix())
