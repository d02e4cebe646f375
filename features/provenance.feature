Feature: Provenance
  Every answer has a source, and every change has a name.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.provenance.reference
  Rule: A memory without a source is refused

    Example: No reference
      When an agent proposes a statement without a reference
      Then the proposal fails, naming "reference"

    Example: A reference that carries credentials
      When an agent proposes a statement whose reference is a URL with a password
      Then the proposal fails, naming "reference"

  @rule.provenance.shown
  Rule: Every recalled memory shows its source

    Example: The reference comes with the hit
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution", from "mr-310"
      When "oms" asks "where do odd lots go"
      Then the hit names "mr-310" as its source

  @rule.provenance.verbatim
  Rule: A memory is given back exactly as it was approved

    Example: Text that is easily mangled
      Given an approved memory with text that is easily mangled
      When it is read by id
      Then it is the same to the last character

  @rule.provenance.confidence
  Rule: Confidence at birth follows from the source, and a caller may only lower it

    Example: An authoritative document
      When a person states something from "adr-12"
      Then its confidence is 1.0

    Example: A single observation
      When a person states something from "seen-on-tuesday"
      Then its confidence is 0.3

    Example: A caller who wants more
      When a person states something from "mr-310" with a confidence of 0.99
      Then its confidence is 0.7

    Example: An agent with an authoritative document
      When an agent states something from "adr-12"
      Then its confidence is 0.7

  @rule.provenance.ledger
  Rule: The ledger names who did what, through which door, and cannot be altered unseen

    Example: Proposed and approved
      Given the candidate "Odd lots go through the netting queue" for the domain "execution", proposed by "agent:opencode"
      And "lead" has approved it
      When the ledger is read
      Then it names "agent:opencode" for "proposed" and "lead" for "approved"
      And the ledger verifies

  @rule.provenance.data
  Rule: What is recalled is framed as data, never as an instruction

    Example: A search answer
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      When "oms" asks "where do odd lots go"
      Then the answer says that memories are reference data and that the code wins
