------------------------------ MODULE Redlock -------------------------------
(* Redlock: a lock on a majority of independent servers, with fencing tokens (docs/backends/redlock.md). Each   *)
(* server votes for one client at a time, and counts its votes; the count is the token that it proposes.        *)
(* Leases are not counted in ticks here: the lease at a server ends only after the hold that relies on it,       *)
(* which is what LeaseLock shows for one server, unless that server's clock jumps.                               *)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Servers, Clients,
  LastCount,      \* bound of the model: a server counts no further
  Losses,         \* how many servers may lose their data
  Jumps,          \* how many servers' clocks may jump ahead
  Lost,           \* how many answers may be lost
  ClocksAhead,    \* TRUE: a server that lost its count begins at its clock, which is beyond every count
  RestartGuard,   \* TRUE: a server that lost its data does not vote until every older lease is over
  Defects         \* "no second round", "half is enough"

VARIABLES
  vote,     \* of each server: the client that it votes for, or "none"
  count,    \* of each server
  rests,    \* servers that do not vote, because of the restart guard
  phase,    \* of each client: "idle", "asking", "settling", "holding", "freeing"
  asked,    \* of each client: the servers that have executed its request
  answers,  \* of each client: the counts that it was told, 0 for a server without an answer
  settled,  \* of each client: the servers that have stored its token
  token,    \* of each client
  faults,   \* how many losses, jumps and lost answers so far
  older,    \* only for the invariants: of each client, the greatest token that there was before it began to ask
  tokens    \* only for the invariants: the tokens so far, and whether one did not grow

vars == <<vote, count, rests, phase, asked, answers, settled, token, faults, older, tokens>>

Majority(set) ==
  IF "half is enough" \in Defects THEN Cardinality(set) * 2 >= Cardinality(Servers) - 1
                                  ELSE Cardinality(set) * 2 > Cardinality(Servers)
GreatestOf(numbers) == IF numbers = {} THEN 0 ELSE CHOOSE n \in numbers : \A m \in numbers : m <= n
Nothing == [s \in Servers |-> 0]
Said(c) == {s \in Servers : answers[c][s] > 0}
Greatest(c) == GreatestOf({answers[c][s] : s \in Said(c)})

Init ==
  /\ vote = [s \in Servers |-> "none"] /\ count = Nothing /\ rests = {}
  /\ phase = [c \in Clients |-> "idle"] /\ asked = [c \in Clients |-> {}]
  /\ answers = [c \in Clients |-> Nothing] /\ settled = [c \in Clients |-> {}]
  /\ token = [c \in Clients |-> 0]
  /\ faults = [losses |-> 0, jumps |-> 0, lost |-> 0]
  /\ older = [c \in Clients |-> 0]
  /\ tokens = [given |-> {}, broken |-> FALSE]

Begin(c) ==
  /\ phase[c] = "idle"
  /\ phase' = [phase EXCEPT ![c] = "asking"]
  /\ asked' = [asked EXCEPT ![c] = {}] /\ answers' = [answers EXCEPT ![c] = Nothing]
  /\ settled' = [settled EXCEPT ![c] = {}] /\ token' = [token EXCEPT ![c] = 0]
  /\ older' = [older EXCEPT ![c] = GreatestOf(tokens.given)]
  /\ UNCHANGED <<vote, count, rests, faults, tokens>>

(* A server votes, with the next count. The client may not hear of it. *)
Vote(c, s, heard) ==
  /\ phase[c] = "asking" /\ s \notin asked[c] /\ vote[s] = "none" /\ s \notin rests /\ count[s] < LastCount
  /\ vote' = [vote EXCEPT ![s] = c] /\ count' = [count EXCEPT ![s] = @ + 1]
  /\ asked' = [asked EXCEPT ![c] = @ \cup {s}]
  /\ IF heard
     THEN answers' = [answers EXCEPT ![c][s] = count[s] + 1] /\ UNCHANGED faults
     ELSE /\ faults.lost < Lost /\ faults' = [faults EXCEPT !.lost = @ + 1] /\ UNCHANGED answers
  /\ UNCHANGED <<rests, phase, settled, token, tokens, older>>

Hold(c, number) ==
  /\ phase' = [phase EXCEPT ![c] = "holding"]
  /\ token' = [token EXCEPT ![c] = number]
  /\ tokens' = [given |-> tokens.given \cup {number},
                broken |-> tokens.broken \/ number <= older[c] \/ number \in tokens.given]

(* A majority with the same count: that is the token. *)
WinAtOnce(c) ==
  /\ phase[c] = "asking" /\ Majority(Said(c))
  /\ \E n \in {answers[c][s] : s \in Said(c)} :
       /\ Majority({s \in Said(c) : answers[c][s] = n})
       /\ Hold(c, n)
  /\ UNCHANGED <<vote, count, rests, asked, answers, settled, faults, older>>

(* A majority with different counts: the greatest is stored at a majority first. *)
BeginToSettle(c) ==
  /\ phase[c] = "asking" /\ Majority(Said(c))
  /\ ~\E n \in {answers[c][s] : s \in Said(c)} : Majority({s \in Said(c) : answers[c][s] = n})
  /\ IF "no second round" \in Defects
     THEN Hold(c, Greatest(c))
     ELSE /\ phase' = [phase EXCEPT ![c] = "settling"] /\ token' = [token EXCEPT ![c] = Greatest(c)]
          /\ UNCHANGED tokens
  /\ UNCHANGED <<vote, count, rests, asked, answers, settled, faults, older>>

Settle(c, s) ==
  /\ phase[c] = "settling" /\ s \in Said(c) \ settled[c] /\ vote[s] = c
  /\ count' = [count EXCEPT ![s] = IF token[c] > @ THEN token[c] ELSE @]
  /\ settled' = [settled EXCEPT ![c] = @ \cup {s}]
  /\ UNCHANGED <<vote, rests, phase, asked, answers, token, faults, tokens, older>>

WinSettled(c) ==
  /\ phase[c] = "settling" /\ Majority(settled[c])
  /\ Hold(c, token[c])
  /\ UNCHANGED <<vote, count, rests, asked, answers, settled, faults, older>>

(* A release, or a try without a majority: the servers are freed one by one. *)
Stop(c) ==
  /\ phase[c] \in {"asking", "settling", "holding"}
  /\ phase' = [phase EXCEPT ![c] = "freeing"]
  /\ UNCHANGED <<vote, count, rests, asked, answers, settled, token, faults, tokens, older>>

(* By a request of the client, or because the lease ends there. *)
Free(c, s) ==
  /\ phase[c] = "freeing" /\ vote[s] = c
  /\ vote' = [vote EXCEPT ![s] = "none"]
  /\ UNCHANGED <<count, rests, phase, asked, answers, settled, token, faults, tokens, older>>

(* A new attempt has an id of its own, so the model lets it begin when nothing of the last one is left. *)
End(c) ==
  /\ phase[c] = "freeing" /\ \A s \in Servers : vote[s] # c
  /\ phase' = [phase EXCEPT ![c] = "idle"]
  /\ UNCHANGED <<vote, count, rests, asked, answers, settled, token, faults, tokens, older>>

----------------------------------------------------------------------------

LoseData(s) ==
  /\ faults.losses < Losses /\ faults' = [faults EXCEPT !.losses = @ + 1]
  /\ vote' = [vote EXCEPT ![s] = "none"]
  /\ count' = [count EXCEPT ![s] = IF ClocksAhead THEN GreatestOf({count[x] : x \in Servers}) ELSE 0]
  /\ rests' = IF RestartGuard THEN rests \cup {s} ELSE rests
  /\ UNCHANGED <<phase, asked, answers, settled, token, tokens, older>>

(* The restart guard ends when no client relies on that server's older votes any more. *)
RestEnds(s) ==
  /\ s \in rests /\ \A c \in Clients : s \in asked[c] => phase[c] \in {"idle", "freeing"}
  /\ rests' = rests \ {s}
  /\ UNCHANGED <<vote, count, phase, asked, answers, settled, token, faults, tokens, older>>

ClockJumps(s) ==
  /\ faults.jumps < Jumps /\ faults' = [faults EXCEPT !.jumps = @ + 1]
  /\ vote[s] # "none" /\ vote' = [vote EXCEPT ![s] = "none"]
  /\ UNCHANGED <<count, rests, phase, asked, answers, settled, token, tokens, older>>

Next ==
  \/ \E c \in Clients : Begin(c) \/ WinAtOnce(c) \/ BeginToSettle(c) \/ WinSettled(c) \/ Stop(c) \/ End(c)
  \/ \E c \in Clients, s \in Servers :
       Vote(c, s, TRUE) \/ Vote(c, s, FALSE) \/ Settle(c, s) \/ Free(c, s)
  \/ \E s \in Servers : LoseData(s) \/ RestEnds(s) \/ ClockJumps(s)

Spec == Init /\ [][Next]_vars

(* S and B: one client at a time holds the lock. *)
OneHolder == Cardinality({c \in Clients : phase[c] = "holding"}) <= 1

(* TOK-1: each hold has a token of its own, greater than those of all holds that there were when its client began *)
(* to ask. Two that ask at once may learn of their holds in the other order than the servers voted.               *)
TokensGrow == ~tokens.broken

Alike == Permutations(Clients) \cup Permutations(Servers)
=============================================================================
