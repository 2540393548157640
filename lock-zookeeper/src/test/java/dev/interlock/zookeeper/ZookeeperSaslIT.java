// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.testbed.server.ZookeeperServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.server.auth.DigestLoginModule;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Logins by SASL (DIGEST-MD5), as docs/backends/zookeeper.md shows them. Their configuration is one for the JVM. */
@Isolated
class ZookeeperSaslIT {

    /** With it, which is the default, ZooKeeper uses no DIGEST-MD5. */
    private static final String FIPS_MODE = "zookeeper.fips-mode";

    private final @Nullable Configuration before = configuration();

    @TempDir
    private Path directory;

    private static @Nullable Configuration configuration() {
        try {
            return Configuration.getConfiguration();
        } catch (SecurityException e) {
            // There is none.
            return null;
        }
    }

    @BeforeEach
    void allowDigest() {
        System.setProperty(FIPS_MODE, "false");
    }

    @AfterEach
    void forgetLogin() {
        System.clearProperty(FIPS_MODE);
        Configuration.setConfiguration(before);
    }

    /** What a section {@code Client} of a JAAS file would say. */
    private static void loginAs(String user, String password) {
        AppConfigurationEntry client = new AppConfigurationEntry(
                DigestLoginModule.class.getName(),
                LoginModuleControlFlag.REQUIRED,
                Map.of("username", user, "password", password));
        Configuration.setConfiguration(new Configuration() {
            @Override
            public AppConfigurationEntry @Nullable [] getAppConfigurationEntry(String name) {
                return name.equals("Client") ? new AppConfigurationEntry[] {client} : null;
            }
        });
    }

    private static void loginAsNobody() {
        Configuration.setConfiguration(new Configuration() {
            @Override
            public AppConfigurationEntry @Nullable [] getAppConfigurationEntry(String name) {
                return null;
            }
        });
    }

    private ZookeeperServer server(String... more) throws Exception {
        Path jaas = Files.writeString(directory.resolve("jaas.conf"), """
                Server {
                  org.apache.zookeeper.server.auth.DigestLoginModule required user_ann="hush" user_bob="quiet";
                };
                """);
        String[] settings = {
            "-Djava.security.auth.login.config=" + jaas,
            "-D" + FIPS_MODE + "=false",
            "-Dzookeeper.authProvider.1=org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
            more.length == 0 ? "-Dunused=" : more[0]
        };
        return ZookeeperServer.start(settings);
    }

    private static LockClient connect(ZookeeperServer server) {
        return LockClient.connect("zookeeper://" + server.connectString() + "/private?acl=creator&connectTimeout=10s");
    }

    @Test
    void with_a_login_by_sasl_nodes_belong_to_it_and_others_are_refused_at_the_start() throws Exception {
        try (ZookeeperServer server = server()) {
            loginAs("ann", "hush");
            try (LockClient ann = connect(server);
                    LockHandle held = ann.lock("a").tryAcquire().orElseThrow()) {
                assertThat(held.fencingToken()).isPositive();
                loginAs("bob", "quiet");
                assertThatThrownBy(() -> connect(server))
                        .isInstanceOf(LockUnavailableException.class)
                        .hasMessageContaining("NOAUTH")
                        .hasMessageContaining("grant create, read, write and delete");
            }
        }
    }

    @Test
    void a_server_that_requires_a_login_refuses_a_client_without() throws Exception {
        try (ZookeeperServer server = server("-Dzookeeper.sessionRequireClientSASLAuth=true")) {
            loginAsNobody();
            assertThatThrownBy(() -> connect(server)).isInstanceOf(LockUnavailableException.class);
            loginAs("ann", "hush");
            try (LockClient ann = connect(server)) {
                assertThat(ann.lock("a").tryAcquire()).isPresent();
            }
        }
    }

    @Test
    void in_fips_mode_a_login_by_digest_is_refused_at_the_start() throws Exception {
        System.clearProperty(FIPS_MODE);
        try (ZookeeperServer server = server()) {
            loginAs("ann", "hush");
            assertThatThrownBy(() -> connect(server))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("SASL");
        }
    }

    @Test
    void a_wrong_password_is_refused_and_not_shown() throws Exception {
        try (ZookeeperServer server = server()) {
            loginAs("ann", "guessed");
            assertThatThrownBy(() -> connect(server))
                    .isInstanceOf(LockUnavailableException.class)
                    .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("guessed"));
        }
    }
}
