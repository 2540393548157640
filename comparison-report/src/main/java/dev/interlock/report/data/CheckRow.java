// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * What was found of the set-up of a server that somebody else runs.
 *
 * @param topic such as {@code eviction}
 * @param verdict whether it is as it should be
 * @param found what was found, in a sentence or clause; no secrets
 * @param remedy what to do about it; empty if nothing has to be done
 */
public record CheckRow(String topic, Verdict verdict, String found, String remedy) {

    /** Whether a part of a set-up is as it should be. */
    public enum Verdict {
        /** It is. */
        GOOD,
        /** It limits what is guaranteed, which may be what its owners want. */
        LIMITED,
        /** It was not told. */
        UNKNOWN
    }
}
