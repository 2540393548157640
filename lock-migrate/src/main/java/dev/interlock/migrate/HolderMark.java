// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.ClientOptions;
import dev.interlock.Holder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The mark that a client on both stores puts before the holder hint of its locks, in both. A holder in the old store
 * without it is a client on the old store only.
 */
final class HolderMark {

    private static final String BOTH = "~both~";

    private HolderMark() {}

    /** The hint with the mark, for which {@link ClientOptions#MAX_HINT} leaves room in the stores. */
    static String mark(@Nullable String hint) {
        return hint == null ? BOTH : BOTH + hint;
    }

    /** Whether the holder is a client on both stores. */
    static boolean isOn(Holder holder) {
        return holder.hint().orElse("").startsWith(BOTH);
    }

    /** The hint as its client gave it. */
    static Optional<String> hint(Holder holder) {
        return isOn(holder)
                ? holder.hint().map(hint -> hint.substring(BOTH.length())).filter(hint -> !hint.isEmpty())
                : holder.hint();
    }
}
