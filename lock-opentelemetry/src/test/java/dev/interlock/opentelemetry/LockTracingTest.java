// SPDX-License-Identifier: Apache-2.0
package dev.interlock.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.Holder;
import dev.interlock.LockCall;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockGroups;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockUnavailableException;
import dev.interlock.LossCause;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.memory.MemoryStore;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The spans of a client, as an exporter gets them. */
final class LockTracingTest {

    private static final Duration TWO = Duration.ofMillis(2);
    private static final AcquireOptions SHORT_WAIT = AcquireOptions.waitAtMost(Duration.ofMillis(20));

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build();
    private final OpenTelemetrySdk openTelemetry =
            OpenTelemetrySdk.builder().setTracerProvider(provider).build();
    private final Tracer tracer = openTelemetry.getTracer("test");
    private final MemoryStore store = new MemoryStore();
    private final LockTracing tracing = new LockTracing(openTelemetry, "memory");
    private final LockClient client = client(tracing);

    private LockClient client(LockTracing listener) {
        return LockClient.using(
                store.backend(), ClientOptions.STANDARD.withHolderHint("shop-7").withListeners(listener));
    }

    @AfterEach
    void close() {
        client.close();
        provider.close();
    }

    @Test
    void wait_and_hold_are_children_of_the_callers_span_and_linked() {
        Span caller = tracer.spanBuilder("pay").startSpan();
        try (Scope scope = caller.makeCurrent();
                LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow()) {
            assertThat(scope).isNotNull();
            assertThat(handle.fencingToken()).isEqualTo(1);
        }
        SpanData hold = awaitSpan(LockTracing.HOLD);
        SpanData wait = awaitSpan(LockTracing.ACQUIRE);
        assertThat(List.of(wait, hold)).allSatisfy(span -> {
            assertThat(span.getTraceId()).isEqualTo(caller.getSpanContext().getTraceId());
            assertThat(span.getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
            assertThat(span.getAttributes().get(LockAttributes.NAME)).isEqualTo("order-7");
            assertThat(span.getAttributes().get(LockAttributes.STORE)).isEqualTo("memory");
            assertThat(span.getAttributes().get(LockAttributes.GROUP)).isNull();
            assertThat(span.getAttributes().get(LockAttributes.FENCING_TOKEN)).isEqualTo(1);
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        });
        assertThat(wait.getAttributes().get(LockAttributes.OUTCOME)).isEqualTo("acquired");
        assertThat(wait.getAttributes().get(LockAttributes.WAITED)).isNotNull();
        assertThat(hold.getAttributes().get(LockAttributes.OUTCOME)).isEqualTo("released");
        assertThat(hold.getAttributes().get(LockAttributes.HELD)).isPositive();
        assertThat(hold.getLinks())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanContext()).isEqualTo(wait.getSpanContext()));
        assertThat(hold.getStartEpochNanos()).isGreaterThanOrEqualTo(wait.getStartEpochNanos());
    }

    @Test
    void a_caller_on_another_thread_later_keeps_its_trace() throws Exception {
        LockHandle held = client.lock("a").tryAcquire().orElseThrow();
        Span caller = tracer.spanBuilder("pay").startSpan();
        var waiting =
                caller(caller, () -> client.lock("a").acquireAsync(AcquireOptions.waitAtMost(Duration.ofMinutes(1))));
        held.close();
        waiting.get(10, TimeUnit.SECONDS).close();
        await().untilAsserted(() -> assertThat(exporter.getFinishedSpanItems())
                .filteredOn(
                        span -> span.getTraceId().equals(caller.getSpanContext().getTraceId()))
                .extracting(SpanData::getName)
                .containsExactlyInAnyOrder(LockTracing.ACQUIRE, LockTracing.HOLD));
    }

    private static <T> T caller(Span span, Supplier<T> call) {
        try (Scope scope = span.makeCurrent()) {
            assertThat(scope).isNotNull();
            return call.get();
        }
    }

    @Test
    void a_caller_without_a_trace_gets_one_for_wait_and_hold() {
        client.lock("a").tryAcquire().orElseThrow().close();
        SpanData hold = awaitSpan(LockTracing.HOLD);
        SpanData wait = awaitSpan(LockTracing.ACQUIRE);
        assertThat(hold.getTraceId()).isEqualTo(wait.getTraceId());
        assertThat(hold.getParentSpanId()).isEqualTo(wait.getSpanId());
    }

    @Test
    void the_store_shows_which_trace_has_the_lock() {
        Span caller = tracer.spanBuilder("pay").startSpan();
        try (LockHandle handle =
                caller(caller, () -> client.lock("a").tryAcquire().orElseThrow())) {
            assertThat(handle.fencingToken()).isPositive();
            assertThat(client.inspect("a").flatMap(Holder::hint))
                    .hasValueSatisfying(hint -> assertThat(hint)
                            .startsWith(
                                    "shop-7 trace=" + caller.getSpanContext().getTraceId() + "-"));
        }
    }

    @Test
    void a_wait_in_vain_is_linked_to_the_holder_of_another_client_that_the_store_names() throws Exception {
        Span holding = tracer.spanBuilder("nightly").startSpan();
        LockTracing asking = new LockTracing(openTelemetry, "memory").withHolders(name -> client.inspect(name));
        try (LockHandle handle =
                        caller(holding, () -> client.lock("a").tryAcquire().orElseThrow());
                LockClient other = client(asking)) {
            assertThat(handle.fencingToken()).isPositive();
            assertThat(other.lock("a").tryAcquire(SHORT_WAIT)).isEmpty();
            SpanData wait = awaitOutcome("timed_out");
            assertThat(wait.getAttributes().get(LockAttributes.HOLDER)).startsWith("shop-7 trace=");
            assertThat(wait.getLinks())
                    .singleElement()
                    .satisfies(link -> assertThat(link.getSpanContext().getTraceId())
                            .isEqualTo(holding.getSpanContext().getTraceId()));
        }
    }

    @Test
    void a_wait_in_vain_ends_without_its_holder_when_the_store_does_not_say() throws Exception {
        LockTracing asking = new LockTracing(openTelemetry, "memory").withHolders(name -> {
            throw new LockUnavailableException("down", null);
        });
        try (LockHandle handle = client.lock("a").tryAcquire().orElseThrow();
                LockClient other = client(asking)) {
            assertThat(handle.fencingToken()).isPositive();
            assertThat(other.lock("a").tryAcquire(SHORT_WAIT)).isEmpty();
            assertThat(awaitOutcome("timed_out").getLinks()).isEmpty();
        }
    }

    /** It costs no request, so a try has it as well. */
    @Test
    void a_try_is_linked_to_the_hold_of_the_same_client() {
        try (LockHandle handle = client.lock("a").tryAcquire().orElseThrow()) {
            assertThat(handle.fencingToken()).isPositive();
            assertThat(client.lock("a").tryAcquire()).isEmpty();
            awaitOutcome("taken");
        }
        SpanData hold = awaitSpan(LockTracing.HOLD);
        assertThat(awaitOutcome("taken").getLinks())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanContext()).isEqualTo(hold.getSpanContext()));
    }

    @Test
    void each_lock_of_a_set_has_its_spans() {
        Span caller = tracer.spanBuilder("transfer").startSpan();
        try (MultiLockHandle set = caller(
                caller, () -> client.lockAll(List.of("a", "b")).tryAcquire().orElseThrow())) {
            assertThat(set.fencingTokens()).hasSize(2);
        }
        await().untilAsserted(() -> assertThat(exporter.getFinishedSpanItems())
                .allMatch(span ->
                        span.getParentSpanId().equals(caller.getSpanContext().getSpanId()))
                .extracting(span -> span.getName() + " " + span.getAttributes().get(LockAttributes.NAME))
                .containsExactlyInAnyOrder("lock.acquire a", "lock.acquire b", "lock.hold a", "lock.hold b"));
    }

    @Test
    void groups_are_an_attribute() {
        LockTracing grouped = tracing.withGroups(LockGroups.of("order-*"));
        grouped.called("order-7").ended(new LockEvent.Taken("order-7", TWO));
        grouped.called("invoice-7").ended(new LockEvent.Taken("invoice-7", TWO));
        assertThat(exporter.getFinishedSpanItems())
                .extracting(span -> span.getAttributes().get(LockAttributes.GROUP))
                .containsExactly("order-*", "other");
    }

    @Test
    void each_end_of_a_wait_has_its_outcome_and_only_failures_are_errors() {
        assertThat(end(new LockEvent.Cancelled("a", TWO)).getStatus().getStatusCode())
                .isEqualTo(StatusCode.UNSET);
        assertThat(end(new LockEvent.TimedOut("a", TWO)).getStatus().getStatusCode())
                .isEqualTo(StatusCode.UNSET);
        assertThat(end(new LockEvent.Unavailable("a", "down")).getStatus())
                .satisfies(status -> assertThat(status.getStatusCode()).isEqualTo(StatusCode.ERROR))
                .satisfies(status -> assertThat(status.getDescription()).isEqualTo("down"));
        assertThat(end(new LockEvent.OutcomeUnknown("a", TWO, "silence"))
                        .getStatus()
                        .getStatusCode())
                .isEqualTo(StatusCode.ERROR);
        assertThat(exporter.getFinishedSpanItems())
                .extracting(span -> span.getAttributes().get(LockAttributes.OUTCOME))
                .containsExactly("cancelled", "timed_out", "unavailable", "unknown");
    }

    private SpanData end(LockEvent event) {
        tracing.called("a").ended(event);
        List<SpanData> spans = exporter.getFinishedSpanItems();
        return spans.get(spans.size() - 1);
    }

    @Test
    void what_happens_to_a_hold_is_an_event_of_its_span() {
        LockCall call = tracing.called("a");
        call.ended(new LockEvent.Acquired("a", 7, TWO));
        tracing.on(new LockEvent.Renewed("a", 7));
        tracing.on(new LockEvent.Renewed("a", 6));
        tracing.on(new LockEvent.RenewalFailed("a", 7, TWO, "silence"));
        tracing.on(new LockEvent.RenewalDelayed("a", 7, TWO, TWO));
        tracing.on(new LockEvent.Uncertain("a", 7, "suspended"));
        tracing.on(new LockEvent.Abandoned("a", 7, "collected"));
        tracing.on(new LockEvent.Lost("a", new LockLost("a", 6, LossCause.EXPIRED, "an older hold")));
        tracing.on(new LockEvent.Lost("a", new LockLost("a", 7, LossCause.EXPIRED, "too late")));
        SpanData hold = awaitSpan(LockTracing.HOLD);
        assertThat(hold.getEvents())
                .extracting(EventData::getName)
                .containsExactly("renewed", "renewal_failed", "renewal_delayed", "uncertain", "abandoned", "lost");
        assertThat(hold.getEvents().get(2).getAttributes().get(LockAttributes.LATE))
                .isEqualTo(0.002);
        assertThat(hold.getEvents().get(5).getAttributes().get(LockAttributes.LOSS_CAUSE))
                .isEqualTo("expired");
        assertThat(hold.getAttributes().get(LockAttributes.OUTCOME)).isEqualTo("lost");
        assertThat(hold.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(hold.getStatus().getDescription()).isEqualTo("too late");
    }

    @Test
    void a_release_without_confirmation_is_an_error_and_a_missed_end_leaves_no_span_open() {
        tracing.called("a").ended(new LockEvent.Acquired("a", 7, TWO));
        tracing.called("a").ended(new LockEvent.Acquired("a", 8, TWO));
        tracing.on(new LockEvent.Released("a", 7, TWO));
        tracing.on(new LockEvent.ReleaseFailed("a", 8, ReleaseResult.UNKNOWN, "silence"));
        assertThat(exporter.getFinishedSpanItems())
                .filteredOn(span -> span.getName().equals(LockTracing.HOLD))
                .extracting(
                        span -> Optional.ofNullable(span.getAttributes().get(LockAttributes.OUTCOME)),
                        span -> span.getStatus().getStatusCode())
                .containsExactly(
                        tuple(Optional.empty(), StatusCode.UNSET), tuple(Optional.of("unknown"), StatusCode.ERROR));
    }

    @Test
    void without_an_sdk_the_hint_is_the_clients_alone() {
        LockCall call = new LockTracing(OpenTelemetry.noop(), "memory").called("a");
        assertThat(call.holderHint()).isNull();
        call.ended(new LockEvent.Acquired("a", 7, TWO));
    }

    @Test
    void a_foreign_hint_names_a_trace_only_in_our_form() {
        Function<String, Boolean> names = hint -> TraceHint.parse(hint).isPresent();
        assertThat(names.apply("shop-7 trace=4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"))
                .isTrue();
        assertThat(names.apply("trace=00000000000000000000000000000000-00f067aa0ba902b7"))
                .isFalse();
        assertThat(names.apply("trace=4bf92f3577b34da6a3ce929d0e0e4736")).isFalse();
        assertThat(names.apply("shop-7:4711")).isFalse();
    }

    private SpanData awaitSpan(String name) {
        return await().until(() -> span(name), Optional::isPresent).orElseThrow();
    }

    private Optional<SpanData> span(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst();
    }

    private SpanData awaitOutcome(String outcome) {
        return await().until(
                        () -> exporter.getFinishedSpanItems().stream()
                                .filter(span ->
                                        outcome.equals(span.getAttributes().get(LockAttributes.OUTCOME)))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
