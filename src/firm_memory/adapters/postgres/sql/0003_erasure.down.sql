-- Takes the door away; what was erased stays erased.

DROP FUNCTION firm_memory.erase;
