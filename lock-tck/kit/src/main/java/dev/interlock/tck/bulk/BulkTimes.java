// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.bulk;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures steps for {@value BulkSteps#MAX_LOCKS} locks and the same number of single steps, and logs the times in one
 * line. The times depend on the machine, so the only assertion is that each step succeeded.
 */
public final class BulkTimes {

    private static final Logger LOG = LoggerFactory.getLogger(BulkTimes.class);
    private static final Duration LEASE = Duration.ofMinutes(5);

    private final LockBackend backend;
    private final BulkSteps bulk;
    private final Supplier<LockName> names;

    /**
     * Creates a measurement.
     *
     * @param backend a started backend that offers {@link BulkSteps}
     * @param names gives a new name at each call
     */
    public BulkTimes(LockBackend backend, Supplier<LockName> names) {
        this.backend = backend;
        this.bulk = backend.bulk().orElseThrow();
        this.names = names;
    }

    /**
     * Measures with new names.
     *
     * @throws AssertionError if a step did not succeed
     */
    public void take() {
        LOG.info(
                "{}: acquire, renew and free {} locks in ms: at once {}, one by one {}",
                backend.store(),
                BulkSteps.MAX_LOCKS,
                atOnce(attempts()),
                oneByOne(attempts()));
    }

    private List<Attempt> attempts() {
        return Stream.generate(names)
                .limit(BulkSteps.MAX_LOCKS)
                .map(name -> Attempt.of(name, AttemptId.random(), LEASE, 1, null))
                .toList();
    }

    private List<Long> atOnce(List<Attempt> attempts) {
        long start = System.nanoTime();
        AcquireAllOutcome outcome = bulk.tryAcquireAll(attempts);
        long acquired = System.nanoTime();
        require(outcome instanceof AcquireAllOutcome.Granted, outcome);
        List<RenewOutcome> renewals = bulk.renewAll(((AcquireAllOutcome.Granted) outcome).grants(), LEASE);
        long renewed = System.nanoTime();
        List<ReleaseOutcome> releases = bulk.releaseAll(attempts);
        List<Long> times = millis(start, acquired, renewed, System.nanoTime());
        renewals.forEach(renewal -> require(renewal instanceof RenewOutcome.Renewed, renewal));
        releases.forEach(release -> require(release instanceof ReleaseOutcome.Released, release));
        return times;
    }

    private List<Long> oneByOne(List<Attempt> attempts) {
        List<Grant> grants = new ArrayList<>();
        long start = System.nanoTime();
        for (Attempt attempt : attempts) {
            AcquireOutcome outcome = backend.tryAcquire(attempt);
            require(outcome instanceof AcquireOutcome.Granted, outcome);
            grants.add(((AcquireOutcome.Granted) outcome).grant());
        }
        long acquired = System.nanoTime();
        grants.forEach(grant -> backend.renew(grant, LEASE));
        long renewed = System.nanoTime();
        attempts.forEach(backend::release);
        return millis(start, acquired, renewed, System.nanoTime());
    }

    private static List<Long> millis(long start, long acquired, long renewed, long released) {
        return Stream.of(acquired - start, renewed - acquired, released - renewed)
                .map(nanos -> Duration.ofNanos(nanos).toMillis())
                .toList();
    }

    private static void require(boolean came, Object outcome) {
        if (!came) {
            throw new AssertionError("a step did not come through: " + outcome);
        }
    }
}
