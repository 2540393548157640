// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.simulation.Scenario.StoreKind;
import dev.interlock.simulation.SmallWorlds.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small worlds go well in every order of their threads, not only in those that chance finds. */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class SmallWorldsTest {

    /** More than any world of each build has. */
    private static final long ALL = 20_000;

    /** Of a world with a fault, each night; those with more are not whole. */
    private static final long MANY = Long.getLong("interlock.simulation.orders", 500);

    /** In one client, two callers have many times the orders that they have in two. */
    private static final Set<Pair> QUICK_IN_ONE_CLIENT =
            EnumSet.of(Pair.BOTH_ACQUIRE, Pair.BOTH_TRY, Pair.CLOSE_AGAINST_ACQUIRE, Pair.CLOSE_AFTER_RELEASE);

    private static DefectiveEngine soundEngine() throws IOException {
        return new DefectiveEngine(FootprintRecorder.ofTheEngine().classes());
    }

    /** Those without a fault that have up to some thousand orders, in one client and in two. */
    private static List<Scenario> quick(Set<StoreKind> stores) {
        List<Scenario> worlds = new ArrayList<>();
        for (Pair pair : Pair.values()) {
            if (QUICK_IN_ONE_CLIENT.contains(pair) && stores.contains(StoreKind.TURN)) {
                worlds.add(SmallWorlds.of(pair, StoreKind.TURN, 1).get(0));
            }
            for (StoreKind store : stores) {
                // At each look of a waiter that polls, the orders multiply.
                if (store != StoreKind.POLL && (pair != Pair.CANCEL_AGAINST_ACQUIRE || store == StoreKind.TURN)) {
                    worlds.add(SmallWorlds.of(pair, store, 2).get(0));
                }
            }
        }
        return worlds;
    }

    /** Two thirds of the orders of {@link #quick} are those of two worlds. */
    private static List<Scenario> longest() {
        return List.of(
                SmallWorlds.of(Pair.BOTH_TRY, StoreKind.TURN, 1).get(0),
                SmallWorlds.of(Pair.CANCEL_AGAINST_ACQUIRE, StoreKind.TURN, 2).get(0));
    }

    @Test
    void every_order_of_two_callers_goes_well() throws IOException, ReflectiveOperationException {
        List<String> nightly = longest().stream().map(Scenario::text).toList();
        everyOrderGoesWell(quick(EnumSet.of(StoreKind.TURN)).stream()
                .filter(world -> !nightly.contains(world.text()))
                .toList());
    }

    @Test
    @Tag("nightly")
    void every_order_of_more_worlds_goes_well() throws IOException, ReflectiveOperationException {
        everyOrderGoesWell(longest());
        everyOrderGoesWell(quick(EnumSet.complementOf(EnumSet.of(StoreKind.TURN))));
    }

    private static void everyOrderGoesWell(List<Scenario> worlds) throws IOException, ReflectiveOperationException {
        DefectiveEngine engine = soundEngine();
        long runs = 0;
        for (Scenario world : worlds) {
            ExploredWorld.Result result = engine.explore(world, ALL);
            assertThat(result.wrong()).isEmpty();
            assertThat(result.isWhole()).as(world.text()).isTrue();
            runs += result.runs();
        }
        System.out.println(worlds.size() + " small worlds, " + runs + " orders");
    }

    @Test
    @Tag("nightly")
    void every_order_with_one_fault_goes_well() throws IOException, ReflectiveOperationException {
        DefectiveEngine engine = soundEngine();
        for (Pair pair : Pair.values()) {
            for (StoreKind store : StoreKind.values()) {
                exploreWithFaults(engine, pair, store, 2);
                if (store == StoreKind.TURN) {
                    exploreWithFaults(engine, pair, store, 1);
                }
            }
        }
    }

    private static void exploreWithFaults(DefectiveEngine engine, Pair pair, StoreKind store, int clients)
            throws ReflectiveOperationException {
        long runs = 0;
        int whole = 0;
        List<Scenario> worlds = SmallWorlds.of(pair, store, clients);
        for (Scenario world : worlds) {
            ExploredWorld.Result result = engine.explore(world, MANY);
            assertThat(result.wrong()).isEmpty();
            runs += result.runs();
            whole += result.isWhole() ? 1 : 0;
        }
        System.out.printf(
                "%s, %s, %d client(s): %d of %d worlds whole, %d orders%n",
                pair, store, clients, whole, worlds.size(), runs);
    }

    /** Without this the test above could be blind. The defect shows in one of hundreds of orders. */
    @Test
    void a_defect_is_found() throws IOException, ReflectiveOperationException {
        DefectiveEngine engine = defectiveEngine(planted("loss-told-twice"));
        ExploredWorld.Result result = engine.explore(
                SmallWorlds.of(Pair.CLOSE_AGAINST_ACQUIRE, StoreKind.TURN, 1).get(0), ALL);
        assertThat(result.wrong()).contains("its loss was reported 2 times");
        assertThat(result.runs()).isGreaterThan(100);
    }

    /** Of those that simulation finds by chance, these show without a fault. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "waiter-stays",
                "next-not-woken",
                "contest-stays",
                "waiters-count",
                "freed-after-waking",
                "loss-not-told",
                "no-margin"
            })
    @Tag("nightly")
    void more_defects_are_found(String id) throws IOException, ReflectiveOperationException {
        DefectiveEngine engine = defectiveEngine(planted(id));
        String wrong = "";
        for (Scenario world : quick(EnumSet.allOf(StoreKind.class))) {
            wrong = engine.explore(world, ALL).wrong();
            if (!wrong.isEmpty()) {
                break;
            }
        }
        assertThat(wrong).isNotEmpty();
    }

    private static PlantedDefect planted(String id) {
        return Planted.all().stream()
                .filter(defect -> defect.id().equals(id))
                .findAny()
                .orElseThrow();
    }

    private static DefectiveEngine defectiveEngine(PlantedDefect defect) throws IOException {
        return new DefectiveEngine(FootprintRecorder.ofTheEngine()
                .with(DefectiveSource.compiled(defect))
                .classes());
    }
}
