------------------------------- MODULE Trace --------------------------------
(* Whether what the engine did is a behaviour of LeaseLock. A trace lists what a simulated schedule did to one   *)
(* lock: when, what, and with which numbers. The model makes the steps of the trace and no others; only time     *)
(* passes by itself. If none of its actions fits the next one, the trace ends there and is refused.              *)
(*                                                                                                              *)
(* A client of the model is one attempt of the engine, since an engine asks for many callers at once. A tick is  *)
(* a microsecond. The module Traces is generated: a sequence of traces, each a sequence of steps, each a         *)
(* sequence that begins with the time and with what happens; and the numbers of the traces in which threads may  *)
(* stop. Attempts and tokens are numbered from 1.                                                                *)
EXTENDS LeaseLock, Sequences, TLC, Traces

CONSTANT Tells  \* TRUE: each step that is reached is printed

VARIABLES
  which,    \* the number of the trace
  at,       \* how many of its steps have been made
  owed,     \* the attempts with a renewal that was decided and is not sent yet
  former    \* the states of the store so far, if another server takes over later

FailsOver == {n \in DOMAIN Traces : \E i \in DOMAIN Traces[n] : Traces[n][i][2] = "fails over"}

TraceInit == Init /\ which \in DOMAIN Traces /\ at = 0 /\ owed = {} /\ former = {}

----------------------------------------------------------------------------
(* <<time, "asks", attempt, lease>>: the first request of an attempt, or another one.                           *)
Asks(c, lease) == IF client[c].attempt = 0 THEN Ask(c, lease) ELSE AskAgain(c, lease)

(* <<time, "grants", attempt, sent, lease, token>> *)
Request(kind, e) == [kind |-> kind, by |-> <<e[3], 1>>, sent |-> e[4], lease |-> e[5]]
Grants(e) ==
  LET m == Request("acquire", e) IN
  m \in net /\ ServeAcquire(m) /\ store'.token = e[6]

(* <<time, "hears grant", attempt, sent, lease, token>>: an attempt that was given up hears nothing. Shortly     *)
(* before the end of the lease the engine may find a grant too late that the model still takes; afterwards, a   *)
(* machine that has slept may hold it in doubt.                                                                  *)
HearsGrant(e) ==
  IF client[e[3]].phase = "asking"
  THEN \/ \E m \in net : /\ m.kind = "granted" /\ m.sent = e[4] /\ m.token = e[6] /\ m.by = <<e[3], 1>>
                         /\ HearGranted(m, 0) \/ (now >= e[4] + e[5] /\ which \in Stops /\ HearInDoubt(m))
       \/ now >= e[4] + e[5] - e[5] \div 50 /\ UNCHANGED vars
  ELSE UNCHANGED vars

(* <<time, "renewed" or "not renewed", attempt, sent, lease>>, and the same with "hears". *)
Renews(e, may) ==
  LET exact == Request("renew", e)
      before == {m \in net : m.kind = "renew" /\ m.by = exact.by /\ m.sent <= e[4]} IN
  /\ before # {}
  /\ LET m == IF exact \in net THEN exact ELSE CHOOSE m \in before : TRUE IN
     MayRenew(store, m.by, now) = may /\ ServeRenew(m)
HearsRenewed(e) ==
  IF Believes(e[3]) \/ client[e[3]].phase = "unsure"
  THEN \E m \in net : m.kind = "renewed" /\ m.by = <<e[3], 1>> /\ m.sent = e[4] /\ HearRenewed(m, 0)
  ELSE UNCHANGED vars
HearsNotOwner(e) ==
  IF client[e[3]].phase \in {"held", "unsure"}
  THEN \E m \in net : m.kind = "not owner" /\ m.by = <<e[3], 1>> /\ m.sent = e[4] /\ HearNotOwner(m)
  ELSE UNCHANGED vars

(* <<time, "releases", attempt>>: what was sent before may be sent again, which shows nothing here, since        *)
(* requests can be executed more than once.                                                                      *)
ReleaseOf(c) == [kind |-> "release", by |-> <<c, 1>>, sent |-> 0, lease |-> 0]
Releases(c) == Release(c) \/ Withdraw(c) \/ (ReleaseOf(c) \in net /\ UNCHANGED vars)
Frees(c, may) ==
  LET m == ReleaseOf(c) IN
  m \in net /\ MayRelease(store, m.by, now) = may /\ ServeRelease(m)

(* <<time, "believes", attempt, until>> *)
IsSure(c, until) == c \in Clients /\ Believes(c) /\ until <= client[c].deadline /\ UNCHANGED vars

(* <<time, "writes", attempt, until>>: the same, and then Enter, ReadValue and WriteValue in one. *)
WritesValue(c, until) ==
  /\ c \in Clients /\ Believes(c) /\ until <= client[c].deadline
  /\ LetsRead(resource, client[c].token)
  /\ LET after == Read(resource, c, client[c].token) IN
     /\ LetsWrite(after, client[c].token)
     /\ resource' = Write(after, c, client[c].token, client[c].hold)
  /\ UNCHANGED <<now, store, copy, faulted, net, client, promised, tokens>>

(* <<time, "is kept out", attempt>> *)
IsKeptOut(c) == c \in Clients /\ ~LetsRead(resource, client[c].token) /\ UNCHANGED vars

(* <<time, "doubts", attempt>>: the attempt, if it is a hold. *)
Doubted(c) == IF client[c].phase = "held" THEN Doubt(c) ELSE UNCHANGED vars

(* Faults: any number in each trace, unlike in Next. *)
Becomes(s) == store' = s /\ UNCHANGED <<now, copy, faulted, net, client, resource, promised, tokens>>
Earlier(s, ticks) == [s EXCEPT !.ends = Later(0, @ - ticks)]

----------------------------------------------------------------------------

Happens(e) ==
  CASE e[2] = "asks" -> Asks(e[3], e[4])
    [] e[2] = "grants" -> Grants(e)
    [] e[2] = "hears grant" -> HearsGrant(e)
    [] e[2] = "renews" -> Renew(e[3], e[4])
    [] e[2] = "renewed" -> Renews(e, TRUE)
    [] e[2] = "not renewed" -> Renews(e, FALSE)
    [] e[2] = "hears renewed" -> HearsRenewed(e)
    [] e[2] = "hears not owner" -> HearsNotOwner(e)
    [] e[2] = "releases" -> Releases(e[3])
    [] e[2] = "released" -> Frees(e[3], TRUE)
    [] e[2] = "not released" -> Frees(e[3], FALSE)
    [] e[2] = "believes" -> IsSure(e[3], e[4])
    [] e[2] = "writes" -> WritesValue(e[3], e[4])
    [] e[2] = "is kept out" -> IsKeptOut(e[3])
    [] e[2] = "doubts" -> Doubted(e[3])
    [] e[2] = "forgets" -> Becomes(Emptied(store))
    [] e[2] = "fails over" -> \E s \in former \cup {store} : Becomes(Expired(TakenOver(store, s), now))
    [] e[2] = "jumps" -> Becomes(Expired(Earlier(store, e[4]), now))

(* A thread of a client can stop between a decision and its request, while another thread goes on or the lease   *)
(* ends. The model has no such moment: a request is under way from the decision on. So what was decided before   *)
(* is sent by the model before: a release that is the next that an attempt does when its lease ends, and one     *)
(* renewal that comes after that, or after its release. An engine renews a hold by one thread at a time. A       *)
(* release is also late where a lock delay, which counts as part of the lease here, ends before it.              *)
Ahead(c) == {i \in (at + 1)..Len(Traces[which]) : Traces[which][i][3] = c}
Least(s) == CHOOSE i \in s : \A j \in s : i <= j
ComesNext(c) == IF Ahead(c) = {} THEN "nothing" ELSE Traces[which][Least(Ahead(c))][2]
Ends(c, to) == client[c].phase = "held" /\ client[c].deadline <= to

Owe(c) ==
  LET later == {i \in Ahead(c) : Traces[which][i][2] = "renews"} IN
  Renew(c, Traces[which][Least(later)][4]) /\ owed' = owed \cup {c}
IsOwed(c) ==
  /\ c \notin owed
  /\ \E i \in Ahead(c) : Traces[which][i][2] = "renews" /\ (which \in Stops \/ Traces[which][i][1] = now)

Wait(to) ==
  LET renews == {c \in Clients : which \in Stops /\ Ends(c, to) /\ ComesNext(c) = "renews" /\ c \notin owed}
      releases == {c \in Clients : Ends(c, to) /\ ComesNext(c) = "releases"} IN
  IF renews # {} THEN Owe(CHOOSE c \in renews : TRUE)
  ELSE IF releases # {} THEN Release(CHOOSE c \in releases : TRUE) /\ UNCHANGED owed
  ELSE Pass(to) /\ UNCHANGED owed

Sends(e) ==
  IF e[2] = "releases" /\ client[e[3]].phase \in {"held", "unsure"} /\ IsOwed(e[3])
  THEN Owe(e[3]) /\ UNCHANGED at
  ELSE /\ at' = at + 1
       /\ IF e[2] = "renews" /\ e[3] \in owed
          THEN UNCHANGED vars /\ owed' = owed \ {e[3]}
          ELSE Happens(e) /\ UNCHANGED owed

Follow ==
  /\ at < Len(Traces[which])
  /\ UNCHANGED which
  /\ LET e == Traces[which][at + 1] IN
     IF now < e[1]
     THEN Wait(e[1]) /\ UNCHANGED <<at, former>>
     ELSE /\ Sends(e)
          /\ former' = IF which \notin FailsOver THEN former
                       ELSE IF e[2] = "jumps" THEN {Earlier(s, e[4]) : s \in former \cup {store}}
                       ELSE former \cup {store}
          /\ (at' > at /\ (Tells \/ at' = Len(Traces[which]))) => PrintT(<<"trace", which, at'>>)

TraceSpec == TraceInit /\ [][Follow]_<<vars, which, at, owed, former>>
=============================================================================
