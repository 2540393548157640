// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import dev.interlock.AcquireOptions;
import dev.interlock.CallerListener;
import dev.interlock.ClientOptions;
import dev.interlock.LockCall;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.memory.MemoryStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording has of a client. */
final class LockJfrEventsTest {

    private static final Duration TWO = Duration.ofMillis(2);

    @TempDir
    Path directory;

    private final LockJfrEvents events = new LockJfrEvents("memory");

    /** The listener under test, and the events that it has seen: a recording ends after the last of them. */
    private static final class Followed implements CallerListener {

        private final LockJfrEvents events = new LockJfrEvents("memory");
        private final List<LockEvent> seen = new CopyOnWriteArrayList<>();

        @Override
        public @Nullable LockCall called(String lockName) {
            return events.called(lockName);
        }

        @Override
        public void on(LockEvent event) {
            events.on(event);
            seen.add(event);
        }
    }

    @Test
    void waits_and_holds_of_a_client_are_recorded() throws Exception {
        Followed followed = new Followed();
        List<RecordedEvent> recorded = record(() -> {
            MemoryStore store = new MemoryStore();
            try (LockClient client =
                    LockClient.using(store.backend(), ClientOptions.STANDARD.withListeners(followed))) {
                LockHandle handle = client.lock("order-7").tryAcquire().orElseThrow();
                assertThat(client.lock("order-7").tryAcquire()).isEmpty();
                assertThat(client.lock("order-7").tryAcquire(AcquireOptions.waitAtMost(TWO)))
                        .isEmpty();
                handle.close();
                await().until(() -> followed.seen.stream().anyMatch(LockEvent.Released.class::isInstance));
            }
        });
        assertThat(recorded)
                .filteredOn(event -> name(event).equals(LockJfrEvents.WAIT))
                .extracting(
                        event -> event.getString("lock"),
                        event -> event.getString("store"),
                        event -> event.getString("outcome"),
                        event -> event.getLong("token"),
                        event -> event.getThread("caller").getJavaName())
                .containsExactlyInAnyOrder(
                        tuple("order-7", "memory", "acquired", 1L, caller()),
                        tuple("order-7", "memory", "taken", 0L, caller()),
                        tuple("order-7", "memory", "timed_out", 0L, caller()));
        assertThat(recorded)
                .filteredOn(event -> name(event).equals(LockJfrEvents.HOLD))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getString("outcome")).isEqualTo("released");
                    assertThat(event.getLong("token")).isEqualTo(1);
                    assertThat(event.getDuration("held")).isGreaterThanOrEqualTo(TWO);
                    assertThat(event.getDuration()).isGreaterThanOrEqualTo(TWO);
                    assertThat(event.getThread("caller").getJavaName()).isEqualTo(caller());
                });
    }

    private static String caller() {
        return Thread.currentThread().getName();
    }

    @Test
    void each_end_of_an_acquisition_has_its_outcome() throws Exception {
        List<RecordedEvent> recorded = record(() -> {
            ended(new LockEvent.Cancelled("a", TWO));
            ended(new LockEvent.Unavailable("a", "down"));
            ended(new LockEvent.OutcomeUnknown("a", TWO, "silence"));
        });
        assertThat(recorded)
                .extracting(event -> event.getString("outcome"), event -> event.getDuration("waited"))
                .containsExactlyInAnyOrder(
                        tuple("cancelled", TWO), tuple("unavailable", Duration.ZERO), tuple("unknown", Duration.ZERO));
    }

    @Test
    void losses_and_late_renewals_are_recorded() throws Exception {
        List<RecordedEvent> recorded = record(() -> {
            ended(new LockEvent.Acquired("a", 7, TWO));
            events.on(new LockEvent.RenewalDelayed("a", 7, TWO, Duration.ofMillis(3)));
            events.on(new LockEvent.Lost("a", new LockLost("a", 7, LossCause.EXPIRED, "too late")));
            ended(new LockEvent.Acquired("b", 8, TWO));
            events.on(new LockEvent.ReleaseFailed("b", 8, ReleaseResult.NOT_HELD, "gone"));
        });
        assertThat(recorded)
                .filteredOn(event -> name(event).equals(LockJfrEvents.RENEWAL_LATE))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getLong("token")).isEqualTo(7);
                    assertThat(event.getDuration("late")).isEqualTo(TWO);
                    assertThat(event.getDuration("remaining")).isEqualTo(Duration.ofMillis(3));
                });
        assertThat(recorded)
                .filteredOn(event -> name(event).equals(LockJfrEvents.LOST))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getString("lock")).isEqualTo("a");
                    assertThat(event.getString("store")).isEqualTo("memory");
                    assertThat(event.getString("cause")).isEqualTo("expired");
                    assertThat(event.getString("detail")).isEqualTo("too late");
                });
        assertThat(recorded)
                .filteredOn(event -> name(event).equals(LockJfrEvents.HOLD))
                .extracting(event -> event.getString("lock"), event -> event.getString("outcome"))
                .containsExactlyInAnyOrder(tuple("a", "lost"), tuple("b", "not_held"));
    }

    @Test
    void without_a_recording_it_does_not_look_at_callers() {
        assertThat(events.called("a")).isNull();
        events.on(new LockEvent.Released("a", 7, TWO));
    }

    @Test
    void without_a_recording_it_makes_no_object() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        LockEvent released = new LockEvent.Released("a", 7, TWO);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10_000; i++) {
            events.called("a");
            events.on(released);
        }
        // Less than one object for each call.
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
    }

    /** A recording that began in between has no end of a hold whose beginning it did not see. */
    @Test
    void a_hold_from_before_the_recording_is_not_in_it() throws Exception {
        assertThat(record(() -> events.on(new LockEvent.Released("a", 7, TWO)))).isEmpty();
    }

    private void ended(LockEvent event) {
        LockCall call = events.called(event.lockName());
        assertThat(call).isNotNull();
        call.ended(event);
        events.on(event);
    }

    private interface Work {
        void run() throws Exception;
    }

    private List<RecordedEvent> record(Work work) throws Exception {
        Path file = directory.resolve("locks.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(LockJfrEvents.WAIT).withoutThreshold();
            recording.enable(LockJfrEvents.HOLD).withoutThreshold();
            recording.enable(LockJfrEvents.LOST);
            recording.enable(LockJfrEvents.RENEWAL_LATE);
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        return ours(file);
    }

    private static List<RecordedEvent> ours(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> name(event).startsWith("dev.interlock."))
                .toList();
    }

    private static String name(RecordedEvent event) {
        return event.getEventType().getName();
    }
}
