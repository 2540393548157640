// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The statements of mode lease, one by one, on each database. */
@ParameterizedClass
@EnumSource
class LeaseModeIT extends OnEachDatabase {

    /** Long enough for a machine that stalls between two steps. */
    private static final Duration SHORT = Duration.ofSeconds(30);

    private static final Duration LONG = Duration.ofMinutes(5);

    private LockBackend backend;
    private LockName name;

    @BeforeEach
    void clean() {
        backend = bench.backend();
        bench.server.execute("DELETE FROM interlock_lease");
        name = bench.name();
    }

    @Test
    void the_first_grant_of_a_name_inserts_its_row() {
        Grant grant = granted(backend.tryAcquire(attempt(name, SHORT, 3)));
        assertThat(bench.column("first_token")).isEqualTo(Long.toString(grant.token()));
        assertThat(bench.column("token_count")).isEqualTo("3");
        assertThat(bench.column("expires_us - first_token")).isEqualTo(Long.toString(SHORT.toNanos() / 1_000));
    }

    @Test
    void a_released_row_stays_and_its_tokens_go_on() {
        Attempt attempt = attempt(name, SHORT, 5);
        Grant first = granted(backend.tryAcquire(attempt));
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        assertThat(bench.column("owner_id")).isEqualTo("(null)");
        // As if the clock of the database had been set back, or the tokens were ahead of it.
        bench.set("first_token = first_token + 1000000000000");
        Grant next = granted(backend.tryAcquire(attempt(name)));
        assertThat(next.token()).isEqualTo(first.token() + 1_000_000_000_000L + 5);
    }

    @Test
    void an_attempt_that_is_sent_again_gets_its_token_and_a_new_lease() {
        Attempt attempt = attempt(name, SHORT, 2);
        Grant first = granted(backend.tryAcquire(attempt));
        String before = bench.column("expires_us");
        Grant again = granted(backend.tryAcquire(attempt));
        assertThat(again.token()).isEqualTo(first.token());
        assertThat(Long.parseLong(bench.column("expires_us"))).isGreaterThan(Long.parseLong(before));
        assertThat(bench.column("token_count")).isEqualTo("2");
        contended(backend.tryAcquire(attempt(name)));
    }

    @Test
    void neither_a_late_request_nor_a_late_renewal_shortens_a_lease() {
        Attempt attempt = attempt(name, SHORT, 1);
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(backend.renew(grant, LONG)).isInstanceOf(RenewOutcome.Renewed.class);
        String until = bench.column("expires_us");
        granted(backend.tryAcquire(attempt));
        assertThat(backend.renew(grant, SHORT)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(bench.column("expires_us")).isEqualTo(until);
    }

    @Test
    void an_expired_lease_is_neither_renewed_nor_released_and_the_next_grant_has_a_greater_token() {
        Attempt attempt = attempt(name);
        Grant grant = granted(backend.tryAcquire(attempt));
        bench.set("expires_us = 1");
        assertThat(backend.renew(grant, LONG)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
        assertThat(backend.inspect(name)).isEmpty();
        assertThat(granted(backend.tryAcquire(attempt)).token()).isGreaterThan(grant.token());
    }

    @Test
    void a_refused_attempt_gets_what_is_left_of_the_lease() {
        granted(backend.tryAcquire(attempt(name, LONG, 1)));
        assertThat(contended(backend.tryAcquire(attempt(name)))).isBetween(LONG.minus(SHORT), LONG.plusMillis(1));
    }

    @Test
    void names_are_bytes() {
        for (String other : new String[] {"Name", "name ", "näme", "na\u0308me", "n%me", "'; --"}) {
            granted(backend.tryAcquire(attempt(new LockName(other))));
        }
        granted(backend.tryAcquire(attempt(new LockName("name"))));
        contended(backend.tryAcquire(attempt(new LockName("Name"))));
    }

    @Test
    void inspect_shows_the_holder() {
        Attempt attempt = Attempt.of(name, attempt(name).id(), LONG, 1, "host:1 'x'");
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(backend.inspect(name)).hasValueSatisfying(holder -> {
            assertThat(holder.fencingToken()).isEqualTo(grant.token());
            assertThat(holder.hint()).contains("host:1 'x'");
            assertThat(holder.remaining().orElseThrow()).isBetween(LONG.minus(SHORT), LONG);
        });
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        assertThat(bench.column("holder_hint")).isEqualTo("(null)");
        assertThat(backend.inspect(name)).isEmpty();
    }

    @Test
    void a_row_of_a_newer_format_counts_as_held_and_is_not_taken_when_it_is_free() {
        Attempt attempt = attempt(name);
        granted(backend.tryAcquire(attempt));
        bench.set("format_version = 2");
        contended(backend.tryAcquire(attempt(name)));
        bench.set("owner_id = NULL");
        assertThat(refused(backend.tryAcquire(attempt(name))).cause())
                .hasMessageContaining("a newer Interlock wrote (format 2 of its row): upgrade this client");
    }

    @Test
    void tokens_end_with_an_error_and_never_wrap() {
        Attempt attempt = attempt(name);
        granted(backend.tryAcquire(attempt));
        backend.release(attempt);
        bench.set("first_token = " + Long.MAX_VALUE);
        assertThat(refused(backend.tryAcquire(attempt(name))).cause())
                .hasMessageContaining("used up the fencing tokens");
    }

    /** Drivers count either the rows that were found or those that were changed. */
    @Test
    void it_does_not_matter_which_rows_the_driver_counts() {
        LockBackend counting = bench.backend(bench.isPostgres() ? "ApplicationName=x" : "useAffectedRows=true");
        Attempt attempt = attempt(name);
        Grant grant = granted(counting.tryAcquire(attempt));
        bench.set("expires_us = " + Long.MAX_VALUE / 2);
        assertThat(counting.tryAcquire(attempt))
                .isInstanceOfSatisfying(
                        Granted.class,
                        again -> assertThat(again.grant().token()).isEqualTo(grant.token()));
        assertThat(counting.renew(grant, SHORT)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(counting.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
    }
}
