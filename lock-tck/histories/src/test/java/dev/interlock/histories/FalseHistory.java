// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.Operation;
import dev.interlock.tck.history.Phase;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Makes a real history false: without one release, a lock was granted while the lease of another ran. */
final class FalseHistory {

    private FalseHistory() {}

    /** Empty if each grant came so late that it needed no release. */
    static Optional<History> of(History history) {
        return history.operations().stream()
                .filter(operation -> is(operation, Action.RELEASE))
                .filter(release -> isNeeded(release, history))
                .findFirst()
                .map(release -> without(release, history));
    }

    private static boolean isNeeded(Operation release, History history) {
        List<Operation> grants = history.operations().stream()
                .filter(operation ->
                        is(operation, Action.ACQUIRE) && operation.lock().equals(release.lock()))
                .toList();
        return grants.stream()
                .filter(grant -> grant.owner().equals(release.owner()))
                .anyMatch(own -> grants.stream()
                        .filter(grant -> grant.token() > own.token())
                        .map(grant -> Objects.requireNonNull(grant.ended()).nanos())
                        .anyMatch(answered -> answered < own.invoked().nanos() + own.promiseNanos()));
    }

    private static boolean is(Operation operation, Action action) {
        return operation.action() == action && operation.outcome() == Phase.OK;
    }

    private static History without(Operation operation, History history) {
        return History.of(history.events().stream()
                .filter(event -> event.op() != operation.invoked().op()
                        || !event.process().equals(operation.process()))
                .toList());
    }
}
