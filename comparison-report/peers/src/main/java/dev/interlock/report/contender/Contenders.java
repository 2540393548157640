// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.util.List;

/** All contenders, by store. */
public final class Contenders {

    private Contenders() {}

    /**
     * The contenders of a store.
     *
     * @param store {@code redis}, {@code mariadb}, {@code mysql}, {@code postgres} or {@code zookeeper}
     * @return in the order of the table, the floor first
     * @throws IllegalArgumentException if there is no such store
     */
    public static List<Contender> of(String store) {
        return switch (store) {
            case "redis" -> RedisContenders.ALL;
            case "mariadb", "mysql" -> SqlContenders.MYSQL;
            case "postgres" -> SqlContenders.POSTGRES;
            case "zookeeper" -> ZookeeperContenders.ALL;
            default ->
                throw new IllegalArgumentException(
                        "store must be redis, mariadb, mysql, postgres or zookeeper but was '" + store + "'");
        };
    }
}
