Feature: Cards of closed issues
  What closed issues and merge requests said is kept as cards. Nobody reviewed them, and they say so.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.cards.recalled
  Rule: A card is recalled without an approval, and always says that nobody reviewed it

    Example: A closed issue
      Given the ingester "mira" has indexed "Odd lots were lost at the cut-off" as "mr-310"
      When "oms" asks "where were odd lots lost"
      Then the memory is recalled
      And it is labelled unreviewed

    Example: An approved memory is not
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms"
      When "oms" asks "where do odd lots go"
      Then it is not labelled unreviewed

  @rule.cards.durable_first
  Rule: Of two that answer alike, approved knowledge stands before a card

    Example: The same words
      Given an approved memory "Odd lots go through the netting queue" for the repository "oms"
      And the ingester "mira" has indexed "Odd lots go through the netting queue" as "mr-310"
      When "oms" asks "where do odd lots go"
      Then the approved memory stands first

  @rule.cards.verbatim
  Rule: A card keeps an issue's words, with a marker for each piece of code, difference, trace, trailer, handle and address

    Example: A code block
      When the ingester "mira" indexes an issue with a code block
      Then the card says how many lines of code were left out, and the rest word for word

    Example: A person
      When the ingester "mira" indexes "Thanks @dana-k, who found it"
      Then the card reads "Thanks [person], who found it"

    Example: A team
      When the ingester "mira" indexes "Ask @firm/execution about it"
      Then the card reads "Ask @firm/execution about it"

    Example: What was true once
      When the ingester "mira" indexes "The release was blocked until yesterday and is waiting for review"
      Then the card reads "The release was blocked until yesterday and is waiting for review"

  @rule.cards.secrets
  Rule: A secret refuses its card, and no other

    Example: One of two
      When the ingester "mira" indexes two issues, one of them with a forge token
      Then one card is kept and the other is refused
      And the refusal does not tell the token

  @rule.cards.repeatable
  Rule: Indexing again changes what changed, and deletes nothing

    Example: Nothing changed
      Given the ingester "mira" has indexed "Odd lots were lost at the cut-off" as "mr-310"
      When the ingester "mira" indexes "Odd lots were lost at the cut-off" as "mr-310"
      Then the ledger tells of one indexing

    Example: An edited issue
      Given the ingester "mira" has indexed "Odd lots were lost at the cut-off" as "mr-310"
      When the ingester "mira" indexes "Odd lots wait after the cut-off" as "mr-310"
      Then "oms" recalls "Odd lots wait after the cut-off" and not the old card
      And the old card resolves to the new one

    Example: And back again
      Given the ingester "mira" has indexed "Odd lots were lost at the cut-off" as "mr-310"
      And the ingester "mira" has indexed "Odd lots wait after the cut-off" as "mr-310"
      When the ingester "mira" indexes "Odd lots were lost at the cut-off" as "mr-310"
      Then "oms" recalls "Odd lots were lost at the cut-off" and not the old card

  @rule.cards.whole
  Rule: A long issue is divided at its headings, and never cut

    Example: Three long sections
      When the ingester "mira" indexes an issue that is too long for one memory
      Then its cards together hold every word of it

    Example: One endless section
      When the ingester "mira" indexes an endless text without a heading
      Then the card is refused, naming "heading"

  @rule.cards.ingester
  Rule: Only an ingester indexes, and never an agent

    Example: An agent
      When the agent indexes "Odd lots were lost at the cut-off"
      Then the indexing fails, naming "agent"
