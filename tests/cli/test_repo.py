"""The command `repo rename`: asks a person, says what merges, and tells the alias that old checkouts need."""

from __future__ import annotations

from tests.cli.desk import Desk

FACT = "Odd lots go through the netting queue."
HERE = ("--type", "terminology", "--reference", "mr-1", "--repo", "quant/oms")


def test_a_repository_is_renamed_and_the_alias_is_told(decided: Desk) -> None:
    """Rule: every record at once; the line for the configuration makes old checkouts find them."""
    decided.propose(FACT, *HERE)
    done = decided.run("repo", "rename", "quant/oms", "trading/oms")
    assert done.code == 0
    assert "1 records renamed from quant/oms to trading/oms." in done.out
    assert done.out.endswith('repos:\n  "trading/oms":\n    aliases: ["quant/oms"]\n')
    config = decided.place / "config.yaml"
    config.write_text("\n".join(done.out.splitlines()[-3:]), encoding="utf-8")
    [waiting] = decided.run("pending", "--json").json["pending"]
    assert waiting["memory"]["scope"] == {"firm": False, "repos": ["trading/oms"]}
    decided.run("approve", waiting["memory"]["id"], "--by", "lead")
    assert decided.run("search", "odd lots", "--json").json["hits"] == []
    aliased = decided.with_(FIRM_MEMORY_CONFIG=str(config))
    assert len(aliased.run("search", "odd lots", "--json").json["hits"]) == 1
    assert "repo_renamed" in decided.run("ledger", "show").out


def test_renaming_again_is_done_already(decided: Desk) -> None:
    """Rule: exit code 0, no record, and no second event."""
    for records in (0, 0):
        done = decided.run("repo", "rename", "quant/oms", "trading/oms", "--json")
        assert done.json == {"old": "quant/oms", "new": "trading/oms", "records": records, "merged": False}
    assert decided.run("ledger", "show").out.count("repo_renamed") == 1


def test_whoever_decides_is_shown_what_merges(desk: Desk) -> None:
    """Rule: at a terminal, before the question; without one, and under an agent, nothing happens."""
    desk.propose(FACT, *HERE)
    desk.propose("Fees are in minor units.", *HERE[:-1], "trading/oms")
    refused = desk.run("repo", "rename", "quant/oms", "trading/oms")
    assert (refused.code, "no terminal" in refused.err) == (1, True)
    with desk.sit_down("repo", "rename", "quant/oms", "trading/oms") as terminal:
        shown = terminal.sees("Rename quant/oms to trading/oms as mira?")
        assert "trading/oms is known already, with 1 records: the two become one" in shown
        assert "1 records name quant/oms" in shown
        terminal.types("y")
        assert terminal.leaves() == 0
    scopes = [each["memory"]["scope"] for each in desk.run("pending", "--json").json["pending"]]
    assert scopes == [{"firm": False, "repos": ["trading/oms"]}] * 2


def test_a_name_that_is_none_is_a_usage_error(decided: Desk) -> None:
    """Rule: told by argument."""
    done = decided.run("repo", "rename", "quant/oms", "quant/oms.git")
    assert (done.code, "new: is the old name" in done.err) == (2, True)
