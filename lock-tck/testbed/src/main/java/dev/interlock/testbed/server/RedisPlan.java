// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How a Redis or Valkey server is started.
 *
 * @param binary its program
 * @param configuration further arguments, which override ours
 */
record RedisPlan(Binary binary, List<String> configuration) implements ServerPlan {

    private static final int PROBE_MILLIS = 500;

    @Override
    public String server() {
        return "redis";
    }

    RedisAddress addressOn(int port) {
        int option = configuration.lastIndexOf("--requirepass");
        String password = option < 0 ? "" : configuration.get(option + 1);
        return new RedisAddress(LoopbackPort.loopback().getHostAddress(), port, "", password, 0);
    }

    @Override
    public void prepare(Path data) throws IOException {
        Files.createDirectory(data);
    }

    @Override
    public List<String> arguments(Path data, int port) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("--bind", addressOn(port).host(), "--port", Integer.toString(port)));
        arguments.addAll(List.of("--dir", data.toString()));
        arguments.addAll(List.of("--save", "", "--appendonly", "no", "--daemonize", "no"));
        arguments.addAll(configuration);
        return arguments;
    }

    @Override
    public boolean isReady(Path data, int port, ChildProcess process) {
        RedisAddress address = addressOn(port);
        try {
            return address.ask(PROBE_MILLIS, "PING").equals("PONG")
                    && Arrays.asList(address.ask(PROBE_MILLIS, "INFO", "server").split("\r?\n", -1))
                            .contains("process_id:" + process.pid());
        } catch (IOException e) {
            return false;
        } catch (IllegalStateException refusal) {
            return refusal.getMessage() != null && refusal.getMessage().startsWith("NO");
        }
    }
}
