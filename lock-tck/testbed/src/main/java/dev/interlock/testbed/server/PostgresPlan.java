// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How PostgreSQL is started: with every commit forced to disk, without TLS and passwords, and with
 * {@code pg_stat_statements} where the installation has it.
 *
 * @param binary its program
 * @param wrapper how to run it as another user than root
 * @param configuration further arguments, which override ours
 */
record PostgresPlan(Binary binary, List<String> wrapper, List<String> configuration) implements SqlPlan {

    private static final String STATISTICS = "pg_stat_statements";
    private static final String USER = "postgres";

    @Override
    public SqlProduct product() {
        return SqlProduct.POSTGRES;
    }

    @Override
    public SqlAddress addressOn(int port) {
        return new SqlAddress(product(), LoopbackPort.loopback().getHostAddress(), port, "/postgres", USER, "");
    }

    @Override
    public String dataDirectoryQuery() {
        return "SHOW data_directory";
    }

    @Override
    public void prepare(Path data) throws IOException {
        List<String> initialise = new ArrayList<>();
        initialise.add(installed().resolve("bin/initdb").toString());
        initialise.addAll(List.of("--username=" + USER, "--auth=trust", "--encoding=UTF8", "--locale=C"));
        initialise.addAll(List.of("--no-sync", "--pgdata="));
        new SqlTemplate(product(), binary, wrapper, initialise).copyTo(data);
    }

    @Override
    public List<String> arguments(Path data, int port) {
        List<String> arguments = new ArrayList<>(List.of("-D", data.toString(), "-p", Integer.toString(port)));
        List<String> settings = new ArrayList<>();
        settings.add("listen_addresses=" + addressOn(port).host());
        settings.addAll(
                List.of("unix_socket_directories=", "fsync=on", "synchronous_commit=on", "full_page_writes=on"));
        // In the data directory: a killed server would leave the other kind in /dev/shm for good.
        settings.addAll(List.of("dynamic_shared_memory_type=mmap", "shared_buffers=16MB"));
        if (hasStatistics()) {
            settings.addAll(List.of("shared_preload_libraries=" + STATISTICS, STATISTICS + ".save=off"));
        }
        settings.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        arguments.addAll(configuration);
        return arguments;
    }

    private boolean hasStatistics() {
        return Stream.of("lib", "lib/postgresql")
                .anyMatch(part -> Files.exists(installed().resolve(part).resolve(STATISTICS + ".so")));
    }

    /** The program on the path may be a link into the installation. */
    private Path installed() {
        try {
            return binary.path().toRealPath().resolve("../..").normalize();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
