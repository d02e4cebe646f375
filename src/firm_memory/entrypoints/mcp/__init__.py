"""The MCP surface: tools as data, answers as cards, and the transports that carry them."""
