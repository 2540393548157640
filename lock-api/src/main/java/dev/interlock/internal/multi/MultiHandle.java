// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LossInterrupt;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.hold.CallerInterrupt;
import dev.interlock.internal.hold.Handle;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.hold.LockedWork;
import dev.interlock.internal.machine.Promises;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** The handle that a user gets of several holds: a handle of each, worth as much as the weakest. */
final class MultiHandle implements MultiLockHandle, LockedWork {

    private static final List<HandleState> WEAKEST_FIRST =
            List.of(HandleState.LOST, HandleState.RELEASED, HandleState.UNCERTAIN, HandleState.HELD);

    private static final Comparator<Handle> WEAKEST = Comparator.comparing(
                    (Handle handle) -> WEAKEST_FIRST.indexOf(handle.state()))
            .thenComparing(Handle::remaining);

    private static final List<ReleaseResult> WORST_FIRST =
            List.of(ReleaseResult.NOT_HELD, ReleaseResult.UNKNOWN, ReleaseResult.RELEASED);

    private static final List<RenewResult> FEWEST_FIRST =
            List.of(RenewResult.NOT_HELD, RenewResult.UNKNOWN, RenewResult.RENEWED);

    private final MultiHold hold;
    private final Promises promises;
    private final String what;
    private final Map<String, Handle> handles = new LinkedHashMap<>();

    MultiHandle(MultiHold hold, Promises promises, Function<Hold, Handle> handleOf, String what) {
        this.hold = hold;
        this.promises = promises;
        this.what = what;
        hold.members().forEach(member -> handles.put(member.lockName(), handleOf.apply(member)));
    }

    @Override
    public Map<String, Long> fencingTokens() {
        Map<String, Long> tokens = new LinkedHashMap<>();
        handles.forEach((name, handle) -> tokens.put(name, handle.fencingToken()));
        return Collections.unmodifiableMap(tokens);
    }

    @Override
    public long fencingToken(String lockName) {
        Handle handle = handles.get(lockName);
        if (handle == null) {
            throw new IllegalArgumentException("lockName must be one of " + what + " but was '" + lockName + "'");
        }
        return handle.fencingToken();
    }

    @Override
    public HandleState state() {
        return first(WEAKEST_FIRST, handles().stream().map(LockHandle::state).toList());
    }

    @Override
    public Duration remaining() {
        return handles().stream()
                .map(LockHandle::remaining)
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    @Override
    public void ensureHeld(Duration atLeast) {
        // The weakest first: it is the one that the exception is to name, and not one that was given back with it.
        handles().stream().min(WEAKEST).ifPresent(handle -> handle.ensureHeld(atLeast));
        handles().forEach(handle -> handle.ensureHeld(atLeast));
    }

    @Override
    public RenewResult renew(Duration lease) {
        return first(
                FEWEST_FIRST,
                handles().stream().map(handle -> handle.renew(lease)).toList());
    }

    @Override
    public CompletableFuture<RenewResult> renewAsync(Duration lease) {
        return promises.of(MultiHold.all(
                        handles().stream().map(handle -> handle.renewing(lease)).toList())
                .thenApply(results -> first(FEWEST_FIRST, results)));
    }

    @Override
    public void onLost(Consumer<? super LockLost> consumer, Executor executor) {
        AtomicBoolean notified = new AtomicBoolean();
        handles()
                .forEach(handle -> handle.onLost(
                        loss -> {
                            if (notified.compareAndSet(false, true)) {
                                consumer.accept(loss);
                            }
                        },
                        executor));
    }

    @Override
    public LossInterrupt interruptOnLoss() {
        return CallerInterrupt.onLossOf(handles());
    }

    @Override
    public ReleaseResult release() {
        hold.release();
        return first(WORST_FIRST, handles().stream().map(LockHandle::release).toList());
    }

    @Override
    public CompletableFuture<ReleaseResult> releaseAsync() {
        return promises.of(releasing());
    }

    @Override
    public CompletableFuture<ReleaseResult> releasing() {
        return hold.releaseAsync().thenApply(results -> first(WORST_FIRST, results));
    }

    @Override
    public void close() {
        releaseOrThrow();
    }

    @Override
    public String what() {
        return what;
    }

    @Override
    public String tokens() {
        return "tokens " + fencingTokens();
    }

    private Collection<Handle> handles() {
        return handles.values();
    }

    /** The first of the order that is among the values. */
    private static <T> T first(List<T> order, List<T> values) {
        return order.stream().filter(values::contains).findFirst().orElseThrow();
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "MultiLockHandle[" + what + ", " + state() + ", " + remaining().toMillis() + " ms left]";
    }
}
