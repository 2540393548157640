// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.jdbc;

import dev.interlock.planted.redis.RedisFaults;
import javax.sql.DataSource;

/** Planted faults of a backend, and something that only this one may do. */
final class JdbcFaults {

    abstract static class SeesRedis {
        abstract RedisFaults redis();
    }

    abstract static class SeesPools {
        abstract DataSource pool();
    }
}
