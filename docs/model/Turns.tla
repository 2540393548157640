------------------------------- MODULE Turns --------------------------------
(* The queue at the store, as on Redis (docs/decisions/0042): a release keeps the lock for the client that has  *)
(* waited longest, and signals it. Signals may be lost and clients may die, so turns have an end, and waiters    *)
(* look again without a signal. No clock here: "the turn has ended" is an event.                                 *)
EXTENDS Naturals, Sequences

CONSTANTS
  Clients,
  MostFaults,  \* how many faults a run may have; then they stop
  Defects      \* "no look without a signal", "a turn has no end", "a try passes the queue"

VARIABLES
  state,   \* of each client: "away", "waiting", "holding", "dead"
  owner,   \* the client that has the lock at the store, or "none"
  turn,    \* the client that the free lock is kept for, or "none"
  queue,   \* clients in the order of their arrival
  told,    \* clients that a signal is under way to
  faults,  \* how many so far
  passed   \* only for the invariants: TRUE once a client overtook another that was in the queue

vars == <<state, owner, turn, queue, told, faults, passed>>

Init ==
  /\ state = [c \in Clients |-> "away"]
  /\ owner = "none" /\ turn = "none" /\ queue = <<>> /\ told = {} /\ faults = 0 /\ passed = FALSE

IsIn(c, q) == \E i \in DOMAIN q : q[i] = c
Without(q, c) == SelectSeq(q, LAMBDA d : d # c)

(* The free lock is kept for the first in the queue, if there is one. *)
PassOn(q) ==
  IF q = <<>>
  THEN turn' = "none" /\ queue' = q /\ told' = told
  ELSE turn' = Head(q) /\ queue' = Tail(q) /\ told' = told \cup {Head(q)}

(* One request of a waiter. *)
IsGranted(c) ==
  /\ owner = "none"
  /\ \/ turn = c
     \/ turn = "none" /\ (queue = <<>> \/ Head(queue) = c)
     \/ "a try passes the queue" \in Defects

Ask(c) ==
  IF IsGranted(c)
  THEN /\ owner' = c /\ state' = [state EXCEPT ![c] = "holding"]
       /\ turn' = IF turn = c THEN "none" ELSE turn
       /\ queue' = Without(queue, c) /\ told' = told \ {c}
       /\ passed' = (passed \/ (turn \notin {"none", c}) \/ (turn = "none" /\ queue # <<>> /\ Head(queue) # c))
       /\ UNCHANGED faults
  ELSE /\ state' = [state EXCEPT ![c] = "waiting"]
       /\ LET all == IF IsIn(c, queue) \/ turn = c THEN queue ELSE Append(queue, c) IN
          IF owner = "none" /\ turn = "none"
          THEN PassOn(all)
          ELSE queue' = all /\ told' = told \ {c} /\ UNCHANGED turn
       /\ UNCHANGED <<owner, faults, passed>>

Arrive(c) == state[c] = "away" /\ Ask(c)

(* A waiter asks again: because of a signal, or without one after a while. *)
Look(c) ==
  /\ state[c] = "waiting" /\ (c \in told \/ "no look without a signal" \notin Defects)
  /\ Ask(c)

Release(c) ==
  /\ state[c] = "holding" /\ owner = c
  /\ state' = [state EXCEPT ![c] = "away"]
  /\ owner' = "none"
  /\ PassOn(queue)
  /\ UNCHANGED <<faults, passed>>

(* The lease of a dead holder ends. No waiter is signalled by that. *)
LeaseEnds ==
  /\ owner # "none" /\ state[owner] = "dead"
  /\ owner' = "none"
  /\ UNCHANGED <<state, turn, queue, told, faults, passed>>

(* The turn of a client that does not come ends. *)
TurnEnds ==
  /\ turn # "none" /\ state[turn] \in {"dead", "away"} /\ "a turn has no end" \notin Defects
  /\ turn' = "none"
  /\ UNCHANGED <<state, owner, queue, told, faults, passed>>

----------------------------------------------------------------------------
(* Faults: MostFaults of them at most. *)

Fault == faults < MostFaults /\ faults' = faults + 1

Die(c) ==
  /\ Fault /\ state[c] # "dead"
  /\ state' = [state EXCEPT ![c] = "dead"]
  /\ UNCHANGED <<owner, turn, queue, told, passed>>

(* A waiter gives up, and the request that takes it out of the queue is lost. *)
LeaveUnnoticed(c) ==
  /\ Fault /\ state[c] = "waiting"
  /\ state' = [state EXCEPT ![c] = "away"]
  /\ UNCHANGED <<owner, turn, queue, told, passed>>

LoseSignal(c) ==
  /\ Fault /\ c \in told
  /\ told' = told \ {c}
  /\ UNCHANGED <<state, owner, turn, queue, passed>>

(* A waiter that is too slow for its turn. *)
MissTurn ==
  /\ Fault /\ turn # "none"
  /\ turn' = "none"
  /\ UNCHANGED <<state, owner, queue, told, passed>>

Next ==
  \/ LeaseEnds \/ TurnEnds \/ MissTurn
  \/ \E c \in Clients : Arrive(c) \/ Look(c) \/ Release(c) \/ Die(c) \/ LeaveUnnoticed(c) \/ LoseSignal(c)

Spec == Init /\ [][Next]_vars

(* Holders release, waiters look, leases and turns end. No client has to arrive, and no fault has to happen. *)
FairSpec ==
  /\ Spec /\ WF_vars(LeaseEnds) /\ WF_vars(TurnEnds)
  /\ \A c \in Clients : WF_vars(Look(c)) /\ WF_vars(Release(c))

(* WAIT-8: no client overtakes another that is in the queue, or whose turn it is. *)
InOrder == ~passed

(* WAIT-1: when faults have stopped, no waiter waits for ever. *)
EachWaiterIsServed == \A c \in Clients : (state[c] = "waiting") ~> (state[c] # "waiting")
=============================================================================
