// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockSettings;
import dev.interlock.report.data.CheckRow;
import java.util.List;

/** A part of a server without other users: a prefix, a path or a table. Used by one thread at a time. */
interface Room {

    /** The settings of a client in this room; secret. */
    LockSettings settings();

    /**
     * Checks the set-up of the server.
     *
     * @param told the backend's warnings at its start
     */
    List<CheckRow> checks(StartMessages told);

    /**
     * Further limits of the store for the report.
     *
     * @return sentences, as in the backend's documentation
     */
    List<String> limits();

    /** Removes the room with everything that is left in it. */
    void clear();
}
