// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

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
record EncryptedPlan(ServerPlan plan, ServerCertificate certificate) implements ForwardingPlan {

    /** How far the port for TLS is above the plain one. */
    static final int ABOVE = 1;

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
}
