// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static java.util.Objects.requireNonNull;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.tck.rules.instrument.StepGate;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A rule that watches or disturbs a client's steps. */
public abstract class InstrumentedRuleTest extends ClientRuleTest {

    /** A lease that renewals keep even on a machine that stalls now and then. */
    protected static final Duration STEADY = Duration.ofSeconds(2);

    /** Polls often if the store gives no signal, so that a sound waiter needs only a part of its limit. */
    protected static final RetryPolicy EAGER =
            new RetryPolicy(Duration.ofMillis(10), Duration.ofMillis(100), Integer.MAX_VALUE);

    /** A gate that is opened before the clients of the rule are closed. Create it after them. */
    protected final StepGate gate() {
        return closing(new StepGate());
    }

    /** Waits for the lock for long enough for every sound client. The hold lasts as long as the rule. */
    protected final AcquireOptions waiting() {
        return waiting(patience());
    }

    protected final AcquireOptions waiting(Duration limit) {
        return renewed(longLease()).withMaxWait(Awaiter.stretched(limit)).withRetry(EAGER);
    }

    /** Lets the first attempt pass. Later attempts, which may come at any moment, wait at the gate. */
    protected static Function<Supplier<AcquireOutcome>, AcquireOutcome> onceAnd(StepGate gate) {
        AtomicBoolean passed = new AtomicBoolean();
        return look -> passed.getAndSet(true) ? gate.before(look) : look.get();
    }

    /** Interrupts a thread of the rule once it has stored itself in the reference. */
    protected static void interrupt(AtomicReference<@Nullable Thread> thread) {
        requireNonNull(thread.get()).interrupt();
    }

    /** Whether a thread of the rule does nothing but wait. */
    protected static boolean isParked(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /** Whether others can have the lock: it is acquired and released. */
    protected final boolean isFree(LockClient other, String name) throws InterruptedException {
        var granted = tryAcquire(other, name, unrenewed(longLease()));
        granted.ifPresent(LockHandle::release);
        return granted.isPresent();
    }

    /** Requires that others get the lock at once, or as soon as the store has finished its pending work. */
    protected final void requireFree(String when, LockClient other, String name) throws InterruptedException {
        LockHandle handle = tryAcquire(other, name, waiting())
                .orElseThrow(
                        () -> broken("{} no other client was granted '{}' within {} ms", when, name, waitedMillis()));
        handle.release();
    }

    /** The handle of an asynchronous acquisition that must succeed. */
    protected final LockHandle granted(String what, CompletableFuture<LockHandle> future) throws Exception {
        try {
            return join(what, future);
        } catch (RuntimeException e) {
            throw broken(e, "{} ended as {}", what, e);
        }
    }

    /**
     * Returns the exception of a step in another thread. Fails if the step returned, threw another exception, or does
     * not end soon.
     */
    protected final <X extends Throwable> X thrownBy(Class<X> type, String what, Future<?> step) {
        return thrown(type, what, () -> {
            try {
                join(what, step);
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        });
    }

    /** Whether a client has begun to close. */
    protected static boolean isClosing(LockClient client) {
        try {
            client.addListener(event -> {}).close();
            return false;
        } catch (LockClientClosedException e) {
            return true;
        }
    }
}
