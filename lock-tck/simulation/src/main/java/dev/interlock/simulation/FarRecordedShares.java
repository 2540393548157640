// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.spi.toolbox.share.RecordedShares;
import dev.interlock.tck.history.LockPart;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The steps of one client for locks that several may hold over the records of a store: a step is several requests. */
final class FarRecordedShares implements ShareSteps {

    private final SimulatedNetwork network;
    private final Wire wire;
    private final RecordTable table;
    private final PartsOfAttempts parts = new PartsOfAttempts();

    FarRecordedShares(SimulatedNetwork network, Wire wire, RecordTable table) {
        this.network = network;
        this.wire = wire;
        this.table = table;
    }

    @Override
    public Capabilities capabilities() {
        return table.capabilities();
    }

    private ShareSteps steps(Attempt attempt, boolean renews) {
        return steps(records(attempt, renews));
    }

    private ShareSteps steps(FarRecords records) {
        return new RecordedShares(records, table.capabilities());
    }

    private FarRecords records(Attempt attempt, boolean renews) {
        return new FarRecords(network, wire, table, renews, result -> written(attempt, result), result -> {
            if (result instanceof AcquireOutcome.Granted) {
                requests().grantedUnheard(parts.of(attempt), attempt);
            }
        });
    }

    private Requests requests() {
        return wire.traffic().requests();
    }

    private void written(Attempt attempt, Object result) {
        if (result instanceof AcquireOutcome.Granted) {
            network.reports().granted(attempt);
        } else if (result instanceof ReleaseOutcome outcome) {
            network.reports().released(attempt, outcome);
        }
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
        return acquire(
                parts.of(attempt, share), attempt, () -> steps(attempt, false).tryAcquire(attempt, share));
    }

    private AcquireOutcome acquire(LockPart part, Attempt attempt, Supplier<AcquireOutcome> step) {
        network.reports().expect(attempt);
        Request<AcquireOutcome> whole = requests().acquire(part, attempt);
        AcquireOutcome outcome = whole.ended(step.get());
        if (outcome instanceof AcquireOutcome.Granted granted) {
            // Also one that a release has made, which only a look shows.
            network.reports().granted(attempt);
            network.proofs().granted(granted.grant());
        }
        return outcome;
    }

    @Override
    public Contest contest(Attempt attempt, Share share) {
        wire.traffic().contestOpened();
        FarRecords records = records(attempt, false);
        return new Place(
                parts.of(attempt, share), attempt, records, steps(records).contest(attempt, share));
    }

    @Override
    public Renewal renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        network.reports().renews(attempt);
        var whole = requests().renew(parts.of(attempt), grant, lease);
        Renewal renewal = steps(attempt, true).renew(grant, lease);
        network.proofs().renewed(grant, whole.ended(renewal.outcome()));
        return renewal;
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        network.reports().releases(attempt);
        Request<ReleaseOutcome> whole = requests().release(parts.of(attempt), attempt);
        return whole.ended(steps(attempt, false).release(attempt));
    }

    @Override
    public List<Holder> inspect(LockName name) {
        Attempt nobody = Attempt.of(name, new AttemptId(0, 0), Duration.ofSeconds(1), 1, null);
        return steps(nobody, false).inspect(name);
    }

    /** A waiter, each of whose looks is a step. */
    private final class Place implements Contest {

        private final LockPart part;
        private final Attempt attempt;
        private final FarRecords records;
        private final Contest contest;

        private Place(LockPart part, Attempt attempt, FarRecords records, Contest contest) {
            this.part = part;
            this.attempt = attempt;
            this.records = records;
            this.contest = contest;
        }

        @Override
        public AcquireOutcome attempt() {
            return acquire(part, attempt, contest::attempt);
        }

        @Override
        public CompletionStage<?> signal() {
            return contest.signal();
        }

        @Override
        public boolean inTurn() {
            return contest.inTurn();
        }

        @Override
        public boolean signalled() {
            return contest.signalled();
        }

        @Override
        public void close() {
            wire.traffic().contestClosed();
            if (wire.traffic().isClosed()) {
                // A driver that is closed sends nothing, so the place ends by itself.
                table.forget(attempt.id());
                wire.traffic().strands();
            } else {
                records.leaves();
                contest.close();
            }
        }
    }
}
