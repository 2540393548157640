// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** One client's access to a store, which notes its steps, and some of them fail. */
class StoreUnderTest extends ForwardingBackend {

    enum Fault {
        /** The step is executed, and its reply is lost. */
        LOST_REPLY,
        /** The step never reaches the store, and the client cannot know that. */
        LOST_REQUEST,
        /** The store refuses the step; a renewal or release ends as with a lost request. */
        REFUSED,
        /** The step breaks off. */
        THROWN
    }

    final List<String> steps = new ArrayList<>();
    private final Deque<Fault> acquires = new ArrayDeque<>();
    private final Deque<Fault> renewals = new ArrayDeque<>();
    private final Deque<Fault> releases = new ArrayDeque<>();
    private final Deque<Runnable> late = new ArrayDeque<>();
    private boolean isNextReleaseLate;
    private Runnable afterAcquire = () -> {};
    private Runnable beforeRelease = () -> {};

    StoreUnderTest(LockBackend store) {
        super(store);
    }

    void failAcquire(Fault fault) {
        acquires.add(fault);
    }

    void failRenew(Fault fault) {
        renewals.add(fault);
    }

    void failRelease(Fault fault) {
        releases.add(fault);
    }

    /** The next release gets no answer, and is executed when {@link #arrive} is called. */
    void delayRelease() {
        isNextReleaseLate = true;
    }

    void arrive() {
        late.remove().run();
    }

    void afterAcquire(Runnable action) {
        afterAcquire = action;
    }

    void beforeRelease(Runnable action) {
        beforeRelease = action;
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        steps.add("acquire");
        Fault fault = acquires.poll();
        if (fault == Fault.REFUSED) {
            return new AcquireOutcome.Refused(new LockUnavailableException("refused", null), true);
        }
        AcquireOutcome outcome = failing(fault, step, AcquireOutcome.Unknown::new);
        afterAcquire.run();
        return outcome;
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        steps.add("renew");
        return failing(renewals.poll(), () -> super.renew(grant, lease), RenewOutcome.Unknown::new);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        beforeRelease.run();
        steps.add("release");
        if (isNextReleaseLate) {
            isNextReleaseLate = false;
            late.add(() -> steps.add("late: " + super.release(attempt)));
            return new ReleaseOutcome.Unknown(new IOException("no answer"));
        }
        return failing(releases.poll(), () -> super.release(attempt), ReleaseOutcome.Unknown::new);
    }

    private interface Unknown<T> {
        T of(Exception cause);
    }

    private static <T> T failing(Fault fault, Supplier<T> step, Unknown<T> unknown) {
        if (fault == null) {
            return step.get();
        }
        if (fault == Fault.THROWN) {
            throw new IllegalStateException("broke off");
        }
        String lost = fault == Fault.LOST_REPLY ? "lost: " + step.get() : "not sent";
        return unknown.of(new IOException(lost));
    }
}
