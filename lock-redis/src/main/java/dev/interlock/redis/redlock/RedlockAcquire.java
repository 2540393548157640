// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.LockClock;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.command.RestLimit;
import dev.interlock.redis.connection.StepLimit;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedlockServers;
import dev.interlock.redis.redlock.RedlockVotes.Vote;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Acquires a lock on a majority of the servers: one request to each, all at once. Thread-safe.
 *
 * <p>A try without success is taken back on every server, also on those that did not answer. The attempt may be tried
 * again afterwards under the same id, so each try has a number: taking back one try cannot touch a later one.
 */
final class RedlockAcquire {

    /** The pause between two tries of the attempt that goes on when several divide the servers among themselves. */
    private static final long MIN_PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    private static final long MAX_PAUSE_NANOS = Duration.ofMillis(5).toNanos();

    /** How long the others rest, each for a random time. */
    private static final long MIN_REST_MILLIS = 10;

    private static final long MAX_REST_MILLIS = 100;

    private final List<RedlockNode> nodes;
    private final RedlockServers servers;
    private final RedisLockOptions options;
    private final String store;
    private final LockClock clock;
    private final AtomicLong tries = new AtomicLong();

    RedlockAcquire(
            List<RedlockNode> nodes, RedlockServers servers, RedisLockOptions options, String store, LockClock clock) {
        this.nodes = nodes;
        this.servers = servers;
        this.options = options;
        this.store = store;
        this.clock = clock;
    }

    /** One try: the requests, and the answers there were when it was decided. */
    private record Try(
            Attempt attempt,
            long number,
            long sentNanos,
            Map<RedlockNode, CompletableFuture<Vote>> asked,
            RedlockVotes votes) {}

    /**
     * For a caller that does not wait, and would fail for good. A holder that has released the lock, or a try without
     * success, may still have some servers. So an attempt that does not go on looks again after a rest, as a waiter
     * does.
     */
    AcquireOutcome tryAcquire(Attempt attempt) {
        return acquire(attempt, Divided.LOOKS_AGAIN);
    }

    /** For a waiter, which rests without a thread. */
    AcquireOutcome look(Attempt attempt) {
        return acquire(attempt, Divided.RESTS);
    }

    /** What an attempt does that has some of the servers and is not the one that goes on. */
    private enum Divided {
        LOOKS_AGAIN,
        RESTS
    }

    private AcquireOutcome acquire(Attempt attempt, Divided divided) {
        StepLimit limit = new StepLimit(clock, options.server().timeout());
        StepLimit splits = new StepLimit(clock, servers.nodeTimeout());
        while (true) {
            Try made = ask(attempt, atMost(limit));
            RedlockVotes votes = made.votes;
            if (votes.isGranted()) {
                return granted(made, atMost(limit));
            }
            if (votes.isHeldByOther()) {
                giveBack(made);
                return contended(votes);
            }
            if (votes.isOutOfReach()) {
                return outOfReach(made, atMost(limit));
            }
            if (votes.goesOn() && !votes.isUnsure() && splits.leftMillis() > 0) {
                RedlockRound.pause(clock, ThreadLocalRandom.current().nextLong(MIN_PAUSE_NANOS, MAX_PAUSE_NANOS));
                continue;
            }
            giveBack(made);
            Duration rest = Duration.ofMillis(restMillis(votes));
            if (divided == Divided.RESTS || votes.isUnsure() || splits.leftMillis() <= rest.toMillis()) {
                return new Contended(rest);
            }
            RedlockRound.pause(clock, rest.toNanos());
        }
    }

    private Try ask(Attempt attempt, Duration limit) {
        int quorum = servers.quorum();
        long number = tries.incrementAndGet();
        Map<RedlockNode, CompletableFuture<Vote>> asked = new HashMap<>();
        // Before anything is sent: on each server the lease may begin at any time from here on, never earlier.
        long sentNanos = clock.nanoTime();
        RedlockRound<Vote> round = RedlockRound.ask(nodes, node -> {
            CompletableFuture<Vote> vote = node.vote(attempt, number);
            asked.put(node, vote);
            return vote;
        });
        List<@Nullable Vote> answers = round.await(clock, limit, each -> isComplete(new RedlockVotes(each, quorum)));
        if (!new RedlockVotes(answers, quorum).isDecided()) {
            answers.replaceAll(answer -> answer != null ? answer : new Vote.Silent(late(limit)));
        }
        return new Try(attempt, number, sentNanos, asked, new RedlockVotes(answers, quorum));
    }

    private static boolean isComplete(RedlockVotes votes) {
        return votes.isDecided() && !votes.mayHaveBeenAgreed();
    }

    private static LockUnavailableException late(Duration limit) {
        return new LockUnavailableException("no answer within " + limit.toMillis() + " ms", null);
    }

    /** Every server that granted it keeps it for the whole lease from then on, for any length of the round. */
    private AcquireOutcome granted(Try made, Duration limit) {
        OptionalLong agreed = made.votes.agreedToken();
        long token = agreed.orElseGet(made.votes::highestToken);
        RedlockRound<Boolean> settled = settle(made, token);
        if (agreed.isEmpty() && !isSettled(settled.await(clock, limit, this::isSettled))) {
            giveBack(made);
            return new Unknown(made.votes.unsettled(made.attempt.name(), store));
        }
        return new AcquireOutcome.Granted(Grant.of(made.attempt, token, made.sentNanos, made.attempt.lease()));
    }

    /**
     * Gives the hold one token on every server that granted it, or may still grant it. Servers that gave this token
     * receive no request.
     */
    private RedlockRound<Boolean> settle(Try made, long token) {
        List<@Nullable Vote> known = made.votes.all();
        return RedlockRound.ask(nodes, node -> {
            if (known.get(nodes.indexOf(node)) instanceof Vote.Granted granted && granted.token() == token) {
                return CompletableFuture.completedFuture(true);
            }
            CompletableFuture<Vote> vote = Objects.requireNonNull(made.asked.get(node));
            vote.thenAccept(said -> catchUp(made.attempt, node, token, said));
            return node.settle(made.attempt, token, vote);
        });
    }

    /** If the others did not, each hold would cost this server one more request. */
    private void catchUp(Attempt attempt, RedlockNode ahead, long token, Vote said) {
        if (said instanceof Vote.Granted granted && granted.token() > token) {
            nodes.stream().filter(node -> node != ahead).forEach(node -> node.catchUp(attempt, token, granted.token()));
        }
    }

    private boolean isSettled(List<@Nullable Boolean> answers) {
        return answers.stream().filter(Boolean.TRUE::equals).count() >= servers.quorum();
    }

    /** At most as long as the other holder has it on any server. */
    private Contended contended(RedlockVotes votes) {
        OptionalLong remaining = votes.remainingMillis();
        // A millisecond more, since Redis rounds down.
        return new Contended(
                remaining.isPresent()
                        ? Duration.ofMillis(remaining.getAsLong() + 1)
                        : RestLimit.of(false, options.pollFallback()));
    }

    private static long restMillis(RedlockVotes votes) {
        long rest = ThreadLocalRandom.current().nextLong(MIN_REST_MILLIS, MAX_REST_MILLIS);
        return Math.min(rest, votes.remainingMillis().orElse(rest) + 1);
    }

    /** Refused only if it is certain that no server keeps a grant. */
    private AcquireOutcome outOfReach(Try made, Duration limit) {
        RedlockVotes votes = made.votes;
        RedlockRound<ReleaseOutcome> givenBack = giveBack(made);
        if (votes.isUnsure()) {
            return new Unknown(votes.unsure());
        }
        List<@Nullable ReleaseOutcome> answers = givenBack.await(clock, limit, any -> false);
        for (int i = 0; i < answers.size(); i++) {
            boolean had = votes.all().get(i) instanceof Vote.Granted;
            if (had && (answers.get(i) == null || answers.get(i) instanceof ReleaseOutcome.Unknown)) {
                return new Unknown(votes.outOfReach(made.attempt.name(), store));
            }
        }
        return new Refused(votes.outOfReach(made.attempt.name(), store), votes.mayHeal());
    }

    /** On every server: one whose answer is missing may have granted it, or may still grant it. */
    private RedlockRound<ReleaseOutcome> giveBack(Try made) {
        return RedlockRound.ask(
                nodes, node -> node.withdraw(made.attempt, made.number, Objects.requireNonNull(made.asked.get(node))));
    }

    /** What one round may take of what is left of the step. */
    private Duration atMost(StepLimit limit) {
        Duration left = Duration.ofMillis(limit.leftMillis());
        return left.compareTo(servers.nodeTimeout()) < 0 ? left : servers.nodeTimeout();
    }
}
