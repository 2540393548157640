// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.LockSettings;
import dev.interlock.spi.Attempt;
import java.time.Duration;

/** A lock with a part of its SQL replaced. */
class ReplacedSql extends SimpleJdbc {

    private final String part;
    private final String replacement;

    ReplacedSql(LockSettings settings, String part, String replacement) {
        super(settings);
        this.part = part;
        this.replacement = replacement;
        if (!(ACQUIRE + RENEW + RELEASE + INSERT).contains(part)) {
            throw new IllegalArgumentException("no statement has " + part);
        }
    }

    @Override
    String filled(String sql, Attempt attempt, Duration lease) {
        return super.filled(sql.replace(part, replacement), attempt, lease);
    }
}
