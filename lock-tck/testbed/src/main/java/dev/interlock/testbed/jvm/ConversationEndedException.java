// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.jvm;

import org.jspecify.annotations.Nullable;

/** The other process ended, or was killed, before it answered. */
public final class ConversationEndedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ConversationEndedException(@Nullable Throwable cause) {
        super("the process ended before it answered", cause);
    }
}
