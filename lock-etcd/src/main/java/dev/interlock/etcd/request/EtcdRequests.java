// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.request;

import dev.interlock.LockClock;
import io.etcd.jetcd.Client;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes requests: in bounded steps, or in the background where no caller waits for the answer. Thread-safe. */
public final class EtcdRequests {

    private static final Logger LOG = LoggerFactory.getLogger(EtcdRequests.class);

    private final Client client;
    private final LockClock clock;
    private final Duration limit;
    private final Map<Long, CompletableFuture<?>> background = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** Requests by a client, in steps of at most a limit. */
    public EtcdRequests(Client client, LockClock clock, Duration limit) {
        this.client = client;
        this.clock = clock;
        this.limit = limit;
    }

    /** The driver's client. */
    public Client client() {
        return client;
    }

    /** A step that begins now. */
    public EtcdStep step() {
        return new EtcdStep(client, clock, clock.nanoTime() + limit.toNanos());
    }

    /** Ends a lease, and with it the keys that are attached to it. If that fails, it ends in its time. */
    public void revoke(long lease) {
        inBackground(() -> client.getLeaseClient().revoke(lease));
    }

    /** Renews a lease. If that fails, the loss of its keys shows it. */
    public void keepAlive(long lease) {
        inBackground(() -> client.getLeaseClient().keepAliveOnce(lease));
    }

    /** A closed client refuses requests by an exception. */
    private void inBackground(Supplier<CompletableFuture<?>> request) {
        CompletableFuture<?> answer;
        try {
            answer = request.get();
        } catch (RuntimeException e) {
            LOG.debug("a request in the background was not sent: {}", e.toString());
            return;
        }
        Long number = numbers.incrementAndGet();
        background.put(number, answer);
        answer.whenComplete((done, failure) -> {
            background.remove(number);
            if (failure != null) {
                LOG.debug("a request in the background failed: {}", failure.toString());
            }
        });
    }

    /** Waits until the requests in the background are done, at most as long as a step. */
    public void drain() {
        boolean interrupted = false;
        long endNanos = clock.nanoTime() + limit.toNanos();
        CompletableFuture<?> all = CompletableFuture.allOf(background.values().toArray(CompletableFuture[]::new));
        try {
            while (true) {
                try {
                    all.get(Math.max(0, endNanos - clock.nanoTime()), TimeUnit.NANOSECONDS);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("closing without the end of all requests: {}", e.toString());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
