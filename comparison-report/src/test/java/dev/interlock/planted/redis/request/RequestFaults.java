// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.redis.request;

import dev.interlock.planted.redis.RedisBackend;
import dev.interlock.planted.redis.command.Script;

/** Planted faults of a lower layer of a backend. */
public final class RequestFaults {

    abstract static class SeesCommand {
        abstract Script script();
    }

    abstract static class SeesBackend {
        abstract RedisBackend backend();
    }
}
