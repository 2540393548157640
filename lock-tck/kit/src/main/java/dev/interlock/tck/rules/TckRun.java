// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.tck.LockFixture;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One run of the kit by {@code TckRunner}: its fixture, and the observations of its tests. The launcher passes only
 * strings, so tests find their run by an id in its configuration. Thread-safe.
 */
public final class TckRun implements AutoCloseable {

    /** The configuration parameter with the id of the run. */
    public static final String ID = "interlock.tck.run";

    private static final Map<String, TckRun> OPEN = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();
    private final LockFixture fixture;
    private final Map<String, Observations> observations = new ConcurrentHashMap<>();

    private TckRun(LockFixture fixture) {
        this.fixture = fixture;
    }

    public static TckRun of(LockFixture fixture) {
        TckRun run = new TckRun(fixture);
        OPEN.put(run.id, run);
        return run;
    }

    /** Returns the run that a test is part of, or empty if {@code TckRunner} does not run it. */
    static Optional<TckRun> of(ExtensionContext context) {
        return context.getConfigurationParameter(ID).map(OPEN::get);
    }

    public String id() {
        return id;
    }

    public LockFixture fixture() {
        return fixture;
    }

    /** Returns the observations of a test. */
    public Observations observations(String testId) {
        return observations.computeIfAbsent(testId, test -> new Observations());
    }

    @Override
    public void close() {
        OPEN.remove(id);
    }
}
