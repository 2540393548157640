// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.command;

import dev.interlock.spi.AttemptId;

/** Hears when another client wants a lock of this one. Thread-safe. */
public interface RecallListener {

    /**
     * Whether what the server publishes to this client arrives now. From now on it is to arrive for a while.
     *
     * @return false if a recall could be missed
     */
    boolean listens();

    /**
     * A grant of this attempt could not be recalled.
     *
     * @param id the attempt
     */
    void unheard(AttemptId id);
}
