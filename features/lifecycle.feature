Feature: Lifecycle
  Nothing deletes. What is wrong is flagged, what is outdated names its successor, what is put aside stays readable.

  Background:
    Given the repository "oms" of the domain "execution"
    And an approved memory "Session cut-off is 15:20 local time" for the domain "execution"

  @rule.lifecycle.correct
  Rule: A correction demotes a memory and never hides it

    Example: Reported as wrong
      When an agent corrects it because "the cut-off moved"
      Then the memory is disputed and shows the reason
      And it is still recalled

    Example: Ranked below an undisputed peer
      Given an approved memory "Session cut-off is 15:20 exchange time" for the domain "execution"
      And an agent has corrected the first one because "the clock is wrong"
      When "oms" asks "when is the session cut-off"
      Then the undisputed memory comes first

    Example: One open correction each
      Given an agent has corrected it because "the cut-off moved"
      When the same agent corrects it because "really, it moved"
      Then the correction fails, naming "open correction"

    Example: And back again, once verified
      Given an agent has corrected it because "the cut-off moved"
      When "lead" verifies it
      Then the memory is active and without flags

  @rule.lifecycle.supersede
  Rule: An approved replacement takes a memory's place, and the old one names it

    Example: The replacement waits at the gate like everything else
      When an agent corrects it with the replacement "Session cut-off is 15:30 UTC"
      Then the replacement waits for approval
      And "oms" still recalls the old memory

    Example: The replacement is approved
      Given an agent has corrected it with the replacement "Session cut-off is 15:30 UTC"
      When "lead" approves the replacement
      Then "oms" recalls "Session cut-off is 15:30 UTC" and not the old memory
      And the old memory resolves by id to the new one

    Example: The replacement has a source of its own
      When an agent corrects it with the replacement "Session cut-off is 15:30 UTC"
      Then the source of the replacement is the correction, not the source of the old memory

    Example: A chain of three
      Given it was superseded by "Session cut-off is 15:30 UTC"
      And that was superseded by "Session cut-off is 15:45 UTC"
      When the oldest memory is read by id
      Then the end of its chain is "Session cut-off is 15:45 UTC"

  @rule.lifecycle.supersede_sane
  Rule: A memory cannot replace itself, nor what is not there, nor what is no longer in force

    Example: Itself
      When an agent corrects it with its own words
      Then the correction fails, naming "replacement"

    Example: What is not there
      When an agent proposes a successor of a memory that does not exist
      Then the proposal fails, naming "supersedes"

    Example: What is no longer in force
      Given it was superseded by "Session cut-off is 15:30 UTC"
      When an agent proposes another successor of the oldest memory
      Then the proposal fails, naming "superseded"

  @rule.lifecycle.archive
  Rule: An archived memory leaves recall and still resolves by id

    Example: Archived
      When "lead" archives it
      Then "oms" recalls nothing for "when is the session cut-off"
      And it still resolves by id

    Example: And back again, once restored
      Given "lead" has archived it
      When "lead" restores it
      Then "oms" recalls it for "when is the session cut-off"

  @rule.lifecycle.nothing_deletes
  Rule: Every state a memory ever had stays on record

    Example: Proposed, approved, corrected, verified
      Given an agent has corrected it because "the cut-off moved"
      And "lead" has verified it
      When its history is read
      Then it tells "proposed, approved, corrected, verified" in this order
      And the ledger verifies

  @rule.lifecycle.steward
  Rule: Only its steward or an approver may verify or archive a memory

    Example: Somebody else, through an agent
      When "agent:opencode" archives it
      Then the change fails, naming "steward"
