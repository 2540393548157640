// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.MultiLockBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import dev.interlock.internal.client.MultiLockBench.Asking;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Several locks that many callers want in many orders: no two hold one at once, none waits for ever. */
@ParameterizedClass
@EnumSource
class MultiLockContentionTest {

    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f");
    private static final int CALLERS = 8;
    private static final int HOLDS_EACH = 100;

    private final MultiLockBench bench;
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS + NAMES.size());
    private final Map<String, String> inside = new ConcurrentHashMap<>();

    MultiLockContentionTest(Asking asking) {
        bench = new MultiLockBench(asking);
    }

    @AfterEach
    void close() {
        callers.shutdownNow();
        bench.close();
    }

    @Test
    void overlapping_sets_in_random_order_exclude_each_other_and_all_get_in() throws Exception {
        List<LockClient> clients = List.of(bench.client(), bench.client());
        List<Future<Integer>> done = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            LockClient client = clients.get(caller % clients.size());
            Random random = new Random(caller);
            String who = "caller " + caller;
            done.add(callers.submit(() -> holdSets(client, random, who)));
        }
        for (Future<Integer> each : done) {
            assertThat(each.get(2, TimeUnit.MINUTES)).isEqualTo(HOLDS_EACH);
        }
        assertThat(inside).isEmpty();
    }

    private int holdSets(LockClient client, Random random, String who) throws InterruptedException {
        for (int i = 0; i < HOLDS_EACH; i++) {
            List<String> names = new ArrayList<>(NAMES);
            Collections.shuffle(names, random);
            List<String> some = names.subList(0, 2 + random.nextInt(3));
            client.lockAll(some).withLock(WAITING, handle -> enterAndLeave(some, who));
        }
        return HOLDS_EACH;
    }

    private int enterAndLeave(List<String> names, String who) {
        names.forEach(name -> assertThat(inside.put(name, who)).as(name).isNull());
        Thread.onSpinWait();
        names.forEach(name -> assertThat(inside.remove(name)).as(name).isEqualTo(who));
        return 1;
    }

    @Test
    void a_long_set_is_not_starved_by_callers_that_want_one_of_its_names_each() throws Exception {
        LockClient patient = bench.client();
        LockClient busy = bench.client();
        AtomicBoolean over = new AtomicBoolean();
        List<Future<Integer>> hammers = NAMES.stream()
                .map(name -> callers.submit(() -> hammer(busy, name, over)))
                .toList();
        Callable<Integer> longSet = () -> {
            for (int i = 0; i < 5; i++) {
                patient.lockAll(NAMES).withLock(WAITING, handle -> enterAndLeave(NAMES, "the long set"));
            }
            return 5;
        };
        try {
            assertThat(callers.submit(longSet).get(2, TimeUnit.MINUTES)).isEqualTo(5);
        } finally {
            over.set(true);
        }
        for (Future<Integer> hammer : hammers) {
            assertThat(hammer.get(2, TimeUnit.MINUTES)).isPositive();
        }
    }

    private int hammer(LockClient client, String name, AtomicBoolean over) throws InterruptedException {
        int holds = 0;
        while (!over.get()) {
            holds += client.lock(name).withLock(WAITING, handle -> enterAndLeave(List.of(name), name));
        }
        return holds;
    }
}
