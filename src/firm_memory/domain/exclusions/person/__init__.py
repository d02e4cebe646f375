"""How facts about one engineer are put, and how an engineer is named."""
