"""The signs of code within a line. A table only; nothing here decides."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.code.signs import signs

# The verbs that this shell allows, so that no hyphenated word is one of its commands.
CMDLET: Final = (
    r"(?:Get|Set|New|Remove|Where|ForEach|Select|Invoke|Start|Stop|Restart|Import|Export|Add|Out|Write|Test|Copy|Move"
    r"|Sort|Measure|ConvertTo|ConvertFrom|Read|Clear|Enable|Disable|Install|Register|Format)-[A-Z][A-Za-z]{2,40}"
)
# Anywhere in a line, for code that was written into one line or between words of prose: what each weighs, what it
# needs, and its pattern.
PARTS: Final = signs(
    (2, "=", r"\b(?:const|let|var|auto|val)\s{1,3}[\w{}\[\], ]{1,60}\s?=\s?\S"),
    (2, "(", r"\b(?:if|while|for|switch|catch)\s?\([^;\n]{1,120}\)\s?\{"),
    (3, ";", r"\bfor\s?\([^;\n]{0,60};[^;\n]{0,60};[^)\n]{0,60}\)"),
    (2, "return", r"\breturn\s[^;\n.]{0,80};"),
    (1, ";", r"[\w)\]]\s?;\s?(?:\}|[a-z_]\w{0,40}\s?[=(.])"),
    (1, ");", r"\w{1,60}\([^()\n]{0,80}\);"),
    (2, "throw new ", r"\bthrow new \w{1,60}\("),
    (1, "new ", r"\bnew [A-Z]\w{1,60}(?:<[^>\n]{0,60}>)?\("),
    (1, "=>", r"=>\s?[{(]"),
    (1, "else", r"\}\s?else(?: if\b[^{\n]{0,80})?\s?\{"),
    (1, "", r"(?:\+\+|--|\+=|-=|\*=|===|!==|&&|\|\|)"),
    (2, "def ", r"\b(?:async )?def \w{1,60}\([^()\n]{0,150}\)(?:\s?->\s?[\w\[\], .|]{1,60})?:"),
    (
        3,
        "(",
        (
            r"\b(?:func|fn|fun|function)(?:\s\([^)\n]{1,60}\))?\s\w{1,60}"
            r"(?:<[^>\n]{0,40}>)?\([^()\n]{0,150}\)[^{\n]{0,80}\{"
        ),
    ),
    (2, "function", r"\bfunction\s?\([^()\n]{0,100}\)\s?\{"),
    (
        2,
        "(",
        r"\b(?:public|private|protected)\s(?:static\s|final\s|async\s){0,3}[\w<>\[\], ]{1,60}\([^()\n]{0,150}\)\s?\{",
    ),
    (
        2,
        "{",
        (
            r"\b(?:public|private|protected|abstract|final)?\s?(?:class|interface|struct|enum"
            r"|impl|message|union|trait|record)\s[\w<>]{1,60}(?:\s(?:extends|implements|for|:)\s[\w<>, .]{1,80})?\s?\{"
        ),
    ),
    (1, ":=", r"\w\s?:=\s?\w"),
    (1, ";", r"\w\s=\s[\w\"']{1,40};"),
    (1, "lambda ", r"\blambda [\w, ]{1,30}:"),
    (1, "(", r"\b\w{1,40}\s=\s[\w.]{1,60}\([^()\n]{0,100}\)"),
    (1, "self.", r"\bself\.\w{1,40}\s?[=(.]"),
    (1, "if err", r"\bif err != nil\b"),
    (1, "import ", r"\bimport [\w.]{2,60}(?:;| as )"),
    (1, "=", r"\b\w{1,30}\s(?:==|!=|<=|>=)\s[\w\"'.]{1,40}\s?[:){&|]"),
    (1, "{", r"\{\s?(?:return|this|self|print|throw)\b"),
    (
        4,
        "select",
        (
            r"\b(?:SELECT|select)\s[\w.*,()\s\"']{1,200}\s(?:FROM|from)\s[\w.\"]{1,60}\b[^.]{0,200}?"
            r"(?:\b(?:WHERE|where)\s[\w.\"]{1,60}\s?(?:[=<>]|IN\b|in\s?\(|LIKE|IS\b)|\b(?:JOIN"
            r"|join)\s.{1,100}\s(?:ON|on)\s|\bGROUP BY \w)"
        ),
    ),
    (3, "select", r"\b(?:SELECT|select)\s[\w.*,()\s\"']{1,200}\s(?:FROM|from)\s[\w.\"]{1,60}\s?;"),
    (4, "insert into", r"\b(?i:insert into)\s[\w.\"]{1,60}\s?(?:\([\w\", ]{1,200}\)\s?)?(?i:values\s?\(|select\s)"),
    (4, "update", r"\b(?:UPDATE|update)\s[\w.\"]{1,60}\s(?:SET|set)\s[\w\"]{1,60}\s?="),
    (4, "delete from", r"\b(?:DELETE FROM|delete from)\s[\w.\"]{1,60}\s(?:WHERE|where)\s[\w.\"]{1,60}\s?[=<>]"),
    (
        4,
        "",
        (
            r"\b(?i:(?:create|alter)\s(?:table|index|view))\s[\w.\" ]{1,80}\s?(?:\(|(?i:add column"
            r"|drop column|alter column|add constraint|on \w+))"
        ),
    ),
    (3, "[", r"\b(?:if|while) \[\[? [^\]\n]{1,100}\]\]?\s?;\s?(?:then|do)\b"),
    (3, ";", r"\bfor \w{1,30} in [^;\n]{1,80};\s?do\b"),
    (1, ";", r";\s?(?:done|fi|esac)\b"),
    (1, "$(", r"\$\([^()\n]{1,80}\)"),
    (2, "({", r"\w\(\{\s?[\w$\"']{1,40}:"),
    (2, "db.", r"\bdb\.\w{1,40}\.\w{1,40}\("),
    # Python in one line
    (2, "(", r"\bfor \w{1,30}(?:, ?\w{1,30}){0,3} in [\w.]{1,60}\([^()\n]{0,80}\)\s?[:\])}]"),
    (1, ":", r"\b(?:try|except(?: [\w., ()]{1,60})?|finally):\s"),
    (1, "(", r"\b[a-z_]\w{0,40}\.[a-z_]\w{0,40}\([^()\n]{0,80}\)\s?(?:[;:]|\.\w+\()"),
    # Markup with behaviour
    (2, "return", r"\breturn\s?\(?\s?<[A-Za-z]\w{0,60}[\s/>]"),
    (2, "<", r"<[A-Za-z][\w.]{0,60}(?:\s[\w:@-]{1,40}=(?:\{[^}\n]{1,120}\}+|\"[^\"\n]{0,120}\")){1,12}\s?/?>"),
    (2, "=>", r"\(\w{0,30}\)\s?=>\s?\w"),
    (1, "</", r"</[A-Za-z][\w.]{0,60}>\s?[;)]"),
    # Shells
    (2, "|", r"\|\s?(?:grep|awk|sed|xargs|sort|uniq|head|tail|wc|cut|tee|jq|tr|less)\b(?:\s[-'\"\w.]|\s?\|)"),
    (2, "-", rf"\b{CMDLET}\b"),
    (1, "$_.", r"\$_\.\w"),
    (1, "-", r"\s-(?:eq|ne|lt|gt|le|ge|like|match|Recurse|Force|Filter|ErrorAction)\b"),
)
