"""Columns that are painted when they are full."""

from __future__ import annotations

from pnp.draw.pdf_frames import HeldFrame, foot_pt, room_pt


def test_a_column_lends_once_what_it_can_spare():
    """Two loans of 10 and 12 pt together are one of 12: the white shrinks but once."""
    frame = HeldFrame(0, 100, 200, 500, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    room = room_pt(frame)
    frame.lend(10.0)
    frame.lend(12.0)
    assert room_pt(frame) == room + 12.0
    assert foot_pt(frame) == 100
    frame._reset()
    assert (room_pt(frame), frame.lent) == (room, 0.0)
