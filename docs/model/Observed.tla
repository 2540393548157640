------------------------------ MODULE Observed ------------------------------
(* Whether what client processes saw of a real store is a behaviour of LeaseLock. A history lists what the       *)
(* processes did with one lock and what they were told: when, what, and with which numbers. It does not say what  *)
(* the store did. So the model makes the steps of the history in their order, and the store makes its own step    *)
(* for each request at any moment between the request and its answer: TLC tries them all. If there is no way to   *)
(* the end, the history is refused.                                                                               *)
(*                                                                                                              *)
(* A client of the model is one place for an attempt at a time; the next attempt in it is its next acquisition.   *)
(* A tick is a microsecond. The module Traces is generated, as for the module Trace: its traces are histories.    *)
EXTENDS LeaseLock, Integers, Sequences, TLC, Traces

CONSTANT Tells  \* TRUE: each step that is reached is printed

VARIABLES
  which,      \* the number of the history
  at,         \* how many of its steps have been made
  surely,     \* until when the lease at the store surely runs
  unheard,    \* requests that were sent and whose answers never come
  told,       \* what the store has answered and its client has not heard yet
  gone,       \* the clients whose process was killed, where a hold ends with its connection
  belated     \* how many renewals each client may still send after the end of its hold, decided before

(* What only the invariants use is not kept, since it would tell apart states that are alike. *)
ObservedInit ==
  /\ now = 0 /\ store = NewStore /\ copy = NewStore /\ faulted = FALSE /\ net = {}
  /\ client = [c \in Clients |-> NewClient]
  /\ resource = NewResource
  /\ promised = [a \in {} |-> 0]
  /\ tokens = [grants |-> 0, greatest |-> 0, broken |-> FALSE]
  /\ which \in DOMAIN Traces /\ at = 0 /\ surely = 0 /\ unheard = {} /\ told = {}
  /\ gone = {} /\ belated = [c \in Clients |-> 0]

----------------------------------------------------------------------------
(* The store, between two steps of the history.                                                                 *)

(* What the engine subtracts from a lease: a thousandth for clocks, two milliseconds for rounding, here ten       *)
(* microseconds less. A lease runs from any moment between its request and the step, so it surely ends no earlier *)
(* than its client believes.                                                                                      *)
Early(lease) == lease \div 1000 + 1990
Proven(m) == m.sent + m.lease - Early(m.lease)

(* A request whose answer never comes was executed, or not, or will be. That it failed shows nothing.            *)
Tell(m, answer) == told' = IF m \in unheard THEN told ELSE told \cup {<<m, answer>>}
YesNo(may) == IF may THEN 1 ELSE 0

Executes(m) ==
  \/ /\ ServeAcquire(m)
     /\ Tell(m, store'.token)
     /\ surely' = IF IsOwner(store, m.by, now) THEN Later(surely, Proven(m)) ELSE Proven(m)
  \/ LET may == MayRenew(store, m.by, now) IN
     /\ ServeRenew(m)
     /\ m \in unheard => may
     /\ Tell(m, YesNo(may))
     /\ surely' = IF may THEN Later(surely, Proven(m)) ELSE surely
  \/ LET may == MayRelease(store, m.by, now) IN
     /\ ServeRelease(m)
     /\ m \in unheard => may
     /\ Tell(m, YesNo(may))
     /\ surely' = IF may THEN 0 ELSE surely

(* A lease ends at any moment from then on, or with its connection, if a request that is under way can show it.   *)
Ends ==
  /\ store.owner # NoOwner /\ (now >= surely \/ store.owner[1] \in gone)
  /\ \E m \in net : \/ m.kind = "acquire" /\ m.by # store.owner
                    \/ m.kind \in {"renew", "release"} /\ m.by = store.owner /\ m \notin unheard
  /\ store' = WithoutOwner(store)
  /\ UNCHANGED <<now, copy, faulted, net, client, resource, promised, tokens, surely, told>>

----------------------------------------------------------------------------
(* The steps of a history.                                                                                      *)

(* <<time, "asks", client, lease, holds>> for a new attempt that comes to so many holds, by hand-off; <<time,     *)
(* "asks again", client, lease>> for the same attempt.                                                           *)
AsksAgain(c, lease) ==
  IF client[c].phase = "asking"
  THEN AskAgain(c, lease)
  ELSE (* The grant was heard in time, but the engine came to look at it too late. *)
       /\ client[c].phase = "idle"
       /\ Send(c, "acquire", lease, [client[c] EXCEPT !.phase = "asking", !.sent = now])

(* <<time, "renews" or "may renew", client, lease>>: of the second no answer comes. An engine renews a hold by    *)
(* one thread at a time, and that one may stop between its decision and its request, while the hold ends.        *)
Sent(kind, c, lease) == [kind |-> kind, by |-> Id(c), sent |-> now, lease |-> lease]
Renews(c, lease) ==
  \/ Renew(c, lease) /\ UNCHANGED belated
  \/ /\ client[c].phase = "idle" /\ belated[c] > 0
     /\ belated' = [belated EXCEPT ![c] = @ - 1]
     /\ net' = net \cup {Sent("renew", c, lease)}
     /\ UNCHANGED <<now, store, copy, faulted, client, resource, promised, tokens>>

(* <<time, "releases" or "may release", client>>: also of an attempt whose hold is over.                          *)
ReleaseOf(c) == [kind |-> "release", by |-> Id(c), sent |-> 0, lease |-> 0]
Releases(c) ==
  \/ Release(c)
  \/ /\ client[c].phase = "idle" /\ client[c].attempt > 0
     /\ net' = net \cup {ReleaseOf(c)}
     /\ UNCHANGED <<now, store, copy, faulted, client, resource, promised, tokens>>

Hears(m, answer) == <<m, answer>> \in told /\ told' = told \ {<<m, answer>>}

(* <<time, "hears grant", client, sent, lease, token>>: one that comes after its lease is no acquisition.         *)
Request(kind, e) == [kind |-> kind, by |-> Id(e[3]), sent |-> e[4], lease |-> e[5]]
HearsGrant(e) ==
  LET m == Request("acquire", e) IN
  /\ Hears(m, e[6])
  /\ IF client[e[3]].phase = "asking" /\ now < Proven(m)
     THEN \E g \in net : g.kind = "granted" /\ g.by = m.by /\ g.sent = m.sent /\ HearGranted(g, 0 - Early(m.lease))
     ELSE UNCHANGED vars

(* <<time, "hears renewed", client, sent, lease>> *)
HearsRenewed(e) ==
  LET m == Request("renew", e) IN
  /\ Hears(m, 1)
  /\ IF Believes(e[3])
     THEN \E g \in net : g.kind = "renewed" /\ g.by = m.by /\ g.sent = m.sent /\ HearRenewed(g, 0 - Early(m.lease))
     ELSE UNCHANGED vars

(* <<time, "hears not owner", client, sent, lease>>: the thread that hears it may stop before it passes that on,  *)
(* so the client may go on to believe in its lease.                                                               *)
HearsNotOwner(e) == Hears(Request("renew", e), 0) /\ UNCHANGED vars

(* <<time, "hears released" or "hears not released", client>> *)
HearsReleased(c, answer) == Hears(ReleaseOf(c), answer) /\ UNCHANGED vars

(* <<time, "believes", client, until>> *)
IsSure(c, until) == c \in Clients /\ Believes(c) /\ until <= client[c].deadline /\ UNCHANGED vars

(* <<time, "dies", client>>: its process is about to be killed. Told only of stores whose holds end with their     *)
(* connection.                                                                                                    *)
Happens(e) ==
  CASE e[2] = "asks" -> Ask(e[3], e[4]) /\ belated' = [belated EXCEPT ![e[3]] = e[5]] /\ UNCHANGED <<unheard, told>>
    [] e[2] = "asks again" -> AsksAgain(e[3], e[4]) /\ UNCHANGED <<unheard, told, belated>>
    [] e[2] = "renews" -> Renews(e[3], e[4]) /\ UNCHANGED <<unheard, told>>
    [] e[2] = "may renew" ->
         Renews(e[3], e[4]) /\ unheard' = unheard \cup {Sent("renew", e[3], e[4])} /\ UNCHANGED told
    [] e[2] = "releases" ->
         Releases(e[3]) /\ unheard' = unheard \ {ReleaseOf(e[3])} /\ UNCHANGED <<told, belated>>
    [] e[2] = "may release" ->
         Releases(e[3]) /\ unheard' = unheard \cup {ReleaseOf(e[3])} /\ UNCHANGED <<told, belated>>
    [] e[2] = "hears grant" -> HearsGrant(e) /\ UNCHANGED <<unheard, belated>>
    [] e[2] = "hears renewed" -> HearsRenewed(e) /\ UNCHANGED <<unheard, belated>>
    [] e[2] = "hears not owner" -> HearsNotOwner(e) /\ UNCHANGED <<unheard, belated>>
    [] e[2] = "hears released" -> HearsReleased(e[3], 1) /\ UNCHANGED <<unheard, belated>>
    [] e[2] = "hears not released" -> HearsReleased(e[3], 0) /\ UNCHANGED <<unheard, belated>>
    [] e[2] = "believes" -> IsSure(e[3], e[4]) /\ UNCHANGED <<unheard, told, belated>>
    [] e[2] = "dies" -> UNCHANGED <<vars, unheard, told, belated>>

----------------------------------------------------------------------------

(* The store makes its steps at the time of the next step of the history, before it: the latest that they can     *)
(* have been made.                                                                                                *)
Follow ==
  /\ at < Len(Traces[which])
  /\ UNCHANGED which
  /\ LET e == Traces[which][at + 1] IN
     IF now < e[1]
     THEN Pass(e[1]) /\ UNCHANGED <<at, surely, unheard, told, gone, belated>>
     ELSE \/ (Ends \/ \E m \in net : Executes(m)) /\ UNCHANGED <<at, unheard, gone, belated>>
          \/ /\ at' = at + 1
             /\ Happens(e)
             /\ gone' = IF e[2] = "dies" THEN gone \cup {e[3]} ELSE gone
             /\ UNCHANGED surely
             /\ (Tells \/ at' = Len(Traces[which])) => PrintT(<<"trace", which, at'>>)

(* What TLC tells states apart by: all that matters for what follows. A request that can neither succeed any more *)
(* nor be answered does not, nor does how the present owner came to its lease.                                    *)
MayMatter(m) ==
  \/ m.kind = "acquire"
  \/ m.kind \in {"renew", "release"} /\ 
    (m \notin unheard \/ m.by = store.owner \/ \E a \in net : a.kind = "acquire" /\ a.by = m.by)
Matters ==
  <<which, at, now, store.owner, store.token, store.last, surely, client, {m \in net : MayMatter(m)}, told, unheard,
    gone, belated>>

ObservedSpec == ObservedInit /\ [][Follow]_<<vars, which, at, surely, unheard, told, gone, belated>>
=============================================================================
