// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static dev.interlock.AcquireOptions.waitAtMost;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of the README: compiled, run, and compared with the text. */
class ReadmeExampleTest {

    private final List<Long> saved = new ArrayList<>();

    @Test
    void it_runs() throws InterruptedException {
        payOrder("memory:", this::save);
        assertThat(saved).hasSize(1);
    }

    @Test
    void the_readme_shows_exactly_this_code() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/interlock/ReadmeExampleTest.java"));
        int start = source.lastIndexOf("    void payOrder(String uri");
        String example =
                source.substring(start, source.indexOf("\n    }\n", start) + 7).indent(-4);
        assertThat(Files.readString(Path.of("../README.md"))).contains(example);
    }

    private void save(String order, long fencingToken) {
        saved.add(fencingToken);
    }

    void payOrder(String uri, Orders orders) throws InterruptedException {
        try (LockClient client = LockClient.connect(uri)) { // "redis://localhost:6379" or "memory:"
            DistributedLock lock = client.lock("order:42");
            try (LockHandle handle = lock.acquire(waitAtMost(Duration.ofSeconds(5)))) {
                handle.ensureHeld(Duration.ofSeconds(1)); // local and cheap: is enough of the lease left?
                orders.save("order:42 is paid", handle.fencingToken()); // let the table refuse older tokens
            }
        }
    }

    interface Orders {
        void save(String order, long fencingToken);
    }
}
