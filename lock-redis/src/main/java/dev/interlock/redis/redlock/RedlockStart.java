// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.LockClock;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.options.RedlockServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Decides which servers count. At the start a majority must pass the checks, and none may fail them. A server that does
 * not answer is asked again until it does, and counts from then on if it passes. Thread-safe.
 */
final class RedlockStart {

    private static final long AGAIN_NANOS = Duration.ofSeconds(2).toNanos();

    /** The checks send some ten requests to each server. */
    private static final int MOST_REQUESTS = 20;

    private final List<RedlockNode> nodes;
    private final RedlockServers servers;
    private final LockClock clock;
    private final ReentrantLock lock = new ReentrantLock();

    RedlockStart(List<RedlockNode> nodes, RedlockServers servers, LockClock clock) {
        this.nodes = nodes;
        this.servers = servers;
        this.clock = clock;
    }

    /**
     * Checks all of them at once.
     *
     * @throws LockUnavailableException if one is unfit, two addresses lead to the same one, or too few answer
     */
    void run() {
        List<@Nullable Answer> answers =
                RedlockRound.ask(nodes, node -> node.join().handle(Answer::new)).await(clock, limit(), any -> false);
        List<RedlockNode> absent = new ArrayList<>();
        @Nullable Throwable why = null;
        for (int i = 0; i < nodes.size(); i++) {
            RedlockNode node = nodes.get(i);
            Answer answer = answers.get(i);
            if (answer != null && answer.member != null) {
                String twin = admit(node, answer.member);
                if (twin != null) {
                    throw new LockUnavailableException("locks cannot be kept: " + twin, null);
                }
            } else if (answer != null && unfit(answer.thrown) != null) {
                throw Objects.requireNonNull(unfit(answer.thrown)).why();
            } else {
                absent.add(node);
                why = answer == null ? why : answer.cause();
            }
        }
        if (nodes.size() - absent.size() < servers.quorum()) {
            throw new LockUnavailableException(
                    "locks cannot be kept: only " + (nodes.size() - absent.size()) + " of the servers " + servers
                            + " answer, and " + servers.quorum() + " are needed: check that they run, and that the uri"
                            + " names them" + (why == null ? "" : "; " + why.getMessage()),
                    why);
        }
        for (RedlockNode node : absent) {
            node.warn("does not answer, so that only " + (nodes.size() - absent.size()) + " of " + nodes.size()
                    + " servers grant locks; it is asked again until it does");
            later(node);
        }
    }

    /** The result for one server. */
    private record Answer(
            @Nullable RedlockMember member, @Nullable Throwable thrown) {

        @Nullable
        Throwable cause() {
            return thrown instanceof CompletionException ? thrown.getCause() : thrown;
        }
    }

    private static RedlockMember.@Nullable Unfit unfit(@Nullable Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        return cause instanceof RedlockMember.Unfit unfit ? unfit : null;
    }

    /** Admits a server, unless another address of it counts already; returns a message then. */
    private @Nullable String admit(RedlockNode node, RedlockMember member) {
        lock.lock();
        try {
            for (RedlockNode other : nodes) {
                RedlockMember admitted = other.member();
                if (admitted != null
                        && admitted.runId() != null
                        && admitted.runId().equals(member.runId())) {
                    member.close();
                    return other.store() + " and " + node.store() + " are the same server, which would be counted"
                            + " twice: name each server once";
                }
            }
            node.admit(member);
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void later(RedlockNode node) {
        if (!node.isClosed()) {
            clock.schedule(
                    AGAIN_NANOS,
                    () -> node.join().whenComplete((member, thrown) -> {
                        if (member != null) {
                            String twin = admit(node, member);
                            if (twin != null) {
                                node.warn("does not count: " + twin);
                            }
                        } else if (unfit(thrown) != null) {
                            node.warn("does not count: "
                                    + Objects.requireNonNull(unfit(thrown))
                                            .why()
                                            .getMessage());
                        } else {
                            later(node);
                        }
                    }));
        }
    }

    private Duration limit() {
        return servers.nodeTimeout().multipliedBy(MOST_REQUESTS);
    }
}
