Feature: Provider swap
  The storage adapter is a choice of configuration: the same ledger gives the same memory anywhere.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.swap.rebuilt
  Rule: A store is rebuilt from the ledger to the same answers

    Example: An empty store
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And an approved memory "Money is stored as integer minor units" for the firm
      When the ledger is projected into an empty store
      Then "oms" recalls the same memories for "where do odd lots go" as before

  @rule.swap.fingerprint
  Rule: A store filled by another model is not written to, and recall falls back to words

    Example: Another model is configured
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And another model is configured
      When "oms" asks "where do odd lots go"
      Then the memory is recalled by words alone, because of "fingerprint_mismatch"

    Example: Writing with another model
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And the store was filled by another model
      When "lead" approves it
      Then the approval fails, naming "firm-memory reindex"
      And the candidate still waits
