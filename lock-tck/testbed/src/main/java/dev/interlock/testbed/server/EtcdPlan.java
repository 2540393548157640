// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import dev.interlock.testbed.os.ChildProcess;
import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.wire.LoopbackPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How an etcd server is started.
 *
 * @param binary its program
 * @param number its place among the peers
 * @param peerPorts where the servers of its cluster, itself included, reach each other; the same after restarts
 * @param configuration further arguments, which override ours
 */
record EtcdPlan(Binary binary, int number, List<Integer> peerPorts, List<String> configuration) implements ServerPlan {

    private static String name(int number) {
        return "etcd-" + number;
    }

    @Override
    public String server() {
        return "etcd";
    }

    static String host() {
        return LoopbackPort.loopback().getHostAddress();
    }

    static String url(int port) {
        return "http://" + host() + ":" + port;
    }

    /** The server makes it. */
    @Override
    public void prepare(Path data) throws IOException {
        Files.createDirectories(data.getParent());
    }

    /** Its election time-out decides the shortest lease, which is a second here and two seconds by default. */
    @Override
    public List<String> arguments(Path data, int port) {
        List<String> arguments = new ArrayList<>();
        String peer = url(peerPorts.get(number));
        String cluster = IntStream.range(0, peerPorts.size())
                .mapToObj(each -> name(each) + "=" + url(peerPorts.get(each)))
                .collect(Collectors.joining(","));
        arguments.addAll(List.of("--name", name(number), "--data-dir", data.toString()));
        arguments.addAll(List.of("--listen-client-urls", url(port), "--advertise-client-urls", url(port)));
        arguments.addAll(List.of("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer));
        arguments.addAll(List.of("--initial-cluster", cluster));
        arguments.addAll(List.of("--heartbeat-interval", "50", "--election-timeout", "500"));
        arguments.addAll(configuration);
        return arguments;
    }

    /** Another process that had taken the port would have ended this one. */
    @Override
    public boolean isReady(Path data, int port, ChildProcess process) {
        return EtcdServer.isHealthy(port) && process.isAlive();
    }
}
