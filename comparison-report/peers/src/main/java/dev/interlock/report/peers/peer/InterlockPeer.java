// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

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

/** Interlock by its URI with the defaults, apart from the lease. */
record InterlockPeer(LockClient client, Duration lease) implements PeerClient {

    static final Set<Ability> ABILITIES = Set.of(Ability.WAIT, Ability.TOKEN, Ability.BELIEF);

    /** For stores whose clients it serves in order. */
    static final Set<Ability> IN_ORDER = Set.of(Ability.WAIT, Ability.TOKEN, Ability.BELIEF, Ability.ORDER);

    static PeerClient open(LockSettings settings, Duration lease) {
        return new InterlockPeer(LockClient.connect(settings), lease);
    }

    @Override
    public PeerLock lock(String name) {
        return new Lock(client.lock(name));
    }

    @Override
    public void close() {
        client.close();
    }

    private final class Lock implements PeerLock {

        private final DistributedLock lock;
        private @Nullable LockHandle handle;

        Lock(DistributedLock lock) {
            this.lock = lock;
        }

        @Override
        public boolean acquire(Duration limit) throws InterruptedException {
            Optional<LockHandle> granted =
                    lock.tryAcquire(AcquireOptions.waitAtMost(limit).withLease(lease));
            granted.ifPresent(each -> handle = each);
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
