------------------------------ MODULE Resource ------------------------------
(* What the lock protects: a value that a holder reads, and then writes. A resource is a record of four fields: *)
(*   claimed   the greatest token that the guard has seen                                                       *)
(*   latest    which hold wrote last, counted in the order of the grants (only the model knows that)            *)
(*   current   the clients that read the value as it is now: no write came since                                *)
(*   broken    TRUE once a stale effect was let in                                                              *)
EXTENDS Naturals

CONSTANT Guard  \* "none", "at the write" (checks a token at the write only), "claim first" (docs/fencing.md),
                \* or "off" in models that do not ask about effects

NewResource == [claimed |-> 0, latest |-> 0, current |-> {}, broken |-> FALSE]

Max(x, y) == IF x > y THEN x ELSE y

(* Claim, and then read, in one atomic step. *)
LetsRead(r, token) == Guard # "claim first" \/ token >= r.claimed
Read(r, c, token) ==
  [r EXCEPT !.claimed = IF Guard = "claim first" THEN Max(r.claimed, token) ELSE r.claimed,
            !.current = r.current \cup {c}]

LetsWrite(r, token) == Guard = "none" \/ token >= r.claimed

(* An effect is stale if a later hold has written before it, or if the value was written since its read. *)
Write(r, c, token, hold) ==
  [claimed |-> IF Guard = "none" THEN r.claimed ELSE Max(r.claimed, token),
   latest  |-> Max(r.latest, hold),
   current |-> {},
   broken  |-> r.broken \/ hold < r.latest \/ c \notin r.current]
=============================================================================
