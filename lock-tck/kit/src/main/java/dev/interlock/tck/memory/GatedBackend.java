// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.GatedLink.Passed;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A backend whose steps pass a {@link GatedLink}. The backend itself sets the times in its outcomes, because rules
 * check those times. Signals of contests do not pass the link: they are hints, and rules do not gate them.
 */
final class GatedBackend extends ForwardingBackend {

    private final GatedLink link;

    GatedBackend(LockBackend to, GatedLink link) {
        super(to);
        this.link = link;
    }

    @Override
    public void start(BackendContext started) {
        answered(link.pass(null, () -> {
            super.start(link.lateInSteps(started));
            return true;
        }));
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        Passed<AcquireOutcome> passed = link.pass(RequestKind.ACQUIRE, step::get);
        if (passed.answer() != null) {
            return passed.answer();
        }
        return passed.surelyNotExecuted()
                ? new AcquireOutcome.Refused(unavailable(attempt.name() + " was not acquired", passed), true)
                : new AcquireOutcome.Unknown(passed.cause());
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        Passed<RenewOutcome> passed = link.pass(RequestKind.RENEW, () -> super.renew(grant, lease));
        return passed.answer() != null ? passed.answer() : new RenewOutcome.Unknown(passed.cause());
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        Passed<ReleaseOutcome> passed = link.pass(RequestKind.RELEASE, () -> super.release(attempt));
        return passed.answer() != null ? passed.answer() : new ReleaseOutcome.Unknown(passed.cause());
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return answered(link.pass(null, () -> super.inspect(name)));
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return to().bulk().map(steps -> new GatedBulk(steps, link));
    }

    @Override
    public Optional<ShareSteps> shares() {
        return super.shares().map(steps -> new GatedShares(steps, link));
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return super.operator().map(steps -> new GatedOperator(steps, link));
    }

    private <T> T answered(Passed<T> passed) {
        if (passed.answer() == null) {
            throw unavailable("the store did not answer", passed);
        }
        return passed.answer();
    }

    private LockUnavailableException unavailable(String what, Passed<?> passed) {
        Exception failure = passed.cause();
        return new LockUnavailableException(what + ": " + failure.getMessage() + " (" + store() + ")", failure);
    }
}
