// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.request;

import dev.interlock.LockClock;
import dev.interlock.etcd.error.EtcdErrors;
import dev.interlock.etcd.error.EtcdFailure;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.LeaseOption;
import io.grpc.Status;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The requests of one step, which share one limit. Each is sent once, except that the driver may repeat those that change
 * no lock. For one thread.
 */
public final class EtcdStep {

    private final Client client;
    private final LockClock clock;
    private final long endNanos;

    EtcdStep(Client client, LockClock clock, long endNanos) {
        this.client = client;
        this.clock = clock;
        this.endNanos = endNanos;
    }

    /** The client's clock now. */
    public long nanoTime() {
        return clock.nanoTime();
    }

    /** Reads keys at one revision, which a majority of the servers confirms to be the last. */
    public TxnResponse read(Op... gets) throws EtcdFailure {
        return await(client.getKVClient().txn().Then(gets).commit());
    }

    /** Reads one key. */
    public Optional<KeyValue> read(ByteSequence key) throws EtcdFailure {
        return value(read(Op.get(key, GetOption.DEFAULT)), 0);
    }

    /** The key that a read found. */
    public static Optional<KeyValue> value(TxnResponse answer, int read) {
        List<GetResponse> reads = answer.getGetResponses();
        return reads.get(read).getKvs().stream().findFirst();
    }

    /** Compares keys and, in the same transaction, changes or reads others. Never sent twice. */
    public TxnResponse transact(List<Cmp> compares, List<Op> then, List<Op> otherwise) throws EtcdFailure {
        return await(client.getKVClient()
                .txn()
                .If(compares.toArray(Cmp[]::new))
                .Then(then.toArray(Op[]::new))
                .Else(otherwise.toArray(Op[]::new))
                .commit());
    }

    /** Makes a lease that counts from now. A second one of a lost answer ends by itself. */
    public long grant(long seconds) throws EtcdFailure {
        return await(client.getLeaseClient().grant(seconds)).getID();
    }

    /** Lets a lease begin anew. Returns its seconds, or 0 if it is over. */
    public long keepAlive(long lease) throws EtcdFailure {
        try {
            return await(client.getLeaseClient().keepAliveOnce(lease)).getTTL();
        } catch (EtcdFailure e) {
            if (EtcdErrors.isNotFound(e)) {
                return 0;
            }
            throw e;
        }
    }

    /** The seconds that are left of a lease; below 0 if it is over. */
    public long timeToLive(long lease) throws EtcdFailure {
        return await(client.getLeaseClient().timeToLive(lease, LeaseOption.DEFAULT))
                .getTTL();
    }

    /**
     * Waits for an answer, interrupted or not: the wait is short, and a caller that gave up would know nothing.
     *
     * @throws EtcdFailure what the server answered, or that there was no answer by the end of the step
     */
    public <T> T await(CompletableFuture<T> answer) throws EtcdFailure {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get(Math.max(0, endNanos - clock.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            throw new EtcdFailure(Status.Code.DEADLINE_EXCEEDED, "no answer within the limit of the step");
        } catch (ExecutionException e) {
            throw EtcdErrors.failure(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
