"""pnp: structured sources of a board wargame in, printable sheets, modules, books and test games out.

Scripts use `pnp.api`; everything else may change. The pipeline, in the order in which packages may
import each other, is in README; `pnp.build` shows all of it on one page.
"""

__version__ = "0.1.0"
