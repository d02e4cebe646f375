"""The technologies behind the ports: one package each, none knowing another."""
