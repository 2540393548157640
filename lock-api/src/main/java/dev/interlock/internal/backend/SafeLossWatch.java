// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.backend;

import dev.interlock.internal.machine.EngineLog;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LossWatch;
import java.util.function.Consumer;

/** A watch that never throws: without it, a loss is noticed at the next renewal. */
final class SafeLossWatch implements LossWatch {

    private static final EngineLog LOG = EngineLog.of(SafeLossWatch.class);

    private final String store;
    private final LossWatch watch;

    SafeLossWatch(String store, LossWatch watch) {
        this.store = store;
        this.watch = watch;
    }

    @Override
    public void begin(Grant grant) {
        guarded(grant, "begin", watch::begin);
    }

    @Override
    public void end(Grant grant) {
        guarded(grant, "end", watch::end);
    }

    private void guarded(Grant grant, String what, Consumer<Grant> step) {
        try {
            step.accept(grant);
        } catch (RuntimeException | Error e) {
            LOG.warn("'{}' on {}: its watch did not {}", grant.attempt().name(), store, what, e);
        }
    }
}
