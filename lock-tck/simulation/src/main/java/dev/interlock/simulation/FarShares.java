// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.history.LockPart;
import java.time.Duration;
import java.util.List;

/** The steps of one client for locks that several may hold, each sent as one request. */
final class FarShares implements ShareSteps {

    private final SimulatedNetwork network;
    private final ShareSteps steps;
    private final PartsOfAttempts parts = new PartsOfAttempts();

    FarShares(SimulatedNetwork network, ShareSteps steps) {
        this.network = network;
        this.steps = steps;
    }

    @Override
    public Capabilities capabilities() {
        return steps.capabilities();
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
        return network.acquire(parts.of(attempt, share), attempt, () -> steps.tryAcquire(attempt, share));
    }

    @Override
    public Contest contest(Attempt attempt, Share share) {
        LockPart part = parts.of(attempt, share);
        return network.contest(
                step -> network.acquire(part, attempt, step),
                steps.contest(attempt, share),
                () -> steps.tryAcquire(attempt, share));
    }

    @Override
    public Renewal renew(Grant grant, Duration lease) {
        boolean[] wanted = {false};
        RenewOutcome received = network.renew(parts.of(grant.attempt()), grant, lease, () -> {
            Renewal renewal = steps.renew(grant, lease);
            wanted[0] = renewal.wanted();
            return renewal.outcome();
        });
        return new Renewal(received, wanted[0] && received instanceof RenewOutcome.Renewed);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return network.release(parts.of(attempt), attempt, () -> steps.release(attempt));
    }

    @Override
    public List<Holder> inspect(LockName name) {
        return network.inspect(name, () -> steps.inspect(name));
    }
}
