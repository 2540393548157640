// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.redis.RedisLockBackend;
import java.io.File;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.commons.pool2.ObjectPool;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import redis.clients.authentication.core.TokenManager;
import redis.clients.jedis.UnifiedJedis;

/** An application that is a module compiles against our jars and runs on them, by the names in their manifests. */
class ModularApplicationIT {

    private static final String DESCRIPTOR = """
            module orders {
                requires dev.interlock;
                requires dev.interlock.redis;
            }
            """;

    /** Takes a lock in memory, and shows that the module system finds the services of both jars. */
    private static final String PROGRAM = """
            package orders;

            import dev.interlock.LockClient;
            import dev.interlock.LockUnavailableException;
            import dev.interlock.redis.RedisLockBackend;

            public final class Orders {
                public static void main(String[] arguments) throws Exception {
                    try (LockClient locks = LockClient.connect("memory:")) {
                        String done = locks.lock("order:42").withLock(handle -> handle.lockName() + " held");
                        System.out.println(done + " by " + LockClient.class.getModule().getName());
                    }
                    try {
                        LockClient.connect("redis://localhost:1?connectTimeout=1s").close();
                    } catch (LockUnavailableException e) {
                        System.out.println("no server for " + RedisLockBackend.class.getModule().getName());
                    }
                }
            }
            """;

    private static final List<Class<?>> IN_THE_JARS = List.of(
            LockClient.class,
            RedisLockBackend.class,
            UnifiedJedis.class,
            TokenManager.class,
            ObjectPool.class,
            Logger.class,
            NullMarked.class);

    @TempDir
    private Path folder;

    @Test
    void an_application_that_is_a_module_takes_a_lock() throws Exception {
        String modules =
                IN_THE_JARS.stream().map(ModularApplicationIT::jar).collect(Collectors.joining(File.pathSeparator));
        Path classes = compile(modules);
        Path errors = folder.resolve("errors");
        Process run = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--module-path",
                        classes + File.pathSeparator + modules,
                        // Automatic modules do not name what they need, such as SLF4J.
                        "--add-modules",
                        "ALL-MODULE-PATH",
                        "--module",
                        "orders/orders.Orders")
                .redirectError(errors.toFile())
                .start();
        String output = new String(run.getInputStream().readAllBytes(), UTF_8);
        assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(output.lines())
                .as(Files.readString(errors))
                .containsExactly("order:42 held by dev.interlock", "no server for dev.interlock.redis");
    }

    private Path compile(String modules) throws Exception {
        Path classes = folder.resolve("classes");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            errors,
                            files,
                            null,
                            List.of("--release", "17", "--module-path", modules, "-d", classes.toString()),
                            null,
                            files.getJavaFileObjects(
                                    write("module-info.java", DESCRIPTOR), write("Orders.java", PROGRAM)))
                    .call();
            assertThat(compiled).as(errors::toString).isTrue();
        }
        return classes;
    }

    /** Of the same build: a jar, because this test runs after it was packaged. */
    private static String jar(Class<?> type) {
        try {
            Path place = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            assertThat(place).as(type.getName()).isRegularFile();
            return place.toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path write(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }
}
