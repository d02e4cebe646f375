Feature: Scope
  A memory is relevant to the firm, to business domains, to repositories. Scope is relevance, not access.

  Background:
    Given the repository "oms" of the domain "execution"
    And the repository "gateway" of the domain "execution"
    And the repository "ledger" of the domain "accounting"

  @rule.scope.domain_shared
  Rule: What belongs to a domain is recalled in every repository of that domain

    Example: Learnt in one repository, recalled in another
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      When "gateway" asks "where do odd lots go"
      Then the memory is recalled

  @rule.scope.no_leak
  Rule: What belongs elsewhere is not recalled

    Example: Another domain
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      When "ledger" asks "where do odd lots go"
      Then nothing is recalled

    Example: Another repository
      Given an approved memory "The ledger closes its day at 18:00" for the repository "ledger"
      When "oms" asks "when does the ledger close its day"
      Then nothing is recalled

  @rule.scope.firm_wide
  Rule: What belongs to the firm is recalled everywhere

    Example: Asked in any repository
      Given an approved memory "Money is stored as integer minor units" for the firm
      When "ledger" asks "how is money stored"
      Then the memory is recalled

    Example: Asked outside any repository
      Given an approved memory "Money is stored as integer minor units" for the firm
      When someone outside any repository asks "how is money stored"
      Then the memory is recalled

  @rule.scope.stored_once
  Rule: A memory that spans several repositories is one record

    Example: Three repositories
      Given an approved memory "Session clocks run in UTC" for the repositories "oms, gateway, ledger"
      When each repository asks "which time do session clocks run in"
      Then all of them recall the same single memory

  @rule.scope.explicit
  Rule: Asking for an explicit scope replaces one's own, and asking for none means the firm only

    Example: Asking about another repository
      Given an approved memory "The ledger closes its day at 18:00" for the repository "ledger"
      When "oms" asks "when does the ledger close its day" about the repository "ledger"
      Then the memory is recalled

    Example: Asking with an empty list of domains
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      When "oms" asks "where do odd lots go" about no domain at all
      Then nothing is recalled

  @rule.scope.axes
  Rule: There is no person axis and no team axis

    Example: A scope that names an engineer
      When an agent proposes a memory scoped to the engineer "sam"
      Then the proposal fails, naming "engineer"

    Example: A scope that names a team
      When an agent proposes a memory scoped to the team "heron"
      Then the proposal fails, naming "team"

  @rule.scope.nowhere
  Rule: A memory that belongs nowhere is refused

    Example: Proposed outside any repository, without a scope
      When someone outside any repository proposes a memory without a scope
      Then the proposal fails, naming "scope"

  @rule.scope.identity
  Rule: Who asks never changes what is recalled

    Example: Two people, one question
      Given an approved memory "Odd lots go through the netting queue" for the domain "execution"
      When "sam" and "kim" ask "where do odd lots go" in "oms"
      Then both recall the same memories
