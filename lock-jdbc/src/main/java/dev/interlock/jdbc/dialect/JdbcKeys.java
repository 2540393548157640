// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.dialect;

import dev.interlock.LockName;
import dev.interlock.spi.AttemptId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Names and owners as the tables keep them: bytes, since text columns fold, pad, cut and normalise what they hold. */
public final class JdbcKeys {

    private JdbcKeys() {}

    /** The UTF-8 of the name: at most 200 bytes, and different for different names. */
    public static byte[] of(LockName name) {
        return name.value().getBytes(StandardCharsets.UTF_8);
    }

    /** The key of a row that no lock of a user can have, since names have no control characters. */
    public static byte[] probe() {
        return "\0interlock-probe".getBytes(StandardCharsets.UTF_8);
    }

    /** The key of the row of this number in which locks are recalled; no lock of a user can have it, either. */
    public static byte[] recalls(int number) {
        return ("\0interlock-recall-" + number).getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] of(AttemptId id) {
        return ByteBuffer.allocate(16).putLong(id.high()).putLong(id.low()).array();
    }
}
