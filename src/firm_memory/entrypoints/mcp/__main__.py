"""`python -m firm_memory.entrypoints.mcp`: the same as `firm-memory-mcp`."""

from firm_memory.entrypoints.mcp.stdio import main

main()
