// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.server.ServerSource.Binary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Redis server or Sentinel that speaks TLS on the port after its plain one. The two go together, so that another pair
 * is tried where somebody was quicker to take one of them.
 *
 * @param plan how it is started otherwise
 * @param certificate the server's; none is asked of clients
 */
record EncryptedPlan(ServerPlan plan, ServerCertificate certificate) implements ServerPlan {

    /** How far the port for TLS is above the plain one. */
    static final int ABOVE = 1;

    @Override
    public Binary binary() {
        return plan.binary();
    }

    @Override
    public String server() {
        return plan.server();
    }

    @Override
    public void prepare(Path data) throws IOException {
        plan.prepare(data);
    }

    @Override
    public List<String> wrapper() {
        return plan.wrapper();
    }

    @Override
    public List<String> arguments(Path data, int port) {
        List<String> arguments = new ArrayList<>(plan.arguments(data, port));
        arguments.addAll(List.of("--tls-port", Integer.toString(port + ABOVE)));
        arguments.addAll(List.of("--tls-cert-file", certificate.certificate().toString()));
        arguments.addAll(List.of("--tls-key-file", certificate.key().toString()));
        arguments.addAll(List.of("--tls-ca-cert-file", certificate.certificate().toString()));
        arguments.addAll(List.of("--tls-auth-clients", "no"));
        return arguments;
    }

    @Override
    public boolean isReady(Path data, int port, ChildProcess process) {
        return plan.isReady(data, port, process);
    }
}
