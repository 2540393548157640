// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.share;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.internal.machine.ClientThreads;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A lock to read under: the readers of one client use one grant of the store together. */
final class ReadLock extends PartLock {

    private final ReadGroups groups;
    private final ShareBackend backend;
    private final LockName partName;

    /** For those that cannot use the grant of others. */
    private final PermitLock alone;

    ReadLock(
            PartName part,
            PartLocks locks,
            ClientThreads threads,
            ReadGroups groups,
            PartIndexes indexes,
            ShareBackend backend) {
        super(part, locks, threads);
        this.alone = new PermitLock(part, locks, threads, indexes);
        this.groups = groups;
        this.backend = backend;
        this.partName = part.name();
    }

    /** Tells those that waited for a try that it was refused: each asks for itself now. */
    private static final class TryRefused extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Whether this reader may use the grant of others: it wishes what they wish. */
    private boolean canShare(AcquireOptions complete) {
        AcquireOptions usual = locks.complete(part.lock(), AcquireOptions.inherited());
        return complete.renewal() == Renewal.AUTO
                && AcquireOptions.UNLIMITED.equals(complete.maxHold())
                && Objects.equals(complete.lease(), usual.lease())
                && Objects.equals(complete.lockDelay(), usual.lockDelay());
    }

    @Override
    @Nullable
    PartHandle tryOnce(AcquireOptions options) {
        if (!canShare(options)) {
            return alone.tryOnce(options);
        }
        ReadGroups.Joined joined = groups.joinOrBegin(partName);
        ReadGroups.Group group = joined.group();
        if (joined.first()) {
            return tryFirst(group);
        }
        if (!group.grant.isDone()) {
            // Another caller asks. The engine knows whether the answer is near.
            Optional<LockHandle> own;
            try {
                own = engineLock().tryAcquire();
            } catch (RuntimeException e) {
                leave(group);
                throw e;
            }
            if (own.isPresent()) {
                leave(group);
                return handle(new Part(own.get(), () -> true));
            }
        }
        if (!group.grant.isDone()) {
            return left(group);
        }
        if (!isHeld(group)) {
            // That group is over, so that the next one is new.
            groups.close(group);
            leave(group);
            return tryOnce(options);
        }
        return admitted(group, options);
    }

    private static boolean isHeld(ReadGroups.Group group) {
        return !group.grant.isCompletedExceptionally() && group.grant.join().state() == HandleState.HELD;
    }

    private @Nullable PartHandle tryFirst(ReadGroups.Group group) {
        RuntimeException refused = new TryRefused();
        try {
            Optional<LockHandle> granted = engineLock().tryAcquire();
            if (granted.isPresent()) {
                group.grant.complete(granted.get());
                groups.mustAsk(group);
                return handle(member(group));
            }
            return null;
        } catch (RuntimeException e) {
            refused = e;
            throw e;
        } finally {
            if (!group.grant.isDone()) {
                groups.close(group);
                groups.leave(group);
                group.grant.completeExceptionally(refused);
            }
        }
    }

    /** Takes a part of a grant that is there, unless it is over or others wait for the lock; null then. */
    private @Nullable PartHandle admitted(ReadGroups.Group group, AcquireOptions options) {
        boolean over = !isHeld(group);
        if (!over && groups.mustAsk(group)) {
            over = isOver(group.grant.join().renew(locks.lease(options)));
        }
        if (over) {
            groups.close(group);
            return left(group);
        }
        return handle(member(group));
    }

    private boolean isOver(@Nullable RenewResult renewed) {
        return renewed == null || renewed == RenewResult.NOT_HELD || backend.isWanted(partName);
    }

    private Part member(ReadGroups.Group group) {
        return new Part(group.grant.join(), () -> groups.leave(group));
    }

    private @Nullable PartHandle left(ReadGroups.Group group) {
        leave(group);
        return null;
    }

    /** A member that has no part leaves. The last one takes the grant with it, also one that is still to come. */
    private void leave(ReadGroups.Group group) {
        if (groups.leave(group)) {
            group.cancel();
            group.grant.whenComplete((grant, failure) -> {
                if (grant != null) {
                    grant.releaseAsync();
                }
            });
        }
    }

    @Override
    @Nullable
    PartHandle acquireHere(AcquireOptions options) throws InterruptedException {
        if (!canShare(options)) {
            return alone.acquireHere(options);
        }
        ReadGroups.Group group = groups.join(partName);
        if (group == null) {
            return null;
        }
        return group.grant.isDone() ? admitted(group, options) : left(group);
    }

    @Override
    void begin(CompletableFuture<LockHandle> promise, AcquireOptions options) {
        if (promise.isDone()) {
            return;
        }
        if (!canShare(options)) {
            alone.begin(promise, options);
            return;
        }
        ReadGroups.Joined joined = groups.joinOrBegin(partName);
        ReadGroups.Group group = joined.group();
        AtomicBoolean member = new AtomicBoolean(true);
        promise.whenComplete((handle, failure) -> {
            if (member.compareAndSet(true, false)) {
                leave(group);
            }
        });
        if (joined.first()) {
            first(group, options);
        }
        group.grant.whenComplete((grant, failure) -> {
            if (failure == null) {
                admit(joined, grant, member, promise, options);
            } else if (member.compareAndSet(true, false)) {
                leave(group);
                if (failure instanceof TryRefused) {
                    begin(promise, options);
                } else {
                    threads.promises.complete(promise, null, failure);
                }
            }
        });
    }

    private void first(ReadGroups.Group group, AcquireOptions options) {
        try {
            CompletableFuture<LockHandle> asked = engineLock().acquireAsync(options);
            group.cancelWith(asked);
            asked.whenComplete((grant, failure) -> {
                if (failure == null) {
                    groups.mustAsk(group);
                    group.grant.complete(grant);
                } else {
                    groups.close(group);
                    group.grant.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            groups.close(group);
            group.grant.completeExceptionally(e);
        }
    }

    /** The first member has waited for its turn at the store, so it does not ask whether others wait. */
    private void admit(
            ReadGroups.Joined joined,
            LockHandle grant,
            AtomicBoolean member,
            CompletableFuture<LockHandle> promise,
            AcquireOptions options) {
        ReadGroups.Group group = joined.group();
        if (grant.state() != HandleState.HELD) {
            again(group, member, promise, options);
        } else if (!joined.first() && groups.mustAsk(group)) {
            grant.renewAsync(locks.lease(options)).whenComplete((renewed, failure) -> {
                if (isOver(renewed)) {
                    again(group, member, promise, options);
                } else {
                    take(group, member, promise);
                }
            });
        } else {
            take(group, member, promise);
        }
    }

    private void take(ReadGroups.Group group, AtomicBoolean member, CompletableFuture<LockHandle> promise) {
        if (member.compareAndSet(true, false)) {
            deliver(member(group), promise);
        }
    }

    /** This group takes no more readers: the next one does. */
    private void again(
            ReadGroups.Group group,
            AtomicBoolean member,
            CompletableFuture<LockHandle> promise,
            AcquireOptions options) {
        groups.close(group);
        if (member.compareAndSet(true, false)) {
            leave(group);
            begin(promise, options);
        }
    }

    private DistributedLock engineLock() {
        return locks.lock(partName, part.lock());
    }
}
