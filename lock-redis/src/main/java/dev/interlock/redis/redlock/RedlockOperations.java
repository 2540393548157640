// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.Holder;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.options.RedlockServers;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.RenewOutcome.Renewed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a lock over several servers except its acquisition: one request to each of them, decided as soon as a
 * majority decides. Thread-safe.
 */
final class RedlockOperations {

    private final List<RedlockNode> nodes;
    private final RedlockServers servers;
    private final String store;
    private final LockClock clock;

    RedlockOperations(List<RedlockNode> nodes, RedlockServers servers, String store, LockClock clock) {
        this.nodes = nodes;
        this.servers = servers;
        this.store = store;
        this.clock = clock;
    }

    /**
     * Renewed only if a majority renewed the lease, all of them after the request was sent. Not the owner only if a
     * majority answers so, since then no majority has the hold.
     */
    RenewOutcome renew(Grant grant, Duration lease) {
        long sentNanos = clock.nanoTime();
        List<@Nullable RenewOutcome> answers = RedlockRound.ask(nodes, node -> node.renew(grant, lease))
                .await(clock, servers.nodeTimeout(), this::isRenewalDecided);
        if (isMajority(answers, Renewed.class)) {
            return new Renewed(sentNanos, lease);
        }
        if (isMajority(answers, RenewOutcome.NotOwner.class)) {
            // A renewal on a minority would hinder the next holder for another lease.
            nodes.forEach(node -> node.release(grant.attempt()));
            return first(answers, RenewOutcome.NotOwner.class).orElseThrow();
        }
        return first(answers, RenewOutcome.Unknown.class)
                .orElseGet(() -> new RenewOutcome.Unknown(noMajority("renewed")));
    }

    private boolean isRenewalDecided(List<@Nullable RenewOutcome> answers) {
        return isMajority(answers, Renewed.class) || isMajority(answers, RenewOutcome.NotOwner.class);
    }

    /**
     * Released if a majority had it and has deleted it. Not the owner if a majority did not have it, even if a minority
     * kept it, since then there was no hold. Sent to all servers.
     */
    ReleaseOutcome release(Attempt attempt) {
        List<@Nullable ReleaseOutcome> answers = RedlockRound.ask(nodes, node -> node.release(attempt))
                .await(clock, servers.nodeTimeout(), this::isReleaseDecided);
        if (isMajority(answers, ReleaseOutcome.Released.class)) {
            return new ReleaseOutcome.Released();
        }
        if (isMajority(answers, ReleaseOutcome.NotOwner.class)) {
            return new ReleaseOutcome.NotOwner();
        }
        return first(answers, ReleaseOutcome.Unknown.class)
                .orElseGet(() -> new ReleaseOutcome.Unknown(noMajority("released")));
    }

    private boolean isReleaseDecided(List<@Nullable ReleaseOutcome> answers) {
        return isMajority(answers, ReleaseOutcome.Released.class) || isMajority(answers, ReleaseOutcome.NotOwner.class);
    }

    /**
     * The holder on a majority of the servers, all with the same token.
     *
     * @throws LockUnavailableException if those that did not answer may make a majority, or leave none
     */
    Optional<Holder> inspect(LockName name) {
        List<Sight.@Nullable Seen> answers = RedlockRound.ask(
                        nodes, node -> node.inspect(name).thenApply(Sight.Seen::new))
                .await(
                        clock,
                        servers.nodeTimeout(),
                        seen -> Sight.of(seen, servers.quorum()).isSure());
        Sight sight = Sight.of(answers, servers.quorum());
        if (!sight.isSure()) {
            throw new LockUnavailableException(
                    "'" + name + "' not inspected: too few of " + store
                            + " answered to see which attempt has a majority",
                    null);
        }
        return sight.holder();
    }

    /**
     * The holder, as far as the servers have answered.
     *
     * @param holder the one that a majority of them keeps
     * @param isSure whether the servers that did not answer could not change it
     */
    private record Sight(Optional<Holder> holder, boolean isSure) {

        /** What one server keeps. */
        record Seen(Optional<Holder> holder) {}

        /** At the place of each server what it keeps, or null if it did not answer. */
        static Sight of(List<@Nullable Seen> answers, int quorum) {
            Map<Long, List<Holder>> holders = new HashMap<>();
            int silent = 0;
            for (@Nullable Seen answer : answers) {
                if (answer == null) {
                    silent++;
                } else {
                    answer.holder.ifPresent(
                            holder -> holders.computeIfAbsent(holder.fencingToken(), any -> new ArrayList<>())
                                    .add(holder));
                }
            }
            List<Holder> most = holders.values().stream()
                    .max(Comparator.comparingInt(List::size))
                    .orElse(List.of());
            if (most.size() >= quorum) {
                return new Sight(Optional.of(untilTheMajorityEnds(most, quorum)), true);
            }
            return new Sight(Optional.empty(), most.size() + silent < quorum);
        }

        /** With the server that ends the majority, when its lease is over. */
        private static Holder untilTheMajorityEnds(List<Holder> most, int quorum) {
            Comparator<Holder> longest = Comparator.comparing(
                    (Holder holder) -> holder.remaining().orElse(Duration.ofMillis(Long.MAX_VALUE)),
                    Comparator.reverseOrder());
            return most.stream().sorted(longest).toList().get(quorum - 1);
        }
    }

    private LockUnavailableException noMajority(String what) {
        return new LockUnavailableException(
                "not " + what + " on a majority of " + store + " within "
                        + servers.nodeTimeout().toMillis() + " ms",
                null);
    }

    private <A> boolean isMajority(List<@Nullable A> answers, Class<? extends A> kind) {
        Predicate<@Nullable A> those = kind::isInstance;
        return answers.stream().filter(those).count() >= servers.quorum();
    }

    private static <A, B extends A> Optional<B> first(List<@Nullable A> answers, Class<B> kind) {
        Predicate<@Nullable A> those = kind::isInstance;
        return answers.stream().filter(those).findFirst().map(kind::cast);
    }
}
