// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.AcquireOptions;
import dev.interlock.annotation.call.LockNames;
import dev.interlock.annotation.call.LockedMethod;
import dev.interlock.annotation.setting.WrittenDuration;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.expression.ParseException;
import org.springframework.expression.common.TemplateParserContext;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.StringValueResolver;

/** Reads the annotation of a method. Thread-safe. */
final class AnnotationReader {

    private static final String UNLIMITED = "unlimited";

    private final SpelExpressionParser parser = new SpelExpressionParser();
    private final ParameterNameDiscoverer parameterNames = new DefaultParameterNameDiscoverer();
    private final StringValueResolver placeholders;

    /**
     * A reader.
     *
     * @param placeholders resolves {@code ${...}}
     */
    AnnotationReader(StringValueResolver placeholders) {
        this.placeholders = placeholders;
    }

    /**
     * Reads an annotation.
     *
     * @throws IllegalArgumentException if it cannot be kept. The message names the method, what was found and the
     *     remedy.
     */
    AnnotatedMethod read(Locked annotation, Method method) {
        String text = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        LockedMethod settings = new LockedMethod(
                text,
                annotation.onContention(),
                options(annotation, text),
                duration(text, "minHold", annotation.minHold()),
                annotation.client(),
                method.getReturnType());
        List<NameTemplate> names = Arrays.stream(annotation.value())
                .map(name -> template(name, text))
                .toList();
        if (names.isEmpty()) {
            throw new LockNames(text, "").refused("", "is missing", null);
        }
        boolean constant = names.stream().noneMatch(NameTemplate::hasExpression);
        AnnotatedMethod read = new AnnotatedMethod(
                settings, names, constant ? List.of() : parameters(method, text), kind(method.getReturnType()));
        if (constant) {
            names.forEach(name -> name.nameIn(null, new LockNames(text, "")));
        }
        return read;
    }

    private AcquireOptions options(Locked annotation, String text) {
        AcquireOptions options = AcquireOptions.inherited();
        options = with(options, text, "waitAtMost", annotation.waitAtMost(), AcquireOptions::withMaxWait);
        options = with(options, text, "lease", annotation.lease(), AcquireOptions::withLease);
        return with(options, text, "maxHold", annotation.maxHold(), AcquireOptions::withMaxHold);
    }

    private AcquireOptions with(
            AcquireOptions options,
            String text,
            String member,
            String written,
            BiFunction<AcquireOptions, Duration, AcquireOptions> change) {
        Duration value = duration(text, member, written);
        if (value == null) {
            return options;
        }
        try {
            return change.apply(options, value);
        } catch (IllegalArgumentException e) {
            throw refused(text, member, String.valueOf(e.getMessage()), e);
        }
    }

    private @Nullable Duration duration(String text, String member, String written) {
        String value = resolved(text, written);
        if (value.isEmpty()) {
            return null;
        }
        if (value.equals(UNLIMITED) && member.equals("waitAtMost")) {
            return AcquireOptions.UNLIMITED;
        }
        try {
            return WrittenDuration.of(value, DurationStyle::detectAndParse);
        } catch (IllegalArgumentException e) {
            throw refused(text, member, String.valueOf(e.getMessage()), e);
        }
    }

    private String resolved(String text, String written) {
        try {
            String value = placeholders.resolveStringValue(written);
            return value == null ? "" : value.trim();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("@Locked on " + text + ": " + e.getMessage(), e);
        }
    }

    private NameTemplate template(String written, String text) {
        String name = resolved(text, written);
        try {
            return new NameTemplate(name, parser.parseExpression(name, new TemplateParserContext("#{", "}")));
        } catch (ParseException e) {
            throw new LockNames(text, "").refused(written, "is no expression (" + e.getMessage() + ")", e);
        }
    }

    private List<String> parameters(Method method, String text) {
        @Nullable String @Nullable [] names = parameterNames.getParameterNames(method);
        if (names == null) {
            throw new IllegalArgumentException("@Locked on " + text
                    + ": its name has an expression, but the names of the method's parameters are not in its class"
                    + " file: compile with -parameters");
        }
        return Arrays.stream(names).map(String::valueOf).toList();
    }

    private static ResultKind kind(Class<?> returned) {
        if (CompletionStage.class.isAssignableFrom(returned)) {
            return ResultKind.STAGE;
        }
        return ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) == null
                ? ResultKind.SYNCHRONOUS
                : ResultKind.STREAM;
    }

    private static IllegalArgumentException refused(String text, String member, String reason, Throwable cause) {
        return new IllegalArgumentException("@Locked on " + text + ": " + member + " " + reason, cause);
    }
}
