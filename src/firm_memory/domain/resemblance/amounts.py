"""The amounts that a statement names: numbers, times and versions, with units brought to one measure."""

from __future__ import annotations

import re
from typing import Final

# Value, measure ("" without a unit), and the number as written.
Amount = tuple[str, str, str]

_WORDS: Final = {
    word: str(number)
    for number, words in {
        2: "two twice два две дважды двух двумя 两 二",
        3: "three три трижды трёх трех тремя 三",
        4: "four четыре четырёх четырех 四",
        5: "five пять пяти 五",
        6: "six шесть шести 六",
        7: "seven семь семи 七",
        8: "eight восемь восьми 八",
        9: "nine девять девяти 九",
        10: "ten десять десяти 十",
        12: "twelve двенадцать",
        15: "fifteen пятнадцать",
        20: "twenty двадцать двадцати",
        30: "thirty тридцать тридцати",
        60: "sixty шестьдесят",
        90: "ninety девяносто",
    }.items()
    for word in words.split()
}
_SECONDS: Final = "s"
_BYTES: Final = "B"
_UNITS: Final = tuple(
    (re.compile(rf"\s*(?:{pattern})(?![a-zа-яё])"), factor, measure)
    for pattern, factor, measure in (
        (r"ms|millis(?:econds?)?|milliseconds?|мс|миллисекунд\w*|毫秒", 0.001, _SECONDS),
        (r"seconds?|secs?|s|сек(?:унд\w*)?|с|秒钟?", 1, _SECONDS),
        (r"minutes?|mins?|мин(?:ут\w*)?|分钟?", 60, _SECONDS),
        (r"hours?|hrs?|h|час\w*|个?小时", 3_600, _SECONDS),
        (r"days?|d|дн\w*|ден\w*|сут\w*|天|日", 86_400, _SECONDS),
        (r"weeks?|недел\w*|周|个?星期", 604_800, _SECONDS),
        (r"months?|месяц\w*|个?月", 2_592_000, _SECONDS),
        (r"years?|год\w*|лет|年", 31_536_000, _SECONDS),
        (r"kb|kib|кб", 1_024, _BYTES),
        (r"mb|mib|мб", 1_048_576, _BYTES),
        (r"gb|gib|гб", 1_073_741_824, _BYTES),
        (r"%|percent|per cent|процент\w*", 0.01, ""),
        (r"bps?|basis points?", 0.0001, ""),
    )
)
_SPELT: Final = re.compile(
    r"\b(?:" + "|".join(word for word in _WORDS if word.isalpha() and not "\u4e00" <= word <= "\u9fff") + r")\b"
    r"|[两二三四五六七八九十](?=[个次天秒分小周月年条份位倍名台])"
)
_THOUSANDS: Final = re.compile(r"(?<=\d)[,\u202f'](?=\d{3}(?!\d))")
_PLAIN: Final = re.compile(r"\d+(?:\.\d+)?")
# A clock, a date or a version is compared as it is written; what hangs on a letter is a name, not an amount.
_NUMBER: Final = re.compile(r"(?<![a-zа-яё0-9_.:/#-])(?:\d+(?:[:.-]\d+){2,}|\d+:\d+|\d+(?:\.\d+)?)(?![\d_])")


def amounts(key: str) -> frozenset[Amount]:
    """The amounts in a text, given by its comparison key: "5 minutes" and "300 s" have one value and measure."""
    text = _SPELT.sub(lambda found: f" {_WORDS[found[0]]} ", _THOUSANDS.sub("", key))
    return frozenset(_measured(found, text) for found in _NUMBER.finditer(text))


def _measured(found: re.Match[str], text: str) -> Amount:
    number = found[0]
    if not _PLAIN.fullmatch(number):
        return number, "written", number
    number = f"{float(number):g}"
    for pattern, factor, measure in _UNITS:
        if pattern.match(text, found.end()):
            return f"{float(number) * factor:g}", measure, number
    return number, "", number


def differing(one: frozenset[Amount], other: frozenset[Amount]) -> bool:
    """Whether each names an amount that the other does not: an amount more on one side only is no contradiction."""
    return _unmatched(one, other) and _unmatched(other, one)


def _unmatched(one: frozenset[Amount], other: frozenset[Amount]) -> bool:
    """Whether `one` holds an amount that is not in `other`, neither as such nor with its unit left out."""
    values = {(value, measure) for value, measure, _ in other}
    numbers = {number for _, _, number in other}
    bare = {number for _, measure, number in other if not measure}
    return any(
        (value, measure) not in values and number not in (bare if measure else numbers)
        for value, measure, number in one
    )
