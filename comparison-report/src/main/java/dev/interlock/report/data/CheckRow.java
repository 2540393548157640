// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * A finding on the set-up of the user's own server.
 *
 * @param topic such as {@code eviction}
 * @param verdict whether it is as it should be for locks
 * @param found the finding, in a sentence or clause; no secrets
 * @param remedy what to do about it; empty if no action is needed
 */
public record CheckRow(String topic, Verdict verdict, String found, String remedy) {

    /** Whether a part of a set-up is as it should be. */
    public enum Verdict {
        /** The setting is right for locks. */
        GOOD,
        /** The setting limits the guarantees, which may be what its owners want. */
        LIMITED,
        /** The server did not show the setting. */
        UNKNOWN
    }
}
