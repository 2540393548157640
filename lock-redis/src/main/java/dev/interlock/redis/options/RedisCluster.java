// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The addresses of some nodes of a Redis Cluster. The client learns the other nodes from them. Encryption, login and
 * time limits of {@link RedisLockOptions} apply to each node. Immutable.
 *
 * @param nodes at least one, better several: at the start the first answer counts
 */
public record RedisCluster(List<Node> nodes) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if there is no node, or one comes twice
     */
    public RedisCluster {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("nodes of the cluster must be named but there is none");
        }
        if (nodes.stream().distinct().count() < nodes.size()) {
            throw new IllegalArgumentException("nodes of the cluster must differ but one is named twice: " + nodes);
        }
    }

    /** The addresses. */
    @Override
    public String toString() {
        return nodes.stream().map(Node::toString).collect(Collectors.joining(", "));
    }

    /**
     * The address of a node.
     *
     * @param host name or address, not empty
     * @param port 1 to 65535
     */
    public record Node(String host, int port) {

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
         */
        public Node {
            if (host.isBlank()) {
                throw new IllegalArgumentException("the host of a node must not be empty");
            }
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException("the port of a node must be 1 to 65535 but was " + port);
            }
        }

        /** An IPv6 address in brackets. */
        @Override
        public String toString() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }
    }
}
