"""From a game's folder to all its products.

In: the folder and an `Order`. Out: files under the output folder, and a `BuildReport`. Read `build.build_game` first:
it is the whole build on one page. `recipes` says what each product is made of and by which of the `makers`, `store`
what is kept.
"""

from pnp.press.build import build_game
from pnp.press.order import PRODUCTS, BuildReport, Order, Product
from pnp.press.recipes import PAPERS

__all__ = ["PAPERS", "PRODUCTS", "BuildReport", "Order", "Product", "build_game"]
