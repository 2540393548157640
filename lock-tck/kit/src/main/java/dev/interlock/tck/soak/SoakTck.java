// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.tck.LockFixture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A soak as a test, on a new store. A backend's test extends this class. The soak lasts a few seconds, or as long as
 * {@value SoakPlan#SECONDS} says. A failure shows the seed; set {@value SoakPlan#SEED} to it to repeat the choices.
 *
 * @param <S> the store's resources, closed after the soak
 */
public abstract class SoakTck<S extends AutoCloseable> {

    private static final Logger LOG = LoggerFactory.getLogger(SoakTck.class);

    private final Supplier<S> store;
    private final Function<S, LockFixture> fixture;

    /**
     * Creates the test.
     *
     * @param store starts the store
     * @param fixture allows other processes to reach it
     */
    protected SoakTck(Supplier<S> store, Function<S, LockFixture> fixture) {
        this.store = store;
        this.fixture = fixture;
    }

    /** A soak without updates ends by itself, so the time limit must only fit soaks that are asked to last. */
    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @SuppressWarnings("try") // an interrupted close fails the test, as it should
    void whatever_is_done_to_processes_and_store_nothing_undeclared_breaks() throws Exception {
        try (S started = store.get()) {
            LockFixture under = fixture.apply(started);
            SoakResult result = Soak.run(under, SoakPlan.ofSystemProperties());
            LOG.info("{}: {}", under.description(), result);
            if (!result.passes()) {
                throw new AssertionError(under.description() + ": " + result);
            }
        }
    }
}
