"""Words too common to tell memories apart: they carry grammar, not subject.

Kept small on purpose, and free of words that name things in software (`not`, `no`, `new`, `off` stay terms:
a rule and its negation must differ). Keys are case-folded, apostrophes straight, ё written as е.
"""

from __future__ import annotations

from typing import Final

_ENGLISH: Final = """
a an the this that these those and or but if so than then as at by for from in into of on onto to with about
i me my we us our you your he him his she her it its they them their one there here
am is are was were be been being do does did doing done have has had having will would shall should can could
may might must ought need let get gets got
what which who whom whose when where why how any some such each every all both
also just too very only own same again ever even still yet
i'm i've we're we've you're it's that's there's isn't aren't wasn't don't doesn't didn't can't couldn't won't
wouldn't shouldn't let's what's
"""
_RUSSIAN: Final = """
и в во на с со по к ко у о об от до за из для при над под про через а но или либо то же ли бы б ни
я мы вы ты он она оно они его ее их ему ей им нас нам вас вам мне меня мой моя мое мои наш наша наше наши
это этот эта эти этого этой этому этом тот та те того той тому том так такой такая такое такие там тут здесь
что чтобы как какой какая какое какие когда где куда почему зачем кто кого чей чья если уже еще тоже также
быть был была было были будет будут есть может можно надо нужно ли раз бы все всё весь вся
"""

STOP_WORDS: Final = frozenset((_ENGLISH + _RUSSIAN).replace("ё", "е").split())
