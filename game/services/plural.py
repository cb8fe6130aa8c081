"""Plural categories by the rules of CLDR, as `assets/text/languages.toml` has them: of "i = 1 and
v = 0", `i` is the number without its decimals, and `v` is how many decimals it is written with.

The syntax is that of https://unicode.org/reports/tr35/tr35-numbers.html#Plural_rules_syntax."""

import re
from collections.abc import Mapping

CATEGORIES = ("zero", "one", "two", "few", "many", "other")

_RELATION = re.compile(r"([nivwfte])(?: % (\d+))? (!?=) ([\d.,]+)")


def plural_category(rules: Mapping[str, str], number: float) -> str:
    """Return the category whose rule holds for a number, "other" if none does. A float counts as it
    is written: 1.0 has one decimal."""
    whole, _, decimals = str(abs(number)).partition(".")
    significant = decimals.rstrip("0")
    operands = {
        "n": float(abs(number)),
        "i": int(whole),
        "v": len(decimals),
        "w": len(significant),
        "f": int(decimals or 0),
        "t": int(significant or 0),
        "e": 0,
    }
    return next((category for category, rule in rules.items() if _holds(rule, operands)), "other")


def _holds(rule: str, operands: Mapping[str, float]) -> bool:
    return any(
        all(_relation_holds(relation, operands) for relation in condition.split(" and "))
        for condition in rule.split(" or ")
    )


def _relation_holds(relation: str, operands: Mapping[str, float]) -> bool:
    found = _RELATION.fullmatch(relation.strip())
    if found is None:
        raise ValueError(f"not a relation of a CLDR plural rule: {relation!r}")
    operand, modulus, equals, ranges = found.groups()
    value = operands[operand] % int(modulus) if modulus else operands[operand]
    within = any(_in_range(value, span) for span in ranges.split(","))
    return within == (equals == "=")


def _in_range(value: float, span: str) -> bool:
    first, _, last = span.partition("..")
    return value == int(value) and int(first) <= value <= int(last or first)
