// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.planted;

import dev.interlock.report.contender.Belief;
import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.peers.planted.LockDirectory.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A lock as a file, with a lease that is renewed, an owner, a token, and one fault. */
final class PlantedLock implements NamedLock {

    private static final int LOOK_MILLIS = 10;
    private static final int SELDOM_MILLIS = 3_000;

    private final LockDirectory directory;
    private final String name;
    private final Duration lease;
    private final Fault fault;
    private final Semaphore never = new Semaphore(0);
    private volatile String owner = "";
    private volatile long token;

    PlantedLock(LockDirectory directory, String name, Duration lease, Fault fault) {
        this.directory = directory;
        this.name = name;
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
        boolean taken = directory.alone(() -> {
            Row row = directory.read(name);
            boolean held = row != null && row.isLive(fault) && fault != Fault.GRANTS_WHAT_IS_HELD;
            if (!directory.isNext(name, wanted, fault) || held) {
                return false;
            }
            long next = directory.nextToken(fault);
            directory.write(name, new Row(wanted, next, expires()));
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
        boolean released = directory.alone(() -> {
            Row row = directory.read(name);
            boolean own = row != null && row.owner().equals(owner);
            if (own || anybody) {
                directory.delete(name);
            }
            return own || anybody;
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
        return directory.alone(this::isMine) ? Belief.HELD : Belief.LOST;
    }

    private boolean isMine() throws IOException {
        Row row = directory.read(name);
        return row != null && row.owner().equals(owner) && row.isLive(fault);
    }

    private void renew() {
        try {
            while (fault != Fault.IS_NOT_RENEWED) {
                never.tryAcquire(lease.toMillis() / 6, TimeUnit.MILLISECONDS);
                directory.alone(() -> {
                    if (isMine()) {
                        directory.write(name, new Row(owner, token, expires()));
                    }
                    return true;
                });
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private long expires() {
        return System.currentTimeMillis() + lease.toMillis();
    }
}
