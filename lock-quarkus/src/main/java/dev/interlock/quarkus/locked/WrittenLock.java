// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import dev.interlock.AcquireOptions;
import dev.interlock.annotation.OnContention;
import dev.interlock.annotation.call.LockNames;
import dev.interlock.annotation.call.LockedMethod;
import dev.interlock.quarkus.config.QuarkusDuration;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The annotation of a method as written: with placeholders at build time, without them at run time. Immutable.
 *
 * @param method the method, for messages
 * @param names the names of the locks
 * @param onContention the reaction while another holder has the lock
 * @param waitAtMost a duration, {@code unlimited}, or empty
 * @param lease a duration, or empty
 * @param minHold a duration, or empty
 * @param maxHold a duration, or empty
 * @param client the block of the client, or empty
 * @param returned the type of the method's result
 */
public record WrittenLock(
        String method,
        List<String> names,
        OnContention onContention,
        String waitAtMost,
        String lease,
        String minHold,
        String maxHold,
        String client,
        Class<?> returned) {

    private static final String PLACEHOLDER = "${";

    /**
     * Replaces the placeholders.
     *
     * @param placeholders resolves a text
     * @return the same without placeholders
     */
    WrittenLock resolved(UnaryOperator<String> placeholders) {
        return with(placeholders);
    }

    /**
     * Takes away what is known only at run time, so that the rest can be checked.
     *
     * @return the same without the values that have placeholders
     */
    public WrittenLock withoutPlaceholders() {
        WrittenLock known = with(text -> text.contains(PLACEHOLDER) ? "" : text);
        List<String> constant =
                names.stream().filter(name -> !name.contains(PLACEHOLDER)).toList();
        return new WrittenLock(
                method,
                constant,
                onContention,
                known.waitAtMost,
                known.lease,
                known.minHold,
                known.maxHold,
                client,
                returned);
    }

    private WrittenLock with(UnaryOperator<String> change) {
        return new WrittenLock(
                method,
                names.stream().map(change).toList(),
                onContention,
                change.apply(waitAtMost),
                change.apply(lease),
                change.apply(minHold),
                change.apply(maxHold),
                client,
                returned);
    }

    /**
     * Reads the settings.
     *
     * @return what the annotation asks for
     * @throws IllegalArgumentException if it cannot be kept. The message names the method, what was found and the
     *     remedy.
     */
    public LockedMethod settings() {
        AcquireOptions options = AcquireOptions.inherited();
        options = with(options, "waitAtMost", waitAtMost, QuarkusDuration::limit, AcquireOptions::withMaxWait);
        options = with(options, "lease", lease, QuarkusDuration::of, AcquireOptions::withLease);
        options = with(options, "maxHold", maxHold, QuarkusDuration::of, AcquireOptions::withMaxHold);
        Duration shortest = minHold.isEmpty() ? null : refusing("minHold", () -> QuarkusDuration.of(minHold));
        return new LockedMethod(method, onContention, options, shortest, client, returned);
    }

    /**
     * Parses the names, and checks those that are the same in each call.
     *
     * @return the names
     * @throws IllegalArgumentException if one is not valid
     */
    public List<NameTemplate> templates() {
        LockNames checks = checks();
        List<NameTemplate> templates =
                names.stream().map(name -> NameTemplate.of(name, checks)).toList();
        templates.stream()
                .filter(name -> !name.hasExpression())
                .forEach(name -> checks.checked(name.text(), name.text()));
        return templates;
    }

    /**
     * Checks the names of calls.
     *
     * @return the checks, with this method in their messages
     */
    public LockNames checks() {
        return new LockNames(method, "");
    }

    private AcquireOptions with(
            AcquireOptions options,
            String member,
            String written,
            Function<String, Duration> read,
            BiFunction<AcquireOptions, Duration, AcquireOptions> change) {
        return written.isEmpty() ? options : refusing(member, () -> change.apply(options, read.apply(written)));
    }

    private <T> T refusing(String member, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw refused(member + " " + e.getMessage(), e);
        }
    }

    /**
     * Creates the exception for an annotation that cannot be kept.
     *
     * @param reason what is wrong, and the remedy
     * @param cause the cause, or null
     * @return the exception
     */
    public IllegalArgumentException refused(String reason, @Nullable Throwable cause) {
        return new IllegalArgumentException("@Locked on " + method + ": " + reason, cause);
    }
}
