"""The search that agents and people share: tokenizer, query, index over the pages, ranking."""
