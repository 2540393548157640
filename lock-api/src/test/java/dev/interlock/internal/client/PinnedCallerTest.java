// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClient;
import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A virtual thread that is pinned to the only carrier of its JVM. */
class PinnedCallerTest {

    private static final int VIRTUAL_THREADS_SINCE = 21;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path JVMS = Path.of("/usr/lib/jvm");
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    @Test
    void a_virtual_thread_that_is_pinned_to_the_only_carrier_gets_its_lock(@TempDir Path folder) throws Exception {
        Optional<Path> home = homeWithVirtualThreads();
        assumeTrue(home.isPresent(), "no JDK " + VIRTUAL_THREADS_SINCE + " or newer here");
        Path output = folder.resolve("output.txt");
        Process child = new ProcessBuilder(
                        home.orElseThrow().resolve("bin/java").toString(),
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + classes(),
                        PinnedCallerTest.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(child.waitFor(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.exitValue()).as(Files.readString(output)).isZero();
    }

    private static String classes() {
        return Path.of(PinnedCallerTest.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
    }

    private static Optional<Path> homeWithVirtualThreads() throws IOException {
        if (Runtime.version().feature() >= VIRTUAL_THREADS_SINCE) {
            return Optional.of(Path.of(System.getProperty("java.home")));
        }
        if (!Files.isDirectory(JVMS)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(JVMS)) {
            return homes.filter(PinnedCallerTest::hasVirtualThreads).findFirst();
        }
    }

    private static boolean hasVirtualThreads(Path home) {
        try {
            Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
            return version.find() && Integer.parseInt(version.group(1)) >= VIRTUAL_THREADS_SINCE;
        } catch (IOException e) {
            return false;
        }
    }

    /** Run in the child: ends with 0 if the pinned thread got its lock and gave it back. */
    public static void main(String[] arguments) throws Throwable {
        CountDownLatch done = new CountDownLatch(1);
        Runnable pinned = () -> {
            if (Pinned.TOKEN > 0) {
                done.countDown();
            }
        };
        Thread started = (Thread) MethodHandles.publicLookup()
                .findStatic(Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class))
                .invokeExact(pinned);
        boolean ended = done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        Runtime.getRuntime().halt(ended ? 0 : started.isAlive() ? 1 : 2);
    }

    /** A virtual thread cannot leave its carrier while it is in a class initialiser. */
    private static final class Pinned {

        static final long TOKEN = acquireAndRelease();

        private static long acquireAndRelease() {
            try (LockClient client = LockClient.connect("memory:PinnedCallerTest")) {
                return client.lock("a")
                        .withLock(AcquireOptions.waitAtMost(Duration.ZERO), handle -> handle.fencingToken());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
