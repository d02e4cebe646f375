"""The store in a mem0 collection on Postgres with pgvector: mem0's table, our guarantees."""
