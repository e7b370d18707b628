"""Live tables: people and bots play together, every play is kept, and nobody sees a card they may not see."""
