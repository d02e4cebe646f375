"""Facts about individual engineers, as English puts them."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.person.conduct import (
    ABILITY,
    HABITS,
    HUMAN_ACTS,
    HUMAN_STATES,
    LIFE,
    OWNED,
    PRIVATE_OWNED,
    SHAMEFUL,
)
from firm_memory.domain.exclusions.person.naming import (
    AMBIGUOUS,
    CAPITALISED,
    FAMILY,
    GIVEN,
    KNOWN,
    LONE_ROLE,
    NO_NAME,
    PRONOUN,
    said_of,
)
from firm_memory.domain.exclusions.phrasing import AFTER, BEFORE

_CONDITION: Final = r"\b(?:[Ii]f|[Ww]hen|[Ww]henever|[Ww]hile|[Uu]ntil|[Uu]nless|[Oo]nce|that|who)"
_HUMANE: Final = (
    r"(?:slow|late|lazy|sloppy|to blame|absent|stubborn|always late|fired|hired|prefers? to be|prefers?|likes?|loves?"
    r"|insists?|argues?|forgets?|forgot|complains?|knows?|understands?"
    r"|struggles?|(?:keeps?|kept) \w+ing|never \w+s|always \w+s|always \w+es|refuses?|thinks?|wants?|typed"
    r"|skips?|skipped|(?:keeps?|kept) \w+ing|replies|answers (?:within|slowly|late)|always answers)"
)
PRIVATE_MATTER: Final = (
    said_of(GIVEN, HUMAN_STATES, *ABILITY, least=1),
    said_of(GIVEN, HUMAN_ACTS),
    rf"{BEFORE}{GIVEN}['’]s? (?:\w+ )?{PRIVATE_OWNED}{AFTER}",
)
PERHAPS_PRIVATE: Final = (
    said_of(FAMILY, _HUMANE),
    said_of(CAPITALISED, HUMAN_STATES, *ABILITY, least=1),
    said_of(CAPITALISED, HUMAN_ACTS),
    rf"{BEFORE}{CAPITALISED}['’]s? (?:\w+ )?{PRIVATE_OWNED}{AFTER}",
    rf"{BEFORE}{CAPITALISED}(?:['’]s?)?,? [^.;!?\n]{{0,60}}?\b{LIFE}\b",
)
ROLE_OF_ONE: Final = (
    rf"(?:{_CONDITION})?{said_of(LONE_ROLE, HUMAN_STATES, *ABILITY, SHAMEFUL, least=1)}",
    rf"(?:{_CONDITION})?{said_of(LONE_ROLE, HUMAN_ACTS, SHAMEFUL)}",
)
HIS_OR_HER: Final = (
    said_of(PRONOUN, HUMAN_STATES, HUMAN_ACTS, HABITS, *ABILITY),
    (
        r"(?i)\b(?:his|her) (?:\w+ )?(?:salary|pay|bonus|mood|temper|illness|divorce|wedding|vacation|leave"
        r"|absence|working hours|habits?|health|attitude|performance|birthday|commits|reviews|code|merge requests"
        r"|pull requests|fault|baby|patches|commits|colleagues|manager|boss|team ?mates)\b"
    ),
)
CONDUCT: Final = (
    said_of(AMBIGUOUS, _HUMANE),
    rf"{BEFORE}{AMBIGUOUS}['’]s (?:\w+ )?{OWNED}{AFTER}",
    said_of(KNOWN, HUMAN_STATES, HABITS, *ABILITY),
    said_of(KNOWN, HUMAN_ACTS),
    rf"{BEFORE}{KNOWN}['’]s? (?:\w+ )?{OWNED}{AFTER}",
)
NO_CONDUCT: Final = (rf"(?s).?{NO_NAME}.*", r"(?s).?[A-Z]\. ?[A-Z][a-z]+ (?:Price|Morgan)\b.*")

ONLY_ONE: Final = (
    (
        rf"{BEFORE}(?i:only|nobody but|no one but|nobody except|no one except|nobody else than|none but) "
        rf"{CAPITALISED} (?:really |fully |still |has |ever )*(?:knows|restored|fixed|managed|understands|remembers"
        rf"|has the (?:knowledge|password|keys?)|dares?)\b"
    ),
    (
        rf"{BEFORE}{CAPITALISED} (?:is|was) (?:the|our) (?:only|sole|single|main|go-to) (?:one|person|guy|engineer"
        rf"|developer|dev|expert|human|man|woman)\b"
    ),
    rf"(?i)\bif (?-i:{CAPITALISED}) (?:leaves|quits|is (?:away|out|sick|on leave)|gets hit)\b",
    (
        r"(?i)\b(?:ask|asking|tell|ping|call|write to|talk to|blame|blames?|give|show|bother|message|contact|help"
        r"|trust) (?:him|her)\b"
    ),
    r"(?i)\b(?:merge requests|pull requests|reviews?|tests?|code|PRs|MRs|approval) (?:of|from|by) (?:him|her)\b",
    (
        rf"{BEFORE}(?i:ask|ping|pester|bother|poke|nudge|remind|talk to|speak to|speak with|check with|reach out to"
        rf"|go to|write to|hand it to|leave it to|message|contact|e-?mail|call|dm|blame) {CAPITALISED}(?i:'s "
        rf"approval|,| (?:for|about|before|personally|if|when|directly|because|first|in person|on slack|to "
        rf"(?:review|fix|do|approve|restart|check|explain|help|run|sign)|he|she|at))"
    ),
    (
        r"(?i)\b(?:ask|ping|talk to|poke|bother|blame|remind) (?:bob|alice|dave|mike|john|jane|tom|anna|olga|ivan"
        r"|sergey|priya|wei|sarah|chris|alex|steve|kate|maria|peter|paul|james|david|dan|ben|matt|nick|andrew|emma"
        r"|lisa|laura|raj|ravi|ahmed|ali|carlos|juan|hans|max|sam)\b"
    ),
    (
        rf"(?i)\b(?:nobody|no one|everyone|everybody) (?:likes|hates|trusts|enjoys|avoids|fears|dislikes) "
        rf"(?:working with |to work with )?(?-i:{CAPITALISED})"
    ),
    (
        rf"(?i)\b(?:the|our|my) (?:[\w-]+ )?(?:lead|developer|engineer|tester|manager|analyst|architect|admin"
        rf"|intern|contractor|colleague|programmer), (?-i:{CAPITALISED}),"
    ),
    rf"(?i)\b(?:blame|thank) (?-i:{CAPITALISED}) for\b",
    (
        rf"{BEFORE}{CAPITALISED} (?:reviews|codes|works|writes|types|debugs|learns|answers) (?:\w+ ){{0,2}}(?:than "
        rf"(?:anyone|everyone|the others|most)|best in the team)"
    ),
    (
        rf"{BEFORE}{CAPITALISED} (?:writes|gives|makes) (?:the|our) (?:\w+est|best|worst|most \w+|least \w+) (?:\w+ )?"
        r"(?:code|tests|reviews|docs|documentation|commits|commit messages|estimates|patches|mistakes|bugs)\b"
    ),
    rf"{BEFORE}{CAPITALISED} (?:got|had|received) an? (?:\w+ )?(?:appraisal|warning|raise|reprimand|promotion)\b",
    (
        r"(?i)\bour (?:best|worst|weakest|strongest|slowest|fastest|laziest) (?:engineer|developer|dev|reviewer"
        r"|programmer|coder|tester|quant|analyst|DBA)\b"
    ),
    (
        rf"{BEFORE}{CAPITALISED},? (?:who|because (?:he|she)|since (?:he|she)|and (?:he|she)|as (?:he|she)|so (?:he"
        rf"|she)|but (?:he|she))\b"
    ),
)

# A technology may be asked, or be the only one that knows.
NO_ONE: Final = (
    rf"(?s).?(?:[A-Za-z'-]+ ){{1,3}}{NO_NAME}.*",
    rf"(?s).?{NO_NAME} ?(?:is|was|who|and|because|so|but|since|as)\b.*",
)
HE_OR_SHE: Final = (rf"{BEFORE}{PRONOUN}(?:['’](?:s|ll|d))? [a-z]+",)
