// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import dev.interlock.AcquireOptions;
import dev.interlock.Candidacy;
import dev.interlock.DistributedLock;
import dev.interlock.ElectionOptions;
import dev.interlock.Leadership;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import dev.interlock.report.peer.PeerSubject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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

    /** Locks for readers and writers, semaphores and elections, which each client of a store has. */
    static List<Peer> others(String store, String configuration, String grants, Opener opener) {
        Peer interlock =
                new Peer("interlock-" + store, store, "Interlock", configuration, ABILITIES, grants, Map.of(), opener);
        return List.of(
                interlock.about(PeerSubject.READERS_AND_WRITERS, "-readwrite"),
                interlock.about(PeerSubject.PERMITS, "-semaphore"),
                interlock.about(PeerSubject.ELECTIONS, "-election"));
    }

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
    public NamedLock permit(String name, int limit) {
        return new Lock(client.semaphore(name, limit).permit(), options);
    }

    @Override
    public Candidate stand(String name, LeaderWork work) {
        return new Standing(
                client.election(name).lead(ElectionOptions.STANDARD.withLock(options), leadership -> work.run()));
    }

    @Override
    public void close() {
        client.close();
    }

    private record Standing(Candidacy candidacy) implements Candidate {

        @Override
        public boolean leads() {
            return candidacy
                    .leadership()
                    .filter(leadership -> !leadership.remaining().isZero())
                    .isPresent();
        }

        @Override
        public long term() {
            return candidacy.leadership().map(Leadership::term).orElse(0L);
        }

        @Override
        public void stepDown() {
            candidacy.abdicate();
        }

        @Override
        public void close() {
            candidacy.close();
        }
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
