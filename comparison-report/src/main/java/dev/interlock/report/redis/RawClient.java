// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.report.benchmark.Contender;
import redis.clients.jedis.UnifiedJedis;

/**
 * The baseline of the library on several servers.
 *
 * @param baseline sends the same requests without the library
 * @param comparison the baseline's requests, in a sentence
 * @param closing ends its connections
 */
record RawClient(Contender baseline, String comparison, Runnable closing) implements AutoCloseable {

    /** The driver's own client of a topology, closed at the end. */
    static RawClient of(UnifiedJedis driver) {
        return new RawClient(
                new RedisBaseline(driver),
                "The raw client sends the same two scripts by EVALSHA to where they belong, and does nothing else.",
                driver::close);
    }

    @Override
    public void close() {
        closing.run();
    }
}
