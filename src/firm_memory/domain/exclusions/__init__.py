"""The exclusions of the firm, one module for each kind of text that its memory never holds."""
