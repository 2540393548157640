// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.timeline.Timeline.Bar;
import dev.interlock.report.timeline.Timeline.Kind;
import dev.interlock.report.timeline.Timeline.Lane;
import dev.interlock.report.timeline.Timeline.Mark;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.Phase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A holder is stopped past its lease, another is granted the lock, and the first one writes once it goes on. */
final class TimelinesTest {

    private static final long MS = 1_000_000;

    private final List<HistoryEvent> events = new ArrayList<>();

    @Test
    void a_stopped_holder_is_drawn_with_what_it_asked_was_granted_and_believed() {
        Timeline timeline = Timelines.of(stoppedHolder());
        assertThat(timeline.millis()).isEqualTo(200);
        assertThat(timeline.lanes())
                .extracting(Lane::name)
                .containsExactly("p1", "p2", "resource guarded", "resource unguarded");
        assertThat(bars(timeline, 0, Kind.ASKED))
                .containsExactly(
                        new Bar(Kind.ASKED, 0, 2, "acquire 'orders': ok, token 1, 2 ms"),
                        new Bar(Kind.ASKED, 188, 200, "release 'orders': refused, 12 ms"));
        assertThat(bars(timeline, 0, Kind.GRANTED))
                .singleElement()
                .returns(2.0, Bar::from)
                .returns(102.0, Bar::to);
        assertThat(bars(timeline, 0, Kind.STOPPED))
                .singleElement()
                .returns(50.0, Bar::from)
                .returns(180.0, Bar::to);
        assertThat(bars(timeline, 0, Kind.BELIEVED))
                .singleElement()
                .returns(2.0, Bar::from)
                .returns(190.0, Bar::to);
        assertThat(bars(timeline, 1, Kind.GRANTED)).singleElement().returns(160.0, Bar::to);
    }

    @Test
    void violations_are_marked_with_their_milliseconds_and_the_guarded_resource_has_none() {
        Timeline timeline = Timelines.of(stoppedHolder());
        assertThat(timeline.violations())
                .extracting(Bar::text)
                .containsExactly("two believers for 30 ms: p1 and p2", "unguarded let in a write with token 1 after 2");
        assertThat(timeline.lanes().get(2).marks()).extracting(Mark::kind).containsExactly(Kind.WROTE, Kind.REFUSED);
        assertThat(timeline.lanes().get(3).marks()).extracting(Mark::kind).containsExactly(Kind.WROTE, Kind.WROTE);
    }

    @Test
    void of_a_long_history_the_part_around_the_violation_is_drawn() {
        for (int i = 0; i < 1_000; i++) {
            effect(-2_000 + i, "other", "p3", 1, Phase.OK);
        }
        Timeline timeline = Timelines.of(stoppedHolder());
        assertThat(timeline.shown()).isLessThan(timeline.events());
        assertThat(timeline.violations()).hasSize(2);
    }

    @Test
    void a_killed_believer_believes_no_more_and_a_fault_of_the_store_has_a_lane() {
        event(0, "p1", 1, Phase.INVOKE, Action.BELIEVE, "orders", "a", 0, 0);
        event(10, "nemesis", 1, Phase.INVOKE, Action.KILL, "", "p1", 0, 0);
        event(20, "nemesis", 2, Phase.INVOKE, Action.FLUSH, "", "", 0, 0);
        event(30, "p2", 1, Phase.INVOKE, Action.BELIEVE, "orders", "b", 0, 0);
        Timeline timeline = Timelines.of(History.of(events));
        assertThat(bars(timeline, 0, Kind.BELIEVED)).singleElement().returns(10.0, Bar::to);
        assertThat(timeline.lanes().get(0).marks()).extracting(Mark::text).containsExactly("killed");
        assertThat(timeline.lanes().get(2).marks()).extracting(Mark::text).containsExactly("flush");
        assertThat(timeline.violations()).isEmpty();
    }

    @Test
    void jepsens_tools_get_one_thing_at_a_time_of_each_process() {
        String edn = Edn.of(stoppedHolder());
        assertThat(edn.lines().toList())
                .hasSize(events.size())
                .element(0)
                .asString()
                .isEqualTo("[{:index 0, :time 0, :type :invoke, :process 0, :f :acquire, :value {:node \"p1\","
                        + " :lock \"orders\", :owner \"a\", :token nil, :promise 100000000, :outcome :invoke,"
                        + " :detail \"\"}}");
        assertThat(edn)
                .contains(":time 2000000, :type :ok, :process 0, :f :acquire")
                .contains(":time 50000000, :type :info, :process :nemesis, :f :pause")
                .endsWith("}]\n");
        // p1's belief and its request at the same time are two processes there.
        assertThat(edn).contains(":process 1, :f :believe", ":process 0, :f :release");
    }

    @Test
    void of_many_tries_in_a_row_that_met_a_holder_the_first_and_the_last_are_drawn() {
        event(0, "p1", 1, Phase.INVOKE, Action.ACQUIRE, "orders", "a", 0, 100);
        event(2, "p1", 1, Phase.OK, Action.ACQUIRE, "orders", "a", 1, 100);
        for (int i = 1; i <= 400; i++) {
            tried(10L * i, i, "orders");
        }
        event(4_010, "p2", 401, Phase.INVOKE, Action.ACQUIRE, "orders", "b", 0, 100);
        event(4_015, "p2", 401, Phase.OK, Action.ACQUIRE, "orders", "b", 2, 100);
        tried(4_020, 402, "orders");
        Timeline timeline = Timelines.of(History.of(events));
        assertThat(bars(timeline, 1, Kind.ASKED))
                .extracting(Bar::from)
                .containsExactly(10.0, 4_000.0, 4_010.0, 4_020.0);
        assertThat(timeline.millis()).isEqualTo(4_025);
        assertThat(timeline.shown()).isEqualTo(10);
        assertThat(timeline.events()).isEqualTo(806);
    }

    private void tried(long at, long op, String lock) {
        event(at, "p2", op, Phase.INVOKE, Action.ACQUIRE, lock, "b" + op, 0, 100);
        HistoryEvent asked = events.get(events.size() - 1);
        events.add(new HistoryEvent(
                asked.nanos() + 5 * MS,
                "p2",
                op,
                Phase.FAIL,
                Action.ACQUIRE,
                lock,
                asked.owner(),
                0,
                0,
                100 * MS,
                Action.CONTENDED));
    }

    private History stoppedHolder() {
        event(0, "p1", 1, Phase.INVOKE, Action.ACQUIRE, "orders", "a", 0, 100);
        event(2, "p1", 1, Phase.OK, Action.ACQUIRE, "orders", "a", 1, 100);
        event(2, "p1", 2, Phase.INVOKE, Action.BELIEVE, "orders", "a", 0, 0);
        event(50, "nemesis", 1, Phase.INVOKE, Action.PAUSE, "", "p1", 0, 0);
        event(110, "p2", 1, Phase.INVOKE, Action.ACQUIRE, "orders", "b", 0, 100);
        event(112, "p2", 1, Phase.OK, Action.ACQUIRE, "orders", "b", 2, 100);
        event(120, "p2", 2, Phase.INVOKE, Action.BELIEVE, "orders", "b", 0, 0);
        effect(130, "guarded", "b", 2, Phase.OK);
        effect(131, "unguarded", "b", 2, Phase.OK);
        event(150, "p2", 2, Phase.OK, Action.BELIEVE, "orders", "b", 0, 0);
        event(155, "p2", 3, Phase.INVOKE, Action.RELEASE, "orders", "b", 0, 0);
        event(160, "p2", 3, Phase.OK, Action.RELEASE, "orders", "b", 0, 0);
        event(180, "nemesis", 1, Phase.OK, Action.PAUSE, "", "p1", 0, 0);
        effect(185, "guarded", "a", 1, Phase.FAIL);
        effect(186, "unguarded", "a", 1, Phase.OK);
        event(188, "p1", 3, Phase.INVOKE, Action.RELEASE, "orders", "a", 0, 0);
        event(190, "p1", 2, Phase.OK, Action.BELIEVE, "orders", "a", 0, 0);
        event(200, "p1", 3, Phase.FAIL, Action.RELEASE, "orders", "a", 0, 0);
        return History.of(events);
    }

    private void effect(long at, String resource, String owner, long token, Phase phase) {
        events.add(new HistoryEvent(
                5_000 * MS + at * MS, resource, events.size(), phase, Action.EFFECT, resource, owner, token, 1, 0, ""));
    }

    private void event(
            long at,
            String process,
            long op,
            Phase phase,
            Action action,
            String lock,
            String owner,
            long token,
            long promise) {
        events.add(new HistoryEvent(
                5_000 * MS + at * MS,
                process,
                op,
                phase,
                action,
                lock,
                owner,
                token,
                token == 0 ? 0 : 1,
                promise * MS,
                ""));
    }

    private static List<Bar> bars(Timeline timeline, int lane, Kind kind) {
        return timeline.lanes().get(lane).bars().stream()
                .filter(bar -> bar.kind() == kind)
                .toList();
    }
}
