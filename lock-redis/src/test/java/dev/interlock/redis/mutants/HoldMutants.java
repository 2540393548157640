// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import static dev.interlock.redis.mutants.RedisMutants.mutant;

import dev.interlock.mutants.Mutant;
import dev.interlock.spi.Attempt;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.List;

/** The broken Redis locks that renew or release wrongly. */
final class HoldMutants {

    private HoldMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "redis-plain-del",
                        "DEL without an owner: a late release frees the successor",
                        Rule.REL_2,
                        PlainDel::new),
                mutant(
                        "redis-get-compare-del",
                        "GET, compare, DEL in two commands: a successor granted in between is freed",
                        Rule.REL_6,
                        step -> Message.named("DEL"),
                        GetCompareDel::new),
                mutant(
                        "redis-renew-ignores-zero",
                        "a renewal that the store answered with 0 counts as done",
                        Rule.REN_3,
                        RenewIgnoresZero::new),
                mutant(
                        "redis-renew-any-owner",
                        "PEXPIRE without an owner keeps a successor's lock alive",
                        Rule.REN_2,
                        RenewAnyOwner::new),
                mutant(
                        "redis-renew-recreates",
                        "a renewal sets the key again after it was gone",
                        Rule.REN_2,
                        RenewRecreates::new));
    }

    private static final class PlainDel extends SimpleRedis {
        private PlainDel(String uri) {
            super(uri);
        }

        @Override
        boolean delete(Attempt attempt) {
            return redis.del(key(attempt.name())) == 1;
        }
    }

    private static final class GetCompareDel extends SimpleRedis {
        private GetCompareDel(String uri) {
            super(uri);
        }

        @Override
        boolean delete(Attempt attempt) {
            return owner(attempt).equals(redis.hget(key(attempt.name()), "owner"))
                    && redis.del(key(attempt.name())) == 1;
        }
    }

    private static final class RenewIgnoresZero extends SimpleRedis {
        private RenewIgnoresZero(String uri) {
            super(uri);
        }

        @Override
        boolean renew(Attempt attempt, Duration lease) {
            return super.renew(attempt, lease) || !attempt.name().value().isEmpty();
        }
    }

    private static final class RenewAnyOwner extends SimpleRedis {
        private RenewAnyOwner(String uri) {
            super(uri);
        }

        @Override
        boolean renew(Attempt attempt, Duration lease) {
            return redis.pexpire(key(attempt.name()), lease.toMillis()) == 1;
        }
    }

    private static final class RenewRecreates extends SimpleRedis {
        private RenewRecreates(String uri) {
            super(uri);
        }

        @Override
        boolean renew(Attempt attempt, Duration lease) {
            return evaluate(
                    "redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'token', '1')"
                            + " return redis.call('PEXPIRE', KEYS[1], ARGV[2])",
                    attempt,
                    owner(attempt),
                    millis(lease));
        }
    }
}
