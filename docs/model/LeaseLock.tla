----------------------------- MODULE LeaseLock ------------------------------
(* Clients that want one lock of one store, over a network that may do anything with their messages.           *)
(*                                                                                                              *)
(* Read it from the bottom: Next lists all that can happen, one line each. A line is an action: the conditions  *)
(* under which it can happen, and what the variables are afterwards (written with a prime: now'). TLC tries     *)
(* every action in every state that it can reach, so "may happen" means "is tried at each possible moment".     *)
(* Nothing forces an action to happen: a client that crashed is one that does nothing any more.                 *)
EXTENDS Store, Resource, FiniteSets

CONSTANTS
  Clients,
  Lease,              \* how long a client relies on a grant, in ticks
  Margin,             \* what the engine subtracts from a lease, for clocks that drift
  Drift,              \* by how much a client's clock may be late at the end of a lease
  LongestPause,       \* how long a client may be stopped after its last check, beyond its deadline; 0: not at all
  LastTick,           \* bound of the model: time ends here
  Requests,           \* bound of the model: how often a client may ask or renew
  Attempts,           \* bound of the model: how many acquisitions a client may begin
  MostGrants,         \* bound of the model: how often the store grants the lock
  Doubts,             \* TRUE: a client may stop to know whether it still holds, before its lease is over
  Repeats,            \* TRUE: the store may execute a request more than once
  Faults,             \* which faults of the store may happen, once: "restart", "wipe", "fail-over", "jump"
  SurvivesRestart, SurvivesFailOver, SurvivesClockJump  \* capabilities of the store

VARIABLES
  now,       \* true time
  store,     \* the store: see module Store
  copy,      \* an asynchronous copy of it, at another server
  faulted,   \* TRUE once the store had its fault
  net,       \* messages under way. Nothing takes a request out but its execution, so it may come late, or never
  client,    \* what each client knows: see NewClient
  resource,  \* the resource: see module Resource
  promised,  \* only for the invariants: until when the store has promised the lock to each attempt
  tokens     \* only for the invariants: the number of grants, the greatest token, and whether one did not grow

vars == <<now, store, copy, faulted, net, client, resource, promised, tokens>>

(* phase     "idle", "asking", "held", or "unsure" for a hold in doubt                                           *)
(* attempt   the number of its last acquisition: <<client, number>> is the id that the store compares            *)
(* sent      the time before its last request was sent                                                           *)
(* left      how many requests it may still send                                                                 *)
(* deadline  the end of the proven lease, by its own clock, written as true time                                 *)
(* token, hold   of its grant                                                                                    *)
(* work      "out"; "in" after ensureHeld, until the critical section is left; "read" once it has read the value *)
NewClient == [phase |-> "idle", attempt |-> 0, sent |-> 0, left |-> Requests, deadline |-> 0, token |-> 0,
              hold |-> 0, work |-> "out"]

Init ==
  /\ now = 0 /\ store = NewStore /\ copy = NewStore /\ faulted = FALSE /\ net = {}
  /\ client = [c \in Clients |-> NewClient]
  /\ resource = NewResource
  /\ promised = [a \in Clients \X (1..Attempts) |-> 0]
  /\ tokens = [grants |-> 0, greatest |-> 0, broken |-> FALSE]

Id(c) == <<c, client[c].attempt>>
Believes(c) == client[c].phase = "held" /\ now < client[c].deadline
IsIn(c) == client[c].work # "out"

(* What an idle client still knows: nothing but how often it has asked, unless work is still under way. *)
Idle(k) ==
  IF k.work = "out"
  THEN [NewClient EXCEPT !.attempt = k.attempt, !.left = k.left]
  ELSE [k EXCEPT !.phase = "idle"]

(* Answers that no client waits for any more are forgotten, so that TLC has fewer states to look at. *)
Listens(k, m) ==
  \/ m.kind \in {"acquire", "renew", "release"}
  \/ m.kind = "granted" /\ k.phase = "asking" /\ m.by[2] = k.attempt /\ m.sent = k.sent
  \/ m.kind \in {"renewed", "not owner"} /\ k.phase \in {"held", "unsure"} /\ m.by[2] = k.attempt
Wanted(messages, clients) == {m \in messages : Listens(clients[m.by[1]], m)}

----------------------------------------------------------------------------
(* Time passes. A client that is in its critical section leaves it before its deadline, unless it is paused.  *)

Pass(to) ==
  /\ \A c \in Clients : IsIn(c) => to < client[c].deadline + LongestPause
  /\ now' = to
  /\ store' = Expired(store, to)
  /\ promised' = [a \in DOMAIN promised |-> IF promised[a] > to THEN promised[a] ELSE 0]
  (* A handle is LOST by its own clock, without an answer of the store. *)
  /\ client' = [c \in Clients |-> IF client[c].phase = "held" /\ client[c].deadline <= to
                                  THEN Idle(client[c])
                                  ELSE IF client[c].phase = "idle" THEN Idle(client[c]) ELSE client[c]]
  /\ net' = Wanted(net, client')
  /\ UNCHANGED <<copy, faulted, resource, tokens>>

Tick == now < LastTick /\ Pass(now + 1)

----------------------------------------------------------------------------
(* What clients send. A request carries the moment before it was sent, and for how long it asks.              *)

Send(c, kind, lease, changed) ==
  /\ client' = [client EXCEPT ![c] = changed]
  /\ net' = Wanted(net, client') \cup
       {[kind |-> kind, by |-> <<c, changed.attempt>>, sent |-> IF kind = "release" THEN 0 ELSE now,
         lease |-> lease]}
  /\ UNCHANGED <<now, store, copy, faulted, resource, promised, tokens>>

(* A new acquisition is a new attempt. *)
Ask(c, lease) ==
  /\ client[c].phase = "idle" /\ ~IsIn(c) /\ client[c].left > 0 /\ client[c].attempt < Attempts
  /\ Send(c, "acquire", lease, [client[c] EXCEPT !.phase = "asking", !.attempt = @ + 1, !.sent = now, !.left = @ - 1])

(* No answer, or a refusal: the same attempt asks again. *)
AskAgain(c, lease) ==
  /\ client[c].phase = "asking" /\ client[c].left > 0 /\ now > client[c].sent
  /\ Send(c, "acquire", lease, [client[c] EXCEPT !.sent = now, !.left = @ - 1])

Renew(c, lease) ==
  /\ Believes(c) \/ client[c].phase = "unsure"
  /\ client[c].left > 0
  /\ Send(c, "renew", lease, [client[c] EXCEPT !.left = @ - 1])

(* The holder releases. Or the client gives up an attempt whose outcome it does not know: it withdraws what    *)
(* may have been granted, by the same request (ERR-2).                                                         *)
Release(c) ==
  /\ ~IsIn(c) /\ client[c].phase \in {"asking", "held", "unsure"}
  /\ Send(c, "release", 0, Idle(client[c]))

(* A hold was lost while a renewal is unanswered: the store may keep the lock for longer than its client       *)
(* believes, so the client withdraws it. With a lock delay it must not, before the delay is over.              *)
Withdraw(c) ==
  /\ client[c].phase = "idle" /\ LockDelay = 0
  /\ \E m \in net : m.kind = "renew" /\ m.by = Id(c)
  /\ Send(c, "release", 0, client[c])

----------------------------------------------------------------------------
(* What the store does with a message that is in the net.                                                     *)

Left(m) == IF Repeats THEN net ELSE net \ {m}

Answer(m, kind, token, hold) ==
  net' = Left(m) \cup
         Wanted({[kind |-> kind, by |-> m.by, sent |-> m.sent, lease |-> m.lease, token |-> token, hold |-> hold]},
                client)

ServeAcquire(m) ==
  /\ m.kind = "acquire" /\ MayGrant(store, m.by, now)
  /\ IsOwner(store, m.by, now) \/ tokens.grants < MostGrants
  /\ store' = Granted(store, m.by, now, m.lease, tokens.grants + 1)
  /\ promised' = [promised EXCEPT ![m.by] = store'.ends]
  /\ IF IsOwner(store, m.by, now)
     THEN UNCHANGED tokens
     ELSE tokens' = [grants |-> tokens.grants + 1, greatest |-> Max(tokens.greatest, store'.token),
                     broken |-> tokens.broken \/ store'.token <= tokens.greatest]
  /\ Answer(m, "granted", store'.token, store'.grant)
  /\ UNCHANGED <<now, copy, faulted, client, resource>>

ServeRenew(m) ==
  /\ m.kind = "renew"
  /\ IF MayRenew(store, m.by, now)
     THEN /\ store' = Renewed(store, m.by, now, m.lease)
          /\ promised' = [promised EXCEPT ![m.by] = store'.ends]
          /\ Answer(m, "renewed", 0, 0)
     ELSE Answer(m, "not owner", 0, 0) /\ UNCHANGED <<store, promised>>
  /\ UNCHANGED <<now, copy, faulted, client, resource, tokens>>

ServeRelease(m) ==
  /\ m.kind = "release"
  /\ IF MayRelease(store, m.by, now)
     THEN store' = Released(store) /\ promised' = [promised EXCEPT ![m.by] = 0]
     ELSE UNCHANGED <<store, promised>>
  /\ net' = Left(m)
  /\ UNCHANGED <<now, copy, faulted, client, resource, tokens>>

----------------------------------------------------------------------------
(* What a client does with an answer. Its clock may be late by the drift, so it may take its deadline for      *)
(* later than it is: both are tried.                                                                           *)

ProvenUntil(m, late) ==
  (IF "counts from the reply" \in Defects THEN now ELSE m.sent) + m.lease - Margin + late

(* Only the answer to the last request counts: a client never takes a late reply for another one (ERR-5).      *)
(* A grant that comes after its deadline is no acquisition (ACQ-4): the client only goes on asking, or gives up. *)
HearGranted(m, late) ==
  LET c == m.by[1] IN
  /\ m.kind = "granted" /\ client[c].phase = "asking" /\ m.by = Id(c) /\ m.sent = client[c].sent
  /\ now < ProvenUntil(m, late)
  /\ client' = [client EXCEPT ![c] = [@ EXCEPT !.phase = "held", !.deadline = ProvenUntil(m, late),
                                               !.token = m.token, !.hold = m.hold]]
  /\ net' = Wanted(net, client')
  /\ UNCHANGED <<now, store, copy, faulted, resource, promised, tokens>>

(* A renewal that is confirmed in time moves the deadline, and never back. It ends a doubt. *)
HearRenewed(m, late) ==
  LET c == m.by[1] IN
  /\ m.kind = "renewed" /\ m.by = Id(c)
  /\ Believes(c) \/ (client[c].phase = "unsure" /\ now < ProvenUntil(m, late))
  /\ client' = [client EXCEPT ![c].phase = "held", ![c].deadline = Max(@, ProvenUntil(m, late))]
  /\ net' = net \ {m}
  /\ UNCHANGED <<now, store, copy, faulted, resource, promised, tokens>>

(* The handle is LOST at once (REN-3). Work that is under way does not see that before its next check. *)
HearNotOwner(m) ==
  LET c == m.by[1] IN
  /\ m.kind = "not owner" /\ m.by = Id(c) /\ client[c].phase \in {"held", "unsure"}
  /\ client' = [client EXCEPT ![c] = Idle(@)]
  /\ net' = Wanted(net, client')
  /\ UNCHANGED <<now, store, copy, faulted, resource, promised, tokens>>

(* Without an answer: the machine of the client has slept, so that its clock says nothing, or its connection     *)
(* broke. The client believes nothing, and renews to learn what is left, also when its lease may be over.        *)
Doubt(c) ==
  /\ Doubts /\ client[c].phase = "held"
  /\ client' = [client EXCEPT ![c].phase = "unsure"]
  /\ UNCHANGED <<now, store, copy, faulted, net, resource, promised, tokens>>

(* The same while it waits for the grant: it holds in doubt what the answer says. *)
HearInDoubt(m) ==
  LET c == m.by[1] IN
  /\ Doubts /\ m.kind = "granted" /\ client[c].phase = "asking" /\ m.by = Id(c) /\ m.sent = client[c].sent
  /\ client' = [client EXCEPT ![c] = [@ EXCEPT !.phase = "unsure", !.token = m.token, !.hold = m.hold]]
  /\ net' = Wanted(net, client')
  /\ UNCHANGED <<now, store, copy, faulted, resource, promised, tokens>>

----------------------------------------------------------------------------
(* The work of a holder: check (ensureHeld), read, write. A pause may come between any two of them, and stands *)
(* for everything that delays an effect: a stopped process, or a slow way to the resource.                     *)

(* Without a pause and a resource, to be in the critical section shows nothing that belief does not show. *)
Enter(c) ==
  /\ Believes(c) /\ ~IsIn(c) /\ (LongestPause > 0 \/ Guard # "off")
  /\ client' = [client EXCEPT ![c].work = "in"]
  /\ UNCHANGED <<now, store, copy, faulted, net, resource, promised, tokens>>

(* In models without a resource. With one, leaving early shows nothing that a write does not show. *)
Leave(c) ==
  /\ Guard = "off" /\ IsIn(c)
  /\ client' = [client EXCEPT ![c].work = "out"]
  /\ UNCHANGED <<now, store, copy, faulted, net, resource, promised, tokens>>

ReadValue(c) ==
  /\ Guard # "off" /\ client[c].work = "in"
  /\ IF LetsRead(resource, client[c].token)
     THEN /\ resource' = Read(resource, c, client[c].token)
          /\ client' = [client EXCEPT ![c].work = "read"]
     ELSE client' = [client EXCEPT ![c].work = "out"] /\ UNCHANGED resource
  /\ UNCHANGED <<now, store, copy, faulted, net, promised, tokens>>

WriteValue(c) ==
  /\ client[c].work = "read"
  /\ IF LetsWrite(resource, client[c].token)
     THEN resource' = Write(resource, c, client[c].token, client[c].hold)
     ELSE UNCHANGED resource
  /\ client' = [client EXCEPT ![c].work = "out"]
  /\ UNCHANGED <<now, store, copy, faulted, net, promised, tokens>>

----------------------------------------------------------------------------
(* Faults of the store, one in each run.                                                                       *)

Fault(name, after) ==
  /\ name \in Faults /\ ~faulted
  /\ store' = after /\ faulted' = TRUE
  /\ UNCHANGED <<now, copy, net, client, resource, promised, tokens>>

Restart == Fault("restart", IF SurvivesRestart THEN store ELSE Emptied(store))
Wipe == Fault("wipe", Emptied(store))
FailOver == Fault("fail-over", IF SurvivesFailOver THEN store ELSE TakenOver(store, copy))
Jump == Fault("jump", IF SurvivesClockJump THEN store ELSE Jumped(store))

(* The copy follows whenever it likes, so it may lack the last grant, or the last release. *)
Replicate ==
  /\ "fail-over" \in Faults /\ ~SurvivesFailOver /\ ~faulted /\ copy # store
  /\ copy' = store
  /\ UNCHANGED <<now, store, faulted, net, client, resource, promised, tokens>>

----------------------------------------------------------------------------

Next ==
  \/ Tick
  \/ \E c \in Clients : Ask(c, Lease) \/ AskAgain(c, Lease) \/ Renew(c, Lease) \/ Release(c) \/ Withdraw(c)
  \/ \E m \in net : ServeAcquire(m) \/ ServeRenew(m) \/ ServeRelease(m)
  \/ \E m \in net, late \in {0, Drift} : HearGranted(m, late) \/ HearRenewed(m, late)
  \/ \E m \in net : HearNotOwner(m) \/ HearInDoubt(m)
  \/ \E c \in Clients : Doubt(c) \/ Enter(c) \/ Leave(c) \/ ReadValue(c) \/ WriteValue(c)
  \/ Restart \/ Wipe \/ FailOver \/ Jump \/ Replicate

Spec == Init /\ [][Next]_vars
=============================================================================
