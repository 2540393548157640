// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * ZooKeeper's "four letter words": commands that a server answers as text
 * (https://zookeeper.apache.org/doc/r3.9.5/zookeeperAdmin.html).
 */
final class FourLetterWords {

    private static final int TIMEOUT_MILLIS = 5_000;

    /** The answer of a server that is starting. It may leave the connection open, so nothing is read after it. */
    private static final String NOT_SERVING = "not currently serving requests";

    private FourLetterWords() {}

    static String ask(int port, String word) throws IOException {
        return ask("127.0.0.1", port, word);
    }

    static String ask(String host, int port, String word) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
            return answer(socket.getInputStream());
        }
    }

    private static String answer(InputStream input) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        String answer = "";
        while (!answer.contains(NOT_SERVING)) {
            int read = input.read(part);
            if (read < 0) {
                break;
            }
            bytes.write(part, 0, read);
            answer = bytes.toString(StandardCharsets.UTF_8);
        }
        return answer;
    }
}
