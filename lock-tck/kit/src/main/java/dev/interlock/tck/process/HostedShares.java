// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockClock;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The steps of shared locks of a {@link HostedBackend}. Waiters have their place in the queue at the host, and no signals.
 * Thread-safe.
 *
 * @param host sends steps and reads their answers
 * @param clock of this process
 * @param capabilities of these locks
 */
record HostedShares(HostedAnswers host, LockClock clock, Capabilities capabilities) implements ShareSteps {

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
        return host.acquire(
                attempt,
                clock.nanoTime(),
                HostedBackendProtocol.question(HostedBackendProtocol.TRY_SHARE, attempt, share.units(), share.limit()));
    }

    @Override
    public Contest contest(Attempt attempt, Share share) {
        return new Contest() {
            @Override
            public AcquireOutcome attempt() {
                return host.acquire(
                        attempt,
                        clock.nanoTime(),
                        HostedBackendProtocol.question(
                                HostedBackendProtocol.WAIT_FOR_SHARE, attempt, share.units(), share.limit()));
            }

            @Override
            public CompletionStage<?> signal() {
                return new CompletableFuture<>();
            }

            @Override
            public boolean signalled() {
                return false;
            }

            @Override
            public void close() {
                host.release(HostedBackendProtocol.question(HostedBackendProtocol.LEAVE_SHARE, attempt));
            }
        };
    }

    @Override
    public Renewal renew(Grant grant, Duration lease) {
        return new Renewal(
                host.renew(
                        clock.nanoTime(),
                        HostedBackendProtocol.question(
                                HostedBackendProtocol.RENEW_SHARE, grant.attempt(), grant.token(), lease.toMillis())),
                // Readers that join while others wait only make the writer wait for longer.
                false);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return host.release(HostedBackendProtocol.question(HostedBackendProtocol.RELEASE_SHARE, attempt));
    }

    @Override
    public List<Holder> inspect(LockName name) {
        throw new UnsupportedOperationException("client processes do not inspect");
    }
}
