---- MODULE Cart ----
EXTENDS Naturals, Sequences

VARIABLES items, total

Init == /\ items = <<>>
        /\ total = 0

Add(p) == /\ items' = Append(items, p)
          /\ total' = total + p
====
