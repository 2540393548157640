// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.util.Arrays;
import java.util.List;

/** What one node of a cluster says of all of them: its answer to {@code CLUSTER NODES}, a line for each. Immutable. */
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

    /** Whether it has met a node, under its own name and not that of the first moment. */
    boolean knows(String id) {
        return nodes.stream().noneMatch(node -> node[FLAGS].contains("handshake"))
                && nodes.stream().anyMatch(node -> node[0].equals(id));
    }

    /** Whether it takes a node for a replica of another one. */
    boolean follows(String replica, String primary) {
        return nodes.stream().anyMatch(node -> node[0].equals(replica) && node[FOLLOWED].equals(primary));
    }

    /** The port of whomever it takes for the primary of a slot, 0 if of nobody. */
    int portOf(int slot) {
        return nodes.stream()
                .filter(node -> node[FLAGS].contains("master"))
                .filter(node -> Arrays.stream(node).skip(FIRST_RANGE).anyMatch(range -> isIn(slot, range)))
                .mapToInt(node -> Integer.parseInt(node[ADDRESS].replaceAll(".*:(\\d+)@.*", "$1")))
                .findFirst()
                .orElse(0);
    }

    /** A range is {@code 0-5460} or {@code 7}; one in brackets tells of a move. */
    private static boolean isIn(int slot, String range) {
        if (range.startsWith("[")) {
            return false;
        }
        String[] ends = range.split("-", -1);
        return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
    }
}
