"""The steps of the features: what the sentences do. They speak to the application and import no adapter."""
