------------------------------ MODULE Promises ------------------------------
(* The three promises of docs/guarantees.md, and the order of tokens, as invariants: sentences that must be    *)
(* true in every state that the lock can reach. TLC prints the shortest way to a state in which one is false.  *)
EXTENDS LeaseLock, TLC

(* S, at the store: it has promised the lock to one attempt at a time. A promise lasts until the lease is over *)
(* by true time, or until the release.                                                                         *)
AtTheStore == \A a, b \in DOMAIN promised : a # b => ~(now < promised[a] /\ now < promised[b])

(* B, in the clients' belief: no two clients believe that they hold it, or work because they did at their last *)
(* check.                                                                                                      *)
InBelief == \A c, d \in Clients : c # d => ~((Believes(c) \/ IsIn(c)) /\ (Believes(d) \/ IsIn(d)))

(* E, at the resource: no stale effect reaches it. *)
AtTheResource == ~resource.broken

(* TOK-1: each grant has a greater token than all grants before it. *)
TokensGrow == ~tokens.broken

(* What makes B work, and what EXP-2 says: as long as a client believes, the store keeps the lock for it. *)
BeliefIsBacked == \A c \in Clients : Believes(c) => IsOwner(store, Id(c), now)

(* Clients are alike: what holds for one order of them holds for all. *)
Alike == Permutations(Clients)
=============================================================================
