// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import dev.interlock.tck.history.BeliefCheck;
import dev.interlock.tck.history.EffectCheck;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.CommandResult;
import dev.interlock.tck.process.GuardedResources;
import dev.interlock.tck.process.PausingResources;
import dev.interlock.tck.process.UnguardedResources;
import dev.interlock.tck.rules.ProcessRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of PROC about a lock whose holder is killed or stopped. */
public abstract class ProcessRules extends ProcessRuleTest {

    private static final String GUARDED = "guarded";
    private static final String UNGUARDED = "unguarded";

    @Test
    @Proves(Rule.PROC_1)
    void PROC_1_the_lock_of_a_killed_process_goes_to_the_next_when_its_lease_is_over() throws Exception {
        ClientProcesses clients = clients();
        UnguardedResources resources = new UnguardedResources(clients.writer("resources"));
        ClientProcess first = clients.start("first", resources);
        ClientProcess second = clients.start("second", resources);
        String name = name();
        CommandResult held = acquired(first, name);
        Future<CommandResult> waiting = acquiring(second, name);
        Stopwatch watch = new Stopwatch();
        clients.kill(first);

        CommandResult next = granted(second, name, waiting);
        long millis = watch.elapsed().toMillis();
        require(
                next.number() > held.number(),
                "the killed holder of '{}' had token {} and the next one has {}",
                name,
                held.number(),
                next.number());
        requireOneOwnerAtATime(historyOf(clients));
        evidence(
                "granted to another process {} ms after its holder was killed; the lease was {} ms",
                millis,
                processLease().toMillis());
        found(
                Situation.SERVER_HOLDER_KILLED,
                true,
                "granted to another process {} ms after its holder was killed, with a lease of {} ms: token {} after "
                        + "{}",
                millis,
                processLease().toMillis(),
                next.number(),
                held.number());
    }

    @Test
    @Proves(Rule.PROC_2)
    void PROC_2_a_holder_that_was_stopped_past_its_lease_is_told_and_a_guard_refuses_its_effects() throws Exception {
        ClientProcesses clients = clients();
        PausingResources resources = new PausingResources(
                Map.of(
                        GUARDED,
                        new GuardedResources(clients.writer(GUARDED)),
                        UNGUARDED,
                        new UnguardedResources(clients.writer(UNGUARDED))),
                "first");
        ClientProcess first = clients.start("first", resources);
        ClientProcess second = clients.start("second", resources);
        String name = name();
        CommandResult old = acquired(first, name);
        Future<CommandResult> guarded = first.act(old.text(), GUARDED);
        Future<CommandResult> unguarded = first.act(old.text(), UNGUARDED);
        await("the first process has read", resources::reached);
        Runnable thaw = clients.freeze(first);
        CommandResult next = acquired(second, name);
        requireDone(second.act(next.text(), GUARDED));
        requireDone(second.act(next.text(), UNGUARDED));
        resources.answer();
        thaw.run();

        CommandResult refused = join("the late write to what is guarded", guarded, endOf(processLease()));
        require(!refused.isOk(), "a guard let a holder with token {} through after {}", old.number(), next.number());
        CommandResult late = join("the late write to what is not guarded", unguarded, endOf(processLease()));
        await(
                "the stopped holder is notified of its loss",
                () -> first.state(old.text()).get().equals("LOST"));
        requireLevels(historyOf(clients), late, refused);
    }

    private void requireDone(Future<CommandResult> acting) throws Exception {
        CommandResult answer = join("the second process acts", acting, endOf(processLease()));
        require(answer.isOk(), "the effect of the one that holds was refused: {}", answer.text());
    }

    /**
     * The control is part of the proof: without a guard the same run must do harm. Otherwise the guard had nothing to
     * prevent.
     */
    private void requireLevels(History history, CommandResult late, CommandResult refused) {
        requireOneOwnerAtATime(history);
        requireLegal("the effects on what is guarded", new EffectCheck().check(withEffectsOn(GUARDED, history)));
        Verdict control = new EffectCheck().check(withEffectsOn(UNGUARDED, history));
        require(
                control instanceof Verdict.Illegal && late.number() == 1,
                "the control without a guard came to no harm: {} {}",
                late,
                control);
        Verdict.Ok beliefs = requireLegal("beliefs", new BeliefCheck(patience(), Set.of()).check(history));
        require(!beliefs.remarks().isEmpty(), "a holder was stopped past its lease and no client believed wrongly");
        String story = ((Verdict.Illegal) control).story();
        evidence(
                "one owner at a time; two believers: {} Guarded: the stale effect was refused. Not guarded: {}",
                beliefs.remarks().get(0),
                story);
        found(Situation.BELIEF_HOLDER_STOPPED, false, "{}", beliefs.remarks().get(0));
        found(Situation.EFFECT_UNGUARDED, false, "{}", story);
        found(Situation.EFFECT_GUARDED, true, "The late write was refused: {}", refused.text());
    }
}
