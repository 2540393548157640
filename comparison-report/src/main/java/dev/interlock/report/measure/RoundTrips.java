// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Reading;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the server sees of each operation, by its own count. Only for a server that nobody else uses.
 *
 * @param counter what the server counts
 * @param perAcquire how much the acquisition of a lock that is free may send
 * @param clients opens a client
 * @param budget how many
 */
public record RoundTrips(Counter counter, int perAcquire, Supplier<LockClient> clients, Budget budget)
        implements Exercise {

    private static final int FIRST = 10;
    private static final int PER_RELEASE = 1;
    private static final Duration LEASE = Duration.ofSeconds(30);

    @Override
    public String title() {
        return Measurement.ROUND_TRIPS;
    }

    @Override
    public Measurement run(Consumer<String> doing) throws Exception {
        doing.accept(budget.trips() + " of each");
        try (LockClient holder = clients.get();
                LockClient other = clients.get()) {
            releaseAll(acquireAll(holder, "holder-", FIRST));
            releaseAll(acquireAll(other, "other-", FIRST));
            List<LockHandle> held = new ArrayList<>();
            Reading first = count("acquire, name never used", () -> held.addAll(acquireAll(holder)));
            Reading renew = count("renew", () -> renewAll(held));
            Reading refused = count("try while another holds", () -> tryAllInVain(other));
            Reading release = count("release", () -> releaseAll(held));
            held.clear();
            Reading acquire = count("acquire", () -> held.addAll(acquireAll(holder)));
            releaseAll(held);
            return Measurement.of(
                    title(),
                    method(),
                    List.of(atMost(perAcquire, acquire), first, renew, refused, atMost(PER_RELEASE, release)));
        }
    }

    private String method() {
        return String.format(
                Locale.ROOT,
                "Difference of %s over %,d operations of each kind, one after the other on one thread, once the connections"
                        + " are up.",
                counter.source(),
                budget.trips());
    }

    private interface Operations {
        void run() throws Exception;
    }

    private Reading count(String what, Operations operations) throws Exception {
        Map<String, Long> before = counter.now().get();
        operations.run();
        Traffic traffic = counter.since(before);
        double each = (double) traffic.total() / budget.trips();
        return Reading.of(what, counter.unit(), Spread.once(each)).madeOf(traffic.words(budget.trips()));
    }

    private static Reading atMost(int most, Reading reading) {
        return reading.withTarget(Target.goalAtMost(reading.value().median(), most));
    }

    private List<LockHandle> acquireAll(LockClient client) throws InterruptedException {
        return acquireAll(client, "counted-", budget.trips());
    }

    private static List<LockHandle> acquireAll(LockClient client, String prefix, int count)
            throws InterruptedException {
        Duration most = client.capabilities().maxLease();
        // Without renewals of its own accord: they would be counted, too.
        AcquireOptions options = AcquireOptions.inherited()
                .withRenewal(Renewal.NONE)
                .withLease(LEASE.compareTo(most) < 0 ? LEASE : most);
        List<LockHandle> held = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            held.add(client.lock(prefix + i).tryAcquire(options).orElseThrow());
        }
        return held;
    }

    private static void renewAll(List<LockHandle> held) {
        for (LockHandle handle : held) {
            RenewResult result = handle.renew(handle.remaining());
            if (result != RenewResult.RENEWED) {
                throw new IllegalStateException("'" + handle.lockName() + "' was not renewed but " + result);
            }
        }
    }

    private void tryAllInVain(LockClient client) {
        for (int i = 0; i < budget.trips(); i++) {
            DistributedLock lock = client.lock("counted-" + i);
            if (lock.tryAcquire().isPresent()) {
                throw new IllegalStateException("'" + lock.name() + "' was granted while it was held");
            }
        }
    }

    private static void releaseAll(List<LockHandle> held) {
        held.forEach(LockHandle::close);
    }
}
