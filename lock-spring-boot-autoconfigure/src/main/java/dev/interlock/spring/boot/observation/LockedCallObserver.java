// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.observation;

import dev.interlock.LockClientClosedException;
import dev.interlock.LockLostException;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.annotation.hold.MethodBody;
import dev.interlock.spring.boot.locked.CallObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes an observation of each call, from the request for the locks to their release. Its event {@value #GRANTED}
 * separates the wait from the work, which is within the scope of the observation. Thread-safe.
 */
final class LockedCallObserver implements CallObserver {

    private static final String NAME = "interlock.locked";
    private static final String GRANTED = "granted";

    private final ObservationRegistry registry;

    LockedCallObserver(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public ObservedCall begin(String method, String client, List<String> locks) {
        return new Call(Observation.createNotStarted(NAME, registry)
                .contextualName("locked " + method)
                .lowCardinalityKeyValue("client", client)
                .lowCardinalityKeyValue("method", method)
                .highCardinalityKeyValue("lock", String.join(", ", locks))
                .start());
    }

    private static final class Call implements ObservedCall {

        private final Observation observation;
        private volatile boolean granted;

        Call(Observation observation) {
            this.observation = observation;
        }

        @Override
        public <T extends @Nullable Object, X extends Throwable> T granted(MethodBody<T, X> method) throws X {
            granted = true;
            observation.event(Observation.Event.of(GRANTED));
            Observation.Scope scope = observation.openScope();
            try {
                return method.run();
            } finally {
                scope.close();
            }
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            if (failure != null) {
                observation.error(failure);
            }
            observation.lowCardinalityKeyValue("outcome", granted ? ofMethod(failure) : ofRequest(failure));
            observation.stop();
        }

        private static String ofMethod(@Nullable Throwable failure) {
            if (failure == null) {
                return "completed";
            }
            return failure instanceof LockLostException ? "lost" : "failed";
        }

        private static String ofRequest(@Nullable Throwable failure) {
            if (failure == null) {
                return "skipped";
            }
            if (failure instanceof LockTimeoutException) {
                return "taken";
            }
            return failure instanceof LockUnavailableException
                            || failure instanceof LockOutcomeUnknownException
                            || failure instanceof LockClientClosedException
                    ? "unavailable"
                    : "failed";
        }
    }
}
