// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import dev.interlock.Capability;
import java.util.Set;

/**
 * A column of the table in {@code docs/guarantees.md}, with what its store declares in the set-up that is named there:
 * Redis without persistence, three ZooKeeper servers, SQL servers that flush each commit, row locks on MySQL.
 */
enum Store {
    MEMORY(
            "memory",
            Set.of(Capability.SURVIVES_CLOCK_JUMP, Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.KEEPS_LOCK_DELAY)),
    REDIS("Redis", Set.of(Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.KEEPS_LOCK_DELAY)),
    ZOOKEEPER(
            "ZooKeeper",
            Set.of(Capability.SURVIVES_RESTART, Capability.SURVIVES_FAIL_OVER, Capability.SURVIVES_CLOCK_JUMP)),
    SQL_LEASES(
            "SQL, leases",
            Set.of(Capability.SURVIVES_RESTART, Capability.TOKENS_SURVIVE_DATA_LOSS, Capability.KEEPS_LOCK_DELAY)),
    SQL_ROW_LOCKS("SQL, row locks", Set.of(Capability.SURVIVES_CLOCK_JUMP, Capability.TOKENS_SURVIVE_DATA_LOSS));

    private final String column;
    private final Set<Capability> declared;

    Store(String column, Set<Capability> declared) {
        this.column = column;
        this.declared = declared;
    }

    String column() {
        return column;
    }

    boolean has(Capability capability) {
        return declared.contains(capability);
    }
}
