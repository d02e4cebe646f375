Feature: Browsing
  The pool belongs to the whole firm: everybody can leaf through it, see what has gone stale, and know that reading
  is noted where people are known by name.

  Background:
    Given the repository "oms" of the domain "execution"

  @rule.browsing.stale
  Rule: What nobody changed or verified for a long time is listed as stale

    Example: Nobody looked at it for a hundred days
      Given an approved memory "Session cut-off is 15:20 local time" for the domain "execution"
      When "oms" asks what is stale 100 days later
      Then the list holds only that memory, marked as stale

    Example: And back again, once verified
      Given an approved memory "Session cut-off is 15:20 local time" for the domain "execution"
      And "lead" verifies it 100 days later
      When "oms" asks what is stale
      Then the list is empty

    Example: A nod is not enough
      Given an approved memory "Session cut-off is 15:20 local time" for the domain "execution"
      And "mira" confirms it 100 days later
      When "oms" asks what is stale
      Then the list holds only that memory, marked as stale

    Example: The document that it was taken from reads otherwise by now
      Given an approved memory that was taken from a document
      When "oms" asks what is stale, and the document has changed
      Then the list holds only that memory, marked as stale

    Example: The document still reads the same
      Given an approved memory that was taken from a document
      When "oms" asks what is stale, and the document has not changed
      Then the list is empty

  @rule.browsing.pages
  Rule: Whoever leafs through the shared pool sees every memory once, though others change it meanwhile

    Example: Changed while somebody reads
      Given 12 approved memories for the domain "execution"
      When "oms" leafs through them 5 at a time while others verify the first and the last one
      Then every one of them was shown, and none twice

    Example: Nothing of another repository
      Given 3 approved memories for the repository "gateway"
      When "oms" leafs through them 5 at a time
      Then the list is empty

    Example: Candidates are no memories yet
      Given a waiting candidate "Odd lots go through netting" for the domain "execution"
      When "oms" leafs through them 5 at a time
      Then the list is empty

    Example: Candidates, when asked for
      Given a waiting candidate "Odd lots go through netting" for the domain "execution"
      When "oms" lists what is proposed
      Then the list holds only that candidate

  @rule.browsing.tags
  Rule: Tags are counted over what is in force where the reader stands

    Example: Two memories and a candidate
      Given 2 approved memories tagged "netting"
      And a candidate tagged "netting"
      When "oms" counts the tags
      Then "netting" counts 2

  @rule.browsing.access_log
  Rule: Who read a memory whole is noted where people are known by name, kept for a time, and never ranks

    Example: Noted with name and time
      Given an approved memory "Session cut-off is 15:20 local time" for the domain "execution"
      When "mira", known by name, reads it whole
      Then the log says that "mira" read it

    Example: Nobody is known by name
      Given an approved memory "Session cut-off is 15:20 local time" for the domain "execution"
      When it is read by id
      Then the log says nothing of it

    Example: Forgotten after its time
      Given an approved memory "Session cut-off is 15:20 local time" for the domain "execution"
      And "mira", known by name, has read it whole
      When "robin", known by name, reads it whole 366 days later
      Then the log says that "robin" read it

    Example: Reading does not rank
      Given an approved memory "Session cut-off is 15:20 local time" for the domain "execution"
      And an approved memory "Session cut-off is 15:20 exchange time" for the domain "execution"
      When each is read whole by a different number of people
      Then "oms" recalls the two in the same order as before
