// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import dev.interlock.spi.AttemptId;
import java.util.HexFormat;

/** Reads {@link AttemptId#text}. */
final class AttemptIdText {

    private static final int HALF = 16;

    private AttemptIdText() {}

    static AttemptId parse(String text) {
        return new AttemptId(
                HexFormat.fromHexDigitsToLong(text.substring(0, HALF)),
                HexFormat.fromHexDigitsToLong(text.substring(HALF)));
    }

    /** Throws if the text is no id. */
    static void require(String text) {
        if (text.length() != 2 * HALF || !parse(text).text().equals(text)) {
            throw new IllegalArgumentException("no id of an attempt");
        }
    }
}
