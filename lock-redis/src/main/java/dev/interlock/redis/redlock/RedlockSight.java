// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.Holder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who has a lock, as far as the servers tell. Immutable.
 *
 * @param holder whoever is on a majority of them
 * @param isSure whether those that did not answer could not change it
 */
record RedlockSight(Optional<Holder> holder, boolean isSure) {

    /** What one server keeps. */
    record Seen(Optional<Holder> holder) {}

    /** At the place of each server what it keeps, or null if it did not answer. */
    static RedlockSight of(List<@Nullable Seen> answers, int quorum) {
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
            return new RedlockSight(Optional.of(untilTheMajorityEnds(most, quorum)), true);
        }
        return new RedlockSight(Optional.empty(), most.size() + silent < quorum);
    }

    /** With the server that ends the majority, when its lease is over. */
    private static Holder untilTheMajorityEnds(List<Holder> most, int quorum) {
        Comparator<Holder> longest = Comparator.comparing(
                (Holder holder) -> holder.remaining().orElse(Duration.ofMillis(Long.MAX_VALUE)),
                Comparator.reverseOrder());
        return most.stream().sorted(longest).toList().get(quorum - 1);
    }
}
