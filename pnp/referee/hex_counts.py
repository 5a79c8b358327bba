"""How often each hex is counted, for all hexes at once: a binary counter whose digits are sets of hexes.

`digits[k]` holds the hexes whose count has binary digit k. Counting a whole zone up or down costs a few operations on
big numbers, so zones of control and stacks are kept up to date as units move.
"""

from __future__ import annotations

Digits = list[int]


def recounted(digits: Digits, less: int, more: int) -> None:
    """Count every hex of `less` once less, none of which stands at 0, and every hex of `more` once more."""
    change = less ^ more
    if not change:
        return
    for place, digit in enumerate(digits):
        digits[place] = digit ^ change
        change ^= change & (digit ^ more)  # a digit that was 1 is carried on, one that was 0 is borrowed from the next
        if not change:
            break
    else:
        digits.append(change)
    while digits and not digits[-1]:
        digits.pop()


def counted(digits: Digits) -> int:
    """Hexes with a count of at least 1."""
    chosen = 0
    for digit in digits:
        chosen |= digit
    return chosen


def above(digits: Digits, limit: int) -> int:
    """Hexes with a count of more than `limit`."""
    if limit + 1 >> len(digits):  # no count is higher than all digits together
        return 0
    if not limit:
        return counted(digits)
    if limit + 1 == 1 << len(digits) - 1:
        return digits[-1]
    if limit == 1:
        more = 0
        for digit in digits[1:]:
            more |= digit
        return more
    more, same = 0, counted(digits)
    for place in range(len(digits) - 1, -1, -1):
        if limit >> place & 1:
            same &= digits[place]
        else:
            more |= same & digits[place]
            same ^= same & digits[place]
    return more


def count_at(digits: Digits, index: int) -> int:
    """The count of one hex."""
    count = 0
    for place, digit in enumerate(digits):
        if digit >> index & 1:
            count |= 1 << place
    return count
