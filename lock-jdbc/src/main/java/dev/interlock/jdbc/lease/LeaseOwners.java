// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease;

import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.lease.recall.RecallChannel;
import dev.interlock.spi.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * Which owner an attempt of this client is in a row: its id, and if the client may keep the lock also where it is recalled.
 * Immutable.
 *
 * @param channel where this client's locks are recalled; null if the database cannot
 */
record LeaseOwners(@Nullable RecallChannel channel) {

    /** Of a database that recalls no locks. */
    static LeaseOwners plain() {
        return new LeaseOwners(null);
    }

    boolean areRecalled() {
        return channel != null;
    }

    byte[] of(Attempt attempt) {
        return channel != null && attempt.recallable() ? channel.owner(attempt.id()) : JdbcKeys.of(attempt.id());
    }
}
