// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A real server for tests and for the report, with controls for its process.
 *
 * <p>If this JVM started it ({@link #ownsProcess}), it runs on 127.0.0.1 with a data directory of its own and does not
 * outlive this JVM. Otherwise it is an existing server, and all methods that would affect its process throw {@link
 * UnsupportedOperationException}.
 *
 * <p>Safe for use by many threads.
 */
public abstract class RealServer implements AutoCloseable {

    private final ServerSource source;
    private final @Nullable OwnedServer own;

    RealServer(ServerSource source, @Nullable OwnedServer own) {
        this.source = source;
        this.own = own;
    }

    /** The host to connect to. */
    public abstract String host();

    /** The port to connect to; the same after restarts. */
    public abstract int port();

    /** The product's name in lower case, such as {@code redis}. */
    public abstract String product();

    /** The product's own version, such as {@code 8.0.1}. */
    public abstract String version();

    /** Product, version, and where it came from; for display. */
    public final String source() {
        return product() + " " + version() + ", " + source;
    }

    /** Whether this JVM started the process, so that it can be frozen, killed and restarted. */
    public final boolean ownsProcess() {
        return own != null;
    }

    /** The id of the server's process; another one after a restart. */
    public final long pid() {
        return own("ask for the process id of").process().pid();
    }

    /** Stops the server (SIGSTOP). Its port still accepts connections, but it does not answer. */
    public final void freeze() {
        own("freeze").process().freeze();
    }

    /** Lets a frozen server continue (SIGCONT). */
    public final void thaw() {
        own("thaw").process().thaw();
    }

    /** Kills the server (SIGKILL), frozen or not; returns when the process is gone. */
    public final void kill() {
        own("kill").process().kill();
    }

    /** Kills the server if it runs, and starts it on the same data and port. Without persistence that means no data. */
    public final void restart() {
        own("restart").restart();
    }

    /** Kills the server if it runs, deletes its data, and starts it on the same port. */
    public final void restartEmpty() {
        own("restart").restartEmpty();
    }

    /** Makes the server's files, log included, survive {@link #close}; returns their later path. */
    public final Path keepFiles() {
        return own("keep the files of").keepFiles();
    }

    /**
     * Kills the server and deletes its files, if this JVM started it. Closing again changes nothing.
     *
     * @throws IllegalStateException if the server had ended by itself: then later observations say nothing about its
     *     clients. The message contains the end of its log; its files are deleted nevertheless
     */
    @Override
    public void close() {
        if (own != null) {
            Optional<String> end = own.endByItself();
            own.close();
            end.ifPresent(problem -> {
                throw new IllegalStateException(problem);
            });
        }
    }

    final OwnedServer own(String wish) {
        if (own == null) {
            throw new UnsupportedOperationException("cannot " + wish + " the " + source + ": its process is not ours");
        }
        return own;
    }
}
