// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.file;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Locks in the files of one directory, for the processes of one machine. Files are never deleted, because they keep the
 * last fencing tokens. Thread-safe.
 *
 * <p>Leases are counted by the machine's wall clock: when that is set ahead, a lease ends early and two clients may
 * hold the lock; when it is set back, a lease ends late. Fencing tokens grow nevertheless. A process that is stopped in
 * a step blocks that lock for all others until it continues or dies. A file that something else cuts to less than a page
 * looks as if its lock was never used. In one JVM only one class loader may load this class: two would release each
 * other's system locks. Tested on Linux with a local file system.
 */
public final class FileLockBackend implements LockBackend {

    private static final Capabilities CAPABILITIES = Capabilities.of(
                    "file", Waiting.POLL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE)
            .withDeclared(Set.of(Capability.KEEPS_LOCK_DELAY))
            .withMaxTokens(64);

    /** All clients that start at the same time use the same file, one after another. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(10);

    private final Path directory;
    private final Duration timeout;
    private final InstantSource wall;
    private volatile @Nullable LockFiles started;

    /**
     * The wall clock is the store's, shared by all its clients: not that of {@link BackendContext#clock}, which
     * is one client's.
     */
    FileLockBackend(Path directory, Duration timeout, InstantSource wall) {
        this.directory = directory;
        this.timeout = timeout;
        this.wall = wall;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public String store() {
        return "files in " + directory;
    }

    @Override
    public void start(BackendContext context) {
        try {
            Path real = directory.toRealPath();
            LockFiles starting = new LockFiles(real, context.clock(), START_TIMEOUT);
            try (LockFile probe = starting.open(FileNames.PROBE)) {
                probe.write(probe.read(FileNames.PROBE).released());
            }
            started = new LockFiles(real, context.clock(), timeout);
        } catch (IOException | UncheckedIOException | TimeoutException e) {
            throw unavailable("no locks without a directory that this user can read and write", e);
        }
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        // Before the wait for the file: the lease begins at some time from here on, never earlier (rule ACQ-4).
        long sentNanos = files().clock().nanoTime();
        try (LockFile file = open(attempt.name())) {
            FileRecord record = file.read(attempt.name().value());
            long now = wall.millis();
            boolean own = record.isHeldBy(attempt.id(), now);
            if (record.isHeld(now) && !own) {
                return new Contended(Duration.ofMillis(record.endMillis() - now));
            }
            long end = end(now, attempt.lease());
            // A request can come late, after its retry was granted and renewed for longer (rule EXP-2).
            FileRecord granted = own ? record.renewed(Math.max(end, record.endMillis())) : record.granted(attempt, end);
            file.write(granted);
            return new Granted(Grant.of(attempt, granted.token(), sentNanos, attempt.lease()));
        } catch (TimeoutException e) {
            return new Refused(unavailable("'" + attempt.name() + "' not acquired", e), true);
        } catch (IOException e) {
            return new Refused(unavailable("'" + attempt.name() + "' not acquired", e), false);
        } catch (UncheckedIOException e) {
            return new Unknown(e);
        }
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        long sentNanos = files().clock().nanoTime();
        Attempt attempt = grant.attempt();
        try (LockFile file = open(attempt.name())) {
            FileRecord record = file.read(attempt.name().value());
            long now = wall.millis();
            if (!record.isHeldBy(attempt.id(), now)) {
                return new RenewOutcome.NotOwner(
                        store() + " keep the lock for " + (record.isHeld(now) ? "another owner" : "no owner"));
            }
            file.write(record.renewed(end(now, lease)));
            return new RenewOutcome.Renewed(sentNanos, lease);
        } catch (IOException | UncheckedIOException | TimeoutException e) {
            return new RenewOutcome.Unknown(e);
        }
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        try (LockFile file = open(attempt.name())) {
            FileRecord record = file.read(attempt.name().value());
            if (!record.isHeldBy(attempt.id(), wall.millis())) {
                return new ReleaseOutcome.NotOwner();
            }
            file.write(record.released());
            return new ReleaseOutcome.Released();
        } catch (IOException | UncheckedIOException | TimeoutException e) {
            return new ReleaseOutcome.Unknown(e);
        }
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        // Opening would create the file, and inspecting must leave nothing behind. Without the directory nothing is
        // known.
        if (Files.notExists(files().path(FileNames.of(name))) && Files.isDirectory(files().directory())) {
            return Optional.empty();
        }
        try (LockFile file = open(name)) {
            return file.read(name.value()).holder(wall.millis());
        } catch (IOException | TimeoutException e) {
            throw unavailable("'" + name + "' not inspected", e);
        }
    }

    @Override
    public void close() {
        // No file stays open between two steps.
    }

    private LockFile open(LockName name) throws IOException, TimeoutException {
        return files().open(FileNames.of(name));
    }

    /** A millisecond more, since the clock's reading was rounded down. */
    private static long end(long nowMillis, Duration lease) {
        return nowMillis + lease.toMillis() + 1;
    }

    private LockUnavailableException unavailable(String failed, Exception cause) {
        return new LockUnavailableException(failed + " (" + store() + "): " + cause, cause);
    }

    private LockFiles files() {
        LockFiles files = started;
        if (files == null) {
            throw new IllegalStateException(store() + " was not started");
        }
        return files;
    }
}
