// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.HandleState;
import dev.interlock.LockClock;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LossCause;
import dev.interlock.tck.forward.ForwardingHandle;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Handles that show a wrong state of their hold. */
final class BrokenHandles {

    private BrokenHandles() {}

    /** Trusts only the store, not its own clock, as Curator does after the loss of its session. */
    static LockHandle untilTold(LockHandle handle) {
        AtomicReference<LossCause> cause = new AtomicReference<>(LossCause.EXPIRED);
        handle.onLost(loss -> cause.set(loss.cause()), Runnable::run);
        return new ForwardingHandle(handle) {
            @Override
            public HandleState state() {
                HandleState known = super.state();
                boolean byDeadline = known == HandleState.LOST && cause.get() == LossCause.EXPIRED;
                return byDeadline ? HandleState.HELD : known;
            }
        };
    }

    /** Ends when the wall clock passes its deadline, for holds that are not renewed. */
    static LockHandle byTheWall(LockHandle handle, LockClock clock) {
        long endMillis = clock.wallMillis() + handle.remaining().toMillis();
        return new ForwardingHandle(untilTold(handle)) {
            @Override
            public HandleState state() {
                HandleState known = super.state();
                boolean open = known == HandleState.HELD || known == HandleState.UNCERTAIN;
                return open && remaining().isZero() ? HandleState.LOST : known;
            }

            @Override
            public Duration remaining() {
                return Duration.ofMillis(Math.max(0, endMillis - clock.wallMillis()));
            }
        };
    }

    static LockHandle withFrozenRemaining(LockHandle handle) {
        Duration once = handle.remaining();
        return new ForwardingHandle(handle) {
            @Override
            public Duration remaining() {
                return once;
            }
        };
    }

    static LockHandle ignoringLateConsumers(LockHandle handle) {
        return new ForwardingHandle(handle) {
            @Override
            public void onLost(Consumer<? super LockLost> consumer, Executor executor) {
                if (state() != HandleState.LOST) {
                    super.onLost(consumer, executor);
                }
            }
        };
    }

    static LockHandle closingQuietly(LockHandle handle) {
        return new ForwardingHandle(handle) {
            @Override
            public void close() {
                release();
            }
        };
    }

    static LockHandle ignoringAtLeast(LockHandle handle) {
        return new ForwardingHandle(handle) {
            @Override
            public void ensureHeld(Duration atLeast) {
                super.ensureHeld(Duration.ZERO);
            }
        };
    }

    static LockHandle ignoringState(LockHandle handle) {
        return new ForwardingHandle(handle) {
            @Override
            public void ensureHeld(Duration atLeast) {
                if (atLeast.isNegative()) {
                    super.ensureHeld(atLeast);
                } else if (remaining().isZero() || remaining().compareTo(atLeast) < 0) {
                    throw new LockLostException("'" + lockName() + "' has " + remaining() + " left", state());
                }
            }
        };
    }

    static LockHandle uncertainForEver(LockHandle handle) {
        AtomicBoolean unsure = new AtomicBoolean();
        return new ForwardingHandle(handle) {
            @Override
            public HandleState state() {
                HandleState known = super.state();
                unsure.compareAndSet(false, known == HandleState.UNCERTAIN);
                return known == HandleState.HELD && unsure.get() ? HandleState.UNCERTAIN : known;
            }
        };
    }
}
