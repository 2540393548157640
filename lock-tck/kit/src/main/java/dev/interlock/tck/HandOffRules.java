// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.HandOff;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The rules of HAND about the handles that follow each other. */
abstract class HandOffRules extends HandOffRuleTest {

    @Test
    @Proves(Rule.HAND_1)
    void HAND_1_tokens_grow_from_handle_to_handle_and_beyond() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, new HandOff(HandOff.MAX_MOST, LONG_ENOUGH));
        String name = name();
        List<Long> tokens = new ArrayList<>();
        for (CompletableFuture<LockHandle> each : waiters(client, name, 6)) {
            LockHandle handle = next(each);
            tokens.add(handle.fencingToken());
            handle.release();
        }
        LockHandle other = hold(client(), name, waiting());
        tokens.add(other.fencingToken());
        require(
                tokens.stream().distinct().sorted().toList().equals(tokens),
                "the tokens of '{}' that followed each other do not grow: {}",
                name,
                tokens);
        evidence("tokens {} of {} attempts", tokens, backend.distinctAttempts(name));
    }

    @Test
    @Proves(Rule.HAND_2)
    void HAND_2_a_former_handle_does_not_touch_the_one_that_follows() throws Exception {
        LockClient client = client(intercepted(), new HandOff(HandOff.MAX_MOST, LONG_ENOUGH));
        LockClient other = client();
        String name = name();
        List<CompletableFuture<LockHandle>> waiters = waiters(client, name, 2);
        LockHandle former = next(waiters.get(0));
        ReleaseResult first = former.release();
        LockHandle present = next(waiters.get(1));
        require(
                former.release() == first && first == ReleaseResult.RELEASED,
                "the release of '{}' that handed it over said {}, and again {}",
                name,
                first,
                former.release());
        RenewResult renewed = former.renew(longLease());
        require(renewed == RenewResult.NOT_HELD, "a handle that was released renewed '{}': {}", name, renewed);
        former.close();
        require(
                present.state() == HandleState.HELD && !isFree(other, name),
                "'{}' is {} for the handle that has it, and others are granted it, after its former handle was used",
                name,
                present.state());
        evidence("released twice, renewed and closed, with {} for the next", present.state());
    }

    @Test
    @Proves(Rule.HAND_5)
    void HAND_5_another_lease_is_asked_of_the_store() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend, new HandOff(HandOff.MAX_MOST, LONG_ENOUGH));
        String name = name();
        var same = waiting(LONG);
        var unrenewed = same.withRenewal(Renewal.NONE);
        List<CompletableFuture<LockHandle>> waiters = waiters(client, name, List.of(same, unrenewed, same));
        long asked = 1;
        for (CompletableFuture<LockHandle> each : waiters) {
            LockHandle handle = next(each);
            asked++;
            require(
                    backend.distinctAttempts(name) >= asked,
                    "'{}' was handed over to one that asked for another lease, or past one: {} attempts for {} handles",
                    name,
                    backend.distinctAttempts(name),
                    asked);
            require(
                    waiters.subList((int) asked - 1, waiters.size()).stream().noneMatch(CompletableFuture::isDone),
                    "a waiter for '{}' was granted it before its turn",
                    name);
            handle.release();
        }
        evidence("{} attempts for {} handles", backend.distinctAttempts(name), asked);
    }
}
