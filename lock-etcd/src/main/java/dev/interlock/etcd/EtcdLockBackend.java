// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.etcd.error.EtcdErrors;
import dev.interlock.etcd.error.EtcdFailure;
import dev.interlock.etcd.hold.EtcdHolds;
import dev.interlock.etcd.hold.EtcdInspection;
import dev.interlock.etcd.hold.EtcdOperatorSteps;
import dev.interlock.etcd.key.EtcdKeys;
import dev.interlock.etcd.key.EtcdTokens;
import dev.interlock.etcd.options.EtcdLockOptions;
import dev.interlock.etcd.queue.EtcdContest;
import dev.interlock.etcd.request.EtcdConnection;
import dev.interlock.etcd.request.EtcdRequests;
import dev.interlock.etcd.start.EtcdProbe;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.StoreDescription;
import io.etcd.jetcd.Client;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Locks in etcd 3.4 or newer: a key for the holder, attached to a lease, and a key for each waiter, in the order of their
 * creation. Exclusion holds at the servers through restarts and elections. A paused client believes that it holds the lock
 * until it runs again. Thread-safe.
 *
 * <pre>{@code
 * Client client = ...; // the application's client
 * LockClient locks = LockClient.using(
 *         EtcdLockBackend.using(client, EtcdLockOptions.STANDARD.withNamespace("shop")), ClientOptions.STANDARD);
 * }</pre>
 */
public final class EtcdLockBackend implements LockBackend {

    private final EtcdLockOptions options;
    private final EtcdKeys keys;
    private final EtcdErrors errors;
    private final EtcdConnection connection;
    private final boolean isBorrowed;
    private volatile @Nullable Started started;

    /** What there is after the start. */
    private record Started(
            EtcdRequests requests, EtcdHolds holds, Capabilities capabilities, StoreDescription description) {}

    private EtcdLockBackend(EtcdLockOptions options, @Nullable Client client) {
        this.options = options;
        this.keys = new EtcdKeys(options.namespace());
        this.isBorrowed = client != null;
        this.errors = new EtcdErrors(
                store(options, client), client == null && options.server().tls() != null);
        this.connection = client == null ? EtcdConnection.own(options) : EtcdConnection.borrowed(client, options);
    }

    /**
     * A backend with a client of its own, which it closes.
     *
     * @param options where to connect to, and how
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it; nothing is connected yet
     */
    public static EtcdLockBackend connecting(EtcdLockOptions options) {
        return new EtcdLockBackend(options, null);
    }

    /**
     * A backend that shares the application's client, which it never closes. A namespace of that client comes before
     * {@code namespace}. Such a client gives its calls no deadline: after an outage it may still send a request whose step
     * has long ended, and the engine then releases what it was granted.
     *
     * @param client the client
     * @param options namespace and limits; the servers and the login are the client's
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it
     */
    public static EtcdLockBackend using(Client client, EtcdLockOptions options) {
        return new EtcdLockBackend(options, client);
    }

    private static String store(EtcdLockOptions options, @Nullable Client client) {
        return "etcd at "
                + (client == null ? options.server().toString() : "the application's client")
                + (options.namespace().isEmpty() ? "" : "/" + options.namespace());
    }

    @Override
    public String store() {
        return errors.store();
    }

    @Override
    public void start(BackendContext context) {
        try {
            connect(context);
        } catch (LinkageError e) {
            throw errors.misfit(e);
        }
    }

    private void connect(BackendContext context) {
        EtcdRequests requests = new EtcdRequests(connection.client(), context.clock(), options.timeout());
        EtcdProbe probe = new EtcdProbe(requests, keys, errors);
        Capabilities capabilities = Capabilities.of(
                        "etcd", Waiting.SIGNAL, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE)
                .withDeclared(probe.run(context.clock(), options.server().connectTimeout()))
                .withMaxTokens(EtcdTokens.MAX_TOKENS);
        String version = isBorrowed ? "" : probe.version(options.server().endpoints());
        StoreDescription description = new StoreDescription(
                version.isEmpty() ? "etcd" : "etcd " + version,
                List.of(
                        "without a majority of the servers nothing is granted, renewed or released",
                        "before etcd 3.4.31 and 3.5.13 a leader that hung may end leases early",
                        "a crashed holder blocks others for up to 3 s longer than its lease, because etcd counts in whole"
                                + " seconds, and a crashed waiter for " + pause().multipliedBy(3)));
        EtcdHolds holds = new EtcdHolds(requests, keys, errors, pause());
        started = new Started(requests, holds, capabilities, description);
    }

    private Duration pause() {
        return options.pollFallback();
    }

    @Override
    public Capabilities capabilities() {
        return started().capabilities;
    }

    @Override
    public StoreDescription description() {
        return started().description;
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt) {
        return started().holds.tryAcquire(attempt);
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return started().holds.renew(grant, lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return started().holds.release(attempt);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        try {
            return EtcdInspection.of(started().requests.step(), keys, name);
        } catch (EtcdFailure e) {
            throw errors.unavailable("'" + name + "' not inspected", e);
        }
    }

    @Override
    public Contest contest(Attempt attempt) {
        Started running = started();
        return new EtcdContest(running.requests, running.holds, keys, errors, attempt, pause());
    }

    @Override
    public Optional<OperatorSteps> operator() {
        return Optional.of(new EtcdOperatorSteps(started().requests, keys, errors));
    }

    private Started started() {
        Started running = started;
        if (running == null) {
            throw new IllegalStateException(store() + " was not started");
        }
        return running;
    }

    @Override
    public void close() {
        Started running = started;
        if (running != null) {
            running.requests.drain();
        }
        connection.close();
    }
}
