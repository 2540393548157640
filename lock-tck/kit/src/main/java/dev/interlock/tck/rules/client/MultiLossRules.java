// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The rules of MULTI about the loss of several locks, a missing answer, and their release. */
public abstract class MultiLossRules extends InstrumentedRuleTest {

    @Test
    @Proves(Rule.MULTI_5)
    void MULTI_5_the_loss_of_one_is_the_loss_of_the_whole() throws Exception {
        for (int lost = 0; lost < 3; lost++) {
            InterceptedBackend backend = intercepted();
            LockClient client = client(backend);
            List<String> names = names();
            MultiLockHandle handle = client.lockAll(names).acquire(waiting());
            List<LockLost> losses = new CopyOnWriteArrayList<>();
            handle.onLost(losses::add, Runnable::run);
            backend.takeAway(names.get(lost));
            backend.reportLost(names.get(lost));
            require(
                    handle.state() == HandleState.LOST && handle.remaining().isZero(),
                    "{} is {} with {} left although '{}' is lost",
                    names,
                    handle.state(),
                    handle.remaining(),
                    names.get(lost));
            thrown(LockLostException.class, "ensureHeld after a loss", () -> handle.ensureHeld(Duration.ZERO));
            await("the loss is reported", () -> !losses.isEmpty());
            LockClient other = client();
            for (String name : names) {
                requireFree("after the loss of one of its set", other, name);
            }
            require(
                    handle.release() == ReleaseResult.NOT_HELD,
                    "{} were released as if '{}' had not been lost",
                    names,
                    names.get(lost));
            require(
                    losses.size() == 1 && losses.get(0).lockName().equals(names.get(lost)),
                    "the loss of '{}' was told as {}",
                    names.get(lost),
                    losses);
        }
    }

    @Test
    @Proves(Rule.MULTI_6)
    void MULTI_6_no_answer_to_one_gives_all_back() throws Exception {
        for (int silent = 1; silent <= 3; silent++) {
            InterceptedBackend backend = intercepted();
            AtomicInteger attempts = new AtomicInteger();
            int unanswered = silent;
            backend.onAcquire(step -> {
                AcquireOutcome outcome = step.get();
                return attempts.incrementAndGet() == unanswered
                        ? new AcquireOutcome.Unknown(new IllegalStateException("the rule lost the reply"))
                        : outcome;
            });
            LockClient client = client(backend);
            List<String> names = names();
            thrown(
                    LockOutcomeUnknownException.class,
                    "a set of which one has no answer",
                    () -> client.lockAll(names).tryAcquire(renewed(longLease())));
            LockClient other = client();
            for (String name : names) {
                requireFree("after a set was not acquired", other, name);
            }
        }
    }

    @Test
    @Proves(Rule.MULTI_7)
    void MULTI_7_each_lock_has_its_own_token_and_a_release_is_of_this_hold_alone() throws Exception {
        LockClient client = client();
        LockClient other = client();
        List<String> names = names();
        MultiLockHandle first = client.lockAll(names).acquire(waiting());
        Map<String, Long> tokens = first.fencingTokens();
        require(List.copyOf(tokens.keySet()).equals(names), "the tokens of {} are {}", names, tokens);
        for (String name : names) {
            long known = other.inspect(name)
                    .orElseThrow(() -> broken("'{}' is held and not seen by others", name))
                    .fencingToken();
            require(
                    known == first.fencingToken(name),
                    "the store has token {} of '{}', and its holder {}",
                    known,
                    name,
                    tokens);
        }
        require(first.release() == ReleaseResult.RELEASED, "the release of {} was not confirmed", names);
        MultiLockHandle second = other.lockAll(names).acquire(waiting());
        require(first.release() == ReleaseResult.RELEASED, "a second release of {} ended otherwise", names);
        for (String name : names) {
            require(
                    second.fencingToken(name) > first.fencingToken(name),
                    "the token of '{}' was {} after {}",
                    name,
                    second.fencingToken(name),
                    first.fencingToken(name));
            require(!isFree(client, name), "the release of a former hold freed '{}'", name);
        }
        require(second.state() == HandleState.HELD, "{} is {}", names, second.state());
        second.close();
    }
}
