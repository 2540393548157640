// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.LockClock;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A backend that passes everything on and keeps the clock that it was started with. */
class TimedBackend extends ForwardingBackend {

    private volatile @Nullable BackendContext context;

    TimedBackend(LockBackend to) {
        super(to);
    }

    @Override
    public void start(BackendContext started) {
        context = started;
        super.start(started);
    }

    final LockClock clock() {
        return Objects.requireNonNull(context, "start comes first").clock();
    }
}
