// SPDX-License-Identifier: Apache-2.0
package dev.interlock.model;

import dev.interlock.Capability;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A row of the table in {@code docs/guarantees.md}, as a question to the model. Immutable.
 *
 * @param promise S, B or E
 * @param situation as the page names it
 * @param matters the capabilities that the answer depends on
 * @param constants the values by which the situation differs from the base
 */
record Row(String promise, String situation, Set<Capability> matters, Map<String, String> constants) {

    private static final Map<Capability, String> CONSTANTS = Map.of(
            Capability.SURVIVES_RESTART, "SurvivesRestart",
            Capability.SURVIVES_FAIL_OVER, "SurvivesFailOver",
            Capability.SURVIVES_CLOCK_JUMP, "SurvivesClockJump",
            Capability.TOKENS_SURVIVE_DATA_LOSS, "TokensSurviveDataLoss");

    /** Those that any row depends on. */
    static final Set<Capability> CAPABILITIES = Set.of(
            Capability.SURVIVES_RESTART,
            Capability.SURVIVES_FAIL_OVER,
            Capability.SURVIVES_CLOCK_JUMP,
            Capability.TOKENS_SURVIVE_DATA_LOSS,
            Capability.KEEPS_LOCK_DELAY);

    private static final Map<String, String> INVARIANTS =
            Map.of("S", "AtTheStore", "B", "InBelief", "E", "AtTheResource");

    /** The rows in the order of the page. */
    static final List<Row> ALL = List.of(
            new Row("S", "processes contend", Set.of(), Map.of()),
            // A client that does nothing any more. In the model each client may be one at any time.
            new Row("S", "the holder is killed", Set.of(), Map.of()),
            new Row("S", "processes are stopped and killed", Set.of(), paused()),
            new Row(
                    "S",
                    "the store is killed and started again",
                    Set.of(Capability.SURVIVES_RESTART, Capability.TOKENS_SURVIVE_DATA_LOSS),
                    fault("restart")),
            new Row("S", "the store's wall clock jumps ahead", Set.of(Capability.SURVIVES_CLOCK_JUMP), fault("jump")),
            new Row(
                    "S",
                    "another server takes over",
                    Set.of(Capability.SURVIVES_FAIL_OVER, Capability.TOKENS_SURVIVE_DATA_LOSS),
                    fault("fail-over")),
            new Row("B", "no process stalls for longer than its lease", Set.of(), Map.of()),
            new Row("B", "the holder is stopped past its lease", Set.of(), paused()),
            new Row(
                    "B",
                    "the same, but no longer than a lock delay runs",
                    Set.of(Capability.KEEPS_LOCK_DELAY),
                    Map.of("LongestPause", "2", "LastTick", "5")),
            new Row(
                    "B",
                    "the store is killed and started again",
                    Set.of(Capability.SURVIVES_RESTART, Capability.TOKENS_SURVIVE_DATA_LOSS),
                    fault("restart")),
            new Row("E", "no guard, the holder is stopped", Set.of(), both(paused(), guard("none"))),
            new Row(
                    "E",
                    "the same, but no longer than a lock delay runs",
                    Set.of(Capability.KEEPS_LOCK_DELAY),
                    both(Map.of("LongestPause", "2", "LastTick", "5"), guard("none"))),
            new Row("E", "guarded, the holder is stopped", Set.of(), both(paused(), guard("claim first"))),
            new Row(
                    "E",
                    "guarded, the clock jumps",
                    Set.of(Capability.SURVIVES_CLOCK_JUMP),
                    both(fault("jump"), guard("claim first"))),
            new Row(
                    "E",
                    "guarded, another server takes over",
                    Set.of(Capability.SURVIVES_FAIL_OVER, Capability.TOKENS_SURVIVE_DATA_LOSS),
                    both(fault("fail-over"), guard("claim first"))),
            new Row(
                    "E",
                    "guarded, the store loses its data",
                    Set.of(Capability.TOKENS_SURVIVE_DATA_LOSS),
                    both(fault("wipe"), guard("claim first"))));

    /** As the table names it. */
    String title() {
        return promise + ": " + situation;
    }

    /** The model of this situation on a store. */
    Configuration on(Store store, Configuration base) {
        Map<String, String> values = new HashMap<>(constants);
        for (Capability capability : matters) {
            boolean has = store.has(capability);
            if (capability == Capability.KEEPS_LOCK_DELAY) {
                values.put("LockDelay", has ? "2" : "0");
            } else {
                values.put(CONSTANTS.get(capability), has ? "TRUE" : "FALSE");
            }
        }
        return base.with(values).asking(INVARIANTS.get(promise));
    }

    private static Map<String, String> fault(String name) {
        return Map.of("Faults", "{\"" + name + "\"}");
    }

    private static Map<String, String> paused() {
        return Map.of("LongestPause", "9");
    }

    private static Map<String, String> guard(String guard) {
        return Map.of("Guard", "\"" + guard + "\"");
    }

    private static Map<String, String> both(Map<String, String> one, Map<String, String> other) {
        Map<String, String> both = new HashMap<>(one);
        both.putAll(other);
        return both;
    }
}
