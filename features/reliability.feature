Feature: Reliability
  A failing memory never fails a code review, and never loses what an engineer approved.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.reliability.reads
  Rule: Reads never raise: an outage is an empty, labelled answer

    Example: The store is down
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And the store is down
      When "oms" asks "where do odd lots go"
      Then nothing is recalled, because of "unavailable"
      And the failure is counted

    Example: And back again, for readers
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And the store was down and is back
      When "oms" asks "where do odd lots go"
      Then the memory is recalled

    Example: The store hangs
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      And the store hangs
      When "oms" asks "where do odd lots go"
      Then nothing is recalled, because of "timeout"

  @rule.reliability.labels
  Rule: No match and a broken memory are never confused

    Example: Nothing stored yet
      When "oms" asks "where do odd lots go"
      Then nothing is recalled, because of "empty_store"

    Example: Nothing that answers
      Given an approved memory "Money is stored as integer minor units" for the firm
      When "oms" asks "zebra habitat"
      Then nothing is recalled, because of "no_match"

    Example: Nothing in the asked scope
      Given an approved memory "The ledger closes its day at 18:00" for the repository "ledger"
      When "oms" asks "when does the ledger close its day"
      Then nothing is recalled, because of "no_match"

    Example: A blank question
      When "oms" asks " "
      Then nothing is recalled, because of "empty_query"

  @rule.reliability.writes
  Rule: Writes raise, and what was approved is never lost

    Example: The store is down at approval
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And the store is down
      When "lead" approves it
      Then the approval fails
      And the candidate still waits

    Example: And back again, for approvers
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And an approval failed because the store was down
      When "lead" approves it
      Then the memory exists once

    Example: The store loses what it accepted
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And the store drops what it accepts
      When "lead" approves it
      Then the approval fails
      And the candidate is listed as "approving"

    Example: Finished by the next approval
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And an approval was recorded while the store dropped what it accepted
      When "deputy" approves it
      Then the memory exists once
      And the ledger tells of one approval

    Example: Finished by sync
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And an approval was recorded while the store dropped what it accepted
      When the store is synchronised
      Then the memory exists once
      And the ledger tells of one approval

  @rule.reliability.leak
  Rule: A hit outside the asked scope is dropped and counted, even if the store returns it

    Example: A lying store
      Given an approved memory "The ledger closes its day at 18:00" for the repository "ledger"
      And the store ignores scopes
      When "oms" asks "when does the ledger close its day"
      Then nothing is recalled
      And a scope leak is counted
