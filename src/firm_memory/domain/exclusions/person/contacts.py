"""Ways to reach one engineer: addresses of persons, telephone numbers, handles of messengers and forges."""

from __future__ import annotations

import re
from typing import Final

from firm_memory.domain.exclusions.person.given_names import GIVEN_NAMES

_NAMES: Final = "|".join(name for name in GIVEN_NAMES if name.isascii() and len(name) > 3).lower()
_DOMAIN: Final = r"[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"
_OPENING: Final = r"(?:^|[^\w.:/@+%-]|(?i:mail(?:to)?|почта|почте|邮箱|邮件)[:：]\s?)"

ADDRESS: Final = rf"{_OPENING}[A-Za-z][A-Za-z0-9_]*(?:[._+-][A-Za-z0-9_]+)*@{_DOMAIN}"
# A given name, a dot and a surname, or an initial and a surname: nobody gives a team such an address.
NAMED_ADDRESS: Final = (
    rf"(?i){_OPENING}(?:{_NAMES})(?:[._-][a-z][a-z-]+)?[0-9]{{0,4}}@{_DOMAIN}",
    (
        rf"(?i){_OPENING}[a-z][._][a-z]{{3,}}(?:ov|ova|ev|eva|sky|ski|son|sen|man|ez|enko|ez|ini|elli|berg|stein"
        rf"|wicz|ian|ley|ton)@{_DOMAIN}"
    ),
)
_SHARED: Final = (
    r"security|secure|sec|no-?reply|do-?not-?reply|alerts?|alerting|team|teams|support|help|helpdesk|info"
    r"|information|admin|admins|ops|dev|devs|oncall"
    r"|on-?call|platform|svc|service|services|bot|bots|root|postmaster|hostmaster|webmaster|abuse|sales"
    r"|billing|payments?|risk|desk|git"
    r"|contact|hello|legal|privacy|compliance|audit|users?|username|name|example|test|tests|testing|foo|bar"
    r"|data|infra|sre|noc|soc|press|media|jobs|hr"
    r"|careers|office|reports?|reporting|orders?|trades?|trading|settlement|clearing|invoices?|accounts?"
    r"|accounting|finance|incidents?|issues|bugs"
    r"|feedback|notifications?|notify|mailer|mailer-daemon|daemon|monitoring|monitor|deploy|deployer"
    r"|deployment|ci|cd|build|builds|release|releases|group|guild"
    r"|squad|list|lists|announce|all|everyone|staff|engineering|engineers|vendor|customer|customers|client"
    r"|clients|partners?|api|app|apps|web|mail"
    r"|email|system|sysadmin|network|networks|db|dba|postgres|mysql|oracle|ubuntu|ec2-user|centos|debian|core"
    r"|client|host|server|local|public|private|dpo"
    r"|gdpr|newsletter|marketing|ledger|gateway|oms|market|quant|research|pricing|treasury|ingest|archive"
    r"|backup|batch|jenkins|gitlab|github|jira|someone|person|you|me|x+|address|recipient|sender|queue|worker"
    r"|scheduler|cron"
)
_SHARED_LOCAL: Final = re.compile(rf"(?i)(?:^|[._+-])(?:{_SHARED})[0-9]*(?:$|[._+-])")
SHARED_ADDRESS: Final = (
    rf"(?is).*(?:^|[^a-z+])(?:{_SHARED})[0-9]*(?:[._+-][a-z0-9_.+-]*)?@.*",
    rf"(?is)[^a-z]?(?:mailto:)?(?:{_SHARED})[._+-].*@.*",
    r"(?s).*@[A-Z0-9.-]+",
    r"(?s).*@.*\.(?:service|timer|socket|target|mount|js|ts|json|ya?ml|py|java|rs|go|local)",
    r"(?s).*[0-9]{6,}.*@.*",
)

_OF_ALL: Final = (
    r"(?:hotline|helpdesk|help desk|service desk|switchboard|front desk|reception|call cent(?:er|re)|support line"
    r"|emergency line|горяч[а-яё]+ лини[а-яё]+|диспетчерск[а-яё]+|热线|总机|客服)"
)
_COUNTED: Final = (
    r"(?:build|version|serial|order|account|invoice|policy|claim|ticket|card|part|model|case|contract|article|batch|port"
    r"|tracking|reference|customer|revision|magic)"
)
_BEHIND: Final = rf"(?:[^\n.;0-9]{{0,40}}?(?i:{_OF_ALL}))?"
_AHEAD: Final = rf"(?:(?i:{_OF_ALL})[^\n.;0-9]{{0,40}}?)??"
TELEPHONE: Final = (
    (
        rf"{_AHEAD}(?:(?i:{_COUNTED}) )?(?i)(?:\b(?:tel|phone|telephone|mobile|cell|call|whatsapp|sms|text|number)\b"
        r"|тел\.?|телефон\w*|моб\w*"
        r"|звон\w*|номер\w*|手机|电话|致电|打)[^\n.;0-9]{0,24}\+?[0-9(][0-9 ()-]{6,}[0-9]"
        rf"{_BEHIND}"
    ),
    r"(?:手机|电话|致电|打)[^\n。；0-9]{0,8}1[3-9][0-9]{9}",
    rf"{_AHEAD}(?:^|[\s(（:：，,])\+[1-9][0-9]{{0,2}}[ .(-]{{1,2}}[0-9(][0-9 ().-]{{5,}}[0-9]{_BEHIND}",
    rf"{_AHEAD}(?:^|[^\d.])8[ (-]{{1,2}}[0-9]{{3}}[ )-]{{1,2}}[0-9]{{3}}-[0-9]{{2}}-[0-9]{{2}}{_BEHIND}",
)
TELEPHONE_OF_ALL: Final = (
    rf"(?is).?{_COUNTED} number.*",
    rf"(?is).*(?:{_OF_ALL}|line of|версии|версия|version).*",
)

MESSENGER: Final = (
    (
        r"(?i)(?:telegram|whatsapp|wechat|weixin|skype|signal|slack|discord|teams|viber|linkedin|twitter|github"
        r"|телеграм\w*|телеге|тг|слак\w*|ватсап\w*|вотсап\w*|скайп\w*)"
        r"(?: (?:handle|id|nick|nickname|user|username|account|name|contact))?[^\n.;@]{0,30}(?:^"
        r"|[\s(:：])@[a-z][\w.-]{2,}"
    ),
    (
        r"(?i)\b(?:wechat|weixin|skype|telegram|whatsapp|signal)\b ?(?:handle|id|nick(?:name)?|username"
        r"|contact)?(?: is|:| ) ?[a-z]+[_.0-9][\w.]+"
    ),
    r"(?:微信|钉钉|飞书|企业微信|\bQQ|\bqq)(?:号|是|：|:)?\s*@?[A-Za-z]*[\d_][\w-]{3,}",
    (
        r"(?i)(?:slack|telegram|discord|forge|github|gitlab) (?:handle|nick(?:name)?|username) (?:of|is"
        r"|for)\b[^\n.;]{0,40}"
    ),
)
HANDLE: Final = r"(?:^|[\s(,;\"'“«：，。、；])@[A-Za-z][\w]*(?:[.\-/][\w.\-]+)*"
_GROUP: Final = (
    r"team|teams|oncall|on-call|ops|devops|platform|infra|security|owners?|guild|squad|core|bot|desk|support"
    r"|devs?|admins?|channel"
    r"|here|everyone|all|reviewers?|maintainers?|payments?|risk|group|eng|engineering|data|sre|backend"
    r"|frontend|web|mobile|leads?|staff|users?|members?"
    r"|council|committee|board|crew|chapter|tribe|release|releases|ci|qa|dba|ledger|settlement|gateway"
    r"|architects?|captains?|managers?"
)
_ANNOTATION: Final = (
    r"daily|hourly|weekly|monthly|yearly|annually|midnight|reboot|every|property|staticmethod|classmethod"
    r"|dataclass|define|frozen|cached|cache"
    r"|lru_cache|contextmanager|override|overload|final|param|params|return|returns|throws|deprecated|see"
    r"|since|author|todo|internal|type|typedef|import|media"
    r"|keyframes|charset|supports|tailwind|apply|include|mixin|extend|use|layer|example|latest|next|main"
    r"|master|head|beta|alpha|rc|canary|stable|wraps|given|when|then"
    r"|fixture|mock|patch|parametrize|pytest|app|router|api|attrs?|functools|click|celery|task|shared_task|dag"
    r"|asset|op|job|flow|step|login_required|transaction|atomic|retry|tracer"
    r"|timed|lock|inject|inject_\w+|singleton|component|service|controller|injectable|input|output|angular"
    r"|types|babel|vue|nestjs|testing-library|jit|njit|numba|tf|torch|rule|tag|skip|slow|flaky|smoke|wip"
    r"|ignore|ts-ignore|ts-expect-error|ts-nocheck|at|v?[0-9.]+|x+|abstractmethod|dynamic|available|main_actor"
    r"|objc|published|state|binding|environment|escaping|autoclosure|discardableresult|spec|doc|moduledoc"
    r"|behaviour|impl|font-face|page|container|media|handle|handles|user|username|name|mention|mentions|sha256"
    r"|digest|tag|version|index|timestamp|message|file|path|host|domain|localhost"
)
NO_HANDLE: Final = (
    r"(?s).?@[A-Z].*",
    r"(?s).?@.*/.*",
    rf"(?is).?@(?:[\w.-]*[._-])?(?:{_GROUP})[._-]?",
    rf"(?is).?@(?:{_GROUP})[._-].*",
    rf"(?is).?@(?:{_ANNOTATION})(?:[._(].*)?",
    r"(?s).?@.*_.*_.*",
)


def is_shared(local_part: str) -> bool:
    """Whether the local part of an address is that of a team, a role or a machine."""
    return _SHARED_LOCAL.search(local_part) is not None
