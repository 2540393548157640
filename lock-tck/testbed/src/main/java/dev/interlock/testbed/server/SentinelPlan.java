// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How a Redis Sentinel is started. It stores its state in its configuration file, so it needs a file of its own.
 *
 * @param binary its program, which is the server's
 * @param settings the lines of its configuration
 */
record SentinelPlan(Binary binary, List<String> settings) implements ServerPlan {

    private static final String CONFIGURATION = "sentinel.conf";
    private static final int PROBE_MILLIS = 500;

    @Override
    public String server() {
        return "redis-sentinel";
    }

    @Override
    public void prepare(Path data) throws IOException {
        Files.createDirectory(data);
        Files.write(data.resolve(CONFIGURATION), settings);
    }

    @Override
    public List<String> arguments(Path data, int port) {
        return List.of(
                data.resolve(CONFIGURATION).toString(),
                "--sentinel",
                "--bind",
                LoopbackPort.loopback().getHostAddress(),
                "--port",
                Integer.toString(port),
                "--dir",
                data.toString());
    }

    /** No login is needed: an answer with its process id, or a refusal for lack of a login, shows that it runs. */
    @Override
    public boolean isReady(Path data, int port, ChildProcess process) {
        RedisAddress address = new RedisAddress(LoopbackPort.loopback().getHostAddress(), port, "", "", 0);
        try {
            return address.ask(PROBE_MILLIS, "INFO", "server").contains("process_id:" + process.pid());
        } catch (IOException e) {
            return false;
        } catch (IllegalStateException refusal) {
            return refusal.getMessage() != null && refusal.getMessage().startsWith("NO");
        }
    }
}
