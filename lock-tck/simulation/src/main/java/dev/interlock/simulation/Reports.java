// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.HandleState;
import dev.interlock.simulation.Steps.What;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.ReleaseOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The reports of a client's driver on its grants, and whether the client obeys them. */
final class Reports {

    private final Recorder recorder;
    private final List<Hold> holds = new ArrayList<>();
    private final Map<AttemptId, Attempt> held = new LinkedHashMap<>();
    private final Map<AttemptId, Integer> renewals = new HashMap<>();
    private final Map<AttemptId, Integer> doubted = new HashMap<>();
    private final Set<AttemptId> lost = new HashSet<>();
    private final Set<AttemptId> askedBack = new HashSet<>();
    private final Set<AttemptId> freed = new HashSet<>();

    Reports(Recorder recorder) {
        this.recorder = recorder;
    }

    /** Adds a hold that must obey reports on its grant. */
    void watch(Hold hold) {
        holds.add(hold);
    }

    /** A request to acquire is about to be sent: earlier reports say nothing about its grant. */
    void expect(Attempt attempt) {
        lost.remove(attempt.id());
        doubted.remove(attempt.id());
    }

    /** The store has granted it; its client may not have the answer yet. */
    void granted(Attempt attempt) {
        held.put(attempt.id(), attempt);
    }

    /** A release is about to be sent. */
    void releases(Attempt attempt) {
        askedBack.add(attempt.id());
    }

    /** Whether a release of it was sent. */
    boolean isAskedBack(Attempt attempt) {
        return askedBack.contains(attempt.id());
    }

    /** The store has executed a release. */
    ReleaseOutcome released(Attempt attempt, ReleaseOutcome outcome) {
        held.remove(attempt.id());
        if (outcome instanceof ReleaseOutcome.Released) {
            freed.add(attempt.id());
        }
        return outcome;
    }

    /** Whether the store has executed a release of it that freed the lock. */
    boolean isFreed(Attempt attempt) {
        return freed.contains(attempt.id());
    }

    /** A renewal is about to be sent. */
    void renews(Attempt attempt) {
        renewals.merge(attempt.id(), 1, Integer::sum);
    }

    /** What the store keeps for the client, as far as the driver knows. */
    List<Attempt> held() {
        return List.copyOf(held.values());
    }

    void lost(BackendContext client, AttemptId id, String detail) {
        List<Hold> before = believedIn(id);
        client.reportLost(id, detail);
        lost.add(id);
        complain(before, hold -> true, "reported it lost");
    }

    /** The clock of the client stands still, so that it says nothing about any hold. */
    void doubtAll() {
        held.values().forEach(attempt -> recorder.steps().add(What.DOUBTS, attempt, 0, 0, 0));
    }

    void uncertain(BackendContext client, Attempt attempt) {
        AttemptId id = attempt.id();
        List<Hold> before = believedIn(id);
        int sent = sent(id);
        client.reportUncertain(id, "the connection broke");
        recorder.steps().add(What.DOUBTS, attempt, 0, 0, 0);
        doubted.put(id, sent);
        complain(before, hold -> sent(id) == sent, "reported it uncertain, and no renewal was sent since");
    }

    /** Why a client must not believe in a grant, by earlier reports; empty if it may. */
    String against(AttemptId id) {
        return lost.contains(id)
                ? "the store has reported it lost"
                : doubted.getOrDefault(id, -1) == sent(id) ? "the store has reported it uncertain" : "";
    }

    private int sent(AttemptId id) {
        return renewals.getOrDefault(id, 0);
    }

    private List<Hold> believedIn(AttemptId id) {
        // Other threads may run while a state is read.
        return List.copyOf(holds).stream()
                .filter(hold -> hold.isOf(id) && hold.state() == HandleState.HELD)
                .toList();
    }

    private void complain(List<Hold> before, Predicate<Hold> minds, String why) {
        before.stream()
                .filter(hold -> hold.state() == HandleState.HELD && minds.test(hold))
                .forEach(hold -> recorder.violation(hold + " is HELD although the store has " + why));
    }
}
