// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.jdbc.dialect.JdbcDialect;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Several hosts in one url: the first that serves as the primary is the one that keeps the locks. What would spread
 * connections over them is refused, since a lock that one server keeps is unknown to another.
 */
final class JdbcHosts {

    /** The properties of one host: {@code (host=h,port=1)}. */
    private static final Pattern COMMAS_IN_BRACKETS = Pattern.compile("\\([^)]*\\)");

    private static final String PRIMARY = "primary";

    /** What pgJDBC takes for a primary; the second is its older name. */
    private static final Set<String> PRIMARIES = Set.of(PRIMARY, "master");

    private static final String TARGET = "targetServerType";
    private static final String BALANCE = "loadBalanceHosts";
    private static final String READ_ONLY = "failOverReadOnly";

    private JdbcHosts() {}

    /** Whether that part of a url lists more than one. */
    static boolean areSeveral(String authority) {
        return COMMAS_IN_BRACKETS.matcher(authority).replaceAll("").indexOf(',') >= 0;
    }

    /**
     * Checks the driver's options for several hosts.
     *
     * @param option gives what an option is set to, or null
     * @throws IllegalArgumentException if it would not lead to the primary alone
     */
    static void require(JdbcDialect dialect, UnaryOperator<@Nullable String> option) {
        String target = option.apply(TARGET);
        if (target != null
                && !PRIMARIES.contains(target.toLowerCase(Locale.ROOT).replaceAll("[-_]", ""))) {
            throw refused(dialect, TARGET, "may lead to a standby", TARGET + "=" + PRIMARY);
        }
        if (Boolean.parseBoolean(option.apply(BALANCE))) {
            throw refused(dialect, BALANCE, "leads each connection to another host", "leave it out");
        }
        if (Boolean.parseBoolean(option.apply(READ_ONLY))) {
            throw refused(dialect, READ_ONLY, "takes no writes after a failover", READ_ONLY + "=false");
        }
    }

    private static IllegalArgumentException refused(JdbcDialect dialect, String option, String why, String wayOut) {
        return new IllegalArgumentException("option '" + option + "' of the " + dialect.text()
                + " uri, which names several" + " hosts, " + why + ", where locks cannot be kept: " + wayOut);
    }

    /**
     * The driver's options for several hosts, unless the user sets them. Connector/J would refuse writes after a
     * failover, and go back to the first host in the middle of the life of a connection (its manual, Configuring
     * Server Failover).
     */
    static Map<String, String> options(JdbcDialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> Map.of(TARGET, PRIMARY);
            case MYSQL ->
                Map.of(READ_ONLY, "false", "secondsBeforeRetryPrimaryHost", "0", "queriesBeforeRetryPrimaryHost", "0");
            case MARIADB -> Map.of();
        };
    }
}
