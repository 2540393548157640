// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An exploration reaches every outcome that any order has, and runs each order once that differs in more than names. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ExplorationTest {

    private final Carrier.Crew crew = new Carrier.Crew();

    /** What the threads of a small program share, and what they did. */
    private static final class Shared {

        private final Schedule schedule;
        private final int[] places = new int[3];
        private final Object[] names = {new Object(), new Object(), new Object()};
        private final StringBuilder order = new StringBuilder();
        private boolean locked;
        private int ended;

        Shared(Schedule schedule) {
            this.schedule = schedule;
            Footprint.made(this);
            for (Object name : names) {
                Footprint.made(name);
            }
        }

        int read(int place) {
            schedule.point();
            Footprint.reads(names[place], 1);
            return places[place];
        }

        void write(int place, int value) {
            schedule.point();
            Footprint.writes(names[place], 1);
            places[place] = value;
        }

        void append(int thread) {
            schedule.point();
            Footprint.writes(this, 2);
            order.append(thread);
        }

        /** As an instrumented {@link SimulatedLock} does it. */
        void lock() {
            schedule.point();
            Footprint.writes(this, 3);
            while (locked) {
                schedule.blockUninterruptibly(() -> !locked, () -> SimulatedThread.NEVER);
                Footprint.writes(this, 3);
            }
            locked = true;
        }

        void unlock() {
            Footprint.writes(this, 3);
            locked = false;
        }

        String outcome() {
            return places[0] + "," + places[1] + "," + places[2] + " " + order;
        }
    }

    /** Outcomes, each with how many runs had it; the runs that were cut off are counted under the empty one. */
    private Map<String, Integer> explored(int threads, BiConsumer<Shared, Integer> body) throws InterruptedException {
        Exploration exploration = new Exploration();
        TreeMap<String, Integer> outcomes = new TreeMap<>();
        do {
            exploration.begin();
            String outcome = run(exploration, threads, body);
            outcomes.merge(exploration.isCutOff() ? "" : outcome, 1, Integer::sum);
        } while (exploration.advance());
        return outcomes;
    }

    private String run(Order order, int threads, BiConsumer<Shared, Integer> body) throws InterruptedException {
        Schedule schedule = new Schedule(order, crew);
        Shared shared = new Shared(schedule);
        Throwable failure = schedule.run(
                () -> {
                    for (int i = 0; i < threads; i++) {
                        int thread = i;
                        schedule.spawn("thread-" + i, null, () -> {
                            body.accept(shared, thread);
                            shared.ended++;
                        });
                    }
                    schedule.blockUninterruptibly(() -> shared.ended == threads, () -> SimulatedThread.NEVER);
                },
                Duration.ofMinutes(2));
        assertThat(failure == null || failure instanceof Abort)
                .as("%s", failure)
                .isTrue();
        return shared.outcome();
    }

    /** Every order, one after another, without any reduction. */
    private Map<String, Integer> everyOrder(int threads, BiConsumer<Shared, Integer> body) throws InterruptedException {
        List<int[]> choices = new ArrayList<>();
        TreeMap<String, Integer> outcomes = new TreeMap<>();
        while (true) {
            int[] depth = {0};
            String outcome = run(
                    new Order() {
                        @Override
                        public boolean preempts() {
                            return true;
                        }

                        @Override
                        public SimulatedThread next(List<SimulatedThread> runnable, long now) {
                            if (depth[0] == choices.size()) {
                                choices.add(new int[] {0, runnable.size()});
                            }
                            return runnable.get(choices.get(depth[0]++)[0]);
                        }
                    },
                    threads,
                    body);
            outcomes.merge(outcome, 1, Integer::sum);
            while (!choices.isEmpty() && ++choices.get(choices.size() - 1)[0] == choices.get(choices.size() - 1)[1]) {
                choices.remove(choices.size() - 1);
            }
            if (choices.isEmpty()) {
                return outcomes;
            }
        }
    }

    @AfterEach
    void close() {
        crew.close();
    }

    @Test
    void steps_that_touch_nothing_in_common_need_one_order() throws InterruptedException {
        BiConsumer<Shared, Integer> body = (shared, thread) -> {
            shared.write(thread, 1);
            shared.write(thread, 2);
        };
        assertThat(explored(3, body)).containsOnly(Map.entry("2,2,2 ", 1));
        assertThat(everyOrder(2, body).get("2,2,0 ")).isGreaterThan(5);
    }

    @Test
    void readers_of_one_place_need_one_order() throws InterruptedException {
        assertThat(explored(3, (shared, thread) -> shared.read(0))).containsOnly(Map.entry("0,0,0 ", 1));
    }

    @Test
    void each_order_of_conflicting_steps_is_run_once() throws InterruptedException {
        Map<String, Integer> outcomes = explored(2, (shared, thread) -> {
            shared.append(thread);
            shared.append(thread);
            shared.append(thread);
        });
        outcomes.remove("");
        // Of six steps, three are of the first thread.
        assertThat(outcomes)
                .hasSize(20)
                .allSatisfy((outcome, runs) -> assertThat(runs).isOne());
    }

    @Test
    void an_update_can_be_lost() throws InterruptedException {
        BiConsumer<Shared, Integer> body = (shared, thread) -> shared.write(0, shared.read(0) + 1);
        assertThat(explored(3, body).keySet()).contains("1,0,0 ", "2,0,0 ", "3,0,0 ");
    }

    @Test
    void no_update_is_lost_under_a_lock_and_each_thread_is_first_once() throws InterruptedException {
        Map<String, Integer> outcomes = explored(3, (shared, thread) -> {
            shared.lock();
            shared.append(thread);
            shared.write(0, shared.read(0) + 1);
            shared.unlock();
        });
        outcomes.remove("");
        assertThat(outcomes.keySet())
                .containsExactly("3,0,0 012", "3,0,0 021", "3,0,0 102", "3,0,0 120", "3,0,0 201", "3,0,0 210");
    }

    @Test
    void every_outcome_of_every_order_is_reached() throws InterruptedException {
        List<BiConsumer<Shared, Integer>> programs = List.of(
                (shared, thread) -> {
                    shared.write(thread, 1 + shared.read(1 - thread));
                    shared.append(thread);
                },
                (shared, thread) -> {
                    if (shared.read(0) == 0) {
                        shared.write(0, 1 + thread);
                        shared.append(thread);
                    } else {
                        shared.write(1, shared.read(0));
                    }
                },
                (shared, thread) -> {
                    if (thread == 0) {
                        shared.schedule.blockUninterruptibly(() -> shared.places[2] > 0, () -> SimulatedThread.NEVER);
                        shared.write(0, shared.read(1) + 10);
                    } else {
                        shared.write(1, 1);
                        shared.write(2, 1);
                        shared.write(1, 2);
                    }
                },
                (shared, thread) -> {
                    shared.write(0, shared.read(0) * 2 + thread);
                    shared.schedule.rest(1_000);
                    shared.write(0, shared.read(0) * 3 + thread);
                });
        for (BiConsumer<Shared, Integer> program : programs) {
            Map<String, Integer> explored = explored(2, program);
            explored.remove("");
            Map<String, Integer> every = everyOrder(2, program);
            assertThat(explored.keySet()).isEqualTo(every.keySet());
            int runs = explored.values().stream().mapToInt(Integer::intValue).sum();
            int orders = every.values().stream().mapToInt(Integer::intValue).sum();
            System.out.println(runs + " runs for " + orders + " orders: " + explored);
            assertThat(runs).isLessThan(orders);
        }
    }
}
