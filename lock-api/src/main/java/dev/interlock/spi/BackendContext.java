// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockClock;

/** What the engine offers a backend. Thread-safe; the reports may come from any thread and return at once. */
public interface BackendContext {

    /**
     * The client's time, and a backend's only source of it. A store counts leases by a clock of its own, never by the
     * {@link LockClock#wallMillis wall clock} of a client.
     *
     * @return the client's clock
     */
    LockClock clock();

    /**
     * Reports that a granted attempt no longer owns its lock, also if its grant has yet to be returned. Reports about
     * attempts that are not held are ignored.
     *
     * @param id the attempt
     * @param detail what was observed, for people
     */
    void reportLost(AttemptId id, String detail);

    /**
     * Reports that a granted attempt may no longer own its lock: its handle becomes UNCERTAIN and a renewal is tried at
     * once.
     *
     * @param id the attempt
     * @param detail what was observed, for people
     */
    void reportUncertain(AttemptId id, String detail);
}
