// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Redis server or Sentinel that speaks TLS on the port after its plain one. If another process has taken one of the
 * two ports, another pair is tried.
 *
 * @param plan the plan without TLS
 * @param certificate the server's; clients need none
 */
record EncryptedPlan(ServerPlan plan, ServerCertificate certificate) implements ForwardingPlan {

    /** The distance between the plain port and the port for TLS. */
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
