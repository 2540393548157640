// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import org.jspecify.annotations.Nullable;

/**
 * Interlock as users configure it: by its URI with the defaults, so each hold has a scheduled renewal.
 *
 * @param client the client
 */
record InterlockClient(LockClient client) implements OpenClient {

    static InterlockClient connect(String uri) {
        return connect(LockSettings.of(uri));
    }

    static InterlockClient connect(LockSettings settings) {
        return new InterlockClient(LockClient.connect(settings));
    }

    @Override
    public NamedLock named(String name) {
        return new Lock(client.lock(name));
    }

    @Override
    public void close() {
        client.close();
    }

    private static final class Lock implements NamedLock {

        private static final AcquireOptions OPTIONS = AcquireOptions.waitAtMost(Limits.WAIT);

        private final DistributedLock lock;
        private @Nullable LockHandle handle;

        Lock(DistributedLock lock) {
            this.lock = lock;
        }

        @Override
        public void lock() throws Exception {
            handle = lock.acquire(OPTIONS);
        }

        @Override
        public void unlock() {
            LockHandle held = handle;
            handle = null;
            ReleaseResult result = held == null ? ReleaseResult.NOT_HELD : held.release();
            if (result != ReleaseResult.RELEASED) {
                throw new IllegalStateException("'" + lock.name() + "' was not released but " + result);
            }
        }
    }
}
