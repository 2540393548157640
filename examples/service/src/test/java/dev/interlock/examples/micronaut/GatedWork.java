// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import static org.awaitility.Awaitility.await;

import dev.interlock.examples.counter.SimulatedWork;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Work that stops a request named gated-something between reading and writing, the first time, until its gate is
 * opened. It takes 10 ms for requests named load-something.
 */
@Singleton
@Replaces(value = SimulatedWork.class, factory = UseCaseFactory.class)
@Requires(property = "examples.gate")
final class GatedWork extends SimulatedWork {

    private final SimulatedWork load = new SimulatedWork(Duration.ofMillis(10));
    private final Path directory;

    /**
     * A gate of files.
     *
     * @param directory the directory where the file REQUEST.reached shows that the request has stopped, and
     *     REQUEST.open lets it continue
     */
    GatedWork(@Value("${examples.gate}") Path directory) {
        super(Duration.ZERO);
        this.directory = directory;
    }

    @Override
    public void between(String request) {
        if (request.startsWith("load-")) {
            load.between(request);
        }
        Path open = directory.resolve(request + ".open");
        if (request.startsWith("gated") && !Files.exists(open)) {
            try {
                Files.createFile(directory.resolve(request + ".reached"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(open));
        }
    }
}
