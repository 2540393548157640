// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import dev.interlock.AcquireOptions;
import dev.interlock.annotation.OnContention;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The annotation of one method, as a framework has read it. Immutable.
 *
 * @param text the method, for messages
 * @param onContention the reaction while another holder has the lock
 * @param options the options of the acquisition; null components inherit
 * @param minHold the shortest hold, or null
 * @param client the name of the client, perhaps empty
 * @param returned the type of the method's result
 */
public record LockedMethod(
        String text,
        OnContention onContention,
        AcquireOptions options,
        @Nullable Duration minHold,
        String client,
        Class<?> returned) {

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if they contradict each other or the type of the result. The message names the
     *     method, the values and the remedy.
     */
    public LockedMethod {
        if (onContention != OnContention.WAIT && options.maxWait() != null) {
            throw refused(
                    text, "waitAtMost is for onContention = WAIT but that is " + onContention + ": remove one of them");
        }
        if (onContention == OnContention.SKIP && returned.isPrimitive() && returned != void.class) {
            throw refused(
                    text,
                    "onContention = SKIP needs a result that can say that the call was skipped, but the method"
                            + " returns " + returned + ": return an Optional, or use FAIL");
        }
        if (Future.class.isAssignableFrom(returned) && !CompletionStage.class.isAssignableFrom(returned)) {
            throw refused(
                    text,
                    "the end of a " + returned.getSimpleName()
                            + " cannot be seen, so its work would run on after the release: return a CompletionStage");
        }
        Duration longest = options.maxHold();
        if (minHold != null && longest != null && minHold.compareTo(longest) > 0) {
            throw refused(text, "minHold must be <= maxHold but was " + minHold + " > " + longest);
        }
    }

    private static IllegalArgumentException refused(String text, String reason) {
        return new IllegalArgumentException("@Locked on " + text + ": " + reason);
    }

    /**
     * The options of the acquisition: those of the annotation over those of the lock's block. A lease of the annotation
     * also overrides an adaptive lease of the block.
     */
    AcquireOptions optionsFor(AcquireOptions named) {
        AcquireOptions merged = options;
        if (options.lease() == null) {
            merged = changed(merged, named.lease(), AcquireOptions::withLease);
            merged = changed(
                    merged,
                    named.adaptiveLease(),
                    (changed, range) -> changed.withAdaptiveLease(range.shortest(), range.longest()));
        }
        if (options.maxHold() == null) {
            merged = changed(merged, named.maxHold(), AcquireOptions::withMaxHold);
        }
        merged = changed(merged, named.retry(), AcquireOptions::withRetry);
        merged = changed(merged, named.lockDelay(), AcquireOptions::withLockDelay);
        merged = changed(merged, named.retention(), AcquireOptions::withRetention);
        if (onContention != OnContention.WAIT) {
            return merged.withMaxWait(Duration.ZERO);
        }
        return options.maxWait() != null ? merged : changed(merged, named.maxWait(), AcquireOptions::withMaxWait);
    }

    private static <T> AcquireOptions changed(
            AcquireOptions options, @Nullable T value, BiFunction<AcquireOptions, T, AcquireOptions> with) {
        return value == null ? options : with.apply(options, value);
    }

    boolean skips() {
        return onContention == OnContention.SKIP;
    }

    /** The result of a skipped call that ends when it returns. */
    @Nullable
    Object skipped() {
        return Optional.class.equals(returned) ? Optional.empty() : null;
    }
}
