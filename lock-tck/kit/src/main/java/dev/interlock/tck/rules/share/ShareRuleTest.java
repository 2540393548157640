// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.RetryPolicy;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.rules.LinkRuleTest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A rule about locks that several may hold. */
public abstract class ShareRuleTest extends LinkRuleTest {

    /** One of two permits. */
    static final Share HALF = new Share(1, 2);

    /** Two of two permits. */
    static final Share BOTH = new Share(2, 2);

    /** Polls often if the store gives no signal. */
    private static final RetryPolicy EAGER =
            new RetryPolicy(Duration.ofMillis(10), Duration.ofMillis(100), Integer.MAX_VALUE);

    /** Whether the store has such locks. If not, it must refuse them. */
    final boolean shares() {
        if (capabilities().has(Capability.SHARES)) {
            return true;
        }
        LockClient client = client();
        LockUnavailableException told = thrown(
                LockUnavailableException.class,
                "a lock for readers and writers on a store that does not declare " + Capability.SHARES,
                () -> client.readWrite(name()));
        thrown(
                LockUnavailableException.class,
                "a semaphore on a store that does not declare " + Capability.SHARES,
                () -> client.semaphore(name(), 2));
        evidence("refused, as the backend does not declare it: {}", told.getMessage());
        return false;
    }

    /** Whether the store sends a signal to those that wait for units. */
    final boolean signals() {
        ShareSteps steps = steps();
        boolean signals = steps.capabilities().has(Capability.NOTIFIES_WAITERS)
                && steps.capabilities().waiting() != Waiting.BLOCKING;
        if (!signals) {
            evidence("the store does not signal that units came back");
        }
        return signals;
    }

    /** The steps of a new independent backend. */
    final ShareSteps steps() {
        return steps(backend());
    }

    final ShareSteps steps(LockBackend started) {
        return started.shares()
                .orElseThrow(() -> broken("{} declares {} and has no steps for it", started, Capability.SHARES));
    }

    /** One attempt that must be granted. */
    final Grant granted(ShareSteps steps, Attempt attempt, Share share) {
        AcquireOutcome outcome = steps.tryAcquire(attempt, share);
        if (outcome instanceof AcquireOutcome.Granted granted) {
            return granted.grant();
        }
        throw broken(
                "{} of {} units of '{}' fit, and the attempt ended as {}",
                share.units(),
                share.limit(),
                attempt.name(),
                outcome);
    }

    /** Requires that another attempt is refused. */
    final void requireTaken(ShareSteps steps, String name, Share share, String when) {
        AcquireOutcome outcome = steps.tryAcquire(attempt(name, longLease()), share);
        require(
                outcome instanceof AcquireOutcome.Contended,
                "{} of {} units of '{}' do not fit {}, and an attempt ended as {}",
                share.units(),
                share.limit(),
                name,
                when,
                outcome);
    }

    /** A short lease that the store can keep for such a lock. */
    final Duration lease(ShareSteps steps) {
        Duration least = steps.capabilities().minLease();
        return lease().compareTo(least) < 0 ? least : lease();
    }

    /** Waits for as long as it takes; the hold lasts as long as the rule. */
    final AcquireOptions patient() {
        return renewed(longLease()).withMaxWait(LONG).withRetry(EAGER);
    }

    final LockHandle held(DistributedLock lock) throws InterruptedException {
        return held(lock, patient());
    }

    final LockHandle held(DistributedLock lock, AcquireOptions options) throws InterruptedException {
        return tried(lock, options)
                .orElseThrow(() -> broken("'{}' is free, or is freed in time, and was not granted", lock.name()));
    }

    /** One acquisition. An exception is a failure of the rule. */
    final Optional<LockHandle> tried(DistributedLock lock, AcquireOptions options) throws InterruptedException {
        try {
            return lock.tryAcquire(options);
        } catch (LockException e) {
            throw broken(e, "acquiring '{}' ended as {}", lock.name(), e);
        }
    }

    final boolean isRefused(DistributedLock lock) throws InterruptedException {
        return tried(lock, unrenewed(longLease())).map(LockHandle::release).isEmpty();
    }

    final void requireRefused(DistributedLock lock, String when) throws InterruptedException {
        require(isRefused(lock), "'{}' was granted {}", lock.name(), when);
    }

    /** Waits until a try is refused because another attempt waits whose turn comes first. */
    final void awaitWaiter(DistributedLock lock) {
        await("a try for '" + lock.name() + "' is refused, because another attempt waits", () -> isRefused(lock));
    }

    final LockHandle granted(String what, CompletableFuture<LockHandle> waiting) throws Exception {
        try {
            return join(what, waiting);
        } catch (RuntimeException e) {
            throw broken(e, "{} ended as {}", what, e);
        }
    }

    final void requireGreater(LockHandle later, LockHandle earlier) {
        require(
                later.fencingToken() > earlier.fencingToken(),
                "'{}' was granted with token {}, after '{}' with token {}",
                later.lockName(),
                later.fencingToken(),
                earlier.lockName(),
                earlier.fencingToken());
    }
}
