Feature: Tiers
  Working notes live as long as their task is worked on; knowledge lasts and passes the gate.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.tiers.notes_apart
  Rule: Working notes never join ordinary recall

    Example: A note that would answer the question
      Given the note "Reviewer asked to rename the retry helper" under the task "mr-901"
      When "oms" asks "who wanted to rename the retry helper"
      Then nothing is recalled

  @rule.tiers.timeline
  Rule: The notes of a task are read back in the order they were written

    Example: Two notes
      Given the note "The cache is read twice" under the task "mr-901"
      And the note "The retry loop hides the first error" under the task "mr-901"
      When the timeline of "mr-901" is read
      Then it holds "The cache is read twice", then "The retry loop hides the first error"

    Example: Another task's notes stay out
      Given the note "The cache is read twice" under the task "mr-902"
      When the timeline of "mr-901" is read
      Then it is empty

  @rule.tiers.disposition
  Rule: A later note on a finding changes how it stands, and both notes stay on record

    Example: Found, then fixed
      Given the note "The cache is read twice" under the task "mr-901", as "open"
      And the note "The cache is read twice" under the task "mr-901", as "fixed"
      When the timeline of "mr-901" is read
      Then it holds 2 notes on the finding, which stands as "fixed"

  @rule.tiers.note_needs_task
  Rule: A working note belongs to a task

    Example: No task
      When a note is written without a task
      Then the note fails, naming "task"

  @rule.tiers.note_exclusions
  Rule: The exclusions hold for working notes as well

    Example: A token in a note
      When a note with a forge token is written under the task "mr-901"
      Then the note is refused by "secret.forge_token"
      And the timeline of "mr-901" stays empty

  @rule.tiers.durable_gate
  Rule: Lasting knowledge comes only through the gate

    Example: Proposed and not yet approved
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      When "oms" asks "where do odd lots go"
      Then nothing is recalled
