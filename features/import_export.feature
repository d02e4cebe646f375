Feature: Import and export
  A firm can take its memory elsewhere whole, and bring in what it wrote down before it had one.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.import.proposal
  Rule: Imported text is only a proposal: nothing of it is in force before a person of this firm lets it in

    Example: A decision record that calls itself accepted
      Given the decision record "Use integer prices" with the status "Accepted"
      When the decision records are imported
      Then 1 imported candidate waits
      And "oms" recalls nothing for "integer prices"

    Example: And after a person let it in
      Given the decision record "Use integer prices" with the status "Accepted"
      And the decision records have been imported
      When "lead" approves all that was imported
      Then "oms" recalls "Use integer prices" for "integer prices"

  @rule.import.again
  Rule: What is imported twice is there once

    Example: The same folder again
      Given the decision record "Use integer prices" with the status "Accepted"
      And the decision records have been imported
      When the decision records are imported
      Then 1 imported candidate waits

  @rule.import.superseded
  Rule: A decision that another one replaced never comes in as the one that holds

    Example: The newer one names the older
      Given the decision record "Use float prices" that "Use integer prices" replaced
      And the decision records have been imported
      When "lead" approves all that was imported
      Then "oms" recalls "Use integer prices" for "use prices"
      And "Use float prices" is kept as superseded

    Example: The older one is decided first
      Given the decision record "Use float prices" that "Use integer prices" replaced
      And the decision records have been imported
      When "lead" tries to approve "Use integer prices" alone
      Then the approver is told to decide the older one first

  @rule.import.refused
  Rule: What the memory never holds is not imported either, and whoever imports is told which document it was

    Example: A password in a document
      Given a decision record that holds a password
      When the decision records are imported
      Then 0 imported candidates wait
      And the refusal names the document and not the password

  @rule.export.whole
  Rule: An export holds everything, and comes back the same

    Example: Into an empty memory
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      When everything is exported and taken over by an empty memory
      Then the other memory recalls "Odd lots go through the netting queue" for "where do odd lots go"
      And an export of the other memory is the same file

    Example: What was erased stays erased
      Given an approved memory "The vault opens to brass lantern" for the domain "execution"
      And "admin" has redacted it
      When everything is exported and taken over by an empty memory
      Then the file does not hold "brass lantern"
      And an export of the other memory is the same file

  @rule.import.all_or_nothing
  Rule: A broken export changes nothing, and whoever imports is told the line

    Example: A line in the middle is broken
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      When its export is taken over by an empty memory with line 2 broken
      Then the import fails and names line 2
      And the other memory holds nothing

  @rule.import.admin
  Rule: Only an administrator takes a whole memory over, never an agent

    Example: A coding agent
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      When an agent tries to have an empty memory take its export over
      Then the import is not allowed
      And the other memory holds nothing
