// SPDX-License-Identifier: Apache-2.0
package dev.interlock.opentelemetry;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The trace of a holder in its hint: {@code trace=} with the ids of the trace and of the span, in hexadecimal. */
final class TraceHint {

    private static final Pattern TRACE = Pattern.compile("\\btrace=([0-9a-f]{32})-([0-9a-f]{16})\\b");

    private TraceHint() {}

    /** The text for the hint; null without a trace. */
    static @Nullable String text(SpanContext span) {
        return span.isValid() ? "trace=" + span.getTraceId() + "-" + span.getSpanId() : null;
    }

    /** The span of the holder, if its hint names one. */
    static Optional<SpanContext> parse(String hint) {
        Matcher found = TRACE.matcher(hint);
        return found.find()
                ? Optional.of(SpanContext.createFromRemoteParent(
                                found.group(1), found.group(2), TraceFlags.getSampled(), TraceState.getDefault()))
                        .filter(SpanContext::isValid)
                : Optional.empty();
    }
}
