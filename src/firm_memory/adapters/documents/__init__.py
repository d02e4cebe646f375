"""Files that knowledge comes from and goes to: exports, Markdown, ADR folders, agents' notes, exports of mem0."""
