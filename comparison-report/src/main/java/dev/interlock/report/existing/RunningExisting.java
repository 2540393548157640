// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.existing;

import dev.interlock.LockClient;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.benchmark.Budget;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.data.CheckRow;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.os.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A room on the user's own server. */
final class RunningExisting implements RunningBackend {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Two ticks of a ZooKeeper server in its default configuration. */
    private static final Duration TICKS = Duration.ofSeconds(4);

    private final Room room;
    private final StartMessages told;
    private final ExistingFixture fixture;
    private final Path directory;

    RunningExisting(Room room) {
        this.room = room;
        this.directory = RunDirectory.ofThisJvm().create("existing");
        Path address = directory.resolve("address.properties");
        ExistingOpener.write(room.settings(), address);
        try {
            this.told = StartMessages.by(ProvidedBackend.open(room.settings()));
            this.fixture = fixture(address);
        } catch (RuntimeException e) {
            RunDirectory.deleteTree(directory);
            throw e;
        }
    }

    /** A store with a short longest lease keeps a dead client's locks that long: until the end of its session. */
    private ExistingFixture fixture(Path address) {
        Duration longest;
        try (LockClient client = openClient()) {
            longest = client.capabilities().maxLease();
        }
        String description = told.product() + " at " + told.store();
        return longest.compareTo(LONG) < 0
                ? new ExistingFixture(
                        room.settings(), address, description, longest.multipliedBy(2), longest.plus(TICKS), longest)
                : new ExistingFixture(room.settings(), address, description, PATIENCE, Duration.ZERO, LONG);
    }

    @Override
    public ServerInfo server() {
        return new ServerInfo(told.product(), "", "yours, " + told.store(), Servers.UNKNOWN);
    }

    @Override
    public List<CheckRow> checks() {
        return room.checks(told);
    }

    @Override
    public List<String> limits() {
        return room.limits();
    }

    @Override
    public LockFixture fixture() {
        return fixture;
    }

    @Override
    public LockClient openClient() {
        return LockClient.connect(room.settings());
    }

    /** None: benchmarks load the server. */
    @Override
    public List<Benchmark> benchmarks(Budget budget) {
        return List.of();
    }

    @Override
    public void close() {
        try {
            room.clear();
        } finally {
            RunDirectory.deleteTree(directory);
        }
    }
}
