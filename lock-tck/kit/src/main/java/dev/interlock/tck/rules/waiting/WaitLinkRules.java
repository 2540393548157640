// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The rules of WAIT and TOK about waiters whose replies are lost, or whose connection is cut while they wait. */
public abstract class WaitLinkRules extends LinkRuleTest {

    private static final int MOST_REPLIES = 4;
    private static final Duration MARGIN = Duration.ofSeconds(1);

    /** Its request may have put it into a queue at the store. */
    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_one_who_leaves_after_a_lost_reply_blocks_nobody_behind() {
        FaultLink link = link();
        LockBackend holder = backend();
        int lost = forEachLostReply(link, leaver -> {
            Attempt held = attempt(name(), longLease());
            granted(holder, held);
            try (Contest contest = leaver.contest(like(held))) {
                contest.attempt();
            }
            holder.release(held);
            requireSoonFree(held.name().value(), "a waiter left whose reply had been lost");
        });
        evidence("{} replies to waiters were lost, and the waiters left", lost);
    }

    /** A waiter finds the place that it has in a queue, and it may have been there before others came. */
    @Test
    @Proves(Rule.TOK_1)
    void TOK_1_tokens_grow_from_grant_to_grant_though_a_waiters_reply_was_lost() {
        FaultLink link = link();
        LockBackend holder = backend();
        LockBackend other = backend();
        int lost = forEachLostReply(link, first -> {
            Attempt held = attempt(name(), longLease());
            long token = granted(holder, held).token();
            Attempt firstWanted = like(held);
            Attempt otherWanted = like(held);
            try (Contest one = first.contest(firstWanted);
                    Contest two = other.contest(otherWanted)) {
                one.attempt();
                two.attempt();
                await(
                        "a waiter whose reply was lost is answered",
                        () -> one.attempt() instanceof AcquireOutcome.Contended);
                holder.release(held);
                requireGrowing(token, List.of(new Party(first, firstWanted, one), new Party(other, otherWanted, two)));
            }
        });
        evidence("{} replies to waiters were lost, and the tokens grew from grant to grant", lost);
    }

    private record Party(LockBackend backend, Attempt attempt, Contest contest) {}

    private void requireGrowing(long first, List<Party> parties) {
        List<Party> waiting = new ArrayList<>(parties);
        List<Long> tokens = new ArrayList<>(List.of(first));
        await("each waiter for '" + parties.get(0).attempt().name() + "' is granted it", () -> {
            for (Iterator<Party> each = waiting.iterator(); each.hasNext(); ) {
                Party party = each.next();
                if (party.contest().attempt() instanceof AcquireOutcome.Granted granted) {
                    tokens.add(granted.grant().token());
                    party.backend().release(party.attempt());
                    each.remove();
                }
            }
            return waiting.isEmpty();
        });
        for (int i = 1; i < tokens.size(); i++) {
            require(
                    tokens.get(i) > tokens.get(i - 1),
                    "the grants of '{}' had the tokens {}, in this order",
                    parties.get(0).attempt().name(),
                    tokens);
        }
    }

    /** What a waiter had at the store is gone by then, and its watch with it. */
    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_waiter_is_woken_after_an_outage_in_which_the_store_forgot_it() {
        FaultLink link = link();
        if (waits() || !declares(Capability.NOTIFIES_WAITERS)) {
            return;
        }
        LockBackend holder = backend();
        Attempt held = attempt(name(), longLease());
        granted(holder, held);
        LockBackend waiter = started(link.openBackend());
        try (Contest contest = waiter.contest(like(held))) {
            awaitResting(contest);
            link.cut();
            Duration outage = fixture().expiryDelay().plus(MARGIN);
            Stopwatch since = new Stopwatch();
            await(
                    "the store has forgotten the waiter",
                    () -> since.elapsed().compareTo(outage) > 0,
                    outage.multipliedBy(2));
            link.heal();
            holder.release(held);
            await(
                    "a waiter that was cut off for " + outage.toMillis() + " ms is granted '" + held.name()
                            + "', looking when it is signalled or told not to rely on signals",
                    () -> isWoken(contest) && contest.attempt() instanceof AcquireOutcome.Granted,
                    patience().multipliedBy(4));
            evidence("woken after an outage of {} ms", outage.toMillis());
        }
    }

    private static boolean isWoken(Contest contest) {
        return !contest.signalled() || contest.signal().toCompletableFuture().isDone();
    }

    private Attempt like(Attempt held) {
        return attempt(held.name().value(), longLease());
    }

    private boolean waits() {
        boolean waits = capabilities().waiting() == Waiting.BLOCKING;
        if (waits) {
            evidence("waiting is {}", Waiting.BLOCKING);
        }
        return waits;
    }

    /** Lets a client wait with its first reply lost, then with the second one, and so on; returns how many were. */
    private int forEachLostReply(FaultLink link, Consumer<LockBackend> wait) {
        int lost = 0;
        boolean more = !waits();
        while (more && lost < MOST_REPLIES) {
            LockBackend client = started(link.openBackend());
            MessageGate gate = link.dropReply(RequestKind.ACQUIRE, lost);
            wait.accept(client);
            more = gate.reached();
            lost += more ? 1 : 0;
            link.heal();
        }
        return lost;
    }
}
