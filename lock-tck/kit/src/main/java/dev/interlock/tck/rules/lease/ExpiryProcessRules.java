// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.Capability;
import dev.interlock.Renewal;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import dev.interlock.tck.history.BeliefCheck;
import dev.interlock.tck.history.EffectCheck;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.CommandResult;
import dev.interlock.tck.process.PausingResources;
import dev.interlock.tck.process.UnguardedResources;
import dev.interlock.tck.rules.ProcessRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The purpose of a lock delay: the same pause as in PROC-2, but no longer than the delay, and without a guard. */
public abstract class ExpiryProcessRules extends ProcessRuleTest {

    private static final String RESOURCE = "unguarded";

    /** More than the delay can be too short because clocks run at different rates. */
    private static final Duration DRIFT = Duration.ofMillis(100);

    @Test
    @Proves(Rule.EXP_5)
    void EXP_5_a_holder_that_was_stopped_past_its_lease_writes_while_nobody_else_is_inside() throws Exception {
        ClientProcesses clients = clients();
        if (!capabilities().has(Capability.KEEPS_LOCK_DELAY)) {
            foundRefused();
            return;
        }
        if (delay().compareTo(processLease()) <= 0) {
            throw notExercised("the longest lease, " + capabilities().maxLease()
                    + ", leaves too little for a lock-delay" + " behind one of " + processLease());
        }
        PausingResources resources =
                new PausingResources(Map.of(RESOURCE, new UnguardedResources(clients.writer(RESOURCE))), "first");
        ClientProcess first = clients.start("first", resources);
        ClientProcess second = clients.start("second", resources);
        String name = name();
        CommandResult old = granted(first, name, acquiringDelayed(first, name));
        Stopwatch sinceHeld = new Stopwatch();
        Future<CommandResult> writing = first.act(old.text(), RESOURCE);
        await("the first process has read", resources::reached);
        Runnable thaw = clients.freeze(first);
        Stopwatch pause = new Stopwatch();
        Future<CommandResult> next = acquiringDelayed(second, name);
        // The last renewal was before this moment: the lease of the stopped process is over by then.
        await(
                "the lease of the stopped holder is over",
                () -> pause.elapsed().compareTo(processLease()) > 0,
                processLease().plus(patience()));
        resources.answer();
        thaw.run();
        CommandResult late = join("the write of the holder that was stopped", writing, endOf(processLease()));
        Duration written = pause.elapsed();
        // The lock was held at the time of the read: whenever it was lost after that, the name has been closed since.
        if (sinceHeld.elapsed().compareTo(delay().minus(DRIFT)) >= 0) {
            throw notExercised("this machine stalled: the late write came " + written.toMillis()
                    + " ms after the stop, too late for a lock-delay of " + delay().toMillis() + " ms");
        }
        require(late.isOk(), "the late write did not come about: {}", late.text());
        CommandResult granted = join(
                "the second process acquires '" + name + "'",
                next,
                endOf(processLease().plus(delay())));
        require(granted.isOk(), "no other client was granted '{}' once the delay was over: {}", name, granted.text());
        Duration cost = pause.elapsed();
        join("the second process writes", second.act(granted.text(), RESOURCE), endOf(processLease()));
        requireLevels(historyOf(clients), written, cost);
    }

    private Future<CommandResult> acquiringDelayed(ClientProcess process, String name) {
        return process.acquire(name, endOf(processLease().plus(delay())), processLease(), Renewal.AUTO, delay());
    }

    private Duration delay() {
        return delayOf(Duration.ofSeconds(5), processLease());
    }

    private void requireLevels(History history, Duration written, Duration cost) {
        requireOneOwnerAtATime(history);
        requireLegal("the effects on what is not guarded", new EffectCheck().check(history));
        Verdict.Ok beliefs = requireLegal("beliefs", new BeliefCheck(patience(), Set.of()).check(history));
        require(beliefs.remarks().isEmpty(), "two believed at a time within a lock-delay: {}", beliefs.remarks());
        String seen = "Stopped with a lease of " + processLease().toMillis() + " ms and a lock-delay of "
                + delay().toMillis() + " ms, the holder wrote " + written.toMillis()
                + " ms after the stop, and the next one was granted the lock after " + cost.toMillis() + " ms.";
        evidence("{}", seen);
        found(Situation.BELIEF_STOPPED_WITHIN_DELAY, true, "One believer at a time. {}", seen);
        found(Situation.EFFECT_STOPPED_WITHIN_DELAY, true, "The late write came before those of the next. {}", seen);
    }

    private void foundRefused() {
        String refused = "The backend does not declare KEEPS_LOCK_DELAY, so that a lock-delay is refused; what such a "
                + "pause does is shown by " + Rule.PROC_2.id() + ".";
        evidence("{}", refused);
        found(Situation.BELIEF_STOPPED_WITHIN_DELAY, false, "{}", refused);
        found(Situation.EFFECT_STOPPED_WITHIN_DELAY, false, "{}", refused);
    }
}
