// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static java.util.Objects.requireNonNull;

import dev.interlock.AcquireOptions;
import dev.interlock.micronaut.config.Settings;
import io.micronaut.aop.MethodInvocationContext;
import io.micronaut.context.env.PropertyPlaceholderResolver;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.annotation.AnnotationValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The annotation of one method, read once. Immutable.
 *
 * @param text the method, for messages
 * @param names the names as written; none if they cannot be read because another annotation carries this one
 * @param constant whether every call uses these names unchanged; they have been checked then
 * @param onContention the reaction while another holder has the lock
 * @param options the options of the acquisition; null components inherit
 * @param minHold the shortest hold, or null
 * @param client the name of the client, perhaps empty
 * @param returnsOptional whether a skipped call returns an empty Optional
 */
record LockedMethod(
        String text,
        List<String> names,
        boolean constant,
        OnContention onContention,
        AcquireOptions options,
        @Nullable Duration minHold,
        String client,
        boolean returnsOptional) {

    private static final List<String> DURATIONS = List.of("waitAtMost", "lease", "minHold", "maxHold");

    /**
     * Reads the annotation.
     *
     * @param context a call of the method
     * @param placeholders resolves {@code ${...}}
     * @throws ConfigurationException if the annotation is not valid. The message names the method, the value and the
     *     remedy.
     * @throws IllegalArgumentException if a constant name is not a valid lock name
     */
    static LockedMethod of(MethodInvocationContext<Object, Object> context, PropertyPlaceholderResolver placeholders) {
        AnnotationValue<Locked> annotation = annotation(context);
        String text = context.getDeclaringType().getSimpleName() + "." + context.getMethodName();
        Settings settings = new Settings("@Locked on " + text + ": ");
        for (String name : DURATIONS) {
            String value = annotation.stringValue(name).orElse("");
            // Resolved here, because Micronaut leaves placeholders alone if another member of the annotation is an
            // expression.
            settings.with(name, value.isEmpty() ? null : placeholders.resolveRequiredPlaceholders(value));
        }
        OnContention onContention =
                annotation.enumValue("onContention", OnContention.class).orElse(OnContention.WAIT);
        AcquireOptions options = settings.acquireOptions("waitAtMost", "lease", "maxHold");
        Duration minHold = settings.duration("minHold", Duration.ZERO, AcquireOptions.MAX_LEASE);
        List<String> names = written(context);
        LockedMethod method = new LockedMethod(
                text,
                names,
                !names.isEmpty() && names.stream().noneMatch(LockNames::hasExpression),
                onContention,
                options,
                minHold,
                annotation.stringValue("client").orElse(""),
                Optional.class.equals(context.getReturnType().getType()));
        method.check(context.getReturnType().getType());
        if (method.constant) {
            LockNames.checkConstant(context, method);
        }
        return method;
    }

    /** The annotation of the method, or else that of its class. Members of the two are never mixed. */
    static AnnotationValue<Locked> annotation(MethodInvocationContext<Object, Object> context) {
        AnnotationValue<Locked> own = context.getDeclaredAnnotation(Locked.class);
        AnnotationValue<Locked> found = own != null ? own : context.getAnnotation(Locked.class);
        return requireNonNull(found, "@Locked");
    }

    /** The names as written at the method, or else at its class. */
    private static List<String> written(MethodInvocationContext<Object, Object> context) {
        Locked own = context.getTargetMethod().getAnnotation(Locked.class);
        Locked found = own != null ? own : context.getDeclaringType().getAnnotation(Locked.class);
        return found == null ? List.of() : List.of(found.value());
    }

    private void check(Class<?> returned) {
        if (onContention != OnContention.WAIT && options.maxWait() != null) {
            throw refused("waitAtMost is for onContention = WAIT but that is " + onContention + ": remove one of them");
        }
        if (onContention == OnContention.SKIP && returned.isPrimitive() && returned != void.class) {
            throw refused("onContention = SKIP needs a result that can say that the call was skipped, but the method"
                    + " returns " + returned + ": return an Optional, or use FAIL");
        }
        if (Future.class.isAssignableFrom(returned) && !CompletionStage.class.isAssignableFrom(returned)) {
            throw refused("the end of a " + returned.getSimpleName()
                    + " cannot be seen, so its work would run on after the release: return a CompletionStage");
        }
        Duration longest = options.maxHold();
        if (minHold != null && longest != null && minHold.compareTo(longest) > 0) {
            throw refused("minHold must be <= maxHold but was " + minHold + " > " + longest);
        }
    }

    private ConfigurationException refused(String reason) {
        return new ConfigurationException("@Locked on " + text + ": " + reason);
    }

    /**
     * The options of the acquisition: those of the annotation over those of the lock's block. A lease of the annotation
     * also overrides an adaptive lease of the block.
     */
    AcquireOptions optionsFor(AcquireOptions named) {
        AcquireOptions merged = options;
        if (options.lease() == null) {
            merged = Settings.changed(merged, named.lease(), AcquireOptions::withLease);
            merged = Settings.changed(merged, named.adaptiveLease(), Settings::withAdaptiveLease);
        }
        if (options.maxHold() == null) {
            merged = Settings.changed(merged, named.maxHold(), AcquireOptions::withMaxHold);
        }
        merged = Settings.changed(merged, named.retry(), AcquireOptions::withRetry);
        merged = Settings.changed(merged, named.lockDelay(), AcquireOptions::withLockDelay);
        if (onContention != OnContention.WAIT) {
            return merged.withMaxWait(Duration.ZERO);
        }
        return options.maxWait() != null
                ? merged
                : Settings.changed(merged, named.maxWait(), AcquireOptions::withMaxWait);
    }

    /** The shortest hold, by default the configured one. */
    @Nullable
    Duration minHoldOr(@Nullable Duration configured) {
        return minHold != null ? minHold : configured;
    }

    /** The result of a skipped call. */
    @Nullable
    Object skipped() {
        return returnsOptional ? Optional.empty() : null;
    }
}
