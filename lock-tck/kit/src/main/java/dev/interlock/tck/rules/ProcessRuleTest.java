// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.Renewal;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.ServerCheck;
import dev.interlock.tck.history.StoreModel;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.CommandResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** A rule with several client processes, and checks of their recorded histories. */
public abstract class ProcessRuleTest extends ClientRuleTest {

    /** Client processes, none at first; closed after the rule. */
    protected final ClientProcesses clients() {
        return closing(new ClientProcesses(fixture()
                .processes()
                .orElseThrow(() -> notExercised("the fixture has no way in for other processes"))));
    }

    /**
     * Ends the processes and reads their histories. The merged history is kept before it is checked, so that a failure
     * can be analysed, too.
     */
    protected final History historyOf(ClientProcesses clients) {
        History history = clients.history();
        keep(history);
        return history;
    }

    /**
     * A lease that is long against the stalls of a loaded machine. A process that stalls for longer rightly loses its
     * locks.
     */
    protected final Duration processLease() {
        return leaseOf(Duration.ofSeconds(2));
    }

    /** Starts to acquire a lock that must become free while the rule waits. */
    protected final CompletableFuture<CommandResult> acquiring(ClientProcess process, String name) {
        return process.acquire(name, longestWait(), processLease(), Renewal.AUTO);
    }

    protected final CommandResult acquired(ClientProcess process, String name) throws Exception {
        return granted(process, name, acquiring(process, name));
    }

    protected final CommandResult granted(ClientProcess process, String name, Future<CommandResult> acquiring)
            throws Exception {
        CommandResult answer = join(
                process.name() + " acquires '" + name + "'",
                acquiring,
                longestWait().plus(patience()));
        require(answer.isOk(), "{} was not granted '{}': {}", process.name(), name, answer.text());
        return answer;
    }

    /** For a lock whose holder is gone. A busy machine runs other processes before the one that waits. */
    private Duration longestWait() {
        return endOf(processLease()).plus(patience());
    }

    /**
     * Requires that the store can have granted each lock to one owner at a time, given all its answers to all
     * processes.
     */
    protected final Verdict.Ok requireOneOwnerAtATime(History history) {
        StoreModel model = new BackendProfile(capabilities()).model();
        return requireLegal("what the store granted", new ServerCheck(model).check(history));
    }

    /** The same history, with the effects on one resource only. */
    protected static History withEffectsOn(String resource, History history) {
        return History.of(history.events().stream()
                .filter(event -> !isEffect(event) || event.lock().equals(resource))
                .toList());
    }

    private static boolean isEffect(HistoryEvent event) {
        return event.action() == Action.EFFECT;
    }
}
