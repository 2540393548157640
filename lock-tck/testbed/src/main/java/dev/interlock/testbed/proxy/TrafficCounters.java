// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/** The counts of a proxy's traffic. Safe for use by many threads. */
final class TrafficCounters {

    private static final int REMEMBERED_COMMANDS = 1_000;

    final AtomicLong connectionsOpened = new AtomicLong();
    final AtomicLong requestsForwarded = new AtomicLong();
    final AtomicLong repliesForwarded = new AtomicLong();
    private final ArrayBlockingQueue<String> commands = new ArrayBlockingQueue<>(REMEMBERED_COMMANDS);

    void commandReceived(String name) {
        while (!commands.offer(name)) {
            commands.poll();
        }
    }

    List<String> recentCommands() {
        return List.copyOf(commands);
    }
}
