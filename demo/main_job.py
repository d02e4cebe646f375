"""The main job, end to end, on real parts: what `make demo` plays.

An embedded Postgres with pgvector, three throw-away checkouts, a real MCP stdio server in each, the command
line at the desk. It prints a transcript, checks every step, and leaves nothing running.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, NoReturn

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

BIN: Final = Path(sys.executable).parent
RULE: Final = "OMS rejects orders after 15:20 because the clearing house closes its netting window at 15:30."
BETTER: Final = "OMS rejects orders after 15:40 because the clearing house closes its netting window at 15:50."
CONVENTION: Final = "Prices travel between services as integer ticks, so that no service rounds on its own."
REFERENCE: Final = "mr-4821"
UNAVAILABLE: Final = 3  # the exit code of a command that could not reach the memory
QUESTION: Final = "why does OMS reject orders after 15:20"


def say(text: str) -> None:
    """A line of the transcript."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def title(text: str) -> None:
    """The title of a chapter."""
    say(f"\n{text}")


def check(holds: object, what: str) -> None:
    """Tell that a step shows what it must, or end the demo."""
    if not holds:
        fail(what)
    say(f"    ✓ {what}")


def fail(what: str) -> NoReturn:
    """End the demo with an error."""
    say(f"    ✗ {what}")
    raise SystemExit(1)


class Firm:
    """A firm for the length of the demo: a home for the memory, and checkouts that stand in it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("FIRM_", "REMEMBER_", "PG"))},
            "FIRM_MEMORY_HOME": str(place / "home"),
            "FIRM_MEMORY_UNATTENDED_APPROVAL": "on",
            "FIRM_MEMORY_TOOLSETS": "core,task",
        }

    def checkout(self, name: str, domain: str) -> Path:
        """A git checkout of the repository `firm/<name>`, of a domain."""
        path = self.place / name
        path.mkdir()
        for command in (["init", "-q"], ["remote", "add", "origin", f"git@git.example.test:firm/{name}.git"]):
            subprocess.run(["git", *command], cwd=path, check=True)
        (path / ".firm-memory.toml").write_text(f'domains = ["{domain}"]\n')
        return path

    def up(self) -> int:
        """Start the embedded server; from then on everybody is given its address, so that an outage is one."""
        code, answer = self.command("up", FIRM_MEM0_PG_DSN="embedded")
        self.environment["FIRM_MEM0_PG_DSN"] = answer.get("dsn", "")
        return code

    def approve(self, candidate: str) -> tuple[int, dict[str, Any]]:
        """An engineer approves a candidate."""
        return self.command("approve", candidate, "--by", "lead@example.test")

    def command(self, *words: str, **variables: str) -> tuple[int, dict[str, Any]]:
        """Run the command line; its exit code and its JSON answer."""
        done = subprocess.run(
            [str(BIN / "firm-memory"), *words, "--json"],
            cwd=self.place,
            env=self.environment | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        lines = done.stdout.strip().splitlines()
        return done.returncode, json.loads(lines[-1]) if lines else {"error": done.stderr}

    @asynccontextmanager
    async def agent(self, checkout: Path) -> AsyncGenerator[Agent]:
        """A coding agent in a checkout, connected to an MCP stdio server of its own."""
        server = StdioServerParameters(command=str(BIN / "firm-memory-mcp"), env=self.environment, cwd=checkout)
        with (self.place / f"{checkout.name}.log").open("w") as log:
            async with stdio_client(server, errlog=log) as (read, write), ClientSession(read, write) as session:
                await session.initialize()
                yield Agent(checkout.name, session)


class Agent:
    """What a coding agent does: call tools and read their answers."""

    def __init__(self, name: str, session: ClientSession) -> None:
        self.name, self.session = name, session

    async def call(self, tool: str, **arguments: object) -> tuple[bool, str, dict[str, Any]]:
        """Call a tool: whether it went well, its text, and its structured answer."""
        result = await self.session.call_tool(tool, arguments)
        text = "".join(getattr(each, "text", "") for each in result.content)
        return not result.is_error, text, result.structured_content or {}

    async def search(self, query: str) -> dict[str, Any]:
        """Search, tell what came back, and give the structured answer."""
        _, _, answer = await self.call("memory_search", query=query)
        say(f"  agent in {self.name}: memory_search({query!r})")
        for card in answer["hits"]:
            say(f"    {card['score']:.2f}  {card['content']}")
            say(f"          {card['type']} · source {card['reference']} · {card['status']} · {card['id']}")
        if not answer["hits"]:
            say(f"    nothing, reason: {answer['reason']}")
        return answer

    async def propose(self, content: str, kind: str) -> str:
        """Propose a memory of the domain and give the candidate's id."""
        went, text, answer = await self.call(
            "memory_propose", content=content, type=kind, reference=REFERENCE, scope={"domains": ["execution"]}
        )
        say(f"  agent in {self.name}: memory_propose({kind})")
        check(went, f"queued as {answer['candidate_id']}: {answer['decision']['reason']}" if went else text)
        return str(answer["candidate_id"])

    async def is_refused(self, content: str, rule: str) -> None:
        """Propose what must be refused."""
        went, text, _ = await self.call(
            "memory_propose", content=content, type="bug_fixes", reference=REFERENCE, scope={"firm": True}
        )
        check(not went and rule in text, text.splitlines()[0])

    async def warmed(self) -> None:
        """Wait until the server has loaded everything: until a search is no longer labelled as warming up."""
        while "warming_up" in (await self.call("memory_search", query="anything"))[2]["reasons"]:
            await asyncio.sleep(0.1)


class Play:
    """The main job, chapter by chapter."""

    def __init__(self, firm: Firm) -> None:
        self.firm = firm
        self.rule = self.convention = self.successor = ""

    async def all(self) -> None:
        """Every chapter, with an agent in each of three checkouts."""
        firm = self.firm
        domains = {"oms": "execution", "gateway": "execution", "ledger": "accounting"}
        checkouts = [firm.checkout(name, domain) for name, domain in domains.items()]
        title("1. One command starts everything: an embedded Postgres with pgvector, the schema, the model")
        check(firm.up() == 0, "firm-memory up")
        async with AsyncExitStack() as stack:
            oms, gateway, ledger = [await stack.enter_async_context(firm.agent(each)) for each in checkouts]
            for agent in (oms, gateway, ledger):
                await agent.warmed()
            await self.nothing_known(oms)
            await self.proposals(oms)
            await self.refusals(oms)
            self.approvals()
            await self.recall(oms, gateway, ledger)
            await self.correction(gateway, oms)
            await self.outage(oms)
        title("10. Every step is in the ledger")
        code, report = firm.command("ledger", "verify")
        check(code == 0 and report["ok"], f"{report['length']} entries hold, head {report['head'][:16]}…")

    async def nothing_known(self, oms: Agent) -> None:
        """An empty memory says that it is empty."""
        title("2. Nothing is known yet, and the answer says so")
        answer = await oms.search(QUESTION)
        check(answer["hits"] == [] and answer["reason"] == "empty_store", "an empty answer with its reason")

    async def proposals(self, oms: Agent) -> None:
        """Candidates wait, and are not recalled."""
        title("3. The agent proposes; nothing is stored before a person has approved it")
        self.rule = await oms.propose(RULE, "business_rules")
        self.convention = await oms.propose(CONVENTION, "coding_conventions")
        answer = await oms.search(QUESTION)
        check(answer["hits"] == [], "a candidate is not recalled")

    async def refusals(self, oms: Agent) -> None:
        """A secret and a diff do not get in."""
        title("4. The gate refuses what never belongs there")
        await oms.is_refused(
            "The deploy token is " + "ghp_" + "k7Qx2mW9sTz4RvB1n" + "Yc8LdJ5hGf3PaE6uKo0", "secret.forge_token"
        )
        await oms.is_refused("diff --git a/oms.py b/oms.py\n@@ -1 +1 @@\n-x = 1\n+x = 2", "code.diff")

    def approvals(self) -> None:
        """An engineer says yes."""
        title("5. An engineer approves, on the command line")
        for candidate in (self.rule, self.convention):
            code, record = self.firm.approve(candidate)
            check(code == 0 and record["memory"]["status"] == "active", f"approved {candidate}")

    async def recall(self, oms: Agent, gateway: Agent, ledger: Agent) -> None:
        """What was learnt in one repository is known in its neighbour, and not elsewhere."""
        title("6. The next search returns it, with its source, in every repository of the domain and nowhere else")
        for agent in (oms, gateway):
            first = (await agent.search(QUESTION))["hits"][0]
            sourced = first["id"] == self.rule and first["reference"] == REFERENCE
            check(sourced, f"{agent.name} recalls it with its source")
        answer = await ledger.search(QUESTION)
        check(answer["hits"] == [], "ledger, of another domain, does not see it")

    async def correction(self, gateway: Agent, oms: Agent) -> None:
        """A memory is corrected, replaced, and resolves to its successor."""
        title("7. It turns out to be outdated: a correction, its replacement, an approval")
        went, text, answer = await gateway.call(
            "memory_correct", id=self.rule, reason="The netting window moved.", replacement=BETTER
        )
        check(went, "memory_correct with a replacement" if went else text)
        self.successor = answer["replacement"]["candidate_id"]
        code, _ = self.firm.approve(self.successor)
        check(code == 0, "the replacement is approved")
        found = [card["id"] for card in (await oms.search(QUESTION))["hits"]]
        check(self.successor in found and self.rule not in found, "the new memory is recalled, the old one is not")
        _, _, answer = await oms.call("memory_get", id=self.rule)
        check(answer["chain_end"]["id"] == self.successor, "the old one resolves by id to the new one")

    async def outage(self, oms: Agent) -> None:
        """The database goes and comes back; reads stay harmless, nothing is lost."""
        title("8. The database stops: reads stay harmless and labelled, writes raise")
        late = await oms.propose(
            "Retries use full jitter, since a fixed delay made the venue throttle us.", "terminology"
        )
        self.firm.command("down")
        answer = await oms.search(QUESTION)
        check(answer["hits"] == [] and answer["degraded"], "an empty, labelled answer within the deadline")
        code, error = self.firm.approve(late)
        check(code == UNAVAILABLE, f"approve raises: {error['error']}")
        title("9. The database is back: everything works again, nothing was lost")
        check(self.firm.up() == 0, "firm-memory up")
        found = [card["id"] for card in (await oms.search(QUESTION))["hits"]]
        check(self.successor in found, "the memory is recalled")
        code, _ = self.firm.approve(late)
        check(code == 0, "the approval that failed goes through")


def main() -> None:
    """Play the main job in a temporary firm, and leave nothing running."""
    with tempfile.TemporaryDirectory(prefix="firm-memory-demo-") as name:
        place = Path(name)
        place.chmod(0o711)  # the embedded server may run as another user and must reach its files
        firm = Firm(place)
        try:
            asyncio.run(Play(firm).all())
        finally:
            firm.command("down")
    say("\nDone. Nothing is left running.")


if __name__ == "__main__":
    main()
