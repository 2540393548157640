// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The history of one lock: all its requests, sorted into holds by token. For one thread. */
final class LockHistory {

    /** In order of token. */
    final List<RecordedHold> holds = new ArrayList<>();

    /**
     * Operations that were confirmed for a grant with an unknown token: the owner had the lock at a moment in the
     * window.
     */
    final List<TokenlessProof> tokenlessProofs = new ArrayList<>();

    private @Nullable Conflict conflict;

    /**
     * A moment of a hold without a known token.
     *
     * @param operation the confirmed operation
     * @param from the earliest moment
     */
    record TokenlessProof(Operation operation, long from) {}

    static LockHistory of(List<Operation> operations) {
        LockHistory lock = new LockHistory();
        Map<String, List<Operation>> owners = new LinkedHashMap<>();
        for (Operation operation : operations) {
            owners.computeIfAbsent(operation.owner(), owner -> new ArrayList<>())
                    .add(operation);
        }
        owners.values().forEach(lock::addOwner);
        lock.holds.sort(Comparator.comparingLong(hold -> hold.firstToken));
        return lock;
    }

    /** Whether each grant was of all units. */
    boolean isExclusive() {
        return holds.stream()
                .allMatch(hold -> hold.share().units() == hold.share().limit());
    }

    /** A conflict that exists whatever the times were. */
    Optional<Conflict> conflict() {
        for (int i = 1; i < holds.size() && conflict == null; i++) {
            if (holds.get(i).firstToken <= holds.get(i - 1).lastToken()) {
                conflict = new Conflict(Conflict.Kind.TOKEN_TWICE, holds.get(i), holds.get(i - 1), null, 0);
            }
        }
        return Optional.ofNullable(conflict);
    }

    private void addOwner(List<Operation> operations) {
        Map<Long, RecordedHold> own = new TreeMap<>();
        for (Operation operation : operations) {
            boolean proof = operation.outcome() == Phase.OK && operation.action() != Action.RELEASE;
            if (proof && operation.token() > 0) {
                own.computeIfAbsent(operation.token(), RecordedHold::new).confirm(operation);
            }
        }
        List<Operation> unknownAcquires = operations.stream()
                .filter(operation -> operation.is(Action.ACQUIRE, Phase.INFO))
                .toList();
        for (RecordedHold hold : own.values()) {
            operations.stream()
                    .filter(operation -> operation.outcome() == Phase.INFO && operation.action() != Action.RELEASE)
                    .forEach(hold::mayRenew);
        }
        operations.stream()
                .filter(operation -> operation.contended() && LockPart.isShared(operation.lock()))
                .forEach(operation -> own.values().forEach(hold -> hold.mayWaitSince(operation)));
        for (Operation operation : operations) {
            addEnd(operation, own, unknownAcquires);
        }
        for (RecordedHold hold : own.values()) {
            hold.sort();
            conflict = hold.comesBack().orElse(conflict);
        }
        holds.addAll(own.values());
    }

    private void addEnd(Operation operation, Map<Long, RecordedHold> own, List<Operation> unknownAcquires) {
        boolean ends = operation.action() == Action.RELEASE;
        if (operation.outcome() == Phase.OK
                && (ends || (operation.action() == Action.RENEW && operation.token() == 0))) {
            addProof(operation, own, unknownAcquires);
        } else if (ends && operation.outcome() == Phase.INFO) {
            own.values().forEach(hold -> hold.mayEndFrom = Math.min(hold.mayEndFrom, operation.from()));
        } else if (operation.outcome() == Phase.FAIL && operation.action() != Action.ACQUIRE) {
            for (RecordedHold hold : own.values()) {
                hold.grantedAfter(operation);
                hold.notOwnedAt(operation);
            }
        }
    }

    private void addProof(Operation operation, Map<Long, RecordedHold> own, List<Operation> unknownAcquires) {
        boolean release = operation.action() == Action.RELEASE;
        long earliest =
                unknownAcquires.stream().mapToLong(Operation::from).min().orElse(Times.NEVER);
        boolean mayBeAnother = earliest <= operation.to();
        int taken = 0;
        for (RecordedHold hold : own.values()) {
            if (release && hold.grantedAfter(operation)) {
                continue;
            }
            if (release && hold.release == null) {
                hold.release = operation;
                hold.releaseMayEndAnother = mayBeAnother || own.size() > 1;
                taken++;
            } else if (!release) {
                taken++;
            }
        }
        if (taken == 0 && !mayBeAnother) {
            RecordedHold released =
                    own.isEmpty() ? null : own.values().iterator().next();
            conflict = new Conflict(Conflict.Kind.NEVER_ACQUIRED, released, null, operation, 0);
        } else if (taken == 0) {
            tokenlessProofs.add(new TokenlessProof(operation, Math.max(earliest, operation.from())));
        }
    }
}
