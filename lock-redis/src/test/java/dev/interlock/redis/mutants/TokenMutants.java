// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import static dev.interlock.redis.mutants.RedisMutants.mutant;

import dev.interlock.mutants.Mutant;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The broken Redis locks that mint wrong fencing tokens. */
final class TokenMutants {

    private static final String CLOCK_TOKEN =
            "local token = math.max(tonumber(redis.call('GET', KEYS[2]) or 0) + 1," + " now[1] * 1000000 + now[2])";

    private TokenMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "redis-token-bare-counter",
                        "a bare counter: after a loss of data the tokens start again",
                        Rule.TOK_4,
                        uri -> new OtherToken(uri, "local token = tonumber(redis.call('GET', KEYS[2]) or 0) + 1")),
                mutant(
                        "redis-token-seconds",
                        "the clock's seconds alone: two holds in one get the same",
                        Rule.TOK_5,
                        uri -> new OtherToken(uri, "local token = tonumber(now[1])")),
                mutant(
                        "redis-token-deleted-with-lock",
                        "a counter that goes with the lock: every hold gets the first token",
                        Rule.TOK_1,
                        TokenGoesWithLock::new),
                mutant(
                        "redis-token-block-not-kept",
                        "only the first token of a reserved block is remembered",
                        Rule.TOK_3,
                        uri -> new OtherScript(
                                uri,
                                SimpleRedis.ACQUIRE
                                        .replace("token + ARGV[3] - 1", "token")
                                        .replace(
                                                CLOCK_TOKEN,
                                                "local token = tonumber(redis.call('GET', KEYS[2]) or 1000) + 1"))));
    }

    private static class OtherScript extends SimpleRedis {
        private final String script;

        private OtherScript(String uri, String script) {
            super(uri);
            this.script = script;
        }

        @Override
        @Nullable
        Long acquire(Attempt attempt) {
            Object token = redis.eval(
                    script,
                    List.of(key(attempt.name()), tokenKey(attempt.name())),
                    List.of(owner(attempt), millis(attempt.lease()), "" + attempt.tokens(), hint(attempt)));
            return token == null ? null : Long.valueOf(token.toString());
        }
    }

    private static final class OtherToken extends OtherScript {
        private OtherToken(String uri, String token) {
            super(uri, SimpleRedis.ACQUIRE.replace(CLOCK_TOKEN, token));
        }
    }

    private static final class TokenGoesWithLock extends OtherScript {
        private TokenGoesWithLock(String uri) {
            super(
                    uri,
                    SimpleRedis.ACQUIRE.replace(
                            CLOCK_TOKEN, "local token = tonumber(redis.call('GET', KEYS[2]) or 0) + 1"));
        }

        @Override
        boolean delete(Attempt attempt) {
            boolean deleted = super.delete(attempt);
            redis.del(tokenKey(attempt.name()));
            return deleted;
        }
    }
}
