// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.queue;

import dev.interlock.etcd.error.EtcdErrors;
import dev.interlock.etcd.error.EtcdFailure;
import dev.interlock.etcd.hold.EtcdHolds;
import dev.interlock.etcd.hold.EtcdHolds.Place;
import dev.interlock.etcd.key.EtcdKeys;
import dev.interlock.etcd.key.EtcdTtl;
import dev.interlock.etcd.request.EtcdRequests;
import dev.interlock.etcd.request.EtcdStep;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.GetOption.SortOrder;
import io.etcd.jetcd.options.GetOption.SortTarget;
import io.etcd.jetcd.options.PutOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A waiter for a lock: a key in the queue of the lock, whose revision is its number there, and a watch on the key before
 * it, or on the holder's if it is the first. A holder that waited keeps its place until it releases the lock. So the end of
 * a hold wakes one waiter. Only the first takes the lock.
 *
 * <p>The key is attached to a lease of its own, which each look renews: a waiter that vanished leaves the queue when that
 * lease is over, and the lease of the hold begins with the grant.
 */
public final class EtcdContest implements Contest {

    /** In each round but the last the key that was to be watched, or our own, ended between two requests. */
    private static final int ROUNDS = 100;

    /** How many looks of a waiter may fail before it loses its place. */
    private static final int LOOKS = 3;

    private final EtcdRequests requests;
    private final EtcdHolds holds;
    private final EtcdKeys keys;
    private final EtcdErrors errors;
    private final Attempt attempt;
    private final long ttl;
    private volatile CompletableFuture<Void> signal = new CompletableFuture<>();
    private @Nullable Long lease;
    private @Nullable Place place;
    private @Nullable EtcdWatch watch;

    /** A waiter that looks at least once in each pause. */
    public EtcdContest(
            EtcdRequests requests, EtcdHolds holds, EtcdKeys keys, EtcdErrors errors, Attempt attempt, Duration pause) {
        this.requests = requests;
        this.holds = holds;
        this.keys = keys;
        this.errors = errors;
        this.attempt = attempt;
        this.ttl = EtcdTtl.seconds(pause.multipliedBy(LOOKS));
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look: an event from now on must lead to another look.
        signal = new CompletableFuture<>();
        EtcdStep step = requests.step();
        if (lease != null) {
            requests.keepAlive(lease);
        }
        try {
            for (int round = 0; round < ROUNDS; round++) {
                AcquireOutcome outcome = place == null ? enter(step) : look(step, place);
                if (outcome != null) {
                    return outcome;
                }
            }
            throw EtcdHolds.changing();
        } catch (EtcdFailure e) {
            return errors.ofRead(EtcdHolds.notAcquired(attempt), e);
        }
    }

    /** Takes the lock if nobody has it or waits for it; otherwise a place in the queue, and null. */
    private @Nullable AcquireOutcome enter(EtcdStep step) throws EtcdFailure {
        AcquireOutcome tried = holds.tryIn(step, attempt);
        if (!(tried instanceof Contended)) {
            return tried;
        }
        ByteSequence key = keys.waiter(attempt.name(), attempt.id());
        long queued = step.grant(ttl);
        leave();
        lease = queued;
        TxnResponse answer = step.transact(
                List.of(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.createRevision(0))),
                List.of(Op.put(
                        key,
                        ByteSequence.EMPTY,
                        PutOption.builder().withLeaseId(queued).build())),
                List.of());
        if (answer.isSucceeded()) {
            place = new Place(key, answer.getHeader().getRevision());
        }
        return null;
    }

    /** The grant if our key is the first, contended if it is not, null if the queue changed meanwhile. */
    private @Nullable AcquireOutcome look(EtcdStep step, Place mine) throws EtcdFailure {
        GetOption before = GetOption.builder()
                .isPrefix(true)
                .withMaxCreateRevision(mine.createRevision() - 1)
                .withSortField(SortTarget.CREATE)
                .withSortOrder(SortOrder.DESCEND)
                .withLimit(1)
                .withKeysOnly(true)
                .build();
        TxnResponse look = step.read(
                Op.get(mine.key(), GetOption.DEFAULT),
                Op.get(keys.queue(attempt.name()), before),
                Op.get(keys.holder(attempt.name()), GetOption.DEFAULT));
        Optional<KeyValue> own = EtcdStep.value(look, 0);
        Optional<KeyValue> last = EtcdStep.value(look, 1);
        Optional<KeyValue> holder = EtcdStep.value(look, 2);
        long next = look.getHeader().getRevision() + 1;
        if (own.isEmpty() || own.get().getCreateRevision() != mine.createRevision()) {
            // Our lease was over, or another client deleted our key: the contest enters the queue again.
            place = null;
            return holder.isPresent() ? heldByUs(step, holder.get()) : null;
        }
        if (last.isPresent()) {
            watch(last.get().getKey(), next);
            return holds.contended();
        }
        if (holder.isPresent()) {
            watch(keys.holder(attempt.name()), next);
            return holds.held(step, attempt, holder.get());
        }
        AcquireOutcome taken = holds.take(step, attempt, mine);
        // Another client took the lock since our look, by a try that began before we were in the queue.
        return taken instanceof Contended ? null : taken;
    }

    /** The grant that a lost answer told of; null if the lock is another's. */
    private @Nullable AcquireOutcome heldByUs(EtcdStep step, KeyValue holder) throws EtcdFailure {
        AcquireOutcome held = holds.held(step, attempt, holder);
        return held instanceof Contended ? null : held;
    }

    private void watch(ByteSequence key, long revision) {
        if (watch != null && watch.isWatching(key)) {
            return;
        }
        unwatch();
        watch = new EtcdWatch(requests.client(), key, revision, () -> signal.complete(null));
    }

    private void unwatch() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    @Override
    public CompletionStage<?> signal() {
        return signal;
    }

    @Override
    public boolean signalled() {
        return watch != null && watch.isOpen();
    }

    @Override
    public boolean inTurn() {
        return true;
    }

    @Override
    public void close() {
        unwatch();
        leave();
    }

    /** Ends the lease of the place, and with it the place, if there still is one. Does not wait. */
    private void leave() {
        if (lease != null) {
            requests.revoke(lease);
            lease = null;
        }
    }
}
