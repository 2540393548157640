// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import static dev.interlock.migrate.TwoStores.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.ClientOptions;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a client on both stores sees one on the old store only. */
class OldOnlyWatchTest {

    /** As much as the tables of SQL keep. */
    private static final int STORED_HINT = 100;

    private final TwoStores stores = new TwoStores();
    private final MigrationBackend both = stores.both();

    @Test
    void a_holder_on_the_old_store_only_is_seen() {
        stores.oldOnly().tryAcquire(attempt(1, "shop-1"));
        assertThat(both.lastOldOnly()).isEmpty();
        both.tryAcquire(attempt());
        assertThat(both.lastOldOnly())
                .contains(new OldOnlyHolder("a", Optional.of("shop-1"), stores.clock.wallMillis(), 1));
    }

    @Test
    void a_holder_on_both_is_not() {
        stores.both().tryAcquire(attempt(1, "shop-1"));
        both.tryAcquire(attempt());
        assertThat(both.lastOldOnly()).isEmpty();
    }

    @Test
    void one_look_a_second_is_enough() {
        stores.oldOnly().tryAcquire(attempt());
        both.tryAcquire(attempt());
        both.tryAcquire(attempt());
        assertThat(both.lastOldOnly().map(OldOnlyHolder::times)).contains(1L);
        stores.clock.advance(Duration.ofSeconds(1));
        both.tryAcquire(attempt());
        assertThat(both.lastOldOnly().map(OldOnlyHolder::times)).contains(2L);
    }

    @Test
    void a_store_that_does_not_answer_the_look_changes_no_answer() {
        stores.oldOnly().tryAcquire(attempt());
        StoreUnderTest old = new StoreUnderTest(stores.old.backend()) {
            @Override
            public Optional<Holder> inspect(LockName name) {
                throw new IllegalStateException("broke off");
            }
        };
        MigrationBackend client = stores.started(MigrationBackend.both(old, stores.recent.backend()));
        assertThat(client.tryAcquire(attempt())).isInstanceOf(AcquireOutcome.Contended.class);
        assertThat(client.lastOldOnly()).isEmpty();
    }

    @Test
    void the_longest_hint_has_room_for_the_mark() {
        String hint = "x".repeat(ClientOptions.MAX_HINT);
        Attempt attempt = attempt(1, hint);
        both.tryAcquire(attempt);
        Holder seen = stores.oldOnly().inspect(TwoStores.LOCK).orElseThrow();
        assertThat(seen.hint().orElseThrow()).hasSize(STORED_HINT);
        assertThat(HolderMark.isOn(seen)).isTrue();
        assertThat(HolderMark.hint(seen)).contains(hint);
    }
}
