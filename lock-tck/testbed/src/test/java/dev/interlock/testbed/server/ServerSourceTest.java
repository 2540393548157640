// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class ServerSourceTest {

    private final Unavailable missing = new Unavailable("redis", "nothing found", "install it");
    private String before;

    @BeforeEach
    void remember() {
        before = System.getProperty(ServerSource.REQUIRE_PROPERTY, "");
    }

    @AfterEach
    void restore() {
        System.setProperty(ServerSource.REQUIRE_PROPERTY, before);
    }

    @Test
    void a_missing_server_aborts_a_test() {
        System.setProperty(ServerSource.REQUIRE_PROPERTY, "mysql");

        assertThatThrownBy(missing::raise)
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("no redis server: nothing found; install it");
    }

    @Test
    void a_missing_server_that_is_required_fails_a_test() {
        System.setProperty(ServerSource.REQUIRE_PROPERTY, "mysql, Redis");

        assertThatThrownBy(missing::raise)
                .isInstanceOf(AssertionError.class)
                .hasMessage("no redis server: nothing found; install it (required by -Dinterlock.test.require)");
    }

    @Test
    void a_password_is_not_printed() {
        assertThat(new Existing("redis://:secret@host", "X")).asString().isEqualTo("existing server (X)");
    }
}
