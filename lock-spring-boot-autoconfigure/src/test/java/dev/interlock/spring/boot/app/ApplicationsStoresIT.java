// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The locks are where the application's own data is, without a word about it in {@code interlock.*}. */
final class ApplicationsStoresIT {

    @Test
    void locks_are_in_the_Redis_of_the_application_whichever_client_it_uses() throws Exception {
        try (RedisServer server = RedisServer.start();
                RunningApplication application = RunningApplication.start(
                        WebApplicationType.NONE,
                        Application.class,
                        "interlock.backend=redis",
                        "spring.data.redis.host=" + server.host(),
                        "spring.data.redis.port=" + server.port(),
                        "spring.data.redis.database=3",
                        "interlock.options.prefix=shop")) {
            LockClient client = application.context().getBean(LockClient.class);
            try (LockHandle handle = client.lock("orders").acquire()) {
                assertThat(handle.state()).isEqualTo(HandleState.HELD);
                assertThat(application
                                .context()
                                .getBean(StringRedisTemplate.class)
                                .hasKey("shop:{orders}"))
                        .isTrue();
            }
        }
    }

    @Test
    void locks_in_the_DataSource_of_the_application_outlive_its_rollbacks() throws Exception {
        try (SqlServer server = SqlServer.start(SqlProduct.POSTGRES);
                RunningApplication application = RunningApplication.start(
                        WebApplicationType.NONE,
                        Application.class,
                        "interlock.backend=jdbc",
                        "interlock.options.schema=create",
                        "spring.datasource.url=" + server.url(),
                        "spring.datasource.username=" + server.user(),
                        "spring.datasource.password=" + server.password())) {
            LockClient client = application.context().getBean(LockClient.class);
            JdbcTemplate sql = application.context().getBean(JdbcTemplate.class);
            sql.execute("create table orders (id int primary key)");
            LockHandle handle = new TransactionTemplate(application.context().getBean(PlatformTransactionManager.class))
                    .execute(transaction -> {
                        sql.update("insert into orders values (1)");
                        LockHandle inside = client.lock("orders").tryAcquire().orElseThrow();
                        transaction.setRollbackOnly();
                        return inside;
                    });
            assertThat(sql.queryForObject("select count(*) from orders", Integer.class))
                    .isZero();
            assertThat(client.inspect("orders").orElseThrow().fencingToken()).isEqualTo(handle.fencingToken());
            handle.close();
        }
    }

    /** Has Redis and SQL. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
