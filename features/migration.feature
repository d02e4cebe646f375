Feature: Migration
  A firm that had a memory before loses nothing of it, and nothing enters that nobody answers for.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.migration.proposals
  Rule: What a former system knew comes as proposals

    Example: Nothing is in force before somebody decides
      Given a former system in which "mira" kept "Odd lots are netted before the close"
      When the former system is imported
      Then the former memory waits for approval on behalf of "mira"
      And "oms" recalls nothing for "how are odd lots netted"

    Example: Approved, it is the memory that it was
      Given a former system in which "mira" kept "Odd lots are netted before the close"
      And the former system was imported
      When "lead" approves it
      Then "oms" recalls it for "how are odd lots netted"
      And it bears the id and the date that it had there

    Example: A secret stays where it was
      Given a former system in which "mira" kept a forge token
      When the former system is imported
      Then the import refuses it and names the rule
      And nothing of the former memory is here

    Example: What was put aside there is only listed
      Given a former system in which "mira" kept "Odd lots go by fax", archived
      When the former system is imported
      Then the import lists it as left out

    Example: Imported once more
      Given a former system in which "mira" kept "Odd lots are netted before the close"
      And the former system was imported
      When the former system is imported
      Then the import changes nothing

  @rule.migration.opinions
  Rule: What people said of a memory in a former system counts here once the memory is approved

    Example: Confirmed there
      Given a former system in which "mira" kept "Odd lots are netted before the close"
      And "tomas" confirmed it in the former system
      And the former system was imported
      When "lead" approves it
      Then "tomas" counts as one who confirms it

    Example: Refuted there
      Given a former system in which "mira" kept "Odd lots are netted before the close"
      And "anna" refuted it in the former system because "they are netted after it"
      And the former system was imported
      When "lead" approves it
      Then it is disputed, because "anna" said "they are netted after it"

    Example: In dispute there, and nobody knows why
      Given a former system in which "mira" kept "Odd lots are netted before the close", disputed
      And the former system was imported
      When "lead" approves it
      Then it is disputed, and no one is named for it

  @rule.migration.history
  Rule: The earlier wordings of a former memory stay readable in its history

    Example: Reworded there
      Given a former system in which "mira" kept "Odd lots are netted before the close"
      And "mira" had worded it "Odd lots are netted at noon" in the former system
      When the former system is imported
      Then its history tells of "Odd lots are netted at noon", worded by "mira"

  @rule.migration.adopt
  Rule: An adopted pool stays approved and gains a history

    Example: Recalled as before, with its source
      Given an earlier pool with "Odd lots are netted before the close", approved by "nadia"
      When the pool is adopted
      Then "oms" recalls it for "how are odd lots netted"
      And its approver is still "nadia", and its history begins with the adoption

    Example: Adopted once more
      Given an earlier pool with "Odd lots are netted before the close", approved by "nadia"
      And the pool was adopted
      When the pool is adopted
      Then the adoption changes nothing

    Example: A repository under its present name
      Given an earlier pool with "Odd lots are netted before the close" for the repository "quant-oms"
      When the pool is adopted with "quant-oms" called "quant/oms"
      Then "quant/oms" recalls it for "how are odd lots netted"

  @rule.migration.nothing_lost
  Rule: Moving house deletes nothing: what cannot come along is named and stays where it was

    Example: A memory that breaks a rule
      Given an earlier pool with "Odd lots are netted before the close", approved by "nadia"
      And an entry of it that names no source
      When the pool is adopted
      Then the adoption names the entry and leaves it as it was
      And "oms" recalls it for "how are odd lots netted"

    Example: The former system
      Given a former system in which "mira" kept "Odd lots are netted before the close"
      When the former system is imported
      Then the former system is as it was
