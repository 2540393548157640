// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition as the store sees it: the same attempt may be sent again and must then find its own grant.
 *
 * @param name the lock
 * @param id the owner to be
 * @param lease how long the store keeps a grant without renewal; whole milliseconds
 * @param tokens how many consecutive fencing tokens to reserve, 1 to {@code capabilities().maxTokens()}
 * @param holderHint what to store for people who inspect the lock, printable ASCII; or null
 */
public record Attempt(
        LockName name,
        AttemptId id,
        Duration lease,
        int tokens,
        @Nullable String holderHint) {}
