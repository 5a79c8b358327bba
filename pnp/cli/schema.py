"""`pnp schema [NAME] [--out DIR]`"""

from __future__ import annotations

from pathlib import Path

import click

from pnp.errors import did_you_mean


@click.command(name="schema")
@click.argument("name", required=False)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False),
    help="Write NAME.schema.json files into this folder."
)
def command(name: str | None, out: Path | None) -> int:
    """Write the JSON Schemas of the sources, for editors: all, or the one named."""
    from pnp.output import to_json, write_atomic
    from pnp.sources.schema import schemas
    from pnp.symbols import single_symbols

    all_schemas = schemas(single_symbols())
    if name is not None and name not in all_schemas:
        raise click.BadParameter(f"{name!r} is unknown; {did_you_mean(name, all_schemas)}", param_hint="NAME")
    chosen = {name: all_schemas[name]} if name else all_schemas
    if out is None:
        click.echo(to_json(chosen[name] if name else chosen), nl=False)
        return 0
    for schema_name, schema in chosen.items():
        path = out / f"{schema_name}.schema.json"
        write_atomic(path, to_json(schema))
        click.echo(path.as_posix())
    return 0
