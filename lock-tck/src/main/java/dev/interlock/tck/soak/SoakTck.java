// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.tck.LockFixture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A soak as a test: a backend's test extends it and supplies the fixture. A few seconds, or as many as {@value SoakPlan#SECONDS}
 * says; a failure shows the seed, which {@value SoakPlan#SEED} takes.
 */
public abstract class SoakTck {

    private static final Logger LOG = LoggerFactory.getLogger(SoakTck.class);

    /**
     * The backend under test.
     *
     * @return a fixture that lets other processes in
     */
    protected abstract LockFixture fixture();

    /** A soak ends by itself when nothing gets done, so the limit is for those that are asked to last. */
    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    void whatever_is_done_to_processes_and_store_nothing_undeclared_breaks() throws Exception {
        SoakResult result = Soak.run(fixture(), SoakPlan.ofSystemProperties());
        LOG.info("{}: {}", fixture().description(), result);
        if (!result.passes()) {
            throw new AssertionError(fixture().description() + ": " + result);
        }
    }
}
