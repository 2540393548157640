// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What nodes hold. */
class ZookeeperValueTest {

    private static String value(String hint) {
        Attempt attempt = Attempt.of(new LockName("a"), AttemptId.random(), Duration.ofSeconds(1), 1, hint);
        return new String(ZookeeperValue.of(attempt), StandardCharsets.US_ASCII);
    }

    @Test
    void the_format_has_a_version_and_the_hint() {
        assertThat(value("host 1")).isEqualTo("1 host 1");
        assertThat(ZookeeperValue.hint(value("host 1"))).contains("host 1");
        assertThat(value(null)).isEqualTo("1 -");
        assertThat(ZookeeperValue.hint(value(null))).isEmpty();
    }

    @Test
    void a_foreign_value_has_no_hint() {
        assertThat(ZookeeperValue.hint("2 something newer")).isEmpty();
        assertThat(ZookeeperValue.hint("")).isEmpty();
    }
}
