------------------------------ MODULE HandOff -------------------------------
(* One client hands its grant from thread to thread without asking the store (rules HAND). The grant reserves a *)
(* block of tokens, one for each handle that may follow. Another client wants the same lock. Requests are       *)
(* instantaneous here; what a network does to them is the subject of LeaseLock.                                  *)
EXTENDS Naturals, Sequences, TLC

CONSTANTS
  Threads,        \* the threads of the client
  MostHandOffs,   \* how often one grant may be handed off
  Lease,          \* in ticks
  LastTick,       \* bound of the model; 0: time stands still
  LastToken,      \* bound of the model: no grant begins beyond it; 0: tokens are not counted at all
  Defects         \* "a block of one", "the deadline restarts", "a former handle releases", "no bound"

VARIABLES
  now,
  store,    \* owner: "free", "ours", "other"; ends: of the lease; token: the last that is reserved
  grant,    \* what the client knows: deadline; token: of the handle that has the lock; handOffs: so far
  holder,   \* the thread that has the lock, or "none"
  queue,    \* the threads that wait, in the order of their arrival
  former,   \* threads that had the lock by this grant, and still have their handle
  other,    \* the other client: "away", "waiting", "holding"
  tokens    \* only for the invariants: the greatest token so far, and whether one did not grow

vars == <<now, store, grant, holder, queue, former, other, tokens>>

Counting == LastToken > 0
BlockSize == IF ~Counting THEN 0 ELSE IF "a block of one" \in Defects THEN 1 ELSE MostHandOffs + 1
One == IF Counting THEN 1 ELSE 0

Init ==
  /\ now = 0 /\ store = [owner |-> "free", ends |-> 0, token |-> 0]
  /\ grant = [deadline |-> 0, token |-> 0, handOffs |-> 0]
  /\ holder = "none" /\ queue = <<>> /\ former = {} /\ other = "away"
  /\ tokens = [greatest |-> 0, broken |-> FALSE]

IsFree == store.owner = "free" \/ now >= store.ends
IsHeld == holder # "none" /\ now < grant.deadline
Waits(t) == \E i \in DOMAIN queue : queue[i] = t

Give(token) ==
  tokens' = IF Counting
            THEN [greatest |-> IF token > tokens.greatest THEN token ELSE tokens.greatest,
                  broken |-> tokens.broken \/ token <= tokens.greatest]
            ELSE tokens

Tick ==
  /\ now < LastTick /\ now' = now + 1
  /\ UNCHANGED <<store, grant, holder, queue, former, other, tokens>>

Wait(t) ==
  /\ holder # t /\ ~Waits(t)
  /\ queue' = Append(queue, t)
  /\ UNCHANGED <<now, store, grant, holder, former, other, tokens>>

(* The store grants the lock to the client, with a block of tokens; its first waiter has it. *)
GrantOurs ==
  /\ IsFree /\ holder = "none" /\ queue # <<>> /\ store.token <= LastToken
  /\ store' = [owner |-> "ours", ends |-> now + Lease, token |-> store.token + BlockSize]
  /\ grant' = [deadline |-> now + Lease, token |-> store.token + One, handOffs |-> 0]
  /\ holder' = Head(queue) /\ queue' = Tail(queue) /\ former' = {}
  /\ Give(store.token + One)
  /\ UNCHANGED <<now, other>>

(* A release hands the lock to the next waiter: the same lease, the same deadline, the next token. *)
HandOver ==
  /\ IsHeld /\ queue # <<>>
  /\ grant.handOffs < MostHandOffs \/ "no bound" \in Defects
  /\ grant' = [deadline |-> IF "the deadline restarts" \in Defects THEN now + Lease ELSE grant.deadline,
               token |-> grant.token + One,
               handOffs |-> IF grant.handOffs > MostHandOffs THEN grant.handOffs ELSE grant.handOffs + 1]
  /\ former' = former \cup {holder}
  /\ holder' = Head(queue) /\ queue' = Tail(queue)
  /\ Give(grant.token + One)
  /\ UNCHANGED <<now, store, other>>

(* Or it goes to the store: always if no thread waits here or the bound is reached. *)
ReleaseToStore ==
  /\ IsHeld
  /\ queue = <<>> \/ (grant.handOffs >= MostHandOffs /\ "no bound" \notin Defects)
  /\ store' = [store EXCEPT !.owner = "free"]
  /\ former' = former \cup {holder} /\ holder' = "none"
  /\ UNCHANGED <<now, grant, queue, other, tokens>>

Lose ==
  /\ holder # "none" /\ ~IsHeld
  /\ holder' = "none"
  /\ UNCHANGED <<now, store, grant, queue, former, other, tokens>>

(* A thread releases its handle a second time. That must do nothing (HAND-2). *)
ReleaseAgain(t) ==
  /\ t \in former /\ "a former handle releases" \in Defects /\ store.owner = "ours"
  /\ store' = [store EXCEPT !.owner = "free"]
  /\ UNCHANGED <<now, grant, holder, queue, former, other, tokens>>

OtherWaits ==
  /\ other = "away" /\ other' = "waiting"
  /\ UNCHANGED <<now, store, grant, holder, queue, former, tokens>>

GrantOther ==
  /\ other = "waiting" /\ IsFree /\ store.token <= LastToken
  /\ store' = [owner |-> "other", ends |-> now + Lease, token |-> store.token + One]
  /\ other' = "holding"
  /\ Give(store.token + One)
  /\ UNCHANGED <<now, grant, holder, queue, former>>

OtherEnds ==
  /\ other = "holding" /\ other' = "away"
  /\ store' = IF store.owner = "other" THEN [store EXCEPT !.owner = "free"] ELSE store
  /\ UNCHANGED <<now, grant, holder, queue, former, tokens>>

Next ==
  \/ Tick \/ GrantOurs \/ HandOver \/ ReleaseToStore \/ Lose \/ OtherWaits \/ GrantOther \/ OtherEnds
  \/ \E t \in Threads : Wait(t) \/ ReleaseAgain(t)

Spec == Init /\ [][Next]_vars

(* What must happen at some time if it can: holders release, and the store serves one that asks again and again. *)
FairSpec == Spec /\ WF_vars(HandOver \/ ReleaseToStore) /\ WF_vars(OtherEnds) /\ SF_vars(GrantOther)

(* B: the other client does not have the lock while a thread here has it. *)
InBelief == ~(IsHeld /\ other = "holding" /\ store.owner = "other" /\ now < store.ends)

(* HAND-1: tokens grow from handle to handle, and from grant to grant. *)
TokensGrow == ~tokens.broken

(* HAND-3: one grant has no more handles than the bound allows. *)
IsBounded == grant.handOffs <= MostHandOffs

(* HAND-3 as a promise: the threads of this client do not keep the lock from the other one for ever. *)
OtherIsServed == (other = "waiting") ~> (other = "holding")
=============================================================================
