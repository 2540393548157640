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
 * A soak as a test, on a store of its own: a backend's test extends it. A few seconds, or as many as
 * {@value SoakPlan#SECONDS} says; a failure shows the seed, which {@value SoakPlan#SEED} takes.
 *
 * @param <S> what carries the store, closed after the soak
 */
public abstract class SoakTck<S extends AutoCloseable> {

    private static final Logger LOG = LoggerFactory.getLogger(SoakTck.class);

    private final Supplier<S> store;
    private final Function<S, LockFixture> fixture;

    /**
     * A soak.
     *
     * @param store starts the store
     * @param fixture lets other processes in to it
     */
    protected SoakTck(Supplier<S> store, Function<S, LockFixture> fixture) {
        this.store = store;
        this.fixture = fixture;
    }

    /** A soak ends by itself when nothing gets done, so the limit is for those that are asked to last. */
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
