"""The signs by which a whole line of code is known. A table only; nothing here decides."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.code.signs import table

_NAME: Final = r"[A-Za-z_$][\w$]{0,60}"
_PATH: Final = r"[A-Za-z_$][\w$.:>\[\]-]{0,80}"

# A whole line, without its indentation: 2 is unmistakable, 1 is likely.
LINES: Final = table(
    # Python, Ruby, and what looks like them
    (2, rf"(?:async )?def {_NAME}(?:\s?\(.{{0,200}}|\s*:?)$"),
    (2, rf"class {_NAME}(?:\(.{{0,120}}\))?:$"),
    (2, rf"(?:(?:abstract|sealed|data|case|value|open|inner|final) ){{1,2}}class {_NAME}.{{0,250}}$"),
    (2, rf"class {_NAME}\((?:(?:private |override )?va[lr] ).{{1,250}}$"),
    (2, r"from [\w.]{1,80} import [\w*, ().]{1,200}$"),
    (2, r"import [\w.]{1,80}(?: as \w+)?;?$"),
    (2, r"import (?:static )?[\w.*]{3,120};$"),
    (2, r"(?:el)?if .{1,200}(?:==|!=|<|>| is | not | in |\(|\.|\b(?:None|True|False)\b).{0,200}:$"),
    (2, r"(?:async )?(?:for [\w, ()]{1,60} in .{1,200}|while .{1,200}[()=<>].{0,100}|with [\w.]{1,60}\(.{0,200}):$"),
    (2, r"(?:try|else|finally|except(?: [\w., ()]{1,80})?(?: as \w+)?):$"),
    (2, r"@[\w.]{2,60}(?:\(.{0,200}\))?$"),
    (2, rf"(?:self|this)\.{_PATH}\s?(?:[-+*/|]?=|\().{{0,200}}$"),
    (1, r"(?:return|yield|raise|await|assert|del|throw|defer|go)\b(?: [\w\"'(\[{*&!-].{0,200}|;)?$"),
    (1, r"(?:pass|break|continue|end|fi|done|esac|do|then|else|begin)[;}]?$"),
    (2, r"(?:print|println|printf|console\.log|fmt\.\w+|puts|echo)\s?[(\"'$].{0,200}$"),
    (2, rf"{_PATH}\s=\s(?:await |new )?{_PATH}\([^)]{{0,200}}\);?$"),
    (1, rf"{_PATH}(?:, ?{_PATH})?\s?(?::\s?[\w\[\]., |]{{1,60}}\s?)?[-+*/%|&^:]?=\s?[^=\s].{{0,300}}$"),
    (1, rf"(?:await )?{_PATH}\(.{{0,250}}\)[;,]?$"),
    (1, r"[}\])]{1,6}[;,]?$"),
    (1, r"[{\[(]$"),
    (1, r"\S.{0,150}\)\.\w{1,40}(?:\(.{0,120}\))?[;,]?$"),
    (2, r"\{\{-? .{1,200}\}\}$|\{% .{1,200}%\}$|apiVersion: [\w./]{1,60}$"),
    (2, r"\S.{1,300}\s\\$"),  # goes on in the next line
    # Braces and semicolons
    (
        2,
        (
            r".{1,200}\)\s?(?:throws [\w, .]{1,80}|const|noexcept|->\s?[\w<>:&*\[\], ]{1,60}"
            r"|:\s?[\w<>\[\]| .]{1,60})?\s?\{$"
        ),
    ),
    (2, r"(?:\}\s?)?(?:else|try|finally|do|loop|unsafe|catch\b.{0,80}|else if\b.{0,200})\s?\{$"),
    (
        2,
        (
            r"(?:public|private|protected|internal|export|abstract|final|static|sealed|override"
            r"|virtual|readonly|partial)\b.{1,200}[({;=]$"
        ),
    ),
    (2, r"(?:public|private|protected|internal|export|abstract|final|static)\b.{1,200}(?:\{|;|\}|\)$)"),
    (
        2,
        (
            r"(?:export )?(?:default )?(?:interface|class|enum|struct|trait|impl|type|namespace|module"
            r"|record|union|message|service|object|data class)\b[^.;]{1,150}\{\}?$"
        ),
    ),
    (2, r"(?:const|let|var|val|auto|final)\s[\w$<>:,\[\] {}*&]{1,100}\s?=\s?.{1,300}$"),
    (
        2,
        (
            r"(?:pub(?:\([a-z]+\))? )?(?:async )?(?:fn|func|fun|function|sub|proc)\s?"
            r"(?:\([^)]{0,80}\)\s?)?[\w<>.]{0,80}\s?\(.{0,200}$"
        ),
    ),
    (2, r"#\s?(?:include|define|ifdef|ifndef|endif|pragma|undef)\b.{0,200}$"),
    (2, r"(?:using|namespace|package|use|mod|extern crate|require|module) [\w.:{}*, ]{2,120};$"),
    (2, r"package [a-z]\w{0,40}$"),
    (2, r"(?:import|export)\s.{0,150}from\s?['\"][^'\"]{1,120}['\"];?$"),
    (2, r"export default .{1,150};?$"),
    (2, r"(?:case|default)\b.{0,100}:\s?(?:return.{0,100};|break;)?$"),
    (2, r".{0,300}=>\s?[\w{(\[].{0,200}$"),
    (2, r".{0,200}[\w\])]\s?:=\s?.{1,200}$"),
    (2, r"(?:module\.exports|exports\.\w{1,60})\s?=\s?.{1,200}$"),
    (2, r"(?:sub|my|our|local)\s[\w$@%(]{1,80}(?:\s?\{|\s?=.{1,200})?;?$"),
    (
        2,
        (
            r"(?:[A-Za-z_][\w:<>]{1,40}\s{1,8}){1,3}[*&]{0,2}\w{1,60}(?:\[\w{0,20}\])?"
            r"(?:\s?=\s?.{1,100})?;(?:\s*(?://|/\*).{0,200})?$"
        ),
    ),
    (1, r".{1,300};(?:\s*(?://|/\*).{0,150})?$"),
    (1, r".{0,200}\{$"),
    (2, r"(?:#\[|\[)[A-Z\w]{2,40}(?:\(.{0,120}\))?\]$"),
    (2, r"<\?(?:php|xml).{0,200}$"),
    (2, r"\$\w+\s?=\s?.{1,200};?$"),
    # Markup
    (2, r"</?[a-zA-Z][\w:.-]{0,40}(?:\s[\w:@.-]{1,40}=[\"'{].{0,250})?/?>(?:.{0,200}</[\w:.-]{1,40}>)?$"),
    (1, r"[.#]?[\w-]{1,40}(?:[ ,>][.#\w-]{1,40}){0,3} \{$"),
    (1, r"[a-z-]{3,30}: [^;]{1,80};$"),
    # Shells and builds
    (2, r"#!\s?/.{1,80}$"),
    (2, r"set -[a-zA-Z]{1,8}(?: \w+)?$"),
    (2, r"(?:if|while|elif|until) (?:\[\[? .{1,120}\]?\]|! ?.{1,100}|\w.{1,100}; (?:then|do)).{0,40}$"),
    (2, r"for \w+ in .{1,120}; ?do$"),
    (2, r"(?:export |readonly |local |declare (?:-\w+ )?)[A-Za-z_]\w{0,60}=.{0,200}$"),
    (1, r"[A-Z][A-Z0-9_]{1,60}=\S.{0,200}$"),
    (
        1,
        (
            r"(?:\$ |> |# )?(?:sudo |time )?(?:apt-get|apt|yum|dnf|apk|docker|podman|kubectl|helm|git"
            r"|curl|wget|pip3?|npm|npx|yarn|pnpm|cargo|go|mvn|gradle|make|cmake|ssh|scp|rsync"
            r"|systemctl|service|journalctl|chmod|chown|mkdir|rm|cp|mv|ln|cd|cat|tar|psql|mysql"
            r"|redis-cli|terraform|ansible(?:-\w+)?|aws|gcloud|az|python3?|node|java|bash|sh|source"
            r"|exit|echo|sed|awk|grep|find|export|tee|kill|sleep|touch|ls|pwd)(?:"
            r" [\w./~$\"'{<>|&:=@*\[-].{0,250}| \d+)?$"
        ),
    ),
    (
        2,
        (
            r"(?:FROM [\w./:@${}-]{2,150}(?: AS \w+)?|RUN \S.{1,250}|COPY (?:--\S+ )?\S+ \S.{0,150}"
            r"|ADD \S+ \S+|WORKDIR \S{1,100}|ENTRYPOINT .{1,150}|CMD .{1,150}|EXPOSE \d.{0,40}|ENV"
            r" \w+[ =].{1,150}|ARG \w+.{0,80}|USER \w{1,40}|VOLUME .{1,80}|HEALTHCHECK .{1,150})$"
        ),
    ),
)
