// SPDX-License-Identifier: Apache-2.0
package dev.interlock.cli.command;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.cli.exit.ExitCode;
import dev.interlock.cli.exit.Failure;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The store of a command: where it is, and a client for it. */
final class StoreOption {

    /** The variable with the store, which is not passed on to a command that runs under a lock. */
    static final String VARIABLE = "INTERLOCK_STORE";

    @Option(
            names = {"-s", "--store"},
            paramLabel = "URI",
            description = "The store, such as redis://localhost:6379, zookeeper://a,b,c or jdbc:postgresql://host/db."
                    + " Default: the variable INTERLOCK_STORE, which other users cannot see, unlike an argument.")
    private @Nullable String uri;

    String uri() {
        String named = uri != null ? uri : System.getenv(VARIABLE);
        if (named == null || named.isBlank()) {
            throw new Failure(ExitCode.USAGE, "no store: set --store or the variable " + VARIABLE);
        }
        return named;
    }

    /** Where the store is, without secrets. */
    String label() {
        return StoreLabel.of(uri());
    }

    /** Opens a client, whose locks carry the user, the host and the process as their hint. */
    LockClient connect() {
        return connect(uri());
    }

    static LockClient connect(String uri) {
        try {
            return LockClient.connect(LockSettings.of(uri).withClient(ClientOptions.STANDARD.withHolderHint(hint())));
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (LockUnavailableException e) {
            throw new Failure(ExitCode.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private static String hint() {
        String hint = (user() + "@" + host() + " pid " + ProcessHandle.current().pid() + " interlock")
                .replaceAll("[^ -~]", "?");
        return hint.length() > ClientOptions.MAX_HINT ? hint.substring(0, ClientOptions.MAX_HINT) : hint;
    }

    static String user() {
        return System.getProperty("user.name", "?");
    }

    static String host() {
        String name = System.getenv("HOSTNAME");
        if (name != null && !name.isBlank()) {
            return name;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "?";
        }
    }
}
