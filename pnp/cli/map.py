"""`pnp map`: the commands for authors of maps."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.console import say


@click.command(name="sample")
@click.argument("plan", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--layers", "folder", type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of the GeoJSON files.  [that of the plan]"
)
@click.option(
    "--into", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A map.yaml whose drafted keys are replaced; the rest of it stays."
)
@click.option("--output", "-o", type=click.Path(path_type=Path), help="File to write.  [stdout; with --into that file]")
def sample(plan: Path, folder: Path | None, into: Path | None, output: Path | None) -> None:
    """Draft a hex map from the PLAN (YAML) and its GeoJSON layers, as YAML to edit.

    \b
    pnp map sample plan.yaml --layers geo/ > draft.yaml
    pnp map sample plan.yaml --layers geo/ --into sources/mine/map.yaml

    The draft holds terrain by coverage, regions, closed sea and lake hexsides, rivers along hexsides, railways and
    roads through hexes, shore lines, borders and places. A projection by PROJ needs the extra `geo`; a linear one does
    not.
    """
    from pnp.maps.sample.draft import plan_files, sample_map
    from pnp.maps.sample.geo import read_layer
    from pnp.maps.sample.yaml_text import draft_yaml, put_into
    from pnp.model.sampling import SamplePlan
    from pnp.output import write_atomic
    from pnp.sources.find import shown_path
    from pnp.sources.reader import decode, read_bytes, read_file
    from pnp.sources.validate import validate

    sample_plan = validate(SamplePlan, read_file(plan, shown_path(plan)))
    base = folder or plan.parent
    layers = {
        name: read_layer(read_bytes(base / name, shown_path(base / name), limit=64_000_000), shown_path(base / name))
        for name in plan_files(sample_plan)
    }  # fmt: skip
    draft = sample_map(sample_plan, layers)
    for note in draft.notes:
        say(f"note: {note}")
    if into:
        text, lost = put_into(decode(read_bytes(into, shown_path(into)), shown_path(into)), draft)
        for comment in lost:
            say(f"note: the row of this comment is no longer drafted: {comment}")
    else:
        text = draft_yaml(draft)
    target = output or into
    if target is None:
        click.echo(text, nl=False)
    else:
        write_atomic(target, text)
        click.echo(target.as_posix())


@click.group(name="map")
def command() -> None:
    """Help to make a map."""


command.add_command(sample)
