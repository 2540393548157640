// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.testbed.server.ServerSource.Binary;
import dev.interlock.testbed.server.ServerSource.Unavailable;

/** A Redis that tests may start, empty and kill, unlike a server that is already running. */
public final class RedisProgram {

    private RedisProgram() {}

    /** The program found here; without one the calling test is aborted, or fails if Redis is required. */
    public static Binary find() {
        ServerSource source = RedisServer.locate();
        if (source instanceof Unavailable unavailable) {
            throw unavailable.raise();
        }
        assumeTrue(source instanceof Binary, () -> "needs a program to start, but there is an " + source);
        return (Binary) source;
    }
}
