Feature: Recovery
  The ledger is the truth. Whatever is lost or replaced beside it, the memory comes back from it as it was.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.recovery.same_answers
  Rule: A store that is built anew from the ledger gives the same answers

    Example: A lost store
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And an approved memory "Odd lots are rounded down" for the firm
      When the ledger is projected into an empty store
      Then "oms" recalls the same memories for "where do odd lots go" as before

    Example: A new collection of the same model
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And an approved memory "Odd lots are rounded down" for the firm
      When the memory is re-indexed
      Then "oms" recalls the same memories for "where do odd lots go" as before

    Example: What left recall does not come back
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And "lead" has archived it
      When the memory is re-indexed
      Then "oms" recalls nothing for "where do odd lots go"

    Example: A copy in another store
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And an approved memory "Odd lots are rounded down" for the firm
      When the ledger is copied into another store
      Then the other store recalls the same memories for "where do odd lots go"

  @rule.recovery.new_model
  Rule: A new model is taken into use without a gap, and without losing what is approved meanwhile

    Example: Before it is in use
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And another model is configured
      And the re-indexing was cut off half-way
      When "oms" asks "where do odd lots go"
      Then the memory is recalled by words alone, because of "fingerprint_mismatch"

    Example: Once it is in use
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And another model is configured
      And the memory has been re-indexed
      When "oms" asks "where do odd lots go"
      Then the memory is recalled in full

    Example: Cut off, and run again
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And another model is configured
      And the re-indexing was cut off half-way
      When the memory is re-indexed
      Then "oms" recalls the memory for "where do odd lots go" in full

    Example: Approved meanwhile
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And the candidate "Odd lots are rounded down" for the domain "execution"
      When the memory is re-indexed while "lead" approves the candidate
      Then "oms" recalls both memories for "odd lots"

    Example: Writing with the new model
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And another model is configured
      And the memory has been re-indexed
      When "lead" approves the new candidate "Odd lots are rounded down"
      Then "oms" recalls both memories for "odd lots"

  @rule.recovery.past
  Rule: The past can be asked: every memory appears as it stood on that day

    Example: What was replaced since
      Given it is 2026-03-01
      And an approved memory "Trades settle two days after the trade" for the domain "execution"
      And it is 2026-05-04
      And it was superseded by "Trades settle one day after the trade"
      When "oms" asks "when do trades settle" as of 2026-04-01
      Then "Trades settle two days after the trade" is all that is recalled, as of that day

    Example: And back in the present
      Given it is 2026-03-01
      And an approved memory "Trades settle two days after the trade" for the domain "execution"
      And it is 2026-05-04
      And it was superseded by "Trades settle one day after the trade"
      When "oms" asks "when do trades settle" as of 2026-05-04
      Then "Trades settle one day after the trade" is all that is recalled, as of that day

    Example: What nobody knew yet
      Given it is 2026-03-01
      And an approved memory "Trades settle two days after the trade" for the domain "execution"
      When "oms" asks "when do trades settle" as of 2026-02-28
      Then nothing is recalled, because of "empty_store"

    Example: What was erased since
      Given it is 2026-03-01
      And an approved memory "Trades settle two days after the trade" for the domain "execution"
      And it is 2026-05-04
      And "lead" has redacted it
      When "oms" asks "when do trades settle" as of 2026-04-01
      Then nothing of "Trades settle two days after the trade" is shown

  @rule.recovery.damage
  Rule: Damage to the ledger is named, also where its last entries are missing

    Example: A ledger that holds
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And an auditor has written down the head of the ledger
      When the auditor verifies the ledger
      Then the ledger holds

    Example: A ledger that has grown
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And an auditor has written down the head of the ledger
      And an approved memory "Odd lots are rounded down" for the firm
      When the auditor verifies the ledger
      Then the ledger holds

    Example: The last entry was removed
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And an auditor has written down the head of the ledger
      When the auditor verifies a ledger without its last entry
      Then the report names the head that is missing

    Example: An entry was changed
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And an auditor has written down the head of the ledger
      When the auditor verifies a ledger in which the first entry was changed
      Then the report names the first entry
