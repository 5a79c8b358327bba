"""Cross-references in running text: an address that only points elsewhere becomes a small raised number.

"moves ([[Movement]])." and "moves [[3]]." are printed as "moves." with a raised 3 after the full stop. A reference
that the sentence needs, as in "the [[Combat Results Table]]" or "see [[4.1]]", stays in the line, words in italics.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from pnp.generators.typeset.kinsoku import is_unspaced
from pnp.generators.typeset.markup import Span

JOINING: Mapping[str, frozenset[str]] = {
    "en": frozenset("as see in by and or on of to than from with under the chapter chapters case cases rule".split()),
    "it": frozenset(
        "come vedi veda della del dello sulla sul sulle nella nel la il e o ed di da in a i con secondo "
        "capitolo capitoli caso casi".split()
    ),
    "fi": frozenset("kuten ks. ja tai kohta kohdat kohdassa kohdan luku luvut".split()),
    "uk": frozenset("як як-от і й та або у в за з див. пункт розділ розділи правилами".split()),
    "de": frozenset("in und oder etwa siehe nach wie von bis mit im".split()),
    "ru": frozenset("в во и или как например см. по с из".split()),
    "pl": frozenset("jak jako np. zob. zobacz patrz w we i oraz lub albo do od z ze według o na po pod nad przez punkt "
                    "punkty punktu punkcie przepis przepisu przepisy rozdział rozdziały rozdziału rozdziale "
                    "rozumieniu".split()),
    "he": frozenset("ראו כמו לפי או עד של סעיף סעיפים בסעיף פרק פרקים בפרק".split()),
}  # fmt: skip
"""Words of each language after which an address belongs to the sentence."""

_ENDING = re.compile(r"[)\].,;:!?”’»。、）」]+")
OPENING, CLOSING = ("(", "（"), (")", "）")
_LAST_WORD = re.compile(r"[^\s(]*$")


class Addresses(Protocol):
    """What is known of the addresses of a game."""

    def shown(self, address: str) -> str:
        """`address` as a word of a sentence: its number, or a title."""

    def bare(self, address: str) -> str:
        """`address` as short as it gets."""

    def target(self, address: str) -> str:
        """Name of its place in the PDF, "" = nowhere."""

    def is_number(self, address: str) -> bool:
        """Whether `bare` gives a number, not words."""

    def is_title(self, address: str) -> bool:
        """Whether the case is known by a title, which may be a word of a sentence."""


def set_off(spans: Sequence[Span], addresses: Addresses, language: str) -> tuple[Span, ...]:
    """`spans` with a text for every link: raised where it only points elsewhere, else in the line."""
    joining = JOINING.get(language.split("-")[0], frozenset())
    waiting = [span for span in spans if span.text or span.link]
    done: list[Span] = []
    while waiting:
        span = waiting.pop(0)
        if not span.link:
            done.append(span)
            continue
        group = [span, *_listed(waiting)] if not span.text else [span]
        before, after = _text(done[-1:]), _text(waiting[2 * len(group) - 2 :][:1])
        in_brackets = before.endswith(OPENING) and after.startswith(CLOSING)
        if not _points(group, addresses, in_brackets, before, after, joining, bool(done)):
            for number, one in enumerate(group):
                done += [Span(", ")] if number else []
                done.append(_inline(one, addresses))
            del waiting[: 2 * len(group) - 2]
            continue
        del waiting[: 2 * len(group) - 2]
        _strip_end(done, " (（\u00a0" if in_brackets else " \u00a0")
        if waiting and not waiting[0].link:
            rest = waiting[0].text[1:] if in_brackets else waiting[0].text
            ending = match[0] if (match := _ENDING.match(rest)) else ""
            if ending:
                done.append(replace(waiting[0], text=ending))
            waiting[0] = replace(waiting[0], text=rest[len(ending) :])
            if not waiting[0].text:
                del waiting[0]
        for number, one in enumerate(group):
            done += [Span(",", raised=True)] if number else []
            done.append(raised(addresses.bare(one.link), addresses.target(one.link)))
    return tuple(done)


def raised(text: str, target: str) -> Span:
    """A raised reference, which stays in one piece."""
    return Span(text.replace(" ", "\u00a0"), link=target, raised=True)


def _points(
    group: Sequence[Span], addresses: Addresses, in_brackets: bool, before: str, after: str, joining: frozenset[str],
    begun: bool,
) -> bool:  # fmt: skip
    """Whether the references of `group` only point elsewhere."""
    if any(span.text or not addresses.is_number(span.link) for span in group):
        return False
    if in_brackets:
        return True
    word = _last_word(before).casefold()
    if not begun or any(addresses.is_title(span.link) for span in group) or before.endswith(OPENING):
        return False
    if word.endswith((".", ":", "!", "?", "–", "—")) and word not in joining:
        return False
    return word not in joining and not word.endswith(("’", "'", "-", "־")) and not is_unspaced(word[-1:])


def _last_word(text: str) -> str:
    match = _LAST_WORD.search(text.rstrip())
    return match[0] if match else ""


def _listed(waiting: Sequence[Span]) -> list[Span]:
    """The references that follow one another, with only commas between them."""
    found: list[Span] = []
    index = 0
    while index + 1 < len(waiting) and waiting[index].text.strip() in (",", "、") and not waiting[index].link:
        following = waiting[index + 1]
        if not following.link or following.text:
            break
        found.append(following)
        index += 2
    return found


def _inline(span: Span, addresses: Addresses) -> Span:
    """A reference as words of its sentence, slanted unless they are a number."""
    text, words = span.text or addresses.shown(span.link), bool(span.text) or addresses.is_title(span.link)
    return replace(span, text=text, italic=words or span.italic, link=addresses.target(span.link))


def _strip_end(done: list[Span], characters: str) -> None:
    """Take `characters` from the end of the last span."""
    if not done or done[-1].link:
        return
    text = done[-1].text.rstrip(characters)
    done[-1] = replace(done[-1], text=text)
    if not text:
        done.pop()


def _text(spans: Sequence[Span]) -> str:
    return spans[0].text if spans and not spans[0].link else ""
