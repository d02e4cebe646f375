Feature: Duplicates and rivals
  What says the same as something known, or the opposite of it, is shown to people. A machine merges and refuses nothing.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.duplicates.shown
  Rule: What says nearly the same is shown to whoever proposes and to whoever decides, and refuses nothing

    Example: The same fact in other words
      Given an approved memory "Orders that arrive after 15:20 are rejected by the OMS" for the repository "oms"
      When an agent proposes "The OMS rejects orders arriving after 15:20"
      Then the proposal waits for approval
      And the proposer and the approver are shown the memory as "lexical"

    Example: Two agents, before anybody has looked
      Given the candidate "Orders that arrive after 15:20 are rejected by the OMS" for the repository "oms"
      When an agent proposes "The OMS rejects orders arriving after 15:20"
      Then both candidates wait
      And the proposer and the approver are shown the memory as "lexical"

    Example: The same words as another kind of memory
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms"
      When an agent proposes "odd lots  go through the netting queue" as a "bug_fixes"
      Then the proposal waits for approval
      And the proposer and the approver are shown the memory as "exact"

    Example: What was approved meanwhile
      Given the candidate "Orders that arrive after 15:20 are rejected by the OMS" for the repository "oms"
      And the candidate "The OMS rejects orders arriving after 15:20" for the repository "oms"
      When "lead" approves it
      Then the approver of the second one sees that the first one is "active"

    Example: Elsewhere
      Given an approved memory "Orders that arrive after 15:20 are rejected by the OMS" for the repository "ledger"
      When an agent proposes "The OMS rejects orders arriving after 15:20"
      Then the proposer is shown nothing beside it

  @rule.duplicates.rival
  Rule: The opposite of a known statement is shown as its rival, never as its duplicate

    Scenario Outline: What cannot be followed together: <how>
      Given an approved memory "<known>" for the repository "oms"
      When an agent proposes "<proposed>"
      Then the proposal waits for approval
      And the proposer and the approver are shown the memory as "rival"

      Examples:
        | how                 | known                                           | proposed                                        |
        | A negation          | Orders may skip netting                         | Orders may not skip netting                     |
        | An opposite word    | Prices are always rounded before netting        | Prices are always rounded after netting         |
        | Another time        | Orders after 15:20 are rejected by the OMS      | Orders after 15:25 are rejected by the OMS      |
        | Another count       | Retry a failed webhook three times              | Retry a failed webhook 5 times                  |
        | Another name        | Trade events are published to Kafka by the OMS  | Trade events are published to NATS by the OMS   |
        | Turned round        | Use UUIDs instead of sequences for order ids    | Use sequences instead of UUIDs for order ids    |
        | A duty made a leave | Reports must be signed by the risk desk         | Reports may be signed by the risk desk          |
        | In Russian          | Журналы сделок хранятся 30 дней                 | Журналы сделок не хранятся 30 дней              |
        | In Chinese          | 定价接口启用响应缓存                            | 定价接口禁用响应缓存                            |

  @rule.duplicates.widening
  Rule: The same words for a scope that reaches further are offered as a widening of what is known

    Example: From one repository to the firm
      Given an approved memory "Retries use full jitter" for the repository "oms"
      When an agent proposes "Retries use full jitter" for the firm
      Then the proposal waits for approval
      And the proposer and the approver are shown the memory as "widening"

    Example: For another repository
      Given an approved memory "Retries use full jitter" for the repository "ledger"
      When an agent proposes "Retries use full jitter"
      Then the proposal waits for approval
      And the proposer and the approver are shown the memory as "widening"

    Example: The approver widens it
      Given an approved memory "Retries use full jitter" for the repository "oms"
      And an agent has proposed "Retries use full jitter" for the firm
      When "lead" approves that as superseding the memory
      Then "gateway" recalls "Retries use full jitter" once
      And the old memory resolves by id to the wider one

  @rule.duplicates.turned_down
  Rule: A candidate turned down as a duplicate leaves its source with the original

    Example: One more source
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms", from "mr-310"
      And an agent has proposed "Odd lots are sent through the netting queue", from "mr-311"
      When "lead" turns that down as a duplicate of the memory
      Then nothing waits for approval
      And it names "mr-310" and "mr-311" as its sources
      And the store holds the memory with both sources

    Example: Proposed again
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms", from "mr-310"
      And an agent has proposed "Odd lots are sent through the netting queue", from "mr-311"
      And "lead" has turned that down as a duplicate of the memory
      When an agent proposes "Odd lots are sent through the netting queue"
      Then the proposal is refused, naming the memory that it doubles

    Example: Of a candidate that waits
      Given the candidate "Odd lots go through the netting queue" for the repository "oms"
      And an agent has proposed "Odd lots are sent through the netting queue", from "mr-311"
      When "lead" turns that down as a duplicate of the memory
      Then one candidate waits
      And it names "mr-310" and "mr-311" as its sources

    Example: The same decision again
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms", from "mr-310"
      And an agent has proposed "Odd lots are sent through the netting queue", from "mr-311"
      And "lead" has turned that down as a duplicate of the memory
      When "lead" turns that down as a duplicate of the memory
      Then the first rejection is answered again

    Example: Somebody else was first
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms", from "mr-310"
      And an agent has proposed "Odd lots are sent through the netting queue", from "mr-311"
      And "lead" has turned that down as a duplicate of the memory
      When "deputy" turns that down as a duplicate of the memory
      Then the rejection fails, naming "already_rejected: by lead"

    Example: An agent tries
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms", from "mr-310"
      And an agent has proposed "Odd lots are sent through the netting queue", from "mr-311"
      When "agent:opencode" turns that down as a duplicate of the memory
      Then the rejection fails, naming "approver"
