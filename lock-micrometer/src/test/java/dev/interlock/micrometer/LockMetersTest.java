// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockEvent;
import dev.interlock.LockGroups;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RetentionEnd;
import dev.interlock.TermEnd;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which event makes which meter grow, and no other. */
final class LockMetersTest {

    private static final Duration TWO = Duration.ofMillis(2);

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final LockMeters meters = new LockMeters(registry, LockTags.of("redis"));

    static Stream<Arguments> events() {
        return Stream.of(
                Arguments.of(
                        new LockEvent.Acquired("a", 7, TWO),
                        Set.of("lock.acquire acquired", "lock.acquire.duration acquired")),
                Arguments.of(
                        new LockEvent.Taken("a", TWO), Set.of("lock.acquire taken", "lock.acquire.duration taken")),
                Arguments.of(
                        new LockEvent.TimedOut("a", TWO),
                        Set.of("lock.acquire timed_out", "lock.acquire.duration timed_out")),
                Arguments.of(
                        new LockEvent.Cancelled("a", TWO),
                        Set.of("lock.acquire cancelled", "lock.acquire.duration cancelled")),
                Arguments.of(new LockEvent.Unavailable("a", "down"), Set.of("lock.acquire unavailable")),
                Arguments.of(
                        new LockEvent.OutcomeUnknown("a", TWO, "silence"),
                        Set.of("lock.acquire unknown", "lock.unknown")),
                Arguments.of(new LockEvent.Contended("a"), Set.of("lock.contended")),
                Arguments.of(new LockEvent.WaitersChanged("a", 3), Set.of()),
                Arguments.of(new LockEvent.Renewed("a", 7), Set.of("lock.renewals renewed")),
                Arguments.of(new LockEvent.RenewalFailed("a", 7, TWO, "silence"), Set.of("lock.renewals failed")),
                Arguments.of(
                        new LockEvent.RenewalDelayed("a", 7, TWO, TWO),
                        Set.of("lock.renewals delayed", "lock.renewal.late")),
                Arguments.of(new LockEvent.LeaseAdapted("a", TWO, TWO, TWO, 20), Set.of("lock.lease.adapted")),
                Arguments.of(new LockEvent.Uncertain("a", 7, "session"), Set.of("lock.uncertain")),
                Arguments.of(new LockEvent.Released("a", 7, TWO), Set.of("lock.hold")),
                Arguments.of(
                        new LockEvent.ReleaseFailed("a", 7, ReleaseResult.NOT_HELD, ""),
                        Set.of("lock.release.failed not_held")),
                Arguments.of(
                        new LockEvent.ReleaseFailed("a", 7, ReleaseResult.UNKNOWN, ""),
                        Set.of("lock.release.failed unknown")),
                Arguments.of(lost(LossCause.EXPIRED), Set.of("lock.lost expired")),
                Arguments.of(lost(LossCause.NOT_OWNER), Set.of("lock.lost not_owner")),
                Arguments.of(lost(LossCause.SESSION_ENDED), Set.of("lock.lost session_ended")),
                Arguments.of(lost(LossCause.MAX_HOLD), Set.of("lock.lost max_hold")),
                Arguments.of(lost(LossCause.CLIENT_CLOSED), Set.of("lock.lost client_closed")),
                Arguments.of(new LockEvent.Retained("a", 7), Set.of()),
                Arguments.of(
                        new LockEvent.RetentionEnded("a", 7, RetentionEnd.RECALLED),
                        Set.of("lock.retention.ended recalled")),
                Arguments.of(new LockEvent.TermBegan("a", 7), Set.of()),
                Arguments.of(
                        new LockEvent.TermEnded("a", 7, TermEnd.LEASE_ENDING, TWO, TWO, Optional.empty()),
                        Set.of("lock.term lease_ending", "lock.term.stopping")),
                Arguments.of(new LockEvent.Abandoned("a", 7, "collected"), Set.of("lock.abandoned")));
    }

    private static LockEvent lost(LossCause cause) {
        return new LockEvent.Lost("a", new LockLost("a", 7, cause, "late"));
    }

    @ParameterizedTest
    @MethodSource("events")
    void each_event_has_its_meters(LockEvent event, Set<String> grown) {
        assertThat(grown()).isEmpty();
        meters.on(event);
        assertThat(grown().keySet()).isEqualTo(grown);
        assertThat(grown().values()).allMatch(count -> count == 1);
    }

    /** A new kind of event must find its meter, or its place among those that have none. */
    @Test
    void there_is_no_further_kind_of_event() {
        assertThat(events().map(each -> each.get()[0].getClass()).collect(Collectors.toSet()))
                .isEqualTo(Set.of(LockEvent.class.getPermittedSubclasses()));
    }

    @Test
    void timers_have_the_time_of_the_event() {
        meters.on(new LockEvent.Acquired("a", 7, Duration.ofMillis(3)));
        meters.on(new LockEvent.RenewalDelayed("a", 7, Duration.ofMillis(5), TWO));
        meters.on(new LockEvent.Released("a", 7, Duration.ofMillis(11)));
        assertThat(millis(registry.get(LockMeters.ACQUIRE_DURATION)
                        .tag("outcome", "acquired")
                        .timer()))
                .isEqualTo(3);
        assertThat(millis(registry.get(LockMeters.RENEWAL_LATE).timer())).isEqualTo(5);
        assertThat(millis(registry.get(LockMeters.HOLD).timer())).isEqualTo(11);
    }

    @Test
    void gauges_have_the_numbers_of_holds_and_of_waiters() {
        meters.on(new LockEvent.Acquired("a", 7, TWO));
        meters.on(new LockEvent.Acquired("b", 8, TWO));
        meters.on(new LockEvent.WaitersChanged("a", 3));
        meters.on(new LockEvent.Released("b", 8, TWO));
        assertThat(registry.get(LockMeters.ACTIVE).gauge().value()).isEqualTo(1);
        assertThat(registry.get(LockMeters.WAITING).gauge().value()).isEqualTo(3);
    }

    @Test
    void a_leader_counts_until_its_task_has_ended_or_its_lock_is_lost() {
        meters.on(new LockEvent.TermBegan("a", 7));
        meters.on(new LockEvent.TermBegan("b", 8));
        assertThat(registry.get(LockMeters.LEADING).gauge().value()).isEqualTo(2);
        meters.on(new LockEvent.TermEnded("b", 8, TermEnd.RETURNED, TWO, Duration.ZERO, Optional.empty()));
        assertThat(registry.get(LockMeters.LEADING).gauge().value()).isEqualTo(1);
        meters.on(lost(LossCause.EXPIRED));
        assertThat(registry.get(LockMeters.LEADING).gauge().value()).isZero();
    }

    /** Prometheus counts by how much a number grew, and so does not see the first loss if there was no zero before. */
    @Test
    void all_meters_are_there_before_anything_happens() {
        Set<String> before = ids();
        events().forEach(each -> meters.on((LockEvent) each.get()[0]));
        assertThat(ids()).isEqualTo(before);
        assertThat(before).contains("lock.lost[tag(backend=redis), tag(outcome=expired)]");
    }

    @Test
    void names_of_locks_are_distinguished_by_what_is_listed() {
        MeterRegistry own = new SimpleMeterRegistry();
        LockMeters named =
                new LockMeters(own, LockTags.of("redis").and("client", "till").withNames("order-7", "order-*"));
        for (String name : List.of("order-7", "order-8", "order-9", "invoice-1", "invoice-2", "invoice-3")) {
            named.on(new LockEvent.Contended(name));
        }
        assertThat(count(own, "order-7")).isEqualTo(1);
        assertThat(count(own, "order-*")).isEqualTo(2);
        assertThat(count(own, LockGroups.OTHER)).isEqualTo(3);
    }

    @Test
    void hold_and_wait_are_told_by_group() {
        MeterRegistry own = new SimpleMeterRegistry();
        LockGroups groups = LockGroups.of("order-*").by(name -> name.substring(name.indexOf('/') + 1));
        LockMeters grouped = new LockMeters(own, LockTags.of("redis").withGroups(groups));
        grouped.on(new LockEvent.Acquired("tenant-1/order-7", 7, Duration.ofMillis(3)));
        grouped.on(new LockEvent.Acquired("tenant-2/order-8", 8, Duration.ofMillis(4)));
        grouped.on(new LockEvent.Released("tenant-1/order-7", 7, Duration.ofMillis(20)));
        grouped.on(new LockEvent.Released("tenant-1/invoice-7", 9, Duration.ofMillis(30)));
        assertThat(millis(own.get(LockMeters.ACQUIRE_DURATION)
                        .tag("outcome", "acquired")
                        .tag(LockTags.LOCK, "order-*")
                        .timer()))
                .isEqualTo(7);
        assertThat(millis(own.get(LockMeters.HOLD).tag(LockTags.LOCK, "order-*").timer()))
                .isEqualTo(20);
        assertThat(millis(own.get(LockMeters.HOLD)
                        .tag(LockTags.LOCK, LockGroups.OTHER)
                        .timer()))
                .isEqualTo(30);
    }

    @Test
    void the_number_of_meters_does_not_depend_on_the_number_of_locks() {
        int before = registry.getMeters().size();
        IntStream.range(0, 10_000).forEach(number -> meters.on(new LockEvent.Contended("order-" + number)));
        assertThat(registry.getMeters()).hasSize(before);
        String[] many = IntStream.rangeClosed(0, LockGroups.MAX)
                .mapToObj(number -> "order-" + number)
                .toArray(String[]::new);
        assertThatThrownBy(() -> LockTags.of("redis").withNames(many))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 100 groups of locks but there were 101: let some patterns end with *");
    }

    @Test
    void a_second_client_needs_a_tag_of_its_own() {
        assertThatThrownBy(() -> new LockMeters(registry, LockTags.of("redis")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another lock client")
                .hasMessageContaining("tag of its own");
        new LockMeters(registry, LockTags.of("zookeeper")).close();
        assertThat(registry.getMeters()).isNotEmpty();
    }

    @Test
    void a_close_takes_out_its_own_meters_and_no_other() {
        Counter others = registry.counter("others");
        LockMeters second = new LockMeters(registry, LockTags.of("zookeeper").withNames("a"));
        meters.close();
        meters.on(new LockEvent.Contended("a"));
        assertThat(registry.getMeters())
                .allMatch(meter ->
                        meter == others || "zookeeper".equals(meter.getId().getTag("backend")));
        second.close();
        second.close();
        assertThat(registry.getMeters()).containsExactly(others);
        new LockMeters(registry, LockTags.of("redis")).close();
    }

    @Test
    void tags_of_the_registry_itself_do_no_harm() {
        MeterRegistry tagged = new SimpleMeterRegistry();
        tagged.config().commonTags(Tags.of("host", "h1"));
        try (LockMeters named = new LockMeters(tagged, LockTags.of("redis"))) {
            named.on(new LockEvent.Contended("a"));
            assertThat(tagged.get(LockMeters.CONTENDED)
                            .tag("host", "h1")
                            .counter()
                            .count())
                    .isOne();
        }
        assertThat(tagged.getMeters()).isEmpty();
    }

    private static double count(MeterRegistry registry, String lock) {
        return registry.get(LockMeters.CONTENDED)
                .tag(LockTags.LOCK, lock)
                .tag("client", "till")
                .counter()
                .count();
    }

    private static double millis(Timer timer) {
        return timer.totalTime(TimeUnit.MILLISECONDS);
    }

    private Set<String> ids() {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(id -> id.getName() + id.getTags())
                .collect(Collectors.toSet());
    }

    private Map<String, Double> grown() {
        Map<String, Double> grown = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            String outcome = meter.getId().getTag("outcome");
            double count = meter instanceof Counter counter
                    ? counter.count()
                    : meter instanceof Timer timer ? timer.count() : 0;
            if (count > 0) {
                grown.put(meter.getId().getName() + (outcome == null ? "" : " " + outcome), count);
            }
        }
        return grown;
    }
}
