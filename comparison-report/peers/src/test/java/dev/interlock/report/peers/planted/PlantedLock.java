// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.planted;

import dev.interlock.report.contender.Belief;
import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.peers.planted.LockDirectory.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A lock as a file, of whose units its holders have some or all, with leases that are renewed, owners, tokens, and one
 * fault.
 */
final class PlantedLock implements NamedLock {

    private static final int LOOK_MILLIS = 10;
    private static final int SELDOM_MILLIS = 3_000;

    private final LockDirectory directory;
    private final String name;
    private final int units;
    private final int all;
    private final Duration lease;
    private final Fault fault;
    private final Link link;
    private final Semaphore never = new Semaphore(0);
    private volatile String owner = "";
    private volatile long token;

    /** What stands between a client and the store. */
    interface Link {
        void pass() throws IOException;
    }

    PlantedLock(LockDirectory directory, String name, int units, int all, Duration lease, Fault fault, Link link) {
        this.directory = directory;
        this.name = name;
        this.units = units;
        this.all = all;
        this.link = link;
        this.lease = lease;
        this.fault = fault;
        Thread renewal = new Thread(this::renew, "renewal of " + name);
        renewal.setDaemon(true);
        renewal.start();
    }

    @Override
    public boolean acquire(Duration limit) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        String wanted = UUID.randomUUID().toString();
        try {
            do {
                if (directory.has(LockDirectory.FROZEN)) {
                    if (fault == Fault.WAITS_FOR_THE_STORE_FOREVER) {
                        end = System.nanoTime() + limit.toNanos();
                    }
                } else if (take(wanted)) {
                    return true;
                }
                look();
            } while (System.nanoTime() < end);
            return false;
        } finally {
            directory.alone(() -> {
                directory.leave(name, wanted);
                return true;
            });
        }
    }

    private void look() throws InterruptedException {
        int millis = fault == Fault.LOOKS_SELDOM ? SELDOM_MILLIS : LOOK_MILLIS;
        try {
            never.tryAcquire(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            if (fault != Fault.IS_DEAF_TO_INTERRUPTS) {
                throw e;
            }
        }
    }

    private boolean take(String wanted) throws IOException {
        link.pass();
        boolean taken = directory.alone(() -> {
            List<Row> rows = directory.read(name);
            rows.removeIf(row -> !row.isLive(fault));
            if (fault != Fault.TAKES_ANY_LIMIT && rows.stream().anyMatch(row -> row.all() != all)) {
                throw new IOException("another limit than " + all);
            }
            boolean fits = fault == Fault.GRANTS_WHAT_IS_HELD
                    || rows.stream().mapToInt(Row::units).sum() + units <= all;
            boolean passes = fault == Fault.LETS_READERS_PASS && units < all;
            if (!(directory.isNext(name, wanted, fault) || passes) || !fits) {
                return false;
            }
            long next = directory.nextToken(fault);
            rows.add(new Row(wanted, units, all, next, expires()));
            directory.write(name, rows);
            directory.leave(name, wanted);
            token = next;
            return true;
        });
        if (taken && directory.unset(LockDirectory.LOSE_REPLY)) {
            directory.set(LockDirectory.LOST_REPLY);
            owner = fault == Fault.RENEWS_WHAT_WAS_NOT_CONFIRMED ? wanted : "";
            throw new IOException("the reply was lost");
        }
        if (taken) {
            owner = wanted;
        }
        return taken;
    }

    @Override
    public void release() throws IOException {
        // What was granted to several is no longer that of the first.
        end(fault == Fault.LETS_ANYBODY_RELEASE || fault == Fault.GRANTS_WHAT_IS_HELD);
    }

    @Override
    public void releaseUnowned() throws IOException {
        end(fault == Fault.LETS_ANYBODY_RELEASE);
    }

    private void end(boolean anybody) throws IOException {
        link.pass();
        boolean released = directory.alone(() -> {
            List<Row> rows = directory.read(name);
            boolean own = rows.removeIf(row -> row.owner().equals(owner));
            if (!own && anybody && !rows.isEmpty()) {
                rows.clear();
                own = true;
            }
            directory.write(name, rows);
            return own;
        });
        if (!released) {
            throw new IOException("not held");
        }
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public Belief belief() throws IOException {
        if (fault == Fault.BELIEVES_WITHOUT_LOOKING) {
            return Belief.HELD;
        }
        try {
            link.pass();
        } catch (IOException e) {
            // Without a store there is nothing to look at, and no renewal either.
            return Belief.LOST;
        }
        return directory.alone(() -> directory.read(name).stream().anyMatch(this::isMine)) ? Belief.HELD : Belief.LOST;
    }

    private boolean isMine(Row row) {
        return row.owner().equals(owner) && row.isLive(fault);
    }

    private void renew() {
        try {
            while (fault != Fault.IS_NOT_RENEWED) {
                never.tryAcquire(lease.toMillis() / 6, TimeUnit.MILLISECONDS);
                if (isLinked()) {
                    directory.alone(this::renewed);
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isLinked() {
        try {
            link.pass();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean renewed() throws IOException {
        List<Row> rows = directory.read(name);
        if (rows.stream().noneMatch(this::isMine)) {
            return false;
        }
        rows.replaceAll(row -> isMine(row) || fault == Fault.RENEWS_ALL_HOLDERS
                ? new Row(row.owner(), row.units(), row.all(), row.token(), expires())
                : row);
        directory.write(name, rows);
        return true;
    }

    private long expires() {
        return System.currentTimeMillis() + lease.toMillis();
    }
}
