// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import dev.interlock.AcquireOptions;
import dev.interlock.LockName;
import dev.interlock.LockedCall;
import dev.interlock.MultiLock;
import dev.interlock.MultiLockHandle;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.acquire.CallerThreadExecutor;
import dev.interlock.internal.hold.AsyncWork;
import dev.interlock.internal.hold.Handle;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.lease.Defaults;
import dev.interlock.internal.lease.EffectiveOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Several names and the client to lock them with. */
public final class MultiNamedLock implements MultiLock {

    /** Messages show no more names than this. */
    private static final int SHOWN = 5;

    private static final AcquireOptions ONE_TRY = AcquireOptions.waitAtMost(Duration.ZERO);

    private final Acquisitions acquisitions;
    private final Defaults defaults;
    private final List<LockName> names;

    public MultiNamedLock(Acquisitions acquisitions, Collection<String> names, Defaults defaults) {
        this.acquisitions = acquisitions;
        this.defaults = defaults;
        this.names = sorted(names);
    }

    private static List<LockName> sorted(Collection<String> names) {
        List<LockName> sorted =
                names.stream().map(LockName::new).distinct().sorted().toList();
        if (sorted.isEmpty() || sorted.size() > MAX_NAMES) {
            throw new IllegalArgumentException(
                    "names must hold 1 to " + MAX_NAMES + " different names but has " + sorted.size());
        }
        return sorted;
    }

    @Override
    public List<String> names() {
        return names.stream().map(LockName::value).toList();
    }

    @Override
    public Optional<MultiLockHandle> tryAcquire() {
        CallerThreadExecutor steps = new CallerThreadExecutor(acquisitions.machine);
        MultiAcquisition acquisition = begin(ONE_TRY, steps);
        steps.runUninterruptiblyUntil(acquisition.result());
        return Optional.ofNullable(acquisition.outcome()).map(this::handle);
    }

    @Override
    public Optional<MultiLockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        return Optional.ofNullable(await(options).outcome()).map(this::handle);
    }

    @Override
    public MultiLockHandle acquire(AcquireOptions options) throws InterruptedException {
        return acquireHandle(options);
    }

    private MultiHandle acquireHandle(AcquireOptions options) throws InterruptedException {
        MultiAcquisition acquisition = await(options);
        MultiHold hold = acquisition.outcome();
        if (hold == null) {
            throw acquisition.timeout();
        }
        return handle(hold);
    }

    @Override
    public CompletableFuture<MultiLockHandle> acquireAsync(AcquireOptions options) {
        return begin(options, acquisitions.threads.work)
                .promise(acquisitions, this::deliveredHandle, MultiHold::release);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T withLock(
            AcquireOptions options, LockedCall<MultiLockHandle, T, E> body) throws E, InterruptedException {
        requireNonNull(body, "body");
        MultiHandle handle = acquireHandle(options);
        return handle.work(() -> body.call(handle));
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> withLockAsync(
            AcquireOptions options, Function<? super MultiLockHandle, ? extends CompletionStage<T>> body) {
        requireNonNull(body, "body");
        MultiAcquisition acquisition = begin(options, acquisitions.threads.work);
        CompletableFuture<T> promise = new CompletableFuture<>();
        AsyncWork<MultiHandle, T> work = new AsyncWork<>(acquisitions.threads, body, promise);
        acquisition.deliver(acquisitions, promise, hold -> work.begin(handle(hold)), MultiHold::release);
        return promise;
    }

    private MultiAcquisition await(AcquireOptions options) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        CallerThreadExecutor steps = new CallerThreadExecutor(acquisitions.machine);
        return steps.await(begin(options, steps));
    }

    private MultiAcquisition begin(AcquireOptions options, Executor steps) {
        requireNonNull(options, "options");
        // One limit for all, so it cannot be that of one of the names.
        AcquireOptions limited = options.maxWait() != null
                ? options
                : options.withMaxWait(requireNonNull(defaults.ofAllNames().maxWait()));
        NavigableMap<LockName, EffectiveOptions> wanted = new TreeMap<>();
        names.forEach(name -> wanted.put(
                name,
                acquisitions.effective(name, limited, defaults.of(name.value())).withoutRetention()));
        return MultiAcquisition.begin(acquisitions, wanted, what(), steps);
    }

    private MultiHandle handle(MultiHold hold) {
        return handle(hold, acquisitions.holds::handle);
    }

    private MultiHandle deliveredHandle(MultiHold hold) {
        return handle(hold, acquisitions.holds::deliveredHandle);
    }

    private MultiHandle handle(MultiHold hold, Function<Hold, Handle> handles) {
        return new MultiHandle(
                hold, acquisitions.threads.promises, handles, what() + " on " + acquisitions.backend.store());
    }

    private String what() {
        String shown = names.stream().limit(SHOWN).map(name -> "'" + name + "'").collect(joining(", "));
        return names.size() <= SHOWN ? shown : shown + " and " + (names.size() - SHOWN) + " more";
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "MultiLock[" + what() + " on " + acquisitions.backend.store() + "]";
    }
}
