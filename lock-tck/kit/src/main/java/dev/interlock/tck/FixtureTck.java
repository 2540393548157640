// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The kit on the fixture of the current {@linkplain TckRunner run}; not to be extended, and not found by a scan of tests. */
@ExtendWith(FixtureTck.OfThisRun.class)
public final class FixtureTck extends LockTck {

    /** The configuration parameter that says which run this is. */
    static final String RUN = "interlock.tck.run";

    private static final Map<String, LockFixture> RUNS = new ConcurrentHashMap<>();

    private final LockFixture fixture;

    FixtureTck(LockFixture fixture) {
        this.fixture = fixture;
    }

    @Override
    protected LockFixture fixture() {
        return fixture;
    }

    static String register(LockFixture fixture) {
        String run = UUID.randomUUID().toString();
        RUNS.put(run, fixture);
        return run;
    }

    static void forget(String run) {
        RUNS.remove(run);
    }

    /** Hands the fixture over that was registered for the run. */
    static final class OfThisRun implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == LockFixture.class;
        }

        @Override
        public LockFixture resolveParameter(ParameterContext parameter, ExtensionContext context) {
            String run = context.getConfigurationParameter(RUN)
                    .orElseThrow(() -> new IllegalStateException(RUN + " is not set: use TckRunner"));
            return Objects.requireNonNull(RUNS.get(run), run);
        }
    }
}
