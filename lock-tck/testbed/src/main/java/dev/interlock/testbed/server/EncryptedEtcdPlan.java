// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An etcd server that speaks TLS on the port after its plain one. If another process has taken one of the two ports,
 * another pair is tried.
 *
 * @param plan the plan without TLS
 * @param certificate the server's; clients need none
 */
record EncryptedEtcdPlan(ServerPlan plan, ServerCertificate certificate) implements ForwardingPlan {

    /** The distance between the plain port and the port for TLS. */
    static final int ABOVE = 1;

    @Override
    public List<String> arguments(Path data, int port) {
        List<String> arguments = new ArrayList<>(plan.arguments(data, port));
        String encrypted = "https://" + EtcdPlan.host() + ":" + (port + ABOVE);
        arguments.addAll(List.of("--listen-client-urls", EtcdPlan.url(port) + "," + encrypted));
        arguments.addAll(List.of("--cert-file", certificate.certificate().toString()));
        arguments.addAll(List.of("--key-file", certificate.key().toString()));
        return arguments;
    }
}
