Feature: Redaction
  The one exception to "nothing deletes": a secret that leaked into the memory is erased everywhere, for good.

  Background:
    Given the repository "oms" of the domain "execution"
    And an approved memory "The settlement vault opens to brass lantern" for the domain "execution"

  @rule.redaction.erase
  Rule: The words of a redacted memory are gone from records, store and ledger, and the ledger still verifies

    Example: Erased
      When "admin" redacts it because "a password had slipped in"
      Then "brass lantern" is left nowhere
      And the ledger verifies and names the redaction

    Example: Erased with everything that was said of it
      Given an agent has corrected it because "brass lantern is the old one"
      And "mira" has refuted it because "brass lantern fits no more"
      When "admin" redacts it because "a password had slipped in"
      Then "brass lantern" is left nowhere
      And the ledger verifies and names the redaction

    Example: Erased while it waits for approval
      Given the candidate "The fallback vault opens to copper kettle" for the domain "execution"
      When "admin" redacts the candidate because "a password had slipped in"
      Then "copper kettle" is left nowhere
      And the candidate no longer waits

    Example: Erased after it was archived
      Given "lead" has archived it
      When "admin" redacts it because "a password had slipped in"
      Then "brass lantern" is left nowhere

    Example: Erased from a working note
      Given an agent noted "The ledger vault opens to iron thimble" under "mr-4821"
      When "admin" redacts that note because "a password had slipped in"
      Then "iron thimble" is left nowhere
      And the notes of "mr-4821" are empty

  @rule.redaction.tombstone
  Rule: A tombstone stays, which tells who redacted it, when and why

    Example: Read by id
      Given "admin" has redacted it because "a password had slipped in"
      When it is read by id
      Then the tombstone names "admin" and "a password had slipped in"
      And its history ends with "redacted" and tells "a password had slipped in"

    Example: Out of recall
      When "admin" redacts it because "a password had slipped in"
      Then "oms" recalls nothing for "what does the settlement vault open to"

    Example: Redacted twice
      Given "admin" has redacted it because "a password had slipped in"
      When "admin" redacts it because "once more"
      Then the tombstone is as it was

  @rule.redaction.final
  Rule: There is no way back from a redaction

    Example: Not by restoring
      Given "admin" has redacted it because "a password had slipped in"
      When "lead" restores it
      Then the change fails, naming "redacted by admin"

    Example: Not by verifying
      Given "admin" has redacted it because "a password had slipped in"
      When "lead" verifies it
      Then the change fails, naming "archived"

    Example: Not by proposing the same words again
      Given "admin" has redacted it because "a password had slipped in"
      When an agent proposes "The settlement vault opens to brass lantern" for the domain "execution" once more
      Then the proposal is turned down, naming "redacted by admin"
      And "brass lantern" is left nowhere

    Example: Not by reconsidering a candidate
      Given the candidate "The fallback vault opens to copper kettle" for the domain "execution"
      And "admin" has redacted the candidate because "a password had slipped in"
      When "lead" reconsiders the candidate
      Then the change fails, naming "redacted by admin"

    Example: Not by noting the same words again
      Given an agent noted "The ledger vault opens to iron thimble" under "mr-4821"
      And "admin" has redacted that note because "a password had slipped in"
      When the agent notes "The ledger vault opens to iron thimble" under "mr-4821" once more
      Then the note fails, naming "redacted by admin"

  @rule.redaction.admin
  Rule: Only an administrator redacts, and never an agent

    Example: An approver
      When "robin", an approver, redacts it because "a password had slipped in"
      Then the change fails, naming "admin"

    Example: An agent of the administrator
      When an agent of "admin" redacts it because "a password had slipped in"
      Then the change fails, naming "an agent never does"
      And the memory is as it was

    Example: With a reason that holds a secret
      When "admin" redacts it because a forge token had slipped in, and repeats the token
      Then the change fails, naming "secret"
      And the memory is as it was

  @rule.redaction.others
  Rule: Only the words of that memory go

    Example: Its replacement stays
      Given an agent has corrected it with the replacement "The settlement vault opens by key card"
      When "admin" redacts it because "a password had slipped in"
      Then the replacement still waits in its own words
      And "brass lantern" is left nowhere
