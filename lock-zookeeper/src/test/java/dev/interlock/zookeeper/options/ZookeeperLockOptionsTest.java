// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.zookeeper.options.ZookeeperLockOptions.Access;
import dev.interlock.zookeeper.options.ZookeeperLockOptions.Server;
import dev.interlock.zookeeper.options.ZookeeperLockOptions.Tls;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that a program makes are held to the same bounds as those of a uri. */
class ZookeeperLockOptionsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration TOO_LONG = Duration.ofDays(1);

    @Test
    void times_have_bounds() {
        refused("timeout must be", () -> options("b", TOO_LONG, SECOND));
        refused("pollFallback must be", () -> options("b", SECOND, TOO_LONG));
        refused("sessionTimeout must be", () -> server("h:1", TOO_LONG, SECOND, null, null));
        refused("connectTimeout must be", () -> server("h:1", SECOND, TOO_LONG, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a", "a/", "a//b", "a/../b", ".", "zookeeper", "zookeeper/quota", "a\u0001"})
    void a_bad_base_is_refused(String base) {
        refused("base must be a path", () -> options(base, SECOND, SECOND));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "interlock", "team/locks", "zookeepers"})
    void a_good_base_is_taken(String base) {
        assertThat(options(base, SECOND, SECOND).base()).isEqualTo(base);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "h:1/x", "u@h:1", "h:0", ":1", "h:x"})
    void hosts_are_hosts_with_ports(String hosts) {
        refused("hosts must be host:port", () -> server(hosts, SECOND, SECOND, null, null));
    }

    @Test
    void a_login_has_both_parts() {
        refused(
                "user must come with a password but 'password' is missing",
                () -> server("h:1", SECOND, SECOND, "u", null));
        refused("user must come with a password but 'user' is missing", () -> server("h:1", SECOND, SECOND, null, "p"));
    }

    @Test
    void a_change_of_one_option_leaves_the_rest() {
        ZookeeperLockOptions standard = ZookeeperLockOptions.STANDARD;
        Server other = Server.STANDARD.at("z1:2181").withSessionTimeout(SECOND);
        assertThat(other).isEqualTo(new Server("z1:2181", SECOND, Server.STANDARD.connectTimeout(), null, null, null));
        assertThat(standard.withServer(other).withBase("shop").withAcl(Access.OPEN))
                .isEqualTo(new ZookeeperLockOptions(
                        other, "shop", Access.OPEN, standard.timeout(), standard.pollFallback()));
        assertThat(other).hasToString("z1:2181");
        assertThat(new Tls("k", "canary-1", "t", "canary-2")).hasToString("Tls[k, t]");
    }

    private static ZookeeperLockOptions options(String base, Duration timeout, Duration pollFallback) {
        return new ZookeeperLockOptions(Server.STANDARD, base, Access.AUTO, timeout, pollFallback);
    }

    private static Server server(String hosts, Duration session, Duration connect, String user, String password) {
        return new Server(hosts, session, connect, user, password, null);
    }

    private static void refused(String message, Runnable options) {
        assertThatIllegalArgumentException().isThrownBy(options::run).withMessageStartingWith(message);
    }
}
