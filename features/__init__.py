"""The firm's rules as executable sentences, and the laws of the ports: what every adapter is held to."""
