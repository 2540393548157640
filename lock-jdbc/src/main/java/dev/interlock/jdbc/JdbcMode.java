// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.Optional;

/**
 * One way to keep locks in a database, with a table, statements and capabilities of its own. Its steps are those of
 * {@link dev.interlock.spi.LockBackend}. Thread-safe.
 */
interface JdbcMode {

    /**
     * Checks that the database offers what the mode needs. Called once, before everything else.
     *
     * @return what the mode can do on this database
     */
    Capabilities start();

    AcquireOutcome tryAcquire(Attempt attempt);

    RenewOutcome renew(Grant grant, Duration lease);

    ReleaseOutcome release(Attempt attempt);

    Optional<Holder> inspect(LockName name);

    Contest contest(Attempt attempt);

    /** Frees what the mode itself holds open; the connections are closed by the backend. Never throws. */
    void close();
}
