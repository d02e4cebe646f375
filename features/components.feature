Feature: Components
  A checkout names its components. Whoever works on one is shown first what the firm knows of it.

  Background:
    Given the repository "oms" of the domain "execution"
    And "oms" declares the component "netting" as "src/netting/**" and "tests/netting/**"

  @rule.components.lifted
  Rule: What is anchored in a component is shown first to whoever touches that component

    Example: Another file of the component
      Given an approved memory "The queue drains hourly" anchored at "src/venues/fix.py"
      And an approved memory "The queue trains hourly" anchored at "src/netting/queue.py"
      When "oms" asks "queue hourly" while touching "tests/netting/test_queue.py"
      Then "The queue trains hourly" stands first of 2

    Example: And the other one for whoever touches that
      Given an approved memory "The queue drains hourly" anchored at "src/venues/fix.py"
      And an approved memory "The queue trains hourly" anchored at "src/netting/queue.py"
      When "oms" asks "queue hourly" while touching "src/venues/fix.py"
      Then "The queue drains hourly" stands first of 2

  @rule.components.unmapped
  Rule: A path that belongs to no component, or lies outside the checkout, changes nothing

    Example: No component
      Given an approved memory "The queue drains hourly" anchored at "src/venues/fix.py"
      And an approved memory "The queue trains hourly" anchored at "src/netting/queue.py"
      When "oms" asks "queue hourly" while touching "docs/readme.md"
      Then it is answered as without a path

    Example: Outside the checkout
      Given an approved memory "The queue drains hourly" anchored at "src/venues/fix.py"
      And an approved memory "The queue trains hourly" anchored at "src/netting/queue.py"
      When "oms" asks "queue hourly" while touching "../oms/src/netting/queue.py"
      Then it is answered as without a path

  @rule.components.never_widens
  Rule: Touching a component shows nothing that is out of scope

    Example: Another repository's memory
      Given an approved memory "The ledger drains hourly" for the repository "ledger"
      When "oms" asks "what drains hourly" while touching "src/netting/queue.py"
      Then nothing is recalled
