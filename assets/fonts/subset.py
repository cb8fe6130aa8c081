"""Cuts the program's fonts out of two free families: the letters we need, nothing else.

A development tool: python assets/fonts/subset.py FOLDER, where FOLDER holds the full families
(Vollkorn-SemiBold.ttf, Lato-Regular.ttf, Lato-Bold.ttf, at any depth). Needs fonttools.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

_HERE = Path(__file__).resolve().parent

FONTS = {
    "title.ttf": ("Vollkorn-SemiBold.ttf", "Flipside Title", "SemiBold"),
    "text.ttf": ("Lato-Regular.ttf", "Flipside Text", "Regular"),
    "text-bold.ttf": ("Lato-Bold.ttf", "Flipside Text", "Bold"),
}
"""Our file: the family's file, our own family name and style (Lato's name is reserved)."""

CHARACTERS = (
    {*range(0x20, 0x7F), *range(0xA0, 0x180)}  # Latin of Western and Central Europe
    | {ord(character) for character in "ȘșȚțẞ‐‑‒–—‘’‚“”„†•…‰′″‹›€™−←↑→↓×·½≤≥≠≈"}
    | {0x2009, 0x202F, 0x2212}  # thin spaces, minus
)

DIGITS = "0123456789"


def main(families: Path) -> None:
    """Write all fonts next to this file."""
    for name, (source, family, style) in FONTS.items():
        path = next(families.rglob(source))
        font = TTFont(path, recalcTimestamp=False)
        tabular_lining_digits(font)
        cut(font)
        rename(font, family, style)
        font.save(_HERE / name)
        print(name, (_HERE / name).stat().st_size, "bytes", font["maxp"].numGlyphs, "glyphs")


def tabular_lining_digits(font: TTFont) -> None:
    """Let the digits be those of equal width that stand on the line, without any feature."""
    for feature in ("lnum", "tnum"):
        other = substitutions(font, feature)
        for table in font["cmap"].tables:
            for digit in map(ord, DIGITS):
                if digit in table.cmap:
                    table.cmap[digit] = other.get(table.cmap[digit], table.cmap[digit])
    widths = {font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in DIGITS}
    assert len(widths) == 1, widths


def substitutions(font: TTFont, feature: str) -> dict[str, str]:
    """Return the glyphs that a feature replaces one by one."""
    table = font["GSUB"].table
    found: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    found |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return found


def cut(font: TTFont) -> None:
    """Keep our characters and their kerning.

    Without hints small text is spaced more evenly, because the letters keep their true widths.
    """
    options = subset.Options()
    options.layout_features = ["kern", "mark", "ccmp"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 13, 14]
    options.name_languages = [0x409]
    options.notdef_outline = True
    options.glyph_names = False
    options.hinting = False
    options.drop_tables += ["DSIG"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=CHARACTERS & set(font.getBestCmap()))
    cutter.subset(font)


def rename(font: TTFont, family: str, style: str) -> None:
    """Give a font our own family name; copyright and licence stay."""
    names = {
        1: family,
        2: style,
        3: f"{family} {style} {font['name'].getDebugName(5)}",
        4: f"{family} {style}",
        6: f"{family}-{style}".replace(" ", ""),
    }
    for number, words in names.items():
        font["name"].setName(words, number, 3, 1, 0x409)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
