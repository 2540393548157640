// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.AcquireOptions;
import dev.interlock.LeaseRange;
import dev.interlock.LockClient;
import dev.interlock.RetryPolicy;
import dev.interlock.annotation.OnContention;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What counts for a call: the annotation of its method, or else what the configuration sets for its locks. */
final class LockedCallTest {

    private static final Map<String, Duration> SHORTEST_HOLDS =
            Map.of("one", Duration.ofSeconds(1), "two", Duration.ofSeconds(2), "three", Duration.ofSeconds(3));
    private static final RetryPolicy RETRY = new RetryPolicy(Duration.ofMillis(3), Duration.ofMillis(4), 5);
    private static final AcquireOptions NAMED = AcquireOptions.waitAtMost(Duration.ofSeconds(6))
            .withMaxHold(Duration.ofSeconds(7))
            .withLockDelay(Duration.ofSeconds(8))
            .withRetry(RETRY);

    private final LockClient client = LockClient.connect("memory:LockedCallTest");

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void of_several_locks_the_longest_of_their_shortest_holds_counts() {
        assertThat(minHold(null, "two", "three", "one")).isEqualTo(Duration.ofSeconds(3));
        assertThat(minHold(null, "one", "other")).isEqualTo(Duration.ofSeconds(1));
        assertThat(minHold(null, "two")).isEqualTo(Duration.ofSeconds(2));
        assertThat(minHold(null, "other", "another")).isNull();
    }

    @Test
    void the_shortest_hold_of_the_method_replaces_those_of_its_locks() {
        assertThat(minHold(Duration.ofSeconds(2), "one", "three")).isEqualTo(Duration.ofSeconds(2));
        assertThat(minHold(Duration.ZERO, "three")).isZero();
    }

    @Test
    void what_the_method_leaves_open_is_that_of_its_lock() {
        assertThat(options(OnContention.WAIT, AcquireOptions.inherited(), NAMED.withLease(Duration.ofSeconds(9))))
                .isEqualTo(NAMED.withLease(Duration.ofSeconds(9)));
        LeaseRange range = new LeaseRange(Duration.ofSeconds(10), Duration.ofSeconds(11));
        assertThat(options(
                                OnContention.WAIT,
                                AcquireOptions.inherited(),
                                NAMED.withAdaptiveLease(range.shortest(), range.longest()))
                        .adaptiveLease())
                .isEqualTo(range);
    }

    @Test
    void what_the_method_sets_is_not_that_of_its_lock() {
        AcquireOptions own = AcquireOptions.waitAtMost(Duration.ofSeconds(1))
                .withLease(Duration.ofSeconds(2))
                .withMaxHold(Duration.ofSeconds(3));
        AcquireOptions of = options(
                OnContention.WAIT, own, NAMED.withAdaptiveLease(Duration.ofSeconds(10), Duration.ofSeconds(11)));
        assertThat(of).isEqualTo(own.withLockDelay(Duration.ofSeconds(8)).withRetry(RETRY));
    }

    @Test
    void a_method_that_does_not_wait_has_no_wait_of_its_lock() {
        assertThat(options(OnContention.FAIL, AcquireOptions.inherited(), NAMED).maxWait())
                .isZero();
    }

    private @Nullable Duration minHold(@Nullable Duration own, String... names) {
        return call(OnContention.WAIT, AcquireOptions.inherited(), own, AcquireOptions.inherited(), names)
                .minHold();
    }

    private AcquireOptions options(OnContention onContention, AcquireOptions own, AcquireOptions named) {
        return call(onContention, own, null, named, "one").options();
    }

    private LockedCall call(
            OnContention onContention,
            AcquireOptions own,
            @Nullable Duration minHold,
            AcquireOptions named,
            String... names) {
        return LockedCall.of(
                new LockedMethod("Test.method", onContention, own, minHold, "", Object.class),
                client,
                List.of(names),
                new NameDefaults() {
                    @Override
                    public AcquireOptions options(String lockName) {
                        return named;
                    }

                    @Override
                    public @Nullable Duration minHold(String lockName) {
                        return SHORTEST_HOLDS.get(lockName);
                    }
                });
    }
}
