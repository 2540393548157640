// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contender.Contender;
import dev.interlock.report.contender.Role;
import dev.interlock.report.contention.round.HistogramText;
import dev.interlock.report.contention.round.RoundShare;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** Rounds of two seconds that nobody ran. */
final class SampleRounds {

    private SampleRounds() {}

    static Round of(int pass, double steal, long... counts) {
        return new Round(
                pass, 2, 2, List.of(share(0, "", counts)), Map.of("evalsha", 400L), Duration.ofMillis(20), steal, 1);
    }

    static RoundShare share(long violations, String failure, long... counts) {
        List<Long> all = LongStream.of(counts).boxed().toList();
        long sum = LongStream.of(counts).sum();
        return new RoundShare(all, waits(sum), 10_000_000, 1_000_000, violations, failure);
    }

    /** A JVM whose thread got the lock so often, each time too late. */
    static RoundShare late(long count) {
        return new RoundShare(List.of(0L), waits(count), 0, 0, 0, "");
    }

    static String waits(long count) {
        Histogram waits = new Histogram(3);
        waits.recordValueWithCount(1_000_000, count);
        return HistogramText.of(waits);
    }

    static Standing standing(String id, Role role, Round... rounds) {
        Standing standing = new Standing(new Contender(id, id, role, true, (address, limits) -> {
            throw new IllegalStateException("nobody opens it");
        }));
        for (Round round : rounds) {
            standing.add(round);
        }
        return standing;
    }
}
