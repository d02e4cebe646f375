"""What turns a statement into its opposite: negations and prohibitions, opposite words, and what is merely allowed.

English, Russian, Chinese. Words are looked for in comparison keys; the lists are the firm's own and closed.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

# Bounds are read first and taken out: their "not" and "no" deny nothing.
_UPPER_BOUND: Final = re.compile(
    r"\b(?:at most|no more than|not more than|up to|no longer than|maximum(?: of)?|max|not exceed(?:ing)?)\b"
    r"|\b(?:не (?:более|больше|выше|дольше|позже|превышает?)|максимум|максимальн\w*)\b"
    r"|不超过|不多于|不高于|最多|至多|最大|上限"
)
_LOWER_BOUND: Final = re.compile(
    r"\b(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|minimum(?: of)?|min)\b"
    r"|\b(?:не (?:менее|меньше|ниже|раньше)|минимум|минимальн\w*)\b"
    r"|不少于|不低于|不小于|最少|至少|最小|下限"
)
_IDLE: Final = re.compile(
    r"\bnot only\b|\bno matter\b|\bне только\b|\bне важно\b|\bа не\b|(?<=,) (?:and )?(?:not|never)\b"
    r"|不仅|不但|不管|不论|不同|不断|不变|不久|不足|而不是"
)
_NEGATION: Final = re.compile(
    r"\b(?:not|never|no|nor|neither|none|nothing|nobody|cannot|unsupported|\w+n't)\b"
    r"|\b(?:forbid\w*|forbade|prohibit\w*|disallow\w*|ban|bans|banned|deny|denies|denied|avoid\w*)\b"
    r"|\b(?:не|нет|ни|никогда|нельзя|запре[щт]\w*|недопустим\w*|воспрещ\w*|избега\w*|неверно)\b"
    r"|不|没有|没|无(?!论|关|线|限)|未|勿|禁止|严禁|避免|切忌|非(?!常|农)|别(?=用|在|把|让|再)"
)
_LACK: Final = re.compile(r"\bwithout\b|\bбез\b|无需|无须|未经")
_MUST: Final = re.compile(
    r"\b(?:must|shall|required?|requires|mandatory|ha(?:s|ve) to|obligatory)\b"
    r"|\b(?:долж\w*|обязан\w*|обязательн\w*|необходимо|требуется)\b|必须|务必|一定要|应当|强制"
)
_MAY: Final = re.compile(
    r"\b(?:may|might|optional(?:ly)?|can|allowed|permitted|need not)\b"
    r"|\b(?:мо[жг]\w*|необязательн\w*|разреш\w*|допуска\w*|по желанию)\b|可以|可选|允许|可(?!能|靠|用|见|观)"
)
_OPPOSITES: Final = tuple(
    (re.compile(one), re.compile(other))
    for one, other in (
        (r"\benabl\w*|\bturn\w* on\b|\bswitch\w* on\b", r"\bdisabl\w*|\bturn\w* off\b|\bswitch\w* off\b"),
        (r"\bbefore\b|\bprior to\b|\bearlier\b", r"\bafter\b|\bonce\b|\blater\b|\bfollowing\b"),
        (r"\bincreas\w*|\brais\w+|\bgrow\w*|\bhigher\b", r"\bdecreas\w*|\blower\w*|\breduc\w*|\bshrink\w*"),
        (r"\bmore than\b|\babove\b|\bover\b|\bexceed\w*", r"\bless than\b|\bfewer than\b|\bbelow\b|\bunder\b"),
        (r"\bsync\b|\bsynchronous\w*", r"\basync\b|\basynchronous\w*"),
        (r"\bopen\w*", r"\bclos(?:e|es|ed|ing)\b"),
        (r"\binclud\w*", r"\bexclud\w*"),
        (r"\baccept\w*", r"\breject\w*|\brefus\w*"),
        (r"\binternal\w*", r"\bexternal\w*"),
        (r"\bpublic\w*", r"\bprivate\w*"),
        (r"\bmanual\w*|\bby hand\b", r"\bautomat\w*"),
        (r"\bascending\b", r"\bdescending\b"),
        (r"\bfirst\b|\boldest\b", r"\blast\b|\bnewest\b|\blatest\b"),
        (r"\badd(?:s|ed|ing)?\b|\bkeep\w*|\bkept\b", r"\bremov\w*|\bdelet\w*|\bdrop\w*"),
        (r"\bstart\w*", r"\bstop\w*"),
        (r"\bimmutable\b", r"\bmutable\b"),
        (r"\boptimistic\w*", r"\bpessimistic\w*"),
        (r"\bsafe\b", r"\bunsafe\b"),
        (r"\bsame\b", r"\bdifferent\b"),
        (r"\beager\w*", r"\blaz(?:y|ily)\b"),
        (r"\bвключ[её]?н\w*|\bвключать\b|\bвключить\b", r"\b(?:выключ|отключ)\w*"),
        (r"\b(?:до|перед|прежде|раньше)\b", r"\b(?:после|позже|затем)\b"),
        (
            r"\b(?:увелич|повы[шс]|подним|поднят|вырос)\w*|\b(?:больше|более)\b",
            r"\b(?:уменьш|сни[жз]|пони[жз])\w*|\b(?:меньше|менее)\b",
        ),
        (r"\bсинхронн\w*", r"\bасинхронн\w*"),
        (r"\bоткр\w*", r"\bзакр\w*"),
        (r"\bвнутренн\w*", r"\bвнешн\w*"),
        (r"\b(?:вручную|ручн\w*)", r"\bавтоматич\w*"),
        (r"\bдобав\w*", r"\bудал\w*"),
        (r"\bперв\w*", r"\bпоследн\w*"),
        (r"\bприн(?:има|ять|ят)\w*", r"\b(?:отклон|отверг|отказ)\w*"),
        (r"启用|开启|打开", r"禁用|关闭|停用"),
        (r"之前|以前|事先", r"之后|以后|后再"),
        (r"增加|提高|上调|增大", r"减少|降低|下调|减小"),
        (r"(?<!异)同步", r"异步"),
        (r"手动|人工", r"自动"),
        (r"内部", r"外部"),
        (r"升序", r"降序"),
        (r"接受", r"拒绝"),
        (r"公开", r"私有"),
        (r"保留|添加|新增", r"删除|移除"),
    )
)


@attrs.frozen(kw_only=True)
class Polarity:
    """Which way a statement points. `sides` holds (place of a pair of opposites, which of the two it names)."""

    negated: bool = False
    lacking: bool = False
    bound: int = 0
    duty: int = 0
    sides: frozenset[tuple[int, int]] = frozenset()


def polarity(key: str) -> Polarity:
    """The polarity of a text, given by its comparison key."""
    upper, lower = bool(_UPPER_BOUND.search(key)), bool(_LOWER_BOUND.search(key))
    rest = _IDLE.sub(" ", _LOWER_BOUND.sub(" ", _UPPER_BOUND.sub(" ", key)))
    must, may = bool(_MUST.search(rest)), bool(_MAY.search(rest))
    sides = {
        (place, side)
        for place, pair in enumerate(_OPPOSITES)
        if sum(named := tuple(bool(each.search(rest)) for each in pair)) == 1
        for side in (named.index(True),)
    }
    return Polarity(
        negated=bool(_NEGATION.search(_LACK.sub(" ", rest))),
        lacking=bool(_LACK.search(rest)),
        bound=upper - lower,
        duty=must - may,
        sides=frozenset(sides),
    )


def opposed(one: Polarity, other: Polarity) -> str | None:
    """Why two statements on the same thing point opposite ways; None when they do not.

    Every opposite turns the meaning once: "disabled" and "not enabled" agree again.
    """
    if one.bound * other.bound < 0:
        return "one sets a lower bound and the other an upper one"
    turns = [place for place, side in one.sides if (place, 1 - side) in other.sides]
    negated = (one.negated != other.negated) + (one.lacking != other.lacking)
    if (len(turns) + negated) % 2:
        return "they name opposites" if turns else "one of them is a negation"
    if not turns and not negated and one.duty * other.duty < 0:
        return "one demands what the other merely allows"
    return None
