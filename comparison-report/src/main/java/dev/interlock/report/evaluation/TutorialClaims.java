// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import static dev.interlock.report.evaluation.SourcedClaim.broken;
import static dev.interlock.report.evaluation.SourcedClaim.holds;
import static dev.interlock.report.evaluation.SourcedClaim.measured;
import static dev.interlock.report.evaluation.SourcedClaim.mutant;
import static dev.interlock.report.evaluation.SourcedClaim.rule;

import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;

/**
 * The claims of five widely read tutorials, named by their subjects. One more claim is about the page of a command that
 * is taken for a cure of the problems that the tutorials leave open.
 */
final class TutorialClaims {

    private static final String FOUR_STEPS = "Tutorial: a Redis lock in four steps";
    private static final String THREE_STORES = "Tutorial: MySQL, Redis and ZooKeeper compared";
    private static final String IN_DEPTH = "Tutorial: Redis locks in depth";
    private static final String IN_LUA = "Tutorial: a Redis lock in Lua, with a thread's own slot";
    private static final String REDIS_CANNOT = "Tutorial: Redis cannot, ZooKeeper can";

    /** redis.io/docs/latest/commands/wait. */
    private static final String WAIT = "Redis documentation: WAIT";

    private static final String REDIS = "redis";
    private static final String ZOOKEEPER = "zookeeper";

    private static final List<SourcedClaim> ALL = List.of(
            new SourcedClaim(
                    REDIS_CANNOT,
                    "A reply may come when the key is over already, and a process may stop between its last look and its write.",
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
            new SourcedClaim(
                    REDIS_CANNOT,
                    "The node lives as long as the session, and the session is kept by the servers.",
                    "ZooKeeper is strict, since it does not depend on the client's state",
                    "wrong",
                    "A session lives by the client's heartbeats. The same pause gives two believers here as well, and"
                            + " the same guard keeps the resource whole.",
                    List.of(
                            broken(Situation.BELIEF_HOLDER_STOPPED, ZOOKEEPER),
                            broken(Situation.EFFECT_UNGUARDED, ZOOKEEPER),
                            holds(Situation.EFFECT_GUARDED, ZOOKEEPER))),
            new SourcedClaim(
                    REDIS_CANNOT,
                    "Whoever sees the list change looks whether it is first now.",
                    "Waiters watch the children of the lock's node",
                    "works, but a herd",
                    "Then a release wakes every waiter. It is enough that each watches the one before it.",
                    List.of(
                            rule(Rule.WAIT_11, ZOOKEEPER),
                            mutant("zookeeper-all-watch-the-parent"),
                            measured("Who is woken by a release", ZOOKEEPER))),
            new SourcedClaim(
                    FOUR_STEPS,
                    "A holder that dies deletes nothing, and it may die between SETNX and EXPIRE.",
                    "Without an expiry a lock may stay for ever, and setting it in a second command leaves a gap",
                    "right",
                    "Both mistakes are caught.",
                    List.of(mutant("redis-no-expiry"), mutant("redis-setnx-then-expire"))),
            new SourcedClaim(
                    FOUR_STEPS,
                    "The key may be over and another's by the time of the release, so the value has to be compared in the same step.",
                    "Without an owner's id a release frees another's lock, and so does get, compare, delete;"
                            + " a script cures it",
                    "right",
                    "Both mistakes are caught; with one script the late release changes nothing.",
                    List.of(mutant("redis-plain-del"), mutant("redis-get-compare-del"), rule(Rule.REL_6, REDIS))),
            new SourcedClaim(
                    FOUR_STEPS,
                    "Exclusion, an expiry, an owner's id and an atomic release are the four conditions of a lock.",
                    "With the script the lock is complete",
                    "incomplete",
                    "What is missing: unknown outcomes, a check of the validity,"
                            + " and effects of a holder that was paused.",
                    List.of(
                            mutant("redis-timeout-is-busy"),
                            mutant("redis-validity-from-reply"),
                            broken(Situation.EFFECT_UNGUARDED, REDIS))),
            new SourcedClaim(
                    THREE_STORES,
                    "Threads of two processes have the same numbers, so a UUID is put in front.",
                    "A thread's id must be made unique",
                    "right, not enough",
                    "Unique for each acquisition: else a late handle frees the same thread's next hold.",
                    List.of(mutant("redis-owner-is-thread"), mutant("rel-owner-is-thread"))),
            new SourcedClaim(
                    THREE_STORES,
                    "The lock belongs to the session at the server.",
                    "MySQL frees the lock when the connection is gone",
                    "only in one mode",
                    "True for a lock that a transaction holds, once the server notices. A lease row is kept until the"
                            + " lease ends.",
                    List.of(
                            holds(Situation.SERVER_HOLDER_KILLED, "mysql-row-lock"),
                            holds(Situation.SERVER_HOLDER_KILLED, "mysql"))),
            new SourcedClaim(
                    THREE_STORES,
                    "The node is ephemeral.",
                    "ZooKeeper frees the lock when the connection is gone",
                    "wrong",
                    "It frees it when the session ends: after its time-out, also for a process that was killed.",
                    List.of(holds(Situation.SERVER_HOLDER_KILLED, ZOOKEEPER))),
            new SourcedClaim(
                    THREE_STORES,
                    "If a node fails, another one goes on with its data.",
                    "Redis with replicas makes the lock highly available",
                    "available, not exclusive",
                    "What a replica has not heard of it grants again. Only tokens that go on growing, and a guard, make"
                            + " that harmless. An ensemble of ZooKeeper servers keeps the lock.",
                    List.of(
                            broken(Situation.SERVER_FAILED_OVER, REDIS),
                            holds(Situation.EFFECT_FAILED_OVER, REDIS),
                            holds(Situation.SERVER_FAILED_OVER, ZOOKEEPER))),
            new SourcedClaim(
                    THREE_STORES,
                    "The clients find the new primary, and the lock there.",
                    "Sentinel, or a cluster, makes the lock survive a fail-over",
                    "available, not exclusive",
                    "The client follows to the new primary by itself. Whether that one knows the lock is decided by"
                            + " replication, which nobody waited for.",
                    List.of(
                            broken(Situation.SERVER_FAILED_OVER, "redis-sentinel"),
                            holds(Situation.EFFECT_FAILED_OVER, "redis-sentinel"),
                            broken(Situation.SERVER_FAILED_OVER, "redis-cluster"),
                            holds(Situation.EFFECT_FAILED_OVER, "redis-cluster"))),
            new SourcedClaim(
                    WAIT,
                    "A write that a replica has confirmed is there when that one is promoted; Sentinel and the cluster try"
                            + " to promote the one that has most, and need not reach it.",
                    "A lock that replicas have confirmed is likelier to outlive a fail-over, and can be lost all the same",
                    "right",
                    "The replica that had not confirmed is promoted, and another client has the lock while its holder"
                            + " believes. Waiting for replicas is no consensus; behind a guard the effects stay whole.",
                    List.of(
                            broken(Situation.SERVER_FAILED_OVER, "redis-wait"),
                            broken(Situation.BELIEF_FAILED_OVER, "redis-wait"),
                            holds(Situation.EFFECT_FAILED_OVER, "redis-wait"))),
            new SourcedClaim(
                    IN_DEPTH,
                    "Servers that know nothing of each other fail apart from each other, and a majority remains.",
                    "Redlock is safe, since a majority decides",
                    "wrong",
                    "It survives a minority that is down. One server of the majority that forgets, or whose clock jumps,"
                            + " makes a second majority; and no lock helps a holder that was paused.",
                    List.of(
                            holds(Situation.SERVER_UNDISTURBED, "redis-redlock"),
                            broken(Situation.SERVER_FAILED_OVER, "redis-redlock"),
                            broken(Situation.SERVER_CLOCK_JUMPED, "redis-redlock"),
                            broken(Situation.BELIEF_HOLDER_STOPPED, "redis-redlock"))),
            new SourcedClaim(
                    IN_DEPTH,
                    "What was written is on the disk.",
                    "Persistence keeps the lock over a restart",
                    "not by default",
                    "As installed, a Redis that is killed forgets the lock while its holder believes.",
                    List.of(
                            broken(Situation.SERVER_RESTARTED, REDIS),
                            broken(Situation.BELIEF_STORE_RESTARTED, REDIS))),
            new SourcedClaim(
                    IN_DEPTH,
                    "It sets the expiry anew, again and again, until the work is done.",
                    "A renewal task needs no look at the reply",
                    "wrong",
                    "A reply of 0 says that the lock is gone; a holder that is not told goes on.",
                    List.of(
                            mutant("redis-renew-ignores-zero"),
                            mutant("ren-dies-of-a-failure"),
                            rule(Rule.REN_3, REDIS))),
            new SourcedClaim(
                    IN_DEPTH,
                    "As the page's code does: result != null, SETEX for each key, computeIfAbsent, hash % 1000.",
                    "Any reply that is not null is a success; SETEX for a batch; one future for all callers; 1,000"
                            + " buckets for names",
                    "wrong",
                    "Each of these gives one lock to two, or makes strangers wait for each other.",
                    List.of(
                            mutant("redis-non-null-is-success"),
                            mutant("redis-setex"),
                            mutant("acq-shared-handle"),
                            mutant("name-buckets"))),
            new SourcedClaim(
                    IN_DEPTH,
                    "The value tells whose the key is.",
                    "After an error, try again with the same value",
                    "right, if the store knows it",
                    "The first request may have been executed: the retry has to find its own grant.",
                    List.of(rule(Rule.ACQ_2, REDIS), mutant("redis-not-idempotent"))),
            new SourcedClaim(
                    IN_LUA,
                    "An exception is turned into false, as for a lock that is taken.",
                    "An error means that the lock was not acquired",
                    "wrong",
                    "It means unknown. The request is withdrawn, or a grant is left that nobody has.",
                    List.of(
                            rule(Rule.ERR_2, REDIS),
                            mutant("redis-timeout-is-busy"),
                            mutant("err-failure-is-contention"))),
            new SourcedClaim(
                    IN_LUA,
                    "The key is over while the work still goes on.",
                    "Who overruns the lease lets another in: keep the work short",
                    "right",
                    "Short work makes it rare. Only the guard makes it harmless.",
                    List.of(broken(Situation.BELIEF_HOLDER_STOPPED, REDIS), holds(Situation.EFFECT_GUARDED, REDIS))));

    private TutorialClaims() {}

    static List<SourcedClaim> all() {
        return ALL;
    }
}
