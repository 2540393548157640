// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.election;

import static org.awaitility.Awaitility.await;

import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.core.ConditionTimeoutException;

/** Contestants of one library at one server, each behind a proxy, and a watch for two that believe at once. */
final class Contest implements AutoCloseable {

    static final Duration SESSION = Duration.ofSeconds(4);

    /** From the end of a session to a leader, on a machine with other work. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    final ZookeeperServer server = ZookeeperServer.start();
    final List<GateProxy> proxies = new CopyOnWriteArrayList<>();
    final List<Contestant> contestants = new CopyOnWriteArrayList<>();
    private final List<Contestant> all = new CopyOnWriteArrayList<>();
    private final AtomicLong firstTogether = new AtomicLong();
    private final AtomicLong lastTogether = new AtomicLong();
    private final Thread watch = new Thread(this::watch, "watch");
    private volatile boolean over;

    Contest(Contestant.Library library, int number) throws Exception {
        for (int i = 0; i < number; i++) {
            GateProxy proxy = GateProxy.zookeeper(server.host(), server.port());
            proxies.add(proxy);
            contestants.add(library.stand("127.0.0.1:" + proxy.port(), SESSION));
        }
        all.addAll(contestants);
        watch.setDaemon(true);
        watch.start();
    }

    private void watch() {
        while (!over) {
            for (Contestant one : contestants) {
                for (Contestant other : contestants) {
                    // Asked again afterwards: then both believed at the moment in between.
                    if (one != other && one.believes() && other.believes() && one.believes()) {
                        long now = System.nanoTime();
                        firstTogether.compareAndSet(0, now);
                        lastTogether.set(now);
                    }
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** How long, from the first to the last time, two believed that they lead. */
    Duration together() {
        return Duration.ofNanos(lastTogether.get() - firstTogether.get()).plusNanos(firstTogether.get() == 0 ? 0 : 1);
    }

    /** Waits until exactly one believes, and returns its index; -1 if that does not come. */
    int awaitLeader() {
        try {
            await().atMost(LIMIT).until(() -> believers() == 1);
        } catch (ConditionTimeoutException e) {
            return -1;
        }
        for (int i = 0; i < contestants.size(); i++) {
            if (contestants.get(i).believes()) {
                return i;
            }
        }
        return awaitLeader();
    }

    private long believers() {
        return contestants.stream().filter(Contestant::believes).count();
    }

    int terms() {
        return all.stream().mapToInt(Contestant::terms).sum();
    }

    /** Watches for some time. */
    void watchFor(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        await().atMost(time.plusSeconds(30)).until(() -> System.nanoTime() - end >= 0);
    }

    void cutAll() {
        proxies.forEach(GateProxy::cutAll);
    }

    @Override
    public void close() {
        proxies.forEach(GateProxy::heal);
        over = true;
        contestants.forEach(Contestant::close);
        proxies.forEach(GateProxy::close);
        server.close();
    }
}
