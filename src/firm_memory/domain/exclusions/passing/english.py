"""Passing state, as English puts it: by the time it names."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.phrasing import any_of, sentence, words

WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_SOON: Final = any_of(rf"""
    today|tomorrow|tonight|this (?:morning|afternoon|evening|week|sprint|month|quarter|iteration|weekend)
    next (?:{WEEKDAY}|week|sprint|month|quarter|iteration|release)
    (?:on |by |before |until |till )(?:this |coming )?{WEEKDAY}
    by (?:the )?end of (?:the )?(?:day|week|month|sprint|quarter)|soon|shortly|later today|after lunch|eod|eow|asap
    in (?:an?|two|three|a few|[0-9]+) (?:minutes?|hours?|days?|weeks?)
""")
# What is so right now is durable where a rule asks for it.
_ASKED: Final = r"(?:\b(?:what|whatever|whether|who|which \w+) (?:is|are|was|runs?|it is)\b[^.;!?\n]{0,40}?)??"
_EVENT: Final = any_of("""
    deploy\\w*|release|build|incident|outage|merge|change|rollout|stand-?up|run|pipeline|failure|demo|meeting|fix
""")
RIGHT_NOW: Final = (
    rf"(?i){_ASKED}\bright now(?:[^\w-]|$)",
    words(
        r"at the moment(?: (?:of|when|the|that|it|an?|they|at)\b)?",
        rf"as of (?:right now|this (?:morning|week|writing)|writing|yesterday|{WEEKDAY})",
        r"as (?:i|we) (?:write|speak)",
        (
            r"at the time of writing|for the time being|just now|right this (?:moment|minute|second)|earlier today"
            r"|later today"
        ),
        r"(?:this|yesterday|tomorrow) (?:morning|afternoon|evening)|last night|tonight|until further notice",
    ),
    sentence(r"(?:todo|fixme|wip|xxx|to-do|tbd)\s*[:(–—-]"),
    words(
        r"i(?:['’]m| am) (?:still |currently |now |just )*(?:on|working|waiting|debugging|refactoring|testing"
        r"|trying)"
    ),
    words(r"i(?:['’]ve| have) just"),
)
NOW: Final = (
    words(
        (
            r"moments? ago|an? (?:minute|hour|moment|day|week) ago|these days|at this (?:very )?(?:moment|point in "
            r"time)|eta"
        ),
        r"(?:a few|a couple of|two|three|ten|[0-9]+) (?:minutes|hours|days) ago|so far today|all day",
        rf"(?:today|yesterday|tomorrow)['’]s {_EVENT}",
        r"(?:(?:daily|nightly|monthly|each \w+|every \w+)[^.;!?\n]{0,60}? )??as of today",
    ),
    (
        r"(?i)(?:\b(?:(?:that|which|who) (?:is|are|was|were) )?\w+ )?"
        r"\b(?:today|yesterday|tomorrow)(?: is not| and (?:on )?(?:every|each|all))?(?:[^\w'’-]|$)"
    ),
    words(
        r"(?:\w+ )?this (?:sprint|week|iteration)",
        (
            rf"(?:since|until|till) (?:this (?:morning|week)|(?:yesterday|today|tomorrow)(?:['’]s(?: {_EVENT})?)?"
            rf"|last (?:night|week|{WEEKDAY})|lunch|noon)"
        ),
        rf"(?:since|until|till) (?:next (?:week|month|{WEEKDAY})|{WEEKDAY})",
        (
            rf"next sprint|next week|(?:the )?next {WEEKDAY}|for now|lately"
            rf"|(?:(?:is|are) )?currently(?: [\w-]+(?: state)?)?|presently"
            rf"|at present"
        ),
        (
            rf"(?:(?:is|are)(?: being)? |to be )?(?:planned|scheduled|due|expected|slated|targeted) (?:for |to |on |by "
            rf"|in )?{_SOON}"
        ),
        (
            rf"(?:will|going to|gonna|plan to|want to|about to|shall|intend to|hope to|expects? to|should|has to|must"
            rf"|promised"
            rf"|[a-z]+['’]ll) (?:[\w-]+ ){{1,8}}{_SOON}"
        ),
        (
            rf"(?:expires|ends?|lands|ships|goes live|goes out|starts|begins|finishes|is out|arrives|moves) (?:tomorrow"
            rf"|tonight"
            rf"|next (?:{WEEKDAY}|week|month|sprint)|this (?:{WEEKDAY}|week|month|afternoon))"
        ),
        (
            rf"(?:freeze|release|demo|cut-?over|rollout|launch|maintenance|window|migration) (?:starts|begins|ends|is) "
            rf"on {WEEKDAY}"
        ),
    ),
)
DURABLE: Final = (
    r"(?is).*at the moment (?:of|when|the|that|it|an?|they|at)\W?",
    (
        r"(?is)\W?(?:is|are) currently (?:the|an?|only|our)\W?"
        r"|\W?(?:(?:is|are) )?currently (?:in(?: the)?(?: state)?|held|open|active|valid|logged|selected|visible"
        r"|scheduled|locked|due|supported|configured|known|listed|registered|owned|trading|serving|displayed|shown|authenticated|signed"
        r"|effective)\W?"
    ),
    r"(?is)\W?the next .*|(?:\w+ )?today is not\W?|.*(?:yesterday|today|tomorrow) and (?:on )?(?:every|each|all)\W?",
    r"(?is)\W?(?:daily|nightly|monthly|each|every)\b.* as of today\W?",
    r"(?is)of today\W?|(?:that|which|who) (?:is|are|was|were) \w+ (?:today|yesterday|tomorrow)\W?",
    r"(?is)(?:what|whatever|whether|who|which) .*|\W?(?:since|until|till) (?:yesterday|today|tomorrow)['’]s\W?",
    (
        r"(?is)\W?(?:made|placed|booked|created|entered|dated|issued|ordered|paid|received|submitted|filled|due) "
        r"(?:today|yesterday|tomorrow)\W?"
    ),
    r"(?is)\W?(?:booked|traded|closed|created|filed|received|made|opened|done|expiring|due|settled) this .*",
)
