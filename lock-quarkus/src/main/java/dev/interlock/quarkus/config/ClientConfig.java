// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigGroup;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The settings of one client: {@code interlock.*} for the application's main client, {@code interlock.clients.NAME.*} for
 * a further one. Thread-safe.
 */
@ConfigGroup
public interface ClientConfig {

    /**
     * The store, such as {@code redis://localhost:6379}. Required in production; in development and in tests the locks
     * are in memory without it.
     *
     * @return the connection string
     */
    Optional<String> uri();

    /**
     * The user at the store.
     *
     * @return the user
     */
    Optional<String> user();

    /**
     * The password at the store.
     *
     * @return the password
     */
    Optional<String> password();

    /**
     * Further options of the store, such as {@code token-ttl}, as its page lists them.
     *
     * @return the values by option
     */
    @ConfigDocMapKey("option")
    Map<String, String> options();

    /**
     * The capabilities that the store must have, such as {@code survives-restart}.
     *
     * @return their names
     */
    Optional<Set<String>> require();

    /**
     * Whether to connect at the start, and fail then, instead of at the first use.
     *
     * @return false by default
     */
    @WithDefault("false")
    boolean eager();

    /**
     * A text for operators, stored with each lock.
     *
     * @return the text
     */
    Optional<String> holderHint();

    /**
     * The maximum number of renewal threads. 32 by default.
     *
     * @return the number
     */
    OptionalInt renewalThreads();

    /**
     * The limits of hand-off among the waiters of this instance.
     *
     * @return the settings
     */
    Optional<HandOffBounds> handOff();

    /**
     * How long the client may take to close when the application ends. 10s by default.
     *
     * @return the limit, by this instance's clock
     */
    Optional<Duration> closeTimeout();

    /**
     * How long work that holds a lock may go on when the application ends. 5s by default, at most half of the time-out.
     *
     * @return the limit, by this instance's clock
     */
    Optional<Duration> closeGrace();

    /**
     * What applies to all acquisitions.
     *
     * @return the settings
     */
    @WithParentName
    AcquisitionConfig acquisition();

    /**
     * The settings of single locks and families of locks, in blocks with names of your choice.
     *
     * @return the settings by block
     */
    @ConfigDocMapKey("block")
    Map<String, NamedLockConfig> named();

    /** The limits of hand-off among the waiters of this instance. Thread-safe. */
    interface HandOffBounds {

        /**
         * How many hand-offs follow one grant of the store. 16 by default.
         *
         * @return the number
         */
        OptionalInt most();

        /**
         * How long after the grant. 50ms by default.
         *
         * @return the limit, by this instance's clock
         */
        Optional<Duration> within();
    }
}
