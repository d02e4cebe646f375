"""Passing state, as English puts it: how a change, a build or a system stands."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.passing.english import WEEKDAY
from firm_memory.domain.exclusions.passing.english_changes import PARTLY
from firm_memory.domain.exclusions.phrasing import any_of, unconditional, words

_CHANGE: Final = any_of("""
    deploy(?:ment)?s?|releases?|merges?|rollouts?|rollbacks?|roll-?outs?|migrations?|upgrades?|launch|cut-?over
    failovers?
    investigation|fix|refactoring|refactor|reindex(?:ing)?|backfill|restore|rebuild|hotfix|cleanup|clean-up
    maintenance|renewal
    review|approval|sign-off|rewrite|root cause analysis|post-?mortem|pipeline|audit|rename|switch|cherry-pick|rebase
    decommissioning|provisioning|work|move|rotation
""")
_UNDERTAKING: Final = any_of("""
    deploy(?:ment)?|release|rollout|rollback|roll-?out|migration|upgrade|cut-?over|failover|investigation
    reindex(?:ing)?|backfill|restore
    rebuild|restart|copy|import|export|resync|rotation|outage|incident|load test|test run|release cut|cut
""")
_BAD: Final = any_of("""
    down|broken|failing|red|flaky|offline|unreachable|unavailable|unstable|stuck|hanging|out of (?:disk|memory|space)
    timing out|crashing|crash-?looping|returning (?:[45][0-9x]{2}s?|errors?)|green again|back up|degraded|overloaded
    not (?:working|responding|reachable|available)|full|on fire|lagging|acting up|showing no data|stale|out of date
    misbehaving|in maintenance|read-only until
""")
_REBUILT: Final = any_of("""
    rebuilt|restarted|redeployed|migrated|rolled (?:back|out)|investigated|reviewed|fixed|deployed|drained|reindexed
    re-indexed
    provisioned|restored|upgraded|replaced|moved|repaired|decommissioned|tested|patched|resized|reinstalled
    looked at|worked on
    set up|debugged|backfilled|rewritten|refactored|rotated|re-imaged|cleaned up
""")
_PLACE: Final = r"(?:staging|stage|prod|production|uat|qa|dev|test|demo|pre-?prod|canary|sandbox)"
_VERSION: Final = r"v?[0-9]+\.[0-9]+(?:\.[0-9]+)?(?:-?(?:rc|beta|alpha|snapshot)[.-]?[0-9]*)?(?:[,;)]|[.]?\s|[.]?$)"
STATES: Final = (
    unconditional(
        rf"(?:is|are)(?: (?:still|again|currently|now|all|completely|partially|back|once more)){{0,2}} {_BAD}",
        rf"(?:is|are) (?:still |now |currently )?being {_REBUILT}",
        (
            rf"{_CHANGE} (?:is|are)(?: (?:still|currently|now|only|about|on))* (?:in progress|ongoing|under way"
            rf"|underway|running|half\w*"
            r"|pending|stuck|not finished|incomplete|waiting|hold|planned|scheduled|imminent|not done|almost|nearly"
            r"|[0-9]+ ?%)"
        ),
        (
            rf"{_CHANGE} (?:is|are|remains?|stays?) (?:frozen|on hold|paused|blocked|halted|delayed|postponed) (?:until"
            rf"|till|by|because"
            r"|this|since|pending|for now|due)"
        ),
        (
            r"(?:is|are|was|were|has been|have been|been)(?: \w+)? (?:temporarily|provisionally) (?:disabled|turned "
            r"off|switched off|off"
            r"|paused|down|unavailable|removed|skipped|reverted|muted|silenced|raised|commented out|bypassed|stopped"
            r"|pointed|hard-?coded)"
        ),
        (
            r"temporarily (?:using|running|pointing|routing|serving|disabled|turned off|switched off|paused|down"
            r"|skipped|muted|reverted|commented out)"
        ),
        (
            r"(?:is|are) still (?:running|failing|broken|down|open|missing|unresolved|flaky|red|blocked|waiting"
            r"|pending|investigating|up"
            r"|in review|in progress|to do|to be|being|not|on the old|unmerged|rebuilding|degraded|stuck|ongoing|off"
            r"|disabled)"
        ),
        (
            r"(?:is|are) (?:waiting (?:on|for) (?:\w+ ){0,3}(?:review|approval|vendor|team|access|input|feedback"
            r"|decision|sign-off|rerun"
            r"|reply|merge|deploy|fix|legal|security|answer|customer)|in review|under review|awaiting (?:review"
            r"|approval|merge|sign-off)"
            r"|assigned to|in code review|up for review|half[- ]?done|half-?way|on hold|in progress|next on)"
        ),
        *PARTLY,
        r"[0-9][0-9.,]* ?(?:\w+|%)? and (?:still )?(?:growing|rising|climbing|falling|dropping|counting|increasing)",
        r"(?:merge|deploy|release|rollout|work|ticket|it|everything) is blocked (?:until|by|on) \w+",
        (
            r"there(?: is|['’]s| are) (?:still )?(?:an? |two |three |four |some |several |[0-9]+ )?(?:open|ongoing"
            r"|active|unresolved|pending) \w+"
        ),
        r"tickets? (?:sits?|is|are) with",
        (
            r"(?:rebuild|restart|migration|rollback|deploy|restore|fix|ticket) (?:has been|was|is) (?:started"
            r"|triggered|kicked off|requested)"
        ),
    ),
)
STANDINGS: Final = (
    words(
        r"(?:pipeline|review|merge|deploy|fix|approval|tests|ci|rollout|docs|sign-off) (?:still )?pending",
        r"(?:has|have|we|i|['’]ve) (?:have )?temporarily \w+ed",
        rf"{_UNDERTAKING}(?: (?:to|of|in|for) [\w.-]+)? (?:(?:is )?(?:now|still) )?(?:under ?way|in progress)",
        r"(?:freeze|embargo) is in (?:effect|force)",
        (
            r"(?:has|have) (?:\w+ ){1,6}in the (?:last|past) (?:hour|day|week|few (?:hours|days|minutes)|[0-9]+ "
            r"(?:minutes|hours|days))"
        ),
        (
            r"(?:is|are) (?:about |around |roughly )?[0-9][\w., ]{0,12} (?:\w+ ){0,2}(?:behind|late|overdue)|so far"
            r"|nobody has \w+ it|no one has \w+ it"
        ),
        rf"(?:runs out|expires|lapses|is due|goes live|ships|closes|opens|stays \w+ until [\w ]{{0,40}}) on {WEEKDAY}",
        (
            r"while (?:we|i|they) (?:look|investigate|debug|wait|search|figure|hunt|fix|try|work|clean)|(?:vpn|wifi"
            r"|wi-fi|office|printer|internet|jira|slack) is (?:out|down|back)"
        ),
        (
            r"(?:we|i)(?: have|['’]ve)? (?:still \w+|not heard|yet to|heard nothing|got no (?:answer|reply))|sprint "
            r"[0-9]+|goal of (?:this|the current) sprint"
        ),
        (
            r"please (?:have a look|take a look|review|hold|rerun|merge|wait|do not|don['’]t|test|check|pull|rebase"
            r"|avoid|stop|bear with)|(?:has|have) not (?:heard|answered|replied)"
        ),
        (
            r"(?:tests?|module|ledger|gateway|docs?|rest|others?) (?:comes?|goes|is|are|to) (?:next|follow|later|last)"
            r"|is building|are building|being built"
        ),
        (
            rf"(?:has|have) been (?:\w+ )?(?:{_BAD}|running|slow|rebuilding)(?: \w+){{0,3}} (?:since|for|all|lately"
            rf"|again|today)"
        ),
        (r"[0-9]+ of [0-9]+ (?:\w+ )?(?:are|is) (?:red|green|done|down|failing)"),
        (
            r"keeps? (?:restarting|crashing|failing|flapping|timing out) (?:since|again|now|today|all)"
            r"|(?:main|master|trunk) was (?:green|red"
            r"|broken)"
        ),
        r"(?:main|master|trunk|ci|pipeline|build) (?:has been|looks|went|stays|turned) (?:red|broken|green|flaky)",
        (
            r"(?:stands|sits|hovers|hovering|sitting|peaks) at (?:about |around |roughly )?[0-9.,]+ ?(?:%|per ?cent|ms"
            r"|s|gb|mb|tb|k|m)?"
        ),
        (
            rf"will be (?:switched off|turned off|removed|merged|deployed|fixed|gone|back|up|done|ready) (?:next|this"
            rf"|by|on {WEEKDAY}|soon)"
        ),
    ),
    r"(?i), (?:still )?waiting (?:for|on) ",
    (
        rf"(?i)\b{_PLACE}(?: \w+)?(?: currently| still| now)? (?:runs|is running|is on|is at|is still on|has|got|on) "
        rf"(?:\w+ )?(?:version |release |build )?{_VERSION}"
    ),
    rf"(?i)\b(?:qa|ops|team|we) (?:is|are) \w+ing (?:build|version|release)? ?{_VERSION}",
)
