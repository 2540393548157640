// SPDX-License-Identifier: Apache-2.0
package dev.interlock.opentelemetry;

import dev.interlock.CallerListener;
import dev.interlock.Holder;
import dev.interlock.LockCall;
import dev.interlock.LockEvent;
import dev.interlock.LockException;
import dev.interlock.LockGroups;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes spans of the acquisitions and holds of one client. {@value #ACQUIRE} is the wait, a child of the caller's current
 * span; {@value #HOLD} is its sibling, linked to it, with events for renewals, doubts and a loss. Each lock that the client
 * gets from the store carries the trace of its caller in its holder hint. Register one for each client, from its start
 * with {@link dev.interlock.ClientOptions#withListeners}. Thread-safe.
 *
 * <pre>{@code
 * LockTracing tracing = new LockTracing(openTelemetry, "redis");
 * LockClient client = LockClient.connect(
 *         LockSettings.of(uri).withClient(ClientOptions.STANDARD.withListeners(tracing)));
 * }</pre>
 *
 * <p>A wait begins when the call does; all other times are those at which this listener learns of an event, a moment late.
 */
public final class LockTracing implements CallerListener {

    /** The name of the span of a wait, from the call to its end. */
    public static final String ACQUIRE = "lock.acquire";

    /** The name of the span of a hold, from the grant to its release or loss. */
    public static final String HOLD = "lock.hold";

    private final Tracer tracer;
    private final String store;
    private final LockGroups groups;
    private final Function<String, Optional<Holder>> holders;
    private final HoldSpans holds;

    /**
     * Creates a listener for one client.
     *
     * @param openTelemetry makes the spans
     * @param store the attribute {@link LockAttributes#STORE} of all spans, such as the kind of store: see
     *     {@link dev.interlock.Capabilities#backend()}
     */
    public LockTracing(OpenTelemetry openTelemetry, String store) {
        this(
                openTelemetry.getTracer("dev.interlock"),
                Objects.requireNonNull(store, "store"),
                LockGroups.NONE,
                name -> Optional.empty());
    }

    private LockTracing(Tracer tracer, String store, LockGroups groups, Function<String, Optional<Holder>> holders) {
        this.tracer = tracer;
        this.store = store;
        this.groups = groups;
        this.holders = holders;
        this.holds = new HoldSpans();
    }

    /**
     * Returns a listener whose spans have the attribute {@link LockAttributes#GROUP}.
     *
     * @param value the groups of locks
     * @return a new listener, without spans
     */
    public LockTracing withGroups(LockGroups value) {
        return new LockTracing(tracer, store, value, holders);
    }

    /**
     * Returns a listener that asks who has the lock whenever a wait timed out: the span of the wait gets the holder's hint,
     * and a link to the holder's trace if the hint names one. Without this, only holders of the same client are linked.
     *
     * <p>Each wait in vain then costs a request to the store. It is made on the listener's thread, so while the store is
     * slow, later spans end late. Waits that end without a time-out cost nothing.
     *
     * @param inspect returns the holder of a lock by its name, such as {@code name -> client.inspect(name)}
     * @return a new listener, without spans
     */
    public LockTracing withHolders(Function<String, Optional<Holder>> inspect) {
        return new LockTracing(tracer, store, groups, Objects.requireNonNull(inspect, "inspect"));
    }

    @Override
    public LockCall called(String lockName) {
        Context context = Context.current();
        Span wait = span(ACQUIRE, lockName, context).startSpan();
        return new TracedCall(wait, context);
    }

    @Override
    public void on(LockEvent event) {
        holds.note(event);
    }

    private SpanBuilder span(String kind, String lockName, Context parent) {
        SpanBuilder span = tracer.spanBuilder(kind)
                .setParent(parent)
                .setAttribute(LockAttributes.NAME, lockName)
                .setAttribute(LockAttributes.STORE, store);
        return groups.isEmpty() ? span : span.setAttribute(LockAttributes.GROUP, groups.group(lockName));
    }

    /** One acquisition: its span, and the caller's context, in which the hold is a span as well. */
    private final class TracedCall implements LockCall {

        private final Span wait;
        private final Context caller;

        TracedCall(Span wait, Context caller) {
            this.wait = wait;
            this.caller = caller;
        }

        @Override
        public @Nullable String holderHint() {
            return TraceHint.text(wait.getSpanContext());
        }

        @Override
        public void ended(LockEvent event) {
            if (event instanceof LockEvent.TimedOut || event instanceof LockEvent.Taken) {
                linkHolder(event);
            }
            AcquireSpan.end(wait, event);
            if (event instanceof LockEvent.Acquired acquired) {
                holds.begin(acquired, hold(acquired));
            }
        }

        private Span hold(LockEvent.Acquired acquired) {
            // A caller without a span gets one trace for both.
            Context parent = Span.fromContext(caller).getSpanContext().isValid() ? caller : caller.with(wait);
            return span(HOLD, acquired.lockName(), parent)
                    .addLink(wait.getSpanContext())
                    .setAttribute(LockAttributes.FENCING_TOKEN, acquired.fencingToken())
                    .startSpan();
        }

        private void linkHolder(LockEvent event) {
            Optional<Span> own = holds.current(event.lockName());
            if (own.isPresent()) {
                wait.addLink(own.get().getSpanContext());
            } else if (event instanceof LockEvent.TimedOut) {
                inspect(event.lockName()).ifPresent(hint -> {
                    wait.setAttribute(LockAttributes.HOLDER, hint);
                    TraceHint.parse(hint).ifPresent(wait::addLink);
                });
            }
        }

        private Optional<String> inspect(String lockName) {
            try {
                return holders.apply(lockName).flatMap(Holder::hint);
            } catch (LockException e) {
                // The store is out of reach, or the client is closed: the span ends without its holder.
                return Optional.empty();
            }
        }
    }
}
