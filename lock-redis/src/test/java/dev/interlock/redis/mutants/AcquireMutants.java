// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import static dev.interlock.redis.mutants.RedisMutants.mutant;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.mutants.Mutant;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.tck.Rule;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/** The broken Redis locks that acquire wrongly. */
final class AcquireMutants {

    private AcquireMutants() {}

    static List<Mutant> all() {
        return List.of(
                mutant(
                        "redis-no-expiry",
                        "SET NX without an expiry: a crashed holder blocks for ever",
                        Rule.EXP_1,
                        NoExpiry::new),
                mutant(
                        "redis-setnx-then-expire",
                        "SET NX, then PEXPIRE: a client that dies in between blocks for ever",
                        Rule.EXP_1,
                        step -> Message.named("SET"),
                        SetThenExpire::new),
                mutant("redis-setex", "SETEX without NX overwrites the holder", Rule.ACQ_1, SetEx::new),
                mutant(
                        "redis-non-null-is-success",
                        "any reply that is not null counts as acquired, 0 included",
                        Rule.ACQ_1,
                        NonNullIsSuccess::new),
                mutant(
                        "redis-owner-is-thread",
                        "the owner is the thread's id: another client's thread of the same id finds the lock its own",
                        Rule.ACQ_1,
                        OwnerIsThread::new),
                mutant(
                        "redis-same-value",
                        "SET NX of the same value for every client: a late release takes the successor's for its own",
                        Rule.REL_2,
                        SameValue::new),
                mutant(
                        "redis-not-idempotent",
                        "SET NX alone: a retry takes its own grant for another's",
                        Rule.ACQ_2,
                        NotIdempotent::new),
                mutant(
                        "redis-validity-from-reply",
                        "the lease counts from the reply instead of from before the request",
                        Rule.ACQ_4,
                        ValidityFromReply::new),
                mutant(
                        "redis-timeout-is-busy",
                        "a lost reply is reported as held by another",
                        Rule.ERR_2,
                        TimeoutIsBusy::new),
                mutant(
                        "redis-folds-names",
                        "names are lower-cased: 'a' and 'A' are one lock",
                        Rule.NAME_1,
                        FoldsNames::new),
                mutant(
                        "redis-release-tells-nobody",
                        "declares that releases wake waiters, and publishes nothing",
                        Rule.WAIT_7,
                        TellsNobody::new));
    }

    /** SET with the given parameters, a token from the clock behind it. */
    private abstract static class PlainSet extends SimpleRedis {
        private PlainSet(String uri) {
            super(uri);
        }

        abstract SetParams parameters(Attempt attempt);

        @Override
        @Nullable
        Long acquire(Attempt attempt) {
            String answer = redis.set(key(attempt.name()), owner(attempt), parameters(attempt));
            return answer == null ? null : redis.incr(tokenKey(attempt.name()));
        }

        @Override
        boolean delete(Attempt attempt) {
            return evaluate(
                    "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0",
                    attempt,
                    owner(attempt));
        }
    }

    private static final class NoExpiry extends PlainSet {
        private NoExpiry(String uri) {
            super(uri);
        }

        @Override
        SetParams parameters(Attempt attempt) {
            return SetParams.setParams().nx();
        }
    }

    private static final class NotIdempotent extends PlainSet {
        private NotIdempotent(String uri) {
            super(uri);
        }

        @Override
        SetParams parameters(Attempt attempt) {
            return SetParams.setParams().nx().px(attempt.lease().toMillis());
        }
    }

    private static final class SameValue extends PlainSet {
        private SameValue(String uri) {
            super(uri);
        }

        @Override
        SetParams parameters(Attempt attempt) {
            return SetParams.setParams().nx().px(attempt.lease().toMillis());
        }

        @Override
        String owner(Attempt attempt) {
            return "locked";
        }
    }

    private static final class SetEx extends PlainSet {
        private SetEx(String uri) {
            super(uri);
        }

        @Override
        SetParams parameters(Attempt attempt) {
            return SetParams.setParams().px(attempt.lease().toMillis());
        }
    }

    private static final class SetThenExpire extends PlainSet {
        private SetThenExpire(String uri) {
            super(uri);
        }

        @Override
        SetParams parameters(Attempt attempt) {
            return SetParams.setParams().nx();
        }

        @Override
        @Nullable
        Long acquire(Attempt attempt) {
            if (redis.set(key(attempt.name()), owner(attempt), parameters(attempt)) == null) {
                return null;
            }
            redis.pexpire(key(attempt.name()), attempt.lease().toMillis());
            return redis.incr(tokenKey(attempt.name()));
        }
    }

    private static final class NonNullIsSuccess extends SimpleRedis {
        private NonNullIsSuccess(String uri) {
            super(uri);
        }

        @Override
        @Nullable
        Long acquire(Attempt attempt) {
            // The script answers 0 for "held by another"; the caller only asks whether there was an answer.
            Long token = super.acquire(attempt);
            return token != null ? token : Long.valueOf(redis.incr(tokenKey(attempt.name())));
        }
    }

    private static final class OwnerIsThread extends SimpleRedis {
        private OwnerIsThread(String uri) {
            super(uri);
        }

        @Override
        String owner(Attempt attempt) {
            return Long.toString(Thread.currentThread().getId());
        }
    }

    private static final class ValidityFromReply extends SimpleRedis {
        private ValidityFromReply(String uri) {
            super(uri);
        }

        @Override
        public AcquireOutcome tryAcquire(Attempt attempt) {
            AcquireOutcome outcome = super.tryAcquire(attempt);
            return outcome instanceof AcquireOutcome.Granted granted
                    ? new AcquireOutcome.Granted(
                            Grant.of(attempt, granted.grant().token(), now(), attempt.lease()))
                    : outcome;
        }
    }

    private static final class TimeoutIsBusy extends SimpleRedis {
        private TimeoutIsBusy(String uri) {
            super(uri);
        }

        @Override
        AcquireOutcome failed(JedisException e) {
            return new AcquireOutcome.Contended(Duration.ofMillis(100));
        }
    }

    private static final class FoldsNames extends SimpleRedis {
        private FoldsNames(String uri) {
            super(uri);
        }

        @Override
        String key(LockName name) {
            return super.key(name).toLowerCase(Locale.ROOT);
        }
    }

    private static final class TellsNobody extends SimpleRedis {
        private TellsNobody(String uri) {
            super(uri);
        }

        @Override
        public Capabilities capabilities() {
            return Capabilities.of("redis", Waiting.SIGNAL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE)
                    .withDeclared(Set.of(Capability.NOTIFIES_WAITERS));
        }
    }
}
