// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

import org.jspecify.annotations.Nullable;

/**
 * The results of other libraries, from separate runs.
 *
 * @param peers the answers to the questions, null if there is no file with them
 * @param contention the performance figures, null if there is no file with them
 */
public record Others(@Nullable PeerReport peers, @Nullable ContentionReport contention) {

    /** No results. */
    public static final Others NONE = new Others(null, null);
}
