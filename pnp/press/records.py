"""Records of earlier builds: each product with its inputs, so that those up to date are not made again."""

from __future__ import annotations

import stat
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pnp.output import inside, sha256
from pnp.press.order import Order, Product
from pnp.press.recipes import Recipe
from pnp.press.store import Store


@dataclass(frozen=True)
class ProductRecord:
    """A product as it was last written.

    key       hash of all it was made of
    pages     of a PDF, 0 for other files
    mtime_ns  when the file was written, as its folder tells it
    """

    key: str
    sha256: str
    bytes: int
    pages: int
    mtime_ns: int


def read_records(store: Store, game: str) -> dict[str, ProductRecord]:
    """Path -> record of every product that was written here."""
    return {path: ProductRecord(**row) for path, row in (store.read_json("records", game) or {}).items()}


def write_records(store: Store, game: str, records: dict[str, ProductRecord]) -> None:
    """Keep `records`."""
    store.write_json("records", game, {path: asdict(record) for path, record in records.items()})


def untouched(records: dict[str, ProductRecord], recipes: Iterable[Recipe], out: Path) -> dict[str, ProductRecord]:
    """The records of those files that lie there as they were last written."""
    there = {}
    for recipe in recipes:
        record = records.get(recipe.path)
        time = time_of(out / recipe.path, record.sha256, record.bytes, record.mtime_ns) if record else None
        if record is not None and time is not None:
            there[recipe.path] = replace(record, mtime_ns=time)
    return there


def time_of(path: Path, digest: str, size: int, mtime_ns: int) -> int | None:
    """When the file at `path` was last changed if it is as it was written, else None.

    A file of the same size that nobody has touched since is not read again.
    """
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode) or facts.st_size != size:
            return None
        same = facts.st_mtime_ns == mtime_ns or sha256(path.read_bytes()) == digest
    except OSError:
        return None
    return facts.st_mtime_ns if same else None


def remember_run(
    store: Store, game: str, stamp: str, products: Iterable[Product], records: dict[str, ProductRecord]
) -> None:
    """Keep the products of a run in which nothing failed."""
    rows = [
        {**product.as_json(), "status": "cached", "mtime_ns": records[product.path].mtime_ns} for product in products
    ]
    store.write_json("run", game, {"stamp": stamp, "products": rows})


def last_run(store: Store, game: str, stamp: str, order: Order) -> list[Product] | None:
    """The products of the last run if it had the same `stamp` and all of them are still there, untouched; else None."""
    run = store.read_json("run", game)
    if not run or run["stamp"] != stamp:
        return None
    products = []
    for row in run["products"]:
        mtime_ns = row.pop("mtime_ns")
        product = Product(**row)
        if time_of(inside(order.out, product.path), product.sha256, product.bytes, mtime_ns) is None:
            return None
        products.append(product)
    return products
