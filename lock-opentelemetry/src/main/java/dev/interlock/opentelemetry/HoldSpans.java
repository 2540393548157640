// SPDX-License-Identifier: Apache-2.0
package dev.interlock.opentelemetry;

import dev.interlock.LockEvent;
import dev.interlock.LockLost;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The spans of the holds of one client, which holds a name only once at a time. Thread-safe. */
final class HoldSpans {

    /** More holds could only come from many lost events. */
    private static final int MAX = 100_000;

    private final Map<String, OpenHold> byName = new ConcurrentHashMap<>();

    private record OpenHold(long token, Span span) {}

    /** A hold began. A former one of the name is over, although its end was not reported. */
    void begin(LockEvent.Acquired acquired, Span span) {
        if (byName.size() < MAX) {
            OpenHold former = byName.put(acquired.lockName(), new OpenHold(acquired.fencingToken(), span));
            if (former != null) {
                former.span.end();
            }
        }
    }

    /** The span of the present hold of a lock. */
    Optional<Span> current(String lockName) {
        return Optional.ofNullable(byName.get(lockName)).map(OpenHold::span);
    }

    void note(LockEvent event) {
        if (event instanceof LockEvent.Released released) {
            Span span = ended(event, released.fencingToken());
            if (span != null) {
                span.setAttribute(LockAttributes.OUTCOME, "released");
                span.setAttribute(LockAttributes.HELD, AcquireSpan.seconds(released.held()));
                span.end();
            }
        } else if (event instanceof LockEvent.ReleaseFailed failed) {
            Span span = ended(event, failed.fencingToken());
            if (span != null) {
                span.setAttribute(LockAttributes.OUTCOME, text(failed.result()));
                span.setStatus(StatusCode.ERROR, failed.reason());
                span.end();
            }
        } else if (event instanceof LockEvent.Lost lost) {
            lost(event, lost.loss());
        } else {
            noteOpen(event);
        }
    }

    private void lost(LockEvent event, LockLost loss) {
        Span span = ended(event, loss.fencingToken());
        if (span != null) {
            span.addEvent(
                    "lost",
                    Attributes.of(LockAttributes.LOSS_CAUSE, text(loss.cause()), LockAttributes.REASON, loss.detail()));
            span.setAttribute(LockAttributes.OUTCOME, "lost");
            span.setStatus(StatusCode.ERROR, loss.detail());
            span.end();
        }
    }

    private void noteOpen(LockEvent event) {
        if (event instanceof LockEvent.Renewed renewed) {
            add(event, renewed.fencingToken(), "renewed", Attributes.empty());
        } else if (event instanceof LockEvent.RenewalFailed failed) {
            add(event, failed.fencingToken(), "renewal_failed", Attributes.of(LockAttributes.REASON, failed.reason()));
        } else if (event instanceof LockEvent.RenewalDelayed delayed) {
            add(
                    event,
                    delayed.fencingToken(),
                    "renewal_delayed",
                    Attributes.of(LockAttributes.LATE, AcquireSpan.seconds(delayed.late())));
        } else if (event instanceof LockEvent.Uncertain uncertain) {
            add(event, uncertain.fencingToken(), "uncertain", Attributes.of(LockAttributes.REASON, uncertain.reason()));
        } else if (event instanceof LockEvent.Abandoned abandoned) {
            add(event, abandoned.fencingToken(), "abandoned", Attributes.of(LockAttributes.REASON, abandoned.detail()));
        }
    }

    private void add(LockEvent event, long token, String name, Attributes attributes) {
        OpenHold hold = byName.get(event.lockName());
        if (hold != null && hold.token == token) {
            hold.span.addEvent(name, attributes);
        }
    }

    private @Nullable Span ended(LockEvent event, long token) {
        OpenHold hold = byName.get(event.lockName());
        return hold != null && hold.token == token && byName.remove(event.lockName(), hold) ? hold.span : null;
    }

    private static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
