// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.leader;

import dev.interlock.AcquireOptions;
import dev.interlock.ElectionOptions;
import dev.interlock.LeaderTask;
import dev.interlock.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@code @Leader} method of an application. Immutable.
 *
 * @param text the annotation and the method, for messages
 * @param election the name of the election
 * @param client the name of the client's bean; empty is the only or primary one
 * @param options of the candidate
 * @param task calls the method
 */
public record LeaderMethod(String text, String election, String client, ElectionOptions options, LeaderTask task) {

    /**
     * Checks the parameters of an annotated method.
     *
     * @param text the annotation and the method, for messages
     * @param parameters their types
     * @return whether it takes the term
     * @throws IllegalArgumentException if it has other parameters
     */
    public static boolean takesTerm(String text, List<Class<?>> parameters) {
        if (parameters.isEmpty() || parameters.equals(List.of(Leadership.class))) {
            return !parameters.isEmpty();
        }
        throw new IllegalArgumentException(text + ": the method must have no parameter, or one of type Leadership");
    }

    /**
     * Reads the durations of an annotation.
     *
     * @param text the annotation and the method, for messages
     * @param durations by the name of the member: {@code lease}, {@code margin}, {@code delay} or {@code maxTerm}; null if
     *     the member is empty
     * @return the options
     * @throws IllegalArgumentException if a duration is out of bounds
     */
    public static ElectionOptions options(String text, Function<String, @Nullable Duration> durations) {
        ElectionOptions options = ElectionOptions.STANDARD;
        try {
            options = with(
                    options,
                    durations.apply("lease"),
                    (to, lease) -> to.withLock(AcquireOptions.inherited().withLease(lease)));
            options = with(options, durations.apply("margin"), ElectionOptions::withMargin);
            options = with(options, durations.apply("delay"), ElectionOptions::withDelay);
            return with(options, durations.apply("maxTerm"), ElectionOptions::withMaxTerm);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(text + ": " + e.getMessage(), e);
        }
    }

    private static ElectionOptions with(
            ElectionOptions options,
            @Nullable Duration value,
            BiFunction<ElectionOptions, Duration, ElectionOptions> change) {
        return value == null ? options : change.apply(options, value);
    }
}
