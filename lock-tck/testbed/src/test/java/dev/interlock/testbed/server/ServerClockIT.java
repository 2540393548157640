// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.jvm.JavaProgram;
import dev.interlock.testbed.os.ShortCommand;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clock that tests can set shows in the server's own answers; the tests of the other stores look at it, too. */
class ServerClockIT {

    private final ServerClock clock = ServerClock.make();

    @Test
    void redis_shows_it_also_after_a_restart() {
        try (RedisServer server = RedisServer.start(clock)) {
            LongSupplier seconds = () -> Long.parseLong(server.command("TIME").split("\n", -1)[0]);
            shiftsBackAndForth(seconds);
            clock.shift(Duration.ofMinutes(-7));
            server.restart();
            assertShows(Duration.ofMinutes(-7), seconds);
        }
    }

    private void shiftsBackAndForth(LongSupplier seconds) {
        for (Duration shift : new Duration[] {
            Duration.ZERO, Duration.ofSeconds(31), Duration.ofHours(-1), Duration.ofMillis(3_600_500), Duration.ZERO
        }) {
            clock.shift(shift);
            assertShows(shift, seconds);
        }
    }

    private static void assertShows(Duration shift, LongSupplier seconds) {
        long before = System.currentTimeMillis() + shift.toMillis();
        long shown = seconds.getAsLong();
        long after = System.currentTimeMillis() + shift.toMillis();
        assertThat(shown).isBetween(before / 1_000, after / 1_000);
    }

    @Test
    void a_java_with_this_clock_keeps_the_true_monotonic_time() throws Exception {
        clock.shift(Duration.ofDays(1));
        List<String> command = new ArrayList<>(clock.wrapper());
        command.add(JavaProgram.JAVA.toString());
        command.addAll(List.of("-cp", Path.of(codeSource().toURI()).toString(), Times.class.getName()));
        long before = System.nanoTime();
        String[] times =
                ShortCommand.run(Duration.ofSeconds(30), command).output().split(" ", -1);
        // On Linux every process of a machine has the same monotonic clock.
        assertThat(Long.parseLong(times[0])).isBetween(before, System.nanoTime());
        Duration ahead = Duration.ofMillis(Long.parseLong(times[1]) - System.currentTimeMillis());
        assertThat(ahead).isBetween(Duration.ofHours(23), Duration.ofHours(25));
    }

    private static URL codeSource() {
        return Times.class.getProtectionDomain().getCodeSource().getLocation();
    }

    /** Says what time it is. */
    static final class Times {

        private Times() {}

        public static void main(String[] arguments) {
            System.out.println(System.nanoTime() + " " + System.currentTimeMillis());
        }
    }

    @Test
    void without_a_compiler_there_is_a_reason(@TempDir Path cache) {
        Map<String, String> environment = Map.of("PATH", "/nowhere", "XDG_CACHE_HOME", cache.toString());
        assertThatThrownBy(() -> ServerClock.make(environment, "Linux"))
                .as("aborted or failed, as this build requires")
                .hasMessageStartingWith("no server's clock can be set here: no C compiler (cc, gcc)");
        assertThatThrownBy(() -> ServerClock.make(System.getenv(), "Mac OS X")).hasMessageContaining("Linux only");
    }

    @Test
    void a_server_whose_clock_could_not_be_set_does_not_start() throws IOException {
        String library = clock.wrapper().get(1);
        ShortCommand command = ShortCommand.run("/usr/bin/env", library, "INTERLOCK_CLOCK=/nowhere", "/bin/true");
        assertThat(command.exitCode()).isEqualTo(127);
        assertThat(command.output()).isEqualTo("cannot map what INTERLOCK_CLOCK names: /nowhere");
    }
}
