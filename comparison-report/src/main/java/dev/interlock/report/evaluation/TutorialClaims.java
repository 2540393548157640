// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.evaluation.TutorialClaim.Check;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;

/**
 * The claims of five widely read tutorials. S0: the lock on Redis in four steps. S1: three stores compared. S2: Redis
 * in depth. S3: a lock in Lua with a thread's own slot. S4: Redis cannot, ZooKeeper can.
 */
final class TutorialClaims {

    private static final String REDIS = "redis";
    private static final String ZOOKEEPER = "zookeeper";

    private static final List<TutorialClaim> ALL = List.of(
            new TutorialClaim(
                    "S4",
                    "Redis can never be a strict lock, not even one server",
                    "half right",
                    "A reply that comes too late is cured by counting from before the request. A pause is not, nor is a"
                            + " jump of the server's clock: the resource has to refuse the older holder, and then it"
                            + " stays whole.",
                    List.of(
                            rule(Rule.ACQ_4, REDIS),
                            mutant("redis-validity-from-reply"),
                            broken(Situation.BELIEF_HOLDER_STOPPED, REDIS),
                            broken(Situation.EFFECT_UNGUARDED, REDIS),
                            broken(Situation.SERVER_CLOCK_JUMPED, REDIS),
                            holds(Situation.EFFECT_CLOCK_JUMPED, REDIS),
                            holds(Situation.EFFECT_GUARDED, REDIS))),
            new TutorialClaim(
                    "S4",
                    "ZooKeeper is strict, since it does not depend on the client's state",
                    "wrong",
                    "A session lives by the client's heartbeats. The same pause gives two believers here as well, and"
                            + " the same guard keeps the resource whole.",
                    List.of(
                            broken(Situation.BELIEF_HOLDER_STOPPED, ZOOKEEPER),
                            broken(Situation.EFFECT_UNGUARDED, ZOOKEEPER),
                            holds(Situation.EFFECT_GUARDED, ZOOKEEPER))),
            new TutorialClaim(
                    "S4",
                    "Waiters watch the children of the lock's node",
                    "works, but a herd",
                    "Then a release wakes every waiter. It is enough that each watches the one before it.",
                    List.of(
                            rule(Rule.WAIT_11, ZOOKEEPER),
                            mutant("zookeeper-all-watch-the-parent"),
                            measured("Who is woken by a release", ZOOKEEPER))),
            new TutorialClaim(
                    "S0",
                    "Without an expiry a lock may stay for ever, and setting it in a second command leaves a gap",
                    "right",
                    "Both mistakes are caught.",
                    List.of(mutant("redis-no-expiry"), mutant("redis-setnx-then-expire"))),
            new TutorialClaim(
                    "S0",
                    "Without an owner's id a release frees another's lock, and so does get, compare, delete;"
                            + " a script cures it",
                    "right",
                    "Both mistakes are caught; with one script the late release changes nothing.",
                    List.of(mutant("redis-plain-del"), mutant("redis-get-compare-del"), rule(Rule.REL_6, REDIS))),
            new TutorialClaim(
                    "S0",
                    "With the script the lock is complete",
                    "incomplete",
                    "What is missing: unknown outcomes, a check of the validity,"
                            + " and effects of a holder that was paused.",
                    List.of(
                            mutant("redis-timeout-is-busy"),
                            mutant("redis-validity-from-reply"),
                            broken(Situation.EFFECT_UNGUARDED, REDIS))),
            new TutorialClaim(
                    "S1",
                    "A thread's id must be made unique",
                    "right, not enough",
                    "Unique for each acquisition: else a late handle frees the same thread's next hold.",
                    List.of(mutant("redis-owner-is-thread"), mutant("rel-owner-is-thread"))),
            new TutorialClaim(
                    "S1",
                    "MySQL frees the lock when the connection is gone",
                    "only in one mode",
                    "True for a lock that a transaction holds, once the server notices. A lease row is kept until the"
                            + " lease ends.",
                    List.of(
                            holds(Situation.SERVER_HOLDER_KILLED, "mysql-row-lock"),
                            holds(Situation.SERVER_HOLDER_KILLED, "mysql"))),
            new TutorialClaim(
                    "S1",
                    "ZooKeeper frees the lock when the connection is gone",
                    "wrong",
                    "It frees it when the session ends: after its time-out, also for a process that was killed.",
                    List.of(holds(Situation.SERVER_HOLDER_KILLED, ZOOKEEPER))),
            new TutorialClaim(
                    "S1",
                    "Redis with replicas makes the lock highly available",
                    "available, not exclusive",
                    "What a replica has not heard of it grants again. Only tokens that go on growing, and a guard, make"
                            + " that harmless. An ensemble of ZooKeeper servers keeps the lock.",
                    List.of(
                            broken(Situation.SERVER_FAILED_OVER, REDIS),
                            holds(Situation.EFFECT_FAILED_OVER, REDIS),
                            holds(Situation.SERVER_FAILED_OVER, ZOOKEEPER))),
            new TutorialClaim(
                    "S1",
                    "Sentinel, or a cluster, makes the lock survive a fail-over",
                    "available, not exclusive",
                    "The client follows to the new primary by itself. Whether that one knows the lock is decided by"
                            + " replication, which nobody waited for.",
                    List.of(
                            broken(Situation.SERVER_FAILED_OVER, "redis-sentinel"),
                            holds(Situation.EFFECT_FAILED_OVER, "redis-sentinel"),
                            broken(Situation.SERVER_FAILED_OVER, "redis-cluster"),
                            holds(Situation.EFFECT_FAILED_OVER, "redis-cluster"))),
            new TutorialClaim(
                    "S2",
                    "Redlock is safe, since a majority decides",
                    "wrong",
                    "It survives a minority that is down. One server of the majority that forgets, or whose clock jumps,"
                            + " makes a second majority; and no lock helps a holder that was paused.",
                    List.of(
                            holds(Situation.SERVER_UNDISTURBED, "redis-redlock"),
                            broken(Situation.SERVER_FAILED_OVER, "redis-redlock"),
                            broken(Situation.SERVER_CLOCK_JUMPED, "redis-redlock"),
                            broken(Situation.BELIEF_HOLDER_STOPPED, "redis-redlock"))),
            new TutorialClaim(
                    "S2",
                    "Persistence keeps the lock over a restart",
                    "not by default",
                    "As installed, a Redis that is killed forgets the lock while its holder believes.",
                    List.of(
                            broken(Situation.SERVER_RESTARTED, REDIS),
                            broken(Situation.BELIEF_STORE_RESTARTED, REDIS))),
            new TutorialClaim(
                    "S2",
                    "A renewal task needs no look at the reply",
                    "wrong",
                    "A reply of 0 says that the lock is gone; a holder that is not told goes on.",
                    List.of(
                            mutant("redis-renew-ignores-zero"),
                            mutant("ren-dies-of-a-failure"),
                            rule(Rule.REN_3, REDIS))),
            new TutorialClaim(
                    "S2",
                    "Any reply that is not null is a success; SETEX for a batch; one future for all callers; 1,000"
                            + " buckets for names",
                    "wrong",
                    "Each of these gives one lock to two, or makes strangers wait for each other.",
                    List.of(
                            mutant("redis-non-null-is-success"),
                            mutant("redis-setex"),
                            mutant("acq-shared-handle"),
                            mutant("name-buckets"))),
            new TutorialClaim(
                    "S2",
                    "After an error, try again with the same value",
                    "right, if the store knows it",
                    "The first request may have been executed: the retry has to find its own grant.",
                    List.of(rule(Rule.ACQ_2, REDIS), mutant("redis-not-idempotent"))),
            new TutorialClaim(
                    "S3",
                    "An error means that the lock was not acquired",
                    "wrong",
                    "It means unknown. The request is withdrawn, or a grant is left that nobody has.",
                    List.of(
                            rule(Rule.ERR_2, REDIS),
                            mutant("redis-timeout-is-busy"),
                            mutant("err-failure-is-contention"))),
            new TutorialClaim(
                    "S3",
                    "Who overruns the lease lets another in: keep the work short",
                    "right",
                    "Short work makes it rare. Only the guard makes it harmless.",
                    List.of(broken(Situation.BELIEF_HOLDER_STOPPED, REDIS), holds(Situation.EFFECT_GUARDED, REDIS))));

    private TutorialClaims() {}

    static List<ClaimRow> checked(ResultLookup results) {
        return ALL.stream().map(claim -> claim.checkedBy(results)).toList();
    }

    static List<TutorialClaim> all() {
        return ALL;
    }

    private static Check holds(Situation situation, String backend) {
        return results -> results.cell(situation, true, backend);
    }

    private static Check broken(Situation situation, String backend) {
        return results -> results.cell(situation, false, backend);
    }

    private static Check rule(Rule rule, String backend) {
        return results -> results.rule(rule, backend);
    }

    private static Check mutant(String id) {
        return results -> results.mutant(id);
    }

    private static Check measured(String title, String backend) {
        return results -> results.measured(title, backend);
    }
}
