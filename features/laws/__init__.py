"""The laws of the ports as test classes; an adapter joins one by subclassing it and giving its fixtures."""

import pytest

# A broken law then shows the two values it compared, in the adapter's own test run too.
_LAWS = ("records_laws", "queue_laws", "ledger_laws", "erasure_laws", "browsing_laws", "signals_laws", "adoption_laws")
pytest.register_assert_rewrite(*(f"{__name__}.{laws}" for laws in _LAWS))
