"""The RE2 engine behind the scanner port: linear time on any input."""
