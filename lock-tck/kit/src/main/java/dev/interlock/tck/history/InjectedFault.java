// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

/**
 * An injected fault and its time.
 *
 * @param event its first event
 * @param from when it began
 * @param to when it had happened; never if that was not written
 */
record InjectedFault(HistoryEvent event, long from, long to) {

    Action action() {
        return event.action();
    }

    /** Whether it hit this lock and this owner or its process. */
    boolean hits(String lock, String owner, String process) {
        return (event.lock().isEmpty() || event.lock().equals(lock)) && hits(owner, process);
    }

    private boolean hits(String owner, String process) {
        String target = event.owner();
        return target.isEmpty() || target.equals(owner) || target.equals(process);
    }

    boolean ends(StoreModel model) {
        return action().endsHolds() || (action().breaksConnections() && model.endsWithConnection());
    }
}
