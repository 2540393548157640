// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.ClientOptions;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockName;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Clients of one store in memory, of which each lock is asked for alone, or those of a set by one request. */
final class MultiLockBench implements AutoCloseable {

    /** How the store is asked for the locks of a set. */
    enum Asking {
        ONE_BY_ONE,
        AT_ONCE
    }

    static final AcquireOptions WAITING = AcquireOptions.waitAtMost(Duration.ofMinutes(2));

    final MemoryStore store = new MemoryStore();
    final List<Attempt> released = new CopyOnWriteArrayList<>();
    final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
    private final Asking asking;
    private final List<LockClient> clients = new ArrayList<>();

    MultiLockBench(Asking asking) {
        this.asking = asking;
    }

    LockClient client() {
        return client(ClientOptions.STANDARD);
    }

    LockClient client(ClientOptions options) {
        LockClient client =
                LockClient.using(new Observed(store.backend()), options.withListeners(event -> events.add(event)));
        clients.add(client);
        return client;
    }

    @Override
    public void close() {
        clients.forEach(LockClient::close);
    }

    private final class Observed implements LockBackend {

        private final LockBackend to;

        private Observed(LockBackend to) {
            this.to = to;
        }

        @Override
        public Optional<BulkSteps> bulk() {
            return asking == Asking.AT_ONCE ? to.bulk() : Optional.empty();
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            released.add(attempt);
            return to.release(attempt);
        }

        @Override
        public Capabilities capabilities() {
            return to.capabilities();
        }

        @Override
        public String store() {
            return to.store();
        }

        @Override
        public void start(BackendContext context) {
            to.start(context);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            return to.tryAcquire(attempt);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return to.renew(grant, lease);
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return to.inspect(name);
        }

        @Override
        public Contest contest(Attempt attempt) {
            return to.contest(attempt);
        }

        @Override
        public void close() {
            to.close();
        }
    }
}
