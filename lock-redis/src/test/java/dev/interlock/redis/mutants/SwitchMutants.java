// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import dev.interlock.mutants.Mutant;
import dev.interlock.redis.tck.RedisSteps;
import dev.interlock.redis.tck.RedisSwitchFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** The broken Redis locks that believe a primary which was demoted and runs on. */
final class SwitchMutants {

    private SwitchMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "redis-stays-at-demoted",
                        "its connections stay at a primary that was demoted",
                        SimpleRedis.STEPS,
                        SimpleRedis::new),
                mutant(
                        "redis-demoted-is-held",
                        "a server that takes no writes counts as 'held by another', and its connections stay",
                        SimpleRedis.STEPS,
                        DemotedIsHeld::new));
    }

    static Mutant mutant(String id, String broken, RedisSteps steps, Function<String, LockBackend> opener) {
        return new Mutant(
                id, broken, Set.of(Rule.FAULT_2), () -> new RedisSwitchFixture(RedisMutants.server(), steps, opener));
    }

    private static boolean isDemoted(JedisException e) {
        return e instanceof JedisDataException && String.valueOf(e.getMessage()).contains("READONLY");
    }

    /** What they are made from: sound, as it drops its connections when a server takes no writes. */
    static final class FollowsPrimary extends SimpleRedis {
        FollowsPrimary(String uri) {
            super(uri);
        }

        @Override
        @Nullable
        Long acquire(Attempt attempt) {
            return following(() -> super.acquire(attempt));
        }

        @Override
        boolean renew(Attempt attempt, Duration lease) {
            return Boolean.TRUE.equals(following(() -> super.renew(attempt, lease)));
        }

        @Override
        boolean delete(Attempt attempt) {
            return Boolean.TRUE.equals(following(() -> super.delete(attempt)));
        }

        private <T> @Nullable T following(Supplier<@Nullable T> step) {
            try {
                return step.get();
            } catch (JedisException e) {
                if (isDemoted(e)) {
                    redis.getPool().clear();
                }
                throw e;
            }
        }
    }

    private static final class DemotedIsHeld extends SimpleRedis {
        private DemotedIsHeld(String uri) {
            super(uri);
        }

        @Override
        AcquireOutcome failed(JedisException e) {
            return isDemoted(e) ? new AcquireOutcome.Contended(Duration.ofSeconds(1)) : super.failed(e);
        }
    }
}
