// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Steps of shared locks that pass every call on. */
public abstract class ForwardingShares implements ShareSteps {

    private final ShareSteps to;

    /**
     * Creates the decorator.
     *
     * @param to the steps to pass calls on to
     */
    public ForwardingShares(ShareSteps to) {
        this.to = to;
    }

    /**
     * Returns the decorated steps.
     *
     * @return the steps to pass calls on to
     */
    protected final ShareSteps to() {
        return to;
    }

    @Override
    public Capabilities capabilities() {
        return to.capabilities();
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
        return acquire(attempt, share, () -> to.tryAcquire(attempt, share));
    }

    /**
     * Makes an attempt. Every attempt passes this method, from {@link #tryAcquire} or from a contest.
     *
     * @param attempt the attempt
     * @param share how much it asks for
     * @param step the decorated step
     * @return the outcome
     */
    protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
        return step.get();
    }

    @Override
    public Contest contest(Attempt attempt, Share share) {
        Contest contest = to.contest(attempt, share);
        return new ForwardingContest(contest) {
            @Override
            public AcquireOutcome attempt() {
                return acquire(attempt, share, contest::attempt);
            }
        };
    }

    @Override
    public Renewal renew(Grant grant, Duration lease) {
        return to.renew(grant, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return to.release(attempt);
    }

    @Override
    public List<Holder> inspect(LockName name) {
        return to.inspect(name);
    }
}
