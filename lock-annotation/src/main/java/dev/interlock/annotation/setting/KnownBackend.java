// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import static dev.interlock.Capability.ENDS_WITH_CONNECTION;
import static dev.interlock.Capability.FIFO_BETWEEN_CLIENTS;
import static dev.interlock.Capability.GRANTS_ALL_AT_ONCE;
import static dev.interlock.Capability.KEEPS_LOCK_DELAY;
import static dev.interlock.Capability.NOTIFIES_WAITERS;
import static dev.interlock.Capability.RECALLS;
import static dev.interlock.Capability.REPORTS_LOSS;
import static dev.interlock.Capability.SHARES;
import static dev.interlock.Capability.SURVIVES_CLOCK_JUMP;
import static dev.interlock.Capability.SURVIVES_FAIL_OVER;
import static dev.interlock.Capability.SURVIVES_RESTART;
import static dev.interlock.Capability.TOKENS_SURVIVE_DATA_LOSS;

import dev.interlock.Capability;
import dev.interlock.LockSettings;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** All backends of Interlock, even if their modules are absent, so that messages can name a suitable one. */
public enum KnownBackend {
    /** In lock-redis. */
    REDIS("redis", "lock-redis"),
    /** In lock-zookeeper. */
    ZOOKEEPER("zookeeper", "lock-zookeeper"),
    /** Mode lease of lock-jdbc. */
    JDBC("jdbc", "lock-jdbc"),
    /** Mode row-lock of lock-jdbc. */
    JDBC_ROW_LOCK("jdbc in mode row-lock", "lock-jdbc"),
    /** In lock-etcd. */
    ETCD("etcd", "lock-etcd"),
    /** In lock-api; for tests. */
    MEMORY("memory", "lock-api");

    private final String setting;
    private final String module;

    KnownBackend(String setting, String module) {
        this.setting = setting;
        this.module = module;
    }

    /**
     * The capabilities that the backend can declare at best: Redis if wake-ups and queues are allowed, changes are told, and
     * it is not a cluster; ZooKeeper with more than one server; SQL leases if the server flushes each commit and, in PostgreSQL,
     * waits for a standby and notifies; row locks on MySQL and MariaDB; etcd with three servers or more.
     *
     * @return the capabilities
     */
    public Set<Capability> capabilities() {
        return switch (this) {
            case REDIS ->
                Set.of(
                        NOTIFIES_WAITERS,
                        FIFO_BETWEEN_CLIENTS,
                        TOKENS_SURVIVE_DATA_LOSS,
                        GRANTS_ALL_AT_ONCE,
                        KEEPS_LOCK_DELAY,
                        RECALLS,
                        REPORTS_LOSS,
                        SHARES);
            case ZOOKEEPER ->
                Set.of(
                        NOTIFIES_WAITERS,
                        FIFO_BETWEEN_CLIENTS,
                        SURVIVES_RESTART,
                        SURVIVES_FAIL_OVER,
                        SURVIVES_CLOCK_JUMP,
                        GRANTS_ALL_AT_ONCE,
                        RECALLS,
                        REPORTS_LOSS,
                        SHARES);
            case JDBC ->
                Set.of(
                        TOKENS_SURVIVE_DATA_LOSS,
                        SURVIVES_RESTART,
                        SURVIVES_FAIL_OVER,
                        GRANTS_ALL_AT_ONCE,
                        KEEPS_LOCK_DELAY,
                        RECALLS,
                        SHARES);
            case JDBC_ROW_LOCK ->
                Set.of(NOTIFIES_WAITERS, TOKENS_SURVIVE_DATA_LOSS, SURVIVES_CLOCK_JUMP, ENDS_WITH_CONNECTION, SHARES);
            case ETCD ->
                Set.of(NOTIFIES_WAITERS, FIFO_BETWEEN_CLIENTS, SURVIVES_RESTART, SURVIVES_FAIL_OVER, KEEPS_LOCK_DELAY);
            case MEMORY ->
                Set.of(
                        NOTIFIES_WAITERS,
                        FIFO_BETWEEN_CLIENTS,
                        TOKENS_SURVIVE_DATA_LOSS,
                        SURVIVES_CLOCK_JUMP,
                        GRANTS_ALL_AT_ONCE,
                        KEEPS_LOCK_DELAY,
                        RECALLS,
                        REPORTS_LOSS,
                        SHARES);
        };
    }

    /**
     * Finds a backend by its setting.
     *
     * @param setting the name in a configuration, such as {@code redis}
     * @return the backend, or empty if it is not one of ours
     */
    public static Optional<KnownBackend> find(String setting) {
        return Arrays.stream(values())
                .filter(each -> each.setting.equals(setting))
                .findFirst();
    }

    /**
     * Returns whether settings ask for row locks.
     *
     * @param settings a store's uri and options
     * @return true for {@link #JDBC_ROW_LOCK}
     */
    public static boolean isRowLock(LockSettings settings) {
        return settings.uri().contains("interlock.mode=row-lock")
                || "row-lock".equals(settings.options().get("interlock.mode"));
    }

    /**
     * Returns the name of the backend in a configuration.
     *
     * @return such as {@code redis}; with the mode in words for row locks
     */
    public String setting() {
        return setting;
    }

    /**
     * Returns the module that has the backend.
     *
     * @return its artifact id
     */
    public String module() {
        return module;
    }

    /**
     * Names the backends that can have all required capabilities, for messages.
     *
     * @param required the capabilities
     * @return the settings, or {@code none}
     */
    public static String capableOf(Set<Capability> required) {
        String capable = Arrays.stream(values())
                .filter(each -> each.capabilities().containsAll(required))
                .map(KnownBackend::setting)
                .collect(Collectors.joining(", "));
        return capable.isEmpty() ? "none" : capable;
    }
}
