// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LossInterrupt;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.mutants.memory.client.NaiveMultiLock.Defect;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The handle of a {@link NaiveMultiLock}, with its defect. */
final class NaiveMultiHandle implements MultiLockHandle {

    private final List<LockHandle> handles;
    private final List<LockHandle> seen;
    private final Defect defect;

    NaiveMultiHandle(List<LockHandle> handles, Defect defect) {
        this.handles = handles;
        this.defect = defect;
        seen = defect == Defect.FIRST_FOR_ALL ? handles.subList(0, 1) : handles;
        if (defect != Defect.KEEPS_THE_REST) {
            seen.forEach(handle -> handle.onLost(loss -> release(), Runnable::run));
        }
    }

    @Override
    public Map<String, Long> fencingTokens() {
        Map<String, Long> tokens = new TreeMap<>();
        handles.forEach(handle -> tokens.put(handle.lockName(), token(handle)));
        return tokens;
    }

    private long token(LockHandle handle) {
        LockHandle last = handles.get(handles.size() - 1);
        return (defect == Defect.ONE_TOKEN ? last : handle).fencingToken();
    }

    @Override
    public long fencingToken(String lockName) {
        return token(handles.stream()
                .filter(handle -> handle.lockName().equals(lockName))
                .findFirst()
                .orElseThrow());
    }

    @Override
    public HandleState state() {
        List<HandleState> states = seen.stream().map(LockHandle::state).toList();
        return List.of(HandleState.LOST, HandleState.RELEASED, HandleState.UNCERTAIN, HandleState.HELD).stream()
                .filter(states::contains)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Duration remaining() {
        return seen.stream()
                .map(LockHandle::remaining)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Override
    public void ensureHeld(Duration atLeast) {
        seen.forEach(handle -> handle.ensureHeld(atLeast));
    }

    @Override
    public RenewResult renew(Duration lease) {
        return worst(
                RenewResult.NOT_HELD,
                seen.stream().map(handle -> handle.renew(lease)).toList());
    }

    @Override
    public CompletableFuture<RenewResult> renewAsync(Duration lease) {
        return all(seen.stream().map(handle -> handle.renewAsync(lease)).toList())
                .thenApply(results -> worst(RenewResult.NOT_HELD, results));
    }

    @Override
    public void onLost(Consumer<? super LockLost> consumer, Executor executor) {
        AtomicBoolean told = new AtomicBoolean();
        seen.forEach(handle -> handle.onLost(
                loss -> {
                    if (told.compareAndSet(false, true)) {
                        consumer.accept(loss);
                    }
                },
                executor));
    }

    @Override
    public LossInterrupt interruptOnLoss() {
        List<LossInterrupt> each =
                seen.stream().map(LockHandle::interruptOnLoss).toList();
        return () -> each.forEach(LossInterrupt::close);
    }

    @Override
    public ReleaseResult release() {
        return worst(
                ReleaseResult.NOT_HELD,
                handles.stream().map(LockHandle::release).toList());
    }

    @Override
    public CompletableFuture<ReleaseResult> releaseAsync() {
        return all(handles.stream().map(LockHandle::releaseAsync).toList())
                .thenApply(results -> worst(ReleaseResult.NOT_HELD, results));
    }

    private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> results) {
        return CompletableFuture.allOf(results.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> results.stream().map(CompletableFuture::join).toList());
    }

    private static <T> T worst(T worst, List<T> results) {
        return results.contains(worst) ? worst : results.get(0);
    }

    @Override
    public void close() {
        release();
    }
}
