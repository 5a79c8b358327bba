"""The few calls of Cairo that a patch of a board needs, without cairocffi.

cairocffi reads the declarations of the whole library when it is imported, which takes longer than to paint a changed
counter. In: nothing. Out: an object that `pnp.draw.png.Painter` takes for the module of that name.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

from pnp.draw import png
from pnp.errors import LayoutError, MissingToolError

_LIBRARIES = ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll")
_FORMAT_RGB24 = 1

_P, _I, _D = ctypes.c_void_p, ctypes.c_int, ctypes.c_double
_CALLS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "image_surface_create_for_data": (_P, (_P, _I, _I, _I, _I)), "surface_flush": (None, (_P,)), "surface_destroy": (None, (_P,)),
    "create": (_P, (_P,)), "destroy": (None, (_P,)), "status": (_I, (_P,)), "save": (None, (_P,)), "restore": (None, (_P,)),
    "translate": (None, (_P, _D, _D)), "scale": (None, (_P, _D, _D)), "transform": (None, (_P, _P)), "clip": (None, (_P,)),
    "push_group": (None, (_P,)), "pop_group_to_source": (None, (_P,)), "paint_with_alpha": (None, (_P, _D)),
    "new_path": (None, (_P,)), "move_to": (None, (_P, _D, _D)), "line_to": (None, (_P, _D, _D)), "close_path": (None, (_P,)),
    "curve_to": (None, (_P, _D, _D, _D, _D, _D, _D)), "fill": (None, (_P,)), "fill_preserve": (None, (_P,)), "stroke_preserve": (None, (_P,)),
    "set_source_rgb": (None, (_P, _D, _D, _D)), "set_source_rgba": (None, (_P, _D, _D, _D, _D)), "set_fill_rule": (None, (_P, _I)),
    "set_line_width": (None, (_P, _D)), "set_line_cap": (None, (_P, _I)), "set_line_join": (None, (_P, _I)), "set_miter_limit": (None, (_P, _D)),
    "set_dash": (None, (_P, _P, _I, _D)),
}  # fmt: skip
"""Call -> what it gives and takes, by cairo.h."""


class Calls:
    """Constants and calls by the names that cairocffi has for them."""

    FILL_RULE_WINDING, FILL_RULE_EVEN_ODD = 0, 1
    LINE_CAP_BUTT, LINE_CAP_ROUND, LINE_CAP_SQUARE = 0, 1, 2
    LINE_JOIN_MITER, LINE_JOIN_ROUND, LINE_JOIN_BEVEL = 0, 1, 2

    def __init__(self, library: Any) -> None:
        self.cairo = SimpleNamespace()  # these calls and no others: one of which nobody knows what it takes is not to be tried
        for name, (gives, takes) in _CALLS.items():
            call = getattr(library, f"cairo_{name}")
            call.restype, call.argtypes = gives, takes
            setattr(self.cairo, f"cairo_{name}", call)

    @staticmethod
    def Matrix(*values: float) -> Any:
        """The six numbers of a transform."""
        return (_D * 6)(*values)


class Picture:
    """A Cairo context over the bytes of a picture, blue, green, red and a byte between; calls as methods, e.g. `fill()`."""

    def __init__(self, calls: Calls, data: bytearray, width: int, height: int) -> None:
        self._calls = calls.cairo
        self._buffer = (ctypes.c_char * len(data)).from_buffer(data)
        surface = self._calls.cairo_image_surface_create_for_data(ctypes.addressof(self._buffer), _FORMAT_RGB24, width, height, 4 * width)
        self._surface, self._pointer = surface, self._calls.cairo_create(surface)

    def __getattr__(self, name: str) -> Any:
        if name not in _CALLS:
            raise AttributeError(name)
        call, pointer = getattr(self._calls, f"cairo_{name}"), self._pointer

        def bound(*values: Any) -> Any:
            return call(pointer, *values)

        self.__dict__[name] = bound
        return bound

    def set_dash(self, lengths: Sequence[float]) -> None:
        """On, off, on, off …; nothing for a whole line."""
        self._calls.cairo_set_dash(self._pointer, (_D * len(lengths))(*lengths), len(lengths), 0.0)

    def finish(self) -> None:
        """Put what was painted into the bytes, and let go of them. Raises LayoutError when Cairo refused something."""
        status = self._calls.cairo_status(self._pointer)
        self._calls.cairo_surface_flush(self._surface)
        self._calls.cairo_destroy(self._pointer)
        self._calls.cairo_surface_destroy(self._surface)
        self.__dict__.clear()
        if status:
            raise LayoutError(f"Cairo cannot paint the board: status {status}")


@cache
def cairo_calls() -> Calls:
    """The library of this machine. Raises MissingToolError when there is none."""
    for name in _names():
        try:
            return Calls(ctypes.CDLL(name))
        except (OSError, AttributeError):
            continue
    raise MissingToolError(f"PNG pictures need libcairo ({png.HOW_TO_INSTALL})")


def _names() -> Iterator[str]:
    yield from _LIBRARIES
    from ctypes.util import find_library  # asks other programs, which takes time

    if found := find_library("cairo"):
        yield found
