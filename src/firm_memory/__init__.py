"""The shared, governed memory that a firm gives its AI coding agents."""
