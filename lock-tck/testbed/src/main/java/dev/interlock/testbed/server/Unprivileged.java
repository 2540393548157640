// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ShortCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a program that refuses to run as root, such as PostgreSQL, when this JVM runs as root.
 *
 * <p>The first choice is a user namespace that maps root to another user id, so files keep their owner. It also removes
 * the System V shared memory that a killed PostgreSQL leaves behind. Where the kernel or a container forbids that, the
 * program runs unchanged if this JVM is not root. Otherwise it runs as the user {@code nobody}, with the single
 * privilege to read and write below directories that are closed to that user, such as root's cache.
 */
final class Unprivileged {

    private static final Logger LOG = LoggerFactory.getLogger(Unprivileged.class);
    /**
     * The data directory must belong to the server's user; a copy by root preserves that. Without the secure bit, the
     * system call {@code access} would ignore the privilege.
     */
    static final List<String> AS_NOBODY = List.of(
            "setpriv",
            "--securebits=+no_setuid_fixup",
            "--reuid=nobody",
            "--regid=nogroup",
            "--clear-groups",
            "--inh-caps=+dac_override",
            "--ambient-caps=+dac_override",
            "--");

    private static final List<List<String>> WAYS =
            List.of(List.of("unshare", "--user", "--map-user=1000", "--ipc", "--"), List.of(), AS_NOBODY);

    private Unprivileged() {}

    private static final class Holder {
        static final List<String> WRAPPER = find(WAYS);
    }

    /** The words to put before a program; empty if there is no way or no need. */
    static List<String> wrapper() {
        return Holder.WRAPPER;
    }

    private static List<String> find(List<List<String>> ways) {
        return ways.stream().filter(Unprivileged::works).findFirst().orElse(List.of());
    }

    /** Whether a program that runs this way is not root. */
    static boolean works(List<String> way) {
        List<String> command = new ArrayList<>(way);
        command.addAll(List.of("id", "-u"));
        try {
            ShortCommand user = ShortCommand.run(command.toArray(new String[0]));
            LOG.debug("with {} we are user {}", way, user.output());
            return user.succeeded() && !user.output().equals("0");
        } catch (IOException e) {
            LOG.debug("{} is of no use", way, e);
            return false;
        }
    }
}
