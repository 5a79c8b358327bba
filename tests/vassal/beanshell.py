"""A small evaluator of the expressions in our modules, written apart from the code that makes them.

It knows numbers, strings, names, `+ - *`, comparisons, `&& || !`, the conditional, Math.max, Math.min, Math.abs,
.substring, .trim and .contains; that is all our modules use. Names are looked up in a dictionary; what stands there may
be an expression itself.
"""

from __future__ import annotations

import re

TOKEN = re.compile(
    r'\s*(?:(\d+)|"((?:[^"\\]|\\.)*)"|([A-Za-z_][A-Za-z_0-9.]*)|(\.[a-z]+|>=|<=|==|!=|&&|\|\||[-+*?:(),<>!]))'
)


def evaluate(text, names):
    """The value of `text`, with or without its outer braces."""
    text = text[1:-1] if text.startswith("{") else text
    tokens, at = [], 0
    while at < len(text.rstrip()):
        match = TOKEN.match(text, at)
        assert match, text[at : at + 40]
        at = match.end()
        tokens.append(match.groups())
    parser = _Parser(tokens, names)
    value = parser.conditional()
    assert parser.at == len(tokens), tokens[parser.at :]
    return value


class _Parser:
    def __init__(self, tokens, names):
        self.tokens, self.names, self.at = tokens, names, 0

    def sign(self):
        return self.tokens[self.at][3] if self.at < len(self.tokens) else None

    def take(self, *signs):
        if self.sign() in signs:
            self.at += 1
            return self.tokens[self.at - 1][3]
        return None

    def conditional(self):
        test = self.level(0)
        if not self.take("?"):
            return test
        yes = self.conditional()
        assert self.take(":")
        no = self.conditional()
        return yes if test else no

    LEVELS = (("||",), ("&&",), ("==", "!=", ">=", "<=", ">", "<"), ("+", "-"), ("*",))

    def level(self, depth):
        if depth == len(self.LEVELS):
            return self.primary()
        left = self.level(depth + 1)
        while sign := self.take(*self.LEVELS[depth]):
            left = self.combined(sign, left, self.level(depth + 1))
        return left

    @staticmethod
    def combined(sign, left, right):
        if sign == "+":
            return left + right if isinstance(left, int) and isinstance(right, int) else f"{left}{right}"
        table = {
            "-": lambda: left - right, "*": lambda: left * right, "==": lambda: left == right,
            "!=": lambda: left != right,
            ">=": lambda: left >= right, "<=": lambda: left <= right, ">": lambda: left > right,
            "<": lambda: left < right,
            "&&": lambda: left and right, "||": lambda: left or right,
        }  # fmt: skip
        return table[sign]()

    def arguments(self):
        assert self.take("(")
        values = []
        while not self.take(")"):
            values.append(self.conditional())
            self.take(",")
        return values

    def primary(self):
        if self.take("-"):
            return -self.primary()
        if self.take("!"):
            return not self.primary()
        if self.take("("):
            value = self.conditional()
            assert self.take(")")
        else:
            number, string, name, _ = self.tokens[self.at]
            self.at += 1
            if number is not None:
                value = int(number)
            elif string is not None:
                value = string.replace('\\"', '"')
            elif name.startswith("Math."):
                value = {"max": max, "min": min, "abs": abs}[name[5:]](*self.arguments())
            else:
                value = self.looked_up(name)
        while method := self.take(".substring", ".trim", ".contains"):
            arguments = self.arguments()
            if method == ".trim":
                value = value.strip()
            elif method == ".substring":
                value = value[arguments[0] : arguments[1]]
            else:
                value = arguments[0] in value
        return value

    def looked_up(self, name):
        if name in ("SumMap", "CountMap", "CountStack", "CountZone"):
            return self.names[(name, *self.arguments())]
        if name.endswith(".contains"):
            return self.arguments()[0] in self.names[name.removesuffix(".contains")]
        value = self.names[name]
        return evaluate(value, self.names) if isinstance(value, str) and value.startswith("{") else value
