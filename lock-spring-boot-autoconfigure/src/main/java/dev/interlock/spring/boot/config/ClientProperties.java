// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.config;

import dev.interlock.annotation.setting.WrittenClient;
import dev.interlock.annotation.setting.WrittenFamily;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The settings of one client: {@code interlock.*} for the application's main client, {@code interlock.clients.NAME.*} for
 * a further one. Immutable.
 *
 * @param uri Where the store is, such as redis://localhost:6379. Without it, a store that the application has
 *     configured for itself keeps the locks.
 * @param backend The kind of store, if several could serve: redis, zookeeper, etcd, jdbc or memory (for tests in one JVM).
 * @param bean The name of the application's bean to use, if there are several of its type: a DataSource, a
 *     CuratorFramework or the connection details of Redis.
 * @param user The user at the store.
 * @param password The password at the store.
 * @param options Further options of the store, such as token-ttl, as its page lists them.
 * @param require The capabilities that the store must have, such as survives-restart.
 * @param eager Whether to connect at the start, and fail then, instead of at the first use.
 * @param lease How long the store keeps a lock without a renewal. 30s by default.
 * @param maxWait How long to wait while another holder has the lock: 0s is one try, "unlimited" is for ever. 10s by
 *     default.
 * @param maxHold The longest hold, renewals included. No cap by default.
 * @param lockDelay How long a name stays closed after its lock was lost. 0s by default.
 * @param retry The pace of attempts.
 * @param adaptiveLease The bounds of leases that adapt.
 * @param holderHint A text for operators, stored with each lock.
 * @param renewalThreads The maximum number of renewal threads. 32 by default.
 * @param handOff The limits of hand-off among the waiters of this instance.
 * @param closeTimeout How long the client may take to close when the application ends. 10s by default.
 * @param closeGrace How long work that holds a lock may go on then. 5s by default, at most half of the time-out.
 * @param named The settings of single locks and families of locks, in blocks with names of your choice.
 */
@ConfigurationProperties(InterlockProperties.PREFIX)
public record ClientProperties(
        @Nullable String uri,
        @Nullable String backend,
        @Nullable String bean,
        @Nullable String user,
        @Nullable String password,
        @DefaultValue Map<String, String> options,
        @DefaultValue Set<String> require,
        @DefaultValue("false") boolean eager,
        @Nullable Duration lease,
        @Name("wait") @Nullable String maxWait,
        @Nullable Duration maxHold,
        @Nullable Duration lockDelay,
        @Nullable Retry retry,
        @Nullable AdaptiveLease adaptiveLease,
        @Nullable String holderHint,
        @Nullable Integer renewalThreads,
        @Nullable HandOffLimits handOff,
        @Nullable Duration closeTimeout,
        @Nullable Duration closeGrace,
        @DefaultValue Map<String, NamedLock> named)
        implements WrittenClient {

    /**
     * The same settings on another store.
     *
     * @param details where it is
     * @return settings without the store that was configured
     */
    public ClientProperties at(InterlockConnectionDetails details) {
        return new ClientProperties(
                details.getUri(),
                null,
                null,
                details.getUser(),
                details.getPassword(),
                options,
                require,
                eager,
                lease,
                maxWait,
                maxHold,
                lockDelay,
                retry,
                adaptiveLease,
                holderHint,
                renewalThreads,
                handOff,
                closeTimeout,
                closeGrace,
                named);
    }

    /** Shows no value: the uri and the options can contain a password. */
    @Override
    public String toString() {
        return "ClientProperties";
    }

    /**
     * The pace of attempts.
     *
     * @param firstPause The first pause. 10ms by default.
     * @param maxPause The longest pause. 500ms by default.
     * @param maxAttempts The maximum number of attempts, or "unlimited". No cap by default.
     */
    public record Retry(
            @Nullable Duration firstPause,
            @Nullable Duration maxPause,
            @Nullable String maxAttempts) implements Pace {}

    /**
     * The bounds of leases that adapt: both or none.
     *
     * @param shortest The shortest lease.
     * @param longest The longest lease.
     */
    public record AdaptiveLease(
            @Nullable Duration shortest, @Nullable Duration longest) implements LeaseBounds {}

    /**
     * The limits of hand-off among the waiters of this instance.
     *
     * @param most How many hand-offs follow one grant of the store. 16 by default.
     * @param within How long after the grant. 50ms by default.
     */
    public record HandOffLimits(
            @Nullable Integer most, @Nullable Duration within) implements HandOffBounds {}

    /**
     * The settings of one lock or a family of locks. What is not set is as for all locks.
     *
     * @param pattern Which locks: a name, or the start of names followed by an asterisk. The name of the block by
     *     default.
     * @param lease How long the store keeps a lock without a renewal.
     * @param maxWait How long to wait while another holder has the lock, or "unlimited".
     * @param minHold The shortest hold of a @Locked method.
     * @param maxHold The longest hold, renewals included.
     * @param lockDelay How long a name stays closed after its lock was lost.
     * @param retry The pace of attempts.
     * @param adaptiveLease The bounds of leases that adapt.
     */
    public record NamedLock(
            @Nullable String pattern,
            @Nullable Duration lease,
            @Name("wait") @Nullable String maxWait,
            @Nullable Duration minHold,
            @Nullable Duration maxHold,
            @Nullable Duration lockDelay,
            @Nullable Retry retry,
            @Nullable AdaptiveLease adaptiveLease)
            implements WrittenFamily {}
}
