Feature: Taxonomy
  Every memory is of exactly one of thirteen kinds, so that people and agents know what they are reading.

  @rule.taxonomy.thirteen
  Rule: There are exactly thirteen kinds of memory

    Example: The kinds are listed
      When the taxonomy is read
      Then it holds 13 kinds
      And every kind says what belongs under it

  @rule.taxonomy.spellings
  Rule: A kind may be written by its name or by its slug, and is kept by its slug

    Example: By name
      When an agent proposes a "BUSINESS_RULE"
      Then the candidate is a "business_rules"

    Example: By slug
      When an agent proposes a "business_rules"
      Then the candidate is a "business_rules"

  @rule.taxonomy.unknown
  Rule: An unknown kind is refused and the nearest kinds are named

    Example: A misspelt kind
      When an agent proposes a "busines_rule"
      Then the proposal fails, naming "business_rules"
      And nothing waits for approval

  @rule.taxonomy.exclusions
  Rule: What never belongs in the memory is refused, with the reason and what to do instead

    Example: A fenced block of source code
      When an agent proposes a statement with a fenced block of source code
      Then the proposal is refused by "code.fence"
      And nothing waits for approval

    Example: A diff
      When an agent proposes a statement with a diff
      Then the proposal is refused by "code.diff"
      And nothing waits for approval

    Example: A stack trace
      When an agent proposes a statement with a stack trace
      Then the proposal is refused by "code.stack_trace"
      And nothing waits for approval

    Example: A token
      When an agent proposes a statement with a forge token
      Then the proposal is refused by "secret.forge_token"
      And the refusal does not repeat the secret

    Example: A secret in the evidence instead of the statement
      When an agent proposes a statement with a forge token in its evidence
      Then the proposal is refused by "secret.forge_token"
      And nothing waits for approval

    Example: Prose that mentions an identifier
      When an agent proposes "The function `settle_lot` rounds half even because the venue does."
      Then the proposal waits for approval
