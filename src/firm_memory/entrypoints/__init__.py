"""The doors to the use cases: container, settings, Python API, MCP, command line."""
