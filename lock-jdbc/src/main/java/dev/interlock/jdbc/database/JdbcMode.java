// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.database;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One way to keep locks in a database, with a table, statements and capabilities of its own. Its steps are those of
 * {@link dev.interlock.spi.LockBackend}. Thread-safe.
 */
public interface JdbcMode {

    /** What no mode guarantees. */
    String FAIL_OVER = "after a failover to a server that lacks the last commits, held locks may be granted to others";

    /**
     * Checks that the database offers what the mode needs. Called once, before everything else.
     *
     * @return what the mode can do on this database
     */
    Capabilities start();

    /** What it does not guarantee beyond the meaning of the capabilities that it lacks. */
    List<String> limits();

    AcquireOutcome tryAcquire(Attempt attempt);

    RenewOutcome renew(Grant grant, Duration lease);

    ReleaseOutcome release(Attempt attempt);

    Optional<Holder> inspect(LockName name);

    Contest contest(Attempt attempt);

    /** As {@link dev.interlock.spi.LockBackend#bulk}. */
    Optional<BulkSteps> bulk();

    /** As {@link dev.interlock.spi.LockBackend#operator}. */
    OperatorSteps operator();

    /** Frees what the mode itself holds open; the connections are closed by the backend. Never throws. */
    void close();
}
