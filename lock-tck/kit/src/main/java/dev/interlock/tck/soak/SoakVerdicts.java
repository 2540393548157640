// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.BeliefCheck;
import dev.interlock.tck.history.EffectCheck;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.Operation;
import dev.interlock.tck.history.ServerCheck;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.process.CountedResources;
import dev.interlock.tck.rules.BackendProfile;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The verdicts of the checks on a soak.
 *
 * @param fixture the store
 * @param capabilities the declared capabilities of its backend
 * @param resources the resources that the processes worked on
 */
record SoakVerdicts(LockFixture fixture, Capabilities capabilities, CountedResources resources) {

    SoakResult on(History history, SoakPlan plan, Map<SoakFault, Integer> faults) {
        Map<String, Verdict> verdicts = new TreeMap<>();
        verdicts.put(
                "S: one owner at a time", new ServerCheck(new BackendProfile(capabilities).model()).check(history));
        verdicts.put(
                "B: two believers only if one was stopped, or the store lost its data, or the connection that held",
                new BeliefCheck(fixture.patience(), declared()).check(history));
        verdicts.put("E: no stale effect on what is guarded", new EffectCheck().check(history));
        verdicts.put("E: no guarded update lost", noneLost(history));
        long requests =
                history.operations().stream().filter(SoakVerdicts::isRequest).count();
        Map<String, Integer> injected = faults.entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue));
        return new SoakResult(plan, resources.accepted(), requests, injected, verdicts);
    }

    /**
     * The declared weaknesses. If a restart loses holds, or a hold ends with its connection, the former holder believes
     * until its next renewal; that is declared. If leases keep the locks, a cut excuses no belief: a holder that is cut
     * off must stop in time by its own clock.
     */
    private Set<Action> declared() {
        return capabilities.has(Capability.ENDS_WITH_CONNECTION)
                ? Set.of(Action.FLUSH, Action.PARTITION)
                : Set.of(Action.FLUSH);
    }

    private Verdict noneLost(History history) {
        return resources
                .lostUpdates()
                .<Verdict>map(lost -> new Verdict.Illegal(
                        lost,
                        history.events().stream()
                                .filter(event -> event.action() == Action.EFFECT)
                                .toList()))
                .orElseGet(() -> new Verdict.Ok(new TreeMap<>(Map.of("updates", resources.accepted())), List.of()));
    }

    private static boolean isRequest(Operation operation) {
        return switch (operation.action()) {
            case ACQUIRE, RENEW, RELEASE -> true;
            default -> false;
        };
    }
}
