-- Takes the door away; what came in through it stays.

DROP FUNCTION firm_memory.adopt_erased;
