"""How English prose names one engineer: a known given name, initials, a pronoun, a lone role, a capital letter."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.person.given_names import GIVEN_NAMES
from firm_memory.domain.exclusions.phrasing import BEFORE, any_of

_CAPITAL: Final = r"[A-ZÀ-ÖØ-ÞĀŁŚŞČĐŽ][a-zß-öø-ÿāăąćčďđęěğıłńňřśşšťůźżž’']+(?:-[A-Z]?[a-zß-öø-ÿ]+)?"
_SURNAMES: Final = rf"(?: {_CAPITAL}){{0,2}}"

GIVEN: Final = rf"(?:(?:{'|'.join(GIVEN_NAMES)})(?:-[A-Z][a-zß-öø-ÿ]+)?{_SURNAMES})"
KNOWN: Final = rf"(?:{GIVEN}|[A-Z]\. ?(?:[A-Z]\. ?)?{_CAPITAL}|(?:[Mm]r|[Mm]rs|[Mm]s|[Dd]r|[Pp]rof)\.? {_CAPITAL})"
# Family names that stand alone; fathers of methods, who have no habits, are `NO_NAME`.
FAMILY: Final = (
    r"(?:Smith|Johnson|Williams|Brown|Davis|Garcia|Martinez|Rodriguez|Wilson|Anderson|Taylor|Moore|Singh|Patel"
    r"|Khan|Kumar|Sharma|Gupta|Das"
    r"|Iyer|Reddy|Rao|Mehta|Shah|Kim|Park|Choi|Tanaka|Suzuki|Sato|Yamamoto|Watanabe|Schmidt|Schneider|Fischer"
    r"|Weber|Wagner|Becker|Hoffmann"
    r"|Dubois|Lefebvre|Moreau|Rossi|Russo|Ferrari|Silva|Santos|Oliveira|Costa|Okafor|Okonkwo|Mensah|Diallo"
    r"|Cohen|Levi|Hansen|Nielsen|Murphy"
    r"|O['’]Brien|O['’]Connor|Kelly|Walsh|Evans|Hughes|Novak|Kovacs|Nagy|Horvat|Haddad|Mansour|Yilmaz|Demir"
    r"|Kaya"
    r"|[A-Z][a-z]{2,}(?:[eo]va?|sk[iy]|skaya|enko|wicz|sson|dottir|oglu|yan|shvili|escu|opoulos))"
)
# Given names that are words, places or technologies as well: they count with what only a person does.
AMBIGUOUS: Final = any_of("""
    Will|Mark|Grace|Faith|Hope|Joy|Rose|Ruby|Max|Jordan|Austin|Chase|Grant|Frank|Jack|Sam|Ray|Pat|Robin|Drew|Dean|Kai|Jin|Bo|Bao|Milan
    Julia|Victoria|Charlotte|Florence|Sydney|Paris|Georgia|Virginia|Ada|Alan|Travis|Bill|Iris|Luna|Sage|Otto|Kent|Carol|Jade|Crystal
    Amber|Penny|Percy|Cole|Duke|Earl|Gene|Hunter|Mason|Miles|Norman|Rich|Rob|Sandy|Sue|Ted|Troy|Wade|Tyler|Spencer|Logan|Morgan|Taylor
    Jane|Lane|Hazel|Ivy|Lily|Violet|Stella|Stan|Roman|Leo|Max|Viola|Raj|Ram|Ana|Ming|Long|Min|Jun|Hao|Yan|Chase|Dawn|Summer|Autumn
    April|June|Dale|Glen|Clay|Reed|Art|Ken|Don|Gus|Hal|Lex|Ned|Rex|Zoe|Amy|Kim|Lee|Ng|Wu|Xu|Li|Ma|Ho
""")
CAPITALISED: Final = rf"(?:{_CAPITAL}{_SURNAMES})"
_RANK: Final = (
    r"(?:(?:new|old|former|junior|senior|lead|principal|staff|chief|youngest|other|only|front-?end|back-?end"
    r"|remote"
    r"|external|previous|tech|data|QA|DevOps|[A-Z]{2,4}) ){0,3}"
)
_POST: Final = (
    r"(?:junior|senior|intern|trainee|apprentice|manager|boss|lead|developer|dev|engineer|contractor|colleague"
    r"|teammate"
    r"|co-?worker|tester|QA|architect|CTO|DBA|analyst|newbie|new guy|new hire|guy|admin|sysadmin|programmer"
    r"|freelancer"
    r"|consultant|team lead|tech lead|techlead|quant|scrum master|product owner|director|student)"
)
LONE_ROLE: Final = (
    rf"(?:(?:[Oo]ur|[Mm]y|[Tt]he|[Oo]ne of our|[Tt]hat|[Tt]heir) {_RANK}{_POST}(?: (?:on|in|from|at) (?:the "
    rf")?[\w-]+(?: (?:team|desk|squad|guild))?)?)"
)
PRONOUN: Final = r"(?:[Hh]e|[Ss]he)"
# What stands at the head of a sentence with a capital letter: a name may follow the one, the other is no name.
_CONNECTIVES: Final = any_of("""
    What|When|If|While|Since|Because|After|Before|Never|Always|Only|There|Here|And|But|So|Then|Also|Not|Just|Please|Do|Don
    For|From|In|On|At|By|With|Until|Once|Whenever|Where|As|Although|Though|Unless|Let|Ask|Call|Ever
    Every time|It was|Like|Unlike|Except
""")
_NO_PERSONS: Final = any_of("""
    It|This|That|These|Those|They|We|You|One|No|Nobody|No one|Everyone|Everybody|Someone|Anyone|Each|Every|Any|The|An?
    Who|Whoever|Which|Staff|Users?|Customers?|Clients?|Employees?|Engineers?|Developers?|Reviewers?|Traders?|Managers?|Teams?|Nothing
    Everything|Somebody|Code|Tests?|Builds?|Patients?|Members?|Drivers?|Agents?|Workers?|Students?|Contractors?|Passengers?|Guests?|Payroll
    Sonar|Alembic|Leave|Parental|Sick|Holidays?|Salary|Salaries|Absences?|Maternity|Fields?|Records?|Reports?|Requests?|Services?
    Data|Personal|Human|HR|Vacations?|January|February|March|April|May|June|July|August|September|October|November|December
    Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Django|Python|Java|Kubernetes|Postgres|PostgreSQL|Terraform|Jenkins
    Kafka|Redis|GitLab|GitHub|Docker|Linux|Windows|Cassandra|Spark|Maven|Gradle|Ansible|Puppet|Markov|Chebyshev|Lyapunov
    Kolmogorov|Smirnov|Bloomberg|Reuters|Google|Amazon|Microsoft|Apple|Riders?|Nurses?|Doctors?|Teachers?|Couriers?|Tenants?
    Admins?|Operators?|Analysts?|Accounts?|Orders?|Messages?|Nodes?|Pods?|Hosts?|Jobs?|Queues?
""")
NO_NAME: Final = rf"(?:(?:{_CONNECTIVES} )?{_NO_PERSONS}\b|{_CONNECTIVES}(?: [^A-Z]|['’]))"


def said_of(who: str, *predicates: str, least: int = 0) -> str:
    """RE2: one of `predicates` said of `who`, with the auxiliaries and adverbs that may stand between them.

    `least` is how many of those there must be: one or more where the predicate alone may be an attribute.
    """
    said = "|".join(predicates)
    return (
        rf"{BEFORE}{who}(?:,? (?:on|in|from|at|of|over in) (?:the )?[\w-]+(?: (?:team|desk|squad|guild|group"
        rf"|office))?,?)?"
        r"(?:['’](?:s|ll|d|ve))?,?"
        r"(?: (?:is|was|are|were|has|had|have|been|be|will|would|can|could|may|should|always|never|often|still"
        r"|really|just|usually|also"
        r"|only|too|so|very|quite|rather|such|an?|who|and|again|already|actually|clearly|currently|now|simply"
        r"|extremely"
        r"|seems?|gets?|got|became|becomes|tends to|seems to|tend to|both|more|sometimes|constantly|generally"
        r"|typically|mostly"
        rf"|rarely|frequently|does|did|do|not|n['’]t|doesn['’]t|didn['’]t|isn['’]t|wasn['’]t|can['’]t"
        rf"|won['’]t)){{{least},5}} (?:{said})\b"
    )
