// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import static dev.interlock.report.evaluation.SourcedClaim.broken;
import static dev.interlock.report.evaluation.SourcedClaim.holds;
import static dev.interlock.report.evaluation.SourcedClaim.rule;

import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;

/** The arguments about Redlock of two authors in February 2016, and how far this run shows them. */
final class RedlockDebate {

    /** martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html. */
    private static final String KLEPPMANN = "Martin Kleppmann: How to do distributed locking";

    /** antirez.com/news/101. */
    private static final String ANTIREZ = "Salvatore Sanfilippo (antirez): Is Redlock safe?";

    private static final String REDLOCK = "redis-redlock";
    private static final String ZOOKEEPER = "zookeeper";

    private static final List<SourcedClaim> ALL = List.of(
            new SourcedClaim(
                    KLEPPMANN,
                    "A garbage collection, a page fault or a packet on its way can last longer than the lease, after any"
                            + " check that the client made.",
                    "A holder that stalls past its lease writes after the next one, whatever grants the lock",
                    "right",
                    "So it is with Redlock and with ZooKeeper alike: two believe, and a resource without a guard takes"
                            + " the stale write.",
                    List.of(
                            broken(Situation.BELIEF_HOLDER_STOPPED, REDLOCK),
                            broken(Situation.EFFECT_UNGUARDED, REDLOCK),
                            broken(Situation.BELIEF_HOLDER_STOPPED, ZOOKEEPER),
                            broken(Situation.EFFECT_UNGUARDED, ZOOKEEPER))),
            new SourcedClaim(
                    KLEPPMANN,
                    "Storage that saw a greater number refuses a smaller one; the random value of Redlock has no order.",
                    "Fencing tokens cure that, and Redlock has none to give",
                    "right, of Redlock as published",
                    "Tokens cure it with Redlock and with ZooKeeper. Redlock's value cannot be one; this library lets the"
                            + " servers of a majority count, and those tokens fence as well. What antirez proposes"
                            + " instead, that the resource compares and sets the random value, is not tried here.",
                    List.of(
                            holds(Situation.EFFECT_GUARDED, REDLOCK),
                            rule(Rule.TOK_1, REDLOCK),
                            holds(Situation.EFFECT_GUARDED, ZOOKEEPER))),
            new SourcedClaim(
                    KLEPPMANN,
                    "The servers measure the expiry by a wall clock, which an administrator or a step of NTP moves.",
                    "A clock that jumps at one server gives the lock to two",
                    "right",
                    "The jump of one server makes a second majority. Behind a guard the effects stay whole.",
                    List.of(
                            broken(Situation.SERVER_CLOCK_JUMPED, REDLOCK),
                            holds(Situation.EFFECT_CLOCK_JUMPED, REDLOCK))),
            new SourcedClaim(
                    KLEPPMANN,
                    "A server that crashes before the key is on its disk, and is back at once, votes again.",
                    "So does a server that forgets",
                    "right",
                    "One of the majority comes back empty and another client has the lock. The cure that the algorithm"
                            + " names, to stay away for the longest lease, is an option here (restartGuard).",
                    List.of(
                            broken(Situation.SERVER_FAILED_OVER, REDLOCK),
                            holds(Situation.EFFECT_FAILED_OVER, REDLOCK))),
            new SourcedClaim(
                    ANTIREZ,
                    "The client looks at its clock again when a majority has answered, and gives up what is not long"
                            + " enough any more.",
                    "A delay before that look, of the network or of the process, does no harm",
                    "right",
                    "A grant whose answer comes after its validity is no acquisition, and is given back.",
                    List.of(rule(Rule.ACQ_4, REDLOCK))),
            new SourcedClaim(
                    ANTIREZ,
                    "Whoever holds anything that ends by itself may be late with what it does then.",
                    "A delay after that look concerns every lock with an expiry, not Redlock alone",
                    "right",
                    "The same pause gives two believers on one Redis server, on Redlock and on ZooKeeper. That is a"
                            + " reason for guards, not one for Redlock.",
                    List.of(
                            broken(Situation.BELIEF_HOLDER_STOPPED, "redis"),
                            broken(Situation.BELIEF_HOLDER_STOPPED, REDLOCK),
                            broken(Situation.BELIEF_HOLDER_STOPPED, ZOOKEEPER))),
            new SourcedClaim(
                    ANTIREZ,
                    "Clocks have to run at nearly the same rate only, and operators can see to it that none is stepped.",
                    "Clocks that jump are an error of operation",
                    "an assumption",
                    "It is one that the lock cannot check: where it fails, so does Redlock, and nobody is told.",
                    List.of(broken(Situation.SERVER_CLOCK_JUMPED, REDLOCK))));

    private RedlockDebate() {}

    static List<SourcedClaim> all() {
        return ALL;
    }
}
