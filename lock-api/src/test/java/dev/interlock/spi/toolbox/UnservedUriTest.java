// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.LockClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connection strings that no backend serves, when only lock-api is on the class path. */
class UnservedUriTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
REDIS://h|no backend serves the scheme 'REDIS:': write 'redis:', and put dev.interlock:lock-redis on the class path; the class path has backends for [memory:]
Memory:|no backend serves the scheme 'Memory:': write 'memory:'; the class path
redis://h|no backend serves the scheme 'redis:': put dev.interlock:lock-redis on the class path; the
rediss://h|no backend serves the scheme 'rediss:': put dev.interlock:lock-redis on the class path
zookeeper://h|no backend serves the scheme 'zookeeper:': put dev.interlock:lock-zookeeper on the class path
jdbc:mysql://h/db|no backend serves the scheme 'jdbc:mysql:': put dev.interlock:lock-jdbc on the class path
zk:h|no backend serves the scheme 'zk:': write 'zookeeper:', and put dev.interlock:lock-zookeeper on the class path
valkey://h|no backend serves the scheme 'valkey:': write 'redis:', and put dev.interlock:lock-redis on the class path
valkeys://h|write 'rediss:'
mysql://h/db|write 'jdbc:mysql:', and put dev.interlock:lock-jdbc on the class path
postgres://h/db|write 'jdbc:postgresql:'
jdbc:postgres://h/db|write 'jdbc:postgresql:'
redis-sentinel://h/m|no backend serves the scheme 'redis-sentinel:': put dev.interlock:lock-redis on the class path
redis+sentinel://h/m|no backend serves the scheme 'redis+sentinel:': write 'redis-sentinel:', and put dev.interlock:lock-redis on the class path
redlock:redis://h,redis://i,redis://j|no backend serves the scheme 'redlock:': put dev.interlock:lock-redis on the class path
redis-cluster://h|no backend serves the scheme 'redis-cluster:': put dev.interlock:lock-redis on the class path
redis+cluster://h|write 'redis-cluster:', and put dev.interlock:lock-redis on the class path
redis-socket:///run/redis|it is not supported: name a host by redis://
jdbc:h2:mem:x|no backend serves the scheme 'jdbc:h2:': locks in SQL need MySQL, MariaDB or PostgreSQL; in tests use 'memory:'
jdbc:oracle:thin:@h|locks in SQL need MySQL, MariaDB or PostgreSQL
migrate:from=memory:&to=memory:n&phase=both|no backend serves the scheme 'migrate:': put dev.interlock:lock-migrate on the class path
etcd://h|no backend serves the scheme 'etcd:': put dev.interlock:lock-etcd on the class path
consul://h|no backend serves the scheme 'consul:': it is not supported: the stores are Redis, ZooKeeper, etcd, MySQL, MariaDB, PostgreSQL and memory; the class path has
 memory:|the uri begins or ends with a blank: remove it
memory: |the uri begins or ends with a blank: remove it
memory|the uri has no colon behind its scheme: write 'memory:'
localhost|the uri has no scheme, such as 'redis:' in redis://localhost:6379
localhost:6379|the uri names a host and a port but no scheme: write it as in redis://localhost:6379
""")
    void are_refused_with_what_to_do(String uri, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockClient.connect(uri))
                .withMessageContaining(message)
                .withMessageContaining("[memory:]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nosuch://u:s3cret@h",
                "s3cret",
                "u@s3cret:x",
                " redis://u:s3cret@h",
                "redis-sentinel://u:s3cret@h",
                "jdbc:h2:s3cret",
                ":s3cret",
                ""
            })
    void are_not_shown_beyond_the_scheme(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LockClient.connect(uri))
                .withMessageNotContaining("s3cret");
    }
}
