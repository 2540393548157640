// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.hold;

import dev.interlock.etcd.error.EtcdErrors;
import dev.interlock.etcd.error.EtcdFailure;
import dev.interlock.etcd.key.EtcdKeys;
import dev.interlock.etcd.key.EtcdTokens;
import dev.interlock.etcd.key.EtcdTtl;
import dev.interlock.etcd.request.EtcdRequests;
import dev.interlock.etcd.request.EtcdStep;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A hold from its grant to its end: a key that contains the attempt's id and is attached to a lease of etcd, which the
 * servers end by the leader's monotonic clock. Each change is one transaction that compares the owner. Thread-safe.
 *
 * <p>Each hold has a lease of its own. A lease that was given up, because its transaction did not get the key, is revoked
 * only if the servers answered: after a lost answer it may be the one that a repeated attempt finds.
 */
public final class EtcdHolds {

    /** Another round follows only if the key or its lease changed between two requests of the same step. */
    private static final int ROUNDS = 10;

    private static final long MILLIS = 1_000;

    private final EtcdRequests requests;
    private final EtcdKeys keys;
    private final EtcdErrors errors;
    private final Duration pause;
    private final EtcdLeases leases = new EtcdLeases();

    /** Holds below some keys; a contended outcome recommends the next look after {@code pause}. */
    public EtcdHolds(EtcdRequests requests, EtcdKeys keys, EtcdErrors errors, Duration pause) {
        this.requests = requests;
        this.keys = keys;
        this.errors = errors;
        this.pause = pause;
    }

    /** The words with which a failed acquisition begins. */
    public static String notAcquired(Attempt attempt) {
        return "'" + attempt.name() + "' not acquired";
    }

    /**
     * One try. It leaves nothing behind if another attempt has the lock or waits for it: it looks first, and a waiter that
     * comes after that look came after this try.
     */
    public AcquireOutcome tryAcquire(Attempt attempt) {
        EtcdStep step = requests.step();
        try {
            return tryIn(step, attempt);
        } catch (EtcdFailure e) {
            return errors.ofRead(notAcquired(attempt), e);
        }
    }

    /** A try as a part of a step. */
    public AcquireOutcome tryIn(EtcdStep step, Attempt attempt) throws EtcdFailure {
        GetOption any = GetOption.builder()
                .isPrefix(true)
                .withLimit(1)
                .withKeysOnly(true)
                .build();
        for (int round = 0; round < ROUNDS; round++) {
            TxnResponse look = step.read(
                    Op.get(keys.holder(attempt.name()), GetOption.DEFAULT), Op.get(keys.queue(attempt.name()), any));
            Optional<KeyValue> holder = EtcdStep.value(look, 0);
            AcquireOutcome outcome;
            if (holder.isPresent()) {
                outcome = held(step, attempt, holder.get());
            } else if (EtcdStep.value(look, 1).isPresent()) {
                outcome = contended();
            } else {
                outcome = take(step, attempt, null);
            }
            if (outcome != null) {
                return outcome;
            }
        }
        throw changing();
    }

    /** What an attempt gets if there is a holder: the lock again if that is itself; null if it ended meanwhile. */
    public @Nullable AcquireOutcome held(EtcdStep step, Attempt attempt, KeyValue holder) throws EtcdFailure {
        if (!isOwn(attempt.id(), holder)) {
            return contended();
        }
        // When its first request was sent is not known here, so the lease begins anew.
        long sentNanos = step.nanoTime();
        if (step.keepAlive(holder.getLease()) == 0) {
            return null;
        }
        return granted(attempt, holder.getCreateRevision(), sentNanos, holder.getLease());
    }

    /**
     * Takes a lock that a look found free.
     *
     * @param place the key of a waiter and its revision, which must still exist, and from then on ends with the hold; null
     *     for none
     * @return null if the lock or the place changed since the look
     * @throws EtcdFailure if no lease was granted, so that no write was sent
     */
    public @Nullable AcquireOutcome take(EtcdStep step, Attempt attempt, @Nullable Place place) throws EtcdFailure {
        ByteSequence holder = keys.holder(attempt.name());
        long sentNanos = step.nanoTime();
        long lease = step.grant(EtcdTtl.seconds(attempt.lease()));
        List<Cmp> free = new ArrayList<>(List.of(hasRevision(holder, 0)));
        List<Op> writes = new ArrayList<>(writes(attempt, lease));
        if (place != null) {
            free.add(hasRevision(place.key(), place.createRevision()));
            writes.add(Op.put(place.key(), ByteSequence.EMPTY, attached(lease)));
        }
        TxnResponse answer;
        try {
            answer = step.transact(free, writes, List.of(Op.get(holder, GetOption.DEFAULT)));
        } catch (EtcdFailure e) {
            return errors.ofWrite(notAcquired(attempt), e);
        }
        if (answer.isSucceeded()) {
            return granted(attempt, answer.getHeader().getRevision(), sentNanos, lease);
        }
        requests.revoke(lease);
        Optional<KeyValue> other = EtcdStep.value(answer, 0);
        return other.isPresent() ? held(step, attempt, other.get()) : null;
    }

    /**
     * A place in the queue of a lock.
     *
     * @param key of the waiter
     * @param createRevision of that key, which is its number in the queue
     */
    public record Place(ByteSequence key, long createRevision) {}

    private List<Op> writes(Attempt attempt, long lease) {
        Op holder = Op.put(keys.holder(attempt.name()), EtcdKeys.owner(attempt.id()), attached(lease));
        ByteSequence key = keys.hint(attempt.name());
        String hint = attempt.holderHint();
        // One of a holder whose key an operator deleted may be left.
        Op shown =
                hint == null ? Op.delete(key, DeleteOption.DEFAULT) : Op.put(key, EtcdKeys.key(hint), attached(lease));
        return List.of(holder, shown);
    }

    private static PutOption attached(long lease) {
        return PutOption.builder().withLeaseId(lease).build();
    }

    /** A holder that waited has its place until its end: the waiter behind it watches that key. */
    private Op keepPlace(Attempt attempt, long lease) {
        ByteSequence key = keys.waiter(attempt.name(), attempt.id());
        Cmp hasPlace = new Cmp(key, Cmp.Op.GREATER, CmpTarget.createRevision(0));
        Op[] kept = {Op.put(key, ByteSequence.EMPTY, attached(lease))};
        return Op.txn(new Cmp[] {hasPlace}, kept, new Op[0]);
    }

    private AcquireOutcome granted(Attempt attempt, long createRevision, long sentNanos, long lease) {
        leases.remember(attempt.id(), lease);
        return new Granted(Grant.of(attempt, EtcdTokens.first(createRevision), sentNanos, attempt.lease()));
    }

    /** What an attempt gets if another one has the lock or is before it. */
    public AcquireOutcome contended() {
        return new Contended(pause);
    }

    /** A step that never saw the same keys twice. */
    public static EtcdFailure changing() {
        return new EtcdFailure(Status.Code.ABORTED, "the lock changed again and again");
    }

    /** Renews a hold: first its lease, and then the look whether its key is still there, so that a loss is never missed. */
    public RenewOutcome renew(Grant grant, Duration lease) {
        Attempt attempt = grant.attempt();
        EtcdStep step = requests.step();
        try {
            Long known = leases.of(attempt.id());
            Long first = known;
            if (known == null) {
                known = leaseOf(attempt, step.read(keys.holder(attempt.name())));
            }
            for (int round = 0; known != null && round < ROUNDS; round++) {
                long sentNanos = step.nanoTime();
                long seconds = step.keepAlive(known);
                Long found = leaseOf(attempt, step.read(keys.holder(attempt.name())));
                if (found != null && found.equals(known) && seconds > 0) {
                    return seconds * MILLIS >= lease.toMillis()
                            ? new RenewOutcome.Renewed(sentNanos, lease)
                            : prolong(step, attempt, lease, found);
                }
                known = found;
            }
            if (known != null) {
                return new RenewOutcome.Unknown(changing());
            }
            leases.forget(attempt.id());
            if (first != null) {
                // An operator may have deleted the holder's key alone, and the place of this hold is still in the
                // queue.
                requests.revoke(first);
            }
            return notOwner();
        } catch (EtcdFailure e) {
            return new RenewOutcome.Unknown(e);
        }
    }

    private RenewOutcome notOwner() {
        return new RenewOutcome.NotOwner(errors.store() + " keeps the lock for another owner or none");
    }

    private @Nullable Long leaseOf(Attempt attempt, Optional<KeyValue> holder) {
        if (holder.isEmpty() || !isOwn(attempt.id(), holder.get())) {
            return null;
        }
        leases.remember(attempt.id(), holder.get().getLease());
        return holder.get().getLease();
    }

    /** The seconds of a lease never change, so a longer hold needs another one. */
    private RenewOutcome prolong(EtcdStep step, Attempt attempt, Duration lease, long former) throws EtcdFailure {
        long sentNanos = step.nanoTime();
        long longer = step.grant(EtcdTtl.seconds(lease));
        List<Op> writes = new ArrayList<>(writes(attempt, longer));
        writes.add(keepPlace(attempt, longer));
        TxnResponse answer = step.transact(List.of(isOwner(attempt)), writes, List.of());
        if (!answer.isSucceeded()) {
            requests.revoke(longer);
            return notOwner();
        }
        leases.remember(attempt.id(), longer);
        requests.revoke(former);
        return new RenewOutcome.Renewed(sentNanos, lease);
    }

    /** Ends a hold. Its lease, which has no more keys then, is revoked in the background. */
    public ReleaseOutcome release(Attempt attempt) {
        EtcdStep step = requests.step();
        DeleteOption telling = DeleteOption.builder().withPrevKV(true).build();
        try {
            TxnResponse answer = step.transact(
                    List.of(isOwner(attempt)),
                    List.of(
                            Op.delete(keys.holder(attempt.name()), telling),
                            Op.delete(keys.hint(attempt.name()), DeleteOption.DEFAULT),
                            Op.delete(keys.waiter(attempt.name(), attempt.id()), DeleteOption.DEFAULT)),
                    List.of());
            leases.forget(attempt.id());
            if (!answer.isSucceeded()) {
                return new ReleaseOutcome.NotOwner();
            }
            answer.getDeleteResponses().get(0).getPrevKvs().forEach(deleted -> requests.revoke(deleted.getLease()));
            return new ReleaseOutcome.Released();
        } catch (EtcdFailure e) {
            return new ReleaseOutcome.Unknown(e);
        }
    }

    private Cmp isOwner(Attempt attempt) {
        return new Cmp(keys.holder(attempt.name()), Cmp.Op.EQUAL, CmpTarget.value(EtcdKeys.owner(attempt.id())));
    }

    private static Cmp hasRevision(ByteSequence key, long createRevision) {
        return new Cmp(key, Cmp.Op.EQUAL, CmpTarget.createRevision(createRevision));
    }

    private static boolean isOwn(AttemptId id, KeyValue holder) {
        return holder.getValue().equals(EtcdKeys.owner(id));
    }
}
