// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.connection.OwnConnections;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.redis.options.RedlockServers;
import dev.interlock.redis.redlock.RedlockVotes.Vote;
import dev.interlock.redis.waiting.RedisSignals;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One server of several: its own connections and threads, and the steps of a lock there. A step never throws and never
 * takes longer than the server's time-out, once it has a thread. Until the server has {@linkplain RedlockMember joined}
 * nothing is sent to it. Thread-safe.
 */
final class RedlockNode implements AutoCloseable {

    private final RedisLockOptions options;
    private final RedisConnections connections;
    private final RedisErrors errors;
    private final RedlockThreads threads;
    private final Duration restartGuard;
    private volatile @Nullable Opened opened;
    private volatile @Nullable RedlockMember member;
    private volatile boolean closed;

    /** The parts that exist from the start on. */
    private record Opened(
            LockClock clock, RedisLockOperations operations, RedlockSteps steps, RedlockLeftovers leftovers) {}

    RedlockNode(Server server, RedisLockOptions shared, RedlockServers servers) {
        options = shared.withServer(limited(server, servers.nodeTimeout()));
        connections = OwnConnections.to(options, Math.toIntExact(RedisSignals.SILENCE.toMillis()));
        errors = new RedisErrors("redis at " + server, options);
        threads = new RedlockThreads(server.toString(), options.pool().size());
        restartGuard = servers.restartGuard();
    }

    /** The server with the time of one request as its time-out. */
    private static Server limited(Server server, Duration nodeTimeout) {
        return new Server(
                server.host(),
                server.port(),
                server.tls(),
                server.database(),
                server.user(),
                server.password(),
                server.clientName(),
                server.connectTimeout(),
                nodeTimeout);
    }

    /** Makes the steps usable, without I/O. */
    void open(LockClock clock) {
        connections.open(clock);
        RedisLockOperations operations = new RedisLockOperations(connections, options, errors, clock);
        RedlockSteps steps = new RedlockSteps(connections, options, errors, restartGuard);
        opened = new Opened(clock, operations, steps, new RedlockLeftovers(this, clock));
    }

    /**
     * Checks whether the server can count; on its threads.
     *
     * @return completed with the member; exceptionally with a {@link RedlockMember.Unfit} if it never will be, and with
     *     another exception if it may be later
     */
    CompletableFuture<RedlockMember> join() {
        LockClock clock = opened().clock;
        return threads.run(() -> RedlockMember.probe(connections, options, errors, restartGuard, clock));
    }

    /** From here on it counts; false if it was closed meanwhile. */
    boolean admit(RedlockMember joined) {
        member = joined;
        if (closed) {
            joined.close();
        }
        return !closed;
    }

    @Nullable
    RedlockMember member() {
        return member;
    }

    String store() {
        return errors.store();
    }

    /** Warns about the server. */
    void warn(String text) {
        errors.warn(text);
    }

    CompletableFuture<Vote> vote(Attempt attempt, long tried) {
        if (member == null) {
            LockUnavailableException cause =
                    new LockUnavailableException(errors.store() + " does not count, since it did not answer yet", null);
            return CompletableFuture.completedFuture(new Vote.Refused(cause, true));
        }
        return threads.run(attempt.id(), () -> voteNow(attempt, tried)).exceptionally(this::notVoted);
    }

    /** Notes a lost answer in the step, since the next step of the attempt relies on it. */
    private Vote voteNow(Attempt attempt, long tried) {
        boolean heard = false;
        try {
            Vote vote = opened().steps.vote(attempt, tried);
            heard = !(vote instanceof Vote.Silent);
            return vote;
        } finally {
            if (!heard) {
                opened().leftovers.unheard(attempt.id());
            }
        }
    }

    private Vote notVoted(Throwable thrown) {
        return RedlockSteps.isNotBegun(thrown)
                ? new Vote.Refused(
                        new LockUnavailableException("too many requests are under way to " + errors.store(), thrown),
                        true)
                : new Vote.Silent(exception(thrown));
    }

    /**
     * Gives the hold the token that its holder has, if this server granted it with another one. False if the server
     * does not keep that hold, or if that is uncertain.
     *
     * @param vote its answer, present or future
     */
    CompletableFuture<Boolean> settle(Attempt attempt, long token, CompletableFuture<Vote> vote) {
        return threads.run(
                        attempt.id(),
                        () -> vote.join() instanceof Vote.Granted granted
                                && (granted.token() == token || opened().steps.settle(attempt, token, token)))
                .exceptionally(thrown -> false);
    }

    /** Raises its next token above one that another server gave too late to be that of the hold. */
    void catchUp(Attempt attempt, long token, long greatest) {
        if (member != null) {
            threads.run(attempt.id(), () -> opened().steps.settle(attempt, token, greatest));
        }
    }

    /**
     * Takes back its grant to a try, after all earlier requests of that attempt. A grant that it made, or may have made
     * or may still make without an answer, is taken back later if not now. A server that refused keeps nothing of this
     * try; earlier tries that it did not answer are owed already.
     *
     * @param vote its answer to the try, present or future
     */
    CompletableFuture<ReleaseOutcome> withdraw(Attempt attempt, long tried, CompletableFuture<Vote> vote) {
        ReleaseOutcome nothing = new ReleaseOutcome.NotOwner();
        if (vote.isDone() && saidNo(vote)) {
            return CompletableFuture.completedFuture(nothing);
        }
        Supplier<ReleaseOutcome> step =
                () -> saidNo(vote) ? nothing : opened().steps.withdraw(attempt, tried);
        return step(attempt, nothing, step, outcome -> {
            opened().leftovers.takeUnheard(attempt.id());
            boolean mayLand = vote.join() instanceof Vote.Silent;
            if (mayLand ? !(outcome instanceof ReleaseOutcome.Released) : outcome instanceof ReleaseOutcome.Unknown) {
                opened().leftovers.owe(attempt, tried);
            }
            return outcome;
        });
    }

    private static boolean saidNo(CompletableFuture<Vote> vote) {
        Vote said = vote.join();
        return said instanceof Vote.Held || said instanceof Vote.Refused;
    }

    /**
     * Releases. A release without confirmation is repeated later, and so is one whose vote may still arrive: no grant
     * stays without a hold.
     */
    CompletableFuture<ReleaseOutcome> release(Attempt attempt) {
        return step(
                attempt,
                new ReleaseOutcome.NotOwner(),
                () -> opened().operations.release(attempt),
                outcome -> {
                    boolean unheard = opened().leftovers.takeUnheard(attempt.id());
                    boolean found = outcome instanceof ReleaseOutcome.Released;
                    if (outcome instanceof ReleaseOutcome.Unknown || (unheard && !found)) {
                        opened().leftovers.owe(attempt, RedlockLeftovers.ANY_TRY);
                    }
                    return outcome;
                });
    }

    private CompletableFuture<ReleaseOutcome> step(
            Attempt attempt,
            ReleaseOutcome notJoined,
            Supplier<ReleaseOutcome> step,
            Function<ReleaseOutcome, ReleaseOutcome> then) {
        return member == null
                ? CompletableFuture.completedFuture(notJoined)
                : threads.run(attempt.id(), step)
                        .exceptionally(thrown -> new ReleaseOutcome.Unknown(exception(thrown)))
                        .thenApply(then);
    }

    CompletableFuture<RenewOutcome> renew(Grant grant, Duration lease) {
        if (member == null) {
            return CompletableFuture.completedFuture(
                    new RenewOutcome.NotOwner(errors.store() + " was never asked for the lock"));
        }
        return threads.run(grant.attempt().id(), () -> opened().operations.renew(grant, lease))
                .exceptionally(thrown -> new RenewOutcome.Unknown(exception(thrown)));
    }

    /** The holder of the lock there; exceptionally if the server did not answer. */
    CompletableFuture<Optional<Holder>> inspect(LockName name) {
        return member == null
                ? CompletableFuture.failedFuture(new LockUnavailableException(errors.store() + " does not count", null))
                : threads.run(() -> opened().operations.inspect(name));
    }

    /** Withdraws a try at once, in this thread: for {@link RedlockLeftovers}. */
    ReleaseOutcome withdrawNow(AttemptId id, LockName name, long tried) {
        return opened().steps.withdraw(id, name, tried);
    }

    /** Runs a task that is no step of a client, on its threads. */
    void execute(Runnable task) {
        threads.run(() -> {
            task.run();
            return true;
        });
    }

    private Opened opened() {
        return Objects.requireNonNull(opened, "a server that was not opened");
    }

    private static Exception exception(Throwable thrown) {
        return thrown instanceof Exception exception ? exception : new IllegalStateException(thrown);
    }

    /** How many grants are still to be taken back. */
    int leftovers() {
        return opened().leftovers.size();
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        threads.close();
        RedlockMember joined = member;
        if (joined != null) {
            joined.close();
        }
        connections.close();
    }
}
