// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Steps over one record, with the time that a test sets. */
class RecordedSharesTest {

    private static final Share ALL = new Share(2, 2);

    private final Records records = new Records();
    private final RecordedShares shares =
            new RecordedShares(records, new MemoryStore().backend().capabilities());

    private static final class Records implements ShareRecords {
        private @Nullable String text;
        private long nowMillis;
        private long lateMillis;
        private int writes;
        private boolean overtaken;

        @Override
        public <T> T change(LockName name, Function<ShareSnapshot, ShareUpdate<T>> change) {
            if (overtaken) {
                throw new OvertakenException(ROUNDS);
            }
            ShareUpdate<T> update = change.apply(new ShareSnapshot(text, nowMillis, 1, 0));
            nowMillis += lateMillis;
            if (nowMillis >= update.beforeMillis()) {
                return change(name, change);
            }
            if (update.text() != null) {
                text = update.text();
                writes++;
            }
            return update.result();
        }

        @Override
        public AcquireOutcome notAcquired(LockName name, Exception thrown) {
            return new AcquireOutcome.Unknown(thrown);
        }

        @Override
        public Exception sanitized(Exception thrown) {
            return thrown;
        }
    }

    private static Attempt attempt() {
        return Attempt.of(new LockName("x"), AttemptId.random(), Duration.ofSeconds(30), 1, null);
    }

    @Test
    void a_step_that_others_overtake_counts_as_contention() {
        records.overtaken = true;
        assertThat(shares.tryAcquire(attempt(), ALL)).isInstanceOf(AcquireOutcome.Contended.class);
    }

    @Test
    void a_waiter_takes_what_a_release_granted_it_without_a_write_for_as_long_as_its_place() {
        Attempt holder = attempt();
        assertThat(shares.tryAcquire(holder, ALL)).isInstanceOf(AcquireOutcome.Granted.class);
        Contest waiter = shares.contest(attempt(), ALL);
        assertThat(waiter.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
        shares.release(holder);
        int writes = records.writes;
        records.nowMillis += 1_000;
        AcquireOutcome.Granted granted = (AcquireOutcome.Granted) waiter.attempt();
        assertThat(records.writes).isEqualTo(writes);
        assertThat(granted.grant().lease()).isEqualTo(Duration.ofMillis(ShareRecord.PLACE_MILLIS - 1_000 - 1));
        assertThat(shares.tryAcquire(attempt(), ALL)).isInstanceOf(AcquireOutcome.Contended.class);
    }

    @Test
    void a_renewal_that_is_written_after_the_end_of_its_lease_restores_nothing() {
        AcquireOutcome.Granted granted = (AcquireOutcome.Granted) shares.tryAcquire(attempt(), ALL);
        records.nowMillis += 29_000;
        records.lateMillis = 2_000;
        assertThat(shares.renew(granted.grant(), Duration.ofSeconds(30)).outcome())
                .isInstanceOf(RenewOutcome.NotOwner.class);
        records.lateMillis = 0;
        assertThat(shares.tryAcquire(attempt(), ALL)).isInstanceOf(AcquireOutcome.Granted.class);
    }

    @Test
    void an_attempt_that_comes_again_after_the_end_of_its_lease_is_granted_anew() {
        Attempt attempt = attempt();
        long first = ((AcquireOutcome.Granted) shares.tryAcquire(attempt, ALL))
                .grant()
                .token();
        records.nowMillis += 29_000;
        records.lateMillis = 2_000;
        AcquireOutcome.Granted again = (AcquireOutcome.Granted) shares.tryAcquire(attempt, ALL);
        assertThat(again.grant().token()).isGreaterThan(first);
    }

    @Test
    void a_waiter_that_leaves_gives_up_a_grant_that_it_did_not_see() {
        Attempt holder = attempt();
        assertThat(shares.tryAcquire(holder, ALL)).isInstanceOf(AcquireOutcome.Granted.class);
        Contest waiter = shares.contest(attempt(), ALL);
        assertThat(waiter.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
        shares.release(holder);
        waiter.close();
        assertThat(shares.tryAcquire(attempt(), ALL)).isInstanceOf(AcquireOutcome.Granted.class);
    }
}
