"""What English prose says of one engineer: private matters, habits, ability, blame."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.phrasing import any_of

# Said of nothing but a human being, so that any capitalised word before it is a name.
HUMAN_STATES: Final = any_of(r"""
    (?:on|off|out) (?:(?:his|her|long|extended|an?|sick|parental|maternity|paternity) )*(?:leave|PTO)
    (?:on|off|out) (?:annual|medical|unpaid|study|family|compassionate|bereavement|stress) leave
    (?:on|off|out|back from) (?:his |her |an? |long )?(?:vacation|sabbatical|honeymoon|(?:sick |parental )?leave)
    (?:on|back from) (?:his |her |an? |long )?holidays? (?:until|till|this|next|for|with)
    off sick|out sick|sick (?:since|with|again|this|and|today|for)|unwell|pregnant|depressed|burn(?:ed|t) out
    hungover|hung over|grumpy
    moody|cranky|careless|arrogant|rude|short-tempered|hot-tempered|bad-tempered|irritable|forgetful|absent-minded
    unmotivated
    demotivated|clueless|unprofessional|divorced|married|autistic|dyslexic|colou?r-?blind|nervous|shy|introverted
    talkative|nitpicky
    nitpicker|impatient|condescending|defensive|passive-aggressive|dishonest|toxic
    (?:difficult|hard|easy) to work with
    distracted|tired|awake|underpaid|overpaid|in hospital
    in (?:his|her) (?:twenties|thirties|forties|fifties|sixties)|grieving
    lazy (?:and|about|when)|perfectionist|micromanager|workaholic|night owl|morning person|early riser|smoker|vegan
    vegetarian|allergic
    (?:put|placed) on (?:an? |the )?(?:performance|improvement|pip)
    given (?:an? )?(?:performance|pip|verbal warning|written warning)
    sacked|resigning|quitting|retiring|headhunted|laid off|going through an? (?:divorce|rough|hard|difficult)
    having a baby
    expecting a (?:baby|child)|getting married|[2-6][0-9] years old|denied a raise
    looking for (?:a|another) (?:new )?job|looking around
    leaving the (?:firm|company|team)|working from home|working nights|working remotely
    interviewing (?:at|with|elsewhere)
""")
_ABLE: Final = any_of("""
    weak|strong|slow|fast|quick|bad|good|great|terrible|poor|brilliant|excellent|hopeless|strict|lenient|harsh
    thorough|lax|unreliable
    reliable|careful|pedantic|inexperienced|better|worse|useless|quicker|slower|sloppy|picky
""")
_HUMAN_WORK: Final = any_of(r"""
    reviews?|reviewing|testing|estimates|estimating|estimation|deadlines|commit messages|documentation|docs|feedback
    replying|SQL|answering
    responding|communication|communicating|meetings|concurrency|naming|people|mentoring|English|debugging|details?
    coding|writing \w+|an? reviewer
    explaining|planning|teamwork|criticism|presentations|front-?end|back-?end|CSS|git|rebasing
""")
ABILITY: Final = (
    rf"{_ABLE} (?:at|in|with|on|about|when|as) (?:\w+ )?{_HUMAN_WORK}",
    (
        r"(?:the|our|my) (?:\w+ )?(?:best|worst|weakest|strongest|slowest|fastest|smartest|most \w+|least \w+"
        r"|go-to|right|only) (?:\w+ )?(?:person|guy|one who"
        r"|engineer|developer|reviewer|programmer|expert|coder|tester|dev|woman|man|typist|human|colleague"
        r"|architect|analyst)"
    ),
)
HUMAN_ACTS: Final = any_of(r"""
    hates?|dislikes?|adores?|resents?|forg[eo]ts? to|always forgets|forgetting to|keeps? forgetting
    complains (?:loudly|constantly|when|that|a lot)|gossips?|procrastinates?
    overslept|oversleeps|shows? up late|leaves? early|works? from home|works? remotely|works? part[- ]time
    works? nights|works? only|only works?|mistyped
    fat-fingered|cuts? corners|cutting corners|loses? (?:his|her) temper|gave notice|handed in (?:his|her)
    gives? up easily|typed the wrong|ran the wrong (?:command|script)
    takes? (?:it|criticism|feedback) (?:personally|badly|poorly)
    gets? (?:defensive|upset|angry|nervous|annoyed|offended|emotional)|rubber-?stamps?
    interviewed (?:at|with|elsewhere)|missed (?:\w+ ){0,2}(?:stand-?ups?|meetings?|deadlines?|trainings?|shifts?)
    (?:copies|copied|copy-pastes) (?:code|answers|snippets)
    is leaving the (?:firm|company|team)|only reviews
    (?:does not|doesn['’]t|cannot|can['’]t) (?:know how to|enjoy|bother|take criticism|write tests|spell|cope)
    (?:does not|doesn['’]t) test (?:his|her)
    (?:cannot|can['’]t) be trusted with (?:production|access|releases?|migrations?|code|the)
    (?:does not|doesn['’]t) understand (?:joins|git|SQL|concurrency|locking|the (?:code|domain|business))
    snaps at|shouts at|yells at|argues with|flirts|drinks|smokes|sulks|micromanages|nitpicks|bikesheds
    over-?engineers|quarrels|applied for (?:another|parental|the post)
    asked for a raise|turned down (?:a|the) promotion|call(?:s|ed) in sick|took (?:an? )?(?:sick|time off|parental)
    wears|speaks (?:poor|little|bad|broken|fluent) \w+
    commutes|graduated from|studied at
    has (?:a|an|two|three) (?:small |young )?(?:kids?|baby|newborn|temper|PhD|panic)
    picks? up (?:his|her|their|the) (?:kids?|son|daughter)
    lost (?:his|her) (?:temper|father|mother|job|wife|husband)|never (?:shows up|says|apologi[sz]es|smiles)
    never answers before|has (?:a|the|this) (?:bad |annoying |nasty )?habit
    sits (?:on the \w+ floor|by the window|at (?:his|her)|in the (?:office|corner)|next to (?:him|her|me))
    failed the (?:certification|exam|interview|probation)|bills for hours
    does not sleep|doesn['’]t sleep|has ever (?:restored|fixed|understood)|was (?:drunk|asleep|hungover)|fell asleep
    lives in (?:\w+ )?with|born in (?:19|20)[0-9]{2}|won['’]t touch \w+\.
    will not touch \w+\.
""")
# Things do and are these too, so they count only after a known name, initials, a pronoun or a role of one person.
HABITS: Final = any_of(r"""
    prefers?|preferred|likes?|loves?|enjoys?|wants?|insists?|refuses?|refused|argues?|believes?|thinks?|feels?
    knows?|understands?|forgets?|forgot|complains?|earns?
    struggles?|struggled|keeps?|tends?|merges?|approves?|reviews?|tests?|skips?|skipped|ignores?|ignored|breaks?
    broke|push(?:es|ed)|lives?|moved|panicked
    writes?|checks?|replies|responds?|answers?|helps?|remembers?|misses|missed|avoids?|copies|deleted?|dropped
    caused|fights?|sits|speaks|arrives?|comes?
    typed|ran|misread|misconfigured|overlooked|starts?|works?|working|leaves?|left|joined|retires?|quits?|owns?
    wrote|built|maintains?|has|had|does|did|cannot|can['’]t
    slow|fast|quick|weak|strong|bad|good|great|terrible|poor|brilliant|excellent|hopeless|strict|lenient|unreliable
    reliable|late|absent|away|unavailable|available|busy
    responsible|guilty|junior|inexperienced|new to|the only|an expert|the expert|the best|the worst|lazy|sloppy
    stubborn|picky|ill|sick|engaged|exhausted|stressed|bored
    promoted|demoted|hired|fired|dismissed|let go|transferred|assigned|blamed|known for|based in|from [A-Z]\w+
    in charge|to blame|overworked|lonely|deaf|leaving|on holiday
    incompetent|disorgani[sz]ed|resigned|passed over
""")
SHAMEFUL: Final = any_of("""
    lazy|sloppy|stubborn|picky|fired|dismissed|demoted|to blame|slow|incompetent|unreliable|late|copies|skips
    forgets?|forgot|complains|refuses|hopeless|weak
    disorgani[sz]ed|stressed|overworked|bored|hates|struggles|resigned|clueless|cannot be trusted|broke|breaks
    ignores|dropped|deleted|keeps \\w+ing|always \\w+s|never \\w+s
    likes|prefers|hates|earns|paid
""")
OWNED: Final = any_of(r"""
    salary|pay|pay rise|raise|bonus|compensation|performance(?: review| rating| plan)?|attitude|mood|temper|health
    illness|divorce|wedding|vacation|holidays?|leave
    absence|working (?:hours|style)|habits?|desk|mobile|cell|phone(?: number)?|home address|calendar|fault|mistake
    carelessness|laziness|ego|English|accent
    resignation|birthday|age|contract|notice period|promotion|visa|estimates|reviews|code|code quality|pull requests
    merge requests|commits|PRs|MRs|commit messages
    baby|opinion|taste|style|manager|boss|laptop|machine|merge request|branch|tickets?|way|skills?|knowledge
    experience|work|tests|expertise|weakness|strength|level
""")
PRIVATE_OWNED: Final = any_of(r"""
    salary|pay rise|bonus|performance (?:review|rating)|attitude|mood|temper|illness|divorce|wedding|maternity leave
    vacation|absence|sick leave|working hours
    typo|oversight|negligence|carelessness|laziness|ego|birthday
    resignation|notice period|code quality|phone number|home address|burnout
    pregnancy|husband|wife|kids?|promotion was|estimates|commit messages
""")
# Words of private life: with a name before them in the sentence they tell of a person, whatever the verb.
LIFE: Final = any_of(r"""
    husband|wife|boyfriend|girlfriend|fianc[ée]e?|newborn|toddlers?|kids|pregnancy|wedding|hungover|drunk
    panic attack|therapist|anxiety|sleepy|(?:denied|asked for) a raise|pay rise
    star performer|low performer|careless(?:ly|ness)?|laziness|grumpy|typist|bad mood
    performance (?:plan|review|rating)|improvement plan|job interview|bad-tempered
    (?:his|her) (?:\w+ )?(?:mother|father|parents|daughter|commute|health|laptop|notice|probation|boss|manager)
    (?:his|her) (?:\w+ )?(?:code|tickets?|wife|husband|holidays?|patches|commits)
""")
