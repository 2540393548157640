// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.tck.soak.SoakTck;
import dev.interlock.testbed.server.RedisServer;
import org.junit.jupiter.api.Tag;

/** Processes, faults and a real Redis of its own, which a restart empties. */
@Tag("nightly")
class RedisSoakIT extends SoakTck<RedisServer> {

    RedisSoakIT() {
        super(() -> RedisServer.start(), RedisFixture::new);
    }
}
