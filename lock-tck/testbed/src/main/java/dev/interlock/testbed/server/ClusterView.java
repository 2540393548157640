// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.util.Arrays;
import java.util.List;

/** One node's view of the cluster: its answer to {@code CLUSTER NODES}, one line per node. Immutable. */
record ClusterView(List<String[]> nodes) {

    private static final int ADDRESS = 1;
    private static final int FLAGS = 2;
    private static final int FOLLOWED = 3;
    private static final int FIRST_RANGE = 8;

    static ClusterView of(RedisServer asked) {
        return new ClusterView(asked.command("CLUSTER", "NODES")
                .lines()
                .map(line -> line.split(" ", -1))
                .toList());
    }

    /** Whether it knows a node under the node's own id, not the temporary one of its introduction. */
    boolean knows(String id) {
        return nodes.stream().noneMatch(node -> node[FLAGS].contains("handshake"))
                && nodes.stream().anyMatch(node -> node[0].equals(id));
    }

    /** Whether it regards a node as a replica of another one. */
    boolean follows(String replica, String primary) {
        return nodes.stream().anyMatch(node -> node[0].equals(replica) && node[FOLLOWED].equals(primary));
    }

    /** The port of the node that it regards as the primary of a slot; 0 if there is none. */
    int portOf(int slot) {
        return nodes.stream()
                .filter(node -> node[FLAGS].contains("master"))
                .filter(node -> Arrays.stream(node).skip(FIRST_RANGE).anyMatch(range -> isIn(slot, range)))
                .mapToInt(node -> Integer.parseInt(node[ADDRESS].replaceAll(".*:(\\d+)@.*", "$1")))
                .findFirst()
                .orElse(0);
    }

    /** A range is {@code 0-5460} or {@code 7}; a range in brackets describes a move. */
    private static boolean isIn(int slot, String range) {
        if (range.startsWith("[")) {
            return false;
        }
        String[] ends = range.split("-", -1);
        return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
    }
}
