// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.request;

import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.commands.ProtocolCommand;

/**
 * Tracks how often the driver began to write a command. The driver asks an argument for its bytes when it writes them,
 * and never before it has a connection; its exceptions do not distinguish the two. For one step.
 */
public final class RedisRequestTracker {

    private int writes;

    /** An argument that counts how often it is written. */
    public Rawable watch(byte[] bytes) {
        return () -> {
            writes++;
            return bytes;
        };
    }

    /** A command that counts how often it is written. */
    public ProtocolCommand watch(ProtocolCommand command) {
        return () -> watch(command.getRaw()).getRaw();
    }

    /**
     * Notes that the last command sent was not executed. It proves nothing about an earlier one whose reply was lost.
     */
    public void notExecuted() {
        if (sentOnce()) {
            writes = 0;
        }
    }

    /** Whether the server cannot have seen the command. */
    public boolean neverSent() {
        return writes == 0;
    }

    /** Whether the driver sent the command exactly once, so that the reply is about all that was sent. */
    public boolean sentOnce() {
        return writes == 1;
    }
}
