"""Passing state, as English puts it: how a merge request, a ticket or a build stands."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.phrasing import any_of, words

_STILL: Final = (
    r"(?: (?:is|was|are|has|have|been|still|now|just|currently|got|only|remains?|sits|stays|also|again"
    r"|already))"
)
_NUMBERED: Final = any_of(r"""
    (?:(?-i:MR|PR|CR|CL)|merge requests?|pull requests?|change ?lists?) ?(?:number |no\.? ?)?[#!]? ?[0-9]+
    (?:ticket|issue|story|task|bug|jira|patch|epic|incident) ?(?:number |no\.? ?)?(?:[#!]? ?[0-9]+|[a-z]+-[0-9]+)
    branch [\w.-]+/[\w./-]+|[\w.-]+/[\w./-]+ branch|(?-i:[A-Z]{2,10}-[0-9]+)|[#!][0-9]{2,6}
    (?:the|my|our|this|that|his|her) (?:[\w-]+ ){0,2}(?-i:MR|PR|merge request|pull request|branch|ticket|patch)
""")
_UNDONE: Final = any_of("""
    open|opened|(?:a |in )?draft|waiting|waits|awaiting|awaits|pending|in review|under review|in progress|in qa
    in testing
    on hold|blocked|stuck|assigned|unassigned
    not (?:yet )?(?:merged|approved|reviewed|done|ready|deployed|released|closed)
    (?:\\w+ed|ready|done|green),? but|not (?:yet )?(?:finished|resolved)|unmerged|half|ready
    almost|nearly|needs|need|conflicts|conflicting|missing|red
    failing|green|stale|up for review|being (?:reviewed|worked|tested)|wip|scheduled|planned|queued|mine|up for|next
    (?:merge )?conflicts|with (?:the )?(?:vendor|ops|legal|qa|team|security)
    (?:an? |one |two |three |some |[0-9]+ )?(?:open|unresolved) (?:comment|thread)s?
""")
CHANGES: Final = (
    words(
        rf"{_NUMBERED}{_STILL}{{1,4}},? {_UNDONE}",
        rf"{_NUMBERED} (?:is|are|has|was) still \w+",
        rf"{_NUMBERED} (?:needs?|waits?|awaits|lacks) |{_NUMBERED} is up",
        (
            r"(?:nobody|no one) has (?:\w+ ){1,3}(?-i:[A-Z]{2,10}-[0-9]+)|(?:latest|last) (?:nightly|build|run"
            r"|pipeline)(?: build)?: [0-9]+"
        ),
        (
            rf"(?:build|pipeline|job|run|deploy|deployment|workflow) #?[0-9]{{2,}}{_STILL}{{0,3}} (?:fail\w*|running"
            rf"|red|green|pass\w*"
            r"|succeed\w*|broke\w*|stuck|queued|hangs|hung|timed out|in progress|pending|crash\w*|finished)"
        ),
        (
            rf"(?:latest|last|nightly|current|today['’]s|newest|most recent)(?: \w+)? (?:build|deploy|deployment"
            rf"|release|pipeline|run)"
            rf"{_STILL}{{0,3}} (?:failed|fails|failing|red|broke|passed|is green|succeeded|broken|green)"
        ),
    ),
)
# How far a change has come; a condition beside it makes it a rule.
PARTLY: Final = (
    (
        r"(?:one|two|three|four|five|six|seven|eight|nine|ten|half|most|some|[0-9]+) of (?:the |our )?(?:\w+ ){1,3}"
        r"(?:are|is) (?:red|down|failing|broken|back|up again|syncing|recovering|done|migrated|green|online)"
    ),
    r"the (?:rest|others?|remaining \w+) (?:is|are) (?:still )?\w+ing|everything else is (?:green|done|fine|merged|up)",
)
