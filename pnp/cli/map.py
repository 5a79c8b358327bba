"""`pnp map`: the commands for authors of maps."""

from __future__ import annotations

import click

from pnp.cli.map_sample import sample


@click.group(name="map")
def command() -> None:
    """Help to make a map."""


command.add_command(sample)
