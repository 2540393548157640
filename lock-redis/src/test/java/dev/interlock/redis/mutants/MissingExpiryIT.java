// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.redis.tck.RedisOpener;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Mistake m36: the time to live of a lock is the answer to an acquisition, and the -1 of one that has none is taken for a
 * grant. No rule of the kit removes an expiry behind the store's back, so this is a scene of its own.
 */
class MissingExpiryIT {

    private static final LockName NAME = new LockName("persisted");

    @Test
    void a_lock_whose_expiry_was_removed_is_granted_to_no_other_attempt() {
        try (RedisServer server = RedisServer.start()) {
            String uri = "redis://" + server.host() + ":" + server.port();
            assertThat(isGrantedAgain(server, uri, new RedisOpener()::open)).isFalse();
            assertThat(isGrantedAgain(server, uri, SimpleRedis::new)).isFalse();
            assertThat(isGrantedAgain(server, uri, TimeToLiveIsTheAnswer::new)).isTrue();
        }
    }

    private static boolean isGrantedAgain(RedisServer server, String uri, Function<String, LockBackend> opener) {
        server.command("FLUSHALL");
        try (LockBackend first = opener.apply(uri);
                LockBackend second = opener.apply(uri)) {
            first.start(new StandaloneContext());
            second.start(new StandaloneContext());
            assertThat(first.tryAcquire(attempt())).isInstanceOf(Granted.class);
            assertThat(second.tryAcquire(attempt())).isNotInstanceOf(Granted.class);
            assertThat(server.command("PERSIST", "interlock:{" + NAME + "}")).isEqualTo("1");
            return second.tryAcquire(attempt()) instanceof Granted;
        }
    }

    private static Attempt attempt() {
        return Attempt.of(NAME, AttemptId.random(), Duration.ofMinutes(5), 1, null);
    }

    /** Asks how long the lock is taken, as some do, and reads every negative answer as "not at all". */
    private static final class TimeToLiveIsTheAnswer extends SimpleRedis {

        private static final String ASK = """
                if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return redis.call('PTTL', KEYS[1]) end
                return -2
                """;

        TimeToLiveIsTheAnswer(String uri) {
            super(uri);
        }

        @Override
        @Nullable
        Long acquire(Attempt attempt) {
            Long token = super.acquire(attempt);
            if (token != null) {
                return token;
            }
            Object left = redis.eval(ASK, List.of(key(attempt.name())), List.of(owner(attempt)));
            boolean taken = ((Long) left) >= 0;
            return taken ? null : Long.valueOf(redis.get(tokenKey(attempt.name())));
        }
    }
}
