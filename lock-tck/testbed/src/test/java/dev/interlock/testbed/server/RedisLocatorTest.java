// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisLocatorTest {

    private static final String URI = "LOCKS_TEST_REDIS_URI";
    private static final String SERVER = "LOCKS_TEST_REDIS_SERVER";

    @TempDir
    private Path directory;

    private Path program(String name, String script) throws IOException {
        Path path = Files.createDirectories(directory.resolve(name + "-bin")).resolve(name);
        Files.writeString(path, "#!/bin/sh\n" + script + "\n");
        assertThat(path.toFile().setExecutable(true)).isTrue();
        return path;
    }

    private static ServerSource locate(Map<String, String> environment) {
        return new RedisLocator(environment, "Linux", "amd64").locate();
    }

    @Test
    void a_running_server_comes_first() throws IOException {
        Path named = program("named", "echo named");

        assertThat(locate(Map.of(URI, "redis://somewhere", SERVER, named.toString())))
                .isEqualTo(new Existing("redis://somewhere", URI));
    }

    @Test
    void a_named_program_comes_before_the_path() throws IOException {
        Path named = program("named", "echo named");
        Path onPath = program("redis-server", "echo on path");

        assertThat(locate(Map.of(
                        SERVER, named.toString(), "PATH", onPath.getParent().toString())))
                .isEqualTo(new Binary(named, "named", SERVER));
    }

    @Test
    void valkey_comes_before_redis_on_the_path() throws IOException {
        Path redis = program("redis-server", "echo redis");
        Path valkey = program("valkey-server", "echo valkey");

        assertThat(locate(Map.of("PATH", redis.getParent() + ":" + valkey.getParent())))
                .isEqualTo(new Binary(valkey, "valkey", "path"));
    }

    @Test
    void a_program_on_the_path_that_does_not_run_is_passed_over() throws IOException {
        Path valkey = program("valkey-server", "exit 1");
        Path redis = program("redis-server", "echo redis");

        assertThat(locate(Map.of("PATH", redis.getParent() + ":" + valkey.getParent())))
                .isEqualTo(new Binary(redis, "redis", "path"));
    }

    @Test
    void a_named_program_that_does_not_run_is_not_replaced_and_its_words_are_the_reason() throws IOException {
        Path broken = program("broken", "echo libssl.so.3: cannot open shared object file >&2; exit 127");
        Path onPath = program("redis-server", "echo redis");

        assertThat(locate(Map.of(
                        SERVER, broken.toString(), "PATH", onPath.getParent().toString())))
                .isInstanceOfSatisfying(Unavailable.class, missing -> {
                    assertThat(missing.reason())
                            .isEqualTo(broken + " (" + SERVER + ") does not run:"
                                    + " libssl.so.3: cannot open shared object file");
                    assertThat(missing.remedy()).contains("valkey-server", SERVER, URI);
                });
    }

    @Test
    void a_named_program_that_is_not_there_is_a_reason() {
        assertThat(locate(Map.of(SERVER, "/does/not/exist")))
                .isInstanceOfSatisfying(
                        Unavailable.class,
                        missing -> assertThat(missing.reason()).contains("/does/not/exist"));
    }
}
