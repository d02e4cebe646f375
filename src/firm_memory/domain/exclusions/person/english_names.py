"""Names of engineers in English prose, and the laws, systems and firms that are named after people."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.person.naming import KNOWN
from firm_memory.domain.exclusions.phrasing import BEFORE

_SCIENCE: Final = (
    r"law|theorem|algorithm|filter|model|distance|paper|principle|rule|equation|inequality|optimi[sz]er"
    r"|initiali[sz]ation|criterion|pattern|lemma|curve|effect|series"
    r"|triangle|tree|hash|transform|conjecture|formula|razor|paradox|method|Strangler|advice|correction"
    r"|formulae?|identity|bound"
)
_THING: Final = (
    rf"{_SCIENCE}|index|service|server|cluster|host|bot|framework|library|language|protocol|format|fund|bank"
    rf"|exchange|bridge|river|street|island|airport|scheme"
    r"|process|project|platform|system|database|queue|topic|node|box|module|engine|app|application|API|SDK"
    r"|chart|job|pipeline|environment|stack|instance|feed|data ?cent(?:er|re)|persona|fixture"
    r"|account|release|image|Inc|Ltd|LLC|GmbH|AG|plc|Group|Capital|Partners|Securities|Brothers|Bank|Holdings"
    r"|Street|University|Morris|Schwab|River|Reynolds|Lynch|Jones|Templeton|Blair|Hathaway|Doe|Roe|Q\. Public"
    r"|Appleseed|building|room|campus|hall|ward|lab|laboratory|institute|foundation|award|prize|medal|wing|school|clinic"
    r"|hospital|centre|center|theatre|park|square|station|lecture|stadium"
)
_AUTHORS: Final = (
    r"Martin Fowler|Eric Evans|Kent Beck|Donald Knuth|Martin Kleppmann|Leslie Lamport|Robert (?:C\. )?Martin"
    r"|Michael Nygard|Michael Feathers|Sam Newman"
    r"|Linus Torvalds|Barbara Liskov|Alan Turing|John von Neumann|Thomas Bayes|Fischer Black|Robert Merton"
    r"|Harry Markowitz|Gene Kim|Joe Armstrong|Brendan Gregg"
    r"|Ken Thompson|Dennis Ritchie|Rob Pike|Uncle Bob|Joel Spolsky|Vaughn Vernon|Gregor Hohpe|David Parnas"
    r"|Fred Brooks|Larry Wall|James Gosling|Bjarne Stroustrup"
    r"|Jon Postel|Tim Berners|Simon Brown|Neal Ford|Mark Richards|Alistair Cockburn|Brian Kernighan|Charles "
    r"(?:Schwab|River)|Edward Jones|Raymond James|Philip Morris|Thomas Cook|William Hill|Thomson Reuters|Paul "
    r"Tudor|Jim Simons|Jeff Dean|Alice and Bob|Bob and Alice"
)
_KINDS: Final = (
    r"(?:\b(?:Project|Team|Squad|Service|Host|Server|Cluster|Module|Product|Node|Queue|Topic|Platform|Programme|Program"
    r"|squad|team|platform|codename|building|room|method|algorithm))"
)
_IN_USE: Final = r" (?:is|was|are) (?:used|applied|enabled|installed|configured|deployed)"
NAMED: Final = (
    (
        rf"(?:{_KINDS} [\"'“‘`]?|[\"'“‘`](?:[A-Z]\w+ )?"
        rf"|\b(?:service|host|node|server|box|cluster|database|bot|named|called|project|queue"
        rf"|topic|instance|environment|machine|user|account|job|module|class|product|codename|codenamed|fixture|persona|St\.|Saint"
        rf"|San|Santa|Sankt|Monte|Lockheed|Aston|Raymond|Merrill|Philip|Big|the|placeholder)\s+[\"'“‘`]?|{BEFORE})"
        rf"{KNOWN}\b(?:['’]s?|[\"”`])?(?: (?:[a-z]+ )?(?:{_THING})s?\b|{_IN_USE}\b)?"
    ),
)
NOT_NAMED: Final = (
    rf"(?s)\W?(?:{_AUTHORS})\b.*",
    rf"(?s).*['’]s? (?:{_SCIENCE})s?",
    rf"(?s)[^’']* (?:{_THING})s?|.*{_IN_USE}",
    rf"(?s)\W?{_KINDS} .*",
    r"(?s)[\"'“‘`](?:\w+ )?[^\"'“‘`]{2,40}[\"'”’`]",  # a term that bears a name
    (
        r"(?s)\W?(?:service|host|node|server|box|cluster|database|bot|named|called|project|queue|topic|instance"
        r"|environment|machine|user|account|job|module|class|product|codename|codenamed|fixture|persona|St\.|Saint"
        r"|San|Santa|Sankt|Monte|Lockheed|Aston|Raymond|Merrill|Philip|Big|placeholder)\s.*"
    ),
    r"(?s)\W?[A-Z]\. ?(?:[A-Z]\. ?)?(?:Price|Morgan|Reilly|Rowe|Coli)\b.*",
)
