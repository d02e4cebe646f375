Feature: Approval gate
  An engineer decides what the firm's agents may know.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.gate.person
  Rule: Nothing is recalled before a person has approved it

    Example: Before
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      When "oms" asks "where do odd lots go"
      Then nothing is recalled

    Example: After
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And "lead" has approved it
      When "oms" asks "where do odd lots go"
      Then the memory is recalled

  @rule.gate.no_agent
  Rule: An agent cannot approve

    Example: An agent tries
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      When "agent:opencode" approves it
      Then the approval fails, naming "approver"
      And the candidate still waits

    Example: Nobody in particular tries
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      When "" approves it
      Then the approval fails, naming "approver"
      And the candidate still waits

  @rule.gate.exactly_once
  Rule: A candidate is decided exactly once

    Example: Six approvers at the same moment
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      When 6 approvers approve it at the same moment
      Then one of them approved it
      And the others are told who did
      And the memory exists once

    Example: The same approver again
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And "lead" has approved it
      When "lead" approves it
      Then the first approval is answered again
      And the memory exists once

    Example: A second approver later
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And "lead" has approved it
      When "deputy" approves it
      Then the approval fails, naming "lead"

  @rule.gate.amend
  Rule: An approver may amend what was proposed, and both names are kept

    Example: Better words
      Given the candidate "Odd lots go to the netting queue" for the domain "execution", proposed by "agent:opencode"
      When "lead" approves it as "Odd lots under 10 units go through the netting queue"
      Then the memory says "Odd lots under 10 units go through the netting queue"
      And its proposer is "agent:opencode" and its approver is "lead"

    Example: Worse words
      Given the candidate "Odd lots go to the netting queue" for the domain "execution"
      When "lead" approves it with a forge token in its words
      Then the approval is refused by "secret.forge_token"
      And the candidate still waits

  @rule.gate.reject
  Rule: A rejected statement stays rejected, and says why

    Example: Proposed again
      Given the candidate "Prices are stored as floats" for the domain "execution"
      And "lead" has rejected it because "it was tried and drifted"
      When an agent proposes it again
      Then the proposal is refused, naming "it was tried and drifted"

    Example: And back again, by a person
      Given the candidate "Prices are stored as floats" for the domain "execution"
      And "lead" has rejected it because "it was tried and drifted"
      When "lead" reconsiders it
      Then it waits for approval as a new candidate
      And the rejection is still on record

  @rule.gate.same_again
  Rule: The same statement, proposed again, meets its own candidate

    Example: A second run of the same job
      Given the candidate "Odd lots go through the netting queue" for the domain "execution", from "mr-310"
      When it is proposed again from "mr-311"
      Then one candidate waits
      And it names "mr-310" and "mr-311" as its sources

  @rule.gate.four_eyes
  Rule: With four eyes in force, nobody approves their own proposal

    Example: One's own proposal
      Given four eyes are in force
      And the candidate "Odd lots go through the netting queue" for the domain "execution", proposed by "sam"
      When "sam" approves it
      Then the approval fails, naming "four eyes"
      And the candidate still waits

    Example: Somebody else's proposal
      Given four eyes are in force
      And the candidate "Odd lots go through the netting queue" for the domain "execution", proposed by "sam"
      When "kim" approves it
      Then the memory exists once

  @rule.gate.auto_never
  Rule: Automatic approval, where it is switched on, never reaches what needs a person

    Example: A business rule, however certain
      Given automatic approval is switched on
      When an authoritative document states a "business_rules" for the repository "oms"
      Then the proposal waits for approval

    Example: A firm-wide statement, however certain
      Given automatic approval is switched on
      When an authoritative document states a "terminology" for the firm
      Then the proposal waits for approval

    Example: A single observation
      Given automatic approval is switched on
      When a single observation states a "terminology" for the repository "oms"
      Then the proposal waits for approval

    Example: What does not need a person
      Given automatic approval is switched on
      And an approved memory "Money is stored as integer minor units" for the repository "oms"
      When an authoritative document states a "terminology" for the repository "oms"
      Then it is approved by the policy, with its reason
