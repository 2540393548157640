// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.Executables;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds a Redis or Valkey server: a running one, a named program, a program on the path, or the bundled program. A
 * server named by an environment variable is used or reported as unusable, never replaced by another one.
 */
final class RedisLocator {

    static final String URI_VARIABLE = "LOCKS_TEST_REDIS_URI";
    static final String SERVER_VARIABLE = "LOCKS_TEST_REDIS_SERVER";
    private static final String REMEDY = "install the package valkey-server or redis-server, or set " + SERVER_VARIABLE
            + " to a program or " + URI_VARIABLE + " to a running server";

    private final Map<String, String> environment;
    private final String osName;
    private final String osArch;
    private final ServerSearch search = new ServerSearch();

    RedisLocator(Map<String, String> environment, String osName, String osArch) {
        this.environment = environment;
        this.osName = osName;
        this.osArch = osArch;
    }

    ServerSource locate() {
        String uri = environment.getOrDefault(URI_VARIABLE, "");
        if (!uri.isEmpty()) {
            return new Existing(uri, URI_VARIABLE);
        }
        String named = environment.getOrDefault(SERVER_VARIABLE, "");
        Optional<Binary> found =
                named.isEmpty() ? onPath().or(this::bundled) : search.preflight(Path.of(named), SERVER_VARIABLE);
        return search.result(found, "redis", REMEDY);
    }

    private Optional<Binary> onPath() {
        List<Path> candidates = Stream.of("valkey-server", "redis-server")
                .flatMap(name -> Executables.ofServer(environment, name))
                .toList();
        if (candidates.isEmpty()) {
            search.failed("neither valkey-server nor redis-server on the path");
        }
        return candidates.stream()
                .flatMap(path -> search.preflight(path, "path").stream())
                .findFirst();
    }

    private Optional<Binary> bundled() {
        Optional<BundledRedis> program = BundledRedis.of(osName, osArch);
        if (program.isEmpty()) {
            search.failed(BundledRedis.ARTIFACT + " has no program for " + osName + " " + osArch);
            return Optional.empty();
        }
        try {
            return search.preflight(program.get().unpack(UserCache.of(environment)), BundledRedis.ARTIFACT);
        } catch (IOException e) {
            search.failed("unpacking " + BundledRedis.ARTIFACT + " failed: " + e.getMessage());
            return Optional.empty();
        }
    }
}
