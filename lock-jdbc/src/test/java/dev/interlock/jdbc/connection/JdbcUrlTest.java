// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockSettings;
import dev.interlock.tck.CapturedLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {

    private static final String CANARY = "canary-7391";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                jdbc:mysql://h/db                                         | jdbc:mysql://h/db
                jdbc:mysql://h:1/db?useSSL=false&interlock.table=t        | jdbc:mysql://h:1/db?useSSL=false
                jdbc:mysql://h/db?interlock.mode=lease                    | jdbc:mysql://h/db
                jdbc:mysql://u:p@h/db?a=%20+x                             | jdbc:mysql://h/db?a=%20+x
                jdbc:mariadb://h/db?user=u&password=p&a=b                 | jdbc:mariadb://h/db?a=b
                jdbc:postgresql://h1,h2:5/db?targetServerType=primary     | jdbc:postgresql://h1,h2:5/db?targetServerType=primary
                jdbc:postgresql://[::1]:5/db                              | jdbc:postgresql://[::1]:5/db
                jdbc:mariadb:sequential://u:p@a:1,b/db?x=y                | jdbc:mariadb:sequential://a:1,b/db?x=y
                """)
    void the_driver_sees_its_own_options_as_they_were_written(String uri, String expected) {
        assertThat(JdbcUrl.of(LockSettings.of(uri)).driverUrl()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://me:a%2Fb@h/db",
                "jdbc:mysql://h/db?user=me&password=a%2Fb",
                "jdbc:mysql://other:x@h/db?user=me&password=a%2Fb"
            })
    void the_login_is_in_the_authority_or_among_the_options(String uri) {
        JdbcUrl url = JdbcUrl.of(LockSettings.of(uri));
        assertThat(url.user()).isEqualTo("me");
        assertThat(url.password()).isEqualTo("a/b");
    }

    @Test
    void options_from_code_win() {
        JdbcUrl url = JdbcUrl.of(LockSettings.of("jdbc:mysql://a:b@h/db?sslMode=REQUIRED&x=1&interlock.table=t")
                .withOption("user", "me")
                .withOption("password", CANARY)
                .withOption("sslMode", "DISABLED")
                .withOption("interlock.table", "mine"));
        assertThat(url.user()).isEqualTo("me");
        assertThat(url.password()).isEqualTo(CANARY);
        assertThat(url.driverUrl()).isEqualTo("jdbc:mysql://h/db?x=1");
        assertThat(url.driverOptions()).isEqualTo(Map.of("sslMode", "DISABLED"));
        assertThat(url.oursInUrl()).isEqualTo(Map.of("interlock.table", "t"));
        assertThat(url.oursInCode()).isEqualTo(Map.of("interlock.table", "mine"));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://a/db, false",
        "'jdbc:postgresql://a:1,[::1]:2/db?targetServerType=master', true",
        "'jdbc:mysql://a,b/db', true",
        "'jdbc:mysql://(host=a,port=1)/db', false",
        "'jdbc:mysql://(host=a,port=1),(host=b,port=2)/db', true",
        "'jdbc:mysql://[(host=a,port=1),b:2]/db', true",
        "'jdbc:mariadb://address=(host=a)(port=1)/db', false",
        "'jdbc:mariadb:sequential://address=(host=a)(port=1),address=(host=b)/db', true",
    })
    void several_hosts_are_distinguished_from_the_properties_of_one(String uri, boolean several) {
        assertThat(JdbcUrl.of(LockSettings.of(uri)).hasSeveralHosts()).isEqualTo(several);
    }

    @Test
    void warns_of_an_option_that_lacks_the_start_of_ours() {
        try (CapturedLogs logs = new CapturedLogs()) {
            JdbcUrl.of(LockSettings.of("jdbc:postgresql://h/db?timeout=3s&interlock.mode=lease&connectTimeout=5"));
            JdbcUrl.of(LockSettings.of("jdbc:mysql://h/db").withOption("table", "mine"));
            // Other tests may log at the same time.
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains("goes to the driver"))
                    .contains(
                            "the option 'timeout' of postgresql goes to the driver; the option of the locks is"
                                    + " 'interlock.timeout'",
                            "the option 'table' of mysql goes to the driver; the option of the locks is"
                                    + " 'interlock.table'")
                    .noneMatch(line -> line.contains("connectTimeout") || line.contains("'mode'"));
        }
    }

    @Test
    void warns_once_of_an_option_that_stands_in_the_url_and_in_code() {
        try (CapturedLogs logs = new CapturedLogs()) {
            JdbcUrl.of(LockSettings.of("jdbc:mariadb://h/db?poolWait=1s").withOption("poolWait", "2s"));
            // Other tests may log at the same time.
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains("'poolWait' of mariadb"))
                    .hasSize(1);
        }
    }

    /** Drivers have options named connectTimeout, so that one is theirs without the start of ours. */
    @Test
    void warns_of_each_option_that_is_read() throws IOException {
        Matcher read = Pattern.compile("\"interlock\\.(\\w+)\"")
                .matcher(Files.readString(Path.of("src/main/java/dev/interlock/jdbc/options/JdbcSettings.java")));
        List<String> names = read.results()
                .map(name -> name.group(1))
                .filter(name -> !name.equals("connectTimeout"))
                .toList();
        assertThat(names).hasSizeGreaterThan(5);
        for (String name : names) {
            try (CapturedLogs logs = new CapturedLogs()) {
                JdbcUrl.of(LockSettings.of("jdbc:mariadb://h/db?" + name + "=1"));
                assertThat(logs.warnings()).anyMatch(line -> line.endsWith("'interlock." + name + "'"));
            }
        }
    }

    @Test
    void knows_what_the_driver_was_given() {
        JdbcUrl url =
                JdbcUrl.of(LockSettings.of("jdbc:mysql://h/db?socketTimeout=1").withOption("sslMode", "x"));
        assertThat(url.hasDriverOption("socketTimeout")).isTrue();
        assertThat(url.hasDriverOption("sslMode")).isTrue();
        assertThat(url.hasDriverOption("connectTimeout")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                jdbc:mysql:loadbalance://a,b/db          | a jdbc uri must start with jdbc:mysql://
                jdbc:mariadb:replication://a,b/db        | hosts among which a driver chooses anew for each connection, or for each statement, cannot keep a lock
                jdbc:mysql:sequential://a,b/db           | a jdbc uri must start with jdbc:mysql://
                jdbc:mariadb:sequential:///db            | the mariadb uri must name a host
                jdbc:postgresql://a,b/db?targetServerType=preferSecondary | option 'targetServerType' of the postgresql uri, which names several hosts, may lead to a standby
                jdbc:postgresql://a,b/db?targetServerType=any | where locks cannot be kept: targetServerType=primary
                jdbc:postgresql://a,b/db?loadBalanceHosts=true | leads each connection to another host
                jdbc:mysql://a,b/db?failOverReadOnly=true | takes no writes after a failover, where locks cannot be kept: failOverReadOnly=false
                jdbc:postgresql:db                       | the postgresql uri must have two slashes before the host
                jdbc:mysql:h/db                          | the mysql uri must have two slashes before the host: jdbc:mysql://host:port/database
                jdbc:postgresql://(host=h,port=1)/db     | the postgresql uri must list hosts as host:port, separated by commas
                jdbc:postgresql://address=(host=h)/db    | the postgresql uri must list hosts as host:port
                jdbc:mysql://h/db?lease=10s              | is not an option of the store: say it in AcquireOptions
                jdbc:mysql://h/db?interlock.maxWait=10s  | is not an option of the store: say it in AcquireOptions
                jdbc:mysql://(host=h,password=p)/db      | has a secret among the properties of a host, where drivers and pools show it: give it as an option
                jdbc:mysql:///db                         | the mysql uri must name a host: jdbc:mysql://host:port/database
                jdbc:mysql://h/db?x                      | options of the mysql uri must have the form name=value
                jdbc:mysql://h/db?interlock.table=a&interlock.table=b | option 'interlock.table' of the mysql uri is given twice
                jdbc:mysql://h/db?interlock.table=%zz    | the mysql uri is not percent-encoded correctly
                """)
    void names_what_it_does_not_understand(String uri, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JdbcUrl.of(LockSettings.of(uri)))
                .withMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql:loadbalance://u:" + CANARY + "@h/db",
                "jdbc:mysql://u:" + CANARY + "@/db",
                "jdbc:mysql:u:" + CANARY + "@h/db",
                "jdbc:mysql://(host=h,password=" + CANARY + ")/db",
                "jdbc:mariadb://address=(host=h)(password=" + CANARY + ")/db",
                "jdbc:postgresql://(host=h,password=" + CANARY + ")/db",
                "jdbc:postgresql://address=(host=h)(password=" + CANARY + ")/db",
                "jdbc:mysql://u:" + CANARY + "@h/db?x",
                "jdbc:mysql://h/db?password=" + CANARY + "&password=" + CANARY
            })
    void a_refusal_never_shows_the_password(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JdbcUrl.of(LockSettings.of(uri)))
                .satisfies(e -> assertThat(e.toString()).doesNotContain(CANARY));
    }

    @Test
    void secret_options_of_the_driver_never_stand_in_its_url() {
        JdbcUrl url = JdbcUrl.of(LockSettings.of("jdbc:mysql://h/db?trustStorePassword=a%2F" + CANARY + "&x=%20&PWD="
                        + CANARY + "&sslpassword=" + CANARY)
                .withOption("sslpassword", "from code"));
        assertThat(url.driverUrl()).isEqualTo("jdbc:mysql://h/db?x=%20");
        assertThat(url.driverOptions())
                .isEqualTo(Map.of("trustStorePassword", "a/" + CANARY, "PWD", CANARY, "sslpassword", "from code"));
    }

    @Test
    void shows_host_port_and_database_only() {
        assertThat(JdbcUrl.of(LockSettings.of("jdbc:mysql://u:" + CANARY + "@h:33/db?x=" + CANARY)))
                .hasToString("mysql at h:33/db");
        assertThat(JdbcUrl.of(LockSettings.of("jdbc:mysql://(host=h,port=1)/db?password=" + CANARY)))
                .hasToString("mysql at several hosts/db");
        assertThat(JdbcUrl.of(LockSettings.of("jdbc:mysql://u:" + CANARY + "@h:33/db"))
                        .shownUrl())
                .isEqualTo("jdbc:mysql://h:33/db");
    }

    @Test
    void what_belongs_to_the_client_is_refused_in_code_too() {
        LockSettings settings = LockSettings.of("jdbc:mysql://h/db").withOption("lease", "10s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JdbcUrl.of(settings))
                .withMessageContaining("is not an option of the store: say it in AcquireOptions");
    }
}
