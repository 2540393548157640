// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.LockSettings;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.spi.toolbox.SecretMask;
import dev.interlock.spi.toolbox.StoreOptions;
import dev.interlock.spi.toolbox.StoreUri;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection string and options, divided: what starts with {@code interlock.} is ours, and all else is the driver's.
 * The login and whatever else is secret goes to the driver apart from the url, which drivers and pools show.
 */
public final class JdbcUrl {

    /** What our options start with. */
    static final String OURS = "interlock.";

    /** Names of our options that no driver has. Without our start they are options of the driver, which ignores them. */
    private static final Set<String> MISTAKEN =
            Set.of("mode", "table", "schema", "timeout", "maxHeld", "poolSize", "poolReserve", "poolWait");

    private static final Logger LOG = LoggerFactory.getLogger(JdbcUrl.class);

    /** Such as {@code jdbc:mysql:loadbalance://}. */
    private static final String NAMED_HOSTS = "jdbc:\\w+:[\\w+]+://.*";

    /** How MariaDB names several hosts of which the first that can be reached is used. */
    private static final String IN_TURN = "sequential:";

    private static final String USER = "user";
    private static final String PASSWORD = "password";

    private final JdbcDialect dialect;
    private final String driverUrl;
    private final String place;
    private final @Nullable String user;
    private final @Nullable String password;
    private final Map<String, String> driverOptions;
    private final Map<String, String> ours;
    private final Map<String, String> inUrl;
    private final boolean severalHosts;

    private JdbcUrl(JdbcDialect dialect, String hosts, String rest, StoreUri parsed, Map<String, String> fromCode) {
        this.dialect = dialect;
        this.inUrl = parsed.options();
        this.driverOptions = new TreeMap<>(fromCode);
        this.ours = new HashMap<>();
        driverOptions.entrySet().removeIf(this::takeOurs);
        Stream.of(inUrl, driverOptions)
                .flatMap(options -> options.keySet().stream())
                .filter(MISTAKEN::contains)
                .distinct()
                .forEach(name -> LOG.warn(
                        "the option '{}' of {} goes to the driver; the option of the locks is '{}{}'",
                        name,
                        dialect.text(),
                        OURS,
                        name));
        parsed.options().forEach(this::takeSecret);
        this.user = first(driverOptions.remove(USER), parsed.options().get(USER), parsed.user());
        this.password = first(driverOptions.remove(PASSWORD), parsed.options().get(PASSWORD), parsed.password());
        this.driverUrl = dialect.start() + hosts + "//" + withoutOurs(withoutLogin(rest));
        this.severalHosts = JdbcHosts.areSeveral(parsed.authority());
        if (severalHosts) {
            JdbcHosts.require(dialect, name -> first(fromCode.get(name), inUrl.get(name), null));
        }
        // A host may be written as a list of properties, secrets included.
        boolean plain = parsed.authority().indexOf('(') < 0;
        this.place = (plain ? parsed.authority() : "several hosts") + "/" + parsed.path();
    }

    /**
     * Takes settings apart.
     *
     * @throws IllegalArgumentException if the uri is none of ours; never shows secrets
     */
    public static JdbcUrl of(LockSettings settings) {
        for (JdbcDialect dialect : JdbcDialect.values()) {
            String hosts = dialect == JdbcDialect.MARIADB && settings.uri().startsWith(dialect.start() + IN_TURN)
                    ? IN_TURN
                    : "";
            String start = dialect.start() + hosts + "//";
            if (settings.uri().startsWith(start)) {
                String rest = settings.uri().substring(start.length());
                // Checks the options, too: none twice, and all of ours encoded correctly.
                StoreUri parsed = StoreUri.parse(dialect.text() + "://" + rest);
                requireHosts(dialect, parsed.authority());
                parsed.options().keySet().forEach(StoreOptions::requireNoneOfTheClient);
                settings.options().keySet().forEach(StoreOptions::requireNoneOfTheClient);
                return new JdbcUrl(dialect, hosts, rest, parsed, settings.options());
            }
            if (settings.uri().startsWith(dialect.start()) && !settings.uri().matches(NAMED_HOSTS)) {
                throw new IllegalArgumentException("the " + dialect.text()
                        + " uri must have two slashes before the host: " + start + "host:port/database");
            }
        }
        throw new IllegalArgumentException(
                "a jdbc uri must start with jdbc:mysql://, jdbc:mariadb://, jdbc:mariadb:sequential:// or"
                        + " jdbc:postgresql://; hosts among which a driver chooses anew for each connection, or"
                        + " for each statement, cannot keep a lock");
    }

    private static void requireHosts(JdbcDialect dialect, String authority) {
        String uri = "the " + dialect.text() + " uri ";
        if (authority.isEmpty()) {
            throw new IllegalArgumentException(uri + "must name a host: " + dialect.start() + "//host:port/database");
        }
        if (!SecretMask.mask(authority).equals(authority)) {
            throw new IllegalArgumentException(
                    uri + "has a secret among the properties of a host, where drivers and pools"
                            + " show it: give it as an option, such as password");
        }
        if (!dialect.isMysql() && authority.indexOf('(') >= 0) {
            // Not shown: pgJDBC would take all of it for a host.
            throw new IllegalArgumentException(uri + "must list hosts as host:port, separated by commas,"
                    + " but has them in brackets, as only MySQL and MariaDB know them");
        }
    }

    private void takeSecret(String name, String value) {
        if (!name.startsWith(OURS) && SecretMask.isSecret(name)) {
            driverOptions.putIfAbsent(name, value);
        }
    }

    private boolean takeOurs(Map.Entry<String, String> option) {
        boolean isOurs = option.getKey().startsWith(OURS);
        if (isOurs) {
            ours.put(option.getKey(), option.getValue());
        }
        return isOurs;
    }

    private static @Nullable String first(@Nullable String one, @Nullable String two, @Nullable String three) {
        return one != null ? one : two != null ? two : three;
    }

    private static String withoutLogin(String rest) {
        int question = rest.indexOf('?');
        String hierarchy = question < 0 ? rest : rest.substring(0, question);
        return rest.substring(hierarchy.lastIndexOf('@') + 1);
    }

    /** What is not ours stays as it was written, since drivers differ in how they decode it. */
    private String withoutOurs(String rest) {
        int question = rest.indexOf('?');
        if (question < 0) {
            return rest;
        }
        List<String> kept = new ArrayList<>();
        for (String pair : rest.substring(question + 1).split("&", -1)) {
            String name = pair.substring(0, pair.indexOf('='));
            boolean overridden = name.equals(USER) || driverOptions.containsKey(name) || SecretMask.isSecret(name);
            if (!name.startsWith(OURS) && !overridden) {
                kept.add(pair);
            }
        }
        return rest.substring(0, question) + (kept.isEmpty() ? "" : "?" + String.join("&", kept));
    }

    public JdbcDialect dialect() {
        return dialect;
    }

    /** For the driver: without the login, our options and whatever is secret. */
    public String driverUrl() {
        return driverUrl;
    }

    @Nullable
    String user() {
        return user;
    }

    @Nullable
    String password() {
        return password;
    }

    /** Whether it names several hosts. */
    boolean hasSeveralHosts() {
        return severalHosts;
    }

    /** For people and pools: dialect, hosts and database. */
    String shownUrl() {
        return dialect.start() + "//" + place;
    }

    /** The driver's options that are not in its url: those given in code, and the secret ones. */
    Map<String, String> driverOptions() {
        return driverOptions;
    }

    /** Whether the driver was given an option of that name, in the uri or in code. */
    boolean hasDriverOption(String name) {
        return inUrl.containsKey(name) || driverOptions.containsKey(name);
    }

    /** Our options of the uri. */
    public Map<String, String> oursInUrl() {
        Map<String, String> found = new HashMap<>(inUrl);
        found.keySet().removeIf(name -> !name.startsWith(OURS));
        return found;
    }

    /** Our options given in code. */
    public Map<String, String> oursInCode() {
        return ours;
    }

    /** Host, port and database only. */
    @Override
    public String toString() {
        return dialect.text() + " at " + Objects.requireNonNull(place);
    }
}
