// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import dev.interlock.spi.Attempt;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a node holds: {@code 1 <holder hint, or ->}. The leading number is the version of the format; a newer version
 * may say more, so only a hint of version 1 is read.
 */
public final class ZookeeperValue {

    private static final String VERSION = "1 ";

    /** Stands for a hint that was not given. */
    private static final String NO_HINT = "-";

    private ZookeeperValue() {}

    public static byte[] of(Attempt attempt) {
        String hint = attempt.holderHint();
        return (VERSION + (hint == null ? NO_HINT : hint)).getBytes(StandardCharsets.US_ASCII);
    }

    /** The hint as it was written. */
    public static Optional<String> hint(String text) {
        if (!text.startsWith(VERSION)) {
            return Optional.empty();
        }
        String hint = text.substring(VERSION.length());
        return hint.equals(NO_HINT) || hint.isEmpty() ? Optional.empty() : Optional.of(hint);
    }
}
