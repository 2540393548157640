------------------------------- MODULE Store --------------------------------
(* What a store with leases (Redis, SQL, memory) does with one lock name. A store is a record: who owns the lock, *)
(* when the lease ends by the store's clock, the owner's token, and the last token that was given; and the number *)
(* of the owner's grant, which no store has and only the invariants use. Each operator below is one atomic step:  *)
(* it takes a store and gives the store after the step.                                                           *)
EXTENDS Naturals

CONSTANTS
  LockDelay,              \* how much longer the store keeps the name closed; 0: none
  TokensSurviveDataLoss,  \* TRUE: tokens are at least the store's clock, so a loss of data repeats none
  Defects                 \* names of planted bugs, {} in a sound lock

NoOwner == <<"none", 0>>

NewStore == [owner |-> NoOwner, ends |-> 0, token |-> 0, last |-> 0, grant |-> 0]
WithoutOwner(s) == [NewStore EXCEPT !.last = s.last]

IsFree(s, now) == s.owner = NoOwner \/ s.ends <= now

IsOwner(s, a, now) == s.owner = a /\ s.ends > now

(* A lease that is over leaves nothing but the last token. *)
Expired(s, now) == IF IsFree(s, now) THEN WithoutOwner(s) ELSE s

(* A lease of that length, with its delay, that starts now. It never ends before the one that was granted      *)
(* already: a late request must not shorten what a later one has got.                                          *)
Later(x, y) == IF x > y THEN x ELSE y
LeaseFrom(s, now, lease) == Later(s.ends, now + lease + LockDelay)

(* A free lock is granted with the next token. An attempt that asks again finds its grant, with its token      *)
(* (ACQ-2), and its lease starts again.                                                                        *)
MayGrant(s, a, now) == IsFree(s, now) \/ IsOwner(s, a, now)
Granted(s, a, now, lease, number) ==
  IF IsOwner(s, a, now)
  THEN [s EXCEPT !.ends = LeaseFrom(s, now, lease)]
  ELSE [owner |-> a, ends |-> now + lease + LockDelay, token |-> s.last + 1, last |-> s.last + 1, grant |-> number]

(* A renewal works only for the owner, and only while its lease runs (REN-2).                                  *)
MayRenew(s, a, now) == IsOwner(s, a, now) \/ "renewal ignores the owner" \in Defects
Renewed(s, a, now, lease) == [s EXCEPT !.owner = a, !.ends = LeaseFrom(s, now, lease)]

(* A release works only for the owner (REL-2, REL-6). A withdrawal of an attempt is the same step.             *)
MayRelease(s, a, now) == IsOwner(s, a, now) \/ "release ignores the owner" \in Defects
Released(s) == WithoutOwner(s)

(* All data is lost. The token counter is lost with it, unless the clock keeps it from falling back.           *)
Emptied(s) == [NewStore EXCEPT !.last = IF TokensSurviveDataLoss THEN s.last ELSE 0]

(* Another server takes over with an older copy.                                                               *)
TakenOver(s, copy) == [copy EXCEPT !.last = IF TokensSurviveDataLoss THEN s.last ELSE copy.last]

(* The clock jumps so far ahead that the running lease is over.                                                *)
Jumped(s) == WithoutOwner(s)
=============================================================================
