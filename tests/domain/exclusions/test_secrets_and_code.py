"""Secrets as people speak of them, and code that only its enclosure or its surroundings give away."""

from collections.abc import Sequence

import pytest

from firm_memory.domain.exclusion import Certainty, Exclusion, ExclusionReason
from firm_memory.domain.exclusions.catalogue import EXCLUSIONS
from firm_memory.domain.exclusions.individuals import INDIVIDUALS
from firm_memory.domain.exclusions.secrets import SECRETS
from firm_memory.domain.exclusions.source_code import SOURCE_CODE
from firm_memory.domain.exclusions.transient import TRANSIENT
from tests.domain.exclusions.conftest import Find

# Put together from parts, so that nothing here looks like a secret.
YEARLY = "Sommer" + "-2025"
SEASON = "Kuka" + "2023!"
MIXED = "xK9" + "mQ2!vL7p"
HEX = "11768915e2ed4a22" + "437740af0dc481ee21"
PLAIN = "violet marble canyon ticket orbit"


def certain(text: str, rules: Sequence[Exclusion], find: Find) -> bool:
    """Whether a rule is sure that `text` breaks it."""
    return any(found.exclusion.certainty is Certainty.CERTAIN for found in find(text, rules))


@pytest.mark.parametrize(
    "text",
    [
        f"sign in with password {YEARLY}",
        f"The cells answer to admin:{SEASON} only",
        f"the passphrase of the key is {PLAIN}, ask nobody",
        f"the passphrase of the key is {PLAIN} and nothing else",
        f"restore from the seed phrase {PLAIN}",
        f"it opens with the words {PLAIN}.",
        f"the demo tenant takes {MIXED} as the password",
        f"authenticate as the probe using {MIXED}.",
        f"the auth token is {HEX}",
        f"the credential is bot / {HEX}",
        f"secret_key_base: {HEX}",
        "the turnstile takes code 7731" + "0#, on both sides",
    ],
)
def test_a_secret_is_found_in_the_way_people_speak_of_it(text: str, find: Find) -> None:
    """A word with a year beside its name, plain words for a phrase, the value before the name, a keypad's code."""
    assert certain(text, SECRETS, find)


@pytest.mark.parametrize(
    "text",
    [
        "The password Policy-2024 document is public.",
        "The passphrase is required everywhere except in local builds.",
        "The passphrase is stored encrypted beside the backup.",
        "A seed phrase is never asked for.",
        "The passphrase: see the vault.",
        "Use the name billing-token-service as the token audience.",
        "create the secret with --from-literal=password=$PASS in the pipeline",
        "The secret_key_base: see the vault.",
        "Error code 77310 means that the door is open.",
        "The token issuer is the gateway.",
    ],
)
def test_what_is_said_of_secrets_is_none(text: str, find: Find) -> None:
    """Policies, places and names that speak of secrets hold none."""
    assert not certain(text, SECRETS, find)


@pytest.mark.parametrize(
    "text",
    [
        "type Query {\n  parcel(id: ID!): Parcel\n}",
        "build: clean\n\tgo build -o bin/router ./cmd/router\n",
        "2026-02-11T03:14:07Z WARN router: full\n2026-02-11T03:14:08Z ERROR router: broken pipe",
        "$ kubectl get pods\nNAME  READY\ncart  1/1",
        "-    timeout: 5\n+    timeout: 30\n     retries: 3",
        "docker run -d --name meter \\\n  -v /srv/meter:/data \\\n  meter:2.1",
        "module Meter where\n\nkwh :: Int -> Double\nkwh raw = fromIntegral raw / 1000",
        "Use `for i in range(5): try: send(p); break; except Timeout: time.sleep(2 ** i); log.warning('again')` here.",
    ],
)
def test_code_is_told_by_what_encloses_or_surrounds_it(text: str, find: Find) -> None:
    """Braces, recipes, logs, terminals, replaced settings, continued commands, signatures, long inline code."""
    assert certain(text, SOURCE_CODE, find)


@pytest.mark.parametrize(
    "text",
    [
        "Owners:\n\tthe ledger team",
        "opens {\n}",
        "opens {\n" + "and a line\n" * 41 + "}",
        "opens {\n    deeper\n    }",
        "2026-02-11T03:14:07Z WARN router: one line shows the format",
        "- fast\n+ fast",
        "- timeout: 5\n+ retries: 3",
        "- old\n+ new",
        "Ends with a prompt\n$ make",
        "The fields of `{a record that is long but holds no statement, only words and more words, to the end}` stay.",
    ],
)
def test_what_only_looks_like_a_block_is_none(text: str, find: Find) -> None:
    """One line of a log, a list with plus and minus, an empty pair of braces: nothing to refuse."""
    assert not certain(text, SOURCE_CODE, find)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("允许在周五发布订单网关", TRANSIENT),
        ("Сейчас и впредь один склад пишет в один раздел.", TRANSIENT),
        ("TODO comments need a ticket number.", TRANSIENT),
        ("The scheduler looks at what is running right now before it admits a job.", TRANSIENT),
        ("Clearing closes at 16:00 today and every other day.", TRANSIENT),
        ("+46 8 5550 1000 is the hotline of the carrier.", INDIVIDUALS),
        ("The Marie Curie building's network is run by campus IT.", INDIVIDUALS),
        ("Команда Ломоносов владеет тарифами.", INDIVIDUALS),
    ],
)
def test_what_always_holds_is_no_passing_state_and_no_person(text: str, rules: Sequence[Exclusion], find: Find) -> None:
    """What is allowed on Fridays holds every Friday; a team, a building and a hotline are no persons."""
    assert find(text, rules) == []


def test_a_password_outranks_what_else_a_text_breaks(find: Find) -> None:
    """A text with an address and a password is refused for the password."""
    text = f"sign in as demo@saas.invalid with {MIXED} as the password"
    assert ExclusionReason.SECRET in {found.exclusion.reason for found in find(text, EXCLUSIONS)}
