------------------------------- MODULE Trace --------------------------------
(* Whether what the engine did is a behaviour of LeaseLock. A trace lists what a simulated schedule did to one   *)
(* lock: when, what, and with which numbers. The model makes the steps of the trace and no others; only time     *)
(* passes by itself. If none of its actions fits the next one, the trace ends there and is refused.              *)
(*                                                                                                              *)
(* A client of the model is one attempt of the engine, since an engine asks for many callers at once. A tick is  *)
(* a microsecond. The module Traces is generated: a sequence of traces, each a sequence of steps, each a         *)
(* sequence that begins with the time and with what happens. Attempts and tokens are numbered from 1.            *)
EXTENDS LeaseLock, Sequences, TLC, Traces

CONSTANT Tells  \* TRUE: each step that is reached is printed

VARIABLES
  which,    \* the number of the trace
  at,       \* how many of its steps have been made
  former    \* the states of the store so far, if another server takes over later

FailsOver == {n \in DOMAIN Traces : \E i \in DOMAIN Traces[n] : Traces[n][i][2] = "fails over"}

TraceInit == Init /\ which \in DOMAIN Traces /\ at = 0 /\ former = {}

----------------------------------------------------------------------------
(* <<time, "asks", attempt, lease>>: the first request of an attempt, or another one.                           *)
Asks(c, lease) == IF client[c].attempt = 0 THEN Ask(c, lease) ELSE AskAgain(c, lease)

(* <<time, "grants", attempt, sent, lease, token>> *)
Request(kind, e) == [kind |-> kind, by |-> <<e[3], 1>>, sent |-> e[4], lease |-> e[5]]
Grants(e) ==
  LET m == Request("acquire", e) IN
  m \in net /\ ServeAcquire(m) /\ store'.token = e[6]

(* <<time, "hears grant", attempt, sent, lease, token>>: an attempt that was given up hears nothing. Shortly     *)
(* before the end of the lease the engine may find a grant too late that the model still takes.                 *)
HearsGrant(e) ==
  IF client[e[3]].phase = "asking"
  THEN \/ \E m \in net : /\ m.kind = "granted" /\ m.sent = e[4] /\ m.token = e[6] /\ m.by = <<e[3], 1>>
                         /\ HearGranted(m, 0)
       \/ now >= e[4] + e[5] - e[5] \div 50 /\ UNCHANGED vars
  ELSE UNCHANGED vars

(* <<time, "renewed" or "not renewed", attempt, sent, lease>>, and the same with "hears". *)
Renews(e, may) ==
  LET m == Request("renew", e) IN
  m \in net /\ MayRenew(store, m.by, now) = may /\ ServeRenew(m)
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

(* A thread can stop between its decision to release and the request. The model has no such moment: the request *)
(* is under way from the decision on. So if a release is the next that an attempt does, and its lease is over    *)
(* until then, it was decided before.                                                                           *)
HasDecided(c, to) ==
  /\ client[c].phase = "held" /\ client[c].deadline <= to
  /\ LET trace == Traces[which]
         own == {i \in (at + 1)..Len(trace) : trace[i][3] = c} IN
     own # {} /\ trace[CHOOSE i \in own : \A j \in own : i <= j][2] = "releases"

Follow ==
  /\ at < Len(Traces[which])
  /\ UNCHANGED which
  /\ LET e == Traces[which][at + 1] IN
     IF now < e[1]
     THEN IF \E c \in Clients : HasDecided(c, e[1])
          THEN Release(CHOOSE c \in Clients : HasDecided(c, e[1])) /\ UNCHANGED <<at, former>>
          ELSE Pass(e[1]) /\ UNCHANGED <<at, former>>
     ELSE /\ Happens(e)
          /\ at' = at + 1
          /\ former' = IF which \notin FailsOver THEN former
                       ELSE IF e[2] = "jumps" THEN {Earlier(s, e[4]) : s \in former \cup {store}}
                       ELSE former \cup {store}
          /\ (Tells \/ at' = Len(Traces[which])) => PrintT(<<"trace", which, at'>>)

TraceSpec == TraceInit /\ [][Follow]_<<vars, which, at, former>>
=============================================================================
