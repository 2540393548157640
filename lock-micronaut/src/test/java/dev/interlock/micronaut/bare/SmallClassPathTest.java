// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.bare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is optional may be missing: no Reactor, no HTTP, no management, no meters, no JDBC. */
final class SmallClassPathTest {

    private static final String NOTHING = "";
    private static final String REDIS =
            ".*(lock-redis/target/classes|lock-redis-[^/]*(?<!-tests)\\.jar|/(jedis|commons-pool2|gson|json)-[^/]*\\.jar)";

    @TempDir
    Path directory;

    @Test
    void methods_are_locked_without_anything_optional() throws Exception {
        assertThat(SmallClassPath.run(directory, NOTHING, "locks.backend=memory"))
                .contains("now job-1", "later job-2", "there is no Reactor");
    }

    @Test
    void without_a_backend_there_is_no_start() throws Exception {
        assertThat(SmallClassPath.run(directory, NOTHING))
                .contains("refused: ", "locks.backend is not set and there is no backend on the class path")
                .doesNotContain("now job-1");
    }

    @Test
    void the_only_backend_on_the_class_path_is_taken() throws Exception {
        assertThat(SmallClassPath.run(directory, REDIS))
                .contains("locks.backend is 'redis' but nothing says where it is: set locks.uri")
                .contains("there is no Reactor");
    }
}
