// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Free TCP ports on 127.0.0.1 for servers that stop and start again.
 *
 * <p>They lie below the range from which systems take the local ports of outgoing connections (Linux 32768, others
 * 49152). Otherwise the system may give the port of a stopped server to a connection, even to one that then connects to
 * itself and seems to reach the dead server.
 */
public final class LoopbackPort {

    private static final int LOWEST = 20_000;
    private static final int LIMIT = 32_000;
    private static final int TRIES = 100;

    /** A file for each port that a living JVM has been given, with the JVM's process id. */
    private static final Path CLAIMS =
            Path.of(System.getProperty("java.io.tmpdir"), "interlock-ports-" + System.getProperty("user.name"));

    private LoopbackPort() {}

    /** The address 127.0.0.1, whatever the system's loopback address is. */
    public static InetAddress loopback() {
        try {
            return InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an IPv4 address", e);
        }
    }

    /**
     * A random port that was free a moment ago, and that no other caller in any JVM gets while this one lives. A foreign
     * process can take it before the caller does, so the caller must be ready to try another port.
     *
     * @throws IllegalStateException if 100 random ports were all taken
     */
    public static int free() {
        return free(LIMIT, LoopbackPort::isFree);
    }

    /**
     * As {@link #free}, for a server that takes other ports as well.
     *
     * @param above their distances above the port; they were free, too, and lie in the same range
     */
    public static int freeWith(int... above) {
        int highest = IntStream.of(above).max().orElse(0);
        return free(
                LIMIT - highest,
                port -> isFree(port) && IntStream.of(above).allMatch(distance -> isFree(port + distance)));
    }

    private static int free(int limit, IntPredicate isFree) {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, limit);
            if (isFree.test(port)) {
                return port;
            }
        }
        throw new IllegalStateException(
                "no free port between " + LOWEST + " and " + limit + " on 127.0.0.1 in " + TRIES + " tries");
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, loopback())) {
            return probe.isBound() && claim(port);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Claims a port for the life of this JVM, among all that ask here. Without it, two JVMs of a build can get one port
     * in the moment before their servers take it. Some servers notice that late: ZooKeeper ends seconds after it serves.
     */
    private static boolean claim(int port) throws IOException {
        Path claim = Files.createDirectories(CLAIMS).resolve(Integer.toString(port));
        if (isWritten(claim)) {
            return true;
        }
        String pid = Files.readString(claim);
        boolean alive = !pid.isEmpty()
                && ProcessHandle.of(Long.parseLong(pid))
                        .map(ProcessHandle::isAlive)
                        .orElse(false);
        // An empty claim is being written.
        return !pid.isEmpty() && !alive && Files.deleteIfExists(claim) && isWritten(claim);
    }

    private static boolean isWritten(Path claim) throws IOException {
        try {
            Files.writeString(claim, Long.toString(ProcessHandle.current().pid()), StandardOpenOption.CREATE_NEW);
            claim.toFile().deleteOnExit();
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }
}
