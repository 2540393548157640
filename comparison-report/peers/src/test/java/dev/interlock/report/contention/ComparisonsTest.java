// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import static dev.interlock.report.contention.SampleRounds.standing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.contender.Role;
import dev.interlock.report.contention.Results.ContenderResults;
import dev.interlock.report.contention.round.Workload;
import dev.interlock.report.data.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonsTest {

    @Test
    void ratios_are_those_of_one_pass() {
        // The machine was twice as fast in the second pass: the ratio stays.
        List<ContenderResults> all = results(
                standing(
                        "raw",
                        Role.FLOOR,
                        SampleRounds.of(1, 0, 200),
                        SampleRounds.of(2, 0, 400),
                        SampleRounds.of(3, 0, 200)),
                standing(
                        "ours",
                        Role.INTERLOCK,
                        SampleRounds.of(1, 0, 100),
                        SampleRounds.of(2, 0, 200),
                        SampleRounds.of(3, 0, 150)));
        assertThat(all.get(1).ofFloor()).isEqualTo(new Spread(0.5, 0.5, 0.75, 3));
        assertThat(all.get(0).ofFloor()).isNull();
        assertThat(all.get(1).figures().get("perSecond")).isEqualTo(new Spread(75, 50, 100, 3));
    }

    @Test
    void the_best_peer_has_the_best_median() {
        List<ContenderResults> all = results(
                standing(
                        "one",
                        Role.PEER,
                        SampleRounds.of(1, 0, 10),
                        SampleRounds.of(2, 0, 10),
                        SampleRounds.of(3, 0, 900)),
                standing(
                        "two",
                        Role.PEER,
                        SampleRounds.of(1, 0, 50),
                        SampleRounds.of(2, 0, 50),
                        SampleRounds.of(3, 0, 50)),
                standing(
                        "ours",
                        Role.INTERLOCK,
                        SampleRounds.of(1, 0, 100),
                        SampleRounds.of(2, 0, 100),
                        SampleRounds.of(3, 0, 100)));
        assertThat(all.get(2).ofBestPeer()).isEqualTo(new Spread(2, 2, 2, 3));
        assertThat(all.get(1).ofBestPeer()).isNull();
    }

    @Test
    void what_the_store_has_is_the_floor_only_where_the_raw_client_cannot_be() {
        Standing raw = standing("raw", Role.FLOOR, SampleRounds.of(1, 0, 400));
        Standing store = standing("store", Role.NATIVE, SampleRounds.of(1, 0, 800));
        Standing ours = standing("ours", Role.INTERLOCK, SampleRounds.of(1, 0, 200));
        assertThat(results(raw, store, ours).get(2).ofFloor()).isEqualTo(Spread.once(0.5));
        assertThat(results(store, ours).get(1).ofFloor()).isEqualTo(Spread.once(0.25));
        assertThat(results(store, ours).get(1).ofBestPeer()).isNull();
    }

    @Test
    void a_round_with_stolen_time_is_counted_and_not_used() {
        ContenderResults ours = results(
                        standing("ours", Role.INTERLOCK, SampleRounds.of(1, 0.3, 9000), SampleRounds.of(2, 0.1, 100)))
                .get(0);
        assertThat(ours.discarded()).isEqualTo(1);
        assertThat(ours.rounds()).isEqualTo(1);
        assertThat(ours.worstSteal()).isEqualTo(0.1);
        assertThat(ours.figures().get("perSecond")).isEqualTo(Spread.once(50.0));
    }

    @Test
    void a_contender_that_fails_is_told_and_its_later_rounds_do_not_count() {
        Standing standing = standing("ours", Role.INTERLOCK, SampleRounds.of(1, 0, 100));
        standing.fail("the store went away");
        standing.fail("because of that");
        standing.add(SampleRounds.of(2, 0, 500));
        ContenderResults ours = results(standing).get(0);
        assertThat(ours.failure()).isEqualTo("the store went away");
        assertThat(ours.rounds()).isEqualTo(1);
        assertThat(standing.wantsRound(5)).isFalse();
    }

    @Test
    void without_a_round_there_is_no_figure() {
        ContenderResults ours = results(standing("ours", Role.INTERLOCK)).get(0);
        assertThat(ours.figures()).isEmpty();
        assertThat(ours.ofFloor()).isNull();
    }

    private static List<ContenderResults> results(Standing... standings) {
        return new Comparisons(Workload.ONE_NAME, List.of(standings)).results().contenders();
    }
}
