"""Passing state, as English puts it: what the writer or the team is doing, and what is left to do."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.phrasing import any_of, sentence, words

_DOING: Final = any_of("""
    waiting|working on|investigating|migrating|looking into|debugging|blocked|rolling|cleaning|fixing|refactoring
    rewriting
    testing|moving|switching|deploying|tracking|chasing|evaluating|discussing|halfway|half way|in the middle
    close to|on it
    preparing|reviewing|trying|upgrading|running out|experimenting|about to|on hold|hunting|reproducing|finishing
    wrapping up
    busy|rotating|restoring|rebuilding|restarting|replacing|rolling back|swapping|reindexing|renaming|porting|writing
    implementing|updating|checking|setting up|short of|stuck|almost|nearly|still
""")
WORK: Final = (
    (
        r"\bI(?:['’](?:m|ve|ll|d)|\s+(?:am|have|will|was|need|still|just|plan|tried|started|finished|left|noticed"
        r"|opened|pushed"
        r"|merged|fixed|changed|added|found|want|got|saw|think|ran|cannot|can|could|had|did|created|moved|updated"
        r"|asked|see"
        r"|believe|guess|hope|hit|broke|must|should|suspect|rebased|reverted|restarted|wrote|removed|reran|assume"
        r"|also|already"
        r"|do|don['’]t|did(?:n['’]t)?))\b"
    ),
    words(
        (
            r"my (?:(?:local|current|own|feature|dev|working|virtual|next|open|draft) )*(?:environment|branch|machine"
            r"|laptop|list"
            r"|working (?:copy|tree|directory)|session|sandbox|terminal|shell|editor|venv|container|workspace|clone"
            r"|fork|draft"
            r"|task|ticket|todo|step|plan|changes|local|setup|merge request|pull request|MR|PR|checkout|commit|notes"
            r"|test run)"
        ),
        (
            rf"(?:we|they|team|squad|i|someone|somebody|qa|ops|vendor|admins|sre|platform|infra|legal)(?: are| am| is"
            rf"|['’](?:re|m)) "
            rf"(?:(?:still|currently|now|just|all|already|both) )*{_DOING}"
        ),
        (
            r"(?:we|i|they|team) (?:are|am|is) (?:about|going|planning|trying|hoping) to|let me know|comments welcome"
            r"|wish me luck"
        ),
        (
            r"(?:we|team)(?: still)? (?:need|needs|have|has) to (?:finish|fix|rerun|rebase|redo|clean up|wait|merge"
            r"|deploy)"
        ),
        (
            r"(?:do not|don['’]t) (?:pull|merge|deploy|push) (?:yet|until|till|now|anything|main|master)|expect a \w+"
            r"|hang tight"
        ),
        (
            r"(?:someone|somebody|we|they) broke (?:the build|main|master|ci|staging)"
            r"|check back|hold off (?:on )?\w+ing|(?:just )?(?:rerun|retry|re-run) (?:it|them|after lunch|later|for "
            r"now)|stay tuned"
        ),
        r"(?:a|the) fix is (?:on its way|coming|ready|in (?:progress|review|qa|the works)|being|pending|up|underway)",
        r"on its way|under investigation",
        (
            r"will (?:update|push|merge|follow up|fix|look|report back|continue|rerun|finish|rebase)(?: \w+){0,3} "
            r"(?:later|soon|tomorrow|then|after|when)"
        ),
        (
            r"(?:one|two|three|four|five|six|a few|some|several|[0-9]+) (?:more )?(?:[\w-]+ ){0,2}"
            r"(?:files?|tests?|steps?|tasks?"
            r"|tickets?|services?"
            r"|tables?|commits?|items?|modules?|things?|endpoints?|repos?|screens?|jobs?|pages?) (?:are |is |still )*"
            r"(?:left|to go|remains?|missing|outstanding)(?: to| in| on|$|[.,;])?"
        ),
        (
            r"(?:left|remaining|remains?) to (?:be )?(?:edit|do|done|fix|migrat|test|write|review|port|rename|move"
            r"|convert|clean)\w*"
        ),
        r"on branch [\w/.-]+|(?:is|still)(?: a)? work in progress|get your \w+ in",
        (
            r"(?:not|\w+n['’]t) (?:\w+ ){0,3}(?:merged|deployed|released|finished|fixed|reviewed|started|done|ready"
            r"|rolled out"
            r"|migrated|approved|landed|shipped|resolved|restarted|live|closed|converted|switched|enabled|flipped)(?: "
            r"\w+){0,4} yet"
        ),
        r"(?:have|has|is|are)(?:n['’]t| not) (?:\w+ ){1,5}yet",
        (
            r"(?:not yet|yet to be) (?:merged|deployed|released|finished|fixed|reviewed|started|done|rolled out"
            r"|migrated|approved"
            r"|landed|shipped|resolved|live|decided|scheduled)"
        ),
        (
            r"(?:half|halfway|partly|nearly|almost|mostly|[0-9]{1,2} ?%) (?:done|finished|migrated|complete|completed"
            r"|through"
            r"|merged|deployed|ready|rolled out)"
        ),
    ),
    sentence(
        r"(?:cherry-picked|merged|pushed|rebased|reverted|deployed|opened|bumped|restarted|patched) (?:the|my|it)",
        r"next,? (?:i|we)(?: will|['’]ll)?|(?:todo|wip|fixme)\b(?: [a-z]+)?",
        (
            r"(?:remaining|next|open|outstanding|pending|missing) (?:steps?|work|tasks?|items?|points?|questions?|bits?"
            r"|to-?dos?)(?: (?:are|is|here|now|for \w+))?\s?:|(?:still )?(?:left|to do|to-do)(?: still)?\s?:"
            r"|(?:reminder|note) to (?:self|myself|me|us)|reminder\s?:"
        ),
        r"(?:let['’]s|let us) [a-z]+",
        r"still (?:need|needs|have|has|open|missing|waiting|failing|to|broken|running|investigating|working)",
        (
            r"(?:still )?(?:waiting|blocked) (?:on|for|by) (?:the |an? )?(?:[\w-]+ ){0,2}(?:review|approval|vendor"
            r"|team|access|input"
            r"|feedback|decision|sign-off|rerun|reply|answer|merge|deploy|fix|legal|security|them|him|her|ops|customer"
            r"|green|ci)"
        ),
        (
            r"need(?:s)? to (?:finish|fix|update|rerun|rebase|check|ask|add|write|look|push|merge)|planned for"
            r"|remaining work"
        ),
        (
            r"just (?:finished|merged|pushed|fixed|opened|rebased|deployed|started|found|saw|noticed|restarted"
            r"|reverted)|had to \w+"
        ),
        (
            r"(?:debugging|investigating|looking into|working on|trying to|testing|chasing) (?:a|an|the|why|whether"
            r"|get|fix|find)"
        ),
        r"(?:in the middle of|halfway through|about to|currently) \w+ing",
    ),
    (
        r"(?i)\b(?:looking into|investigating|working on|debugging|chasing|checking|fixing) (?:it|this|that|them)"
        r"(?: (?:now|right away|today|next|as we speak))?(?:[.,;!]|$)"
    ),
)
# Marks in code are a topic of rules, too.
NO_WORK: Final = (
    (
        r"(?is)\W*(?:[-*•]\s*)?(?:todo|wip|fixme) (?:comments?|marks?|markers?|notes?|lists?|items?|entries|labels?"
        r"|tags?|and|or|in|without|limits?|are|is|must|may|needs?|commits?|branch(?:es)?|prefix(?:es)?|lines?|never)\W?"
    ),
)
