Feature: Exclusions
  What the firm's memory never holds, and what a person has to look at first.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.exclusions.secret
  Rule: A secret is refused, in whatever form it comes

    Example: A token in a sentence
      When an agent proposes a statement with a forge token
      Then the proposal is refused by "secret.forge_token"

    Example: A password that is told in prose
      When an agent proposes a statement with a told password
      Then the proposal is refused by "secret.told"

    Example: A token that was taken apart
      When an agent proposes a statement with a token in two parts
      Then the proposal is refused by "secret.forge_token"

    Example: And a rule about passwords may be remembered
      When an agent proposes "Passwords need 14 characters, because the auditor asked for it"
      Then the proposal waits for approval

  @rule.exclusions.source_code
  Rule: Source code, differences and stack traces are refused

    Example: Code without fences
      When an agent proposes a statement with a function in full
      Then the proposal is refused by "code.statements"

    Example: A single frame of a trace
      When an agent proposes a statement with a single frame of a trace
      Then the proposal is refused by "code.stack_trace"

    Example: And the name of a function may be remembered
      When an agent proposes "Call `OrderGate.send()` only through the throttle"
      Then the proposal waits for approval

  @rule.exclusions.individual
  Rule: Facts about individual engineers are refused

    Example: A habit
      When an agent proposes "Priya always forgets to run the integration tests"
      Then the proposal is refused for "individual"

    Example: And a team may be remembered
      When an agent proposes "The payments team owns ledger and settlement"
      Then the proposal waits for approval

  @rule.exclusions.transient
  Rule: What is only so just now is refused

    Example: A build
      When an agent proposes "CI is red right now because the runner disk is full"
      Then the proposal is refused for "transient"

    Example: And an incident of the past may be remembered
      When an agent proposes "The outage of 12 May 2025 started when a certificate had expired"
      Then the proposal waits for approval

  @rule.exclusions.suspicion
  Rule: What is only suspicious waits, and is approved by whoever clears the suspicion by name

    Example: Without clearing it
      Given a candidate that holds a flat list of settings
      When "lead" approves it
      Then the approval fails, naming "code.likely_settings"
      And the candidate still waits

    Example: Clearing it
      Given a candidate that holds a flat list of settings
      When "lead" approves it, clearing "code.likely_settings"
      Then the memory exists once
      And the ledger tells that "code.likely_settings" was cleared

    Example: Words that raise no suspicion any more
      Given a candidate that holds a flat list of settings
      When "lead" approves it as "The report host listens on the usual port"
      Then the memory exists once
