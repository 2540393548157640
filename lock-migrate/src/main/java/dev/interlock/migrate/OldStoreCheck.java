// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The look at the old store before a client uses the new one alone: none holds a lock there without holding it in the new
 * store, and tokens of the old store are no longer in use. For one start.
 */
final class OldStoreCheck {

    private static final LockName PROBE = new LockName("interlock-moved");
    private static final int MOST = 100_000;
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final LockBackend from;
    private final NewGeneration generation;
    private final AtomicBoolean closed = new AtomicBoolean();

    OldStoreCheck(LockBackend from, NewGeneration generation) {
        this.from = from;
        this.generation = generation;
    }

    /**
     * Looks, and closes the old store.
     *
     * @throws LockUnavailableException if the move cannot end yet, or the store did not answer
     */
    void run(BackendContext context) {
        try {
            from.start(context);
            requireNoneOnOldOnly();
            requireSwitched();
        } finally {
            close();
        }
    }

    private void requireNoneOnOldOnly() {
        OperatorSteps operator = from.operator()
                .orElseThrow(() -> refusal("its locks cannot be listed: leave out 'from', and look yourself", null));
        for (HeldLock held : operator.list("", MOST)) {
            if (!HolderMark.isOn(held.holder())) {
                throw refusal(
                        "a client on that store only, hint '"
                                + held.holder().hint().orElse("") + "', holds '" + held.name()
                                + "' there: end the last instances without the new store first",
                        null);
            }
        }
    }

    private void requireSwitched() {
        long token = probe();
        if (token < generation.switchAt()) {
            throw refusal(
                    "its tokens are at " + token + ", and those of generation " + generation.number() + " begin at "
                            + generation.switchAt() + ": start this instance after that",
                    null);
        }
    }

    /** A token of the store as it is now, perhaps of another client that looks at the same time. */
    private long probe() {
        Attempt attempt = Attempt.of(
                PROBE, AttemptId.random(), longest(from.capabilities().minLease()), 1, HolderMark.mark(null));
        AcquireOutcome outcome = from.tryAcquire(attempt);
        if (outcome instanceof AcquireOutcome.Granted granted) {
            from.release(attempt);
            return granted.grant().token();
        }
        if (outcome instanceof AcquireOutcome.Unknown unknown) {
            from.release(attempt);
            throw refusal("it did not answer", unknown.cause());
        }
        if (outcome instanceof AcquireOutcome.Refused refused) {
            throw refusal("it refused a lock: " + refused.cause().getMessage(), refused.cause());
        }
        Optional<Holder> other = from.inspect(PROBE);
        return other.map(Holder::fencingToken)
                .orElseThrow(() -> refusal("the lock '" + PROBE + "' is contended: start this instance again", null));
    }

    private static Duration longest(Duration least) {
        return least.compareTo(LEASE) > 0 ? least : LEASE;
    }

    private LockUnavailableException refusal(String reason, @Nullable Throwable cause) {
        return new LockUnavailableException("the move from " + from.store() + " is not over: " + reason, cause);
    }

    /** Closes the old store, if the start was never called or broke off. */
    void close() {
        if (closed.compareAndSet(false, true)) {
            from.close();
        }
    }
}
