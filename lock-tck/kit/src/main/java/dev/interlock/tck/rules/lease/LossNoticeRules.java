// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.RecordingListener;
import dev.interlock.tck.rules.instrument.StepGate;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * The rules of LOSS about notifications: each consumer once, the caller of withLock, and consumers beside slow ones.
 */
public abstract class LossNoticeRules extends InstrumentedRuleTest {

    /** More threads than a client keeps from the start. */
    private static final int MANY = 80;

    @Test
    @Proves(Rule.LOSS_2)
    void LOSS_2_each_consumer_is_told_once_however_often_the_hold_ends() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockHandle handle = hold(client, name, unrenewed(longLease()));
        List<LockLost> first = lossesOf(handle);
        List<LockLost> second = lossesOf(handle);
        for (Future<?> report :
                List.of(start(() -> reportLost(backend, name)), start(() -> reportLost(backend, name)))) {
            join("a report of the loss", report);
        }
        await("both consumers are told of the loss of '" + name + "'", () -> !first.isEmpty() && !second.isEmpty());
        List<LockLost> late = lossesOf(handle);
        await("a consumer that comes after the loss of '" + name + "' is called", () -> !late.isEmpty());
        LockLost loss = first.get(0);
        require(
                loss.lockName().equals(name) && loss.fencingToken() == handle.fencingToken(),
                "the loss of '{}' with token {} was told as {}",
                name,
                handle.fencingToken(),
                loss);
        backend.takeAway(name);
        require(handle.renew(longLease()) == RenewResult.NOT_HELD, "'{}' was renewed after its loss", name);
        require(handle.release() == ReleaseResult.NOT_HELD, "'{}' was released after its loss", name);
        never(
                "the loss of '" + name + "' is reported twice",
                () -> first.size() + second.size() + late.size() > 3,
                lease().dividedBy(2));
        evidence("3 consumers were told once each of a hold that ended 4 times over");
    }

    private static Void reportLost(InterceptedBackend backend, String name) {
        backend.reportLost(name);
        return null;
    }

    @Test
    @Proves(Rule.LOSS_4)
    void LOSS_4_with_lock_does_not_return_as_if_nothing_had_happened() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        DistributedLock lock = client.lock(name());
        String value = lock.withLock(renewed(longLease()), handle -> "done");
        require(value.equals("done"), "withLock returned {}", value);
        thrown(
                LockLostException.class,
                "withLock around a loss that the client knows",
                () -> lock.withLock(renewed(longLease()), handle -> {
                    backend.takeAway(lock.name());
                    backend.reportLost(lock.name());
                    return "done";
                }));
        thrown(
                LockLostException.class,
                "withLock around a loss that only the store knows",
                () -> lock.withLock(renewed(longLease()), handle -> {
                    backend.takeAway(lock.name());
                    return "done";
                }));
        require(isFree(client(), lock.name()), "withLock left '{}' locked", lock.name());
    }

    @Test
    @Proves(Rule.LOSS_4)
    void LOSS_4_close_does_not_end_as_if_nothing_had_happened() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        hold(client, name, renewed(longLease())).close();
        LockHandle known = hold(client, name, renewed(longLease()));
        backend.takeAway(name);
        backend.reportLost(name);
        thrown(LockLostException.class, "close() after a loss that the client knows", known::close);
        LockHandle unknown = hold(client, name, renewed(longLease()));
        backend.takeAway(name);
        thrown(LockLostException.class, "close() after a loss that only the store knows", unknown::close);
        require(isFree(client(), name), "close() left '{}' locked", name);
    }

    @Test
    @Proves(Rule.LOSS_4)
    void LOSS_4_the_exception_of_the_body_comes_first_and_carries_the_loss() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        DistributedLock lock = client.lock(name());
        IOException thrown = thrown(
                IOException.class,
                "withLock around a failing body",
                () -> lock.withLock(renewed(longLease()), handle -> {
                    backend.takeAway(lock.name());
                    throw new IOException("the body failed");
                }));
        require(
                Arrays.stream(thrown.getSuppressed()).anyMatch(LockLostException.class::isInstance),
                "the loss of '{}' is not among the suppressed: {}",
                lock.name(),
                Arrays.toString(thrown.getSuppressed()));
    }

    @Test
    @Proves(Rule.LOSS_4)
    void LOSS_4_asynchronous_work_is_under_the_lock_until_its_stage_ends() throws Exception {
        InterceptedBackend backend = intercepted();
        DistributedLock lock = client(backend).lock(name());
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<LockHandle> begun = new CompletableFuture<>();
        CompletableFuture<String> work = lock.withLockAsync(renewed(longLease()), handle -> {
            begun.complete(handle);
            return stage;
        });
        LockHandle handle = join("the begin of the work", begun);
        // What depends on the result must not reach the lock.
        work.thenApply(value -> value).cancel(true);
        never(
                "'" + lock.name() + "' was released while its work lasted",
                () -> handle.state() != HandleState.HELD || backend.releases() > 0,
                lease().dividedBy(2));
        require(!isFree(client(), lock.name()), "'{}' is free while its work lasts", lock.name());
        stage.complete("done");
        String value = join("the work", work);
        require(value.equals("done"), "withLockAsync ended with {}", value);
        require(isFree(client(), lock.name()), "withLockAsync left '{}' locked", lock.name());
        CompletableFuture<String> lost = lock.withLockAsync(renewed(longLease()), any -> {
            backend.takeAway(lock.name());
            return CompletableFuture.completedFuture("done");
        });
        thrown(
                LockLostException.class,
                "withLockAsync around a loss that only the store knows",
                () -> join("the work", lost));
    }

    @Test
    @Proves(Rule.LOSS_6)
    void LOSS_6_listeners_and_consumers_that_block_or_throw_delay_nobody() throws Exception {
        InterceptedBackend backend = intercepted();
        StepGate stuck = new StepGate();
        RecordingListener listener = new RecordingListener();
        LockClient client = client(
                backend,
                ClientOptions.STANDARD.withListeners(event -> stuck.pass(), LossNoticeRules::refuse, listener));
        closing(stuck);
        String lost = name();
        String renewed = name();
        LockHandle first = hold(client, lost, renewed(longLease()));
        first.onLost(loss -> stuck.pass(), Runnable::run);
        first.onLost(LossNoticeRules::refuse, Runnable::run);
        first.onLost(loss -> {}, task -> {});
        first.onLost(loss -> {}, LossNoticeRules::refuse);
        Duration lease = leaseOf(STEADY);
        LockHandle second = hold(client, renewed, renewed(lease));
        backend.reportLost(lost);
        await("the listener and the consumer are stuck", () -> stuck.arrivals() >= 2);
        long before = backend.renewals(renewed);
        await("'" + renewed + "' is renewed on", () -> backend.renewals(renewed) >= before + 2, lease.plus(patience()));
        require(second.state() == HandleState.HELD, "'{}' is {} because others are stuck", renewed, second.state());
        List<LockLost> told = lossesOf(second);
        backend.reportLost(renewed);
        await("the loss of '" + renewed + "' is reported", () -> !told.isEmpty() && hears(listener, renewed));
        evidence("2 renewals and a loss passed {} that were stuck, and 3 that threw", stuck.arrivals());
    }

    private static boolean hears(RecordingListener listener, String name) {
        return listener.has(name, LockEvent.Lost.class);
    }

    private static void refuse(Object any) {
        throw new IllegalStateException("thrown by the rule");
    }

    @Test
    @Proves(Rule.LOSS_6)
    void LOSS_6_an_outage_with_many_stuck_consumers_is_still_told_to_the_others() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        StepGate stuck = gate();
        String lost = name();
        LockHandle first = hold(client, lost, unrenewed(longLease()));
        for (int i = 0; i < MANY; i++) {
            first.onLost(loss -> stuck.pass(), Runnable::run);
        }
        backend.reportLost(lost);
        await(MANY + " consumers are stuck", () -> stuck.arrivals() == MANY);
        String name = name();
        LockHandle handle = hold(client, name, unrenewed(longLease()));
        List<LockLost> told = lossesOf(handle);
        backend.reportLost(name);
        require(handle.state() == HandleState.LOST, "'{}' is {} after the report", name, handle.state());
        await("the loss of '" + name + "' is reported beside " + MANY + " stuck consumers", () -> !told.isEmpty());
        evidence("told beside {} consumers that were stuck on a thread of the client", stuck.arrivals());
    }
}
