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

    Example: Archived with a reason
      When "lead" archives it because "the desk is closed"
      Then its history ends with "archived" and tells "the desk is closed"

  @rule.lifecycle.stances
  Rule: Everybody confirms or refutes a memory once, and a later word replaces the earlier one

    Example: Confirmed
      When "mira" confirms it
      Then it is confirmed by 1 and refuted by 0
      And it is not disputed

    Example: Confirmed twice by one person, through two agents
      Given an agent of "mira" has confirmed it
      When another agent of "mira" confirms it
      Then it is confirmed by 1 and refuted by 0

    Example: Refuted for the first time
      When "mira" refutes it because "it closed at 15:30"
      Then it is confirmed by 0 and refuted by 1
      And it is disputed

    Example: Refuted twice by one person
      Given "mira" has refuted it because "it closed at 15:30"
      When "mira" refutes it because "really, at 15:30"
      Then it is confirmed by 0 and refuted by 1

    Example: From confirmed to refuted
      Given "mira" has confirmed it
      When "mira" refutes it because "it closed at 15:30"
      Then it is confirmed by 0 and refuted by 1

    Example: And back again, which does not undo the dispute
      Given "mira" has refuted it because "it closed at 15:30"
      When "mira" confirms it
      Then it is confirmed by 1 and refuted by 0
      And it is disputed

    Example: And all the way back, once verified
      Given "mira" has refuted it because "it closed at 15:30"
      When "lead" verifies it
      Then the memory is active and without flags
      And it is confirmed by 0 and refuted by 0

    Example: Refuted anew after it was verified
      Given "mira" has refuted it because "it closed at 15:30"
      And "lead" has verified it
      When "mira" refutes it because "it closed at 15:30 again"
      Then it is confirmed by 0 and refuted by 1
      And it is disputed

    Example: Shown with every hit
      Given "mira" has confirmed it
      And "robin" has refuted it because "it closed at 15:30"
      When "oms" asks "when is the session cut-off"
      Then the hit shows 1 confirmation and 1 refutation

    Example: Only what is in force
      Given "lead" has archived it
      When "mira" confirms it
      Then the change fails, naming "archived"

  @rule.lifecycle.transfer
  Rule: Stewardship moves by the word of the steward or of an admin

    Example: Handed on
      When "lead" transfers it to "kim"
      Then its steward is "kim"

    Example: And back again
      Given "lead" has transferred it to "kim"
      When "kim" transfers it to "lead"
      Then its steward is "lead"

    Example: By an approver who is not its steward
      When "robin", an approver, transfers it to "robin"
      Then the change fails, naming "steward"

    Example: Through an agent of somebody else
      When an agent of "robin" transfers it to "robin"
      Then the change fails, naming "steward"

    Example: To an agent
      When "lead" transfers it to "agent:opencode"
      Then the change fails, naming "agent"

  @rule.lifecycle.via_agent
  Rule: Through an agent only the steward decides, and the history says that an agent did it

    Example: The steward's agent verifies
      Given an agent has corrected it because "the cut-off moved"
      When an agent of "lead" verifies it
      Then the memory is active and without flags
      And its history says that "lead" did it via an agent

    Example: Another approver's agent verifies
      Given an agent has corrected it because "the cut-off moved"
      When an agent of "robin" verifies it
      Then the change fails, naming "steward"

    Example: Another approver's agent archives
      When an agent of "robin" archives it
      Then the change fails, naming "steward"

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
