// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Interlock as users configure it: by its URI with the defaults, so each hold has a scheduled renewal.
 *
 * @param client the client
 * @param options of each acquisition, apart from the wait
 */
record InterlockClient(LockClient client, AcquireOptions options) implements OpenClient {

    static final Set<Ability> ABILITIES = Set.of(Ability.WAIT, Ability.TOKEN, Ability.BELIEF);

    /** For stores whose clients it serves in order. */
    static final Set<Ability> IN_ORDER = Set.of(Ability.WAIT, Ability.TOKEN, Ability.BELIEF, Ability.ORDER);

    /** With the default lease. */
    static OpenClient open(LockSettings settings) {
        return new InterlockClient(LockClient.connect(settings), AcquireOptions.waitAtMost(Duration.ZERO));
    }

    /** With the default lease; it keeps what it released until another client asks for it, at most for five seconds. */
    static OpenClient keeping(LockSettings settings) {
        return new InterlockClient(
                LockClient.connect(settings),
                AcquireOptions.waitAtMost(Duration.ZERO).withRetention(Duration.ofSeconds(5)));
    }

    static OpenClient open(LockSettings settings, Duration lease) {
        return new InterlockClient(
                LockClient.connect(settings),
                AcquireOptions.waitAtMost(Duration.ZERO).withLease(lease));
    }

    /** The settings of a database, with the tables created. */
    static LockSettings sql(StoreAddress address) {
        return LockSettings.of(address.uri())
                .withOption("user", address.user())
                .withOption("password", address.password())
                .withOption("interlock.schema", "create");
    }

    @Override
    public NamedLock lock(String name) {
        return new Lock(client.lock(name), options);
    }

    @Override
    public NamedLock reader(String name) {
        return new Lock(client.readWrite(name).read(), options);
    }

    @Override
    public NamedLock writer(String name) {
        return new Lock(client.readWrite(name).write(), options);
    }

    @Override
    public void close() {
        client.close();
    }

    private static final class Lock implements NamedLock {

        private final DistributedLock lock;
        private AcquireOptions options;
        private @Nullable LockHandle handle;

        Lock(DistributedLock lock, AcquireOptions options) {
            this.lock = lock;
            this.options = options;
        }

        @Override
        public boolean acquire(Duration limit) throws InterruptedException {
            if (!limit.equals(options.maxWait())) {
                options = options.withMaxWait(limit);
            }
            Optional<LockHandle> granted = lock.tryAcquire(options);
            if (granted.isPresent()) {
                handle = granted.get();
            }
            return granted.isPresent();
        }

        @Override
        public void release() {
            ReleaseResult result = handle().release();
            if (result != ReleaseResult.RELEASED) {
                throw new IllegalStateException("not released but " + result);
            }
        }

        @Override
        public long token() {
            return handle().fencingToken();
        }

        @Override
        public Belief belief() {
            return switch (handle().state()) {
                case HELD -> Belief.HELD;
                case UNCERTAIN -> Belief.UNSURE;
                case LOST, RELEASED -> Belief.LOST;
            };
        }

        private LockHandle handle() {
            if (handle == null) {
                throw new IllegalStateException("never granted");
            }
            return handle;
        }
    }
}
