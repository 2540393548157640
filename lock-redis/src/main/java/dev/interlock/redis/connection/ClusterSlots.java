// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.connection;

import dev.interlock.redis.options.RedisCluster.Node;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * Which node serves which slot, as one node answered and as redirections corrected since. It may be wrong at any time,
 * which costs a redirection. Thread-safe.
 */
final class ClusterSlots {

    private static final int SLOTS = 16384;

    /** Where in a range its nodes begin. */
    private static final int FIRST_NODE = 2;

    private final UnaryOperator<Node> addresses;
    private final AtomicReferenceArray<@Nullable HostAndPort> primaries = new AtomicReferenceArray<>(SLOTS);
    private volatile List<HostAndPort> serving = List.of();
    private volatile Set<HostAndPort> members = Set.of();

    /**
     * Knows no slots yet.
     *
     * @param addresses maps the address that a node announces to the address at which it is reached from here
     */
    ClusterSlots(UnaryOperator<Node> addresses) {
        this.addresses = addresses;
    }

    /** The node that serves a slot; any node if that is not known, since each of them can redirect. */
    HostAndPort primaryOf(int slot) {
        HostAndPort known = primaries.get(slot);
        return known != null ? known : anyNode();
    }

    /** Some node that serves slots. */
    HostAndPort anyNode() {
        List<HostAndPort> known = serving;
        return known.get(ThreadLocalRandom.current().nextInt(known.size()));
    }

    /** The nodes that serve slots; none before the first answer. */
    List<HostAndPort> serving() {
        return serving;
    }

    /** The nodes that serve slots and their replicas, each of which knows as much of the cluster. */
    Set<HostAndPort> members() {
        return members;
    }

    /** A node redirected to another one for good. */
    void moved(int slot, HostAndPort primary) {
        primaries.set(slot, primary);
    }

    /**
     * Takes over what {@code CLUSTER SLOTS} answers: ranges of slots, each with its first and last slot and then its
     * nodes, the primary first, a node being host, port and more.
     *
     * @param asked the node that answered
     * @return whether it knew any; if not, nothing was taken over
     */
    boolean learn(List<?> ranges, HostAndPort asked) {
        Set<HostAndPort> first = new LinkedHashSet<>();
        Set<HostAndPort> all = new LinkedHashSet<>();
        HostAndPort[] answered = new HostAndPort[SLOTS];
        for (Object each : ranges) {
            List<?> range = (List<?>) each;
            List<HostAndPort> nodes = range.stream()
                    .skip(FIRST_NODE)
                    .map(node -> node((List<?>) node, asked))
                    .toList();
            first.add(nodes.get(0));
            all.addAll(nodes);
            Arrays.fill(answered, number(range.get(0)), number(range.get(1)) + 1, nodes.get(0));
        }
        if (first.isEmpty()) {
            return false;
        }
        // Before the slots, so that a step which finds a slot without its node finds some node.
        serving = List.copyOf(first);
        members = Set.copyOf(all);
        for (int slot = 0; slot < SLOTS; slot++) {
            primaries.set(slot, answered[slot]);
        }
        return true;
    }

    private HostAndPort node(List<?> answered, HostAndPort asked) {
        byte[] host = (byte[]) answered.get(0);
        return address(host == null ? "" : new String(host, StandardCharsets.UTF_8), number(answered.get(1)), asked);
    }

    /**
     * Where a node is reached that another one names.
     *
     * @param host empty if the one that was asked does not know it, which means: where it is itself
     * @param asked the one that names it
     */
    HostAndPort address(String host, int port, HostAndPort asked) {
        Node reached = addresses.apply(new Node(host.isEmpty() ? asked.getHost() : host, port));
        return new HostAndPort(reached.host(), reached.port());
    }

    private static int number(Object answered) {
        return Math.toIntExact((Long) answered);
    }
}
