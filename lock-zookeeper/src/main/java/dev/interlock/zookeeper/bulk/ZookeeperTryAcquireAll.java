// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.bulk;

import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireAllOutcome.Contended;
import dev.interlock.spi.AcquireAllOutcome.Granted;
import dev.interlock.spi.AcquireAllOutcome.Refused;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.zookeeper.hold.ZookeeperGrants;
import dev.interlock.zookeeper.session.ZookeeperRequests.Transaction;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;

/**
 * A try for several locks at once: the transaction of a single try, for all of them together. All are acquired or none, and
 * no client sees a part of it. The first round guesses that each lock's parent exists and is empty. Only if that was wrong
 * does the try look at the locks, all at once.
 */
final class ZookeeperTryAcquireAll {

    /** Another round follows only if another client created, left or removed a parent at the same time. */
    private static final int ROUNDS = 20;

    private final ZookeeperSession any;
    private final List<ZookeeperWantedLock> locks;
    private final ZookeeperGrants grants;
    private final Duration fallback;

    ZookeeperTryAcquireAll(List<ZookeeperSession> sessions, ZookeeperGrants grants, Duration fallback) {
        any = sessions.get(0);
        locks = sessions.stream().map(ZookeeperWantedLock::new).toList();
        this.grants = grants;
        this.fallback = fallback;
    }

    /**
     * Makes the attempt.
     *
     * @throws KeeperException how it failed
     */
    AcquireAllOutcome run() throws KeeperException {
        for (int round = 0; round < ROUNDS; round++) {
            long sentNanos = any.clock().nanoTime();
            Transaction answer = any.await(any.requests()
                    .transaction(locks.stream()
                            .flatMap(lock -> lock.operations().stream())
                            .toList()));
            switch (answer.code()) {
                case OK -> {
                    return granted(answer.results(), sentNanos);
                }
                case NOTEMPTY, NODEEXISTS -> {}
                case NONODE -> {
                    // At first it is the parent of a lock, which the look will show; from then on what is above it.
                    if (round > 0) {
                        any.createBase();
                    }
                }
                default -> throw KeeperException.create(answer.code());
            }
            ZookeeperWantedLock busy = lookAtAll();
            if (busy != null) {
                return new Contended(busy.session().attempt().name(), fallback);
            }
        }
        throw KeeperException.create(Code.NONODE);
    }

    /** Learns what each lock needs; returns the first one that another attempt has or waits for, or null. */
    private @Nullable ZookeeperWantedLock lookAtAll() throws KeeperException {
        List<CompletableFuture<List<String>>> looks =
                locks.stream().map(lock -> lock.session().look()).toList();
        ZookeeperWantedLock busy = null;
        for (int i = 0; i < locks.size(); i++) {
            // All of them, so that all are recalled at once.
            if (!locks.get(i).isFreeOrOwn(looks.get(i)) && busy == null) {
                busy = locks.get(i);
            }
        }
        if (busy != null) {
            return busy;
        }
        for (ZookeeperWantedLock lock : locks) {
            if (!lock.isOfThisSession()) {
                return lock;
            }
        }
        return null;
    }

    private AcquireAllOutcome granted(List<OpResult> results, long sentNanos) {
        List<Grant> granted = new ArrayList<>(locks.size());
        @Nullable Refused refused = null;
        int next = 0;
        for (ZookeeperWantedLock lock : locks) {
            List<OpResult> own = results.subList(next, next + lock.operations().size());
            next += own.size();
            AcquireOutcome outcome = grants.grant(lock.session(), lock.path(own), lock.czxid(own), sentNanos);
            if (outcome instanceof AcquireOutcome.Granted one) {
                granted.add(one.grant());
            } else if (outcome instanceof AcquireOutcome.Refused why) {
                refused = new Refused(why.cause(), why.retryable());
            }
        }
        if (refused == null) {
            return new Granted(granted);
        }
        granted.forEach(grant -> grants.giveBack(grant.attempt()));
        return refused;
    }
}
