// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.MultiLockHandle;
import dev.interlock.internal.acquire.Acquisition;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.lease.Defaults;
import dev.interlock.internal.lease.EffectiveOptions;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** One client over a store that answers at once, on a machine whose tasks wait, and the events that its listener got. */
public final class StressClient {

    public static final LockName NAME = new LockName("a");
    public static final Duration LEASE = Duration.ofSeconds(30);
    static final AcquireOptions OPTIONS =
            AcquireOptions.waitAtMost(Duration.ofMinutes(5)).withLease(LEASE);

    public final StressMachine machine = new StressMachine();
    public final StressBackend backend;
    public final Engine engine;
    private final AcquireOptions options;
    private final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();

    public StressClient() {
        this(false);
    }

    /** A client whose renewals travel together, or one by one. */
    public StressClient(boolean bulk) {
        this(new StressBackend(bulk), OPTIONS);
    }

    private StressClient(StressBackend backend, AcquireOptions options) {
        this.backend = backend;
        this.options = options;
        engine = (Engine)
                Engine.start(backend, ClientOptions.STANDARD.withClock(machine).withListeners(events::add));
    }

    /** A client that retains its locks. */
    public static StressClient retaining() {
        return new StressClient(new StressBackend(false, true), OPTIONS.withRetention(LEASE));
    }

    /** A hold that began before the actors do. */
    public Hold hold(LockName name) {
        Acquisition acquisition = engine.acquisitions.begin(name, options(name), Runnable::run, () -> true);
        return acquisition.result().join();
    }

    /** What the holds of these tests were asked for with. */
    public EffectiveOptions options(LockName name) {
        return engine.acquisitions.effective(name, options, Defaults.OF_THE_LIBRARY);
    }

    /** An acquisition whose first step waits for a thread. */
    public CompletableFuture<LockHandle> acquireAsync() {
        return engine.lock(NAME.value()).acquireAsync(options);
    }

    /** Whether a try that does not wait gets the lock. */
    public boolean tryAcquire() {
        try {
            return engine.lock(NAME.value())
                    .tryAcquire(options.withMaxWait(Duration.ZERO))
                    .isPresent();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same for a set. */
    public CompletableFuture<MultiLockHandle> acquireAllAsync(LockName... names) {
        return engine.lockAll(Stream.of(names).map(LockName::value).toList()).acquireAsync(OPTIONS);
    }

    /** How many events of a kind the listener got, including all that were published before {@link StressMachine#settle}. */
    public int events(Class<? extends LockEvent> kind) {
        return (int) events.stream().filter(kind::isInstance).count();
    }
}
