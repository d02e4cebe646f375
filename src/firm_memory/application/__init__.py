"""The use cases: one verb a module, over ports. It knows no technology."""
