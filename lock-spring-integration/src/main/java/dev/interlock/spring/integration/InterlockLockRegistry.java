// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.integration;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockName;
import dev.interlock.RenewResult;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.UUID;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * A lock registry of Spring Integration on any store of Interlock. Thread-safe.
 *
 * <pre>{@code
 * @Bean
 * InterlockLockRegistry lockRegistry(LockClient client) {
 *     return new InterlockLockRegistry(client, "orders");
 * }
 * }</pre>
 *
 * <ul>
 *   <li>The registry keeps nothing: {@link #obtain} returns a new and equal object each time.
 *   <li>The client renews a held lock, as its options say. A task scheduler for renewals is ignored.
 *   <li>The name of a lock is {@code prefix/key}. Registries of one store share the locks of their common prefix.
 *   <li>A key is a {@code String}, a {@code UUID}, an {@code Integer} or a {@code Long}. Other types are refused: the text
 *       of an object can differ between two JVMs, which would then have two locks. A key that makes no valid
 *       {@link LockName}, because it is empty, too long or has control characters, is hashed: {@code prefix/sha256:...}.
 * </ul>
 *
 * <p>The class is compiled for Spring Integration 6.5, whose registries have no type parameter. On 7 it is a
 * {@code LockRegistry<?>}, which all components accept. It is no {@code LockRegistry<DistributedLock>}, because that
 * interface does not exist in 6.5. {@link InterlockLock} has the same methods.
 */
public final class InterlockLockRegistry implements ExpirableLockRegistry, RenewableLockRegistry {

    private final LockClient client;
    private final String prefix;

    /**
     * Creates the registry. No I/O.
     *
     * @param client the client, which the caller closes
     * @param prefix the start of the lock names: 1 to 128 bytes of UTF-8 without control characters
     * @throws IllegalArgumentException if the prefix is not valid
     */
    public InterlockLockRegistry(LockClient client, String prefix) {
        this.client = Objects.requireNonNull(client, "client");
        this.prefix = new LockName(prefix).value();
        // The longest name of a hashed key. A prefix that is too long fails here, and not later for some keys only.
        new LockName(hashed(""));
    }

    /**
     * Returns the lock of a key. No I/O.
     *
     * @param lockKey the key: a {@code String}, {@code UUID}, {@code Integer} or {@code Long}
     * @return the lock, equal to every other one of this key
     * @throws IllegalArgumentException if the key is of another type
     */
    @Override
    public InterlockLock obtain(Object lockKey) {
        return new InterlockLock(client, nameOf(lockKey));
    }

    /**
     * Renews the lock of a key by one request, for the lease that it has. Only a lock with a limited time needs it
     * ({@link InterlockLock#lock(Duration)}).
     *
     * @param lockKey as in {@link #obtain}
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     * @throws IllegalStateException if the lock was lost, or the store did not answer. In the second case the lease is
     *     unchanged.
     */
    @Override
    public void renewLock(Object lockKey) {
        Duration shortest = client.capabilities().minLease();
        // A renewal never shortens a lease, so the shortest one stands for the present one.
        renewLock(lockKey, shortest.compareTo(AcquireOptions.MIN_LEASE) < 0 ? AcquireOptions.MIN_LEASE : shortest);
    }

    /**
     * Renews the lock of a key by one request. It never shortens the lease. Spring Integration 7 has this method in its
     * interface.
     *
     * @param lockKey as in {@link #obtain}
     * @param ttl the new minimum lease, counted from now by the store's clock: 10 ms to 365 days, and within the bounds of
     *     the store
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     * @throws IllegalStateException as in {@link #renewLock(Object)}
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    public void renewLock(Object lockKey, Duration ttl) {
        InterlockLock lock = obtain(lockKey);
        RenewResult result = lock.view().renew(ttl);
        if (result != RenewResult.RENEWED) {
            throw new IllegalStateException("'" + lock.view().name() + "' was not renewed: "
                    + (result == RenewResult.NOT_HELD ? "it was lost" : "the store did not answer"));
        }
    }

    /**
     * Does nothing, because the registry keeps no unused locks.
     *
     * @param age ignored
     */
    @Override
    public void expireUnusedOlderThan(long age) {}

    private String nameOf(Object lockKey) {
        Objects.requireNonNull(lockKey, "lockKey");
        if (!(lockKey instanceof String
                || lockKey instanceof UUID
                || lockKey instanceof Integer
                || lockKey instanceof Long)) {
            throw new IllegalArgumentException("lockKey must be a String, UUID, Integer or Long but was a "
                    + lockKey.getClass().getName() + ": pass a text that is the same in every JVM");
        }
        String key = lockKey.toString();
        if (key.isEmpty()) {
            return hashed(key);
        }
        try {
            return new LockName(prefix + "/" + key).value();
        } catch (IllegalArgumentException e) {
            return hashed(key);
        }
    }

    private String hashed(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
            return prefix + "/sha256:" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
