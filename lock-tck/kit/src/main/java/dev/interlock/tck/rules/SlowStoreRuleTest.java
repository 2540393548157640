// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A rule about a store that is slow and still in time: a step ends within its limit, and takes the answer that comes
 * before. A machine that stalls makes a step end late, or miss its answer, now and then; a defect does so each time.
 */
public abstract class SlowStoreRuleTest extends LinkRuleTest {

    /** As many as a step may take. */
    private static final int MOST_REQUESTS = 8;

    /** Holds a message of a kind: a request, or the reply to one. */
    @FunctionalInterface
    protected interface Hold {
        MessageGate next(FaultLink link, RequestKind kind);
    }

    /** Holds requests, so that the store acts late. */
    protected static final Hold REQUESTS = FaultLink::holdRequest;

    /** Holds replies, so that the store has acted, and its client does not know yet. */
    protected static final Hold REPLIES = FaultLink::holdReply;

    /** Does a step whose messages are each late, and checks what came of it. */
    @FunctionalInterface
    protected interface LateStep {
        LateEnd with(Duration late) throws Exception;
    }

    /**
     * The end of such a step.
     *
     * @param messages how many of them were late
     * @param taken how long the step took
     * @param answered whether its outcome is the answer of the store
     * @param outcome the outcome, for messages
     */
    protected record LateEnd(int messages, Duration taken, boolean answered, Object outcome) {

        private LateEnd withAnyOutcome() {
            return new LateEnd(messages, taken, true, outcome);
        }
    }

    /**
     * What came of such a step.
     *
     * @param outcome its outcome
     * @param messages how many of them were late
     * @param taken how long it took
     * @param arrivedNanos when the last of them had come to its gate, on the clock of this JVM
     */
    protected record Late<T>(T outcome, int messages, Duration taken, long arrivedNanos) {

        public LateEnd end(boolean answered) {
            return new LateEnd(messages, taken, answered, outcome);
        }
    }

    /**
     * Requires that a step ends within its limit, and takes its answer if its message is late and in time. If it needs
     * several messages, they are late by that much together, and another time too late together.
     */
    protected final void requireInTime(FaultLink link, String what, LateStep step) {
        Duration late = inTime(link);
        AtomicInteger messages = new AtomicInteger();
        requireOnce(link, what + " with a message that was " + late.toMillis() + " ms late", () -> {
            LateEnd end = step.with(late);
            messages.set(end.messages());
            return end.messages() > 1 ? end.withAnyOutcome() : end;
        });
        int parts = messages.get();
        if (parts > 1) {
            requireWithinLimit(link, what, step);
            String together = " with " + parts + " messages that were late by " + late.toMillis() + " ms together";
            requireOnce(link, what + together, () -> step.with(late.dividedBy(parts)));
        }
        evidence("{} took its answer, {} ms late, by messages: {}", what, late.toMillis(), parts);
    }

    /**
     * Requires that a step ends within its limit, whatever its outcome, though each of its messages is late: one may be
     * by that much, but not two.
     */
    protected final void requireWithinLimit(FaultLink link, String what, LateStep step) {
        Duration each = tooLateTwice(link);
        AtomicInteger messages = new AtomicInteger();
        requireOnce(link, what + " with messages that were each " + each.toMillis() + " ms late", () -> {
            LateEnd end = step.with(each);
            messages.set(end.messages());
            return end.withAnyOutcome();
        });
        evidence("{} ended in time with messages late: {}", what, messages);
    }

    /** A delay that a step outlasts, also where the time-out of the link is a quarter above the limit of a step. */
    protected static Duration inTime(FaultLink link) {
        return link.replyTimeout().multipliedBy(6).dividedBy(10);
    }

    /** A delay that one message may have, but not two of a step. */
    private static Duration tooLateTwice(FaultLink link) {
        return link.replyTimeout().multipliedBy(7).dividedBy(10);
    }

    /** A grant of one more lock, which takes a second try on a machine that stalls. */
    protected final Grant grantedSoon(LockBackend backend, Duration lease) {
        AtomicReference<@Nullable Grant> last = new AtomicReference<>();
        await("a backend behind a link is granted a lock", () -> {
            if (backend.tryAcquire(attempt(name(), lease)) instanceof AcquireOutcome.Granted granted) {
                last.set(granted.grant());
            }
            return last.get() != null;
        });
        return Objects.requireNonNull(last.get());
    }

    private void requireOnce(FaultLink link, String what, Callable<LateEnd> step) {
        AtomicReference<Object> last = new AtomicReference<>("none ended");
        Duration most = link.replyTimeout().multipliedBy(5).dividedBy(4);
        require(
                Awaiter.holdsWithin(
                        () -> {
                            LateEnd end = step.call();
                            last.set(end);
                            return end.messages() > 0
                                    && end.answered()
                                    && end.taken().compareTo(most) <= 0;
                        },
                        Awaiter.stretched(patience().multipliedBy(3))),
                "{} did not once end within {} ms with the answer of the store: {}; if no message was late, see which ones "
                        + "the link of the fixture takes for that step" + Awaiter.IF_SLOW,
                what,
                link.replyTimeout().toMillis(),
                last);
    }

    /** Looks at an outcome as soon as it is there: messages may be held still. */
    @FunctionalInterface
    protected interface Look<T> {
        void at(T outcome) throws Exception;
    }

    /** Does a step, and holds each of its messages for a time. */
    protected final <T> Late<T> late(
            FaultLink link, Hold hold, RequestKind kind, Duration late, Callable<T> step, Look<T> look)
            throws Exception {
        List<MessageGate> gates = IntStream.range(0, MOST_REQUESTS)
                .mapToObj(i -> hold.next(link, kind))
                .toList();
        Map<MessageGate, Stopwatch> held = new HashMap<>();
        AtomicLong arrivedNanos = new AtomicLong(now());
        AtomicLong takenNanos = new AtomicLong();
        Future<T> ending = start(() -> {
            Stopwatch watch = new Stopwatch();
            T outcome = step.call();
            takenNanos.set(watch.elapsed().toNanos());
            look.at(outcome);
            return outcome;
        });
        await(
                "a step with late messages ends",
                () -> {
                    gates.stream().filter(MessageGate::reached).forEach(gate -> {
                        Stopwatch since = held.computeIfAbsent(gate, reached -> {
                            arrivedNanos.set(now());
                            return new Stopwatch();
                        });
                        if (since.elapsed().compareTo(late) >= 0) {
                            gate.open();
                        }
                    });
                    return ending.isDone();
                },
                LONG);
        link.heal();
        T outcome = join("a step with late messages", ending);
        return new Late<>(outcome, held.size(), Duration.ofNanos(takenNanos.get()), arrivedNanos.get());
    }
}
