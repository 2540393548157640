// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.interlock.LockUnavailableException;
import dev.interlock.tck.CapturedLogs;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that does not know a command quotes its arguments, of a login too, and cuts them where it likes. */
class RedisLoginSecrecyIT {

    private BackendBench bench;

    @BeforeEach
    void start() {
        bench = new BackendBench("--rename-command", "HELLO", "");
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @ParameterizedTest
    @MethodSource("passwords")
    void no_part_of_a_password_is_in_what_is_thrown_or_logged(String password) {
        assertThat(bench.server.command("ACL", "SETUSER", "locks", "on", ">" + password, "~*", "&*", "+@all"))
                .isEqualTo("OK");
        try (CapturedLogs logs = new CapturedLogs()) {
            Throwable thrown = catchThrowable(() -> bench.backend("user=locks", "password=" + password));
            assertThat(thrown).isInstanceOf(LockUnavailableException.class);
            for (Throwable shown = thrown; shown != null; shown = shown.getCause()) {
                assertSecret(shown.toString());
            }
            assertSecret(logs.text());
        }
    }

    private static Stream<String> passwords() {
        return Stream.of(
                "canary-7391",
                "k\u00e4nary-7391-\u20ac\ud83d\udd12",
                "canary 7391 \"'\\ \u0007",
                "0123456789-canary-7391-".repeat(12));
    }

    /** Also where a part of it was cut off, or where letters became blanks. */
    private static void assertSecret(String text) {
        for (String part : List.of("7391", "nary", "0123456789")) {
            assertThat(text).doesNotContain(part);
        }
    }
}
