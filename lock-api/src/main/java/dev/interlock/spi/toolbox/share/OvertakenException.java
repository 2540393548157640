// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import java.io.Serial;

/** Other clients changed the record of a lock again and again between the reads and the writes of a step, which wrote nothing. */
public final class OvertakenException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param rounds how often the step read the record
     */
    public OvertakenException(int rounds) {
        super("other clients changed the lock " + rounds + " times in the meantime");
    }
}
