// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.annotation.hold.HoldsAround;
import java.util.Map;
import org.eclipse.microprofile.context.spi.ThreadContextProvider;
import org.eclipse.microprofile.context.spi.ThreadContextSnapshot;

/**
 * Carries the holds to the threads that Quarkus propagates its contexts to, so that {@link CurrentLock} works in the
 * operators of a {@code Uni} and in tasks of a {@code ManagedExecutor}. Found as a service. Thread-safe.
 */
public final class HoldsPropagation implements ThreadContextProvider {

    private static final String TYPE = "Interlock";

    /** Of the service loader. */
    public HoldsPropagation() {}

    @Override
    public ThreadContextSnapshot currentContext(Map<String, String> properties) {
        return snapshot(HoldsAround.current());
    }

    @Override
    public ThreadContextSnapshot clearedContext(Map<String, String> properties) {
        return snapshot(HoldsAround.none());
    }

    private static ThreadContextSnapshot snapshot(HoldsAround holds) {
        return () -> {
            HoldsAround before = holds.enter();
            return before::enter;
        };
    }

    @Override
    public String getThreadContextType() {
        return TYPE;
    }
}
