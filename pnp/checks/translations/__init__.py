"""Checks of catalogues: complete, and nothing lost in translation. The work is done by `pnp.translate.verify`."""
