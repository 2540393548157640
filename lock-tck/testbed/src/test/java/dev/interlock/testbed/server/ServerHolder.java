// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The program of a child JVM: starts a server, freezes it if a third argument says so, writes its process id and port
 * to a file, ends when its input ends.
 */
final class ServerHolder {

    private ServerHolder() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        RealServer server =
                arguments[1].equals("redis") ? RedisServer.start() : SqlServer.start(SqlProduct.valueOf(arguments[1]));
        if (arguments.length > 2) {
            server.freeze();
        }
        Path half = file.resolveSibling(file.getFileName() + ".half");
        Files.writeString(half, server.pid() + " " + server.port());
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        System.in.transferTo(OutputStream.nullOutputStream());
    }
}
