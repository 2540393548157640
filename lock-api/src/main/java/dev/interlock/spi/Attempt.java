// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition as the store sees it. The engine may send the same attempt again, which must then find its own grant.
 *
 * @param name the lock
 * @param id the future owner
 * @param lease how long the store keeps a grant without a renewal; whole milliseconds
 * @param tokens the number of consecutive fencing tokens to reserve, 1 to {@code capabilities().maxTokens()}
 * @param holderHint a text to store for people who inspect the lock, printable ASCII; or null
 */
public record Attempt(
        LockName name,
        AttemptId id,
        Duration lease,
        int tokens,
        @Nullable String holderHint) {}
