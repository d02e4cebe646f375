"""Settings: environment over configuration file over defaults, as one typed value."""
