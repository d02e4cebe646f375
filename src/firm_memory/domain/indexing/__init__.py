"""Cards: what a closed issue or merge request says, kept verbatim but for what a memory never holds."""
