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
      And the approval fails, naming when and as which memory

    Example: The same approver with other words
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      And "lead" has approved it
      When "lead" approves it as "Odd lots never go through the netting queue"
      Then the approval fails, naming "already_approved: by lead"
      And the memory says "Odd lots go through the netting queue"

    Example: The same approver with the same other words
      Given the candidate "Odd lots go to the netting queue" for the domain "execution"
      And "lead" has approved it as "Odd lots go through the netting queue"
      When "lead" approves it as "Odd lots go through the netting queue"
      Then the first approval is answered again
      And the memory exists once

    Example: One approves and one rejects at the same moment
      Given the candidate "Odd lots go through the netting queue" for the domain "execution"
      When "lead" approves it and "deputy" rejects it at the same moment
      Then one of them decided it
      And the other is told who did

  @rule.gate.amend
  Rule: An approver may amend what was proposed, and both names are kept

    Example: Better words
      Given the candidate "Odd lots go to the netting queue" for the domain "execution", proposed by "agent:opencode"
      When "lead" approves it as "Odd lots under 10 units go through the netting queue"
      Then the memory says "Odd lots under 10 units go through the netting queue"
      And its proposer is "agent:opencode" and its approver is "lead"

    Example: Another scope, kind, headline, confidence and tags
      Given the candidate "Odd lots go to the netting queue" for the domain "execution", proposed by "agent:opencode"
      When "lead" approves it for the firm, as a "bug_fixes", under a headline, with less confidence and a tag
      Then that and nothing else of it changed
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

    Example: One's own proposal, in other words
      Given four eyes are in force
      And the candidate "Odd lots go through the netting queue" for the domain "execution", proposed by "sam"
      When "sam" approves it as "Odd lots go through the netting queue at noon"
      Then the approval fails, naming "four eyes"
      And the candidate still waits

    Example: One's own name, written otherwise
      Given four eyes are in force
      And the candidate "Odd lots go through the netting queue" for the domain "execution", proposed by "sam"
      When "SAM" approves it
      Then the approval fails, naming "four eyes"
      And the candidate still waits

    Example: What an agent proposed on one's behalf
      Given four eyes are in force
      And the candidate "Odd lots go through the netting queue", proposed by an agent on behalf of "sam"
      When "sam" approves it
      Then the approval fails, naming "four eyes"
      And the candidate still waits

    Example: One's own replacement of a memory
      Given four eyes are in force
      And an approved memory "Session cut-off is 15:30 UTC" for the repository "oms"
      And "sam" has corrected it to "Session cut-off is 16:00 UTC"
      When "sam" approves the replacement
      Then the approval fails, naming "four eyes"

    Example: One's own proposal, as a duplicate
      Given four eyes are in force
      And an approved memory "Odd lots go through the netting queue" for the repository "oms"
      And the candidate "Odd lots are sent through the netting queue" for the domain "execution", proposed by "sam"
      When "sam" turns that down as a duplicate of the memory
      Then the rejection fails, naming "four eyes"

    Example: Under the name of the policy
      Given four eyes are in force
      And the candidate "Odd lots go through the netting queue" for the domain "execution", proposed by "sam"
      When "policy:auto-approve" approves it
      Then the approval fails, naming "approver"
      And the candidate still waits

  @rule.gate.auto_never
  Rule: Automatic approval, where it is switched on, never reaches what needs a person

    Scenario Outline: However certain its source: a statement of the kind <kind>
      Given automatic approval is switched on
      When an authoritative document states a "<kind>" for the repository "oms"
      Then the proposal waits for approval, because of "always needs a person"

      Examples:
        | kind                   |
        | architecture_decisions |
        | coding_conventions     |
        | business_rules         |
        | production_issues      |

    Example: A firm-wide statement, however certain
      Given automatic approval is switched on
      When an authoritative document states a "terminology" for the firm
      Then the proposal waits for approval, because of "firm-wide scope"

    Example: What is critical in production
      Given automatic approval is switched on
      When an authoritative document states something tagged "production-critical"
      Then the proposal waits for approval, because of "tagged production-critical"

    Example: What replaces a memory
      Given automatic approval is switched on
      And an approved memory "Odd lots wait for the auction" for the repository "oms"
      When an authoritative document states its successor
      Then the proposal waits for approval, because of "supersedes"

    Scenario Outline: What resembles something known: <how>
      Given automatic approval is switched on
      And an approved memory "<known>" for the repository "oms"
      When an authoritative document states a "terminology" for the repository "oms"
      Then the proposal waits for approval, because of "<reason>"

      Examples:
        | how              | known                                           | reason     |
        | a near-duplicate | Odd lots are sent through the netting queue     | similar    |
        | a rival          | Odd lots never go through the netting queue     | rivals     |

    Example: What resembles something that waits
      Given automatic approval is switched on
      And the candidate "Odd lots are sent through the netting queue" for the repository "oms"
      When an authoritative document states a "terminology" for the repository "oms"
      Then it still waits, because of "similar"

    Example: What could not be compared
      Given automatic approval is switched on
      And an approved memory "Money is stored as integer minor units" for the repository "oms"
      And the store is down
      When an authoritative document states a "terminology" for the repository "oms"
      Then the proposal waits for approval, because of "could not be looked for"

    Example: What the approver has to be warned of
      Given automatic approval is switched on
      When an authoritative document states a "terminology" for the repository "omss"
      Then the proposal waits for approval, because of "warnings"

    Scenario Outline: Below the threshold: <source>
      Given automatic approval is switched on
      And an approved memory "Money is stored as integer minor units" for the repository "oms"
      When a statement comes from "<reference>"
      Then the proposal waits for approval, because of "is below 0.85"

      Examples:
        | source               | reference       |
        | a single observation | seen-on-tuesday |
        | a merge request      | mr-4821         |

    Example: What an agent says, whatever its source
      Given automatic approval is switched on
      And an approved memory "Money is stored as integer minor units" for the repository "oms"
      When an agent makes a statement from "adr-12"
      Then the proposal waits for approval, because of "is below 0.85"

    Example: What does not need a person
      Given automatic approval is switched on
      And an approved memory "Money is stored as integer minor units" for the repository "oms"
      When an authoritative document states a "terminology" for the repository "oms"
      Then it is approved by the policy, with its reason
