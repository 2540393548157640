// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

import org.jspecify.annotations.Nullable;

/**
 * What runs of their own found of other libraries.
 *
 * @param peers the answers to the questions, null if there is no file of them
 * @param contention the figures of speed, null if there is no file of them
 */
public record Others(@Nullable PeerReport peers, @Nullable ContentionReport contention) {

    /** Nothing. */
    public static final Others NONE = new Others(null, null);
}
