// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * 200,000 events on one lock, good and with one fault at the end: anything quadratic in them would not come to an
 * end here.
 */
class LongHistoryTest {

    private static final int HOLDS = 25_000;

    @Test
    void long_histories_are_checked_and_cut_down_to_the_fault() {
        List<HistoryEvent> events = events();
        assertThat(events).hasSize(8 * HOLDS);
        StoreModel model = StoreModel.lease().overstaying(Duration.ZERO);
        History good = History.of(events);
        assertThat(new ServerCheck(model).check(good)).isInstanceOf(Verdict.Ok.class);
        assertThat(new ContendedCheck(Duration.ZERO).check(good)).isInstanceOf(Verdict.Ok.class);
        assertThat(new BeliefCheck(Duration.ZERO, Set.of()).check(good)).isInstanceOf(Verdict.Unknown.class);

        add(events, "thief", Action.ACQUIRE, 100L * HOLDS - 45, 100L * HOLDS - 44, Phase.OK, HOLDS + 1);
        assertThat(new ServerCheck(model).check(History.of(events)))
                .isInstanceOfSatisfying(Verdict.Illegal.class, illegal -> {
                    assertThat(illegal.story()).contains("two owners at a time", "thief");
                    assertThat(illegal.events()).hasSizeLessThanOrEqualTo(8);
                });
    }

    private static List<HistoryEvent> events() {
        List<HistoryEvent> events = new ArrayList<>();
        for (int i = 0; i < HOLDS; i++) {
            long at = 100L * i;
            String owner = "p" + i;
            add(events, owner, Action.ACQUIRE, at, at + 10, Phase.OK, i + 1);
            add(events, "q" + i, Action.ACQUIRE, at + 15, at + 20, Phase.FAIL, 0);
            add(events, owner, Action.RENEW, at + 30, at + 40, Phase.OK, i + 1);
            add(events, owner, Action.RELEASE, at + 60, at + 70, Phase.OK, 0);
        }
        return events;
    }

    private static void add(
            List<HistoryEvent> events, String owner, Action action, long from, long to, Phase outcome, long token) {
        HistoryEvent invoke =
                new HistoryEvent(from, owner, events.size(), Phase.INVOKE, action, "L", owner, 0, 0, 50, "");
        events.add(invoke);
        events.add(invoke.later(
                to, outcome, token, token == 0 ? 0 : 1, 50, outcome == Phase.FAIL ? Action.CONTENDED : ""));
    }
}
