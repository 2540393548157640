// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.toolbox.share.OvertakenException;
import dev.interlock.spi.toolbox.share.ShareRecords;
import dev.interlock.spi.toolbox.share.ShareSnapshot;
import dev.interlock.spi.toolbox.share.ShareUpdate;
import java.io.Serial;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The records of the store for one step of a client: each look and each replacement is a request of its own. */
final class FarRecords implements ShareRecords {

    private final SimulatedNetwork network;
    private final Wire wire;
    private final RecordTable table;
    private final boolean renews;
    private final Consumer<Object> written;
    private final Consumer<Object> writtenLate;
    private boolean leaves;

    /**
     * The records for one step, or for a waiter.
     *
     * @param renews whether the step renews
     * @param written receives the result of a change in the moment in which the store writes it
     * @param writtenLate receives it as well if the client waits for no answer any more
     */
    FarRecords(
            SimulatedNetwork network,
            Wire wire,
            RecordTable table,
            boolean renews,
            Consumer<Object> written,
            Consumer<Object> writtenLate) {
        this.network = network;
        this.wire = wire;
        this.table = table;
        this.renews = renews;
        this.written = written;
        this.writtenLate = writtenLate;
    }

    /** The waiter gives up its place from now on. It does so once, so without an answer the place ends by itself. */
    void leaves() {
        leaves = true;
    }

    /** The step fails. What it writes later, or does not take back, may have no client. */
    private Failure failed(Exception cause, boolean mayHaveWritten) {
        if (leaves || mayHaveWritten) {
            wire.traffic().strands();
        }
        return new Failure(cause, mayHaveWritten);
    }

    /** The answer to a replacement. */
    private record Replaced(boolean done, RecordTable.Seen seen) {}

    /** A request without an answer, or one that the store refused. */
    private static final class Failure extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1;

        private final boolean mayHaveWritten;

        private Failure(Exception cause, boolean mayHaveWritten) {
            super(cause);
            this.mayHaveWritten = mayHaveWritten;
        }
    }

    @Override
    public <T> T change(LockName name, Function<ShareSnapshot, ShareUpdate<T>> change) {
        long until = wire.limitNanos();
        ShareSnapshot snapshot = look(name, until);
        for (int round = 1; ; round++) {
            ShareUpdate<T> update = change.apply(snapshot);
            String text = update.text();
            ShareSnapshot newer = text == null ? null : replace(name, snapshot, update, text, until);
            if (newer == null) {
                return update.result();
            }
            if (round == ROUNDS || wire.isOver(until)) {
                throw new OvertakenException(round);
            }
            snapshot = newer;
        }
    }

    private ShareSnapshot look(LockName name, long until) {
        long sent = wire.clientNanos();
        Request<RecordTable.Seen> request =
                wire.traffic().requests().ofRecord("looks at the record of '" + name + "'", seen -> {}, renews);
        return wire.exchange(
                        request,
                        () -> table.look(name),
                        cause -> {
                            throw failed(cause, false);
                        },
                        () -> {
                            throw failed(Wire.lost(), false);
                        },
                        (seen, shift) -> seen,
                        until)
                .sentAt(sent);
    }

    /** Null if the record was replaced; else what another client has made of it. */
    private @Nullable ShareSnapshot replace(
            LockName name, ShareSnapshot known, ShareUpdate<?> update, String text, long until) {
        if (wire.isOver(until)) {
            throw failed(Wire.lost(), false);
        }
        long sent = wire.clientNanos();
        Request<Replaced> request = wire.traffic()
                .requests()
                .ofRecord(
                        "replaces the record of '" + name + "'",
                        late -> {
                            if (late.done) {
                                writtenLate.accept(update.result());
                            }
                        },
                        renews);
        Replaced answer = wire.exchange(
                request,
                () -> {
                    boolean done = table.replace(name, known.text(), text, update.beforeMillis(), update.wake());
                    if (done) {
                        written.accept(update.result());
                    }
                    return new Replaced(done, table.look(name));
                },
                cause -> {
                    throw failed(cause, true);
                },
                () -> {
                    throw failed(Wire.lost(), false);
                },
                (reply, shift) -> reply,
                until);
        return answer.done ? null : answer.seen.sentAt(sent);
    }

    @Override
    public AcquireOutcome notAcquired(LockName name, Exception thrown) {
        return thrown instanceof Failure failure && !failure.mayHaveWritten
                ? new AcquireOutcome.Refused(network.busy(name), true)
                : new AcquireOutcome.Unknown(thrown);
    }

    @Override
    public Exception sanitized(Exception thrown) {
        return thrown;
    }

    @Override
    public Wake wake(LockName name, AttemptId id) {
        return table.signals() ? new FarWake(id) : ShareRecords.super.wake(name, id);
    }

    /** The turn of a waiter, of which the store tells its client by a message that can get lost. */
    private final class FarWake implements Wake {

        private final AttemptId id;

        private FarWake(AttemptId id) {
            this.id = id;
        }

        @Override
        public CompletableFuture<Void> next() {
            CompletableFuture<Void> signal = new CompletableFuture<>();
            table.listen(id, () -> {
                if (!wire.traffic().losesSignal()) {
                    wire.tell(() -> signal.complete(null));
                }
            });
            return signal;
        }

        @Override
        public boolean isLive() {
            return true;
        }

        @Override
        public void close() {
            table.forget(id);
        }
    }
}
