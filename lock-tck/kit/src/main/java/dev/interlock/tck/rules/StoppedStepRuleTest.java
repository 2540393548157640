// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.instrument.StepGate;
import dev.interlock.tck.rules.instrument.StoppingClock;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A rule about a step that looks and writes in two actions of the store. A link does not get between the two if it
 * breaks whole calls of the backend. The clock does: a step reads it before each action, for the limit of the action, and
 * stops there until another backend has worked on the same lock.
 */
public abstract class StoppedStepRuleTest extends ClientRuleTest {

    /** More than the readings of a step that is not waiting. */
    protected static final int READINGS = 8;

    /** A step that stopped while it keeps the lock's entry keeps the other backend waiting. */
    private static final Duration OTHER = Duration.ofMillis(250);

    @FunctionalInterface
    protected interface StaleStep {

        /** Does something for a former owner. */
        Object by(LockBackend backend, Grant former);
    }

    /** The former owner's hold ends with its lease, which writes nothing, or by a release, while its step stands still. */
    protected final void requireSuccessorKept(String what, StaleStep step) throws Exception {
        requireSuccessorKept(what, longLease(), step);
        if (!endsWithConnection()) {
            requireSuccessorKept(what, lease(), step);
        }
    }

    private void requireSuccessorKept(String what, Duration lease, StaleStep step) throws Exception {
        Stopped stopped = new Stopped();
        LockBackend other = backend();
        boolean released = lease.equals(longLease());
        for (int reading = 1; reading <= READINGS; reading++) {
            Grant former = granted(stopped.backend, attempt(name(), lease));
            String name = former.attempt().name().value();
            Attempt next = attempt(name, longLease());
            Optional<Ends<Object, AcquireOutcome>> both =
                    stopped.at(reading, () -> step.by(stopped.backend, former), () -> {
                        if (released) {
                            stopped.backend.release(former.attempt());
                        } else {
                            Awaiter.holdsWithin(() -> other.inspect(next.name()).isEmpty(), endOf(lease));
                        }
                        return other.tryAcquire(next);
                    });
            if (both.isEmpty()) {
                evidence(
                        "the successor kept its lock after {}, wherever {} stopped at {} readings",
                        released ? "a release" : "the end of a lease",
                        what,
                        reading - 1);
                return;
            }
            Ends<Object, AcquireOutcome> ends = both.get();
            if (ends.other() instanceof AcquireOutcome.Granted granted) {
                RenewOutcome kept = other.renew(granted.grant(), longLease());
                require(
                        kept instanceof RenewOutcome.Renewed,
                        "{} of '{}' stopped at reading {} of its clock, while the lock was granted to another, and ended"
                                + " as {}; then a renewal by the new owner ended as {}",
                        what,
                        name,
                        reading,
                        ends.stopped(),
                        kept);
            }
        }
    }

    /**
     * A step whose effects are valid for a time that counts from a reading of the clock.
     *
     * @param by does the step and returns these readings, none if it had no effect
     * @param seen whether another backend is shown the effects by the store
     */
    protected record CountedStep(Function<LockBackend, List<Long>> by, Predicate<LockBackend> seen) {

        /** Describes the step. */
        public CountedStep {}
    }

    /**
     * Requires that a step reads the clock before it sends its request. It stops at each of its readings in turn. What
     * the store shows then was sent before, and must not count from this reading or a later one.
     *
     * @param next gives the step, on other locks each time
     */
    protected final void requireCountedFromBefore(String what, Function<LockBackend, CountedStep> next)
            throws Exception {
        Stopped stopped = new Stopped();
        LockBackend other = backend();
        int behind = 0;
        for (int reading = 1; reading <= READINGS; reading++) {
            CountedStep step = next.apply(stopped.backend);
            Optional<Ends<List<Long>, Optional<Long>>> both = stopped.at(
                    reading,
                    () -> step.by().apply(stopped.backend),
                    () -> step.seen().test(other) ? Optional.of(now()) : Optional.empty());
            if (both.isEmpty()) {
                evidence("{} has {} readings of the clock, {} of them behind its request", what, reading - 1, behind);
                return;
            }
            Optional<Long> seen = both.get().other();
            behind += seen.isPresent() ? 1 : 0;
            for (long from : both.get().stopped()) {
                require(
                        seen.isEmpty() || from - seen.get() <= 0,
                        "{} counts from {} ns after its store was seen to have done it",
                        what,
                        seen.map(moment -> from - moment).orElse(0L));
            }
        }
    }

    /**
     * How two steps ended.
     *
     * @param stopped the outcome of the step that stopped
     * @param other the outcome of the other backend's step
     */
    protected record Ends<A, B>(A stopped, B other) {}

    /** A backend whose steps stop. */
    protected final class Stopped {

        private final StoppingClock clock = new StoppingClock();
        public final LockBackend backend = started(fixture().openBackend(), new StandaloneContext(clock));

        /** Starts it. */
        public Stopped() {}

        /** Empty if the step has fewer readings. */
        public <A, B> Optional<Ends<A, B>> at(int reading, Callable<A> step, Callable<B> other) throws Exception {
            StepGate gate = closing(new StepGate());
            Future<A> stopping = start(() -> clock.stopping(reading, gate, step));
            await("a step stops or ends", () -> gate.arrivals() > 0 || stopping.isDone());
            if (gate.arrivals() == 0) {
                return Optional.empty();
            }
            Future<B> working = start(other);
            Awaiter.holdsWithin(
                    working::isDone, lease().plus(fixture().expiryDelay()).plus(Awaiter.stretched(OTHER)));
            gate.open();
            return Optional.of(new Ends<>(
                    join("a step that stopped", stopping, LONG),
                    join("a step beside one that stopped", working, LONG)));
        }
    }
}
