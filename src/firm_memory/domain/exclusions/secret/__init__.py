"""The rules on secrets, one module for each way in which a text holds one."""
