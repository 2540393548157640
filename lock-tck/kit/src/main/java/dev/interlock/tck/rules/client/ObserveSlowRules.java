// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.SlowStoreRuleTest;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rule of OBS about an inspection of a store that is slow and still in time, and about one that gets no answer. */
public abstract class ObserveSlowRules extends SlowStoreRuleTest {

    private static final int LOOKS = 6;
    private static final int MOST_REPLIES = 8;

    @Test
    @Proves(Rule.OBS_3)
    void OBS_3_inspect_takes_replies_that_are_late_and_in_time() {
        FaultLink link = link();
        LockBackend backend = started(link.openBackend());
        Grant grant = granted(backend(), attempt(name(), longLease()));
        LockName name = grant.attempt().name();
        long replies = repliesToInspect(link, backend, name);
        Duration late = inTime(link).dividedBy(replies);
        await(
                "inspect takes " + replies + " replies that are each " + late.toMillis() + " ms late",
                () -> {
                    Optional<Holder> shown = inspected(link, late, backend, name);
                    shown.ifPresent(holder -> require(
                            holder.fencingToken() == grant.token(),
                            "'{}' is held with token {}, and inspect with late replies shows {}",
                            name,
                            grant.token(),
                            holder.fencingToken()));
                    return shown.isPresent();
                },
                patience().multipliedBy(3));
        evidence("{} replies that were each {} ms late", replies, late.toMillis());
    }

    @Test
    @Proves(Rule.OBS_3)
    void OBS_3_whichever_message_of_an_inspection_is_lost_a_held_lock_is_not_shown_as_free() throws Exception {
        FaultLink link = link();
        LockBackend holder = backend();
        Grant grant = granted(holder, attempt(name(), longLease()));
        LockName name = grant.attempt().name();
        await("'" + name + "' is shown as held", () -> holder.inspect(name).isPresent());
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend operator = started(link.openBackend());
            holder.renew(grant, longLease());
            return requireNotFree(operator, name, link.dropReply(RequestKind.ANY, position));
        });
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend operator = started(link.openBackend());
            holder.renew(grant, longLease());
            return requireNotFree(operator, name, link.cutRequest(RequestKind.ANY, position));
        });
    }

    private MessageGate requireNotFree(LockBackend operator, LockName name, MessageGate gate) {
        try {
            require(
                    operator.inspect(name).isPresent(),
                    "'{}' is held, and an inspection of which a message was lost shows no holder",
                    name);
        } catch (LockUnavailableException e) {
            // It says that it knows nothing.
        }
        return gate;
    }

    /**
     * How many replies inspect takes one after the other; on a machine that stalls it may look like more, so that looks
     * are repeated, and those that failed do not count.
     */
    private long repliesToInspect(FaultLink link, LockBackend backend, LockName name) {
        Duration each = link.replyTimeout().dividedBy(MOST_REPLIES);
        long fewest = MOST_REPLIES;
        int seen = 0;
        Stopwatch since = new Stopwatch();
        while (seen < LOOKS && since.elapsed().compareTo(patience()) < 0) {
            Stopwatch watch = new Stopwatch();
            if (inspected(link, each, backend, name).isPresent()) {
                seen++;
                fewest = Math.min(fewest, watch.elapsed().dividedBy(each));
            }
        }
        return Math.max(1, fewest);
    }

    /** Empty if inspect failed: it may, on a machine that stalls. */
    private static Optional<Holder> inspected(FaultLink link, Duration late, LockBackend backend, LockName name) {
        link.delayReplies(late);
        try {
            return backend.inspect(name);
        } catch (LockUnavailableException e) {
            return Optional.empty();
        } finally {
            link.heal();
        }
    }
}
