// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockSettings;
import dev.interlock.report.data.CheckRow;
import java.util.List;

/** A part of a server that nobody else uses: a prefix, a path or a table. Used by one thread at a time. */
interface Room {

    /** How a client locks in it; secret. */
    LockSettings settings();

    /**
     * Looks at the set-up of the server.
     *
     * @param told what the backend said when it started
     */
    List<CheckRow> checks(Told told);

    /**
     * What else is said of the store in the report.
     *
     * @return sentences, as in the backend's documentation
     */
    List<String> limits();

    /** Removes the room with whatever is left in it. */
    void clear();
}
