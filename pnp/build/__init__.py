"""From a game's folder to all its products.

In: the folder and an `Order`. Out: files under the output folder, and a `BuildReport`. Read `pipeline.build_game`
first: it is the whole build on one page; `recipes` says what each product is made from, `cache` what is remembered.
"""

from pnp.build.pipeline import PAPERS, PRODUCTS, BuildReport, Order, Product, build_game

__all__ = ["PAPERS", "PRODUCTS", "BuildReport", "Order", "Product", "build_game"]
