// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Simulates the engine that this class was loaded with, from seed 1 on, for so many schedules, and then some small
 * worlds in every order: the arguments are that number and the texts of the worlds. Counts the moves of holds, each as
 * its state, its event and the state after it. Public, because the counting engine is in another package. Used by one
 * thread.
 */
public final class HoldMoves implements Function<List<String>, Map<String, Long>> {

    private static final long ORDERS = 2_000;

    /** Makes the engine count. */
    static final PlantedDefect COUNTS = new PlantedDefect(
            "moves-are-counted",
            "nothing is wrong with it",
            "HoldState",
            "return moves == null ? null : moves.get(event);",
            "HoldState next = moves == null ? null : moves.get(event);"
                    + " if (next != null) dev.interlock.simulation.HoldMoves.count(name(), event.name(), next.name());"
                    + " return next;",
            0);

    private static final Map<String, Long> SEEN = new TreeMap<>();

    /** A hold moves. */
    public static void count(String state, String event, String next) {
        SEEN.merge(state + " " + event + " " + next, 1L, Long::sum);
    }

    @Override
    public Map<String, Long> apply(List<String> schedulesAndWorlds) {
        try (Simulation simulation = Simulation.ofTheEngine()) {
            for (long seed = 1; seed <= Long.parseLong(schedulesAndWorlds.get(0)); seed++) {
                simulation.run(Simulation.Case.of(seed), false);
            }
            for (String world : schedulesAndWorlds.subList(1, schedulesAndWorlds.size())) {
                new ExploredWorld().apply(List.of(world, Long.toString(ORDERS)));
            }
            return SEEN;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
