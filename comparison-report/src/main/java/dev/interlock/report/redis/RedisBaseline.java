// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.report.benchmark.Contender;
import dev.interlock.report.benchmark.ResourceText;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import redis.clients.jedis.UnifiedJedis;

/**
 * The baseline on Redis: the two scripts of the backend by their digests, over the same client, without the library.
 * The difference is the cost of the library.
 */
final class RedisBaseline implements Contender {

    /** The baseline's requests, for the report. */
    static final String COMPARISON =
            "The raw client sends the same two scripts by EVALSHA through the same Jedis pool, and does nothing else.";

    private static final String LEASE_MILLIS = "30000";
    private static final String TOKENS = "1";
    private static final String TOKEN_MILLIS = "604800000";
    private static final String NO_HINT = "-";

    private final UnifiedJedis client;
    private final String acquire;
    private final String release;

    RedisBaseline(UnifiedJedis client) {
        this.client = client;
        this.acquire = client.scriptLoad(script("acquire"));
        this.release = client.scriptLoad(script("release"));
    }

    private static String script(String name) {
        return resource("queue") + resource(name);
    }

    private static String resource(String name) {
        return ResourceText.of(RedisBaseline.class, "/dev/interlock/redis/" + name + ".lua");
    }

    @Override
    public String name() {
        return "raw Jedis";
    }

    @Override
    public Operation forThread(int thread) {
        String lock = "interlock:{baseline-" + thread + "}";
        List<String> acquireKeys = List.of(lock, lock + ":token");
        List<String> releaseKeys = List.of(lock);
        SplittableRandom random = new SplittableRandom(thread);
        return () -> {
            String id = HexFormat.of().toHexDigits(random.nextLong())
                    + HexFormat.of().toHexDigits(random.nextLong());
            Object granted =
                    client.evalsha(acquire, acquireKeys, List.of(id, LEASE_MILLIS, TOKENS, TOKEN_MILLIS, NO_HINT));
            if (!(granted instanceof List<?> reply) || !reply.get(0).equals(1L)) {
                throw new IllegalStateException("the acquire script answered " + granted);
            }
            Object released = client.evalsha(release, releaseKeys, List.of(id, lock + ":free"));
            if (!Long.valueOf(1).equals(released)) {
                throw new IllegalStateException("the release script answered " + released);
            }
        };
    }
}
