// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import dev.interlock.jdbc.JdbcLockBackend;
import dev.interlock.redis.RedisLockBackend;
import dev.interlock.zookeeper.ZookeeperLockBackend;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/** The kinds of store whose modules are on the class path, beside what an application keeps such a store with. */
@Configuration(proxyBeanMethods = false)
public final class StoreConfiguration {

    /** Of the spring container. */
    StoreConfiguration() {}

    /** Redis on Boot 3.5. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RedisLockBackend.class, RedisConnectionDetails.class})
    static class OfRedisOnBoot3 {

        @Bean
        StoreOfApplication interlockRedis(ListableBeanFactory beans) {
            return new RedisOfBoot3(beans);
        }
    }

    /** Redis on Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RedisLockBackend.class, DataRedisConnectionDetails.class})
    static class OfRedisOnBoot4 {

        @Bean
        StoreOfApplication interlockRedis(ListableBeanFactory beans) {
            return new RedisOfBoot4(beans);
        }
    }

    /** SQL. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JdbcLockBackend.class)
    static class OfSql {

        @Bean
        StoreOfApplication interlockDataSource(ListableBeanFactory beans, ObjectProvider<TransactionProxies> proxies) {
            return new DataSourceOfApplication(beans, proxies.getIfAvailable(() -> TransactionProxies.NONE));
        }
    }

    /** What Spring JDBC adds to a DataSource. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JdbcLockBackend.class, TransactionAwareDataSourceProxy.class})
    static class OfSpringJdbc {

        @Bean
        TransactionProxies interlockTransactionProxies() {
            return new SpringTransactionProxies();
        }
    }

    /** ZooKeeper. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ZookeeperLockBackend.class, CuratorFramework.class})
    static class OfZookeeper {

        @Bean
        StoreOfApplication interlockCurator(ListableBeanFactory beans) {
            return new CuratorOfApplication(beans);
        }
    }
}
