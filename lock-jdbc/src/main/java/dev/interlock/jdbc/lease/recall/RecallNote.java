// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.recall;

import java.util.HexFormat;

/**
 * What recalls one lock.
 *
 * @param row where its client reads it
 * @param text the id of the attempt that has the lock, hexadecimal
 */
public record RecallNote(RecallRow row, String text) {

    /** The note that recalls the lock of an owner. */
    public RecallNote(int row, byte[] owner) {
        this(new RecallRow(row), HexFormat.of().formatHex(owner));
    }
}
