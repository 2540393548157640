// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.server;

import dev.interlock.tck.server.ServerSource.Binary;
import dev.interlock.tck.server.ServerSource.Existing;
import dev.interlock.tck.server.ServerSource.Unavailable;
import dev.interlock.tck.wire.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
public final class RedisServer implements AutoCloseable {

    private static final Pattern PROGRAM_VERSION = Pattern.compile("(\\w+) server v=(\\S+)");
    private static final Pattern INFO_VERSION = Pattern.compile("(valkey|redis)_version:(\\S+)");
    private static final Pattern COMMAND_CALLS = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");

    private final ServerSource source;
    private final RedisAddress address;
    private final String product;
    private final String version;
    private final @Nullable OwnRedis own;

    private RedisServer(ServerSource source, RedisAddress address, Matcher version, @Nullable OwnRedis own) {
        this.source = source;
        this.address = address;
        this.product = version.group(1).toLowerCase(Locale.ROOT);
        this.version = version.group(2);
        this.own = own;
    }

    /** Where a server would come from here, or why there is none. May unpack a program; starts no server. */
    public static ServerSource locate() {
        return new RedisLocator(System.getenv(), System.getProperty("os.name"), System.getProperty("os.arch")).locate();
    }

    /**
     * Starts a server, or takes the running one.
     *
     * @param configuration further arguments of the program, such as {@code "--maxmemory", "1mb"}
     * @throws TestAbortedException if there is no server here and {@code -Dlocks.test.require} does not name
     *     {@code redis}, or if a running server is given and configuration is asked for
     * @throws AssertionError if there is no server here and {@code -Dlocks.test.require} names {@code redis}
     * @throws IllegalStateException if the program does not become ready; the message has the end of its log
     */
    public static RedisServer start(String... configuration) {
        return start(locate(), configuration);
    }

    /** As {@link #start(String...)}, with a source chosen by the caller. */
    public static RedisServer start(ServerSource source, String... configuration) {
        if (source instanceof Existing existing) {
            return connect(existing, configuration);
        }
        if (source instanceof Binary binary) {
            Matcher version = find(PROGRAM_VERSION, binary.version());
            OwnRedis own = OwnRedis.start(binary, List.of(configuration), LoopbackPort::free);
            return new RedisServer(binary, own.address(), version, own);
        }
        throw ((Unavailable) source).raise();
    }

    private static RedisServer connect(Existing existing, String... configuration) {
        if (configuration.length > 0) {
            throw new TestAbortedException(existing + " cannot be started with " + Arrays.toString(configuration)
                    + "; unset " + existing.origin() + " to run this");
        }
        try {
            RedisAddress address = RedisAddress.parse(existing.uri());
            return new RedisServer(existing, address, find(INFO_VERSION, address.ask("INFO", "server")), null);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            String reason = existing + " is not usable: " + e.getMessage();
            throw new Unavailable("redis", reason, "correct or unset " + existing.origin()).raise();
        }
    }

    /** Valkey states both versions, its own one later: the last one counts. */
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

    /** The host to connect to. */
    public String host() {
        return address.host();
    }

    /** The port to connect to; the same over restarts. */
    public int port() {
        return address.port();
    }

    /** {@code redis://host:port}, with user, password and database where there are any. */
    public String uri() {
        return address.uri();
    }

    /** As {@link #uri}, but through something else that listens on 127.0.0.1, such as a proxy. */
    public String uriThrough(int port) {
        return address.at("127.0.0.1", port).uri();
    }

    /** {@code redis} or {@code valkey}. */
    public String product() {
        return product;
    }

    /** The product's own version, such as {@code 8.0.1}. */
    public String version() {
        return version;
    }

    /** For people: product, version, and where it came from. */
    public String source() {
        return product + " " + version + ", " + source;
    }

    /** Whether the process is ours, so that it can be frozen, killed and restarted. */
    public boolean ownsProcess() {
        return own != null;
    }

    /** The id of the server's process; another one after a restart. */
    public long pid() {
        return own("ask for the process id of").process().pid();
    }

    /** Stops the server as it stands (SIGSTOP). Its port still accepts connections, but nothing answers. */
    public void freeze() {
        own("freeze").process().freeze();
    }

    /** Lets a frozen server go on (SIGCONT). */
    public void thaw() {
        own("thaw").process().thaw();
    }

    /** Kills the server (SIGKILL), frozen or not; when this returns, it is gone. */
    public void kill() {
        own("kill").process().kill();
    }

    /** Kills the server if it runs, and starts it on the same data and port. Without persistence that means no data. */
    public void restart() {
        own("restart").restart();
    }

    /** Kills the server if it runs, deletes its data, and starts it on the same port. */
    public void restartEmpty() {
        own("restart").restartEmpty();
    }

    /** Asks for the server's files, log included, to survive {@link #close}; answers where they will be. */
    public Path keepFiles() {
        return own("keep the files of").keepFiles();
    }

    /**
     * Sends one command over a new connection, which shares no code with clients under test.
     *
     * @return the leaves of the reply as text, one per line; {@code (nil)} for a null
     * @throws IllegalStateException if the server answers with an error, which is the message
     * @throws UncheckedIOException if there is no answer within 5 s
     */
    public String command(String... command) {
        return ask(address, command);
    }

    /** As {@link #command}, as another user. */
    public String commandAs(String user, String password, String... command) {
        return ask(address.as(user, password), command);
    }

    /** How often each command was called since the server started or {@code CONFIG RESETSTAT}; names in lower case. */
    public Map<String, Long> commandCalls() {
        Map<String, Long> calls = new TreeMap<>();
        COMMAND_CALLS
                .matcher(command("INFO", "commandstats"))
                .results()
                .forEach(match -> calls.put(match.group(1), Long.valueOf(match.group(2))));
        return calls;
    }

    /** Kills the server and deletes its files, if it is ours. Closing again changes nothing. */
    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
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

    private OwnRedis own(String wish) {
        if (own == null) {
            throw new UnsupportedOperationException("cannot " + wish + " the " + source + ": its process is not ours");
        }
        return own;
    }
}
