// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Existing;
import dev.interlock.testbed.server.ServerSource.Unavailable;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * A real Redis or Valkey server for tests and for the report.
 *
 * <p>It is, in this order: the running server named by the environment variable {@code LOCKS_TEST_REDIS_URI}; the
 * program named by {@code LOCKS_TEST_REDIS_SERVER}; {@code valkey-server} or {@code redis-server} on the path; the
 * program inside the Maven artifact embedded-redis. A program is started as a process of its own on a free port of
 * 127.0.0.1, without persistence, in a temporary directory, and does not outlive this JVM.
 *
 * <p>Safe for use by many threads.
 */
public final class RedisServer extends RealServer {

    private static final Pattern PROGRAM_VERSION = Pattern.compile("(\\w+) server v=(\\S+)");
    private static final Pattern INFO_VERSION = Pattern.compile("(valkey|redis)_version:(\\S+)");
    private static final Pattern COMMAND_CALLS = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");

    private final RedisAddress address;
    private final String product;
    private final String version;

    private RedisServer(ServerSource source, RedisAddress address, Matcher version, @Nullable ServerInstance own) {
        super(source, own);
        this.address = address;
        this.product = version.group(1).toLowerCase(Locale.ROOT);
        this.version = version.group(2);
    }

    /** Where a server comes from on this machine, or why there is none. May unpack a program; starts no server. */
    public static ServerSource locate() {
        return new RedisLocator(System.getenv(), System.getProperty("os.name"), System.getProperty("os.arch")).locate();
    }

    /**
     * Starts a server, or uses the running one.
     *
     * @param configuration further arguments of the program, such as {@code "--maxmemory", "1mb"}
     * @throws TestAbortedException if there is no server here and {@code -Dinterlock.test.require} does not name {@code
     *     redis}, or if a running server is given and the caller passes configuration
     * @throws AssertionError if there is no server here and {@code -Dinterlock.test.require} names {@code redis}
     * @throws IllegalStateException if the program does not become ready; the message contains the end of its log
     */
    public static RedisServer start(String... configuration) {
        return start(locate(), configuration);
    }

    /**
     * As {@link #start(String...)}, with a wall clock that can be set; also aborted if a running server is given.
     *
     * @param clock stays usable after restarts
     */
    public static RedisServer start(ServerClock clock, String... configuration) {
        ServerSource source = locate();
        if (source instanceof Existing existing) {
            throw existing.cannotBeStartedWith(clock);
        }
        return start(source, plan -> new ClockedPlan(plan, clock), LoopbackPort::free, configuration);
    }

    /** As {@link #start(String...)}, with a source chosen by the caller. */
    public static RedisServer start(ServerSource source, String... configuration) {
        return start(source, plan -> plan, LoopbackPort::free, configuration);
    }

    /** As {@link #start(String...)}, on one of the given ports. */
    static RedisServer start(IntSupplier ports, String... configuration) {
        return start(locate(), plan -> plan, ports, configuration);
    }

    /**
     * As {@link #start(String...)}, with a {@linkplain #tlsPort port for TLS} as well; also aborted if a running server
     * is given.
     *
     * @param certificate the server's; clients need none
     */
    public static RedisServer startEncrypted(ServerCertificate certificate) {
        return startEncrypted(certificate, () -> LoopbackPort.freeWith(EncryptedPlan.ABOVE));
    }

    static RedisServer startEncrypted(ServerCertificate certificate, IntSupplier ports, String... configuration) {
        ServerSource source = locate();
        if (source instanceof Existing existing) {
            throw existing.cannotBeStartedWith("a certificate");
        }
        return start(source, plan -> new EncryptedPlan(plan, certificate), ports, configuration);
    }

    private static RedisServer start(
            ServerSource source, UnaryOperator<ServerPlan> setting, IntSupplier ports, String... configuration) {
        if (source instanceof Existing existing) {
            return connect(existing, configuration);
        }
        if (source instanceof Binary binary) {
            Matcher version = find(PROGRAM_VERSION, binary.version());
            RedisPlan plan = new RedisPlan(binary, List.of(configuration));
            ServerInstance own = ServerInstance.start(setting.apply(plan), ports);
            return new RedisServer(binary, plan.addressOn(own.port()), version, own);
        }
        throw ((Unavailable) source).raise();
    }

    private static RedisServer connect(Existing existing, String... configuration) {
        if (configuration.length > 0) {
            throw existing.cannotBeStartedWith(List.of(configuration));
        }
        try {
            RedisAddress address = RedisAddress.parse(existing.uri());
            return new RedisServer(existing, address, find(INFO_VERSION, address.ask("INFO", "server")), null);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            String reason = existing + " is not usable: " + e.getMessage();
            throw new Unavailable("redis", reason, "correct or unset " + existing.origin()).raise();
        }
    }

    /** Valkey reports two versions, its own one last: the last match counts. */
    private static Matcher find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        int last = -1;
        while (matcher.find()) {
            last = matcher.start();
        }
        if (last < 0 || !matcher.find(last)) {
            throw new IllegalStateException("no version in: " + text);
        }
        return matcher;
    }

    @Override
    public String host() {
        return address.host();
    }

    @Override
    public int port() {
        return address.port();
    }

    /** The port for TLS; 0 if there is none. */
    public int tlsPort() {
        return Integer.parseInt(command("CONFIG", "GET", "tls-port").split("\n", -1)[1]);
    }

    /** {@code redis://host:port}, with user, password and database where there are any. */
    public String uri() {
        return address.uri();
    }

    /** As {@link #uri}, but through another listener on 127.0.0.1, such as a proxy. */
    public String uriThrough(int port) {
        return address.at("127.0.0.1", port).uri();
    }

    /** {@code redis} or {@code valkey}. */
    @Override
    public String product() {
        return product;
    }

    @Override
    public String version() {
        return version;
    }

    /**
     * Sends one command over a new connection, without code of the clients under test.
     *
     * @return the leaves of the reply as text, one per line; {@code (nil)} for a null
     * @throws IllegalStateException if the server answers with an error; its text is the message
     * @throws UncheckedIOException if there is no answer within 5 s
     */
    public String command(String... command) {
        return ask(address, command);
    }

    /** As {@link #command}, as another user. */
    public String commandAs(String user, String password, String... command) {
        return ask(address.as(user, password), command);
    }

    /** How often each command was called since the server's start or {@code CONFIG RESETSTAT}; names in lower case. */
    public Map<String, Long> commandCalls() {
        Map<String, Long> calls = new TreeMap<>();
        COMMAND_CALLS
                .matcher(command("INFO", "commandstats"))
                .results()
                .forEach(match -> calls.put(match.group(1), Long.valueOf(match.group(2))));
        return calls;
    }

    @Override
    public String toString() {
        return source() + " at " + address;
    }

    private static String ask(RedisAddress address, String... command) {
        try {
            return address.ask(command);
        } catch (IOException e) {
            throw new UncheckedIOException(address + " did not answer " + command[0], e);
        }
    }
}
