import re

from firm_memory.adapters.system.salt import SystemSalt


def test_a_salt_is_32_hex_characters_and_never_comes_twice() -> None:
    """Whoever guesses a salt can guess a redacted text from its digest (ledger)."""
    salt = SystemSalt()
    salts = [salt() for _ in range(1_000)]
    assert all(re.fullmatch(r"[0-9a-f]{32}", each) for each in salts)
    assert len(set(salts)) == len(salts)
