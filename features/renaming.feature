Feature: Renamed repositories
  Repositories are renamed. What the firm knows of them goes along, at once and for good.

  Background:
    Given the repository "oms" of the domain "execution"
    And the repository "quant/oms" of the domain "execution"

  @rule.renaming.follows
  Rule: What belongs to a repository is recalled under its new name, and under that only

    Example: Renamed
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms"
      When the admin "ada" renames the repository "oms" to "quant/oms"
      Then "quant/oms" recalls it for "where do odd lots go"
      And "oms" recalls nothing for "where do odd lots go"

    Example: And back again
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms"
      And the admin "ada" has renamed the repository "oms" to "quant/oms"
      When the admin "ada" renames the repository "quant/oms" to "oms"
      Then "oms" recalls it for "where do odd lots go"

    Example: A candidate
      Given the candidate "Odd lots go through the netting queue" for the repository "oms"
      And the admin "ada" has renamed the repository "oms" to "quant/oms"
      When "lead" approves it
      Then "quant/oms" recalls it for "where do odd lots go"

  @rule.renaming.told
  Rule: Whoever proposes under the former name is told the present one

    Example: An agent in an old checkout
      Given the admin "ada" has renamed the repository "oms" to "quant/oms"
      When the agent proposes "Odd lots are rounded down" for the repository "oms"
      Then the proposal warns of "renamed to 'quant/oms'"

  @rule.renaming.known
  Rule: What was decided before a renaming stays decided after it

    Example: Rejected under the former name
      Given the candidate "Odd lots are rounded up" for the repository "oms"
      And "lead" has rejected it because "they are not"
      And the admin "ada" has renamed the repository "oms" to "quant/oms"
      When the agent proposes "Odd lots are rounded up" for the repository "quant/oms"
      Then the proposal is refused, naming "they are not"

  @rule.renaming.whole
  Rule: A renaming is recorded as a whole, and the store follows once it is back

    Example: The store was down
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms"
      And the store fails while the admin "ada" renames the repository "oms" to "quant/oms"
      When the store is synchronised
      Then "quant/oms" recalls it for "where do odd lots go"

  @rule.renaming.admin
  Rule: Only an administrator renames, and never an agent

    Example: An agent
      When the agent renames the repository "oms" to "quant/oms"
      Then the renaming fails, naming "agent"
