// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A move by connection strings. */
class MigrateBackendProviderTest {

    private static final String BOTH = "migrate:from=memory:moved-from&to=memory:moved-to&phase=both";

    @Test
    void neighbouring_phases_exclude_each_other() throws InterruptedException {
        try (LockClient old = LockClient.connect("memory:moved-from");
                LockClient both = LockClient.connect(BOTH);
                LockClient recent = LockClient.connect("migrate:to=memory:moved-to&phase=new&generation=1");
                LockHandle handle = both.lock("a").acquire()) {
            assertThat(handle.fencingToken()).isPositive();
            assertThat(old.lock("a").tryAcquire()).isEmpty();
            assertThat(recent.lock("a").tryAcquire()).isEmpty();
        }
        try (LockClient old = LockClient.connect("memory:moved-from");
                LockClient recent = LockClient.connect("memory:moved-to")) {
            assertThat(old.lock("a").tryAcquire()).isPresent();
            assertThat(recent.lock("a").tryAcquire()).isPresent();
        }
    }

    @Test
    void a_waiter_on_both_is_served_by_a_release_of_either_neighbour() throws Exception {
        AcquireOptions patient = AcquireOptions.waitAtMost(Duration.ofSeconds(30));
        for (String neighbour : new String[] {"memory:served-from", "memory:served-to"}) {
            try (LockClient both =
                            LockClient.connect("migrate:from=memory:served-from&to=memory:served-to&phase=both");
                    LockClient one = LockClient.connect(neighbour)) {
                LockHandle holder = one.lock("a").acquire();
                var waiter = both.lock("a").acquireAsync(patient).toCompletableFuture();
                holder.close();
                waiter.get().close();
            }
        }
    }

    @Test
    void an_instant_is_its_microseconds_and_a_number_a_token() {
        assertThat(MigrateSettings.read(LockSettings.of(BOTH + "&generation=2&switchAt=1970-01-01T00:00:01Z"))
                        .switchAt())
                .isEqualTo(1_000_000);
        assertThat(MigrateSettings.read(LockSettings.of(BOTH + "&generation=2&switchAt=77"))
                        .switchAt())
                .isEqualTo(77);
    }

    @Test
    void the_uris_are_decoded_and_options_beside_the_uri_go_to_their_store() {
        MigrateSettings read = MigrateSettings.read(
                LockSettings.of("migrate:from=redis://h/0?timeout=1s%26ssl=x&to=etcd://h&phase=both")
                        .withOption("from.password", "p1")
                        .withOption("to.password", "p2"));
        assertThat(read.from())
                .isEqualTo(LockSettings.of("redis://h/0?timeout=1s&ssl=x").withOption("password", "p1"));
        assertThat(read.to()).isEqualTo(LockSettings.of("etcd://h").withOption("password", "p2"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
migrate:from=memory:a&to=memory:b|option 'phase' must be both or new but was 'null'
migrate:from=memory:a&to=memory:b&phase=old|option 'phase' must be both or new but was 'old'
migrate:from=memory:a&phase=both|option 'to' is missing
migrate:to=memory:b&phase=both|option 'from' is missing
migrate:to=memory:b&phase=new|option 'generation' is missing
migrate:from=memory:a&to=memory:a&phase=both|must be different stores
migrate:from=memory:a&to=memory:b&phase=both&generation=1|option 'switchAt' must come with 'generation'
migrate:from=memory:a&to=memory:b&phase=both&switchAt=1|option 'switchAt' must come with 'generation'
migrate:to=memory:b&phase=new&generation=1&switchAt=1|option 'switchAt' must come with 'from'
migrate:from=memory:a&to=memory:b&phase=both&generation=1&switchAt=soon|option 'switchAt' must be a token of the old store, or an instant
migrate:from=memory:a&to=memory:b&phase=both&generation=1&switchAt=0|switchAt must be a token of the old store, 1 to
migrate:from=memory:a&to=memory:b&phase=both&lease=5s|'lease' is not an option of the store
migrate:from=memory:a&to=memory:b&phase=both&fast=1|unknown option 'fast'
migrate:from=nosuch:a&to=memory:b&phase=both|no backend serves the scheme 'nosuch:'
""")
    void what_is_wrong_is_named(String uri, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MigrateBackendProvider().open(LockSettings.of(uri)))
                .withMessageContaining(message);
    }
}
