"""pnp: structured sources of a board wargame in, printable sheets, modules, books and test games out.

Scripts use `pnp.api`; everything else may change. The packages, in the order in which they may
import each other, are in docs/architecture.md; `pnp.press` shows the whole pipeline on one page.
"""

__version__ = "0.1.0"
