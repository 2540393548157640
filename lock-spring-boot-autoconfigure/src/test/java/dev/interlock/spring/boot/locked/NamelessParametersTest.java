// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that was compiled without the names of parameters. */
class NamelessParametersTest {

    private static final String SOURCE = """
            public class Nameless {
                @dev.interlock.spring.boot.locked.Locked("order-#{id}")
                public void pay(String id) {}
            }
            """;

    @TempDir
    Path directory;

    @Test
    void the_start_fails_with_the_compilers_option() throws Exception {
        Path source = Files.writeString(directory.resolve("Nameless.java"), SOURCE);
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-g:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(compiled).isZero();
        URL[] path = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader());
                LockedBench bench = new LockedBench(loader.loadClass("Nameless"))) {
            assertThatThrownBy(bench::start)
                    .hasMessageContainingAll("@Locked on Nameless.pay", "compile with -parameters");
        }
    }
}
